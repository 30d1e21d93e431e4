"""One call as one line of JSON, `causal-answer/1`: cache, transcript and replay in one format.

A record holds what was asked for (by digest, for prompts are made anew from the problem), what came
back, and who answered; no key and no header is ever in it.
"""

from attrs import asdict, field, frozen

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
from measurand.edges.judges.tokens import Tokens
from measurand.studies.causal.asking.prompts import PROMPTS, Limits
from measurand.studies.causal.asking.replies import KEYS, read_reply
from measurand.studies.causal.edge.judges.reply_text import tree_of
from measurand.studies.causal.edge.judges.settings import MOST_VOTES, Run
from measurand.studies.causal.judging import Decided, Kind, Question, Unscored
from measurand.values.fault import shown

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
    found, usual = at.under("limits"), Limits()
    if found is None:
        return usual
    count = whole(1, _MOST)
    return Limits(
        text=found.maybe("text", count) or usual.text,
        reasoning=found.maybe("reasoning", count) or usual.reasoning,
        graph=found.maybe("graph", count) or usual.graph,
    )


def _kind(value: Json) -> Kind:
    if isinstance(value, str) and value in _KINDS:
        return _KINDS[value]
    raise expected(f"one of {', '.join(_KINDS)}", value)
