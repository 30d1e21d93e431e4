"""Files of tables as a schema and record batches of bounded length, whoever wrote them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.packed import MAGIC, compression_of
from measurand.edges.files.samples.part import DocumentTooLongError, Part
from measurand.edges.files.samples.streams import is_stream
from measurand.values.fault import Fault, shown, visible

if TYPE_CHECKING:
    from pyarrow import NativeFile, RecordBatch, Schema

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
        raise FaultError(Fault(got=what, expected="pyarrow to read it", hint=_PIP)) from None
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, MemoryError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        got = visible(said)[:200] or type(error).__name__
        raise FaultError(Fault(got=got, expected=f"{what} that can be read")) from None


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
    raise FaultError(Fault(got=got, expected=what, hint=hint))


def _seekable(part: Part, file: BufferedReader) -> "NativeFile":
    """Give a file in which pyarrow can seek: the one on disk, or its bytes in memory."""
    from pyarrow import BufferReader, OSFile

    if part.path is not None and not is_stream(part.path):
        with part.path.open("rb") as raw:
            packed = compression_of(raw.read(MAGIC))
        if not packed:
            return OSFile(str(part.path))
    most = part.options.max_document_bytes
    found = file.read(most + 1)
    if len(found) > most:
        raise DocumentTooLongError(most)
    return BufferReader(found)


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
        raise FaultError(Fault(got=f"{large} bytes when decompressed", expected=expected))

    def batches(names: Sequence[str]) -> "Iterator[RecordBatch]":
        for batch in file.iter_batches(
            batch_size=ROWS, row_groups=list(groups), columns=list(names), use_threads=False
        ):
            batch.validate(full=True)
            yield batch

    before = sum(meta.row_group(at).num_rows for at in range(part.start))
    return Table(file.schema_arrow, batches, before)
