"""Thresholds: what follows if samples are called positive from some score on.

`score` is any number, and `label` is 1 where a sample is positive and 0 where it is not. A sample
is called positive where its score is at least the threshold, so equal scores stand together on one
side of each. Some metrics take one threshold; others sweep all that change anything, from the
highest score to the lowest, and give one number of the curve that this draws.

Of many classes, each has a score, and there are as many curves: of each class against all others
(`ovr`), or of each two among their own samples (`ovo`). Then no class is rare, so prevalence does
not move the mean (Hand and Till 2001).
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import combinations, pairwise
from typing import ClassVar

from attrs import Attribute, field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.monoid import add_all
from measurand.algebra.number import Number
from measurand.algebra.order import by_size
from measurand.evidence.class_scores import scores_of
from measurand.evidence.evidence import Evidence
from measurand.metrics.families.probabilities import (
    EXAMPLE,
    NOBODY,
    UNCLASSED,
    ClassMean,
    MeanOverClasses,
    OfScores,
)
from measurand.metrics.family import About, Family, SampleMean, numbers
from measurand.metrics.options import Zero

_NO_POSITIVE = "no sample is positive"


class Tie(Enum):
    """What a sample is whose score is the threshold."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


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
class ExpectedCost(OfScores, SampleMean):
    """The mean cost of deciding by a threshold: what false alarms and misses cost, a sample.

    A sample is called positive where its score is at least `threshold` (`tie` says what it is where
    they are equal). From 0 to the larger cost, in the unit of the costs; with both costs 1 it is
    the share of wrong calls.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.2", "0.6"), rain=(1, 1, 0))
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
        example=EXAMPLE,
        undefined=NOBODY,
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
class Above:
    """What is called positive at one threshold: those that are, all, and the former's increase."""

    hits: Number
    called: Number
    more: Number

    @property
    def precision(self) -> Number:
        """Take the share that is positive, of what is called so; 1 where nothing is."""
        ratio = self.hits.over(self.called.if_zero(1, self.called), "")
        return self.called.if_zero(1, ratio)


class Curve(Enum):
    """What is drawn of a sweep.

    ROC: the share of positives that are called so, against that of all others; else precision
    against recall.
    """

    ROC = "roc"
    PRECISION_RECALL = "precision_recall"


class Swept(Family):
    """A metric that lowers a threshold from the highest score to the lowest: a base."""

    curve: ClassVar[Curve] = Curve.PRECISION_RECALL

    @abstractmethod
    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Above]]:
        """List what each threshold calls positive, the highest first: of each class, or one ""."""


@frozen(kw_only=True, cache_hash=True)
class OfThresholds(Swept, OfScores):
    """A metric of precision and recall at all thresholds: a base."""

    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Above]]:
        """List what is called positive at each threshold, the highest first."""
        return {"": sweep(rows)}


def sweep(rows: Rows[Evidence]) -> tuple[Above, ...]:
    """Lower the threshold from the highest score to the lowest, each once."""

    def parts(row: Evidence) -> Sequence[tuple[tuple[int, int, int], Fraction | int]]:
        score, so = numbers(row)
        top, bottom = score.numerator, score.denominator
        # Two integers are hashed far sooner than the fraction that they are.
        return ((top, bottom, 0), 1), ((top, bottom, 1), so)

    sums = rows.weights(parts)
    every, hits, called = [], rows.zero, rows.zero
    for top, bottom in reversed(by_size({(top, bottom) for top, bottom, _ in sums})):
        more = sums[top, bottom, 1]
        hits, called = hits + more, called + sums[top, bottom, 0]
        every.append(Above(hits, called, more))
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
class AveragePrecision(OfThresholds):
    """Average precision: that at each threshold, weighed by the recall that it adds.

    From 0 to 1; the share of positives is what random scores get. Equal scores are called together,
    so order never matters. `area` says what stands for precision between thresholds: that at the
    lower one (`step`), the mean of both (`trapezoid`, which is too hopeful: Davis and Goadrich
    2006), or the best at any recall that is as high (`envelope`, as Pascal VOC does since 2010).
    Undefined where no sample is positive.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.6", "0.2"), rain=(1, 0, 1))
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
        example=EXAMPLE,
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
        swept = sweep(rows)
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


def _positives(swept: Sequence[Above], rows: Rows[Evidence]) -> Number:
    return swept[-1].hits if swept else rows.zero


@frozen(kw_only=True, cache_hash=True)
class PrecisionAtRecall(OfThresholds):
    """The best precision of the thresholds whose recall is at least `recall`.

    From 0 to 1. Undefined where no sample is positive.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.6", "0.2"), rain=(1, 0, 1))
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
        example=f"{EXAMPLE},recall=0.9",
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
        swept = sweep(rows)
        positives, best = _positives(swept, rows), rows.zero
        for one in swept:
            short = (positives * self.recall - one.hits).larger(0)
            best = best.larger(short.if_zero(one.precision, 0))
        return positives.if_zero(rows.zero.nothing(_NO_POSITIVE), best)


@frozen(kw_only=True, cache_hash=True)
class RecallAtPrecision(OfThresholds):
    """The best recall of the thresholds whose precision is at least `precision`.

    From 0 to 1. Undefined where no sample is positive; and where no threshold is so precise, unless
    `unreached=zero` takes that for 0.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.6", "0.2"), rain=(1, 0, 1))
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
        example=f"{EXAMPLE},precision=0.9",
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
        swept = sweep(rows)
        best = rows.zero
        for one in swept:
            short = (one.called * self.precision - one.hits).larger(0)
            best = best.larger(short.if_zero(one.hits, 0))
        found = best.over(_positives(swept, rows), _NO_POSITIVE)
        if self.unreached is Zero.ZERO:
            return found
        return found.if_zero(rows.zero.nothing("no threshold is so precise"), found)


class Compare(Enum):
    """What the samples of a class are held against: all others, or those of one other class."""

    REST = "ovr"
    ONE = "ovo"


Masses = Mapping[Fraction, Mapping[str, Number]]
"""At each score of one class, the weight of the samples of each class."""


@frozen(kw_only=True, cache_hash=True)
class MulticlassAuc(Swept, MeanOverClasses):
    """The area under the ROC curve of many classes: the mean over classes, or over pairs of them.

    Of a class against all others (`ovr`), how likely a random sample of it has a higher score of it
    than a random other one; a tie counts half. Of two classes (`ovo`), the mean of both ways to
    ask, among the samples of these two alone: with `average=macro`, the M of Hand and Till.
    `weighted` weighs classes, or pairs, by their samples. From 0 to 1. Scores are any numbers.
    Undefined where a class that takes part, or all others, has no sample (`over=gold` leaves it
    out); and where some samples have no number of one, unless `absent=zero`.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> said = {"cat": (5, 3, 2), "dog": (5, 4, 1), "eel": (1, 3, 6)}
    >>> corpus = [
    ...     Sample(id=gold, gold=(gold,), graded=(("p", tuple(zip(said, map(Fraction, one)))),))
    ...     for gold, one in said.items()
    ... ]
    >>> evaluate(MulticlassAuc(scores="p"), corpus)
    Defined(value=Fraction(11, 12))

    Raises ValueError without a name.
    """

    about = About(
        name="multiclass_auc",
        says="how likely a sample of a class has a higher score of it than another, over classes",
        formula="mean over classes of auc(score of the class, y == class), or over pairs of both",
        source="Hand and Till 2001, A Simple Generalisation of the Area Under the ROC Curve for "
        "Multiple Class Classification Problems, Machine Learning 45",
        low=0,
        high=1,
        better=1,
        words=("multiclass_auroc", "multiclass_roc_auc", "hand_till"),
        example="scores=p",
        undefined=f"{UNCLASSED}, or a class has no sample, or some lack a class",
        peers=(
            (
                "sklearn.metrics.roc_auc_score",
                "equal, ovo with over=gold; NaN where a class has no sample; takes probabilities",
            ),
        ),
        tried=(
            ("compare", ("ovr", "ovo")),
            ("average", ("macro", "weighted")),
            ("over", ("union", "gold")),
            ("absent", ("refused", "zero")),
        ),
    )
    curve = Curve.ROC
    compare: Compare = Compare.REST

    def curves(self, rows: Rows[Evidence]) -> Mapping[str, Sequence[Above]]:
        """List what is called positive at each threshold of each class, the highest first."""
        masses = _masses(rows, tuple(self.counted(rows).there))
        return {name: _descent(levels, name, rows.zero) for name, levels in masses.items()}

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean over classes, or pairs."""
        classes = self.counted(rows)
        masses = _masses(rows, tuple(classes.there))
        weighted = self.average is ClassMean.WEIGHTED
        zero, terms = rows.zero, []
        there, golds = classes.there, classes.golds

        def area(name: str, others: Sequence[str]) -> Number:
            return self.missing(rows, classes, name, _area(masses[name], name, others, zero))

        match self.compare:
            case Compare.REST:
                for name in there:
                    heavy = there[name] * golds[name] if weighted else there[name]
                    terms.append((heavy, area(name, [one for one in there if one != name])))
            case Compare.ONE:
                for one, two in combinations(there, 2):
                    heavy = there[one] * there[two]
                    heavy = heavy * (golds[one] + golds[two]) if weighted else heavy
                    both = area(one, [two]) + area(two, [one])
                    terms.append((heavy, both * Fraction(1, 2)))
        top = add_all([heavy.if_zero(0, heavy * area) for heavy, area in terms], zero)
        reason = UNCLASSED if self.compare is Compare.REST else "fewer than two classes take part"
        return top.over(add_all([heavy for heavy, _ in terms], zero), reason)


def _masses(rows: Rows[Evidence], names: Sequence[str]) -> Mapping[str, Masses]:
    """Weigh the samples of each class at each score of each class; no number is 0."""

    def places(row: Evidence) -> Iterator[tuple[tuple[str, Fraction, str], int]]:
        gold, pairs = scores_of(row)
        own = dict(pairs)
        return (((name, own.get(name, Fraction(0)), gold), 1) for name in names)

    masses: dict[str, dict[Fraction, dict[str, Number]]] = {name: {} for name in names}
    for (name, score, gold), weight in rows.weights(places).items():
        masses[name].setdefault(score, {})[gold] = weight
    return masses


def _descent(masses: Masses, name: str, zero: Number) -> tuple[Above, ...]:
    """Lower the threshold of one class, held against all others."""
    every, hits, called = [], zero, zero
    for _, here in sorted(masses.items(), reverse=True):
        more = here.get(name, zero)
        hits, called = hits + more, called + add_all(list(here.values()), zero)
        every.append(Above(hits, called, more))
    return tuple(every)


def _area(masses: Masses, name: str, others: Sequence[str], zero: Number) -> Number:
    """Say how likely a sample of a class is above one of others; a tie counts half."""
    above, hits, rest = zero, zero, zero
    for _, here in sorted(masses.items()):
        own = here.get(name, zero)
        level = add_all([here[one] for one in others if one in here], zero)
        above = above + own * (rest + level * Fraction(1, 2))
        hits, rest = hits + own, rest + level
    return above.over(hits * rest, f"no sample is {name!r}, or none is another")
