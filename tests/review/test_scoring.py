"""From an output to the record that metrics are computed from."""

import pytest

from measurand.edges.files.json.value import FaultError, Json, encode
from measurand.studies.review.aspect_filter import AspectFilter
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.edge.files.scoring import score_output
from measurand.studies.review.scorecard import Aspect
from tests.review.reading import merged, nested
from tests.review.scored import OLD, OUTPUT, TEXT, at, fault, score

# --- what is passed on


def test_the_output_is_kept_whole() -> None:
    assert at(score({"colour": 3}), "runtime.parsed_output") == merged(OUTPUT, {"colour": 3})


def test_an_output_is_not_changed() -> None:
    before = encode(OUTPUT)

    score_output(OUTPUT, pairs=lambda _: (frozenset(), frozenset()), label="final")

    assert encode(OUTPUT) == before


def test_what_the_record_of_the_example_says() -> None:
    record = score()

    assert {key: value for key, value in record.items() if key not in {"runtime", "meta"}} == {
        "run_id": "demo__seed1_proposed",
        "profile": "paper_main",
        "inputs": {
            "gold_tuples": None,
            "gold_triplets": None,
            "aspect_sentiments": None,
            "ate_debug": {"raw": [], "filtered": []},
        },
        "ate": {"hallucination_flag": False},
        "atsa": {"sentiment_judgements": []},
        "validator": [],
        "moderator": {},
        "stage_delta": {
            "changed": True,
            "pairs_changed": True,
            "label_changed": False,
            "n_s1_pairs": 2,
            "n_final_pairs": 1,
            "change_type": "guided_by_review",
            "related_proposal_ids": [],
        },
        "stage1_ate": {},
        "stage2_ate": {},
        "stage1_structural_risk": None,
        "stage2_structural_risk": None,
        "flags": {},
    }


def test_the_meta_of_the_record_has_what_is_known() -> None:
    assert score()["meta"] == {
        "run_id": "demo__seed1_proposed",
        "text_id": "demo-001",
        "case_id": None,
        "uid": "demo-001",
        "profile": "paper_main",
        "label": None,
        "input_text": TEXT,
        "protocol_mode": "conflict_review_v1",
        "adopt_decision": None,
        "adopt_reason": None,
        "debate_mapping_stats": {},
        "debate_mapping_fail_reasons": {},
        "debate_override_stats": {},
        "debate_override_skip_reasons": {},
        "memory": {},
        "latency_ms": 1200,
    }


def test_the_record_can_be_read() -> None:
    card = scorecard(score())

    assert (card.id, card.text, card.gold, card.changed) == ("demo-001", TEXT, None, True)


def test_an_output_that_says_nothing_has_a_record() -> None:
    record = score_output({"meta": {}}, pairs=lambda _: (frozenset(), frozenset()), label="final")

    assert scorecard(record, name="line 1").changed is False


@pytest.mark.parametrize(
    "path", ["gold_tuples", "inputs.gold_tuples", "gold_triplets", "inputs.gold_triplets"]
)
def test_gold_stays_where_it_stands(path: str) -> None:
    record = score(nested(path, [OLD]))

    assert at(record, path) == [OLD]
    assert scorecard(record).gold is not None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("inputs.aspect_sentiments", [OLD]),
        ("atsa.sentiment_judgements", [{"aspect_term": "커피", "opinion_grounded": True}]),
        ("moderator", {"selected_stage": "stage2", "final_label": "mixed"}),
        ("flags", {"parse_failed": True}),
        ("stage1_ate.label", "mixed"),
        ("stage2_ate.label", ""),
        ("stage1_structural_risk", True),
        ("stage2_structural_risk", False),
        ("aux_signals", {"hf": {"label": "pos"}}),
        ("memory", {"retrieved_k": 0}),
        ("runtime.error", "timeout"),
        ("runtime.flags", {"generate_failed": True}),
        ("meta.polarity_repair_count", 0),
        ("meta.debate_override_stats", {"applied": 1}),
        ("debate.override_stats", {"applied": 1}),
    ],
)
def test_what_the_output_says_is_passed_on(path: str, value: Json) -> None:
    assert at(score(nested(path, value)), path) == value


@pytest.mark.parametrize("key", ["aux_signals", "memory", "debate", "gold_tuples"])
def test_what_the_output_does_not_say_is_left_out(key: str) -> None:
    assert key not in score()


@pytest.mark.parametrize("value", [True, False])
def test_the_implicit_candidate_is_passed_on(*, value: bool) -> None:
    record = score({"inputs": {"implicit_grounding_candidate": value}})

    assert at(record, "inputs.implicit_grounding_candidate") is value


def test_the_statistics_of_the_debate_are_taken_from_the_meta() -> None:
    record = score({"meta": {"debate_override_stats": {"applied": 2}}})

    assert record["debate"] == {"override_stats": {"applied": 2}}


def test_the_memory_is_taken_from_the_meta() -> None:
    assert score({"meta": {"memory": {"retrieved_k": 1}}})["memory"] == {"retrieved_k": 1}


def test_the_validators_of_both_stages_become_blocks() -> None:
    risks: Json = [{"risk_id": "CONTRAST"}]
    first: Json = {"structural_risks": risks, "proposals": [{"id": "p1"}]}

    assert score({"stage1_validator": first, "stage2_validator": {}})["validator"] == [
        {"stage": "stage1", "structural_risks": risks, "proposals": [{"id": "p1"}]},
        {"stage": "stage2", "structural_risks": [], "proposals": []},
    ]


def test_the_validator_of_one_stage_becomes_one_block() -> None:
    assert score({"stage2_validator": {}})["validator"] == [
        {"stage": "stage2", "structural_risks": [], "proposals": []}
    ]


# --- the aspect filter


def extracted(*aspects: Json) -> Json:
    return {"stage1_ate": {"aspects": list(aspects)}}


COFFEE: Json = {"term": "커피", "span": {"start": 0, "end": 2}, "confidence": 1}
STAFF: Json = {"term": "직원이", "span": {"start": 8, "end": 11}}


def test_extracted_aspects_are_filtered() -> None:
    debug = at(score(extracted(COFFEE, STAFF)), "inputs.ate_debug")

    assert debug == {
        "raw": [COFFEE, STAFF],
        "filtered": [
            {"term": "커피", "span": {"start": 0, "end": 2}, "action": "keep", "drop_reason": None},
            {
                "term": "직원이",
                "span": {"start": 8, "end": 11},
                "action": "drop",
                "drop_reason": "alignment_failure",
            },
        ],
        "kept_terms": ["커피"],
        "dropped_terms": ["직원이"],
    }


def test_one_drop_is_a_hallucination() -> None:
    assert at(score(extracted(COFFEE, STAFF)), "ate.hallucination_flag") is True


def test_a_dropped_empty_term_is_a_hallucination() -> None:
    assert at(score(extracted({"term": None})), "ate.hallucination_flag") is True


@pytest.mark.parametrize("aspects", [(), (COFFEE,)])
def test_no_drop_is_no_hallucination(aspects: tuple[Json, ...]) -> None:
    assert at(score(extracted(*aspects)), "ate.hallucination_flag") is False


@pytest.mark.parametrize(
    "span",
    [None, [0, 2], "0-2", {}, {"start": 0}, {"start": "0", "end": 2}, {"start": False, "end": 2}],
)
def test_a_span_of_another_shape_is_no_span(span: Json) -> None:
    record = score(extracted({"term": "커피", "span": span}))

    assert scorecard(record).filtered == (
        Aspect(term="커피", kept=False, reason="semantic_hallucination"),
    )


def test_terms_can_be_allowed() -> None:
    output = merged(OUTPUT, extracted({"term": "맛", "span": {"start": 4, "end": 5}}))

    record = score_output(
        output,
        pairs=lambda _: (frozenset(), frozenset()),
        label="final",
        by=AspectFilter(allow={"맛"}),
    )

    assert at(record, "inputs.ate_debug.kept_terms") == ["맛"]


def test_terms_can_be_stopped() -> None:
    record = score_output(
        merged(OUTPUT, extracted(COFFEE)),
        pairs=lambda _: (frozenset(), frozenset()),
        label="final",
        by=AspectFilter(stop={"커피"}),
    )

    assert at(record, "inputs.ate_debug.dropped_terms") == ["커피"]


def test_a_filter_that_the_output_brings_is_kept() -> None:
    debug: Json = {"raw": [], "filtered": [{"term": "x", "action": "drop"}], "kept_terms": []}

    record = score({"inputs": {"ate_debug": debug}})

    assert at(record, "inputs.ate_debug") == debug
    assert at(record, "ate.hallucination_flag") is True


def test_aspects_without_a_text_are_a_fault() -> None:
    found = fault({"meta": {"input_text": None}}, extracted(COFFEE))

    assert found.startswith("$.meta.input_text: expected the text of the output, got null")


# --- what cannot be read


@pytest.mark.parametrize("bad", [None, [], "x", 3])
def test_an_output_that_is_no_object_is_a_fault(bad: Json) -> None:
    with pytest.raises(FaultError, match="expected an object"):
        score_output(bad, pairs=lambda _: (frozenset(), frozenset()), label="final")


@pytest.mark.parametrize(
    ("path", "bad", "place"),
    [
        ("meta", "x", "$.meta"),
        ("meta.text_id", [], "$.meta.text_id"),
        ("meta.input_text", 3, "$.meta.input_text"),
        ("meta.memory", 3, "$.meta.memory"),
        ("final_result", "x", "$.final_result"),
        ("final_result.label", 3, "$.final_result.label"),
        ("analysis_flags", [], "$.analysis_flags"),
        ("analysis_flags.arb_actions", [3], "$.analysis_flags.arb_actions[0]"),
        (
            "analysis_flags.correction_applied_log",
            [{"applied": "yes"}],
            "$.analysis_flags.correction_applied_log[0].applied",
        ),
        ("process_trace", [None], "$.process_trace[0]"),
        ("gold_tuples", 3, "$.gold_tuples"),
        ("inputs.ate_debug", [], "$.inputs.ate_debug"),
        (
            "inputs.ate_debug.filtered",
            [{"action": "x"}],
            "$.inputs.ate_debug.filtered[0].action",
        ),
        ("stage1_ate", "x", "$.stage1_ate"),
        ("stage1_ate.aspects", "x", "$.stage1_ate.aspects"),
        ("stage1_ate.aspects", [{"term": 3}], "$.stage1_ate.aspects[0].term"),
        ("stage1_validator", [], "$.stage1_validator"),
        (
            "stage2_validator.structural_risks",
            [None],
            "$.stage2_validator.structural_risks[0]",
        ),
        ("stage1_structural_risk", "x", "$.stage1_structural_risk"),
        ("moderator.selected_stage", 2, "$.moderator.selected_stage"),
        ("debate", "x", "$.debate"),
        ("runtime.error", 3, "$.runtime.error"),
        ("stage_delta", "x", "$.stage_delta"),
    ],
)
def test_a_fault_says_where_in_the_output_it_is(path: str, bad: Json, place: str) -> None:
    assert fault(nested(path, bad)).startswith(f"{place}: expected ")
