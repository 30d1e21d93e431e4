"""What the rules of a graph say about its nodes: equations, or why there are none."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from measurand.causal.graphs.nodes import KEPT_GRAPHS, Reading, causes, effects, nodes
from measurand.causal.rules.read import read_rule
from measurand.causal.rules.token import Grammar
from measurand.causal.rules.tree import (
    Binary,
    Call,
    Equation,
    Name,
    Negative,
    Operator,
    Tree,
    Unread,
)
from measurand.causal.rules.walk import children, names_in, renamed
from measurand.causal.solving.undoing import Step
from measurand.causal.solving.undone import undone
from measurand.values.reasoning import ReasoningGraph

CYCLIC = "cyclic"
IMPLICIT = "implicit equation"
UNDECLARED = "undeclared symbol"


@frozen(kw_only=True)
class Relation:
    """A rule for an effect of a link, with the names of nodes.

    `made` is what the effect equals, without the effect itself; where the rule is not of that
    form, or is none at all, `made` is None and `reason` says why. `over` are all nodes that the
    link and its rule speak of.
    """

    effect: str
    over: frozenset[str]
    made: Tree | None = None
    reason: str = ""


@lru_cache(KEPT_GRAPHS)
def relations(graph: ReasoningGraph, how: Reading, grammar: Grammar) -> tuple[Relation, ...]:
    """Read all rules of a graph, sorted by effect, causes and text; a repeated rule is one.

    A rule may call its effect by another name on its left (`a = F/m` of `acceleration`): that
    name then stands for the effect in all rules, unless it stands for several effects.

    >>> from measurand.values.reasoning import Link
    >>> link = Link(causes=("F", "m"), effects=("acceleration",), rule="F = m*a")
    >>> relations(ReasoningGraph(links=(link,)), Reading(), Grammar.LENIENT)[0].reason
    'undeclared symbol'
    """
    there = frozenset(nodes(graph, how))
    rules = sorted(
        {
            (effect, tuple(sorted(causes(link, how))), link.rule.strip())
            for link in graph.links or ()
            for effect in effects(link, how)
        }
    )
    read = {rule: read_rule(rule, there, grammar) for rule in sorted({rule for *_, rule in rules})}
    aliases = _aliases([(effect, read[rule]) for effect, _, rule in rules], there)
    return tuple(
        relation
        for effect, needed, rule in rules
        for relation in _related(effect, frozenset(needed), read[rule], aliases, there)
    )


def _alias(effect: str, rule: Equation | Unread, there: frozenset[str]) -> str | None:
    """Find the name that a rule has for its effect, if that is no node."""
    if isinstance(rule, Unread) or not isinstance(rule.left, Name):
        return None
    name = rule.left.text
    used = {one for side in (rule.right, *rule.more) for one in names_in(side)}
    return None if name in there or used & {name, effect} else name


def _aliases(
    rules: list[tuple[str, Equation | Unread]], there: frozenset[str]
) -> Mapping[str, str]:
    found: dict[str, set[str]] = {}
    for effect, rule in rules:
        name = _alias(effect, rule, there)
        if name is not None:
            found.setdefault(name, set()).add(effect)
    return {name: min(effects_) for name, effects_ in found.items() if len(effects_) == 1}


def _related(
    effect: str,
    needed: frozenset[str],
    rule: Equation | Unread,
    aliases: Mapping[str, str],
    there: frozenset[str],
) -> Iterator[Relation]:
    over = needed | {effect}
    if isinstance(rule, Unread):
        yield Relation(effect=effect, over=over, reason=rule.reason.value)
        return
    own = _alias(effect, rule, there)
    mapping = {**aliases, own: effect} if own is not None else aliases
    left = renamed(Name(effect) if rule.left is None else rule.left, mapping)
    for side in (rule.right, *rule.more):
        right = renamed(side, mapping)
        said = {*names_in(left), *names_in(right)}
        if not said <= there:
            yield Relation(effect=effect, over=over | (said & there), reason=UNDECLARED)
            continue
        made = _made(effect, left, right)
        if isinstance(made, str):
            yield Relation(effect=effect, over=over | said, reason=made)
        else:
            yield Relation(effect=effect, over=over | said, made=made)


def _made(effect: str, left: Tree, right: Tree) -> Tree | str:
    """Solve an equation for its effect, where that needs no choice; or say why not."""
    on_left, on_right = (effect in names_in(side) for side in (left, right))
    if on_left and on_right:
        return CYCLIC
    if not on_left and not on_right:
        return IMPLICIT
    held, found = (left, right) if on_left else (right, left)
    while held != Name(effect):
        inside = [side for side, part in enumerate(children(held)) if effect in names_in(part)]
        step = Step(part=held, side=inside[0])
        made = undone(step, found) if len(inside) == 1 and _is_plain(step) else None
        if made is None:
            return IMPLICIT
        held, found = children(held)[inside[0]], made
    return found


def _is_plain(step: Step) -> bool:
    """Tell whether a step is undone in one way, whatever the values."""
    match step.part:
        case Negative():
            return True
        case Binary(operator, _, _):
            return operator in _PLAIN or (operator is Operator.POWER and step.side == 1)
        case Call(function, _):
            return function in {"sqrt", "cbrt", "exp", "ln", "log2", "log10"}
        case _:
            return False


_PLAIN = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE})
