"""Means, errors, intervals and shares in sentences: what is read, and what comes of it."""

import pytest

from measurand.auditing.proofs.prove import Proved, lint_apart
from measurand.edges.statements.sheets import statements_of
from measurand.edges.tables.grid import Overrides, column_override
from measurand.values.verdict import TableVerdict

POSSIBLE, ODD, NOT = (
    TableVerdict.POSSIBLE,
    TableVerdict.ODD,
    TableVerdict.NOT_REPRODUCIBLE,
)


def judged(text: str, *said: str) -> Proved:
    """Judge the statements of a text, of which something is said."""
    read = statements_of(text, Overrides(columns=tuple(map(column_override, said)))).unwrap()
    return lint_apart(read.sheet, read.parts)


def cells(text: str) -> list[str]:
    """Write what is read of a text."""
    rows = statements_of(text).unwrap().sheet.rows
    return [f"{name} {cell.text}" for row in rows for name, cell in row.cells]


def test_a_mean_is_read_with_what_stands_beside_it() -> None:
    assert cells("Mean of 3.44 (SD = 2.47; n = 1,204)") == ["M 3.44", "SD 2.47", "n 1204"]
    assert cells("(n = 18; M = 3.44, SE = .58)") == ["M 3.44", "SE 0.58", "n 18"]
    assert cells("M = 3.44 points, 95% CI [2.21, 4.67]") == ["M 3.44", "low 2.21", "high 4.67"]
    assert cells("평균 = 3.44, 표준편차 = 2.47, n = 18") == ["M 3.44", "SD 2.47", "n 18"]
    assert cells("M = 3.4, SD = 2.4; t(28) = 1.2, d = 0.4, 95% CI [0.1, 0.7]") == []


# Brown and Heathers (2017), doi:10.1177/1948550616673876: 5.19 is no mean of 28 whole numbers.


def test_a_mean_of_whole_items_is_refuted_where_that_is_said_odd_on_a_scale_and_noted_else() -> (
    None
):
    assert judged("M = 5.19, n = 28", "M=mean:whole=true").outcome is NOT
    assert judged("M = 5.18, n = 28", "M=mean:whole=true").outcome is POSSIBLE
    assert judged("On a 7-point scale they gave M = 5.19 (n = 28).").outcome is ODD
    found = judged("They took M = 5.19 s (n = 28).")
    assert found.outcome is POSSIBLE
    assert "no mean of 28 whole numbers" in found.findings[0].note


def test_a_deviation_of_whole_numbers_is_held_to_its_mean_where_that_is_said() -> None:
    # Allard (2018): 3.44 and 2.47 are no moments of 18 whole numbers.
    text = "(M = 3.44, SD = 2.47, n = 18)"

    assert judged(text, "M=mean:whole=true").outcome is NOT
    assert judged(text).outcome is POSSIBLE


def test_a_standard_error_is_the_deviation_over_the_root_of_n() -> None:
    assert judged("M = 3.44, SD = 2.47, SE = 0.58, n = 18").outcome is POSSIBLE
    assert judged("M = 3.44, SD = 2.47, SE = 0.48, n = 18").outcome is ODD


def test_an_interval_of_a_mean_is_by_t_or_by_the_normal_law() -> None:
    # t(17) at 0.05 is 2.10982: 3.44 +- 2.10982 * 2.47 / 4.24264 is 2.2117 to 4.6683.
    by_t, normal = "M = 3.44, SD = 2.47, n = 18, 95% CI [2.21, 4.67]", "[2.30, 4.58]"

    assert judged(by_t).outcome is POSSIBLE
    assert judged(by_t.replace("[2.21, 4.67]", normal)).outcome is POSSIBLE
    assert judged(by_t.replace("[2.21, 4.67]", normal), "M=mean:interval=t").outcome is NOT
    assert judged(by_t.replace("2.21", "2.01")).outcome is ODD
    assert judged(by_t.replace("95%", "90%").replace("[2.21, 4.67]", "[2.43, 4.45]")).outcome is (
        POSSIBLE
    )
    assert judged("M = 3.44, 95% CI [3.52, 4.67]").outcome is NOT


@pytest.mark.parametrize(
    "ends",
    # Of 12 of 48: Wald by hand (0.25 -+ 1.95996 * 0.0625), and Wilson, Clopper and Pearson,
    # Jeffreys, Agresti and Coull by another library.
    ["12.8% to 37.2%", "14.9% to 38.8%", "13.6-39.6", "[14.5, 38.5]", "14.8, 38.9", ".13 to .37"],
)
def test_five_intervals_of_a_share_are_known(ends: str) -> None:
    assert judged(f"It was 12/48 (25.0%, 95% CI {ends}).").outcome is POSSIBLE


def test_another_interval_of_a_share_is_odd_and_refuted_where_it_is_said() -> None:
    text = "It was 12/48 (25.0%, 95% CI 10.8% to 37.2%)."

    assert judged(text).outcome is ODD
    assert judged(text, "%=rate[count,of]:interval=wilson").outcome is NOT


@pytest.mark.parametrize("ends", ["10.8 to 37.2", "10.8%-37.2%", "10.8–37.2"])
def test_a_comma_may_stand_before_an_interval(ends: str) -> None:
    assert judged(f"It was 12/48 (25.0%; 95% CI, {ends}).").outcome is ODD


def test_numbers_that_commas_part_after_a_comma_may_be_a_list() -> None:
    assert judged("It was 12/48 (25.0%; 95% CI, 30, 60).").outcome is POSSIBLE


def test_a_share_of_counts_is_their_quotient() -> None:
    assert judged("In all, 12 of 48 readers (25.0%) did.").outcome is POSSIBLE
    assert judged("In all, 12 of 48 readers (25.1%) did.").outcome is NOT
    assert judged("Some did (12/48; 25.1%).").outcome is NOT
    assert judged("48명 중 12명(25.1%)").outcome is NOT
    # 12 of 46, who answered.
    assert judged("In all, 12 of 48 readers (26.1%) did.").outcome is ODD
    # 2/3 cut off.
    assert judged("Some did: 66.6% (20/30).").outcome is ODD
    assert judged("Of all, 52 of 48 (108.3%)").outcome is NOT


@pytest.mark.parametrize("text", ["3 of 10 (95% CI 10-60)", "5 of 7 days, 20% more", "on 12/48"])
def test_no_other_percentage_is_taken_for_a_share(text: str) -> None:
    assert cells(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Grade 3/4 (12%) neutropenia, ECOG 0/1 (98%)",
        "They scored 3/5 (42%), 4/5 (30%) or 5/5 (28%).",
        "In 9/11 (30%), and at 24/7 (50%), or 120/80 (12%)",
        "Downloading 30 of 120 (15%)",
        "epoch 30/50 (7%)",
        "A dose of 1 of 4 (10%, 20%, 30%, 40%)",
    ],
)
def test_grades_dates_and_steps_are_no_counts(text: str) -> None:
    read = statements_of(text).unwrap()

    assert not read.parts
    assert "not read" in read.notes[0].text


def test_a_step_of_few_is_a_count_where_it_gives_the_share() -> None:
    assert judged("Some did (3/8, 37.5%).").outcome is POSSIBLE
    assert judged("Some did (2/3, 66.6%).").outcome is ODD


@pytest.mark.parametrize(
    "text",
    [
        "24 couples (24 women, 24 men)",
        "14 schools (130 girls, 120 boys)",
        "48 trials (30 women, 30 men)",
        "Two groups of 48 participants (50 women, 46 men)",
        "48 participants per group (60 women, 36 men)",
        "n = 24 in each group (30 women, 18 men)",
        "Study 1 (30 women, 18 men)",
        "In Study 2, 130 women and 120 men took part.",
        "Over 6 weeks: 130 women and 120 men",
        "mean age = 23; 30 women, 18 men",
    ],
)
def test_parts_are_those_of_persons(text: str) -> None:
    assert cells(text) == []


def test_parts_that_exclude_each_other_are_no_more_than_the_whole() -> None:
    assert judged("There were 48 participants (30 women, 18 men).").outcome is POSSIBLE
    assert judged("There were 48 participants (30 women, 19 men).").outcome is NOT
    assert judged("N = 48 (20 male and 29 female)").outcome is NOT
    fewer = judged("There were 48 participants (30 women, 15 men).")
    assert fewer.outcome is POSSIBLE
    assert "less than the whole" in fewer.findings[0].note
