"""Distances of two directed acyclic graphs over the same nodes, given by their edges.

Distances of graphs that are wrong on purpose, right ones, and the kind `graph-distance`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import (
    broken,
    close,
    defined,
    inside,
    is_number,
    repeatable,
    same,
    silent,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import EXACT, Call, Number, Subject, asked, number

Nodes = Sequence[str]
Edges = Sequence[tuple[str, str]]
GraphDistance = Subject[[Nodes, Edges, Edges]]
GRAPH_SYMMETRIC, GRAPH_METRIC, GRAPH_NORMALISED = "symmetric", "metric", "normalised"
GRAPH_COUNT, GRAPH_UNDEFINED = "count", "undefined"


@frozen
class GraphsCase:
    """Nodes, three graphs over them, other names and one more node.

    >>> GraphsCase(["a", "b"], [("a", "b")], [], []).more
    'z'
    """

    nodes: Nodes
    one: Edges
    other: Edges
    third: Edges
    names: Mapping[str, str] = {}
    more: str = "z"


def graph_distance(subject: GraphDistance, nodes: Nodes, one: Edges, other: Edges) -> Call[Number]:
    """Ask how far two graphs are apart.

    >>> graph_distance(Subject("none", lambda nodes, one, other: 0), [], [], []).answer
    Fraction(0, 1)
    """
    return asked(subject, number, nodes, one, other)


def edges_renamed(edges: Edges, names: Mapping[str, str]) -> Edges:
    """Give the nodes of edges other names.

    >>> edges_renamed([("a", "b")], {"a": "b", "b": "a"})
    [('b', 'a')]
    """
    return [(names.get(start, start), names.get(end, end)) for start, end in edges]


def _between(subject: GraphDistance, case: GraphsCase) -> Call[Number]:
    return graph_distance(subject, case.nodes, case.one, case.other)


def _graph_defined(subject: GraphDistance, case: GraphsCase) -> Outcome:
    return defined(_between(subject, case), absent=GRAPH_UNDEFINED in subject.claims)


def _graph_repeatable(subject: GraphDistance, case: GraphsCase) -> Outcome:
    first = _between(subject, case)
    graph_distance(subject, case.nodes, case.one, case.third)
    return repeatable(subject, first, _between(subject, case))


def _graph_range(subject: GraphDistance, case: GraphsCase) -> Outcome:
    return inside(_between(subject, case), 0, float("inf"))


def _graph_share(subject: GraphDistance, case: GraphsCase) -> Outcome:
    return inside(_between(subject, case), 0, 1)


def _graph_identity(subject: GraphDistance, case: GraphsCase) -> Outcome:
    call = graph_distance(subject, case.nodes, case.one, case.one)
    if not isinstance(call.answer, Fraction | float):
        return silent(call) or Silent("there is no answer")
    return is_number(subject, call, Fraction(0))


def _graph_only_identity(subject: GraphDistance, case: GraphsCase) -> Outcome:
    if set(case.one) == set(case.other):
        return Silent("the graphs are the same")
    call = _between(subject, case)
    if raised := silent(call):
        return raised
    above = not isinstance(call.answer, Fraction | float) or call.answer > 0
    return Holds() if above else broken("graphs that differ are at distance 0", call)


def _graph_swap(subject: GraphDistance, case: GraphsCase) -> Outcome:
    back = graph_distance(subject, case.nodes, case.other, case.one)
    return same(subject, _between(subject, case), back)


def _graph_triangle(subject: GraphDistance, case: GraphsCase) -> Outcome:
    way = (
        graph_distance(subject, case.nodes, case.one, case.third),
        _between(subject, case),
        graph_distance(subject, case.nodes, case.other, case.third),
    )
    if raised := silent(*way):
        return raised
    far, first, second = (call.answer for call in way)
    if not (
        isinstance(far, Fraction | float)
        and isinstance(first, Fraction | float)
        and isinstance(second, Fraction | float)
    ):
        return Silent("there is no answer")
    around = Fraction(first) + Fraction(second)
    if Fraction(far) <= around or (EXACT not in subject.claims and close(far, around)):
        return Holds()
    return broken("the way around is shorter", *way)


def _graph_names(subject: GraphDistance, case: GraphsCase) -> Outcome:
    if set(case.names) != set(case.nodes) or set(case.names.values()) != set(case.nodes):
        return Silent("the names are not exchanged one to one")
    renamed = graph_distance(
        subject,
        [case.names[node] for node in case.nodes],
        edges_renamed(case.one, case.names),
        edges_renamed(case.other, case.names),
    )
    return same(subject, _between(subject, case), renamed)


def _graph_order(subject: GraphDistance, case: GraphsCase) -> Outcome:
    turned = graph_distance(
        subject, [*reversed(case.nodes)], [*reversed(case.one)], [*reversed(case.other)]
    )
    return same(subject, _between(subject, case), turned)


def _graph_one_edge(subject: GraphDistance, case: GraphsCase) -> Outcome:
    if not case.one:
        return Silent("there is no edge")
    shorter = graph_distance(subject, case.nodes, case.one, case.one[1:])
    return is_number(subject, shorter, Fraction(1))


def _graph_every_edge(subject: GraphDistance, case: GraphsCase) -> Outcome:
    call = graph_distance(subject, case.nodes, case.one, [])
    return is_number(subject, call, Fraction(len(case.one)))


def _graph_lonely(subject: GraphDistance, case: GraphsCase) -> Outcome:
    if case.more in case.nodes:
        return Silent("the node is there already")
    wider = graph_distance(subject, [*case.nodes, case.more], case.one, case.other)
    return same(subject, _between(subject, case), wider)


def _graph_reversed(subject: GraphDistance, case: GraphsCase) -> Outcome:
    one, other = ([(end, start) for start, end in edges] for edges in (case.one, case.other))
    turned = graph_distance(subject, case.nodes, one, other)
    return same(subject, _between(subject, case), turned)


_COUNTED = frozenset({GRAPH_COUNT})
GRAPH_LAWS: tuple[Law[GraphDistance, GraphsCase], ...] = (
    Law("defined", "Every two graphs get a number.", _graph_defined, Algebra.GRAPHS),
    Law(
        "repeatable",
        "The same graphs get the same answer, to the bit, and are left alone.",
        _graph_repeatable,
        Algebra.ORDER,
    ),
    Law("not negative", "A distance is never below 0.", _graph_range),
    Law(
        "range",
        "A normalised distance lies between 0 and 1.",
        _graph_share,
        Algebra.BOUNDS,
        frozenset({GRAPH_NORMALISED}),
    ),
    Law("identity", "A graph is at distance 0 of itself.", _graph_identity, Algebra.IDENTITY),
    Law(
        "only identity",
        "Graphs that differ are apart.",
        _graph_only_identity,
        Algebra.IDENTITY,
        frozenset({GRAPH_METRIC}),
    ),
    Law(
        "swap",
        "Exchanging the graphs changes nothing.",
        _graph_swap,
        Algebra.SYMMETRY,
        frozenset({GRAPH_SYMMETRIC}),
    ),
    Law(
        "triangle",
        "No way around over a third graph is shorter.",
        _graph_triangle,
        Algebra.GRAPHS,
        frozenset({GRAPH_METRIC}),
    ),
    Law("renaming", "The names of nodes play no part.", _graph_names, Algebra.SYMMETRY),
    Law("edge order", "The order of nodes and edges plays no part.", _graph_order, Algebra.ORDER),
    Law(
        "one edge",
        "Taking one edge away is a distance of 1.",
        _graph_one_edge,
        Algebra.GRAPHS,
        _COUNTED,
    ),
    Law(
        "every edge",
        "Against a graph without edges the distance is the number of edges.",
        _graph_every_edge,
        Algebra.GRAPHS,
        _COUNTED,
    ),
    Law(
        "lonely node",
        "A further node without edges changes nothing.",
        _graph_lonely,
        Algebra.GRAPHS,
        _COUNTED,
    ),
    Law(
        "all turned",
        "Turning every edge of both graphs changes nothing.",
        _graph_reversed,
        Algebra.SYMMETRY,
        _COUNTED,
    ),
)


GRAPH_KIND: Kind[[Nodes, Edges, Edges], GraphsCase] = Kind(
    name="graph-distance",
    takes="a list of nodes and the edges of two graphs without cycles over them; gives a number",
    claims={
        GRAPH_SYMMETRIC: "exchanging the graphs changes nothing",
        GRAPH_METRIC: "it separates graphs, and no way around is shorter",
        GRAPH_NORMALISED: "it lies between 0 and 1",
        GRAPH_COUNT: "it counts edits: an edge more or less is 1, lonely nodes play no part",
        GRAPH_UNDEFINED: "some graphs may have no distance: None or NaN",
    },
    laws=GRAPH_LAWS,
)
