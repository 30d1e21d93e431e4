"""Stage deltas turn and join like arrows; what gold says of them turns along."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.bag import Bag
from measurand.studies.review.stage_transitions import (
    Partition,
    StageDelta,
    StageTransition,
    by_edit,
    by_group,
    stage_delta,
    stage_transition,
    transition_counts,
)
from measurand.values.score import Defined, Undefined
from properties.review.strategies import Pair, Stage, deltas, fates, stages

K = TypeVar("K", bound=Hashable)
TURNED = {
    StageTransition.FIXED: StageTransition.BROKEN,
    StageTransition.BROKEN: StageTransition.FIXED,
}


def pair_itself(pair: Pair) -> str:
    return "/".join(pair)


def term(pair: Pair) -> str:
    return pair[0]


def whole(_pair: Pair) -> str:
    return "sample"


levels = st.sampled_from([pair_itself, term, whole])


def judged(before: Stage, after: Stage, gold: Stage) -> StageTransition:
    return stage_transition(
        was_right=before == gold, is_right=after == gold, changed=before != after
    )


def turned(partition: Partition[K]) -> Partition[K]:
    return Partition(
        fixed=partition.broken,
        broken=partition.fixed,
        kept=partition.kept,
        still=partition.still,
        other=partition.other,
    )


@given(before=stages, after=stages)
def test_exchanging_the_stages_is_the_inverse(before: Stage, after: Stage) -> None:
    assert stage_delta(before, after) == stage_delta(after, before).inverse()


@given(change=deltas)
def test_the_inverse_removes_what_was_added_and_negates_every_count(
    change: StageDelta[Pair],
) -> None:
    back = change.inverse()

    assert (back.removed, back.added, back.kept) == (change.added, change.removed, change.kept)
    assert back.net == tuple((pair, -count) for pair, count in change.net)
    assert back.inverse() == change


@given(before=stages, after=stages)
def test_a_delta_is_zero_exactly_when_the_stages_are_equal(before: Stage, after: Stage) -> None:
    change = stage_delta(after, before)

    assert change.is_zero == (before == after)
    assert (change.net == ()) == (before == after)
    assert (change.size == 0) == (before == after)


@given(stage=stages)
def test_a_stage_does_not_differ_from_itself(stage: Stage) -> None:
    assert stage_delta(stage, stage).is_zero


@given(change=deltas)
def test_a_delta_and_its_inverse_cancel(change: StageDelta[Pair]) -> None:
    assert change.then(change.inverse()).is_zero
    assert change.then(stage_delta(change.after, change.after)) == change
    assert stage_delta(change.before, change.before).then(change) == change


@given(a=stages, b=stages, c=stages)
def test_deltas_compose_along_three_stages(a: Stage, b: Stage, c: Stage) -> None:
    first, second = stage_delta(b, a), stage_delta(c, b)

    assert first.then(second) == stage_delta(c, a)
    assert first.then(second).inverse() == second.inverse().then(first.inverse())


@given(a=stages, b=stages, c=stages, d=stages)
def test_composition_is_associative(a: Stage, b: Stage, c: Stage, d: Stage) -> None:
    first, second, third = stage_delta(b, a), stage_delta(c, b), stage_delta(d, c)

    assert first.then(second).then(third) == first.then(second.then(third))


@given(a=stages, b=stages, c=stages)
def test_signed_counts_add_along_three_stages(a: Stage, b: Stage, c: Stage) -> None:
    total: dict[Pair, int] = {}
    for pair, count in (*stage_delta(b, a).net, *stage_delta(c, b).net):
        total[pair] = total.get(pair, 0) + count

    assert dict(stage_delta(c, a).net) == {pair: count for pair, count in total.items() if count}


@given(first=deltas, second=deltas)
def test_only_deltas_that_meet_compose(first: StageDelta[Pair], second: StageDelta[Pair]) -> None:
    try:
        first.then(second)
    except ValueError:
        assert first.after != second.before
    else:
        assert first.after == second.before


@given(change=deltas)
def test_a_stage_is_what_was_kept_and_what_was_removed_or_added(change: StageDelta[Pair]) -> None:
    assert change.kept + change.removed == change.before
    assert change.kept + change.added == change.after
    assert not change.removed.counts.keys() & change.added.counts.keys()
    assert change.size == sum(abs(count) for _, count in change.net)


@given(change=deltas, gold=stages)
def test_every_single_edit_fixes_or_breaks(change: StageDelta[Pair], gold: Stage) -> None:
    found = by_edit(change, gold)

    assert len(found.other) == 0
    assert found.changed == change.removed + change.added


@given(change=deltas, gold=stages)
def test_every_place_has_one_fate_and_the_sizes_add_up(
    change: StageDelta[Pair], gold: Stage
) -> None:
    found = by_edit(change, gold)
    everything = (change.before, change.after, gold)
    places = {
        pair: max(bag.counts.get(pair, 0) for bag in everything)
        for bag in everything
        for pair in bag.counts
    }

    assert found.changed + found.kept + found.still == Bag(places)
    assert found.counts.size == sum(places.values())


def places(stage: Stage) -> frozenset[tuple[Pair, int]]:
    return frozenset((pair, at) for pair, count in stage for at in range(count))


@given(change=deltas, gold=stages)
def test_the_fate_of_an_edit_is_that_of_its_place(change: StageDelta[Pair], gold: Stage) -> None:
    before, after, truth = places(change.before), places(change.after), places(gold)
    wrong_before, wrong_after = before ^ truth, after ^ truth

    found = by_edit(change, gold).counts

    assert found.fixed == len(wrong_before - wrong_after)
    assert found.broken == len(wrong_after - wrong_before)
    assert found.kept == len(before & after & truth)
    assert found.still == len(wrong_before & wrong_after)


@given(change=deltas, gold=stages, key=levels)
def test_every_group_has_one_fate_and_the_change_set_is_where_stages_differ(
    change: StageDelta[Pair], gold: Stage, key: Callable[[Pair], str]
) -> None:
    names = {key(pair) for bag in (change.before, change.after, gold) for pair in bag.counts}

    found = by_group(change, gold, key)

    assert found.changed + found.kept + found.still == Bag.of(names)
    assert found.counts.size == len(names)
    assert found.changed == Bag.of({key(pair) for pair, _ in change.net})


@given(change=deltas, gold=stages)
def test_as_one_group_a_sample_has_the_fate_of_its_exact_match(
    change: StageDelta[Pair], gold: Stage
) -> None:
    found = by_group(change, gold, whole).counts

    verdict = judged(change.before, change.after, gold)
    assert found.size == 0 or found == transition_counts([verdict])


@given(change=deltas, gold=stages, key=levels)
def test_fix_and_break_swap_when_the_stages_swap(
    change: StageDelta[Pair], gold: Stage, key: Callable[[Pair], str]
) -> None:
    verdict = judged(change.before, change.after, gold)

    assert by_edit(change.inverse(), gold) == turned(by_edit(change, gold))
    assert by_group(change.inverse(), gold, key) == turned(by_group(change, gold, key))
    assert judged(change.after, change.before, gold) is TURNED.get(verdict, verdict)


@given(corpus=st.lists(st.tuples(deltas, stages), max_size=4))
def test_net_gain_is_antisymmetric(corpus: list[tuple[StageDelta[Pair], Stage]]) -> None:
    there = transition_counts(judged(change.before, change.after, gold) for change, gold in corpus)
    back = transition_counts(judged(change.after, change.before, gold) for change, gold in corpus)

    match there.net_gain(), back.net_gain():
        case Defined(Fraction() as gain), Defined(Fraction() as loss):
            assert gain == -loss
        case one, other:
            assert one == other == Undefined("no sample was judged")


@given(one=st.lists(fates), other=st.lists(fates))
def test_the_flow_of_a_corpus_is_the_sum_of_its_shards(
    one: list[StageTransition], other: list[StageTransition]
) -> None:
    assert transition_counts([*one, *other]) == transition_counts(one) + transition_counts(other)
    assert transition_counts(one).size == len(one)
