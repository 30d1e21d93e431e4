"""A language model as judge, now or from the records of an earlier run.

The verdict is a function of the question and the records alone (`Recorded`): a live model only adds
to the records first, so that a run can be repeated without it.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from attrs import evolve, field, frozen, validators
from returns.result import Failure, Result, Success

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.judges.endpoint import Endpoint, SettingsError
from measurand.edges.judges.secret import Access, access
from measurand.studies.causal.asking.canaries import CANARIES, Canaries, Canary, Outcome, outcome
from measurand.studies.causal.asking.prompts import PROMPTS, Limits, prompt
from measurand.studies.causal.asking.replies import NOT_ANSWERED, Average, verdict
from measurand.studies.causal.edge.judges.asking import Asking, Tick, calls
from measurand.studies.causal.edge.judges.kept import Answers, Kept, Key, open_kept, read_kept
from measurand.studies.causal.edge.judges.record import Place
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
