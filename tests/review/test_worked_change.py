"""Hand-worked change: what changed, for better or worse, and who acted."""

from fractions import Fraction

import pytest

from measurand.edges.files.json.value import Json
from tests.review.worked import Record, actions, delta, record, says, value

TASTE = says("맛", "positive")
BAD = says("맛", "negative")
PRICE = says("값", "positive")
GUIDED = "guided_by_review"
CHANGE = "pre_to_post_change_rate"


def moved(first: Json, last: Json, **more: Json) -> Record:
    return record(gold=[TASTE], stage1=[first], final=[last], **more)


def stored(kind: str, *, changed: bool) -> Record:
    return record(stage_delta=delta(kind, changed=changed))


@pytest.mark.parametrize("name", [CHANGE, "changed_samples_rate"])
def test_the_share_of_rows_that_changed(name: str) -> None:
    """One of four rows changed: 1/4."""
    rows = [stored("unguided", changed=at == 0) for at in range(4)]

    assert value(name, *rows) == Fraction(1, 4)


@pytest.mark.parametrize(("rule", "expected"), [("exclude", 1), ("unchanged", Fraction(1, 2))])
def test_a_row_that_does_not_say_whether_it_changed(rule: str, expected: Fraction) -> None:
    """One row changed, one does not say: 1 of 1, or 1 of 2."""
    rows = stored("unguided", changed=True), record()

    assert value(CHANGE, *rows, change_missing=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("stored", 0), ("computed", 1)])
def test_a_stored_change_that_is_not_true(rule: str, expected: int) -> None:
    """It is stored that nothing changed, but 맛- became 맛+."""
    row = moved(BAD, TASTE, stage_delta=delta("none", changed=False))

    assert value(CHANGE, row, change=rule) == expected


@pytest.mark.parametrize(("key", "expected"), [("term", 0), ("pred_key", 1)])
def test_a_merge_that_only_writes_the_reference(key: str, expected: int) -> None:
    """맛+ gets a reference and keeps its term; predictions are matched by reference or term."""
    row = moved(TASTE, says("맛", "positive", aspect_ref="음식"))
    options = {"change": "computed", "pred_key": "ref_or_term", "change_key": key}

    assert value(CHANGE, row, **options) == expected


@pytest.mark.parametrize(("counting", "expected"), [("set", 0), ("multiset", 1)])
def test_a_repetition_is_a_change_of_a_multiset(counting: str, expected: int) -> None:
    """맛+ becomes 맛+ twice: the same set, another multiset."""
    row = record(stage1=[TASTE], final=[TASTE, TASTE])

    assert value(CHANGE, row, change="computed", counting=counting) == expected


@pytest.mark.parametrize(("label", "expected"), [("positive", 0), ("negative", 1)])
def test_another_label_is_a_change(label: str, expected: int) -> None:
    """The tuples stay; the first stage said positive, the final label is the same or another."""
    row = moved(TASTE, TASTE, stage1_ate={"label": "positive"}, moderator={"final_label": label})

    assert value(CHANGE, row, change="computed") == expected


@pytest.mark.parametrize(("rule", "expected"), [("exclude", None), ("copy_final", 0), ("empty", 1)])
def test_a_change_from_a_stage_that_is_not_there(rule: str, expected: int | None) -> None:
    """No first stage: unknown, or the copy did not change, or nothing became 맛+."""
    row = record(gold=[TASTE], final=[TASTE])

    assert value(CHANGE, row, change="computed", stage1_missing=rule) == expected


def four_rows() -> list[Record]:
    return [
        moved(BAD, TASTE, stage_delta=delta(GUIDED, changed=True)),
        moved(TASTE, BAD, stage_delta=delta(GUIDED, changed=True)),
        moved(TASTE, TASTE, stage_delta=delta("none", changed=False)),
        moved(BAD, BAD, stage_delta=delta("none", changed=False)),
    ]


@pytest.mark.parametrize("name", ["changed_and_improved_rate", "changed_and_degraded_rate"])
@pytest.mark.parametrize(("over", "expected"), [("all", (1, 4)), ("changed", (1, 2))])
def test_better_and_worse(name: str, over: str, expected: tuple[int, int]) -> None:
    """Four rows, two changed, one from 0 to 1 and one from 1 to 0: 1/4, or 1/2."""
    assert value(name, *four_rows(), change_rate_over=over) == Fraction(*expected)


@pytest.mark.parametrize(("over", "expected"), [("all", 0), ("changed", None)])
def test_nothing_changed(over: str, expected: int | None) -> None:
    """No row changed: 0 of 1, or 0 of 0."""
    row = moved(TASTE, TASTE, stage_delta=delta("none", changed=False))

    assert value("changed_and_improved_rate", row, change_rate_over=over) == expected


def test_a_change_without_gold_is_neither_better_nor_worse() -> None:
    """A row without gold changed, and one with gold from 0 to 1: 1 of 2 better, none worse."""
    rows = (
        record(stage1=[BAD], final=[TASTE], stage_delta=delta(GUIDED, changed=True)),
        moved(BAD, TASTE, stage_delta=delta(GUIDED, changed=True)),
    )

    assert value("changed_and_improved_rate", *rows) == Fraction(1, 2)
    assert value("changed_and_degraded_rate", *rows) == 0


def test_a_change_that_does_not_move_f1_is_neither() -> None:
    """맛- becomes 값+, gold is 맛+: wrong before and after."""
    row = moved(BAD, PRICE, stage_delta=delta(GUIDED, changed=True))

    assert value("changed_and_improved_rate", row) == 0
    assert value("changed_and_degraded_rate", row) == 0


@pytest.mark.parametrize(("rule", "expected"), [("yes", 1), ("no", 3)])
def test_guided_rows_that_did_not_change(rule: str, expected: int) -> None:
    """Three rows are called guided, one of them changed: 1 of 1, or 3 of 1."""
    rows = [stored(GUIDED, changed=at == 0) for at in range(3)]

    assert value("guided_by_review_rate", *rows, guided_requires_changed=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("undefined", None), ("zero", 0)])
def test_no_change_to_guide(rule: str, expected: int | None) -> None:
    """No row changed: nothing to divide by."""
    row = stored("none", changed=False)

    assert value("guided_by_review_rate", row, zero_denominator=rule) == expected


@pytest.mark.parametrize("kind", ["unguided", "guided", "Guided_By_Review"])
def test_other_kinds_of_change(kind: str) -> None:
    """Of two changes one is guided by review, one is called something else: 1/2."""
    rows = stored(GUIDED, changed=True), stored(kind, changed=True)

    assert value("guided_by_review_rate", *rows) == Fraction(1, 2)


@pytest.mark.parametrize(("rule", "expected"), [("any", 1), ("effective", 0)])
def test_a_review_that_only_keeps(rule: str, expected: int) -> None:
    """The review says KEEP and nothing else: an action, but not one that has an effect."""
    row = record(review=actions("KEEP"), arbiter=actions("KEEP"))

    assert value("review_action_rate", row, intervention_actions=rule) == expected
    assert value("arb_intervention_rate", row, intervention_actions=rule) == expected


@pytest.mark.parametrize("kind", ["DROP", "FLIP", "MERGE"])
@pytest.mark.parametrize("rule", ["any", "effective"])
def test_a_review_that_has_an_effect(kind: str, rule: str) -> None:
    """One row keeps and then acts, the other has no action: 1/2."""
    rows = record(review=actions("KEEP", kind)), record(review=actions())

    assert value("review_action_rate", *rows, intervention_actions=rule) == Fraction(1, 2)


def test_the_arbiter_is_counted_apart() -> None:
    """The review flips, the arbiter has no action; in the other row nobody has."""
    rows = (
        record(review=actions("FLIP"), arbiter=actions()),
        record(review=actions(), arbiter=actions()),
    )

    assert value("review_action_rate", *rows) == Fraction(1, 2)
    assert value("arb_intervention_rate", *rows) == 0


@pytest.mark.parametrize(("rule", "expected"), [("any", 1), ("effective", 0)])
def test_a_computed_change_beside_a_lone_keep(rule: str, expected: int) -> None:
    """맛- became 맛+ and the only action is KEEP: guided by any action, not by an effective one."""
    row = moved(BAD, TASTE, review=actions("KEEP"), meta={"protocol_mode": "conflict_review_v1"})
    options = {"change": "computed", "intervention_actions": rule}

    assert value("guided_by_review_rate", row, **options) == expected


@pytest.mark.parametrize("name", ["n_fix", "n_break", "n_still", "n_keep"])
def test_the_four_fates(name: str) -> None:
    """Wrong to right, right to wrong, wrong to wrong, right to right: one row each."""
    assert value(name, *four_rows()) == 1


@pytest.mark.parametrize(("name", "expected"), [("fix_rate", (1, 2)), ("break_rate", (1, 2))])
def test_rates_of_the_four_fates(name: str, expected: tuple[int, int]) -> None:
    """One of two that were wrong is fixed, one of two that were right is broken."""
    assert value(name, *four_rows()) == Fraction(*expected)
    assert value("net_gain", *four_rows()) == 0


def test_partly_right_is_not_right() -> None:
    """Gold is 맛+ and 값+; the first stage has 맛+, the final one both: fixed."""
    row = record(gold=[TASTE, PRICE], stage1=[TASTE], final=[TASTE, PRICE])

    assert value("n_fix", row) == 1


@pytest.mark.parametrize(("name", "first"), [("fix_rate", TASTE), ("break_rate", BAD)])
def test_nothing_to_fix_or_to_break(name: str, first: Json) -> None:
    """No row was wrong (or right) before: nothing to divide by."""
    assert value(name, moved(first, TASTE), zero_denominator="zero") is None


@pytest.mark.parametrize(("over", "expected"), [("all", (1, 4)), ("gold", (1, 2))])
def test_net_gain_over_all_rows_or_those_with_gold(over: str, expected: tuple[int, int]) -> None:
    """Four rows, two with gold, one of them fixed and the other kept: 1/4, or 1/2."""
    rows = moved(BAD, TASTE), moved(TASTE, TASTE), record(), record()

    assert value("net_gain", *rows, net_gain_over=over) == Fraction(*expected)


def test_empty_gold_is_right_when_nothing_is_predicted() -> None:
    """Gold is empty; the first stage says 맛+, the final one nothing (an answer): fixed."""
    row = record(gold=[], stage1=[TASTE], final=[])

    assert value("n_fix", row, empty_list="answer") == 1
