"""How far the numbers of a column move over the space, as SVG: one bar for each row.

A bar runs from the lowest to the highest number that a definition gives; a line is the published
one. Rows that change places under some definitions are named.
"""

from collections.abc import Iterator, Mapping, Sequence

from measurand.audit.claims.specification_curves import Curve
from measurand.edges.report.curve_shapes import (
    WIDTH,
    Scale,
    box,
    diamond,
    sheet,
    size,
    stroke,
    told,
    words,
)
from measurand.edges.report.page_letters import clipped, wide
from measurand.studies.counterfactual.edge.page.forest import ticks

MOST_ROWS = 60
_ROW, _TOP, _FOOT, _SIDE = 44.0, 4.0, 20.0, 24.0
_NAME, _MORE = 26, 30


def spread_picture(
    curves: Sequence[Curve], flips: Mapping[str, tuple[str, ...]], *, name: str
) -> str:
    """Draw the rows of one column; `flips` names the rows that each changes places with.

    Empty where no row has a number.

    >>> spread_picture((), {}, name="s")
    ''
    """
    shown = [curve for curve in curves if curve.points][:MOST_ROWS]
    if not shown:
        return ""
    like = shown[0].printed
    ends = [end for curve in shown for end in _ends(curve)]
    scale = Scale.over(ends, _SIDE, WIDTH - _SIDE)
    height = _TOP + _ROW * len(shown) + _FOOT
    shapes: list[str] = []
    for at, curve in enumerate(shown):
        shapes += _row(curve, flips.get(curve.row, ()), scale, _TOP + _ROW * at)
    for number in ticks(scale.low, scale.high):
        shapes.append(words(scale.at(number), height - 6, told(number, like), "small middle"))
    text = " ".join(spread_text(curve, flips.get(curve.row, ())) for curve in shown)
    title = f"{shown[0].column}: how far each row moves over the space"
    return sheet(shapes, height=height, name=name, title=title, text=text)


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
    return (
        f"{curve.row}: published {like.text}, from {told(low, like)} to {told(high, like)}.{flips}"
    )


def _ends(curve: Curve) -> tuple[float, float, float]:
    unit = curve.printed.unit
    low, high = (size(curve.points[at].value, unit) for at in (0, -1))
    return low, high, size(curve.printed.value * unit.scale, unit)


def _row(curve: Curve, others: Sequence[str], scale: Scale, top: float) -> Iterator[str]:
    middle = top + 28
    low, high, published = _ends(curve)
    label = clipped(curve.row, _NAME)
    yield words(0, top + 12, label, "name start")
    if others:
        room = max(10, 2 * _NAME - wide(label) - 4)
        yield words(WIDTH, top + 12, clipped(f"⇅ {', '.join(others)}", min(_MORE, room)), "end")
    yield box("ground", 0, middle - 9, WIDTH, middle + 9)
    for number in ticks(scale.low, scale.high):
        yield stroke("grid", scale.at(number), middle - 9, scale.at(number), middle + 9)
    left, right = scale.at(low), max(scale.at(high), scale.at(low) + 1)
    yield box("moving" if others else "steady", left, middle - 5, right, middle + 5)
    yield diamond("mark", scale.at(published), middle, 6)
