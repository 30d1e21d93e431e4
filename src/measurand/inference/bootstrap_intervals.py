"""Intervals and p-values read off resampled scores.

The resampled scores are taken for the law of the estimate; an interval leaves out a share of it at
either end. Percentile intervals leave out as much on both sides; basic ones mirror these at the
observed score; BCa ones move the shares for bias (z0, from how many resamples lie below the
observed score) and for skewness (a, from the jackknife) (B. Efron 1987).

Some resamples may have no score (the ratings that were drawn are all alike). Those that have one
follow the law of the score given that there is one, which is what a reader of a score is told of:
where there had been none, nothing would be printed. So the others are left out, and the interval
says how many they were. That is harmless only while they are few. Let q be their share and t that
of a tail, half of what the level leaves. Whatever scores one gave to those left out, an end would
cut off at most t (1 - q) + q of all resamples, which for q <= t is below 2 t: neither tail is more
than doubled. So t is the limit: beyond it a whole tail might be among those that have no score, the
ends say nothing of it, and there is no interval.

One thing more an interval must not hide. Where all resamples agree, it is a point that is flagged
as such: no spread in the data is no evidence of certainty.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import fsum, sqrt
from typing import TYPE_CHECKING

from attrs import evolve

from measurand.inference.interval import Ends, Interval, checked_level, point
from measurand.inference.plan import Plan, Test
from measurand.inference.pvalue import PValue
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def even_tails(level: Fraction) -> tuple[float, float]:
    """Give the probability below the lower end and above the upper end.

    >>> even_tails(Fraction(9, 10))
    (0.05, 0.05)

    Raises ValueError unless 0 < level < 1.
    """
    tail = float((1 - checked_level(level)) / 2)
    return tail, tail


def bca_tails(level: Fraction, below: float, acceleration: float) -> tuple[float, float]:
    """Give the probability below the lower end and above the upper end of a BCa interval.

    `below` is the share of resampled numbers below the observed one, those equal to it counted
    half; z0 is its normal quantile. The quantile z of the level becomes
    z0 + (z0 + z) / (1 - a (z0 + z)). B. Efron (1987), Better bootstrap confidence intervals.

    >>> [round(tail, 12) for tail in bca_tails(Fraction(9, 10), 0.5, 0.0)]
    [0.05, 0.05]

    Raises ValueError unless 0 < below < 1 and 0 < level < 1.
    """
    from scipy.special import ndtr, ndtri

    if not 0 < below < 1:
        message = f"some resampled numbers lie on either side: got {below} of 1 below"
        raise ValueError(message)
    tail, _ = even_tails(level)
    z, z0 = float(ndtri(tail)), float(ndtri(below))
    low = _moved(z0 + z, z0, acceleration)
    high = _moved(z0 - z, z0, acceleration)
    return float(ndtr(low)), float(ndtr(-high))


def _moved(along: float, z0: float, acceleration: float) -> float:
    # Past the pole of z0 + (z0 + z) / (1 - a (z0 + z)) the formula would come back from the other
    # side; the share it means is all or nothing.
    left = 1 - acceleration * along
    if left <= 0:
        return float("inf") if along > 0 else float("-inf")
    return z0 + along / left


def acceleration(influences: Iterable[tuple[float, int]]) -> float:
    """Give the acceleration a of BCa: sum u^3 / (6 (sum u^2)^1.5).

    An influence u is the mean of the jackknife numbers minus the one without that sample; it
    comes with the number of samples that share it. B. Efron (1987), Better bootstrap confidence
    intervals.

    >>> acceleration([(-1.0, 1), (1.0, 1)])
    0.0

    Raises ValueError where all influences are 0.
    """
    listed = list(influences)
    scale = max((abs(u) for u, _ in listed), default=0.0)
    if not scale:
        message = "an influence that is not 0: got none, all samples pull alike"
        raise ValueError(message)
    # The ratio does not depend on the scale, but cubes of tiny or huge influences are no floats.
    shrunk = [(u / scale, count) for u, count in listed]
    square = fsum(count * u * u for u, count in shrunk)
    cube = fsum(count * u * u * u for u, count in shrunk)
    return cube / (6 * square * sqrt(square))


SAME, NEARLY = "all resamples have one score", "almost all resamples have one score"
# Equal scores of different resamples may differ by rounding, which is some thousand times less.
_TIE = 1e-12


def interval_of(
    drawn: "Floats",
    observed: float,
    plan: Plan,
    without: "tuple[Floats, Sequence[int]] | None" = None,
    *,
    flat: bool | None = None,
) -> Interval | Undefined:
    """Read an interval off resampled scores; `without` are the scores without one unit, counted.

    Quantiles are interpolated linearly. Resamples without a score (NaN) are left out, and `how`
    says so; undefined where they are more than a tail. `flat` says whether all units are alike,
    where that is known; BCa needs `without`.

    >>> import numpy as np
    >>> interval_of(np.array([0.0, 1.0, 2.0]), 1.0, Plan(level=Fraction(1, 2)))
    Interval(low=0.5, high=1.5, level=Fraction(1, 2), degenerate=None)
    """
    scored = with_score(drawn, plan.level, "score")
    if isinstance(scored, Undefined):
        return scored
    found = _of_scored(scored, observed, plan, without, flat=flat)
    return with_lost_resamples(found, len(drawn) - len(scored), len(drawn))


def with_score(drawn: "Floats", level: Fraction, what: str) -> "Floats | Undefined":
    """Leave out the resamples without a number (NaN), unless they are more than a tail.

    >>> import numpy as np
    >>> with_score(np.array([0.5, np.nan, 0.25, 1.0]), Fraction(1, 2), "score").tolist()
    [0.5, 0.25, 1.0]
    >>> with_score(np.array([0.5, np.nan]), Fraction(1, 2), "score").reason
    '1 of 2 resamples have no score'
    """
    import numpy as np

    lost = np.isnan(drawn)
    number = int(lost.sum())
    if not number:
        return drawn
    if 2 * number > (1 - level) * len(drawn):
        return Undefined(f"{number} of {len(drawn)} resamples have no {what}")
    kept: Floats = drawn[~lost]
    return kept


def with_lost_resamples(found: Interval | Undefined, lost: int, drawn: int) -> Interval | Undefined:
    """Say of an interval how many resamples were left out.

    >>> with_lost_resamples(Interval(0.25, 0.5, Fraction(19, 20)), 3, 200).how
    '3 of 200 resamples have no score and are left out'
    """
    if not lost or isinstance(found, Undefined):
        return found
    return evolve(found, how=f"{lost} of {drawn} resamples have no score and are left out")


def with_ruled_resamples(
    found: Interval | Undefined, drawn: "Floats", without: Sequence[tuple[str, "Floats"]]
) -> Interval | Undefined:
    """Say of an interval by which rules resamples were scored, beyond one in a hundred.

    A resample may hold nothing of what is rare, and have its score by a rule of what is empty: the
    interval reaches as far as the rule does. `without` are the same resamples without the rule, and
    again under others in its place.

    >>> import numpy as np
    >>> plain = Interval(0.0, 1.0, Fraction(19, 20))
    >>> drawn, other = np.array([1.0, 0.0]), np.array([np.nan, 0.0])
    >>> with_ruled_resamples(plain, drawn, [("both_empty=1+1", other)]).ruled
    'about 50 % of resamples are scored by both_empty=1+1'
    """
    import numpy as np

    if isinstance(found, Undefined):
        return found
    others: dict[str, list[Floats]] = {}
    for by, scores in without:
        others.setdefault(by, []).append(scores)
    told = []
    for by, some in others.items():
        same = np.all([np.abs(drawn - one) <= _TIE for one in some], axis=0)
        moved = ~same & ~np.isnan(drawn)
        number = int(moved.sum())
        if number * _FEW > len(drawn):
            part = "" if np.isnan(some[0][moved]).all() else "in part "
            share = f"{100 * number / len(drawn):.0f} %"
            told.append(f"about {share} of resamples are scored {part}by {by}")
    return evolve(found, ruled="; ".join(told)) if told else found


_FEW = 100
"""A rule that scores so few resamples, one of that many, moves no end."""


def _of_scored(
    drawn: "Floats",
    observed: float,
    plan: Plan,
    without: "tuple[Floats, Sequence[int]] | None",
    *,
    flat: bool | None,
) -> Interval | Undefined:
    if flat or (flat is None and is_flat(drawn, observed)):
        return point(observed, plan.level, SAME)
    low_tail, high_tail = even_tails(plan.level)
    if plan.ends is Ends.BCA:
        if without is None:
            return Undefined("BCa needs the scores without each unit")
        corrected = _bca(drawn, observed, plan, without)
        if isinstance(corrected, Undefined):
            return corrected
        low_tail, high_tail = corrected
    return between(drawn, observed, plan, (low_tail, high_tail))


def is_flat(drawn: "Floats", observed: float) -> bool:
    """Decide whether all resampled scores are the observed one, as far as floats tell.

    >>> import numpy as np
    >>> is_flat(np.array([0.1 + 0.2, 0.3]), 0.3)
    True
    """
    return float(abs(drawn - observed).max()) <= _TIE * abs(observed)


def between(drawn: "Floats", observed: float, plan: Plan, tails: tuple[float, float]) -> Interval:
    """Leave out so large shares of resampled scores at either end.

    >>> import numpy as np
    >>> between(np.array([0.0, 1.0, 2.0]), 1.0, Plan(), (0.25, 0.25)).low
    0.5
    """
    import numpy as np

    low, high = (float(end) for end in np.quantile(drawn, [tails[0], 1 - tails[1]]))
    if plan.ends is Ends.BASIC:
        low, high = 2 * observed - high, 2 * observed - low
    return Interval(low, high, plan.level, None if low < high else NEARLY)


def _bca(
    drawn: "Floats", observed: float, plan: Plan, without: tuple["Floats", Sequence[int]]
) -> tuple[float, float] | Undefined:
    import numpy as np

    scores, counts = without
    # A tie counts half on either side, so it must be seen as one: else z0 is moved by rounding.
    tie = np.abs(drawn - observed) <= _TIE * max(abs(observed), float(np.ptp(drawn)))
    below = float(((drawn < observed) & ~tie).mean() + tie.mean() / 2)
    if not 0 < below < 1:
        return Undefined("all resampled scores lie on one side of the observed one")
    if np.isnan(scores).any():
        return Undefined("without one of the units there is no score")
    influences = np.average(scores, weights=counts) - scores
    if not influences.any():
        return Undefined("all units pull alike")
    pulls = zip((float(u) for u in influences), counts, strict=True)
    return bca_tails(plan.level, below, acceleration(pulls))


def sign_p(drawn: "Floats", plan: Plan) -> PValue | Undefined:
    """Double the smaller share of resampled differences on either side of 0, 0 on both.

    >>> import numpy as np
    >>> sign_p(np.array([1.0, 1.0, 2.0, -1.0]), Plan(test=Test.BOOTSTRAP_SIGN)).value
    Fraction(1, 2)
    """
    import numpy as np

    if np.isnan(drawn).any():
        return Undefined("some resamples have no difference")
    more = 1 if plan.test is Test.BOOTSTRAP_PLUS_ONE else 0
    smaller = min(int((drawn >= 0).sum()), int((drawn <= 0).sum()))
    share = Fraction(smaller + more, len(drawn) + more)
    return PValue(min(Fraction(1), 2 * share), f"{plan.test.value}, resampled", Fraction(0))
