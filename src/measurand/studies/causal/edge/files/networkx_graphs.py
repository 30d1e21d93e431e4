"""Graphs to and from networkx, with the extra `graphs`."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from measurand.values.digraph import Digraph, digraph
from measurand.values.fault import shown
from measurand.values.reasoning import ReasoningGraph

if TYPE_CHECKING:
    from networkx import DiGraph, Graph

N = TypeVar("N", bound=Hashable)


class MissingGraphsError(ImportError):
    """The package of the extra `graphs` is not installed."""


def to_networkx(graph: Digraph | ReasoningGraph) -> "DiGraph[str]":
    """Make a graph of networkx; names that are blank are nodes as any other.

    A reasoning graph gives an edge from every cause to every effect. Its nodes say whether they are
    a `target`, whether they are `known`, and the `value` as it was written; an edge lists the
    `rules` of its links in their order. What joins no two nodes (the plan) is not in it.

    >>> made = to_networkx(digraph([("F", "a"), ("m", "a")], nodes=["z"]))
    >>> list(made.nodes), list(made.edges)
    (['F', 'a', 'm', 'z'], [('F', 'a'), ('m', 'a')])

    Raises MissingGraphsError where the extra `graphs` is not installed.
    """
    made = _empty()
    if isinstance(graph, Digraph):
        made.add_nodes_from(graph.nodes)
        made.add_edges_from(graph.edges)
        return made
    values = {known.name: known.text for known in graph.knowns}
    for name in sorted({*graph.targets, *values, *_linked(graph)}):
        made.add_node(
            name, target=name in graph.targets, known=name in values, value=values.get(name, "")
        )
    for edge, rules in sorted(_rules(graph).items()):
        made.add_edge(*edge, rules=rules)
    return made


def from_networkx(graph: "Graph[N]") -> Digraph:
    """Take the nodes and edges of a directed graph of networkx; its attributes are left behind.

    Parallel edges of a multigraph are one. A node that is no text is called by its `str`.

    >>> from_networkx(to_networkx(digraph([("F", "a")], nodes=["z"])))
    Digraph(nodes=('F', 'a', 'z'), edges=(('F', 'a'),))

    Raises ValueError for a graph without directions, and where two nodes have one name.
    """
    if not graph.is_directed():
        message = "a directed graph: got one without directions; graph.to_directed() has both ways"
        raise ValueError(message)
    names = _names(graph.nodes)
    edges = ((names[start], names[end]) for start, end in graph.edges())
    return digraph(edges, names.values())


def _empty() -> "DiGraph[str]":
    try:
        from networkx import DiGraph
    except ModuleNotFoundError as missing:
        message = f"graphs of networkx need {missing.name}: pip install 'measurand[graphs]'"
        raise MissingGraphsError(message, name=missing.name) from missing
    return DiGraph()


def _linked(graph: ReasoningGraph) -> Iterable[str]:
    return (name for link in graph.links or () for name in (*link.causes, *link.effects))


def _rules(graph: ReasoningGraph) -> Mapping[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], dict[int, str]] = {}
    for at, link in enumerate(graph.links or ()):
        for cause in link.causes:
            for effect in link.effects:
                found.setdefault((cause, effect), {})[at] = link.rule
    return {edge: tuple(rules.values()) for edge, rules in found.items()}


def _names(nodes: Iterable[object]) -> Mapping[object, str]:
    names = {node: node if isinstance(node, str) else str(node) for node in nodes}
    first: dict[str, object] = {}
    for node, name in names.items():
        if name in first:
            message = f"nodes with names that differ: got {shown(name)} twice"
            raise ValueError(message)
        first[name] = node
    return names
