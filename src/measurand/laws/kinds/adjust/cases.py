"""P-values of several tests, adjusted for there being several: what every adjustment must do.

What is no p-value is in `adjust_domain`, the textbook adjustments are in `adjust_by_name`.
"""

from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, silent
from measurand.laws.kinds.number_rows import Row, alike, below, numbers, row, steady, told_row
from measurand.laws.kinds.subject import Absent, Call, Number, Raised, Subject, answered, asked

PValues = Sequence[float]
Adjustment = Subject[[PValues]]

FIXED, NAN_SAFE = "fixed", "nan-safe"

NOT_A_NUMBER = float("nan")


@frozen
class AdjustCase:
    """P-values that an adjustment is tried on.

    `order` are their places in another order; `place` is one of them, where `other` may stand
    instead, another p-value, or `wild`, what is no p-value.

    >>> AdjustCase([0.01, 0.04]).reordered()
    [0.01, 0.04]
    """

    p_values: PValues
    order: Sequence[int] = (0, 1)
    place: int = 0
    other: float = 1.0
    wild: float = 1.5

    def reordered(self) -> PValues:
        """Give the p-values in the other order."""
        return [self.p_values[place] for place in self.order]

    def replaced(self, value: float) -> PValues:
        """Give the p-values with another one at the place."""
        return [value if at == self.place else p for at, p in enumerate(self.p_values)]


def adjusted(subject: Adjustment, p_values: PValues) -> Call[Row]:
    """Ask for adjusted p-values.

    >>> adjusted(Subject("none", list), [0.5]).answer
    [0.5]
    """
    return asked(subject, row, p_values)


def found(call: Call[Row], many: int) -> tuple[Number, ...] | Silent:
    """Give as many adjusted p-values as asked for; silent where they are not there.

    >>> found(Call("f", (), (0.5,)), 2)
    Silent(because='1 p-values for 2')
    """
    given = numbers(call)
    if isinstance(given, Silent) or len(given) == many:
        return given
    return Silent(f"{len(given)} p-values for {many}")


def _defined(subject: Adjustment, case: AdjustCase) -> Outcome:
    if not case.p_values:
        return Silent("no test")
    call = adjusted(subject, case.p_values)
    match call.answer:
        case Raised():
            return broken(call.answer.told(), call)
        case Absent(because):
            return broken(f"the answer is {because}", call)
        case tuple():
            if any(isinstance(item, Absent) for item in call.answer):
                return broken("one of the adjusted p-values is no number", call)
    return Holds()


def _repeatable(subject: Adjustment, case: AdjustCase) -> Outcome:
    return steady(adjusted(subject, case.p_values), adjusted(subject, case.p_values))


def _as_many(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    if not isinstance(call.answer, tuple) or not case.p_values:
        return silent(call) or Silent("no test")
    if len(call.answer) == len(case.p_values):
        return Holds()
    return broken(f"{len(call.answer)} p-values for {len(case.p_values)}", call)


def _range(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    values = numbers(call)
    if isinstance(values, Silent):
        return values
    outside = next((value for value in values if not 0 <= value <= 1), None)
    if outside is None:
        return Holds()
    return broken(f"{answered(outside)} is outside [0, 1]", call)


def _order_of_tests(subject: Adjustment, case: AdjustCase) -> Outcome:
    here, there = adjusted(subject, case.p_values), adjusted(subject, case.reordered())
    many = len(case.p_values)
    one, other = found(here, many), found(there, many)
    if isinstance(one, Silent) or isinstance(other, Silent):
        return one if isinstance(one, Silent) else Silent("the other order has no answer")
    expected = tuple(one[place] for place in case.order)
    if alike(subject, expected, other):
        return Holds()
    return broken(f"in the other order {told_row(expected)} was expected", here, there)


def _order_kept(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    values = found(call, len(case.p_values))
    if isinstance(values, Silent):
        return values
    pairs = sorted(zip(case.p_values, values, strict=True))
    for (p, low), (q, high) in pairwise(pairs):
        if not below(subject, low, high) or (p == q and not below(subject, high, low)):
            sign = "=" if p == q else "<"
            because = f"{p} {sign} {q}, adjusted {answered(low)} and {answered(high)}"
            return broken(because, call)
    return Holds()


def _nan(subject: Adjustment, case: AdjustCase) -> Outcome:
    if len(case.p_values) <= 1:
        return Silent("no other test")
    call = adjusted(subject, case.replaced(NOT_A_NUMBER))
    if not isinstance(call.answer, tuple) or len(call.answer) != len(case.p_values):
        return Holds() if isinstance(call.answer, Raised) else Silent("not one p-value for each")
    for place, item in enumerate(call.answer):
        if place == case.place and not isinstance(item, Absent):
            return broken("a missing p-value gets an adjusted one", call)
        if place != case.place and isinstance(item, Absent):
            return broken("a missing p-value takes another's away", call)
    return Holds()


def _not_below_raw(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    values = found(call, len(case.p_values))
    if isinstance(values, Silent):
        return values
    for p, value in zip(case.p_values, values, strict=True):
        if not below(subject, p, value):
            return broken(f"{p} became {answered(value)}", call)
    return Holds()


def _single(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, [case.other])
    values = found(call, 1)
    if isinstance(values, Silent):
        return values
    if alike(subject, values, (case.other,)):
        return Holds()
    return broken(f"one test alone: {case.other} became {answered(values[0])}", call)


def _further_test(subject: Adjustment, case: AdjustCase) -> Outcome:
    more = adjusted(subject, [*case.p_values, 1.0])
    return _none_lowered(subject, adjusted(subject, case.p_values), more, len(case.p_values))


def _rising(subject: Adjustment, case: AdjustCase) -> Outcome:
    if not case.p_values or case.other <= case.p_values[case.place]:
        return Silent("the other p-value is not higher")
    more = adjusted(subject, case.replaced(case.other))
    return _none_lowered(subject, adjusted(subject, case.p_values), more, len(case.p_values))


def _none_lowered(subject: Adjustment, less: Call[Row], more: Call[Row], many: int) -> Outcome:
    before, after = numbers(less), numbers(more)
    if isinstance(before, Silent) or isinstance(after, Silent):
        return before if isinstance(before, Silent) else Silent("the other case has no answer")
    if len(before) != many or len(after) < many:
        return Silent("not one p-value for each")
    for low, high in zip(before, after, strict=False):
        if not below(subject, low, high):
            return broken(f"{answered(low)} fell to {answered(high)}", less, more)
    return Holds()


_MANY = Algebra.MULTIPLE_TESTING
_FIXED = frozenset({FIXED})

ADJUST_LAWS: tuple[Law[Adjustment, AdjustCase], ...] = (
    Law("defined", "Every p-value gets an adjusted one.", _defined),
    Law("repeatable", "The same p-values get the same answer, and are left alone.", _repeatable),
    Law("as-many", "As many adjusted p-values come out as p-values went in.", _as_many, _MANY),
    Law("range", "An adjusted p-value lies between 0 and 1.", _range),
    Law(
        "order-of-tests",
        "The order in which tests are listed moves their adjusted p-values along, and no more.",
        _order_of_tests,
        Algebra.ORDER,
    ),
    Law(
        "order-kept",
        "Of two tests the one with the smaller p-value has no larger adjusted one; equal stays "
        "equal.",
        _order_kept,
        Algebra.MONOTONE,
    ),
    Law(
        "nan",
        "A missing p-value is refused, or stays missing and takes no other one away.",
        _nan,
        _MANY,
        frozenset({NAN_SAFE}),
    ),
    Law(
        "not-below-raw",
        "An adjusted p-value is not below the one it came from.",
        _not_below_raw,
        _MANY,
        _FIXED,
    ),
    Law("single", "One test alone is left as it is.", _single, Algebra.IDENTITY, _FIXED),
    Law(
        "further-test",
        "A further test with the p-value 1 lowers no adjusted one.",
        _further_test,
        Algebra.MONOTONE,
        _FIXED,
    ),
    Law(
        "rising",
        "Where one p-value rises, no adjusted one falls.",
        _rising,
        Algebra.MONOTONE,
        _FIXED,
    ),
)
