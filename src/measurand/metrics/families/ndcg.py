"""Discounted gain: what high grades are worth high in a ranking, as a share of the best order.

The discount 1 / log2(rank + 1) is irrational at most ranks. It is enclosed in whole multiples of
2**-100, so that a gain costs a product of integers; where the gains that were found are a multiple
of the ideal ones rank by rank, the quotient is that multiple, exactly. `ranking` has what rankings
share.
"""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, lcm

from attrs import evolve, field, frozen, validators

from measurand.algebra.elementary import logarithm
from measurand.evidence.relevance import GradeKind, RelevanceByRank, Unjudged
from measurand.metrics.families.ranking import ORDER_TRIED, Grade, Judged, Ranked, peers_of
from measurand.metrics.family import About
from measurand.values.quantity import Quantity, between, bounds

_NOTHING = Fraction(0)


class Gain(Enum):
    """What a grade is worth: itself, or 2 to its power, less 1. None below 0 is worth anything."""

    LINEAR = "linear"
    EXPONENTIAL = "exponential"

    def of(self, grade: Grade) -> Grade:
        """Say what a grade is worth; it is whole where it is an exponent.

        >>> Gain.EXPONENTIAL.of(3), Gain.LINEAR.of(-1)
        (7, 0)
        """
        if grade <= 0:
            return 0
        return grade if self is Gain.LINEAR else 2 ** int(grade) - 1


@frozen(kw_only=True, cache_hash=True)
class Ndcg(Ranked):
    """The discounted gain of a ranking, as a share of the best that was possible: nDCG.

    A rate from 0 to 1, on average over queries. The gain of each document is divided by
    log2(rank + 1), down to rank k; the ideal ranking has all judged documents, the highest grades
    first. Documents of equal grades and scores that tie take the mean of their discounts with
    `ties=average`.

    >>> Ndcg(k=10).gain.value
    'linear'

    Raises ValueError for a k below 1.
    """

    about = About(
        name="ndcg",
        says="the discounted gain of a ranking, as a share of the best that was possible",
        formula="sum(dcg / ideal dcg) / queries, dcg = sum(gain / log2(rank + 1))",
        source="Jarvelin and Kekalainen 2002; Burges et al. 2005 (exponential gain)",
        low=0,
        high=1,
        better=1,
        words=("ndcg_at_k", "ndcg_cut", "normalized_discounted_cumulative_gain"),
        peers=(
            *peers_of("ndcg, ndcg_cut", "ndcg@k; ndcg_burges@k with gain=exponential"),
            ("sklearn.metrics.ndcg_score", "equal with ties=average,no_relevant=0"),
        ),
        undefined="no query that was answered has a document with a grade above 0",
        tried=(
            *ORDER_TRIED,
            ("k", ("all", "10", "2")),
            ("gain", ("linear", "exponential")),
            ("unjudged", ("not_relevant", "left_out")),
        ),
    )
    rational = False
    k: int | None = field(default=None, validator=validators.optional(validators.ge(1)))
    gain: Gain = Gain.LINEAR
    unjudged: Unjudged = Unjudged.NOT_RELEVANT

    @property
    def reading(self) -> RelevanceByRank:
        """Say what is observed of a sample: relevance by rank; exponents are whole grades."""
        grades = GradeKind.WHOLE if self.gain is Gain.EXPONENTIAL else GradeKind.ANY
        return evolve(super().reading, unjudged=self.unjudged, grades=grades)

    @property
    def least(self) -> Fraction:
        """Give the least grade that is relevant: any above 0, as the first judged one shows."""
        return _NOTHING

    def any_relevant(self, query: Judged) -> bool:
        """Tell whether a query has a document with a grade above 0, retrieved or not."""
        return bool(query.grades) and query.grades[0] > 0

    def of(self, query: Judged) -> Quantity:
        """Score one query."""
        found: dict[int, Fraction | int] = {}
        for one in query.found(self.k):
            gains = sum(map(self.gain.of, one.grades))
            if gains:
                each = gains if one.size == 1 else Fraction(gains) / one.size
                found.update((one.above + at, each) for at in range(1, one.within(self.k) + 1))
        best = [self.gain.of(grade) for grade in query.grades[: self.k]]
        return ratio(found, {at: gain for at, gain in enumerate(best, 1) if gain})


_PLACES = 100
_ONE = 1 << _PLACES


@lru_cache(maxsize=2**16)
def _discount(rank: int) -> tuple[int, int]:
    """Enclose 1 / log2(rank + 1) in multiples of 2**-100."""
    exact = _exact_discount(rank)
    if exact is not None:
        return floor(exact * _ONE), ceil(exact * _ONE)
    (low, high), (least, most) = (
        bounds(logarithm(Fraction(n)), _PLACES // 4) for n in (2, rank + 1)
    )
    return floor(low / most * _ONE), ceil(high / least * _ONE)


def _exact_discount(rank: int) -> Fraction | None:
    """Give the discount of a rank where it is rational: that of 1, 3, 7, 15..."""
    power = rank.bit_length()
    return Fraction(1, power) if rank + 1 == 1 << power else None


Gains = dict[int, Fraction | int]
"""Gains by rank; there is none where it would be 0."""


def ratio(found: Gains, best: Gains) -> Quantity:
    """Divide a discounted gain by another one, which is not 0 and not below it.

    >>> ratio({1: 1, 2: 2}, {1: 2, 2: 4}), ratio({3: 1}, {1: 1})
    (Fraction(1, 2), Fraction(1, 2))
    >>> float(ratio({1: 1, 2: 2}, {1: 2, 2: 1}))
    0.8597186998521972
    """
    if not found:
        return _NOTHING
    if found.keys() == best.keys():
        first = next(iter(found))
        share = Fraction(found[first]) / best[first]
        if all(gain == share * best[rank] for rank, gain in found.items()):
            return share
    if all(_exact_discount(rank) is not None for rank in (*found, *best)):
        return _exact_gain(found) / _exact_gain(best)
    (low, high, one), (least, most, other) = _enclosed(found), _enclosed(best)
    return between(
        Fraction(low * other * _ONE // (most * one), _ONE),
        min(Fraction(1), Fraction(-(-high * other * _ONE // (least * one)), _ONE)),
    )


def _exact_gain(gains: Gains) -> Fraction:
    discounted = ((_exact_discount(rank) or _NOTHING) * gain for rank, gain in gains.items())
    return sum(discounted, _NOTHING)


def _enclosed(gains: Gains) -> tuple[int, int, int]:
    """Enclose a discounted gain in multiples of 2**-100 over a whole number, which is the third."""
    bottom = lcm(*(gain.denominator for gain in gains.values()))
    low = high = 0
    for rank, gain in gains.items():
        whole = gain.numerator * (bottom // gain.denominator)
        under, over = _discount(rank)
        low, high = low + whole * under, high + whole * over
    return low, high, bottom
