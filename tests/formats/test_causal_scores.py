"""Rows of causal scores: what is written is read again, and what is wrong is told."""

import json
from pathlib import Path

import pytest

from measurand.edges.files.json.value import Json, decode
from measurand.studies.causal.edge.cli.run import with_keys
from measurand.studies.causal.edge.files.items import record_schema
from measurand.studies.causal.edge.files.scores import (
    PARTS,
    Header,
    header_text,
    read_header,
    read_row,
    row_json,
    row_schema,
    row_text,
)
from measurand.studies.causal.options import PROFILES, Options
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.values.score import Undefined
from measurand.values.share import share
from measurand.values.tally import Tally
from tests.formats.json_schema import Validator

ROWS, RECORDS = Validator(row_schema()), Validator(record_schema())
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "reasoning"
ROW = CausalRow(
    sample="1",
    group="g",
    metrics=(
        ("cf", share(1, 3)),
        ("logic", Undefined("no reasoning text")),
        ("edge_f1", share(1, 2)),
    ),
    edges=(("edge", Tally(1, 2, 2)), ("ancestor", Undefined("the graphs are too large"))),
    verdicts=(
        VerdictCount(part="causal_intervention", outcome="decided", layer="structural", count=2),
        VerdictCount(
            part="logic_quality", outcome="undecided", reason="no reasoning text", count=1
        ),
    ),
    correct=False,
    band="poor",
    findings=("cycle",),
    note="cycle: a -> a",
)


def test_a_row_keeps_to_its_schema_and_is_read_as_it_was() -> None:
    written = row_text(ROW)

    assert ROWS.errors(json.loads(written)) == []
    assert read_row(decode(written, max_depth=9)) == ROW


def test_a_row_says_what_it_knows_and_no_more() -> None:
    plain = CausalRow(sample="1", metrics=(("cf", share(1, 2)),))

    assert list(row_json(plain)) == ["schema", "id", "metrics", "verdicts"]
    assert read_row(row_json(plain)) == plain


@pytest.mark.parametrize("name", PROFILES)
def test_a_header_is_read_as_it_was(name: str) -> None:
    header = Header(name, "structural/1()", PROFILES[name])

    written = header_text(header)

    assert ROWS.errors(json.loads(written)) == []
    assert read_header(decode(written, max_depth=9)) == header


def test_a_header_without_options_is_a_fault() -> None:
    assert isinstance(read_header({"schema": "causal-dataset/1"}), tuple)


def test_all_that_is_wrong_with_a_row_is_told() -> None:
    record: Json = {
        "schema": "causal-score/1",
        "metrics": {"cf": "0.5"},
        "band": "best",
        "is_correct": 1,
        "verdicts": [{"part": "logic", "outcome": "maybe", "count": 0}],
    }

    found = read_row(record)

    assert isinstance(found, tuple)
    assert [fault.text() for fault in found] == [
        "$: expected the key 'id', got an object with 5 keys",
        "$.metrics.cf: expected a number, got '0.5': a number stands without quotes",
        f"$.verdicts[0].part: expected one of {', '.join(PARTS)}, got 'logic'",
        "$.verdicts[0].outcome: expected one of decided, undecided, unscored, unasked, got 'maybe'",
        "$.verdicts[0].count: expected a whole number from 1 to 1099511627776, got 0",
        "$.is_correct: expected true or false, got 1",
        "$.band: expected one of excellent, good, fair, poor, open, got 'best'",
    ]


def test_a_float_that_is_not_what_exact_says_is_a_fault() -> None:
    record: Json = {
        "schema": "causal-score/1",
        "id": "1",
        "metrics": {"cf": 1},
        "exact": {"cf": [1, 3]},
    }

    found = read_row(record)

    assert isinstance(found, tuple)
    assert [fault.path for fault in found] == ["$.metrics.cf"]


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        ({"edge": [3, 2, 2]}, "$.edges.edge: expected [hits, predicted, gold], hits within both"),
        ({"edge": [1, 2]}, "$.edges.edge: expected [hits, predicted, gold], hits within both"),
        ({"edge": [1, -1, 2]}, "$.edges.edge: expected a whole number from 0 to 1099511627776"),
        ({"edges": [1, 2, 2]}, "$.edges: expected one of edge, skeleton, ancestor, got 'edges'"),
        ({"edge": [1, 4, 2]}, "$.metrics.edge_f1: expected 0.3333333333333333, as edges say"),
        ([], "$.edges: expected an object"),
    ],
)
def test_edges_that_are_no_tallies_of_their_scores_are_faults(edges: Json, told: str) -> None:
    found = read_row(
        {"schema": "causal-score/1", "id": "1", "metrics": {"edge_f1": 1}, "edges": edges}
    )

    assert isinstance(found, tuple)
    assert told in " ".join(fault.text() for fault in found)


def test_scores_of_graphs_without_edges_are_those_of_their_options() -> None:
    metrics: Json = {"edge_precision": 1, "edge_recall": 0}
    record: Json = {
        "schema": "causal-score/1",
        "id": "1",
        "metrics": metrics,
        "edges": {"edge": [0, 0, 2]},
    }

    assert isinstance(read_row(record), CausalRow)


def test_a_row_is_an_object() -> None:
    assert isinstance(read_row(None), tuple)


@pytest.mark.parametrize("name", ["careful", "hasty", "reference"])
def test_the_records_of_the_example_keep_to_their_schema(name: str) -> None:
    lines = (EXAMPLE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()

    assert [RECORDS.errors(json.loads(line)) for line in lines] == [[]] * len(lines)


def test_a_record_keeps_every_value_as_it_is_written() -> None:
    raw = b'{"v": 1.50, "s": "\\u00e9\\n", "big": 123456789012345678901234567890, "n": {"a": 1e3}}'

    assert with_keys(raw, {"cf_score": 0.5}) == (
        b'{"v":1.50,"s":"\\u00e9\\n","big":123456789012345678901234567890,"n":{"a": 1e3},'
        b'"cf_score":0.5}\n'
    )


def test_a_score_of_an_earlier_run_is_replaced() -> None:
    assert with_keys(b'{"cf_score": 1, "a": 2}', {"cf_score": None}) == b'{"cf_score":null,"a":2}\n'


def test_the_options_of_a_header_are_texts() -> None:
    written = json.loads(header_text(Header("", "", Options())))

    assert {type(value) for value in written["options"].values()} == {str}
