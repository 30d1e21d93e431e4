"""Drawn graphs: where nodes stand, what is said beside colours, what is not drawn."""

import re
from pathlib import Path

import pytest

import measurand.edges.report
from measurand.edges.report.picture import Arrow, Picture, svg
from measurand.studies.causal.edge.page.picture import MOST_NODES, layout, picture
from measurand.studies.causal.graphs.nodes import Reading
from measurand.values.digraph import digraph
from measurand.values.reasoning import Known, Link, ReasoningGraph


def drawn(graph: ReasoningGraph, **levels: str) -> Picture:
    found = picture(graph, levels, Reading(), title="A graph")
    assert isinstance(found, Picture)
    return found


def written(found: Picture) -> str:
    return svg(found, name="g")


def words(found: Picture) -> list[str]:
    return re.findall(r">([^<>]+)</text>", written(found))


STYLE = (Path(measurand.edges.report.__file__).parent / "page.css").read_text(encoding="utf-8")
NEWTON = ReasoningGraph(
    targets=("a",),
    knowns=(Known(name="F"), Known(name="t")),
    links=(Link(causes=("F", "m"), effects=("a",)),),
)


def test_causes_stand_left_of_effects() -> None:
    found = layout(digraph([("a", "b"), ("b", "c"), ("a", "c")]))

    assert [found.places[node][0] for node in "abc"] == [0, 1, 2]
    assert (found.layers, found.rows, found.turning) == (3, 2, frozenset())


def test_an_edge_past_a_layer_has_a_place_in_it() -> None:
    found = layout(digraph([("a", "b"), ("b", "c"), ("a", "c")]))

    [stop] = found.ways["a", "c"]
    assert stop[0] == 1
    assert abs(stop[1] - found.places["b"][1]) == 1


def test_the_nodes_of_a_cycle_share_a_layer() -> None:
    found = layout(digraph([("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "d")]))

    assert [found.places[node][0] for node in "abcd"] == [0, 1, 1, 2]
    assert found.turning == {("b", "c"), ("c", "b"), ("d", "d")}


def test_no_two_nodes_share_a_place() -> None:
    edges = [("a", "x"), ("b", "x"), ("c", "y"), ("a", "y"), ("x", "z"), ("a", "z"), ("b", "z")]

    found = layout(digraph(edges, nodes=["q"]))

    places = [*found.places.values(), *(stop for way in found.ways.values() for stop in way)]
    assert len(set(places)) == len(places) == 9


def test_lines_that_need_not_cross_do_not() -> None:
    found = layout(digraph([("a", "y"), ("b", "x")]))

    above = found.places["a"][1] < found.places["b"][1]
    assert (found.places["y"][1] < found.places["x"][1]) == above


def test_what_a_node_is_stands_in_words() -> None:
    found = drawn(NEWTON, F="critical", m="meaningful", t="peripheral")

    assert words(found) == [
        *("F", "critical, known"),
        *("a", "target"),
        *("m", "meaningful"),
        *("t", "peripheral, known"),
    ]
    assert found.text == ("4 nodes, 2 edges; target: a; critical: F; meaningful: m; peripheral: t.")


def test_a_node_without_a_verdict_is_open() -> None:
    assert "open: F, m, t" in drawn(NEWTON).text


def test_peripheral_nodes_and_edges_of_cycles_are_dashed() -> None:
    loop = ReasoningGraph(targets=("a",), links=(Link(causes=("b",), effects=("b", "a")),))

    plain, peripheral, turning = drawn(NEWTON), drawn(NEWTON, t="peripheral"), drawn(loop)

    dashed = re.compile(r'class="[^"]*(?:peripheral|turning)')
    assert not dashed.search(written(plain))
    assert dashed.search(written(peripheral))
    assert dashed.search(written(turning))
    assert re.search(r"\.peripheral \{[^}]*stroke-dasharray", STYLE)
    assert re.search(r"\.turning \{ stroke: var\(--broken\);[^}]*stroke-dasharray", STYLE)
    assert "on a cycle" in " ".join(words(turning))
    assert turning.text.endswith("A cycle: b.")


def test_edges_around_other_boxes_stay_on_the_sheet() -> None:
    ring = [
        Link(causes=(one,), effects=(other,)) for one, other in zip("abcd", "bcda", strict=True)
    ]

    found = drawn(ReasoningGraph(targets=("a",), links=tuple(ring)))

    text = written(found)
    numbers = [float(x) for x in re.findall(r"[MLC ](-?\d+\.?\d*) -?\d+\.?\d*", text)]
    for x, wide in re.findall(r'<rect [^>]*\bx="([-\d.]+)" [^>]*width="([\d.]+)"', text):
        numbers += [float(x), float(x) + float(wide)]
    assert min(numbers) >= 0
    assert max(numbers) <= found.width
    assert max(numbers) - min(numbers) > 150 + 2 * 10


def test_equal_graphs_are_drawn_alike() -> None:
    again = ReasoningGraph(
        targets=("a",),
        knowns=(Known(name="t"), Known(name="F")),
        links=(Link(causes=("m",), effects=("a",)), Link(causes=("F",), effects=("a",))),
    )

    assert drawn(NEWTON) == drawn(again)


def test_hostile_names_are_escaped_made_visible_and_cut() -> None:
    hostile = "</text><script>\u202e$x^2$@@3@@" + "w" * 500
    graph = ReasoningGraph(targets=(hostile,), links=(Link(causes=("\x1b[31m",), effects=("a",)),))

    found = drawn(graph)

    assert "<script>" not in written(found)
    assert "\u202e" not in written(found) + found.text
    assert "\x1b" not in written(found) + found.text
    assert "&lt;/text&gt;&lt;script" in written(found)
    assert len(max(words(found), key=len)) < 60


def test_a_large_graph_is_not_drawn() -> None:
    link = Link(causes=tuple(f"n{at}" for at in range(MOST_NODES)), effects=("a",))
    wide = ReasoningGraph(targets=("a",), links=(link,))
    names = tuple(f"n{at}" for at in range(16))
    full = ReasoningGraph(targets=names, links=(Link(causes=names, effects=names),))

    assert picture(wide, {}, Reading(), title="") == (
        "Not drawn: 41 nodes and 40 edges are too many to read."
    )
    assert isinstance(picture(full, {}, Reading(), title=""), str)


def test_the_drawing_names_its_title_and_its_text() -> None:
    found = drawn(NEWTON)

    assert 'aria-labelledby="g-title g-text"' in written(found)
    assert '<title id="g-title">A graph</title>' in written(found)
    assert f'<desc id="g-text">{found.text}</desc>' in written(found)


def test_every_class_of_a_picture_has_a_style() -> None:
    shown = written(drawn(NEWTON, F="critical", m="meaningful", t="peripheral"))

    used = {name for text in re.findall(r'class="([^"]*)"', shown) for name in text.split()}
    assert {"node", "target", "critical", "edge", "head"} <= used
    assert not [name for name in used if not re.search(rf"\.{name}[ .,]", STYLE)]
    assert not re.search(r"(?:fill|stroke)", shown)


@pytest.mark.parametrize("number", [0, 1, 3, 5, 6])
def test_an_arrow_has_a_start_and_three_points_for_each_bend(number: int) -> None:
    with pytest.raises(ValueError, match=f"^a start and three points for each bend: got {number} "):
        Arrow("edge", ((0.0, 0.0),) * number)
