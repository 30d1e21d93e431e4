"""Where the files of a review lie, and which run and seed a name says."""

from pathlib import Path

import pytest

from measurand.studies.review.edge.files.folders import (
    SeededRun,
    aggregated_files,
    run_files,
    seeded_run,
    seeded_run_of,
)

RUN = SeededRun("demo", 42)


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("outputs", "results/demo__seed42_proposed/outputs.jsonl"),
        ("scorecards", "results/demo__seed42_proposed/scorecards.jsonl"),
        ("metrics", "results/demo__seed42_proposed/derived/metrics/structural_metrics.csv"),
        ("table", "results/demo__seed42_proposed/derived/metrics/structural_metrics_table.md"),
        ("report", "reports/demo__seed42_proposed/metric_report.html"),
    ],
)
def test_a_file_of_a_run_lies_where_the_layout_says(kind: str, path: str) -> None:
    files = run_files(Path("top"), RUN.folder)

    assert getattr(files, kind) == Path("top") / path


def test_the_aggregate_lies_beside_the_runs() -> None:
    files = aggregated_files(Path("top"), "demo")

    assert files.metrics == Path("top/results/demo_aggregated/aggregated_mean_std.csv")
    assert files.table == Path("top/results/demo_aggregated/aggregated_mean_std.md")


@pytest.mark.parametrize("run", [RUN, SeededRun("a__seed1", 0), SeededRun("맛 집", 123)])
def test_a_folder_name_gives_back_its_run(run: SeededRun) -> None:
    assert seeded_run(run.folder) == run


@pytest.mark.parametrize(
    "name",
    [
        "demo",
        "demo__seed_proposed",
        "demo__seed42",
        "demo__seed42_other",
        "demo__seed042_proposed",
        "demo__seed-1_proposed",
        "demo__seed٤_proposed",
        "__seed42_proposed",
        "demo__seed42_proposed\n",
    ],
)
def test_another_name_is_refused_with_the_form_that_is_expected(name: str) -> None:
    with pytest.raises(ValueError, match="expected <run>__seed<number>_proposed"):
        seeded_run(name)


@pytest.mark.parametrize("run", ["", ".", "..", "a/b", "a\\b", "a\x00b"])
def test_a_run_that_can_be_no_folder_is_refused(run: str) -> None:
    with pytest.raises(ValueError, match="named as a folder"):
        SeededRun(run, 1)


def test_an_aggregate_cannot_leave_its_folder() -> None:
    with pytest.raises(ValueError, match="named as a folder"):
        aggregated_files(Path("top"), "../up")


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        SeededRun("demo", -1)


def test_every_file_of_a_run_says_its_run() -> None:
    files = run_files(Path("top"), RUN.folder)

    assert {seeded_run_of(path) for path in (files.outputs, files.metrics, files.report)} == {RUN}


def test_the_nearest_folder_says_the_run() -> None:
    assert seeded_run_of(Path("a__seed1_proposed/b__seed2_proposed/x.jsonl")).run == "b"


def test_a_file_can_say_its_run_itself() -> None:
    assert seeded_run_of(Path("demo__seed42_proposed.jsonl")) == RUN


def test_a_path_without_a_run_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no run and seed in the path 'x/y\.jsonl'"):
        seeded_run_of(Path("x/y.jsonl"))
