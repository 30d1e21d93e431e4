"""What is odd in a reasoning graph, in short sentences: no scores, but where to look."""

from collections.abc import Iterator

from measurand.studies.causal.graphs.nodes import (
    Reading,
    linked,
    roots,
    targets,
    unused_knowns,
    wiring,
)
from measurand.studies.causal.graphs.wording import label, names
from measurand.values.reasoning import ReasoningGraph

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
