"""Measures of reasoning graphs: names and the order of links play no part, and sums come out."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.digraphs import LETTERS, acyclic, digraphs
from measurand.studies.causal.comparing.consistency import target_value
from measurand.studies.causal.comparing.measures import compare_graphs
from measurand.studies.causal.graphs.nodes import Reading
from measurand.values.digraph import Digraph
from measurand.values.reasoning import Known, Link, ReasoningGraph, Step
from measurand.values.share import Share
from properties.strategies.effort import third

COUNTS = {"shd", "parent_aid", "ancestor_aid", "oset_aid", "undeclared_nodes"}


@frozen
class Drawn:
    """A graph whose rules are sums, with the numbers of its sources and a plan."""

    graph: Digraph
    numbers: Mapping[str, int]
    plan: tuple[tuple[str, tuple[str, ...]], ...]
    target: str
    lost: frozenset[str]

    def written(self, names: Mapping[str, str]) -> ReasoningGraph:
        """Write it with other names; rules of some nodes lack a cause, or are words."""
        there = [node for node in self.graph.nodes if self.graph.parents[node]]
        return ReasoningGraph(
            targets=(names[self.target],),
            knowns=tuple(
                Known(name=names[node], number=Fraction(self.numbers[node]))
                for node in self.graph.sources
            ),
            links=tuple(self._link(node, names) for node in there),
            plan=tuple(
                Step(id=f"{at}", targets=(names[node],), inputs=tuple(names[one] for one in inputs))
                for at, (node, inputs) in enumerate(self.plan)
            ),
        )

    def _link(self, node: str, names: Mapping[str, str]) -> Link:
        causes = [names[one] for one in self.graph.nodes if one in self.graph.parents[node]]
        said = causes[1:] if node in self.lost else causes
        rule = f"{names[node]} = {' + '.join(['1', *said])}"
        return Link(causes=tuple(causes), effects=(names[node],), rule=rule)


@st.composite
def drawn(draw: st.DrawFn, graphs: st.SearchStrategy[Digraph], *, lossy: bool = True) -> Drawn:
    """Draw a graph with all that makes it a reasoning graph."""
    graph = draw(graphs)
    node = st.sampled_from(graph.nodes)
    return Drawn(
        graph=graph,
        numbers={one: draw(st.integers(-9, 9)) for one in graph.nodes},
        plan=tuple(draw(st.lists(st.tuples(node, st.lists(node, max_size=2).map(tuple))))),
        target=draw(node),
        lost=frozenset(draw(st.sets(node))) if lossy else frozenset(),
    )


ANY = drawn(digraphs(most=5, least=1))
OTHERS = st.permutations(LETTERS).map(lambda names: dict(zip(LETTERS, names, strict=True)))
SELF = {letter: letter for letter in LETTERS}


@third
@given(ANY, ANY, OTHERS)
def test_other_names_change_no_measure(one: Drawn, other: Drawn, names: Mapping[str, str]) -> None:
    plain = compare_graphs(one.written(SELF), other.written(SELF), answer="3")
    renamed = compare_graphs(one.written(names), other.written(names), answer="3")

    for name, measure in plain.measures:
        # A cycle is named by its nodes.
        same = isinstance(measure, Share) or "cycle" not in measure.reason
        assert type(renamed.measure(name)) is type(measure)
        assert not same or renamed.measure(name) == measure
    assert renamed.edges == plain.edges


@third
@given(ANY, ANY, st.randoms(use_true_random=False))
def test_the_order_of_links_and_knowns_changes_no_measure(
    one: Drawn, other: Drawn, chance: Random
) -> None:
    graph, reference = one.written(SELF), other.written(SELF)
    links, knowns = list(graph.links or ()), list(graph.knowns)
    chance.shuffle(links)
    chance.shuffle(knowns)
    shuffled = evolve(graph, links=(*links, *links[:1]), knowns=tuple(knowns))

    assert compare_graphs(shuffled, reference) == compare_graphs(graph, reference)


@third
@given(ANY, ANY)
def test_all_but_counts_and_distances_lie_between_none_and_all(one: Drawn, other: Drawn) -> None:
    found = compare_graphs(one.written(SELF), other.written(SELF), answer="3")

    for name, measure in found.measures:
        if isinstance(measure, Share) and name not in COUNTS and name != "shd_normalised":
            assert 0 <= measure.value <= 1


@third
@given(drawn(acyclic(least=1), lossy=False))
def test_a_target_comes_to_what_adding_up_comes_to(one: Drawn) -> None:
    def summed(node: str) -> int:
        parents = one.graph.parents[node]
        return 1 + sum(map(summed, parents)) if parents else one.numbers[node]

    found = target_value(one.written(SELF), Reading())

    assert found == summed(one.target) or one.target in one.graph.sources


@third
@given(drawn(acyclic(least=1)))
def test_a_plan_in_the_order_of_the_graph_is_in_order(one: Drawn) -> None:
    plan = tuple(Step(targets=(node,)) for node in one.graph.order)

    found = compare_graphs(evolve(one.written(SELF), plan=plan)).measure("plan_order")
    backwards = compare_graphs(evolve(one.written(SELF), plan=plan[::-1])).measure("plan_order")

    for measure, expected in ((found, 1), (backwards, 0)):
        assert measure.value == expected if isinstance(measure, Share) else not one.graph.edges
