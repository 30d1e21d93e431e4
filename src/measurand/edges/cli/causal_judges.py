"""Who decides: the judges of `measurand causal`, from its arguments."""

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from attrs import field, frozen
from returns.pipeline import is_successful

from measurand.causal.asking.canaries import Outcome
from measurand.causal.judging import Judge, Question
from measurand.edges.cli.arguments import StopError
from measurand.edges.cli.cf_runs import stop
from measurand.edges.report.inferred import number_text
from measurand.pipelines.causal.judges import judge_of
from measurand.pipelines.causal.options import Options
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from measurand.edges.judges.model import Answered

_OF_MODELS = ("model", "base_url", "keep", "votes", "concurrency", "price", "canaries")


@frozen(kw_only=True)
class Judged:
    """A judge, what its calls came to by name, and what was odd about them."""

    judge: Judge
    calls: tuple[tuple[str, str], ...] = ()
    notes: tuple[Fault, ...] = field(default=())
    open_canaries: int = 0


def check_judge(arguments: argparse.Namespace) -> None:
    """Find early that the arguments of a judge do not go together.

    Raises StopError naming the argument.
    """
    name, given = arguments.judge, vars(arguments)
    if name != "llm":
        lost = next((one for one in _OF_MODELS if given[one]), None)
        if lost is not None and not (name == "replay" and lost == "model"):
            raise stop(f"--{lost.replace('_', '-')}", f"--judge {name}", "--judge llm beside it")
    if (name == "replay") != (arguments.answers is not None):
        if name == "replay":
            raise stop("--judge", "replay without --answers", "--answers FILE beside it")
        raise stop("--answers", f"--judge {name}", "--judge replay beside it")
    if name == "llm":
        for needed in ("model", "keep"):
            if not given[needed]:
                wanted = f"--{needed} {'NAME' if needed == 'model' else 'FILE'} beside it"
                raise stop("--judge", f"llm without --{needed}", wanted)


def judged(
    arguments: argparse.Namespace,
    options: Options,
    questions: Iterable[Question],
    tick: Callable[[int], None],
) -> Judged:
    """Make the judge; a model is asked all questions first.

    Raises StopError where there is no such judge, and where nobody can be asked.
    """
    match arguments.judge:
        case "llm":
            return _asked(arguments, questions, tick)
        case "replay":
            return _replayed(arguments)
        case name:
            return Judged(judge=judge_of(name, options))


def _asked(
    arguments: argparse.Namespace, questions: Iterable[Question], tick: Callable[[int], None]
) -> Judged:
    from measurand.causal.asking.canaries import Canaries
    from measurand.edges.judges.model import judge_with_model
    from measurand.edges.judges.settings import ModelSettings, Prices

    prices = None
    if arguments.price is not None:
        asked, answered = arguments.price
        prices = Prices(prompt=asked, completion=answered)
    try:
        settings = ModelSettings(
            model=arguments.model,
            base_url=arguments.base_url,
            votes=arguments.votes or 1,
            concurrency=arguments.concurrency or 4,
            prices=prices,
            canaries=Canaries.MIXED_IN if arguments.canaries else Canaries.OFF,
        )
    except ValueError as error:
        wanted, _, got = str(error).partition(": got ")
        raise stop("--judge llm", got, wanted) from error
    found = judge_with_model(questions, settings, arguments.keep, tick, name=str(arguments.keep))
    if not is_successful(found):
        raise StopError(found.failure())
    return _answered(found.unwrap())


def _replayed(arguments: argparse.Namespace) -> Judged:
    from measurand.edges.judges.model import replayed

    found = replayed(arguments.answers, model=arguments.model, name=str(arguments.answers))
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
    calls = [(name, f"{count:,}") for name, count in counts.items()]
    if usage.cost is not None:
        calls.append(("cost", number_text(usage.cost)))
    names = {Outcome.PASSED: "withstood", Outcome.FAILED: "gave way", Outcome.UNSCORED: "unscored"}
    if canaries.outcomes:
        counted = (f"{canaries.count(one)} {name}" for one, name in names.items())
        calls.append(("attacks", ", ".join(counted)))
    return Judged(
        judge=found.judge,
        calls=tuple(calls),
        notes=tuple(found.notes),
        open_canaries=canaries.count(Outcome.UNSCORED),
    )
