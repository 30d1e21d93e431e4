"""The capital of a bettor, multiplied up value by value, its stakes made anew for each of them.

I. Waudby-Smith and A. Ramdas (2024), section 4: stakes by the variance of what came before, as if
one value of 1/2 with a variance of 1/4 had come first, for a number of values that is known.
"""

from collections.abc import Sequence
from math import log, sqrt

CAP = 0.75


def stake(before: Sequence[float], sizes: Sequence[float], at: int, missed: float) -> float:
    """Say what is staked on value `at`, of so many sizes, after those before."""
    squares = 0.25
    for number in range(1, len(before) + 1):
        mean = (0.5 + sum(before[:number])) / (number + 1)
        squares += (before[number - 1] - mean) ** 2
    variance = squares / (len(before) + 1)
    return sizes[at] * sqrt(2 * log(2 / missed) / (variance * sum(one * one for one in sizes)))


def capital(
    values: Sequence[float], mean: float, missed: float, sizes: Sequence[float] | None = None
) -> float:
    """Give what one unit of money has become that was bet on values above a mean."""
    weights = [1.0] * len(values) if sizes is None else sizes
    money = 1.0
    for at, value in enumerate(values):
        bold = min(stake(values[:at], weights, at, missed), CAP / mean)
        money *= 1 + bold * (value - mean)
    return money
