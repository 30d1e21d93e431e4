"""Whether the rules of a reasoning graph, worked out with its numbers, give the stated answer."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import field, frozen

from measurand.studies.causal.graphs.nodes import Reading, targets
from measurand.studies.causal.graphs.quantity import amount
from measurand.studies.causal.rules.near import near
from measurand.studies.causal.rules.token import Grammar
from measurand.studies.causal.rules.tree import Constant, Lack, Tree, Unvalued
from measurand.studies.causal.rules.value import value
from measurand.studies.causal.rules.walk import names_in, nodes
from measurand.studies.causal.solving.compose import inner_names
from measurand.studies.causal.solving.relations import CYCLIC, Relation, relations
from measurand.studies.causal.solving.solve import ANGLES, DEGREES, is_in_degrees
from measurand.values.reasoning import ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Measured, share

TWO_PERCENT = Fraction(1, 50)
_SAME = Fraction(1, 10**9)
"""How far apart the values of two rules for one effect may be."""


@frozen
class Computed:
    """The value of a node; `degrees` says that it is, or comes from, an angle in degrees."""

    number: Fraction = field()
    degrees: bool = False


def reproduced(
    graph: ReasoningGraph,
    answer: str | None,
    how: Reading,
    grammar: Grammar = Grammar.LENIENT,
    tolerance: Fraction = TWO_PERCENT,
) -> Measured:
    """Say whether the target comes to the stated answer: 1, 0, or why nothing can be said.

    Numbers agree where they differ by at most `tolerance` of the larger one, so that 0 is met by 0
    alone. Units are not compared and not converted. See `computed` for what has no value.

    >>> from measurand.values.reasoning import Known, Link
    >>> given = (Known(name="F", number=Fraction(10)), Known(name="m", number=Fraction(2)))
    >>> link = Link(causes=("F", "m"), effects=("a",), rule="a = F/m")
    >>> graph = ReasoningGraph(targets=("a",), knowns=given, links=(link,))
    >>> [reproduced(graph, text, Reading()) for text in ("5 m/s^2", "50", "five")]
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
    found = computed(graph, how, grammar)
    if isinstance(found, Undefined):
        return found
    return share(int(_agree(found, stated, tolerance)))


def computed(
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
    >>> computed(ReasoningGraph(targets=("a",), knowns=given, links=links), Reading()).reason
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
            found = _agreed(made, values)
            if isinstance(found, Undefined):
                return found
            values[node] = found
    return values[target].number


def _lacking(node: str, rules: list[Relation], symbols: frozenset[str]) -> str:
    """Say why a node cannot be worked out whatever the numbers; empty where it may."""
    if node in symbols:
        return "a known without a number"
    if not rules:
        return "a node that nothing gives"
    return min((rule.reason for rule in rules if rule.made is None), default="")


def _agreed(made: list[Tree], values: Mapping[str, Computed]) -> Computed | Undefined:
    found = [_computed(tree, values) for tree in made]
    lost = [one for one in found if isinstance(one, Undefined)]
    if lost:
        return min(lost, key=lambda one: one.reason)
    there = [one for one in found if isinstance(one, Computed)]
    first = min(there, key=lambda one: one.number)
    if not all(_agree(first.number, one.number, _SAME) for one in there):
        return Undefined("rules for one effect that differ")
    return Computed(first.number, any(one.degrees for one in there))


def _computed(tree: Tree, values: Mapping[str, Computed]) -> Computed | Undefined:
    names = names_in(tree)
    degrees = {name for name in names if values[name].degrees}
    converted = any(isinstance(node, Constant) for node in nodes(tree))
    if inner_names(tree, ANGLES) & degrees and not converted:
        return Undefined(DEGREES)
    numbers = {name: values[name].number for name in names}
    found = value(tree, numbers)
    if isinstance(found, Unvalued) and found.reason is Lack.IRRATIONAL:
        close = near(tree, numbers)
        found = close if isinstance(close, Unvalued) else Fraction(close)
    if isinstance(found, Unvalued):
        return Undefined(found.reason.value)
    return Computed(found, bool(degrees) and not converted)


def _agree(one: Fraction, other: Fraction, tolerance: Fraction) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other))
