"""Tables come back from every markup as they were; whatever a text holds, it is read or a fault."""

import csv
import re
from collections import Counter
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
EXACT = tuple(markup for markup in WITH_TABLES if markup != "text")


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
        case "text":
            return "\n".join(" ".join(filter(None, row)) for row in (grid.columns, *grid.rows))


def in_columns(grid: Grid, *, right: bool) -> str:
    """Write a grid as programs lay text out: columns stand above one another."""
    rows = (grid.columns, *grid.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right and at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def html_row(cells: tuple[str, ...]) -> str:
    return "".join(("<tr>", *(f"<td>{escape(cell)}</td>" for cell in cells), "</tr>"))


@given(grids(), st.sampled_from(EXACT))
def test_a_table_that_is_written_is_read_as_it_was(grid: Grid, markup: Markup) -> None:
    [found] = tables_of(written(grid, markup).encode(), markup).unwrap()

    assert found.header == grid.columns
    assert found.rows == grid.rows


two_places = st.integers(0, 9999).map(lambda number: f"{number / 100:.2f}")
printed = two_places | st.one_of(
    two_places.map("{} %".format),
    two_places.map("{}*".format),
    st.tuples(two_places, two_places).map(" ± ".join),
    st.tuples(two_places, two_places).map("{0[0]} ({0[1]})".format),
    st.tuples(two_places, two_places, two_places).map("{0[0]} [{0[1]}, {0[2]}]".format),
    st.sampled_from(("-", "–", "n/a", "< 0.01", "1.2 × 10^-3", "1,234")),
)
labels = st.lists(
    st.sampled_from(
        ("ours", "BERT-base", "Llama", "[2]", "(ours)", "GPT-3.5", "(12)", "맛집", "&")
    ),
    max_size=3,
).flatmap(
    lambda words: st.sampled_from(("", "2", "12B", "3.5")).map(
        lambda last: " ".join(filter(None, ("the", *words, last)))
    )
)
named = st.sampled_from(("P", "R", "F1", "Acc.", "Exact match", "N", "정밀도", "Gain"))


@st.composite
def number_grids(draw: st.DrawFn, head: st.SearchStrategy[str]) -> Grid:
    """Draw a table of numbers below words, its first row without a gap."""
    width = draw(st.integers(2, 4))
    heads = draw(st.lists(head, min_size=width, max_size=width, unique=True))
    row = st.lists(printed, min_size=width, max_size=width)
    body = draw(st.lists(st.tuples(labels, row), min_size=2, max_size=4))
    first = (body[0][0], *(draw(two_places) for _ in range(width)))
    return Grid("", ("System", *heads), (first, *((label, *cells) for label, cells in body[1:])))


@given(number_grids(named.filter(lambda one: " " not in one)), st.sampled_from(WITH_TABLES))
def test_numbers_are_read_alike_from_every_markup(grid: Grid, markup: Markup) -> None:
    text = written(grid, markup)

    [found] = tables_of(text.encode(), markup).unwrap()

    assert [row[1:] for row in found.rows] == [row[1:] for row in grid.rows]
    assert found.header[1:] == grid.columns[1:]
    assert [row[0] for row in found.rows] == [row[0] for row in grid.rows]


@given(number_grids(named), st.booleans(), st.data())
def test_cells_that_stand_in_columns_are_read_where_they_stand(
    grid: Grid,
    right: bool,  # noqa: FBT001  # drawn
    data: st.DataObject,
) -> None:
    gaps = [
        (row[0], *(cell if data.draw(st.booleans()) else "" for cell in row[1:-1]), row[-1])
        for row in grid.rows[1:]
    ]
    gone = Grid("", grid.columns, (grid.rows[0], *gaps))

    [found] = tables_of(in_columns(gone, right=right).encode(), "text").unwrap()

    assert (found.header, found.rows) == (gone.columns, gone.rows)


pieces = (
    *("Table 3:", "Table 4.", "System", "P", "R", "F1", "Acc.", "ours", "we", "saw", "the", "*"),
    *("63.3", "0.4", "12", "2019", "7,", "1,234", "5.", "(3)", "[12]", "-", "±", "88.1%", "12/15"),
    *("  ", "\n", "\n", "\n\n", "\t", "\u2009", "7B", "a1b", "²", "（9）"),
)


@given(st.lists(st.sampled_from(pieces), max_size=40).map(" ".join))
@example("P R\na 1 2\nb 3\nc 4 5\n6")
@example("Table 3: of 7.\n\nIn 12 cases\nP R\na 1 2\nof 5 parts\nb 9")
@example("P R\na 1 2\n1\u20092\nb 3 4")
def test_no_number_of_a_copied_text_is_lost_without_a_word(text: str) -> None:
    found = tables_of(text.encode(), "text")

    if isinstance(found, Failure):
        assert "none in text" in found.failure()[0].text() or found.failure()[0].line
        return
    told = " ".join(
        part
        for one in found.unwrap()
        for part in (
            *(one.title, one.caption, *one.groups, *one.header, *one.notes),
            *(cell for row in one.rows for cell in row),
            *(fault.text() for fault in one.faults),
        )
    )
    wanted, there = (Counter(re.findall("[0-9]+", part)) for part in (text, told))
    assert not wanted - there


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
