"""Data frames and tables in memory: pandas, polars, pyarrow, duckdb, or rows as dictionaries.

A frame is read by the Arrow PyCapsule interface where it has it and pyarrow is there, else row by
row. Nothing of these libraries is imported here but pyarrow, and that when it is first needed.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.edges.files.events import Bad, Event, Filtered
from measurand.edges.files.formats.arrow import table_events, table_in
from measurand.edges.files.formats.arrow_values import plain
from measurand.edges.files.json.converter import structured
from measurand.edges.files.json.value import FaultError, Json, encode, wrong
from measurand.edges.files.samples.columns import (
    PAIRED,
    answers_at,
    columns_of,
    fill,
    missing,
    pairs_at,
    united,
)
from measurand.edges.files.samples.filters import Filters
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.items import tag_in, tags_unnamed
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.ratings import units
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.record_reader import recorded
from measurand.edges.files.samples.span_ends import agreed
from measurand.evidence.source import Fields, ItemKind, Source
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

_NAME = "the frame"
End = Literal["", "exclusive", "inclusive"]


@runtime_checkable
class Column(Protocol):
    """A column of a frame of pandas."""

    @property
    def array(self) -> Iterable[object]:
        """Give its cells as they are; as arrays of numpy, integers with gaps would be floats."""
        ...


@runtime_checkable
class Pandas(Protocol):
    """What is asked of a frame of pandas."""

    @property
    def columns(self) -> Iterable[object]:
        """Give the names of the columns."""
        ...

    def itertuples(self) -> Iterable[object]:
        """Give the rows; it is by this that these frames are known."""
        ...

    def __getitem__(self, name: object, /) -> Column:
        """Give a column by its name."""
        ...


def samples_of(  # noqa: PLR0913  # what is said of a frame, all by name
    frame: object,
    *,
    fields: Fields | Mapping[str, object] | None = None,
    items: ItemKind = "auto",
    where: Filters | Mapping[str, str | Sequence[str]] = (),
    end: End = "",
    labels: Literal["ask", "value", "text"] = "ask",
) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
    """Give the samples of a frame, or all that is wrong with it.

    Columns are named as the keys of JSON Lines are, and cells hold what these hold: lists of texts
    or of structs, labels, numbers. A null (None, NaN, NaT, NA) in the column of predictions says
    that no answer was given; in gold it is a fault. `items` says what cells are made of, as in
    `Source`. `fields` says where things stand, as a value
    or as the table of a claims file; `where` keeps the rows that have one of some texts at a path.
    `end` says whether the end of a span is inside it; where it is empty and no row shows it,
    definitions whose counts depend on it refuse the sample.

    >>> rows = [{"id": 1, "gold": ["a"], "pred": ["a", "b"]}, {"id": 2, "gold": [], "pred": None}]
    >>> [sample.predicted for sample in samples_of(rows).unwrap()]
    [('a', 'b'), None]
    >>> samples_of([{"id": 1, "gold": None, "pred": []}]).failure()[0].text()
    'the frame: $[0].gold: expected a list, got null: write [] where there is nothing'
    """
    events = list(events_of(frame, fields=fields, items=items, where=where, end=end, labels=labels))
    faults = tuple(fault for event in events if isinstance(event, Bad) for fault in event.faults)
    if faults:
        return Failure(faults)
    samples = tuple(event for event in events if isinstance(event, Sample))
    tag = tag_in(sample.gold for sample in samples) if items == "auto" else ""
    if tag:
        hint = 'say items="iob2" (spans of tokens) or items="text" (a set of strings)'
        return Failure((evolve(tags_unnamed(tag, "gold", _NAME), hint=hint),))
    return Success(samples)


def events_of(  # noqa: PLR0913  # as in samples_of
    frame: object,
    *,
    fields: Fields | Mapping[str, object] | None = None,
    items: ItemKind = "auto",
    where: Filters | Mapping[str, str | Sequence[str]] = (),
    end: End = "",
    labels: Literal["ask", "value", "text"] = "ask",
) -> Iterator[Event]:
    """Give an event for every row of a frame, one after the other: a sample, or what is wrong.

    Options (`fields`, `items`, `where`, `end`, `labels`) are those of `samples_of`.

    >>> next(events_of([{"id": 1, "gold": ["a"], "pred": []}])).gold
    ('a',)
    """
    mapped = fields_of(fields)
    if not isinstance(mapped, Fields):
        yield Bad(mapped)
        return
    kept = _filters(where)
    said = (("end", end),) if end else ()
    source = Source(
        path=_NAME,
        format="arrow",
        fields=mapped,
        items=items,
        where=kept,
        input=(*said, ("labels", labels)),
    )
    part = Part(source=source, root=Path(), name=_NAME, path=None, ids=Ids("exact"))
    try:
        rows = dropped = 0
        for event in agreed(_events(frame, part), source):
            rows += 1
            dropped += isinstance(event, Filtered) and bool(event.absent)
            yield event
        if rows and rows == dropped and part.where.absent is not None:
            yield Bad((part.where.absent,))
        if (doubt := part.shared.doubt()) is not None:
            yield Bad((doubt.at(file=_NAME),))
    except FaultError as error:
        yield Bad((error.fault.at(file=_NAME),))


def fields_of(said: Fields | Mapping[str, object] | None) -> Fields | tuple[Fault, ...]:
    """Read a mapping as a claims file has it; faults where it has other keys."""
    if said is None or isinstance(said, Fields):
        return said or Fields()
    match structured(dict(said), Fields, ("fields",)):
        case Success(Fields() as found):
            return found
        case Failure(faults):
            placed = ((".".join(map(str, place)), fault) for place, fault in faults)
            return tuple(evolve(fault, path=path).at(file=_NAME) for path, fault in placed)
        case _:
            return Fields()


def _filters(said: Filters | Mapping[str, str | Sequence[str]]) -> Filters:
    """Read filters as a claims file has them: one text, or several."""
    if not isinstance(said, Mapping):
        return said
    return tuple(
        (path, (texts,) if isinstance(texts, str) else tuple(texts)) for path, texts in said.items()
    )


def _events(frame: object, part: Part) -> Iterator[Event]:
    events = _row_events(frame, part)
    return units(events, part) if part.source.fields.rater else events


def _row_events(frame: object, part: Part) -> Iterator[Event]:
    rows = _rows(frame, part)
    if rows is None:
        yield from table_events(table_in(frame), part)
    else:
        fills = not isinstance(frame, Sequence)
        yield from recorded(_records(rows, part, fills=fills), part)


def _rows(frame: object, part: Part) -> Iterator[Mapping[str, object]] | None:
    """Give a frame row by row; None where it is to be read by its Arrow columns.

    pandas is always read by rows: its cells are Python objects, and Arrow would give every dict in
    a column the keys of all.
    """
    if isinstance(frame, Sequence) and not isinstance(frame, str | bytes):
        return _rows_of(frame)
    streams = hasattr(frame, "__arrow_c_stream__")
    if hasattr(frame, "collect") and not streams:
        raise wrong("a lazy frame", "a frame", "call collect() first")
    if isinstance(frame, Pandas):
        return _of_pandas(frame, part)
    if streams:
        return None
    expected_one = "a data frame, an Arrow table, or a list of dicts"
    raise wrong(f"the type {type(frame).__name__}", expected_one)


def _rows_of(rows: Sequence[object]) -> Iterator[Mapping[str, object]]:
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise wrong(f"the type {type(row).__name__}", "a dict", path=f"$[{at}]")
        yield row


def _of_pandas(frame: Pandas, part: Part) -> Iterator[Mapping[str, object]]:
    called = {str(name): name for name in frame.columns}
    names = [str(name) for name in frame.columns]
    wanted = columns_of(part.source)
    absent = missing(wanted, names, part.name)
    if absent:
        raise FaultError(absent[0])
    there = [column.name for column in wanted if column.name in names]
    for name in there:
        if names.count(name) > 1:
            raise wrong(f"twice {shown(name)}", "columns whose names differ")
    cells = zip(*(frame[called[name]].array for name in there), strict=True)
    return (dict(zip(there, row, strict=True)) for row in cells)


def _united(record: Json, sides: Sequence[Sequence[str]], items: ItemKind) -> Collection[str]:
    """Unite the names of slots of all items of a row: Parquet would unite those of all rows."""
    found: list[Collection[str]] = []
    for keys in sides:
        value = record
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        for item in value if isinstance(value, list) else ():
            if isinstance(item, dict):
                pair = [side for side in map(item.get, PAIRED) if isinstance(side, dict)]
                found.extend(one.keys() for one in pair or [item])
    return united(found, items)


def _records(
    rows: Iterable[Mapping[str, object]], part: Part, *, fills: bool
) -> Iterator[Record | Bad]:
    loose = {column.name for column in columns_of(part.source) if column.droppable}
    places = (*answers_at(part.source), pairs_at(part.source)) if fills else ()
    sides = [place for place in places if place]
    for at, row in enumerate(rows):
        record = Record(value={}, file=part.name, bases=(("$", f"$[{at}]"),))
        try:
            value = plain(row)
        except FaultError as error:
            yield Bad((record.placed(error.fault),), encode({"row": at}) + b"\n")
            continue
        if isinstance(value, dict):
            kept = {key: v for key, v in value.items() if v is not None or key not in loose}
            fill(kept, sides, _united(kept, sides, part.source.items))
            yield evolve(record, value=kept)
