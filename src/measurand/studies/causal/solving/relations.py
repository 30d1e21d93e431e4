"""What the rules of a graph say about its nodes: equations, or why there are none.

A relation is one rule read as `effect = made` over names of nodes. Solving a rule for its effect
takes only steps that go back in one way whatever the values (sums, products, exponentials):
anything that needs a choice, as `F = a**2` for a does, is left as an implicit equation. A product
without a sign is one only of declared nodes, and a product of vectors is no product of numbers: a
rule that may mean something else is not read, since a wrong equation decides wrongly.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from measurand.studies.causal.graphs.nodes import KEPT_GRAPHS, Reading, causes, effects, nodes
from measurand.studies.causal.graphs.quantity import is_vector
from measurand.studies.causal.rules.names import Vocabulary, folded, vocabulary
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.text import function_named
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Equation,
    Name,
    Negative,
    Operator,
    Product,
    Tree,
    Unread,
    children,
    names_in,
    renamed,
)
from measurand.studies.causal.solving.preimages import Step, inverse_tree
from measurand.values.reasoning import Known, ReasoningGraph

CYCLIC = "cyclic"
IMPLICIT = "implicit equation"
UNDECLARED = "undeclared symbol"
FACTORS = "undeclared factor"
VECTORS = "product of vectors"


@frozen(kw_only=True)
class Relation:
    """A rule for an effect of a link, with the names of nodes.

    `made` is what the effect equals, without the effect itself; where the rule is not of that
    form, or is none at all, `made` is None and `reason` says why. `over` are all nodes that the
    link and its rule speak of; `said` are those that the rule itself names, where it was read, and
    `inner` those that stand in the name of the effect: a rule for `tan(theta)` names theta, too.
    """

    effect: str
    over: frozenset[str]
    made: Tree | None = None
    reason: str = ""
    said: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()

    @property
    def is_loose(self) -> bool:
        """Tell whether some value of the effect makes the rule true, whatever all else is.

        So it is where nothing was read, and where the rule names its effect once, as itself.
        """
        free = self.effect in self.said and not self.inner and self.reason != CYCLIC
        return not self.said or free


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
    knowns = {known.name: known for known in graph.knowns}
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
        for relation in _related((effect, frozenset(needed)), read[rule], aliases, there, knowns)
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
    effects_of: dict[str, set[str]] = {}
    for effect, rule in rules:
        name = _alias(effect, rule, there)
        if name is not None:
            effects_of.setdefault(name, set()).add(effect)
    return {name: min(effects_) for name, effects_ in effects_of.items() if len(effects_) == 1}


def _related(
    link: tuple[str, frozenset[str]],
    rule: Equation | Unread,
    aliases: Mapping[str, str],
    there: frozenset[str],
    knowns: Mapping[str, Known],
) -> Iterator[Relation]:
    effect, needed = link
    over, inner = needed | {effect}, inner_nodes(effect, there)
    if isinstance(rule, Unread):
        yield Relation(effect=effect, over=over, reason=rule.reason.value)
        return
    own = _alias(effect, rule, there)
    mapping = {**aliases, own: effect} if own is not None else aliases
    left = renamed(Name(effect) if rule.left is None else rule.left, mapping)
    refused = _refused(rule.products, mapping, over & there, knowns)
    for side in (rule.right, *rule.more):
        right = renamed(side, mapping)
        said = {*names_in(left), *names_in(right)}
        made = UNDECLARED if not said <= there else refused or _made(effect, left, right)
        said &= there
        yield Relation(
            effect=effect,
            over=over | said | inner,
            made=None if isinstance(made, str) else made,
            reason=made if isinstance(made, str) else "",
            said=frozenset(said),
            inner=inner,
        )


def inner_nodes(name: str, there: frozenset[str]) -> frozenset[str]:
    """List the nodes that the name of a node names as a formula does: `tan(theta)`, `F_1/F_2`.

    Words that stand side by side are a formula where each of them is a node or a function.

    >>> inner_nodes("tan(θ)", frozenset({"tan(θ)", "theta", "m"}))
    frozenset({'theta'})
    >>> inner_nodes("mass of m", frozenset({"mass of m", "m"}))
    frozenset()
    """
    words = _WORDS.findall(name)
    if words == [name] and not name.startswith(_GLUED):
        return frozenset()
    known = vocabulary(there)
    read = [frozenset(_nodes_in(word, known)) for word in words]
    signs = _WORDS.sub("", name).strip()
    named = all(one or function_named(word) for one, word in zip(read, words, strict=True))
    if not signs and not (named and len(words) > 1) and not name.startswith(_GLUED):
        return frozenset()
    return frozenset[str]().union(*read) - {name}


def _nodes_in(word: str, known: Vocabulary) -> Iterator[str]:
    glued = next((one for one in _GLUED if word.startswith(one)), "")
    for one in dict.fromkeys((word, word.removeprefix(glued))):
        yield from {one, known.respelled(one), *known.parts(one)} & known.whole


_GLUED = ("sqrt", "sin", "cos", "tan", "cot", "log", "ln", "exp")
_WORDS = re.compile(r"[^\W²³¹⁰⁴-⁹]+")


def _refused(
    products: tuple[Product, ...],
    mapping: Mapping[str, str],
    declared: frozenset[str],
    knowns: Mapping[str, Known],
) -> str:
    """Say why a rule has products that are none of numbers; empty where there is no reason."""
    for one in products:
        left, right = (renamed(part, mapping) for part in (one.left, one.right))
        if not one.sign:
            several = names_in(left) and names_in(right)
            if several and not declared.issuperset((*_symbols(left), *_symbols(right))):
                return FACTORS
        elif _are_vectors(one.sign, left, right, knowns):
            return VECTORS
    return ""


def _are_vectors(sign: str, left: Tree, right: Tree, knowns: Mapping[str, Known]) -> bool:
    """Tell whether both sides of a cross or a dot are vectors: by words, or by usual letters."""
    sides = [tuple(_factors(part)) for part in (left, right)]
    if all(any(is_vector(name, knowns.get(name)) for name in names) for names in sides):
        return True
    letters = [{folded(name).rstrip("0123456789'")[:_LONGEST] for name in names} for names in sides]
    return sign == "×" and any(one in letters[0] and other in letters[1] for one, other in _CROSSED)


_LONGEST = 5
_CROSSED = frozenset(
    [
        *(("v", "B"), ("l", "B"), ("L", "B"), ("mu", "B"), ("m", "B"), ("p", "E"), ("E", "B")),
        *(("E", "H"), ("r", "F"), ("r", "p"), ("r", "v"), ("d", "F"), ("R", "F"), ("omega", "r")),
        *(("omega", "v"), ("Omega", "v"), ("Omega", "r"), ("omega", "R"), ("omega", "L")),
        *(("J", "B"), ("j", "B"), ("B", "v"), ("F", "r"), ("p", "r"), ("alpha", "r")),
    ]
)
"""Letters that are vectors of physics beside a cross: `r × F`, `v × B`."""


def _symbols(tree: Tree) -> Iterator[str]:
    """List the factors that are names by themselves, not what stands in brackets or calls."""
    match tree:
        case Name(text):
            yield text
        case Binary(Operator.POWER, base, _):
            yield from _symbols(base)
        case Binary(Operator.MULTIPLY, one, other):
            yield from _symbols(one)
            yield from _symbols(other)
        case _:
            return


def _factors(tree: Tree) -> Iterator[str]:
    """List the names that may lend a direction to a part: not those below a line, or in powers."""
    match tree:
        case Name(text):
            yield text
        case Negative(inner):
            yield from _factors(inner)
        case Binary(Operator.DIVIDE, above, _):
            yield from _factors(above)
        case Binary(Operator.MULTIPLY | Operator.ADD | Operator.SUBTRACT, one, other):
            yield from _factors(one)
            yield from _factors(other)
        case _:
            return


def _made(effect: str, left: Tree, right: Tree) -> Tree | str:
    """Solve an equation for its effect, where that needs no choice; or say why not."""
    on_left, on_right = (effect in names_in(side) for side in (left, right))
    if on_left and on_right:
        return CYCLIC
    if not on_left and not on_right:
        return IMPLICIT
    held, value = (left, right) if on_left else (right, left)
    while held != Name(effect):
        inside = [side for side, part in enumerate(children(held)) if effect in names_in(part)]
        step = Step(part=held, side=inside[0])
        made = inverse_tree(step, value) if len(inside) == 1 and _is_plain(step) else None
        if made is None:
            return IMPLICIT
        held, value = children(held)[inside[0]], made
    return value


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
