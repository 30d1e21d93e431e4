"""The file of records: read once, then appended to, line by line, as replies come."""

from pathlib import Path
from types import TracebackType
from typing import Self

from attrs import define, field, frozen
from returns.result import Result

from measurand.edges.files.append_log import Growing, Kind, Lines, open_growing, read_growing
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.judges.tokens import Tokens
from measurand.studies.causal.asking.prompts import Limits
from measurand.studies.causal.edge.judges.record import (
    LEAD,
    Place,
    Record,
    read_record,
    record_line,
)
from measurand.studies.causal.edge.judges.settings import Run
from measurand.studies.causal.judging import Decided, Unscored
from measurand.values.fault import Fault

KIND = Kind(
    lead=LEAD,
    torn="the run before was stopped while it wrote this reply: the question is asked again",
    wrong="is this the file of a model's replies? name another one, or delete it",
    full="the replies from here on are used, but not kept",
    busy="two runs at once would ask for the same replies twice: wait, or name another file",
)


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
    tokens: Tokens = field(factory=Tokens)

    @classmethod
    def of(cls, record: Record) -> "Vote":
        """Read a record."""
        return cls(
            verdict=record.verdict,
            failed=bool(record.error),
            cut_at=record.max_tokens if record.finish == "length" else None,
            tokens=record.tokens,
        )

    def stands(self, max_tokens: int) -> bool:
        """Tell whether the question need not be asked again, by who allows replies that long."""
        return not self.failed and (self.cut_at is None or self.cut_at >= max_tokens)


@define
class Answers:
    """The replies of one run, by prompt and vote, and the places that they answer.

    `limits` are those of the last record; `tokens` are of all records, also of those whose calls
    were made again.
    """

    votes: dict[Key, Vote] = field(factory=dict)
    places: set[Place] = field(factory=set)
    limits: Limits = field(factory=Limits)
    tokens: Tokens = field(factory=Tokens)

    def add(self, record: Record) -> None:
        """Take a record in: the first reply stands, unless its call failed or it was cut short."""
        key = Key(record.digest, record.vote, record.canary)
        vote = Vote.of(record)
        before = self.votes.get(key)
        longer = before is not None and before.cut_at is not None and not vote.failed
        if before is None or before.failed or longer:
            self.votes[key] = vote
        self.places.add(record.place)
        self.limits = record.limits
        self.tokens += record.tokens


@frozen
class Found:
    """What a file of records holds, by run, and what is odd in it."""

    runs: dict[Run, Answers] = field(factory=dict)
    noticed: Faults = ()

    def take(self, record: Record) -> None:
        """Take a record in."""
        self.runs.setdefault(record.run, Answers()).add(record)


class Kept:
    """The replies of one run, and the file that takes the next ones.

    Every record is appended as one whole line: when the process is killed, at most the line then
    being written is lost; when the power fails, also what the system had not yet put on the disk.
    Where the file can not grow, that is noted, and replies are used all the same.
    """

    def __init__(self, file: Growing, run: Run, answers: Answers, noticed: Faults) -> None:
        """Take an open file and what was read of it."""
        self.run = run
        self.answers = answers
        self.noticed = noticed
        self._file = file

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.__exit__(kind, error, trace)

    def stands(self, key: Key, max_tokens: int) -> bool:
        """Tell whether a reply is at hand."""
        vote = self.answers.votes.get(key)
        return vote is not None and vote.stands(max_tokens)

    def add(self, record: Record) -> None:
        """Keep a record."""
        self.answers.add(record)
        self.noticed += self._file.add(record_line(record))


def open_kept(
    path: Path, run: Run, *, options: ReadOptions | None = None, name: str = ""
) -> Result[Kept, Faults]:
    """Open a file of records to ask on, or begin one; replies of other runs stay in it unused.

    A last line that was cut off while it was written is taken away, with a note. A file that holds
    anything else is refused and stays as it is, and so is one that another run has open (where the
    system can tell).
    """
    name = name or str(path)
    found = Found()
    return open_growing(_lines(path, found, options or ReadOptions(), name)).map(
        lambda it: _kept(it[0], run, found, it[1], name)
    )


def _lines(path: Path, found: Found, options: ReadOptions, name: str) -> Lines[Record]:
    return Lines(
        path=path,
        name=name,
        kind=KIND,
        read=lambda line: read_record(line, name, options),
        take=found.take,
        options=options,
    )


def _kept(file: Growing, run: Run, found: Found, noticed: Faults, name: str) -> Kept:
    others = sum(len(one.votes) for other, one in found.runs.items() if other != run)
    answers = found.runs.get(run, Answers())
    return Kept(file, run, answers, (*noticed, *_by_others(others, name)))


def read_kept(path: Path, options: ReadOptions, name: str) -> Result[Found, Faults]:
    """Read a file of records, whoever wrote them, and leave it as it is."""
    found = Found()
    read = read_growing(_lines(path, found, options, name))
    return read.map(lambda mend: Found(found.runs, mend.noticed))


def _by_others(number: int, name: str) -> Faults:
    if not number:
        return ()
    hint = (
        "another model, endpoint, temperature, seed or version of the prompts: they stay and are "
        "not used"
    )
    return (Fault(file=name, got=f"{number} others", expected="replies of this run", hint=hint),)
