"""Parquet and Arrow: only the columns that a mapping reads are decoded, batch by batch.

A batch is bounded by rows, not by bytes; it is cut into slices of a hundred rows before it becomes
Python objects. A struct of lists is how some writers keep a list of structs: it is turned round
where it stands in gold or in an answer.

Whoever wrote a table, it is a schema and batches here. pyarrow is loaded when a table is read. A
Parquet file may be cut between row groups, which are read by themselves.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.formats.arrow_values import (
    check_type,
    is_struct_of_lists,
    leaves_of,
    slots_of,
    slots_of_pairs,
    type_at,
    values_of,
)
from measurand.edges.files.json.value import FaultError, Json, encode, expected, wrong
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
from measurand.edges.files.samples.compression import MAGIC, compression_of
from measurand.edges.files.samples.format import Cut, Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess, Rows, guess_fields
from measurand.edges.files.samples.opening import MOST_LINES, Head, is_stream
from measurand.edges.files.samples.part import Part, telling
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.record_reader import recorded
from measurand.evidence.formats import LABELS, Choice, Records, Stance
from measurand.evidence.paths import Key
from measurand.evidence.source import Source
from measurand.values.fault import shown, visible

if TYPE_CHECKING:
    from pyarrow import DataType, NativeFile, RecordBatch, Schema


PARQUET, SEALED = b"PAR1", b"PARE"
ARROW, STREAM, OLD = b"ARROW1", b"\xff\xff\xff\xff", b"FEA1"
ROWS = 4096
_FREE = 2**24
_PIP = "pip install 'measurand[arrow]'"
_A_FILE, _A_TABLE = "a Parquet file", "an Arrow file or stream"


@frozen
class Table:
    """A table: its schema, its batches by the names of columns, and the rows of the file before."""

    schema: "Schema"
    batches: Callable[[Sequence[str]], Iterator["RecordBatch"]]
    before: int = 0


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Turn what pyarrow says of bytes into a fault.

    Raises FaultError instead, also where pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError:
        raise wrong(what, "pyarrow to read it", _PIP) from None
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, MemoryError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        got = visible(said)[:200] or type(error).__name__
        raise wrong(got, f"{what} that can be read") from None


def table_of(part: Part, file: BufferedReader) -> Table:
    """Open the file of a part, whose bytes are also given, decompressed.

    Raises FaultError where it is no table, is encrypted or is broken.
    """
    head = file.peek(8)[:8]
    if part.source.format == "parquet":
        with readable(_A_FILE):
            _checked(head, PARQUET, _A_FILE)
            return _parquet(_seekable(part, file), part)
    with readable(_A_TABLE):
        if head.startswith(ARROW):
            return _file(_seekable(part, file))
        _checked(head, STREAM, _A_TABLE)
        return stream_of(file)


def _checked(head: bytes, magic: bytes, what: str) -> None:
    if head.startswith(magic):
        return
    known = {
        SEALED: ("an encrypted Parquet file", "write it without encryption"),
        OLD: ("a Feather file of version 1", "write it as version 2"),
        PARQUET: ("a Parquet file", "say --input-format parquet"),
        ARROW[:4]: ("an Arrow file", "say --input-format arrow"),
        STREAM: ("an Arrow stream", "say --input-format arrow"),
    }
    first = shown(head.decode(errors="replace")) if head else "an empty file"
    got, hint = known.get(head[:4], (first, ""))
    raise wrong(got, what, hint)


def _seekable(part: Part, file: BufferedReader) -> "NativeFile":
    """Give a file in which pyarrow can seek: the one on disk, or its bytes in memory."""
    from pyarrow import BufferReader, OSFile

    if part.path is not None and not is_stream(part.path):
        with part.path.open("rb") as raw:
            packed = compression_of(raw.read(MAGIC))
        if not packed:
            return OSFile(str(part.path))
    return BufferReader(part.all_of(file))


def _file(source: "NativeFile") -> Table:
    from pyarrow.ipc import open_file

    reader = open_file(source)
    batches = (reader.get_batch(at) for at in range(reader.num_record_batches))
    return Table(reader.schema, lambda names: _pieces(batches, names))


def stream_of(file: BufferedReader) -> Table:
    """Open the bytes of an Arrow stream, which are read as they come."""
    from pyarrow.ipc import open_stream

    reader = open_stream(file)
    return Table(reader.schema, lambda names: _pieces(reader, names))


def table_in(frame: object) -> Table:
    """Open a data frame that offers its columns by the Arrow PyCapsule interface.

    Raises FaultError where it cannot give them.
    """
    with readable("a frame"):
        from pyarrow import RecordBatchReader

        reader = RecordBatchReader.from_stream(frame)
        return Table(reader.schema, lambda names: _pieces(reader, names))


def _pieces(batches: "Iterator[RecordBatch]", names: Sequence[str]) -> "Iterator[RecordBatch]":
    """Check batches, whose bytes nobody has looked at so far, and cut them into shorter ones."""
    for batch in batches:
        some = batch.select(list(names))
        some.validate(full=True)
        yield from (some.slice(at, ROWS) for at in range(0, some.num_rows, ROWS))


def _parquet(source: "NativeFile", part: Part) -> Table:
    from pyarrow.parquet import ParquetFile

    file = ParquetFile(source)
    meta = file.metadata
    groups = range(part.start, meta.num_row_groups if part.end is None else part.end)
    # Of a column's metadata nothing is asked: pyarrow ends the process where it is broken.
    large = sum(meta.row_group(group).total_byte_size for group in groups)
    most = part.options.max_expansion
    if large > _FREE + most * source.size():
        expected = f"at most {most} times as many bytes as the file has"
        raise wrong(f"{large} bytes when decompressed", expected)

    def batches(names: Sequence[str]) -> "Iterator[RecordBatch]":
        for batch in file.iter_batches(
            batch_size=ROWS, row_groups=list(groups), columns=list(names), use_threads=False
        ):
            batch.validate(full=True)
            yield batch

    before = sum(meta.row_group(at).num_rows for at in range(part.start))
    return Table(file.schema_arrow, batches, before)


Renamed = Mapping[str, Callable[[Json], Json]]
"""What is done to the values of columns before they are read."""

_READ = "a table"
_TOGETHER = 128
"""So few rows become Python objects at once that the collector of garbage finds nothing old."""


@telling
def read_arrow(part: Part) -> Iterator[Event]:
    """Give an event for every row of a Parquet file, an Arrow file or an Arrow stream."""
    with part.opened(part.path) as file:
        yield from table_events(table_of(part, file), part)


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
            raise wrong(f"twice {shown(column.name)}", "columns whose names differ")
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
            raise wrong(got, "labels of one type", hint)


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
                columns = [_values(piece, name) for name in names]
            yield [
                list(map(renamed[name], values)) if name in renamed else values
                for name, values in zip(names, columns, strict=True)
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


def sniff_parquet(head: Head) -> Guess | None:
    """Tell Parquet by the bytes that it begins with.

    >>> sniff_parquet(Head(name="a.bin", raw=b"PAR1...")).source.format
    'parquet'
    """
    return _table(head, "parquet") if head.raw.startswith(PARQUET) else None


def sniff_arrow(head: Head) -> Guess | None:
    """Tell files and streams of Arrow by the bytes that they begin with.

    >>> sniff_arrow(Head(name="a.bin", raw=b"ARROW1...")).source.format
    'arrow'
    """
    return _table(head, "arrow") if head.raw.startswith((ARROW, STREAM)) else None


def _table(head: Head, kind: str) -> Guess:
    rows = first_rows(head)
    if not rows:
        said = "columns are named id, gold and pred: the first bytes do not tell what is in there"
        return Guess(source=Source(path=head.name, format=kind), assumptions=(said,))
    fields, notes = guess_fields(rows)
    source = None if fields is None else Source(path=head.name, format=kind, fields=fields)
    return Guess(source=source, assumptions=notes)


def first_rows(head: Head) -> Rows:
    """Give the first rows of a table by the names of its columns; none where it cannot be read.

    >>> first_rows(Head(name="a.parquet", raw=b"PAR1..."))
    ()
    """
    if head.path is None or not head.raw.startswith((PARQUET, ARROW, STREAM)):
        return ()
    kind = "parquet" if head.raw.startswith(PARQUET) else "arrow"
    source = Source(path=head.name, format=kind)
    part = Part(source=source, root=Path(), name=head.name, path=head.path)
    try:
        with readable(_READ), part.open() as file:
            return _begun(table_of(part, file), part)
    except FaultError:
        return ()


def _begun(table: Table, part: Part) -> Rows:
    names = [name for name in table.schema.names if _is_plain(table.schema, name, part)]
    rows: list[dict[str, Json]] = []
    for batch in table.batches(names):
        some = batch.slice(0, MOST_LINES - len(rows))
        columns = [_values(some, name) for name in names]
        cells = zip(*columns, strict=True)
        blank = dict.fromkeys(table.schema.names)
        rows += [{**blank, **dict(zip(names, row, strict=True))} for row in cells]
        if len(rows) >= MOST_LINES:
            break
    return rows or [dict.fromkeys(table.schema.names)]


def _is_plain(schema: "Schema", name: str, part: Part) -> bool:
    """Tell whether the values of a column can be looked at, and its name is of no other."""
    try:
        levels = part.options.max_depth
        check_type(schema.field(name).type, f"${Key(name).text}", levels=levels)
    except (FaultError, KeyError):
        return False
    return list(schema.names).count(name) == 1


PARQUET_FORMAT = SampleFormat(
    name="parquet",
    about="Parquet files",
    files=".parquet",
    shape=("id: string, gold: list<string>, pred: list<string>",),
    gold="the column gold, or what fields.gold names",
    pred="the column pred, or what fields.pred names",
    traps=("A struct of lists, as older data sets have it, is read as a list of structs.",),
    extra="arrow",
    records=Records.MAPPED,
    own_choices=(
        LABELS,
        Choice(
            "pushdown",
            "list cells",
            "whether DuckDB counts equal strings, or tuples of them, where "
            "ids are not looked at (--ids off): the same numbers, sooner",
            among=("off", "duckdb"),
            default="off",
        ),
    ),
    stances={
        "list cells": (Stance("fixes", "lists of texts or structs; a struct of lists is the same"),)
    },
    read=read_arrow,
    sniff=sniff_parquet,
    extent=Extent.FILE,
    cut=Cut.ROW_GROUPS,
    first_rows=first_rows,
)


ARROW_FORMAT = evolve(
    PARQUET_FORMAT,
    name="arrow",
    about="Arrow files and Arrow streams",
    files=".arrow, .feather",
    shape=("id: string, gold: list<struct<aspect, polarity>>, pred: the same",),
    traps=("Files and streams begin differently: the bytes tell, not the name.",),
    own_choices=(LABELS,),
    sniff=sniff_arrow,
    cut=Cut.NOWHERE,
)
