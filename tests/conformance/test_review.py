"""The real review runs have the metrics that their own project published of them."""

import csv
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from measurand.edges.cli import main
from measurand.edges.files.json.value import decode
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import PROFILES, texts
from measurand.studies.review.scorecard import Scorecard
from measurand.values.score import Defined, Score
from properties.oracles import review as oracle

pytestmark = pytest.mark.conformance

RUNS = 12
COLUMNS = 44
"""How many of our metrics are columns of the published tables."""
CLOSE = 1e-12
SEEDS = tuple(f"cr_n50_m0__seed{seed}_proposed" for seed in (42, 123, 456))
AGGREGATED = "cr_n50_m0_aggregated"
# What the project calls otherwise.
RENAMED = {
    "override_skipped_low_signal_n": "debate_override_skipped_low_signal",
    "override_skipped_already_confident_n": "debate_override_skipped_already_confident",
}
# The publishing project counts these, but does not print them.
UNPUBLISHED = {
    "n_fix",
    "n_break",
    "n_still",
    "n_keep",
    "hallucination_out_of_text_rate",
    "hallucination_span_misalignment_rate",
    "hallucination_target_filter_rate",
}


def files(data: Path) -> list[Path]:
    found = sorted((data / "cr").glob("*_proposed.jsonl"))
    assert len(found) == RUNS
    return found


def row_of(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    return row


def published(data: Path, run: str) -> dict[str, str]:
    return row_of(data / "cr" / "expected" / run / "structural_metrics.csv")


def cards(path: Path) -> Iterator[Scorecard]:
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        yield scorecard(decode(line, max_depth=99), name=f"line {number}")


def aggregated(out: Path, stage: str, profile: str, *runs: Path) -> None:
    words = ["review", stage, *map(str, runs), "--profile", profile, "--out", str(out)]
    assert main(words) == 0


def differences(ours: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Say where two rows differ by more than the last bits; blank is undefined."""
    found: dict[str, tuple[str, str]] = {}
    for name, cell in ours.items():
        other = theirs[RENAMED.get(name, name)]
        same = cell == other if not (cell and other) else abs(float(cell) - float(other)) <= CLOSE
        if not same:
            found[name] = (cell, other)
    return found


def metrics(row: Mapping[str, str]) -> dict[str, str]:
    """Take the cells that are metrics and that are published too."""
    about = {"run", "profile", "where", "skipped"}
    return {name: cell for name, cell in row.items() if name not in UNPUBLISHED | about}


def test_as_run_every_published_column_of_every_run_is_reproduced(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aggregated(tmp_path, "aggregate", "as-run", *files(data))

    checked = 0
    for file in files(data):
        place = tmp_path / "results" / file.stem / "derived/metrics/structural_metrics.csv"
        ours = metrics(row_of(place))
        assert differences(ours, published(data, file.stem)) == {}, file.stem
        assert len(ours) == COLUMNS
        checked += len(ours)

    assert checked == RUNS * COLUMNS
    with capsys.disabled():
        told = f"{checked} cells reproduced to {CLOSE}: {COLUMNS} columns x {RUNS} runs"
        print(f"\nreview, as-run: {told}")  # noqa: T201 - that it was so many is the result


def test_as_run_the_seeds_pooled_have_the_merged_metrics(data: Path, tmp_path: Path) -> None:
    aggregated(tmp_path, "seeds", "as-run", *(data / "cr" / f"{run}.jsonl" for run in SEEDS))

    place = tmp_path / "results" / AGGREGATED / "aggregated_mean_std.json"
    merged = json.loads(place.read_bytes())["merged"]
    scores = {one["metric"]: one["score"] for one in merged}
    ours = {
        name: repr(float(Fraction(score["value"]))) if "value" in score else ""
        for name, score in scores.items()
    }
    assert len(metrics(ours)) == COLUMNS
    assert differences(metrics(ours), published(data, AGGREGATED)) == {}


def test_as_run_mean_and_deviation_over_seeds_are_the_printed_ones(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aggregated(tmp_path, "seeds", "as-run", *(data / "cr" / f"{run}.jsonl" for run in SEEDS))

    ours = by_metric(tmp_path / "results" / AGGREGATED / "aggregated_mean_std.csv")
    theirs = by_metric(data / "cr" / "expected" / AGGREGATED / "aggregated_mean_std.csv")
    found = {name: cells for name, cells in ours.items() if name not in {*UNPUBLISHED, "skipped"}}
    assert found == {name: theirs[RENAMED.get(name, name)] for name in found}
    assert len(found) == COLUMNS
    with capsys.disabled():
        print(f"\nreview, as-run: mean and deviation of {len(found)} metrics over 3 seeds")  # noqa: T201


def by_metric(path: Path) -> dict[str, tuple[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["metric"]: (row["mean"], row["std"]) for row in csv.DictReader(file)}


@pytest.mark.parametrize("profile", ["documented", "recommended"])
def test_every_run_has_every_metric_under_the_other_profiles(
    data: Path, tmp_path: Path, profile: str
) -> None:
    aggregated(tmp_path, "aggregate", profile, *files(data))

    for file in files(data):
        place = tmp_path / "results" / file.stem / "derived/metrics/structural_metrics.csv"
        row = row_of(place)
        assert set(metrics(row)) | UNPUBLISHED | {"run", "profile", "where", "skipped"} == set(row)
        assert int(row["n"]) == sum(1 for _ in cards(file))
        assert row["tuple_f1_s2"]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_metric_of_every_run_is_the_oracles(data: Path, profile: str) -> None:
    options = PROFILES[profile]
    for file in files(data):
        rows = list(cards(file))
        found = evaluate(rows, options)
        told = oracle.expected(rows, texts(options))
        ours = {name: value(found[name]) for name in told}
        assert ours == told, file.stem


def value(score: Score) -> object:
    return score.value if isinstance(score, Defined) else None


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_written_is_what_is_computed_from_the_scorecards(
    data: Path, tmp_path: Path, profile: str
) -> None:
    aggregated(tmp_path, "aggregate", profile, *files(data))

    for file in files(data):
        place = tmp_path / "results" / file.stem / "derived/metrics/structural_metrics.csv"
        row = row_of(place)
        for name, score in evaluate(cards(file), PROFILES[profile]).items():
            match score:
                case Defined(number):
                    assert float(row[name]) == float(number), name
                case _:
                    assert not row[name], name
