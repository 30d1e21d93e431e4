"""What the laws of span scores say of cases worked by hand."""

from fractions import Fraction

from measurand.algebra.law import Broken, Holds, Silent
from measurand.laws.kinds.span_scores import Spans, SpansCase, admitted
from measurand.laws.kinds.spans import (
    SPAN_COUNTS,
    SPAN_F1,
    best_partial,
    best_type,
    boundary_f1,
    macro_strict,
    strict_f1,
)
from measurand.laws.kinds.subject import Subject
from measurand.laws.kinds.tags import TAGS_F1, Tagged, TagsCase

LAWS = {law.id: law.check for law in SPAN_F1.laws}
COUNTS = {law.id: law.check for law in SPAN_COUNTS.laws}
TAGS = {law.id: law.check for law in TAGS_F1.laws}


def test_the_four_modes_by_hand() -> None:
    # one span found, one with the other label, one cut short, one missed
    gold = [[(0, 1, "A"), (1, 2, "A"), (2, 4, "B"), (4, 5, "B")]]
    predicted = [[(0, 1, "A"), (1, 2, "B"), (2, 3, "B")]]

    assert strict_f1(gold, predicted) == Fraction(2, 7)
    assert boundary_f1(gold, predicted) == Fraction(4, 7)
    assert best_partial(gold, predicted) == Fraction(5, 7)
    assert best_type(gold, predicted) == Fraction(4, 7)
    assert macro_strict(gold, predicted) == Fraction(1, 3)  # A 2/3, B 0


def test_the_best_pairing_is_not_the_first_one() -> None:
    # nervaluate 1.2.1 gives 1/4 to these lists in this order, and 1/2 with gold turned round
    gold, predicted = [[(0, 2, "A"), (2, 3, "A")]], [[(1, 3, "A"), (0, 1, "A")]]

    assert best_partial(gold, predicted) == Fraction(1, 2)


def test_what_a_score_need_not_take_is_left_out() -> None:
    side = [[(0, 2, "A"), (1, 2, "A"), (0, 2, "A")]]

    assert admitted(frozenset(), side) == [[(0, 2, "A")]]
    assert admitted(frozenset({"overlapping"}), side) == [[(0, 2, "A"), (1, 2, "A")]]
    assert admitted(frozenset({"overlapping", "set"}), side) == side


def test_a_missing_prediction_is_added_only_where_nothing_is_in_its_place() -> None:
    case = SpansCase([[(0, 2, "A")]], [[(0, 1, "A")]])
    score = Subject("f", best_type, {"type"})
    strict = Subject("f", strict_f1, {"strict", "overlapping"})

    because = "nothing is missed, or something else is predicted in its place"
    assert LAWS["missing-prediction"](score, case) == Silent(because)
    assert LAWS["missing-prediction"](strict, case) == Holds()


def test_a_repeated_prediction_that_gold_repeats_too_may_raise_a_score() -> None:
    claims = {"strict", "overlapping", "multiset"}
    case = SpansCase([[(0, 1, "A"), (0, 1, "A")]], [[(0, 1, "A")]])

    found = LAWS["repeated-prediction"](Subject("f", strict_f1, claims), case)

    assert isinstance(found, Silent)


def test_counts_say_what_was_expected() -> None:
    def counts(gold: Spans, predicted: Spans) -> dict[str, tuple[int, int, int]]:
        return {"A": (0, len(predicted[0]), len(gold[0])), "": (0, 1, 1)}

    case = SpansCase([[(0, 1, "A")]], [[(0, 1, "A")]])
    found = COUNTS["intersection"](Subject("f", counts, {"strict"}), case)

    assert isinstance(found, Broken)
    assert found.because == "(0, 1, 1) for 'A', expected (1, 1, 1)"


def test_a_tag_without_its_hyphen_is_put_where_an_entity_is_missed() -> None:
    def careless(gold: Tagged, predicted: Tagged) -> int:
        return int(gold[0][0].replace("-", "") == predicted[0][0].replace("-", ""))

    found = TAGS["unreadable-tag"](Subject("f", careless), TagsCase([["B-A"]], [["O"]]))

    assert found == Broken(
        "1 is above 0", ("f([['B-A']], [['BA']])  # 1", "f([['B-A']], [['O']])  # 0")
    )
