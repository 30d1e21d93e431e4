"""Distances of two directed acyclic graphs over the same nodes, given by their edges.

The kind `graph-distance`: what every distance does, what a metric of graphs does, and what counting
edges that differ comes to.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    answered_unless,
    between,
    equal_to,
    repeated,
    unchanged,
    where,
)
from measurand.laws.kinds.compare import answers, below, broken, is_number, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Subject, asked, number

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


GraphAsk = Ask[[Nodes, Edges, Edges], GraphsCase]


def _of(pick: Callable[[GraphsCase], tuple[Nodes, Edges, Edges]]) -> GraphAsk:
    return lambda subject, case: asked(subject, number, *pick(case))


def _backwards(edges: Edges) -> Edges:
    return [(end, start) for start, end in edges]


def _in_other_names(case: GraphsCase) -> tuple[Nodes, Edges, Edges]:
    names = case.names
    one, other = ([(names[a], names[b]) for a, b in edges] for edges in (case.one, case.other))
    return [names[node] for node in case.nodes], one, other


_HERE = _of(lambda case: (case.nodes, case.one, case.other))
_ITSELF = _of(lambda case: (case.nodes, case.one, case.one))
_FROM_OTHER = _of(lambda case: (case.nodes, case.other, case.third))
_TO_THIRD = _of(lambda case: (case.nodes, case.one, case.third))
_IN_OTHER_ORDER = _of(lambda case: (case.nodes[::-1], case.one[::-1], case.other[::-1]))
_ONE_EDGE_LESS = _of(lambda case: (case.nodes, case.one, case.one[1:]))
_NO_EDGE = _of(lambda case: (case.nodes, case.one, []))
_ONE_NODE_MORE = _of(lambda case: ([*case.nodes, case.more], case.one, case.other))
_TURNED = _of(lambda case: (case.nodes, _backwards(case.one), _backwards(case.other)))


def _not_exchanged(case: GraphsCase) -> str:
    exchanged = set(case.names) == set(case.names.values()) == set(case.nodes)
    return "" if exchanged else "the names are not exchanged one to one"


@law("identity", "A graph is at distance 0 of itself.", Algebra.IDENTITY)
def _graph_identity(subject: GraphDistance, case: GraphsCase) -> Outcome:
    call = _ITSELF(subject, case)
    found = answers(call)
    return found if isinstance(found, Silent) else is_number(subject, call, Fraction(0))


@law("only identity", "Graphs that differ are apart.", Algebra.IDENTITY, GRAPH_METRIC)
def _graph_only_identity(subject: GraphDistance, case: GraphsCase) -> Outcome:
    if set(case.one) == set(case.other):
        return Silent("the graphs are the same")
    call = _HERE(subject, case)
    apart = not isinstance(call.answer, Fraction | float) or call.answer > 0
    return silent(call) or (
        Holds() if apart else broken("graphs that differ are at distance 0", call)
    )


@law("triangle", "No way around over a third graph is shorter.", Algebra.GRAPHS, GRAPH_METRIC)
def _graph_triangle(subject: GraphDistance, case: GraphsCase) -> Outcome:
    way = [ask(subject, case) for ask in (_TO_THIRD, _HERE, _FROM_OTHER)]
    found = answers(*way)
    if isinstance(found, Silent):
        return found
    far, *around = (Fraction(distance) for distance in found)
    return (
        Holds() if below(subject, far, sum(around)) else broken("the way around is shorter", *way)
    )


GRAPH_LAWS: tuple[Law[GraphDistance, GraphsCase], ...] = (
    law("defined", "Every two graphs get a number.", Algebra.GRAPHS)(
        answered_unless(GRAPH_UNDEFINED, _HERE)
    ),
    law(
        "repeatable",
        "The same graphs get the same answer, to the bit, and are left alone.",
        Algebra.ORDER,
    )(repeated(_HERE, _TO_THIRD)),
    law("not negative", "A distance is never below 0.")(between(_HERE, 0, float("inf"))),
    law("range", "A normalised distance lies between 0 and 1.", Algebra.BOUNDS, GRAPH_NORMALISED)(
        between(_HERE, 0, 1)
    ),
    _graph_identity,
    _graph_only_identity,
    law("swap", "Exchanging the graphs changes nothing.", Algebra.SYMMETRY, GRAPH_SYMMETRIC)(
        unchanged(_HERE, _of(lambda case: (case.nodes, case.other, case.one)))
    ),
    _graph_triangle,
    law("renaming", "The names of nodes play no part.", Algebra.SYMMETRY)(
        where(_not_exchanged, unchanged(_HERE, _of(_in_other_names)))
    ),
    law("edge order", "The order of nodes and edges plays no part.", Algebra.ORDER)(
        unchanged(_HERE, _IN_OTHER_ORDER)
    ),
    law("one edge", "Taking one edge away is a distance of 1.", Algebra.GRAPHS, GRAPH_COUNT)(
        where(lambda case: "" if case.one else "there is no edge", equal_to(_ONE_EDGE_LESS, 1))
    ),
    law(
        "every edge",
        "Against a graph without edges the distance is the number of edges.",
        Algebra.GRAPHS,
        GRAPH_COUNT,
    )(equal_to(_NO_EDGE, lambda case: Fraction(len(case.one)))),
    law(
        "lonely node", "A further node without edges changes nothing.", Algebra.GRAPHS, GRAPH_COUNT
    )(
        where(
            lambda case: "the node is there already" if case.more in case.nodes else "",
            unchanged(_HERE, _ONE_NODE_MORE),
        )
    ),
    law(
        "all turned",
        "Turning every edge of both graphs changes nothing.",
        Algebra.SYMMETRY,
        GRAPH_COUNT,
    )(unchanged(_HERE, _TURNED)),
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
