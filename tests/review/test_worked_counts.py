"""Hand-worked counts: rows by source, tuples used, overrides; + is the polarity."""

from fractions import Fraction

import pytest

from tests.review.worked import Record, record, says, value

TASTE = says("맛", "positive")
PRICE = says("값", "positive")


def three_sources() -> list[Record]:
    return [
        record(gold=[TASTE], final=[TASTE, PRICE]),
        record(gold=[TASTE], aspects=[TASTE]),
        record(gold=[TASTE], sentiments=[TASTE]),
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("N_pred_final_tuples", 1),
        ("N_pred_final_aspects", 1),
        ("N_pred_inputs_aspect_sentiments", 1),
        ("N_agg_fallback_used", 2),
        ("N_pred_used", 4),
    ],
)
def test_each_source_is_counted(name: str, expected: int) -> None:
    """A row of each source, with 2 + 1 + 1 tuples; the last two rows fell back."""
    assert value(name, *three_sources()) == expected


@pytest.mark.parametrize(("rule", "expected"), [("fallback", 1), ("none", 0)])
def test_a_row_without_a_prediction(rule: str, expected: int) -> None:
    """No list is written: it counts as the last source, and as a fallback, or as nothing."""
    row = record(gold=[TASTE])

    assert value("N_pred_inputs_aspect_sentiments", row, no_prediction=rule) == expected
    assert value("N_agg_fallback_used", row, no_prediction=rule) == expected
    assert value("N_pred_final_tuples", row, no_prediction=rule) == 0


@pytest.mark.parametrize(("rows", "expected"), [("all", 3), ("gold", 1)])
def test_tuples_of_rows_without_gold(rows: str, expected: int) -> None:
    """One tuple in a row with gold, two in a row without: 3, or 1."""
    cards = record(gold=[TASTE], final=[TASTE]), record(final=[TASTE, PRICE])

    assert value("N_pred_used", *cards, used_rows=rows) == expected


@pytest.mark.parametrize(("counting", "expected"), [("set", 2), ("multiset", 3)])
def test_tuples_used_are_counted_as_they_are_matched(counting: str, expected: int) -> None:
    """맛+ twice and 맛+ under a reference: two different tuples, three in all."""
    final = [TASTE, TASTE, says("맛", "positive", aspect_ref="음식")]
    row = record(gold=[TASTE], final=final)

    assert value("N_pred_used", row, counting=counting) == expected


@pytest.mark.parametrize("name", ["override_applied_n", "override_applied_rate"])
@pytest.mark.parametrize(("rule", "expected"), [("undefined", None), ("zero", 0)])
def test_no_gate(name: str, rule: str, expected: int | None) -> None:
    """No row has a gate: nothing to count, or 0."""
    assert value(name, record(gold=[TASTE]), absent_gate=rule) == expected


def test_a_gate_that_was_applied() -> None:
    """Of two rows with a gate one had an override applied (twice): 1 row, 1/2 of the rows."""
    applied = record(debate={"override_stats": {"applied": 2, "override_applied": True}})
    skipped = record(debate={"override_stats": {"applied": 0, "skipped_conflict": 1}})

    assert value("override_applied_n", applied, skipped) == 1
    assert value("override_applied_rate", applied, skipped) == Fraction(1, 2)
