"""Tests of paired samples: Wilcoxon's signed ranks, and McNemar's for yes and no.

Both are sign-flip tests of their own statistic: where nothing differs, each pair goes either way
with probability 1/2. McNemar counts pairs; Wilcoxon (1945) adds ranks of sizes, which gives large
differences weight without taking their sizes at face value. Differences are exact rationals, so a
tie is a tie and no rounding makes or breaks one. Ranks that are shared are halves; everything is
counted in doubled ranks, which are integers.

Where the law is counted it is that of the ranks at hand, ties and zeros as they are; a table for
ranks without ties would be another law.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from math import erfc, sqrt

from attrs import frozen

from measurand.values.score import Undefined


class Zeros(Enum):
    """What happens to differences of 0: left out, ranked and then left out, or split in halves.

    >>> Zeros("pratt").name
    'PRATT'
    """

    WILCOX = "wilcox"
    PRATT = "pratt"
    ZSPLIT = "zsplit"


class RankLaw(Enum):
    """How the p-value of signed ranks is found.

    EXACT counts the patterns of signs, ties and zeros as they are; NORMAL approximates, with the
    correction for ties and none for continuity; AUTO chooses as scipy does: exact for up to 50
    differences without ties and zeros, and for up to 13 with them, else normal.

    >>> RankLaw("auto").name
    'AUTO'
    """

    AUTO = "auto"
    EXACT = "exact"
    NORMAL = "normal"


@frozen
class Ranked:
    """The smaller sum of ranks of one sign, the two-sided p-value, and whether that is exact.

    >>> Ranked(Fraction(0), Fraction(1, 4), exact=True).p_value
    Fraction(1, 4)
    """

    statistic: Fraction
    p_value: Fraction
    exact: bool


AUTO_PLAIN = 50
AUTO_TIED = 13
MOST_EXACT = 250
"""More differences than this are not counted exactly: it would take seconds."""


def wilcoxon(
    differences: Sequence[Fraction],
    *,
    zeros: Zeros = Zeros.WILCOX,
    law: RankLaw = RankLaw.AUTO,
) -> Ranked | Undefined:
    """Test whether paired differences lie symmetrically around 0, by their signed ranks.

    Differences are ranked and tied as the exact numbers they are; `zeros` says what becomes of
    those that are 0, `law` whether the p-value is exact, of the normal law, or exact where it can
    be. Where all are 0 the p-value is 1; undefined without any. The numbers are those of
    scipy.stats.wilcoxon without continuity correction, but for EXACT with ties or zeros. F.
    Wilcoxon (1945), Individual comparisons by ranking methods.

    >>> wilcoxon([Fraction(3), Fraction(1), Fraction(2)])
    Ranked(statistic=Fraction(0, 1), p_value=Fraction(1, 4), exact=True)

    Raises ValueError where EXACT is asked for more than 250 differences.
    """
    if not differences:
        return Undefined("no pair")
    if not any(differences):
        return Ranked(_split(len(differences), zeros), Fraction(1), exact=True)
    kept = [d for d in differences if d] if zeros is Zeros.WILCOX else list(differences)
    doubled = _doubled_ranks([abs(d) for d in kept])
    signed = [(rank if d > 0 else -rank) for rank, d in zip(doubled, kept, strict=True) if d]
    plus, minus = (sum(abs(r) for r in signed if r * side > 0) for side in (1, -1))
    shared = sum(doubled) - plus - minus if zeros is Zeros.ZSPLIT else 0
    statistic = Fraction(min(plus, minus), 2) + Fraction(shared, 4)
    if _counts_exactly(law, differences):
        return Ranked(statistic, _counted([abs(r) for r in signed], min(plus, minus)), exact=True)
    spread = doubled if zeros is Zeros.ZSPLIT else signed
    return Ranked(statistic, _normal(signed, spread), exact=False)


def _split(number: int, zeros: Zeros) -> Fraction:
    return Fraction(number * (number + 1), 4) if zeros is Zeros.ZSPLIT else Fraction(0)


def _doubled_ranks(sizes: Sequence[Fraction]) -> list[int]:
    """Rank from 1, ties by their mean; twice that, which is an integer."""
    order = sorted(sizes)
    first: dict[Fraction, int] = {}
    last: dict[Fraction, int] = {}
    for rank, size in enumerate(order, start=1):
        first.setdefault(size, rank)
        last[size] = rank
    return [first[size] + last[size] for size in sizes]


def _counts_exactly(law: RankLaw, differences: Sequence[Fraction]) -> bool:
    number = len(differences)
    match law:
        case RankLaw.EXACT if number > MOST_EXACT:
            message = f"exact ranks are counted for up to {MOST_EXACT} differences: got {number}"
            raise ValueError(message)
        case RankLaw.EXACT:
            return True
        case RankLaw.NORMAL:
            return False
        case RankLaw.AUTO:
            sizes = {abs(d) for d in differences}
            plain = 0 not in sizes and len(sizes) == number
            return number <= (AUTO_PLAIN if plain else AUTO_TIED)


def _counted(ranks: Sequence[int], smaller: int) -> Fraction:
    """Give twice the chance of so small a sum of ranks, at most 1, over all patterns of signs.

    The digits of one large integer count the patterns of each sum.
    """
    # The generating function prod (1 + x^rank) at x = 2**width: no count of patterns exceeds
    # 2**len(ranks), so digits do not run into each other, and a factor is one shift and one sum.
    width = len(ranks) + 1
    patterns = 1
    for rank in ranks:
        patterns += patterns << (width * rank)
    low = patterns & ((1 << (width * (smaller + 1))) - 1)
    few = low % ((1 << width) - 1)  # a number leaves the sum of its digits, as 9 shows in tens
    return min(Fraction(1), Fraction(2 * few, 2 ** len(ranks)))


def _normal(signed: Sequence[int], ranks: Sequence[int]) -> Fraction:
    """Approximate the sum of signed ranks by a normal number of the same variance."""
    z = abs(sum(signed)) / sqrt(sum(rank * rank for rank in ranks))
    return max(Fraction(erfc(z / sqrt(2))), LEAST)


LEAST = Fraction(1, 2**1074)
"""The smallest float that is not 0: no p-value is 0."""

MOST_PAIRS = 50_000
"""With more pairs that differ than this, McNemar's p-value is a float of scipy."""


def mcnemar(fixed: int, broken: int) -> Fraction:
    """Test whether as many pairs go one way as the other: the sign-flip test of yes and no.

    `fixed` and `broken` count them, from 0 on. Of b + c pairs that differ each goes either way with
    probability 1/2; the p-value is twice the chance of so few or fewer as the rarer, at most 1.
    Exact up to 50,000 such pairs, from there to about 1e-12 of itself. Q. McNemar (1947), Note on
    the sampling error of the difference between correlated proportions or percentages (there with
    the chi-squared approximation).

    >>> mcnemar(0, 5), mcnemar(3, 3)
    (Fraction(1, 16), Fraction(1, 1))

    Raises ValueError for a negative number.
    """
    if fixed < 0 or broken < 0:
        message = f"pairs are counted from 0: got {fixed} and {broken}"
        raise ValueError(message)
    rarer, number = min(fixed, broken), fixed + broken
    if number > MOST_PAIRS:
        from scipy.special import betainc

        # A binomial tail is an incomplete beta function.
        chance = 2 * float(betainc(number - rarer, rarer + 1, 0.5))
        return min(Fraction(1), max(Fraction(chance), LEAST))
    ways = total = 1
    for k in range(rarer):
        ways = ways * (number - k) // (k + 1)
        total += ways
    return min(Fraction(1), Fraction(2 * total, 2**number))
