"""Hand-worked F1 of explicit gold alone and of implicit gold alone.

P is precision, R recall, F = 2PR / (P + R); + and - are positive and negative.
"""

from fractions import Fraction

import pytest

from tests.review.worked import record, says, value

TASTE = says("맛", "positive")
PRICE = says("값", "positive")
DEAR = says("값", "negative")
RUDE = says("", "negative")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("none", Fraction(2, 3)), ("drop_matched", 1), ("drop_implicit", Fraction(2, 3))],
)
def test_what_answers_implicit_gold_is_no_mistake(rule: str, expected: Fraction) -> None:
    """Gold is 맛+ and - without a term; predictions 맛+ and 값-; only 맛+ is explicit gold.

    값- answers the implicit tuple, so it is left out by drop_matched: P = R = 1. It has a term,
    so drop_implicit keeps it, as none does: P = 1/2, R = 1, F = 2/3.
    """
    row = record(gold=[TASTE, RUDE], final=[TASTE, DEAR])

    assert value("tuple_f1_s2_explicit_only", row, explicit_only_pred=rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"), [("none", Fraction(2, 3)), ("drop_matched", 1), ("drop_implicit", 1)]
)
def test_a_prediction_without_a_term_against_explicit_gold(rule: str, expected: Fraction) -> None:
    """As before, with - without a term in the place of 값-: both rules leave it out."""
    row = record(gold=[TASTE, RUDE], final=[TASTE, RUDE])

    assert value("tuple_f1_s2_explicit_only", row, explicit_only_pred=rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("none", Fraction(2, 3)), ("drop_matched", Fraction(2, 3)), ("drop_implicit", 1)],
)
def test_an_implicit_prediction_that_answers_nothing(rule: str, expected: Fraction) -> None:
    """Gold is 맛+ alone; predictions 맛+ and - without a term, which answers no gold tuple.

    Only drop_implicit leaves it out; else P = 1/2, R = 1, F = 2/3.
    """
    row = record(gold=[TASTE], final=[TASTE, RUDE])

    assert value("tuple_f1_s2_explicit_only", row, explicit_only_pred=rule) == expected


@pytest.mark.parametrize(("rows", "expected"), [("any", Fraction(1, 2)), ("pure", 0)])
def test_rows_of_explicit_and_implicit_gold(rows: str, expected: Fraction) -> None:
    """The first row has both kinds and its 맛+ is found (1); the second is explicit, wrong (0)."""
    both = record(gold=[TASTE, RUDE], final=[TASTE])
    pure = record(gold=[DEAR], final=[PRICE])

    assert value("tuple_f1_s2_explicit_only", both, pure, explicit_only_rows=rows) == expected


def test_no_explicit_gold_leaves_no_explicit_f1() -> None:
    """Gold has no term: no row counts, so there is no mean."""
    row = record(gold=[RUDE], final=[RUDE])

    assert value("tuple_f1_s2_explicit_only", row) is None


@pytest.mark.parametrize(("rule", "expected"), [("all", Fraction(2, 3)), ("termless", 0)])
def test_polarities_of_all_or_of_termless_predictions(rule: str, expected: Fraction) -> None:
    """Implicit gold is {-}; predictions 맛+ and 값- have the polarities {+, -}.

    All: 2 * 1 / (1 + 2) = 2/3. Without a term there is no prediction: 0.
    """
    row = record(gold=[TASTE, RUDE], final=[TASTE, DEAR])

    assert value("tuple_f1_s2_implicit_only", row, implicit_only_pred=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("all", Fraction(2, 3)), ("termless", 1)])
def test_a_termless_prediction_answers_implicit_gold(rule: str, expected: Fraction) -> None:
    """Implicit gold is {-}; predictions 맛+ and - without a term: {+, -} or {-}."""
    row = record(gold=[TASTE, RUDE], final=[TASTE, RUDE])

    assert value("tuple_f1_s2_implicit_only", row, implicit_only_pred=rule) == expected


@pytest.mark.parametrize(("counting", "expected"), [("set", 1), ("multiset", Fraction(2, 3))])
def test_polarities_are_counted_as_tuples_are(counting: str, expected: Fraction) -> None:
    """Implicit gold is - once; predictions are - twice: {-} = {-}, or P = 1/2 and R = 1."""
    row = record(gold=[RUDE], final=[says("맛", "negative"), DEAR])
    options = {"implicit_only_pred": "all", "counting": counting}

    assert value("tuple_f1_s2_implicit_only", row, **options) == expected


@pytest.mark.parametrize(("rule", "expected", "rows"), [("keep", 1, 1), ("drop", None, 0)])
def test_mixed_implicit_gold(rule: str, expected: int | None, rows: int) -> None:
    """Gold and prediction are mixed without a term: equal, or no row counts."""
    row = record(gold=[says("", "mixed")], final=[says("", "mixed")])

    assert value("tuple_f1_s2_implicit_only", row, implicit_only_mixed=rule) == expected
    assert value("implicit_gold_sample_n", row, implicit_only_mixed=rule) == rows


def test_no_implicit_gold_leaves_no_implicit_f1() -> None:
    """Gold has a term: no row counts, so there is no mean."""
    row = record(gold=[TASTE], final=[TASTE])

    assert value("tuple_f1_s2_implicit_only", row) is None
