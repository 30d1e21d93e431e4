"""What an audit finds on four samples that are worked by hand (`small.py`)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.auditing.claims.audit_result import Finding
from measurand.auditing.claims.model import Author, Table
from measurand.values.printed import Unit
from measurand.values.score import Defined
from measurand.values.verdict import Verdict
from tests.claims.small import (
    FOUR,
    MACRO,
    MICRO,
    alive,
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
F1 = space(["F1"], MICRO, MACRO)
MEAN_OF_ONES = "average=macro[sample], both_empty=1+1, aggregate=mean"
HARMONIC_OF_ONES = "average=macro[sample], both_empty=1+1, aggregate=harmonic"


def finding(option: str, *survive: str, considered: tuple[str, ...]) -> Finding:
    return Finding(option=option, survive=survive, considered=considered)


def test_the_definition_that_printed_every_cell_survives_alone() -> None:
    found = audited(one_row({"P": "75.0", "R": "62.5", "F1": "66.7"}, ALL))

    assert alive(found) == [MEAN_OF_ONES]
    assert found.candidates == 7
    assert found.verdict is Verdict.HOLDS


def test_a_choice_with_one_value_left_is_identified() -> None:
    found = audited(one_row({"F1": "68.2"}, F1))

    assert {one.option: one.identified for one in found.findings} == {
        "average": True,
        "both_empty": True,
        "aggregate": True,
    }


def test_a_choice_that_the_cells_do_not_depend_on_is_not_identified() -> None:
    found = audited(one_row({"P": "75.0", "R": "62.5"}, ALL))

    assert alive(found) == [MEAN_OF_ONES, HARMONIC_OF_ONES]
    assert found.findings == (
        finding("average", "macro[sample]", considered=("micro", "macro[sample]")),
        finding("both_empty", "1+1", considered=("1+1", "0+0", "drop")),
        finding("aggregate", "mean", "harmonic", considered=("mean", "harmonic")),
    )


def test_a_choice_that_a_survivor_does_not_make_is_open() -> None:
    # Micro prints 50%, and so does the recall that drops the empty sample.
    found = audited(one_row({"R": "50.0"}, ALL))

    by_option = {one.option: one for one in found.findings}
    assert by_option["average"].survive == ("micro", "macro[sample]")
    assert by_option["both_empty"].survive == ("drop",)
    assert not by_option["both_empty"].identified


def test_a_choice_of_one_value_was_never_in_question() -> None:
    found = audited(one_row({"F1": "50.0"}, space(["F1"], MICRO)))

    [only] = found.findings
    assert only.survive == only.considered == ("micro",)
    assert not only.identified


def test_definitions_that_give_the_same_scores_are_one_group() -> None:
    found = audited(one_row({"P": "75.0", "R": "62.5"}, ALL))

    # One group for each rule of the empty sample, whatever the aggregate, and one for micro.
    assert sorted(len(group.candidates) for group in found.groups) == [1, 2, 2, 2]
    [group] = found.survivors
    assert texts(group.candidates) == [MEAN_OF_ONES, HARMONIC_OF_ONES]


def test_definitions_with_other_scores_that_print_alike_are_groups_of_their_own() -> None:
    # 2/3 and 15/22 are both printed as 70 to the nearest ten.
    tried = space(["F1"], MACRO)
    made = table([column("F1", "f")], [row("ours", {"F1": printed("0.7", Unit.NONE)})], tried)

    found = audited(made)

    assert [texts(group.candidates) for group in found.survivors] == [
        [MEAN_OF_ONES],
        [HARMONIC_OF_ONES],
    ]


def test_a_cell_that_every_definition_prints_tells_nothing() -> None:
    tried = space(["F1", "hits"], MICRO, MACRO)
    columns = [column("F1", "f"), column("hits", "total", unit=Unit.NONE)]
    cells = {"F1": printed("66.7"), "hits": printed("2", Unit.NONE)}

    found = audited(table(columns, [row("ours", cells)], tried))

    f1, hits = found.cells
    assert (f1.reproduced, hits.reproduced) == (1, 7)
    assert (f1.informative, hits.informative) == (True, False)
    [group] = found.survivors
    assert (group.explained, group.independent) == (2, 1)


def test_a_cell_that_no_definition_prints_tells_nothing_either() -> None:
    found = audited(one_row({"F1": "60.0"}, F1))

    [cell] = found.cells
    assert cell.reproduced == 0
    assert not cell.informative
    assert cell.verdict is Verdict.REFUTED


def test_cells_with_the_same_outcomes_over_the_space_count_once() -> None:
    tried = space(["F1", "again"], MICRO, MACRO)
    columns = [column("F1", "f"), column("again", "f")]
    cells = {"F1": printed("66.7"), "again": printed("66.7")}

    found = audited(table(columns, [row("ours", cells)], tried))

    [group] = found.survivors
    assert (group.explained, group.independent) == (2, 1)


def test_the_nearest_definition_of_a_cell_is_the_one_least_off() -> None:
    # F of the means without the empty sample is 4/7: (400/7 - 60) / 0.1 units off.
    found = audited(one_row({"F1": "60.0"}, F1))

    [cell] = found.cells
    assert cell.nearest is not None
    candidate, score, off = cell.nearest
    assert candidate.text == "average=macro[sample], both_empty=drop, aggregate=harmonic"
    assert score == Defined(Fraction(4, 7))
    assert off == Fraction(-200, 7)


def test_of_equally_near_definitions_the_first_in_the_space_is_named() -> None:
    # Pooled, precision and recall are the same, and so is F under every beta.
    made = one_row({"F1": "50.1"}, space(["F1"], {"beta": ["2", "1"], "average": ["micro"]}))

    [cell] = audited(made).cells

    assert cell.nearest is not None
    assert cell.nearest[0].texts["beta"] == "2"


def test_a_cell_that_some_definition_prints_has_no_nearest() -> None:
    [cell] = audited(one_row({"F1": "66.7"}, F1)).cells

    assert cell.nearest is None


def test_a_row_that_no_single_definition_prints_is_named() -> None:
    rows = [
        row("first", {"P": printed("75.0"), "F1": printed("66.7")}),
        row("second", {"P": printed("75.0"), "F1": printed("50.0")}),
        row("third", {"P": printed("50.0"), "F1": printed("50.0")}),
    ]
    columns = [column("P", "precision"), column("F1", "f")]

    found = audited(table(columns, rows, space(["P", "F1"], MICRO, MACRO)))

    # Every cell of the second row is printed by some definition, but not by one and the same.
    assert [cell.verdict for cell in found.cells] == [Verdict.HOLDS] * 6
    assert found.without == ("second",)
    assert found.survivors == ()
    assert found.verdict is Verdict.REFUTED


def test_rows_of_one_label_are_two_rows() -> None:
    rows = [row("ours", {"F1": printed("66.7")}), row("ours", {"F1": printed("50.0")})]

    found = audited(table([column("F1", "f")], rows, F1))

    # Each of them is printed by a definition, if not by the same.
    assert found.without == ()
    assert found.survivors == ()


def test_without_survivors_nothing_is_identified() -> None:
    assert audited(one_row({"F1": "60.0"}, F1)).findings == ()


def test_groups_that_explain_more_come_first() -> None:
    found = audited(one_row({"P": "75.0", "R": "62.5", "F1": "60.0"}, ALL))

    first = found.groups[0]
    assert (first.explained, first.missed) == (2, 1)
    # Of two that explain two cells the one with F 66.7 is nearer to 60 than the one with 68.2.
    assert texts(first.candidates) == [MEAN_OF_ONES]
    assert first.distance == Fraction(200, 3)


def test_a_tie_counts_as_printed_and_is_counted() -> None:
    # 5/8 = 62.5% is half way between 62 and 63.
    for text in ("62", "63"):
        [cell] = audited(one_row({"R": text}, ALL)).cells

        assert (cell.reproduced, cell.ties) == (2, 2)


def test_a_definition_that_cannot_exist_is_not_among_those_tried() -> None:
    tried = space(["F1"], {"aggregate": ["mean", "harmonic"]})
    columns = [column("F1", "f(statistic=population_stdev)")]

    found = audited(table(columns, one_row({"F1": "40.8"}).rows, tried))

    assert alive(found) == ["aggregate=mean"]
    [cell] = found.cells
    assert (cell.tried, cell.reproduced, cell.undecided) == (1, 1, 0)
    assert [(one.considered, one.identified) for one in found.findings] == [(("mean",), False)]


def test_a_space_of_definitions_that_cannot_exist_decides_nothing() -> None:
    tried = space(["F1"], {"aggregate": ["harmonic"]})
    columns = [column("F1", "f(statistic=population_stdev)")]

    found = audited(table(columns, one_row({"F1": "40.8"}).rows, tried))

    assert found.verdict is Verdict.UNDECIDED
    assert (found.candidates, found.groups, found.fits) == (0, (), ())


def made_up(rows: Mapping[str, Mapping[str, str]], *products: Mapping[str, Sequence[str]]) -> Table:
    """Make a table of P, R and F1 whose space a tool made up."""
    names = list(dict.fromkeys(name for cells in rows.values() for name in cells))
    metrics = {"P": "precision", "R": "recall", "F1": "f"}
    columns = [column(name, metrics[name], known=False) for name in names]
    told = [
        row(label, {name: printed(text) for name, text in cells.items()})
        for label, cells in rows.items()
    ]
    tried = evolve(space(names, *products), author=Author.TOOL)
    return table(columns, told, tried)


def test_what_a_tool_made_up_is_never_refuted() -> None:
    found = audited(made_up({"ours": {"F1": "60.0"}}, MICRO, MACRO))

    assert found.verdict is Verdict.UNDECIDED
    assert found.cells[0].verdict is Verdict.UNDECIDED
    assert "normalise" in found.untried
    assert found.untried.index("normalise") < found.untried.index("average")


def test_the_definition_that_prints_most_is_kept_with_what_it_gives_elsewhere() -> None:
    # The mean over samples, the empty one as 1: P 75, R 62.5, F 66.7.
    found = audited(made_up({"ours": {"P": "75.0", "R": "26.5", "F1": "66.7"}}, MICRO, MACRO))

    [fit] = found.fits
    assert fit.candidate.text == MEAN_OF_ONES
    assert (fit.cells, len(fit.misses)) == (3, 1)
    [miss] = fit.misses
    assert (miss.column, miss.score) == ("R", Defined(Fraction(5, 8)))


def test_each_column_may_have_its_own_definition_in_a_space_that_a_tool_made_up() -> None:
    # P and R pooled; F the mean over samples. Each line has one cell of F: no accident is ruled out
    found = audited(made_up({"ours": {"P": "50.0", "R": "50.0", "F1": "66.7"}}, MICRO, MACRO))

    assert [fit.columns for fit in found.fits] == [("P", "R"), ("F1",)]
    assert [fit.fits for fit in found.fits] == [True, True]
    assert found.verdict is Verdict.UNDECIDED


def test_in_a_persons_space_one_definition_holds_for_all_columns() -> None:
    found = audited(one_row({"P": "50.0", "R": "50.0", "F1": "66.7"}, ALL))

    assert found.verdict is Verdict.REFUTED


def test_skipped_records_leave_every_definition_undecided() -> None:
    found = audited(one_row({"F1": "66.7"}, F1), FOUR, skipped=1)

    assert found.survivors == ()
    assert found.verdict is Verdict.UNDECIDED
    [cell] = found.cells
    assert (cell.undecided, cell.verdict) == (7, Verdict.UNDECIDED)


def test_cells_outside_the_space_are_checked() -> None:
    columns = [column("F1", "f"), column("P", "precision")]
    cells = {"F1": printed("66.7"), "P": printed("99.9")}

    found = audited(table(columns, [row("ours", cells)], F1))

    assert [cell.column for cell in found.checked] == ["P"]
    assert found.survivors
    assert found.verdict is Verdict.REFUTED


def test_a_table_without_a_space_is_only_checked() -> None:
    found = audited(one_row({"F1": "66.7"}))

    assert (found.cells, found.groups, found.candidates) == ((), (), 0)
    assert found.verdict is Verdict.HOLDS


def test_a_space_about_columns_without_cells_audits_nothing() -> None:
    found = audited(one_row({"P": "75.0"}, space(["F1"], MICRO, MACRO)))

    assert (found.cells, found.candidates) == ((), 0)
    assert found.verdict is Verdict.HOLDS
