"""Graph quality: bounds, what must not change it, and its parts."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.graphs.nodes import Reading
from measurand.studies.causal.graphs.reading import graph_tree
from measurand.studies.causal.judging import Component
from measurand.studies.causal.quality import GraphWeights, graph_quality
from measurand.values.reasoning import ReasoningGraph
from measurand.values.share import Share
from properties.oracles import causal_structure as oracle
from properties.strategies.reasoning import NAMES, graphs, renamed, shuffled, written_graphs

HOW = Reading()
weights = st.builds(
    GraphWeights,
    acyclic=st.fractions(Fraction(1, 9), 3),
    coverage=st.fractions(0, 3),
    ruled=st.fractions(0, 3),
    connected=st.fractions(0, 3),
)


def score(component: Component) -> Fraction:
    assert isinstance(component.measured, Share)
    return component.measured.value


def parts(component: Component) -> list[Fraction]:
    found = []
    for _, part in component.facts:
        assert isinstance(part, Share)
        found.append(part.value)
    return found


@given(written_graphs(), weights)
def test_it_lies_between_its_worst_and_its_best_part(
    graph: ReasoningGraph, weighting: GraphWeights
) -> None:
    component = graph_quality(graph, HOW, weighting)

    if graph.links is None:
        assert not component.facts
        assert (component.low, component.high) == (Fraction(0), Fraction(1))
    else:
        value = score(component)
        assert 0 <= min(parts(component)) <= value <= max(parts(component)) <= 1
        assert component.low == component.high == value


@given(graphs())
def test_its_parts_agree_with_a_slow_count(graph: ReasoningGraph) -> None:
    assert tuple(parts(graph_quality(graph, HOW))) == oracle.quality(graph_tree(graph))


@given(graphs(), weights, st.permutations(NAMES), st.data())
def test_new_names_and_another_order_change_nothing(
    graph: ReasoningGraph, weighting: GraphWeights, mixed: list[str], data: st.DataObject
) -> None:
    other = data.draw(shuffled(renamed(graph, dict(zip(NAMES, mixed, strict=True)))))

    assert graph_quality(other, HOW, weighting) == graph_quality(graph, HOW, weighting)


@given(graphs(), weights, st.fractions(Fraction(1, 9), 9))
def test_only_the_ratio_of_weights_counts(
    graph: ReasoningGraph, weighting: GraphWeights, factor: Fraction
) -> None:
    larger = GraphWeights(
        acyclic=weighting.acyclic * factor,
        coverage=weighting.coverage * factor,
        ruled=weighting.ruled * factor,
        connected=weighting.connected * factor,
    )

    assert graph_quality(graph, HOW, larger) == graph_quality(graph, HOW, weighting)


@given(graphs(acyclic=True))
def test_a_loop_is_a_cycle_and_touches_neither_coverage_nor_rules(graph: ReasoningGraph) -> None:
    if not graph.links:
        return
    first = graph.links[0]
    looped = evolve(first, causes=(*first.causes, *first.effects))
    whole = evolve(graph, links=(evolve(first, causes=looped.causes), *graph.links[1:]))
    before, after = dict(graph_quality(graph, HOW).facts), dict(graph_quality(whole, HOW).facts)

    assert before["acyclic"] == Share(Fraction(1))
    assert after["acyclic"] == Share(Fraction(0))
    assert after["graph_coverage"] == before["graph_coverage"]
    assert after["ruled"] == before["ruled"]
