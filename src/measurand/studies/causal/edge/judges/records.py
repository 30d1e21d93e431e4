"""One call as one line of JSON, `causal-answer/1`: cache, transcript and replay in one format.

A record holds what was asked for (by digest, for prompts are made anew from the problem), what came
back, and who answered; no key and no header is ever in it. The file of records is read once, then
appended to, line by line, as replies come.
"""

from pathlib import Path

from attrs import asdict, define, field, frozen
from returns.result import Result

from measurand.edges.files.append_log import Growing, Keeper, Lines, open_growing, read_growing
from measurand.edges.files.append_log import Kind as LogKind
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.files.json.fields import TEXT, Opened, as_object, as_truth, whole
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    encode,
    exact,
    expected,
)
from measurand.edges.files.lines import Line
from measurand.edges.files.samples.sample_of_record import record_of
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
_KINDS = {kind.value: kind for kind in Kind}


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


def record_line(record: Record) -> bytes:
    """Write a record as one line, with its end.

    >>> place = Place(sample_id="1", kind=Kind.ABDUCTION, subject="F")
    >>> run = Run(model="small-1", temperature=None, seed=None)
    >>> record_line(Record(place=place, run=run, vote=0, digest="4f53"))[:70]
    b'{"schema":"causal-answer/1","sample_id":"1","kind":"abductive","subjec'
    """
    run = record.run
    temperature = None if run.temperature is None else Number(repr(float(run.temperature)))
    tree: dict[str, Json] = {
        "schema": SCHEMA,
        "sample_id": _sound(record.place.sample_id),
        "kind": record.place.kind.value,
        "subject": _sound(record.place.subject),
        "vote": record.vote,
        **({"canary": True} if record.canary else {}),
        "model": run.model,
        **({"endpoint": run.host} if run.host else {}),
        "prompts": run.prompts,
        "digest": record.digest,
        "temperature": temperature,
        "seed": None if run.seed is None else run.seed + record.vote,
        "max_tokens": record.max_tokens,
        "structured": record.structured,
        **_limits(record.limits),
    }
    if record.error:
        tree["error"] = _sound(record.error)
    else:
        tree |= {
            "answered_by": _sound(record.answered_by),
            "reply": _sound(record.reply),
            "finish": _sound(record.finish),
        }
    return encode(tree | _usage(record)) + b"\n"


def _limits(limits: Limits) -> dict[str, Json]:
    """Write limits where they are not the usual ones."""
    written: dict[str, Json] = {**asdict(limits)}
    return {} if limits == Limits() else {"limits": written}


def _usage(record: Record) -> dict[str, Json]:
    """Write what a call took; nothing where it failed and took nothing."""
    tokens = record.tokens
    if record.error and tokens == Tokens():
        return {}
    written: dict[str, Json] = {
        "prompt_tokens": tokens.prompt,
        "completion_tokens": tokens.completion,
    }
    return {"usage": written | ({"uncounted": tokens.uncounted} if tokens.uncounted else {})}


def _sound(text: str) -> str:
    """Escape halves of surrogate pairs, which no file can hold."""
    return text.encode(errors="backslashreplace").decode()


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
    record = _record(at)
    if at.faults:
        return tuple(fault.at(file=file, line=line.number) for fault in at.faults)
    return record


def _record(at: Opened) -> Record:
    count = whole(0, _MOST)
    vote = at.need("vote", whole(0, MOST_VOTES - 1), 0)
    seed = at.maybe("seed", whole(-_MOST, _MOST))
    error = at.maybe("error", TEXT) or ""
    usage = at.under("usage") or Opened({}, "$.usage", at.faults)
    return Record(
        place=Place(
            sample_id=at.need("sample_id", TEXT, ""),
            kind=at.need("kind", _kind, Kind.LOGIC),
            subject=at.need("subject", TEXT, ""),
        ),
        run=Run(
            model=at.need("model", TEXT, ""),
            temperature=at.maybe("temperature", exact),
            seed=None if seed is None else seed - vote,
            prompts=at.maybe("prompts", TEXT) or PROMPTS,
            host=at.maybe("endpoint", TEXT) or "",
        ),
        vote=vote,
        digest=at.need("digest", TEXT, ""),
        canary=at.maybe("canary", as_truth) or False,
        max_tokens=at.maybe("max_tokens", count) or 0,
        structured=at.maybe("structured", TEXT) or "",
        answered_by=at.maybe("answered_by", TEXT) or "",
        reply="" if error else at.need("reply", TEXT, ""),
        finish=at.maybe("finish", TEXT) or "",
        tokens=Tokens(
            prompt=usage.maybe("prompt_tokens", count) or 0,
            completion=usage.maybe("completion_tokens", count) or 0,
            uncounted=usage.maybe("uncounted", count) or 0,
        ),
        limits=_read_limits(at),
        error=error,
    )


def _read_limits(at: Opened) -> Limits:
    usual = {name: int(most) for name, most in asdict(Limits()).items()}
    found, count = at.under("limits"), whole(1, _MOST)
    if found is None:
        return Limits()
    return Limits(**{name: found.maybe(name, count) or most for name, most in usual.items()})


def _kind(value: Json) -> Kind:
    if isinstance(value, str) and value in _KINDS:
        return _KINDS[value]
    raise expected(f"one of {', '.join(_KINDS)}", value)


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

    def __init__(self, file: Growing, run: Run, answers: Answers, noticed: Faults) -> None:
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
