"""Tables to be printed as one HTML page that needs nothing else."""

from collections.abc import Iterator, Sequence

from measurand.edges.report.html import page_text
from measurand.edges.report.page import Inline, Look, Page, Paragraph, Part, Printed, Run
from measurand.edges.report.paper_layout import POINT, Laid, Layout

_ABOUT = "Every number is computed from the samples, and printed as its column is."


def paper_page(tables: Sequence[Layout], *, title: str = "") -> str:
    """Write a page of tables: each with its caption, scoped heads, and notes below.

    >>> text = paper_page((), title="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)
    """
    none = Part(place="table-1", title="", blocks=(Paragraph("No table."),))
    parts = [_part(at, table) for at, table in enumerate(tables, 1)]
    return page_text(Page(title=title or "Tables", about=_ABOUT, parts=tuple(parts or [none])))


def _part(at: int, table: Layout) -> Part:
    printed = Printed(
        title=table.title,
        caption=table.caption,
        heads=table.heads,
        rows=tuple((label, *(tuple(_cell(cell)) for cell in cells)) for label, cells in table.rows),
        notes=table.notes,
    )
    return Part(place=f"table-{at}", title="", blocks=(printed,))


def _cell(cell: Laid) -> Iterator[Inline]:
    yield Run(cell.number, Look.STRONG) if cell.best else cell.number
    if cell.mark:
        yield Run(cell.mark, Look.RAISED)
    if cell.interval:
        yield " "
        yield Run(f"{cell.interval}{POINT if cell.point else ''}", Look.SMALL)
