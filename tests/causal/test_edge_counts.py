from fractions import Fraction

import pytest
from attrs import evolve

from measurand.metrics.averaged import F, Precision, Recall
from measurand.studies.causal.comparing.distances import (
    Alignment,
    Empties,
    Empty,
    aligned,
    ancestral,
    directed,
    scored,
    skeleton,
)
from measurand.values.digraph import digraph
from measurand.values.score import Undefined
from measurand.values.share import Share
from measurand.values.tally import Tally

# By hand: of F -> a, m -> a, a -> v the other graph has one, turns one, and lacks one.
GOLD = digraph([("F", "a"), ("m", "a"), ("a", "v")])
OTHER = digraph([("F", "a"), ("a", "m"), ("v", "w")])
DROPPED = Empties().rules


def test_edges_count_with_their_directions() -> None:
    assert directed(GOLD, OTHER) == Tally(hits=1, predicted=3, gold=3)


def test_a_skeleton_has_no_directions() -> None:
    assert skeleton(GOLD, OTHER) == Tally(hits=2, predicted=3, gold=3)


def test_ancestors_are_counted_along_all_edges() -> None:
    # Gold: F, m and a reach v, F and m reach a; other: F reaches a and m, a reaches m, v reaches w.
    assert ancestral(GOLD, OTHER) == Tally(hits=1, predicted=4, gold=5)


def test_the_reference_is_gold() -> None:
    assert directed(GOLD, digraph([("F", "a")])) == Tally(1, 1, 3)
    assert directed(digraph([("F", "a")]), GOLD) == Tally(1, 3, 1)


def test_a_loop_is_an_edge_and_a_pair_but_nobody_is_an_own_ancestor() -> None:
    loop = digraph([("a", "a"), ("a", "b")])

    assert directed(loop, loop) == skeleton(loop, loop) == Tally(2, 2, 2)
    assert ancestral(loop, loop) == Tally(1, 1, 1)


def test_two_edges_on_a_pair_are_one_pair_of_the_skeleton() -> None:
    both = digraph([("a", "b"), ("b", "a")])

    assert directed(both, digraph([("b", "a")])) == Tally(1, 1, 2)
    assert skeleton(both, digraph([("b", "a")])) == Tally(1, 1, 1)


def test_on_a_cycle_everybody_is_everybodys_ancestor() -> None:
    ring = digraph([("a", "b"), ("b", "c"), ("c", "a")])

    assert ancestral(ring, digraph([("a", "b"), ("b", "c")])) == Tally(3, 3, 6)


def test_a_node_that_one_graph_lacks_stands_alone_there() -> None:
    both = aligned(GOLD, OTHER)

    assert not isinstance(both, Undefined)
    gold, other = both
    assert gold.nodes == other.nodes == ("F", "a", "m", "v", "w")
    assert (gold.edges, other.edges) == (GOLD.edges, OTHER.edges)


@pytest.mark.parametrize("count", [directed, skeleton, ancestral, aligned])
def test_where_nodes_have_to_be_the_same_others_are_a_typed_failure(count: object) -> None:
    assert callable(count)
    assert count(GOLD, OTHER, Alignment.SAME) == Undefined(
        "the graphs have different nodes: the reference lacks 'w'"
    )
    assert count(OTHER, GOLD, Alignment.SAME) == Undefined(
        "the graphs have different nodes: only the reference has 'w'"
    )
    assert not isinstance(count(GOLD, GOLD, Alignment.SAME), Undefined)


def test_ancestors_of_graphs_that_are_too_large_are_not_counted() -> None:
    # 5 nodes x (5 nodes + 3 edges), of both graphs.
    assert ancestral(GOLD, OTHER, steps=79) == Undefined(
        "the graphs are too large: 80 steps, and 79 are allowed"
    )
    assert ancestral(GOLD, OTHER, steps=80) == ancestral(GOLD, OTHER)


def test_the_core_scores_tallies() -> None:
    counts = Tally(hits=1, predicted=4, gold=5)

    assert scored(counts, Precision()) == Share(Fraction(1, 4))
    assert scored(counts, Recall()) == Share(Fraction(1, 5))
    assert scored(counts, F()) == Share(Fraction(2, 9))
    assert scored(counts, F(beta=Fraction(2))) == Share(Fraction(5, 24))


def test_empty_rules_say_what_graphs_without_edges_score() -> None:
    assert scored(Tally(), F()) == Share(Fraction(1))
    assert scored(Tally(), F(empty=DROPPED)) == Undefined("neither graph has anything to count")
    assert scored(Tally(0, 2, 0), Recall(empty=DROPPED)) == Share(Fraction(0))
    lost = evolve(Empties(), reference=Empty.LEFT_OUT, graph=Empty.LEFT_OUT).rules
    assert scored(Tally(0, 2, 0), Recall(empty=lost)) == Undefined(
        "the reference has nothing to count"
    )
    assert scored(Tally(0, 0, 2), Precision(empty=lost)) == Undefined(
        "the graph has nothing to count"
    )


def test_a_graph_without_edges_misses_all_there_are_whatever_its_precision() -> None:
    ones = Empties(reference=Empty.ONE, graph=Empty.ONE).rules
    bare, too_many = Tally(0, 0, 2), Tally(0, 2, 0)

    found = [scored(bare, score(empty=ones)) for score in (Precision, Recall, F)]
    assert found == [Share(Fraction(number)) for number in (1, 0, 0)]
    found = [scored(too_many, score(empty=ones)) for score in (Precision, Recall, F)]
    assert found == [Share(Fraction(number)) for number in (0, 1, 0)]


def test_a_tally_that_is_undefined_has_no_score() -> None:
    assert scored(Undefined("why"), F()) == Undefined("why")
