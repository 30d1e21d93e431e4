"""Whether a known could be told from the target and all other knowns, by structure alone.

Links are equations, each over its causes and its effect; which function they are is not known. A
maximum matching gives as many unknowns as possible an equation each. A quantity can be told for
almost all such equations exactly where it lies outside the under-determined block (Dulmage and
Mendelsohn 1958): where an augmenting path leads from it to an equation that tells nothing yet. What
is told together, round a cycle of equations, is a strongly connected component (Tarjan 1972).
"""

from collections import deque
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from measurand.studies.causal.derivability import index
from measurand.studies.causal.graphs.nodes import (
    KEPT_GRAPHS,
    Hyperedge,
    Reading,
    hyperedges,
    knowns,
    nodes,
    roots,
    targets,
)
from measurand.values.reasoning import ReasoningGraph


class Roots(Enum):
    """Whether what no link makes and nobody gave counts as given when a known is missing."""

    GIVEN = "given"
    FREE = "free"


@frozen
class System:
    """The links as equations: which quantities are unknown, and which link tells which of them.

    Every link is one equation over its causes and its effect. The unknowns are told by as many
    links as possible, each by one of its own (a maximum matching): `tells` has the unknown of a
    link, `told_by` the link of an unknown. `over` has the quantities of each link, `speak_of` the
    links over each quantity, first those that make it.
    """

    links: tuple[Hyperedge, ...]
    given: frozenset[str]
    over: tuple[tuple[str, ...], ...]
    speak_of: Mapping[str, tuple[int, ...]]
    tells: Mapping[int, str]
    told_by: Mapping[str, int]


@frozen
class Recovery:
    """Whether a quantity can be told, and by what.

    Where it can, `told_by` has the link for it and for everything that is told on the way. Where it
    cannot, `links` are all the links that could tell something about it, and `block` the quantities
    they leave open: one more than links.
    """

    told_by: Mapping[str, int]
    links: tuple[int, ...] = ()
    block: tuple[str, ...] = ()

    @property
    def recoverable(self) -> bool:
        """Say whether it can be told."""
        return not self.block


@lru_cache(KEPT_GRAPHS)
def system(graph: ReasoningGraph, how: Reading, free: Roots = Roots.GIVEN) -> System:
    """Read links as equations, with targets and knowns given.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("a",), effects=("v",)))
    >>> dict(system(ReasoningGraph(targets=("v",), links=links), Reading()).told_by)
    {'a': 0}
    """
    links = hyperedges(graph, how)
    given = frozenset([*targets(graph, how), *knowns(graph, how)])
    if free is Roots.GIVEN:
        given = given.union(roots(graph, how))
    made = index((effect, place) for place, (_, effect) in enumerate(links))
    needed = index((cause, place) for place, (causes, _) in enumerate(links) for cause in causes)
    there = nodes(graph, how)
    speak_of = {name: made.get(name, ()) + needed.get(name, ()) for name in there}
    tells: dict[int, str] = {}
    told_by: dict[str, int] = {}
    left = [name for name in there if name not in given]
    # Most quantities are told by a link that makes them: a good start for the matching.
    for name in left:
        place = next((one for one in made.get(name, ()) if one not in tells), None)
        if place is not None:
            tells[place], told_by[name] = name, place
    _complete(left, speak_of, tells, told_by)
    return System(
        links,
        given,
        tuple(tuple(sorted(causes | {effect})) for causes, effect in links),
        MappingProxyType(speak_of),
        MappingProxyType(tells),
        MappingProxyType(told_by),
    )


def recovery(there: System, name: str) -> Recovery:
    """Tell whether a given quantity can be told once it is not given any more.

    It can exactly where it lies outside the under-determined block of the equations (Dulmage and
    Mendelsohn 1958): where one link more than before finds an unknown of its own. That is necessary
    for a unique value, and enough for almost all equations with these quantities in them; it says
    nothing of equations that are not one to one. Linear in the size of the graph.

    >>> from measurand.values.reasoning import Known, Link
    >>> link = Link(causes=("F", "m"), effects=("a",))
    >>> given = (Known(name="F"), Known(name="m"), Known(name="color"))
    >>> graph = ReasoningGraph(targets=("a",), knowns=given, links=(link,))
    >>> there = system(graph, Reading())
    >>> recovery(there, "F").recoverable, recovery(there, "color").block
    (True, ('color',))

    Raises ValueError for a quantity of a link that is not given.
    """
    if name not in there.given and name in there.speak_of:
        message = f"a quantity that is given otherwise: got {name!r}"[:200]
        raise ValueError(message)
    seen: dict[int, str] = {}
    free = _search(there.speak_of, there.tells, name, seen)
    if free is None:
        block = (name, *(there.tells[place] for place in seen))
        return Recovery(MappingProxyType({}), tuple(seen), tuple(sorted(block)))
    told_by = dict(there.told_by)
    _turn(free, seen, told_by)
    return Recovery(MappingProxyType(_needed(there, name, told_by)))


def solution_order(there: System, told_by: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Order what is told so that each comes after what it rests on; what hangs together is one.

    >>> from measurand.values.reasoning import Known, Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("a",), effects=("v",)))
    >>> graph = ReasoningGraph(targets=("v",), knowns=(Known(name="F"),), links=links)
    >>> there = system(graph, Reading())
    >>> solution_order(there, recovery(there, "F").told_by)
    (('a',), ('F',))
    """
    rests_on = {
        name: tuple(other for other in there.over[place] if other in told_by)
        for name, place in told_by.items()
    }
    return _blocks(rests_on)


def _needed(there: System, name: str, told_by: Mapping[str, int]) -> dict[str, int]:
    """Keep what tells a quantity, and what tells the other unknowns of those links."""
    needed = {name: told_by[name]}
    waiting = [name]
    while waiting:
        for other in there.over[told_by[waiting.pop()]]:
            if other in told_by and other not in needed:
                needed[other] = told_by[other]
                waiting.append(other)
    return needed


def _search(
    speak_of: Mapping[str, tuple[int, ...]],
    tells: Mapping[int, str],
    name: str,
    seen: dict[int, str],
) -> int | None:
    """Look for a link that tells nothing yet; `seen` has each link and whence it was reached."""
    waiting = deque([name])
    while waiting:
        one = waiting.popleft()
        for place in speak_of.get(one, ()):
            if place not in seen:
                seen[place] = one
                if place not in tells:
                    return place
                waiting.append(tells[place])
    return None


def _turn(place: int | None, seen: Mapping[int, str], told_by: dict[str, int]) -> None:
    """Let every unknown on the way back be told by the link that it was left through."""
    while place is not None:
        name = seen[place]
        before = told_by.get(name)
        told_by[name] = place
        place = before


def _complete(
    left: list[str],
    speak_of: Mapping[str, tuple[int, ...]],
    tells: dict[int, str],
    told_by: dict[str, int],
) -> None:
    """Find unknowns links of their own until no more can; each round passes every link once."""
    changed = True
    while changed:
        changed = False
        passed: dict[int, str] = {}
        for name in left:
            if name in told_by:
                continue
            place = _search(speak_of, tells, name, passed)
            if place is not None:
                _turn(place, passed, told_by)
                changed = True
        tells.clear()
        tells.update((place, name) for name, place in told_by.items())


def _blocks(rests_on: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Find strongly connected components, each after those it rests on (Tarjan 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    place: dict[str, int] = {}
    done: set[str] = set()
    blocks: list[tuple[str, ...]] = []
    for start in rests_on:
        walk = [] if start in number else [(start, iter(rests_on[start]))]
        while walk:
            name, rest = walk[-1]
            if name not in number:
                number[name] = low[name] = len(number)
                place[name] = len(stack)
                stack.append(name)
            other = next(rest, None)
            if other is None:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[name])
                if low[name] == number[name]:
                    block = stack[place[name] :]
                    blocks.append(tuple(sorted(block)))
                    done.update(block)
                    del stack[place[name] :]
            elif other not in number:
                walk.append((other, iter(rests_on[other])))
            elif other not in done:
                low[name] = min(low[name], number[other])
    return tuple(blocks)
