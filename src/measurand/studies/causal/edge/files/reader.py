"""Files of reasoning graphs, and of rows of scores: JSON Lines, a JSON list, or one object."""

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from attrs import evolve, frozen

from measurand.edges.files.events import Bad, ReadOptions, Rest
from measurand.edges.files.files import check_file, unreadable
from measurand.edges.files.json.value import FaultError, Json, decode, without_duplicates
from measurand.edges.files.lines import BOM, BUFFER, Line, read_lines
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.record import record_of
from measurand.studies.causal.edge.files.items import Item, read_item
from measurand.studies.causal.edge.files.scores import HEADER, Header, is_row, read_header, read_row
from measurand.studies.causal.rows import CausalRow
from measurand.values.fault import Fault, shown

LONGEST_LINE = 2**28
"""Bytes of a line, or of a document, that are read."""
DEFAULT = ReadOptions(max_line_bytes=LONGEST_LINE)
_RAW = msgspec.json.Decoder(list[msgspec.Raw])
T = TypeVar("T", bound=Item | CausalRow | Header)
_Faults = tuple[Fault, ...]


def read_items(
    path: Path, *, name: str = "", options: ReadOptions = DEFAULT
) -> Iterator[Item | Bad | Rest]:
    """Give an item, or what is wrong, for every record of a file; `name` is how the user calls it.

    Lines are read one at a time; a document (a list of records, or one object on several lines) is
    held in memory. With `options.strict` what is odd in a graph is a fault, as are keys that stand
    twice. A file that cannot be opened, or has no records, is one fault.

    >>> [bad] = read_items(Path("no/such.jsonl"))
    >>> bad.faults[0].text()
    'no/such.jsonl: expected a file, got nothing of that name'
    """

    def read(record: Json, number: int, raw: bytes) -> Item | _Faults:
        found = read_item(record, number=number, raw=_compact(raw))
        if options.strict and isinstance(found, Item) and found.notes:
            odd = found.notes
            return tuple(Fault(path=one.path, got=one.got, expected=one.expected) for one in odd)
        return found

    return _of_file(path, _Reader(name or str(path), options, read))


def read_rows(
    path: Path, *, name: str = "", options: ReadOptions = DEFAULT
) -> Iterator[CausalRow | Header | Bad | Rest]:
    """Give the header, a row, or what is wrong, for every record of a file of rows.

    A header may only be the first record.
    """
    begun = False

    def read(record: Json, _number: int, _raw: bytes) -> CausalRow | Header | _Faults:
        nonlocal begun
        header = None if begun else read_header(record)
        begun = True
        return read_row(record) if header is None else header

    reader: _Reader[CausalRow | Header] = _Reader(name or str(path), options, read)
    events = _of_file(path, reader)
    for at, event in enumerate(events):
        # Rows whose options cannot be read are no rows: that is a fault of the whole file.
        lost = at == 0 and isinstance(event, Bad) and _heads(event.raw)
        yield Bad(event.faults) if lost and isinstance(event, Bad) else event


def _heads(raw: bytes) -> bool:
    try:
        record = msgspec.json.decode(raw)
    except ValueError:
        return False
    return isinstance(record, dict) and record.get("schema") == HEADER


def holds_rows(path: Path, options: ReadOptions = DEFAULT) -> bool:
    """Tell whether the first record of a file is one of a file of rows.

    >>> holds_rows(Path("no/such.jsonl"))
    False
    """
    try:
        with path.open("rb", buffering=BUFFER) as file:
            lines = read_lines(file, max_bytes=options.max_line_bytes)
            line = next((one for one in lines if isinstance(one, Line) and not one.blank), None)
        return line is not None and is_row(record_of(line, str(path), options).value)
    except (OSError, ValueError, FaultError):
        return False


def _of_file(path: Path, reader: "_Reader[T]") -> Iterator[T | Bad | Rest]:
    faults = check_file(path, name=reader.file)
    empty = not faults
    try:
        if not faults:
            for event in _events(path, reader):
                empty = False
                yield event
    except OSError as error:
        faults, empty = (unreadable(error, reader.file),), False
    if empty:
        faults = (Fault(file=reader.file, got="a file without records", expected="records"),)
    if faults:
        yield Bad(faults)


def _events(path: Path, reader: "_Reader[T]") -> Iterator[T | Bad | Rest]:
    with path.open("rb", buffering=BUFFER) as file:
        lines = read_lines(file, max_bytes=reader.options.max_line_bytes)
        first = next((line for line in lines if isinstance(line, Rest) or not line.blank), None)
        if first is None:
            return
        if _opens(first, path):
            whole = reader.whole(path)
            if not isinstance(whole, Bad):
                yield from reader.document(*whole)
                return
            if path.suffix == ".json":
                yield whole
                return
        # Not a document after all: a first line that is bad spoils no other.
        for line in chain((first,), lines):
            yield from reader.line(line)


def _opens(line: Line | Rest, path: Path) -> bool:
    """Tell whether a first line begins a document that goes on behind it, or is a list."""
    content = line.content.strip() if isinstance(line, Line) else b""
    if content.startswith(b"["):
        return True
    return content == b"{" or (path.suffix == ".json" and not _complete(content))


def _complete(content: bytes) -> bool:
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except ValueError:
        return False
    return True


@frozen
class _Place:
    number: int
    line: int = 0
    path: str = "$"

    def fault(self, fault: Fault, file: str) -> Fault:
        """Say where in its file a record has a fault."""
        path = self.path + fault.path.removeprefix("$") if fault.path else self.path
        plain = fault.path if self.line else path
        return evolve(fault, file=file, line=self.line, path=plain)


class _Reader(Generic[T]):
    """Reads the records of one file; remembers what they are called."""

    def __init__(
        self,
        file: str,
        options: ReadOptions,
        read: Callable[[Json, int, bytes], T | _Faults],
    ) -> None:
        self.file = file
        self.options = options
        self._read = read
        self._ids = Ids(options.ids)

    def line(self, line: Line | Rest) -> Iterator[T | Bad | Rest]:
        """Give what is on a line that is not blank."""
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            place = _Place(line.number, line.number)
            try:
                record = record_of(line, self.file, self.options).value
            except FaultError as error:
                yield self._bad(place, (error.fault,), line.raw)
            else:
                yield self._record(place, record, line.content, line.raw)

    def whole(self, path: Path) -> tuple[Json, bytes] | Bad:
        """Take a file as one document: its value and its bytes, or what is wrong with it."""
        try:
            raw = self._bytes(path)
            value = decode(raw, max_depth=self.options.max_depth)
            if self.options.strict:
                without_duplicates(raw)
        except FaultError as error:
            return Bad((error.fault.at(file=self.file),))
        return value, raw

    def _bytes(self, path: Path) -> bytes:
        most = self.options.max_line_bytes
        with path.open("rb") as file:
            raw = file.read(most + 1)
        if len(raw) > most:
            wanted, hint = f"a document of at most {most} bytes", "write one record a line"
            raise FaultError(Fault(got="more", expected=wanted, hint=hint))
        return raw.removeprefix(BOM)

    def document(self, value: Json, raw: bytes) -> Iterator[T | Bad]:
        """Give the records of a document."""
        if not isinstance(value, list):
            yield self._record(_Place(1), value, raw.strip(), _compact(raw) + b"\n")
            return
        for number, (record, part) in enumerate(zip(value, _RAW.decode(raw), strict=True), start=1):
            content = _compact(bytes(part))
            place = _Place(number, path=f"$[{number - 1}]")
            yield self._record(place, record, content, content + b"\n")

    def _record(self, place: _Place, record: Json, content: bytes, raw: bytes) -> T | Bad:
        found = self._read(record, place.number, content)
        if isinstance(found, tuple):
            return self._bad(place, found, raw)
        name = _name(found)
        what = "line" if place.line else "record"
        before = None if name is None else self._ids.earlier(name, place.number, what)
        if before is None:
            return found
        got = f"the id {shown(name)} again, first in {before}"
        return self._bad(place, (Fault(path="$.id", got=got, expected="ids that differ"),), raw)

    def _bad(self, place: _Place, faults: _Faults, raw: bytes) -> Bad:
        return Bad(tuple(place.fault(one, self.file) for one in faults), raw)


def _name(found: Item | CausalRow | Header) -> str | None:
    match found:
        case Item():
            return found.problem.id
        case CausalRow():
            return found.sample
        case Header():
            return None


def _compact(raw: bytes) -> bytes:
    """Write a JSON text in one line; numbers and texts stay as they are written."""
    return raw if b"\n" not in raw and b"\r" not in raw else msgspec.json.format(raw, indent=-1)
