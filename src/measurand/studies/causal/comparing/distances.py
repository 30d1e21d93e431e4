"""How far a graph is from a reference: shared edges, edits of edges, and wrong effects.

Edges are counted with their directions, without (the skeleton), or as pairs of which one reaches
the other: tallies, of which the core makes precision, recall and F. The structural Hamming distance
counts edits (Tsamardinos, Brown and Aliferis 2006); it says nothing about what an edit does to
effects. The adjustment identification distances do (Henckel, Wuerthele and Weichwald 2024): they
count pairs whose effect the graph would estimate wrongly.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

from attrs import field, frozen, validators

from measurand.metrics.averaged import F, Precision, Recall
from measurand.metrics.components import component
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import Drop, EmptyRule, EmptyValue, Parts
from measurand.metrics.units import Case, case_of
from measurand.studies.causal.comparing.adjustment import Adjustment, wrong_effects
from measurand.values.digraph import Digraph, Edge
from measurand.values.quantity import rational
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share
from measurand.values.tally import Tally

Item = TypeVar("Item")


class Empty(Enum):
    """What a score is whose divisor is nothing: there is none, or it is 0, or 1.

    Where it is left out, the graph leaves the means of precision, recall and F.
    """

    LEFT_OUT = "left_out"
    ZERO = "zero"
    ONE = "one"


_MARKS: Mapping[Empty, EmptyValue] = MappingProxyType(
    {Empty.ZERO: EmptyValue.ZERO, Empty.ONE: EmptyValue.ONE}
)


@frozen(kw_only=True)
class Empties:
    """What is scored where neither graph has anything to count, or one of the two has nothing.

    With no edge of either, `both` is precision and recall. With none in the `reference` alone that
    is recall, and precision is 0; with none in the `graph` alone it is precision, and recall is 0.

    >>> Empties().rules.gold_empty.recall.value
    '0'
    """

    both: Empty = field(default=Empty.LEFT_OUT, validator=validators.instance_of(Empty))
    reference: Empty = field(default=Empty.ZERO, validator=validators.instance_of(Empty))
    graph: Empty = field(default=Empty.ZERO, validator=validators.instance_of(Empty))

    @property
    def rules(self) -> EmptyRules:
        """Say it as the core does."""
        return EmptyRules(
            both_empty=_rule(self.both, precision=self.both, recall=self.both),
            gold_empty=_rule(self.reference, precision=Empty.ZERO, recall=self.reference),
            pred_empty=_rule(self.graph, precision=self.graph, recall=Empty.ZERO),
        )


def _rule(chosen: Empty, *, precision: Empty, recall: Empty) -> EmptyRule:
    if chosen is Empty.LEFT_OUT:
        return Drop()
    return Parts(_MARKS[precision], _MARKS[recall])


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
    pairs = Tally()
    for node in first.nodes:
        itself = {node}
        pairs += _tally(first.descendants(node) - itself, second.descendants(node) - itself)
    return pairs


def scored(counts: Tally | Undefined, definition: Precision | Recall | F) -> Measured:
    """Score the tally of one graph by a definition of the core, with its rules for empty ones.

    >>> scored(Tally(1, 2, 2), F()).value
    Fraction(1, 2)
    >>> scored(Tally(), F(empty=Empties().rules)).reason
    'neither graph has anything to count'
    """
    if isinstance(counts, Undefined):
        return counts
    value = component(definition).value(counts)
    return Undefined(_EMPTY[case_of(counts)]) if value is None else share(rational(value))


_EMPTY = {
    Case.BOTH_EMPTY: "neither graph has anything to count",
    Case.GOLD_EMPTY: "the reference has nothing to count",
    Case.PRED_EMPTY: "the graph has nothing to count",
    Case.REGULAR: "nothing to divide by",
}


def _tally(gold: AbstractSet[Item], predicted: AbstractSet[Item]) -> Tally:
    return Tally(len(gold & predicted), len(predicted), len(gold))


def _joined(graph: Digraph) -> set[Edge]:
    return {(min(edge), max(edge)) for edge in graph.edges}


ONE = Fraction(1)
_MOST = 2
"""What turning an edge costs at most: one is removed, and one added."""


@frozen
class Distance:
    """What two graphs differ by, and of how many pairs of nodes.

    >>> Distance(Fraction(3), 6).plain.value, Distance(Fraction(3), 6).normalised.value
    (Fraction(3, 1), Fraction(1, 2))

    Raises ValueError for a negative number.
    """

    cost: Fraction = field(validator=validators.ge(Fraction(0)))
    pairs: int = field(validator=validators.ge(0))

    @property
    def plain(self) -> Share:
        """Give the distance as it is."""
        return share(self.cost)

    @property
    def normalised(self) -> Measured:
        """Divide by the number of pairs; undefined with fewer than two nodes."""
        if not self.pairs:
            return Undefined("fewer than two nodes")
        return share(self.cost, self.pairs)


def shd(
    reference: Digraph,
    other: Digraph,
    reversal: Fraction = ONE,
    alignment: Alignment = Alignment.UNION,
) -> Distance | Undefined:
    """Compute the structural Hamming distance, over p (p - 1) / 2 unordered pairs of p nodes.

    The least cost of edits that turn one graph into the other: an edge is added or removed for 1,
    and turned round for `reversal` (Tsamardinos, Brown and Aliferis 2006, doi:10.1007/s10994-006-
    6889-7, count 1; 2 counts a turn as a removal and an addition). A pair is in one of four states,
    nothing, ->, <-, or both at once, which is two edges: it costs 2 to make, and 1 to make of one
    edge. A loop is one more edge, of no pair. For every `reversal` in (0, 2] this is a metric of
    graphs with the same nodes. Normalised it is at most 1 where no graph has loops or two edges on
    a pair and `reversal` is at most 1; otherwise it may exceed 1.

    >>> from measurand.values.digraph import digraph
    >>> chain, turned = digraph([("a", "b"), ("b", "c")]), digraph([("b", "a"), ("b", "c")])
    >>> [str(shd(chain, turned, Fraction(cost)).normalised.value) for cost in ("1", "2", "1/2")]
    ['1/3', '2/3', '1/6']

    Raises ValueError for a cost outside (0, 2].
    """
    if not 0 < reversal <= _MOST:
        message = f"turning an edge costs more than 0 and at most 2: got {reversal}"
        raise ValueError(message)
    both = aligned(reference, other, alignment)
    if isinstance(both, Undefined):
        return both
    differing, turned = _differing(*both)
    nodes = len(both[0].nodes)
    return Distance(differing - (2 - reversal) * turned, nodes * (nodes - 1) // 2)


def _differing(one: Digraph, other: Digraph) -> tuple[int, int]:
    """Count the edges that one graph has alone, and the pairs of them that are one edge turned."""
    here, there = one.children, other.children
    into, onto = one.parents, other.parents
    differing = turned = 0
    for node in one.nodes:
        if here[node] == there[node]:
            continue
        gone = here[node] - there[node]
        new = len(there[node]) - (len(here[node]) - len(gone))
        differing += len(gone) + new
        turned += len((gone & onto[node]) - into[node])
    return differing, turned


def aid(
    reference: Digraph,
    other: Digraph,
    adjustment: Adjustment = Adjustment.PARENT,
    alignment: Alignment = Alignment.UNION,
    *,
    steps: int = 10**8,
) -> Distance | Undefined:
    """Compute an adjustment identification distance, over p (p - 1) ordered pairs of p nodes.

    Of all pairs (treatment, outcome): those for which `other` gives an adjustment set that is not
    valid in the reference, or no effect where the reference has one (Henckel, Wuerthele and
    Weichwald 2024, arXiv:2402.08616). With `parent` it is the structural intervention distance
    (Peters and Buehlmann 2015, doi:10.1162/NECO_a_00708). It is not symmetric. Undefined where a
    graph has a cycle, and where it takes more than about `steps` steps.

    >>> from measurand.values.digraph import digraph
    >>> chain, turned = digraph([("a", "b"), ("b", "c")]), digraph([("b", "a"), ("b", "c")])
    >>> [str(aid(chain, turned, how).cost) for how in Adjustment]
    ['3', '3', '3']
    >>> aid(digraph([("a", "b"), ("b", "a")]), chain).reason
    'the reference has a cycle: a -> b -> a'
    """
    both = aligned(reference, other, alignment)
    if isinstance(both, Undefined):
        return both
    for graph, name in zip(both, ("reference", "graph"), strict=True):
        if graph.cycle is not None:
            around = " -> ".join((*graph.cycle, graph.cycle[0]))
            return Undefined(f"the {name} has a cycle: {around}"[:200])
    wrong = wrong_effects(*both, adjustment, steps)
    if isinstance(wrong, Undefined):
        return wrong
    nodes = len(both[0].nodes)
    return Distance(Fraction(wrong), nodes * (nodes - 1))
