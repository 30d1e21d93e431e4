"""Reading any tree: nothing is raised, nothing gets lost in silence, and writing undoes it."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.graphs.nodes import (
    Blank,
    NoTarget,
    Reading,
    hyperedges,
    linked,
    nodes,
    others,
    targets,
    wiring,
)
from measurand.studies.causal.graphs.quantity import MOST_DIGITS, amount
from measurand.studies.causal.graphs.reading import graph_tree, read_graph
from measurand.values.reasoning import ReasoningGraph
from properties.strategies.reasoning import graph_trees, keys, leaves, trees, written_graphs

MARKER = "found again"
PLACES = (
    "target_variable",
    "knowns",
    "causal_graph",
    "computation_plan",
    "expected_answer_type",
    "cause",
)
readings = st.builds(Reading, blank=st.sampled_from(Blank), no_target=st.sampled_from(NoTarget))


@given(trees | graph_trees)
def test_any_tree_is_read(tree: object) -> None:
    read = read_graph(tree)

    assert all(note.path.startswith("$") and note.got and note.expected for note in read.notes)
    assert read_graph(graph_tree(read.graph)).graph == read.graph


@given(written_graphs())
def test_what_is_written_reads_as_the_same_graph(graph: ReasoningGraph) -> None:
    assert read_graph(graph_tree(graph)).graph == graph


@st.composite
def wrapped(draw: st.DrawFn) -> object:
    """Draw a tree with the marker somewhere in it."""
    found: object = MARKER
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            found = [*draw(st.lists(leaves, max_size=2)), found]
        else:
            others = draw(st.dictionaries(keys, leaves, max_size=3))
            found = {**others, draw(keys): found}
    return found


@given(st.sampled_from(PLACES), wrapped())
def test_no_text_gets_lost_in_silence(place: str, part: object) -> None:
    read = read_graph({place: part})

    noted = any(note.path.startswith(f"$.{place}") for note in read.notes)
    assert MARKER in repr(read.graph) or noted


@given(written_graphs(), st.data())
def test_a_link_that_is_none_gives_one_note_and_spoils_no_other(
    graph: ReasoningGraph, data: st.DataObject
) -> None:
    tree = graph_tree(graph)
    links = tree.setdefault("causal_graph", [])
    assert isinstance(links, list)
    before = read_graph(tree)
    links.insert(data.draw(st.integers(0, len(links))), data.draw(leaves))
    after = read_graph(tree)

    assert after.graph == before.graph
    assert len(after.notes) == len(before.notes) + 1


@given(written_graphs(), readings)
def test_nodes_are_what_is_named_and_edges_join_them(graph: ReasoningGraph, how: Reading) -> None:
    there = set(nodes(graph, how))
    wires = wiring(graph, how)

    assert linked(graph, how) <= there
    assert wires.nodes == nodes(graph, how)
    assert set(wires.edges) == {
        (c, effect) for made, effect in hyperedges(graph, how) for c in made
    }
    assert set(others(graph, how)) == there.difference(targets(graph, how))
    assert how.blank is Blank.KEPT or all(name.strip() for name in there)


@given(st.text())
def test_any_text_has_a_number_or_none(text: str) -> None:
    read = amount(text)

    assert read.number is not None or read.unit == ""


@given(st.integers(-(10**12), 10**12), st.integers(0, 9), st.sampled_from(("", " m/s", " kg")))
def test_a_decimal_number_reads_as_itself(digits: int, places: int, unit: str) -> None:
    number = Fraction(digits, 10**places)
    whole, part = divmod(abs(digits), 10**places)
    text = f"{'-' if digits < 0 else ''}{whole}.{part:0{places}d}{unit}"

    read = amount(text)

    assert (read.number, read.unit) == (number, unit.strip())


@given(st.fractions())
def test_a_fraction_reads_as_itself(number: Fraction) -> None:
    assert amount(str(number)).number == number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_of_a_tree_is_the_decimal_that_stands_there(number: float) -> None:
    [known] = read_graph({"knowns": {"x": number}}).graph.knowns

    assert known.number == Fraction(str(number))


@given(st.integers(0, 10**MOST_DIGITS - 1))
def test_commas_between_thousands_change_nothing(number: int) -> None:
    assert amount(f"{number:,} N") == amount(f"{number} N")
