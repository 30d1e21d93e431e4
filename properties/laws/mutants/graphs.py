"""Distances of graphs that are wrong on purpose, right ones, and the kind `graph-distance`."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.graphs import (
    GRAPH_COUNT,
    GRAPH_KIND,
    GRAPH_METRIC,
    GRAPH_NORMALISED,
    GRAPH_SYMMETRIC,
    Edges,
    GraphDistance,
    Nodes,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

GraphFunction = Callable[[Nodes, Edges, Edges], object]
BARE = frozenset({EXACT})
COUNT, SYMMETRIC = BARE | {GRAPH_COUNT}, BARE | {GRAPH_SYMMETRIC}
METRIC = SYMMETRIC | {GRAPH_METRIC}
WHOLE = METRIC | {GRAPH_COUNT}
NORMALISED = SYMMETRIC | {GRAPH_NORMALISED}
DUST = 1e-12
TURN = Fraction(1, 2)


def _pairs(edges: Edges) -> set[frozenset[str]]:
    return {frozenset(edge) for edge in edges}


def _shd(_nodes: Nodes, one: Edges, other: Edges) -> int:
    """Count edges to add, to remove and to turn."""
    apart = set(one) ^ set(other)
    return len({frozenset(edge) for edge in apart})


def _edits(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return len(set(one) ^ set(other))


def _turns(_nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    apart = set(one) ^ set(other)
    turned = len(apart) - len(_pairs(list(apart)))
    return len(apart) - 2 * turned + turned * (1 + TURN)


def _share(nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    pairs = len(nodes) * (len(nodes) - 1) // 2
    return Fraction(_shd(nodes, one, other), pairs) if pairs else Fraction(0)


def _jaccard(_nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    every = set(one) | set(other)
    return Fraction(len(set(one) ^ set(other)), len(every)) if every else Fraction(0)


def _missing(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return len(set(one) - set(other))


def _skeleton(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return len(_pairs(one) ^ _pairs(other))


def _sizes(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return abs(len(one) - len(other))


def _f1(_nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    size = len(one) + len(other)
    return Fraction(2 * len(set(one) & set(other)), size) if size else Fraction(1)


def _lists(_nodes: Nodes, one: Edges, other: Edges) -> int:
    unlike = sum(a != b for a, b in zip(one, other, strict=False))
    return unlike + abs(len(one) - len(other))


def _root(nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    return Fraction(_edits(nodes, one, other) ** 2)


def _signed(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return len(set(one) - set(other)) - len(set(other) - set(one))


def _plus_one(nodes: Nodes, one: Edges, other: Edges) -> int:
    return _edits(nodes, one, other) + 1


def _by_first(_nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    return Fraction(len(set(one) ^ set(other)), max(1, len(set(one))))


def _relative(_nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    return Fraction(len(set(one) ^ set(other)), len(set(one)))


def _letters(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return sum(1 + (start < end) for start, end in set(one) ^ set(other))


def _sorted_up(_nodes: Nodes, one: Edges, other: Edges) -> int:
    return len(_pairs(list(set(one) ^ set(other)))) + sum(
        start > end and (end, start) in other for start, end in one
    )


def _matrix(nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    return Fraction(_edits(nodes, one, other), len(nodes) * len(nodes))


def _leaves(_nodes: Nodes, one: Edges, other: Edges) -> int:
    """Count nodes that nothing leaves, in one graph and not in the other."""
    ends = [{end for _, end in edges} - {start for start, _ in edges} for edges in (one, other)]
    return len(ends[0] ^ ends[1])


def _weighted_ends(_nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    """Count an edge that ends where nothing leaves by more, where several differ."""
    apart = set(one) ^ set(other)
    starts = {start for start, _ in {*one, *other}}
    extra = sum(end not in starts for _, end in apart)
    return len(apart) + (Fraction(extra, 2) if len(apart) > 1 and one and other else Fraction(0))


def _with_nodes(nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    """Add a little for every lonely node, where the graphs differ by more than one edge."""
    apart = _edits(nodes, one, other)
    used = {node for edge in (*one, *other) for node in edge}
    lonely = len(set(nodes) - used) if apart > 1 and one and other else 0
    return apart + Fraction(lonely, 4)


def _dusty() -> GraphFunction:
    calls = count()
    return lambda nodes, one, other: _edits(nodes, one, other) * (1 - DUST * (next(calls) % 3))


def _nothing(nodes: Nodes, one: Edges, other: Edges) -> int | None:
    return _edits(nodes, one, other) if one and other else None


def _capped(nodes: Nodes, one: Edges, other: Edges) -> int:
    return min(_edits(nodes, one, other), 1)


def _halved(nodes: Nodes, one: Edges, other: Edges) -> Fraction:
    return Fraction(_edits(nodes, one, other), 2)


def _jumping(nodes: Nodes, one: Edges, other: Edges) -> int:
    """Count twice where nothing is shared."""
    shared = set(one) & set(other)
    found = _edits(nodes, one, other)
    return found if shared or found <= 1 else 2 * found


def _doubled(nodes: Nodes, one: Edges, other: Edges) -> int:
    return _edits(nodes, one, other) * (2 if one and other else 1)


def _wrong(
    name: str, says: str, function: GraphFunction, claims: frozenset[str]
) -> Wrong[[Nodes, Edges, Edges]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG_GRAPHS = (
    _wrong("constant 0", "all graphs are alike", lambda _n, _a, _b: 0, METRIC),
    _wrong("constant 1", "no graph is like itself", lambda _n, _a, _b: 1, BARE),
    _wrong("capped", "1 where anything differs", _capped, WHOLE - {GRAPH_METRIC}),
    _wrong("similarity", "F1 of the edges", _f1, BARE),
    _wrong("missing only", "edges too many play no part", _missing, SYMMETRIC),
    _wrong("missing as a metric", "edges too many play no part", _missing, BARE | {GRAPH_METRIC}),
    _wrong("skeleton", "directions play no part", _skeleton, METRIC),
    _wrong("sizes", "the numbers of edges only", _sizes, METRIC),
    _wrong("lists side by side", "edges are compared by their place", _lists, SYMMETRIC),
    _wrong("square", "the number of edits, squared", _root, METRIC),
    _wrong("signed", "missing less added", _signed, BARE),
    _wrong("one too much", "the same graph is at distance 1", _plus_one, BARE),
    _wrong("by the first", "divided by the edges of the first", _by_first, SYMMETRIC),
    _wrong("by the first, raising", "no edges, no number", _relative, BARE),
    _wrong("share above 1", "edits by edges of the first", _by_first, BARE | {GRAPH_NORMALISED}),
    _wrong("letters", "edges that go up the alphabet weigh more", _letters, SYMMETRIC),
    _wrong("turned down", "turns count twice where they go down", _sorted_up, BARE),
    _wrong("by the matrix", "divided by all pairs of nodes", _matrix, COUNT),
    _wrong("leaves", "only ends of chains are compared", _leaves, METRIC),
    _wrong("ends weigh more", "direction matters", _weighted_ends, COUNT),
    _wrong("lonely nodes count", "a node without edges adds", _with_nodes, COUNT),
    _wrong("dust by turns", "the last bits change from call to call", _dusty(), frozenset()),
    _wrong("no number for nothing", "an empty graph has no distance", _nothing, BARE),
    _wrong("doubled", "twice, but for a graph without edges", _doubled, COUNT),
    _wrong("halved", "half an edit for an edge", _halved, WHOLE),
    _wrong("jumping", "twice where nothing is shared", _jumping, METRIC),
)


RIGHT_GRAPHS: tuple[GraphDistance, ...] = (
    Subject("structural Hamming distance", _shd, WHOLE),
    Subject("edits, a turn is two", _edits, WHOLE),
    Subject("edits, a turn is 3/2", _turns, WHOLE),
    Subject("share of the pairs", _share, METRIC | NORMALISED),
    Subject("Jaccard distance of edges", _jaccard, METRIC | NORMALISED),
    Subject("missing edges", _missing, BARE),
    Subject("skeleton", _skeleton, COUNT | SYMMETRIC),
)

GRAPH_KIND_MUTANTS = Mutants(kind=GRAPH_KIND.name, right=RIGHT_GRAPHS, wrong=WRONG_GRAPHS)
