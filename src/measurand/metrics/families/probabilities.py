"""Probabilities of what is so or not, or of each class: how far they are off.

Of two outcomes, `score` is the probability of one of them, and `label` is 1 where that one is so
and 0 where it is not. Of many classes, `scores` names a list with the probability of each, and one
gold class is so (`evidence.class_scores`: what is not there, or does not add up to 1, is refused).
They are two metrics and not one with an option: they read other things of a sample, and of two
classes they are not the same number (Brier 1950 adds up over both; the score of one is half of it).
Samples that lack what is read are left out.
"""

from abc import abstractmethod
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from itertools import repeat

from attrs import Attribute, field, frozen

from measurand.algebra.elementary import logarithm, sum_of_logarithms
from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.class_scores import (
    Absent,
    ClassProbabilities,
    ClassScores,
    Sums,
    scores_of,
)
from measurand.evidence.evidence import Evidence
from measurand.evidence.number_rows import NumberRows
from measurand.evidence.observation import ColumnOf, Together, Values
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Family, SampleMean, numbers
from measurand.metrics.options import Over, OverKind
from measurand.values.quantity import Quantity

EXAMPLE = "score=p,label=rain"
NOBODY = "no sample has a score and a label"
UNCLASSED = "no sample has the list of classes"


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


def _tolerance(_definition: object, attribute: "Attribute[Fraction]", value: Fraction) -> None:
    if not 0 <= value < 1:
        message = f"{attribute.name} is from 0 and below 1: got {value}"
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class OfClasses(Family):
    """A metric of numbers of classes and the one class that is so: a base.

    Raises ValueError without a name.
    """

    scores: str = field(validator=named)
    absent: Absent = Absent.REFUSED

    @property
    def classes(self) -> tuple[str, ...]:
        """List the classes that are declared; none where any may be."""
        return ()

    @property
    def reading(self) -> ClassScores:
        """Say what is observed of a sample: its gold class, and the number of each."""
        return ClassScores(self.scores, self.classes, self.absent)


@frozen(kw_only=True, cache_hash=True)
class OfClassProbabilities(OfClasses):
    """A metric of probabilities of classes: a base. Others than from 0 to 1 are refused.

    Raises ValueError without a name, and for a tolerance below 0 or not below 1.
    """

    sums: Sums = Sums.KEPT
    tolerance: Fraction = field(default=Fraction(1, 10**6), validator=_tolerance)

    @property
    def reading(self) -> ClassProbabilities:
        """Say what is observed of a sample: its gold class, and the probability of each."""
        return ClassProbabilities(self.scores, self.classes, self.absent, self.sums, self.tolerance)


class ClassMean(Enum):
    """How classes weigh in a mean over them: alike, or as many samples as are of them."""

    MACRO = "macro"
    WEIGHTED = "weighted"


@frozen(kw_only=True, slots=False)  # bases with slots do not go side by side
class MeanOverClasses(OfClasses):
    """A metric that is a mean over classes, or pairs of them: a base.

    `over` says which: those that have a number in a sample that weighs anything (`union`), those
    that are so in one (`gold`), or those that are declared.

    Raises ValueError for `over=predicted`: no class is predicted here.
    """

    over: Over = field(factory=Over)
    average: ClassMean = ClassMean.MACRO

    @over.validator
    def _numbered(self, _attribute: object, value: Over) -> None:
        if value.kind is OverKind.PREDICTED:
            message = "over=union, over=gold or over=declared[A,B] of classes: got predicted"
            raise ValueError(message)

    @property
    def classes(self) -> tuple[str, ...]:
        """List the classes that are declared; none where any may be."""
        return self.over.classes

    def counted(self, rows: Rows[Evidence]) -> "Classes":
        """Count what is known of classes before their numbers are looked at."""
        listed = rows.weights(lambda row: [(name, 1) for name, _ in scores_of(row)[1]])
        golds = rows.weights(lambda row: [(scores_of(row)[0], 1)])
        there = {}
        for name in sorted({*self.classes, *listed}):
            match self.over.kind:
                case OverKind.DECLARED:
                    there[name] = rows.zero + 1
                case OverKind.GOLD:
                    there[name] = golds.get(name, rows.zero).if_zero(0, 1)
                case _:
                    there[name] = listed[name].if_zero(0, 1)
        return Classes(there, {name: golds.get(name, rows.zero) for name in there}, listed)

    def missing(self, rows: Rows[Evidence], classes: "Classes", name: str, value: Number) -> Number:
        """Give a number of a class, where each sample has a number of it or none means 0."""
        if self.absent is Absent.ZERO or self.classes:
            return value
        reason = f"some samples have no number of {name!r}: absent=zero takes that for 0"
        lacking = rows.weight - classes.listed[name]
        return lacking.if_zero(value, rows.zero.nothing(reason))


@frozen
class Classes:
    """Classes by name: whether each takes part (1 or 0), the weight of its samples, of its numbers.

    >>> Classes({}, {}, {}).there
    {}
    """

    there: Mapping[str, Number]
    golds: Mapping[str, Number]
    listed: Mapping[str, Number]


@frozen(kw_only=True, cache_hash=True)
class Brier(OfProbabilities, SampleMean):
    """The Brier score: the mean square of what probabilities are off.

    From 0 to 1; 1/4 is what the probability 1/2 always gets. Of one class, not of both: half of
    what Brier 1950 adds up over two. Exact, as probabilities are read as they are written.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.2", "0.6"), rain=(1, 0, 0))
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
        example=EXAMPLE,
        undefined=NOBODY,
        peers=(
            ("sklearn.metrics.brier_score_loss", "equal; with scale_by_half=False it is twice it"),
        ),
    )

    def of_sample(self, row: Evidence) -> Fraction:
        """Square what one probability is off."""
        said, so = numbers(row)
        return (said - so) ** 2

    def of_numbers(self, rows: NumberRows) -> Fraction:
        """Add up the squares of what probabilities are off."""
        return rows.moment(0, 0) - 2 * rows.moment(0, 1) + rows.moment(1, 1)


IMPOSSIBLE = "what happened had the probability 0"


@frozen(kw_only=True, slots=False)  # bases with slots do not go side by side
class Surprise(SampleMean):
    """The mean of minus the logarithm of the probability that what happened had: a base.

    Raises ValueError where `clip` is not between 0 and 1/2.
    """

    rational = False
    clip: Fraction = field(default=Fraction(0))

    @clip.validator
    def _narrow(self, _attribute: object, value: Fraction) -> None:
        if not 0 <= value < Fraction(1, 2):
            message = f"clip is from 0 and below 1/2: got {value}"
            raise ValueError(message)

    @abstractmethod
    def said(self, row: Evidence) -> Fraction:
        """Say which probability what happened had."""

    def _chance(self, row: Evidence) -> Fraction:
        return max(self.clip, min(1 - self.clip, self.said(row)))

    def of_sample(self, row: Evidence) -> Quantity | None:
        """Say how surprising one sample is; None where it cannot be."""
        chance = self._chance(row)
        return -logarithm(chance) if chance else None

    def scored(self, row: Evidence) -> bool:
        """Tell whether what happened had been possible."""
        return bool(self._chance(row))

    @property
    def may_lack(self) -> bool:
        """What cannot be is not left out: there is no mean then."""
        return False

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean, where nothing impossible happened."""
        impossible = rows.sum(lambda row: int(not self._chance(row)))
        return impossible.if_zero(super().value(rows), rows.zero.nothing(IMPOSSIBLE))


@frozen(kw_only=True, cache_hash=True)
class LogLoss(Surprise, OfProbabilities):
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

    about = About(
        name="log_loss",
        says="how surprising what happened was, on average, in nats",
        formula="-sum(y * log(p) + (1 - y) * log(1 - p)) / n",
        source="Good 1952, Rational Decisions, Journal of the Royal Statistical Society B 14",
        low=0,
        better=-1,
        words=("logloss", "cross_entropy", "binary_cross_entropy", "nll"),
        example=EXAMPLE,
        undefined=f"{IMPOSSIBLE}, unless `clip` is above 0; or no sample",
        peers=(
            (
                "sklearn.metrics.log_loss",
                "equal with clip=1/4503599627370496, the eps of its floats",
            ),
        ),
        tried=(("clip", ("0", "0.000000000000001", "1/4503599627370496", "0.0000001")),),
    )

    def said(self, row: Evidence) -> Fraction:
        """Say which probability what happened had."""
        said, so = numbers(row)
        return said if so else 1 - said

    def of_numbers(self, rows: NumberRows) -> Quantity | None:
        """Add up surprises; None where something impossible happened."""
        score, label = rows.columns
        whole, clip, most = score.bottom, self.clip.numerator, self.clip.denominator
        shares = [p if so else whole - p for p, so in zip(score.tops, label.tops, strict=True)]
        if clip:
            # Both over one bottom, so that whole numbers are compared.
            low, whole = clip * whole, whole * most
            shares = [max(low, min(whole - low, share * most)) for share in shares]
        if not all(shares):
            return None
        chances = zip(shares, repeat(whole), rows.counts, strict=False)
        return -sum_of_logarithms(chances)


class Scale(Enum):
    """How much of the sum over classes: all, or half, which of two classes is the binary score."""

    SUM = "sum"
    HALF = "half"


@frozen(kw_only=True, cache_hash=True)
class MulticlassBrier(OfClassProbabilities, SampleMean):
    """The Brier score of many classes: the squares of what probabilities are off, added up.

    From 0 to 2 (where sums above 1 are kept, as much more as these are above): 2 is what certainty
    of a wrong class gets. With `scale=half`, half of that: of two classes, the Brier score of one.
    A class without a probability counts nothing where it is not so, as one of 0 does.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(3, 10)), ("eel", Fraction(1, 5)))
    >>> corpus = [Sample(id="1", gold=("cat",), graded=(("p", grades),))]
    >>> evaluate(MulticlassBrier(scores="p"), corpus)
    Defined(value=Fraction(19, 50))

    Raises ValueError without a name, and for a tolerance below 0 or not below 1.
    """

    about = About(
        name="multiclass_brier",
        says="the squares of what probabilities are off, added up over classes",
        formula="sum(sum over classes of (p - y)^2) / n",
        source="Brier 1950, Monthly Weather Review 78",
        low=0,
        better=-1,
        words=("multiclass_brier_score", "multi_class_brier"),
        example="scores=p",
        undefined=UNCLASSED,
        peers=(
            (
                "sklearn.metrics.brier_score_loss",
                "equal of three classes or more; with scale_by_half=True, scale=half",
            ),
        ),
        tried=(("scale", ("sum", "half")), ("sums", ("kept", "renormalised"))),
    )
    scale: Scale = Scale.SUM

    def of_sample(self, row: Evidence) -> Fraction:
        """Add up the squares of what the probabilities of a sample are off."""
        gold, pairs = scores_of(row)
        squares = sum(((p - (name == gold)) ** 2 for name, p in pairs), Fraction(0))
        return squares / 2 if self.scale is Scale.HALF else squares


@frozen(kw_only=True, cache_hash=True)
class MulticlassLogLoss(Surprise, OfClassProbabilities):
    """The log loss of many classes: how surprising the class that is so was, on average, in nats.

    From 0 upwards (where sums above 1 are kept, no probability is); log K is what K equal
    probabilities always get. Infinite where the class that is so had the probability 0, so that
    there is no number, unless `clip` keeps probabilities that far from 0 and 1, each alone. Known
    between two ends, as logarithms are, to 30 decimals.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(3, 10)), ("eel", Fraction(1, 5)))
    >>> corpus = [Sample(id="1", gold=("cat",), graded=(("p", grades),))]
    >>> str(float(evaluate(MulticlassLogLoss(scores="p"), corpus).value))
    '0.6931471805599453'

    Raises ValueError without a name, for a tolerance below 0 or not below 1, and where `clip` is
    not between 0 and 1/2.
    """

    about = About(
        name="multiclass_log_loss",
        says="how surprising the class that is so was, on average, in nats",
        formula="-sum(log(p of the class that is so)) / n",
        source="Good 1952, Rational Decisions, Journal of the Royal Statistical Society B 14",
        low=0,
        better=-1,
        words=("multiclass_logloss", "categorical_cross_entropy", "multi_class_log_loss"),
        example="scores=p",
        undefined=f"{IMPOSSIBLE}, unless `clip` is above 0; or {UNCLASSED}",
        peers=(
            (
                "sklearn.metrics.log_loss",
                "equal with clip=1/4503599627370496, the eps of its floats, of sums that are 1",
            ),
        ),
        tried=(
            ("clip", ("0", "0.000000000000001", "1/4503599627370496", "0.0000001")),
            ("sums", ("kept", "renormalised")),
        ),
    )

    def said(self, row: Evidence) -> Fraction:
        """Say which probability the class that is so had."""
        gold, pairs = scores_of(row)
        return dict(pairs)[gold]
