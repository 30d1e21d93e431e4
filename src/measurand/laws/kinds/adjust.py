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
from operator import gt, lt

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Check,
    Question,
    faultless,
    faultless_pair,
    needing,
    refused,
    repeated,
)
from measurand.laws.kinds.compare import (
    Row,
    alike,
    below,
    broken,
    numbers,
    row,
    row_repr,
    silent,
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


AdjustCheck = Check[[PValues], AdjustCase]
AdjustLaw = Law[Adjustment, AdjustCase]


def adjusted(subject: Adjustment, p_values: PValues) -> Call[Row]:
    """Ask for adjusted p-values.

    >>> adjusted(Subject("none", list), [0.5]).answer
    [0.5]
    """
    return asked(subject, row, p_values)


def one_for_each(call: Call[Row]) -> tuple[Number, ...] | Silent:
    """Give as many adjusted p-values as were asked for; silent where they are not there.

    >>> one_for_each(Call("f", ([0.01, 0.04],), (0.5,)))
    Silent(because='1 p-values for 2')
    """
    values, (given, *_) = numbers(call), call.arguments
    many = len(given) if isinstance(given, Sequence) else 0
    if isinstance(values, Silent) or len(values) == many:
        return values
    return Silent(f"{len(values)} p-values for {many}")


def _of(pick: Callable[[AdjustCase], PValues]) -> Question[[PValues], AdjustCase, Row]:
    return lambda subject, case: adjusted(subject, pick(case))


_HERE = _of(lambda case: case.p_values)
_REORDERED = _of(AdjustCase.reordered)
_SINGLE = _of(lambda case: [case.other])
_WITH_NAN = _of(lambda case: case.replaced(NOT_A_NUMBER))
_WITH_WILD = _of(lambda case: case.replaced(case.wild))


def _some_tests(check: AdjustCheck) -> AdjustCheck:
    return needing(lambda case: case.p_values, "no test", check)


def _several_tests(check: AdjustCheck) -> AdjustCheck:
    return needing(lambda case: len(case.p_values) > 1, "no other test", check)


@law("defined", "Every p-value gets an adjusted one.")
def _defined(subject: Adjustment, case: AdjustCase) -> Outcome:
    if not case.p_values:
        return Silent("no test")
    call = _HERE(subject, case)
    match call.answer:
        case Raised():
            return broken(call.answer.told(), call)
        case Absent(because):
            return broken(f"the answer is {because}", call)
        case tuple():
            if any(isinstance(item, Absent) for item in call.answer):
                return broken("one of the adjusted p-values is no number", call)
    return Holds()


@law("as-many", "As many adjusted p-values come out as p-values went in.", _MANY)
def _as_many(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = _HERE(subject, case)
    if not isinstance(call.answer, tuple) or not case.p_values:
        return silent(call) or Silent("no test")
    if len(call.answer) == len(case.p_values):
        return Holds()
    return broken(f"{len(call.answer)} p-values for {len(case.p_values)}", call)


def _outside(_subject: Adjustment, _case: AdjustCase, values: Sequence[Number]) -> str:
    outside = [answered(value) for value in values if not 0 <= value <= 1]
    return f"{outside[0]} is outside [0, 1]" if outside else ""


def _not_moved_along(
    subject: Adjustment, case: AdjustCase, one: Sequence[Number], other: Sequence[Number]
) -> str:
    expected = tuple(one[place] for place in case.order)
    moved = alike(subject, expected, other)
    return "" if moved else f"in the other order {row_repr(expected)} was expected"


def _out_of_order(subject: Adjustment, case: AdjustCase, values: Sequence[Number]) -> str:
    pairs = sorted(zip(case.p_values, values, strict=True))
    for (p, low), (q, high) in pairwise(pairs):
        if not below(subject, low, high) or (p == q and not below(subject, high, low)):
            sign = "=" if p == q else "<"
            return f"{p} {sign} {q}, adjusted {answered(low)} and {answered(high)}"
    return ""


def _nan(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = _WITH_NAN(subject, case)
    if not isinstance(call.answer, tuple) or len(call.answer) != len(case.p_values):
        return Holds() if isinstance(call.answer, Raised) else Silent("not one p-value for each")
    for place, item in enumerate(call.answer):
        if place == case.place and not isinstance(item, Absent):
            return broken("a missing p-value gets an adjusted one", call)
        if place != case.place and isinstance(item, Absent):
            return broken("a missing p-value takes another's away", call)
    return Holds()


def _below_raw(subject: Adjustment, case: AdjustCase, values: Sequence[Number]) -> str:
    pairs = zip(case.p_values, values, strict=True)
    lower = [(p, value) for p, value in pairs if not below(subject, p, value)]
    return f"{lower[0][0]} became {answered(lower[0][1])}" if lower else ""


def _single(subject: Adjustment, case: AdjustCase, values: Sequence[Number]) -> str:
    kept = alike(subject, values, (case.other,))
    return "" if kept else f"one test alone: {case.other} became {answered(values[0])}"


def _none_lowered(more: Callable[[AdjustCase], PValues]) -> AdjustCheck:
    """Hold where no adjusted p-value is lower where there is more, or more large ones."""
    asking = _of(more)

    def check(subject: Adjustment, case: AdjustCase) -> Outcome:
        above, here = asking(subject, case), _HERE(subject, case)
        before, after = numbers(here), numbers(above)
        if isinstance(before, Silent) or isinstance(after, Silent):
            return before if isinstance(before, Silent) else Silent(_OTHER_LACKS)
        if len(before) != len(case.p_values) or len(after) < len(before):
            return Silent("not one p-value for each")
        for low, high in zip(before, after, strict=False):
            if not below(subject, low, high):
                return broken(f"{answered(low)} fell to {answered(high)}", here, above)
        return Holds()

    return check


_OTHER_LACKS = "the other case has no answer"
ADJUST_LAWS: tuple[AdjustLaw, ...] = (
    _defined,
    law("repeatable", "The same p-values get the same answer, and are left alone.")(
        repeated(_HERE)
    ),
    _as_many,
    law("range", "An adjusted p-value lies between 0 and 1.")(faultless(_HERE, numbers, _outside)),
    law(
        "order-of-tests",
        "The order in which tests are listed moves their adjusted p-values along, and no more.",
        Algebra.ORDER,
    )(
        faultless_pair(
            _HERE, _REORDERED, one_for_each, _not_moved_along, "the other order has no answer"
        )
    ),
    law(
        "order-kept",
        "Of two tests the one with the smaller p-value has no larger adjusted one; equal stays "
        "equal.",
        Algebra.MONOTONE,
    )(faultless(_HERE, one_for_each, _out_of_order)),
    law(
        "nan",
        "A missing p-value is refused, or stays missing and takes no other one away.",
        _MANY,
        NAN_SAFE,
    )(_several_tests(_nan)),
    law("not-below-raw", "An adjusted p-value is not below the one it came from.", _MANY, FIXED)(
        faultless(_HERE, one_for_each, _below_raw)
    ),
    law("single", "One test alone is left as it is.", Algebra.IDENTITY, FIXED)(
        faultless(_SINGLE, one_for_each, _single)
    ),
    law(
        "further-test",
        "A further test with the p-value 1 lowers no adjusted one.",
        Algebra.MONOTONE,
        FIXED,
    )(_none_lowered(lambda case: [*case.p_values, 1.0])),
    law("rising", "Where one p-value rises, no adjusted one falls.", Algebra.MONOTONE, FIXED)(
        needing(
            lambda case: case.p_values and case.other > case.p_values[case.place],
            "the other p-value is not higher",
            _none_lowered(lambda case: case.replaced(case.other)),
        )
    ),
)


CHECKED, EMPTY_FAMILY = "checked", "empty-family"
NAN_RAISES, NAN_KEPT, NAN_COUNTED = "nan-raises", "nan-kept", "nan-counted"


def _empty_family(subject: Adjustment, case: AdjustCase) -> Outcome:
    call = adjusted(subject, [*case.p_values[:0]])
    return Holds() if call.answer == () else broken("no test needs no adjustment: []", call)


def _refuses(ask: Question[[PValues], AdjustCase, Row]) -> AdjustCheck:
    return _some_tests(refused(ask, "it answers what is no p-value"))


def _beside_nan(others: Callable[[AdjustCase], PValues]) -> AdjustCheck:
    """Hold where the p-values beside a missing one are those of others, the same or without it."""

    def check(subject: Adjustment, case: AdjustCase) -> Outcome:
        rest, call = adjusted(subject, others(case)), _WITH_NAN(subject, case)
        values = one_for_each(rest)
        if isinstance(values, Silent):
            return values
        fewer = len(values) < len(case.p_values)
        left = [value for at, value in enumerate(values) if fewer or at != case.place]
        expected = (*left[: case.place], Absent("nan"), *left[case.place :])
        if isinstance(call.answer, tuple) and alike(subject, call.answer, expected):
            return Holds()
        return broken(f"expected {row_repr(expected)}", call, rest)

    return check


def _without(case: AdjustCase) -> PValues:
    return [p for at, p in enumerate(case.p_values) if at != case.place]


DOMAIN_LAWS: tuple[AdjustLaw, ...] = (
    law(
        "empty-family",
        "No test gives no adjusted p-value: an empty list.",
        Algebra.EMPTY_RULES,
        EMPTY_FAMILY,
    )(_empty_family),
    law("checked", "What is below 0 or above 1 raises.", _MANY, CHECKED)(_refuses(_WITH_WILD)),
    law("nan-raises", "A missing p-value raises.", _MANY, NAN_RAISES)(_refuses(_WITH_NAN)),
    law(
        "nan-kept",
        "A missing p-value stays missing; the others are adjusted as if it were not there.",
        _MANY,
        NAN_KEPT,
    )(_several_tests(_beside_nan(_without))),
    law(
        "nan-counted",
        "A missing p-value stays missing; the others are adjusted as if it were 1.",
        _MANY,
        NAN_COUNTED,
    )(_several_tests(_beside_nan(lambda case: case.replaced(1.0)))),
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


def _as(value: Number, exact: Fraction) -> Number:
    """Give a number as a float beside a float."""
    return float(exact) if isinstance(value, float) else exact


def _equals(textbook: Textbook) -> AdjustCheck:
    def fault(subject: Adjustment, case: AdjustCase, values: Sequence[Number]) -> str:
        exact = textbook(case.p_values)
        expected = tuple(_as(*pair) for pair in zip(values, exact, strict=True))
        same = alike(subject, values, expected)
        return "" if same else f"expected {row_repr(tuple(map(float, exact)))}"

    return faultless(_HERE, one_for_each, fault)


def _never_above(textbook: Textbook) -> AdjustCheck:
    def fault(subject: Adjustment, case: AdjustCase, values: Sequence[Number]) -> str:
        pairs = zip(values, textbook(case.p_values), strict=True)
        above = [pair for pair in pairs if not below(subject, pair[0], _as(*pair))]
        return f"{answered(above[0][0])} is above {float(above[0][1])}" if above else ""

    return faultless(_HERE, one_for_each, fault)


def _higher(case: AdjustCase) -> PValues:
    return case.replaced(case.other if case.other > case.p_values[case.place] else 1.0)


def _lower(case: AdjustCase) -> PValues:
    return case.replaced(case.other if case.other < case.p_values[case.place] else 0.0)


def _untouched(
    change: Callable[[AdjustCase], PValues], which: Callable[[float, float], bool]
) -> AdjustCheck:
    """Hold where a change of one p-value leaves those adjusted of which this is so of the two."""

    def fault(
        subject: Adjustment, case: AdjustCase, before: Sequence[Number], after: Sequence[Number]
    ) -> str:
        place = case.p_values[case.place]
        for one, other, p in zip(before, after, case.p_values, strict=True):
            if which(p, place) and not alike(subject, one, other):
                return f"{answered(one)} became {answered(other)}"
        return ""

    return _some_tests(faultless_pair(_HERE, _of(change), one_for_each, fault, _OTHER_LACKS))


def _law(name: str, says: str, check: AdjustCheck) -> AdjustLaw:
    return law(name, says, _MANY, name)(check)


NAMED_LAWS: tuple[AdjustLaw, ...] = (
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
        _untouched(_higher, lt),
    ),
    _law(
        STEP_UP,
        "Where a p-value falls, the tests with larger p-values keep theirs adjusted.",
        _untouched(_lower, gt),
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
