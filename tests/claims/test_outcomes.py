"""Every claim as one outcome: ids, declared failures, reviews, and what reproduces a number."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.auditing.claims.ids import cell_ids
from measurand.auditing.claims.model import (
    Claims,
    Column,
    Expectation,
    Relation,
    Row,
    Table,
    Tolerance,
)
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict
from tests.claims.related import RIGHT, checked, related, scalar, systems, told, whole
from tests.claims.small import column, printed, row, space, table

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
EXPECT = Expectation(mismatch="micro in v1", review="2027-03-01")
BEFORE, ON, AFTER = "2027-02-28", "2027-03-01", "2027-03-02"


def expecting(text: str) -> Claims:
    """Make a table with one cell that is expected not to be reproduced: F1 of b is 66.7%."""
    made = systems({"F1": "50.0"}, {"F1": text})
    rows = (made.rows[0], evolve(made.rows[1], expected=(("F1", EXPECT),)))
    return whole(tables=[evolve(made, rows=rows)])


def test_every_cell_and_claim_has_an_outcome_of_its_own_id() -> None:
    claims = whole(scalar("n", "total(of=gold)", "4"), related("1/b/F1", Relation.GREATER, "n"))

    found = told(claims)

    assert list(found) == ["1/a/P", "1/a/R", "1/a/F1", "1/b/P", "1/b/R", "1/b/F1", "n", "claim"]
    assert [one.kind for one in found.values()][-2:] == ["number", "relation"]
    assert found["1/b/F1"].title == "Table 1: b / F1"
    assert found["1/b/F1"].place == ("table", 0, "rows", 1, "cells", "F1")
    assert found["claim"].place == ("claim", 1)


def test_an_outcome_says_what_was_printed_and_what_came_out() -> None:
    one = told(whole(tables=[systems({"F1": "51.0"}, {})]))["1/a/F1"]

    assert (one.verdict, one.printed, one.computed) == (REFUTED, "51.0%", "50.0%")
    assert one.because == "50.0% is computed, off by -1.000"
    assert one.definition.startswith("f/1(beta=1,")


def test_cells_of_rows_with_the_same_label_are_counted() -> None:
    made = systems({"F1": "50.0"}, {"F1": "66.7"})
    rows = tuple(evolve(one, label="x") for one in made.rows)

    assert list(told(whole(tables=[evolve(made, rows=rows)]))) == ["1/x/F1", "1/x/F1 (2)"]


def test_ids_differ_even_where_names_are_made_to_clash() -> None:
    cells = (("c", Printed.parse("1")), ("c (2)", Printed.parse("1")))
    columns = tuple(Column(name=name, role="value") for name, _ in cells)
    made = Table(
        name="1", columns=columns, rows=(Row(label="r", cells=cells), Row(label="r", cells=cells))
    )

    found = list(cell_ids(Claims(sources=(), tables=(made,))))

    assert found == ["1/r/c", "1/r/c (2)", "1/r/c (3)", "1/r/c (2) (2)"]


def test_what_fails_as_expected_holds_and_says_why() -> None:
    one = told(expecting("66.8"), today=BEFORE)["1/b/F1"]

    assert (one.verdict, one.because, one.expected_to_fail) == (HOLDS, "", "micro in v1")
    assert one.note == "66.667% is computed, off by -0.133"


def test_what_is_reproduced_against_what_was_expected_is_a_finding() -> None:
    one = told(expecting("66.7"), today=BEFORE)["1/b/F1"]

    assert (one.verdict, one.expected_to_fail) == (REFUTED, "micro in v1")
    assert one.because == "expected not to be reproduced (micro in v1), but it is"


def test_what_is_reproduced_against_what_was_expected_is_a_finding_after_the_review() -> None:
    assert told(expecting("66.7"), today=AFTER)["1/b/F1"].verdict is REFUTED


def test_a_review_that_is_due_is_undecided() -> None:
    on, after = (told(expecting("66.8"), today=day)["1/b/F1"] for day in (ON, AFTER))

    assert on.verdict is HOLDS
    assert (after.verdict, after.because) == (
        UNDECIDED,
        "its review was due on 2027-03-01: expected not to be reproduced (micro in v1)",
    )


def test_no_review_is_due_where_the_day_is_not_known() -> None:
    assert told(expecting("66.8"))["1/b/F1"].verdict is HOLDS


def test_an_undecided_cell_stays_so_whatever_was_expected() -> None:
    made = table([column("F1", "f", known=False)], [row("ours", {"F1": printed("50.0")})])
    rows = (evolve(made.rows[0], expected=(("F1", EXPECT),)),)

    one = told(whole(tables=[evolve(made, rows=rows)]), today=AFTER)["1/ours/F1"]

    assert (one.verdict, one.because) == (UNDECIDED, "its definition is unknown: see the audit")


def test_a_claim_may_be_expected_to_fail_too() -> None:
    greater = related("1/a/F1", Relation.GREATER, "1/b/F1")
    number = scalar("n", "f(average=micro)", "66.8")

    found = told(whole(*(evolve(one, expect=EXPECT) for one in (greater, number))), today=BEFORE)

    assert [found[name].verdict for name in ("claim", "n")] == [HOLDS, HOLDS]
    assert found["claim"].note == "50.0% against 66.667% by the computed numbers"


def test_a_tolerance_is_named_where_only_it_makes_a_number_hold() -> None:
    tolerance = Tolerance(value=Fraction(1, 10), reason="seeds")
    made = systems({"F1": "50.0"}, {"F1": "66.8"})
    columns = tuple(evolve(one, tolerance=tolerance) for one in made.columns)

    found = told(whole(tables=[evolve(made, columns=columns)]))

    assert [one.verdict for one in found.values()] == [HOLDS, HOLDS]
    assert [one.tolerated for one in found.values()] == [
        "",
        "within the declared tolerance 0.1: seeds",
    ]


def test_the_tolerance_of_a_cell_wins_over_that_of_its_column() -> None:
    wide, narrow = (Tolerance(value=Fraction(value), reason="x") for value in ("1/10", "1/100"))
    made = systems({}, {"F1": "66.8"})
    columns = tuple(evolve(one, tolerance=wide) for one in made.columns)
    rows = (made.rows[0], evolve(made.rows[1], tolerances=(("F1", narrow),)))

    found = told(whole(tables=[evolve(made, columns=columns, rows=rows)]))

    assert found["1/b/F1"].verdict is REFUTED


def test_a_tolerance_is_in_printed_units_on_both_sides() -> None:
    # 66.667 lies within [66.35, 66.45] widened by 0.22, and within [66.85, 66.95] by 0.19 only.
    def verdict(text: str, tolerance: str) -> Verdict:
        made = systems({}, {"F1": text})
        wide = Tolerance(value=Fraction(tolerance), reason="x")
        rows = (made.rows[0], evolve(made.rows[1], tolerances=(("F1", wide),)))
        return told(whole(tables=[evolve(made, rows=rows)]))["1/b/F1"].verdict

    assert [verdict("66.4", "0.22"), verdict("66.4", "0.21")] == [HOLDS, REFUTED]
    assert [verdict("66.9", "0.19"), verdict("66.9", "0.18")] == [HOLDS, REFUTED]


def test_an_undeclared_tolerance_is_none() -> None:
    assert told(whole(tables=[systems({}, {"F1": "66.8"})]))["1/b/F1"].verdict is REFUTED


def test_definitions_that_print_a_missed_cell_are_named_nearest_first() -> None:
    # System a: micro F is 1/2; sample by sample it is 2/3 on average, or 5/9 without empty ones.
    tried = space(
        ["F1"],
        {"average": ["micro"], "beta": ["1", "2"]},
        {"average": ["macro[sample]"], "both_empty": ["1+1", "drop"]},
    )
    made = evolve(systems({"F1": "66.7"}, {}), space=tried)

    one = told(whole(tables=[made]))["1/a/F1"]

    assert one.because.endswith("; reproduced by: average=macro[sample]")


def test_nothing_is_named_where_no_definition_prints_the_cell() -> None:
    made = evolve(systems({"F1": "12.3"}, {}), space=space(["F1"], {"average": ["micro"]}))

    assert "reproduced by" not in told(whole(tables=[made]))["1/a/F1"].because


def test_at_most_three_definitions_are_named_those_nearest_to_the_declared_one_first() -> None:
    # The mean of F does not depend on how pairs are credited where texts match exactly.
    tried = space(
        ["F1"],
        {
            "average": ["macro[sample]"],
            "credit": ["binary", "exact", "similarity"],
            "missing": ["empty", "skip"],
        },
    )
    made = evolve(systems({"F1": "66.7"}, {}), space=tried)

    [table_check] = checked(whole(tables=[made])).tables

    assert table_check.cells[0].reproduced_by == (
        "average=macro[sample]",
        "credit=binary, average=macro[sample]",
        "credit=exact, average=macro[sample]",
    )


def test_only_so_many_comparisons_are_made_to_name_definitions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = space(["F1"], {"average": ["micro", "macro[sample]"]})
    made = evolve(systems({"F1": "66.7"}, {"F1": "66.7"}), space=tried)
    twice = evolve(made, rows=tuple(evolve(one, where=(("system", "a"),)) for one in made.rows))

    def named(most: int) -> list[int]:
        monkeypatch.setattr("measurand.auditing.claims.check.MOST_COMPARED", most)
        [found] = checked(whole(tables=[twice])).tables
        return [len(cell.reproduced_by) for cell in found.cells]

    assert (named(4), named(3), named(1)) == ([1, 1], [1, 0], [0, 0])


def test_a_table_with_nothing_to_check_is_undecided() -> None:
    made = evolve(RIGHT, rows=())

    one = told(whole(tables=[made]))["1"]

    assert (one.kind, one.verdict, one.because) == ("table", UNDECIDED, "it has no cell to check")


def printed_only(cells: dict[str, str], roles: dict[str, str], *, rules: bool = True) -> Table:
    columns = tuple(Column(name=name, role=role, unit=Unit.PERCENT) for name, role in roles.items())
    numbers = {name: printed(text) for name, text in cells.items()}
    return Table(name="9", columns=columns, rows=(row("a", numbers),), rules=rules)


PRF = {"P": "precision", "R": "recall", "F1": "f"}


def test_a_table_without_data_is_held_to_what_its_numbers_prove() -> None:
    # F1 of one sample or of many lies between P + R - 1 and the harmonic mean of P and R: 18.3.
    wrong = told(whole(tables=[printed_only({"P": "80.0", "R": "80.0", "F1": "29.4"}, PRF)]))
    right = told(whole(tables=[printed_only({"P": "34.0", "R": "12.5", "F1": "18.3"}, PRF)]))

    assert list(wrong) == list(right) == ["9"]
    assert (wrong["9"].kind, wrong["9"].verdict) == ("rules", REFUTED)
    assert "not reproducible under" in wrong["9"].because
    assert (right["9"].verdict, right["9"].because) == (HOLDS, "")


def test_a_table_of_which_no_rule_speaks_is_undecided() -> None:
    one = told(whole(tables=[printed_only({"x": "34.0"}, {"x": "value"})]))["9"]

    assert (one.verdict, one.because) == (
        UNDECIDED,
        "no rule speaks of its columns: give them roles",
    )


def test_a_table_that_is_neither_computed_nor_held_to_rules_is_undecided() -> None:
    made = printed_only({"P": "80.0", "R": "80.0", "F1": "29.4"}, PRF, rules=False)

    assert told(whole(tables=[made]))["9"].because == "it has no cell to check"


def test_a_table_with_data_is_held_to_rules_where_that_is_asked() -> None:
    made = systems({"P": "50.0", "R": "50.0", "F1": "50.0"}, {})
    wrong = systems({"P": "50.0", "R": "50.0", "F1": "60.0"}, {})

    silent = told(whole(tables=[made]))
    asked = told(whole(tables=[evolve(made, rules=True)]))
    against = told(whole(tables=[evolve(wrong, rules=True)]))

    assert "1" not in silent
    assert asked["1"].verdict is HOLDS
    assert against["1"].verdict is REFUTED


def test_rows_that_are_not_computed_are_held_to_rules_alone() -> None:
    made = systems({"F1": "50.0"}, {"F1": "12.3"})
    rows = (made.rows[0], evolve(made.rows[1], computed=False))

    assert list(told(whole(tables=[evolve(made, rows=rows)]))) == ["1/a/F1"]


def test_the_id_of_a_table_gives_way_to_that_of_a_cell() -> None:
    cells = printed_only({"P": "34.0", "R": "12.5", "F1": "18.3"}, PRF)
    named = evolve(cells, name="1/a/F1")

    found = told(whole(tables=[systems({"F1": "50.0"}, {}), named]))

    assert [(name, one.kind) for name, one in found.items()] == [
        ("1/a/F1", "cell"),
        ("1/a/F1 (2)", "rules"),
    ]
