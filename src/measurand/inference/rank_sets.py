"""Which ranks N systems may have, as far as their differences are significant.

A table sorted by score gives each system one rank, which another draw of the items would change.
What a family of tests says is less: the rank of a system lies between one more than the number of
those that are significantly better, and N less the number of those that are significantly worse.
Where the tests bound the chance of any wrong separation by alpha (Holm does), all these sets hold
the true ranks at once with probability 1 - alpha: a set misses a rank only where somebody was
counted as better, or as worse, who is not. Systems that are equal share all ranks of theirs.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, inf
from statistics import NormalDist

from attrs import field, frozen

from measurand.inference.rates import FEW, FEWEST
from measurand.values.quantity import square_root
from measurand.values.score import Undefined

Beats = Mapping[tuple[str, str], bool]
"""Pairs that are separated: whether the first is better. A pair is there in one order only."""


@frozen(kw_only=True)
class RankSet:
    """The ranks that a system may have: 1 is the best.

    >>> RankSet(best=1, worst=2).text
    '1-2'

    Raises ValueError unless 1 <= best <= worst.
    """

    best: int
    worst: int = field()

    @worst.validator
    def _in_order(self, _attribute: object, value: int) -> None:
        if not 1 <= self.best <= value:
            message = f"ranks from 1 on, the best first: got {self.best} and {value}"
            raise ValueError(message)

    @property
    def text(self) -> str:
        """Write the ranks, as one where it is one."""
        return str(self.best) if self.best == self.worst else f"{self.best}-{self.worst}"


def rank_sets(names: Sequence[str], beats: Beats) -> dict[str, RankSet]:
    """Give each system its ranks: [1 + significantly better, N - significantly worse].

    >>> found = rank_sets("abc", {("a", "c"): True})
    >>> [found[name].text for name in "abc"]
    ['1-2', '1-3', '2-3']

    Raises ValueError where a pair is there in both orders, or holds another name.
    """
    won, lost = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for (first, second), better in beats.items():
        if (second, first) in beats or first not in won or second not in won:
            message = f"each pair of the systems once: got {first!r} and {second!r}"
            raise ValueError(message)
        won[first if better else second] += 1
        lost[second if better else first] += 1
    return {name: RankSet(best=1 + lost[name], worst=len(won) - won[name]) for name in won}


def tie_groups(order: Sequence[str], beats: Beats) -> tuple[tuple[str, ...], ...]:
    """List the longest runs of neighbours in an order of which no two are separated.

    A system may be in two of them, and each is in one: being tied does not carry over.

    >>> tie_groups("abc", {("a", "c"): True})
    (('a', 'b'), ('b', 'c'))
    """
    groups: list[tuple[str, ...]] = []
    end = 0
    for start in range(len(order)):
        last = max(end, start + 1)
        while last < len(order) and not any(
            _apart(one, order[last], beats) for one in order[start:last]
        ):
            last += 1
        # A run that ends where one before it ended is a part of that.
        if last > end:
            groups.append(tuple(order[start:last]))
            end = last
    return tuple(groups)


def _apart(one: str, other: str, beats: Beats) -> bool:
    return (one, other) in beats or (other, one) in beats


def paired_error(
    differences: Iterable[Fraction], clusters: Iterable[str] | None = None
) -> float | Undefined:
    """Give the standard error of a mean of paired differences.

    Without clusters it is the deviation (n - 1) over the root of n; with clusters sums of clusters
    vary in place of items, times C / (C - 1) (E. Miller 2024, arXiv:2411.00640, appendix A).

    >>> paired_error([Fraction(1), Fraction(0)]), paired_error([Fraction(1)])
    (0.5, Undefined(reason='fewer than two clusters'))
    """
    listed = list(differences)
    if clusters is None:
        units = Counter((one, 1) for one in listed)
    else:
        sums: dict[str, list[Fraction]] = {}
        for one, name in zip(listed, clusters, strict=True):
            sums.setdefault(name, []).append(one)
        units = Counter((sum(some, start=Fraction(0)), len(some)) for some in sums.values())
    count = units.total()
    if count < FEWEST:
        return Undefined(FEW)
    # Clusters that are alike are taken together.
    number = sum(size * times for (_, size), times in units.items())
    mean = sum((one * times for (one, _), times in units.items()), start=Fraction(0)) / number
    spread = sum(
        ((one - size * mean) ** 2 * times for (one, size), times in units.items()),
        start=Fraction(0),
    )
    return float(square_root(spread / number**2 * Fraction(count, count - 1)))


def items_needed(
    items: int,
    difference: float,
    error: float,
    *,
    alpha: Fraction,
    power: Fraction = Fraction(4, 5),
) -> int | Undefined:
    """Say how many items like these would separate two systems that differ by so much.

    The error shrinks as the root of the number of items (whole clusters of them, where it is
    clustered): with n items and the error s, n (s (z + z') / d)^2 of them find the difference d
    with the power asked for, z and z' being the normal quantiles of 1 - alpha / 2 and of the power.

    >>> items_needed(60, 0.1, 0.05, alpha=Fraction(1, 20))
    118

    Undefined where there is no difference or no spread.
    """
    if not difference:
        return Undefined("no difference")
    if not 0 < error < inf:
        return Undefined("no spread")
    z = NormalDist().inv_cdf(1 - float(alpha) / 2) + NormalDist().inv_cdf(float(power))
    return ceil(items * (z * error / difference) ** 2)


def swaps(
    scores: Mapping[str, Fraction | float], other: Mapping[str, Fraction | float]
) -> tuple[tuple[str, str], ...]:
    """List the pairs that change places from one reading of the scores to another.

    Both readings name the same systems, and larger is better in both or worse in both. The first
    of a pair is ahead in the first reading and behind in the other; ties change nothing.

    >>> swaps({"a": 0.9, "b": 0.8, "c": 0.1}, {"a": 0.5, "b": 0.8, "c": 0.1})
    (('a', 'b'),)
    """
    order = sorted(scores, key=lambda name: -scores[name])
    return tuple(
        (one, two)
        for one, two in combinations(order, 2)
        if scores[one] > scores[two] and other[one] < other[two]
    )
