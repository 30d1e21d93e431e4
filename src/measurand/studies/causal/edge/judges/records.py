"""One call as one line of JSON, `causal-answer/1`: cache, transcript and replay in one format.

A record holds what was asked for (by digest, for prompts are made anew from the problem), what came
back, and who answered; no key and no header is ever in it. The file of records is read once, then
appended to, line by line, as replies come.
"""

from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from attrs import define, evolve, field, fields, frozen
from returns.result import Result

from measurand.edges.files.append_log import (
    AppendLog,
    Keeper,
    Lines,
    open_append_log,
    read_append_log,
)
from measurand.edges.files.append_log import Kind as LogKind
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.files.json.described import (
    TEXTUAL,
    TRUTH,
    Field,
    constant,
    member,
    optional,
    rare,
    required,
    schema_text,
    whole,
)
from measurand.edges.files.json.described import Kind as Shaped
from measurand.edges.files.json.described import Record as Described
from measurand.edges.files.json.fields import TEXT, Opened, as_object
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    encode,
    exact,
)
from measurand.edges.files.lines import Line
from measurand.edges.files.samples.record import record_of
from measurand.edges.judges.envelope import Tokens
from measurand.studies.causal.asking.prompts import PROMPTS, Limits
from measurand.studies.causal.asking.replies import KEYS, read_reply
from measurand.studies.causal.edge.judges.reply_text import tree_of
from measurand.studies.causal.edge.judges.settings import MOST_VOTES, Run
from measurand.studies.causal.judging import Decided, Kind, Question, Unscored
from measurand.values.fault import Fault, shown

SCHEMA = "causal-answer/1"
LEAD = f'{{"schema":"{SCHEMA}",'.encode()
"""How every line begins that is written here."""

FAILED, CUT_OFF, REFUSED = "call failed", "cut off", "refused"
_REFUSALS = ("refusal", "content_filter")
_MOST = 2**53
T = TypeVar("T")


@frozen(kw_only=True)
class Place:
    """What a record answers, for people and for finding out that a prompt has changed."""

    sample_id: str
    kind: Kind
    subject: str

    @classmethod
    def of(cls, question: Question) -> "Place":
        """Take the place of a question."""
        return cls(sample_id=question.problem.id, kind=question.kind, subject=question.subject)


@frozen(kw_only=True)
class Record:
    """One call: what was asked, by which settings, and what came back.

    `finish` is why the model stopped, in the endpoint's word (`stop`, `length`, `content_filter`),
    or `refusal`. `error` says why there is no reply, empty where there is one; it tells nothing of
    the model, and the question is asked again by the next run. `tokens` are of all tries of the
    call, those that came to nothing among them; `limits` are those of the prompt.
    """

    place: Place
    run: Run
    vote: int
    digest: str
    canary: bool = False
    max_tokens: int = 0
    structured: str = ""
    answered_by: str = ""
    reply: str = field(default="", repr=False)
    finish: str = ""
    tokens: Tokens = field(factory=Tokens)
    limits: Limits = field(factory=Limits)
    error: str = ""

    @property
    def verdict(self) -> Decided | Unscored:
        """Read the reply."""
        if self.error:
            return Unscored(reason=FAILED, because=self.error)
        if self.finish == "length":
            because = f"the reply was cut off after {self.max_tokens} tokens"
            return Unscored(reason=CUT_OFF, because=because)
        if self.finish in _REFUSALS:
            return Unscored(reason=REFUSED, because=self.reply[:200])
        tree = tree_of(self.reply, KEYS[self.place.kind])
        return tree if isinstance(tree, Unscored) else read_reply(self.place.kind, tree)


def _sound(text: str) -> str:
    """Escape halves of surrogate pairs, which no file can hold."""
    return text.encode(errors="backslashreplace").decode()


@frozen(kw_only=True)
class _Answer:
    """A record as its line has it: flat, and None where a key is left out."""

    sample_id: str
    kind: Kind
    subject: str
    vote: int
    canary: bool
    model: str
    host: str
    prompts: str
    digest: str
    temperature: Fraction | None
    seed: int | None
    max_tokens: int
    structured: str
    limits: Limits
    error: str
    answered_by: str | None
    reply: str | None
    finish: str | None
    tokens: Tokens | None


def _limit(name: str) -> Field[int]:
    return optional(name, whole(1, _MOST), int(getattr(Limits(), name)))


def _inside(record: "Described[T]") -> Shaped[T]:
    return Shaped(record.take, record.schema, record.write)


def _number_or_null(value: Fraction | None) -> Json:
    return None if value is None else Number(repr(float(value)))


def _reply(at: Opened) -> str | None:
    """Read the reply, which has to be there where no error says why it is not."""
    error = at.value.get("error")
    return None if isinstance(error, str) and error else at.need("reply", TEXT, "")


_COUNT = whole(0, _MOST)
_SOUND = Shaped(TEXT, TEXTUAL.schema, _sound)
_LIMITS = Described(Limits, "limits", **{one.name: _limit(one.name) for one in fields(Limits)})
_USAGE = Described(
    Tokens,
    "usage",
    prompt=optional("prompt_tokens", _COUNT, 0),
    completion=optional("completion_tokens", _COUNT, 0),
    uncounted=rare("uncounted", _COUNT, 0),
)
ANSWERS = Described(
    _Answer,
    "answer",
    constant("schema", SCHEMA),
    sample_id=required("sample_id", _SOUND, "", "the sample that was asked about"),
    kind=required("kind", member(Kind), Kind.LOGIC),
    subject=required("subject", _SOUND, "", "the node or link that was asked about"),
    vote=required("vote", whole(0, MOST_VOTES - 1), 0),
    canary=rare("canary", TRUTH, False),  # noqa: FBT003  # the value of a key
    model=required("model", TEXTUAL, ""),
    host=rare("endpoint", TEXTUAL, ""),
    prompts=optional("prompts", TEXTUAL, PROMPTS, "the version of the prompts"),
    digest=required("digest", TEXTUAL, "", "the SHA-256 of the prompt"),
    temperature=optional("temperature", Shaped(exact, {"type": "number"}, _number_or_null), None),
    seed=optional("seed", whole(-_MOST, _MOST), None, "that of the run, and the vote"),
    max_tokens=optional("max_tokens", _COUNT, 0),
    structured=optional("structured", TEXTUAL, ""),
    limits=rare("limits", _inside(_LIMITS), Limits(), "of the prompt, where they are not usual"),
    error=rare("error", _SOUND, "", "why there is no reply"),
    answered_by=rare("answered_by", _SOUND, None),
    reply=evolve(rare("reply", _SOUND, None, "needed where there is no error"), of=_reply),
    finish=rare("finish", _SOUND, None, "why the model stopped, in the word of the endpoint"),
    tokens=rare("usage", _inside(_USAGE), None),
)
"""A record as its line is: what reads it, writes it and describes it."""


def record_line(record: Record) -> bytes:
    """Write a record as one line, with its end.

    >>> place = Place(sample_id="1", kind=Kind.ABDUCTION, subject="F")
    >>> run = Run(model="small-1", temperature=None, seed=None)
    >>> record_line(Record(place=place, run=run, vote=0, digest="4f53"))[:70]
    b'{"schema":"causal-answer/1","sample_id":"1","kind":"abductive","subjec'
    """
    return encode(ANSWERS.write(_answer_of(record))) + b"\n"


def _answer_of(record: Record) -> _Answer:
    run, place, failed = record.run, record.place, bool(record.error)
    took_nothing = failed and record.tokens == Tokens()
    return _Answer(
        sample_id=place.sample_id,
        kind=place.kind,
        subject=place.subject,
        vote=record.vote,
        canary=record.canary,
        model=run.model,
        host=run.host,
        prompts=run.prompts,
        digest=record.digest,
        temperature=run.temperature,
        seed=None if run.seed is None else run.seed + record.vote,
        max_tokens=record.max_tokens,
        structured=record.structured,
        limits=record.limits,
        error=record.error,
        answered_by=None if failed else record.answered_by,
        reply=None if failed else record.reply,
        finish=None if failed else record.finish,
        tokens=None if took_nothing else record.tokens,
    )


def _record_of(answer: _Answer) -> Record:
    seed = None if answer.seed is None else answer.seed - answer.vote
    return Record(
        place=Place(sample_id=answer.sample_id, kind=answer.kind, subject=answer.subject),
        run=Run(
            model=answer.model,
            temperature=answer.temperature,
            seed=seed,
            prompts=answer.prompts or PROMPTS,
            host=answer.host,
        ),
        vote=answer.vote,
        digest=answer.digest,
        canary=answer.canary,
        max_tokens=answer.max_tokens,
        structured=answer.structured,
        answered_by=answer.answered_by or "",
        reply=answer.reply or "",
        finish=answer.finish or "",
        tokens=answer.tokens or Tokens(),
        limits=answer.limits,
        error=answer.error,
    )


def answer_schema_text() -> str:
    """Write the schema of a record, as docs/reference holds it."""
    return schema_text(ANSWERS.document("causal-answer/1: a call of a judge, and what came back"))


def read_record(line: Line, file: str, options: ReadOptions) -> Record | Faults:
    """Read a record, or say all that is wrong with it. Keys that nobody asks for are passed over.

    >>> line = Line(3, b"", b'{"schema": "cf-answer/1"}')
    >>> read_record(line, "a.jsonl", ReadOptions())[0].text()
    "a.jsonl:3: $.schema: expected 'causal-answer/1', got 'cf-answer/1'"
    """
    try:
        at = Opened(as_object(record_of(line, file, options).value), "$", [])
    except FaultError as error:
        return (error.fault.at(file=file, line=line.number),)
    schema = at.need("schema", TEXT, SCHEMA)
    if schema != SCHEMA:
        at.wrong("schema", shown(schema), shown(SCHEMA))
    answer = ANSWERS.read(at)
    if answer is None or at.faults:
        return tuple(fault.at(file=file, line=line.number) for fault in at.faults)
    return _record_of(answer)


KIND = LogKind(
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


class Kept(Keeper):
    """The replies of one run, and the file that takes the next ones.

    Every record is appended as one whole line: when the process is killed, at most the line then
    being written is lost; when the power fails, also what the system had not yet put on the disk.
    Where the file can not grow, that is noted, and replies are used all the same.
    """

    def __init__(self, file: AppendLog, run: Run, answers: Answers, noticed: Faults) -> None:
        """Take an open file and what was read of it."""
        self.run = run
        self.answers = answers
        super().__init__(file, noticed)

    def stands(self, key: Key, max_tokens: int) -> bool:
        """Tell whether a reply is at hand."""
        vote = self.answers.votes.get(key)
        return vote is not None and vote.stands(max_tokens)

    def add(self, record: Record) -> None:
        """Keep a record."""
        self.answers.add(record)
        self.noticed += self.file.add(record_line(record))


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
    return open_append_log(_lines(path, found, options or ReadOptions(), name)).map(
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


def _kept(file: AppendLog, run: Run, found: Found, noticed: Faults, name: str) -> Kept:
    others = sum(len(one.votes) for other, one in found.runs.items() if other != run)
    answers = found.runs.get(run, Answers())
    return Kept(file, run, answers, (*noticed, *_by_others(others, name)))


def read_kept(path: Path, options: ReadOptions, name: str) -> Result[Found, Faults]:
    """Read a file of records, whoever wrote them, and leave it as it is."""
    found = Found()
    read = read_append_log(_lines(path, found, options, name))
    return read.map(lambda mend: Found(found.runs, mend.noticed))


def _by_others(number: int, name: str) -> Faults:
    if not number:
        return ()
    hint = (
        "another model, endpoint, temperature, seed or version of the prompts: they stay and are "
        "not used"
    )
    return (Fault(file=name, got=f"{number} others", expected="replies of this run", hint=hint),)
