"""The curve behind a score: the bins of a calibration error, and what a threshold draws.

A calibration error is one number of several bins, and an area one number of many thresholds; what
they are of is seen in their curves. A point of a calibration curve is a bin: the mean probability
that was said there, and the share that happened, with the interval of Clopper and Pearson: exact,
if samples are independent and those of a bin have one probability. It is of each bin alone; of
twenty such intervals one misses by chance. Where samples have weights, or are right in part, hits
are no number of trials, and there is no interval.

A point of a ROC curve is a threshold: the share of positives that are called so, against that of
all others. In a precision-recall curve it is the precision against the recall; there is none at
recall 0. Everything is exact but the ends of intervals.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.functional import ExactRows
from measurand.algebra.number import Exact, Number
from measurand.evidence.evidence import Evidence, Excluded
from measurand.evidence.pool import Pool
from measurand.inference.interval import LEVEL, Interval
from measurand.inference.rates import clopper_pearson
from measurand.metrics.columns import parts_of, weight_of
from measurand.metrics.definitions import Auc, Definition, Family
from measurand.metrics.families.calibration import Bin, Binned
from measurand.metrics.families.thresholds import Above, Curve, Swept, sweep
from measurand.values.quantity import rational
from measurand.values.score import Defined, Undefined


@frozen(kw_only=True)
class CalibrationBin:
    """One bin: what its samples weigh, the mean of what was said, the share that happened.

    `interval` is that of the share; None where samples have weights, or are right in part.

    >>> CalibrationBin(weight=Fraction(2), said=Fraction(1, 2), happened=Fraction(1)).off
    Fraction(-1, 2)
    """

    weight: Fraction
    said: Fraction
    happened: Fraction
    interval: Interval | None = None

    @property
    def off(self) -> Fraction:
        """Say how much more was said than happened."""
        return self.said - self.happened


@frozen
class CalibrationCurve:
    """The bins of a class, or of all ("")."""

    label: str
    bins: tuple[CalibrationBin, ...]


@frozen(kw_only=True)
class ThresholdCurve:
    """Points of a sweep, from the highest threshold to the lowest: across, and up."""

    label: str
    kind: Curve
    points: tuple[tuple[Fraction, Fraction], ...]
    positives: Fraction = field()
    """The share of all samples that is positive."""


ScoreCurve = CalibrationCurve | ThresholdCurve


def score_curves(
    definition: Definition, pool: Pool, level: Fraction = LEVEL
) -> tuple[ScoreCurve, ...]:
    """List the curves behind a score, of each class; none where there is none to it.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.sample import of_numbers
    >>> ece = parse("ece(score=p,label=rain,bins=2)")
    >>> corpus = of_numbers(p=("0.9", "0.7", "0.1"), rain=(1, 0, 0))
    >>> [curve] = score_curves(ece, pool(observing(ece), corpus))
    >>> [(str(one.said), str(one.happened), int(one.weight)) for one in curve.bins]
    [('1/10', '0', 1), ('4/5', '1/2', 2)]
    """
    if not isinstance(definition, Auc | Binned | Swept):
        return ()
    rows = _rows(definition, pool)
    match definition:
        case Binned():
            known = all(weight_of(part) == 1 for row, _ in rows.start() for part in parts_of(row))
            return tuple(
                CalibrationCurve(label, tuple(_bins(bins, level if known else None)))
                for label, bins in definition.curves(rows).items()
            )
        case Swept():
            return tuple(_thresholds(definition.curves(rows), definition.curve))
        case _:
            return tuple(_thresholds({"": sweep(rows)}, Curve.ROC))


def _rows(definition: Definition, pool: Pool) -> ExactRows[Evidence]:
    def takes(row: Evidence) -> bool:
        if isinstance(definition, Family):
            return definition.takes(row)
        return not any(isinstance(part, Excluded) for part in parts_of(row))

    def weigh(row: Evidence) -> Fraction:
        return next((weight_of(part) for part in parts_of(row)), Fraction(0))

    held = [
        (row, count)
        for bag in pool.keyed.bags.values()
        for row, count in bag.counts.items()
        if takes(row) and weigh(row)
    ]
    return ExactRows(lambda: held, weigh)


def _bins(bins: Sequence[Bin], level: Fraction | None) -> Iterator[CalibrationBin]:
    for one in bins:
        weight, said, so = map(_known, (one.weight, one.said, one.so))
        if not weight:
            continue
        interval = None
        if level is not None and so.denominator == 1:
            interval = clopper_pearson(int(so), int(weight), level)
        yield CalibrationBin(
            weight=weight,
            said=said / weight,
            happened=so / weight,
            interval=None if isinstance(interval, Undefined) else interval,
        )


def _thresholds(curves: Mapping[str, Sequence[Above]], kind: Curve) -> Iterator[ThresholdCurve]:
    """Turn what is called positive at thresholds into shares; no curve without either label."""
    for label, swept in curves.items():
        levels = [(_known(one.hits), _known(one.called)) for one in swept]
        positives, every = levels[-1] if levels else (Fraction(0), Fraction(0))
        if not 0 < positives < every:
            continue
        match kind:
            case Curve.ROC:
                points = [
                    ((called - hits) / (every - positives), hits / positives)
                    for hits, called in levels
                ]
            case Curve.PRECISION_RECALL:
                points = [(hits / positives, hits / called) for hits, called in levels]
        yield ThresholdCurve(
            label=label, kind=kind, points=tuple(points), positives=positives / every
        )


def _known(number: Number) -> Fraction:
    """Take the fraction that an exact number is.

    Raises TypeError for a number that is none.
    """
    match number:
        case Exact(score=Defined(value)):
            return rational(value)
        case _:
            message = f"an exact number: got {number}"
            raise TypeError(message)
