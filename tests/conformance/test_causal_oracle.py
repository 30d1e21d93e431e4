"""Real reasoning graphs: every component of every profile as an oracle has it from the JSON."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest
from attrs import evolve

from measurand.studies.causal.evaluate import evaluate, judge_of
from measurand.studies.causal.graphs.nodes import Blank
from measurand.studies.causal.graphs.reading import read_graph
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import ComponentName, Decided, Faithfulness
from measurand.studies.causal.options import PROFILES, Offline, Options
from measurand.studies.causal.structural import Underivable
from measurand.values.reasoning import Problem
from properties.causal.beside_oracle import IF_NEVER, PARTS, TEXT, value
from properties.causal.oracle_cases import READINGS
from properties.oracles import causal_abductive, causal_graph, causal_intervention, causal_score
from properties.oracles.causal_graph import Drawn
from properties.oracles.causal_score import Found, Name, Rules, Said, Ways

pytestmark = pytest.mark.conformance

GRAPHS = 764


class Row(TypedDict):
    id: str
    dag: Mapping[str, object]
    has_reasoning: bool


@pytest.fixture
def rows(data: Path) -> list[Row]:
    lines = (data / "dags" / "dags.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == GRAPHS
    return [json.loads(line) for line in lines]


def problem_of(row: Row) -> Problem:
    return Problem(
        id=row["id"],
        graph=read_graph(row["dag"]).graph,
        reasoning="a text" if row["has_reasoning"] else "",
    )


def seen(row: Row, options: Options) -> Drawn:
    graph = causal_graph.drawn(row["dag"])
    kept = options.reading.blank is Blank.KEPT
    return (causal_graph.without_empty_effects if kept else causal_graph.without_blanks)(graph)


def node_says(graph: Drawn, node: str, if_never: Said | None) -> Said:
    level = causal_intervention.level(graph, node)
    if level == causal_intervention.PERIPHERAL or if_never is None:
        return causal_intervention.SHARES[level]
    return if_never


def answers(row: Row, graph: Drawn, how: Offline) -> dict[Name, dict[str, Said]]:
    roots_given = how.roots is Roots.GIVEN
    never = IF_NEVER[how.underivable] if causal_intervention.never_derivable(graph) else None
    return {
        "intervention": {
            node: node_says(graph, node, never)
            for node in causal_graph.nodes(graph) - {*graph.targets}
        },
        "abductive": {
            known: Fraction(causal_abductive.fixed_by_rank(graph, known, roots_given=roots_given))
            for known in graph.knowns
        },
        "logic": {"": "undecided"} if row["has_reasoning"] else {},
    }


def components(
    graph: Drawn, said: Mapping[Name, Mapping[str, Said]], rules: Rules
) -> dict[Name, Found]:
    parts = causal_graph.quality(graph)
    assert parts is not None
    ways: Mapping[Name, Ways] = {
        "intervention": rules.nodes,
        "abductive": rules.knowns,
        "logic": TEXT,
    }
    found = {name: causal_score.component([*said[name].values()], ways[name]) for name in ways}
    found["graph"] = causal_score.counted(causal_graph.weighed(parts))
    return found


def check(
    found: Faithfulness,
    said: Mapping[Name, Mapping[str, Said]],
    wanted: Mapping[Name, Found],
    missing: Fraction | None,
) -> None:
    for one in found.components:
        name = PARTS[one.part]
        if name != "graph":
            told = {
                answer.subject: answer.verdict.share
                if isinstance(answer.verdict, Decided)
                else "undecided"
                for answer in one.answers
            }
            assert told == said[name]
        score = wanted[name].score
        assert value(one.measured) == (missing if score is None else score)
        ends = wanted[name].low, wanted[name].high
        if wanted[name].size is None and missing is not None:
            ends = missing, missing
        assert (one.low, one.high) == ends


@pytest.mark.parametrize(
    ("name", "never"),
    [
        ("documented", Underivable.CRITICAL),
        ("as-run", Underivable.MEANINGFUL),
        ("recommended", Underivable.UNDECIDED),
    ],
)
def test_every_number_of_every_graph_is_the_oracles(
    rows: list[Row], name: str, never: Underivable
) -> None:
    options, rules = PROFILES[name], READINGS[name]
    options = evolve(options, offline=evolve(options.offline, underivable=never))
    judge = judge_of("structural", options)
    for row in rows:
        graph = seen(row, options)
        said = answers(row, graph, options.offline)
        wanted = components(graph, said, rules)
        whole = causal_score.together(wanted, rules)

        found = evaluate(problem_of(row), judge, options)

        check(found, said, wanted, rules.missing)
        facts = found.component(ComponentName.GRAPH).facts
        assert tuple(value(part) for _, part in facts) == causal_graph.quality(graph)
        assert value(found.cf) == whole.cf
        assert (found.coverage, found.low, found.high) == (whole.coverage, whole.low, whole.high)
        assert found.band == whole.band


def test_knowns_are_recovered_without_free_roots_as_the_oracle_says(rows: list[Row]) -> None:
    options = Options(parts=(ComponentName.ABDUCTION,), offline=Offline(roots=Roots.FREE))
    judge = judge_of("structural", options)
    for row in rows:
        said = answers(row, seen(row, options), options.offline)["abductive"]

        found = evaluate(problem_of(row), judge, options).component(ComponentName.ABDUCTION)

        for answer in found.answers:
            assert isinstance(answer.verdict, Decided)
            assert answer.verdict.share == said[answer.subject]
