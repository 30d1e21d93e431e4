from itertools import pairwise

import pytest

from measurand.values.digraph import CyclicError, Dag, Digraph, digraph

# Newton's second law, then the speed after a while: F, m -> a; a, t -> v.
SPEED = digraph([("F", "a"), ("m", "a"), ("a", "v"), ("t", "v")])
RING = digraph([("b", "c"), ("c", "a"), ("a", "b"), ("c", "d"), ("x", "a")])


def test_nodes_and_edges_are_sorted_and_each_is_there_once() -> None:
    graph = digraph([("m", "a"), ("F", "a"), ("m", "a")], nodes=["z", "F"])

    assert graph == Digraph(("F", "a", "m", "z"), (("F", "a"), ("m", "a")))


def test_graphs_of_the_same_edges_are_equal_and_have_one_hash() -> None:
    other = digraph(reversed(SPEED.edges))

    assert other == SPEED
    assert hash(other) == hash(SPEED)


def test_parents_children_sources_and_sinks_are_read_off_the_edges() -> None:
    assert SPEED.parents["v"] == {"a", "t"}
    assert SPEED.children["a"] == {"v"}
    assert SPEED.sources == ("F", "m", "t")
    assert SPEED.sinks == ("v",)


def test_a_node_is_no_ancestor_of_itself_unless_it_is_on_a_cycle() -> None:
    assert SPEED.ancestors("v") == {"F", "m", "a", "t"}
    assert SPEED.descendants("F") == {"a", "v"}
    assert RING.ancestors("a") == {"a", "b", "c", "x"}
    assert digraph([("a", "a")]).descendants("a") == {"a"}


def test_ancestors_of_several_nodes_are_those_of_each() -> None:
    assert SPEED.ancestors("a", "t") == {"F", "m"}
    assert SPEED.ancestors() == set()


def test_do_cuts_what_comes_in_and_nothing_else() -> None:
    assert SPEED.do("a").edges == (("a", "v"), ("t", "v"))
    assert SPEED.do("F") == SPEED
    assert digraph([("a", "a"), ("a", "b")]).do("a").edges == (("a", "b"),)


def test_do_of_a_node_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        SPEED.do("speed")


def test_without_takes_edges_along() -> None:
    assert SPEED.without("a", "nobody") == digraph([("t", "v")], nodes=["F", "m"])


def test_the_order_takes_the_smallest_name_of_those_that_are_free() -> None:
    assert SPEED.order == ("F", "m", "a", "t", "v")


def test_nodes_on_a_cycle_or_behind_one_have_no_place_in_the_order() -> None:
    assert RING.order == ("x",)
    assert not RING.is_acyclic


def test_a_cycle_is_named_along_its_edges_from_its_smallest_name() -> None:
    assert RING.cycle == ("a", "b", "c")
    assert digraph([("a", "a")]).cycle == ("a",)
    assert SPEED.cycle is None


def test_components_are_weak_and_the_largest_comes_first() -> None:
    graph = digraph([("y", "z"), ("a", "b"), ("c", "b")], nodes=["lone"])

    assert graph.components == (("a", "b", "c"), ("y", "z"), ("lone",))


def test_no_graph_at_all_is_a_graph() -> None:
    nothing = digraph([])

    assert (nothing.order, nothing.components, nothing.cycle) == ((), (), None)
    assert nothing.is_acyclic


def test_a_dag_has_no_cycle_by_construction() -> None:
    with pytest.raises(CyclicError) as caught:
        Dag(RING)

    assert str(caught.value) == "a graph without cycles: got a -> b -> c -> a"
    assert caught.value.cycle == ("a", "b", "c")


def test_a_dag_answers_as_its_graph_does() -> None:
    dag = Dag(SPEED)

    assert (dag.nodes, dag.edges, dag.order) == (SPEED.nodes, SPEED.edges, SPEED.order)
    assert dag.ancestors("v") == SPEED.ancestors("v")
    assert dag.descendants("F") == SPEED.descendants("F")
    assert dag.do("v") == Dag(SPEED.do("v"))


@pytest.mark.parametrize(
    ("nodes", "edges", "message"),
    [
        (("b", "a"), (), "nodes and edges are sorted, each once: make graphs with digraph()"),
        (("a", "a"), (), "nodes and edges are sorted, each once: make graphs with digraph()"),
        (
            ("a", "b"),
            (("b", "a"), ("a", "b")),
            "nodes and edges are sorted, each once: make graphs with digraph()",
        ),
        (("a",), (("a", "b"),), "an edge is a pair of nodes of its graph: got ('a', 'b')"),
        (("a", "b"), ("ab",), "an edge is a pair of nodes of its graph: got 'ab'"),
        (("a",), (("a",),), "an edge is a pair of nodes of its graph: got ('a',)"),
    ],
)
def test_a_graph_that_is_none_is_refused(
    nodes: tuple[str, ...], edges: tuple[tuple[str, str], ...], message: str
) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Digraph(nodes, edges)

    assert str(caught.value) == message


def test_a_node_is_a_text() -> None:
    names: list[str] = [1, 2]  # type: ignore[list-item]  # what a reader must not let through

    with pytest.raises(TypeError, match=r"^a node is a text: got 1$"):
        digraph([], names)


def test_long_chains_and_rings_take_no_recursion() -> None:
    names = [f"n{at:05d}" for at in range(20_000)]
    chain = digraph(pairwise(names))
    ring = digraph([*chain.edges, (names[-1], names[0])])

    assert len(chain.ancestors(names[-1])) == len(names) - 1
    assert chain.order == chain.components[0] == tuple(names)
    assert ring.cycle == tuple(names)
    with pytest.raises(CyclicError) as caught:
        Dag(ring)
    assert len(str(caught.value)) == 200
