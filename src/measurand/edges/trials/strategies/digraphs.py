"""Small directed graphs, with and without cycles, and other names for their nodes."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from measurand.values.digraph import Dag, Digraph, Edge, digraph

NAMES = ("a", "B", "c c", "δ", "e_1", "", "g", "H", "0")
LETTERS = "abcdefghi"
"""For messages that are read: what is drawn counts, not how it is called."""


def _chosen(pairs: Sequence[Edge]) -> st.SearchStrategy[list[Edge]]:
    """Draw some of the pairs: each in one bit of a number, so that fewer is simpler."""
    masks = st.integers(0, (1 << len(pairs)) - 1)
    return masks.map(lambda mask: [pair for at, pair in enumerate(pairs) if mask >> at & 1])


@st.composite
def digraphs(draw: st.DrawFn, most: int = 6, *, loops: bool = True, least: int = 0) -> Digraph:
    """Draw a graph of the first so many letters, dense or sparse, with cycles or without.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(digraphs(), lambda graph: len(graph.nodes) == 2).nodes)
    2
    """
    names = LETTERS[: draw(st.integers(least, most))]
    pairs = [(one, other) for one in names for other in names if loops or one != other]
    edges = draw(_chosen(pairs) | st.lists(st.sampled_from(pairs), max_size=6) if pairs else NONE)
    return digraph(edges, names)


NONE: st.SearchStrategy[list[Edge]] = st.just([])


@st.composite
def acyclic(draw: st.DrawFn, most: int = 6, *, least: int = 0, exact: int | None = None) -> Digraph:
    """Draw a graph without cycles, whose order is not that of its names.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(acyclic(), lambda graph: len(graph.edges) == 1).edges)
    1
    """
    size = draw(st.integers(least, most)) if exact is None else exact
    order = draw(st.permutations(LETTERS[:size]))
    pairs = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    edges = draw(_chosen(pairs) | st.lists(st.sampled_from(pairs), max_size=6) if pairs else NONE)
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
    pairs = [(one, other) for one in names for other in names]
    return [digraph(draw(_chosen(pairs)), names) for _ in range(count)]


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
