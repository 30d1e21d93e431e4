"""P-values of several tests, adjusted for there being several: what every adjustment must do.

The kind `p-adjust` has laws of every adjustment; of what is no p-value (none at all, NaN, what lies
outside [0, 1]); and of adjustments by name: the textbook forms in fractions, steps and bounds.

Sources: S. Holm (1979), A simple sequentially rejective multiple test procedure; Y. Hochberg
(1988), A sharper Bonferroni procedure for multiple tests of significance; Y. Benjamini and
Y. Hochberg (1995), Controlling the false discovery rate; Y. Benjamini and D. Yekutieli (2001),
The control of the false discovery rate in multiple testing under dependency.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import law
from measurand.laws.kinds.compare import (
    Row,
    alike,
    below,
    broken,
    numbers,
    row,
    silent,
    steady,
    told_row,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Absent, Call, Number, Raised, Subject, answered, asked

PValues = Sequence[float]
Adjustment = Subject[[PValues]]
FIXED, NAN_SAFE = "fixed", "nan-safe"
NOT_A_NUMBER = float("nan")
_MANY = Algebra.MULTIPLE_TESTING


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


def one_for_each(call: Call[Row], many: int) -> tuple[Number, ...] | Silent:
    """Give as many adjusted p-values as asked for; silent where they are not there.

    >>> one_for_each(Call("f", (), (0.5,)), 2)
    Silent(because='1 p-values for 2')
    """
    values = numbers(call)
    if isinstance(values, Silent) or len(values) == many:
        return values
    return Silent(f"{len(values)} p-values for {many}")


@law("defined", "Every p-value gets an adjusted one.")
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


@law("repeatable", "The same p-values get the same answer, and are left alone.")
def _repeatable(subject: Adjustment, case: AdjustCase) -> Outcome:
    return steady(adjusted(subject, case.p_values), adjusted(subject, case.p_values))


@law("as-many", "As many adjusted p-values come out as p-values went in.", _MANY)
def _as_many(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    if not isinstance(call.answer, tuple) or not case.p_values:
        return silent(call) or Silent("no test")
    if len(call.answer) == len(case.p_values):
        return Holds()
    return broken(f"{len(call.answer)} p-values for {len(case.p_values)}", call)


@law("range", "An adjusted p-value lies between 0 and 1.")
def _range(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    values = numbers(call)
    if isinstance(values, Silent):
        return values
    outside = next((value for value in values if not 0 <= value <= 1), None)
    if outside is None:
        return Holds()
    return broken(f"{answered(outside)} is outside [0, 1]", call)


@law(
    "order-of-tests",
    "The order in which tests are listed moves their adjusted p-values along, and no more.",
    Algebra.ORDER,
)
def _order_of_tests(subject: Adjustment, case: AdjustCase) -> Outcome:
    here, there = adjusted(subject, case.p_values), adjusted(subject, case.reordered())
    many = len(case.p_values)
    one, other = one_for_each(here, many), one_for_each(there, many)
    if isinstance(one, Silent) or isinstance(other, Silent):
        return one if isinstance(one, Silent) else Silent("the other order has no answer")
    expected = tuple(one[place] for place in case.order)
    if alike(subject, expected, other):
        return Holds()
    return broken(f"in the other order {told_row(expected)} was expected", here, there)


@law(
    "order-kept",
    "Of two tests the one with the smaller p-value has no larger adjusted one; equal stays equal.",
    Algebra.MONOTONE,
)
def _order_kept(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    values = one_for_each(call, len(case.p_values))
    if isinstance(values, Silent):
        return values
    pairs = sorted(zip(case.p_values, values, strict=True))
    for (p, low), (q, high) in pairwise(pairs):
        if not below(subject, low, high) or (p == q and not below(subject, high, low)):
            sign = "=" if p == q else "<"
            because = f"{p} {sign} {q}, adjusted {answered(low)} and {answered(high)}"
            return broken(because, call)
    return Holds()


@law(
    "nan",
    "A missing p-value is refused, or stays missing and takes no other one away.",
    _MANY,
    NAN_SAFE,
)
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


@law("not-below-raw", "An adjusted p-value is not below the one it came from.", _MANY, FIXED)
def _not_below_raw(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, case.p_values)
    values = one_for_each(call, len(case.p_values))
    if isinstance(values, Silent):
        return values
    for p, value in zip(case.p_values, values, strict=True):
        if not below(subject, p, value):
            return broken(f"{p} became {answered(value)}", call)
    return Holds()


@law("single", "One test alone is left as it is.", Algebra.IDENTITY, FIXED)
def _single(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, [case.other])
    values = one_for_each(call, 1)
    if isinstance(values, Silent):
        return values
    if alike(subject, values, (case.other,)):
        return Holds()
    return broken(f"one test alone: {case.other} became {answered(values[0])}", call)


@law(
    "further-test",
    "A further test with the p-value 1 lowers no adjusted one.",
    Algebra.MONOTONE,
    FIXED,
)
def _further_test(subject: Adjustment, case: AdjustCase) -> Outcome:
    more = adjusted(subject, [*case.p_values, 1.0])
    return _none_lowered(subject, adjusted(subject, case.p_values), more, len(case.p_values))


@law("rising", "Where one p-value rises, no adjusted one falls.", Algebra.MONOTONE, FIXED)
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


ADJUST_LAWS: tuple[Law[Adjustment, AdjustCase], ...] = (
    _defined,
    _repeatable,
    _as_many,
    _range,
    _order_of_tests,
    _order_kept,
    _nan,
    _not_below_raw,
    _single,
    _further_test,
    _rising,
)


CHECKED, EMPTY_FAMILY = "checked", "empty-family"
NAN_RAISES, NAN_KEPT, NAN_COUNTED = "nan-raises", "nan-kept", "nan-counted"


@law(
    "empty-family",
    "No test gives no adjusted p-value: an empty list.",
    Algebra.EMPTY_RULES,
    EMPTY_FAMILY,
)
def _empty_family(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, [*case.p_values[:0]])
    return Holds() if call.answer == () else broken("no test needs no adjustment: []", call)


@law("checked", "What is below 0 or above 1 raises.", _MANY, CHECKED)
def _checked(subject: Adjustment, case: AdjustCase) -> Outcome:
    return _refuses(adjusted(subject, case.replaced(case.wild)), case)


@law("nan-raises", "A missing p-value raises.", _MANY, NAN_RAISES)
def _nan_raises(subject: Adjustment, case: AdjustCase) -> Outcome:
    return _refuses(adjusted(subject, case.replaced(NOT_A_NUMBER)), case)


def _refuses(call: Call[Row], case: AdjustCase) -> Outcome:
    if not case.p_values:
        return Silent("no test")
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("it answers what is no p-value", call)


@law(
    "nan-kept",
    "A missing p-value stays missing; the others are adjusted as if it were not there.",
    _MANY,
    NAN_KEPT,
)
def _nan_kept(subject: Adjustment, case: AdjustCase) -> Outcome:
    rest = [p for at, p in enumerate(case.p_values) if at != case.place]
    return _beside_nan(subject, case, adjusted(subject, rest), len(rest))


@law(
    "nan-counted",
    "A missing p-value stays missing; the others are adjusted as if it were 1.",
    _MANY,
    NAN_COUNTED,
)
def _nan_counted(subject: Adjustment, case: AdjustCase) -> Outcome:
    return _beside_nan(subject, case, adjusted(subject, case.replaced(1.0)), len(case.p_values))


def _beside_nan(subject: Adjustment, case: AdjustCase, rest: Call[Row], many: int) -> Outcome:
    if len(case.p_values) <= 1:
        return Silent("no other test")
    call = adjusted(subject, case.replaced(NOT_A_NUMBER))
    values = one_for_each(rest, many)
    if isinstance(values, Silent):
        return values
    left = [v for at, v in enumerate(values) if many < len(case.p_values) or at != case.place]
    expected: list[Number | Absent] = [*left]
    expected.insert(case.place, Absent("nan"))
    if isinstance(call.answer, tuple) and alike(subject, call.answer, tuple(expected)):
        return Holds()
    return broken(f"expected {told_row(tuple(expected))}", call, rest)


DOMAIN_LAWS: tuple[Law[Adjustment, AdjustCase], ...] = (
    _empty_family,
    _checked,
    _nan_raises,
    _nan_kept,
    _nan_counted,
)


HOLM, HOCHBERG, BONFERRONI, BH, BY = "holm", "hochberg", "bonferroni", "bh", "by"
STEP_DOWN, STEP_UP = "step-down", "step-up"
AT_MOST_BONFERRONI, AT_MOST_HOLM = "at-most-bonferroni", "at-most-holm"
Textbook = Callable[[PValues], tuple[Fraction, ...]]


def scaled(p_values: PValues, factors: Sequence[Fraction]) -> tuple[list[int], list[Fraction]]:
    """Sort p-values and multiply each by the factor of its rank: places, and products.

    >>> scaled([0.5, 0.25], [Fraction(2), Fraction(1)])
    ([1, 0], [Fraction(1, 2), Fraction(1, 2)])
    """
    places = sorted(range(len(p_values)), key=lambda place: p_values[place])
    products = [
        factor * Fraction(p_values[place]) for factor, place in zip(factors, places, strict=True)
    ]
    return places, products


def placed(places: Sequence[int], values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Put values back to their places, none above 1.

    >>> placed([1, 0], [Fraction(1, 2), Fraction(3)])
    (Fraction(1, 1), Fraction(1, 2))
    """
    by_place = dict(zip(places, values, strict=True))
    return tuple(min(Fraction(1), by_place[place]) for place in range(len(values)))


def holm_of(p_values: PValues) -> tuple[Fraction, ...]:
    """Adjust as Holm (1979): down from the smallest, m - rank + 1 times, never falling.

    >>> [float(p) for p in holm_of([0.25, 0.125])]
    [0.25, 0.25]
    """
    size = len(p_values)
    places, products = scaled(p_values, [Fraction(size - rank) for rank in range(size)])
    return placed(places, list(accumulate(products, max)))


def _up(p_values: PValues, factors: Sequence[Fraction]) -> tuple[Fraction, ...]:
    places, products = scaled(p_values, factors)
    return placed(places, list(accumulate(reversed(products), min))[::-1])


def hochberg_of(p_values: PValues) -> tuple[Fraction, ...]:
    """Adjust as Hochberg (1988): up from the largest, m - rank + 1 times, never rising.

    >>> [float(p) for p in hochberg_of([0.25, 0.375])]
    [0.375, 0.375]
    """
    size = len(p_values)
    return _up(p_values, [Fraction(size - rank) for rank in range(size)])


def bh_of(p_values: PValues) -> tuple[Fraction, ...]:
    """Adjust as Benjamini and Hochberg (1995): up from the largest, m / rank times.

    >>> [float(p) for p in bh_of([0.25, 0.125])]
    [0.25, 0.25]
    """
    size = len(p_values)
    return _up(p_values, [Fraction(size, rank) for rank in range(1, size + 1)])


def by_of(p_values: PValues) -> tuple[Fraction, ...]:
    """Adjust as Benjamini and Yekutieli (2001): as `bh_of`, times 1 + 1/2 + ... + 1/m.

    >>> [float(p) for p in by_of([0.25, 0.125])]
    [0.375, 0.375]
    """
    size = len(p_values)
    harmonic = sum((Fraction(1, rank) for rank in range(1, size + 1)), Fraction(0))
    return _up(p_values, [harmonic * Fraction(size, rank) for rank in range(1, size + 1)])


def bonferroni_of(p_values: PValues) -> tuple[Fraction, ...]:
    """Multiply each by how many there are, at most 1.

    >>> [float(p) for p in bonferroni_of([0.25, 0.75])]
    [0.5, 1.0]
    """
    size = len(p_values)
    return placed(*scaled(p_values, [Fraction(size)] * size))


def _equals(textbook: Textbook) -> Callable[[Adjustment, AdjustCase], Outcome]:
    def check(subject: Adjustment, case: AdjustCase) -> Outcome:
        call = adjusted(subject, case.p_values)
        values = one_for_each(call, len(case.p_values))
        if isinstance(values, Silent):
            return values
        exact = textbook(case.p_values)
        expected: tuple[Number, ...] = tuple(
            float(want) if isinstance(value, float) else want
            for value, want in zip(values, exact, strict=True)
        )
        if alike(subject, values, expected):
            return Holds()
        return broken(f"expected {told_row(tuple(map(float, exact)))}", call)

    return check


def _never_above(textbook: Textbook) -> Callable[[Adjustment, AdjustCase], Outcome]:
    def check(subject: Adjustment, case: AdjustCase) -> Outcome:
        call = adjusted(subject, case.p_values)
        values = one_for_each(call, len(case.p_values))
        if isinstance(values, Silent):
            return values
        for value, most in zip(values, textbook(case.p_values), strict=True):
            bound: Number = float(most) if isinstance(value, float) else most
            if not below(subject, value, bound):
                return broken(f"{answered(value)} is above {float(most)}", call)
        return Holds()

    return check


def _step_down(subject: Adjustment, case: AdjustCase) -> Outcome:
    if not case.p_values:
        return Silent("no test")
    p = case.p_values[case.place]
    higher = case.other if case.other > p else 1.0
    return _untouched(subject, case, higher, [q < p for q in case.p_values])


def _step_up(subject: Adjustment, case: AdjustCase) -> Outcome:
    if not case.p_values:
        return Silent("no test")
    p = case.p_values[case.place]
    lower = case.other if case.other < p else 0.0
    return _untouched(subject, case, lower, [q > p for q in case.p_values])


def _untouched(
    subject: Adjustment, case: AdjustCase, value: float, untouched: Sequence[bool]
) -> Outcome:
    less, more = adjusted(subject, case.p_values), adjusted(subject, case.replaced(value))
    before, after = one_for_each(less, len(case.p_values)), one_for_each(more, len(case.p_values))
    if isinstance(before, Silent) or isinstance(after, Silent):
        return before if isinstance(before, Silent) else Silent("the other case has no answer")
    for one, other, still in zip(before, after, untouched, strict=True):
        if still and not alike(subject, (one,), (other,)):
            return broken(f"{answered(one)} became {answered(other)}", less, more)
    return Holds()


def _law(
    name: str, says: str, check: Callable[[Adjustment, AdjustCase], Outcome]
) -> Law[Adjustment, AdjustCase]:
    return law(name, says, _MANY, name)(check)


NAMED_LAWS: tuple[Law[Adjustment, AdjustCase], ...] = (
    _law(HOLM, "Adjusted p-values are Holm's, from the textbook.", _equals(holm_of)),
    _law(HOCHBERG, "Adjusted p-values are Hochberg's, from the textbook.", _equals(hochberg_of)),
    _law(BONFERRONI, "Adjusted p-values are m times the p-values.", _equals(bonferroni_of)),
    _law(BH, "Adjusted p-values are Benjamini's and Hochberg's.", _equals(bh_of)),
    _law(BY, "Adjusted p-values are Benjamini's and Yekutieli's.", _equals(by_of)),
    _law(
        AT_MOST_BONFERRONI,
        "No adjusted p-value is above m times its p-value.",
        _never_above(bonferroni_of),
    ),
    _law(AT_MOST_HOLM, "No adjusted p-value is above Holm's.", _never_above(holm_of)),
    _law(
        STEP_DOWN,
        "Where a p-value rises, the tests with smaller p-values keep theirs adjusted.",
        _step_down,
    ),
    _law(
        STEP_UP,
        "Where a p-value falls, the tests with larger p-values keep theirs adjusted.",
        _step_up,
    ),
)


P_ADJUST_LAWS = (*ADJUST_LAWS, *DOMAIN_LAWS, *NAMED_LAWS)
P_ADJUST: Kind[[PValues], AdjustCase] = Kind(
    name="p-adjust",
    takes="a list of p-values, and gives as many adjusted ones in the same order",
    claims={
        FIXED: "only the number of tests counts: nothing is estimated from the p-values",
        HOLM: "Holm 1979",
        HOCHBERG: "Hochberg 1988",
        BONFERRONI: "m times each p-value, at most 1",
        BH: "Benjamini and Hochberg 1995",
        BY: "Benjamini and Yekutieli 2001",
        AT_MOST_BONFERRONI: "never above Bonferroni's",
        AT_MOST_HOLM: "never above Holm's",
        STEP_DOWN: "an adjusted p-value does not look at larger p-values",
        STEP_UP: "an adjusted p-value does not look at smaller p-values, but for their number",
        CHECKED: "what is below 0 or above 1 raises",
        NAN_SAFE: "NaN is refused, or stays NaN and takes no other p-value away",
        NAN_RAISES: "NaN raises",
        NAN_KEPT: "NaN stays NaN, the others are adjusted as if it were not there",
        NAN_COUNTED: "NaN stays NaN, the others are adjusted as if it were 1",
        EMPTY_FAMILY: "no p-value gives an empty list",
    },
    laws=P_ADJUST_LAWS,
    apart=(
        frozenset({NAN_RAISES, NAN_KEPT, NAN_COUNTED}),
        frozenset({HOLM, HOCHBERG, BONFERRONI, BH, BY}),
    ),
)
