"""Calibration: whether what is said to have the probability p happens in p of all cases.

No sample shows that alone, so probabilities are put into bins. Of a bin one compares the mean of
what was said with the share of what happened; the metrics differ in what they make of the
differences. Few samples of a bin are off by chance, which counts as miscalibration: a calibration
error of few samples is too large (and `edges.report.calibration_picture` shows intervals).

Bins are of equal width, or of equal mass, or one for each distinct probability. A bin of equal mass
is found by ranks: the weight below a probability (or with all that is equal to it) as a share of
all weight, held against the same edges as a probability is. So bins follow the weights, also those
of a resample, and no bin is empty but where ties are larger than it. Equal probabilities always
stand together.

Of many classes, what is calibrated is the largest probability (`top_label`: whether that class is
so; Guo et al. 2017, without a bin for each predicted class), or that of each class against all
others (`classwise`; Kull et al. 2019).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import ceil, floor
from typing import TypeVar

from attrs import Attribute, field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.monoid import add_all
from measurand.algebra.number import Number
from measurand.evidence.class_scores import Place, Ties, scores_of
from measurand.evidence.evidence import Evidence
from measurand.metrics.families.probabilities import (
    EXAMPLE,
    NOBODY,
    UNCLASSED,
    ClassMean,
    MeanOverClasses,
    OfClassProbabilities,
    OfProbabilities,
)
from measurand.metrics.family import About, numbers

K = TypeVar("K", bound=Hashable)
P = TypeVar("P", Fraction, int)


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


@frozen
class Bin:
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


Calls = Callable[[Evidence], Iterable[tuple[K, Fraction, Fraction]]]
"""What a sample says: of each thing by name, its probability, and how far it is so, 0 to 1."""


@frozen(kw_only=True, slots=False)  # bases with slots do not go side by side
class Binned(ABC):
    """How probabilities are put into bins: a base.

    `bins` is how many there are; the word means nothing where each distinct probability is one.
    `closed` says which end belongs to a bin. Raises ValueError for fewer bins than 1.
    """

    bins: int = field(default=15, validator=_some)
    binning: Binning = Binning.WIDTH
    closed: Closed = Closed.UPPER

    @abstractmethod
    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Bin]]:
        """List the bins, some of them empty, by growing probability: of each class, or one ""."""

    def parted(self, rows: Rows[Evidence], calls: Calls[K]) -> Mapping[K, Sequence[Bin]]:
        """List the bins of each thing by growing probability, and some that are empty."""
        match self.binning:
            case Binning.MASS:
                each = _each(rows, calls, lambda said: said)
                return {key: tuple(self._by_mass(own, rows.zero)) for key, own in each.items()}
            case Binning.DISTINCT:
                return _each(rows, calls, lambda said: said)
            case Binning.WIDTH:
                return _each(rows, calls, lambda said: self.closed.bin_of(said, self.bins))

    def _by_mass(self, distinct: Sequence[Bin], zero: Number) -> Iterator[Bin]:
        """Walk up the probabilities; where the next one is in another bin, what stood is a bin.

        Which that is differs between resamples, so after each probability there is a bin that is
        empty where it did not end there.
        """
        everything = add_all([one.weight for one in distinct], zero)
        every = everything.if_zero(1, everything)
        here, place, below = Bin(zero, zero, zero), zero, zero
        for one in distinct:
            at = self._place(below, one.weight, every)
            stays, place = at - place, at
            yield Bin(*(stays.if_zero(0, part) for part in (here.weight, here.said, here.so)))
            here = Bin(
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


def _each(
    rows: Rows[Evidence], calls: Calls[K], place: Callable[[Fraction], P]
) -> Mapping[K, Sequence[Bin]]:
    """Add up what stands at each place, in their order, thing by thing."""

    def parts(row: Evidence) -> Iterator[tuple[tuple[K, P, int], Fraction | int]]:
        for key, said, so in calls(row):
            at = place(said)
            yield from (((key, at, 0), 1), ((key, at, 1), said), ((key, at, 2), so))

    sums = rows.weights(parts)
    places: dict[K, set[P]] = {}
    for key, at, _ in sums:
        places.setdefault(key, set()).add(at)
    return {
        key: [Bin(*(sums[key, at, part] for part in range(3))) for at in sorted(own)]
        for key, own in places.items()
    }


class Norm(Enum):
    """How what bins are off becomes one number: its mean, or the root of the mean square."""

    MEAN = "l1"
    SQUARE = "l2"

    def of(self, bins: Sequence[Bin], weight: Number, reason: str) -> Number:
        """Take the mean over bins, or its root."""
        match self:
            case Norm.MEAN:
                off = add_all([abs(one.off) for one in bins], weight * 0)
                return off.over(weight, reason)
            case Norm.SQUARE:
                return squares_off(bins, weight).over(weight, reason).root()


def squares_off(bins: Iterable[Bin], weight: Number) -> Number:
    """Add up the squares of what bins are off, each times the weight of the bin."""
    return add_all([one.shared(one.off * one.off) for one in bins], weight * 0)


def _largest(bins: Iterable[Bin], weight: Number, reason: str) -> Number:
    worst = weight * 0
    for one in bins:
        worst = worst.larger(one.shared(abs(one.off)))
    return weight.if_zero(weight.nothing(reason), worst)


@frozen(kw_only=True, cache_hash=True)
class OfBins(Binned, OfProbabilities):
    """A metric of probabilities of what is so or not, in bins: a base."""

    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Bin]]:
        """List the bins by growing probability, and some that are empty."""
        return self.parted(rows, _call)

    def parts(self, rows: Rows[Evidence]) -> Sequence[Bin]:
        """List the bins."""
        return self.curves(rows).get("", ())


def _call(row: Evidence) -> Iterator[tuple[str, Fraction, Fraction]]:
    said, so = numbers(row)
    yield "", said, so


BINS_TRIED = (
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
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.9", "0.1"), rain=(1, 0, 0))
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
        example=EXAMPLE,
        undefined=NOBODY,
        peers=(
            (
                "torchmetrics.functional.classification.binary_calibration_error",
                "equal with closed=each_lower, but for its float edges (0.30000000000000004)",
            ),
            ("netcal.metrics.ECE", "equal with closed=lower, but for its float edges"),
        ),
        tried=(*BINS_TRIED, ("norm", ("l1", "l2"))),
    )
    norm: Norm = Norm.MEAN

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean over bins, or its root."""
        return self.norm.of(self.parts(rows), rows.weight, NOBODY)


@frozen(kw_only=True, cache_hash=True)
class Mce(OfBins):
    """The maximum calibration error: how far the probabilities of the worst bin are off.

    From 0 to 1. It is that of one bin, however few samples are in it.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.9", "0.1"), rain=(1, 0, 0))
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
        example=EXAMPLE,
        undefined=NOBODY,
        peers=(
            (
                "torchmetrics.functional.classification.binary_calibration_error",
                "equal with closed=each_lower, but for its float edges (0.30000000000000004)",
            ),
            ("netcal.metrics.MCE", "equal with closed=lower, but for its float edges"),
        ),
        tried=BINS_TRIED,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the largest over bins."""
        return _largest(self.parts(rows), rows.weight, NOBODY)


_CONFIDENT = (*BINS_TRIED, ("ties", ("share", "first", "last")))


@frozen(kw_only=True, cache_hash=True)
class OfTopLabels(Binned, OfClassProbabilities):
    """A metric of largest probabilities, in bins, and of whether their classes are so: a base.

    `ties` says what is right where several classes have it.
    """

    ties: Ties = Ties.SHARE

    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Bin]]:
        """List the bins by growing probability, and some that are empty."""
        return self.parted(rows, self._call)

    def parts(self, rows: Rows[Evidence]) -> Sequence[Bin]:
        """List the bins."""
        return self.curves(rows).get("", ())

    def _call(self, row: Evidence) -> Iterator[tuple[str, Fraction, Fraction]]:
        gold, pairs = scores_of(row)
        yield "", max(p for _, p in pairs), self.ties.right(1, Place.of(gold, tuple(pairs)))


@frozen(kw_only=True, cache_hash=True)
class TopLabelEce(OfTopLabels):
    """The expected calibration error of a classifier: of its largest probability, and its hits.

    From 0 to 1. Of each bin, the mean of the largest probabilities less the share of samples whose
    class has it, without its sign; and of these the mean, where bins weigh as their samples do.
    What is right of a sample whose gold class shares the largest probability is said by `ties`.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(3, 10)), ("eel", Fraction(1, 5)))
    >>> corpus = [Sample(id=one, gold=(one,), graded=(("p", grades),)) for one in ("cat", "eel")]
    >>> evaluate(TopLabelEce(scores="p"), corpus)
    Defined(value=Fraction(0, 1))

    Raises ValueError without a name, for fewer bins than 1, and for a tolerance below 0 or not
    below 1.
    """

    about = About(
        name="top_label_ece",
        says="how far the largest probabilities of a bin are off the share of hits, on average",
        formula="sum over bins of w / n * abs(mean(max(p)) - mean(hit))",
        source="Guo, Pleiss, Sun and Weinberger 2017, On Calibration of Modern Neural Networks",
        low=0,
        high=1,
        better=-1,
        words=("confidence_ece", "top_label_calibration_error", "multiclass_ece"),
        example="scores=p",
        undefined=UNCLASSED,
        tried=(*_CONFIDENT, ("norm", ("l1", "l2"))),
    )
    norm: Norm = Norm.MEAN

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean over bins, or its root."""
        return self.norm.of(self.parts(rows), rows.weight, UNCLASSED)


@frozen(kw_only=True, cache_hash=True)
class TopLabelMce(OfTopLabels):
    """The maximum calibration error of a classifier: that of the worst bin of `top_label_ece`.

    From 0 to 1. It is that of one bin, however few samples are in it.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(3, 10)), ("eel", Fraction(1, 5)))
    >>> corpus = [Sample(id="1", gold=("cat",), graded=(("p", grades),))]
    >>> evaluate(TopLabelMce(scores="p"), corpus)
    Defined(value=Fraction(1, 2))

    Raises ValueError without a name, for fewer bins than 1, and for a tolerance below 0 or not
    below 1.
    """

    about = About(
        name="top_label_mce",
        says="how far the largest probabilities of the worst bin are off the share of hits",
        formula="max over bins of abs(mean(max(p)) - mean(hit))",
        source="Guo, Pleiss, Sun and Weinberger 2017, On Calibration of Modern Neural Networks",
        low=0,
        high=1,
        better=-1,
        words=("confidence_mce", "multiclass_mce"),
        example="scores=p",
        undefined=UNCLASSED,
        tried=_CONFIDENT,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the largest over bins."""
        return _largest(self.parts(rows), rows.weight, UNCLASSED)


@frozen(kw_only=True, cache_hash=True)
class ClasswiseEce(Binned, MeanOverClasses, OfClassProbabilities):
    """The class-wise calibration error: the mean of those of each class against all others.

    From 0 to 1. Each probability of each sample counts, most of them near 0, so with many classes
    it is small. `average=weighted` weighs classes by their samples. Undefined where some samples
    have no number of a class that takes part, unless `absent=zero`.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(3, 10)), ("eel", Fraction(1, 5)))
    >>> corpus = [Sample(id=one, gold=(one,), graded=(("p", grades),)) for one in ("cat", "eel")]
    >>> evaluate(ClasswiseEce(scores="p"), corpus)
    Defined(value=Fraction(1, 5))

    Raises ValueError without a name, for fewer bins than 1, and for a tolerance below 0 or not
    below 1.
    """

    about = About(
        name="classwise_ece",
        says="the mean of the calibration errors of each class against all others",
        formula="mean over classes of ece(p of the class, y == class)",
        source="Kull, Perello Nieto, Kängsepp and others 2019, Beyond temperature scaling",
        low=0,
        high=1,
        better=-1,
        words=("class_wise_ece", "cw_ece", "classwise_calibration_error"),
        example="scores=p",
        undefined=f"{UNCLASSED}, or some lack a class",
        tried=(
            *BINS_TRIED,
            ("norm", ("l1", "l2")),
            ("over", ("union", "gold")),
            ("average", ("macro", "weighted")),
            ("absent", ("refused", "zero")),
        ),
    )
    norm: Norm = Norm.MEAN

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean over classes."""
        classes = self.counted(rows)
        top, bottom = rows.zero, rows.zero
        for name, bins in self._curves(rows, tuple(classes.there)).items():
            there = classes.there[name]
            heavy = there * classes.golds[name] if self.average is ClassMean.WEIGHTED else there
            off = self.missing(rows, classes, name, self.norm.of(bins, rows.weight, UNCLASSED))
            top, bottom = top + heavy.if_zero(0, heavy * off), bottom + heavy
        return top.over(bottom, UNCLASSED)

    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Bin]]:
        """List the bins of each class by growing probability, and some that are empty."""
        return self._curves(rows, tuple(self.counted(rows).there))

    def _curves(self, rows: Rows[Evidence], names: Sequence[str]) -> Mapping[str, Sequence[Bin]]:
        def calls(row: Evidence) -> Iterator[tuple[str, Fraction, Fraction]]:
            gold, pairs = scores_of(row)
            own = dict(pairs)
            for name in names:
                yield name, own.get(name, Fraction(0)), Fraction(name == gold)

        return self.parted(rows, calls)
