"""The forest plot of a family of tests: each difference with its interval, and a zero line.

A verdict is a colour, a shape and a word, so that none of the three is needed to tell it.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from measurand.edges.report.picture import (
    MINUS,
    WIDTH,
    Box,
    Corners,
    Disc,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    clipped,
    diamond,
)
from measurand.inference.family import Verdict

_ROW, _TOP, _FOOT, _HALF = 44.0, 20.0, 20.0, 10.0
_SIDE, _PAD = 20.0, 0.08
_NAME = 22
_SHAPES = {
    Verdict.EXPECTED: ("fixed", "circle"),
    Verdict.OPPOSITE: ("broken", "diamond"),
    Verdict.DIFFERENT: ("kept", "square"),
    Verdict.NOT_SIGNIFICANT: ("quiet", "ring"),
    Verdict.STRUCTURALLY_NULL: ("quiet", "box"),
    Verdict.TOO_FEW: ("quiet", "triangle"),
    Verdict.UNDECIDED: ("quiet", "cross"),
}


@frozen(kw_only=True)
class Line:
    """One line of the plot; `at` is None where there is no difference, `ends` where no interval.

    >>> Line(name="no_cite", verdict=Verdict.EXPECTED, at=0.1, ends=(0.05, 0.2)).at
    0.1
    """

    name: str
    verdict: Verdict
    at: float | None = None
    ends: tuple[float, float] | None = None


def forest(lines: Sequence[Line], *, title: str, text: str) -> Picture | None:
    """Draw lines; None where there are none.

    >>> drawn = forest([Line(name="a", verdict=Verdict.UNDECIDED)], title="T", text="D")
    >>> drawn and drawn.height
    84.0
    """
    if not lines:
        return None
    numbers = [0.0]
    for line in lines:
        numbers += [] if line.at is None else [line.at]
        numbers += line.ends or ()
    scale = Scale.over(numbers, _SIDE, WIDTH - _SIDE, pad=_PAD)
    height = _TOP + _ROW * len(lines) + _FOOT
    rows = [
        shape for at, line in enumerate(lines) for shape in _line(line, scale, _TOP + _ROW * at)
    ]
    shapes = (*_ground(scale, height), *rows)
    return Picture(shapes=shapes, title=title, text=text, height=height, kind="chart forest")


def shape(verdict: Verdict, x: float = 7, y: float = 7) -> tuple[Shape, ...]:
    """Draw the shape of a verdict around a point; without one, around the middle of a mark.

    >>> shape(Verdict.NOT_SIGNIFICANT)
    (Disc(kind='quiet open', x=7, y=7, radius=5),)
    """
    ink, form = _SHAPES[verdict]
    match form:
        case "circle":
            return (Disc(ink, x, y, 5),)
        case "ring":
            return (Disc(f"{ink} open", x, y, 5),)
        case "cross":
            down = Stroke(f"stroke {ink}", x - 4, y - 4, x + 4, y + 4)
            return down, Stroke(f"stroke {ink}", x - 4, y + 4, x + 4, y - 4)
        case "diamond":
            return (diamond(ink, x, y, 6),)
        case _:
            filled = " open" if form in {"triangle", "box"} else ""
            corners = tuple((x + across, y + down) for across, down in _CORNERS[form])
            return (Corners(f"{ink}{filled}", corners),)


_SQUARE = ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5))
_CORNERS = {"square": _SQUARE, "box": _SQUARE, "triangle": ((0, -5.5), (5.5, 4.5), (-5.5, 4.5))}


def _ground(scale: Scale, height: float) -> Iterator[Shape]:
    """Draw what stands around the lines: the names of the sides, and numbers below."""
    yield Words(0, 12, "← other side", "small start")
    yield Words(WIDTH, 12, "expected side →", "small end")
    for number in scale.ticks:
        text = f"{number:g}".replace("-", MINUS)
        yield Words(scale.at(number), height - 6, text, "small middle")


def _line(line: Line, scale: Scale, top: float) -> Iterator[Shape]:
    """Draw one test: its name and its verdict, and below them a strip with its interval."""
    middle, zero, (ink, _) = top + 28, scale.at(0.0), _SHAPES[line.verdict]
    yield Words(0, top + 12, clipped(line.name, _NAME), "name start")
    yield Words(WIDTH - 16, top + 12, line.verdict.value, "end")
    yield from shape(line.verdict, WIDTH - 6, top + 8)
    yield Box("other", 0.0, middle - _HALF, zero, middle + _HALF)
    yield Box("side", zero, middle - _HALF, WIDTH, middle + _HALF)
    for number in scale.ticks:
        at = scale.at(number)
        yield Stroke("grid" if number else "zero", at, middle - _HALF, at, middle + _HALF)
    if line.ends is not None:
        low, high = (scale.at(end) for end in line.ends)
        yield Stroke(f"whisker {ink}", low, middle, high, middle)
        for end in (low, high):
            yield Stroke(f"whisker {ink}", end, middle - 4, end, middle + 4)
    if line.at is None:
        yield Words(zero + 8, middle + 4, "no difference", "small start")
    else:
        yield from shape(line.verdict, scale.at(line.at), middle)
