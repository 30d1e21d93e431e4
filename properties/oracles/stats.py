"""Inference by the book and by enumeration: every pattern, every resample, every subset.

Numbers are Fractions and so are probabilities; only what the definition makes a float is one.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from statistics import NormalDist
from typing import NamedTuple, TypeVar

import numpy as np

from properties.oracles.mersenne import Mersenne

ZERO = Fraction(0)
ONE = Fraction(1)
HALF = Fraction(1, 2)

Row = TypeVar("Row")
Number = TypeVar("Number", int, Fraction)
Law = dict[Fraction, Fraction]
"""How likely each value is."""


class Bootstrap(NamedTuple):
    mean: float
    low: float
    high: float
    p: float


# The program's own bootstrap.


def legacy_bootstrap(
    d: Sequence[float], n_boot: int = 10_000, seed: int = 0, ci: float = 0.95
) -> Bootstrap:
    """Resample paired differences from the stream of numpy's RandomState.

    The p-value is that of the sign of the resampled mean, both sides inclusive, nothing added.
    """
    n = len(d)
    if n == 0:
        return Bootstrap(0.0, 0.0, 0.0, 1.0)
    if n_boot == 0:
        raise IndexError("no resample: got n_boot = 0")
    values = np.asarray(d, dtype=np.float64)
    stream = Mersenne(seed)
    boot: list[float] = []
    for _ in range(n_boot):
        resample = [values[at] for at in stream.integers(n, n)]
        boot.append(float(np.mean(np.array(resample))))
    up = len([mean for mean in boot if mean >= 0]) / n_boot
    down = len([mean for mean in boot if mean <= 0]) / n_boot
    alpha = 1.0 - ci
    low = float(np.quantile(boot, alpha / 2.0))
    high = float(np.quantile(boot, 1.0 - alpha / 2.0))
    return Bootstrap(float(np.mean(values)), low, high, min(1.0, 2.0 * min(up, down)))


# Swapping: under the hypothesis the two sides of a pair are interchangeable.


def extreme(found: Sequence[Number], observed: Number, alternative: str) -> Fraction:
    """Find which share is at least as extreme as what was observed."""
    if alternative == "two_sided":
        as_far = [one for one in found if abs(one) >= abs(observed)]
    elif alternative == "greater":
        as_far = [one for one in found if one >= observed]
    elif alternative == "less":
        as_far = [one for one in found if one <= observed]
    else:
        raise ValueError(f"an alternative is two_sided, greater or less: got {alternative!r}")
    return Fraction(len(as_far), len(found))


def sign_flip(d: Sequence[Fraction], alternative: str = "two_sided") -> Fraction:
    """Give the differences, counted in their common unit, every pattern of signs."""
    unit = math.lcm(*(one.denominator for one in d))
    steps = [int(one * unit) for one in d]
    sums = [
        sum(sign * step for sign, step in zip(signs, steps, strict=True))
        for signs in product((1, -1), repeat=len(steps))
    ]
    return extreme(sums, sum(steps), alternative)


def cluster_sign_flip(
    clusters: Sequence[Sequence[Fraction]], alternative: str = "two_sided"
) -> Fraction:
    """Flip whole clusters: what is in one cluster keeps its signs together."""
    found: list[Fraction] = []
    for signs in product((1, -1), repeat=len(clusters)):
        total = ZERO
        for sign, cluster in zip(signs, clusters, strict=True):
            for one in cluster:
                total += sign * one
        found.append(total)
    return extreme(found, sum((one for cluster in clusters for one in cluster), ZERO), alternative)


def swap_test(
    left: Sequence[Row],
    right: Sequence[Row],
    statistic: Callable[[Sequence[Row]], Fraction],
    alternative: str = "two_sided",
    groups: Sequence[int] | None = None,
) -> Fraction:
    """Swap the sides of any pairs; what is compared is statistic(left) - statistic(right).

    Pairs of one group (a number for every pair) are swapped together.
    """
    groups = range(len(left)) if groups is None else groups
    names = list(dict.fromkeys(groups))
    found: list[Fraction] = []
    for pattern in product((False, True), repeat=len(names)):
        swapped = dict(zip(names, pattern, strict=True))
        pairs = [
            (b, a) if swapped[group] else (a, b)
            for a, b, group in zip(left, right, groups, strict=True)
        ]
        found.append(statistic([a for a, _ in pairs]) - statistic([b for _, b in pairs]))
    return extreme(found, statistic(left) - statistic(right), alternative)


def mcnemar(b: int, c: int) -> Fraction:
    """Test by the binomial whether b and c of the pairs that disagree are as many (two-sided)."""
    n = b + c
    tail = sum((Fraction(math.comb(n, k), 2**n) for k in range(min(b, c) + 1)), ZERO)
    return min(ONE, 2 * tail)


# The bootstrap without chance: every resample with its probability.


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, ZERO) / len(values)


def every_resample(rows: Sequence[Row]) -> Iterator[tuple[list[Row], Fraction]]:
    """List the multisets of as many rows, with the share of the n**n sequences that give each."""
    n = len(rows)
    for chosen in combinations_with_replacement(range(n), n):
        ways = math.factorial(n)
        for at in range(n):
            ways //= math.factorial(chosen.count(at))
        yield [rows[at] for at in chosen], Fraction(ways, n**n)


def bootstrap_law(rows: Sequence[Row], statistic: Callable[[Sequence[Row]], Fraction]) -> Law:
    """Find the law of a statistic of resampled rows."""
    law: Law = {}
    for resample, chance in every_resample(rows):
        value = statistic(resample)
        law[value] = law.get(value, ZERO) + chance
    return law


def mean_law(values: Sequence[Fraction]) -> Law:
    """Find the law of the resampled mean, adding one drawn value after the other.

    It is `bootstrap_law(values, mean)` for more values than can be enumerated.
    """
    n = len(values)
    unit = math.lcm(*(value.denominator for value in values))
    steps = [int(value * unit) for value in values]
    ways = {0: 1}
    for _ in range(n):
        more: dict[int, int] = {}
        for total, count in ways.items():
            for step in steps:
                more[total + step] = more.get(total + step, 0) + count
        ways = more
    return {Fraction(total, unit * n): Fraction(count, n**n) for total, count in ways.items()}


def cluster_law(clusters: Sequence[Sequence[Fraction]]) -> Law:
    """Resample whole clusters: the sum of what they hold over how much they hold."""

    def ratio(resample: Sequence[Sequence[Fraction]]) -> Fraction:
        return mean([one for cluster in resample for one in cluster])

    return bootstrap_law(clusters, ratio)


def below(law: Mapping[Fraction, Fraction], value: Fraction) -> Fraction:
    """Find the chance of less than a value, and half of that of the value itself."""
    less = sum((chance for one, chance in law.items() if one < value), ZERO)
    return less + HALF * law.get(value, ZERO)


def quantile(law: Mapping[Fraction, Fraction], level: Fraction | float) -> Fraction:
    """Find the smallest value that the chance of not exceeding it reaches the level."""
    reached = ZERO
    values = sorted(law)
    for value in values:
        reached += law[value]
        if reached >= level:
            return value
    return values[-1]


def percentile(law: Mapping[Fraction, Fraction], level: Fraction) -> tuple[Fraction, Fraction]:
    """Cut the same chance off both ends."""
    tail = (1 - level) / 2
    return quantile(law, tail), quantile(law, 1 - tail)


def basic(
    law: Mapping[Fraction, Fraction], observed: Fraction, level: Fraction
) -> tuple[Fraction, Fraction]:
    """Mirror the percentile interval at what was observed."""
    low, high = percentile(law, level)
    return 2 * observed - high, 2 * observed - low


def left_out(rows: Sequence[Row], statistic: Callable[[Sequence[Row]], Fraction]) -> list[Fraction]:
    """Leave each row out in turn."""
    return [statistic([*rows[:at], *rows[at + 1 :]]) for at in range(len(rows))]


def acceleration(*jackknives: Sequence[Fraction]) -> float:
    """Find the a of BCa from the left-out values of one sample, or of each of several."""
    cubes = squares = ZERO
    for values in jackknives:
        n = len(values)
        centre = mean(values)
        u = [(n - 1) * (centre - value) for value in values]
        cubes += sum((one**3 for one in u), ZERO) / n**3
        squares += sum((one**2 for one in u), ZERO) / n**2
    return float(cubes) / (6 * math.pow(squares, 1.5))


def bias(law: Mapping[Fraction, Fraction], observed: Fraction) -> float:
    """Find the z0 of BCa, ties counted by half."""
    return NormalDist().inv_cdf(float(below(law, observed)))


def bca(
    rows: Sequence[Row],
    statistic: Callable[[Sequence[Row]], Fraction],
    level: Fraction,
    law: Mapping[Fraction, Fraction] | None = None,
) -> tuple[Fraction, Fraction]:
    """Correct the percentile interval for bias and acceleration (Efron 1987)."""
    law = bootstrap_law(rows, statistic) if law is None else law
    z0 = bias(law, statistic(rows))
    a = acceleration(left_out(rows, statistic))
    normal = NormalDist()
    ends: list[Fraction] = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = z0 + normal.inv_cdf(float(tail))
        ends.append(quantile(law, normal.cdf(z0 + z / (1 - a * z))))
    return ends[0], ends[1]


# Many tests at once.


def holm(p_values: Sequence[Fraction], m: int | None = None) -> list[Fraction]:
    """Adjust from the smallest up (Holm 1979); m tests in all, if there are more than are given."""
    m = len(p_values) if m is None else m
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    adjusted = [ZERO] * len(p_values)
    so_far = ZERO
    for rank, at in enumerate(order):
        so_far = max(so_far, min(ONE, (m - rank) * p_values[at]))
        adjusted[at] = so_far
    return adjusted


def holm_rejects(p_values: Sequence[Fraction], alpha: Fraction) -> list[bool]:
    """Step down: compare the smallest with alpha / m, the next with alpha / (m - 1), to a stop."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    rejected = [False] * len(p_values)
    for rank, at in enumerate(order):
        if p_values[at] > alpha / (len(p_values) - rank):
            break
        rejected[at] = True
    return rejected
