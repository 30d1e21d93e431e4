"""Tables come back from every markup as they were; whatever a text holds, it is read or a fault."""

import csv
from html import escape
from io import StringIO

from hypothesis import example, given
from hypothesis import strategies as st
from returns.result import Failure, Success

from measurand.auditing.claims.table_sheet import sheet_of as sheet_of_claims
from measurand.edges.claims.load import claims_of
from measurand.edges.claims.writer import claims_text
from measurand.edges.report.document import Grid
from measurand.edges.report.latex import latex
from measurand.edges.report.markdown import markdown
from measurand.edges.tables.cells import read_cell
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.markup.reader import MARKUPS, Markup, tables_of
from measurand.edges.tables.sheet import sheet_of
from properties.strategies.effort import third

NASTY = (
    *("|", "\\", "\\|", "`", "``", "<b>", "&amp;", "&", "*a*", "_a_", "__", "~~", "#", "[a](b)"),
    *("%", "{", "}", "^", "~", "{}", "\\\\", "\\hline", "--", "---", "''", '"', ",", ";", "a_b"),
    *("=1+1", "-a", "맛", "ﾊﾝ", "🎯", "e\u0301", "±", "63.3", "F_{1}", "\\textbf{a}", "\\begin{a}"),
)
# Runs of spaces show as one, and a dollar sign may open a formula.
words = st.text(
    st.characters(
        exclude_categories=["C", "Z"],
        exclude_characters="$",
    ),
    min_size=1,
    max_size=6,
) | st.lists(st.sampled_from(NASTY), min_size=1, max_size=3).map("".join)
texts = st.lists(words, min_size=1, max_size=2).map(" ".join)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Draw a table whose second row cannot be taken for heads: it has a number."""
    width = draw(st.integers(2, 4))
    row = st.lists(texts, min_size=width, max_size=width).map(tuple)
    head = draw(row)
    number = ("a", *("1",) * (width - 1))
    return Grid("", head, (number, *draw(st.lists(row, max_size=2))))


def separated(grid: Grid, delimiter: str) -> str:
    file = StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows((grid.columns, *grid.rows))
    return file.getvalue()


WITH_TABLES = tuple(markup for markup in MARKUPS if markup != "prose")


def written(grid: Grid, markup: Markup) -> str:
    match markup:
        case "csv":
            return separated(grid, ",")
        case "tsv":
            return separated(grid, "\t")
        case "markdown":
            return markdown((grid,))
        case "latex":
            return latex((grid,))
        case "html":
            return "".join(("<table>", *map(html_row, (grid.columns, *grid.rows)), "</table>"))
        case "prose":
            return ""


def html_row(cells: tuple[str, ...]) -> str:
    return "".join(("<tr>", *(f"<td>{escape(cell)}</td>" for cell in cells), "</tr>"))


@given(grids(), st.sampled_from(WITH_TABLES))
def test_a_table_that_is_written_is_read_as_it_was(grid: Grid, markup: Markup) -> None:
    [found] = tables_of(written(grid, markup).encode(), markup).unwrap()

    assert found.header == grid.columns
    assert found.rows == grid.rows


@given(st.text(max_size=60) | st.lists(st.sampled_from(NASTY), max_size=12).map(" | ".join))
@example(r"\begin{tabular}{l} a \\ \multirow{9999}{*}{b} \\ c")
def test_whatever_a_text_holds_it_is_tables_or_faults(text: str) -> None:
    for markup in MARKUPS:
        framed = rf"\begin{{tabular}}{{lr}} {text} \end{{tabular}}" if markup == "latex" else text
        found = tables_of(framed.encode(errors="replace"), markup, file="t")
        assert isinstance(found, Success | Failure)
        if isinstance(found, Failure):
            assert all(fault.file == "t" for fault in found.failure())


@given(st.text("0123456789.,-+±()[]%$*×x eE^{}†<~ \u2009–", max_size=30))
@example("0±")
@example("0 ± —")
@example("3×")
@third
def test_whatever_a_cell_holds_it_is_a_number_or_is_told(text: str) -> None:
    cell = read_cell(text)

    assert (cell.printed is None) == (cell.empty or "is not read" in cell.note)
    if cell.printed is not None and not cell.marks:
        digits = [char for char in cell.printed.text if char.isdigit()]
        assert len(digits) <= 60


numbers = st.decimals(-200, 200, places=2, allow_nan=False).map(str)
cells = numbers | st.sampled_from(("63.3%", "$0.12", "1,234", "63.3 ± 0.4", "5 [4, 6]", "-", "x"))
heads = st.sampled_from(
    ("P", "R", "F1", "F0.5", "Acc", "N", "Avg", "SD", "Mean", "p", "micro F1", "x y", 'q"', "[z]")
)


@st.composite
def tables(draw: st.DrawFn) -> RawTable:
    """Draw a table of numbers under heads that mean something."""
    width = draw(st.integers(1, 4))
    labels = draw(st.lists(texts | st.just("Average"), min_size=1, max_size=3))
    rows = [(label, *(draw(cells) for _ in range(width))) for label in labels]
    return RawTable(
        header=("system", *(draw(heads) for _ in range(width))),
        rows=tuple(rows),
        groups=("", *(draw(st.sampled_from(("", "dev"))) for _ in range(width))),
        caption=draw(st.sampled_from(("", "n = 12"))),
    )


@given(tables(), texts)
@third
def test_claims_that_are_written_from_a_table_say_the_same(table: RawTable, title: str) -> None:
    read = sheet_of(table, name="1", source=title).unwrap()

    written_claims = claims_text([read], title=title)

    [found] = claims_of(written_claims.encode()).unwrap().tables
    assert sheet_of_claims(found) == read.sure
