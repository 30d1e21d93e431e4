"""Rules of a graph put into one another: what its given effects are made of.

One known is missing. Every rule for a given effect (a target, another known) is then an equation;
an effect that is not given is replaced by what makes it, down to what is given. Where an effect
has several rules, each of them may be the one that replaces it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import frozen

from measurand.causal.rules.tree import Call, Name, Tree
from measurand.causal.rules.walk import children, folded, names_in, nodes, replaced
from measurand.causal.solving.relations import CYCLIC, Relation

MOST_NODES = 4_000
MOST_IN_ALL = 20_000
MOST_DEPTH = 200
MOST_WAYS = 8
BUDGET = "budget"
OPEN_NODE = "a node that nothing gives"
SEVERAL_RULES = "several rules for one effect"


@frozen(kw_only=True)
class Composed:
    """`effect` equals `made`, which speaks of given nodes and the missing one only."""

    effect: str
    made: Tree


@frozen(kw_only=True)
class Composition:
    """All that the rules say about a missing node: equations, and what stands in the way of more.

    `reasons` are sorted; where there are none, `equations` are all that restricts the node.
    """

    equations: tuple[Composed, ...] = ()
    reasons: tuple[str, ...] = ()


class _StuckError(Exception):
    """A node that cannot be replaced, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def compose(there: Sequence[Relation], given: frozenset[str], missing: str) -> Composition:
    """Put rules into one another until they speak of given nodes and the missing one alone.

    `given` does not hold the missing node.

    >>> from measurand.causal.rules.tree import Negative
    >>> rules = [
    ...     Relation(effect="b", over=frozenset("ab"), made=Negative(Name("a"))),
    ...     Relation(effect="c", over=frozenset("bc"), made=Negative(Name("b"))),
    ... ]
    >>> compose(rules, frozenset("c"), "a").equations
    (Composed(effect='c', made=Negative(inner=Negative(inner=Name(text='a')))),)
    """
    relevant = _relevant(there, given, missing)
    makers: dict[str, list[Relation]] = {}
    for relation in relevant:
        makers.setdefault(relation.effect, []).append(relation)
    unknown = {effect: some for effect, some in makers.items() if effect not in given}
    unknown.pop(missing, None)
    reasons = {relation.reason for relation in relevant if relation.made is None}
    if any(len(some) > 1 for some in unknown.values()):
        reasons.add(SEVERAL_RULES)
    equations: dict[Composed, None] = {}
    total = 0
    for way in _ways(unknown):
        composer = _Composer(way, given, missing)
        for relation in relevant:
            if relation.effect not in unknown and relation.made is not None:
                try:
                    made = composer.composed(relation.made)
                except _StuckError as error:
                    reasons.add(error.reason)
                else:
                    equations[Composed(effect=relation.effect, made=made)] = None
                if total + composer.size > MOST_IN_ALL:
                    # What fits into the budget would depend on the order: so nothing is kept.
                    return Composition(reasons=(BUDGET,))
        total += composer.size
    return Composition(equations=tuple(equations), reasons=tuple(sorted(reasons)))


def _ways(unknown: Mapping[str, Sequence[Relation]]) -> Iterator[Mapping[str, Relation]]:
    """Choose a rule for each effect; where there are too many ways, none is chosen."""
    if prod(map(len, unknown.values())) <= MOST_WAYS:
        for chosen in product(*unknown.values()):
            yield dict(zip(unknown, chosen, strict=True))


def _relevant(
    there: Sequence[Relation], given: frozenset[str], missing: str
) -> tuple[Relation, ...]:
    """Find the rules that are joined to the missing node by nodes that are not given.

    A rule for an effect that is not given, and that no other rule speaks of, restricts nothing.
    """
    speak_of: dict[str, list[int]] = {}
    for place, relation in enumerate(there):
        for name in relation.over - given:
            speak_of.setdefault(name, []).append(place)
    found: set[int] = set()
    seen, waiting = {missing}, [missing]
    while waiting:
        for place in speak_of.get(waiting.pop(), ()):
            if place not in found:
                found.add(place)
                new = there[place].over - given - seen
                seen |= new
                waiting.extend(new)
    counts = {name: len(found.intersection(places)) for name, places in speak_of.items()}
    loose = sorted(found)
    while loose:
        place = loose.pop()
        if place not in found or not _is_loose(there[place], counts, given, missing):
            continue
        found.discard(place)
        for name in there[place].over - given:
            counts[name] -= 1
            loose.extend(other for other in speak_of[name] if counts[name] == 1)
    return tuple(there[place] for place in sorted(found))


def _is_loose(
    relation: Relation, counts: Mapping[str, int], given: frozenset[str], missing: str
) -> bool:
    effect = relation.effect
    return effect not in given and effect != missing and counts[effect] == 1


class _Composer:
    """Replaces nodes that are not given, each worked out once."""

    def __init__(self, makers: Mapping[str, Relation], given: frozenset[str], missing: str) -> None:
        self.makers, self.given, self.missing = makers, given, missing
        self.size = 0
        self.done: dict[str, Tree] = {}
        self.sizes: dict[str, tuple[int, int]] = {}

    def composed(self, tree: Tree, above: tuple[str, ...] = ()) -> Tree:
        """Replace all names of a tree."""
        if len(above) > MOST_DEPTH:
            raise _StuckError(BUDGET)
        for name in names_in(tree):
            self._know(name, above)
        size, depth = self._measured(tree)
        if size > MOST_NODES or depth > MOST_DEPTH:
            raise _StuckError(BUDGET)
        self.size += size
        return replaced(tree, self.done)

    def _measured(self, tree: Tree) -> tuple[int, int]:
        """Count nodes and depth once names are replaced, before they are."""
        size = sum(
            self.sizes[node.text][0] if isinstance(node, Name) else 1 for node in nodes(tree)
        )
        depth = folded(
            tree,
            lambda node, inner: (
                self.sizes[node.text][1] if isinstance(node, Name) else 1 + max(inner, default=0)
            ),
        )
        return size, depth

    def _know(self, name: str, above: tuple[str, ...]) -> None:
        if name in self.sizes:
            return
        if name == self.missing or name in self.given:
            self.sizes[name] = 1, 1
            return
        if name in above:
            raise _StuckError(CYCLIC)
        maker = self.makers.get(name)
        if maker is None:
            raise _StuckError(OPEN_NODE)
        if maker.made is None:
            raise _StuckError(maker.reason)
        made = self.composed(maker.made, (*above, name))
        size, depth = self._measured(maker.made)
        self.done[name], self.sizes[name] = made, (size, depth + 1)


def inner_names(tree: Tree, functions: frozenset[str]) -> frozenset[str]:
    """Collect the names inside of the arguments of some functions.

    >>> inner_names(Call("sin", (Name("a"),)), frozenset({"sin"}))
    frozenset({'a'})
    """
    found: set[str] = set()
    for node in nodes(tree):
        if isinstance(node, Call) and node.function in functions:
            for part in children(node):
                found.update(names_in(part))
    return frozenset(found)
