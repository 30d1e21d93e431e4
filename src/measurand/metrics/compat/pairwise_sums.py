"""Sums and means of floats in the order in which numpy adds them.

Addition of floats is not associative, so the last bit of a mean depends on the order; to give the
very float that a tool gives, its order is repeated. numpy adds a contiguous array pairwise: it is
halved down to blocks of at most 128, at multiples of 8, and a block is added in eight lanes.
"""

from collections.abc import Sequence
from math import isnan, nan

_FEW, _BLOCK = 8, 128


def in_pairs(values: Sequence[float]) -> float:
    """Add floats as numpy adds a contiguous array: pairwise, in blocks of 128 by eight lanes.

    Fewer than eight are added from left to right. (Higham 1993, SIAM J. Sci. Comput. 14:783, has
    the error bounds of pairwise sums.)

    >>> in_pairs([0.1] * 3), in_pairs([0.1] * 10)
    (0.30000000000000004, 1.0)
    >>> in_pairs([])
    0.0
    """
    size = len(values)
    if size < _FEW:
        return from_left(values)
    if size > _BLOCK:
        half = size // 2 - size // 2 % _FEW
        return in_pairs(values[:half]) + in_pairs(values[half:])
    lanes = list(values[:_FEW])
    lanes_end = size - size % _FEW
    for start in range(_FEW, lanes_end, _FEW):
        lanes = [lane + values[start + at] for at, lane in enumerate(lanes)]
    a, b, c, d, e, f, g, h = lanes
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for value in values[lanes_end:]:
        total += value
    return total


def from_left(values: Sequence[float]) -> float:
    """Add floats one after the other.

    >>> from_left([0.1] * 10)
    0.9999999999999999
    """
    total = 0.0
    for value in values:
        total += value
    return total


def plain_mean(values: Sequence[float]) -> float:
    """Add pairwise and divide by how many there are; NaN of nothing, and where one is NaN.

    >>> plain_mean([0.5, 1.0]), plain_mean([])
    (0.75, nan)
    """
    return in_pairs(values) / len(values) if values else nan


def mean_of_numbers(values: Sequence[float]) -> float:
    """Take the mean of those that are not NaN: these count as 0 in the sum, and not at all below.

    A 0 keeps its place in the sum, so that the lanes of a long one stay the same.

    >>> mean_of_numbers([0.5, nan, 1.0]), mean_of_numbers([nan])
    (0.75, nan)
    """
    known = sum(not isnan(value) for value in values)
    return in_pairs([0.0 if isnan(value) else value for value in values]) / known if known else nan


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Weigh those that are not NaN; where they weigh nothing, take their plain mean.

    >>> weighted_mean([0.5, nan, 1.0], [3.0, 5.0, 1.0]), weighted_mean([0.5], [0.0])
    (0.625, 0.5)
    """
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if not isnan(v)]
    below = in_pairs([weight for _, weight in pairs])
    if not below:
        return plain_mean([value for value, _ in pairs])
    return in_pairs([value * weight for value, weight in pairs]) / below
