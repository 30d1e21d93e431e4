"""What is read at one go: a file of a source, or a range of it, and how.

Parts of a source are read one after the other, or by many at once; what they say together (ids,
filters that met nothing, types of labels) is noted in values that can be united.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO

from attrs import Factory, field, frozen

from measurand.edges.files.events import Bad, Event, ReadOptions
from measurand.edges.files.files import BrokenFileError
from measurand.edges.files.json.value import FaultError, wrong
from measurand.edges.files.samples.filters import Where
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.labels import Kind, Labels, Looked, doubt
from measurand.edges.files.samples.opening import located, opened
from measurand.evidence.formats import format_named
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

_CHUNK = 2**20


class Countdown:
    """How many records of a source are still to be read; None: all.

    >>> left = Countdown(1)
    >>> left.take(), left.take()
    (True, False)
    """

    def __init__(self, number: int | None = None) -> None:
        """Start with so many."""
        self._left = number

    def take(self) -> bool:
        """Take one; say whether there was one."""
        if self._left is None:
            return True
        self._left -= 1
        return self._left >= 0


ID, TIED, LOST, OTHER = "=", "%", "?", "!"
"""How what labels met is noted: an id, one of tied raters, a record without a known id, another."""


class Shared:
    """What records say of their source as a whole: which values filters met, and types of labels.

    Where labels stand in a file of their own, also which of their ids were met. These are noted as
    values of a filter without a path, `=` before each, and `%` before those of samples whose raters
    are tied, so that they have no label; `?` says that records could not be read, so that it is not
    known of which ids they were, `!` that one of another id was read. So is what records may lack:
    `+` before a name says that some record has it, `-` that one does not.

    >>> Shared(Source(path="a.jsonl", where=(("run", ("a",)),))).matched
    frozenset()
    """

    def __init__(self, source: Source) -> None:
        """Start with no record."""
        self.where = Where.of(source)
        self.second_where = Where(source.predictions_where)
        self.labels = Labels(source)
        self.label_records: Mapping[str, Sample] | None = None
        self.tied: frozenset[str] = frozenset()
        self.met: set[str] = set()

    @property
    def matched(self) -> frozenset[tuple[str, str]]:
        """List what filters met, by the path and the value."""
        met = {("", one) for one in self.met}
        return frozenset(self.where.matched | self.second_where.matched | met)

    @property
    def kinds(self) -> frozenset[Kind]:
        """List of what kinds labels are."""
        return frozenset(self.labels.kinds)

    def doubt(self, looked: Looked | None = None) -> Fault | None:
        """Say which labels may be one or two, of those that are looked at (None: of all)."""
        return doubt(self.labels.kinds, looked)


@frozen(kw_only=True, eq=False)
class Part:
    """A file of a source, or a range of it.

    `name` is what faults call it, `path` where it is (None: standard input; formats of folders: the
    folder). `start` and `end` are the bounds of the range, in bytes for formats of lines (both at
    the beginning of a line), in row groups for Parquet; an `end` of None is that of the file.
    `after` counts the lines before the range. `shared` and `ids` are those of all
    parts of a source that are read one after the other.
    """

    source: Source
    root: Path
    name: str
    path: Path | None
    start: int = 0
    end: int | None = None
    after: int = 0
    options: ReadOptions = field(factory=ReadOptions)
    shared: Shared = field(default=Factory(lambda self: Shared(self.source), takes_self=True))
    ids: Ids = field(factory=lambda: Ids("off"))
    left: Countdown = field(factory=Countdown)

    @property
    def where(self) -> Where:
        """Give the conditions on its records."""
        return self.shared.where

    @property
    def labels(self) -> Labels:
        """Give what reads its labels."""
        return self.shared.labels

    def open(self) -> AbstractContextManager[BufferedReader]:
        """Open the bytes of the part, decompressed.

        Raises OSError where that cannot be done, then or while it is read.
        """
        return opened(
            self.path, start=self.start, end=self.end, expansion=self.options.max_expansion
        )

    def opened(self, path: Path | None) -> AbstractContextManager[BufferedReader]:
        """Open another file that the source names, decompressed.

        Raises OSError as `open` does.
        """
        return opened(path, expansion=self.options.max_expansion)

    def whole(self, path: Path | None = None) -> bytes:
        """Read all bytes of a document: of the part, or of another file.

        Raises OSError where it cannot be read; DocumentTooLongError where it is longer than the
        options allow.
        """
        with self.opened(path) if path else self.open() as file:
            return self.all_of(file)

    def all_of(self, file: BinaryIO) -> bytes:
        """Read all bytes of an open document; piece by piece, for its length is not known.

        Raises DocumentTooLongError where there are more than the options allow.
        """
        most, held = self.options.max_document_bytes, BytesIO()
        while chunk := file.read(_CHUNK):
            held.write(chunk)
            if held.tell() > most:
                raise DocumentTooLongError(most)
        return held.getvalue()

    @property
    def beside(self) -> Path | None:
        """Name the second file (or folder) of a source, to be opened by `opened`; None: none.

        >>> Part(source=Source(path="a", predictions="-"), root=Path("data"), name="a",
        ...      path=Path("data/a")).beside
        PosixPath('-')
        """
        second = self.source.predictions
        return located(second, self.root) if second else None


class DocumentTooLongError(BrokenFileError):
    """A document that is held in memory, and is too long for that."""

    def __init__(self, most: int) -> None:
        super().__init__(
            f"more than {most} bytes",
            f"a document of at most {most} bytes, for it is held in memory",
            "JSON Lines, one record a line, may be as long as they like",
        )


Reader = Callable[[Part], Iterator[Event]]


def telling(read: Reader) -> Reader:
    """Let a reader raise what is wrong with a file as a whole: that is told, and ends the reading.

    >>> @telling
    ... def read(part: Part) -> Iterator[Event]:
    ...     raise wrong("an empty file", "samples")
    ...     yield
    >>> part = Part(source=Source(path="a"), root=Path(), name="a", path=None)
    >>> [bad.faults[0].text() for bad in read(part)]
    ['a: expected samples, got an empty file']
    """

    @wraps(read)
    def events(part: Part) -> Iterator[Event]:
        try:
            yield from read(part)
        except FaultError as error:
            yield Bad((error.fault.at(file=part.name),))

    return events


_MOST = 8


def undecided(part: Part, name: str, found: Sequence[str] = (), *, got: str = "") -> FaultError:
    """Make the error of a file that leaves a choice open; `found` are the values that it has.

    Where one was said that the file does not have, the error says so.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> logs = Part(source=Source(path="a.jsonl", format="lm-eval"), root=Path(), name="a.jsonl",
    ...             path=None)
    >>> print(undecided(logs, "filter", ["strict", "flexible"]).fault.text())
    a.jsonl: expected to be told which filter's answers are read, got 2: 'strict', 'flexible': \
say --input filter=..., or input = { filter = "..." } in a claims file
    """
    open_one = format_named(part.source.format).choice(name)
    listed = ", ".join(shown(one) for one in found[:_MOST])
    more = ", ..." if len(found) > _MOST else ""
    about = open_one.about.partition(", where")[0]
    said = part.source.said(name)
    if said and found and said not in found and not open_one.among:
        return wrong(
            shown(said),
            f"{about}: one of {listed}{more}",
            did_you_mean(said, found).removeprefix(": "),
            file=part.name,
        )
    words = "|".join(open_one.among) or "..."
    return wrong(
        got or (f"{len(found)}: {listed}{more}" if found else "nothing said"),
        f"to be told {about}",
        f'say --input {name}={words}, or input = {{ {name} = "..." }} in a claims file',
        file=part.name,
    )
