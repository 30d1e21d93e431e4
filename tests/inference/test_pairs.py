"""Two systems joined by id: what does not fit is refused, and nothing is lost."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.evidence.observation import ColumnOf, Observation, Together
from measurand.evidence.pairs import Pairs, UnpairedError, paired_parts, pairs
from measurand.evidence.pool import pool
from measurand.evidence.sides import Sides
from measurand.inference.comparison import compare
from measurand.inference.plan import Plan
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined
from tests.inference.judged import answers, costs

RIGHT = Sample(id="1", gold=("a",), predicted=("a",), groups=(("run", "x"),))
WRONG = evolve(RIGHT, predicted=("b",))
OTHER = evolve(RIGHT, id="2")
SEEN = Observation()


def test_an_id_that_repeats_within_a_system_is_refused() -> None:
    with pytest.raises(UnpairedError) as first:
        pairs(SEEN, [RIGHT, OTHER, RIGHT], [RIGHT])
    with pytest.raises(UnpairedError) as second:
        pairs(SEEN, [RIGHT], [OTHER, WRONG, OTHER])

    assert str(first.value) == "ids that differ within the first system: got '1' twice"
    assert str(second.value) == "ids that differ within the second system: got '2' twice"


def test_other_gold_for_one_sample_is_refused() -> None:
    with pytest.raises(UnpairedError) as caught:
        pairs(SEEN, [RIGHT], [evolve(RIGHT, gold=("b",))])

    assert str(caught.value) == "the same gold list in both systems: got two for sample '1'"


def test_the_order_of_gold_does_not_matter_and_how_often_an_item_is_there_does() -> None:
    two = evolve(RIGHT, gold=("a", "b"))

    assert pairs(SEEN, [two], [evolve(two, gold=("b", "a"))]).first().scored() == 1
    with pytest.raises(UnpairedError, match="the same gold list in both systems"):
        pairs(SEEN, [two], [evolve(two, gold=("a", "b", "b"))])


def test_the_list_that_is_asked_for_is_the_gold_list() -> None:
    how = Observation(sides=Sides(gold="key"))
    one = evolve(RIGHT, lists=(("key", ("a",)),))

    assert pairs(how, [one], [evolve(one, gold=("z",))]).first().scored() == 1
    with pytest.raises(UnpairedError, match="the same gold list in both systems"):
        pairs(how, [one], [evolve(one, lists=(("key", ()),))])


def test_another_weight_of_one_sample_is_refused() -> None:
    with pytest.raises(UnpairedError) as caught:
        pairs(SEEN, [RIGHT], [evolve(RIGHT, weight=Fraction(2))])

    assert str(caught.value) == "the same weight in both systems: got two for sample '1'"


def test_samples_that_one_system_alone_has_are_counted_and_not_compared() -> None:
    found = pairs(SEEN, [RIGHT, OTHER], [evolve(RIGHT, id="3"), RIGHT, evolve(RIGHT, id="4")])

    assert found.alone == (1, 2)
    assert found.first().scored() == found.second().scored() == 1
    assert found.swapped().alone == (2, 1)


def test_another_group_of_one_sample_is_refused_where_groups_are_asked_for() -> None:
    moved = evolve(WRONG, groups=(("run", "y"),))
    with pytest.raises(UnpairedError) as caught:
        pairs(SEEN, [RIGHT], [moved], names=("run",))

    assert str(caught.value) == "the same group 'run' in both systems: got two for sample '1'"
    assert pairs(SEEN, [RIGHT], [moved]).first().scored() == 1


def test_groups_are_those_of_the_first_system_where_the_second_names_none() -> None:
    found = pairs(SEEN, [RIGHT], [evolve(WRONG, groups=())], names=("run",))

    assert list(found.first().keyed.bags) == list(found.second().keyed.bags) == [("x",)]
    assert found.second().scored() == 1


def test_pairs_of_other_groups_or_observations_do_not_add() -> None:
    one = pairs(SEEN, [RIGHT], [WRONG])
    with pytest.raises(
        ValueError, match=r"pairs of the same group keys add: got \(\) and \('run',\)"
    ):
        one + pairs(SEEN, [RIGHT], [WRONG], names=("run",))
    with pytest.raises(ValueError, match="pairs of one observation add"):
        one + pairs(ColumnOf("cost"), costs([1]), costs([1]))


def test_pairs_add_and_nothing_adds_nothing() -> None:
    one, two = pairs(SEEN, [RIGHT], [WRONG]), pairs(SEEN, [OTHER, WRONG], [OTHER])

    assert one + two == two + one
    assert one + Pairs() == one
    assert (one + two).alone == (1, 0)
    assert (one + two).first().scored() == 2


def test_exchanging_twice_is_nothing() -> None:
    one = pairs(SEEN, [RIGHT, OTHER], [WRONG])

    assert one.swapped().swapped() == one
    assert one.swapped().first() == one.second()


def test_two_stages_of_one_system_are_paired() -> None:
    stages = Together((Observation(sides=Sides(answer="draft")), SEEN))
    samples = [
        evolve(RIGHT, id="1", lists=(("draft", ("b",)),)),
        evolve(RIGHT, id="2", lists=(("draft", ("a",)),)),
        # No draft: neither stage counts.
        evolve(RIGHT, id="3", lists=(("draft", None),)),
    ]
    found = paired_parts(pool(stages, samples), 1, 0)

    late = compare(parse("exact_match"), found, Plan(replicates=1))
    assert (late.first, late.second) == (Defined(Fraction(1)), Defined(Fraction(1, 2)))
    assert (late.units, late.left_out) == (2, 1)


@pytest.mark.parametrize(("first", "second"), [(0, 2), (-1, 0)])
def test_parts_that_are_not_there_are_refused(first: int, second: int) -> None:
    stages = Together((Observation(sides=Sides(answer="draft")), SEEN))
    message = f"two of the parts 0 to 1 of a pool: got {first} and {second}"
    with pytest.raises(ValueError, match=message):
        paired_parts(pool(stages, []), first, second)


def test_a_pool_of_one_observation_has_no_parts() -> None:
    with pytest.raises(ValueError, match="a pool of several observations: got one of one"):
        paired_parts(pool(SEEN, answers(1, 1)), 0, 1)


def test_parts_that_observe_something_else_are_refused() -> None:
    both = Together((ColumnOf("cost"), SEEN))
    with pytest.raises(ValueError, match="parts that differ in the list of answers alone"):
        paired_parts(pool(both, []), 0, 1)
