"""The main job on real data: printed tables of two projects, checked and audited."""

import json
from pathlib import Path

import pytest
from attrs import frozen

from measurand.edges.cli import main

pytestmark = pytest.mark.conformance

CLAIMS = Path(__file__).parent / "claims"


@frozen
class Outcome:
    """What a command printed as JSON, and its exit code."""

    code: int
    tables: dict[str, dict[str, object]]

    def cells(self, table: str, key: str = "cells") -> list[dict[str, object]]:
        found = self.tables[table][key]
        assert isinstance(found, list)
        return found

    def verdicts(self, table: str) -> list[object]:
        return [cell["verdict"] for cell in self.cells(table)]

    def findings(self, table: str) -> dict[str, dict[str, object]]:
        found = self.tables[table]["findings"]
        assert isinstance(found, list)
        return {finding["option"]: finding for finding in found}


def run(
    command: str, claims: str, data: Path, capsys: pytest.CaptureFixture[str], *more: str
) -> Outcome:
    code = main([command, str(CLAIMS / claims), "--root", str(data), "--format", "json", *more])
    tree = json.loads(capsys.readouterr().out)
    assert tree["exit_code"] == code
    return Outcome(code, {table["name"]: table for table in tree["tables"]})


def test_all_112_cells_of_the_selection_table_are_reproduced(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("check", "got_selection.toml", data, capsys)

    assert found.verdicts("5-2") == ["holds"] * 112
    assert found.code == 0


def test_all_14_cells_of_the_two_seed_rows_are_reproduced(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("check", "got_selection.toml", data, capsys, "--table", "seed")

    assert found.verdicts("seed") == ["holds"] * 14


def test_a_tie_is_reproduced_and_reported_as_a_tie(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("check", "got_selection.toml", data, capsys, "--table", "5-2")

    ties = [cell for cell in found.cells("5-2") if cell["tie"]]
    assert [cell["column"] for cell in ties] == ["f1"]
    assert [cell["printed"] for cell in ties] == [
        {"text": "43.8%", "decimals": 1, "unit": "%", "rounding": "decimal"}
    ]


def test_the_selection_table_identifies_every_choice_but_the_credit(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "got_selection.toml", data, capsys, "--table", "5-2")

    table, findings = found.tables["5-2"], found.findings("5-2")
    assert table["definitions_tried"] == 776
    assert table["definitions_that_survive"] == 2
    assert {name: finding["survive"] for name, finding in findings.items()} == {
        "credit": ["similarity", "fuzzy"],
        "data": ["final"],
        "average": ["macro[sample]"],
        "both_empty": ["1+1"],
        "gold_empty": ["0+0"],
        "pred_empty": ["0+0"],
        "aggregate": ["harmonic"],
    }
    assert [name for name, finding in findings.items() if not finding["identified"]] == ["credit"]
    assert found.code == 0


def test_the_sample_that_would_separate_the_survivors_is_an_exact_match(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "got_selection.toml", data, capsys, "--table", "5-2")

    separating = found.tables["5-2"]["separating_sample"]
    assert isinstance(separating, dict)
    assert separating["origin"] == "made up"
    assert "gold [a], predicted [a]" in str(separating["sample"])


def test_the_earlier_revision_scored_the_first_evaluated_step(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "got_selection_earlier.toml", data, capsys)

    assert found.findings("5-2 @4caad3f")["data"]["survive"] == ["first"]
    assert found.code == 0


def test_every_f1_has_a_spread_with_definitions_at_its_ends(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "got_selection.toml", data, capsys, "--table", "seed")

    spreads = {
        (cell["row"], cell["column"]): cell["definitional_uncertainty"]
        for cell in found.cells("seed")
    }
    spread = spreads["DeepSeek IO", "f1"]
    assert isinstance(spread, dict)
    assert spread["low"]["definitions"]
    assert spread["high"]["definitions"]
    assert float(spread["low"]["score"]["decimal"]) < 0.428
    assert float(spread["high"]["score"]["decimal"]) > 0.428


def test_the_judge_table_has_cells_that_no_definition_prints(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("check", "got_judge.toml", data, capsys)

    missed = [cell for cell in found.cells("5-3") if cell["verdict"] == "refuted"]
    rows = {str(cell["row"]) for cell in missed}
    assert rows == {"deepseek_io", "deepseek_cot", "deepseek_got"}
    assert len(missed) == 16
    assert all(cell["computed"] for cell in missed)
    assert found.code == 1


def test_the_audit_of_the_judge_table_names_the_cells_that_nothing_prints(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "got_judge.toml", data, capsys)

    lost = {
        (str(cell["row"]), str(cell["column"]))
        for cell in found.cells("5-3")
        if cell["verdict"] == "refuted"
    }
    assert ("deepseek_io", "cost_avg_label") in lost
    assert {row for row, _ in lost} == {"deepseek_io", "deepseek_cot", "deepseek_got"}
    assert all(cell["nearest"] for cell in found.cells("5-3") if cell["verdict"] == "refuted")
    assert found.tables["5-3"]["verdict"] == "refuted"
    without = found.tables["5-3"]["rows_without_a_definition"]
    assert isinstance(without, list)
    assert {row for row, _ in lost} <= set(without)
    assert found.code == 1


def test_all_48_rows_of_the_span_scores_are_reproduced(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("check", "hipe.toml", data, capsys)

    assert found.verdicts("sonar-de") == ["holds"] * 216
    assert len({cell["row"] for cell in found.cells("sonar-de")}) == 48
    assert found.verdicts("sonar-de, standard deviations") == ["holds"] * 72
    assert found.code == 0


def test_the_span_scores_identify_joint_pairing_charged_to_the_gold_type(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "hipe.toml", data, capsys)

    findings = found.findings("sonar-de")
    assert {name: finding["survive"] for name, finding in findings.items()} == {
        "match.scope": ["joint"],
        "match.assign": ["greedy"],
        "charge": ["gold"],
        "both_empty": ["drop"],
        "gold_empty": ["0+skip"],
        "pred_empty": ["skip+0", "0+0", "drop"],
        "aggregate": ["mean"],
    }
    spread = found.findings("sonar-de, standard deviations")["statistic"]
    assert spread["survive"] == ["population_stdev"]


def test_printed_f1_of_12_review_runs_identify_key_and_counting_but_not_the_wildcard(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "review.toml", data, capsys)

    table, findings = found.tables["tuple_f1_s2"], found.findings("tuple_f1_s2")
    assert (table["definitions_tried"], table["definitions_that_survive"]) == (144, 8)
    assert {name: finding["survive"] for name, finding in findings.items()} == {
        "gold": ["gold_tuples"],
        "answer": ["final_tuples", "final_tuples[implicit=empty_term]"],
        "answer_unit": ["first[ref,term]+polarity"],
        "match": ["set"],
        "wildcard": ["gold[term]", "both[term]"],
        "average": ["macro[sample]"],
        "both_empty": ["1+1", "drop"],
    }
    identified = {name for name, finding in findings.items() if finding["identified"]}
    assert identified >= {"answer_unit", "match", "average"}
    assert not identified & {"wildcard", "answer", "both_empty"}


def test_a_termless_prediction_would_tell_the_direction_of_the_wildcard(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run("audit", "review.toml", data, capsys)

    separating = found.tables["tuple_f1_s2"]["separating_sample"]
    assert isinstance(separating, dict)
    assert separating["origin"] == "made up"
    assert "gold [(x, , a)], predicted [(x, , )]" in str(separating["sample"])
