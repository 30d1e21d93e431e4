"""Graph quality: the formula of the guide's program, by hand."""

from fractions import Fraction

import pytest

from measurand.studies.causal.graphs.nodes import Blank, NoTarget, Reading
from measurand.studies.causal.judging import Component, ComponentName
from measurand.studies.causal.quality import GraphWeights, graph_quality
from measurand.values.reasoning import Known, Link, ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Share, share
from tests.causal.guide_examples import NEWTON, OPAQUE

HOW = Reading()


def graph(*links: str, target: str = "t", given: str = "", rule: str = "r") -> ReasoningGraph:
    """Write links as `ab>c`: a letter is a name."""
    return ReasoningGraph(
        targets=tuple(target),
        knowns=tuple(Known(name=name) for name in given),
        links=tuple(
            Link(causes=tuple(link.split(">")[0]), effects=tuple(link.split(">")[1]), rule=rule)
            for link in links
        ),
    )


def score(there: ReasoningGraph, weights: GraphWeights | None = None) -> Fraction:
    measured = graph_quality(there, HOW, weights).measured
    assert isinstance(measured, Share)
    return measured.value


def fact(there: ReasoningGraph, name: str, how: Reading = HOW) -> object:
    return dict(graph_quality(there, how).facts)[name]


def test_both_examples_of_the_guide_are_perfect() -> None:
    assert score(NEWTON) == score(OPAQUE) == 1


def test_a_component_has_the_four_parts_as_facts() -> None:
    assert graph_quality(graph("ab>t", "cd>e", given="abx"), HOW) == Component(
        part=ComponentName.GRAPH,
        measured=Share(Fraction(9, 10)),  # 3/10 + 1/5 * 3/4 + 2/5 + 1/10 * 3/6
        low=Fraction(9, 10),
        high=Fraction(9, 10),
        facts=(
            ("acyclic", share(1)),
            ("graph_coverage", share(3, 4)),
            ("ruled", share(2, 2)),
            ("connected", share(3, 6)),
        ),
    )


def test_two_nodes_of_five_apart_cost_four_hundredths() -> None:
    # Spec B4: a second component with 2 of 5 nodes scores 0.96.
    assert score(graph("ab>t", "c>d", given="ab")) == Fraction(96, 100)


def test_a_target_outside_the_graph_costs_its_part_of_coverage() -> None:
    # Spec B5: 0.2 / (|K| + 1).
    assert score(graph("a>b", given="ab")) == 1 - Fraction(1, 5) / 3


def test_a_cycle_and_a_loop_cost_the_weight_of_acyclic() -> None:
    assert score(graph("a>b", "b>a", "b>t", given="a")) == Fraction(7, 10)
    assert score(graph("t>t")) == Fraction(7, 10)


def test_blank_rules_are_none() -> None:
    assert fact(graph("a>t", rule=" "), "ruled") == share(0, 1)
    assert fact(graph("a>t", "b>t"), "ruled") == share(2, 2)


def test_no_links_leave_only_acyclic() -> None:
    # Spec 1.6: an empty list scores 0.3.
    assert score(graph(given="a")) == Fraction(3, 10)


def test_without_knowns_and_target_there_is_nothing_to_cover() -> None:
    assert fact(graph("a>b", target=""), "graph_coverage") == share(1)
    assert fact(
        graph("a>b", target=""), "graph_coverage", Reading(no_target=NoTarget.RESULT)
    ) == share(1)


def test_causes_of_a_link_without_an_effect_are_covered_but_at_no_edge() -> None:
    there = graph("a>", "b>t", given="a")

    assert fact(there, "graph_coverage") == share(2, 2)
    assert fact(there, "connected") == share(2, 2)
    assert fact(graph("a>", given="a"), "connected") == share(0)


def test_a_blank_cause_counts_only_where_blanks_are_kept() -> None:
    there = ReasoningGraph(
        targets=("t",),
        links=(Link(causes=("a",), effects=("t",)), Link(causes=("",), effects=("b",))),
    )

    assert fact(there, "connected") == share(2, 2)
    assert fact(there, "connected", Reading(blank=Blank.KEPT)) == share(2, 4)


def test_without_a_causal_graph_there_is_no_score() -> None:
    assert graph_quality(ReasoningGraph(targets=("t",)), HOW) == Component(
        part=ComponentName.GRAPH, measured=Undefined("no causal graph"), exists=False
    )


def test_weights_are_divided_by_their_sum() -> None:
    only = GraphWeights(
        acyclic=Fraction(1), coverage=Fraction(1), ruled=Fraction(0), connected=Fraction(0)
    )

    assert score(graph("t>t"), only) == Fraction(1, 2)


@pytest.mark.parametrize("value", [Fraction(-1), 0.3])
def test_a_weight_is_a_fraction_that_is_not_negative(value: Fraction) -> None:
    with pytest.raises(ValueError, match=r"a weight is a fraction, at least 0: got .* for ruled"):
        GraphWeights(ruled=value)


def test_some_weight_is_above_zero() -> None:
    none = Fraction(0)

    with pytest.raises(ValueError, match="weights of which one at least is above 0: got none"):
        GraphWeights(acyclic=none, coverage=none, ruled=none, connected=none)
