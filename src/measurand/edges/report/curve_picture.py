"""How far a number moves over the space of definitions: of a cell, and of the rows of a column.

The specification curve of a cell shows every outcome in order: each is a dot, and definitions that
give one number are one outcome. The published number is a line, and what prints so a band. Below,
a square stands where all definitions of an outcome choose a value, a faint one where some do.

The rows of a column are bars from the lowest to the highest number that a definition gives, with a
mark for the published one. Rows that change places under some definitions are named.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.algebra.rounding import hull
from measurand.auditing.claims.space import Candidate
from measurand.auditing.claims.specification_curves import Curve, Point
from measurand.edges.report.picture import (
    WIDTH,
    Box,
    Disc,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    clipped,
    diamond,
    drawn_size,
    letters,
    tick_text,
)
from measurand.values.verdict import Verdict

MOST_DRAWN = 200
"""Outcomes that are drawn; of more, those nearest to the published number on both sides."""

_LEFT, _TOP, _PLOT, _LINE, _GAP = 118.0, 8.0, 150.0, 13.0, 6.0
_NAME, _VALUE = 20, 17
_MOST_VALUES = 40


@frozen
class Drawn:
    """The outcomes of a curve that are drawn, and how many there are beside them.

    >>> Drawn((), 0).left
    0
    """

    points: tuple[Point, ...]
    left: int


def drawn(curve: Curve, most: int = MOST_DRAWN) -> Drawn:
    """Choose what is drawn: all outcomes, or those around the published number.

    >>> from measurand.values.printed import Printed
    >>> drawn(Curve(row="a", column="F1", printed=Printed.parse("63.3%"), points=()))
    Drawn(points=(), left=0)
    """
    points = curve.points
    if len(points) <= most:
        return Drawn(points, 0)
    published = drawn_size(curve.printed.value * curve.printed.unit.scale, curve.printed.unit)
    values = [drawn_size(point.value, curve.printed.unit) for point in points]
    below = sum(value < published for value in values)
    start = max(0, min(below - most // 2, len(points) - most))
    return Drawn(points[start : start + most], len(points) - most)


def curve_picture(curve: Curve) -> Picture | None:
    """Draw a curve; None where no definition gives a number.

    >>> from measurand.values.printed import Printed
    >>> curve_picture(Curve(row="a", column="F1", printed=Printed.parse("1"), points=()))
    """
    points = drawn(curve).points
    if not points:
        return None
    matrix = _matrix([one for point in points for one in point.candidates])
    lines = sum(len(values) for values in matrix.values()) + len(matrix)
    height = _TOP + _PLOT + _GAP + lines * _LINE + _GAP
    shapes = (*_plot(curve, points), *_options(matrix, points))
    title = f"{curve.row} / {curve.column}: every admissible definition"
    return Picture(shapes=shapes, height=height, title=title, text=curve_text(curve))


def curve_text(curve: Curve) -> str:
    """Say in words what a curve shows.

    >>> from measurand.values.printed import Printed
    >>> curve_text(Curve(row="a", column="F1", printed=Printed.parse("63.3%"), points=()))
    'No definition gives a number.'
    """
    if not curve.points:
        return "No definition gives a number."
    unit, like = curve.printed.unit, curve.printed
    low, high = (tick_text(drawn_size(curve.points[at].value, unit), like) for at in (0, -1))
    holding = [point for point in curve.points if point.verdict is Verdict.HOLDS]
    number = sum(len(point.candidates) for point in holding)
    outcomes = len(curve.points)
    left = drawn(curve).left
    return (
        f"{curve.tried} definition{'' if curve.tried == 1 else 's'} give "
        f"{outcomes} different number{'' if outcomes == 1 else 's'}, from {low} to {high}; "
        f"{number} print{'s' if number == 1 else ''} the published {like.text}."
        + (f" {curve.undefined} give no number." if curve.undefined else "")
        + (f" {left} numbers far from the published one are not drawn." if left else "")
    )


def _plot(curve: Curve, points: Sequence[Point]) -> Iterator[Shape]:
    like = curve.printed
    span = hull(like)
    low, high, published = (
        drawn_size(end, like.unit) for end in (span.low, span.high, like.value * like.unit.scale)
    )
    values = [drawn_size(point.value, like.unit) for point in points]
    scale = Scale.over([*values, low, high], _TOP + _PLOT, _TOP)
    yield Box("ground", _LEFT, _TOP, WIDTH, _TOP + _PLOT)
    for number in scale.ticks:
        yield Stroke("grid", _LEFT, scale.at(number), WIDTH, scale.at(number))
        yield Words(_LEFT - 5, scale.at(number) + 3.5, tick_text(number, like), "small end")
    yield Box("band", _LEFT, scale.at(low), WIDTH, scale.at(high))
    yield Stroke("printed", _LEFT, scale.at(published), WIDTH, scale.at(published))
    yield Words(0, _TOP + 10, "published", "small start")
    yield Words(0, _TOP + 23, clipped(like.text, 9), "start")
    for at, (point, value) in enumerate(zip(points, values, strict=True)):
        x, y = _x(at + 0.5, len(points)), scale.at(value)
        if point.verdict is Verdict.HOLDS:
            yield diamond("fixed edged", x, y, 4.5)
        else:
            yield Disc("kept", x, y, 2.2 if len(points) <= MOST_DRAWN // 4 else 1.4)


def _x(at: float, number: int) -> float:
    return _LEFT + at / number * (WIDTH - _LEFT)


Matrix = Mapping[str, tuple[str, ...]]


def _matrix(candidates: Sequence[Candidate]) -> Matrix:
    """List the options, and the values that are chosen, where there is more than one."""
    found: dict[str, dict[str, None]] = {}
    for candidate in candidates:
        for option, value in candidate.texts.items():
            found.setdefault(option, {})[value] = None
    missing = {
        option for option in found if any(option not in candidate.texts for candidate in candidates)
    }
    return {
        option: tuple(values)[:_MOST_VALUES]
        for option, values in found.items()
        if len(values) > 1 or option in missing
    }


def _options(matrix: Matrix, points: Sequence[Point]) -> Iterator[Shape]:
    top = _TOP + _PLOT + _GAP
    for option, values in matrix.items():
        yield Words(0, top + 10, clipped(option, _NAME), "name start")
        top += _LINE
        for value, label in zip(values, _labels(values), strict=True):
            yield Words(_LEFT - 5, top + 10, label, "small end")
            yield Stroke("grid", _LEFT, top + _LINE, WIDTH, top + _LINE)
            for start, end, kind in _runs([_chosen(point, option, value) for point in points]):
                left, right = _x(start, len(points)), _x(end, len(points))
                yield Box(kind, left, top + 2, right, top + _LINE - 1)
            top += _LINE


def _labels(values: Sequence[str]) -> list[str]:
    """Cut values to the room there is, at their ends where their starts are alike."""
    heads = [clipped(value, _VALUE) for value in values]
    if len(set(heads)) == len(heads):
        return heads
    tails = [clipped(value[::-1], _VALUE - 1)[::-1] for value in values]
    return [
        head if heads.count(head) == 1 else tail for head, tail in zip(heads, tails, strict=True)
    ]


def _chosen(point: Point, option: str, value: str) -> str:
    """Say how many definitions of an outcome choose a value: all, some, or none."""
    having = sum(one.texts.get(option) == value for one in point.candidates)
    if not having:
        return ""
    return "all" if having == len(point.candidates) else "some"


def _runs(kinds: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Join neighbours of one kind into one rectangle."""
    start = 0
    for at in range(1, len(kinds) + 1):
        if at == len(kinds) or kinds[at] != kinds[start]:
            if kinds[start]:
                yield start, at, kinds[start]
            start = at


MOST_ROWS = 60
_ROW, _ROW_TOP, _FOOT, _SIDE = 44.0, 4.0, 20.0, 24.0
_ROW_NAME, _MORE = 26, 30


def spread_picture(curves: Sequence[Curve], flips: Mapping[str, tuple[str, ...]]) -> Picture | None:
    """Draw the rows of one column; `flips` names the rows that each changes places with.

    None where no row has a number.

    >>> spread_picture((), {})
    """
    shown = [curve for curve in curves if curve.points][:MOST_ROWS]
    if not shown:
        return None
    like = shown[0].printed
    ends = [end for curve in shown for end in _ends(curve)]
    scale = Scale.over(ends, _SIDE, WIDTH - _SIDE)
    height = _ROW_TOP + _ROW * len(shown) + _FOOT
    shapes: list[Shape] = []
    for at, curve in enumerate(shown):
        shapes += _row(curve, flips.get(curve.row, ()), scale, _ROW_TOP + _ROW * at)
    for number in scale.ticks:
        shapes.append(Words(scale.at(number), height - 6, tick_text(number, like), "small middle"))
    text = " ".join(spread_text(curve, flips.get(curve.row, ())) for curve in shown)
    title = f"{shown[0].column}: how far each row moves over the space"
    return Picture(shapes=tuple(shapes), height=height, title=title, text=text)


def spread_text(curve: Curve, others: Sequence[str]) -> str:
    """Say in words what the bar of a row shows.

    >>> from measurand.values.printed import Printed
    >>> spread_text(Curve(row="a", column="F1", printed=Printed.parse("1"), points=()), ())
    'a: no definition gives a number.'
    """
    if not curve.points:
        return f"{curve.row}: no definition gives a number."
    low, high, _ = _ends(curve)
    flips = f" Changes places with {', '.join(others)}." if others else ""
    like = curve.printed
    ends = f"from {tick_text(low, like)} to {tick_text(high, like)}"
    return f"{curve.row}: published {like.text}, {ends}.{flips}"


def _ends(curve: Curve) -> tuple[float, float, float]:
    unit = curve.printed.unit
    low, high = (drawn_size(curve.points[at].value, unit) for at in (0, -1))
    return low, high, drawn_size(curve.printed.value * unit.scale, unit)


def _row(curve: Curve, others: Sequence[str], scale: Scale, top: float) -> Iterator[Shape]:
    middle = top + 28
    low, high, published = _ends(curve)
    label = clipped(curve.row, _ROW_NAME)
    yield Words(0, top + 12, label, "name start")
    if others:
        room = max(10, 2 * _ROW_NAME - letters(label) - 4)
        yield Words(WIDTH, top + 12, clipped(f"⇅ {', '.join(others)}", min(_MORE, room)), "end")
    yield Box("ground", 0, middle - 9, WIDTH, middle + 9)
    for number in scale.ticks:
        yield Stroke("grid", scale.at(number), middle - 9, scale.at(number), middle + 9)
    left, right = scale.at(low), max(scale.at(high), scale.at(low) + 1)
    yield Box("moving" if others else "steady", left, middle - 5, right, middle + 5)
    yield diamond("published", scale.at(published), middle, 6)
