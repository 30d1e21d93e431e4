"""Reasoning graphs, rows and networkx graphs are read as they were written; all else is a fault."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.files import Bad
from measurand.edges.files.json.value import Json, decode, encode
from measurand.edges.trials.strategies.digraphs import digraphs
from measurand.studies.causal.edge.cli.run import with_keys
from measurand.studies.causal.edge.files.items import Item, read_item
from measurand.studies.causal.edge.files.networkx_graphs import from_networkx, to_networkx
from measurand.studies.causal.edge.files.reader import read_items
from measurand.studies.causal.edge.files.scores import (
    BANDS,
    OUTCOMES,
    Header,
    header_text,
    read_header,
    read_row,
    row_schema,
    row_text,
)
from measurand.studies.causal.edge.page.picture import layout
from measurand.studies.causal.graphs.reading import graph_tree
from measurand.studies.causal.judging import ComponentName
from measurand.studies.causal.options import PROFILES
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.values.digraph import Digraph
from measurand.values.reasoning import Problem, ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Share
from properties.strategies import bytes as drawn
from properties.strategies.effort import third
from properties.strategies.reasoning import written_graphs
from tests.formats.json_schema import Validator

ROWS = Validator(row_schema())
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


def as_read(tree: object) -> Json:
    """Give a tree as the readers have it: numbers with a fraction keep their digits."""
    return decode(json.dumps(tree).encode(), max_depth=99)


trees = drawn.trees.map(as_read)
fractions = st.fractions(-100, 100, max_denominator=1000)
shares = st.builds(Share, fractions, fractions.map(abs).filter(bool))
measured = shares | words.map(Undefined)


@st.composite
def rows(draw: st.DrawFn) -> CausalRow:
    counts = st.builds(
        VerdictCount,
        part=st.sampled_from([part.value for part in ComponentName]),
        outcome=st.sampled_from(OUTCOMES),
        layer=words,
        reason=words,
        count=st.integers(1, 2**40),
    )
    metrics = draw(st.dictionaries(names, measured, max_size=4))
    return CausalRow(
        sample=draw(words),
        group=draw(st.none() | words),
        metrics=tuple(metrics.items()),
        verdicts=tuple(draw(st.lists(counts, max_size=3))),
        correct=draw(st.none() | st.booleans()),
        band=draw(st.sampled_from(["", *BANDS])),
        findings=tuple(draw(st.lists(words, max_size=2))),
        note=draw(words),
    )


@given(rows())
@third
def test_rows_keep_to_their_schema_and_are_read_as_they_were(row: CausalRow) -> None:
    written = row_text(row)

    assert ROWS.errors(json.loads(written)) == []
    assert read_row(decode(written, max_depth=9)) == row


@given(words, words, st.sampled_from(list(PROFILES)))
def test_headers_are_read_as_they_were(profile: str, judge: str, name: str) -> None:
    header = Header(profile, judge, PROFILES[name])

    assert read_header(decode(header_text(header), max_depth=9)) == header


@given(
    st.builds(
        Problem,
        id=names,
        graph=written_graphs(),
        text=words,
        group=st.none() | words,
        correct=st.none() | st.booleans(),
    )
)
@third
def test_a_graph_that_is_written_is_read_from_lines_and_from_documents(one: Problem) -> None:
    tree = graph_tree(one.graph)
    problem = evolve(one, reference=one.graph)
    record = {
        "id": one.id,
        "dag": tree,
        "problem_text": one.text,
        "group": one.group,
        "is_correct": one.correct,
        "reference": tree,
    }

    with TemporaryDirectory() as folder:
        lines, document = Path(folder, "a.jsonl"), Path(folder, "a.json")
        lines.write_bytes(msgspec.json.encode(record) + b"\n")
        document.write_text(json.dumps([record], indent=1), encoding="utf-8")
        found = [*read_items(lines), *read_items(document)]

    assert [one.problem if isinstance(one, Item) else one for one in found] == [problem, problem]


@given(trees | st.dictionaries(st.sampled_from(["dag", "id", "group", "is_correct"]), trees))
@example({"dag": {"causal_graph": [{"cause": None, "effect": {}}]}})
def test_whatever_stands_in_a_record_is_read_or_is_a_fault(tree: Json) -> None:
    found = read_item(tree, number=1)

    if isinstance(found, Item):
        assert isinstance(tree, dict)
    else:
        assert all(fault.path.startswith("$") for fault in found)


@given(trees)
def test_whatever_is_no_row_is_a_fault(tree: Json) -> None:
    found = read_row(tree)

    assert isinstance(found, tuple)
    assert found


@given(st.binary(max_size=60) | trees.map(encode))
@third
def test_whatever_a_file_holds_it_is_read_to_its_end(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        for name in ("a.jsonl", "a.json"):
            path = Path(folder, name)
            path.write_bytes(content)
            events = list(read_items(path, name="a"))

            assert events
            for event in events:
                if isinstance(event, Bad):
                    assert all(fault.file == "a" for fault in event.faults)


@given(st.dictionaries(words, trees, max_size=4), st.dictionaries(words, trees, max_size=2))
@third
def test_a_record_keeps_all_that_is_not_set(record: dict[str, Json], more: dict[str, Json]) -> None:
    raw = encode({**record})
    plain = {key: json.loads(encode(value)) for key, value in more.items()}

    found = with_keys(raw, plain)

    assert found.endswith(b"\n")
    assert found.count(b"\n") == 1
    left = {key: value for key, value in record.items() if key not in more}
    kept = decode(found, max_depth=50)
    assert isinstance(kept, dict)
    assert {key: value for key, value in kept.items() if key not in more} == left
    assert json.loads(found) == {**json.loads(raw), **plain}


@given(digraphs())
def test_graphs_come_back_from_networkx_as_they_were(graph: Digraph) -> None:
    assert from_networkx(to_networkx(graph)) == graph


@given(written_graphs())
@third
def test_the_edges_of_a_reasoning_graph_are_those_of_its_links(graph: ReasoningGraph) -> None:
    found = from_networkx(to_networkx(graph))

    links = graph.links or ()
    assert set(found.edges) == {
        (cause, effect) for link in links for cause in link.causes for effect in link.effects
    }
    assert {*graph.targets, *(known.name for known in graph.knowns)} <= set(found.nodes)


@given(digraphs(5))
@third
def test_in_a_layout_every_place_is_taken_once_and_edges_lead_on(graph: Digraph) -> None:
    found = layout(graph)

    taken = [*found.places.values(), *(cell for way in found.ways.values() for cell in way)]
    assert len(set(taken)) == len(taken)
    assert set(found.places) == set(graph.nodes)
    for start, end in graph.edges:
        together = start == end or (start in graph.descendants(end))
        assert ((start, end) in found.turning) == together
        steps = found.places[end][0] - found.places[start][0]
        assert (steps == 0) if together else (steps == len(found.ways[start, end]) + 1)
