"""The specification curve of a cell as SVG: every outcome in order, its options below.

Each outcome of the space is a dot; definitions that give one number are one outcome. The published
number is a line, and what prints so a band. Below, a square stands where all definitions of an
outcome choose a value, a faint one where some do.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.algebra.rounding import hull
from measurand.audit.claims.space import Candidate
from measurand.audit.claims.specification_curves import Curve, Point
from measurand.edges.report.curve_shapes import (
    WIDTH,
    Scale,
    box,
    diamond,
    dot,
    sheet,
    size,
    stroke,
    told,
    words,
)
from measurand.edges.report.page_letters import clipped
from measurand.studies.counterfactual.edge.page.forest import ticks
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
    published = size(curve.printed.value * curve.printed.unit.scale, curve.printed.unit)
    values = [size(point.value, curve.printed.unit) for point in points]
    below = sum(value < published for value in values)
    start = max(0, min(below - most // 2, len(points) - most))
    return Drawn(points[start : start + most], len(points) - most)


def curve_picture(curve: Curve, *, name: str) -> str:
    """Draw a curve; empty where no definition gives a number.

    >>> from measurand.values.printed import Printed
    >>> curve_picture(Curve(row="a", column="F1", printed=Printed.parse("1"), points=()), name="c")
    ''
    """
    points = drawn(curve).points
    if not points:
        return ""
    matrix = _matrix([one for point in points for one in point.candidates])
    lines = sum(len(values) for values in matrix.values()) + len(matrix)
    height = _TOP + _PLOT + _GAP + lines * _LINE + _GAP
    shapes = [*_plot(curve, points), *_options(matrix, points)]
    title = f"{curve.row} / {curve.column}: every admissible definition"
    return sheet(shapes, height=height, name=name, title=title, text=curve_text(curve))


def curve_text(curve: Curve) -> str:
    """Say in words what a curve shows.

    >>> from measurand.values.printed import Printed
    >>> curve_text(Curve(row="a", column="F1", printed=Printed.parse("63.3%"), points=()))
    'No definition gives a number.'
    """
    if not curve.points:
        return "No definition gives a number."
    unit, like = curve.printed.unit, curve.printed
    low, high = (told(size(curve.points[at].value, unit), like) for at in (0, -1))
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


def _plot(curve: Curve, points: Sequence[Point]) -> Iterator[str]:
    like = curve.printed
    span = hull(like)
    low, high, published = (
        size(end, like.unit) for end in (span.low, span.high, like.value * like.unit.scale)
    )
    values = [size(point.value, like.unit) for point in points]
    scale = Scale.over([*values, low, high], _TOP + _PLOT, _TOP)
    yield box("ground", _LEFT, _TOP, WIDTH, _TOP + _PLOT)
    for number in ticks(scale.low, scale.high):
        yield stroke("grid", _LEFT, scale.at(number), WIDTH, scale.at(number))
        yield words(_LEFT - 5, scale.at(number) + 3.5, told(number, like), "small end")
    yield box("band", _LEFT, scale.at(low), WIDTH, scale.at(high))
    yield stroke("printed", _LEFT, scale.at(published), WIDTH, scale.at(published))
    yield words(0, _TOP + 10, "published", "small start")
    yield words(0, _TOP + 23, clipped(like.text, 9), "start")
    for at, (point, value) in enumerate(zip(points, values, strict=True)):
        x, y = _x(at + 0.5, len(points)), scale.at(value)
        if point.verdict is Verdict.HOLDS:
            yield diamond("fixed", x, y, 4.5)
        else:
            yield dot("kept", x, y, 2.2 if len(points) <= MOST_DRAWN // 4 else 1.4)


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


def _options(matrix: Matrix, points: Sequence[Point]) -> Iterator[str]:
    top = _TOP + _PLOT + _GAP
    for option, values in matrix.items():
        yield words(0, top + 10, clipped(option, _NAME), "name start")
        top += _LINE
        for value, label in zip(values, _labels(values), strict=True):
            yield words(_LEFT - 5, top + 10, label, "small end")
            yield stroke("grid", _LEFT, top + _LINE, WIDTH, top + _LINE)
            for start, end, kind in _runs([_chosen(point, option, value) for point in points]):
                left, right = _x(start, len(points)), _x(end, len(points))
                yield box(kind, left, top + 2, right, top + _LINE - 1)
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
