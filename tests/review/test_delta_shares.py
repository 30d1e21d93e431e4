"""Shares of the change of F1, worked by hand over every order of the edits."""

from fractions import Fraction

import pytest

from measurand.algebra.bag import Bag
from measurand.studies.review.shapley import (
    Edits,
    Parts,
    decompose,
    edits_between,
    edits_of,
    mean_parts,
)
from measurand.studies.review.stage_transitions import stage_delta
from measurand.values.score import Undefined
from measurand.values.tally import Tally

NOTHING = Bag[str]({})
ONE = Fraction(1)
ZERO = Fraction(0)


def test_a_flip_to_gold_is_mostly_the_hit_found() -> None:
    """One gold; a miss before, a hit after: F1 0 to 1.

    Removal first: 0, then 1. Addition first: 2*1/(2+1) = 2/3, then 1/3.
    Removal gets (0 + 1/3)/2 = 1/6, addition (1 + 2/3)/2 = 5/6.
    """
    parts = decompose(Tally(0, 1, 1), Edits(remove_miss=1, add_hit=1), empty=ONE)

    assert parts == Parts(remove_miss=Fraction(1, 6), add_hit=Fraction(5, 6))


def test_a_flip_away_from_gold_is_the_same_with_the_opposite_sign() -> None:
    parts = decompose(Tally(1, 1, 1), Edits(remove_hit=1, add_miss=1), empty=ONE)

    assert parts == Parts(remove_hit=Fraction(-5, 6), add_miss=Fraction(-1, 6))


def test_edits_that_leave_f1_as_it_was_still_have_parts() -> None:
    """Two gold, one hit before; it goes, the other comes: F1 2/3 twice.

    Removal first: 2/3 to 0, then back. Addition first: 2/3 to 1, then back to 2/3.
    Removal gets (-2/3 - 1/3)/2 = -1/2, addition 1/2.
    """
    change = stage_delta(Bag.of("b"), Bag.of("a"))

    parts = decompose(Tally(1, 1, 2), edits_of(change, Bag.of("ab")), empty=ONE)

    assert parts == Parts(remove_hit=Fraction(-1, 2), add_hit=Fraction(1, 2))


def test_three_edits_of_two_kinds() -> None:
    """Two gold; one miss before; two hits after. F1 0 to 1.

    With r of 1 removed and k of 2 hits added: 2k/(1 - r + k + 2): 0, 1/2, 4/5 with the miss,
    0, 2/3, 1 without. Removal comes first, second or third with weight 1/3 each:
    (0 + (2/3 - 1/2) + (1 - 4/5))/3 = (1/6 + 1/5)/3 = 11/90; the hits get 79/90.
    """
    edits = Edits(remove_miss=1, add_hit=2)

    parts = decompose(Tally(0, 1, 2), edits, empty=ONE)

    assert parts == Parts(remove_miss=Fraction(11, 90), add_hit=Fraction(79, 90))
    assert parts.each(edits).add_hit == Fraction(79, 180)


@pytest.mark.parametrize(("empty", "expected"), [(ZERO, ZERO), (ONE, Fraction(-1))])
def test_predictions_without_gold_cost_what_nothing_was_worth(
    empty: Fraction, expected: Fraction
) -> None:
    """No gold: F1 falls from that of nothing against nothing to 0 with the first prediction."""
    assert decompose(Tally(), Edits(add_miss=2), empty=empty) == Parts(add_miss=expected)


def test_no_edits_share_nothing() -> None:
    assert decompose(Tally(1, 2, 3), Edits(), empty=ONE) == Parts()


def test_wrong_answers_for_wrong_answers_move_nothing() -> None:
    """No hit before, between or after: F1 is 0 all the way."""
    parts = decompose(Tally(0, 2, 1), Edits(remove_miss=2, add_miss=1), empty=ONE)

    assert parts == Parts()


def test_another_hit_of_one_wildcard_is_a_hit_lost_and_a_hit_found() -> None:
    """One gold item without a term; one answer replaced by another: both hit it, none is kept.

    Both at once are still one hit of gold: 2*1/(2+1) = 2/3. Removal: (-1 + 1/3)/2 = -1/3.
    """
    edits = edits_between(Tally(1, 1, 1), Tally(1, 1, 1), kept=0)

    assert edits == Edits(remove_hit=1, add_hit=1)
    parts = decompose(Tally(1, 1, 1), edits, empty=ONE)
    assert parts == Parts(remove_hit=Fraction(-1, 3), add_hit=Fraction(1, 3))


def test_a_wildcard_that_another_answer_takes_over_lost_a_miss() -> None:
    """Two answers for one wildcard, one is removed: whichever was the hit, a hit stays."""
    edits = edits_between(Tally(1, 2, 1), Tally(1, 1, 1), kept=1)

    assert edits == Edits(remove_miss=1)


def test_kept_predictions_that_cannot_hold_all_hits_leave_some_to_the_edits() -> None:
    """Three hits each, two predictions kept: at least one hit was lost and one found."""
    edits = edits_between(Tally(3, 4, 5), Tally(3, 3, 5), kept=2)

    assert edits == Edits(remove_hit=1, remove_miss=1, add_hit=1)


def test_exchanged_hits_are_told_by_whoever_knows_the_alignment() -> None:
    edits = edits_between(Tally(1, 2, 1), Tally(1, 2, 1), kept=1, exchanged=1)

    assert edits == Edits(remove_hit=1, add_hit=1)


@pytest.mark.parametrize(
    ("before", "after", "kept", "message"),
    [
        (Tally(0, 0, 1), Tally(0, 0, 2), 0, "both stages answer one gold"),
        (Tally(0, 1, 1), Tally(1, 1, 1), 1, "edits explain the change of hits"),
        (Tally(0, 1, 1), Tally(0, 0, 1), 1, "edits explain the change of hits"),
        (Tally(0, 1, 1), Tally(0, 0, 1), -1, "edits explain the change of hits"),
        (Tally(Fraction(1, 2), 1, 1), Tally(0, 0, 1), 0, "whole predictions"),
    ],
)
def test_counts_that_no_edits_explain_are_told(
    before: Tally, after: Tally, kept: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        edits_between(before, after, kept=kept)


def test_alike_copies_stay_a_hit_and_a_miss_whichever_comes_first() -> None:
    """One gold a, two copies added: the first is the hit, in every order.

    Hit first: 0, 1, 2/3. Miss first: 0, 0, 2/3. Hit (1 + 2/3)/2 = 5/6, miss (-1/3 + 0)/2 = -1/6.
    Together 2/3, which copies that take each other's place would share as 1/3 and 1/3.
    """
    edits = edits_of(stage_delta(Bag.of("aa"), NOTHING), Bag.of("a"))

    parts = decompose(Tally(0, 0, 1), edits, empty=ONE)

    assert parts == Parts(add_hit=Fraction(5, 6), add_miss=Fraction(-1, 6))


def test_edits_that_cannot_follow_a_stage_are_told() -> None:
    with pytest.raises(ValueError, match="only predictions that are there are removed"):
        decompose(Tally(0, 1, 1), Edits(remove_hit=1), empty=ONE)


def test_the_mean_change_is_shared_by_kind() -> None:
    """5/6 and 1/6 of a sample that was fixed, and a sample that did not change: half of each."""
    fixed = decompose(Tally(0, 1, 1), Edits(remove_miss=1, add_hit=1), empty=ONE)

    mean = mean_parts([fixed, Parts()])

    assert mean == Parts(remove_miss=Fraction(1, 12), add_hit=Fraction(5, 12))


def test_the_mean_of_no_sample_is_undefined() -> None:
    assert mean_parts([]) == Undefined("no sample")
