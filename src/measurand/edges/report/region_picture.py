"""What a printed F allows: where precision and recall may lie, and F under each reading.

The square holds every precision and recall: the curve is where they have the printed F themselves,
the shaded region where samples with such means can have it as the mean of their F. The bars below
are what F may be, given the printed precision and recall.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.closed.f import MEAN_OF_F, MICRO, OF_MEANS, f_of, mean_f_bounds
from measurand.auditing.proofs.finding import Question
from measurand.auditing.proofs.sheet import Sheet
from measurand.edges.report.picture import (
    WIDTH,
    Box,
    Broken,
    Corners,
    Disc,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    clipped,
    tick_text,
)
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

RULE = "f-from-p-and-r"
_WORDS = {
    MICRO: "F of pooled P and R",
    OF_MEANS: "F of the means of P and R",
    MEAN_OF_F: "mean of the samples' F",
}
_SAID = {
    Verdict.HOLDS: "possible",
    Verdict.REFUTED: "not reproducible",
    Verdict.UNDECIDED: "undecided",
}
_SQUARE, _LEFT, _TOP, _BAR, _FOOT = 200.0, 70.0, 10.0, 40.0, 20.0
_STEPS, _SIDE = 48, 20.0
_NAME = 40


@frozen(kw_only=True)
class Region:
    """A printed P, R and F of one row, and what F may be under each reading.

    >>> one = Printed.parse("50.0%")
    >>> Region(row="a", names=("P", "R", "F1"), cells=(one, one, one), readings=()).beta
    Fraction(1, 1)
    """

    row: str
    names: tuple[str, str, str]
    cells: tuple[Printed, Printed, Printed]
    readings: tuple[tuple[str, Interval, Verdict], ...]
    beta: Fraction = Fraction(1)


def region_of(sheet_: Sheet, question: Question) -> Region | None:
    """Take the region of a question about P, R and F; None where it is about something else.

    >>> region_of(Sheet(columns=(), rows=()), Question("grim: a", ())) is None
    True
    """
    first = next(iter(question.findings), None)
    if first is None or first.rule != RULE or len(first.columns) != len(("P", "R", "F")):
        return None
    row = next((row for row in sheet_.rows if row.label == first.rows[0]), None)
    cells = [] if row is None else [row.cell(name) for name in first.columns]
    precision, recall, f = cells or (None, None, None)
    if precision is None or recall is None or f is None:
        return None
    spans = hull(precision), hull(recall)
    known = [one for one in question.findings if one.reading in _WORDS]
    if not known or any(span.low > 1 or span.high < 0 for span in (*spans, hull(f))):
        return None
    beta = next(column.beta for column in sheet_.columns if column.name == first.columns[-1])
    return Region(
        row=first.rows[0],
        names=(first.columns[0], first.columns[1], first.columns[2]),
        cells=(precision, recall, f),
        beta=beta,
        readings=tuple(
            (one.reading, _allowed(one.reading, spans, beta), one.verdict) for one in known
        ),
    )


def _allowed(reading: str, spans: tuple[Interval, Interval], beta: Fraction) -> Interval:
    low, high = (_clip(span) for span in spans)
    if reading == MEAN_OF_F:
        return mean_f_bounds(low, high, beta)
    return Interval(f_of(low.low, high.low, beta), f_of(low.high, high.high, beta))


def _clip(span: Interval) -> Interval:
    zero, one = Fraction(0), Fraction(1)
    return Interval(min(one, max(zero, span.low)), min(one, max(zero, span.high)))


def region_picture(region: Region) -> Picture:
    """Draw a region and its bars.

    >>> half = Printed.parse("50.0%")
    >>> one = Region(row="<a>", names=("P", "R", "F1"), cells=(half, half, half), readings=())
    >>> region_picture(one).title
    '<a>: what F1 allows'
    """
    top = _TOP + _SQUARE + 30
    height = top + _BAR * len(region.readings) + _FOOT
    shapes = (*_square(region), *_bars(region, top, height))
    title = f"{region.row}: what {region.names[2]} allows"
    return Picture(shapes=shapes, height=height, title=title, text=region_text(region))


def region_text(region: Region) -> str:
    """Say in words what a region shows.

    >>> half = Printed.parse("50.0%")
    >>> region_text(Region(row="a", names=("P", "R", "F1"), cells=(half, half, half), readings=(
    ...     (MICRO, Interval(Fraction(1, 2), Fraction(1, 2)), Verdict.HOLDS),)))
    'P 50.0%, R 50.0%, F1 50.0%. F of pooled P and R: from 50% to 50%, possible.'
    """
    printed = ", ".join(
        f"{name} {cell.text}" for name, cell in zip(region.names, region.cells, strict=True)
    )
    readings = [
        f"{_WORDS[reading]}: from {_percent(span.low)} to {_percent(span.high)}, {_SAID[verdict]}."
        for reading, span, verdict in region.readings
    ]
    return " ".join([f"{printed}.", *readings])


def _percent(value: Fraction) -> str:
    return f"{tick_text(float(f'{float(100 * value):.4g}'))}%"


def _square(region: Region) -> Iterator[Shape]:
    across = Scale(0.0, 1.0, _LEFT, _LEFT + _SQUARE)
    up = Scale(0.0, 1.0, _TOP + _SQUARE, _TOP)
    yield Box("ground", _LEFT, _TOP, _LEFT + _SQUARE, _TOP + _SQUARE)
    yield Corners("region", tuple((across.at(x), up.at(y)) for x, y in _region(region)))
    for part in (0.0, 0.5, 1.0):
        yield Stroke("grid", across.at(part), _TOP, across.at(part), _TOP + _SQUARE)
        yield Stroke("grid", _LEFT, up.at(part), _LEFT + _SQUARE, up.at(part))
        yield Words(across.at(part), _TOP + _SQUARE + 13, f"{100 * part:g}%", "small middle")
        yield Words(_LEFT - 5, up.at(part) + 3.5, f"{100 * part:g}%", "small end")
    yield Words(0, _TOP + 30, clipped(region.names[1], 9), "start")
    yield Words(_LEFT + _SQUARE + 8, _TOP + _SQUARE, clipped(region.names[0], 9), "start")
    middle = (hull(region.cells[2]).low + hull(region.cells[2]).high) / 2
    line = tuple(
        (across.at(x), up.at(y)) for x, y in _level(float(_share(middle)), float(region.beta))
    )
    yield Broken("curve", line)
    precision, recall = (_clip(hull(cell)) for cell in region.cells[:2])
    edges = [across.at(float(end)) for end in (precision.low, precision.high)]
    sides = [up.at(float(end)) for end in (recall.low, recall.high)]
    yield Box("spot", edges[0], sides[0], edges[1], sides[1])
    yield Disc("spot", sum(edges) / 2, sum(sides) / 2, 4.5)


def _share(value: Fraction) -> Fraction:
    return min(Fraction(1), max(Fraction(0), value))


def _region(region: Region) -> list[tuple[float, float]]:
    """Give the corners of where the mean of F may be the printed one."""
    span = _clip(hull(region.cells[2]))
    high = float(span.high)
    return [*_level(float(span.low), float(region.beta)), (1.0, high), (high, 1.0)]


def _level(f: float, beta: float) -> list[tuple[float, float]]:
    """Give points of the curve where F of P and R is a number, from R = 1 to P = 1."""
    if f <= 0.0:
        return [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)]
    square = beta * beta
    start = f / (1 + square - f * square)
    steps = [start + (1.0 - start) * step / _STEPS for step in range(_STEPS + 1)]
    return [(x, min(1.0, f * square * x / ((1 + square) * x - f))) for x in steps]


def _bars(region: Region, top: float, height: float) -> Iterator[Shape]:
    printed = _clip(hull(region.cells[2]))
    ends = [float(end) for _, span, _ in region.readings for end in (span.low, span.high)]
    both = float(printed.low), float(printed.high)
    scale = Scale.over([*ends, *both], _SIDE, WIDTH - _SIDE)
    for at, (reading, span, verdict) in enumerate(region.readings):
        here = top + _BAR * at
        middle = here + 26
        yield Words(0, here + 12, clipped(_WORDS[reading], _NAME), "start")
        yield Words(WIDTH, here + 12, _SAID[verdict], "end")
        yield Box("ground", 0, middle - 8, WIDTH, middle + 8)
        kind = "refuted" if verdict is Verdict.REFUTED else "allowed"
        left, right = (scale.at(float(end)) for end in (span.low, span.high))
        yield Box(kind, left - 0.75, middle - 5, right + 0.75, middle + 5)
        left, right = (scale.at(end) for end in both)
        yield Box("band", left - 0.5, middle - 8, right + 0.5, middle + 8)
        yield Stroke("printed", (left + right) / 2, middle - 8, (left + right) / 2, middle + 8)
    for number in scale.ticks:
        yield Words(scale.at(number), height - 6, f"{tick_text(100 * number)}%", "small middle")
