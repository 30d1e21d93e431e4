"""Hand-worked F1: the key, the wildcard, counting, empty gold, the words.

P is precision, R recall, F = 2PR / (P + R); + - 0 are positive, negative, neutral.
"""

import unicodedata
from fractions import Fraction

import pytest

from tests.review.worked import record, says, value

F1 = "tuple_f1_s2"
BATTERY = says("battery", "positive")
SCREEN = says("screen", "negative")
TASTE = says("맛", "positive")
PRICE = says("값", "positive")
RUDE = says("", "negative")
NICE = says("", "positive")
STEPS = "trim+lower+squeeze+edges"


def test_the_same_tuple_is_right() -> None:
    """One gold, one prediction, equal: P = R = 1, F = 1."""
    row = record(gold=[BATTERY], final=[BATTERY])

    assert value(F1, row) == 1


def test_a_prediction_too_many_halves_precision() -> None:
    """One hit of two predictions, one gold: P = 1/2, R = 1, F = 1 / (3/2) = 2/3."""
    row = record(gold=[BATTERY], final=[BATTERY, SCREEN])

    assert value(F1, row) == Fraction(2, 3)


def test_the_other_polarity_is_wrong() -> None:
    """The term is right and the polarity is not: no hit, F = 0."""
    row = record(gold=[BATTERY], final=[says("battery", "negative")])

    assert value(F1, row) == 0


def test_nothing_predicted_is_zero() -> None:
    """No prediction, one gold: P = 0 by convention, R = 0, F = 0."""
    row = record(gold=[BATTERY], final=[])

    assert value(F1, row) == 0


@pytest.mark.parametrize(("key", "expected"), [("term", 1), ("ref_or_term", 0), ("ref", 0)])
def test_a_reference_hides_the_term(key: str, expected: int) -> None:
    """Gold is 배터리+; the prediction has that term beside a reference that differs.

    By term they are equal: 1. By reference, first or only, 본품#품질 is not 배터리: 0.
    """
    row = record(
        gold=[says("배터리", "positive")],
        final=[says("배터리", "positive", aspect_ref="본품#품질")],
    )

    assert value(F1, row, pred_key=key) == expected


@pytest.mark.parametrize(("key", "expected"), [("term", 0), ("ref_or_term", 1), ("ref", 1)])
def test_a_reference_can_hold_the_word_of_gold(key: str, expected: int) -> None:
    """Gold is 배터리+; the prediction says battery and its reference says 배터리.

    By term battery is not 배터리: 0. By reference it is: 1.
    """
    row = record(
        gold=[says("배터리", "positive")],
        final=[says("battery", "positive", aspect_ref="배터리")],
    )

    assert value(F1, row, pred_key=key) == expected


@pytest.mark.parametrize(("key", "expected"), [("term", 1), ("ref_or_term", 1), ("ref", 0)])
def test_without_a_reference_only_ref_is_lost(key: str, expected: int) -> None:
    """The prediction has no reference: ref_or_term reads the term; ref reads nothing."""
    row = record(gold=[TASTE], final=[TASTE])

    assert value(F1, row, pred_key=key) == expected


@pytest.mark.parametrize(("wildcard", "expected"), [("off", 0), ("gold", 1), ("both", 1)])
def test_gold_without_a_term_takes_any_term(wildcard: str, expected: int) -> None:
    """Gold is negative without a term; 직원- answers it where gold is a wildcard."""
    row = record(gold=[RUDE], final=[says("직원", "negative")])

    assert value(F1, row, wildcard=wildcard) == expected


@pytest.mark.parametrize(("wildcard", "expected"), [("off", 0), ("gold", 0), ("both", 1)])
def test_a_prediction_without_a_term_takes_gold_only_both_ways(
    wildcard: str, expected: int
) -> None:
    """Gold is 직원-; the prediction is negative without a term: a hit only under both."""
    row = record(gold=[says("직원", "negative")], final=[RUDE])

    assert value(F1, row, wildcard=wildcard) == expected


@pytest.mark.parametrize("wildcard", ["off", "gold", "both"])
def test_no_term_equals_no_term(wildcard: str) -> None:
    """Both sides are negative without a term: equal, whatever a wildcard may do."""
    row = record(gold=[RUDE], final=[RUDE])

    assert value(F1, row, wildcard=wildcard) == 1


@pytest.mark.parametrize("wildcard", ["off", "gold", "both"])
def test_a_wildcard_keeps_its_polarity(wildcard: str) -> None:
    """Gold is negative without a term, the prediction 맛+: never a hit."""
    row = record(gold=[RUDE], final=[TASTE])

    assert value(F1, row, wildcard=wildcard) == 0


@pytest.mark.parametrize(("wildcard", "expected"), [("off", Fraction(1, 2)), ("gold", 1)])
def test_equal_terms_come_before_wildcards(wildcard: str, expected: Fraction) -> None:
    """Gold is 맛+ and + without a term; predictions are 맛+ and 값+.

    맛 meets 맛, then the wildcard takes 값: P = R = 1. Without wildcards one hit: P = R = 1/2.
    """
    row = record(gold=[NICE, TASTE], final=[TASTE, PRICE])

    assert value(F1, row, wildcard=wildcard) == expected


def test_one_prediction_answers_one_gold_tuple() -> None:
    """Gold is + without a term and 맛+; the only prediction is 맛+: P = 1, R = 1/2, F = 2/3."""
    row = record(gold=[NICE, TASTE], final=[TASTE])

    assert value(F1, row) == Fraction(2, 3)


@pytest.mark.parametrize(("counting", "expected"), [("set", 1), ("multiset", Fraction(1, 2))])
def test_repeated_predictions(counting: str, expected: Fraction) -> None:
    """맛 is predicted three times (once as 맛!), gold has it once.

    As a set one prediction is left: 1. As a multiset P = 1/3, R = 1, F = (2/3) / (4/3) = 1/2.
    """
    row = record(gold=[TASTE], final=[TASTE, TASTE, says(" 맛! ", "positive")])

    assert value(F1, row, counting=counting) == expected


@pytest.mark.parametrize(("counting", "expected"), [("set", 1), ("multiset", Fraction(2, 3))])
def test_repeated_gold(counting: str, expected: Fraction) -> None:
    """Gold has 맛+ twice, the prediction once: as a multiset P = 1, R = 1/2, F = 2/3."""
    row = record(gold=[TASTE, TASTE], final=[TASTE])

    assert value(F1, row, counting=counting) == expected


@pytest.mark.parametrize(("counting", "expected"), [("set", Fraction(2, 3)), ("multiset", 1)])
def test_two_implicit_gold_tuples_of_one_polarity(counting: str, expected: Fraction) -> None:
    """Gold is + twice without a term, by two references; predictions are 맛+ and 값+.

    One-to-one both are answered: 1. As a set gold is one pair: P = 1/2, R = 1, F = 2/3.
    """
    gold = [says("", "positive", aspect_ref="음식#맛"), says("", "positive", aspect_ref="음식#값")]
    row = record(gold=gold, final=[TASTE, PRICE])

    assert value(F1, row, counting=counting) == expected


@pytest.mark.parametrize(
    ("rule", "expected"), [("exclude", None), ("zero", 0), ("one_if_pred_empty", 1)]
)
def test_nothing_to_find_and_nothing_found(rule: str, expected: int | None) -> None:
    """Gold is there and empty, nothing is predicted: left out, 0 or 1, as the option says."""
    row = record(gold=[], final=[])

    assert value(F1, row, empty_gold=rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"), [("exclude", None), ("zero", 0), ("one_if_pred_empty", 0)]
)
def test_nothing_to_find_and_something_found(rule: str, expected: int | None) -> None:
    """Gold is there and empty, 맛+ is predicted: left out, or 0."""
    row = record(gold=[], final=[TASTE])

    assert value(F1, row, empty_gold=rule) == expected


@pytest.mark.parametrize("rule", ["exclude", "zero", "one_if_pred_empty"])
def test_a_row_without_gold_is_left_out(rule: str) -> None:
    """No gold is written anywhere: no row is measured, so there is no mean."""
    row = record(final=[TASTE])

    assert value(F1, row, empty_gold=rule) is None
    assert value("N_gold", row, empty_gold=rule) == 0


@pytest.mark.parametrize(("rule", "expected"), [("exclude", 1), ("zero", Fraction(1, 2))])
def test_empty_gold_weighs_in_the_mean(rule: str, expected: Fraction) -> None:
    """One row is right (1); one has empty gold and a prediction (0, or left out)."""
    rows = record(gold=[TASTE], final=[TASTE]), record(gold=[], final=[PRICE])

    assert value(F1, *rows, empty_gold=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("exclude", 1), ("one_if_pred_empty", 2)])
def test_empty_gold_counts_as_gold_where_it_is_measured(rule: str, expected: int) -> None:
    """Three rows: gold, empty gold, no gold. The second counts where it is measured."""
    rows = record(gold=[TASTE]), record(gold=[]), record()

    assert value("N_gold", *rows, empty_gold=rule) == expected


def test_f1_is_a_mean_over_rows_with_gold() -> None:
    """Rows of 1 and 0, and one without gold: (1 + 0) / 2."""
    rows = (
        record(gold=[TASTE], final=[TASTE]),
        record(gold=[TASTE], final=[PRICE]),
        record(final=[TASTE]),
    )

    assert value(F1, *rows) == Fraction(1, 2)


@pytest.mark.parametrize("name", ["triplet_f1_s2", "tuple_f1_s2_overall", "tuple_f1_s2_raw"])
def test_other_names_of_the_final_f1(name: str) -> None:
    """P = 1/2, R = 1: 2/3 under every name."""
    row = record(gold=[BATTERY], final=[BATTERY, SCREEN])

    assert value(name, row) == Fraction(2, 3)


def test_delta_is_final_minus_first() -> None:
    """The first stage has the wrong polarity (0), the final one finds one of two (2/3)."""
    row = record(gold=[BATTERY, SCREEN], stage1=[says("battery", "negative")], final=[BATTERY])

    assert value("tuple_f1_s1", row) == value("triplet_f1_s1", row) == 0
    assert value("delta_f1", row) == Fraction(2, 3)


def test_case_space_and_marks_do_not_matter() -> None:
    """Lower, one space for the tab and the run of spaces, no mark at the ends: battery life."""
    row = record(
        gold=[says("Battery \t Life", "positive")], final=[says(' "battery life!" ', "POSITIVE")]
    )

    assert value(F1, row) == 1


@pytest.mark.parametrize("words", ["“맛”", "맛-", "#맛", "맛…"])
def test_other_marks_stay(words: str) -> None:
    """Curly quotes, hyphen, number sign and ellipsis are not among the marks: 0."""
    row = record(gold=[TASTE], final=[says(words, "positive")])

    assert value(F1, row) == 0


@pytest.mark.parametrize("passes", ["once", "settle"])
def test_a_space_inside_a_bracket_goes_with_the_second_reading(passes: str) -> None:
    """`( 맛 )` loses its brackets; the space goes when the pair is made: 맛, under both."""
    row = record(gold=[TASTE], final=[says("( 맛 )", "positive")])

    assert value(F1, row, passes=passes) == 1


@pytest.mark.parametrize(("passes", "expected"), [("once", 0), ("settle", 1)])
def test_brackets_in_brackets_need_more_passes(passes: str, expected: int) -> None:
    """`( ( ( 맛 ) ) )` loses one pair of brackets a pass; two passes leave one pair."""
    row = record(gold=[TASTE], final=[says("( ( ( 맛 ) ) )", "positive")])

    assert value(F1, row, passes=passes) == expected


@pytest.mark.parametrize(("steps", "expected"), [(STEPS, 0), (f"nfc+{STEPS}", 1)])
def test_decomposed_letters_need_nfc(steps: str, expected: int) -> None:
    """맛 as one code point and as three: equal only after composition."""
    row = record(gold=[TASTE], final=[says(unicodedata.normalize("NFD", "맛"), "positive")])

    assert value(F1, row, normalise=steps) == expected
