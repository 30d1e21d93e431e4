"""One JSON document: a list of records somewhere in it, or aligned columns.

Nothing is known of a document before its last bracket, so it is held in memory, up to a bound.
Aligned columns are zipped: element i of each makes record i, and lists of different lengths are
refused, for nothing says which element is missing.
"""

from collections.abc import Iterator, Mapping, Sequence

from measurand.edges.files.events import Bad, Event, ReadOptions
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    decode,
    expected,
    without_duplicates,
    wrong,
)
from measurand.edges.files.json.walk import find, value_at
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess, guess_json, json_form
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.record_reader import recorded
from measurand.evidence.formats import LABELS, Records, Stance
from measurand.evidence.paths import Key, Path, parse_joined
from measurand.evidence.source import Source


def read_document(part: Part) -> Iterator[Event]:
    """Give an event for every record of a document, which is held in memory."""
    return document_events(part.whole(), part)


def document_events(raw: bytes, part: Part) -> Iterator[Event]:
    """Give an event for every record of the bytes of a document."""
    source = part.source
    try:
        document = _document(raw.removeprefix(BOM), part.options)
        if source.columns:
            records = _columns(document, source, part.name)
        else:
            records = _listed(document, source, part.name)
    except FaultError as error:
        yield Bad((error.fault.at(file=part.name),))
        return
    yield from recorded(records, part)


def _document(raw: bytes, options: ReadOptions) -> Json:
    document = decode(raw, max_depth=options.max_depth)
    if options.strict:
        without_duplicates(raw)
    return document


def _listed(document: Json, source: Source, name: str) -> Iterator[Record]:
    path = Path.parse(source.records)
    records = find(document, path)
    if not isinstance(records, list):
        say = 'say which list: --records PATH, or records = "PATH" in a claims file'
        hint = "" if source.records else say
        raise expected("a list of records", records, path=path.place, hint=hint)
    return (
        Record(value=record, file=name, bases=(("$", f"{path.place}[{at}]"),))
        for at, record in enumerate(records)
    )


def _columns(document: Json, source: Source, file: str) -> Iterator[Record]:
    paths = {name: Path.parse(text) for name, text in source.columns}
    columns = {name: _column(document, path) for name, path in paths.items()}
    first, *others = columns
    for name in others:
        if len(columns[name]) != len(columns[first]):
            raise wrong(
                f"{len(columns[name])} elements",
                f"{len(columns[first])}, as in {paths[first].place}",
                path=paths[name].place,
            )
    return (_aligned(at, columns, paths, file) for at in range(len(columns[first])))


def _aligned(
    at: int, columns: Mapping[str, Sequence[Json]], paths: Mapping[str, Path], file: str
) -> Record:
    value: dict[str, Json] = {"index": str(at), "id": str(at)}
    value.update((name, column[at]) for name, column in columns.items())
    names = (("$" + Key(name).text, f"{path.place}[{at}]") for name, path in paths.items())
    return Record(value=value, file=file, bases=tuple(names))


def _column(document: Json, path: Path) -> Sequence[Json]:
    column = find(document, path)
    if not isinstance(column, list):
        raise expected("a list", column, path=path.place)
    return column


def sniff(head: Head) -> Guess | None:
    """Say how a document of JSON seems to be meant.

    >>> document = {"data": [{"id": 1, "gold": [], "pred": []}]}
    >>> sniff(Head(name="a.json", document=document)).source.records
    'data'
    """
    if json_form(head.lines, head.document) != "json":
        return None
    return guess_json(head.document, head.name)


def first_gold(head: Head, source: Source) -> Sequence[Json]:
    """Give the values of gold of the records of a document, or of its column of gold.

    >>> first_gold(Head(name="a", document=[{"gold": ["O"]}]), Source(path="a", format="json"))
    [['O']]
    """
    if source.columns:
        column = dict(source.columns).get(source.fields.gold, "")
        values = value_at(head.document, Path.parse(column)) if column else None
        return values if isinstance(values, list) else ()
    records, at = (
        value_at(head.document, Path.parse(source.records)),
        parse_joined(source.fields.gold)[0],
    )
    return [value_at(record, at) for record in records] if isinstance(records, list) else ()


FORMAT = SampleFormat(
    name="json",
    about="one JSON document: a list of records, or aligned lists",
    files=".json",
    shape=('{"runs": [{"id": "r1", "gold": ["milk"], "pred": []}]}',),
    gold="the key gold, or what fields.gold names; or an aligned list",
    pred="the key pred, or what fields.pred names",
    traps=("It is held in memory. Where several lists are in it, records names the one.",),
    records=Records.MAPPED,
    nested=True,
    own_choices=(LABELS,),
    stances={"list cells": (Stance("fixes", "a list is a list of items, a scalar is a label"),)},
    read=read_document,
    sniff=sniff,
    extent=Extent.DOCUMENT,
    first_gold=first_gold,
)
