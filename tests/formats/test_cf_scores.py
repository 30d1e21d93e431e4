"""Rows of scores: floats to read, exact numbers beside them, and the reason where there is none."""

import json
from fractions import Fraction
from io import BytesIO

import pytest

from measurand.edges.files.events import Bad
from measurand.studies.counterfactual.edge.files.reader import row_reader
from measurand.studies.counterfactual.edge.files.scores import row_json, row_text
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.rules import Issue, Kind
from measurand.values.score import Undefined
from measurand.values.share import Share, share

ROW = ScoreRow(
    sample="scan-1",
    group="patient-17",
    key="cite_swap",
    metrics=(
        ("iou_union", share(49, 290)),
        ("hit", Undefined("no positive frame")),
        ("bleu", share(0.1)),
    ),
    issues=(
        Issue(
            0,
            Kind.UNSUPPORTED,
            2,
            "U1.4",
            "the cited tokens are not those attended to",
            (("recall", 0.5), ("cited", (4, 1)), ("rank", 3)),
        ),
    ),
    note="swapped",
)
RECORD: dict[str, object] = {
    "schema": "cf-score/3",
    "sample_id": "scan-1",
    "group_id": "patient-17",
    "key": "cite_swap",
    "status": "ok",
    "metrics": {
        # 49 / 290, worked by hand: 0.168965517241379 31
        "iou_union": {
            "value": "49/290",
            "decimal": "0.168965517241379",
            "top": "49",
            "bottom": "290",
        },
        "hit": {"undefined": "no positive frame"},
        # 0.1 is this float: numerator and denominator by float.as_integer_ratio.
        "bleu": {
            "value": "3602879701896397/36028797018963968",
            "decimal": "0.1",
            "top": "3602879701896397/36028797018963968",
            "bottom": "1",
        },
    },
    "issues": [
        {
            "frame": 0,
            "kind": "unsupported",
            "severity": 2,
            "rule": "U1.4",
            "message": "the cited tokens are not those attended to",
            "evidence": {"recall": 0.5, "cited": [4, 1], "rank": 3},
        }
    ],
    "note": "swapped",
}
OLDER: dict[str, object] = {
    "schema": "cf-score/2",
    "sample_id": "scan-1",
    "group_id": "patient-17",
    "key": "cite_swap",
    "status": "ok",
    # 49 / 290, worked by hand to 17 digits: 0.16896551724137931
    "metrics": {"iou_union": 0.16896551724137931, "hit": None, "bleu": 0.1},
    "exact": {
        "iou_union": [49, 290],
        # 0.1 is this float: numerator and denominator by float.as_integer_ratio.
        "bleu": ["3602879701896397/36028797018963968", 1],
    },
    "undefined": {"hit": "no positive frame"},
    "issues": [
        {
            "frame": 0,
            "kind": "unsupported",
            "severity": 2,
            "rule": "U1.4",
            "message": "the cited tokens are not those attended to",
            "evidence": {"recall": 0.5, "cited": [4, 1], "rank": 3},
        }
    ],
    "note": "swapped",
}


def read(raw: bytes) -> list[ScoreRow | Bad]:
    found = row_reader("a.jsonl").events(BytesIO(raw))
    return [event for event in found if isinstance(event, ScoreRow | Bad)]


def line(**changes: object) -> bytes:
    record = {key: value for key, value in (OLDER | changes).items() if value is not ...}
    return json.dumps(record).encode() + b"\n"


def one(raw: bytes) -> ScoreRow:
    [row] = read(raw)
    assert isinstance(row, ScoreRow), row
    return row


def faults(raw: bytes) -> list[str]:
    found = [fault for bad in read(raw) if isinstance(bad, Bad) for fault in bad.faults]
    return [fault.text().removeprefix("a.jsonl:1: ") for fault in found]


def test_a_row_is_written_as_documented() -> None:
    assert json.loads(row_text(ROW)) == RECORD


def test_a_row_of_an_older_schema_is_read() -> None:
    assert OLDER["schema"] == "cf-score/2"
    assert one(line()) == ROW


@pytest.mark.parametrize(
    ("metric", "text"),
    [
        (
            {"value": "1/3", "top": "1", "bottom": "2"},
            ".value: expected 1/2, as top and bottom say, got 1/3",
        ),
        ({"value": "1/3", "decimal": "0.5"}, ".decimal: expected 1/3, as value says, got another"),
        ({"value": "1/3", "decimal": 0.5}, ".decimal: expected a string, got 0.5"),
        ({"value": 0.5}, '.value: expected a whole number, or a text such as "1/3", got 0.5'),
        ({"value": "1", "top": "1"}, ": expected a top, and a bottom above 0, got another"),
        (
            {"value": "1", "top": "1", "bottom": "-1"},
            ": expected a top, and a bottom above 0, got another",
        ),
        ({"undefined": 3}, ".undefined: expected a string, got 3"),
        ({}, ": expected the key 'value', got an object with 0 keys"),
    ],
)
def test_what_is_wrong_with_a_metric_is_named(metric: object, text: str) -> None:
    raw = json.dumps({**RECORD, "metrics": {"hit": metric}}).encode()

    [fault] = faults(raw)

    assert fault.startswith(f"$.metrics.hit{text}")


def test_a_metric_needs_no_more_than_its_value() -> None:
    row = one(json.dumps({**RECORD, "metrics": {"hit": {"value": "1/3"}}}).encode())

    assert row.metric("hit") == share(Fraction(1, 3))


def test_a_row_is_read_as_it_was() -> None:
    assert one(row_text(ROW)) == ROW


def test_metrics_keep_their_order() -> None:
    assert [name for name, _ in one(row_text(ROW)).metrics] == ["iou_union", "hit", "bleu"]


def test_a_number_without_an_exact_one_is_the_decimal_as_it_stands() -> None:
    row = one(line(exact=..., metrics={"hit": 0.85}, undefined=...))

    assert row.metric("hit") == Share(Fraction(17, 20))


def test_a_row_that_was_not_evaluated_says_why() -> None:
    row = ScoreRow(sample="1", key="token_perm", status=Status.NOT_EVALUATED, note="no answer")

    assert row_json(row)["metrics"] == {}
    assert one(row_text(row)) == row


def test_numbers_of_thousands_of_digits_are_kept() -> None:
    long = Fraction(10**900 + 1, 3**700)
    row = ScoreRow(sample="1", metrics=(("m", Share(long, Fraction(10**901))),))

    assert one(row_text(row)) == row


def test_a_number_beyond_all_floats_is_refused() -> None:
    row = ScoreRow(sample="1", metrics=(("m", Share(Fraction(10**400))),))

    with pytest.raises(ValueError, match="a number that a float can hold for 'm': got a larger"):
        row_text(row)


def test_numbers_behind_an_issue_that_share_a_name_are_refused() -> None:
    issue = Issue(0, Kind.DANGLING, 3, "D1.0", "", (("id", 3), ("id", 4)))

    with pytest.raises(ValueError, match="numbers behind an issue with names that differ: got"):
        row_text(ScoreRow(sample="1", issues=(issue,)))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"schema": ...}, "$: expected the key 'schema', got an object with 9 keys"),
        ({"schema": "cf-sample/1"}, "$.schema: expected 'cf-score/3', got 'cf-sample/1'"),
        ({"key": ...}, "$: expected the key 'key', got an object with 9 keys"),
        ({"key": ""}, "$.key: expected orig, or the name of a transform, got ''"),
        (
            {"status": "done"},
            "$.status: expected one of ok, not_evaluated, structural_null, got 'done'",
        ),
        ({"metrics": ...}, "$: expected the key 'metrics', got an object with 9 keys"),
        ({"metrics": []}, "$.metrics: expected an object, got a list of 0"),
        (
            {"metrics": {"hit": "1"}, "exact": ..., "undefined": ...},
            "$.metrics.hit: expected a number, got '1': a number stands without quotes",
        ),
        (
            {"metrics": {"": 1}, "exact": ..., "undefined": ...},
            "$.metrics: expected the name of a metric, got an empty one",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": {"hit": [1, 3]}, "undefined": ...},
            "$.metrics.hit: expected 0.3333333333333333, as exact says, got 0.5",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": {"hits": [1, 2]}, "undefined": ...},
            "$.exact: expected a key of metrics, got 'hits': did you mean 'hit'?",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": ..., "undefined": {"hit": "why"}},
            "$.undefined.hit: expected none, for metrics has a number, got a reason",
        ),
        (
            {"metrics": {"hit": None}, "exact": {"hit": [1, 2]}, "undefined": ...},
            "$.exact.hit: expected no number, as in metrics, got an exact one",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": {"hit": [1, 0]}, "undefined": ...},
            "$.exact.hit: expected [top, bottom], the bottom above 0, got a list of 2",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": {"hit": [1]}, "undefined": ...},
            "$.exact.hit: expected [top, bottom], the bottom above 0, got a list of 1",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": {"hit": ["1/0", 1]}, "undefined": ...},
            "$.exact.hit: expected a whole number, or a text such as \"1/3\", got '1/0'",
        ),
        (
            {"metrics": {"hit": 0.5}, "exact": {"hit": ["٣", 1]}, "undefined": ...},
            "$.exact.hit: expected a whole number, or a text such as \"1/3\", got '٣'",
        ),
        (
            {"status": "not_evaluated"},
            "$.metrics: expected no numbers where nothing was evaluated, got a number",
        ),
        ({"issues": {}}, "$.issues: expected a list, got an object with 0 keys"),
        ({"note": 3}, "$.note: expected a string, got 3"),
    ],
)
def test_what_is_wrong_with_a_row_is_named(changes: dict[str, object], text: str) -> None:
    assert faults(line(**changes)) == [text]


def test_all_that_is_wrong_with_an_issue_is_named() -> None:
    issue = {"frame": -1, "kind": "unsuported", "severity": 4, "rule": "", "evidence": {"n": "3"}}

    assert faults(line(issues=[issue])) == [
        "$.issues[0].frame: expected a whole number from 0 to 9223372036854775807, got -1",
        (
            "$.issues[0].kind: expected one of unsupported, overclaim, inconsistent, "
            "missing_slot, dangling, got 'unsuported': did you mean 'unsupported'?"
        ),
        "$.issues[0].severity: expected a whole number from 1 to 3, got 4",
        "$.issues[0].rule: expected the id of a rule, got ''",
        "$.issues[0]: expected the key 'message', got an object with 5 keys",
        ("$.issues[0].evidence.n: expected a number, got '3': a number stands without quotes"),
    ]


def test_a_sample_has_one_row_under_each_key() -> None:
    other = line(key="no_cite", issues=[])

    found = read(line() + other + line())

    assert [isinstance(row, ScoreRow) for row in found] == [True, True, False]
    assert isinstance(found[2], Bad)
    assert [fault.text() for fault in found[2].faults] == [
        (
            "a.jsonl:3: $.key: expected names that differ, "
            "got 'cite_swap of scan-1' again, first in line 1"
        )
    ]
