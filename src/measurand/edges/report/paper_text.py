"""Tables to be printed as text, CSV, Markdown and LaTeX: every number can be read back."""

from collections.abc import Iterator, Sequence

from measurand.edges.report import latex as tex
from measurand.edges.report import markdown as md
from measurand.edges.report.document import Align, Document, Grid, Prose, Section
from measurand.edges.report.paper_layout import DASH, POINT, Laid, Layout


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
