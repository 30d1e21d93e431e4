"""Plans, tests and comparisons as JSON.

An interval, an effect and an estimate have the names of their fields. A p-value is an exact number,
with how it was found and the least that could have come out beside it.
"""

from attrs import frozen

from measurand.edges.files.json.shapes import (
    JsonDocument,
    Shape,
    Shapes,
    Tree,
    beside,
    keys,
    made,
    rare,
)
from measurand.edges.report.compare_view import Compared
from measurand.inference.family import Judged
from measurand.inference.interval import Interval
from measurand.inference.plan import Overflow, Plan
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Definition


def _overflow(plan: Plan) -> Overflow | None:
    return None if plan.overflow is Overflow.REFUSE else plan.overflow


def _how(interval: Interval) -> str | None:
    return "; ".join(interval.notes) or None


_INTERVALS: Shape = (
    *keys("ends level replicates seed stream cluster"),
    *rare(made(overflow=_overflow)),
)

INTERVALS: Shapes = {
    Plan: _INTERVALS,
    Interval: (*keys("low high level degenerate"), *made(how=_how)),
    PValue: (*beside("value"), *keys("how least")),
}
"""Where nothing is tested: of a plan, what makes intervals."""

JUDGED: Shape = (
    *keys("first second difference interval p_value", under="hypothesis.found"),
    *keys("adjusted tests verdict"),
    *keys("effects units left_out", under="hypothesis.found"),
)
"""One test of a family."""

TESTS: Shapes = {
    **INTERVALS,
    Plan: (*_INTERVALS, *keys("test correction alpha at_alpha")),
    Judged: JUDGED,
}
"""Where systems are compared."""


@frozen
class _Comparison:
    definition: Definition
    judged: Judged


@frozen
class _Sides:
    first: int
    second: int


def _first(compared: Compared) -> str:
    return compared.files[0]


def _second(compared: Compared) -> str:
    return compared.files[1]


def _answers(compared: Compared) -> tuple[str, ...] | None:
    return compared.answers or None


def _alone(compared: Compared) -> _Sides:
    return _Sides(*compared.alone)


def _comparisons(compared: Compared) -> tuple[_Comparison, ...]:
    return tuple(_Comparison(*test) for test in compared.tests)


COMPARISONS: Shapes = {
    **TESTS,
    Compared: (
        *made(first=_first, second=_second, answers=_answers, alone=_alone),
        *keys("plan"),
        *made(sources="readings", comparisons=_comparisons),
    ),
    _Comparison: (*keys("definition"), *beside("judged")),
}


COMPARE = JsonDocument("compare", COMPARISONS, body=Compared, exit_code=int)


def compare_json(compared: Compared, code: int) -> Tree:
    """Make a tree of a comparison.

    >>> nothing = Compared(tests=(), plan=Plan(), files=("a", "b"), alone=(1, 0), readings={})
    >>> compare_json(nothing, 0)["alone"]
    {'first': 1, 'second': 0}
    """
    return COMPARE.tree(compared, exit_code=code)
