"""Bags and pools add associatively and commutatively, with a nothing, to the bit."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.monoid import add_all
from measurand.algebra.order import canonical, order_key
from measurand.edges.trials.strategies.samples import LABELS, amounts, shares, tallies, weights
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.pool import Place, Pool
from measurand.metrics.moments import Moments
from measurand.values.tally import EMPTY, Tally

observed = st.builds(
    lambda rows, weight: Observed(tuple(sorted(rows.items())), weight),
    st.dictionaries(st.sampled_from(("", *LABELS)), tallies().filter(EMPTY.__ne__), max_size=2),
    weights,
)
single = st.one_of(
    observed, st.builds(Amount, amounts, weights), st.builds(Excluded, st.sampled_from("xy"))
)


@st.composite
def joints(draw: st.DrawFn) -> Joint:
    """Draw two pieces of evidence of one sample."""
    return Joint((draw(single), draw(single)))


evidence: st.SearchStrategy[Evidence] = single | joints()
lists = st.lists(evidence, max_size=4)
bags = lists.map(Bag.of)
Rows = Bag[Evidence]
places: st.SearchStrategy[Place] = st.sampled_from([("a",), ("b",)])
keyed = st.dictionaries(places, bags, max_size=2).map(Keyed[Place, Evidence])
pools = keyed.map(lambda bags: Pool(("document",), bags))


def same(a: object, b: object) -> bool:
    """Compare to the bit: equal, of one hash, and shown alike."""
    return a == b and hash(a) == hash(b)


@given(a=bags, b=bags, c=bags)
def test_bags_are_a_commutative_monoid(a: Rows, b: Rows, c: Rows) -> None:
    assert same((a + b) + c, a + (b + c))
    assert same(a + b, b + a)
    assert same(a + Bag[Evidence]({}), a)
    assert repr(a + b) == repr(b + a)


Bags = Keyed[Place, Evidence]


@given(a=keyed, b=keyed, c=keyed)
def test_bags_under_keys_are_a_commutative_monoid(a: Bags, b: Bags, c: Bags) -> None:
    assert same((a + b) + c, a + (b + c))
    assert same(a + b, b + a)
    assert same(a + Keyed[Place, Evidence]({}), a)


@given(a=pools, b=pools, c=pools)
def test_pools_are_a_commutative_monoid(a: Pool, b: Pool, c: Pool) -> None:
    assert same((a + b) + c, a + (b + c))
    assert same(a + b, b + a)
    assert same(a + Pool(a.names), a)


@given(things=lists, data=st.data())
def test_a_bag_does_not_know_in_which_order_things_came(
    things: list[Evidence], data: st.DataObject
) -> None:
    other = data.draw(st.permutations(things))

    assert same(Bag.of(things), Bag.of(other))
    assert [*Bag.of(things)] == [*Bag.of(other)]
    assert repr(Bag.of(things)) == repr(Bag.of(other))


@given(things=lists)
def test_a_bag_holds_what_it_was_made_of(things: list[Evidence]) -> None:
    bag = Bag.of(things)

    assert len(bag) == len(things)
    assert bag.distinct == len(set(things))
    assert all(count == things.count(thing) for thing, count in bag)


@given(a=bags, b=bags)
def test_a_map_of_a_sum_is_the_sum_of_the_maps(a: Rows, b: Rows) -> None:
    def kind(row: Evidence) -> str:
        return type(row).__name__

    assert (a + b).map(kind) == a.map(kind) + b.map(kind)


@given(bags=keyed)
def test_forgetting_keys_keeps_every_bag_and_flattening_every_thing(bags: Bags) -> None:
    assert len(bags.forget()) == len(bags.bags)
    assert len(bags.flat()) == sum(len(bag) for bag in bags.bags.values())


@given(parts=st.lists(tallies()))
def test_adding_two_by_two_is_adding_one_by_one(parts: list[Tally]) -> None:
    assert add_all(parts, EMPTY) == sum(parts, EMPTY)


moments = st.builds(Moments, weights, shares)


@given(a=moments, b=moments, c=moments)
def test_moments_are_a_commutative_monoid(a: Moments, b: Moments, c: Moments) -> None:
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + Moments() == a


values = st.recursive(
    st.none() | st.integers(-2, 2) | shares | st.text("ab", max_size=2) | evidence | bags,
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=2),
    max_leaves=4,
)


@given(a=values, b=values, c=values)
def test_the_one_order_is_total_and_agrees_with_equality(a: object, b: object, c: object) -> None:
    assert (order_key(a) == order_key(b)) == (a == b)
    assert sorted([a, b, c], key=order_key) == sorted([c, b, a], key=order_key)


@given(things=st.lists(values, max_size=4))
def test_the_canonical_order_is_the_same_for_every_order_given(things: Sequence[object]) -> None:
    assert canonical(things) == canonical(reversed(things))
