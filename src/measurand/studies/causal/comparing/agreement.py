"""Whether the parts of a reasoning graph agree: its plan, its rules, its knowns and its edges."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.studies.causal.graphs.nodes import (
    Reading,
    causes,
    effects,
    knowns,
    nodes,
    targets,
    wiring,
)
from measurand.studies.causal.graphs.nodes import unused_knowns as list_unused
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.token import Grammar
from measurand.studies.causal.rules.tree import Unread
from measurand.studies.causal.rules.walk import names_in
from measurand.values.reasoning import ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share

STEPS = 10**8
"""How many steps a measure takes at most."""


class Pairs(Enum):
    """Which pairs of nodes a plan has to make in their order: those joined by an edge, or by many.

    `ancestors` also holds nodes in order that are joined by way of nodes the plan does not make.
    """

    EDGES = "edges"
    ANCESTORS = "ancestors"


def plan_order(
    graph: ReasoningGraph, how: Reading, pairs: Pairs = Pairs.ANCESTORS, *, steps: int = STEPS
) -> Measured:
    """Measure the share of causes that the plan makes before their effects.

    Over pairs of a cause and its effect that different steps of the plan make: a node is made by
    the first step that has it as target. Nodes that reach each other are in no order, and knowns
    that no step makes, or targets of steps that are no nodes, play no part. Undefined where no pair
    is left.

    >>> from measurand.values.reasoning import Link, Step
    >>> links = (Link(causes=("F",), effects=("a",)), Link(causes=("a",), effects=("v",)))
    >>> plan = (Step(targets=("v",)), Step(targets=("a",)))
    >>> plan_order(ReasoningGraph(links=links, plan=plan), Reading())
    Share(top=Fraction(0, 1), bottom=Fraction(1, 1))
    """
    wires = wiring(graph, how)
    made = {node: at for node, at in _made(graph).items() if node in wires.parents}
    if _is_too_much(len(made), graph, how, steps):
        return _TOO_LARGE
    right = compared = 0
    above = {node: wires.ancestors(node) & made.keys() for node in made}
    for effect, at in made.items():
        near = above[effect] if pairs is Pairs.ANCESTORS else wires.parents[effect] & made.keys()
        for cause in near:
            if effect not in above[cause] and made[cause] != at:
                compared += 1
                right += made[cause] < at
    return _share(right, compared, "the plan makes no cause and its effect in different steps")


def plan_inputs(graph: ReasoningGraph, how: Reading, *, steps: int = STEPS) -> Measured:
    """Measure the share of inputs of the plan from which the graph has a way to what is made.

    Over pairs of an input and a target of one step, both nodes, and not the same. An input that
    refers to a step stands for what that step makes; where there is no such step it plays no part.
    Undefined where no pair is left.

    >>> from measurand.values.reasoning import Link, Step
    >>> plan = (Step(id="1", targets=("a",), inputs=("F", "m")),)
    >>> links = (Link(causes=("F",), effects=("a",)), Link(causes=("m",), effects=("p",)))
    >>> plan_inputs(ReasoningGraph(links=links, plan=plan), Reading()).value
    Fraction(1, 2)
    """
    there = set(nodes(graph, how))
    outcome: dict[str, tuple[str, ...]] = {}
    for step in graph.plan:
        outcome.setdefault(step.id, step.targets)
    pairs = {
        (name, target)
        for step in graph.plan
        for name in (*step.inputs, *(one for ref in step.refs for one in outcome.get(ref, ())))
        for target in step.targets
        if name != target and name in there and target in there
    }
    ends = {target for _, target in pairs}
    if _is_too_much(len(ends), graph, how, steps):
        return _TOO_LARGE
    above = {target: wiring(graph, how).ancestors(target) for target in ends}
    right = sum(name in above[target] for name, target in pairs)
    return _share(right, len(pairs), "no step of the plan makes a node of another")


@frozen(kw_only=True)
class EdgeRules:
    """How the edges of a graph agree with its rules.

    `occurring`: of the causes of links whose rule was read, the share that its rule speaks of.
    `undeclared`: how many nodes rules speak of that are neither causes nor effects of their links.
    `unread`: how many rules are no equations, of all.
    """

    occurring: Measured
    undeclared: Measured
    unread: Measured


def edge_rules(
    graph: ReasoningGraph, how: Reading, grammar: Grammar = Grammar.LENIENT
) -> EdgeRules:
    """Look for the causes of links in their rules, on either side; rules of no equation are left.

    A link that is written twice is one; of several effects each is an edge. What occurs in no rule
    that was read is undefined.

    >>> from measurand.values.reasoning import Link
    >>> links = (
    ...     Link(causes=("F", "m"), effects=("a",), rule="a = F/2"),
    ...     Link(causes=("a",), effects=("v",), rule="v = a t"),
    ...     Link(causes=("v",), effects=("t",), rule="as above"),
    ... )
    >>> found = edge_rules(ReasoningGraph(links=links), Reading())
    >>> found.occurring.value, found.undeclared.value, found.unread.value
    (Fraction(2, 3), Fraction(1, 1), Fraction(1, 3))
    """
    there = frozenset(nodes(graph, how))
    links = {
        (causes(link, how), frozenset(effects(link, how)), link.rule.strip())
        for link in graph.links or ()
    }
    edges = right = undeclared = unread = 0
    rules = {text: read_rule(text, there, grammar) for _, _, text in links}
    for needed, made, text in links:
        rule = rules[text]
        if isinstance(rule, Unread):
            unread += 1
            continue
        said = there.intersection(names_in(rule))
        edges += len(needed) * len(made)
        right += len(needed & said) * len(made)
        undeclared += len(said - needed - made)
    read = len(links) - unread
    return EdgeRules(
        occurring=_share(right, edges, "no rule of an edge could be read"),
        undeclared=share(undeclared) if read else Undefined("no rule could be read"),
        unread=_share(unread, len(links), "no link"),
    )


def unused_share(graph: ReasoningGraph, how: Reading) -> Measured:
    """Measure the share of knowns that no chain of links leads to a target from.

    Undefined without a target, and without a known.

    >>> from measurand.values.reasoning import Known, Link
    >>> given = (Known(name="F"), Known(name="color"))
    >>> link = Link(causes=("F",), effects=("a",))
    >>> unused_share(ReasoningGraph(targets=("a",), knowns=given, links=(link,)), Reading()).value
    Fraction(1, 2)
    """
    if not targets(graph, how):
        return Undefined("no target")
    return _share(len(list_unused(graph, how)), len(knowns(graph, how)), "no known")


def _made(graph: ReasoningGraph) -> Mapping[str, int]:
    """Map what the plan makes to the place of the first step that makes it."""
    found: dict[str, int] = {}
    for at, step in enumerate(graph.plan):
        for target in step.targets:
            found.setdefault(target, at)
    return found


_TOO_LARGE = Undefined("the graph is too large")


def _is_too_much(sweeps: int, graph: ReasoningGraph, how: Reading, steps: int) -> bool:
    wires = wiring(graph, how)
    return sweeps * (len(wires.nodes) + len(wires.edges)) > steps


def _share(top: int, bottom: int, nothing: str) -> Share | Undefined:
    return share(Fraction(top), Fraction(bottom)) if bottom else Undefined(nothing)
