"""Data frames and tables in memory: pandas, polars, pyarrow, duckdb, or rows as dictionaries.

A frame is read by the Arrow PyCapsule interface where it has it and pyarrow is there, else row by
row. Nothing of these libraries is imported here but pyarrow, and that when it is first needed.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.claims.paths import Key
from measurand.claims.source import Fields, ItemKind, Source
from measurand.edges.formats.converter import structured
from measurand.edges.formats.document import recorded
from measurand.edges.formats.events import Bad, Event, Filtered
from measurand.edges.formats.filters import Filters, Where
from measurand.edges.formats.ids import Ids
from measurand.edges.formats.inputs.arrow import table_events
from measurand.edges.formats.inputs.arrow_tables import table_in
from measurand.edges.formats.inputs.columns import (
    PAIRED,
    Leaf,
    answers_at,
    columns_of,
    fill,
    missing,
    pairs_at,
    united,
    unlike,
)
from measurand.edges.formats.inputs.part import Part
from measurand.edges.formats.inputs.plain_values import plain
from measurand.edges.formats.json_value import FaultError, Json, Number, encode, json_text
from measurand.edges.formats.samples import Record
from measurand.edges.formats.span_ends import agreed
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

_NAME = "the frame"
End = Literal["", "exclusive", "inclusive"]


class Column(Protocol):
    """A column of a frame of pandas."""

    @property
    def dtype(self) -> object:
        """Name the type of its cells."""
        ...

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


def samples_of(
    frame: object,
    *,
    fields: Fields | Mapping[str, object] | None = None,
    items: ItemKind = "auto",
    where: Filters | Mapping[str, str | Sequence[str]] = (),
    end: End = "",
) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
    """Give the samples of a frame, or all that is wrong with it.

    Columns are named as the keys of JSON Lines are, and cells hold what these hold: lists of texts
    or of structs, labels, numbers. A null (None, NaN, NaT, NA) in the column of predictions says
    that no answer was given; in gold it is a fault. `fields` says where things stand, as a value
    or as the table of a claims file; `where` keeps the rows that have one of some texts at a path.
    `end` says whether the end of a span is inside it; where it is empty and no row shows it,
    definitions whose counts depend on it refuse the sample.

    >>> rows = [{"id": 1, "gold": ["a"], "pred": ["a", "b"]}, {"id": 2, "gold": [], "pred": None}]
    >>> [sample.predicted for sample in samples_of(rows).unwrap()]
    [('a', 'b'), None]
    >>> samples_of([{"id": 1, "gold": None, "pred": []}]).failure()[0].text()
    'the frame: $[0].gold: expected a list, got null: write [] where there is nothing'
    """
    found = list(events_of(frame, fields=fields, items=items, where=where, end=end))
    faults = tuple(fault for event in found if isinstance(event, Bad) for fault in event.faults)
    if faults:
        return Failure(faults)
    return Success(tuple(event for event in found if isinstance(event, Sample)))


def events_of(
    frame: object,
    *,
    fields: Fields | Mapping[str, object] | None = None,
    items: ItemKind = "auto",
    where: Filters | Mapping[str, str | Sequence[str]] = (),
    end: End = "",
) -> Iterator[Event]:
    """Give an event for every row of a frame, one after the other.

    >>> next(events_of([{"id": 1, "gold": ["a"], "pred": []}])).gold
    ('a',)
    """
    mapped = _fields(fields)
    if not isinstance(mapped, Fields):
        yield Bad(mapped)
        return
    kept = _filters(where)
    said = (("end", end),) if end else ()
    source = Source(path=_NAME, format="arrow", input=said, fields=mapped, items=items, where=kept)
    filters = Where(kept)
    part = Part(source=source, root=Path(), name=_NAME, path=None, where=filters, ids=Ids("exact"))
    try:
        rows = dropped = 0
        for event in agreed(_events(frame, part), source):
            rows += 1
            dropped += isinstance(event, Filtered) and bool(event.absent)
            yield event
        if rows and rows == dropped and filters.absent is not None:
            yield Bad((filters.absent,))
    except FaultError as error:
        yield Bad((error.fault.at(file=_NAME),))


def _fields(said: Fields | Mapping[str, object] | None) -> Fields | tuple[Fault, ...]:
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
        return _given(frame)
    streams = hasattr(frame, "__arrow_c_stream__")
    if hasattr(frame, "collect") and not streams:
        raise FaultError(Fault(got="a lazy frame", expected="a frame", hint="call collect() first"))
    if isinstance(frame, Pandas):
        return _of_pandas(frame, part)
    if streams:
        return None
    expected_one = "a data frame, an Arrow table, or a list of dicts"
    raise FaultError(Fault(got=f"the type {type(frame).__name__}", expected=expected_one))


def _given(rows: Sequence[object]) -> Iterator[Mapping[str, object]]:
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            got = f"the type {type(row).__name__}"
            raise FaultError(Fault(got=got, expected="a dict", path=f"$[{at}]"))
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
            got = f"twice {shown(name)}"
            raise FaultError(Fault(got=got, expected="columns whose names differ"))
    leaves: dict[str, list[Leaf]] = {}
    for keys in answers_at(part.source):
        for place, leaf in _leaves(frame[called[keys[0]]], keys) if keys[0] in called else ():
            leaves.setdefault(place, []).append(leaf)
    for found in leaves.values():
        for doubt in unlike(found):
            raise FaultError(doubt.fault)
    cells = zip(*(frame[called[name]].array for name in there), strict=True)
    return (dict(zip(there, row, strict=True)) for row in cells)


def _leaves(column: Column, keys: Sequence[str]) -> Iterator[tuple[str, Leaf]]:
    """Give the types of the scalars in the cells of a column, each once; missing ones have none."""
    told = str(column.dtype)
    numbers = told.lower().startswith(("int", "uint", "float", "double", "bool"))
    found = dict.fromkeys(kind for cell in column.array for kind in _scalars(cell, keys[1:]))
    for place, kind in found:
        yield place, Leaf(keys[0], ".".join(keys) + place, told if numbers else kind)


def _scalars(cell: object, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
    try:
        value = plain(cell)
    except FaultError:  # It is told of where the row is read.
        return
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    yield from _kinds(value, "")


def _kinds(value: Json, place: str) -> Iterator[tuple[str, str]]:
    match value:
        case bool():
            yield place, "bool"
        case str():
            yield place, "text"
        case list():
            for one in value:
                yield from _kinds(one, place)
        case dict():
            for name, one in value.items():
                yield from _kinds(one, place + Key(name).text)
        case int() | Number():
            yield place, "int" if json_text(value).lstrip("-").isdigit() else "float"
        case _:
            return


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
