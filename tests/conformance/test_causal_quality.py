"""Real reasoning graphs: graph quality as stored, and structural verdicts held to slow oracles."""

import json
from collections.abc import Mapping
from fractions import Fraction
from math import ulp
from pathlib import Path
from typing import TypedDict

import pytest

from measurand.studies.causal.graphs.nodes import Reading, knowns, others
from measurand.studies.causal.graphs.reading import graph_tree, read_graph
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import Decided, Kind, Question
from measurand.studies.causal.quality import graph_quality
from measurand.studies.causal.structural import Structural
from measurand.values.reasoning import Problem
from measurand.values.share import Share
from properties.oracles import causal_structure as oracle

pytestmark = pytest.mark.conformance

HOW = Reading()
GRAPHS = 764
STORED = 135


class Row(TypedDict):
    id: str
    dag: Mapping[str, object]


class Stored(Row):
    stored_graph_quality: float


@pytest.fixture
def rows(data: Path) -> list[Row]:
    lines = (data / "dags" / "dags.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == GRAPHS
    return [json.loads(line) for line in lines]


@pytest.fixture
def stored(data: Path) -> list[Stored]:
    file = data / "dags" / "stored_graph_quality.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == STORED
    return [json.loads(line) for line in lines]


def parts(tree: object) -> tuple[Fraction, ...]:
    found = []
    for _, part in graph_quality(read_graph(tree).graph, HOW).facts:
        assert isinstance(part, Share)
        found.append(part.value)
    return tuple(found)


def test_every_graph_reads_with_notes_of_dangling_references_alone(rows: list[Row]) -> None:
    for row in rows:
        read = read_graph(row["dag"])

        assert {note.expected for note in read.notes} <= {"a ref to the id of a step"}
        assert read_graph(graph_tree(read.graph)).graph == read.graph


def test_stored_values_are_ours_to_the_bit_when_summed_as_floats(stored: list[Stored]) -> None:
    # The program added floats; exactly summed, 11 values differ in their last bit.
    for row in stored:
        acyclic, coverage, ruled, connected = map(float, parts(row["dag"]))
        summed = 0.3 * acyclic + 0.2 * coverage + 0.4 * ruled + 0.1 * connected

        assert summed == row["stored_graph_quality"]


def test_the_exact_value_is_stored_but_for_the_last_bit(stored: list[Stored]) -> None:
    for row in stored:
        measured = graph_quality(read_graph(row["dag"]).graph, HOW).measured
        value = row["stored_graph_quality"]

        assert isinstance(measured, Share)
        assert abs(float(measured.value) - value) <= ulp(value)


def test_quality_of_every_graph_agrees_with_a_slow_count(rows: list[Row]) -> None:
    weights = (Fraction(3, 10), Fraction(1, 5), Fraction(2, 5), Fraction(1, 10))
    for row in rows:
        expected = oracle.quality(row["dag"])
        measured = graph_quality(read_graph(row["dag"]).graph, HOW).measured

        assert parts(row["dag"]) == expected
        assert measured == Share(
            sum((w * p for w, p in zip(weights, expected, strict=True)), Fraction(0))
        )


def test_every_intervention_is_decided_as_the_definition_says(rows: list[Row]) -> None:
    judge = Structural()
    for row in rows:
        problem = Problem(id=row["id"], graph=read_graph(row["dag"]).graph)
        for node in others(problem.graph, HOW):
            verdict = judge(Question(problem=problem, kind=Kind.INTERVENTION, subject=node))

            assert isinstance(verdict, Decided)
            assert verdict.level == oracle.level(problem.graph, node)


@pytest.mark.parametrize("roots", Roots)
def test_every_known_is_decided_as_random_equations_say(rows: list[Row], roots: Roots) -> None:
    judge = Structural(roots=roots)
    for row in rows:
        problem = Problem(id=row["id"], graph=read_graph(row["dag"]).graph)
        for known in set(knowns(problem.graph, HOW)).difference(problem.graph.targets):
            verdict = judge(Question(problem=problem, kind=Kind.ABDUCTION, subject=known))
            told = oracle.told(problem.graph, known, roots_given=roots is Roots.GIVEN, seed=5)

            assert isinstance(verdict, Decided)
            assert (verdict.level == "recoverable") is told
