"""Tables to be printed, in every format: each number can be read back, and JSON has it exactly.

The HTML is one page that needs nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.auditing.claims.paper import PaperCell, PaperTable, Wanted, Way
from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, or_null
from measurand.edges.report import latex as tex
from measurand.edges.report import markdown as md
from measurand.edges.report.document import Align, Document, Grid, Prose, Section
from measurand.edges.report.html import page_text
from measurand.edges.report.inference_json import INTERVALS, TESTS
from measurand.edges.report.page import Inline, Look, Page, PageSection, Paragraph, Printed, Run
from measurand.edges.report.paper_layout import DASH, POINT, Laid, Layout, layout
from measurand.inference.plan import Plan
from measurand.metrics.needs import Reading


def paper_document(tables: Sequence[Layout], *, title: str = "") -> Document:
    """Lay out tables as plain texts: a star before the best, letters of tests after a caret.

    >>> [block.title for block in paper_document((), title="ours")]
    ['ours']
    """
    sections = tuple(Section(one.title, tuple(_blocks(one))) for one in tables)
    return (Section(title or "table", sections or (Prose(("No table.",)),)),)


def _blocks(table: Layout) -> Iterator[Grid | Prose]:
    if table.caption:
        yield Prose((table.caption,))
    right: Align = "right"
    yield Grid(
        "",
        table.heads,
        tuple((label, *(cell.text for cell in cells)) for label, cells in table.rows),
        notes=table.notes,
        align=("left", *(right for _ in table.heads[1:])),
    )


def paper_markdown(tables: Sequence[Layout]) -> str:
    r"""Write tables as Markdown (GFM): the best bold, letters of tests raised.

    >>> one = Layout(title="Table 1", caption="", heads=("", "F1"), notes=(),
    ...              rows=(("a|b", (Laid(number="63.3%", best=True, mark="a"),)),))
    >>> print(paper_markdown([one]), end="")
    **Table 1**
    <BLANKLINE>
    |  | F1 |
    | --- | ---: |
    | a\|b | **63.3%**<sup>a</sup> |
    """
    return "\n".join("\n\n".join(_markdown(table)) + "\n" for table in tables)


def _markdown(table: Layout) -> Iterator[str]:
    yield f"**{md.escaped(table.title)}**"
    rows = [
        ("", *map(md.escaped, table.heads[1:])),
        ("---", *("---:" for _ in table.heads[1:])),
        *((md.escaped(label), *map(_markdown_cell, cells)) for label, cells in table.rows),
    ]
    yield "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    if table.caption:
        yield md.escaped(table.caption)
    if table.notes:
        yield "\n".join(f"- {md.escaped(note)}" for note in table.notes)


def _markdown_cell(cell: Laid) -> str:
    # Two signs of dollars in a line would be read as a formula.
    number = md.escaped(cell.number).replace("$", "\\$")
    interval = f" {cell.interval}{POINT if cell.point else ''}" if cell.interval else ""
    mark = f"<sup>{cell.mark}</sup>" if cell.mark else ""
    return f"{f'**{number}**' if cell.best else number}{interval}{mark}"


def paper_latex(tables: Sequence[Layout]) -> str:
    r"""Write tables as LaTeX, to be included in a paper; they need the package booktabs.

    >>> one = Layout(title="Table 1", caption="", heads=("", "F_1"), notes=(),
    ...              rows=(("a&b", (Laid(number="63.3%", best=True, mark="a"),)),))
    >>> print(paper_latex([one]), end="")
    \begin{table}
    \centering
    \caption{Table 1}
    \begin{tabular}{lr}
    \toprule
     & F\_1 \\
    \midrule
    a\&b & \textbf{63.3\%}\textsuperscript{a} \\
    \bottomrule
    \end{tabular}
    \end{table}
    """
    return "\n".join("\n".join(_latex(table)) + "\n" for table in tables)


def _latex(table: Layout) -> Iterator[str]:
    words = f"{table.title}. {table.caption}" if table.caption else table.title
    yield "\\begin{table}"
    yield "\\centering"
    yield f"\\caption{{{tex.escaped(words)}}}"
    yield f"\\begin{{tabular}}{{l{'r' * (len(table.heads) - 1)}}}"
    yield "\\toprule"
    yield _row(map(tex.escaped, table.heads))
    yield "\\midrule"
    for label, cells in table.rows:
        yield _row((tex.escaped(label), *map(_latex_cell, cells)))
    yield "\\bottomrule"
    yield "\\end{tabular}"
    for note in table.notes:
        yield f"\\par{{\\footnotesize {_dashed(tex.escaped(note))}}}"
    yield "\\end{table}"


def _row(cells: Iterator[str] | tuple[str, ...]) -> str:
    return f"{' & '.join(cells)} \\\\"


def _latex_cell(cell: Laid) -> str:
    number = _dashed(_signed(cell.number))
    interval = ", ".join(map(_signed, cell.interval.strip("[]").split(", ")))
    point = "\\textsuperscript{\\dag}" if cell.point else ""
    shown = f" {{\\scriptsize {{[}}{interval}{{]}}}}{point}" if cell.interval else ""
    mark = f"\\textsuperscript{{{cell.mark}}}" if cell.mark else ""
    strong = f"\\textbf{{{number}}}" if cell.best else number
    return f"{strong}{shown}{mark}"


def _signed(text: str) -> str:
    """Write a number with a minus sign that is one."""
    return f"$-${tex.escaped(text[1:])}" if text.startswith("-") else tex.escaped(text)


def _dashed(text: str) -> str:
    return text.replace(DASH, "---").replace(POINT, "\\dag{}")


_ABOUT = "Every number is computed from the samples, and printed as its column is."


def paper_page(tables: Sequence[Layout], *, title: str = "") -> str:
    """Write a page of tables: each with its caption, scoped heads, and notes below.

    >>> text = paper_page((), title="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)
    """
    none = PageSection(place="table-1", title="", blocks=(Paragraph("No table."),))
    parts = [_part(at, table) for at, table in enumerate(tables, 1)]
    return page_text(Page(title=title or "Tables", about=_ABOUT, parts=tuple(parts or [none])))


def _part(at: int, table: Layout) -> PageSection:
    printed = Printed(
        title=table.title,
        caption=table.caption,
        heads=table.heads,
        rows=tuple((label, *(tuple(_cell(cell)) for cell in cells)) for label, cells in table.rows),
        notes=table.notes,
    )
    return PageSection(place=f"table-{at}", title="", blocks=(printed,))


def _cell(cell: Laid) -> Iterator[Inline]:
    yield Run(cell.number, Look.STRONG) if cell.best else cell.number
    if cell.mark:
        yield Run(cell.mark, Look.RAISED)
    if cell.interval:
        yield " "
        yield Run(f"{cell.interval}{POINT if cell.point else ''}", Look.SMALL)


@frozen
class _Column:
    name: str
    better: Way


@frozen
class _Table:
    name: str
    source: str
    caption: str
    notes: tuple[str, ...]
    columns: tuple[_Column, ...]
    cells: tuple[PaperCell, ...]


@frozen
class _Tables:
    sources: Mapping[str, Reading]
    against: str
    plan: Plan | None
    tables: tuple[_Table, ...]


TABLES: Shapes = {
    _Tables: (*keys("sources"), *or_null(keys("against")), *keys("plan tables")),
    PaperCell: (
        *keys("row column printed"),
        *made(claimed="given", computed="score"),
        *keys("interval best test definition"),
    ),
}


TABLE, TABLE_TESTED = (
    JsonDocument("table", {**shapes, **TABLES}, body=_Tables, title=str, exit_code=int)
    for shapes in (INTERVALS, TESTS)
)
"""Tables by themselves, and with tests against a row."""


def paper_json(
    tables: Sequence[PaperTable],
    wanted: Wanted,
    readings: Mapping[str, Reading],
    *,
    title: str,
    code: int,
) -> Tree:
    """Make a tree of tables.

    >>> paper_json((), Wanted(), {}, title="", code=0)["tables"]
    []
    """
    document = _Tables(
        sources=readings,
        against=wanted.against,
        plan=wanted.plan if wanted.intervals or wanted.against else None,
        tables=tuple(_table(table, wanted, readings) for table in tables),
    )
    printed = TABLE_TESTED if wanted.against else TABLE
    return printed.tree(document, title=title, exit_code=code)


def _table(table: PaperTable, wanted: Wanted, readings: Mapping[str, Reading]) -> _Table:
    laid = layout(table, wanted, readings)
    return _Table(
        name=table.name,
        source=table.source,
        caption=laid.caption,
        notes=tuple(laid.notes),
        columns=tuple(_Column(*column) for column in table.columns),
        cells=table.cells,
    )
