"""Which format a file has, told from its content: every format is asked, in a fixed order.

Names of files say nothing here. The first bytes show which formats can be meant at all (markup, a
document, text), and only those are loaded and asked, the particular ones first: a table with commas
would take almost any text. The first that does not decline is it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.formats import FORMATS, Beginning, asked, of_others, of_studies
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.guesses import (
    Guess,
    Rows,
    json_form,
    parsed,
)
from measurand.edges.files.samples.items import tag_in, tags_unnamed
from measurand.edges.files.samples.opening import MOST_LINES, Head, head_of
from measurand.edges.files.samples.source_files import places
from measurand.edges.files.sources.reading import is_streamed, read
from measurand.edges.registry import asked as asked_of
from measurand.evidence.formats import DEFAULT
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample

_LOOK = 2**20
_MOST_LISTS = 100


@frozen
class Recognition:
    """A format, and how a file of it seems to be meant."""

    format: SampleFormat
    guess: Guess


def recognise(head: Head) -> Recognition | None:
    """Tell the format of a file by its beginning; None where it is not clear.

    Bytes that only one format begins with come first, then documents, then lines, then tables of
    text, for which almost anything can be taken.

    >>> head = Head(name="a.jsonl", lines=(b'{"id": 1, "gold": ["a"], "pred": []}',))
    >>> recognise(head).format.name
    'jsonl'
    """
    return next(_claims(head), None)


def claims(head: Head) -> tuple[str, ...]:
    """List all formats that a beginning could be of, the one that is taken first.

    >>> claims(Head(name="a", lines=(b"a poem",)))
    ()
    """
    return tuple(dict.fromkeys(one.format.name for one in _claims(head)))


def _claims(head: Head) -> Iterator[Recognition]:
    """Ask the formats, each when it is its turn: none is loaded that is not asked."""
    for beginning in _beginnings(head):
        shipped: Iterator[SampleFormat] = (FORMATS[name] for name in asked(beginning))
        if beginning is Beginning.JSON:
            # Ours take any JSON: those of studies come before, and one that is theirs is not ours.
            yield from islice(_recognised(chain(of_studies(), shipped), head), 1)
        else:
            yield from _recognised(shipped, head)
    for entry, format_ in of_others():
        guess = asked_of(entry, format_.sniff, head, otherwise=None)
        if isinstance(guess, Guess):
            yield Recognition(format_, guess)


def _beginnings(head: Head) -> Iterator[Beginning]:
    if head.entries:
        yield Beginning.FOLDER
        return
    match head.raw.removeprefix(BOM).lstrip()[:1]:
        case b"<":
            yield Beginning.MARKUP
        case b"{" | b"[":
            pass
        case _:
            yield Beginning.BINARY
    if head.document is not None:
        yield Beginning.DOCUMENT
    first = next((row for row in map(parsed, head.lines) if row is not None), None)
    if isinstance(first, dict):
        yield Beginning.OBJECTS
    yield Beginning.TEXT if json_form(head.lines, head.document) is None else Beginning.JSON


def _recognised(formats: Iterable[SampleFormat], head: Head) -> Iterator[Recognition]:
    for format_ in formats:
        guess = format_.sniff(head)
        if guess is not None:
            yield Recognition(format_, guess)


def unnamed_tags(source: Source, root: Path) -> Fault | None:
    """Refuse lists of tags of tokens that nobody said what they are: spans, or a set of strings.

    The first records are looked at, where nothing says what items are made of.

    >>> unnamed_tags(Source(path="no such file"), Path()) is None
    True
    """
    if source.items != "auto" or source.fields.tallied or not FORMATS[source.format].mapped:
        return None
    begun = tag_in(_gold_lists(source, root))
    return tags_unnamed(begun, source.fields.gold, source.path) if begun else None


def unlike_lines(source: Source, root: Path) -> Fault | None:
    """Refuse a file that is no JSON, of which nobody said what it is; say how it is said.

    >>> unlike_lines(Source(path="no such file"), Path()) is None
    True
    """
    if source.format != DEFAULT or is_streamed(source, root):
        return None
    try:
        head = first_head(source.path, root, most=_LOOK)
    except OSError:
        return None
    begun = head.raw.removeprefix(BOM).lstrip()[:1]
    found = None if begun in {b"", b"{", b"["} else recognise(head)
    if found is None or found.format.name == DEFAULT:
        return None
    name = found.format.name
    hint = f'in a claims file format = "{name}", --input-format {name} on the command line'
    got = f"what reads as {name}"
    return Fault(
        file=source.path, got=got, expected="lines of JSON, as no format is said", hint=hint
    )


def _gold_lists(source: Source, root: Path) -> Iterator[Sequence[object]]:
    """Give the lists of gold of the first records, as far as they can be read."""
    first_gold = FORMATS[source.format].first_gold
    if first_gold is None:
        events = () if is_streamed(source, root) else islice(read(source, root=root), _MOST_LISTS)
        yield from (event.gold for event in events if isinstance(event, Sample))
        return
    try:
        head = first_head(source.path, root, most=_LOOK)
    except OSError:
        return
    values = first_gold(head, source)
    every = ([value] if isinstance(value, str) else value for value in values)
    yield from (value for value in every if isinstance(value, list) and value)


def recognised(path: Path, root: Path = Path(), *, predictions: str = "") -> Source | None:
    """Tell the format of a file, a folder or a pattern, and what separates its columns.

    Of columns of tags, `predictions` may be a second file, whose tags are looked at too. Nothing is
    guessed of names of fields. Standard input is looked at and not consumed. None where
    the format is not clear, or nothing can be opened.
    """
    name = str(path)
    try:
        recognition = recognise(first_head(name, root, most=_LOOK))
    except OSError:
        return None
    if recognition is None:
        return None
    kind, meant = recognition.format, recognition.guess.source
    said = dict(() if meant is None else meant.input)
    if kind.settled is not None and predictions:
        second = recognised(Path(predictions), root)
        if second is not None and second.format == kind.name:
            said |= kind.settled(said, dict(second.input))
    kept = tuple((key, value) for key, value in said.items() if key in kind.structure)
    return Source(path=name, format=kind.name, input=kept)


def keyed_rows(path: Path, root: Path = Path()) -> Rows:
    """Read the first records of a file by their keys, whatever these mean: of lines or a table."""
    try:
        head = first_head(str(path), root, most=_LOOK)
    except OSError:
        return ()
    rows = [row for row in map(parsed, head.lines) if isinstance(row, dict)]
    if rows:
        return rows
    return _table_rows(head, Beginning.BINARY, Beginning.TEXT)


def _table_rows(head: Head, *beginnings: Beginning) -> Rows:
    names = (name for beginning in beginnings for name in asked(beginning))
    tables = (FORMATS[name].first_rows for name in names)
    return next(filter(None, (table(head) for table in tables if table is not None)), ())


def all_seen(path: Path) -> bool:
    """Tell whether the first lines that are looked at are all that a file has.

    >>> all_seen(Path("docs/examples/silence/menus.jsonl")), all_seen(Path("no such file"))
    (True, False)
    """
    try:
        head = first_head(str(path), Path(), most=_LOOK)
    except OSError:
        return False
    if Beginning.BINARY in _beginnings(head) and (rows := _table_rows(head, Beginning.BINARY)):
        return len(rows) < MOST_LINES
    return not head.more and head.raw.count(b"\n") <= len(head.lines)


def first_head(name: str, root: Path, *, most: int) -> Head:
    """Look at a file, at a folder that is one place of a format, or at the first file of several.

    Raises OSError where nothing can be opened.
    """
    listed = places(Source(path=name), root)
    folder = root / name
    if folder.is_dir():
        head = head_of(folder, name, most=most)
        recognition = recognise(head)
        if recognition is not None and recognition.format.whole_folders:
            return head
    first = listed[0]
    if isinstance(first, Fault):
        raise FileNotFoundError(first.got)
    return evolve(head_of(first.path, name, most=most), name=name)
