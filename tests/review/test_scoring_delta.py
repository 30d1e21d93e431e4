"""The difference between the stages, as scoring computes it."""

import pytest

from measurand.edges.files.json.value import Json
from measurand.studies.review.choices import GuidedBy
from measurand.studies.review.edge.files.scoring import score_output
from tests.review.reading import merged
from tests.review.scored import KEEP, NEW, OLD, OTHER, OUTPUT, at, delta, fault


def lists(before: list[Json], after: list[Json]) -> Json:
    return {"final_result": {"stage1_tuples": before, "final_tuples": after}}


def of(found: Json, *keys: str) -> tuple[Json, ...]:
    return tuple(at(found, key) for key in keys)


def test_equal_pairs_are_no_change() -> None:
    found = delta(lists([OLD], [OLD]))

    assert of(found, "changed", "pairs_changed", "change_type") == (False, False, "none")


def test_what_is_compared_is_up_to_the_caller() -> None:
    assert of(delta(lists([OLD], [NEW])), "changed") == (False,)


def test_pairs_are_counted_as_the_caller_has_them() -> None:
    found = delta(lists([OLD, OLD, OTHER], [NEW]))

    assert of(found, "n_s1_pairs", "n_final_pairs") == (2, 1)


@pytest.mark.parametrize("key", ["review_actions", "arb_actions"])
def test_a_change_with_an_action_is_guided_by_the_review(key: str) -> None:
    flags: Json = {"analysis_flags": {"review_actions": [], "arb_actions": [], key: KEEP}}

    assert of(delta(flags), "change_type") == ("guided_by_review",)


def test_a_change_without_an_action_is_unguided() -> None:
    assert of(delta({"analysis_flags": {"review_actions": []}}), "change_type") == ("unguided",)


def test_an_action_without_a_change_guides_nothing() -> None:
    assert of(delta(lists([OLD], [OLD])), "change_type") == ("none",)


@pytest.mark.parametrize(
    ("first", "last", "changed"),
    [("mixed", "positive", True), ("positive", "positive", False), (None, "positive", False)],
)
def test_the_final_label_is_compared_where_there_is_one_to_compare(
    first: str | None, last: str, *, changed: bool
) -> None:
    labels: Json = {"stage1_ate": {"label": first}, "final_result": {"label": last}}

    found = delta(lists([OLD], [OLD]), labels, label="final")

    assert of(found, "label_changed", "changed") == (changed, changed)


@pytest.mark.parametrize(
    ("first", "second", "changed"),
    [
        ("mixed", "positive", True),
        ("mixed", "mixed", False),
        ("mixed", None, False),
        (None, "mixed", True),
    ],
)
def test_the_label_of_stage_2_is_compared_where_it_is_there(
    first: str | None, second: str | None, *, changed: bool
) -> None:
    labels: Json = {"stage1_ate": {"label": first}, "stage2_ate": {"label": second}}

    found = delta(lists([OLD], [OLD]), labels, label="stage2_ate")

    assert of(found, "label_changed", "changed") == (changed, changed)


def test_the_two_label_rules_differ() -> None:
    labels: Json = {"stage1_ate": {"label": "mixed"}, "final_result": {"label": "positive"}}
    same = lists([OLD], [OLD])

    assert of(delta(same, labels, label="final"), "changed") == (True,)
    assert of(delta(same, labels, label="stage2_ate"), "changed") == (False,)


LEGACY: Json = {
    "meta": {"protocol_mode": "legacy"},
    "analysis_flags": {"review_actions": [], "arb_actions": None},
}


@pytest.mark.parametrize("actor", ["review_actions", "arb_actions"])
@pytest.mark.parametrize("protocol", ["conflict_review_v1", "legacy", "", None])
def test_actions_guide_a_change_under_every_protocol(actor: str, protocol: str | None) -> None:
    said: Json = {"meta": {"protocol_mode": protocol}, "analysis_flags": {actor: KEEP}}

    assert of(delta(LEGACY, said), "change_type") == ("guided_by_review",)


@pytest.mark.parametrize(
    ("protocol", "kind"),
    [("conflict_review_v1", "guided_by_review"), ("legacy", "unguided"), (None, "unguided")],
)
def test_a_type_as_it_was_first_stored_follows_from_the_actions_of_one_protocol(
    protocol: str | None, kind: str
) -> None:
    output = merged(OUTPUT, {"meta": {"protocol_mode": protocol}})

    record = score_output(
        output, pairs=lambda _: (frozenset("a"), frozenset()), label="final", guided=GuidedBy.STORED
    )

    assert at(record, "stage_delta.change_type") == kind


def test_an_applied_correction_guides_under_another_protocol() -> None:
    log: Json = [{"proposal_id": "p1", "applied": True}, {"proposal_id": "p2", "applied": False}]

    found = delta(LEGACY, {"analysis_flags": {"correction_applied_log": log}})

    assert of(found, "change_type", "related_proposal_ids") == ("guided", ["p1"])


def test_an_applied_correction_without_a_name_guides_too() -> None:
    found = delta(LEGACY, {"analysis_flags": {"correction_applied_log": [{"applied": True}]}})

    assert of(found, "change_type", "related_proposal_ids") == ("guided", [])


def test_a_correction_that_was_not_applied_guides_nothing() -> None:
    found = delta(LEGACY, {"analysis_flags": {"correction_applied_log": [{"proposal_id": "p"}]}})

    assert of(found, "change_type") == ("unguided",)


def test_an_applied_override_guides_under_another_protocol() -> None:
    found = delta(LEGACY, {"meta": {"debate_override_stats": {"applied": 1}}})

    assert of(found, "change_type") == ("guided",)


def test_an_applied_override_guides_nothing_in_a_review() -> None:
    silent: Json = {"analysis_flags": {"review_actions": []}}

    found = delta(silent, {"meta": {"debate_override_stats": {"applied": 1}}})

    assert of(found, "change_type") == ("unguided",)


@pytest.mark.parametrize(
    ("stage", "after", "adopted"),
    [
        ("stage2", OLD, True),
        ("Stage2 ", OLD, True),
        ("stage2", OTHER, False),
        ("stage1", OLD, False),
    ],
)
def test_stage_2_adopted_without_a_change_is_told(
    stage: str, after: Json, *, adopted: bool
) -> None:
    found = delta(lists([OLD], [after]), {"moderator": {"selected_stage": stage}})

    assert of(found, "stage2_adopted_but_no_change") == (adopted,)


def test_a_difference_that_the_output_brings_is_kept() -> None:
    own: Json = {"changed": False, "change_type": "odd"}

    assert delta({"stage_delta": own}) == own


@pytest.mark.parametrize("empty", [None, {}])
def test_an_empty_difference_is_computed(empty: Json) -> None:
    assert of(delta({"stage_delta": empty}), "changed") == (True,)


def test_a_stored_difference_that_cannot_be_read_is_a_fault() -> None:
    found = fault({"stage_delta": {"changed": "false"}})

    assert found.startswith("$.stage_delta.changed: expected true or false, got 'false'")
