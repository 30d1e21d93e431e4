"""What a reasoning graph is made of: targets, nodes, what makes what, and the ways to a target.

A link with several causes is a hyperedge: its effect needs all of them (an and), and several links
for one effect are several ways to it (an or). The digraph from each cause to its effect (`wiring`)
forgets that: it is enough for paths and cycles, not for what follows (see `derivability`). Setting
a node, do(node) in Pearl's sense, cuts what flows into it and nothing else.

What a verdict says of names and links is of bounded length, however long they are.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from measurand.values.digraph import Digraph, digraph
from measurand.values.fault import visible
from measurand.values.reasoning import Link, ReasoningGraph

KEPT_GRAPHS = 16
"""How many graphs keep what was worked out of them: the questions on a graph come in a row."""

Hyperedge = tuple[frozenset[str], str]
"""All causes of a link together, and one effect of it."""


class Blank(Enum):
    """Whether names of nothing but white space are nodes.

    An effect that is empty is none even where blank names are kept, as the published program has
    it. All other names count exactly as written: spaces around them are part of them.
    """

    DROPPED = "dropped"
    KEPT = "kept"


class NoTarget(Enum):
    """What the target of a graph is that names none: there is none, or it is called `result`."""

    UNDEFINED = "undefined"
    RESULT = "result"


@frozen(kw_only=True)
class Reading:
    """How a graph as written becomes nodes.

    >>> Reading().blank.value, Reading().no_target.value
    ('dropped', 'undefined')
    """

    blank: Blank = Blank.DROPPED
    no_target: NoTarget = NoTarget.UNDEFINED


def targets(graph: ReasoningGraph, how: Reading) -> tuple[str, ...]:
    """List the targets in the order given, each once; none where none was named.

    The target `result` of `NoTarget.RESULT` need not be a node.

    >>> targets(ReasoningGraph(targets=("a", "", "b", "a")), Reading())
    ('a', 'b')
    >>> targets(ReasoningGraph(), Reading(no_target=NoTarget.RESULT))
    ('result',)
    """
    if not graph.targets and how.no_target is NoTarget.RESULT:
        return ("result",)
    return tuple(dict.fromkeys(_counting(graph.targets, how)))


@lru_cache(KEPT_GRAPHS)
def knowns(graph: ReasoningGraph, how: Reading) -> tuple[str, ...]:
    """List the names of the knowns in the order given: the subjects of abduction.

    >>> from measurand.values.reasoning import Known
    >>> knowns(ReasoningGraph(knowns=(Known(name="m"), Known(name=" "))), Reading())
    ('m',)
    """
    return tuple(_counting((known.name for known in graph.knowns), how))


def effects(link: Link, how: Reading) -> tuple[str, ...]:
    """List the effects of a link that count, each once.

    >>> effects(Link(effects=("a", "", "a")), Reading(blank=Blank.KEPT))
    ('a',)
    """
    return tuple(dict.fromkeys(name for name in _counting(link.effects, how) if name))


def causes(link: Link, how: Reading) -> frozenset[str]:
    """Collect the causes of a link that count.

    >>> sorted(causes(Link(causes=("F", " ", "m")), Reading()))
    ['F', 'm']
    """
    return frozenset(_counting(link.causes, how))


def linked(graph: ReasoningGraph, how: Reading) -> frozenset[str]:
    """Collect what the links speak of, also the causes of a link without an effect.

    >>> linked(ReasoningGraph(targets=("a",), links=(Link(causes=("F",)),)), Reading())
    frozenset({'F'})
    """
    links = graph.links or ()
    made = (name for link in links for name in effects(link, how))
    return frozenset(made).union(*(causes(link, how) for link in links))


@lru_cache(KEPT_GRAPHS)
def nodes(graph: ReasoningGraph, how: Reading) -> tuple[str, ...]:
    """List targets that were named, knowns and all that links speak of; steps of a plan do not.

    >>> graph = ReasoningGraph(targets=("a",), links=(Link(causes=("F",), effects=("v",)),))
    >>> nodes(graph, Reading())
    ('F', 'a', 'v')
    """
    named = _counting(graph.targets, how)
    return tuple(sorted({*named, *knowns(graph, how), *linked(graph, how)}))


@lru_cache(KEPT_GRAPHS)
def others(graph: ReasoningGraph, how: Reading) -> tuple[str, ...]:
    """List the nodes that are no target: the subjects of interventions.

    >>> others(ReasoningGraph(targets=("a",), links=(Link(causes=("F",)),)), Reading())
    ('F',)
    """
    wanted = set(targets(graph, how))
    return tuple(node for node in nodes(graph, how) if node not in wanted)


@lru_cache(KEPT_GRAPHS)
def hyperedges(graph: ReasoningGraph, how: Reading) -> tuple[Hyperedge, ...]:
    """List what makes what: for each effect of a link, all its causes together.

    They are sorted, so that the order of links never matters. A link that is written twice, with
    the same rule, is one; two rules for the same causes and effect are two. Causes may be empty,
    and may include the effect.

    >>> link = Link(causes=("F",), effects=("a", "b"))
    >>> hyperedges(ReasoningGraph(links=(link, link)), Reading())
    ((frozenset({'F'}), 'a'), (frozenset({'F'}), 'b'))
    """
    rules = {
        (effect, tuple(sorted(causes(link, how))), link.rule.strip())
        for link in graph.links or ()
        for effect in effects(link, how)
    }
    return tuple((frozenset(needed), effect) for effect, needed, _ in sorted(rules))


@lru_cache(KEPT_GRAPHS)
def wiring(graph: ReasoningGraph, how: Reading) -> Digraph:
    """Draw an edge from every cause to its effect, among all nodes.

    >>> wiring(ReasoningGraph(links=(Link(causes=("F", "m"), effects=("a",)),)), Reading()).edges
    (('F', 'a'), ('m', 'a'))
    """
    edges = ((cause, effect) for made, effect in hyperedges(graph, how) for cause in made)
    return digraph(edges, nodes(graph, how))


@lru_cache(KEPT_GRAPHS)
def roots(graph: ReasoningGraph, how: Reading) -> tuple[str, ...]:
    """List the nodes that no link makes; a link without causes makes its effect too.

    >>> roots(ReasoningGraph(links=(Link(causes=("F",), effects=("a",)),)), Reading())
    ('F',)
    """
    made = {effect for _, effect in hyperedges(graph, how)}
    return tuple(node for node in nodes(graph, how) if node not in made)


def unused_knowns(graph: ReasoningGraph, how: Reading) -> tuple[str, ...]:
    """List the knowns that no chain of links leads to a target from, in the order given.

    A known that is a target is used. Without a target nothing can be said: none is listed.

    >>> from measurand.values.reasoning import Known
    >>> link = Link(causes=("F",), effects=("a",))
    >>> given = (Known(name="F"), Known(name="color"))
    >>> unused_knowns(ReasoningGraph(targets=("a",), knowns=given, links=(link,)), Reading())
    ('color',)
    """
    wanted = targets(graph, how)
    if not wanted:
        return ()
    used = upstream(graph, how).union(wanted)
    return tuple(name for name in knowns(graph, how) if name not in used)


@lru_cache(KEPT_GRAPHS)
def upstream(graph: ReasoningGraph, how: Reading) -> frozenset[str]:
    """Collect all that some target follows from, over one link or more.

    >>> link = Link(causes=("F",), effects=("a",))
    >>> upstream(ReasoningGraph(targets=("a",), links=(link,)), Reading())
    frozenset({'F'})
    """
    there = set(nodes(graph, how))
    wanted = (target for target in targets(graph, how) if target in there)
    return wiring(graph, how).ancestors(*wanted)


def _counting(names: Iterable[str], how: Reading) -> Iterable[str]:
    return (name for name in names if how.blank is Blank.KEPT or name.strip())


_LONGEST = 40
_MOST = 6
_MOST_CAUSES = 4


def label(name: str) -> str:
    """Show a name; a long one is cut, and what would break a line is escaped.

    >>> label("mass"), label(" "), len(label("m" * 99))
    ('mass', "' '", 40)
    """
    text = visible(name[:_LONGEST]) if name.strip() else repr(name[:_LONGEST])
    return text if len(name) <= _LONGEST and len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def listed(parts: Sequence[str], *, most: int = _MOST, join: str = ", ") -> str:
    """Join the first parts, and count the rest.

    >>> listed(["a", "b", "c"], most=2)
    'a, b, and 1 more'
    """
    shown = join.join(parts[:most])
    return f"{shown}{join}and {len(parts) - most} more" if len(parts) > most else shown


def names(some: Sequence[str], *, most: int = _MOST) -> str:
    """Join the first names, and count the rest.

    >>> names(("F", "m"))
    'F, m'
    """
    rest = ["?"] * max(0, len(some) - most)
    return listed([*(label(name) for name in some[:most]), *rest], most=most)


def link_text(link: Hyperedge) -> str:
    """Show what makes what.

    >>> link_text((frozenset({"F", "m"}), "a")), link_text((frozenset(), "a"))
    ('F, m -> a', 'nothing -> a')
    """
    causes, effect = link
    return f"{names(sorted(causes), most=_MOST_CAUSES) or 'nothing'} -> {label(effect)}"


@lru_cache(KEPT_GRAPHS)
def next_hops(graph: ReasoningGraph, how: Reading) -> Mapping[str, str]:
    """Map every node that reaches a target, and is none, to the next on a shortest way there.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("a",), effects=("v",)))
    >>> dict(next_hops(ReasoningGraph(targets=("v",), links=links), Reading()))
    {'a': 'v', 'F': 'a', 'm': 'a'}
    """
    parents = wiring(graph, how).parents
    there = set(nodes(graph, how))
    ends = sorted(there.intersection(targets(graph, how)))
    seen = set(ends)
    waiting = deque(ends)
    hops: dict[str, str] = {}
    while waiting:
        name = waiting.popleft()
        new = sorted(parents[name] - seen)
        hops.update(dict.fromkeys(new, name))
        seen.update(new)
        waiting.extend(new)
    return MappingProxyType(hops)


def path(hops: Mapping[str, str], start: str, *, most: int) -> tuple[str, ...]:
    """Follow a way to the target, for so many nodes at most.

    >>> path({"F": "a", "a": "v"}, "F", most=9)
    ('F', 'a', 'v')
    """
    way = [start]
    while way[-1] in hops and len(way) < most:
        way.append(hops[way[-1]])
    return tuple(way)


def cut_off(graph: ReasoningGraph, how: Reading, node: str) -> frozenset[str]:
    """Collect the nodes that reach a target only through this one: do(node) cuts them off.

    An intervention sets the node, so that nothing flows into it any more. The work is linear in
    what reaches a target through the node.

    >>> from measurand.values.reasoning import Link
    >>> links = (Link(causes=("F", "m"), effects=("a",)), Link(causes=("a", "m"), effects=("v",)))
    >>> cut_off(ReasoningGraph(targets=("v",), links=links), Reading(), "a")
    frozenset({'F'})
    """
    hops = next_hops(graph, how)
    wires = wiring(graph, how)
    before = _hops_back(graph, how)
    through = {node}
    waiting = [node]
    while waiting:
        new = before.get(waiting.pop(), ())
        through.update(new)
        waiting.extend(new)
    ends = frozenset(targets(graph, how))
    left = [
        name
        for name in through - {node}
        if any((to in hops or to in ends) and to not in through for to in wires.children[name])
    ]
    reached = set(left)
    while left:
        more = (wires.parents[left.pop()] & through) - reached - {node}
        reached |= more
        left.extend(more)
    return frozenset(through - reached - {node})


@lru_cache(KEPT_GRAPHS)
def _hops_back(graph: ReasoningGraph, how: Reading) -> Mapping[str, tuple[str, ...]]:
    back: dict[str, list[str]] = {}
    for name, to in next_hops(graph, how).items():
        back.setdefault(to, []).append(name)
    return MappingProxyType({name: tuple(before) for name, before in back.items()})
