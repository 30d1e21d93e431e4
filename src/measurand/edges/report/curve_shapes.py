"""Shapes of the pictures of an audit and a proof, as texts of SVG, and a scale for numbers."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from attrs import frozen

from measurand.algebra.interval import compare
from measurand.edges.report.numbers import MINUS
from measurand.values.fault import visible
from measurand.values.printed import Printed, Unit
from measurand.values.score import Quantity

WIDTH = 340.0
_NO_SPAN = 1e-300
_LARGEST = 1e300


@frozen
class Scale:
    """A line of numbers on a sheet: `low` stands at `start`, `high` at `end`.

    >>> Scale(0.0, 2.0, 10.0, 20.0).at(1.0)
    15.0
    """

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(
        cls, numbers: Iterable[float], start: float, end: float, *, pad: float = 0.06
    ) -> "Scale":
        """Reach over all numbers, and some way to both sides.

        >>> Scale.over([5.0], 0.0, 10.0).at(5.0)
        5.0
        """
        drawn = sorted(numbers) or [0.0]
        low, high = drawn[0], drawn[-1]
        if high - low < max(_NO_SPAN, abs(high) * 1e-12):
            side = abs(high) * 0.1 or 0.1
            return cls(low - side, high + side, start, end)
        more = (high - low) * pad
        return cls(low - more, high + more, start, end)

    def at(self, number: float) -> float:
        """Give the place of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def size(value: Quantity, unit: Unit) -> float:
    """Write a value in printed units as a float, for drawing alone; what is huge is cut.

    >>> size(Fraction(1, 2), Unit.PERCENT)
    50.0
    """
    try:
        found = float(value) / float(unit.scale)
    except OverflowError:
        found = _LARGEST if compare(value, Fraction(0)) > 0 else -_LARGEST
    return max(-_LARGEST, min(_LARGEST, found))


def told(number: float, like: Printed | None = None) -> str:
    """Write a tick, with the sign of percent or of money.

    >>> told(-0.5), told(50.0, Printed.parse("1%"))
    ('−0.5', '50%')
    """
    text = f"{number:.6g}".replace("-", MINUS)
    match None if like is None else like.unit:
        case Unit.PERCENT:
            return f"{text}%"
        case None | Unit.NONE | Unit.POINTS:
            return text
        case unit:
            return f"{unit.value}{text}"


def words(x: float, y: float, text: str, kind: str) -> str:
    """Write a text at a place.

    >>> words(1, 2, "a<b", "end")
    '<text class="end" x="1.00" y="2.00">a&lt;b</text>'
    """
    return f'<text class="{kind}" x="{x:.2f}" y="{y:.2f}">{safe(text)}</text>'


def stroke(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """Draw a line.

    >>> stroke("grid", 0, 0, 1, 1)
    '<line class="grid" x1="0.00" y1="0.00" x2="1.00" y2="1.00"/>'
    """
    return f'<line class="{kind}" x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"/>'


def box(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """Draw a rectangle between two corners, whatever their order.

    >>> box("band", 3, 0, 1, 2)
    '<rect class="band" x="1.00" y="0.00" width="2.00" height="2.00"/>'
    """
    left, top = min(x1, x2), min(y1, y2)
    return (
        f'<rect class="{kind}" x="{left:.2f}" y="{top:.2f}"'
        f' width="{abs(x2 - x1):.2f}" height="{abs(y2 - y1):.2f}"/>'
    )


def dot(kind: str, x: float, y: float, radius: float) -> str:
    """Draw a disc.

    >>> dot("kept", 1, 2, 3)
    '<circle class="kept" cx="1.00" cy="2.00" r="3"/>'
    """
    return f'<circle class="{kind}" cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}"/>'


def diamond(kind: str, x: float, y: float, radius: float) -> str:
    """Draw a diamond.

    >>> diamond("broken", 0, 0, 1)
    '<polygon class="broken" points="0.00,-1.00 1.00,0.00 0.00,1.00 -1.00,0.00"/>'
    """
    corners = ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
    points = " ".join(f"{across:.2f},{down:.2f}" for across, down in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def sheet(shapes: Iterable[str], *, height: float, name: str, title: str, text: str) -> str:
    """Put shapes on a sheet with a title and a description; `name` sets their ids apart.

    >>> sheet([], height=10, name="c", title="<T>", text="D")[:62]
    '<svg class="chart" viewBox="0 0 340 10" role="img" aria-labell'
    """
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {height:g}" role="img"'
        f' aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{safe(title)}</title>'
        f'<desc id="{name}-text">{safe(text)}</desc>{"".join(shapes)}</svg>'
    )


def safe(text: str) -> str:
    """Escape a text, and show what would not be seen.

    >>> safe("<a>")
    '&lt;a&gt;'
    """
    return escape(visible(text))
