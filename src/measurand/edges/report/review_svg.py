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
from typing import Literal

from attrs import field, frozen, validators

from measurand.edges.report.review_extra import needs_extra
from measurand.values.fault import visible

_SALT = "measurand"
_SHEER = 0.8
_PLAIN = ("Creator", "Date", "Format", "Type")
_SLOT = re.compile(r"@@(\d+)@@")
_FONT = re.compile(r"font-family: [^;\"]*")
_HEAD = re.compile(r"^.*?<svg [^>]*>\s*<defs>.*?</defs>", re.DOTALL)
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

    @property
    def variable(self) -> str:
        """Name the style variable."""
        return f"var(--{self.name.lower()})"


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


Shape = Box | Ribbon | Words


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
    body = _ID.sub("", _HEAD.sub("", _drawn(drawing), count=1))
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
