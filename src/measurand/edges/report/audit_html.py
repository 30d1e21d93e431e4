"""The audit of tables as one HTML page: verdicts, pictures of every number, what is identified."""

from collections.abc import Mapping, Sequence

from attrs import frozen
from toolz import groupby

from measurand.audit.claims.audit_result import TableAudit
from measurand.audit.claims.separating_sample import Separation
from measurand.audit.claims.specification_curves import Flip, Spread, flipping
from measurand.edges.report.audit_view import audit_document, headline
from measurand.edges.report.curve_page import Figure, Part, parts_of, picture_page
from measurand.edges.report.curve_picture import curve_picture, curve_text
from measurand.edges.report.curve_spread import MOST_ROWS, spread_picture
from measurand.edges.report.document import Block, Grid, Prose
from measurand.edges.report.extra import MissingExtraError
from measurand.metrics.needs import Reading

__all__ = ["MOST_CURVES", "MissingExtraError", "Shown", "audit_page"]

MOST_CURVES = 24
"""Curves on a page, of each table; one for each cell that was asked for, or the first cells."""

_OPEN = 2
_ABOUT = (
    "Every admissible definition, tried on the data: which of them print the table, and how far "
    "its numbers move."
)


@frozen(kw_only=True)
class Shown:
    """What a page is called, where its claims come from, and the cells whose curves are drawn.

    Cells are named as row/column; without any, the first ones are drawn.

    >>> Shown().cells
    ()
    """

    title: str = ""
    source: str = ""
    cells: tuple[str, ...] = ()


def audit_page(
    tables: Sequence[tuple[TableAudit, Separation | None]],
    spreads: Sequence[Spread],
    readings: Mapping[str, Reading],
    shown: Shown,
) -> str:
    """Write the page of audits.

    >>> audit_page((), (), {}, Shown(source="<b>")).count("&lt;b&gt;")
    2

    Raises MissingExtraError where the extra `report` is not installed.
    """
    found = parts_of(audit_document(tables, readings, title=shown.title))
    parts = [
        _part(at, section, table, drawn, shown.cells)
        for at, (section, (table, _), drawn) in enumerate(
            zip(found, tables, spreads, strict=False), 1
        )
    ]
    _, rest = found[-1]
    return picture_page(
        [*parts, *([Part(title="", blocks=rest)] if rest else [])],
        title=shown.title or "Audit",
        about=_ABOUT,
        source=shown.source,
    )


def _part(
    at: int,
    section: tuple[str, tuple[Block, ...]],
    table: TableAudit,
    found: Spread,
    cells: Sequence[str],
) -> Part:
    title, blocks = section
    lead = tuple(headline(table))
    # The first block of a section is this headline.
    rest = blocks[1:] if blocks and blocks[0] == Prose(lead) else blocks
    return Part(
        title=title,
        lead=lead,
        figures=tuple(_bars(at, found)),
        more=tuple(_curves(at, found, cells)),
        notes=tuple(_notes(found, cells)),
        blocks=(*_flips(found), *rest),
    )


def _bars(at: int, found: Spread) -> list[Figure]:
    flips = flipping(found)
    columns = groupby(lambda curve: curve.column, found.curves)
    figures = []
    for number, (column, curves) in enumerate(columns.items(), 1):
        others = {row: rows for (row, name), rows in flips.items() if name == column}
        svg = spread_picture(curves, others, name=f"spread-{at}-{number}")
        if svg:
            figures.append(
                Figure(
                    svg=svg,
                    title=f"{column}: how far each row moves",
                    text=_said(found, others, len(curves)),
                )
            )
    return figures


def _said(found: Spread, others: Mapping[str, tuple[str, ...]], rows: int) -> str:
    text = "From the lowest to the highest number that a definition gives; diamond: published."
    if rows > MOST_ROWS:
        text += f" The first {MOST_ROWS} of {rows} rows are drawn."
    if found.compared is None:
        return f"{text} Whether rows change places was not tried: there are too many pairs."
    if others:
        return f"{text} ⇅ and another colour: rows that change places under some definition."
    return f"{text} No two rows change places."


def _curves(at: int, found: Spread, cells: Sequence[str]) -> list[Figure]:
    figures: list[Figure] = []
    for number, curve in enumerate(found.curves, 1):
        if cells and f"{curve.row}/{curve.column}" not in cells:
            continue
        svg = curve_picture(curve, name=f"curve-{at}-{number}")
        if svg:
            title = f"{curve.row} / {curve.column}: every admissible definition"
            shown = bool(cells) or len(figures) < _OPEN
            text = f"{curve_text(curve)} {_LEGEND}"
            figures.append(Figure(svg=svg, title=title, text=text, open=shown))
    return figures[:MOST_CURVES]


_LEGEND = (
    "Dots: one for each different number, in order; diamonds print as published; dashed line and "
    "band: the published number and all that prints so. Below: what all (dark) or some (light) of "
    "the definitions of a number choose."
)


def _notes(found: Spread, cells: Sequence[str]) -> list[str]:
    wanted = [one for one in found.curves if one.points]
    left = len(wanted) - MOST_CURVES
    if cells or left <= 0:
        return []
    return [f"Curves of {left} more cells are not drawn: --curve ROW/COLUMN draws one."]


def _flips(found: Spread) -> list[Block]:
    if not found.flips:
        return []
    return [
        Grid(
            "Rows that change places",
            ("column", "first", "second", "first ahead", "second ahead", "level", "such as"),
            tuple(map(_flip, found.flips)),
            notes=("in how many definitions each of the two has the higher number",),
        )
    ]


def _flip(flip: Flip) -> tuple[str, ...]:
    ahead, behind = (one.text or "as declared" for one in flip.by)
    counts = (flip.first, flip.second, flip.level)
    return (flip.column, *flip.rows, *map(str, counts), f"{ahead}; but {behind}")
