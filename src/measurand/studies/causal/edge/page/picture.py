"""A reasoning graph as a picture: its layers from left to right, what each node is, its cycles.

What a colour says is also said in words and by the outline: critical nodes have a thick one,
peripheral nodes a dashed one, targets two.

Nodes stand in layers (Sugiyama, Tagawa and Toda 1981, doi:10.1109/TSMC.1981.4308636): the layer of
a node is the longest way to it, the nodes of a cycle sharing one; an edge that passes a layer has a
place in it, so that lines lead around boxes; then each layer is sorted to and fro by the mean place
of what its nodes are joined to, and the order with the fewest crossings is kept. Equal graphs are
drawn alike: ties go by name.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from attrs import frozen

from measurand.edges.report.picture import Arrow, Box, Picture, Shape, Words, clipped
from measurand.studies.causal.graphs.nodes import Reading, knowns, targets, wiring
from measurand.values.digraph import Digraph, Edge
from measurand.values.reasoning import ReasoningGraph

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


MOST_NODES = 40
MOST_EDGES = 120
"""A larger graph is not drawn: nobody could read it."""
_WIDE, _HIGH = 150.0, 38.0
_ACROSS, _DOWN = 62.0, 20.0
_EDGE = 8.0
_ROUND = 5.0
_LETTERS, _BOLD = 22, 20
"""Half-width letters that fit into a box."""
_LISTED = 8
_OUTER, _AROUND = 3.0, 26.0


TARGET, OPEN = "target", "open"
_KINDS = (TARGET, "critical", "meaningful", "peripheral", OPEN)
"""What a node may be, and the class of its box."""


def picture(
    graph: ReasoningGraph, levels: Mapping[str, str], how: Reading, *, title: str
) -> Picture | str:
    """Draw a graph, or say why it is not drawn; `levels` say what each node is.

    >>> picture(ReasoningGraph(), {}, Reading(), title="1")
    'Not drawn: the graph has no node.'
    """
    wired = wiring(graph, how)
    if not wired.nodes:
        return "Not drawn: the graph has no node."
    if len(wired.nodes) > MOST_NODES or len(wired.edges) > MOST_EDGES:
        size = f"{len(wired.nodes)} nodes and {len(wired.edges)} edges"
        return f"Not drawn: {size} are too many to read."
    kinds = {
        node: TARGET if node in targets(graph, how) else levels.get(node, OPEN)
        for node in wired.nodes
    }
    placed = layout(wired)
    width = placed.layers * (_WIDE + _ACROSS) - _ACROSS + 2 * _margin(placed)
    height = placed.rows * (_HIGH + _DOWN) + 2 * _EDGE
    given = frozenset(knowns(graph, how))
    shapes = (*_arrows(wired, placed), *_boxes(kinds, given, placed))
    return Picture(
        width=width,
        height=height,
        shapes=shapes,
        title=title,
        text=_text(wired, kinds),
        kind="graph",
    )


def _margin(placed: Layout) -> float:
    """Leave room at both sides for edges that go around boxes."""
    return _EDGE + (_AROUND if placed.turning else 0)


def _corner(cell: Cell, placed: Layout) -> tuple[float, float]:
    """Give the upper left corner of the box in a place."""
    middle = placed.rows * (_HIGH + _DOWN) / 2 + _EDGE
    x, y = cell
    return _margin(placed) + x * (_WIDE + _ACROSS), middle + y * (_HIGH + _DOWN) - _HIGH / 2


def _boxes(kinds: Mapping[str, str], given: frozenset[str], placed: Layout) -> Iterator[Shape]:
    turning = {node for edge in placed.turning for node in edge}
    for node, kind in kinds.items():
        x, y = _corner(placed.places[node], placed)
        style = kind if kind in _KINDS else OPEN
        if kind == TARGET:
            edges = (x - _OUTER, y - _OUTER, x + _WIDE + _OUTER, y + _HIGH + _OUTER)
            yield Box("node outer", *edges, round_=_ROUND)
        yield Box(f"node {style}", x, y, x + _WIDE, y + _HIGH, round_=_ROUND)
        beside = (("known", given), ("on a cycle", turning))
        marks = [kind, *(mark for mark, nodes in beside if node in nodes)]
        middle = x + _WIDE / 2
        bold = kind == TARGET
        label = clipped(node, _BOLD if bold else _LETTERS)
        yield Words(middle, y + 16, label, "bold middle" if bold else "middle")
        yield Words(middle, y + 30, ", ".join(marks), "small middle")


def _arrows(wired: Digraph, placed: Layout) -> Iterator[Shape]:
    for edge in wired.edges:
        if edge in placed.turning:
            yield Arrow("edge turning", _turn(edge, placed))
        else:
            yield Arrow("edge", _way(edge, placed))


def _way(edge: Edge, placed: Layout) -> tuple[tuple[float, float], ...]:
    """Lead an edge from the right of its cause to the left of its effect, around the others."""
    start, end = (_corner(placed.places[node], placed) for node in edge)
    stops = [(start[0] + _WIDE, start[1] + _HIGH / 2)]
    for cell in placed.ways[edge]:
        x, y = _corner(cell, placed)
        stops += [(x, y + _HIGH / 2), (x + _WIDE, y + _HIGH / 2)]
    stops.append((end[0] - _OUTER - 1, end[1] + _HIGH / 2))
    points = [stops[0]]
    for (x0, y0), (x1, y1) in pairwise(stops):
        bend = (x1 - x0) / 2
        points += [(x0 + bend, y0), (x1 - bend, y1), (x1, y1)]
    return tuple(points)


def _turn(edge: Edge, placed: Layout) -> tuple[tuple[float, float], ...]:
    """Lead an edge of a cycle around: a loop, or between two boxes of one layer."""
    (x0, y0), (_, y1) = (_corner(placed.places[node], placed) for node in edge)
    if edge[0] == edge[1]:
        middle, top = x0 + _WIDE - 26, y0
        return (
            (middle - 9, top),
            (middle - 16, top - 15),
            (middle + 16, top - 15),
            (middle + 9, top - 1),
        )
    down = y1 > y0
    side = 12.0 if down else -12.0
    x = x0 + _WIDE / 2 + side
    far = abs(y1 - y0) > (_HIGH + _DOWN) * 1.5
    start, end = (y0 + _HIGH, y1 - _OUTER) if down else (y0, y1 + _HIGH + _OUTER)
    if far:
        # Around the boxes that stand between: out at one side, and in again.
        out = x0 + _WIDE + _AROUND if down else x0 - _AROUND
        edge_x = x0 + _WIDE if down else x0
        reach = edge_x + (_OUTER if down else -_OUTER)
        return ((edge_x, y0 + 25), (out, y0 + 25), (out, y1 + 13), (reach, y1 + 13))
    third = (end - start) / 3
    return ((x, start), (x, start + third), (x, end - third), (x, end))


def _text(wired: Digraph, kinds: Mapping[str, str]) -> str:
    """Say in words what a picture shows."""
    groups: dict[str, list[str]] = {}
    for node, kind in kinds.items():
        groups.setdefault(kind, []).append(node)
    ranked = [kind for kind in (*_KINDS, *sorted(groups)) if kind in groups]
    listed = "; ".join(f"{kind}: {_few(groups[kind])}" for kind in dict.fromkeys(ranked))
    cycle = f" A cycle: {_few(list(wired.cycle))}." if wired.cycle else ""
    return f"{len(wired.nodes)} nodes, {len(wired.edges)} edges; {listed}.{cycle}"


def _few(nodes: list[str]) -> str:
    more = len(nodes) - _LISTED
    shown = ", ".join(clipped(node, 2 * _LETTERS) for node in nodes[:_LISTED])
    return f"{shown} and {more} more" if more > 0 else shown
