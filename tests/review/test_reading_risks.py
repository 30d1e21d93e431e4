"""Reading what went wrong: risks, dropped aspects, judgements, failures to parse."""

import pytest

from measurand.edges.files.json.value import Json
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.scorecard import (
    Aspect,
    Block,
    Judgement,
    Risk,
)
from tests.review.reading import TRACES, entry, fault, nested, of, read


def test_the_validator_is_read_block_by_block() -> None:
    risks: Json = [{"risk_id": "CONTRAST", "severity": "mid", "span": [0, 5]}, {"risk_id": "X"}]
    blocks: Json = [
        {"stage": "stage1", "structural_risks": risks, "proposals": []},
        {"stage": "stage1"},
        {"stage": "stage2", "structural_risks": None},
    ]

    assert read("validator", blocks).validator == (
        Block("stage1", (Risk("CONTRAST", "mid"), Risk("X"))),
        Block("stage1"),
        Block("stage2"),
    )


def test_a_risk_without_a_name_is_a_risk() -> None:
    found = read("validator", [{"stage": "stage1", "structural_risks": [{}]}]).validator

    assert found == (Block("stage1", (Risk(""),)),)


def test_no_block_is_not_no_validator() -> None:
    assert read("validator", []).validator == ()
    assert read("validator", None).validator is None


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("x", ": expected a list, got 'x'"),
        ({}, ": expected a list, got an object with 0 keys"),
        ([None], "[0]: expected an object, got null"),
        ([{"stage": 1}], "[0].stage: expected a string, got 1"),
        ([{"stage": ""}], "[0].stage: expected stage1 or stage2, got ''"),
        ([{}, {"structural_risks": 2}], "[1].structural_risks: expected a list, got 2"),
        (
            [{"structural_risks": [{}, None]}],
            "[0].structural_risks[1]: expected an object, got null",
        ),
        (
            [{"structural_risks": [{"risk_id": 3}]}],
            "[0].structural_risks[0].risk_id: expected a string, got 3",
        ),
        (
            [{"structural_risks": [{"severity": 3}]}],
            "[0].structural_risks[0].severity: expected a string, got 3",
        ),
    ],
)
def test_a_validator_of_another_shape_is_a_fault(bad: Json, expected: str) -> None:
    assert fault({"validator": bad}) == f"$.validator{expected}"


@pytest.mark.parametrize("stage", ["stage1", "stage2"])
@pytest.mark.parametrize("value", [True, False, None])
def test_a_stored_risk_is_read(stage: str, *, value: bool | None) -> None:
    assert getattr(read(f"{stage}_structural_risk", value), f"{stage}_risk") is value


@pytest.mark.parametrize("stage", ["stage1", "stage2"])
def test_a_stored_risk_that_is_no_truth_value_is_a_fault(stage: str) -> None:
    found = fault({f"{stage}_structural_risk": 1})

    assert found == f"$.{stage}_structural_risk: expected true or false, got 1"


@pytest.mark.parametrize("value", [True, False, None])
def test_the_hallucination_flag_is_read(*, value: bool | None) -> None:
    assert read("ate.hallucination_flag", value).hallucinated is value


def test_the_hallucination_flag_stands_in_one_place_only() -> None:
    assert scorecard(of(meta={}, ate_score__hallucination_flag=True)).hallucinated is None


def test_a_hallucination_flag_that_is_no_truth_value_is_a_fault() -> None:
    found = fault(nested("ate.hallucination_flag", "true"))

    assert found.startswith("$.ate.hallucination_flag: expected true or false, got 'true'")


def test_filtered_aspects_are_read() -> None:
    dropped: Json = {
        "term": "직원이",
        "span": {"start": 8, "end": 11},
        "action": "drop",
        "drop_reason": "alignment_failure",
    }

    assert read(
        "inputs.ate_debug.filtered", [dropped, {"term": "커피", "action": "keep"}]
    ).filtered == (
        Aspect(term="직원이", start=8, end=11, kept=False, reason="alignment_failure"),
        Aspect(term="커피", kept=True),
    )


def test_an_aspect_that_says_nothing_was_not_dropped() -> None:
    found = read("inputs.ate_debug.filtered", [{"action": None, "span": None}]).filtered

    assert found == (Aspect(term="", kept=True),)


def test_no_filtered_aspect_is_not_no_filter() -> None:
    assert read("inputs.ate_debug.filtered", []).filtered == ()
    assert read("inputs.ate_debug", {}).filtered is None
    assert read("inputs.ate_debug", None).filtered is None


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (None, ": expected an object, got null"),
        ({"term": 3}, ".term: expected a string, got 3"),
        ({"span": [0, 2]}, ".span: expected an object, got a list of 2"),
        ({"span": {"start": "0"}}, ".span.start: expected a whole number, got '0'"),
        ({"span": {"end": True}}, ".span.end: expected a whole number, got true"),
        ({"action": "remove"}, ".action: expected keep or drop, got 'remove'"),
        ({"action": 1}, ".action: expected a string, got 1"),
        ({"drop_reason": 1}, ".drop_reason: expected a string, got 1"),
    ],
)
def test_an_aspect_of_another_shape_is_a_fault(bad: Json, expected: str) -> None:
    found = fault(nested("inputs.ate_debug.filtered", [{}, bad]))

    assert found == f"$.inputs.ate_debug.filtered[1]{expected}"


@pytest.mark.parametrize("value", [True, False, None])
def test_the_implicit_candidate_is_read(*, value: bool | None) -> None:
    assert read("inputs.implicit_grounding_candidate", value).implicit_candidate is bool(value)


def test_an_implicit_candidate_that_is_no_truth_value_is_a_fault() -> None:
    found = fault(nested("inputs.implicit_grounding_candidate", 1))

    assert found == "$.inputs.implicit_grounding_candidate: expected true or false, got 1"


def test_judgements_are_read() -> None:
    values: Json = [
        {"aspect_term": "커피", "opinion_grounded": True, "issues": ["unknown/insufficient"]},
        {"aspect_term": {"term": "맛"}, "opinion_grounded": None, "issues": None},
        {},
    ]

    assert read("atsa.sentiment_judgements", values).judgements == (
        Judgement(term="커피", grounded=True, issues=("unknown/insufficient",)),
        Judgement(term="맛"),
        Judgement(term=""),
    )


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("x", ": expected an object, got 'x'"),
        ({"aspect_term": 1}, ".aspect_term: expected a string, or an object with a term, got 1"),
        ({"opinion_grounded": 1}, ".opinion_grounded: expected true or false, got 1"),
        ({"issues": "mismatch"}, ".issues: expected a list, got 'mismatch'"),
        ({"issues": ["", None]}, ".issues[1]: expected a string, got null"),
    ],
)
def test_a_judgement_of_another_shape_is_a_fault(bad: Json, expected: str) -> None:
    found = fault(nested("atsa.sentiment_judgements", [bad]))

    assert found == f"$.atsa.sentiment_judgements[0]{expected}"


@pytest.mark.parametrize("flag", ["parse_failed", "generate_failed"])
@pytest.mark.parametrize("holder", ["flags", "runtime.flags"])
def test_a_flag_says_that_parsing_failed(holder: str, flag: str) -> None:
    assert scorecard(nested(holder, {flag: True})).parse_failed
    assert not scorecard(nested(holder, {flag: False})).parse_failed


def test_flags_of_the_record_hide_those_of_the_run() -> None:
    record = of(flags__parse_failed=False, runtime__flags__parse_failed=True)

    assert not scorecard(record).parse_failed


@pytest.mark.parametrize("empty", [None, {}])
def test_flags_that_are_empty_leave_it_to_those_of_the_run(empty: Json) -> None:
    assert scorecard(of(flags=empty, runtime__flags__parse_failed=True)).parse_failed


def test_other_flags_say_nothing_of_parsing() -> None:
    assert not scorecard(of(flags__fallback_used=True)).parse_failed


def test_an_error_says_that_parsing_failed() -> None:
    assert read("runtime.error", "timeout").parse_failed


@pytest.mark.parametrize("blank", [None, "", " \n"])
def test_a_blank_error_is_none(blank: Json) -> None:
    assert not read("runtime.error", blank).parse_failed


@pytest.mark.parametrize("path", TRACES)
@pytest.mark.parametrize("mark", ["atsa_parse", "json_parse"])
def test_notes_of_a_trace_say_that_parsing_failed(path: str, mark: str) -> None:
    notes = f'{{"error": "{mark}_error"}}'

    assert read(path, [entry(None), entry(None, agent="P-NEG", notes=notes)]).parse_failed


@pytest.mark.parametrize("notes", [None, "", '{"error": null}', {"error": "json_parse"}, 3])
def test_other_notes_say_nothing_of_parsing(notes: Json) -> None:
    assert not read("process_trace", [entry(None, notes=notes)]).parse_failed


@pytest.mark.parametrize(
    ("path", "bad", "expected"),
    [
        ("flags", "x", "an object, got 'x'"),
        ("flags.parse_failed", "yes", "true or false, got 'yes'"),
        ("flags.generate_failed", 1, "true or false, got 1"),
        ("runtime.flags", [], "an object, got a list of 0"),
        ("runtime.flags.parse_failed", 1, "true or false, got 1"),
        ("runtime.error", {"code": 1}, "a string, got an object with 1 keys"),
    ],
)
def test_what_says_it_in_another_type_is_a_fault(path: str, bad: Json, expected: str) -> None:
    assert fault(nested(path, bad)).startswith(f"$.{path}: expected {expected}")
