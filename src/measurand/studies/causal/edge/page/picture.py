"""A reasoning graph as a picture: its layers from left to right, what each node is, its cycles.

What a colour says is also said in words and by the outline: critical nodes have a thick one,
peripheral nodes a dashed one, targets two.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from measurand.edges.report.picture import Arrow, Box, Picture, Shape, Words, clipped
from measurand.studies.causal.edge.page.layout import Cell, Layout, layout
from measurand.studies.causal.graphs.nodes import Reading, knowns, targets, wiring
from measurand.values.digraph import Digraph, Edge
from measurand.values.reasoning import ReasoningGraph

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
