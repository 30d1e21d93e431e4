"""Tables of HTML: what shows is read, spans and all; what is hostile is a fault, and soon."""

import time

import pytest
from returns.result import Failure

from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.markup.html import MOST_DEPTH
from measurand.edges.tables.markup.reader import tables_of


def table(text: str) -> RawTable:
    [found] = tables_of(text.encode(), "html").unwrap()
    return found


PAGE = """\
<h2>Results on <i>dev</i></h2>
<table class="x"><caption>Table 2: on n = 12 menus</caption>
<thead>
  <tr><th rowspan="2">Model</th><th colspan=2>Dev</th><th colspan='2'>Test</th></tr>
  <tr><th>P</th><th>F<sub>1</sub></th><th>P</th><th>F<sub>1</sub></th></tr>
</thead>
<tbody>
  <tr><td rowspan=2><a href="#">A &amp; B</a></td><td><b>63.3</b><sup>*</sup></td>
      <td>63.3&nbsp;&plusmn;&nbsp;0.4<td>1<td>2
  <tr><td>3</td><td>4<br>5</td><td></td><td><style>x</style>6</td></tr>
</tbody></table>
"""


def test_a_page_is_read_as_it_shows() -> None:
    found = table(PAGE)

    assert (found.title, found.caption, found.line) == (
        "Results on dev",
        "Table 2: on n = 12 menus",
        4,
    )
    assert found.header == ("Model", "P", "F1", "P", "F1")
    assert found.groups == ("", "Dev", "Dev", "Test", "Test")
    assert found.rows == (
        ("A & B", "63.3^{*}", "63.3\u00a0±\u00a00.4", "1", "2"),
        ("A & B", "3", "4 5", "", "6"),
    )
    assert found.lines == (8, 10)


def test_a_table_inside_a_cell_is_one_of_its_own() -> None:
    inner = "<table><tr><th>a<th>F1<tr><td>x<td>.5</table>"
    outer, found = tables_of(f"<table><tr><td>y<td>{inner}</table>".encode(), "html").unwrap()

    assert outer.header == ("y", "")
    assert found.rows == (("x", ".5"),)


def test_rows_of_a_first_head_without_spans_may_stand_over_a_second() -> None:
    found = table(
        "<table><tr><td><td>A<td><td>B<td><tr><td>x<td>P<td>R<td>P<td>R"
        "<tr><td>o<td>1<td>2<td>3<td>4</table>"
    )

    assert found.groups == ("", "A", "A", "B", "B")


def test_tables_of_html_in_markdown_are_read_beside_the_others() -> None:
    text = (
        "# First\n\n<table><tr><th>a<th>P<tr><td>x<td>1</table>\n\n## Second\n\n"
        "| a | R |\n|---|---|\n| x | 2 |\n\nWrite `<table>` to begin one.\n"
    )

    first, second = tables_of(text.encode(), "markdown").unwrap()

    assert (first.title, first.header, first.line) == ("First", ("a", "P"), 3)
    assert (second.title, second.header) == ("Second", ("a", "R"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<table>" * (MOST_DEPTH + 1) + "</table>" * (MOST_DEPTH + 1), "at most 10 deep, got more"),
        ("<table><tr>" + "<td>" * 100_001 + "</table>", "at most 100000 cells, got more"),
        ("<table><tr>" + "<td colspan=9999>a<tr><td>b</table>", "at most 500 columns, got 501"),
        (f"<table><tr><td>{'x' * 10_001}</table>", "a cell of at most 10000 characters"),
        (f"<table>{' ' * 2**22}</table>", "a table of at most 4 MiB"),
        ("<p>no table", "expected a table, got none in html"),
    ],
)
def test_what_is_too_much_is_a_fault(text: str, said: str) -> None:
    match tables_of(text.encode(), "html"):
        case Failure((fault, *_)):
            assert said in fault.text()
        case found:
            pytest.fail(f"no fault: {found}")


@pytest.mark.parametrize(
    "many",
    ["<", "<!--", "<a ", "a=' ", "<![CDATA[", "<?", "</a", "&#", "<script>", "<sup>", "<tr>"],
)
def test_hostile_cells_take_no_more_than_their_length(many: str) -> None:
    text = f"<table><tr><td rowspan=60000 colspan=400>a{many * 50_000}</table>"
    begun = time.monotonic()

    tables_of(text.encode(), "html")

    assert time.monotonic() - begun < 10
