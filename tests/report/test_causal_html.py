"""The page of a batch: complete, bounded, and nothing of the data is taken for markup."""

import re
from fractions import Fraction

from measurand.edges.report.document import Grid, Section
from measurand.studies.causal.edge.page.documents import (
    LISTED,
    BatchNotes,
    batch_document,
    found_in,
    layers_grid,
)
from measurand.studies.causal.edge.page.html import MOST_DRAWN, Drawn, page, rank
from measurand.studies.causal.evaluate import evaluate
from measurand.studies.causal.judging import Component, ComponentName, Faithfulness
from measurand.studies.causal.options import Options
from measurand.studies.causal.rows import CausalRow, VerdictCount, row_of
from measurand.studies.causal.structural import Structural
from measurand.studies.causal.study import batch
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from measurand.values.share import share

HOSTILE = '"><script>alert(1)</script>\u202e'
TOLD = BatchNotes(judge="structural/1()", profile="recommended")


def problem(name: str, *, text: str = "F") -> Problem:
    graph = ReasoningGraph(
        targets=("a",),
        knowns=(Known(name=text),),
        links=(Link(causes=(text,), effects=("a",), rule=text),),
    )
    return Problem(id=name, graph=graph, group=name)


def written(*problems: Problem, told: BatchNotes = TOLD) -> str:
    options = Options()
    judge = Structural()
    found = [(one, evaluate(one, judge, options)) for one in problems]
    rows = [row_of(one, result) for one, result in found]
    drawn = [Drawn(problem=one, found=result) for one, result in found]
    return page(batch(rows, options), rows, told, drawn, source="dags.jsonl")


def test_a_graph_is_drawn_with_its_numbers_and_why() -> None:
    text = written(problem("1"))

    assert text.count("<svg ") == 1
    assert "without F nothing gives a" in text
    assert "They do not say whether its answer is right." in text


def test_nothing_of_the_data_is_markup() -> None:
    told = BatchNotes(
        judge=HOSTILE,
        profile=HOSTILE,
        calls=((HOSTILE, HOSTILE),),
        notes=(HOSTILE,),
        odd=((HOSTILE, "1", HOSTILE, HOSTILE, HOSTILE),),
    )

    text = written(problem(HOSTILE, text=HOSTILE), told=told)

    assert "<script" not in text
    assert "\u202e" not in text
    assert text.count("&lt;script&gt;") > 8


def test_the_page_needs_nothing_else() -> None:
    text = written(problem("1"))

    assert not re.search(r"(?:src|href)=[\"'](?!#)", text)
    assert "default-src 'none'" in text


def test_equal_batches_give_equal_bytes() -> None:
    assert written(problem("1"), problem("2")) == written(problem("1"), problem("2"))


def test_only_some_graphs_are_drawn_and_the_others_are_counted() -> None:
    text = written(*(problem(str(at)) for at in range(MOST_DRAWN + 3)))

    assert text.count("<svg ") == MOST_DRAWN
    assert "3 more are not drawn." in text


def test_every_place_is_there_once() -> None:
    text = written(problem("1"), problem("2"))

    places = re.findall(r' id="([^"]*)"', text)
    assert len(set(places)) == len(places)
    assert set(re.findall(r'href="#([^"]*)"', text)) <= set(places)


def test_a_batch_of_nothing_has_a_page() -> None:
    assert "There is no graph to draw." in page(batch([], Options()), (), TOLD, (), source="")


def titles(rows: list[CausalRow], told: BatchNotes = TOLD) -> list[str]:
    document = batch_document(batch(rows, Options()), rows, told)
    return [block.title for block in document if isinstance(block, Section)]


def test_a_large_batch_is_summed_up() -> None:
    rows = [CausalRow(sample=str(at), metrics=(("cf", share(1)),)) for at in range(31)]

    assert "Graphs" in titles(rows[:30])
    assert "Graphs" not in titles(rows)


def test_calls_and_oddities_have_a_section_where_there_are_any() -> None:
    told = BatchNotes(
        judge="j", profile="p", calls=(("calls", "1"),), odd=(("a link", "1", "1", "$", "3"),)
    )

    assert titles([]) == ["Scores", "Decided", "Notes"]
    assert titles([], told) == ["Scores", "Decided", "Odd in the graphs", "Calls", "Notes"]


def test_the_share_of_an_outcome_is_of_its_component() -> None:
    counts = [
        VerdictCount(part="logic_quality", outcome="decided", layer="model", count=1),
        VerdictCount(part="logic_quality", outcome="unscored", reason="garbled", count=3),
        VerdictCount(part="graph_quality", outcome="decided", layer="rules", count=4),
    ]

    assert layers_grid(counts).rows == (
        ("logic", "decided", "model", "", "1", "25.0%"),
        ("logic", "unscored", "", "garbled", "3", "75.0%"),
        ("graph", "decided", "rules", "", "4", "100.0%"),
    )


def test_the_most_frequent_finding_comes_first_and_counts_a_graph_once() -> None:
    rows = [
        CausalRow(sample="2", findings=("cycle", "unread", "unread")),
        CausalRow(sample="1", findings=("unread",)),
        CausalRow(sample="3", findings=("a",)),
    ]

    assert found_in(rows) == (("unread", 2, "2"), ("a", 1, "3"), ("cycle", 1, "2"))


def test_findings_are_bounded() -> None:
    names = tuple(f"finding {at}" for at in range(LISTED + 3))
    rows = [CausalRow(sample="1", findings=names)]

    document = batch_document(batch(rows, Options()), rows, TOLD)

    [section] = [one for one in document if isinstance(one, Section) and one.title == "Findings"]
    [grid] = section.blocks
    assert isinstance(grid, Grid)
    assert len(grid.rows) == LISTED
    assert grid.notes == ("3 more",)


def test_a_graph_stands_where_its_tested_components_say() -> None:
    options = Options(tested=("abductive", "graph"))
    found = Faithfulness(
        cf=share(1, 8),
        coverage=Fraction(1),
        low=Fraction(0),
        high=Fraction(1),
        components=(
            Component(part=ComponentName.INTERVENTION, measured=share(0)),
            Component(part=ComponentName.ABDUCTION, measured=share(1, 2)),
            Component(part=ComponentName.GRAPH, measured=share(1)),
        ),
        weights=(),
    )

    assert rank(found, options) == Fraction(3, 4)
    assert rank(found, Options()) == Fraction(1, 8)
    assert rank(found, Options(tested=("logic",))) == 2


def test_bounds_and_coverage_stand_below_the_scores() -> None:
    metrics = (
        ("cf", share(1, 2)),
        ("cf_low", share(1, 4)),
        ("cf_high", share(3, 4)),
        ("coverage", share(Fraction(1, 2))),
    )
    rows = [CausalRow(sample="1", metrics=metrics)]

    document = batch_document(batch(rows, Options()), rows, TOLD)

    section = next(block for block in document if isinstance(block, Section))
    grid = section.blocks[0]
    assert isinstance(grid, Grid)
    assert grid.columns[-2:] == ("least", "most")
    assert grid.rows[0][-2:] == ("0.2500", "0.7500")
    assert grid.notes[0] == "coverage 0.5000: the weight of the components that have a score"
