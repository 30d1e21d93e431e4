"""The ways by which nodes reach a target, and what an intervention cuts off."""

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from measurand.studies.causal.graphs.nodes import KEPT_GRAPHS, Reading, nodes, targets, wiring
from measurand.values.reasoning import ReasoningGraph


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
    found: dict[str, str] = {}
    while waiting:
        name = waiting.popleft()
        new = sorted(parents[name] - seen)
        found.update(dict.fromkeys(new, name))
        seen.update(new)
        waiting.extend(new)
    return MappingProxyType(found)


def path(hops: Mapping[str, str], start: str, *, most: int) -> tuple[str, ...]:
    """Follow a way to the target, for so many nodes at most.

    >>> path({"F": "a", "a": "v"}, "F", most=9)
    ('F', 'a', 'v')
    """
    found = [start]
    while found[-1] in hops and len(found) < most:
        found.append(hops[found[-1]])
    return tuple(found)


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
    found: dict[str, list[str]] = {}
    for name, to in next_hops(graph, how).items():
        found.setdefault(to, []).append(name)
    return MappingProxyType({name: tuple(before) for name, before in found.items()})
