"""Small directed graphs, with and without cycles, and other names for their nodes."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeVar

from hypothesis import strategies as st

from measurand.values.digraph import Dag, Digraph, Edge, digraph

T = TypeVar("T")
NAMES = ("a", "B", "c c", "δ", "e_1", "", "g", "H", "0")
LETTERS = "abcdefghi"
"""For messages that are read: what is drawn counts, not how it is called."""


def _chosen(pairs: Sequence[T]) -> st.SearchStrategy[list[T]]:
    """Draw some of the pairs: each in one bit of a number, so that fewer is simpler."""
    masks = st.integers(0, (1 << len(pairs)) - 1)
    return masks.map(lambda mask: [pair for at, pair in enumerate(pairs) if mask >> at & 1])


def _some(pairs: Sequence[T]) -> st.SearchStrategy[list[T]]:
    """Draw many of the pairs, or few."""
    if not pairs:
        return st.builds(list)
    return _chosen(pairs) | st.lists(st.sampled_from(pairs), max_size=6)


# A strategy costs more to make than to draw from: those of the few sizes there are, are kept.
@lru_cache(maxsize=64)
def _edges(names: str, *, loops: bool) -> st.SearchStrategy[list[Edge]]:
    return _some([pair for pair in product(names, names) if loops or pair[0] != pair[1]])


@lru_cache(maxsize=64)
def _forward(size: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Draw edges between places of an order, each to a later one."""
    return _some(list(combinations(range(size), 2)))


@lru_cache(maxsize=64)
def _dense(names: str) -> st.SearchStrategy[list[Edge]]:
    return _chosen(list(product(names, names)))


@st.composite
def digraphs(draw: st.DrawFn, most: int = 6, *, loops: bool = True, least: int = 0) -> Digraph:
    """Draw a graph of the first so many letters, dense or sparse, with cycles or without.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(digraphs(), lambda graph: len(graph.nodes) == 2).nodes)
    2
    """
    names = LETTERS[: draw(st.integers(least, most))]
    return digraph(draw(_edges(names, loops=loops)), names)


@st.composite
def acyclic(draw: st.DrawFn, most: int = 6, *, least: int = 0, exact: int | None = None) -> Digraph:
    """Draw a graph without cycles, whose order is not that of its names.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(acyclic(), lambda graph: len(graph.edges) == 1).edges)
    1
    """
    size = draw(st.integers(least, most)) if exact is None else exact
    order = draw(st.permutations(LETTERS[:size]))
    edges = [(order[one], order[other]) for one, other in draw(_forward(size))]
    return digraph(edges, order)


dags = acyclic().map(Dag)


@st.composite
def alike(draw: st.DrawFn, count: int, most: int = 4) -> list[Digraph]:
    """Draw graphs with the same nodes, cyclic or not; some pairs differ in an edge only.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(alike(2), lambda graphs: graphs[0] != graphs[1]))
    2
    """
    names = LETTERS[: draw(st.integers(1, most))]
    return [digraph(draw(_dense(names)), names) for _ in range(count)]


@st.composite
def two_acyclic(draw: st.DrawFn, most: int = 6, *, least: int = 0) -> tuple[Digraph, Digraph]:
    """Draw two graphs without cycles and with the same nodes.

    >>> from measurand.edges.trials.strategies.first import first
    >>> one, other = first(two_acyclic(), lambda graphs: graphs[0] != graphs[1])
    >>> one.nodes == other.nodes
    True
    """
    size = draw(st.integers(least, most))
    return draw(acyclic(exact=size)), draw(acyclic(exact=size))


renamings = st.permutations(NAMES).map(lambda names: dict(zip(LETTERS, names, strict=True)))
"""Other names for the letters: their order is another one, and one of them is empty."""


def renamed(graph: Digraph, names: Mapping[str, str]) -> Digraph:
    """Call the nodes otherwise.

    >>> renamed(digraph([("a", "b")]), {"a": "x", "b": "y"}).edges
    (('x', 'y'),)
    """
    edges = [(names[cause], names[effect]) for cause, effect in graph.edges]
    return digraph(edges, [names[node] for node in graph.nodes])
