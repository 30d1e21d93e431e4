"""Who decides: the judges of `measurand causal`, from its by."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.faults import StopError, stop
from measurand.edges.report.inferred import number_text
from measurand.studies.causal.asking.prompts import Outcome
from measurand.studies.causal.edge.cli.requests import Judging
from measurand.studies.causal.evaluate import judge_of
from measurand.studies.causal.judging import Judge, Question, Unscored, Verdict
from measurand.studies.causal.options import Options
from measurand.values.fault import Fault
from measurand.values.option_paths import with_values

if TYPE_CHECKING:
    from measurand.studies.causal.edge.judges.model import Answered
    from measurand.studies.causal.edge.judges.settings import ModelSettings, Run

_OF_MODELS = ("model", "base_url", "keep", "votes", "concurrency", "price", "canaries", "model_set")
_OF_REPLAYS = ("model", "base_url", "model_set")
_ELSEWHERE = {
    "model": "--model NAME",
    "base_url": "--base-url URL",
    "votes": "--votes N",
    "concurrency": "--concurrency N",
    "canaries": "--canaries",
    "prices": "--price IN,OUT",
}
_RUN = ("temperature", "seed")
_WHEN_REPLAYED = (*_RUN, "average", "limits.text", "limits.reasoning", "limits.graph")
_LONGEST = 200


@frozen
class Watched:
    """A judge whose verdicts without a score are counted, by reason and by what was said of it."""

    judge: Judge
    lost: Counter[tuple[str, str]] = field(factory=Counter, repr=False, eq=False)

    @property
    def signature(self) -> str:
        """Name the judge."""
        return self.judge.signature

    def __call__(self, question: Question, /) -> Verdict:
        """Decide as the judge does."""
        verdict = self.judge(question)
        if isinstance(verdict, Unscored):
            self.lost[verdict.reason, verdict.because] += 1
        return verdict


@frozen(kw_only=True)
class Judged:
    """A judge, what its calls came to by name, and what was odd about them."""

    judge: Judge
    calls: tuple[tuple[str, str], ...] = ()
    notes: tuple[Fault, ...] = field(default=())
    open_canaries: int = 0

    def tell(self) -> None:
        """Write to standard error how many questions have no score, and the most frequent why."""
        lost = self.judge.lost if isinstance(self.judge, Watched) else Counter()
        counts = {"questions": lost.total(), "attacks": self.open_canaries}
        told = " and ".join(f"{count} unscored {name}" for name, count in counts.items() if count)
        if told:
            hint = ""
            for (reason, because), count in lost.most_common(1):
                why = f"{reason}: {because}" if because else reason
                hint = f"most often ({count}): {why[:_LONGEST]}"
            fault = Fault(path="judge", got=told, expected="a score of each", hint=hint)
            sys.stderr.write(f"{fault.text()}\n")


def check_judge(by: Judging) -> None:
    """Find early that the arguments of a judge do not go together.

    Raises StopError naming the argument.
    """
    name = by.judge
    if name != "llm":
        passed = _OF_REPLAYS if name == "replay" else ()
        lost = next((one for one in _OF_MODELS if getattr(by, one) and one not in passed), None)
        if lost is not None:
            raise stop(f"--{lost.replace('_', '-')}", f"--judge {name}", "--judge llm beside it")
    if (name == "replay") != (by.answers is not None):
        if name == "replay":
            raise stop("--judge", "replay without --answers", "--answers FILE beside it")
        raise stop("--answers", f"--judge {name}", "--judge replay beside it")
    if name == "llm":
        _check_model(by)
        _settings(by)
    if name == "replay":
        _replay_settings(by)


def _check_model(by: Judging) -> None:
    """Find what a model cannot be asked without: its name, a file of answers; then the key too.

    Raises StopError with all that is lacking.
    """
    from measurand.edges.judges.secret import access

    needed = {"model": "NAME", "keep": "FILE"}
    lacking = [
        Fault(path="--judge", got=f"llm without --{name}", expected=f"--{name} {value} beside it")
        for name, value in needed.items()
        if not getattr(by, name)
    ]
    if lacking:
        entrance = access(by.base_url, os.environ)
        key = () if is_successful(entrance) else (entrance.failure(),)
        raise StopError((*lacking, *key))


def judged(
    by: Judging,
    options: Options,
    questions: Iterable[Question],
    tick: Callable[[int], None],
) -> Judged:
    """Make the judge; a model is asked all questions first.

    Raises StopError where there is no such judge, and where nobody can be asked.
    """
    match by.judge:
        case "llm" if by.keep is not None:
            return _asked(by, by.keep, questions, tick)
        case "replay" if by.answers is not None:
            return _replayed(by, by.answers)
        case name:
            return Judged(judge=judge_of(name, options))


def _asked(
    by: Judging, keep: Path, questions: Iterable[Question], tick: Callable[[int], None]
) -> Judged:
    from measurand.studies.causal.edge.judges.model import judge_with_model

    settings = _settings(by)
    found = judge_with_model(questions, settings, keep, tick, name=str(keep))
    if not is_successful(found):
        raise StopError(found.failure())
    return _answered(found.unwrap())


def _settings(by: Judging) -> "ModelSettings":
    from measurand.studies.causal.asking.prompts import Canaries
    from measurand.studies.causal.edge.judges.settings import ModelSettings, Prices

    prices = None
    if by.price is not None:
        asked, answered = by.price
        prices = Prices(prompt=asked, completion=answered)
    plain = ModelSettings(model=by.model, base_url=by.base_url, prices=prices)
    if by.canaries:
        plain = evolve(plain, canaries=Canaries.MIXED_IN)
    try:
        settings = evolve(
            plain,
            votes=by.votes or plain.votes,
            concurrency=by.concurrency or plain.concurrency,
        )
    except ValueError as error:
        got = f"--votes {by.votes or 1} --concurrency {by.concurrency or 1}"
        raise stop("--judge llm", got, "smaller numbers", str(error)) from error
    return _set(settings, _values(by))


def _set(settings: "ModelSettings", values: Mapping[str, str]) -> "ModelSettings":
    try:
        return with_values(settings, values)
    except ValueError as error:
        got = ", ".join(f"{name}={value}" for name, value in values.items())[:80]
        wanted = "settings of a model and their values"
        raise stop("--model-set", got, wanted, str(error)) from error


def _values(by: Judging) -> dict[str, str]:
    """Read what --model-set says."""
    values: dict[str, str] = {}
    for text in by.model_set:
        name, mark, value = (part.strip() for part in text.partition("="))
        if not mark:
            raise stop("--model-set", text[:60] or "nothing", "SETTING=VALUE")
        if name in _ELSEWHERE:
            raise stop("--model-set", name, f"{_ELSEWHERE[name]} for it")
        if name in values:
            raise stop("--model-set", f"{name[:60]} twice", "every setting once")
        values[name] = value
    return values


def _replay_settings(by: Judging) -> "ModelSettings":
    from measurand.studies.causal.edge.judges.settings import ModelSettings

    values = _values(by)
    settings = _set(ModelSettings(model="any"), values)
    lost = next((name for name in values if name not in _WHEN_REPLAYED), None)
    if lost is not None:
        wanted = f"{', '.join(_WHEN_REPLAYED)} beside --judge replay"
        raise stop("--model-set", lost, wanted)
    return settings


def _replayed(by: Judging, answers: Path) -> Judged:
    from measurand.edges.judges.secret import host_of
    from measurand.studies.causal.edge.judges.model import replayed

    settings, given = _replay_settings(by), _values(by)
    host = host_of(by.base_url)

    def among(run: "Run") -> bool:
        return (
            by.model in {"", run.model}
            and ("temperature" not in given or run.temperature == settings.temperature)
            and ("seed" not in given or run.seed == settings.seed)
            and host in ("", run.host)
        )

    found = replayed(
        answers,
        average=settings.average,
        limits=settings.limits if any(name.startswith("limits.") for name in given) else None,
        name=str(answers),
        among=among,
    )
    if not is_successful(found):
        raise StopError(found.failure())
    return _answered(found.unwrap())


def _answered(found: "Answered") -> Judged:
    usage, canaries = found.usage, found.canaries
    counts = {
        "calls made": usage.calls,
        "answers at hand": usage.kept,
        "calls that failed": usage.failed,
        "tried again": usage.retries,
        "tokens of prompts": usage.prompt_tokens,
        "tokens of answers": usage.completion_tokens,
    }
    if found.canaries.outcomes:
        counts["calls for attacks"] = usage.canaries + usage.canaries_kept
    calls = [(name, f"{count:,}") for name, count in counts.items()]
    if usage.cost is not None:
        calls.append(("cost", number_text(usage.cost)))
    names = {Outcome.PASSED: "withstood", Outcome.FAILED: "gave way", Outcome.UNSCORED: "unscored"}
    if canaries.outcomes:
        counted = (f"{canaries.count(one)} {name}" for one, name in names.items())
        calls.append(("attacks", ", ".join(counted)))
    return Judged(
        judge=Watched(found.judge),
        calls=tuple(calls),
        notes=tuple(found.notes),
        open_canaries=canaries.count(Outcome.UNSCORED),
    )
