"""Which numbers of other tools an audit recognises, on four samples worked by hand."""

from measurand.auditing.claims.audit_result import Recognised
from measurand.values.printed import Unit
from measurand.values.sample import Sample
from measurand.values.tally import Tally
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

    assert said(found) == [("F1", BY_CALL.format("micro", ""), 1, 2)]
    # The pooled unit is not empty: the definition's own rule, 1, is as good as the tool's 0.
    assert found[0].here


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


def test_a_rule_that_makes_a_difference_is_no_other_tools() -> None:
    # The mean over samples with the empty one as 1 is 66.7: the tool's default would print 41.7.
    found = audited(one_row({"F1": "66.7"}, space(["F1"], MACRO))).recognised

    assert said(found) == [("F1", BY_CALL.format("samples", ", zero_division=1"), 1, 1)]
    assert not found[0].here


def test_a_declared_cell_is_a_default_where_no_case_is_empty() -> None:
    made = table([column("F1", "f(average=micro)")], [row("ours", {"F1": printed("50.0")})])

    [found] = audited(made).recognised

    assert (found.number.call, found.here) == (BY_CALL.format("micro", ""), True)


def test_the_plain_call_is_kept_only_where_it_prints_as_many_cells() -> None:
    # System a has an empty sample, b none: only with zero_division=1 are both 100%.
    samples = (
        Sample(id="1", gold=("a",), predicted=("a",), groups=(("system", "a"),)),
        Sample(id="2", groups=(("system", "a"),)),
        Sample(id="3", gold=("a",), predicted=("a",), groups=(("system", "b"),)),
    )
    rows = [row(name, {"F1": printed("100.0")}, where={"system": name}) for name in "ab"]
    tried = space(["F1"], {"average": ["macro[sample]"], "both_empty": ["0+0", "1+1"]})

    found = audited(table([column("F1", "f")], rows, tried), samples).recognised

    assert said(found) == [("F1", BY_CALL.format("samples", ", zero_division=1"), 2, 2)]


def test_the_number_of_one_pair_is_named_for_one_sample_alone() -> None:
    one, two = (Sample(id=name, counts=(("", Tally(1, 1, 2)),)) for name in "12")
    half = [row("ours", {"IoU": printed("50.0")})]

    names = [
        [one.number.tool for one in audited(table([column("IoU", iou)], half), samples).recognised]
        for iou in ("jaccard(match=given,both_empty=0)", "jaccard(match=given)")
        for samples in ((one,), (one, two))
    ]

    assert names == [["pycocotools"], [], ["pycocotools"], []]
