"""Records of one command that are handed to another say whose they are."""

import json

import pytest

from measurand.edges.files.samples.guesses import kind_of
from measurand.edges.files.sources.sniff import sniff_bytes
from tests.cli.reasoning import FILE, lines, newton
from tests.cli.running import Shell

ROWS = "rows.jsonl"
TOLD = "rows of causal scores: see `measurand causal compare` and `validity`"
CF = ("-d", "column(name=cf)", "--number", "cf=metrics.cf")


@pytest.fixture
def scored(shell: Shell) -> Shell:
    shell.write(FILE, lines([newton("1"), newton("2")]))
    assert shell("causal", "run", FILE, "--rows", ROWS).code == 0
    return shell


@pytest.mark.parametrize("stage", [("score", ROWS), ("compare", ROWS, ROWS)])
def test_the_header_of_causal_rows_is_told_to_who_wants_samples(
    scored: Shell, stage: tuple[str, ...]
) -> None:
    ran = scored(*stage, *CF)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (f"{ROWS}:1: $.schema: expected a sample, got causal-dataset/1: {TOLD}\n")


def test_their_numbers_can_be_read_where_the_header_is_skipped(scored: Shell) -> None:
    ran = scored("score", ROWS, *CF, "--on-error", "skip", "--format", "json")

    assert ran.code == 0


def test_rows_without_gold_are_told_one_by_one(scored: Shell) -> None:
    ran = scored("score", ROWS, "-d", "f")

    told = [line.partition(": ")[2].partition(", got ")[0] for line in ran.err.splitlines()]
    assert told == ["$.schema: expected a sample"] * 3


def test_a_record_that_can_be_read_is_read_whatever_its_schema(shell: Shell) -> None:
    record = {"schema": "causal-score/1", "id": 1, "gold": ["a"], "pred": ["a"]}
    shell.write("a.jsonl", lines([record]))

    assert shell("score", "a.jsonl", "-d", "f").code == 0


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"schema": "causal-dataset/1"}, TOLD),
        ({"schema": "causal-score/1", "id": 1}, TOLD),
        (
            {"schema": "causal-answer/1"},
            "answers of a model: see `measurand causal run --judge replay`",
        ),
        (
            {"schema": "cf-score/2"},
            "scores of a counterfactual study: see `measurand cf stats`",
        ),
        (newton(), "graphs of reasoning: see `measurand causal run`"),
        (newton()["dag"], "graphs of reasoning: see `measurand causal run`"),
    ],
)
def test_a_first_look_tells_whose_records_these_are(record: dict[str, object], told: str) -> None:
    line = json.dumps(record).encode()

    for text in (line, line + b"\n" + line, json.dumps([record], indent=1).encode()):
        seen = sniff_bytes(text, "a.jsonl", more=False)
        assert seen.source is None
        assert seen.assumptions == (f"these are {told}",)


def test_a_graph_beside_gold_and_predictions_is_a_sample() -> None:
    text = lines([newton(gold=["a"], pred=["a"])])

    assert sniff_bytes(text, "a.jsonl", more=False).samples == ("1: gold a | predicted a",)


@pytest.mark.parametrize(
    "record", [{}, {"schema": 1}, {"schema": ["causal-score/1"]}, {"dag": 1}, {"causal_graph": []}]
)
def test_other_records_say_nothing(record: dict[str, object]) -> None:
    assert kind_of(json.loads(json.dumps(record))) is None
