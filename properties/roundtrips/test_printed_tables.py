"""Printed = computed: tables that are printed read back as the numbers that were computed."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.rounding import Fit, agreement
from measurand.auditing.claims.paper import PaperCell, PaperTable, Wanted, Way, printed_as
from measurand.edges.report import render
from measurand.edges.report.paper_layout import layout
from measurand.edges.report.paper_view import (
    paper_document,
    paper_latex,
    paper_markdown,
    paper_page,
)
from measurand.edges.tables.cells import Cell, Companion, read_cell
from measurand.edges.tables.markup.latex import read_latex
from measurand.edges.tables.markup.markdown import read_markdown
from measurand.edges.tables.markup.reader import read_separated
from measurand.inference.comparison import Comparison
from measurand.inference.family import Hypothesis, Judged, Verdict
from measurand.inference.interval import LEVEL, Interval
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import Defined, Quantity, Undefined, square_root
from properties.strategies.effort import third

SCALES = st.sampled_from([Fraction(1), Fraction(1, 100), Fraction(1, 7), Fraction(100)])
NUMBERS = st.builds(lambda n, scale: n * scale, st.integers(-2000, 2000).map(Fraction), SCALES)
QUANTITIES: st.SearchStrategy[Quantity] = NUMBERS | st.integers(1, 99).map(
    lambda n: square_root(Fraction(n, 7))
)
STYLES = st.builds(
    lambda decimals, unit, rounding: Printed(Fraction(0), decimals, unit, rounding),
    st.integers(0, 5),
    st.sampled_from([Unit.NONE, Unit.PERCENT, Unit.POINTS, Unit.DOLLAR, Unit.EURO]),
    st.sampled_from([one for one in Rounding if one is not Rounding.FLOAT64]),
)
LABELS = st.sampled_from(["ours", "a|b", "x & y \\\\", "<b>1</b>", "$5$ 50%", "맛*", "_a_", "[1]"])
HALVES = st.integers(0, 40).map(lambda n: n / 8)

NOBODY = Undefined("not drawn")
TESTS = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), None]).map(
    lambda p: (
        p
        if p is None
        else Judged(
            hypothesis=Hypothesis(
                name="a / b",
                found=Comparison(
                    first=NOBODY,
                    second=NOBODY,
                    difference=NOBODY,
                    interval=NOBODY,
                    p_value=NOBODY,
                    effects=NOBODY,
                    units=0,
                    left_out=0,
                ),
            ),
            adjusted=p,
            tests=4,
            verdict=Verdict.NOT_SIGNIFICANT,
        )
    )
)


@st.composite
def cells(draw: st.DrawFn) -> PaperCell:
    """Draw a computed cell as `paper_table` makes it, with or without an interval."""
    value, like = draw(QUANTITIES), draw(STYLES)
    printed = printed_as(value, like)
    assert isinstance(printed, Printed)
    low = draw(HALVES)
    both = (low, low + draw(HALVES))
    ends = tuple(printed_as(Fraction(end), like) for end in both)
    first, second = (one for one in ends if isinstance(one, Printed))
    inside = draw(st.booleans())
    return PaperCell(
        row="",
        column="",
        score=Defined(value),
        printed=printed,
        best=draw(st.booleans()),
        test=draw(TESTS),
        interval=Interval(*both, LEVEL) if inside else None,
        ends=(first, second) if inside else None,
    )


TABLES = st.lists(
    st.tuples(LABELS, st.lists(cells(), min_size=2, max_size=2)), min_size=1, max_size=2
).map(
    lambda rows: PaperTable(
        name="1",
        source="",
        columns=(("P", Way.HIGHER), ("F1", Way.NONE)),
        rows=tuple((label, tuple(found)) for label, found in rows),
    )
)


class _Cells(HTMLParser):
    """Collects the texts of the cells of a page, a raised text at the end after a caret."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = self.raised = False
        self.mark = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "td" and ("class", "number") in attrs:
            self.inside = True
            self.texts.append("")
        self.raised = tag == "sup"

    def handle_endtag(self, tag: str) -> None:
        if tag == "td" and self.mark:
            self.texts[-1] += f"^{self.mark}"
            self.mark = ""
        self.inside = self.inside and tag != "td"
        self.raised = False

    def handle_data(self, data: str) -> None:
        if self.inside and self.raised:
            self.mark += data
        elif self.inside:
            self.texts[-1] += data


def of_markdown(table: PaperTable) -> list[str]:
    [read] = read_markdown(paper_markdown([layout(table, Wanted())])).unwrap()
    return [cell for row in read.rows for cell in row[1:]]


def of_latex(table: PaperTable) -> list[str]:
    [read] = read_latex(paper_latex([layout(table, Wanted())])).unwrap()
    return [cell for row in read.rows for cell in row[1:]]


def of_csv(table: PaperTable) -> list[str]:
    document = paper_document([layout(table, Wanted())])
    [read] = read_separated(_table_of(render(document, "csv")), ",").unwrap()
    return [cell for row in read.rows for cell in row[1:]]


def _table_of(text: str) -> str:
    """Leave out the prose that a document has around its table."""
    return text[text.index(",P,F1") :]


def of_html(table: PaperTable) -> list[str]:
    parser = _Cells()
    parser.feed(paper_page([layout(table, Wanted())]))
    return parser.texts


def held(table: PaperTable, read: Callable[[PaperTable], list[str]]) -> None:
    """Hold every number that is read to the score that was computed, and its ends to its ends."""
    texts = read(table)
    assert len(texts) == len(table.cells)
    for text, cell in zip(texts, table.cells, strict=True):
        for found, value, mode in zip(numbers(read_cell(text)), *exact(cell), strict=True):
            like = cell.printed
            assert like is not None
            number = Printed.parse(found.text, unit=like.unit, rounding=mode)
            assert number.decimals == like.decimals
            assert agreement(value, number).fit is Fit.INSIDE, text


def numbers(cell: Cell) -> Iterator[Printed]:
    assert cell.printed is not None, cell.note
    yield cell.printed
    yield from (one for what, one in cell.companions if what in {Companion.LOW, Companion.HIGH})


def exact(cell: PaperCell) -> tuple[list[Quantity], list[Rounding]]:
    """Give what was computed, and how it was rounded."""
    assert isinstance(cell.score, Defined)
    assert cell.printed is not None
    ends = cell.interval
    assert not isinstance(ends, Undefined)
    values = [
        cell.score.value,
        *([] if ends is None else [Fraction(ends.low), Fraction(ends.high)]),
    ]
    return values, [cell.printed.rounding] * len(values)


@third
@given(TABLES)
def test_a_markdown_table_prints_what_was_computed(table: PaperTable) -> None:
    held(table, of_markdown)


@third
@given(TABLES)
def test_a_latex_table_prints_what_was_computed(table: PaperTable) -> None:
    held(table, of_latex)


@third
@given(TABLES)
def test_a_csv_table_prints_what_was_computed(table: PaperTable) -> None:
    held(table, of_csv)


@third
@given(TABLES)
def test_an_html_table_prints_what_was_computed(table: PaperTable) -> None:
    held(table, of_html)
