"""Whether the parts of a reasoning graph agree: plan, rules, knowns, edges, and the stated answer.

No reference is needed: a plan makes causes before effects, a rule speaks of the causes of its link,
knowns lead to the target, and the rules worked out forward with the numbers of the knowns give the
answer that was stated. Values are exact where they are fractions; the answer may be off by 2 %, two
rules for one effect by rounding alone.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

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
from measurand.studies.causal.graphs.quantity import amount
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import (
    Constant,
    Lack,
    Tree,
    Unread,
    Unvalued,
    names_in,
)
from measurand.studies.causal.rules.tree import nodes as subtrees
from measurand.studies.causal.rules.value import approximate, value
from measurand.studies.causal.solving.compose import inner_names
from measurand.studies.causal.solving.relations import CYCLIC, Relation, relations
from measurand.studies.causal.solving.solve import ANGLES, DEGREES, is_in_degrees
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
    first_step: dict[str, int] = {}
    for at, step in enumerate(graph.plan):
        for target in step.targets:
            first_step.setdefault(target, at)
    return first_step


_TOO_LARGE = Undefined("the graph is too large")


def _is_too_much(sweeps: int, graph: ReasoningGraph, how: Reading, steps: int) -> bool:
    wires = wiring(graph, how)
    return sweeps * (len(wires.nodes) + len(wires.edges)) > steps


def _share(top: int, bottom: int, nothing: str) -> Share | Undefined:
    return share(Fraction(top), Fraction(bottom)) if bottom else Undefined(nothing)


TWO_PERCENT = Fraction(1, 50)
_SAME = Fraction(1, 10**9)
"""How far apart the values of two rules for one effect may be."""


@frozen
class Computed:
    """The value of a node; `degrees` says that it is, or comes from, an angle in degrees."""

    number: Fraction = field()
    degrees: bool = False


def answer_reproduced(
    graph: ReasoningGraph,
    answer: str | None,
    how: Reading,
    grammar: Grammar = Grammar.LENIENT,
    tolerance: Fraction = TWO_PERCENT,
) -> Measured:
    """Say whether the target comes to the stated answer: 1, 0, or why nothing can be said.

    Numbers agree where they differ by at most `tolerance` of the larger one, so that 0 is met by 0
    alone. Units are not compared and not converted. See `target_value` for what has none.

    >>> from measurand.values.reasoning import Known, Link
    >>> given = (Known(name="F", number=Fraction(10)), Known(name="m", number=Fraction(2)))
    >>> link = Link(causes=("F", "m"), effects=("a",), rule="a = F/m")
    >>> graph = ReasoningGraph(targets=("a",), knowns=given, links=(link,))
    >>> [answer_reproduced(graph, text, Reading()) for text in ("5 m/s^2", "50", "five")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [Share(top=Fraction(1, 1), bottom=Fraction(1, 1)),
     Share(top=Fraction(0, 1), bottom=Fraction(1, 1)),
     Undefined(reason='the stated answer is no number')]

    Raises ValueError for a negative tolerance.
    """
    if tolerance < 0:
        message = f"a tolerance is 0 or more: got {tolerance}"
        raise ValueError(message)
    if answer is None or not answer.strip():
        return Undefined("no answer is stated")
    stated = amount(answer).number
    if stated is None:
        return Undefined("the stated answer is no number")
    number = target_value(graph, how, grammar)
    if isinstance(number, Undefined):
        return number
    return share(int(_agree(number, stated, tolerance)))


def target_value(
    graph: ReasoningGraph, how: Reading, grammar: Grammar = Grammar.LENIENT
) -> Fraction | Undefined:
    """Work out the one target from the knowns that are numbers, forward by the rules.

    A known keeps its number whatever rules say of it, but for the target, which its rules make. All
    rules of an effect that is needed have to be equations for it, and to agree. Values are exact,
    but for roots, pi and functions, which are floats. Undefined, with a reason of a short list,
    where there is not one target, a rule or a number is lacking, rules go round in a circle or
    differ, or an angle is in degrees where the rule has no pi to convert it.

    >>> from measurand.values.reasoning import Known, Link
    >>> given = (Known(name="F", number=Fraction(10)), Known(name="m"))
    >>> links = (Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),)
    >>> target_value(ReasoningGraph(targets=("a",), knowns=given, links=links), Reading()).reason
    'a known without a number'
    """
    wanted = targets(graph, how)
    if len(wanted) != 1:
        return Undefined("several targets" if wanted else "no target")
    makers: dict[str, list[Relation]] = {}
    for relation in relations(graph, how, grammar):
        makers.setdefault(relation.effect, []).append(relation)
    values = {
        known.name: Computed(known.number, is_in_degrees(known))
        for known in graph.knowns
        if known.number is not None and known.name != wanted[0]
    }
    symbols = {known.name for known in graph.knowns} - values.keys()
    return _worked_out(wanted[0], makers, values, frozenset(symbols))


def _worked_out(
    target: str,
    makers: Mapping[str, list[Relation]],
    values: dict[str, Computed],
    symbols: frozenset[str],
) -> Fraction | Undefined:
    """Work out what a node needs before the node, without recursion."""
    waiting, begun = [target], set[str]()
    while waiting:
        node = waiting[-1]
        if node in values:
            waiting.pop()
            continue
        rules = makers.get(node, [])
        lacking = _lacking(node, rules, symbols - {target})
        if lacking:
            return Undefined(lacking)
        made = [rule.made for rule in rules if rule.made is not None]
        new = [name for tree in made for name in names_in(tree) if name not in values]
        if new and node in begun:
            return Undefined(CYCLIC)
        begun.add(node)
        waiting.extend(new)
        if not new:
            outcome = _agreed(made, values)
            if isinstance(outcome, Undefined):
                return outcome
            values[node] = outcome
    return values[target].number


def _lacking(node: str, rules: list[Relation], symbols: frozenset[str]) -> str:
    """Say why a node cannot be worked out whatever the numbers; empty where it may."""
    if node in symbols:
        return "a known without a number"
    if not rules:
        return "a node that nothing gives"
    return min((rule.reason for rule in rules if rule.made is None), default="")


def _agreed(made: list[Tree], values: Mapping[str, Computed]) -> Computed | Undefined:
    outcomes = [_computed(tree, values) for tree in made]
    lost = [one for one in outcomes if isinstance(one, Undefined)]
    if lost:
        return min(lost, key=lambda one: one.reason)
    there = [one for one in outcomes if isinstance(one, Computed)]
    first = min(there, key=lambda one: one.number)
    if not all(_agree(first.number, one.number, _SAME) for one in there):
        return Undefined("rules for one effect that differ")
    return Computed(first.number, any(one.degrees for one in there))


def _computed(tree: Tree, values: Mapping[str, Computed]) -> Computed | Undefined:
    names = names_in(tree)
    degrees = {name for name in names if values[name].degrees}
    converted = any(isinstance(node, Constant) for node in subtrees(tree))
    if inner_names(tree, ANGLES) & degrees and not converted:
        return Undefined(DEGREES)
    numbers = {name: values[name].number for name in names}
    number = value(tree, numbers)
    if isinstance(number, Unvalued) and number.reason is Lack.IRRATIONAL:
        close = approximate(tree, numbers)
        number = close if isinstance(close, Unvalued) else Fraction(close)
    if isinstance(number, Unvalued):
        return Undefined(number.reason.value)
    return Computed(number, bool(degrees) and not converted)


def _agree(one: Fraction, other: Fraction, tolerance: Fraction) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other))
