"""What a check says of printed cells, on four samples that are worked by hand (`small.py`)."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.rounding import Fit
from measurand.auditing.claims.judge import compare_printed
from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_check import check, check_needs
from measurand.metrics.finalise import Scored
from measurand.metrics.needs import Gathered
from measurand.metrics.signature import signature
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from measurand.values.verdict import Verdict, overall
from tests.claims.small import FOUR, checked, column, one_row, only_cell, printed, row, table

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def scored(value: Fraction) -> Scored:
    return Scored(Defined(value), 1, 0)


def test_a_cell_that_rounds_to_the_printed_digits_holds() -> None:
    cell = only_cell(one_row({"F1": "66.7"}))

    assert (cell.verdict, cell.fit, cell.because) == (HOLDS, Fit.INSIDE, "")
    assert cell.score == Defined(Fraction(2, 3))


def test_a_cell_that_rounds_to_other_digits_is_refuted_with_its_distance() -> None:
    # 66.666... - 66.8 = -0.1333..., in tenths.
    cell = only_cell(one_row({"F1": "66.8"}))

    assert (cell.verdict, cell.fit) == (REFUTED, Fit.OUTSIDE)
    assert cell.off == Fraction(-4, 3)


@pytest.mark.parametrize("text", ["62", "63"])
def test_a_tie_holds_on_both_sides_and_is_told(text: str) -> None:
    cell = only_cell(one_row({"R": text}))

    assert (cell.verdict, cell.fit) == (HOLDS, Fit.TIE)
    assert abs(cell.off or 0) == Fraction(1, 2)


def test_a_named_rounding_decides_a_tie() -> None:
    made = one_row({"R": "63"})
    up, down = (
        evolve(made.rows[0], cells=(("R", evolve(printed(text), rounding=Rounding.HALF_UP)),))
        for text in ("63", "62")
    )

    cells = checked(evolve(made, rows=(up, down))).cells

    assert [(cell.verdict, cell.fit) for cell in cells] == [
        (HOLDS, Fit.INSIDE),
        (REFUTED, Fit.OUTSIDE),
    ]


def test_a_score_that_is_undefined_decides_nothing_and_says_why() -> None:
    cell = only_cell(one_row({"F1": "66.7"}), ())

    assert cell.verdict is UNDECIDED
    assert cell.because == "undefined: runs is empty"


def test_a_row_without_samples_says_which_samples_were_meant() -> None:
    meant = {"run": "x", "seed": "1"}
    made = table([column("F1", "f")], [row("ours", {"F1": printed("66.7")}, where=meant)])

    cell = only_cell(made)

    assert cell.verdict is UNDECIDED
    assert cell.because == "undefined: no sample of runs has run=x and seed=1"


def test_a_row_is_about_the_samples_of_its_groups() -> None:
    grouped = [evolve(sample, groups=(("run", "xy"[at % 2]),)) for at, sample in enumerate(FOUR)]
    rows = [row(run, {"F1": printed("50.0")}, where={"run": run}) for run in "xy"]

    found = checked(table([column("F1", "f")], rows), grouped)

    # Run x has F of 2/3 and 0, run y of 1 (nothing against nothing) and 1.
    assert [cell.score for cell in found.cells] == [Defined(Fraction(1, 3)), Defined(Fraction(1))]
    assert [cell.denominators.scored for cell in found.cells] == [2, 2]


def test_a_cell_without_a_definition_is_undecided() -> None:
    made = table([column("F1", "f", known=False)], [row("ours", {"F1": printed("66.7")})])

    cell = only_cell(made)

    assert (cell.verdict, cell.definition, cell.score) == (UNDECIDED, None, None)
    assert cell.because == "its definition is unknown: see the audit"


@pytest.mark.parametrize(("text", "would"), [("66.7", "holds"), ("66.8", "refuted")])
def test_skipped_records_decide_nothing_but_what_would_be_is_told(text: str, would: str) -> None:
    cell = only_cell(one_row({"F1": text}), skipped=3)

    assert cell.verdict is UNDECIDED
    assert cell.because == f"3 faulty records were skipped; without them: {would}"
    assert cell.denominators.skipped == 3


def test_a_number_is_shown_with_the_definition_it_was_computed_under() -> None:
    cell = only_cell(one_row({"P": "75.0"}))

    assert cell.definition is not None
    assert signature(cell.definition).startswith("precision/1(unit=whole,")


def test_samples_without_an_answer_are_excluded_and_counted() -> None:
    silent = Sample(id="5", gold=("a",), predicted=None)

    cell = only_cell(one_row({"F1": "66.7"}), (*FOUR, silent))

    assert cell.verdict is HOLDS
    assert cell.denominators.excluded == {"no answer": 1}
    assert (cell.denominators.scored, cell.denominators.units) == (4, 4)


def test_units_that_a_rule_leaves_out_are_counted() -> None:
    made = table([column("F1", "f(both_empty=drop)")], one_row({"F1": "55.6"}).rows)

    cell = only_cell(made)

    assert cell.verdict is HOLDS
    assert (cell.denominators.units, cell.denominators.left_out) == (3, 1)


def test_a_table_is_as_good_as_its_worst_cell() -> None:
    assert checked(one_row({"F1": "66.7", "P": "75.0"})).verdict is HOLDS
    assert checked(one_row({"F1": "66.7", "P": "75.1"})).verdict is REFUTED


def test_a_table_without_cells_is_undecided() -> None:
    assert checked(table([column("F1", "f")], [row("ours", {})])).verdict is UNDECIDED


def test_nothing_is_needed_of_a_column_without_a_definition() -> None:
    made = table([column("F1", "f", known=False)], [row("ours", {"F1": printed("66.7")})])

    assert check_needs(Claims(sources=(), tables=(made,))) == ()


def test_columns_that_observe_alike_need_one_pass() -> None:
    made = one_row({"P": "75.0", "R": "62.5", "F1": "66.7"})

    assert len(check_needs(Claims(sources=(), tables=(made,)))) == 1


def test_a_claims_file_without_tables_has_no_verdicts() -> None:
    assert check(Claims(sources=(), tables=()), Gathered({}, {})) == ()


def test_a_full_float_is_compared_with_a_margin_that_grows_with_the_summands() -> None:
    # 0.1 + 0.2 in binary floats is 0.30000000000000004: about one part in 10**16 off 3/10.
    wrong = Printed.parse(repr(0.1 + 0.2))
    further = Printed.parse("0.3000000000000009")

    assert wrong.rounding is Rounding.FLOAT64
    assert compare_printed(scored(Fraction(3, 10)), wrong, samples=2).verdict is HOLDS
    # 3 parts in 10**15 are 13.5 units in the last place of a float: 8 and the summands are allowed.
    assert compare_printed(scored(Fraction(3, 10)), further, samples=2).verdict is REFUTED
    assert compare_printed(scored(Fraction(3, 10)), further, samples=20).verdict is HOLDS


def test_a_full_float_in_a_table_is_allowed_the_summands_of_its_samples() -> None:
    # Off by 9e-16, which is 13.5 times 2**-52 of 0.3.
    made = table([column("share", "exact_match", unit=Unit.NONE)], [])
    rows = (row("ours", {"share": Printed.parse("0.3000000000000009")}),)
    right = [Sample(id=str(at), gold=("a",), predicted=("a",)) for at in range(3)]
    wrong = [Sample(id=str(at), gold=("a",), predicted=("b",)) for at in range(3, 10)]

    # Ten samples are allowed 10 + 8 times that; a single one 1 + 8.
    cell = only_cell(evolve(made, rows=rows), [*right, *wrong])

    assert cell.score == Defined(Fraction(3, 10))
    assert (cell.printed.rounding, cell.verdict) == (Rounding.FLOAT64, HOLDS)


def test_a_float_whose_text_has_14_digits_is_a_float() -> None:
    # Off by 6.7e-15: more than half a unit of the last digit, less than floats of 100 samples are.
    short = Printed.parse("0.66666666666666")

    assert short.rounding is Rounding.FLOAT64
    assert compare_printed(scored(Fraction(2, 3)), short).verdict is REFUTED
    assert compare_printed(scored(Fraction(2, 3)), short, samples=100).verdict is HOLDS


def test_an_undefined_score_is_no_finding() -> None:
    found = compare_printed(Scored(Undefined("no unit has a f"), 0, 0), printed("66.7"))

    assert (found.verdict, found.off, found.fit) == (UNDECIDED, None, None)


def test_verdicts_join_to_the_most_serious_one() -> None:
    assert overall([HOLDS, HOLDS]) is HOLDS
    assert overall([HOLDS, UNDECIDED]) is UNDECIDED
    assert overall([UNDECIDED, REFUTED, HOLDS]) is REFUTED
    assert overall([]) is UNDECIDED
