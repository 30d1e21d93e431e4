"""d-separation: what a graph without cycles says about independence."""

from collections.abc import Iterable

from measurand.values.digraph import Dag


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
    found = frozenset(names)
    lost = sorted(found.difference(dag.nodes))
    if lost:
        message = f"names of d-separation are nodes of the graph: got {lost[0]!r}"
        raise ValueError(message)
    return found


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
