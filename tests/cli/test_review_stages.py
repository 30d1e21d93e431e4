"""The stages of a review from end to end: what each writes, where, and what it prints."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.reviewing import (
    DETAIL,
    METRICS,
    PAGE,
    RESULT,
    RESULTS,
    RUN,
    TABLE,
    card,
    lines,
    metrics_of,
    output,
    rows_of,
    said,
)
from tests.cli.running import Shell

# Of two samples the first is fixed by the review, the second was right and stays so.
KEPT = {
    f"{RESULT}.stage1_tuples": [said("soup", "positive")],
    "stage_delta": {"changed": False, "change_type": "none"},
}
CARDS = lines([card(1), card(2, KEPT)])
OUTPUTS = lines([output(1), output(2, {"final_result.stage1_tuples": [said("soup", "positive")]})])
STAGES = ("score", "aggregate", "report", "seeds")
FORMATS = ("text", "json", "md", "csv", "latex")


@pytest.fixture
def run(shell: Shell) -> Shell:
    """Put a run, its outputs and its scorecards, where document and stages say."""
    folder = shell.folder / RESULTS
    folder.mkdir(parents=True)
    (folder / "outputs.jsonl").write_bytes(OUTPUTS)
    (folder / "scorecards.jsonl").write_bytes(CARDS)
    return shell


def found(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_score_writes_the_scorecards_beside_the_outputs(run: Shell) -> None:
    (run.folder / RESULTS / "scorecards.jsonl").unlink()

    ran = run("review", "score", RESULTS)

    assert (ran.code, ran.err) == (0, "")
    assert found(run.folder) == {f"{RESULTS}/outputs.jsonl", f"{RESULTS}/scorecards.jsonl"}


def test_score_makes_one_scorecard_of_every_output(run: Shell) -> None:
    run("review", "score", RESULTS)

    made = run.read(f"{RESULTS}/scorecards.jsonl").decode().splitlines()
    records = [json.loads(line) for line in made]
    assert [record["meta"]["text_id"] for record in records] == ["d1", "d2"]
    assert [record["stage_delta"]["changed"] for record in records] == [True, False]


def test_aggregate_writes_a_row_a_table_and_a_detail_file(run: Shell) -> None:
    before = found(run.folder)

    ran = run("review", "aggregate", RESULTS)

    assert (ran.code, ran.err) == (0, "")
    assert found(run.folder) - before == {METRICS, TABLE, DETAIL}


def test_report_writes_one_page(run: Shell) -> None:
    before = found(run.folder)

    ran = run("review", "report", RESULTS)

    assert (ran.code, ran.err) == (0, "")
    assert found(run.folder) - before == {PAGE}


def test_seeds_writes_into_the_folder_of_the_aggregated_run(run: Shell) -> None:
    before = found(run.folder)

    ran = run("review", "seeds", RESULTS)

    assert (ran.code, ran.err) == (0, "")
    assert found(run.folder) - before == {
        f"results/demo_aggregated/aggregated_mean_std.{ending}" for ending in ("csv", "md", "json")
    }


def test_what_score_makes_of_outputs_has_the_metrics_of_the_scorecards(run: Shell) -> None:
    run("review", "aggregate", RESULTS, "--out", "given")
    run("review", "score", RESULTS)
    run("review", "aggregate", RESULTS, "--out", "made")

    assert metrics_of(run.folder / "made") == metrics_of(run.folder / "given")


def test_files_are_written_below_the_folder_that_was_asked_for(run: Shell) -> None:
    before = found(run.folder)

    run("review", "aggregate", RESULTS, "--out", "deep/er")

    assert found(run.folder) - before == {f"deep/er/{name}" for name in (METRICS, TABLE, DETAIL)}


def test_the_metrics_are_those_of_the_two_samples(run: Shell) -> None:
    run("review", "aggregate", RESULTS)

    row = metrics_of(run.folder)
    assert {name: row[name] for name in ("n", "N_gold", "n_fix", "n_keep", "n_break")} == {
        "n": "2",
        "N_gold": "2",
        "n_fix": "1",
        "n_keep": "1",
        "n_break": "0",
    }
    # Stage 1 has one of two right, the final one both; one of one wrong sample is fixed.
    assert (row["tuple_f1_s1"], row["tuple_f1_s2"], row["delta_f1"]) == ("0.5", "1", "0.5")
    assert (row["fix_rate"], row["break_rate"], row["net_gain"]) == ("1", "0", "0.5")
    assert (row["pre_to_post_change_rate"], row["guided_by_review_rate"]) == ("0.5", "1")


def test_the_csv_file_has_one_header_and_one_row(run: Shell) -> None:
    run("review", "aggregate", RESULTS)

    text = run.read(METRICS).decode()
    header, row = csv.reader(text.splitlines())
    assert len(header) == len(row) == len(set(header))
    assert header[:5] == ["run", "profile", "where", "skipped", "n"]
    assert row[:4] == [RUN, "documented", "", "0"]


def test_an_undefined_metric_is_a_blank_cell_and_no_failure(shell: Shell) -> None:
    shell.write(f"{RUN}.jsonl", lines([card(1, {"inputs": {}})]))

    ran = shell("review", "aggregate", f"{RUN}.jsonl")

    assert ran.code == 0
    assert metrics_of(shell.folder)["tuple_f1_s2"] == ""
    assert metrics_of(shell.folder)["override_applied_n"] == ""


def test_the_text_says_why_a_metric_is_undefined(shell: Shell) -> None:
    shell.write(f"{RUN}.jsonl", lines([card(1, {"inputs": {}})]))

    ran = shell("review", "aggregate", f"{RUN}.jsonl")

    assert "n/a" in ran.out
    assert f"{RUN}: undefined (no override gate): override_applied_n" in ran.out


def test_the_table_has_a_line_for_every_metric(run: Shell) -> None:
    run("review", "aggregate", RESULTS)

    table = run.read(TABLE).decode().splitlines()
    names = [line.split(" | ")[0].removeprefix("| ") for line in table if line.startswith("| ")]
    metrics = [name for name in names if name not in {"metric", "---"}]
    assert sorted(metrics) == sorted(
        metrics_of(run.folder).keys() - {"run", "profile", "where", "skipped"}
    )
    assert "| tuple_f1_s2 | 1.0000 |" in table
    assert "| override_applied_n | n/a |" in table
    assert "| n_fix | 1 |" in table


def test_the_detail_file_has_exact_values_reasons_and_signatures(run: Shell) -> None:
    run("review", "aggregate", RESULTS)

    tree = json.loads(run.read(DETAIL))
    metrics = {one["metric"]: one for one in tree["metrics"]}
    assert (tree["schema"], tree["run"], tree["profile"]) == (2, RUN, "documented")
    assert metrics["tuple_f1_s1"]["score"]["value"] == "1/2"
    assert metrics["tuple_f1_s1"]["denominator"] == "2 samples"
    assert metrics["override_applied_n"]["score"] == {"undefined": "no override gate"}
    assert all("/1(" in one["definition"] for one in metrics.values())


def test_the_row_and_the_detail_file_say_the_same(run: Shell) -> None:
    run("review", "aggregate", RESULTS)

    row = metrics_of(run.folder)
    for one in json.loads(run.read(DETAIL))["metrics"]:
        cell = row[one["metric"]]
        exact = one["score"].get("value")
        assert (exact and float(Fraction(exact))) == (float(cell) if cell else None)


def test_seeds_have_mean_and_deviation_and_how_many_seeds_have_them(shell: Shell) -> None:
    # F1 of stage 1 is 0 with seed 1 and 1 with seed 2: 1/2, and 0.7071 over n - 1.
    shell.write("demo__seed1_proposed.jsonl", lines([card(1)]))
    shell.write("demo__seed2_proposed.jsonl", lines([card(1, KEPT)]))

    shell("review", "seeds", "demo__seed1_proposed.jsonl", "demo__seed2_proposed.jsonl")

    found = rows_of(shell.folder / "results/demo_aggregated/aggregated_mean_std.csv")
    by_name = {row["metric"]: row for row in found}
    assert by_name["tuple_f1_s1"] == {
        "metric": "tuple_f1_s1",
        "mean": "0.5000",
        "std": "0.7071",
        "seeds": "2 of 2",
    }
    # With seed 1 nothing was right before, with seed 2 nothing was wrong.
    assert (by_name["break_rate"]["mean"], by_name["break_rate"]["seeds"]) == ("0.0000", "1 of 2")
    assert by_name["break_rate"]["std"] == "n/a"


def test_the_deviation_over_n_is_an_option(shell: Shell) -> None:
    shell.write("demo__seed1_proposed.jsonl", lines([card(1)]))
    shell.write("demo__seed2_proposed.jsonl", lines([card(1, KEPT)]))
    files = ("demo__seed1_proposed.jsonl", "demo__seed2_proposed.jsonl")

    shell("review", "seeds", *files, "--set", "ddof=0")

    found = rows_of(shell.folder / "results/demo_aggregated/aggregated_mean_std.csv")
    by_name = {row["metric"]: row for row in found}
    assert by_name["tuple_f1_s1"]["std"] == "0.5000"


def test_seeds_of_two_runs_are_averaged_by_run(shell: Shell) -> None:
    names = [f"{run}__seed{seed}_proposed.jsonl" for run in ("a", "b") for seed in (1, 2)]
    for name in names:
        shell.write(name, CARDS)

    tree = shell("review", "seeds", *names, "--format", "json").json

    runs = tree["runs"]
    assert isinstance(runs, list)
    assert [(one["run"], one["seeds"]) for one in runs] == [("a", [1, 2]), ("b", [1, 2])]


def test_the_seeds_name_their_metrics_over_all_samples_pooled(shell: Shell) -> None:
    shell.write("demo__seed1_proposed.jsonl", lines([card(1)]))
    shell.write("demo__seed2_proposed.jsonl", lines([card(1, KEPT), card(2, KEPT)]))

    shell("review", "seeds", "demo__seed1_proposed.jsonl", "demo__seed2_proposed.jsonl")

    tree = json.loads(shell.read("results/demo_aggregated/aggregated_mean_std.json"))
    merged = {one["metric"]: one for one in tree["merged"]}
    assert merged["n"]["score"] == {"value": "3", "decimal": "3"}
    assert merged["tuple_f1_s1"]["score"]["value"] == "2/3"


def test_a_run_that_names_no_seed_has_no_seeds(shell: Shell) -> None:
    shell.write("mine.jsonl", CARDS)

    ran = shell("review", "seeds", "mine.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("mine.jsonl: expected ")
    assert "<run>__seed<number>_proposed" in ran.err


@pytest.mark.parametrize("given", [RESULTS, f"{RESULTS}/scorecards.jsonl"])
def test_a_run_is_given_as_its_folder_or_as_its_file(run: Shell, given: str) -> None:
    assert run("review", "aggregate", given).code == 0
    assert metrics_of(run.folder)["n"] == "2"


def test_a_file_that_names_no_run_lends_its_own_name(shell: Shell) -> None:
    shell.write("mine.jsonl", CARDS)

    shell("review", "aggregate", "mine.jsonl")

    assert metrics_of(shell.folder, "mine")["n"] == "2"


@pytest.mark.parametrize("stage", STAGES)
def test_two_runs_of_one_name_are_refused(run: Shell, stage: str) -> None:
    before = found(run.folder)

    ran = run("review", stage, RESULTS, RESULTS)

    assert (ran.code, ran.out) == (2, "")
    assert f"FILE: expected runs whose names differ, got '{RUN}' twice" in ran.err
    assert found(run.folder) == before


def test_several_runs_stand_side_by_side(shell: Shell) -> None:
    shell.write("one.jsonl", CARDS)
    shell.write("two.jsonl", lines([card(1)]))

    ran = shell("review", "aggregate", "one.jsonl", "two.jsonl", "--format", "csv")

    assert "metric,one,two\n" in ran.out
    assert "\ntuple_f1_s1,0.5000,0.0000\n" in ran.out
    assert "\nn,2,1\n" in ran.out
