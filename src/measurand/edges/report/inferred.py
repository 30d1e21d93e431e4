"""Intervals and p-values as texts of cells."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import count

from measurand.edges.files.json.exact import decimal_text
from measurand.inference.estimation import is_too_many
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Overflow, Plan, Stream
from measurand.inference.pvalue import PValue
from measurand.values.score import Defined, Score, Undefined

Tree = dict[str, object]
NONE = "n/a"
"""What stands where there is no number."""
_DECIMALS = 4
_SMALL = Fraction(1, 1000)
_TINY = Fraction(1, 10**6)
_LEAST = Fraction(1, 10**300)
_TWO = 10
"""The least whole number of two digits."""


def interval_text(found: Interval | Undefined) -> str:
    """Write an interval; a star marks one that the data make a point.

    >>> interval_text(Interval(-0.25, 1 / 3, Fraction(95, 100)))
    '[-0.2500, 0.3333]'
    >>> interval_text(Interval(0.5, 0.5, Fraction(95, 100), "one sample"))
    '[0.5000, 0.5000]*'
    >>> interval_text(Undefined("no sample was scored"))
    'n/a'
    """
    match found:
        case Undefined():
            return NONE
        case Interval(low, high, _, degenerate):
            ends = ", ".join(number_text(end) for end in (low, high))
            return f"[{ends}]{'' if degenerate is None else '*'}"


def points_note(found: Iterable[Interval | Undefined]) -> tuple[str, ...]:
    """Say why intervals are points, or made by Poisson numbers, or not there for want of room.

    >>> points_note([Interval(0.5, 0.5, Fraction(95, 100), "one sample")])
    ('*: no interval but a point, which says nothing of certainty: one sample',)
    >>> points_note([Interval(0.25, 0.5, Fraction(95, 100), how="Poisson bootstrap")])
    ('intervals: Poisson bootstrap',)
    """
    every = list(found)
    why = {one.degenerate: None for one in every if isinstance(one, Interval) and one.degenerate}
    hows = {how: None for one in every if isinstance(one, Interval) for how in one.notes}
    lost = {one.reason: None for one in every if isinstance(one, Undefined) and is_too_many(one)}
    point = f"*: no interval but a point, which says nothing of certainty: {'; '.join(why)}"
    return (
        *((point,) if why else ()),
        *(f"intervals: {how}" for how in hows),
        *(f"no interval: {reason}" for reason in lost),
    )


def number_text(value: float | Fraction) -> str:
    """Write a number with four decimals; one nearer to 0 than 0.001 with two digits.

    >>> number_text(Fraction(2, 3)), number_text(-0.00041), number_text(4.12e-9), number_text(0)
    ('0.6667', '-0.00041', '4.1e-09', '0.0000')
    """
    exact = Fraction(value)
    if not exact or abs(exact) >= _SMALL:
        return decimal_text(exact, _DECIMALS)
    if abs(exact) < _TINY:
        return f"{float(exact):.1e}"
    enough = next(decimals for decimals in count(_DECIMALS) if abs(exact) * 10**decimals >= _TWO)
    return decimal_text(exact, enough)


def p_text(found: PValue | Fraction | Undefined) -> str:
    """Write a p-value; it is written as 0 or 1 only where it is that.

    >>> p_text(Fraction(0)), p_text(Fraction(1, 32)), p_text(Fraction(1, 10**5))
    ('0', '0.0312', '0.000010')
    >>> p_text(Fraction(99_999, 100_000)), p_text(Fraction(1, 2**2000))
    ('<1', '<1e-300')
    """
    match found:
        case Undefined():
            return NONE
        case PValue(value) | (Fraction() as value):
            if 0 < value < _LEAST:
                return "<1e-300"
            text = str(value) if value in {0, 1} else number_text(value)
            return "<1" if value < 1 and text == "1.0000" else text


def level_text(plan: Plan) -> str:
    """Head a column of intervals.

    >>> level_text(Plan())
    '95% interval'
    """
    return f"{float(100 * plan.level):.6g}% interval"


_ENDS = {
    Ends.PERCENTILE: "percentiles of the resampled scores",
    Ends.BASIC: "percentiles of the resampled scores, mirrored at the observed one",
    Ends.BCA: "percentiles of the resampled scores, corrected for bias and skewness (BCa)",
    Ends.JACKKNIFE: "t errors of the jackknife to either side",
}


def plan_text(plan: Plan) -> str:
    """Say how intervals are made.

    >>> plan_text(Plan(seed=3, cluster="document"))
    'Intervals: percentiles of the resampled scores; 10,000 resamples of groups (document), \
stream numpy, seed 3.'
    """
    units = "samples" if plan.cluster is None else f"groups ({plan.cluster})"
    if plan.ends is Ends.JACKKNIFE:
        return f"Intervals: {_ENDS[plan.ends]}, without each of the {units} in turn."
    if plan.stream is Stream.EXACT:
        return f"Intervals: {_ENDS[plan.ends]}; the exact law of resampled {units}, without a draw."
    poisson = " Where memory does not hold the rows: by Poisson numbers, keyed by row."
    return (
        f"Intervals: {_ENDS[plan.ends]}; {plan.replicates:,} resamples of {units}, "
        f"stream {plan.stream.value}, seed {plan.seed}."
        f"{poisson if plan.overflow is Overflow.POISSON else ''}"
    )


def score_text(score: Score) -> str:
    """Write a score as a number, or say that there is none.

    >>> score_text(Defined(Fraction(1, 2))), score_text(Undefined("no sample"))
    ('0.5000', 'n/a')
    """
    return NONE if isinstance(score, Undefined) else number_text(_fraction(score))


def _fraction(score: Defined) -> Fraction:
    return score.value if isinstance(score.value, Fraction) else Fraction(float(score.value))


def ends_text(found: Interval | Undefined) -> tuple[str, str]:
    """Write both ends of an interval.

    >>> ends_text(Interval(0.25, 0.75, Fraction(95, 100)))
    ('0.2500', '0.7500')
    """
    if isinstance(found, Undefined):
        return NONE, NONE
    return number_text(found.low), number_text(found.high)
