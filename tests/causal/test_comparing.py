from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.studies.causal.comparing.consistency import Pairs
from measurand.studies.causal.comparing.distances import Alignment, Empties, Empty
from measurand.studies.causal.comparing.measures import (
    AGAINST,
    ALONE,
    Against,
    Comparing,
    compare_graphs,
    compared,
)
from measurand.values.digraph import digraph
from measurand.values.reasoning import Known, Link, ReasoningGraph, Step
from measurand.values.score import Undefined
from measurand.values.share import Share, share
from measurand.values.tally import Tally

# By hand. Reference: F -> a, m -> a, a -> v. The graph turns a -> v, and has F -> v more.
REFERENCE = ReasoningGraph(
    links=(Link(causes=("F", "m"), effects=("a",)), Link(causes=("a",), effects=("v",)))
)
GRAPH = ReasoningGraph(
    targets=("a",),
    knowns=(Known(name="F", number=Fraction(6)), Known(name="m", number=Fraction(2))),
    links=(
        Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),
        Link(causes=("v",), effects=("a",), rule="a = v"),
        Link(causes=("F",), effects=("v",), rule="v = F/2"),
    ),
    plan=(Step(targets=("v",)), Step(targets=("a",), inputs=("F",))),
)
FOUND = compare_graphs(GRAPH, REFERENCE, answer="3")


def test_measures_have_their_names_in_one_order() -> None:
    assert [name for name, _ in FOUND.measures] == [*ALONE, *AGAINST]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plan_order", share(1, 1)),
        ("plan_inputs", share(1, 1)),
        ("edge_rules", share(4, 4)),
        ("undeclared_nodes", share(0)),
        ("unread_rules", share(0, 3)),
        ("unused_knowns", share(0, 2)),
        ("answer_reproduced", share(1)),
        # Two edges are right, of four in the graph and three in the reference.
        ("edge_precision", share(2, 4)),
        ("edge_recall", share(2, 3)),
        ("edge_f1", share(4, 7)),
        # F - v is the only pair too many.
        ("skeleton_precision", share(3, 4)),
        ("skeleton_recall", share(3, 3)),
        ("skeleton_f1", share(6, 7)),
        # Reference: F, m reach a and v, a reaches v. Graph: F, m, v reach a, and F reaches v.
        ("ancestor_precision", share(3, 4)),
        ("ancestor_recall", share(3, 5)),
        ("ancestor_f1", share(6, 9)),
        ("shd", share(2)),
        ("shd_normalised", share(2, 6)),
    ],
)
def test_each_measure_by_hand(name: str, expected: Share) -> None:
    found = FOUND.measure(name)

    assert isinstance(found, Share)
    assert found.value == expected.value


def test_tallies_are_kept_so_that_graphs_can_be_pooled() -> None:
    assert FOUND.edges == (
        ("edge", Tally(2, 4, 3)),
        ("skeleton", Tally(3, 4, 3)),
        ("ancestor", Tally(3, 4, 5)),
    )


def test_a_graph_is_at_no_distance_from_itself() -> None:
    found = compare_graphs(REFERENCE, REFERENCE)

    ones = {f"{word}_{score}" for word in ("edge", "skeleton", "ancestor") for score in ("f1",)}
    for name in AGAINST:
        one = found.measure(name)
        assert isinstance(one, Share)
        if name in ones:
            assert one.value == 1
        elif name.startswith("shd") or "aid" in name:
            assert one.value == 0


def test_without_a_reference_nothing_is_compared_with_it() -> None:
    found = compare_graphs(GRAPH)

    assert [name for name, _ in found.measures] == [*ALONE]
    assert found.edges == ()
    with pytest.raises(KeyError):
        found.measure("shd")


def test_no_causal_graph_is_not_one_without_links() -> None:
    nothing = ReasoningGraph()
    empty = evolve(nothing, links=())

    lost = compare_graphs(nothing, REFERENCE)
    there = compare_graphs(empty, REFERENCE)
    no_reference = compare_graphs(GRAPH, nothing)

    assert lost.measure("shd") == Undefined("the graph has no causal graph")
    assert dict(lost.edges)["skeleton"] == lost.measure("shd")
    assert no_reference.measure("edge_f1") == Undefined("the reference has no causal graph")
    assert there.measure("shd") == share(3)
    assert there.measure("edge_recall") == share(0)


def test_options_reach_their_measures() -> None:
    how = Against(
        alignment=Alignment.SAME,
        reversal=Fraction(2),
        tolerance=Fraction(1, 2),
        steps=10,
        pairs=Pairs.EDGES,
    )
    found = compare_graphs(GRAPH, REFERENCE, Comparing(against=how), answer="2")

    assert found.measure("shd") == share(3)
    assert found.measure("answer_reproduced") == share(1)
    assert found.measure("parent_aid") == Undefined("more than 10 steps: 32 would be needed")
    assert found.measure("ancestor_f1") == Undefined(
        "the graphs are too large: 60 steps, and 10 are allowed"
    )
    assert found.measure("plan_order") == Undefined("the graph is too large")
    assert dict(found.edges)["ancestor"] == found.measure("ancestor_f1")
    more = evolve(REFERENCE, targets=("x",))
    assert compare_graphs(GRAPH, more, Comparing(against=how)).measure(
        "shd_normalised"
    ) == Undefined("the graphs have different nodes: only the reference has 'x'")


def test_what_empty_graphs_score_is_an_option() -> None:
    empty = digraph([], ["a", "b"])

    assert compared(empty, empty).measure("edge_f1") == Undefined(
        "neither graph has anything to count"
    )
    ones = Against(empty=Empties(both=Empty.ONE))
    assert compared(empty, empty, ones).measure("edge_f1") == share(1)


def test_effects_are_undefined_with_a_cycle_and_the_rest_is_not() -> None:
    ring = digraph([("a", "b"), ("b", "a")])

    found = compared(ring, digraph([("a", "b")]))

    assert found.measure("oset_aid_normalised") == Undefined("the graph has a cycle: a -> b -> a")
    assert found.measure("shd") == share(1)
    assert found.measure("ancestor_precision") == share(Fraction(1, 2))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Against(reversal=Fraction(0)),
        lambda: Against(reversal=Fraction(3)),
        lambda: Against(tolerance=Fraction(-1)),
        lambda: Against(steps=0),
    ],
)
def test_options_out_of_range_are_refused(wrong: Callable[[], Against]) -> None:
    with pytest.raises(ValueError, match="must be"):
        wrong()
