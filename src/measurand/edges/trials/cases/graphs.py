"""Directed acyclic graphs over few nodes: they are equal, nested, turned and apart often."""

from itertools import combinations

from hypothesis import strategies as st

from measurand.laws.kinds.graphs import Edges, GraphsCase

_NODES = "abcd"


@st.composite
def dags(draw: st.DrawFn, nodes: str = _NODES) -> Edges:
    """Draw the edges of a graph without cycles; the nodes are letters, in any order.

    >>> from hypothesis import find
    >>> edges = find(dags(), lambda edges: len(edges) > 1)
    >>> len(edges) > 1
    True
    """
    order = draw(st.permutations(nodes))
    pairs = list(combinations(order, 2))
    chosen = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    return [pair for pair, there in zip(pairs, chosen, strict=True) if there]


@st.composite
def graphs_cases(draw: st.DrawFn) -> GraphsCase:
    """Draw a case for distances of graphs, of up to four nodes.

    >>> from hypothesis import find
    >>> case = find(graphs_cases(), lambda case: len(case.one) > 0)
    >>> len(case.one) > 0
    True
    """
    nodes = _NODES[: draw(st.integers(1, len(_NODES)))]
    one = draw(dags(nodes))
    near = st.sampled_from([one, one[1:], [*reversed(one)]])
    names = dict(zip(nodes, draw(st.permutations(nodes)), strict=True))
    other, third = draw(near | dags(nodes)), draw(dags(nodes))
    return GraphsCase(list(nodes), one, other, third, names)
