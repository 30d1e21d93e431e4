"""Where the nodes of a drawn graph stand: in layers by their longest path, cycles held together."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from attrs import frozen

from measurand.values.digraph import Digraph, Edge

_SWEEPS = 6
Cell = tuple[float, float]
"""A layer, from 0, and a place in it: middles of layers lie at one height."""
_Stop = tuple[int, str, str]
"""A node in its layer, or where an edge passes a layer: then both its ends are named."""


@frozen(kw_only=True)
class Layout:
    """Places of nodes, and for every edge the places that it passes between its ends.

    `rows` counts the places of the fullest layer. `turning` are the edges that lie on a cycle.

    >>> from measurand.values.digraph import digraph
    >>> found = layout(digraph([("a", "b"), ("b", "c"), ("a", "c")]))
    >>> [found.places[node][0] for node in "abc"], len(found.ways["a", "c"])
    ([0.0, 1.0, 2.0], 1)
    """

    places: Mapping[str, Cell]
    ways: Mapping[Edge, tuple[Cell, ...]]
    layers: int
    rows: int
    turning: frozenset[Edge]


def layout(graph: Digraph) -> Layout:
    """Place the nodes of a graph; equal graphs are placed alike.

    The layer of a node is the longest way to it, a cycle counting as one place, so that all edges
    but those on a cycle lead to a later layer. In a layer nodes stand where few edges cross.
    """
    layers = _layers(graph)
    ways = {
        (start, end): tuple((at, start, end) for at in range(layers[start] + 1, layers[end]))
        for start, end in graph.edges
    }
    stops: dict[int, list[_Stop]] = {}
    for node in graph.nodes:
        stops.setdefault(layers[node], []).append((layers[node], node, ""))
    for stop in (stop for way in ways.values() for stop in way):
        stops[stop[0]].append(stop)
    columns = _ordered([stops[at] for at in sorted(stops)], _steps(layers, ways))
    cells = _cells(columns)
    return Layout(
        places={node: cells[layers[node], node, ""] for node in graph.nodes},
        ways={edge: tuple(cells[stop] for stop in way) for edge, way in ways.items()},
        layers=len(columns),
        rows=max(map(len, columns), default=0),
        turning=frozenset(
            (start, end)
            for start, end in graph.edges
            if start == end or (layers[start] == layers[end])
        ),
    )


def _layers(graph: Digraph) -> Mapping[str, int]:
    """Count the edges of the longest way to each node, cycles taken as one place.

    What reaches a cycle, with the cycle itself, is less than what reaches any later place: so the
    nodes are taken by the size of that set, and all ways to a node are counted before it.
    """
    before = {node: graph.ancestors(node) for node in graph.nodes}
    cycles = {
        node: frozenset((node, *(one for one in before[node] if node in before[one])))
        for node in graph.nodes
    }
    layers: dict[frozenset[str], int] = {}
    for node in sorted(graph.nodes, key=lambda one: len(before[one] | {one})):
        causes = {cycles[cause] for one in cycles[node] for cause in graph.parents[one]}
        earlier = [layers[cause] + 1 for cause in causes if cause != cycles[node]]
        layers[cycles[node]] = max(earlier, default=0)
    return {node: layers[cycles[node]] for node in graph.nodes}


def _steps(
    layers: Mapping[str, int], ways: Mapping[Edge, tuple[_Stop, ...]]
) -> Sequence[tuple[_Stop, _Stop]]:
    return [
        step
        for (start, end), way in ways.items()
        for step in pairwise([(layers[start], start, ""), *way, (layers[end], end, "")])
    ]


def _ordered(columns: list[list[_Stop]], steps: Sequence[tuple[_Stop, _Stop]]) -> list[list[_Stop]]:
    """Sort every layer by the mean place of what its stops are joined to, to and fro."""
    before: dict[_Stop, list[_Stop]] = {}
    after: dict[_Stop, list[_Stop]] = {}
    for start, end in steps:
        if start[0] != end[0]:
            before.setdefault(end, []).append(start)
            after.setdefault(start, []).append(end)
    columns = [sorted(column) for column in columns]
    best = [list(column) for column in columns]
    fewest = _crossings(best, steps)
    for sweep in range(_SWEEPS):
        joined, order = (before, columns) if sweep % 2 == 0 else (after, columns[::-1])
        place: dict[_Stop, float] = {}
        for column in order:
            middle = (len(column) - 1) / 2
            wanted = {
                stop: sum(place[one] for one in joined[stop]) / len(joined[stop])
                if stop in joined
                else at - middle
                for at, stop in enumerate(column)
            }
            column[:] = [stop for _, stop in sorted((wanted[stop], stop) for stop in column)]
            place |= {stop: at - middle for at, stop in enumerate(column)}
        found = _crossings(columns, steps)
        if found < fewest:
            best, fewest = [list(column) for column in columns], found
    return best


def _crossings(columns: Sequence[Sequence[_Stop]], steps: Sequence[tuple[_Stop, _Stop]]) -> int:
    """Count the pairs of lines that cross."""
    place = {stop: at for column in columns for at, stop in enumerate(column)}
    lines: dict[int, list[tuple[int, int]]] = {}
    for start, end in steps:
        if start[0] != end[0]:
            lines.setdefault(start[0], []).append((place[start], place[end]))
    return sum(
        (one[0] - other[0]) * (one[1] - other[1]) < 0
        for between in lines.values()
        for one, other in combinations(between, 2)
    )


def _cells(columns: Sequence[Sequence[_Stop]]) -> Mapping[_Stop, Cell]:
    """Place the stops of each layer one step apart, around its middle."""
    return {
        stop: (float(stop[0]), at - (len(column) - 1) / 2)
        for column in columns
        for at, stop in enumerate(column)
    }
