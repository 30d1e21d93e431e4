"""How well formed a causal graph is: four shares with weights, and what is odd in it, in sentences.

Acyclic, covering, ruled and connected are properties of form: whether a rule or an edge is right is
not asked. The sentences have no score; they say where to look.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import Attribute, astuple, evolve, field, frozen

from measurand.studies.causal.graphs.nodes import (
    NoTarget,
    Reading,
    knowns,
    label,
    linked,
    names,
    roots,
    targets,
    unused_knowns,
    wiring,
)
from measurand.studies.causal.judging import Component, ComponentName
from measurand.values.digraph import digraph
from measurand.values.reasoning import ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share


def _weight(_instance: object, attribute: "Attribute[Fraction]", value: object) -> None:
    if not isinstance(value, Fraction) or value < 0:
        message = f"a weight is a fraction, at least 0: got {value!r} for {attribute.name}"
        raise ValueError(message)


@frozen(kw_only=True)
class GraphWeights:
    """The weights of the four parts of graph quality; they are divided by their sum.

    >>> GraphWeights().acyclic
    Fraction(3, 10)

    Raises ValueError for a negative weight, and where all are 0.
    """

    acyclic: Fraction = field(default=Fraction(3, 10), validator=_weight)
    coverage: Fraction = field(default=Fraction(1, 5), validator=_weight)
    ruled: Fraction = field(default=Fraction(2, 5), validator=_weight)
    connected: Fraction = field(default=Fraction(1, 10), validator=_weight)

    def __attrs_post_init__(self) -> None:
        if not any(astuple(self)):
            message = "weights of which one at least is above 0: got none"
            raise ValueError(message)


def graph_quality(
    graph: ReasoningGraph, how: Reading, weights: GraphWeights | None = None
) -> Component:
    """Measure graph quality, exactly, in [0, 1]; undefined where there is no causal graph.

    The weighted mean of four parts, which are among the facts of the component: `acyclic` is 1
    without a cycle, a loop being one; `graph_coverage` is the share of knowns and targets that
    some link speaks of, 1 where there is neither; `ruled` the share of links with a rule that is
    not blank, 0 without links; `connected` the share of the nodes at an edge that lie in the
    largest weakly connected component, 0 without edges. It does not ask whether rules or edges are
    right.

    >>> from measurand.values.reasoning import Known, Link
    >>> graph = ReasoningGraph(
    ...     targets=("a",),
    ...     knowns=(Known(name="F"), Known(name="t")),
    ...     links=(Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),),
    ... )
    >>> graph_quality(graph, Reading()).measured.value
    Fraction(14, 15)
    >>> graph_quality(ReasoningGraph(links=None), Reading()).measured
    Undefined(reason='no causal graph')
    """
    if graph.links is None:
        return Component(
            part=ComponentName.GRAPH, measured=Undefined("no causal graph"), exists=False
        )
    parts = _parts(graph, how)
    shares = [part.value for _, part in parts]
    weighting = [Fraction(one) for one in astuple(weights or GraphWeights())]
    value = sum((w * part for w, part in zip(weighting, shares, strict=True)), Fraction(0))
    score = value / sum(weighting)
    facts: tuple[tuple[str, Measured], ...] = tuple(parts)
    return Component(
        part=ComponentName.GRAPH, measured=Share(score), low=score, high=score, facts=facts
    )


def _parts(graph: ReasoningGraph, how: Reading) -> list[tuple[str, Share]]:
    links = graph.links or ()
    there = linked(graph, how)
    expected = {*knowns(graph, how), *targets(graph, evolve(how, no_target=NoTarget.UNDEFINED))}
    ruled = sum(bool(link.rule.strip()) for link in links)
    joined = digraph(wiring(graph, how).edges)
    largest = len(joined.components[0]) if joined.nodes else 0
    return [
        ("acyclic", share(int(joined.is_acyclic))),
        ("graph_coverage", _of(len(expected & there), len(expected), empty=1)),
        ("ruled", _of(ruled, len(links), empty=0)),
        ("connected", _of(largest, len(joined.nodes), empty=0)),
    ]


def _of(some: int, of: int, *, empty: int) -> Share:
    return share(some, of) if of else share(empty)


_MOST = 6


def findings(graph: ReasoningGraph, how: Reading) -> tuple[tuple[str, str], ...]:
    """List what is odd, by name: cycles, targets and knowns that stand apart, roots not given.

    >>> from measurand.values.reasoning import Known, Link
    >>> link = Link(causes=("F", "m"), effects=("a",))
    >>> given = (Known(name="F"), Known(name="color"))
    >>> for name, told in findings(
    ...     ReasoningGraph(targets=("a",), knowns=given, links=(link,)), Reading()
    ... ):
    ...     print(f"{name}: {told}")
    root_not_known: nothing gives a value to m
    unused_known: no chain of links leads from color to the target
    """
    return tuple(_found(graph, how))


def _found(graph: ReasoningGraph, how: Reading) -> Iterator[tuple[str, str]]:
    wanted, there = targets(graph, how), linked(graph, how)
    given = {known.name for known in graph.knowns}
    if graph.links is None:
        yield "no_graph", "there is no causal graph"
        return
    if not wanted:
        yield "no_target", "no target is named"
    apart = [target for target in wanted if target not in there]
    if apart:
        yield "target_not_linked", f"no link speaks of the target {names(sorted(apart))}"
    both = sorted(given.intersection(wanted))
    if both:
        yield "target_known", f"the target {names(both)} is among the knowns: it is given"
    cycle = wiring(graph, how).cycle
    if cycle is not None:
        yield "cycle", f"the links run in a circle: {_round(cycle)}"
    free = [root for root in roots(graph, how) if root in there and root not in given]
    if free:
        yield "root_not_known", f"nothing gives a value to {names(sorted(free))}"
    unused = unused_knowns(graph, how)
    if unused:
        yield "unused_known", f"no chain of links leads from {names(sorted(unused))} to the target"


def _round(cycle: tuple[str, ...]) -> str:
    more = [label(name) for name in cycle[:_MOST]] + ["..."] * (len(cycle) > _MOST)
    return " -> ".join([*more, label(cycle[0])])
