"""Curves behind scores, as tables and as pictures.

In a calibration curve, a disc is a bin: as far right as what was said there on average, as high as
what happened, and larger the more samples it has; the line through it is the interval of that
share. On the dashed diagonal, what is said to have the probability p happens in p of all cases. The
bars below are how much stands in each bin. In curves of thresholds, the dashed line is what scores
that tell nothing come to.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from measurand.edges.report.document import Grid
from measurand.edges.report.inferred import interval_text, number_text
from measurand.edges.report.picture import (
    WIDTH,
    Box,
    Broken,
    Disc,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    clipped,
)
from measurand.inference.score_curves import (
    CalibrationBin,
    CalibrationCurve,
    ScoreCurve,
    ThresholdCurve,
)
from measurand.metrics.families.thresholds import Curve

_LEFT, _TOP, _SQUARE = 40.0, 18.0, 270.0
_GAP, _BARS, _FOOT = 30.0, 44.0, 20.0
_LARGEST, _SMALLEST, _BAR = 7.0, 2.5, 3.0
_TITLE = 44
MOST_POINTS = 2000
"""Points of a sweep that are drawn; of more, so many that are evenly spread."""

_BINS = (
    "said: mean probability of the bin; happened: share of it that is so, with the interval of "
    "Clopper and Pearson, of each bin alone; none of samples with weights, or right in part"
)
_DOTTED = 100
"""Points of a sweep that have a dot at most."""

Points = tuple[tuple[Fraction, Fraction], ...]

_NAMES = {Curve.ROC: "ROC curve", Curve.PRECISION_RECALL: "Precision and recall"}
_SIDES = {
    Curve.ROC: ("of all others, called positive", "of positives, called so"),
    Curve.PRECISION_RECALL: ("recall", "precision"),
}


def bins_grid(named: Sequence[tuple[str, CalibrationCurve]]) -> Grid:
    """Lay out the bins of curves; each is named as its score is.

    >>> bins_grid(()).columns[:3]
    ('definition', 'weight', 'said')
    """
    classed = any(curve.label for _, curve in named)
    rows = [
        (
            name,
            *((curve.label,) if classed else ()),
            number_text(one.weight) if one.weight.denominator > 1 else str(one.weight),
            number_text(one.said),
            number_text(one.happened),
            "" if one.interval is None else interval_text(one.interval),
            number_text(one.off),
        )
        for name, curve in named
        for one in curve.bins
    ]
    of_class = ("class",) if classed else ()
    heads = ("definition", *of_class, "weight", "said", "happened", "95% interval", "off")
    return Grid("Bins", heads, tuple(rows), notes=(_BINS,))


def curve_figure(curve: ScoreCurve) -> Picture:
    """Draw a curve.

    >>> curve_figure(CalibrationCurve("", ())).title
    'Calibration curve'
    """
    match curve:
        case CalibrationCurve(label, bins):
            shapes = (*_ground("said", "happened"), *_calibration(bins))
            height = _TOP + _SQUARE + _GAP + _BARS + _FOOT
            title = "Calibration curve"
        case ThresholdCurve(label=label):
            shapes = (*_ground(*_SIDES[curve.kind]), *_sweep(curve))
            height = _TOP + _SQUARE + _GAP + _FOOT / 2
            title = _NAMES[curve.kind]
    return Picture(
        shapes=shapes,
        height=height,
        title=f"{title} of {clipped(label, _TITLE)}" if label else title,
        text=curve_words(curve),
    )


def curve_words(curve: ScoreCurve) -> str:
    """Say in words what a curve shows.

    >>> curve_words(CalibrationCurve("", ()))
    'No sample.'
    """
    match curve:
        case CalibrationCurve(bins=()):
            return "No sample."
        case CalibrationCurve(bins=bins):
            worst = max(bins, key=lambda one: abs(one.off))
            missed = sum(one.interval is not None and not _reached(one) for one in bins)
            there = sum(one.interval is not None for one in bins)
            far = f"Most off: {number_text(worst.said)} said, {number_text(worst.happened)} so."
            if not there:
                return f"{len(bins)} bins. {far} No intervals."
            return (
                f"{len(bins)} bins. {far} In {missed} of {there} the interval of what happened "
                "does not hold what was said."
            )
        case ThresholdCurve(points=points, positives=positives):
            return f"{len(points)} thresholds; {number_text(positives)} of all is positive."


def _reached(one: CalibrationBin) -> bool:
    return one.interval is not None and one.interval.low <= one.said <= one.interval.high


_ACROSS = Scale(0.0, 1.0, _LEFT, _LEFT + _SQUARE)
_UP = Scale(0.0, 1.0, _TOP + _SQUARE, _TOP)


def _ground(across: str, up: str) -> Iterator[Shape]:
    """Draw the unit square, with names of its sides."""
    low = _TOP + _SQUARE
    yield Box("ground", _LEFT, _TOP, _LEFT + _SQUARE, low)
    for part in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        yield Stroke("grid", _ACROSS.at(part), _TOP, _ACROSS.at(part), low)
        yield Stroke("grid", _LEFT, _UP.at(part), _LEFT + _SQUARE, _UP.at(part))
        yield Words(_ACROSS.at(part), low + 13, f"{part:g}", "small middle")
        yield Words(_LEFT - 5, _UP.at(part) + 3.5, f"{part:g}", "small end")
    yield Words(0, _TOP - 7, up, "start")
    yield Words(WIDTH, low + 26, across, "end")


def _calibration(bins: Sequence[CalibrationBin]) -> Iterator[Shape]:
    yield Stroke("printed", _ACROSS.at(0), _UP.at(0), _ACROSS.at(1), _UP.at(1))
    most = max((float(one.weight) for one in bins), default=1.0)
    for one in bins:
        x = _ACROSS.at(float(one.said))
        if one.interval is not None:
            kind = "kept whisker" if _reached(one) else "broken whisker"
            yield Stroke(kind, x, _UP.at(one.interval.low), x, _UP.at(one.interval.high))
    line = tuple((_ACROSS.at(float(one.said)), _UP.at(float(one.happened))) for one in bins)
    if len(line) > 1:
        yield Broken("curve", line)
    for (x, y), one in zip(line, bins, strict=True):
        radius = max(_SMALLEST, _LARGEST * sqrt(float(one.weight) / most))
        yield Disc("fixed edged", x, y, round(radius, 2))
    low = _TOP + _SQUARE + _GAP + _BARS
    for one in bins:
        x, tall = _ACROSS.at(float(one.said)), _BARS * float(one.weight) / most
        yield Box("bar", x - _BAR, low - tall, x + _BAR, low)
    yield Stroke("grid", _LEFT, low, _LEFT + _SQUARE, low)
    yield Words(_LEFT - 5, low - _BARS + 8, _short(most), "small end")
    yield Words(_LEFT, low + 14, "weight of each bin", "start")


def _short(number: float) -> str:
    return f"{number:.4g}"


def _sweep(curve: ThresholdCurve) -> Iterator[Shape]:
    points = _thinned(curve.points)
    match curve.kind:
        case Curve.ROC:
            yield Stroke("printed", _ACROSS.at(0), _UP.at(0), _ACROSS.at(1), _UP.at(1))
            points = ((Fraction(0), Fraction(0)), *points)
        case Curve.PRECISION_RECALL:
            level = _UP.at(float(curve.positives))
            yield Stroke("printed", _ACROSS.at(0), level, _ACROSS.at(1), level)
            points = tuple(_steps(points))
    line = tuple((_ACROSS.at(float(x)), _UP.at(float(y))) for x, y in points)
    if len(line) > 1:
        yield Broken("curve", line)
    for x, y in curve.points if len(curve.points) <= _DOTTED else ():
        yield Disc("fixed edged", _ACROSS.at(float(x)), _UP.at(float(y)), 3)


def _steps(points: Points) -> Iterator[tuple[Fraction, Fraction]]:
    """Go level to each point, from recall 0: a line between two is too hopeful."""
    before = Fraction(0)
    for recall, precision in points:
        yield before, precision
        yield recall, precision
        before = recall


def _thinned(points: Points) -> Points:
    if len(points) <= MOST_POINTS:
        return points
    last = len(points) - 1
    return tuple(points[at * last // (MOST_POINTS - 1)] for at in range(MOST_POINTS))
