"""What a worker does: read one shard, and give back counts."""

import sys
from array import array
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TypeVar

from attrs import field, frozen

from measurand.edges.engines.counting import Notes, Reader
from measurand.edges.engines.partial import Lack, Lost, Partial
from measurand.edges.engines.run import ignored
from measurand.edges.engines.tallies import Tallies
from measurand.edges.engines.tasks import Task
from measurand.edges.files import Bad, Part, Rest
from measurand.edges.files.events import IdIndex
from measurand.edges.files.lines import BUFFER
from measurand.edges.files.samples.ids import Ids, digest
from measurand.edges.files.samples.opening import STDINS, Window, located
from measurand.metrics.grammar import SignatureError
from measurand.values.fault import Fault

K = TypeVar("K")
WIDTH = 8
"""How many bytes a digest of an id has."""


class BrokenShardError(Exception):
    """A shard that cannot be read to its end, where such shards may be lost."""


def work(task: Task) -> Partial:
    """Read one shard by the fastest road.

    >>> from measurand.evidence.source import Source
    >>> from measurand.edges.engines.tasks import Shard
    >>> shard = Shard(source="runs", place="no such file.jsonl")
    >>> task = Task(index=0, name="runs", source=Source(path="a.jsonl"), root=".", shard=shard)
    >>> work(task).faults[0][1].text()
    'no such file.jsonl: expected a file that can be opened, got No such file or directory'
    """
    ids = _ids(task)
    part = part_of(task, ids)
    tallies, bad = Tallies(task.needs), list[Bad | Rest]()
    keep = (lambda event: bad.append(_bare(event))) if task.keep_bad else ignored
    notes = Notes(tallies.add, skips=lambda _: task.skip, sink=keep)
    try:
        Reader(task.source, task.options, notes, tallies).read(part)
    except SignatureError as error:
        notes.note(Bad((misnamed(error),)))
    if task.lose and notes.broken is not None:
        raise BrokenShardError(notes.broken.text())
    index, absent = task.index, part.where.absent
    return Partial(
        index=index,
        counts=tallies.counts,
        read=notes.total,
        dropped=notes.dropped,
        skipped=notes.skipped,
        absent=None if absent is None else Lack(index, absent, notes.absent),
        matched=part.shared.matched,
        kinds=part.shared.kinds,
        lines=((index, part.lines),),
        unfit=_lacks(index, tallies.unfits),
        lacking=_lacks(index, tallies.lacks),
        faults=tuple((index, fault) for fault in notes.faults),
        ids=((index, packed(ids.digests())),) if task.compared else (),
        bad=((index, tuple(bad)),) if bad else (),
        found=tuple((index, *one) for one in ids.found) if isinstance(ids, Sought) else (),
    )


def tried(task: Task, times: int = 2) -> Partial | Lost:
    """Read one shard, or try so often; where files may be lost, say that it is."""
    for _ in range(times):
        try:
            return work(task)
        except BrokenShardError as error:
            because = str(error)
    return Lost(task, because)


def _ids(task: Task) -> Ids:
    taken = dict(task.taken)
    if not task.sought:
        return Ids(task.options.ids, taken)
    return Sought(task.options.ids, taken, numbers_of(task.sought))


def misnamed(error: SignatureError) -> Fault:
    """Say that a definition names what no scorecard has.

    >>> misnamed(SignatureError("x")).text()
    'definition: expected a list or a number that scorecards have, got another: x'
    """
    known = "a list or a number that scorecards have"
    return Fault(path="definition", got="another", expected=known, hint=str(error))


def _bare(event: Bad | Rest) -> Bad | Rest:
    return Bad((), event.raw) if isinstance(event, Bad) else event


def _lacks(index: int, found: Mapping[K, tuple[Fault, int]]) -> dict[K, Lack]:
    return {key: Lack(index, fault, number) for key, (fault, number) in found.items()}


@frozen(kw_only=True, eq=False)
class Counted(Part):
    """A part that counts its lines while they are read."""

    _lines: list[int] = field(factory=lambda: [0])

    @property
    def lines(self) -> int:
        """Count the ends of line met so far."""
        return self._lines[0]

    def open(self) -> AbstractContextManager[BufferedReader]:
        """Open the bytes of the part, decompressed.

        Raises OSError where that cannot be done, then or while it is read.
        """
        whole = super().open()
        return self._counting(whole) if self.start or self.end is not None else whole

    @contextmanager
    def _counting(self, whole: AbstractContextManager[BufferedReader]) -> Iterator[BufferedReader]:
        with whole as file:
            yield BufferedReader(Window(lambda size: self._passed(file.read1(size))), BUFFER)

    def _passed(self, found: bytes) -> bytes:
        self._lines[0] += found.count(b"\n")
        return found


def part_of(task: Task, ids: Ids) -> Counted:
    """Make the part of a source that a task reads."""
    place, root = task.shard.place, Path(task.root)
    return Counted(
        source=task.source,
        root=root,
        name=place,
        path=None if place in STDINS else located(place, root),
        start=task.shard.start,
        end=task.shard.end,
        after=task.after,
        options=task.options,
        ids=ids,
    )


class Sought(Ids):
    """Ids of a shard, some of which are sought by their digests."""

    def __init__(
        self, index: IdIndex, taken: Mapping[str, str], sought: Collection[int] = ()
    ) -> None:
        """Start with those that others have taken, and the digests of those that are sought."""
        super().__init__(index, taken)
        self._sought = frozenset(sought)
        self.found: list[tuple[str, int, str]] = []

    def earlier(self, sample_id: str, number: int, what: str = "line") -> str | None:
        """Note an id; say where it stood before, None where it is new."""
        before = super().earlier(sample_id, number, what)
        if self._sought and before is None and digest(sample_id) in self._sought:
            self.found.append((sample_id, number, what))
        return before


def packed(digests: list[int]) -> bytes:
    """Write digests one after the other, low byte first.

    >>> packed([1, 2]).hex()
    '01000000000000000200000000000000'
    """
    found = array("Q", digests)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def numbers_of(raw: bytes) -> "array[int]":
    """Read digests.

    >>> list(numbers_of(packed([1, 2])))
    [1, 2]
    """
    found = array("Q")
    found.frombytes(raw)
    if sys.byteorder == "big":
        found.byteswap()
    return found
