"""A language model as judge, now or from the records of an earlier run.

Many questions are asked at once, and every reply is kept as it comes. The verdict is a function of
the question and the records alone (`Recorded`): a live model only adds to the records first, so
that a run can be repeated without it.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from attrs import evolve, field, frozen, validators
from returns.result import Failure, Result, Success

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.judges.endpoint import Called, Endpoint, Failed, SettingsError
from measurand.edges.judges.envelope import Tokens
from measurand.edges.judges.secret import Access, access
from measurand.studies.causal.asking.prompts import (
    CANARIES,
    PROMPTS,
    Canaries,
    Canary,
    Limits,
    Outcome,
    Prompt,
    outcome,
    prompt,
)
from measurand.studies.causal.asking.replies import NOT_ANSWERED, Average, verdict
from measurand.studies.causal.edge.judges.records import (
    Answers,
    Kept,
    Key,
    Place,
    Record,
    open_kept,
    read_kept,
)
from measurand.studies.causal.edge.judges.settings import (
    MOST_VOTES,
    ModelSettings,
    Run,
    Usage,
    shown_limits,
    signature,
)
from measurand.studies.causal.judging import Decided, Judge, Question, Undecided, Unscored, Verdict
from measurand.values.fault import Fault, shown

Tick = Callable[[int], None]
_BETWEEN = 10
"""How many questions there are between two canaries."""


@frozen(kw_only=True)
class Call:
    """One call to be made: a question in words, and which of its votes."""

    question: Question
    prompt: Prompt = field(repr=False)
    vote: int = 0
    canary: bool = False

    @property
    def key(self) -> Key:
        """Name its reply."""
        return Key(self.prompt.digest, self.vote, self.canary)


def calls(questions: Iterable[Question], settings: ModelSettings) -> Iterator[Call]:
    """Give the calls that questions need, one by one; canaries stand between them.

    What is too long to be shown is not asked.

    >>> from measurand.studies.causal.asking.prompts import CANARIES
    >>> settings = ModelSettings(model="small-1", votes=2, canaries=Canaries.MIXED_IN)
    >>> [(call.canary, call.vote) for call in calls([CANARIES[0].question], settings)][:4]
    [(True, 0), (True, 1), (False, 0), (False, 1)]
    """
    for question, canary in _mixed(questions, settings.canaries):
        asked = prompt(question, settings.limits)
        if isinstance(asked, Unscored):
            continue
        for vote in range(settings.votes):
            yield Call(question=question, prompt=asked, vote=vote, canary=canary)


def _mixed(questions: Iterable[Question], canaries: Canaries) -> Iterator[tuple[Question, bool]]:
    waiting = iter(CANARIES if canaries is Canaries.MIXED_IN else ())
    for number, question in enumerate(questions):
        if number % _BETWEEN == 0:
            yield from ((canary.question, True) for canary in islice(waiting, 1))
        yield question, False
    yield from ((canary.question, True) for canary in waiting)


class Asking:
    """Asks what is not on record yet, so many calls at once; counts what it takes.

    Every reply is kept the moment it is there. Which calls are under way at once changes nothing of
    what is kept but the order of the lines.
    """

    def __init__(self, endpoint: Endpoint, kept: Kept, settings: ModelSettings, tick: Tick) -> None:
        """Begin."""
        self.noticed: tuple[Fault, ...] = ()
        self._endpoint = endpoint
        self._kept = kept
        self._settings = settings
        self._tick = tick
        self._seen: set[Key] = set()
        self._counts: Counter[str] = Counter()
        self._tokens = Tokens()
        self._failed_in_row = self._done = 0

    @property
    def usage(self) -> Usage:
        """Say what it took so far."""
        prices, counts, tokens = self._settings.prices, self._counts, self._tokens
        return Usage(
            calls=counts["calls"],
            kept=counts["kept"],
            failed=counts["failed"],
            canaries=counts["canaries"],
            canaries_kept=counts["canaries_kept"],
            retries=counts["retries"],
            prompt_tokens=tokens.prompt,
            completion_tokens=tokens.completion,
            uncounted=tokens.uncounted,
            cost=None if prices is None else prices.cost(tokens.prompt, tokens.completion),
        )

    async def ask(self, todo: Iterator[Call]) -> None:
        """Make the calls; no more are made once too many have failed in a row.

        Raises SettingsError where the endpoint takes none.
        """
        workers = [asyncio.create_task(self._work(todo)) for _ in range(self._settings.concurrency)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, todo: Iterator[Call]) -> None:
        for call in todo:
            if self._failed_in_row >= self._settings.stop_after:
                self._stop()
                return
            if call.key in self._seen:
                await asyncio.sleep(0)  # lets Ctrl-C in
            elif self._kept.stands(call.key, self._settings.max_tokens):
                self._seen.add(call.key)
                self._counts["canaries_kept" if call.canary else "kept"] += 1
                await asyncio.sleep(0)
            else:
                self._seen.add(call.key)
                found = await self._endpoint.answer(call.prompt, call.vote)
                self._kept.add(self._record(call, found))
                self._count(call, found)
            self._done += 1
            self._tick(self._done)

    def _stop(self) -> None:
        if not self.noticed:
            got = f"{self._failed_in_row} calls in a row that failed"
            hint = "no more were made; what is not answered is unscored, and asked by the next run"
            self.noticed = (Fault(path="endpoint", got=got, expected="replies", hint=hint),)

    def _count(self, call: Call, found: Called | Failed) -> None:
        failed = isinstance(found, Failed)
        self._counts["canaries" if call.canary else "calls"] += 1
        self._counts["failed"] += failed and not call.canary
        self._counts["retries"] += found.retries
        self._tokens += found.tokens
        self._failed_in_row = self._failed_in_row + 1 if failed else 0

    def _record(self, call: Call, found: Called | Failed) -> Record:
        record = Record(
            place=Place.of(call.question),
            run=self._kept.run,
            vote=call.vote,
            digest=call.prompt.digest,
            canary=call.canary,
            max_tokens=self._settings.max_tokens,
            limits=self._settings.limits,
            tokens=found.tokens,
        )
        match found:
            case Failed(error=error):
                return evolve(record, error=error)
            case Called(envelope=envelope, form=form):
                return evolve(
                    record,
                    structured=form.value,
                    answered_by=envelope.answered_by,
                    reply=envelope.text,
                    finish=envelope.finish,
                )


OTHER_PROMPT = Unscored(
    reason="answers another prompt",
    because="the problem, the limits or the prompts have changed since the reply was given",
)


@frozen(kw_only=True)
class Recorded:
    """Decides by the replies on record: the same question, the same verdict.

    A reply answers a question if it answers its prompt, to the letter. With several votes, those
    that are missing count as unscored. There are at most MOST_VOTES.
    """

    signature: str
    answers: Answers = field(repr=False)
    votes: int = field(default=1, validator=validators.le(MOST_VOTES))
    average: Average = Average.MEDIAN
    limits: Limits = field(factory=Limits)
    canary: bool = False

    def __call__(self, question: Question, /) -> Verdict:
        """Decide."""
        asked = prompt(question, self.limits)
        if isinstance(asked, Unscored):
            return asked
        keys = [Key(asked.digest, vote, self.canary) for vote in range(self.votes)]
        found = [self.answers.votes.get(key) for key in keys]
        if not any(found):
            return OTHER_PROMPT if Place.of(question) in self.answers.places else NOT_ANSWERED
        votes = [NOT_ANSWERED if vote is None else vote.verdict for vote in found]
        return _with_cuts(verdict(question.kind, votes, self.average), asked.cut)


def _with_cuts(given: Verdict, cut: tuple[str, ...]) -> Verdict:
    match given:
        case Decided() if cut:
            note = f"the model did not see {'; '.join(cut)}"
            return evolve(given, details=(*given.details, ("cut", note)))
        case Decided() | Undecided() | Unscored():
            return given


NOT_INSTALLED = Fault(
    path="openai",
    got="nothing of that name",
    expected="the package of the extra `model`",
    hint="pip install 'measurand[model]'",
)


@frozen
class CanaryReport:
    """What a model said to questions whose answers are known: name, outcome, and why.

    >>> CanaryReport((("a needed node", Outcome.PASSED, ""),)).count(Outcome.PASSED)
    1
    """

    outcomes: tuple[tuple[str, Outcome, str], ...] = ()

    def count(self, sought: Outcome) -> int:
        """Count the canaries with an outcome."""
        return sum(found is sought for _, found, _ in self.outcomes)


@frozen(kw_only=True)
class Answered:
    """A judge that has its answers, what they took, and what should be known of them."""

    judge: Judge
    usage: Usage
    canaries: CanaryReport = field(factory=CanaryReport)
    notes: Faults = ()


def judge_with_model(
    questions: Iterable[Question],
    settings: ModelSettings,
    keep: Path,
    tick: Tick = lambda _done: None,
    *,
    name: str = "",
) -> Result[Answered, Faults]:
    """Ask a model what is not on record, keep its replies in a file, and judge by them.

    Questions are pulled one by one. `tick` is told how many calls are done. The key is taken from
    the environment: MEASURAND_API_KEY, or else OPENAI_API_KEY. What the endpoint does not answer is
    unscored. Faults are of the settings or the file; nothing is judged then.

    >>> settings = ModelSettings(model="small-1", base_url="no url")
    >>> judge_with_model([], settings, Path("no/such.jsonl")).failure()[0].text()
    'base_url: expected http:// or https:// with a host, and a path such as /v1, got another URL'

    Raises KeyboardInterrupt when interrupted; what was answered by then is in the file.
    """
    entrance = access(settings.base_url, os.environ)
    if isinstance(entrance, Failure):
        return Failure((entrance.failure(),))
    if find_spec("openai") is None:
        return Failure((NOT_INSTALLED,))
    way = entrance.unwrap()
    opened = open_kept(keep, evolve(settings.run, host=way.host), name=name)
    if isinstance(opened, Failure):
        return Failure(opened.failure())
    with opened.unwrap() as kept:
        try:
            usage, noticed = _run(_asked(questions, settings, way, kept, tick))
        except SettingsError as error:
            return Failure((error.fault,))
        notes = (*way.notes, *kept.noticed, *noticed, *_uncounted(usage))
        judge = Recorded(
            signature=settings.signature,
            answers=kept.answers,
            votes=settings.votes,
            average=settings.average,
            limits=settings.limits,
        )
        mixed_in = settings.canaries is Canaries.MIXED_IN
        canaries = _heard(judge) if mixed_in else CanaryReport()
        return Success(Answered(judge=judge, usage=usage, canaries=canaries, notes=notes))


async def _asked(
    questions: Iterable[Question],
    settings: ModelSettings,
    way: Access,
    kept: Kept,
    tick: Tick,
) -> tuple[Usage, Faults]:
    async with Endpoint(settings, way) as endpoint:
        asking = Asking(endpoint, kept, settings, tick)
        await asking.ask(calls(questions, settings))
        return asking.usage, asking.noticed


_Found = tuple[Usage, Faults]


def _run(work: Coroutine[None, None, _Found]) -> _Found:
    """Run to the end, also where a loop is running already (a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, work).result()


def _told(canary: Canary, verdict: Verdict) -> tuple[str, Outcome, str]:
    why = verdict.because if isinstance(verdict, Decided) else f"{verdict.reason}"
    return canary.name, outcome(canary, verdict), why


def replayed(
    path: Path,
    *,
    average: Average = Average.MEDIAN,
    limits: Limits | None = None,
    name: str = "",
    among: Callable[[Run], bool] = lambda _run: True,
) -> Result[Answered, Faults]:
    """Judge by the records of an earlier run, without a model and without the client.

    Where a file has the replies of several runs, `among` must single one out. The votes
    of a question are as many as the run had at most, and the limits are those of its last record
    unless others are given.

    >>> replayed(Path("no/such.jsonl")).failure()[0].text()
    'no/such.jsonl: expected a file, got nothing of that name'
    """
    name = name or str(path)
    read = read_kept(path, ReadOptions(), name)
    if isinstance(read, Failure):
        return Failure(read.failure())
    found = read.unwrap()
    runs = [run for run in found.runs if among(run)]
    if len(runs) != 1:
        return Failure((_which(list(found.runs), name),))
    [run] = runs
    if run.prompts != PROMPTS:
        hint = "replies are read only with the prompts that they answer: take that version of us"
        got = f"prompts of version {shown(run.prompts)}"
        return Failure((Fault(file=name, got=got, expected=f"version {PROMPTS!r}", hint=hint),))
    answers = found.runs[run]
    return Success(_replayed(answers, run, average, limits or answers.limits, found.noticed))


def _replayed(
    answers: Answers, run: Run, average: Average, limits: Limits, noticed: Faults
) -> Answered:
    votes = 1 + max(key.vote for key in answers.votes)
    written = signature("replay/1", run, votes, average, shown_limits(limits))
    judge = Recorded(
        signature=written, answers=answers, votes=votes, average=average, limits=limits
    )
    counted = Counter((key.canary, vote.failed) for key, vote in answers.votes.items())
    usage = Usage(
        kept=counted[False, False],
        failed=counted[False, True],
        canaries_kept=counted[True, False],
        prompt_tokens=answers.tokens.prompt,
        completion_tokens=answers.tokens.completion,
        uncounted=answers.tokens.uncounted,
    )
    notes = (*noticed, *_uncounted(usage))
    return Answered(judge=judge, usage=usage, canaries=_heard(judge), notes=notes)


def _uncounted(usage: Usage) -> Faults:
    if not usage.uncounted:
        return ()
    got = f"{usage.uncounted} without, or with odd ones"
    hint = "what they took is not known: tokens and cost are at least those that are told"
    return (Fault(path="usage", got=got, expected="answers with counts of tokens", hint=hint),)


def _heard(judge: Recorded) -> CanaryReport:
    """Read what was said to canaries; nothing where none was asked."""
    if not any(key.canary for key in judge.answers.votes):
        return CanaryReport()
    listening = evolve(judge, canary=True)
    return CanaryReport(tuple(_told(canary, listening(canary.question)) for canary in CANARIES))


def _which(runs: list[Run], name: str) -> Fault:
    listed = "; ".join(
        f"{run.model} ({run.host and f'at {run.host}, '}temperature {_shown(run.temperature)}, "
        f"seed {_shown(run.seed)}, prompts {run.prompts})"
        for run in runs[:5]
    )
    how = "name its model, temperature, seed or endpoint (--model, --model-set, --base-url)"
    hint = f"{how}, or split the file" if runs else "was anything asked yet?"
    return Fault(
        file=name, got=listed or "no replies", expected="the replies of one run", hint=hint
    )


def _shown(number: object) -> str:
    return "none" if number is None else str(number)
