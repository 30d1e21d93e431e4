"""How far a graph is from a reference: edits of edges, and effects that it gets wrong."""

from fractions import Fraction

from attrs import field, frozen, validators

from measurand.studies.causal.comparing.adjustment import Adjustment, wrong_effects
from measurand.studies.causal.comparing.edge_counts import Alignment, aligned
from measurand.values.digraph import Digraph
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share

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
