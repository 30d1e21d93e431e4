"""Heads stand over columns: where a text says which, where markup does, where nothing does."""

import pytest

from measurand.edges.tables.grid import RawTable, TextRow
from measurand.edges.tables.heads import table_of
from measurand.edges.tables.markup.reader import Markup, tables_of
from measurand.edges.tables.sheet import sheet_of

NAMES = "|P|R|F1|P|R|F1"


def table(*lines: str) -> RawTable:
    *heads, row = [TextRow(tuple(line.split("|")), at) for at, line in enumerate(lines, 1)]
    return table_of(heads, [row]).unwrap()


@pytest.mark.parametrize("above", ["|A|||B||", "||A|||B|", "|||A|||B", "|A||||B|", "||A||B||"])
def test_two_scores_of_one_kind_have_each_their_own_head(above: str) -> None:
    found = table(above, "|Precision|Recall|F1|Prec.|Re.|F", "ours|1|2|3|4|5|6")

    assert found.groups == ("", "A", "A", "A", "B", "B", "B")
    assert found.other_groups == ()


def test_what_comes_once_beside_groups_of_one_kind_has_no_head() -> None:
    found = table("||A||B||", "|Params|P|R|P|R|Cost", "ours|1|2|3|4|5|6")

    assert found.groups == ("", "", "A", "A", "B", "B", "")
    assert found.other_groups == ()


def test_a_head_without_a_name_below_it_is_a_name() -> None:
    found = table("Model|Params|A||B||Cost", "||P|R|P|R|", "ours|1|2|3|4|5|6")

    assert found.header == ("Model", "Params", "P", "R", "P", "R", "Cost")
    assert found.groups == ("", "", "A", "A", "B", "B", "")


def test_heads_at_both_ends_over_unlike_scores_are_open() -> None:
    found = table("|A|||B", "|P|R|BLEU|EM", "ours|1|2|3|4")

    assert {found.groups, *found.other_groups} == {
        ("", "A", "A", "A", "B"),
        ("", "A", "A", "B", "B"),
        ("", "A", "B", "B", "B"),
    }


def test_heads_at_the_left_leave_no_column_bare() -> None:
    found = table("|A|||B|", "|P|R|F1|Time|Mem", "ours|1|2|3|4|5")

    assert found.groups == ("", "A", "A", "A", "B", "B")
    assert found.other_groups == ()


def test_heads_over_heads_are_read_from_below() -> None:
    found = table("|dev||||test|||", "|A||B||A||B|", "|P|R|P|R|P|R|P|R", "x|1|2|3|4|5|6|7|8")

    assert (
        found.groups[1:]
        == (*("dev / A",) * 2, *("dev / B",) * 2, *("test / A",) * 2) + ("test / B",) * 2
    )


def test_a_unit_below_a_name_is_part_of_it() -> None:
    found = table("Model|P|R", "|(%)|(%)", "ours|1|2")

    assert found.header == ("Model", "P (%)", "R (%)")
    assert found.groups == ("", "", "")


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "latex",
            (
                r"\begin{tabular}{lrrrr} & & \multicolumn{2}{c}{A} & B \\ x & P & R & BLEU & EM \\"
                r"\hline o & 1 & 2 & 3 & 4 \end{tabular}"
            ),
        ),
        (
            "html",
            (
                "<table><thead><tr><th><th><th colspan=2>A<th>B<tr><th>x<th>P<th>R<th>BLEU<th>EM"
                "</thead><tr><td>o<td>1<td>2<td>3<td>4</table>"
            ),
        ),
    ],
)
def test_markup_that_spans_columns_leaves_nothing_open(markup: Markup, text: str) -> None:
    [found] = tables_of(text.encode(), markup).unwrap()

    assert found.groups == ("", "", "A", "A", "B")
    assert found.other_groups == ()


def test_too_many_readings_let_every_column_stand_for_itself() -> None:
    found = table("|A||B||C||D|", "|a|b|c|d|e|f|g|h|i", "o|1|2|3|4|5|6|7|8|9")

    assert len(found.other_groups) < len(found.header)


def test_scores_that_come_block_by_block_are_groups_however_they_are_spelled() -> None:
    read = sheet_of(table("|P|R|F1|Prec.|Rec.|F", "ours|1|2|3|4|5|6")).unwrap()
    twice = sheet_of(table("|Precision|Recall|Sens.|F1", "ours|1|2|2|3")).unwrap()

    assert [column.group for column in read.sheet.columns] == ["", "", "", "(2)", "(2)", "(2)"]
    assert [column.group for column in twice.sheet.columns] == ["", "", "", ""]


def test_micro_above_columns_is_an_option_where_it_surely_stands_there() -> None:
    read = sheet_of(table("|Micro|||Macro||", NAMES, "ours|10|20|30|40|50|60")).unwrap()

    micro = (("average", "micro"),)
    assert [column.options for column in read.sheet.columns] == [micro] * 3 + [()] * 3
