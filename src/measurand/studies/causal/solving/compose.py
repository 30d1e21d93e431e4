"""Rules of a graph put into one another: what its given effects are made of.

One known is missing. Every rule for a given effect (a target, another known) is then an equation;
an effect that is not given is replaced by what makes it, down to what is given. Where an effect
has several rules, each of them may be the one that replaces it.

Rules that share no node but given ones say nothing about each other, so each group of joined rules
is put together alone, within a budget in proportion to its size: neither the order of rules nor
another group moves what a group says. A group over its budget says nothing at all; what fits would
depend on the order.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import field, frozen

from measurand.studies.causal.rules.tree import (
    Call,
    Name,
    Tree,
    children,
    folded,
    names_in,
    nodes,
    replaced,
)
from measurand.studies.causal.solving.relations import CYCLIC, Relation

MOST_NODES = 4_000
MOST_IN_ALL = 20_000
MOST_DEPTH = 200
MOST_WAYS = 8
BUDGET = "budget"
OPEN_NODE = "a node that nothing gives"
SEVERAL_RULES = "several rules for one effect"


@frozen(kw_only=True)
class ComposedEquation:
    """`effect` equals `made`, which speaks of given nodes and the missing one only.

    `rules` are those that were put into one another to say so.
    """

    effect: str
    made: Tree
    rules: tuple[Relation, ...] = field(default=(), eq=False)


@frozen(kw_only=True)
class Composition:
    """All that the rules say about a missing node: equations, and what stands in the way of more.

    `reasons` are sorted; where there are none, `equations` are all that restricts the node.
    """

    equations: tuple[ComposedEquation, ...] = ()
    reasons: tuple[str, ...] = ()


class _StuckError(Exception):
    """A node that cannot be replaced, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def compose(there: Sequence[Relation], given: frozenset[str], missing: str) -> Composition:
    """Put rules into one another until they speak of given nodes and the missing one alone.

    `given` does not hold the missing node.

    >>> from measurand.studies.causal.rules.tree import Negative
    >>> rules = [
    ...     Relation(effect="b", over=frozenset("ab"), made=Negative(Name("a"))),
    ...     Relation(effect="c", over=frozenset("bc"), made=Negative(Name("b"))),
    ... ]
    >>> [equation] = compose(rules, frozenset("c"), "a").equations
    >>> equation.effect, equation.made, [rule.effect for rule in equation.rules]
    ('c', Negative(inner=Negative(inner=Name(text='a'))), ['c', 'b'])
    """
    return Compositions(there, given | {missing}).of(missing)


@frozen
class _Found:
    """What a group of rules says: equations with their places, and what stands in the way."""

    equations: tuple[tuple[tuple[int, int], ComposedEquation], ...] = ()
    reasons: frozenset[str] = frozenset()
    ways: int = 1


class Compositions:
    """All that the rules of a graph say, put together once for every node that may be missing.

    A missing node stays in the equations as the given ones do: so `given` holds all of them, and
    which one is missing only chooses among the equations.

    >>> from measurand.studies.causal.rules.tree import Negative
    >>> rules = [Relation(effect="b", over=frozenset("ab"), made=Negative(Name("a")))]
    >>> Compositions(rules, frozenset("ab")).of("a") == compose(rules, frozenset("b"), "a")
    True
    """

    def __init__(self, there: Sequence[Relation], given: frozenset[str]) -> None:
        groups = [_tight(there, group, given) for group in _groups(there, given)]
        sizes = [sum(_size(there[place]) for place in group) for _, group in groups]
        share = MOST_IN_ALL / max(1, sum(sizes))
        self._groups: dict[str, list[int]] = {}
        self._equations: dict[str, list[tuple[tuple[int, int], ComposedEquation]]] = {}
        self._reasons: list[frozenset[str]] = []
        self._ways: list[int] = []
        for number, ((names, group), size) in enumerate(zip(groups, sizes, strict=True)):
            # In proportion to what was written, so that no order and no other group plays a part.
            most = max(_TIMES * size, int(share * size))
            group_says = _composed({place: there[place] for place in group}, given, most)
            self._reasons.append(group_says.reasons)
            self._ways.append(group_says.ways)
            for name in names:
                self._groups.setdefault(name, []).append(number)
            for place, one in group_says.equations:
                for name in {one.effect, *names_in(one.made)}:
                    self._equations.setdefault(name, []).append((place, one))

    def all(self) -> tuple[ComposedEquation, ...]:
        """List all equations, each once."""
        equations = (one for some in self._equations.values() for _, one in some)
        return tuple({id(one): one for one in equations}.values())

    def of(self, missing: str) -> Composition:
        """Choose what is said about a missing node."""
        groups = self._groups.get(missing, ())
        reasons = frozenset[str]().union(*(self._reasons[group] for group in groups))
        few = prod(self._ways[group] for group in groups) <= MOST_WAYS
        there = self._equations.get(missing, ()) if few else ()
        placed = sorted(there, key=lambda one: one[0])
        return Composition(
            equations=tuple(one for _, one in placed), reasons=tuple(sorted(reasons))
        )


_TIMES = 8


def _size(relation: Relation) -> int:
    return 0 if relation.made is None else sum(1 for _ in nodes(relation.made))


def _composed(group: Mapping[int, Relation], given: frozenset[str], most: int) -> _Found:
    """Put the rules of a group into one another, one way after the other."""
    makers: dict[str, list[Relation]] = {}
    for relation in group.values():
        if relation.effect not in given:
            makers.setdefault(relation.effect, []).append(relation)
    reasons = {relation.reason for relation in group.values() if relation.made is None}
    if any(len(some) > 1 for some in makers.values()):
        reasons.add(SEVERAL_RULES)
    equations: dict[ComposedEquation, tuple[int, int]] = {}
    total = 0
    for number, way in enumerate(_ways(makers)):
        composer = _Composer(way, given)
        for place, relation in group.items():
            if relation.effect in given and relation.made is not None:
                try:
                    made = composer.composed(relation.made)
                except _StuckError as error:
                    reasons.add(error.reason)
                else:
                    used = tuple(composer.used(relation))
                    composed = ComposedEquation(effect=relation.effect, made=made, rules=used)
                    equations.setdefault(composed, (number, place))
                if total + composer.size > most:
                    # What fits into the budget would depend on the order: so nothing is kept.
                    return _Found(reasons=frozenset({BUDGET}))
        total += composer.size
    placed = tuple((place, one) for one, place in equations.items())
    return _Found(placed, frozenset(reasons), prod(map(len, makers.values())))


def _ways(unknown: Mapping[str, Sequence[Relation]]) -> Iterator[Mapping[str, Relation]]:
    """Choose a rule for each effect; where there are too many ways, none is chosen."""
    if prod(map(len, unknown.values())) <= MOST_WAYS:
        for chosen in product(*unknown.values()):
            yield dict(zip(unknown, chosen, strict=True))


def _groups(there: Sequence[Relation], given: frozenset[str]) -> Iterator[list[int]]:
    """Find the rules that are joined by nodes that are not given."""
    speak_of: dict[str, list[int]] = {}
    for place, relation in enumerate(there):
        for name in relation.over - given:
            speak_of.setdefault(name, []).append(place)
    seen: set[int] = set()
    for first in range(len(there)):
        group, waiting = [], [] if first in seen else [first]
        seen.add(first)
        while waiting:
            place = waiting.pop()
            group.append(place)
            for name in there[place].over - given:
                # Each name is followed once: then all that speak of it are seen.
                new = [other for other in speak_of.pop(name, ()) if other not in seen]
                seen.update(new)
                waiting.extend(new)
        if group:
            yield sorted(group)


def _tight(
    there: Sequence[Relation], group: Sequence[int], given: frozenset[str]
) -> tuple[frozenset[str], tuple[int, ...]]:
    """Leave out what restricts nothing, and list all given names that the group speaks of.

    A rule for an effect that is not given, and that no other rule speaks of, restricts nothing, but
    where it says something else than what the effect is (`w = p` beside the effect z).
    """
    speak_of: dict[str, set[int]] = {}
    for place in group:
        for name in there[place].over - given:
            speak_of.setdefault(name, set()).add(place)
    kept, loose = set(group), list(group)
    while loose:
        place = loose.pop()
        effect = there[place].effect
        bound = effect in given or len(speak_of[effect]) > 1
        if place not in kept or bound or not there[place].is_loose:
            continue
        kept.discard(place)
        for name in there[place].over - given:
            speak_of[name].discard(place)
            if len(speak_of[name]) == 1:
                loose.extend(speak_of[name])
    names = frozenset[str]().union(*(there[place].over & given for place in group))
    return names, tuple(sorted(kept))


class _Composer:
    """Replaces nodes that are not given, each worked out once."""

    def __init__(self, makers: Mapping[str, Relation], given: frozenset[str]) -> None:
        self.makers, self.given = makers, given
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

    def used(self, relation: Relation) -> Iterator[Relation]:
        """Give a rule and all that were put into it."""
        seen: set[str] = set()
        waiting = [relation]
        while waiting:
            one = waiting.pop()
            yield one
            names = () if one.made is None else names_in(one.made)
            new = dict.fromkeys(name for name in names if name in self.done and name not in seen)
            seen.update(new)
            waiting.extend(self.makers[name] for name in new)

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
        if name in self.given:
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
    names: set[str] = set()
    for node in nodes(tree):
        if isinstance(node, Call) and node.function in functions:
            for part in children(node):
                names.update(names_in(part))
    return frozenset(names)
