"""Standard errors: of a share, of a mean of scores, of a deviation; 0 only where nothing varies."""

import pytest
from attrs import evolve

from measurand.auditing.proofs.finding import Clash, Finding
from measurand.auditing.proofs.grain.standard_errors import (
    ALL_ALIKE,
    BY_ONE_LESS,
    BY_SAMPLES,
    COARSE,
    OF_CORRECTED,
    OF_DEVIATION,
    OF_SCORES,
    OTHERWISE,
    OVER_RUNS,
    errors_of_deviations,
    standard_errors,
)
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict, Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def share(score: str, error: str, number: int = 307, role: Role = Role.RATE) -> Sheet:
    columns = (Column(name="acc", role=role), Column(name="se", role=Role.SE, of=("acc",)))
    cells = (("acc", Printed.parse(score)), ("se", Printed.parse(error)))
    row = Row(label="a", cells=cells)
    return Sheet(columns=columns, rows=(row,), facts=((Fact.SAMPLES, number),))


def told(sheet: Sheet) -> dict[str, Finding]:
    return {one.reading: one for one in standard_errors(sheet)}


def verdicts(sheet: Sheet) -> dict[str, Verdict]:
    return {reading: one.verdict for reading, one in told(sheet).items()}


# 263 of 307: sqrt(.856678 * .143322 / 306) = .020031, over 307 it is .019998.
@pytest.mark.parametrize(
    ("error", "by_samples", "by_one_less"),
    [("0.020031", REFUTED, HOLDS), ("0.019998", HOLDS, REFUTED), ("0.0200", HOLDS, HOLDS)],
)
def test_the_error_of_a_share_is_over_n_or_over_n_less_one(
    error: str, by_samples: Verdict, by_one_less: Verdict
) -> None:
    found = verdicts(share("0.856678", error))

    assert (found[BY_SAMPLES], found[BY_ONE_LESS]) == (by_samples, by_one_less)


def test_percent_and_shares_have_the_same_error() -> None:
    assert verdicts(share("85.67%", "2.00%"))[BY_ONE_LESS] is HOLDS


def test_an_error_of_zero_is_impossible_for_zeros_and_ones_that_vary() -> None:
    found = told(share("0.8567", "0.0000"))

    assert {one.verdict for one in found.values()} == {REFUTED}
    clashes = [ground for one in found.values() for ground in one.grounds]
    assert all(isinstance(one, Clash) and one.holds for one in clashes)
    assert len(clashes) == len(found)


@pytest.mark.parametrize("score", ["1.0000", "0.0000"])
def test_a_share_of_all_or_nothing_has_no_error(score: str) -> None:
    assert verdicts(share(score, "0.0000"))[BY_ONE_LESS] is HOLDS


def test_a_mean_that_is_no_share_may_be_of_equal_scores() -> None:
    found = told(share("0.8567", "0.0000", role=Role.VALUE))

    assert found[ALL_ALIKE].unusual


def test_a_zero_of_fewer_digits_may_have_been_rounded() -> None:
    found = told(share("0.856678", "0.0"))

    assert found[COARSE].unusual
    assert found[BY_SAMPLES].verdict is REFUTED


def test_scores_between_0_and_1_vary_at_most_as_zeros_and_ones_do() -> None:
    below, above = (told(share("0.8567", error)) for error in ("0.0100", "0.0500"))

    assert below[OF_SCORES].verdict is UNDECIDED
    assert not below[OF_SCORES].unusual
    assert above[OF_SCORES].verdict is REFUTED
    assert above[OTHERWISE].unusual


def test_the_error_of_a_mean_over_runs_is_of_another_kind() -> None:
    sheet = share("0.8567", "0.0500")
    means = evolve(sheet, rows=(evolve(sheet.rows[0], kind=Kind.RUNS),))
    runs = evolve(sheet, facts=(*sheet.facts, (Fact.RUNS, 3)))

    for other in (means, runs):
        assert verdicts(other) == {OVER_RUNS: UNDECIDED}


def test_pooled_errors_of_groups_are_not_asked_about() -> None:
    sheet = share("0.8567", "0.0000")
    mean = evolve(sheet, rows=(evolve(sheet.rows[0], kind=Kind.AVERAGE),))

    assert verdicts(mean) == {}


@pytest.mark.parametrize("sheet", [share("85.67", "0.00", role=Role.VALUE), share("0.9", "0", 1)])
def test_what_may_be_no_share_is_not_asked_about(sheet: Sheet) -> None:
    assert verdicts(sheet) == {}


# 2.5 over the root of 25 is .5, over the root of 24 it is .5103.
@pytest.mark.parametrize(
    ("error", "expected"),
    [("0.500", (UNDECIDED, REFUTED)), ("0.510", (REFUTED, UNDECIDED)), ("2.5", (REFUTED,) * 2)],
)
def test_the_error_of_a_mean_is_its_deviation_over_a_root(
    error: str, expected: tuple[Verdict, ...]
) -> None:
    roles = {"M": Role.MEAN, "SD": Role.SD, "SE": Role.SE}
    texts = zip(roles, ("10.0", "2.500", error), strict=True)
    row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in texts))
    columns = tuple(Column(name=name, role=role) for name, role in roles.items())
    sheet = Sheet(columns=columns, rows=(row,), facts=((Fact.SAMPLES, 25),))

    found = {one.reading: one for one in errors_of_deviations(sheet)}

    assert (found[OF_DEVIATION].verdict, found[OF_CORRECTED].verdict) == expected
    assert found[OTHERWISE].unusual


def read(header: str, *lines: str) -> ReadTable:
    rows = tuple(tuple(line.split()) for line in lines)
    return sheet_of(RawTable(header=tuple(header.split()), rows=rows)).unwrap()


@pytest.mark.parametrize("head", ["stderr", "SE", "s.e.", "std_err", "score_stderr", "StdError"])
def test_a_standard_error_is_that_of_the_score_before_it(head: str) -> None:
    table = read(f"task n score {head}", "a 307 0.856678 0.0")

    last = table.sheet.columns[-1]

    assert (last.role, last.of) == (Role.SE, ("score",))


def test_se_beside_specificity_may_be_sensitivity() -> None:
    for header in ("model Acc Se Sp", "model Acc Se Spec"):
        table = read(header, "a 0.80 0.70 0.90")
        assert table.sheet.column("Se").role is Role.VALUE


def test_errors_of_zero_are_odd_and_true_ones_are_possible() -> None:
    zero = read("subtask n score stderr", "algebra 307 0.856678 0.0", "theory 154 0.707792 0.0")
    true = read("task n acc stderr", "algebra 307 0.8567 0.0200", "theory 154 0.7078 0.0368")

    assert lint(zero.sheet, zero.premises).outcome is TableVerdict.ODD
    assert lint(true.sheet, true.premises).outcome is TableVerdict.POSSIBLE


def test_a_row_of_pooled_groups_is_no_exception_to_the_others() -> None:
    tasks = ("a 1000 0.7510 0.0137", "b 1200 0.6120 0.0141", "c 500 0.8200 0.0172")
    # Pooled inside of three groups; the plain error of .7012 over 2700 would be .0088.
    pooled = read("task n acc stderr", "all 2700 0.7012 0.0085", *tasks)
    slip = read("task n acc stderr", "d 2900 0.7012 0.0058", *tasks)

    assert lint(pooled.sheet, pooled.premises).outcome is TableVerdict.POSSIBLE
    assert lint(slip.sheet, slip.premises).outcome is TableVerdict.ODD


@pytest.mark.parametrize("ratio", ["t", "z", "Wald"])
def test_an_error_beside_a_column_of_t_is_one_of_a_coefficient(ratio: str) -> None:
    rows = ("age 157 0.44 0.20 2.20", "sex 157 0.94 0.88 1.07")
    model = read(f"term n b SE {ratio}", *rows)

    assert list(standard_errors(model.sheet)) == []
