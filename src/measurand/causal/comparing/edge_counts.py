"""Edges that two graphs share, as tallies: what precision, recall and F are made of."""

from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from measurand.metrics.averaged import F, Precision, Recall
from measurand.metrics.components import component
from measurand.metrics.units import Case, case_of
from measurand.values.digraph import Digraph, Edge
from measurand.values.score import Undefined
from measurand.values.share import Measured, share
from measurand.values.tally import Tally

Item = TypeVar("Item")


class Alignment(Enum):
    """What becomes of a node that only one of two graphs has.

    `union`: it stands alone in the other. `same`: the graphs cannot be compared.
    """

    UNION = "union"
    SAME = "same"


def aligned(
    reference: Digraph, other: Digraph, alignment: Alignment = Alignment.UNION
) -> tuple[Digraph, Digraph] | Undefined:
    """Give both graphs the same nodes.

    >>> from measurand.values.digraph import digraph
    >>> one, two = digraph([("a", "b")]), digraph([("b", "c")])
    >>> [graph.nodes for graph in aligned(one, two)]
    [('a', 'b', 'c'), ('a', 'b', 'c')]
    >>> aligned(one, two, Alignment.SAME).reason
    "the graphs have different nodes: only the reference has 'a'"
    """
    if reference.nodes == other.nodes:
        return reference, other
    if alignment is Alignment.SAME:
        return Undefined(f"the graphs have different nodes: {_only(reference, other)}"[:200])
    nodes = tuple(sorted({*reference.nodes, *other.nodes}))
    return Digraph(nodes, reference.edges), Digraph(nodes, other.edges)


def _only(reference: Digraph, other: Digraph) -> str:
    lost = sorted(set(reference.nodes).difference(other.nodes))
    if lost:
        return f"only the reference has {lost[0]!r}"
    return f"the reference lacks {min(set(other.nodes).difference(reference.nodes))!r}"


def directed(
    reference: Digraph, other: Digraph, alignment: Alignment = Alignment.UNION
) -> Tally | Undefined:
    """Count edges with their directions; the reference is gold. A loop is an edge.

    >>> from measurand.values.digraph import digraph
    >>> directed(digraph([("a", "b"), ("b", "c")]), digraph([("b", "a"), ("b", "c")]))
    Tally(hits=1, predicted=2, gold=2)
    """
    both = aligned(reference, other, alignment)
    if isinstance(both, Undefined):
        return both
    return _tally(set(reference.edges), set(other.edges))


def skeleton(
    reference: Digraph, other: Digraph, alignment: Alignment = Alignment.UNION
) -> Tally | Undefined:
    """Count joined pairs of nodes, whatever the direction: a -> b and b -> a are one pair.

    A loop joins a node with itself.

    >>> from measurand.values.digraph import digraph
    >>> skeleton(digraph([("a", "b"), ("b", "c")]), digraph([("b", "a"), ("a", "b")]))
    Tally(hits=1, predicted=1, gold=2)
    """
    both = aligned(reference, other, alignment)
    if isinstance(both, Undefined):
        return both
    return _tally(_joined(reference), _joined(other))


def ancestral(
    reference: Digraph,
    other: Digraph,
    alignment: Alignment = Alignment.UNION,
    *,
    steps: int = 10**8,
) -> Tally | Undefined:
    """Count pairs of two nodes, the first of which reaches the second, with or without cycles.

    Takes nodes x (nodes + edges) steps; undefined where these are more than `steps`.

    >>> from measurand.values.digraph import digraph
    >>> ancestral(digraph([("a", "b"), ("b", "c")]), digraph([("b", "a"), ("b", "c")]))
    Tally(hits=1, predicted=2, gold=3)
    """
    both = aligned(reference, other, alignment)
    if isinstance(both, Undefined):
        return both
    work = sum(len(one.nodes) * (len(one.nodes) + len(one.edges)) for one in both)
    if work > steps:
        return Undefined(f"the graphs are too large: {work:,} steps, and {steps:,} are allowed")
    first, second = both
    found = Tally()
    for node in first.nodes:
        itself = {node}
        found += _tally(first.descendants(node) - itself, second.descendants(node) - itself)
    return found


def scored(counts: Tally | Undefined, definition: Precision | Recall | F) -> Measured:
    """Score a tally by a definition of the core, with its rules for graphs without edges.

    The parts of the ratio are kept, so that several graphs can be pooled.

    >>> scored(Tally(1, 2, 2), F())
    Share(top=Fraction(2, 1), bottom=Fraction(4, 1))
    >>> scored(Tally(), F()).value
    Fraction(1, 1)
    """
    if isinstance(counts, Undefined):
        return counts
    how, case = component(definition), case_of(counts)
    if case not in how.constants and how.terms is not None:
        top, bottom = (_weighed(factors, counts) for factors in how.terms)
        return share(top, bottom)
    value = how.value(counts)
    return Undefined(_EMPTY[case]) if value is None else share(value)


_EMPTY = {
    Case.BOTH_EMPTY: "neither graph has anything to count",
    Case.GOLD_EMPTY: "the reference has nothing to count",
    Case.PRED_EMPTY: "the graph has nothing to count",
    Case.REGULAR: "nothing to divide by",
}


def _weighed(factors: tuple[Fraction, Fraction, Fraction], counts: Tally) -> Fraction:
    hits, predicted, gold = factors
    return hits * counts.hits + predicted * counts.predicted + gold * counts.gold


def _tally(gold: AbstractSet[Item], predicted: AbstractSet[Item]) -> Tally:
    return Tally(len(gold & predicted), len(predicted), len(gold))


def _joined(graph: Digraph) -> set[Edge]:
    return {(min(edge), max(edge)) for edge in graph.edges}
