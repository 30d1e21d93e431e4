"""Probabilities of what is so or not, and scores that are held against thresholds.

`score` is what was said, `label` is 1 where it is so and 0 where it is not. Scores of errors and of
calibration take probabilities, from 0 to 1; those that sweep a threshold take any numbers, and a
sample is positive where its score is at least the threshold. Samples that lack one of the two are
left out. Equal scores always stand together: in one bin, and on one side of each threshold.

Bins are of equal width, or of equal mass, or one for each distinct probability. A bin of equal mass
is found by ranks: the weight below a probability (or with all that is equal to it) as a share of
all weight, held against the same edges as a probability is. So bins follow the weights, also those
of a resample, and no bin is empty but where ties are larger than it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor
from typing import TypeVar

from attrs import Attribute, field, frozen

from measurand.algebra.elementary import logarithm
from measurand.algebra.functional import Number, Rows
from measurand.algebra.monoid import add_all
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import ColumnOf, Together, Values
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Family, SampleMean, numbers
from measurand.metrics.options import Zero
from measurand.values.quantity import Quantity

K = TypeVar("K", Fraction, int)

_EXAMPLE = "score=p,label=rain"
_NOBODY = "no sample has a score and a label"
_ONE_CLASS = "all samples have one label"
_NO_POSITIVE = "no sample is positive"


@frozen(kw_only=True, cache_hash=True)
class OfScores(Family):
    """A metric of scores and labels that are 0 or 1: a base.

    Raises ValueError without names.
    """

    score: str = field(validator=named)
    label: str = field(validator=named)

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: its score and its label."""
        return Together((ColumnOf(self.score), ColumnOf(self.label, Values.BINARY)))


@frozen(kw_only=True, cache_hash=True)
class OfProbabilities(OfScores):
    """A metric of probabilities and labels: a base. Another score than from 0 to 1 is refused."""

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: a probability and its label."""
        return Together((ColumnOf(self.score, Values.SHARE), ColumnOf(self.label, Values.BINARY)))


class Tie(Enum):
    """What a sample is whose score is the threshold."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Binning(Enum):
    """What is put together: probabilities in bins of one width or one mass, or equal ones alone."""

    WIDTH = "width"
    MASS = "mass"
    DISTINCT = "distinct"


class Closed(Enum):
    """Which end belongs to a bin; the outermost ends of all do, except for `each_lower`.

    There the number 1 is above all bins, and has one of its own.
    """

    UPPER = "upper"
    LOWER = "lower"
    EACH_LOWER = "each_lower"

    def bin_of(self, share: Fraction, bins: int) -> int:
        """Find the bin of a share from 0 to 1, counted from 0.

        >>> Closed.UPPER.bin_of(Fraction(1, 2), 2), Closed.LOWER.bin_of(Fraction(1, 2), 2)
        (0, 1)
        """
        match self:
            case Closed.UPPER:
                return max(0, ceil(share * bins) - 1)
            case Closed.LOWER:
                return min(bins - 1, floor(share * bins))
            case Closed.EACH_LOWER:
                return floor(share * bins)


def _some(_definition: object, attribute: "Attribute[int]", value: int) -> None:
    if value < 1:
        message = f"{attribute.name} is a whole number from 1: got {value}"
        raise ValueError(message)


def _positive_share(_definition: object, attribute: "Attribute[Fraction]", value: Fraction) -> None:
    if not 0 < value <= 1:
        message = f"{attribute.name} is above 0 and at most 1: got {value}"
        raise ValueError(message)


def _no_less_than_nothing(
    _definition: object, attribute: "Attribute[Fraction]", value: Fraction
) -> None:
    if value < 0:
        message = f"{attribute.name} is not below 0: got {value}"
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Brier(OfProbabilities, SampleMean):
    """The Brier score: the mean square of what probabilities are off.

    From 0 to 1; 1/4 is what the probability 1/2 always gets. Of one class, not of both: half of
    what Brier 1950 adds up over two. Exact, as probabilities are read as they are written.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (2, 0), (6, 0)])
    ... ]
    >>> evaluate(Brier(score="p", label="rain"), corpus)
    Defined(value=Fraction(41, 300))

    Raises ValueError without names.
    """

    about = About(
        name="brier",
        says="the mean square of what probabilities are off",
        formula="sum((p - y)^2) / n",
        source="Brier 1950, Monthly Weather Review 78",
        low=0,
        high=1,
        better=-1,
        words=("brier_score", "brier_loss", "brier_score_loss"),
        example=_EXAMPLE,
        undefined=_NOBODY,
        peers=(
            ("sklearn.metrics.brier_score_loss", "equal; with scale_by_half=False it is twice it"),
        ),
    )

    def of_sample(self, row: Evidence) -> Fraction:
        """Square what one probability is off."""
        said, so = numbers(row)
        return (said - so) ** 2


@frozen(kw_only=True, cache_hash=True)
class LogLoss(OfProbabilities, SampleMean):
    """The log loss: how surprising what happened was, on average, in nats (natural logarithms).

    From 0 upwards; log 2 is what the probability 1/2 always gets. Where something happened that had
    the probability 0 it is infinite, so there is no number, unless `clip` keeps probabilities that
    far from 0 and 1. Known between two ends, as logarithms are, to 30 decimals.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [Sample(id="", amounts=(("p", Fraction(1, 2)), ("rain", Fraction(1))))]
    >>> str(float(evaluate(LogLoss(score="p", label="rain"), corpus).value))
    '0.6931471805599453'

    Raises ValueError without names, and where `clip` is not between 0 and 1/2.
    """

    rational = False
    about = About(
        name="log_loss",
        says="how surprising what happened was, on average, in nats",
        formula="-sum(y * log(p) + (1 - y) * log(1 - p)) / n",
        source="Good 1952, Rational Decisions, Journal of the Royal Statistical Society B 14",
        low=0,
        better=-1,
        words=("logloss", "cross_entropy", "binary_cross_entropy", "nll"),
        example=_EXAMPLE,
        undefined="what happened had the probability 0, unless `clip` is above 0; or no sample",
        peers=(
            (
                "sklearn.metrics.log_loss",
                "equal with clip=1/4503599627370496, the eps of its floats",
            ),
        ),
        tried=(("clip", ("0", "0.000000000000001", "1/4503599627370496", "0.0000001")),),
    )
    clip: Fraction = field(default=Fraction(0))

    @clip.validator
    def _narrow(self, _attribute: object, value: Fraction) -> None:
        if not 0 <= value < Fraction(1, 2):
            message = f"clip is from 0 and below 1/2: got {value}"
            raise ValueError(message)

    def _chance(self, row: Evidence) -> Fraction:
        """Say which probability what happened had."""
        said, so = numbers(row)
        kept = max(self.clip, min(1 - self.clip, said))
        return kept if so else 1 - kept

    def of_sample(self, row: Evidence) -> Quantity | None:
        """Say how surprising one sample is; None where it cannot be."""
        given = self._chance(row)
        return -logarithm(given) if given else None

    def scored(self, row: Evidence) -> bool:
        """Tell whether what happened had been possible."""
        return bool(self._chance(row))

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean, where nothing impossible happened."""
        impossible = rows.sum(lambda row: int(not self._chance(row)))
        return impossible.if_zero(
            super().value(rows), rows.zero.nothing("what happened had the probability 0")
        )


@frozen(kw_only=True, cache_hash=True)
class ExpectedCost(OfScores, SampleMean):
    """The mean cost of deciding by a threshold: what false alarms and misses cost, a sample.

    A sample is called positive where its score is at least `threshold` (`tie` says what it is where
    they are equal). From 0 to the larger cost, in the unit of the costs; with both costs 1 it is
    the share of wrong calls.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (2, 1), (6, 0)])
    ... ]
    >>> evaluate(ExpectedCost(score="p", label="rain", false_negative=Fraction(5)), corpus)
    Defined(value=Fraction(2, 1))

    Raises ValueError without names, and for costs below 0.
    """

    about = About(
        name="expected_cost",
        says="what deciding by a threshold costs, a sample",
        formula="(false_positive * fp + false_negative * fn) / n",
        source="Elkan 2001, The Foundations of Cost-Sensitive Learning",
        low=0,
        better=-1,
        words=("mean_cost",),
        example=_EXAMPLE,
        undefined=_NOBODY,
        tried=(
            ("threshold", ("0.5", "0.1", "0.9")),
            ("tie", ("positive", "negative")),
            ("false_negative", ("1", "5")),
        ),
    )
    threshold: Fraction = Fraction(1, 2)
    false_positive: Fraction = field(default=Fraction(1), validator=_no_less_than_nothing)
    false_negative: Fraction = field(default=Fraction(1), validator=_no_less_than_nothing)
    tie: Tie = Tie.POSITIVE

    def of_sample(self, row: Evidence) -> Fraction:
        """Say what one call costs."""
        score, so = numbers(row)
        called = score > self.threshold or (score == self.threshold and self.tie is Tie.POSITIVE)
        if called == bool(so):
            return Fraction(0)
        return self.false_positive if called else self.false_negative


@frozen
class _Bin:
    """What stands in one bin: its weight, what was said and what happened there, added up."""

    weight: Number
    said: Number
    so: Number

    @property
    def off(self) -> Number:
        """Say how much more was said than happened."""
        return self.said - self.so

    def shared(self, amount: Number) -> Number:
        """Divide by the weight; a bin without any has 0."""
        return amount.over(self.weight.if_zero(1, self.weight), "")


@frozen(kw_only=True, cache_hash=True)
class OfBins(OfProbabilities):
    """A metric of probabilities in bins: a base.

    `bins` is how many there are; the word means nothing where each distinct probability is one.
    `closed` says which end belongs to a bin. Raises ValueError for fewer bins than 1.
    """

    bins: int = field(default=15, validator=_some)
    binning: Binning = Binning.WIDTH
    closed: Closed = Closed.UPPER

    def parted(self, rows: Rows[Evidence]) -> Iterator[_Bin]:
        """List the bins by growing probability, and some that are empty."""
        match self.binning:
            case Binning.MASS:
                yield from self._by_mass(rows)
            case Binning.DISTINCT:
                yield from _each(rows, lambda said: said).values()
            case Binning.WIDTH:
                yield from _each(rows, lambda said: self.closed.bin_of(said, self.bins)).values()

    def _by_mass(self, rows: Rows[Evidence]) -> Iterator[_Bin]:
        """Walk up the probabilities; where the next one is in another bin, what stood is a bin.

        Which that is differs between resamples, so after each probability there is a bin that is
        empty where it did not end there.
        """
        zero, everything = rows.zero, rows.weight
        every = everything.if_zero(1, everything)
        here, place, below = _Bin(zero, zero, zero), zero, zero
        for one in _each(rows, lambda said: said).values():
            at = self._place(below, one.weight, every)
            stays, place = at - place, at
            yield _Bin(*(stays.if_zero(0, part) for part in (here.weight, here.said, here.so)))
            here = _Bin(
                stays.if_zero(here.weight, 0) + one.weight,
                stays.if_zero(here.said, 0) + one.said,
                stays.if_zero(here.so, 0) + one.so,
            )
            below = below + one.weight
        yield here

    def _place(self, below: Number, weight: Number, every: Number) -> Number:
        """Find the bin of the ranks of one probability, as `Closed.bin_of` finds that of shares."""
        if self.closed is Closed.UPPER:
            through = ((below + weight) * self.bins).over(every, "")
            return (-(-through).floor() - 1).larger(0)
        return (below * self.bins).over(every, "").floor()


def _each(rows: Rows[Evidence], place: Callable[[Fraction], K]) -> Mapping[K, _Bin]:
    """Add up what stands at each place, in their order."""
    sums = rows.weights(
        lambda row: zip(
            product([place(numbers(row)[0])], range(3)), (1, *numbers(row)), strict=True
        )
    )
    places = sorted({at for at, _ in sums})
    return {at: _Bin(*(sums[at, part] for part in range(3))) for at in places}


class Norm(Enum):
    """How what bins are off becomes one number: its mean, or the root of the mean square."""

    MEAN = "l1"
    SQUARE = "l2"


_BINS_TRIED = (
    ("bins", ("15", "10", "20", "5")),
    ("binning", ("width", "mass")),
    ("closed", ("upper", "lower", "each_lower")),
)


@frozen(kw_only=True, cache_hash=True)
class Ece(OfBins):
    """The expected calibration error: how far bins of probabilities are off what happens.

    Of each bin, the mean probability less the share that happened, without its sign; and of these
    the mean, where bins weigh as their samples do. From 0 to 1. With `norm=l2`, the root of the
    mean square. For a classifier, `score` is its confidence and `label` tells whether it was right.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (9, 0), (1, 0)])
    ... ]
    >>> evaluate(Ece(score="p", label="rain"), corpus)
    Defined(value=Fraction(3, 10))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="ece",
        says="how far the probabilities of a bin are off what happens, on average",
        formula="sum over bins of w / n * abs(mean(p) - mean(y))",
        source="Naeini, Cooper and Hauskrecht 2015; 15 bins: Guo, Pleiss, Sun, Weinberger 2017",
        low=0,
        high=1,
        better=-1,
        words=("expected_calibration_error", "calibration_error"),
        example=_EXAMPLE,
        undefined=_NOBODY,
        peers=(
            (
                "torchmetrics.functional.classification.binary_calibration_error",
                "equal with closed=each_lower, but for its float edges (0.30000000000000004)",
            ),
            ("netcal.metrics.ECE", "equal with closed=lower, but for its float edges"),
        ),
        tried=(*_BINS_TRIED, ("norm", ("l1", "l2"))),
    )
    norm: Norm = Norm.MEAN

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean over bins, or its root."""
        bins = self.parted(rows)
        match self.norm:
            case Norm.MEAN:
                off = add_all((abs(one.off) for one in bins), rows.zero)
                return off.over(rows.weight, _NOBODY)
            case Norm.SQUARE:
                return _squares(bins, rows).over(rows.weight, _NOBODY).root()


def _squares(bins: Iterable[_Bin], rows: Rows[Evidence]) -> Number:
    return add_all((one.shared(one.off * one.off) for one in bins), rows.zero)


@frozen(kw_only=True, cache_hash=True)
class Mce(OfBins):
    """The maximum calibration error: how far the probabilities of the worst bin are off.

    From 0 to 1. It is that of one bin, however few samples are in it.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (9, 0), (1, 0)])
    ... ]
    >>> evaluate(Mce(score="p", label="rain"), corpus)
    Defined(value=Fraction(2, 5))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="mce",
        says="how far the probabilities of the worst bin are off what happens",
        formula="max over bins of abs(mean(p) - mean(y))",
        source="Naeini, Cooper and Hauskrecht 2015",
        low=0,
        high=1,
        better=-1,
        words=("maximum_calibration_error", "max_calibration_error"),
        example=_EXAMPLE,
        undefined=_NOBODY,
        peers=(
            (
                "torchmetrics.functional.classification.binary_calibration_error",
                "equal with closed=each_lower, but for its float edges (0.30000000000000004)",
            ),
            ("netcal.metrics.MCE", "equal with closed=lower, but for its float edges"),
        ),
        tried=_BINS_TRIED,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the largest over bins."""
        worst = rows.zero
        for one in self.parted(rows):
            worst = worst.larger(one.shared(abs(one.off)))
        return rows.weight.if_zero(rows.zero.nothing(_NOBODY), worst)


_DECOMPOSED = (
    ("binning", ("distinct", "width", "mass")),
    *((name, values) for name, values in _BINS_TRIED if name != "binning"),
)
_MURPHY = "Murphy 1973, A New Vector Partition of the Probability Score"


@frozen(kw_only=True, cache_hash=True)
class BrierReliability(OfBins):
    """The part of the Brier score that is lost by miscalibration: 0 where all bins are calibrated.

    The mean square of what bins are off: the mean probability less the share that happened. Where
    bins are distinct probabilities, reliability - resolution + uncertainty is the Brier score.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (9, 0), (1, 0)])
    ... ]
    >>> evaluate(BrierReliability(score="p", label="rain"), corpus)
    Defined(value=Fraction(11, 100))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="brier_reliability",
        says="the part of the Brier score that is lost by miscalibration",
        formula="sum over bins of w / n * (mean(p) - mean(y))^2",
        source=_MURPHY,
        low=0,
        high=1,
        better=-1,
        words=("murphy_reliability",),
        example=_EXAMPLE,
        undefined=_NOBODY,
        tried=_DECOMPOSED,
    )
    binning: Binning = Binning.DISTINCT

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean square over bins."""
        return _squares(self.parted(rows), rows).over(rows.weight, _NOBODY)


@frozen(kw_only=True, cache_hash=True)
class BrierResolution(OfBins):
    """The part of the Brier score that is won as bins differ in what happens.

    The mean square of what the share that happened in a bin is off that of all; from 0 to 1/4, and
    never more than the uncertainty.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (9, 0), (1, 0)])
    ... ]
    >>> evaluate(BrierResolution(score="p", label="rain"), corpus)
    Defined(value=Fraction(1, 18))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="brier_resolution",
        says="the part of the Brier score that is won as bins differ in what happens",
        formula="sum over bins of w / n * (mean(y) - mean(y of all))^2",
        source=_MURPHY,
        low=0,
        high=1,
        better=1,
        words=("murphy_resolution",),
        example=_EXAMPLE,
        undefined=_NOBODY,
        tried=_DECOMPOSED,
    )
    binning: Binning = Binning.DISTINCT

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean square over bins."""
        share = _share(rows)
        apart = ((one, one.so - one.weight * share) for one in self.parted(rows))
        squares = add_all((one.shared(off * off) for one, off in apart), rows.zero)
        return squares.over(rows.weight, _NOBODY)


def _share(rows: Rows[Evidence]) -> Number:
    """Take the share of samples in which it happened."""
    return rows.sum(lambda row: numbers(row)[1]).over(rows.weight, _NOBODY)


@frozen(kw_only=True, cache_hash=True)
class BrierUncertainty(OfProbabilities):
    """The Brier score of who always says how often it happens; from 0 to 1/4.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (9, 0), (1, 0)])
    ... ]
    >>> evaluate(BrierUncertainty(score="p", label="rain"), corpus)
    Defined(value=Fraction(2, 9))

    Raises ValueError without names.
    """

    about = About(
        name="brier_uncertainty",
        says="the Brier score of who always says how often it happens",
        formula="mean(y) * (1 - mean(y))",
        source=_MURPHY,
        low=0,
        high=1,
        words=("murphy_uncertainty",),
        example=_EXAMPLE,
        undefined=_NOBODY,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Multiply both shares."""
        share = _share(rows)
        return share * (1 - share)


@frozen(kw_only=True, cache_hash=True)
class BrierSkill(OfProbabilities):
    """The Brier skill score: which part of the uncertainty of these samples is taken away.

    At most 1, which is perfect; 0 is as good as who always says how often it happens in these same
    samples. Undefined where all samples have one label.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (2, 0), (6, 0)])
    ... ]
    >>> evaluate(BrierSkill(score="p", label="rain"), corpus)
    Defined(value=Fraction(77, 200))

    Raises ValueError without names.
    """

    about = About(
        name="brier_skill",
        says="which part of the uncertainty of these samples is taken away",
        formula="1 - brier / uncertainty",
        source="Murphy 1973, Hedging and Skill Scores for Probability Forecasts",
        high=1,
        better=1,
        words=("brier_skill_score", "bss"),
        example=_EXAMPLE,
        undefined=_ONE_CLASS,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare with who always says how often it happens."""
        share = _share(rows)
        off = rows.sum(lambda row: (numbers(row)[0] - numbers(row)[1]) ** 2)
        return 1 - off.over(rows.weight * share * (1 - share), _ONE_CLASS)


@frozen
class _Above:
    """What is called positive at one threshold: those that are, all, and the former's increase."""

    hits: Number
    called: Number
    more: Number

    @property
    def precision(self) -> Number:
        """Take the share that is positive, of what is called so; 1 where nothing is."""
        ratio = self.hits.over(self.called.if_zero(1, self.called), "")
        return self.called.if_zero(1, ratio)


def _swept(rows: Rows[Evidence]) -> tuple[_Above, ...]:
    """Lower the threshold from the highest score to the lowest, each once."""
    sums = rows.weights(
        lambda row: [((numbers(row)[0], 0), 1), ((numbers(row)[0], 1), numbers(row)[1])]
    )
    every, hits, called = [], rows.zero, rows.zero
    for score in sorted({at for at, _ in sums}, reverse=True):
        more = sums[score, 1]
        hits, called = hits + more, called + sums[score, 0]
        every.append(_Above(hits, called, more))
    return tuple(every)


class Area(Enum):
    """What stands for precision between two thresholds.

    `step`: that at the lower one. `trapezoid`: the mean of both, from precision 1 at recall 0.
    `envelope`: the best at any recall that is as high.
    """

    STEP = "step"
    TRAPEZOID = "trapezoid"
    ENVELOPE = "envelope"


@frozen(kw_only=True, cache_hash=True)
class AveragePrecision(OfScores):
    """Average precision: that at each threshold, weighed by the recall that it adds.

    From 0 to 1; the share of positives is what random scores get. Equal scores are called together,
    so order never matters. `area` says what stands for precision between thresholds: that at the
    lower one (`step`), the mean of both (`trapezoid`, which is too hopeful: Davis and Goadrich
    2006), or the best at any recall that is as high (`envelope`, as Pascal VOC does since 2010).
    Undefined where no sample is positive.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (6, 0), (2, 1)])
    ... ]
    >>> evaluate(AveragePrecision(score="p", label="rain"), corpus)
    Defined(value=Fraction(5, 6))

    Raises ValueError without names.
    """

    about = About(
        name="average_precision",
        says="precision at each threshold, weighed by the recall that it adds",
        formula="sum over thresholds of (recall - recall before) * precision",
        source="Buckley and Voorhees 2000, Evaluating Evaluation Measure Stability",
        low=0,
        high=1,
        better=1,
        words=("ap", "auprc", "aupr", "pr_auc", "auc_pr"),
        example=_EXAMPLE,
        undefined=_NO_POSITIVE,
        peers=(
            (
                "sklearn.metrics.average_precision_score",
                "equal; it is 0 where no sample is positive, as in torchmetrics",
            ),
            (
                "sklearn.metrics.auc(recall, precision)",
                "of precision_recall_curve: equal with area=trapezoid",
            ),
        ),
        tried=(("area", ("step", "trapezoid", "envelope")),),
    )
    area: Area = Area.STEP

    def value(self, rows: Rows[Evidence]) -> Number:
        """Add up over thresholds."""
        swept = _swept(rows)
        heights = self._heights([one.precision for one in swept], rows)
        terms = (one.more * height for one, height in zip(swept, heights, strict=True))
        return add_all(terms, rows.zero).over(_positives(swept, rows), _NO_POSITIVE)

    def _heights(self, precisions: Sequence[Number], rows: Rows[Evidence]) -> Iterable[Number]:
        match self.area:
            case Area.STEP:
                return precisions
            case Area.TRAPEZOID:
                both = pairwise((rows.zero + 1, *precisions))
                return ((one + two) * Fraction(1, 2) for one, two in both)
            case Area.ENVELOPE:
                best: list[Number] = []
                for one in reversed(precisions):
                    best.append(best[-1].larger(one) if best else one)
                return reversed(best)


def _positives(swept: Sequence[_Above], rows: Rows[Evidence]) -> Number:
    return swept[-1].hits if swept else rows.zero


@frozen(kw_only=True, cache_hash=True)
class PrecisionAtRecall(OfScores):
    """The best precision of the thresholds whose recall is at least `recall`.

    From 0 to 1. Undefined where no sample is positive.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (6, 0), (2, 1)])
    ... ]
    >>> evaluate(PrecisionAtRecall(score="p", label="rain", recall=Fraction(9, 10)), corpus)
    Defined(value=Fraction(2, 3))

    Raises ValueError without names, and for a recall that is not above 0 and at most 1.
    """

    about = About(
        name="precision_at_recall",
        says="the best precision of thresholds that have at least some recall",
        formula="max of precision where tp / (tp + fn) >= recall",
        low=0,
        high=1,
        better=1,
        words=("precision_at_fixed_recall", "p_at_r"),
        example=f"{_EXAMPLE},recall=0.9",
        undefined=_NO_POSITIVE,
        peers=(
            (
                "torchmetrics.functional.classification.binary_precision_at_fixed_recall",
                "equal; it is 0 where no sample is positive",
            ),
        ),
    )
    recall: Fraction = field(validator=_positive_share)

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the best of the thresholds that reach the recall."""
        swept = _swept(rows)
        positives, best = _positives(swept, rows), rows.zero
        for one in swept:
            short = (positives * self.recall - one.hits).larger(0)
            best = best.larger(short.if_zero(one.precision, 0))
        return positives.if_zero(rows.zero.nothing(_NO_POSITIVE), best)


@frozen(kw_only=True, cache_hash=True)
class RecallAtPrecision(OfScores):
    """The best recall of the thresholds whose precision is at least `precision`.

    From 0 to 1. Undefined where no sample is positive; and where no threshold is so precise, unless
    `unreached=zero` takes that for 0.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("p", Fraction(p, 10)), ("rain", Fraction(rain))))
    ...     for at, (p, rain) in enumerate([(9, 1), (6, 0), (2, 1)])
    ... ]
    >>> evaluate(RecallAtPrecision(score="p", label="rain", precision=Fraction(9, 10)), corpus)
    Defined(value=Fraction(1, 2))

    Raises ValueError without names, and for a precision that is not above 0 and at most 1.
    """

    about = About(
        name="recall_at_precision",
        says="the best recall of thresholds that have at least some precision",
        formula="max of recall where tp / (tp + fp) >= precision",
        low=0,
        high=1,
        better=1,
        words=("recall_at_fixed_precision", "r_at_p"),
        example=f"{_EXAMPLE},precision=0.9",
        undefined=f"{_NO_POSITIVE}, or no threshold is so precise",
        peers=(
            (
                "torchmetrics.functional.classification.binary_recall_at_fixed_precision",
                "equal with unreached=zero, but where floats fall below the precision asked for",
            ),
        ),
        tried=(("unreached", ("undefined", "zero")),),
    )
    precision: Fraction = field(validator=_positive_share)
    unreached: Zero = Zero.UNDEFINED

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the best of the thresholds that reach the precision."""
        swept = _swept(rows)
        best = rows.zero
        for one in swept:
            short = (one.called * self.precision - one.hits).larger(0)
            best = best.larger(short.if_zero(one.hits, 0))
        found = best.over(_positives(swept, rows), _NO_POSITIVE)
        if self.unreached is Zero.ZERO:
            return found
        return found.if_zero(rows.zero.nothing("no threshold is so precise"), found)
