"""Adjusted p-values by name: the textbook forms in fractions, and laws of steps and bounds.

Sources: S. Holm (1979), A simple sequentially rejective multiple test procedure; Y. Hochberg
(1988), A sharper Bonferroni procedure for multiple tests of significance; Y. Benjamini and
Y. Hochberg (1995), Controlling the false discovery rate; Y. Benjamini and D. Yekutieli (2001),
The control of the false discovery rate in multiple testing under dependency.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.adjust.cases import AdjustCase, Adjustment, PValues, adjusted, found
from measurand.laws.kinds.compare import broken
from measurand.laws.kinds.number_rows import alike, below, told_row
from measurand.laws.kinds.subject import Number, answered

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
        values = found(call, len(case.p_values))
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
        values = found(call, len(case.p_values))
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
    before, after = found(less, len(case.p_values)), found(more, len(case.p_values))
    if isinstance(before, Silent) or isinstance(after, Silent):
        return before if isinstance(before, Silent) else Silent("the other case has no answer")
    for one, other, still in zip(before, after, untouched, strict=True):
        if still and not alike(subject, (one,), (other,)):
            return broken(f"{answered(one)} became {answered(other)}", less, more)
    return Holds()


def _law(
    name: str, says: str, check: Callable[[Adjustment, AdjustCase], Outcome]
) -> Law[Adjustment, AdjustCase]:
    return Law(name, says, check, Algebra.MULTIPLE_TESTING, frozenset({name}))


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
