"""The forest plot of a family of tests as SVG: each difference with its interval, and a zero line.

A sheet is as wide as a phone, so that its letters can be read there. A verdict is a colour, a shape
and a word; colours are style variables of the page, which has them for light, dark and print.
"""

from collections.abc import Iterator, Sequence
from html import escape

from attrs import frozen

from measurand.edges.report.numbers import MINUS, ticks
from measurand.edges.report.page_letters import clipped
from measurand.inference.family import Verdict
from measurand.values.fault import visible

WIDTH = 340.0
_ROW, _TOP, _FOOT, _HALF = 44.0, 20.0, 20.0, 10.0
_SIDE, _PAD = 20.0, 0.08
_NAME = 22
_NO_SPAN = 1e-300
_FLAT = (-0.1, 0.1)
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


def forest(lines: Sequence[Line], *, name: str, title: str, text: str) -> str:
    """Draw lines as an SVG element to stand in a page; empty where there are none.

    `name` sets the ids of its title and description apart.

    >>> drawn = forest([Line(name="a<b", verdict=Verdict.UNDECIDED)], name="p", title="T", text="D")
    >>> drawn.startswith('<svg class="forest" viewBox="0 0 340 84" role="img"'), "a&lt;b" in drawn
    (True, True)
    """
    if not lines:
        return ""
    height = _TOP + _ROW * len(lines) + _FOOT
    scale = _Scale.over(lines)
    shapes = [*_ground(scale, height)]
    for at, line in enumerate(lines):
        shapes += _line(line, scale, _TOP + _ROW * at)
    return (
        f'<svg class="forest" viewBox="0 0 {WIDTH:g} {height:g}" role="img"'
        f' aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{_safe(title)}</title>'
        f'<desc id="{name}-text">{_safe(text)}</desc>{"".join(shapes)}</svg>'
    )


def mark(verdict: Verdict) -> str:
    """Draw the shape of a verdict alone, as large as a letter, to stand before its word.

    >>> mark(Verdict.NOT_SIGNIFICANT).count("<circle")
    1
    """
    return (
        '<svg class="mark" viewBox="0 0 14 14" aria-hidden="true" focusable="false">'
        f"{_shape(verdict, 7, 7)}</svg>"
    )


@frozen
class _Scale:
    """Where numbers stand on the sheet."""

    low: float
    high: float

    @classmethod
    def over(cls, lines: Sequence[Line]) -> "_Scale":
        """Reach over all that is drawn, and some way to both sides of 0."""
        drawn = [0.0]
        for line in lines:
            drawn += [] if line.at is None else [line.at]
            drawn += line.ends or ()
        low, high = min(drawn), max(drawn)
        if high - low < _NO_SPAN:
            return cls(*_FLAT)
        pad = (high - low) * _PAD
        return cls(low - pad, high + pad)

    def x(self, number: float) -> float:
        return _SIDE + (number - self.low) / (self.high - self.low) * (WIDTH - 2 * _SIDE)


def _ground(scale: _Scale, height: float) -> Iterator[str]:
    """Draw what stands around the lines: the names of the sides, and numbers below."""
    yield _words(0, 12, "← other side", "small start")
    yield _words(WIDTH, 12, "expected side →", "small end")
    for number in ticks(scale.low, scale.high):
        yield _words(scale.x(number), height - 6, f"{number:g}".replace("-", MINUS), "small middle")


def _line(line: Line, scale: _Scale, top: float) -> Iterator[str]:
    """Draw one test: its name and its verdict, and below them a strip with its interval."""
    middle, zero, (ink, _) = top + 28, scale.x(0.0), _SHAPES[line.verdict]
    yield _words(0, top + 12, clipped(line.name, _NAME), "name start")
    yield _words(WIDTH - 16, top + 12, line.verdict.value, "end")
    yield _shape(line.verdict, WIDTH - 6, top + 8)
    for kind, start, end in (("other", 0.0, zero), ("side", zero, WIDTH)):
        yield (
            f'<rect class="{kind}" x="{start:.2f}" y="{middle - _HALF:.2f}"'
            f' width="{end - start:.2f}" height="{2 * _HALF:g}"/>'
        )
    for number in ticks(scale.low, scale.high):
        at = scale.x(number)
        yield _stroke("grid" if number else "zero", at, middle - _HALF, at, middle + _HALF)
    if line.ends is not None:
        low, high = (scale.x(end) for end in line.ends)
        yield _stroke(f"whisker {ink}", low, middle, high, middle)
        for end in (low, high):
            yield _stroke(f"whisker {ink}", end, middle - 4, end, middle + 4)
    if line.at is None:
        yield _words(zero + 8, middle + 4, "no difference", "small start")
    else:
        yield _shape(line.verdict, scale.x(line.at), middle)


def _shape(verdict: Verdict, x: float, y: float) -> str:
    """Draw the shape of a verdict around a point."""
    ink, shape = _SHAPES[verdict]
    match shape:
        case "circle" | "ring":
            filled = "" if shape == "circle" else " open"
            return f'<circle class="{ink}{filled}" cx="{x:.2f}" cy="{y:.2f}" r="5"/>'
        case "cross":
            return _stroke(f"stroke {ink}", x - 4, y - 4, x + 4, y + 4) + _stroke(
                f"stroke {ink}", x - 4, y + 4, x + 4, y - 4
            )
        case _:
            filled = " open" if shape in {"triangle", "box"} else ""
            points = " ".join(
                f"{x + across:.2f},{y + down:.2f}" for across, down in _CORNERS[shape]
            )
            return f'<polygon class="{ink}{filled}" points="{points}"/>'


_CORNERS = {
    "diamond": ((0, -6), (6, 0), (0, 6), (-6, 0)),
    "square": ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)),
    "box": ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)),
    "triangle": ((0, -5.5), (5.5, 4.5), (-5.5, 4.5)),
}


def _stroke(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"/>'


def _words(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.2f}" y="{y:.2f}">{_safe(text)}</text>'


def _safe(text: str) -> str:
    return escape(visible(text))
