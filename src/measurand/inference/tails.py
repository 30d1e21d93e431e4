"""How much of the law of a resampled number an interval leaves out at either end."""

from collections.abc import Iterable
from fractions import Fraction
from math import fsum, sqrt

from measurand.inference.interval import checked_level


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
    shrunk = [(u / scale, count) for u, count in listed]
    square = fsum(count * u * u for u, count in shrunk)
    cube = fsum(count * u * u * u for u, count in shrunk)
    return cube / (6 * square * sqrt(square))
