"""The file of records: read once, then appended to, line by line, as replies come."""

from collections.abc import Mapping
from io import SEEK_END, FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from attrs import evolve, field, frozen
from returns.result import Failure, Result, Success

from measurand.causal.judging import Decided, Unscored
from measurand.edges.formats.events import ReadOptions, Rest
from measurand.edges.formats.files import Faults, check_file, unreadable
from measurand.edges.formats.lines import BUFFER, Line, read_lines
from measurand.edges.judges.record import LEAD, Place, Record, read_record, record_line
from measurand.edges.judges.settings import Run
from measurand.values.fault import Fault, shown

_MOST = 20
_RIGHT_FILE = "is this the file of a model's replies? name another one, or delete it"


@frozen
class Key:
    """Which reply of a run: the digest of the prompt, the number of the vote."""

    digest: str
    vote: int
    canary: bool = False


@frozen(kw_only=True)
class Vote:
    """What is kept in memory of a record: its verdict, its length, and what it took."""

    verdict: Decided | Unscored
    failed: bool = False
    cut_at: int | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @classmethod
    def of(cls, record: Record) -> "Vote":
        """Read a record."""
        return cls(
            verdict=record.verdict,
            failed=bool(record.error),
            cut_at=record.max_tokens if record.finish == "length" else None,
            prompt_tokens=record.prompt_tokens,
            completion_tokens=record.completion_tokens,
        )

    def stands(self, max_tokens: int) -> bool:
        """Tell whether the question need not be asked again, by who allows replies that long."""
        return not self.failed and (self.cut_at is None or self.cut_at >= max_tokens)


@frozen
class Answers:
    """The replies of one run, by prompt and vote, and the places that they answer."""

    votes: dict[Key, Vote] = field(factory=dict)
    places: set[Place] = field(factory=set)

    def add(self, record: Record) -> None:
        """Take a record in: the first reply stands, unless its call failed or it was cut short."""
        key = Key(record.digest, record.vote, record.canary)
        vote = Vote.of(record)
        before = self.votes.get(key)
        longer = before is not None and before.cut_at is not None and not vote.failed
        if before is None or before.failed or longer:
            self.votes[key] = vote
        self.places.add(record.place)


@frozen
class Found:
    """What a file of records holds, by run; what is odd in it, and how it is to be mended."""

    runs: Mapping[Run, Answers] = field(factory=dict)
    noticed: Faults = ()
    torn_at: int | None = None
    unended: bool = False


class Kept:
    """The replies of one run, and the file that takes the next ones.

    Every record is appended as one whole line: when the process is killed, at most the line then
    being written is lost; when the power fails, also what the system had not yet put on the disk.
    Where the file can not grow, that is noted, and replies are used all the same.
    """

    def __init__(self, name: str, file: FileIO, answers: Answers, noticed: Faults) -> None:
        """Take an open file and what was read of it."""
        self.answers = answers
        self.noticed = noticed
        self._name = name
        self._file = file
        self._broken = False

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
        self._file.close()

    def stands(self, key: Key, max_tokens: int) -> bool:
        """Tell whether a reply is at hand."""
        vote = self.answers.votes.get(key)
        return vote is not None and vote.stands(max_tokens)

    def add(self, record: Record) -> None:
        """Keep a record."""
        self.answers.add(record)
        if self._broken:
            return
        line = record_line(record)
        end = self._file.seek(0, SEEK_END)
        try:
            written = self._file.write(line)
            why = "" if written == len(line) else "no more room"
        except OSError as error:
            why = error.strerror or str(error)
        if why:
            self._broken = True
            self._file.truncate(end)
            hint = "the replies from here on are used, but not kept"
            fault = Fault(file=self._name, got=why, expected="a file that can grow", hint=hint)
            self.noticed += (fault,)


def open_kept(
    path: Path, run: Run, *, options: ReadOptions | None = None, name: str = ""
) -> Result[Kept, Faults]:
    """Open a file of records to ask on, or begin one; replies of other runs stay in it unused.

    A last line that was cut off while it was written is taken away, with a note. A file that holds
    anything else is refused and stays as it is, and so is one that another run has open (where the
    system can tell).
    """
    name = name or str(path)
    try:
        if path.exists() and (faults := check_file(path, name=name)):
            return Failure(faults)
        # Unbuffered and appending: a line is one write, which no other run can split.
        file = path.open("ab", buffering=0)
    except OSError as error:
        return Failure((unreadable(error, name),))
    ready = False
    try:
        if not _locked(file):
            return Failure((_in_use(name),))
        found = _read(path, options or ReadOptions(), name)
        if isinstance(found, tuple):
            return Failure(found)
        if found.torn_at is not None:
            file.truncate(found.torn_at)
        if found.unended:
            file.write(b"\n")
        ready = True
    except OSError as error:
        return Failure((unreadable(error, name),))
    finally:
        if not ready:
            file.close()
    answers = found.runs.get(run, Answers())
    others = sum(len(one.votes) for other, one in found.runs.items() if other != run)
    return Success(Kept(name, file, answers, (*found.noticed, *_by_others(others, name))))


def _locked(file: FileIO) -> bool:
    """Take the file for this run alone; it is given back when the file is closed."""
    try:
        import fcntl
    except ModuleNotFoundError:  # another system: there, two runs are told apart by nobody
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def read_kept(path: Path, options: ReadOptions, name: str) -> Result[Found, Faults]:
    """Read a file of records, whoever wrote them, and leave it as it is."""
    try:
        if faults := check_file(path, name=name):
            return Failure(faults)
        found = _read(path, options, name)
    except OSError as error:
        return Failure((unreadable(error, name),))
    return Failure(found) if isinstance(found, tuple) else Success(found)


def _read(path: Path, options: ReadOptions, name: str) -> Found | Faults:
    runs: dict[Run, Answers] = {}
    wrong: list[Fault] = []
    end = 0
    unended = False
    with path.open("rb", buffering=BUFFER) as file:
        for line in read_lines(file, max_bytes=options.max_line_bytes):
            start, end = end, end + len(line.raw)
            if isinstance(line, Rest) or line.blank:
                continue
            unended = not line.ended
            record = read_record(line, name, options)
            if isinstance(record, Record):
                runs.setdefault(record.run, Answers()).add(record)
            elif unended and not wrong and _is_torn(line.raw):
                return Found(runs, (_torn(line, name),), start)
            else:
                wrong.extend(record)
    if wrong:
        return tuple(evolve(fault, hint=fault.hint or _RIGHT_FILE) for fault in wrong[:_MOST])
    return Found(runs, unended=unended)


def _is_torn(raw: bytes) -> bool:
    """Tell whether bytes begin as the lines do that are written here."""
    return raw[: len(LEAD)] == LEAD[: len(raw)]


def _torn(line: Line, name: str) -> Fault:
    got = f"an end after {shown(line.raw[-30:].decode(errors='replace'))}"
    hint = "the run before was stopped while it wrote this reply: the question is asked again"
    return Fault(file=name, line=line.number, got=got, expected="a whole line", hint=hint)


def _in_use(name: str) -> Fault:
    hint = "two runs at once would ask for the same replies twice: wait, or name another file"
    return Fault(file=name, got="one that another run has open", expected="a file", hint=hint)


def _by_others(number: int, name: str) -> Faults:
    if not number:
        return ()
    hint = "another model, temperature, seed or version of the prompts: they stay and are not used"
    return (Fault(file=name, got=f"{number} others", expected="replies of this run", hint=hint),)
