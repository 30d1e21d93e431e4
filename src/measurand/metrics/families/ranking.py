"""Rankings of documents against graded judgements: how much of what is relevant stands how high.

Each metric is a number a query, and the mean of queries. A rank counts from 1. What is relevant is
what was judged with a grade of at least `level`. Where documents tie and no rule breaks the tie
(`ties=average`), a number is the mean over all orders of those that are tied, by formulas as those
of McSherry and Najork 2008; a rule by names makes ranges of one document, of which the same
formulas say what they always did. A query without anything relevant has no number, unless one is
said (`no_relevant`).
"""

from abc import abstractmethod
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeGuard

from attrs import evolve, field, frozen, validators

from measurand.evidence.evidence import Evidence, Fact, Facts
from measurand.evidence.observation import Missing
from measurand.evidence.relevance import (
    Negative,
    RelevanceByRank,
    Rounding,
    Ties,
    Unjudged,
)
from measurand.metrics.family import About, SampleMean
from measurand.metrics.options import EmptyValue
from measurand.values.quantity import Quantity

_above_zero = validators.gt(Fraction(0))
_NOTHING = Fraction(0)


Grade = int | Fraction
Range = tuple[Grade, ...]


class Tied(NamedTuple):
    """A range of ranks that hold judged documents: how many are above and in it, and the grades."""

    above: int
    size: int
    grades: Range

    def within(self, k: int | None) -> int:
        """Count the ranks of the range down to a cutoff.

        >>> Tied(2, 3, ()).within(4), Tied(2, 3, ()).within(None)
        (2, 3)
        """
        return self.size if k is None else max(0, min(self.size, k - self.above))

    def relevant(self, level: Fraction) -> int:
        """Count the documents of at least a grade."""
        return _relevant(self.grades, level)


def _relevant(grades: Range, level: Fraction) -> int:
    # Integers are compared far sooner with each other than with fractions.
    least = level if level.denominator != 1 else level.numerator
    return sum(1 for grade in grades if grade >= least)


class Judged(NamedTuple):
    """What is left of a query: the ranges of what was found, and all grades, the highest first.

    A range is its first rank, its last, and the grades there.
    """

    ranges: tuple[Fact, ...]
    grades: Range

    def found(self, k: int | None = None) -> Iterator[Tied]:
        """Give the ranges of what was found, from the top, that begin at rank k or above.

        >>> [one.above for one in Judged(((1, 1, 2), (3, 4, 1), (5, 5, 1)), (2, 1, 1)).found(4)]
        [0, 2]
        """
        for first, last, *grades in map(_numbers, self.ranges):
            if k is not None and first > k:
                break
            yield Tied(int(first) - 1, int(last - first) + 1, tuple(grades))

    def relevant(self, level: Fraction) -> int:
        """Count the documents of at least a grade, found or not."""
        return _relevant(self.grades, level)

    def hits(self, level: Fraction, k: int) -> Fraction:
        """Count the relevant documents down to a cutoff, on average over the orders of ties.

        >>> Judged(((1, 2, 1),), (1,)).hits(Fraction(1), 1)
        Fraction(1, 2)
        """
        whole, parts = 0, _NOTHING
        for one in self.found(k):
            relevant, seen = one.relevant(level), one.within(k)
            if seen == one.size:
                whole += relevant
            else:
                parts += Fraction(relevant * seen, one.size)
        return whole + parts


def judged(row: Evidence) -> Judged:
    """Read what was observed of a query.

    >>> list(judged(Facts((((1, 1, 1),), (1,)))).found())
    [Tied(above=0, size=1, grades=(1,))]
    """
    match row.value if isinstance(row, Facts) else None:
        case (tuple(found), tuple(grades)):
            return Judged(found, _numbers(grades))
        case _:
            return Judged((), ())


def _numbers(fact: Fact) -> Range:
    return fact if _is_range(fact) else ()


def _is_range(fact: Fact) -> TypeGuard[Range]:
    return isinstance(fact, tuple) and _NUMBERS.issuperset(map(type, fact))


_NUMBERS = frozenset((int, Fraction))


@frozen(kw_only=True, cache_hash=True)
class Ranked(SampleMean):
    """What all metrics of rankings have: a rule for ties, for no answer, for nothing relevant."""

    ties: Ties = Ties.DESCENDING
    missing: Missing = Missing.SKIP
    no_relevant: EmptyValue = EmptyValue.SKIP
    rounding: Rounding = Rounding.NONE

    @property
    def reading(self) -> RelevanceByRank:
        """Say what is observed of a sample: relevance by rank."""
        return RelevanceByRank(ties=self.ties, missing=self.missing, rounding=self.rounding)

    def of_sample(self, row: Evidence) -> Quantity | None:
        """Score one query; None where nothing is relevant, and no number is said for that."""
        query = judged(row)
        if not self.any_relevant(query):
            return self.no_relevant.value_or_none
        return self.of(query)

    def scored(self, row: Evidence) -> bool:
        """Tell whether a query has a score."""
        return self.no_relevant is not EmptyValue.SKIP or self.any_relevant(judged(row))

    def any_relevant(self, query: Judged) -> bool:
        """Tell whether a query has a relevant document, retrieved or not."""
        return bool(query.grades) and query.grades[0] >= self.least

    @property
    @abstractmethod
    def least(self) -> Fraction:
        """Give the least grade that is relevant."""

    @abstractmethod
    def of(self, query: Judged) -> Quantity:
        """Score one query that has something relevant."""


@frozen(kw_only=True, cache_hash=True)
class Leveled(Ranked):
    """What metrics have for which a document is relevant, or is not."""

    level: Fraction = field(default=Fraction(1), validator=_above_zero)

    @property
    def least(self) -> Fraction:
        """Give the least grade that is relevant."""
        return self.level


@frozen(kw_only=True, cache_hash=True)
class Plain(Leveled):
    """What metrics have that see documents which nobody judged."""

    unjudged: Unjudged = Unjudged.NOT_RELEVANT

    @property
    def reading(self) -> RelevanceByRank:
        """Say what is observed of a sample: relevance by rank."""
        return evolve(super().reading, unjudged=self.unjudged)


ORDER_TRIED = (
    ("ties", ("descending_id", "ascending_id", "average")),
    ("no_relevant", ("skip", "0")),
    ("missing", ("skip", "empty")),
)
_LEVELS = (*ORDER_TRIED, ("level", ("1", "2")), ("unjudged", ("not_relevant", "left_out")))
_NONE_RELEVANT = "no query that was answered has a relevant document (see no_relevant)"
_TREC = "equal with no_relevant=0,rounding=single: it holds scores in 32 bits"
_RANX = "equal with no_relevant=0 where no scores tie; its sort leaves open which of them is first"


def peers_of(trec: str, ranx: str = "") -> tuple[tuple[str, str], ...]:
    """Say who else computes a metric, by the names that they have for it."""
    others = ((f"ranx {ranx}", _RANX),) if ranx else ()
    return ((f"pytrec_eval {trec}", _TREC), *others)


@frozen(kw_only=True, cache_hash=True)
class PrecisionAt(Plain):
    """The share of the first k documents that are relevant, on average over queries.

    A rate from 0 to 1. It is divided by k where fewer documents were retrieved, too.

    >>> PrecisionAt(k=5).least
    Fraction(1, 1)

    Raises ValueError for a k below 1.
    """

    about = About(
        name="precision_at",
        says="the share of the first k documents that are relevant",
        formula="sum(relevant in first k / k) / queries",
        source="Manning, Raghavan and Schuetze 2008, section 8.4",
        low=0,
        high=1,
        better=1,
        words=("p_at_k", "precision_at_k", "prec_at_k", "p@k"),
        example="k=10",
        peers=peers_of("P", "precision@k"),
        undefined=_NONE_RELEVANT,
        tried=(*_LEVELS, ("k", ("1", "5", "10"))),
    )
    k: int = field(validator=validators.ge(1))

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        return query.hits(self.level, self.k) / self.k


@frozen(kw_only=True, cache_hash=True)
class RecallAt(Plain):
    """The share of the relevant documents that are among the first k, on average over queries.

    A rate from 0 to 1.

    >>> RecallAt(k=100).unjudged.value
    'not_relevant'

    Raises ValueError for a k below 1.
    """

    about = About(
        name="recall_at",
        says="the share of the relevant documents that are among the first k",
        formula="sum(relevant in first k / relevant) / queries",
        source="Manning, Raghavan and Schuetze 2008, section 8.4",
        low=0,
        high=1,
        better=1,
        words=("r_at_k", "recall_at_k", "r@k"),
        example="k=10",
        peers=peers_of("recall", "recall@k"),
        undefined=_NONE_RELEVANT,
        tried=(*_LEVELS, ("k", ("1", "5", "10"))),
    )
    k: int = field(validator=validators.ge(1))

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        return query.hits(self.level, self.k) / query.relevant(self.level)


@frozen(kw_only=True, cache_hash=True)
class HitRate(Plain):
    """The share of queries with a relevant document among the first k.

    A rate from 0 to 1. Where documents tie across rank k, a query counts by the share of their
    orders that have one there.

    >>> HitRate(k=10).k
    10

    Raises ValueError for a k below 1.
    """

    about = About(
        name="hit_rate",
        says="the share of queries with a relevant document among the first k",
        formula="sum(any relevant in first k) / queries",
        source="trec_eval, success",
        low=0,
        high=1,
        better=1,
        words=("success_at_k", "hits_at_k", "hit_at_k", "hr_at_k", "hit_rate_at_k", "success"),
        example="k=10",
        peers=peers_of("success", "hit_rate@k"),
        undefined=_NONE_RELEVANT,
        tried=(*_LEVELS, ("k", ("1", "5", "10"))),
    )
    k: int = field(validator=validators.ge(1))

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        for one in query.found(self.k):
            relevant, seen = one.relevant(self.level), one.within(self.k)
            if relevant and seen:
                # Ranges are apart, so at most the last one that is seen is cut.
                return 1 - Fraction(comb(one.size - relevant, seen), comb(one.size, seen))
        return _NOTHING


@frozen(kw_only=True, cache_hash=True)
class ReciprocalRank(Plain):
    """1 over the rank of the first relevant document, on average over queries: MRR.

    A rate from 0 to 1; 0 where no relevant document was retrieved, or none down to rank k.

    >>> ReciprocalRank().k is None
    True

    Raises ValueError for a k below 1.
    """

    about = About(
        name="reciprocal_rank",
        says="1 over the rank of the first relevant document",
        formula="sum(1 / rank of first relevant) / queries",
        source="Voorhees 1999",
        low=0,
        high=1,
        better=1,
        words=("mrr", "mean_reciprocal_rank", "recip_rank", "mrr_at_k"),
        peers=(
            *peers_of("recip_rank", "mrr"),
            ("ir_measures RR@k", "its reader of MS MARCO breaks ties in another way"),
        ),
        undefined=_NONE_RELEVANT,
        tried=(*_LEVELS, ("k", ("all", "10", "2"))),
    )
    k: int | None = field(default=None, validator=validators.optional(validators.ge(1)))

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        for one in query.found(self.k):
            relevant = one.relevant(self.level)
            if relevant:
                ways = comb(one.size, relevant)
                firsts = range(1, min(one.size - relevant + 1, one.within(self.k)) + 1)
                return sum(
                    (
                        Fraction(comb(one.size - at, relevant - 1), ways * (one.above + at))
                        for at in firsts
                    ),
                    _NOTHING,
                )
        return _NOTHING


class Divisor(Enum):
    """What a sum of precisions is divided by: all relevant documents, or those that fit in k."""

    RELEVANT = "relevant"
    REACHABLE = "reachable"


@frozen(kw_only=True, cache_hash=True)
class MeanAveragePrecision(Plain):
    """The precision at the rank of each relevant document, their mean, and its mean over queries.

    A rate from 0 to 1. A relevant document that was not retrieved, or stands below rank k, counts
    0. With `divisor=reachable` a query is divided by k where more documents are relevant.

    >>> MeanAveragePrecision(k=100).divisor.value
    'relevant'

    Raises ValueError for a k below 1.
    """

    about = About(
        name="mean_average_precision",
        says="the mean of the precisions at the ranks of the relevant documents",
        formula="sum(sum(precision at rank of each relevant) / relevant) / queries",
        source="Buckley and Voorhees 2000",
        low=0,
        high=1,
        better=1,
        words=("map", "map_at_k", "map_cut"),
        peers=peers_of("map, map_cut", "map, map@k"),
        undefined=_NONE_RELEVANT,
        tried=(
            *_LEVELS,
            ("k", ("all", "10", "2")),
            ("divisor", ("relevant", "reachable")),
        ),
    )
    k: int | None = field(default=None, validator=validators.optional(validators.ge(1)))
    divisor: Divisor = Divisor.RELEVANT

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        total, before = _NOTHING, 0
        for one in query.found(self.k):
            relevant, size = one.relevant(self.level), one.size
            for at in range(1, one.within(self.k) + 1 if relevant else 1):
                # Relevant here, as so many of the range are; so many others of them stand before.
                others = Fraction((at - 1) * (relevant - 1), size - 1) if size > 1 else _NOTHING
                here = Fraction(relevant, size * (one.above + at))
                total += here * (before + others + 1)
            before += relevant
        most = query.relevant(self.level)
        if self.divisor is Divisor.REACHABLE and self.k is not None:
            most = min(most, self.k)
        return total / most


@frozen(kw_only=True, cache_hash=True)
class RPrecision(Plain):
    """The precision at the rank that all relevant documents would fill, on average over queries.

    A rate from 0 to 1.

    >>> RPrecision().ties.value
    'descending_id'
    """

    about = About(
        name="r_precision",
        says="the precision at the rank that all relevant documents would fill",
        formula="sum(relevant in first R / R) / queries, R relevant",
        source="Buckley and Voorhees 2000",
        low=0,
        high=1,
        better=1,
        words=("rprec", "r_prec"),
        peers=peers_of("Rprec"),
        undefined=_NONE_RELEVANT,
        tried=_LEVELS,
    )

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        relevant = query.relevant(self.level)
        return query.hits(self.level, relevant) / relevant


@frozen(kw_only=True, cache_hash=True)
class Bpref(Leveled):
    """How seldom judged documents that are not relevant stand above relevant ones.

    A rate from 0 to 1. Each relevant document that was retrieved gives 1, less the share of the
    judged documents that are not relevant and stand above it: at most R of them count, of
    min(R, N), with R relevant and N others. What nobody judged is not seen.

    >>> Bpref().level
    Fraction(1, 1)
    """

    about = About(
        name="bpref",
        says="how seldom judged documents that are not relevant stand above relevant ones",
        formula="sum(sum(1 - min(n above, R) / min(R, N)) / R) / queries",
        source="Buckley and Voorhees 2004, as trec_eval computes it",
        low=0,
        high=1,
        better=1,
        words=("binary_preference",),
        peers=peers_of("bpref", "bpref"),
        undefined=_NONE_RELEVANT,
        tried=(*ORDER_TRIED, ("level", ("1", "2")), ("negative", ("judged", "unjudged"))),
    )
    negative: Negative = Negative.JUDGED

    @property
    def reading(self) -> RelevanceByRank:
        """Say what is observed of a sample: relevance by rank."""
        return evolve(super().reading, negative=self.negative)

    def of(self, query: Judged) -> Fraction:
        """Score one query."""
        relevant = query.relevant(self.level)
        others = len(query.grades) - relevant
        total, above = _NOTHING, 0
        for one in query.found():
            here = one.relevant(self.level)
            beside = len(one.grades) - here
            if here:
                # Of the others in its range as many stand above as below, in all orders.
                lost = sum(min(above + at, relevant) for at in range(beside + 1))
                share = Fraction(lost, (beside + 1) * min(relevant, others)) if others else 0
                total += here * (1 - share)
            above += beside
        return total / relevant
