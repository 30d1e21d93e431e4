"""Directed graphs: what surgery cuts, what an order is, and that names do not matter."""

from collections.abc import Mapping
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.digraphs import LETTERS, dags, digraphs, renamed, renamings
from measurand.values.digraph import Dag, Digraph, digraph
from properties.oracles import digraphs as oracle

SOME = st.sets(st.sampled_from(LETTERS[:6]))
Names = Mapping[str, str]


@given(digraphs(), SOME)
def test_do_removes_exactly_the_edges_into_its_nodes(graph: Digraph, wanted: set[str]) -> None:
    nodes = sorted(wanted & set(graph.nodes))

    done = graph.do(*nodes)

    assert done.nodes == graph.nodes
    assert set(graph.edges) - set(done.edges) == {e for e in graph.edges if e[1] in nodes}
    assert set(done.edges) <= set(graph.edges)
    assert set(nodes) <= set(done.sources)


@given(digraphs(), SOME, SOME)
def test_do_is_idempotent_and_its_order_does_not_matter(
    graph: Digraph, first: set[str], second: set[str]
) -> None:
    one, other = first & set(graph.nodes), second & set(graph.nodes)

    assert graph.do(*one).do(*one) == graph.do(*one)
    assert graph.do(*one).do(*other) == graph.do(*other).do(*one) == graph.do(*one, *other)


@given(digraphs(least=1), st.data())
def test_adding_an_edge_never_makes_more_sources(graph: Digraph, data: st.DataObject) -> None:
    node = st.sampled_from(graph.nodes)
    edge = (data.draw(node), data.draw(node))

    more = digraph([*graph.edges, edge], graph.nodes)

    assert set(more.sources) == set(graph.sources) - {edge[1]}
    assert set(more.sinks) == set(graph.sinks) - {edge[0]}


@given(dags)
def test_the_order_of_a_dag_has_all_nodes_and_causes_first(dag: Dag) -> None:
    place = {node: at for at, node in enumerate(dag.order)}

    assert sorted(dag.order) == list(dag.nodes)
    assert all(place[cause] < place[effect] for cause, effect in dag.edges)


@given(digraphs())
def test_the_order_of_any_graph_has_what_no_cycle_reaches(graph: Digraph) -> None:
    reached = oracle.closure(graph.nodes, graph.edges)
    round_ = {node for node in graph.nodes if (node, node) in reached}
    behind = {node for node in graph.nodes for one in round_ if (one, node) in reached}

    assert set(graph.order) == set(graph.nodes) - round_ - behind


@given(digraphs(most=5))
def test_a_graph_has_a_cycle_or_an_order(graph: Digraph) -> None:
    cycle = graph.cycle

    assert graph.is_acyclic == (cycle is None) == (not oracle.cyclic(graph.nodes, graph.edges))
    if cycle is not None:
        assert len(set(cycle)) == len(cycle)
        assert cycle[0] == min(cycle)
        steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        assert set(steps) <= set(graph.edges)


@given(digraphs())
def test_ancestors_and_descendants_are_the_closure(graph: Digraph) -> None:
    reached = oracle.closure(graph.nodes, graph.edges)

    for node in graph.nodes:
        assert graph.ancestors(node) == {one for one, other in reached if other == node}
        assert graph.descendants(node) == {other for one, other in reached if one == node}


@given(digraphs())
def test_components_are_the_closure_of_edges_either_way(graph: Digraph) -> None:
    both = {*graph.edges, *((b, a) for a, b in graph.edges), *((n, n) for n in graph.nodes)}
    reached = oracle.closure(graph.nodes, both)

    parts = graph.components

    assert sorted(node for part in parts for node in part) == list(graph.nodes)
    assert {(a, b) for part in parts for a in part for b in part} == reached
    assert [len(part) for part in parts] == sorted((len(part) for part in parts), reverse=True)


@given(digraphs(), SOME)
def test_taking_nodes_out_keeps_what_has_nothing_to_do_with_them(
    graph: Digraph, gone: set[str]
) -> None:
    left = graph.without(*gone)

    assert set(left.nodes) == set(graph.nodes) - gone
    assert set(left.edges) == {e for e in graph.edges if not gone & set(e)}


@given(digraphs(), renamings)
def test_other_names_change_nothing_but_names(graph: Digraph, names: Names) -> None:
    other = renamed(graph, names)

    assert set(other.sources) == {names[node] for node in graph.sources}
    assert other.is_acyclic == graph.is_acyclic
    assert {frozenset(part) for part in other.components} == {
        frozenset(names[node] for node in part) for part in graph.components
    }
    for node in graph.nodes:
        assert other.ancestors(names[node]) == {names[one] for one in graph.ancestors(node)}
        assert other.do(names[node]) == renamed(graph.do(node), names)


@given(digraphs(), st.randoms(use_true_random=False))
def test_the_order_in_which_edges_are_given_changes_nothing(graph: Digraph, chance: Random) -> None:
    edges, nodes = [*graph.edges, *graph.edges[:2]], [*graph.nodes]
    chance.shuffle(edges)
    chance.shuffle(nodes)

    assert digraph(edges, nodes) == graph
