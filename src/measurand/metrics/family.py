"""Metrics that are a class in one file: what they observe, and a number of all that was observed.

A metric of counts is a formula (`metric`), and most metrics are. What is none (a correlation of
ranks, an agreement of raters, a gain that is discounted by rank) is a frozen class: its fields are
its options, with the defaults that a signature writes, so `define`, `parse` and `signature` know it
as they know all others; `reading` says what it observes of a sample, and `value` what it is of all
samples, in numbers that are exact for its score and floats for its resamples
(`algebra.functional`). Nothing else is said of it anywhere: averages of groups, intervals,
comparisons, shards, locks and claims come with what it is a function of.

`SampleMean` is the common case of a number a sample, of which the mean is taken; `OfSums` that of
a formula of sums of counts, be it of all samples or of each. An `Estimator` says of all samples
what it sees of some.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from attrs import frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Exact, Number
from measurand.evidence.evidence import (
    Amount,
    Evidence,
    Excluded,
    Facts,
    Joint,
    Observed,
    Tallies,
)
from measurand.evidence.number_rows import NumberRows
from measurand.evidence.observation import Observing
from measurand.metrics.columns import weight_of
from measurand.metrics.metric import Named, Written
from measurand.values.english import with_article
from measurand.values.quantity import Quantity, bounds
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined


@frozen(kw_only=True)
class About(Named):
    """What is known of a metric beside its meaning: its names, range, source, and when it is none.

    `formula` is for readers, in the notation of the formulas of counts. `undefined` says when there
    is no number. `peers` are those who compute it: a name of a function, and how far it agrees.
    `example` gives the options that have no default, as a signature writes them. `revision` rises
    where the number of a definition changes. `tried` are the values of options
    that a reader would admit where a paper does not say them: what `audit` tries. `breaks` has the
    laws that it does not keep (`laws.families`), each with the smallest samples that show it.

    >>> About(name="spread", says="how far", formula="max(x) - min(x)").revision
    1
    """

    formula: str
    undefined: str = ""
    example: str = ""
    peers: tuple[tuple[str, str], ...] = ()
    revision: int = 1
    tried: tuple[tuple[str, tuple[str, ...]], ...] = ()
    breaks: tuple[tuple[str, tuple[Sample, ...]], ...] = ()


class Family(Written, ABC):
    """A metric that is a frozen class: a base for those of the families, and of anybody's package.

    A subclass is `attrs.frozen(kw_only=True, cache_hash=True)`, has typed options with codecs
    (`metrics.codecs`), and `about`.
    """

    about: ClassVar[About]

    @property
    @abstractmethod
    def reading(self) -> Observing:
        """Say what is observed of a sample."""

    @abstractmethod
    def value(self, rows: Rows[Evidence]) -> Number:
        """Compute the number of all rows that take part."""

    def takes(self, row: Evidence) -> bool:
        """Tell whether a sample takes part: here where all that is observed of it is there."""
        if isinstance(row, Joint):
            return Excluded not in set(map(type, row.rows))
        return not isinstance(row, Excluded)

    @property
    def may_lack(self) -> bool:
        """Tell whether it is a mean over samples, of which some may have no number."""
        return False

    def lacks(self, _row: Evidence) -> bool:
        """Tell whether a sample that takes part has no number, and is left out of the mean."""
        return False

    def weigh(self, row: Evidence) -> Fraction:
        """Weigh a sample."""
        if isinstance(row, Joint):
            return next(filter(None, map(weight_of, row.rows)), Fraction(0))
        return weight_of(row)


class OutsideRangeError(ValueError):
    """A metric gave a number outside the range that it states: one of the two is a mistake."""


def within_range(definition: object, score: Score) -> Score:
    """Give the score of a metric, which lies where the metric says that it does.

    A stated range is more than a remark: proofs refute printed numbers by it, and a table marks the
    better end. So a number outside is none; its formula or its range is wrong, and which of them
    only the author knows. Of a number that is known by two ends, both would have to lie outside.

    >>> within_range("no metric of a family", Undefined("no sample was scored"))
    Undefined(reason='no sample was scored')

    Raises OutsideRangeError.
    """
    if not isinstance(definition, Family) or isinstance(score, Undefined):
        return score
    about = definition.about
    least, most = bounds(score.value, _DIGITS)
    if (about.low is None or most >= about.low) and (about.high is None or least <= about.high):
        return score
    low, high = ("no end" if end is None else end for end in (about.low, about.high))
    message = (
        f"{about.name} ({type(definition).__module__}) states a range from {low} to {high}: got "
        f"{float(least):.12g}; its formula is to be mended, or its range (about.low, about.high)"
    )
    raise OutsideRangeError(message)


_DIGITS = 20


class SampleMean(Family):
    """A metric that is a number a sample, and their mean.

    `rational` says that each is rational: the mean is then a quotient of two sums, as those of
    counts are, with exact laws and fast tests.
    """

    rational: ClassVar[bool] = True

    @abstractmethod
    def of_sample(self, row: Evidence) -> Quantity | None:
        """Score one sample; None where it has no score, and is left out of the mean."""

    def of_numbers(self, _rows: NumberRows) -> Quantity | None:
        """Add up the scores of rows of numbers at once; None where that is not known.

        Who knows it says that each row has a score.
        """
        return None

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean of the samples that have a score, by their weights."""
        top = rows.sum(self._given)
        bottom = rows.sum(lambda row: int(self.scored(row)))
        return top.over(bottom, self.nobody)

    def scored(self, row: Evidence) -> bool:
        """Tell whether a sample has a score, which may be known sooner than the score."""
        return self.of_sample(row) is not None

    @property
    def may_lack(self) -> bool:
        """It is a mean over samples."""
        return True

    def lacks(self, row: Evidence) -> bool:
        """Tell whether a sample has no score."""
        return not self.scored(row)

    def _given(self, row: Evidence) -> Quantity:
        score = _score_of(self, row)
        return Fraction(0) if score is None else score

    @property
    def nobody(self) -> str:
        """Say why there is no mean."""
        return f"no sample has {with_article(self.about.name)}"


@lru_cache(maxsize=2**11)
def _score_of(of: SampleMean, row: Evidence) -> Quantity | None:
    """Score a sample once for the score and all resamples."""
    return of.of_sample(row)


class Level(Enum):
    """Of what a formula is: of the counts of all samples together, or of each, and their mean."""

    CORPUS = "corpus"
    SAMPLE = "sample"


@frozen(kw_only=True, cache_hash=True)
class OfSums(Family):
    """A metric that is a formula of sums of counts, of which each sample gives some.

    So pools of parts add up, and a resample is a sum of rows. With `level=sample` it is the mean of
    the formula of each sample.
    """

    level: Level = Level.CORPUS

    @property
    @abstractmethod
    def size(self) -> int:
        """Say how many counts a sample gives."""

    @abstractmethod
    def of(self, sums: Sequence[Number]) -> Number:
        """Compute the number of sums of counts."""

    @property
    def may_lack(self) -> bool:
        """It is a mean over samples where that is its level."""
        return self.level is Level.SAMPLE

    def lacks(self, row: Evidence) -> bool:
        """Tell whether the formula has no number of a sample."""
        return _alone(self, row) is None

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compute the number of all samples, or the mean of those of each."""
        if self.level is Level.CORPUS:
            return self.of(rows.sums(counts, self.size))
        top = rows.sum(lambda row: _alone(self, row) or 0)
        bottom = rows.sum(lambda row: int(_alone(self, row) is not None))
        return top.over(bottom, f"no sample has {with_article(self.about.name)}")


@lru_cache(maxsize=2**14)
def _alone(of: OfSums, row: Evidence) -> Quantity | None:
    """Compute the number of one sample; None where it has none."""
    found = of.of(list(map(Exact, counts(row))))
    match found.score if isinstance(found, Exact) else None:
        case Defined(value):
            return value
        case _:
            return None


def counts(row: Evidence) -> Sequence[Fraction | int]:
    """List the counts that were observed of a sample.

    >>> counts(Facts((2, Fraction(1, 2))))
    [2, Fraction(1, 2)]
    """
    facts = row.value if isinstance(row, Facts) and isinstance(row.value, tuple) else ()
    whole = [one for one in facts if type(one) is int]
    if len(whole) == len(facts):
        return whole
    return [
        one.numerator if one.denominator == 1 else one
        for one in facts
        if isinstance(one, int | Fraction)
    ]


class Estimator(Family):
    """A metric that says of all samples what only some of them show: those that are labelled.

    It is a quotient, so that its error can be told: a bottom that is not known either widens an
    interval by more than its own error (Fieller 1954). `value` may be undefined where the quotient
    is not.
    """

    @property
    def holds_both(self) -> bool:
        """Tell whether its interval holds the one without added samples too.

        So it is where they move the estimate by more than they widen its interval.
        """
        return False

    @abstractmethod
    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Compute the top and the bottom; of what is none, the bottom is 1."""

    @abstractmethod
    def labelled(self, row: Evidence) -> bool:
        """Tell whether a sample shows what is estimated."""

    @property
    @abstractmethod
    def bounds(self) -> tuple[Fraction | int, Fraction | int] | None:
        """Give the least and the largest that what is estimated can be; None where it is open."""

    def unseen(self, _rows: Iterable[Evidence], _labelled: int) -> Undefined | None:
        """Say of which part of the estimate labels tell nothing: then it has no interval.

        Rows are those there are, each at least once; `labelled` counts the labelled units.
        """
        return None

    @abstractmethod
    def pseudo(self, rows: Iterable[Evidence]) -> Sequence[tuple[Evidence, Evidence]]:
        """List samples that an interval adds to those there are: what was never seen may still be.

        Each is a pair, of one system and of another that is compared with it.
        """


def numbers(row: Evidence) -> tuple[Fraction, ...]:
    """List the numbers of columns that stand side by side; those that are not there are left out.

    >>> numbers(Amount(Fraction(1, 2)))
    (Fraction(1, 2),)
    """
    parts = row.rows if isinstance(row, Joint) else (row,)
    return tuple([part.value for part in parts if isinstance(part, Amount)])


def tallies(row: Evidence) -> Tallies:
    """List the tallies of a sample by class.

    >>> tallies(Amount(Fraction(1)))
    ()
    """
    return row.tallies if isinstance(row, Observed) else ()
