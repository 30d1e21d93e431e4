"""Pictures as values, and as SVG: shapes in a plane whose y grows downwards.

A shape has a place and a kind; the kind is a class of the page's style sheet, which alone knows
colours (for light, dark and print), thicknesses, dashes and the sizes of letters. So a picture is
the same bytes on any machine, needs no font, and follows the page it stands in. All texts are
data of any script: they are escaped, and what would not be seen is made visible, in one place.

A sheet is as wide as a phone, so that its letters can be read there. What a colour says is also
said in words or by a shape.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import ceil, floor, hypot, log10
from unicodedata import east_asian_width

from attrs import field, frozen, validators

from measurand.algebra.interval import compare
from measurand.values.fault import visible
from measurand.values.printed import Printed, Unit
from measurand.values.score import Quantity

MINUS = "−"
"""The sign of a negative number: as wide as a plus, and no line breaks after it."""

WIDTH = 340.0
"""A sheet as wide as a phone."""

Point = tuple[float, float]

_TICKS = 5
_FLATTEST, _LARGEST = 1e-300, 1e300
"""A narrower span is none; a larger number is drawn here: floats end soon after."""


@frozen
class Box:
    """A rectangle between two corners, whatever their order; `round_` bends its corners.

    >>> Box("band", 3, 0, 1, 2).svg
    '<rect class="band" x="1.00" y="0.00" width="2.00" height="2.00"/>'
    """

    kind: str
    x1: float
    y1: float
    x2: float
    y2: float
    round_: float = field(default=0, kw_only=True)

    @property
    def svg(self) -> str:
        """Write the element."""
        bent = f' rx="{self.round_:g}"' if self.round_ else ""
        return (
            f'<rect class="{self.kind}" x="{min(self.x1, self.x2):.2f}"'
            f' y="{min(self.y1, self.y2):.2f}" width="{abs(self.x2 - self.x1):.2f}"'
            f' height="{abs(self.y2 - self.y1):.2f}"{bent}/>'
        )


@frozen
class Stroke:
    """A straight line.

    >>> Stroke("grid", 0, 0, 1, 1).svg
    '<line class="grid" x1="0.00" y1="0.00" x2="1.00" y2="1.00"/>'
    """

    kind: str
    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def svg(self) -> str:
        """Write the element."""
        return (
            f'<line class="{self.kind}" x1="{self.x1:.2f}" y1="{self.y1:.2f}"'
            f' x2="{self.x2:.2f}" y2="{self.y2:.2f}"/>'
        )


@frozen
class Disc:
    """A disc.

    >>> Disc("kept", 1, 2, 3).svg
    '<circle class="kept" cx="1.00" cy="2.00" r="3"/>'
    """

    kind: str
    x: float
    y: float
    radius: float

    @property
    def svg(self) -> str:
        """Write the element."""
        place = f'cx="{self.x:.2f}" cy="{self.y:.2f}" r="{self.radius:g}"'
        return f'<circle class="{self.kind}" {place}/>'


@frozen
class Corners:
    """A polygon.

    >>> diamond("broken", 0, 0, 1).svg
    '<polygon class="broken" points="0.00,-1.00 1.00,0.00 0.00,1.00 -1.00,0.00"/>'
    """

    kind: str
    points: tuple[Point, ...]

    @property
    def svg(self) -> str:
        """Write the element."""
        return f'<polygon class="{self.kind}" points="{_points(self.points)}"/>'


@frozen
class Broken:
    """A line through points.

    >>> Broken("curve", ((0, 0), (1, 2))).svg
    '<polyline class="curve" points="0.00,0.00 1.00,2.00"/>'
    """

    kind: str
    points: tuple[Point, ...]

    @property
    def svg(self) -> str:
        """Write the element."""
        return f'<polyline class="{self.kind}" points="{_points(self.points)}"/>'


@frozen
class Ribbon:
    """A band of one thickness from one place to another, level at both ends.

    >>> Ribbon("kept", (0, 10), (50, 30), 4).svg[:36]
    '<path class="kept" d="M 0.00 10.00 C'
    """

    kind: str
    start: Point
    end: Point
    thickness: float

    @property
    def svg(self) -> str:
        """Write the element."""
        (x0, y0), (x1, y1), thick = self.start, self.end, self.thickness
        middle = (x0 + x1) / 2
        there = [(x0, y0), (middle, y0), (middle, y1), (x1, y1)]
        back = [(x, y + thick) for x, y in reversed(there)]
        return f'<path class="{self.kind}" d="{_bends(there)} {_bends(back, "L")} Z"/>'


@frozen
class Arrow:
    """A curve with a head at its end: a start, then two points to bend to and one to reach, again.

    >>> Arrow("edge", ((0, 0), (5, 0), (5, 9), (9, 9))).points[-1]
    (9, 9)

    Raises ValueError unless there are 4, 7, 10 ... points.
    """

    kind: str
    points: tuple[Point, ...] = field()

    @points.validator
    def _complete(self, _attribute: object, value: tuple[Point, ...]) -> None:
        if len(value) < len("abcd") or len(value) % 3 != 1:
            message = f"a start and three points for each bend: got {len(value)} points"
            raise ValueError(message)

    @property
    def svg(self) -> str:
        """Write the line, which ends inside its head, and the head."""
        x1, y1 = self.points[-1]
        x0, y0 = next(point for point in reversed(self.points[:-1]) if point != (x1, y1))
        length, half = _HEAD
        size = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / size, (y1 - y0) / size
        x, y = x1 - length * dx, y1 - length * dy
        head = ((x1, y1), (x - half * dy, y + half * dx), (x + half * dy, y - half * dx))
        line = _bends([*self.points[:-1], (x1 - dx, y1 - dy)])
        return f'<path class="{self.kind}" d="{line}"/>{Corners(f"{self.kind} head", head).svg}'


_HEAD = 7.0, 3.2


@frozen
class Words:
    """One line of text; `y` is its baseline; its kind may be `middle` or `end`: where `x` is.

    >>> Words(1, 2, "a<b", "end").svg
    '<text class="end" x="1.00" y="2.00">a&lt;b</text>'
    """

    x: float
    y: float
    text: str
    kind: str = "start"

    @property
    def svg(self) -> str:
        """Write the element."""
        return (
            f'<text class="{self.kind}" x="{self.x:.2f}" y="{self.y:.2f}">{safe(self.text)}</text>'
        )


Shape = Box | Stroke | Disc | Corners | Broken | Ribbon | Arrow | Words


@frozen(kw_only=True)
class Picture:
    """Shapes on a sheet, with a title and a description in words for who does not see them.

    >>> Picture(height=10, shapes=(), title="T", text="D").width
    340.0
    """

    shapes: tuple[Shape, ...]
    title: str
    text: str
    height: float = field(validator=validators.gt(0))
    width: float = field(default=WIDTH, validator=validators.gt(0))
    kind: str = "chart"


def svg(picture: Picture, *, name: str) -> str:
    """Write an SVG element to stand in a page; `name` sets the ids of its title and text apart.

    >>> svg(Picture(height=10, shapes=(), title="<T>", text="D"), name="c")[:62]
    '<svg class="chart" viewBox="0 0 340 10" role="img" aria-labell'
    """
    return (
        f'<svg class="{picture.kind}" viewBox="0 0 {picture.width:g} {picture.height:g}"'
        f' role="img" aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{safe(picture.title)}</title>'
        f'<desc id="{name}-text">{safe(picture.text)}</desc>'
        f"{''.join(shape.svg for shape in picture.shapes)}</svg>"
    )


def mark(*shapes: Shape) -> str:
    """Write shapes around (7, 7) as large as a letter, to stand before a word that says the same.

    >>> mark(Disc("kept", 7, 7, 5)).startswith('<svg class="mark" viewBox="0 0 14 14" aria-hidden')
    True
    """
    return (
        '<svg class="mark" viewBox="0 0 14 14" aria-hidden="true" focusable="false">'
        f"{''.join(shape.svg for shape in shapes)}</svg>"
    )


def diamond(kind: str, x: float, y: float, radius: float) -> Corners:
    """Make a diamond around a point.

    >>> diamond("broken", 0, 0, 1).points[0]
    (0, -1)
    """
    return Corners(kind, ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)))


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _bends(points: Sequence[Point], start: str = "M") -> str:
    """Write a way: where it starts, then two points to bend to and one to reach, again."""
    texts = [f"{x:.2f} {y:.2f}" for x, y in points]
    ways = [" ".join(texts[at : at + 3]) for at in range(1, len(texts), 3)]
    return " ".join([f"{start} {texts[0]}", *(f"C {way}" for way in ways)])


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
        if high - low < max(_FLATTEST, abs(high) * 1e-12):
            side = abs(high) * 0.1 if abs(high) > _FLATTEST else 0.1
            return cls(low - side, high + side, start, end)
        more = (high - low) * pad
        return cls(low - more, high + more, start, end)

    def at(self, number: float) -> float:
        """Give the place of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def ticks(self) -> tuple[float, ...]:
        """Choose the round numbers that stand beside it."""
        return ticks(self.low, self.high)


def ticks(low: float, high: float) -> tuple[float, ...]:
    """Choose round numbers inside a range, at most five, 0 among them where it lies inside.

    >>> ticks(-0.07, 0.21), ticks(-1, 1)
    ((0.0, 0.1, 0.2), (-1.0, -0.5, 0.0, 0.5, 1.0))
    """
    power = 10.0 ** floor(log10((high - low) / _TICKS))
    step = next(power * times for times in (1, 2, 5, 10) if (high - low) / (power * times) < _TICKS)
    first, last = ceil(low / step), floor(high / step)
    return tuple(float(f"{number * step:.12g}") + 0.0 for number in range(first, last + 1))


def tick_text(number: float, like: Printed | None = None) -> str:
    """Write a tick, with the sign of percent or of money.

    >>> tick_text(-0.5), tick_text(50.0, Printed.parse("1%"))
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


def drawn_size(value: Quantity, unit: Unit) -> float:
    """Write a value in printed units as a float, for drawing alone; what is huge is cut.

    >>> drawn_size(Fraction(1, 2), Unit.PERCENT)
    50.0
    """
    try:
        size = float(value) / float(unit.scale)
    except OverflowError:
        size = _LARGEST if compare(value, Fraction(0)) > 0 else -_LARGEST
    return max(-_LARGEST, min(_LARGEST, size))


def clipped(text: str, most: int) -> str:
    """Cut a label to a width in half-width letters; a wide letter counts two.

    >>> clipped("battery life", 8), clipped("배터리 수명", 8)
    ('battery…', '배터리 …')
    """
    text = visible(text)
    if letters(text) <= most:
        return text
    ends = accumulate(map(letters, text))
    return "".join(letter for letter, end in zip(text, ends, strict=True) if end < most) + "…"


def letters(text: str) -> int:
    """Measure a text in half-width letters.

    >>> letters("F1"), letters("배터리")
    (2, 6)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def safe(text: str) -> str:
    """Escape a text, and show what would not be seen.

    >>> safe("<a>")
    '&lt;a&gt;'
    """
    return escape(visible(text))
