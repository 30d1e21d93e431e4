"""Real reasoning graphs through the whole pipeline: nothing crashes, bounds hold, numbers agree."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import TypedDict

import pytest

from measurand.inference.interval import Interval
from measurand.studies.causal.evaluate import OFFLINE, evaluate, judge_of, questions
from measurand.studies.causal.graphs.reading import read_graph
from measurand.studies.causal.options import PROFILES, RECOMMENDED, Options
from measurand.studies.causal.report import batch_report, guide_report
from measurand.studies.causal.rows import row_of
from measurand.studies.causal.study import batch, validity
from measurand.values.reasoning import Problem
from measurand.values.score import Defined
from measurand.values.share import Share

pytestmark = pytest.mark.conformance


class Row(TypedDict):
    id: str
    problem_id: str
    dag: object
    is_correct: bool


@pytest.fixture
def problems(data: Path) -> list[Problem]:
    lines = (data / "dags" / "dags.jsonl").read_text(encoding="utf-8").splitlines()
    rows: list[Row] = [json.loads(line) for line in lines]
    return [
        Problem(
            id=row["id"],
            graph=read_graph(row["dag"]).graph,
            group=row["problem_id"],
            correct=row["is_correct"],
        )
        for row in rows
    ]


@pytest.mark.parametrize("judge", OFFLINE)
@pytest.mark.parametrize("options", PROFILES.values(), ids=PROFILES)
def test_every_graph_has_a_score_between_its_bounds(
    problems: list[Problem], options: Options, judge: str
) -> None:
    for problem in problems:
        found = evaluate(problem, judge_of(judge, options), options)

        assert isinstance(found.cf, Share)
        assert 0 <= found.low <= found.cf.value <= found.high <= 1


@pytest.mark.parametrize("judge", OFFLINE)
def test_the_report_and_the_layers_tell_of_all_questions(
    problems: list[Problem], judge: str
) -> None:
    found = [evaluate(one, judge_of(judge, RECOMMENDED), RECOMMENDED) for one in problems]
    rows = [row_of(one, score) for one, score in zip(problems, found, strict=True)]
    reports = [
        guide_report(one, score, RECOMMENDED) for one, score in zip(problems, found, strict=True)
    ]
    study, report = batch(rows, RECOMMENDED), batch_report(rows, reports)

    asked = Counter(
        question.kind.value for one in problems for question in questions(one, RECOMMENDED)
    )
    told: Counter[str] = Counter()
    for count in study.layers:
        told[count.part] += count.count * (count.reason not in {"no known", "no reasoning text"})
    assert told["causal_intervention"] == asked["intervention"]
    assert told["abductive_reasoning"] == asked["abductive"]
    average = dict(study.scores)["cf"].score
    assert isinstance(average, Defined)
    assert report["average_cf"] == float(average.value)
    assert report["total_problems"] == len(problems)


def test_what_equations_say_lies_between_the_bounds_that_they_leave(
    problems: list[Problem],
) -> None:
    # What equations leave open, structure mostly says yes to: means of what is decided mislead.
    rows = [
        row_of(one, evaluate(one, judge_of("equations", RECOMMENDED), RECOMMENDED))
        for one in problems
    ]
    bounds = {name: (low, high) for name, low, high in batch(rows, RECOMMENDED).bounds}

    low, high = bounds["abductive"]
    assert isinstance(low, Defined)
    assert isinstance(high, Defined)
    assert float(high.value) - float(low.value) > 1 / 2


def test_faithfulness_does_not_tell_right_answers_from_wrong_ones(
    problems: list[Problem],
) -> None:
    # Section 4, validity: areas near 1/2 on physics, and no better on the rest
    rows = [
        row_of(one, evaluate(one, judge_of("structural", RECOMMENDED), RECOMMENDED))
        for one in problems
    ]

    found = dict(validity(rows, RECOMMENDED).scores)

    for name in ("cf", "intervention", "abductive", "graph"):
        interval = found[name].interval
        assert isinstance(interval, Interval)
        assert interval.holds(Fraction(1, 2))


def test_all_graphs_take_less_than_five_seconds(problems: list[Problem]) -> None:
    judge, started = judge_of("structural", RECOMMENDED), process_time()

    for problem in problems:
        evaluate(problem, judge, RECOMMENDED)

    assert process_time() - started < 5
