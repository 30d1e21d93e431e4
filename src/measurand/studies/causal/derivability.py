"""What follows from the knowns, link by link, and what no longer does without some node.

A link is a Horn clause: its effect follows once all its causes do. What follows is the least fixed
point, found in time linear in the graph by counting down the causes that each link still lacks
(Dowling and Gallier 1984). A cycle without an entry gives nothing: no link of it is ever ready.

Without a node, what was first derived with it is suspended, and derived again only from what stands
without it. So the work is linear in what was suspended, which is sound because nothing else rests
on the node.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from measurand.studies.causal.graphs.nodes import (
    KEPT_GRAPHS,
    Hyperedge,
    Reading,
    hyperedges,
    knowns,
    nodes,
    roots,
)
from measurand.values.reasoning import ReasoningGraph

GIVEN = -1
"""In place of the number of a link: nothing has to make this."""

_Index = Mapping[str, tuple[int, ...]]


@frozen
class Derivation:
    """What follows in a graph: its links, and of everything derivable which link made it first.

    `by` lists what is derivable in an order in which it is derived, with the number of the link
    that made it, or GIVEN; `rank` has the places in that order. `holds` lists the links that made
    something first, by what they needed.
    """

    links: tuple[Hyperedge, ...]
    needed_by: _Index
    made_by: _Index
    by: Mapping[str, int]
    rank: Mapping[str, int]
    holds: Mapping[str, tuple[int, ...]]

    def maker(self, name: str) -> Hyperedge:
        """Find the link that made something first."""
        return self.links[self.by[name]]


@frozen
class Removal:
    """What a graph loses without a node: `lost` follows no longer, `again` by another link."""

    node: str
    lost: frozenset[str]
    again: Mapping[str, int]


@lru_cache(KEPT_GRAPHS)
def derive(graph: ReasoningGraph, how: Reading) -> Derivation:
    """Derive all that follows from the knowns and from what no link makes.

    A link makes its effect once all its causes are there: the least fixed point, so that a cycle
    without an entry gives nothing. Linear in the size of the graph.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("x",), effects=("x",)))
    >>> dict(derive(ReasoningGraph(links=links), Reading()).by)
    {'F': -1, 'm': -1, 'a': 0}
    """
    links = hyperedges(graph, how)
    given = {*knowns(graph, how), *roots(graph, how)}
    needed_by = index((cause, place) for place, (made, _) in enumerate(links) for cause in made)
    made_by = index((effect, place) for place, (_, effect) in enumerate(links))
    by = {name: GIVEN for name in nodes(graph, how) if name in given}
    waiting = [len(made) for made, _ in links]
    ready = deque(place for place, count in enumerate(waiting) if not count)
    ready.extend(_freed(by, needed_by, waiting))
    while ready:
        place = ready.popleft()
        effect = links[place][1]
        if effect not in by:
            by[effect] = place
            ready.extend(_freed((effect,), needed_by, waiting))
    rank = {name: place for place, name in enumerate(by)}
    first = (place for place in by.values() if place != GIVEN)
    holds = index((cause, place) for place in first for cause in links[place][0])
    return Derivation(
        links, needed_by, made_by, MappingProxyType(by), MappingProxyType(rank), holds
    )


def remove_node(there: Derivation, node: str) -> Removal:
    """Take a node out: it gives nothing, and all links that need it or make it are gone.

    The work is linear in what was derived with the node, not in the whole graph.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("v", "t"), effects=("a",)))
    >>> there = derive(ReasoningGraph(links=links), Reading())
    >>> removal = remove_node(there, "F")
    >>> sorted(removal.lost), dict(removal.again)
    (['F'], {'a': 1})
    """
    suspended = _suspended(there, node)
    if all(len(there.made_by.get(name, ())) <= 1 for name in suspended):
        return Removal(node, frozenset(suspended), MappingProxyType({}))
    again: dict[str, int] = {}
    waiting: dict[int, int] = {}
    ready: deque[int] = deque()
    for name in suspended:
        for place in () if name == node else there.made_by.get(name, ()):
            causes = there.links[place][0]
            waiting[place] = sum(one in suspended or one not in there.by for one in causes)
            if not waiting[place]:
                ready.append(place)
    while ready:
        place = ready.popleft()
        effect = there.links[place][1]
        if effect in again:
            continue
        again[effect] = place
        for later in there.needed_by.get(effect, ()):
            if later in waiting:
                waiting[later] -= 1
                if not waiting[later]:
                    ready.append(later)
    lost = frozenset(name for name in suspended if name not in again)
    return Removal(node, lost, MappingProxyType(again))


def broken_link(there: Derivation, removal: Removal, target: str) -> Hyperedge:
    """Find the first link on the way to a lost target that lacks the removed node.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("a",), effects=("v",)))
    >>> there = derive(ReasoningGraph(links=links), Reading())
    >>> sorted(broken_link(there, remove_node(there, "F"), "v")[0])
    ['F', 'm']

    Raises ValueError where the target is not lost.
    """
    if target not in removal.lost or target == removal.node:
        message = f"a target that is lost without another node: got {target!r}"[:200]
        raise ValueError(message)
    direct = [place for place in there.holds[removal.node] if there.links[place][1] in removal.lost]
    if len(direct) == 1:
        return there.links[direct[0]]
    # What made a lost thing needed something lost, made before it: the walk ends at the node.
    link = there.maker(target)
    while removal.node not in link[0]:
        link = there.maker(min(link[0] & removal.lost))
    return link


def remaining_links(
    there: Derivation, removal: Removal, ends: Sequence[str], *, most: int
) -> tuple[Hyperedge, ...]:
    """List links by which the ends still follow: at most so many, those nearest to the ends.

    They are in an order in which each comes after those that make its causes.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("v", "t"), effects=("a",)))
    >>> there = derive(ReasoningGraph(links=links), Reading())
    >>> left = remaining_links(there, remove_node(there, "F"), ["a"], most=3)
    >>> [sorted(causes) for causes, _ in left]
    [['t', 'v']]
    """
    seen = dict.fromkeys(ends)
    waiting = deque(seen)
    makers: list[tuple[str, int]] = []
    while waiting and len(makers) < most:
        name = waiting.popleft()
        place = removal.again.get(name, there.by.get(name, GIVEN))
        if place == GIVEN:
            continue
        makers.append((name, place))
        new = [cause for cause in sorted(there.links[place][0]) if cause not in seen]
        seen.update(dict.fromkeys(new))
        waiting.extend(new)
    late = {name: rank for rank, name in enumerate(removal.again)}
    makers.sort(key=lambda made: (made[0] in late, late.get(made[0], there.rank[made[0]])))
    return tuple(there.links[place] for _, place in makers)


def index(pairs: Iterable[tuple[str, int]]) -> Mapping[str, tuple[int, ...]]:
    """Collect numbers by name, in their order.

    >>> dict(index([("a", 0), ("b", 1), ("a", 2)]))
    {'a': (0, 2), 'b': (1,)}
    """
    places_of: dict[str, list[int]] = {}
    for name, place in pairs:
        places_of.setdefault(name, []).append(place)
    return MappingProxyType({name: tuple(places) for name, places in places_of.items()})


def _freed(names: Iterable[str], needed_by: _Index, waiting: list[int]) -> list[int]:
    """Count down the links that waited for these, and list those that wait for nothing more."""
    ready = []
    for name in names:
        for place in needed_by.get(name, ()):
            waiting[place] -= 1
            if not waiting[place]:
                ready.append(place)
    return ready


def _suspended(there: Derivation, node: str) -> dict[str, None]:
    """Collect the node and all whose first derivation rests on it."""
    if node not in there.by:
        return {}
    suspended = {node: None}
    waiting = [node]
    while waiting:
        for place in there.holds.get(waiting.pop(), ()):
            effect = there.links[place][1]
            if effect not in suspended:
                suspended[effect] = None
                waiting.append(effect)
    return suspended
