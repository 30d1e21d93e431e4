"""Reading what changed between the stages: the stored change, labels, actions, the override."""

import pytest

from measurand.edges.files.json.value import Json, Number
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.scorecard import (
    Override,
)
from tests.review.reading import fault, nested, of, read


@pytest.mark.parametrize("value", [True, False, None])
def test_a_stored_change_is_read(*, value: bool | None) -> None:
    assert read("stage_delta.changed", value).changed is value


@pytest.mark.parametrize("bad", ["false", "true", 0, 1])
def test_a_change_that_is_no_truth_value_is_a_fault(bad: Json) -> None:
    found = fault(nested("stage_delta.changed", bad))

    assert found.startswith("$.stage_delta.changed: expected true or false, got ")


def test_a_change_type_is_kept_as_it_is_written() -> None:
    assert read("stage_delta.change_type", "Guided_By_Review").change_type == "Guided_By_Review"


def test_a_change_type_that_is_no_string_is_a_fault() -> None:
    found = fault(nested("stage_delta.change_type", ["none"]))

    assert found == "$.stage_delta.change_type: expected a string, got a list of 1"


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("stage1_label", "stage1_ate.label"),
        ("stage2_label", "stage2_ate.label"),
        ("final_label", "runtime.parsed_output.final_result.label"),
        ("final_label", "moderator.final_label"),
    ],
)
def test_a_label_is_read(field: str, path: str) -> None:
    assert getattr(read(path, "mixed"), field) == "mixed"
    assert getattr(read(path, None), field) is None
    assert fault(nested(path, 1)) == f"$.{path}: expected a string, got 1"


def test_an_empty_label_of_a_stage_is_not_an_absent_one() -> None:
    assert read("stage1_ate.label", "").stage1_label == ""


def test_the_label_of_the_final_result_comes_before_that_of_the_moderator() -> None:
    record = of(moderator__final_label="b", runtime__parsed_output__final_result__label="a")

    assert scorecard(record).final_label == "a"


@pytest.mark.parametrize("key", ["review_actions", "arb_actions"])
class TestActions:
    def test_they_are_read_from_the_parsed_output(self, key: str) -> None:
        values: Json = [{"action_type": "KEEP", "actor": "A"}, {"action_type": "drop"}]

        found = read(f"runtime.parsed_output.analysis_flags.{key}", values)

        assert getattr(found, key) == ("KEEP", "drop")

    def test_an_action_without_a_type_is_an_action(self, key: str) -> None:
        found = read(f"runtime.parsed_output.analysis_flags.{key}", [{"actor": "A"}, {}])

        assert getattr(found, key) == ("", "")

    def test_none_is_not_absent(self, key: str) -> None:
        assert getattr(read(f"runtime.parsed_output.analysis_flags.{key}", []), key) == ()
        assert getattr(read(f"runtime.parsed_output.analysis_flags.{key}", None), key) is None

    @pytest.mark.parametrize("bad", [None, "KEEP"])
    def test_an_element_that_is_no_object_is_a_fault(self, key: str, bad: Json) -> None:
        path = f"runtime.parsed_output.analysis_flags.{key}"

        assert fault(nested(path, [bad])).startswith(f"$.{path}[0]: expected an object, got ")

    def test_a_type_that_is_no_string_is_a_fault(self, key: str) -> None:
        path = f"runtime.parsed_output.analysis_flags.{key}"

        found = fault(nested(path, [{}, {"action_type": 1}]))

        assert found == f"$.{path}[1].action_type: expected a string, got 1"

    def test_no_list_is_a_fault(self, key: str) -> None:
        path = f"runtime.parsed_output.analysis_flags.{key}"

        assert fault(nested(path, "KEEP")) == f"$.{path}: expected a list, got 'KEEP'"


STATS = ("debate.override_stats", "meta.debate_override_stats")


@pytest.mark.parametrize("path", STATS)
def test_what_the_override_did_stands_in_one_of_two_places(path: str) -> None:
    stats: Json = {
        "applied": 2,
        "override_applied": True,
        "override_effect_applied": True,
        "override_reason": "risk_resolved",
        "skipped_low_signal": 1,
        "skipped_conflict": 3,
        "skipped_already_confident": 4,
    }

    assert read(path, stats).override == Override(
        applied=2,
        effective=True,
        reason="risk_resolved",
        skipped_low_signal=1,
        skipped_conflict=3,
        skipped_already_confident=4,
    )


@pytest.mark.parametrize("empty", [None, {}])
def test_empty_statistics_leave_it_to_the_second_place(empty: Json) -> None:
    record = of(debate__override_stats=empty, meta__debate_override_stats={"applied": 1})

    assert scorecard(record).override == Override(applied=1)


@pytest.mark.parametrize("path", STATS)
def test_empty_statistics_are_no_gate(path: str) -> None:
    assert read(path, {}).override is None


def test_statistics_of_zeros_are_a_gate() -> None:
    assert read("debate.override_stats", {"applied": 0}).override == Override()


def test_an_override_that_was_applied_without_a_count_counts_once() -> None:
    assert read("debate.override_stats", {"override_applied": True}).override == Override(applied=1)


@pytest.mark.parametrize("path", STATS)
@pytest.mark.parametrize(
    ("key", "bad", "expected"),
    [
        ("applied", "2", "a whole number, got '2'"),
        ("applied", -1, "a count, got -1"),
        ("skipped_conflict", True, "a whole number, got true"),
        ("skipped_low_signal", Number("1.0"), "a whole number, got 1.0"),
        ("override_applied", "yes", "true or false, got 'yes'"),
        ("override_effect_applied", 1, "true or false, got 1"),
        ("override_reason", 1, "a string, got 1"),
    ],
)
def test_statistics_of_another_type_are_a_fault(
    path: str, key: str, bad: Json, expected: str
) -> None:
    found = fault(nested(f"{path}.{key}", bad))

    assert found.startswith(f"$.{path}.{key}: expected {expected}")
