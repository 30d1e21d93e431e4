"""Parquet and Arrow: only the columns that a mapping reads are decoded, batch by batch."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from measurand.edges.files.json.value import FaultError, Json, encode, expected
from measurand.edges.files.samples.arrow_tables import (
    ARROW,
    PARQUET,
    STREAM,
    Table,
    readable,
    table_of,
)
from measurand.edges.files.samples.arrow_values import (
    check_type,
    is_struct_of_lists,
    leaves_of,
    slots_of,
    slots_of_pairs,
    type_at,
    values_of,
)
from measurand.edges.files.samples.columns import (
    PAIRED,
    Column,
    answers_at,
    columns_of,
    fill,
    missing,
    pairs_at,
    united,
)
from measurand.edges.files.samples.document import recorded
from measurand.edges.files.samples.events import Bad, Event
from measurand.edges.files.samples.guess import Guess
from measurand.edges.files.samples.head import Head
from measurand.edges.files.samples.opened import opened
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.samples import Record
from measurand.evidence.paths import Key
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown

if TYPE_CHECKING:
    from pyarrow import DataType, RecordBatch, Schema

Renamed = Mapping[str, Callable[[Json], Json]]
"""What is done to the values of columns before they are read."""

_READ = "a table"
_TOGETHER = 128
"""So few rows become Python objects at once that the collector of garbage finds nothing old."""


def read_arrow(part: Part) -> Iterator[Event]:
    """Give an event for every row of a Parquet file, an Arrow file or an Arrow stream."""
    try:
        with opened(part.path, expansion=part.options.max_expansion) as file:
            yield from table_events(table_of(part, file), part)
    except FaultError as error:
        yield Bad((error.fault.at(file=part.name),))


def splits(path: Path) -> Sequence[tuple[int, int]]:
    """Give the ranges of row groups in which a Parquet file can be read; none where it cannot."""
    try:
        with readable(_READ):
            from pyarrow.parquet import ParquetFile

            with ParquetFile(path) as file:
                return tuple((at, at + 1) for at in range(file.metadata.num_row_groups))
    except FaultError:
        return ()


def table_events(table: Table, part: Part, renamed: Renamed | None = None) -> Iterator[Event]:
    """Give an event for every row of a table, by the mapping of the source.

    Raises FaultError where the table does not have the columns, or they hold no such values.
    """
    with readable(_READ):
        columns = _columns(table.schema, part)
        _check_named(columns, table.schema, renamed or {})
        slots = _slots(table.schema, part.source)
    records = _records(table, columns, part, renamed or {})
    if slots:
        places = (*answers_at(part.source), pairs_at(part.source))
        records = _filled(records, [place for place in places if place], slots)
    yield from recorded(records, part, before=table.before)


def _columns(schema: "Schema", part: Part) -> Sequence[Column]:
    wanted = columns_of(part.source)
    absent = missing(wanted, schema.names, part.name)
    if absent:
        raise FaultError(absent[0])
    there = [column for column in wanted if column.name in schema.names]
    for column in there:
        if schema.names.count(column.name) > 1:
            got = f"twice {shown(column.name)}"
            raise FaultError(Fault(got=got, expected="columns whose names differ"))
        levels = part.options.max_depth
        check_type(schema.field(column.name).type, column.place, levels=levels)
    return there


def _sides(schema: "Schema", source: Source) -> "Mapping[tuple[str, ...], DataType]":
    """Give the types of gold and of the answers, by the keys down to them."""
    sides: dict[tuple[str, ...], DataType] = {}
    for keys in answers_at(source):
        kind = _type_at(schema, keys)
        if kind is not None:
            sides[keys] = kind
    return sides


def _type_at(schema: "Schema", keys: Sequence[str]) -> "DataType | None":
    if not keys or schema.names.count(keys[0]) != 1:
        return None
    return type_at(schema.field(keys[0]).type, keys[1:])


def _slots(schema: "Schema", source: Source) -> Collection[str]:
    """Unite the names of slots of all sides; none where nothing has to be filled in."""
    sides = [slots_of(kind) for kind in _sides(schema, source).values()]
    if sides:
        sides.extend(slots_of_pairs(_type_at(schema, pairs_at(source)), PAIRED))
    return united(sides, source.items)


def _check_named(columns: Sequence[Column], schema: "Schema", renamed: Renamed) -> None:
    """Refuse labels that are read as their names beside labels that stay numbers."""
    labels = [one for one in columns if _items(one)]
    named = [one for one in labels if one.name in renamed]
    for column in labels if named else ():
        kinds = {kind for _, kind in leaves_of(schema.field(column.name).type)}
        whole = sorted(kind for kind in kinds if kind.startswith(("int", "uint")))
        if column.name not in renamed and whole:
            got = f"{named[0].name} as names of labels, {column.name} as {whole[0]}"
            hint = f"cast {column.name} to the ClassLabel of {named[0].name}, or write the names"
            raise FaultError(Fault(got=got, expected="labels of one type", hint=hint))


def _records(
    table: Table,
    columns: Sequence[Column],
    part: Part,
    renamed: Renamed,
) -> Iterator[Record | Bad]:
    names = [column.name for column in columns]
    kinds = {name: table.schema.field(name).type for name in names}
    spread = [one.name for one in columns if is_struct_of_lists(kinds[one.name]) and _items(one)]
    loose = [column.name for column in columns if column.droppable]
    at = table.before
    for found in _batches(table, names, renamed):
        for row in zip(*found, strict=True):
            value = dict(zip(names, row, strict=True))
            for name in loose:
                if value[name] is None:
                    del value[name]
            record = Record(value=value, file=part.name, bases=(("$", f"$[{at}]"),))
            at += 1
            yield _gathered(record, value, spread) if spread else record


def _filled(
    records: Iterator[Record | Bad], places: Sequence[tuple[str, ...]], slots: Collection[str]
) -> Iterator[Record | Bad]:
    for record in records:
        if isinstance(record, Record):
            fill(record.value, places, slots)
        yield record


def _items(column: Column) -> bool:
    return column.whole and column.role in {"gold", "answer"}


def _batches(
    table: Table, names: Sequence[str], renamed: Renamed
) -> Iterator[Sequence[Sequence[Json]]]:
    batches = table.batches(names)
    while True:
        with readable(_READ):
            batch = next(batches, None)
            if batch is None:
                return
            pieces = [batch.slice(at, _TOGETHER) for at in range(0, batch.num_rows, _TOGETHER)]
        for piece in pieces:
            with readable(_READ):
                found = [_values(piece, name) for name in names]
            yield [
                list(map(renamed[name], values)) if name in renamed else values
                for name, values in zip(names, found, strict=True)
            ]


def _values(batch: "RecordBatch", name: str) -> Sequence[Json]:
    try:
        return values_of(batch.column(name))
    except FaultError as error:
        place = f"${Key(name).text}{error.fault.path.removeprefix('$')}"
        raise FaultError(evolve(error.fault, path=place)) from None


def _gathered(record: Record, value: dict[str, Json], spread: Sequence[str]) -> Record | Bad:
    """Make lists of structs of columns that hold structs of lists."""
    try:
        for name in spread:
            value[name] = _listed(value[name], f"$.{name}")
    except FaultError as error:
        return Bad((record.placed(error.fault),), encode(value) + b"\n")
    return record


def _listed(value: Json, place: str) -> Json:
    """Make a list of structs of a struct of lists.

    >>> _listed({"aspect": ["food", "staff"], "polarity": ["good", None]}, "$.gold")
    [{'aspect': 'food', 'polarity': 'good'}, {'aspect': 'staff', 'polarity': None}]
    """
    if not isinstance(value, dict):
        return value
    columns = [held if isinstance(held, list) else [] for held in value.values()]
    if len({len(column) for column in columns}) > 1:
        lengths = ", ".join(str(len(column)) for column in columns)
        raise expected("lists of one length", f"lengths {lengths}", path=place)
    return [dict(zip(value, row, strict=True)) for row in zip(*columns, strict=True)]


def seems(head: Head) -> Guess | None:
    """Tell Parquet and Arrow by the bytes that they begin with.

    >>> seems(Head(name="a.bin", raw=b"PAR1...")).source.format
    'parquet'
    """
    if head.raw.startswith(PARQUET):
        source = Source(path=head.name, format="parquet")
    elif head.raw.startswith((ARROW, STREAM)):
        source = Source(path=head.name, format="arrow")
    else:
        return None
    said = "columns are named id, gold and pred: the first bytes do not tell what is in there"
    return Guess(source=source, assumptions=(said,))
