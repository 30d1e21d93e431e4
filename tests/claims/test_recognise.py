"""Which numbers of other tools an audit recognises, on four samples worked by hand."""

from measurand.claims.audited import Recognised
from measurand.values.printed import Unit
from tests.claims.small import (
    MACRO,
    MICRO,
    audited,
    column,
    one_row,
    printed,
    row,
    space,
    table,
    texts,
)

ALL = space(["P", "R", "F1"], MICRO, MACRO)
BY_CALL = "f1_score(y_true, y_pred, average='{}'{})"


def said(found: tuple[Recognised, ...]) -> list[tuple[str, str, int, int]]:
    return [(one.column, one.number.call, one.printed, one.cells) for one in found]


def test_a_number_that_a_tool_prints_is_named_with_its_candidates() -> None:
    # The empty sample counts as 0: 41.7 is the mean over samples that the tool has by default.
    found = audited(one_row({"F1": "41.7"}, space(["F1"], MICRO, MACRO))).recognised

    assert said(found) == [("F1", BY_CALL.format("samples", ""), 1, 1)]
    assert texts(found[0].candidates) == ["average=macro[sample], both_empty=0+0, aggregate=mean"]


def test_a_number_that_no_tool_prints_is_not() -> None:
    assert audited(one_row({"F1": "57.1"}, space(["F1"], MICRO, MACRO))).recognised == ()


def test_cells_are_counted_column_by_column() -> None:
    tried = space(["F1"], MICRO)
    rows = [row("ours", {"F1": printed("50.0")}), row("theirs", {"F1": printed("51.0")})]

    found = audited(table([column("F1", "f")], rows, tried)).recognised

    assert said(found) == [("F1", BY_CALL.format("micro", ", zero_division=1"), 1, 2)]


def test_a_cell_outside_the_space_is_named_where_it_is_reproduced() -> None:
    columns = [column("F1", "f"), column("A", "exact_match")]
    cells = {"F1": printed("60.0"), "A": printed("50.0")}

    found = audited(table(columns, [row("ours", cells)], space(["F1"], MICRO))).recognised

    assert said(found) == [("A", "accuracy_score(Y_true, Y_pred) of label sets", 1, 1)]
    assert found[0].candidates == ()


def test_a_cell_outside_the_space_that_is_not_reproduced_is_no_tools() -> None:
    made = table([column("A", "exact_match")], [row("ours", {"A": printed("51.0")})])

    assert audited(made).recognised == ()


def test_a_column_of_other_numbers_is_no_tools() -> None:
    tried = space(["n"], MICRO)
    cells = {"n": printed("2", Unit.NONE)}
    made = table([column("n", "total", unit=Unit.NONE)], [row("ours", cells)], tried)

    assert audited(made).recognised == ()
