"""One output for the tests of scoring, and the record that is made of it."""

import pytest

from measurand.edges.files.json.value import FaultError, Json
from measurand.studies.review.edge.files.scoring import LabelRule, score_output
from measurand.studies.review.scorecard import Mentions
from tests.review.reading import merged

TEXT = "커피는 맛있지만 직원이 불친절해요"
OLD: Json = {"aspect_ref": "", "aspect_term": "커피", "polarity": "positive"}
NEW: Json = {"aspect_ref": "음료", "aspect_term": "커피", "polarity": "positive"}
OTHER: Json = {"aspect_ref": "", "aspect_term": "맛", "polarity": "positive"}
KEEP: Json = [{"action_type": "KEEP", "actor": "A"}]
META: Json = {
    "text_id": "demo-001",
    "input_text": TEXT,
    "run_id": "demo__seed1_proposed",
    "mode": "proposed",
    "profile": "paper_main",
    "protocol_mode": "conflict_review_v1",
    "latency_ms": 1200,
}
OUTPUT: Json = {
    "meta": META,
    "stage1_ate": None,
    "stage1_validator": None,
    "stage2_validator": None,
    "moderator": None,
    "debate": None,
    "process_trace": [{"stage": "stage1", "agent": "P-NEG", "output": {"triplets": []}}],
    "analysis_flags": {"review_actions": KEEP, "arb_actions": [], "conflict_flags": []},
    "final_result": {
        "label": "positive",
        "stage1_tuples": [OLD, OTHER],
        "final_tuples": [OLD],
        "final_aspects": [],
    },
}


def _pairs(mentions: Mentions | None) -> frozenset[tuple[str | None, str | None]]:
    return frozenset((one.aspect_term, one.polarity) for one in mentions or ())


def score(*parts: Json, label: LabelRule = "final") -> dict[str, Json]:
    record = score_output(
        merged(OUTPUT, *parts),
        pairs=lambda card: (_pairs(card.stage1), _pairs(card.final)),
        label=label,
    )
    assert isinstance(record, dict)
    return record


def at(record: Json, path: str) -> Json:
    for key in path.split("."):
        assert isinstance(record, dict)
        record = record[key]
    return record


def delta(*parts: Json, label: LabelRule = "final") -> Json:
    return score(*parts, label=label)["stage_delta"]


def fault(*parts: Json) -> str:
    with pytest.raises(FaultError) as raised:
        score(*parts)
    return raised.value.fault.text()
