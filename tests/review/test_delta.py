"""What review changed in a sample, worked by hand: edits, fates, types of change."""

from fractions import Fraction

import pytest

from measurand.algebra.bag import Bag
from measurand.studies.review.choices import Interventions, Requires
from measurand.studies.review.stage_transitions import (
    ChangeType,
    StageTransition,
    TransitionCounts,
    by_edit,
    by_group,
    change_type,
    stage_delta,
    stage_transition,
    transition_counts,
)
from measurand.values.score import Defined, Undefined
from measurand.values.tally import Tally

NOTHING = Bag[str]({})


def test_a_flip_is_one_removal_and_one_addition() -> None:
    """food/negative becomes food/positive: one pair less, one pair more, price/neutral stays."""
    before = Bag.of(["food/negative", "price/neutral"])
    after = Bag.of(["food/positive", "price/neutral"])

    change = stage_delta(after, before)

    assert change.net == (("food/negative", -1), ("food/positive", 1))
    assert change.kept == Bag.of(["price/neutral"])
    assert change.size == 2


def test_a_repeated_pair_counts_as_often_as_it_stands() -> None:
    """Three copies become one: two removals of one pair."""
    assert stage_delta(Bag.of("a"), Bag.of("aaa")).net == (("a", -2),)


def test_an_edit_undone_by_the_next_stage_leaves_no_trace() -> None:
    """`b` comes in the second stage and goes in the third: a, ab, a."""
    there, back = stage_delta(Bag.of("ab"), Bag.of("a")), stage_delta(Bag.of("a"), Bag.of("ab"))

    assert there.then(back).is_zero


def test_deltas_that_do_not_meet_do_not_compose() -> None:
    with pytest.raises(ValueError, match="goes on from where the other ended"):
        stage_delta(Bag.of("b"), Bag.of("a")).then(stage_delta(Bag.of("d"), Bag.of("c")))


def test_equal_counts_from_other_stages_are_another_delta() -> None:
    """Adding `b` to nothing and adding `b` to `a` have one net count, and other ends."""
    one, other = stage_delta(Bag.of("b"), NOTHING), stage_delta(Bag.of("ab"), Bag.of("a"))

    assert one.net == other.net
    assert one != other


def test_every_place_of_a_pair_is_judged_once() -> None:
    """Gold abcd; abxy before, acxz after.

    a: hit twice, kept. b: hit lost, broken. c: hit found, fixed. d: missing twice, still.
    x: too much twice, still. y: too much, removed, fixed. z: too much, added, broken.
    """
    found = by_edit(stage_delta(Bag.of("acxz"), Bag.of("abxy")), Bag.of("abcd"))

    assert found.kept == Bag.of("a")
    assert found.fixed == Bag.of("cy")
    assert found.broken == Bag.of("bz")
    assert found.still == Bag.of("dx")
    assert found.other == NOTHING


def test_copies_past_gold_break_and_copies_up_to_gold_fix() -> None:
    """Gold aa; none before, aaa after: two places are fixed, the third is broken."""
    found = by_edit(stage_delta(Bag.of("aaa"), NOTHING), Bag.of("aa"))

    assert found.counts == TransitionCounts(fixed=2, broken=1)


def test_a_term_that_flips_from_wrong_to_wrong_is_other() -> None:
    """Gold positive; negative before, neutral after. As edits: one fixed, one broken."""
    gold = Bag.of([("food", "positive")])
    change = stage_delta(Bag.of([("food", "neutral")]), Bag.of([("food", "negative")]))

    assert by_group(change, gold, lambda pair: pair[0]).other == Bag.of(["food"])
    assert by_edit(change, gold).counts == TransitionCounts(fixed=1, broken=1, still=1)


def test_terms_are_judged_whole() -> None:
    """Two terms: food gets its second polarity and is fixed; price never changes and is right."""
    food, more = ("food", "positive"), ("food", "negative")
    price = ("price", "neutral")
    change = stage_delta(Bag.of([food, more, price]), Bag.of([food, price]))

    found = by_group(change, Bag.of([food, more, price]), lambda pair: pair[0])

    assert (found.fixed, found.kept) == (Bag.of(["food"]), Bag.of(["price"]))
    assert found.counts.size == 2


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (Tally(0, 1, 1), Tally(1, 1, 1), StageTransition.FIXED),
        (Tally(1, 1, 1), Tally(1, 2, 1), StageTransition.BROKEN),
        (Tally(), Tally(), StageTransition.KEPT),
        (Tally(0, 1, 1), Tally(0, 1, 1), StageTransition.STILL),
        (Tally(0, 1, 1), Tally(0, 0, 1), StageTransition.OTHER),
    ],
)
def test_a_sample_is_judged_by_exact_match(
    before: Tally, after: Tally, expected: StageTransition
) -> None:
    """Exact: hits, predictions and gold are of one number; nothing against nothing is exact."""
    verdict = stage_transition(
        was_right=before.right, is_right=after.right, changed=before != after
    )

    assert verdict is expected


def test_a_sample_can_be_fixed_unchanged_when_hits_read_another_key() -> None:
    """Only the reference was rewritten: the delta by term is zero, F1 by reference is not."""
    assert stage_transition(was_right=False, is_right=True, changed=False) is StageTransition.FIXED


def test_net_gain_is_over_the_judged_samples_or_over_a_number_given() -> None:
    """Two fixed, one broken, one kept: 1/4 of the judged four, 1/8 of eight."""
    found = transition_counts(
        [StageTransition.FIXED, StageTransition.FIXED, StageTransition.BROKEN, StageTransition.KEPT]
    )

    assert found.net_gain() == Defined(Fraction(1, 4))
    assert found.net_gain(8) == Defined(Fraction(1, 8))


def test_net_gain_of_no_sample_is_undefined() -> None:
    assert transition_counts([]).net_gain() == Undefined("no sample was judged")


def test_wrong_twice_is_still_wrong_changed_or_not() -> None:
    assert transition_counts([StageTransition.STILL, StageTransition.OTHER]).wrong_twice == 2


ANY, EFFECTIVE = Interventions.ANY, Interventions.EFFECTIVE
YES, NO = Requires.YES, Requires.NO


@pytest.mark.parametrize(
    ("actions", "changed", "counted", "requires", "expected"),
    [
        ([], False, ANY, YES, ChangeType.NONE),
        ([], True, ANY, YES, ChangeType.UNGUIDED),
        (["KEEP"], True, ANY, YES, ChangeType.GUIDED),
        (["KEEP"], True, EFFECTIVE, YES, ChangeType.UNGUIDED),
        (["KEEP", "merge"], True, EFFECTIVE, YES, ChangeType.GUIDED),
        (["FLIP"], False, ANY, YES, ChangeType.NONE),
        (["FLIP"], False, ANY, NO, ChangeType.GUIDED),
        (["FLAG"], False, EFFECTIVE, NO, ChangeType.NONE),
        ([], True, ANY, NO, ChangeType.UNGUIDED),
    ],
)
def test_change_types(
    actions: list[str],
    *,
    changed: bool,
    counted: Interventions,
    requires: Requires,
    expected: ChangeType,
) -> None:
    found = change_type(actions, changed=changed, counted=counted, requires_changed=requires)

    assert found is expected
