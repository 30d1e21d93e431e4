"""Distances between graphs: metrics, oracles, another program, and what changes nothing."""

from collections.abc import Mapping
from fractions import Fraction

import gadjid
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.digraphs import (
    acyclic,
    alike,
    digraphs,
    renamed,
    renamings,
    two_acyclic,
)
from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.comparing.distances import (
    Distance,
    aid,
    ancestral,
    directed,
    shd,
    skeleton,
)
from measurand.values.digraph import Digraph, digraph
from measurand.values.score import Undefined
from measurand.values.tally import Tally
from properties.oracles import digraphs as oracle
from properties.strategies.effort import third

REVERSALS = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2)])
KINDS = st.sampled_from(Adjustment)
Two = tuple[Digraph, Digraph]


def cost(distance: Distance | Undefined) -> Fraction:
    """Take the distance as it is; it is there."""
    assert isinstance(distance, Distance)
    return distance.cost


def matrix(graph: Digraph) -> np.typing.NDArray[np.int8]:
    """Write a graph from row to column."""
    found = np.zeros((len(graph.nodes), len(graph.nodes)), dtype=np.int8)
    for cause, effect in graph.edges:
        found[graph.nodes.index(cause), graph.nodes.index(effect)] = 1
    return found


@given(alike(3), REVERSALS | st.fractions(Fraction(1, 60), 2, max_denominator=60))
def test_shd_is_a_metric_whatever_turning_an_edge_costs(
    graphs: list[Digraph], reversal: Fraction
) -> None:
    one, two, three = graphs

    here, there = cost(shd(one, two, reversal)), cost(shd(two, three, reversal))

    assert here == cost(shd(two, one, reversal)) >= 0
    assert (here == 0) == (one == two)
    assert cost(shd(one, three, reversal)) <= here + there


@given(alike(2), REVERSALS)
def test_shd_is_the_cheapest_road_through_the_states_of_each_pair(
    graphs: list[Digraph], reversal: Fraction
) -> None:
    one, two = graphs

    assert cost(shd(one, two, reversal)) == oracle.edits(one.nodes, one.edges, two.edges, reversal)


@given(alike(2))
def test_with_two_for_a_turned_edge_shd_counts_the_edges_that_differ(graphs: list[Digraph]) -> None:
    one, two = graphs

    assert cost(shd(one, two, Fraction(2))) == len(set(one.edges) ^ set(two.edges))


@given(two_acyclic())
def test_shd_without_cycles_is_at_most_one_for_each_pair(both: Two) -> None:
    one, two = both
    distance = shd(one, two)

    assert isinstance(distance, Distance)
    assert distance.cost <= distance.pairs
    apart = [pair for pair in (directed(one, two), skeleton(one, two)) if isinstance(pair, Tally)]
    edges, pairs = apart
    # A pair that both join, differently, is one edit; a pair that one joins is one edit.
    assert distance.cost == (pairs.gold + pairs.predicted - pairs.hits) - edges.hits


@given(acyclic(), KINDS)
def test_a_graph_gets_none_of_its_own_effects_wrong(graph: Digraph, kind: Adjustment) -> None:
    assert cost(aid(graph, graph, kind)) == 0


@third
@given(two_acyclic(5), KINDS)
def test_aid_is_what_every_path_says(both: Two, kind: Adjustment) -> None:
    one, two = both

    by_paths = oracle.wrong_effects(one.nodes, one.edges, two.edges, kind.value)

    assert cost(aid(one, two, kind)) == by_paths


@given(two_acyclic(9, least=2), KINDS)
def test_aid_and_shd_are_those_of_gadjid(both: Two, kind: Adjustment) -> None:
    one, two = both
    theirs = {
        Adjustment.PARENT: gadjid.parent_aid,
        Adjustment.ANCESTOR: gadjid.ancestor_aid,
        Adjustment.OSET: gadjid.oset_aid,
    }[kind]

    _, wrong = theirs(matrix(one), matrix(two), edge_direction="from row to column")
    _, edits = gadjid.shd(matrix(one), matrix(two))

    assert cost(aid(one, two, kind)) == wrong
    assert cost(shd(one, two)) == edits


@given(two_acyclic())
def test_with_every_edge_of_the_truth_no_effect_is_wrong(both: Two) -> None:
    truth, other = both
    place = {node: at for at, node in enumerate(truth.order)}
    kept = [edge for edge in other.edges if place[edge[0]] < place[edge[1]]]

    more = digraph([*truth.edges, *kept], truth.nodes)

    # Peters and Buehlmann 2015, proposition 3: SID is 0 for every graph that contains the truth.
    assert cost(aid(truth, more, Adjustment.PARENT)) == 0


@given(digraphs(), digraphs(), KINDS)
def test_effects_are_undefined_with_a_cycle_and_only_then(
    one: Digraph, two: Digraph, kind: Adjustment
) -> None:
    distance = aid(one, two, kind)

    assert isinstance(distance, Undefined) == (one.cycle is not None or two.cycle is not None)


@given(digraphs(), digraphs())
def test_tallies_are_those_of_sets(one: Digraph, two: Digraph) -> None:
    first, second = (
        {(a, b) for a, b in oracle.closure(some.nodes, some.edges) if a != b} for some in (one, two)
    )
    joined = [{frozenset(edge) for edge in some.edges} for some in (one, two)]
    edges = [set(some.edges) for some in (one, two)]

    assert ancestral(one, two) == Tally(len(first & second), len(second), len(first))
    assert skeleton(one, two) == Tally(len(joined[0] & joined[1]), len(joined[1]), len(joined[0]))
    assert directed(one, two) == Tally(len(edges[0] & edges[1]), len(edges[1]), len(edges[0]))


@given(two_acyclic(), renamings, KINDS, REVERSALS)
def test_other_names_change_nothing(
    both: Two, names: Mapping[str, str], kind: Adjustment, reversal: Fraction
) -> None:
    one, two = both
    first, second = renamed(one, names), renamed(two, names)

    assert aid(first, second, kind) == aid(one, two, kind)
    assert shd(first, second, reversal) == shd(one, two, reversal)
    for count in (directed, skeleton, ancestral):
        assert count(first, second) == count(one, two)


@given(two_acyclic(5), st.sampled_from(Adjustment))
def test_a_node_that_stands_alone_in_both_graphs_adds_no_wrong_effect(
    both: Two, kind: Adjustment
) -> None:
    one, two = both
    first, second = (digraph(some.edges, [*some.nodes, "alone"]) for some in both)

    assert cost(aid(first, second, kind)) == cost(aid(one, two, kind))
    assert cost(aid(first, two, kind)) == cost(aid(one, two, kind))
