"""Intervals of a mean that hold at every moment at once, however often somebody looks.

An interval of 95 % is of a number of samples that was fixed before. Who looks after each sample,
and stops when the interval says what is hoped for, has looked often enough to be wrong. A
confidence sequence has one interval for each number of samples, and with probability 95 % all of
them hold the mean: so one may look at any time, and stop for any reason.

This one is the predictable plug-in empirical-Bernstein sequence of I. Waudby-Smith and A. Ramdas
(2024), Estimating means of bounded random variables by betting, Journal of the Royal Statistical
Society B 86, theorem 2, of numbers from 0 to 1 with one mean, given all before. Each sample is bet
on with a stake that only those before it decide; the product of what bets win is a supermartingale
where the mean is the true one, which by Ville's inequality is seldom ever large. The intervals here
are those of all earlier ones together, as the theorem allows.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log, log1p, sqrt

from measurand.inference.interval import LEVEL, Interval, checked_level, point

_MOST = 0.5
"""The largest stake, c in the paper: any number below 1 will do."""


def confidence_sequence(
    values: Iterable[Fraction | float], level: Fraction = LEVEL
) -> Sequence[Interval]:
    """Give an interval of the mean after each value, in their order; each lies in that before.

    Values are in [0, 1]; all of the intervals hold the mean at once with this `level`.

    >>> found = confidence_sequence([1, 1, 0, 1] * 250)
    >>> round(found[-1].low, 2), round(found[-1].high, 2)
    (0.7, 0.8)
    >>> found[0].low, found[0].high
    (0.0, 1.0)

    Raises ValueError for a value outside [0, 1], and unless 0 < level < 1.
    """
    bound = log(2 / (1 - float(checked_level(level))))
    stakes = weighed = spent = total = squares = 0.0
    mean, variance, low, high = 0.5, 0.25, 0.0, 1.0
    found = []
    for number, value in enumerate(values, 1):
        x = _share(value)
        stake = min(_MOST, sqrt(2 * bound / (variance * number * log1p(number))))
        # The price of a bet: (-log(1 - stake) - stake) of the square that nobody could foresee.
        spent += (x - mean) ** 2 * (-log1p(-stake) - stake)
        stakes, weighed = stakes + stake, weighed + stake * x
        total += x
        mean = (0.5 + total) / (number + 1)
        squares += (x - mean) ** 2
        variance = (0.25 + squares) / (number + 1)
        centre, half = weighed / stakes, (bound + spent) / stakes
        low, high = max(low, centre - half), min(high, centre + half)
        if low > high:
            # One of them did not hold the mean, which is as rare as was said: it is told.
            low = high = min(1.0, max(0.0, centre))
            found.append(point(centre, level, "the intervals so far have nothing in common"))
        else:
            found.append(Interval(low, high, level))
    return found


def _share(value: Fraction | float) -> float:
    if not 0 <= value <= 1:
        message = f"a number from 0 to 1: got {value}"
        raise ValueError(message)
    return float(value)
