"""Files of lines that grow while a program runs: read once, mended, then appended to.

A program may be stopped between any two bytes. So the last line may be torn, or lack its newline
alone: it is cut off, or ended, before anything is appended, or the next record would be glued to
it.
"""

from collections.abc import Callable
from io import SEEK_END, FileIO
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Generic, Self, TypeVar

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.edges.files.events import ReadOptions, Rest
from measurand.edges.files.files import Faults, check_file, unreadable
from measurand.edges.files.lines import BUFFER, Line, read_lines
from measurand.values.fault import Fault, shown

T = TypeVar("T")

_MOST = 20


@frozen(kw_only=True)
class Kind:
    """What a file holds: how its lines begin, and what is said where it is not as it should be.

    `torn` goes with a last line that was cut off, `wrong` with a line that is none of this kind,
    `full` with a file that cannot grow, `busy` with one that another run has open.
    """

    lead: bytes
    torn: str
    wrong: str
    full: str
    busy: str


@frozen(kw_only=True)
class Mend:
    """What is odd at the end of a file: where a torn line begins, or a last line without an end."""

    noticed: Faults = ()
    torn_at: int | None = None
    unended: bool = False


class AppendLog:
    """An open file that takes whole lines: when the process is killed, at most the last is lost.

    When the power fails, so is what the system had not yet put on the disk. Once a line cannot be
    written, none is any more.
    """

    def __init__(self, name: str, file: FileIO, kind: Kind) -> None:
        """Take a file that is open for appending."""
        self._name = name
        self._file = file
        self._kind = kind
        self._broken = False

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def add(self, line: bytes) -> Faults:
        """Append a line; a fault, once, where that cannot be done."""
        if self._broken:
            return ()
        end = self._file.seek(0, SEEK_END)
        try:
            written = self._file.write(line)
            why = "" if written == len(line) else "no more room"
        except OSError as error:
            why = error.strerror or str(error)
        if not why:
            return ()
        self._broken = True
        self._file.truncate(end)
        hint = self._kind.full
        return (Fault(file=self._name, got=why, expected="a file that can grow", hint=hint),)


class Keeper:
    """Puts lines into a file as they come, and notices what goes wrong with it."""

    def __init__(self, file: AppendLog, noticed: Faults = ()) -> None:
        """Take an open file, and what was odd in it."""
        self.file = file
        self.noticed = noticed

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.file.close()


@frozen(kw_only=True)
class Lines(Generic[T]):
    """Where lines are, of which kind, and how they are read; what was read is given to `take`."""

    path: Path
    name: str
    kind: Kind
    read: Callable[[Line], T | Faults]
    take: Callable[[T], None]
    options: ReadOptions


def read_append_log(lines: Lines[T]) -> Result[Mend, Faults]:
    """Read every line; a torn last line is told, anything else that is wrong fails."""
    try:
        found = check_file(lines.path, name=lines.name) or _read(lines)
    except OSError as error:
        return Failure((unreadable(error, lines.name),))
    return Failure(found) if isinstance(found, tuple) else Success(found)


def _read(lines: Lines[T]) -> Mend | Faults:
    wrong: list[Fault] = []
    end = 0
    unended = False
    with lines.path.open("rb", buffering=BUFFER) as file:
        for line in read_lines(file, max_bytes=lines.options.max_line_bytes):
            start, end = end, end + len(line.raw)
            if isinstance(line, Rest) or line.blank:
                continue
            unended = not line.ended
            found = lines.read(line)
            if not isinstance(found, tuple):
                lines.take(found)
            elif unended and not wrong and _begins(line.raw, lines.kind.lead):
                return Mend(noticed=(_torn(line, lines),), torn_at=start)
            else:
                wrong.extend(found)
    if wrong:
        hint = lines.kind.wrong
        return tuple(evolve(fault, hint=fault.hint or hint) for fault in wrong[:_MOST])
    return Mend(unended=unended)


def _begins(raw: bytes, lead: bytes) -> bool:
    """Tell whether bytes begin as the lines do that are written here."""
    return raw[: len(lead)] == lead[: len(raw)]


def _torn(line: Line, lines: Lines[T]) -> Fault:
    got = f"an end after {shown(line.raw[-30:].decode(errors='replace'))}"
    hint = lines.kind.torn
    return Fault(file=lines.name, line=line.number, got=got, expected="a whole line", hint=hint)


def open_append_log(lines: Lines[T]) -> Result[tuple[AppendLog, Faults], Faults]:
    """Open a file of lines, or begin one, for this run alone; also say what was odd in it.

    A torn last line is taken away. A file that holds anything else is refused and stays as it is,
    and so is one that another run has open, where the system can tell.
    """
    path, name = lines.path, lines.name
    try:
        if path.exists() and (faults := check_file(path, name=name)):
            return Failure(faults)
        # Unbuffered and appending: a line is one write, which no other run can split.
        file = path.open("ab", buffering=0)
    except OSError as error:
        return Failure((unreadable(error, name),))
    ready = False
    try:
        if not lock_alone(file):
            got = "one that another run has open"
            return Failure((Fault(file=name, got=got, expected="a file", hint=lines.kind.busy),))
        mended = read_append_log(lines).map(lambda mend: _mended(file, mend))
        ready = isinstance(mended, Success)
    except OSError as error:
        return Failure((unreadable(error, name),))
    finally:
        if not ready:
            file.close()
    return mended.map(lambda noticed: (AppendLog(name, file, lines.kind), noticed))


def _mended(file: FileIO, mend: Mend) -> Faults:
    if mend.torn_at is not None:
        file.truncate(mend.torn_at)
    if mend.unended:
        file.write(b"\n")
    return mend.noticed


def lock_alone(file: FileIO | BinaryIO) -> bool:
    """Take an open file for this process alone, until it is closed; tell whether it was free."""
    try:
        import fcntl
    except ModuleNotFoundError:  # another system: there, two runs are told apart by nobody
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
