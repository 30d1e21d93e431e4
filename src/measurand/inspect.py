"""What inspect_ai loads: a metric of any definition, and a check of each log as its task ends.

It needs inspect_ai: `pip install 'measurand[inspect]'`. inspect_ai finds it by its entry point, and
loads it whenever it starts, so all else loads when it is first used.
"""

import os
from collections.abc import Mapping, Sequence
from functools import wraps
from logging import getLogger
from pathlib import Path
from typing import TYPE_CHECKING

try:
    from anyio import to_thread
    from inspect_ai.hooks import Hooks, TaskEnd, hooks
    from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target
    from inspect_ai.scorer import metric as registered
    from inspect_ai.solver import TaskState
except ModuleNotFoundError as missing:
    raise ImportError(
        f"measurand.inspect needs {missing.name}: pip install 'measurand[inspect]'",
        name=missing.name,
    ) from missing

if TYPE_CHECKING:
    from typing import Unpack

    from pandas import DataFrame

    from measurand.edges.verbs.inspect_metrics import Parts

__all__ = ["checks_df", "metric", "with_target"]

_LOGGER = getLogger(__name__)
_SWITCH = "MEASURAND_INSPECT_CHECK"
_OFF = frozenset({"off", "0", "no", "false"})


@registered(name="measurand", scores="unreduced")
def metric(definition: str | Sequence[str], **parts: "Unpack[Parts]") -> Metric:
    """Give a definition, or several, as a metric of inspect_ai."""
    from measurand.edges.verbs.inspect_metrics import inspect_metric

    numbers = inspect_metric(definition, **parts)

    def measurand(scores: list[SampleScore]) -> Mapping[str, float]:
        return numbers(scores)

    return measurand


def with_target(scorer: Scorer) -> Scorer:
    """Have a scorer write the target into `metadata.target` of its scores, where a metric sees it.

    A target of one text is that text, of several their list. All else is as the scorer gives it.
    """
    from measurand.edges.verbs.inspect_metrics import keep_target

    @wraps(scorer)
    async def scored(state: TaskState, target: Target) -> Score | None:
        found = await scorer(state, target)
        if found is not None:
            keep_target(found, target)
        return found

    return scored


def checks_df(logs: str) -> "DataFrame":
    """Check logs, and give a frame with a row for each number: `evals_df` joins it on `log`."""
    from pandas import DataFrame

    from measurand.edges.verbs.log_checks import check_rows

    return DataFrame(check_rows(logs))


@hooks(name="check", description="holds the numbers of each log to its samples")
class Check(Hooks):
    """Checks the log of a task as it ends, and says what does not follow."""

    def enabled(self) -> bool:
        """Tell whether it is switched on: it is, unless `MEASURAND_INSPECT_CHECK` says `off`."""
        return os.environ.get(_SWITCH, "").strip().lower() not in _OFF

    async def on_task_end(self, data: TaskEnd) -> None:
        """Check the log, which is written by now, while other tasks go on."""
        await to_thread.run_sync(_checked, data.log.location)


def _checked(location: str) -> None:
    from measurand.edges.verbs.log_checks import check_beside

    try:
        found = check_beside(Path(location))
    except Exception as error:  # noqa: BLE001  # an evaluation never fails of its check
        _LOGGER.warning("measurand did not check %s: %s", location, error)
        return
    level = _LOGGER.warning if found.code == 1 else _LOGGER.info
    level("measurand: %s See %s", found.says, found.markdown)
