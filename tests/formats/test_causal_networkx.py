"""Graphs to networkx and back."""

import sys

import networkx as nx
import pytest

from measurand.studies.causal.edge.files.networkx_graphs import (
    MissingGraphsError,
    from_networkx,
    to_networkx,
)
from measurand.values.digraph import digraph
from measurand.values.reasoning import Known, Link, ReasoningGraph


def test_a_loop_and_a_node_alone_are_kept() -> None:
    graph = digraph([("a", "a"), ("a", "b")], nodes=["z"])

    assert from_networkx(to_networkx(graph)) == graph


def test_a_reasoning_graph_says_what_its_nodes_and_edges_are() -> None:
    links = (
        Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),
        Link(causes=("F",), effects=("a",), rule="more force, more a"),
    )
    graph = ReasoningGraph(targets=("a",), knowns=(Known(name="F", text="10 N"),), links=links)

    made = to_networkx(graph)

    assert made.nodes["F"] == {"target": False, "known": True, "value": "10 N"}
    assert made.nodes["a"] == {"target": True, "known": False, "value": ""}
    assert made.edges["F", "a"] == {"rules": ("a = F/m", "more force, more a")}
    assert made.edges["m", "a"] == {"rules": ("a = F/m",)}


def test_a_cause_that_stands_twice_in_a_link_has_its_rule_once() -> None:
    link = Link(causes=("F", "F"), effects=("a",), rule="r")

    assert to_networkx(ReasoningGraph(links=(link,))).edges["F", "a"] == {"rules": ("r",)}


def test_nodes_without_links_are_there() -> None:
    graph = ReasoningGraph(targets=("a",), knowns=(Known(name="F"),), links=None)

    assert list(to_networkx(graph)) == ["F", "a"]


def test_parallel_edges_are_one() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph([("a", "b"), ("a", "b")])

    assert from_networkx(graph).edges == (("a", "b"),)


def test_a_node_that_is_no_text_is_called_by_it() -> None:
    graph: nx.DiGraph[object] = nx.DiGraph([(1, (2, 3))])

    assert from_networkx(graph).edges == (("1", "(2, 3)"),)


def test_two_nodes_of_one_name_are_refused() -> None:
    graph: nx.DiGraph[object] = nx.DiGraph([(1, "1")])

    with pytest.raises(ValueError, match=r"^nodes with names that differ: got '1' twice$"):
        from_networkx(graph)


def test_a_graph_without_directions_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a directed graph: got one without directions; "):
        from_networkx(nx.Graph([("a", "b")]))


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)

    with pytest.raises(MissingGraphsError) as told:
        to_networkx(digraph([]))

    assert str(told.value) == "graphs of networkx need networkx: pip install 'measurand[graphs]'"
