"""The public cases of docs/examples/gallery: what is refuted, what is possible, and nobody accused.

Each case names its source in the claims file; the outcomes were known before.
"""

import json
from collections import Counter
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from measurand.algebra.rounding import hull
from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_sheet import sheet_of
from measurand.auditing.proofs.closed.arithmetic import fraction_prints, same_total
from measurand.auditing.proofs.closed.f import LEFT_OUT, MEAN_OF_F, MICRO, OF_MEANS
from measurand.auditing.proofs.finding import Finding
from measurand.auditing.proofs.grain.grim import compatible
from measurand.auditing.proofs.prove import Proved, lint
from measurand.auditing.proofs.sheet import Role
from measurand.edges.claims.load import load_claims
from measurand.edges.cli import main
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

GALLERY = Path(__file__).parents[2] / "docs" / "examples" / "gallery" / "claims.toml"
HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
ANY = "skillopt-livemath, any number of items"
SOKOBAN, ALL_IN = "videorlvr-sokoban", "videorlvr-sokoban, no sample left out"


@pytest.fixture(scope="module")
def claims() -> Claims:
    found = load_claims(GALLERY)
    assert is_successful(found)
    return found.unwrap()


def linted(claims: Claims, name: str) -> Proved:
    return lint(sheet_of(next(table for table in claims.tables if table.name == name)))


def refuted(proved: Proved) -> list[str]:
    return [one.name for one in proved.questions if one.verdict is REFUTED]


def of_f(proved: Proved) -> list[dict[str, Verdict]]:
    """Give, for each row, what each reading of F comes to."""
    asked = [one for one in proved.questions if one.name.startswith("f: ")]
    return [{finding.reading: finding.verdict for finding in one.findings} for one in asked]


def finding(proved: Proved, rule: str) -> Finding:
    return next(one for one in proved.findings if one.rule == rule)


def test_no_score_of_livemath_is_a_count_over_124(claims: Claims) -> None:
    found = linted(claims, "skillopt-livemath")
    assert refuted(found) == [f"count: {row} / score" for row in "123456"]
    assert finding(found, "grim").because == (
        "not reproducible under a count over 124: 27/124 prints as 21.8%, 28/124 as 22.6%"
    )


def test_only_125_250_and_375_fit_all_six_scores(claims: Claims) -> None:
    found = linted(claims, ANY)
    assert refuted(found) == []
    assert finding(found, "common-size").because == "the cells fit N = 125, 250, 375 of 1..400"
    cells = [cell for _, _, cell in found.sheet.cells(Role.RATE)]
    assert compatible([hull(cell) for cell in cells], 400) == (125, 250, 375)


def test_docvqa_is_no_count_over_374(claims: Claims) -> None:
    found = linted(claims, "skillopt-docvqa")
    assert refuted(found) == ["count: 1 / score"]
    assert finding(found, "grim").because == (
        "not reproducible under a count over 374: 327/374 prints as 87.4%, 328/374 as 87.7%"
    )


def test_an_f1_above_that_of_p_and_r_is_refuted_under_every_averaging_of_the_same_samples(
    claims: Claims,
) -> None:
    same = {MICRO: REFUTED, OF_MEANS: REFUTED, MEAN_OF_F: REFUTED}
    found, said = linted(claims, SOKOBAN), linted(claims, ALL_IN)
    assert (refuted(found), refuted(said)) == ([], ["f: Sokoban / P, R, F1"])
    assert of_f(found) == [{**same, LEFT_OUT: UNDECIDED}]
    assert of_f(said) == [same]


def test_all_rows_of_telemanom_are_possible_as_a_mean_and_not_as_f_of_p_and_r(
    claims: Claims,
) -> None:
    found = linted(claims, "telemanom")
    assert refuted(found) == []
    assert of_f(found) == [{MICRO: REFUTED, OF_MEANS: REFUTED, MEAN_OF_F: HOLDS}] * 8


def test_gerbil_is_possible_as_a_mean_and_not_as_f1_of_means(claims: Claims) -> None:
    found = linted(claims, "gerbil-kore50")
    assert refuted(found) == []
    assert of_f(found) == [{MICRO: REFUTED, OF_MEANS: REFUTED, MEAN_OF_F: HOLDS}]
    said = linted(claims, "gerbil-kore50, F1 of means")
    assert of_f(said) == [{OF_MEANS: REFUTED}]


@pytest.mark.parametrize(
    ("fraction", "printed", "other"), [("3.6/5", "0.76", "0.72"), ("4.14/7", "0.63", "0.591")]
)
def test_a_fraction_is_not_the_decimal_beside_it(fraction: str, printed: str, other: str) -> None:
    assert fraction_prints(fraction, Printed.parse(printed)).verdict is REFUTED
    assert fraction_prints(fraction, Printed.parse(other)).verdict is HOLDS


def test_the_two_means_of_gdpval_are_one_total_over_two_denominators() -> None:
    first, second = Printed.parse("55.355"), Printed.parse("54.10")
    assert same_total(first, 215, second, 220).verdict is HOLDS
    assert same_total(first, 220, second, 215).verdict is REFUTED
    assert same_total(first, 215, second, 219).verdict is REFUTED


def test_the_claims_of_the_gallery_come_to_their_known_outcomes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", str(GALLERY), "--format", "json"]) == 1
    outcomes = json.loads(capsys.readouterr().out)["outcomes"]
    found = {one["id"]: one["verdict"] for one in outcomes}
    expected = {one["id"] for one in outcomes if one["expected_to_fail"]}
    assert expected == {"coref-readme 1", "coref-readme 2"}
    assert {name for name, verdict in found.items() if verdict == "holds"} >= {
        "gdpval",
        "sdfflow-means 1",
        "sdfflow-means 2",
        *expected,
    }
    assert [name for name, verdict in found.items() if verdict == "undecided"] == [SOKOBAN]


def test_nine_true_refutations_and_no_false_accusation(claims: Claims) -> None:
    found = Counter({table.name: len(refuted(lint(sheet_of(table)))) for table in claims.tables})
    assert +found == Counter(
        {
            "skillopt-livemath": 6,
            "skillopt-docvqa": 1,
            ALL_IN: 1,
            "gerbil-kore50, F1 of means": 1,
        }
    )
    assert found.keys() - (+found).keys() == {ANY, SOKOBAN, "telemanom", "gerbil-kore50"}
