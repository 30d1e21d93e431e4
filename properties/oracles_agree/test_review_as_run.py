"""The profile as-run is the first program's reading, cell by cell, on drawn runs of a review."""

import json
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from measurand.edges.cli import main
from measurand.edges.files.json.value import decode
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import PROFILES
from measurand.values.score import Undefined
from properties.oracles import review_as_run
from properties.oracles.review_as_run import Cell, Json
from properties.oracles_agree import scorecards

COUNT = 300
SEED = 2026

REACHED = {
    "a number in quotes": r'"confidence": "\.9"',
    "an element that is no tuple": r'"(final|stage1|gold)_tuples": \[(null|7|"junk")',
    "letter case of stages": r'"stage": "Stage2"',
    "an aspect under the key term": r'"final_aspects": \[\{"term"',
    "a gold term that is an object": r'"gold_tuples": \[\{"aspect_term": \{"term"',
    "a first tuple that says nothing": r'"final_tuples": \[\{"aspect_term": "", "(polarity|label)"',
    "letter case of grounding": r'"grounding": "Explicit"',
    "a profile in meta alone": r'"profile": "p"\}, "inputs": (?!.*"profile")',
    "a span from the end": r'"span": \{"start": -[1-9]',
    "a term to be normalised twice": r'"stage1_tuples": \[\{"aspect_term": "[^"]*\.\.\. \."',
}


def written(folder: Path, runs: Sequence[Sequence[Json]]) -> list[str]:
    """Write each run into a file of its own and give their names."""
    names = [f"run{number}.jsonl" for number in range(len(runs))]
    for name, cards in zip(names, runs, strict=True):
        lines = [json.dumps(card, ensure_ascii=False) for card in cards]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return names


def aggregated(
    folder: Path, names: Sequence[str], *options: str, profile: str = "as-run"
) -> list[dict[str, Cell]]:
    """Run the program on all files and read the exact numbers that it wrote."""
    words = ["review", "aggregate", *names, "--profile", profile, *options]
    assert main([*words, "--output", "table.txt"]) == 0
    found: list[dict[str, Cell]] = []
    for name in names:
        stem = Path(name).name.removesuffix(".jsonl")
        path = folder / "results" / stem / "derived" / "metrics" / "structural_metrics.json"
        cells = json.loads(path.read_text(encoding="utf-8"))["metrics"]
        found.append(
            {
                c["metric"]: Fraction(c["score"]["value"]) if "value" in c["score"] else None
                for c in cells
            }
        )
    return found


def alone(card: Json) -> dict[str, Cell]:
    """Score one scorecard, without files."""
    read = scorecard(decode(json.dumps(card).encode(), max_depth=50), name="1")
    cells: dict[str, Cell] = {}
    for name, score in evaluate([read], PROFILES["as-run"]).items():
        value = None if isinstance(score, Undefined) else score.value
        assert value is None or isinstance(value, Fraction)
        cells[name] = value
    return cells


def differences(
    found: Sequence[dict[str, Cell]],
    runs: Sequence[Sequence[Json]],
    oracle: Callable[[Sequence[Json]], dict[str, Cell]] = review_as_run.columns,
) -> list[tuple[int, str, Cell, Cell]]:
    """Name each cell that the oracle has another number for: run, metric, ours, the oracle's."""
    return [
        (number, name, cells.get(name), cell)
        for number, (cells, cards) in enumerate(zip(found, runs, strict=True))
        for name, cell in oracle(cards).items()
        if cells.get(name) != cell
    ]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def several(cards: Sequence[Json], size: int) -> list[Sequence[Json]]:
    return [cards[at : at + size] for at in range(0, len(cards), size)]


@pytest.fixture(scope="module")
def dumped() -> list[str]:
    drawn = [*scorecards.scorecards(COUNT, SEED), *scorecards.outputs(COUNT, SEED)]
    return [json.dumps(card) for card in drawn]


@pytest.mark.parametrize("corner", REACHED)
def test_the_drawn_cards_have(corner: str, dumped: list[str]) -> None:
    assert any(re.search(REACHED[corner], card) for card in dumped)


def test_every_cell_of_every_scorecard() -> None:
    runs = several(scorecards.scorecards(COUNT, SEED), 1)

    found = [alone(card) for [card] in runs]

    assert differences(found, runs) == []


def test_every_cell_of_runs_of_several_scorecards(here: Path) -> None:
    runs = several(scorecards.scorecards(3 * COUNT, SEED + 1), 17)

    found = aggregated(here, written(here, runs))

    assert differences(found, runs) == []


@pytest.mark.parametrize("profile", ["p", "q", "nobody"])
def test_a_profile_stands_at_the_top_or_in_meta(here: Path, profile: str) -> None:
    runs = several(scorecards.scorecards(COUNT, SEED), 10)

    found = aggregated(here, written(here, runs), "--where", f"profile={profile}")

    assert differences(found, [review_as_run.chosen(run, profile) for run in runs]) == []


def test_scorecards_of_outputs(here: Path) -> None:
    drawn = several(scorecards.outputs(COUNT, SEED), 5)
    names = written(here, drawn)

    assert main(["review", "score", *names, "--profile", "as-run", "--output", "table.txt"]) == 0

    folders = [Path("results") / name.removesuffix(".jsonl") for name in names]
    lines = [
        line
        for folder in folders
        for line in (folder / "scorecards.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    ]
    outputs = [output for run in drawn for output in run]
    for line, output in zip(lines, outputs, strict=True):
        card, delta = json.loads(line), review_as_run.stage_delta(output)
        sieved = [(a["action"], a["drop_reason"]) for a in card["inputs"]["ate_debug"]["filtered"]]
        assert {key: card["stage_delta"][key] for key in delta} == delta
        assert sieved == review_as_run.filtered(output)
        assert card["ate"]["hallucination_flag"] == any(action == "drop" for action, _ in sieved)
    runs = [[review_as_run.scored(output) for output in run] for run in drawn]
    assert differences(aggregated(here, [str(folder) for folder in folders]), runs) == []


def test_documented_keeps_the_same_aspects(here: Path) -> None:
    drawn = [
        {**output, "final_result": {}, "inputs": {}} for output in scorecards.outputs(COUNT, SEED)
    ]
    [name] = written(here, [drawn])

    assert main(["review", "score", name, "--output", "table.txt"]) == 0

    path = here / "results" / "run0" / "scorecards.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line)["inputs"]["ate_debug"]["filtered"] for line in lines]
    expected = [[action for action, _ in review_as_run.filtered(output)] for output in drawn]
    assert [[aspect["action"] for aspect in sieved] for sieved in found] == expected


def test_three_rates_as_documented(here: Path) -> None:
    runs = several(scorecards.plain_scorecards(COUNT, SEED), 4)

    found = aggregated(here, written(here, runs), profile="documented")

    assert differences(found, runs, review_as_run.documented) == []
