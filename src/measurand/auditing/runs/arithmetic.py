"""Means, standard errors and intervals of plain floats, as harnesses print them.

Sums are rounded once (fsum), so the order of values has no part in them; how far a running sum may
be from that is what `near` allows. Every function takes finite values; `n` below two gives 0, as
numpy's callers in harnesses guard.

Sources: clustered standard error: Miller, Adding Error Bars to Evals (2024), appendix A, with the
correction C/(C-1) of finite clusters, arXiv 2411.00640; Wilson (1927), doi
10.1080/01621459.1927.10502953; effective sample size p(1-p)/v: Korn and Graubard (1998).
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import fsum, sqrt
from statistics import NormalDist

from measurand.inference.jackknife import t_quantile


def mean(values: Sequence[float]) -> float:
    """Give the mean of at least one value.

    >>> mean([0.0, 1.0, 1.0, 1.0])
    0.75
    """
    return fsum(values) / len(values)


def variance(values: Sequence[float]) -> float:
    """Give the variance with n - 1; of fewer than two values, 0.

    >>> variance([0.0, 1.0]), variance([1.0])
    (0.5, 0.0)
    """
    if len(values) < 2:  # noqa: PLR2004 # a variance needs two
        return 0.0
    middle = mean(values)
    return fsum((one - middle) ** 2 for one in values) / (len(values) - 1)


def standard_error(values: Sequence[float]) -> float:
    """Give the standard error of the mean; of fewer than two values, 0.

    >>> standard_error([0.0, 1.0])
    0.5
    """
    return sqrt(variance(values) / len(values)) if values else 0.0


def clustered_error(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """Give the standard error of the mean over clusters; of fewer than two clusters, 0.

    >>> clustered_error([0.0, 1.0], ["a", "b"])
    0.5
    """
    middle = mean(values)
    parts: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        parts.setdefault(cluster, []).append(value - middle)
    count = len(parts)
    if count < 2:  # noqa: PLR2004 # what differs between clusters needs two
        return 0.0
    total = fsum(fsum(part) ** 2 for part in parts.values())
    return sqrt(count / (count - 1) * total) / len(values)


def t_interval(middle: float, error: float, *, freedom: int, level: float) -> tuple[float, float]:
    """Give the two-sided interval of Student's t; its bounds may leave the range of scores.

    >>> [round(bound, 3) for bound in t_interval(0.5, 0.1, freedom=10, level=0.95)]
    [0.277, 0.723]
    """
    half = t_quantile(Fraction(level), float(max(freedom, 1))) * error
    return middle - half, middle + half


def wilson(share: float, size: float, critical: float) -> tuple[float, float]:
    """Give Wilson's interval of a share of so many, which need not be whole.

    >>> [round(bound, 4) for bound in wilson(0.5, 10, 1.959963984540054)]
    [0.2366, 0.7634]
    """
    square = critical * critical
    below = 1 + square / size
    middle = (share + square / (2 * size)) / below
    half = critical * sqrt(share * (1 - share) / size + square / (4 * size * size)) / below
    return max(middle - half, 0.0), min(middle + half, 1.0)


def normal_quantile(level: float) -> float:
    """Give the normal quantile of a two-sided interval.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    return -NormalDist().inv_cdf((1 - level) / 2)


def by_group(groups: Sequence[str]) -> Mapping[str, list[int]]:
    """List the places of the values of each group, groups as they come.

    >>> by_group(["a", "b", "a"])
    {'a': [0, 2], 'b': [1]}
    """
    found: dict[str, list[int]] = {}
    for at, group in enumerate(groups):
        found.setdefault(group, []).append(at)
    return found
