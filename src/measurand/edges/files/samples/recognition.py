"""Which format a file has, told from its content: every format is asked, in a fixed order."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.json.walk import find
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.guesses import (
    Guess,
    Rows,
    format_of,
    guess_json,
    guess_jsonl,
    guess_scorecards,
    parsed,
)
from measurand.edges.files.samples.head import Head, head_of
from measurand.edges.files.samples.items import tag_in, tags_unnamed
from measurand.edges.files.samples.reading import is_streamed, read
from measurand.edges.files.samples.source_files import FOLDERS, places
from measurand.evidence.inputs import RECORDS, Format, choice
from measurand.evidence.paths import Path as Place
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample

_Asked = tuple[tuple[str, Format], ...]
_FOLDERS: _Asked = (
    ("dataset", "dataset"),
    ("brat", "brat"),
    ("inspect_log", "inspect"),
)
_BINARY: _Asked = (("arrow", "arrow"), ("inspect_log", "inspect"))
_MARKED: _Asked = (("absa_xml", "absa-xml"),)
_DOCUMENTS: _Asked = (
    ("inspect_log", "inspect"),
    ("promptfoo", "promptfoo"),
    ("squad", "squad"),
    ("coco", "coco"),
)
_LINES: _Asked = (("lm_eval", "lm-eval"), ("promptfoo", "promptfoo"))
_TEXT: _Asked = (("quads", "quads"), ("conll", "conll"), ("csv", "csv"))
_STRUCTURE = frozenset(
    (
        ("csv", "delimiter"),
        ("conll", "separator"),
        ("conll", "scheme"),
        ("conll", "gold_scheme"),
        ("conll", "pred_scheme"),
    )
)
_LOOK = 2**20
_MOST_LISTS = 100


@frozen
class Told:
    """A format, and how a file of it seems to be meant."""

    format: Format
    guess: Guess


def asked(head: Head) -> Told | None:
    """Tell the format of a file by its beginning; None where it is not clear.

    Bytes that only one format begins with come first, then documents, then lines, then tables of
    text, for which almost anything can be taken.

    >>> asked(Head(name="a.jsonl", lines=(b'{"id": 1, "gold": ["a"], "pred": []}',))).format
    'jsonl'
    """
    return next(_claims(head), None)


def claims(head: Head) -> tuple[Format, ...]:
    """List all formats that a beginning could be of, the one that is taken first.

    >>> claims(Head(name="a", lines=(b"a poem",)))
    ()
    """
    return tuple(dict.fromkeys(one.format for one in _claims(head)))


def _claims(head: Head) -> Iterator[Told]:
    lines, document = head.lines, head.document
    if head.entries:
        yield from _seeming(_FOLDERS, head)
        return
    match head.raw.removeprefix(BOM).lstrip()[:1]:
        case b"<":
            yield from _seeming(_MARKED, head)
        case b"{" | b"[":
            pass
        case _:
            yield from _seeming(_BINARY, head)
    first = next((row for row in map(parsed, lines) if row is not None), None)
    if document is not None:
        yield from _seeming(_DOCUMENTS, head)
    if isinstance(first, dict):
        yield from _seeming(_LINES, head)
    kind = format_of(lines, document)
    match kind:
        case "scorecards":
            yield Told(kind, guess_scorecards(head.name))
        case "jsonl":
            rows = [row for row in map(parsed, lines) if isinstance(row, dict)]
            yield Told(kind, guess_jsonl(rows, head.name))
        case "json":
            yield Told(kind, guess_json(document, head.name))
        case _:
            yield from _seeming(_TEXT, head)


def _seeming(modules: _Asked, head: Head) -> Iterator[Told]:
    """Ask the modules that read what is not JSON of our own."""
    for name, kind in modules:
        found: Guess | None = import_module(f"measurand.edges.files.formats.{name}").seems(head)
        if found is not None:
            source = found.source
            yield Told(kind if source is None else source.format, found)


def unnamed_tags(source: Source, root: Path) -> Fault | None:
    """Refuse lists of tags of tokens that nobody said what they are: spans, or a set of strings.

    The first records are looked at, where nothing says what items are made of.

    >>> unnamed_tags(Source(path="no such file"), Path()) is None
    True
    """
    if source.items != "auto" or source.format not in RECORDS or source.fields.tallied:
        return None
    begun = tag_in(_gold_lists(source, root))
    return tags_unnamed(begun, source.fields.gold, source.path) if begun else None


def _gold_lists(source: Source, root: Path) -> Iterator[Sequence[object]]:
    """Give the lists of gold of the first records, as far as they can be read."""
    if source.format not in {"jsonl", "json"}:
        found = () if is_streamed(source, root) else islice(read(source, root=root), _MOST_LISTS)
        yield from (event.gold for event in found if isinstance(event, Sample))
        return
    try:
        head = first_head(source.path, root, most=_LOOK)
    except OSError:
        return
    at = Place.parse(source.fields.gold)
    if source.format == "jsonl":
        values: Sequence[Json] = [_at(row, at) for row in map(parsed, head.lines)]
    elif source.columns:
        column = dict(source.columns).get(source.fields.gold, "")
        values = [_at(head.document, Place.parse(column))] if column else []
        values = [one for value in values if isinstance(value, list) for one in value]
    else:
        listed = _at(head.document, Place.parse(source.records))
        values = [_at(row, at) for row in listed] if isinstance(listed, list) else []
    yield from (value for value in values if isinstance(value, list) and value)


def _at(row: Json, path: Place) -> Json:
    try:
        return find(row, path)
    except FaultError:
        return None


def recognised(path: Path, root: Path = Path(), *, predictions: str = "") -> Source | None:
    """Tell the format of a file, a folder or a pattern, and what separates its columns.

    Of columns of tags, `predictions` may be a second file, whose tags are looked at too. Nothing is
    guessed of names of fields. Standard input is looked at and not consumed. None where
    the format is not clear, or nothing can be opened.
    """
    name = str(path)
    try:
        told = asked(first_head(name, root, most=_LOOK))
    except OSError:
        return None
    if told is None:
        return None
    meant = told.guess.source
    said = dict(() if meant is None else meant.input)
    if told.format == "conll" and predictions:
        second = recognised(Path(predictions), root)
        if second is not None and second.format == "conll":
            said |= _schemes(said, dict(second.input))
    kept = tuple((key, value) for key, value in said.items() if (told.format, key) in _STRUCTURE)
    return Source(path=name, format=told.format, input=kept)


def _schemes(gold: Mapping[str, str], pred: Mapping[str, str]) -> dict[str, str]:
    """Name the schemes of two files of tags, each by its own last column; separators are alike."""
    lenient = choice("conll", "scheme").default
    return (
        {
            "scheme": lenient,
            "gold_scheme": gold.get("scheme", lenient),
            "pred_scheme": pred.get("scheme", lenient),
        }
        if gold.get("scheme") != pred.get("scheme")
        else {}
    )


def keyed_rows(path: Path, root: Path = Path()) -> Rows:
    """Read the first records of a file by their keys, whatever these mean: JSON Lines, or CSV."""
    try:
        head = first_head(str(path), root, most=_LOOK)
    except OSError:
        return ()
    rows = [row for row in map(parsed, head.lines) if isinstance(row, dict)]
    if rows:
        return rows
    found: Rows = import_module("measurand.edges.files.formats.csv").records_of(head)
    return found


def first_head(name: str, root: Path, *, most: int) -> Head:
    """Look at a file, at a folder that is one place of a format, or at the first file of several.

    Raises OSError where nothing can be opened.
    """
    found = places(Source(path=name), root)
    folder = root / name
    if folder.is_dir():
        head = head_of(folder, name, most=most)
        told = asked(head)
        if told is not None and told.format in FOLDERS:
            return head
    first = found[0]
    if isinstance(first, Fault):
        raise FileNotFoundError(first.got)
    return evolve(head_of(first.path, name, most=most), name=name)
