"""A reasoning graph held against a reference, and against itself: all measures by name."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from attrs import field, frozen, validators

from measurand.metrics.averaged import F, Precision, Recall
from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.comparing.consistency import (
    STEPS,
    TWO_PERCENT,
    Pairs,
    answer_reproduced,
    edge_rules,
    plan_inputs,
    plan_order,
    unused_share,
)
from measurand.studies.causal.comparing.distances import (
    ONE,
    Alignment,
    Distance,
    Empties,
    aid,
    ancestral,
    directed,
    scored,
    shd,
    skeleton,
)
from measurand.studies.causal.graphs.nodes import Reading, wiring
from measurand.studies.causal.rules.tokens import Grammar
from measurand.values.digraph import Digraph
from measurand.values.reasoning import ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Measured
from measurand.values.tally import Tally

Named = tuple[str, Measured]

ALONE = (
    "plan_order",
    "plan_inputs",
    "edge_rules",
    "undeclared_nodes",
    "unread_rules",
    "unused_knowns",
    "answer_reproduced",
)
"""The measures that need no reference, in the order of the reports."""

SCORES = ("precision", "recall", "f1")
COUNTED = ("edge", "skeleton", "ancestor")
"""What is counted against a reference: the words that open the names of scores."""

SCORED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {f"{word}_{score}": (word, score) for word in COUNTED for score in SCORES}
)
"""The scores of what is counted, each by its name: what is counted, and which score it is."""

AGAINST = (
    *SCORED,
    "shd",
    "shd_normalised",
    *(f"{how.value}_aid{end}" for how in Adjustment for end in ("", "_normalised")),
)
"""The measures that need a reference, in the order of the reports."""


@frozen(kw_only=True)
class Against:
    """How a graph is held against its reference, its plan and its answer.

    `empty` says what precision, recall and F are where there is nothing to count: by default they
    are undefined where neither graph has anything, and 0 where one of them lacks everything.
    `reversal` is what turning an edge costs, `pairs` which pairs a plan has to make in their order,
    `tolerance` how far an answer may be off; `steps` bounds the work of one measure.

    >>> Against().alignment.value, Against().reversal, Against().tolerance
    ('union', Fraction(1, 1), Fraction(1, 50))

    Raises ValueError for a cost of turning an edge outside (0, 2], a negative tolerance, or no
    steps.
    """

    alignment: Alignment = field(
        default=Alignment.UNION, validator=validators.instance_of(Alignment)
    )
    reversal: Fraction = field(
        default=ONE, validator=[validators.gt(Fraction(0)), validators.le(Fraction(2))]
    )
    pairs: Pairs = field(default=Pairs.ANCESTORS, validator=validators.instance_of(Pairs))
    tolerance: Fraction = field(default=TWO_PERCENT, validator=validators.ge(Fraction(0)))
    empty: Empties = field(factory=Empties)
    steps: int = field(default=STEPS, validator=validators.ge(1))


@frozen(kw_only=True)
class Comparing:
    """How graphs are read that are compared, and how they are held against each other."""

    reading: Reading = field(factory=Reading)
    grammar: Grammar = Grammar.LENIENT
    against: Against = field(factory=Against)


@frozen(kw_only=True)
class Compared:
    """All measures of one graph by name, and the tallies that precision, recall and F are made of.

    The scores of several graphs together are those of the sums of their tallies, not sums of scores
    or of what these were divided by: the definitions of the core take the tallies.
    """

    measures: tuple[Named, ...]
    edges: tuple[tuple[str, Tally | Undefined], ...] = ()

    def measure(self, name: str) -> Measured:
        """Find a measure.

        Raises KeyError where it was not taken.
        """
        return dict(self.measures)[name]


def compare_graphs(
    graph: ReasoningGraph,
    reference: ReasoningGraph | None = None,
    how: Comparing | None = None,
    *,
    answer: str | None = None,
) -> Compared:
    """Take all measures of a graph; those that need a reference only where there is one.

    Where a graph has no causal graph at all, which is not one without links, these are undefined.
    `answer` is the answer that was stated for the graph. `shd` and the three distances of effects
    are counts; normalised they are shares of unordered and of ordered pairs of nodes.

    >>> from measurand.values.reasoning import Link
    >>> one = ReasoningGraph(links=(Link(causes=("F", "m"), effects=("a",)),))
    >>> other = ReasoningGraph(links=(Link(causes=("a",), effects=("F",)),))
    >>> found = compare_graphs(other, one)
    >>> [str(found.measure(name).value) for name in ("edge_f1", "skeleton_recall", "shd")]
    ['0', '1/2', '2']
    """
    how = how or Comparing()
    alone = tuple(_alone(graph, answer, how))
    if reference is None:
        return Compared(measures=alone)
    if graph.links is None or reference.links is None:
        lost = Undefined(
            f"the {'graph' if graph.links is None else 'reference'} has no causal graph"
        )
        return Compared(
            measures=(*alone, *((name, lost) for name in AGAINST)),
            edges=tuple((word, lost) for word in COUNTED),
        )
    wires = wiring(graph, how.reading), wiring(reference, how.reading)
    return compared(*wires, how.against, before=alone)


def compared(
    graph: Digraph, reference: Digraph, how: Against | None = None, before: tuple[Named, ...] = ()
) -> Compared:
    """Take the measures of any directed graph against a reference.

    >>> from measurand.values.digraph import digraph
    >>> found = compared(digraph([("a", "b")]), digraph([("a", "b"), ("b", "c")]))
    >>> found.measure("edge_recall").value, found.edges[0]
    (Fraction(1, 2), ('edge', Tally(hits=1, predicted=1, gold=2)))
    """
    how = how or Against()
    counts = (
        directed(reference, graph, how.alignment),
        skeleton(reference, graph, how.alignment),
        ancestral(reference, graph, how.alignment, steps=how.steps),
    )
    edges = tuple(zip(COUNTED, counts, strict=True))
    measures = (*before, *_scores(edges, how), *_distances(reference, graph, how))
    return Compared(measures=measures, edges=edges)


def _scores(edges: tuple[tuple[str, Tally | Undefined], ...], how: Against) -> Iterator[Named]:
    rules = how.empty.rules
    definitions: tuple[Precision | Recall | F, ...] = (
        Precision(empty=rules),
        Recall(empty=rules),
        F(empty=rules),
    )
    for word, counts in edges:
        for score, definition in zip(SCORES, definitions, strict=True):
            yield f"{word}_{score}", scored(counts, definition)


def _distances(reference: Digraph, graph: Digraph, how: Against) -> Iterator[Named]:
    yield from _both("shd", shd(reference, graph, how.reversal, how.alignment))
    for kind in Adjustment:
        distance = aid(reference, graph, kind, how.alignment, steps=how.steps)
        yield from _both(f"{kind.value}_aid", distance)


def _both(name: str, distance: Distance | Undefined) -> Iterator[Named]:
    if isinstance(distance, Undefined):
        yield name, distance
        yield f"{name}_normalised", distance
    else:
        yield name, distance.plain
        yield f"{name}_normalised", distance.normalised


def _alone(graph: ReasoningGraph, answer: str | None, how: Comparing) -> Iterator[Named]:
    reading, grammar, against = how.reading, how.grammar, how.against
    rules = edge_rules(graph, reading, grammar)
    measured = (
        plan_order(graph, reading, against.pairs, steps=against.steps),
        plan_inputs(graph, reading, steps=against.steps),
        rules.occurring,
        rules.undeclared,
        rules.unread,
        unused_share(graph, reading),
        answer_reproduced(graph, answer, reading, grammar, against.tolerance),
    )
    yield from zip(ALONE, measured, strict=True)
