"""d-separation, and effects that one graph identifies by adjustment, checked in another.

Both walk through a graph without cycles in states: a node and how the walk came to it. A path is
open where its colliders are given, or have given descendants, and its other nodes are not (Pearl
2009); followed as walks, in which a collider has to be given itself, each pair of node and state is
passed once, so that the work is linear. An adjustment set is valid for an effect exactly where no
causal walk from the treatment is blocked by it and no other walk is open (Henckel, Wuerthele and
Weichwald 2024): one sweep finds the outcomes for which it is not.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from attrs import frozen

from measurand.values.digraph import Dag, Digraph
from measurand.values.score import Undefined

Nodes = set[int]
Steps = Sequence[Sequence[int]]


class Adjustment(Enum):
    """What a graph adjusts for, to identify the effect of a treatment on an outcome.

    `parent`: the parents of the treatment; it has no effect on them. `ancestor`: its ancestors; it
    has no effect on what it does not reach. `oset`: the optimal set of Henckel, Perkovic and
    Maathuis (2022), doi:10.1111/rssb.12451: the parents of the nodes on directed paths from
    treatment to outcome, but for what these reach; no effect on what it does not reach.
    """

    PARENT = "parent"
    ANCESTOR = "ancestor"
    OSET = "oset"


@frozen
class _Graph:
    """A graph with places for nodes."""

    parents: Steps
    children: Steps
    sweep: int
    """How many steps it takes to go through all of it."""

    @property
    def size(self) -> int:
        return len(self.parents)


def _placed(graph: Digraph) -> _Graph:
    at = {node: place for place, node in enumerate(graph.nodes)}
    parents: list[list[int]] = [[] for _ in at]
    children: list[list[int]] = [[] for _ in at]
    for cause, effect in graph.edges:
        parents[at[effect]].append(at[cause])
        children[at[cause]].append(at[effect])
    return _Graph(parents, children, len(graph.nodes) + len(graph.edges))


def wrong_effects(
    reference: Digraph, other: Digraph, adjustment: Adjustment, steps: int
) -> int | Undefined:
    """Count the ordered pairs of nodes whose effect is not what the reference says.

    Both graphs have the same nodes and no cycle. Undefined where it would take more than `steps`
    steps: nodes x (nodes + edges), and as many more for each pair with an effect under `oset`.

    >>> from measurand.values.digraph import digraph
    >>> wrong_effects(digraph([("a", "b")]), digraph([], nodes="ab"), Adjustment.OSET, 100)
    1
    """
    truth, guess = _placed(reference), _placed(other)
    sweep, sweeps = max(truth.sweep, guess.sweep), truth.size
    if sweep * sweeps <= steps and adjustment is Adjustment.OSET:
        sweeps += sum(len(_reached(guess.children, [node])) for node in range(guess.size))
    if sweep * sweeps > steps:
        return Undefined(f"more than {steps:,} steps: {sweep * sweeps:,} would be needed")
    return sum(_wrong(truth, guess, treatment, adjustment) for treatment in range(truth.size))


def _wrong(truth: _Graph, guess: _Graph, treatment: int, adjustment: Adjustment) -> int:
    """Count the outcomes on which the effect of one treatment is wrong."""
    caused = _reached(truth.children, [treatment])
    claimed = _reached(guess.children, [treatment])
    if adjustment is Adjustment.PARENT:
        claimed = set(range(truth.size)) - set(guess.parents[treatment]) - {treatment}
    missed = len(caused - claimed)
    match adjustment:
        case Adjustment.PARENT:
            return missed + len(_invalid(truth, treatment, guess.parents[treatment]) & claimed)
        case Adjustment.ANCESTOR:
            above = _reached(guess.parents, [treatment])
            return missed + len(_invalid(truth, treatment, above) & claimed)
        case Adjustment.OSET:
            sets: dict[frozenset[int], Nodes] = {}
            for outcome in claimed:
                sets.setdefault(_optimal(guess, treatment, outcome, claimed), set()).add(outcome)
            bad = (len(_invalid(truth, treatment, by) & of) for by, of in sets.items())
            return missed + sum(bad)


def _optimal(guess: _Graph, treatment: int, outcome: int, below: Nodes) -> frozenset[int]:
    """Find the optimal adjustment set of a treatment and one of its descendants."""
    between = (_reached(guess.parents, [outcome]) | {outcome}) & below
    parents = {parent for node in between for parent in guess.parents[node]}
    return frozenset(parents - _reached(guess.children, between) - between - {treatment})


def _reached(steps: Steps, starts: Iterable[int]) -> Nodes:
    reached: Nodes = set()
    waiting = list(starts)
    while waiting:
        for end in steps[waiting.pop()]:
            if end not in reached:
                reached.add(end)
                waiting.append(end)
    return reached


# How a walk from the treatment came to a node: along the edges all the way and open, the same but
# blocked by a node that is adjusted for, or otherwise (not causal), open, by a head or by a tail.
_CAUSAL, _BLOCKED, _BY_HEAD, _BY_TAIL = range(4)
_STATES = 4


def _invalid(truth: _Graph, treatment: int, given: Iterable[int]) -> Nodes:
    """Find the outcomes for which adjusting is not valid.

    These are the ends of walks that do not come back to the treatment: causal ones that are
    blocked, and others that are open, with colliders that are adjusted for themselves (Henckel,
    Wuerthele and Weichwald 2024, the walk-based criterion).
    """
    adjusted = bytearray(truth.size)
    for node in given:
        adjusted[node] = 1
    seen = bytearray(_STATES * truth.size)
    for state in range(_STATES):
        seen[_STATES * treatment + state] = 1
    waiting = [_STATES * node + _CAUSAL for node in truth.children[treatment]]
    waiting += [_STATES * node + _BY_TAIL for node in truth.parents[treatment]]
    invalid: Nodes = set()
    while waiting:
        code = waiting.pop()
        if seen[code]:
            continue
        seen[code] = 1
        node, state = divmod(code, _STATES)
        if state != _CAUSAL:
            invalid.add(node)
        for ends, then in _onwards(truth, node, state, blocked=bool(adjusted[node])):
            waiting += [_STATES * end + then for end in ends]
    return invalid


def _onwards(
    truth: _Graph, node: int, state: int, *, blocked: bool
) -> Iterator[tuple[Sequence[int], int]]:
    """List where a walk goes on from a node, and how it comes there."""
    up, down = truth.parents[node], truth.children[node]
    if state == _BLOCKED:
        yield down, _BLOCKED
    elif not blocked:
        yield down, _CAUSAL if state == _CAUSAL else _BY_HEAD
        if state == _BY_TAIL:
            yield up, _BY_TAIL
    elif state != _BY_TAIL:
        yield up, _BY_TAIL
        if state == _CAUSAL:
            yield down, _BLOCKED


def d_separated(dag: Dag, xs: Iterable[str], ys: Iterable[str], given: Iterable[str] = ()) -> bool:
    """Tell whether the given nodes block every path between xs and ys.

    A path is open where each of its colliders (-> node <-) is given, or has a descendant that is,
    and no other node of it is given (Pearl 2009, Causality, definition 1.2.3). Where there is no x
    or no y nothing is to be blocked. Takes time linear in the size of the graph.

    >>> from measurand.values.digraph import digraph
    >>> dag = Dag(digraph([("rain", "wet"), ("hose", "wet")]))
    >>> d_separated(dag, ["rain"], ["hose"]), d_separated(dag, ["rain"], ["hose"], given=["wet"])
    (True, False)

    Raises ValueError for a name that is no node, or one in two of the three sets; TypeError for a
    text in place of a set of names.
    """
    starts, ends, known = (_named(dag, some) for some in (xs, ys, given))
    twice = sorted(starts & ends | starts & known | ends & known)
    if twice:
        message = f"xs, ys and given have no node in common: got {twice[0]!r} twice"
        raise ValueError(message)
    return ends.isdisjoint(_connected(dag, starts, known))


def _named(dag: Dag, names: Iterable[str]) -> frozenset[str]:
    if isinstance(names, str):
        message = f"a set of names is a list or a set of them: got the text {names!r}"
        raise TypeError(message)
    known = frozenset(names)
    lost = sorted(known.difference(dag.nodes))
    if lost:
        message = f"names of d-separation are nodes of the graph: got {lost[0]!r}"
        raise ValueError(message)
    return known


def _connected(dag: Dag, starts: frozenset[str], known: frozenset[str]) -> set[str]:
    """Follow open walks: a collider of a walk is given itself, its other nodes are not.

    A path that is open because a descendant of a collider is given has a walk down to that
    descendant and back.
    """
    seen: set[tuple[str, bool]] = set()
    waiting = [(start, False) for start in starts]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        node, by_head = state
        if node not in known:
            waiting.extend((child, True) for child in dag.graph.children[node])
        if by_head == (node in known):
            waiting.extend((parent, False) for parent in dag.graph.parents[node])
    return {node for node, _ in seen}
