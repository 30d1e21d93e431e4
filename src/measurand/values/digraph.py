"""Directed graphs over named nodes: any graph, and the ones without a cycle.

Nodes and edges are sorted and stand once each, so equal graphs are equal values and every listing
has one order. The order of causes first is A. B. Kahn's (1962): nodes without a waiting parent are
taken away, the smallest name first. What cannot be taken away lies on a cycle or behind one, so the
same walk decides whether there is a cycle.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from attrs import field, frozen

Edge = tuple[str, str]
"""From a cause to its effect."""

_TWO = 2
_Ordered = TypeVar("_Ordered", str, Edge)


class CyclicError(ValueError):
    """A graph that has to be acyclic, and is not; `cycle` lists the nodes of one of its cycles."""

    def __init__(self, cycle: tuple[str, ...]) -> None:
        super().__init__(f"a graph without cycles: got {' -> '.join((*cycle, cycle[0]))}"[:200])
        self.cycle = cycle


@frozen
class Digraph:
    """A directed graph, cyclic or not: nodes and edges sorted, each once; a loop is an edge.

    >>> graph = digraph([("F", "a"), ("m", "a")])
    >>> graph.nodes, graph.ancestors("a") == {"F", "m"}, graph.sources
    (('F', 'a', 'm'), True, ('F', 'm'))

    Raises TypeError for a node that is no text; ValueError unless nodes and edges are sorted,
    differ, and edges are pairs of nodes.
    """

    nodes: tuple[str, ...] = field()
    edges: tuple[Edge, ...] = field()

    def __attrs_post_init__(self) -> None:
        nodes: Iterable[object] = self.nodes
        for node in nodes:
            if not isinstance(node, str):
                message = f"a node is a text: got {node!r}"[:200]
                raise TypeError(message)
        if not (_rises(self.nodes) and _rises(self.edges)):
            message = "nodes and edges are sorted, each once: make graphs with digraph()"
            raise ValueError(message)
        there = set(self.nodes)
        edges: Iterable[object] = self.edges
        for edge in edges:
            if not (isinstance(edge, tuple) and len(edge) == _TWO and there.issuperset(edge)):
                message = f"an edge is a pair of nodes of its graph: got {edge!r}"[:200]
                raise ValueError(message)

    @cached_property
    def parents(self) -> Mapping[str, frozenset[str]]:
        """Map every node to the tails of the edges into it."""
        return _neighbours(self.nodes, ((effect, cause) for cause, effect in self.edges))

    @cached_property
    def children(self) -> Mapping[str, frozenset[str]]:
        """Map every node to the heads of the edges out of it."""
        return _neighbours(self.nodes, self.edges)

    @property
    def sources(self) -> tuple[str, ...]:
        """List the nodes that no edge goes into."""
        return tuple(node for node in self.nodes if not self.parents[node])

    @property
    def sinks(self) -> tuple[str, ...]:
        """List the nodes that no edge goes out of."""
        return tuple(node for node in self.nodes if not self.children[node])

    def ancestors(self, *nodes: str) -> frozenset[str]:
        """Find what reaches some node by one edge or more; a node of a cycle reaches itself."""
        return _reached(self.parents, nodes)

    def descendants(self, *nodes: str) -> frozenset[str]:
        """Find what some node reaches by one edge or more."""
        return _reached(self.children, nodes)

    def do(self, *nodes: str) -> "Digraph":
        """Intervene on nodes: cut exactly the edges into them (graph surgery).

        >>> digraph([("F", "a"), ("a", "v")]).do("a").edges
        (('a', 'v'),)

        Raises KeyError for a node that is not there.
        """
        for node in nodes:
            self.parents[node]
        cut = set(nodes)
        return Digraph(self.nodes, tuple(edge for edge in self.edges if edge[1] not in cut))

    def without(self, *nodes: str) -> "Digraph":
        """Take nodes out, with all edges at them; names that are not there change nothing."""
        gone = set(nodes)
        return Digraph(
            tuple(node for node in self.nodes if node not in gone),
            tuple(edge for edge in self.edges if not gone.intersection(edge)),
        )

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Split the nodes into weakly connected components, the largest first, then by name."""
        both = {node: self.parents[node] | self.children[node] for node in self.nodes}
        left = dict.fromkeys(self.nodes)
        parts = []
        while left:
            start = next(iter(left))
            part = _reached(both, (start,)) | {start}
            parts.append(tuple(sorted(part)))
            for node in part:
                del left[node]
        return tuple(sorted(parts, key=lambda part: (-len(part), part)))

    @cached_property
    def order(self) -> tuple[str, ...]:
        """List the nodes causes first, the smallest name first among those that are free.

        Nodes on a cycle, or behind one, are not listed.
        """
        waiting = {node: len(self.parents[node]) for node in self.nodes}
        ready = [node for node, count in waiting.items() if not count]
        heapify(ready)
        ordered = []
        while ready:
            node = heappop(ready)
            ordered.append(node)
            for child in self.children[node]:
                waiting[child] -= 1
                if not waiting[child]:
                    heappush(ready, child)
        return tuple(ordered)

    @property
    def is_acyclic(self) -> bool:
        """Tell whether no node reaches itself."""
        return len(self.order) == len(self.nodes)

    @cached_property
    def cycle(self) -> tuple[str, ...] | None:
        """Name the nodes of one cycle in their order, a smallest name first; None without one.

        >>> digraph([("b", "a"), ("a", "b"), ("b", "c")]).cycle
        ('a', 'b')
        """
        left = set(self.nodes) - set(self.order)
        if not left:
            return None
        # Every node that is left has a parent that is left: walk back until one comes again.
        node, places = min(left), dict[str, int]()
        while node not in places:
            places[node] = len(places)
            node = min(self.parents[node] & left)
        loop = list(places)[places[node] :][::-1]
        first = loop.index(min(loop))
        return tuple(loop[first:] + loop[:first])


def digraph(edges: Iterable[Edge], nodes: Iterable[str] = ()) -> Digraph:
    """Make a graph of edges, and of nodes that may have none; repetitions are one.

    >>> digraph([("a", "b"), ("a", "b")], nodes=["z"])
    Digraph(nodes=('a', 'b', 'z'), edges=(('a', 'b'),))
    """
    kept = sorted(set(edges))
    return Digraph(tuple(sorted({*nodes, *(node for edge in kept for node in edge)})), tuple(kept))


@frozen
class Dag:
    """A directed graph without a cycle.

    >>> Dag(digraph([("F", "a"), ("m", "a")])).order
    ('F', 'm', 'a')
    >>> Dag(digraph([("a", "b"), ("b", "a")]))
    Traceback (most recent call last):
    measurand.values.digraph.CyclicError: a graph without cycles: got a -> b -> a

    Raises CyclicError for a graph with a cycle.
    """

    graph: Digraph = field()

    @graph.validator
    def _acyclic(self, _attribute: object, value: Digraph) -> None:
        if value.cycle is not None:
            raise CyclicError(value.cycle)

    @property
    def nodes(self) -> tuple[str, ...]:
        """List the nodes by name."""
        return self.graph.nodes

    @property
    def edges(self) -> tuple[Edge, ...]:
        """List the edges."""
        return self.graph.edges

    @property
    def order(self) -> tuple[str, ...]:
        """List all nodes, causes first, the smallest name first among those that are free."""
        return self.graph.order

    def ancestors(self, *nodes: str) -> frozenset[str]:
        """Find what reaches some node by one edge or more."""
        return self.graph.ancestors(*nodes)

    def descendants(self, *nodes: str) -> frozenset[str]:
        """Find what some node reaches by one edge or more."""
        return self.graph.descendants(*nodes)

    def do(self, *nodes: str) -> "Dag":
        """Intervene on nodes: cut exactly the edges into them."""
        return Dag(self.graph.do(*nodes))


def _rises(values: Iterable[_Ordered]) -> bool:
    return all(one < other for one, other in pairwise(values))


def _neighbours(nodes: Iterable[str], edges: Iterable[Edge]) -> Mapping[str, frozenset[str]]:
    neighbours: dict[str, set[str]] = {node: set() for node in nodes}
    for start, end in edges:
        neighbours[start].add(end)
    return MappingProxyType({node: frozenset(ends) for node, ends in neighbours.items()})


def _reached(steps: Mapping[str, frozenset[str]], starts: Iterable[str]) -> frozenset[str]:
    reached: set[str] = set()
    waiting = list(starts)
    while waiting:
        new = steps[waiting.pop()] - reached
        reached |= new
        waiting.extend(new)
    return frozenset(reached)
