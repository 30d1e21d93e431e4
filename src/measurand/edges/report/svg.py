"""Drawings as values, and as SVG: matplotlib places the shapes, the texts are put in afterwards.

The texts are data of any script: a drawing is made with a numbered slot for each, so that no font
is asked for its letters and no letter is read as mathematics. Colours are style variables of the
page, which has them for light, dark and print.
"""

import re
from enum import Enum
from html import escape
from io import StringIO
from itertools import count
from math import hypot
from typing import Literal

from attrs import field, frozen, validators

from measurand.edges.report.extra import needs_extra
from measurand.values.fault import visible

_SALT = "measurand"
_SHEER = 0.8
_PLAIN = ("Creator", "Date", "Format", "Type")
_SLOT = re.compile(r"@@(\d+)@@")
_FONT = re.compile(r"font-family: [^;\"]*")
_PROLOGUE = re.compile(r"^.*?<svg [^>]*>\s*<defs>.*?</defs>", re.DOTALL)
_ID = re.compile(r' id="[^"]*"')


class Ink(Enum):
    """A colour by its part; the value stands in the drawing until the page's variable does.

    >>> Ink.FIXED.variable
    'var(--fixed)'
    """

    TEXT = "#010101"
    QUIET = "#020202"
    TRACK = "#030303"
    BAR = "#040404"
    WARN = "#050505"
    FIXED = "#060606"
    BROKEN = "#070707"
    KEPT = "#080808"
    STILL = "#090909"
    CARD = "#0a0a0a"
    SOFT = "#0b0b0b"
    FIXED_SOFT = "#0c0c0c"
    KEPT_SOFT = "#0d0d0d"

    @property
    def variable(self) -> str:
        """Name the style variable."""
        return f"var(--{self.name.lower().replace('_', '-')})"


@frozen(kw_only=True)
class Box:
    """A rectangle; y grows downwards.

    >>> Box(x=0, y=0, width=10, height=5, ink=Ink.BAR).height
    5
    """

    x: float
    y: float
    width: float
    height: float
    ink: Ink


@frozen(kw_only=True)
class Ribbon:
    """A band of one thickness from one place to another.

    >>> Ribbon(start=(0, 10), end=(50, 30), thickness=4, ink=Ink.KEPT).end
    (50, 30)
    """

    start: tuple[float, float]
    end: tuple[float, float]
    thickness: float
    ink: Ink


@frozen(kw_only=True)
class Words:
    """One line of text; `y` is its baseline.

    >>> Words(x=0, y=10, text="맛").anchor
    'left'
    """

    x: float
    y: float
    text: str
    anchor: Literal["left", "center", "right"] = "left"
    ink: Ink = Ink.TEXT
    size: float = 12
    bold: bool = False


@frozen(kw_only=True)
class Frame:
    """A rectangle with round corners, drawn and filled; `dashes` are lengths on and off in turn.

    >>> Frame(x=0, y=0, width=10, height=5, ink=Ink.BAR, fill=Ink.CARD).dashes
    ()
    """

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    fill: Ink
    thickness: float = 1.5
    dashes: tuple[float, ...] = ()


@frozen(kw_only=True)
class Arrow:
    """A curve with a head at its end: a start, then two points to bend to and one to reach, again.

    >>> Arrow(points=((0, 0), (5, 0), (5, 9), (9, 9)), ink=Ink.QUIET).points[-1]
    (9, 9)

    Raises ValueError unless there are 4, 7, 10 ... points.
    """

    points: tuple[tuple[float, float], ...] = field()
    ink: Ink
    thickness: float = 1.2
    dashes: tuple[float, ...] = ()

    @points.validator
    def _whole(self, _attribute: object, value: tuple[tuple[float, float], ...]) -> None:
        if len(value) < len("abcd") or len(value) % 3 != 1:
            message = f"a start and three points for each bend: got {len(value)} points"
            raise ValueError(message)


Shape = Box | Ribbon | Words | Frame | Arrow


@frozen
class Drawing:
    """Shapes on a sheet.

    >>> Drawing(320, 100, ()).width
    320
    """

    width: float = field(validator=validators.gt(0))
    height: float = field(validator=validators.gt(0))
    shapes: tuple[Shape, ...]


def svg(drawing: Drawing, *, name: str, title: str, description: str) -> str:
    """Draw as an SVG element to stand in a page; `name` sets its title and description apart.

    >>> drawing = Drawing(9, 9, (Words(x=0, y=9, text="a<b"),))
    >>> text = svg(drawing, name="p", title="T", description="D")
    >>> text.startswith('<svg viewBox="0 0 9 9" role="img"'), "a&lt;b</text>" in text
    (True, True)
    """
    body = _ID.sub("", _PROLOGUE.sub("", _drawn(drawing), count=1))
    for ink in Ink:
        body = body.replace(ink.value, ink.variable)
    words = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    body = _FONT.sub("font-family: var(--text-face)", body)
    body = _SLOT.sub(lambda slot: escape(visible(words[int(slot[1])])), body)
    return (
        f'<svg viewBox="0 0 {drawing.width:g} {drawing.height:g}" role="img"'
        f' aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{escape(visible(title))}</title>'
        f'<desc id="{name}-text">{escape(visible(description))}</desc>{body.rstrip()}'
    )


def _drawn(drawing: Drawing) -> str:
    with needs_extra():
        from matplotlib import style
        from matplotlib.figure import Figure
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path
    settings = {"svg.fonttype": "none", "svg.hashsalt": _SALT}
    with style.context(["default", settings]):
        figure = Figure(figsize=(drawing.width / 72, drawing.height / 72), dpi=72)
        figure.patch.set_visible(False)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, drawing.width)
        axes.set_ylim(drawing.height, 0)
        slots = count()
        for shape in drawing.shapes:
            match shape:
                case Words():
                    axes.text(
                        shape.x,
                        shape.y,
                        f"@@{next(slots)}@@",
                        horizontalalignment=shape.anchor,
                        fontsize=shape.size,
                        fontweight="bold" if shape.bold else "normal",
                        color=shape.ink.value,
                    )
                case Box() | Ribbon():
                    outline = Path(*_outline(shape))
                    patch = PathPatch(outline, facecolor=shape.ink.value, linewidth=0)
                    patch.set_clip_on(False)
                    patch.set_alpha(_SHEER if isinstance(shape, Ribbon) else None)
                    axes.add_patch(patch)
                case Frame() | Arrow():
                    for line in _lines(shape):
                        patch = PathPatch(
                            Path(line.points, line.steps),
                            facecolor=line.fill,
                            edgecolor=shape.ink.value,
                            linewidth=shape.thickness,
                            linestyle=(0, line.dashes) if line.dashes else "solid",
                        )
                        patch.set_clip_on(False)
                        axes.add_patch(patch)
        file = StringIO()
        figure.savefig(file, format="svg", metadata=dict.fromkeys(_PLAIN))
    return file.getvalue()


_MOVE, _LINE, _CURVE, _CLOSE = 1, 2, 4, 79


def _outline(shape: Box | Ribbon) -> tuple[list[tuple[float, float]], list[int]]:
    """Go around a shape: corners, and how matplotlib's paths call the way to each."""
    match shape:
        case Box(x=x, y=y, width=width, height=height):
            right, below = x + width, y + height
            around = [(x, y), (right, y), (right, below), (x, below), (x, y)]
            return around, [_MOVE, _LINE, _LINE, _LINE, _CLOSE]
        case Ribbon(start=(x0, y0), end=(x1, y1), thickness=thick):
            middle = (x0 + x1) / 2
            there = [(x0, y0), (middle, y0), (middle, y1), (x1, y1)]
            back = [(x, y + thick) for x, y in reversed(there)]
            steps = [_MOVE, _CURVE, _CURVE, _CURVE, _LINE, _CURVE, _CURVE, _CURVE, _CLOSE]
            return [*there, *back, (x0, y0)], steps


@frozen
class _Line:
    points: list[tuple[float, float]]
    steps: list[int]
    fill: str
    dashes: tuple[float, ...] = ()


_ROUND = 6.0
_BEND = 0.45
_HEAD = 7.0, 3.2


def _lines(shape: Frame | Arrow) -> list[_Line]:
    """Go along the outline of a frame, or along an arrow and around its head."""
    if isinstance(shape, Frame):
        return [_Line(*_rounded(shape), shape.fill.value, shape.dashes)]
    steps = [_MOVE, *[_CURVE] * (len(shape.points) - 1)]
    x1, y1 = shape.points[-1]
    x0, y0 = next(point for point in reversed(shape.points[:-1]) if point != (x1, y1))
    length, half = _HEAD
    size = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / size, (y1 - y0) / size
    x, y = x1 - length * dx, y1 - length * dy
    head = [(x1, y1), (x - half * dy, y + half * dx), (x + half * dy, y - half * dx), (x1, y1)]
    body = [*shape.points[:-1], (x1 - dx, y1 - dy)]
    return [
        _Line(body, steps, "none", shape.dashes),
        _Line(head, [_MOVE, _LINE, _LINE, _CLOSE], shape.ink.value),
    ]


def _rounded(frame: Frame) -> tuple[list[tuple[float, float]], list[int]]:
    left, top, right, below = frame.x, frame.y, frame.x + frame.width, frame.y + frame.height
    r, k = _ROUND, _ROUND * _BEND
    points = [
        (left + r, top),
        (right - r, top),
        *((right - k, top), (right, top + k), (right, top + r)),
        (right, below - r),
        *((right, below - k), (right - k, below), (right - r, below)),
        (left + r, below),
        *((left + k, below), (left, below - k), (left, below - r)),
        (left, top + r),
        *((left, top + k), (left + k, top), (left + r, top)),
        (left + r, top),
    ]
    corner = [_LINE, _CURVE, _CURVE, _CURVE]
    return points, [_MOVE, *corner * 4, _CLOSE]
