"""Audits and proofs as pages: verdicts first, then pictures of every number, then the tables.

Both pages are the report in words with pictures put in: a section of the report is a part of the
page, its headline comes first, and small pictures are shown before large ones.
"""

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen
from toolz import groupby

from measurand.auditing.claims.audit_result import TableAudit
from measurand.auditing.claims.separating_sample import Separation
from measurand.auditing.claims.specification_curves import Flip, TableCurves, rank_changes
from measurand.edges.report.audit_view import audit_document
from measurand.edges.report.audit_view import headline as audit_headline
from measurand.edges.report.curve_picture import (
    MOST_ROWS,
    curve_picture,
    curve_text,
    spread_picture,
)
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.html import page_text
from measurand.edges.report.page import (
    Card,
    Figure,
    Fold,
    Group,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    Run,
)
from measurand.edges.report.prove_view import ProvedTable, prove_document
from measurand.edges.report.prove_view import headline as prove_headline
from measurand.edges.report.region_picture import region_of, region_picture, region_text
from measurand.metrics.needs import Reading

MOST_CURVES = 24
"""Curves on a page, of each table; one for each cell that was asked for, or the first cells."""

MOST_REGIONS = 24
"""Pictures of a proof on a page, of each table."""

_OPEN = 2
_AUDITED = (
    "Every admissible definition, tried on the data: which of them print the table, and how far "
    "its numbers move."
)
_PROVEN = "What follows from the printed numbers alone, and under which assumptions."
_CURVES = (
    "Dots: one for each different number, in order; diamonds print as published; dashed line and "
    "band: the published number and all that prints so. Below: what all (dark) or some (light) of "
    "the definitions of a number choose."
)
_REGIONS = (
    "Square: the dot is the printed P and R; the curve is where they have the printed F "
    "themselves, the shaded region where samples with these means can have it as the mean of their "
    "F. Bars: what F may be, given P and R; dashed line and band: the printed F."
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
    spreads: Sequence[TableCurves],
    readings: Mapping[str, Reading],
    shown: Shown,
) -> str:
    """Write the page of audits.

    >>> audit_page((), (), {}, Shown(source="<b>")).count("&lt;b&gt;")
    2
    """
    sections, end = _sections(audit_document(tables, readings, title=shown.title))
    parts = []
    for at, (section, (table, _), spread) in enumerate(
        zip(sections, tables, spreads, strict=False), 1
    ):
        curves = list(_curves(at, spread, shown.cells))[:MOST_CURVES]
        opened = len(curves) if shown.cells else _OPEN
        pictures = (
            *_side_by_side(_bars(at, spread)),
            *_side_by_side(curves[:opened]),
            *(Fold(title, (figure,)) for title, figure in curves[opened:]),
        )
        notes = _left(spread, shown.cells)
        parts.append(
            _part(at, section, audit_headline(table), (*pictures, *notes, *_flips(spread)))
        )
    return _page(parts, end, title=shown.title or "Audit", about=_AUDITED, source=shown.source)


def prove_page(
    tables: Sequence[ProvedTable], *, title: str = "", brief: str = "", source: str = ""
) -> str:
    """Write the page of what was proven.

    >>> prove_page((), source="<b>").count("&lt;b&gt;")
    2
    """
    sections, end = _sections(prove_document(tables, title=title, brief=brief))
    parts = []
    for at, (section, table) in enumerate(zip(sections, tables, strict=False), 1):
        regions = _regions(at, table)
        left = len(regions) - MOST_REGIONS
        notes = [_foot(_REGIONS)] if regions else []
        if left > 0:
            notes.append(_foot(f"Pictures of {left} more rows are not drawn."))
        pictures = _side_by_side(regions[:MOST_REGIONS])
        parts.append(_part(at, section, prove_headline(table), (*pictures, *notes)))
    return _page(parts, end, title=title or "Prove", about=_PROVEN, source=source)


def _sections(document: Document) -> tuple[list[Section], list[Block]]:
    """Take the sections within the one section of a report, and what stands beside them."""
    inner = [one for block in document if isinstance(block, Section) for one in block.blocks]
    sections = [one for one in inner if isinstance(one, Section)]
    return sections, [one for one in inner if not isinstance(one, Section)]


def _part(
    at: int, section: Section, headline: Iterable[str], pictures: Iterable[PageBlock]
) -> PageSection:
    lines = tuple(headline)
    # The first block of a section is this headline.
    rest = section.blocks[1:] if section.blocks[:1] == (Prose(lines),) else section.blocks
    lead = (Paragraph(line, "" if number else "lead") for number, line in enumerate(lines))
    blocks = (*lead, *pictures, *rest)
    return PageSection(place=f"part-{at}", title=section.title, blocks=blocks)


def _page(
    parts: Sequence[PageSection], end: Sequence[Block], *, title: str, about: str, source: str
) -> str:
    last = [PageSection(place="end", title="", blocks=tuple(end))] if end else []
    facts = (("Source", Run(source)),) if source else ()
    none = () if parts or end else (PageSection(place="end", title="", blocks=(_NOTHING,)),)
    return page_text(
        Page(
            title=title,
            about=about,
            source=source,
            facts=facts,
            parts=(*parts, *last, *none),
        )
    )


_NOTHING = Paragraph("Nothing to show.")


def _foot(text: str) -> Paragraph:
    return Paragraph(text, "foot")


_Titled = tuple[str, Figure]


def _side_by_side(figures: Sequence[_Titled]) -> list[PageBlock]:
    cards = tuple(Card(title=title, blocks=(figure,)) for title, figure in figures)
    return [Group("figures", cards)] if cards else []


def _bars(at: int, spread: TableCurves) -> list[_Titled]:
    flips = rank_changes(spread)
    columns = groupby(lambda curve: curve.column, spread.curves)
    figures = []
    for number, (column, curves) in enumerate(columns.items(), 1):
        others = {row: rows for (row, name), rows in flips.items() if name == column}
        picture = spread_picture(curves, others)
        if picture is not None:
            text = _spread_text(spread, others, len(curves))
            figure = Figure(picture=picture, name=f"spread-{at}-{number}", text=text)
            figures.append((f"{column}: how far each row moves", figure))
    return figures


def _spread_text(spread: TableCurves, others: Mapping[str, tuple[str, ...]], rows: int) -> str:
    text = "From the lowest to the highest number that a definition gives; diamond: published."
    if rows > MOST_ROWS:
        text += f" The first {MOST_ROWS} of {rows} rows are drawn."
    if spread.compared is None:
        return f"{text} Whether rows change places was not tried: there are too many pairs."
    if others:
        return f"{text} ⇅ and another colour: rows that change places under some definition."
    return f"{text} No two rows change places."


def _curves(at: int, spread: TableCurves, cells: Sequence[str]) -> Iterable[_Titled]:
    for number, curve in enumerate(spread.curves, 1):
        if cells and f"{curve.row}/{curve.column}" not in cells:
            continue
        picture = curve_picture(curve)
        if picture is not None:
            text = f"{curve_text(curve)} {_CURVES}"
            yield picture.title, Figure(picture=picture, name=f"curve-{at}-{number}", text=text)


def _left(spread: TableCurves, cells: Sequence[str]) -> list[Paragraph]:
    left = sum(bool(one.points) for one in spread.curves) - MOST_CURVES
    if cells or left <= 0:
        return []
    return [_foot(f"Curves of {left} more cells are not drawn: --curve ROW/COLUMN draws one.")]


def _flips(spread: TableCurves) -> list[Grid]:
    if not spread.flips:
        return []
    return [
        Grid(
            "Rows that change places",
            ("column", "first", "second", "first ahead", "second ahead", "level", "such as"),
            tuple(map(_flip, spread.flips)),
            notes=("in how many definitions each of the two has the higher number",),
        )
    ]


def _flip(flip: Flip) -> tuple[str, ...]:
    ahead, behind = (one.text or "as declared" for one in flip.by)
    counts = (flip.first, flip.second, flip.level)
    return (flip.column, *flip.rows, *map(str, counts), f"{ahead}; but {behind}")


def _regions(at: int, table: ProvedTable) -> list[_Titled]:
    regions = (region_of(table.proved.sheet, one) for one in table.proved.questions)
    return [
        (
            f"{region.row}: {', '.join(region.names)}",
            Figure(
                picture=region_picture(region),
                name=f"region-{at}-{number}",
                text=region_text(region),
            ),
        )
        for number, region in enumerate((one for one in regions if one is not None), 1)
    ]
