"""Graphs against references, as rows of a study: pooled by the core's own definitions."""

from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve

from measurand.causal.comparing.measures import AGAINST, ALONE, compare_graphs
from measurand.evidence.matching import GivenCounts
from measurand.evidence.observation import Observation
from measurand.evidence.pool import pool
from measurand.inference.compare import estimate
from measurand.inference.plan import Plan
from measurand.metrics.definitions import F, with_average
from measurand.metrics.options import Average
from measurand.pipelines.causal.choices import Against, Pooling
from measurand.pipelines.causal.evaluate import evaluate
from measurand.pipelines.causal.graphs import graph_measures, graph_row
from measurand.pipelines.causal.options import Options
from measurand.pipelines.causal.profiles import RECOMMENDED
from measurand.pipelines.causal.rows import row_of
from measurand.pipelines.causal.study import batch
from measurand.values.reasoning import Link, Problem, ReasoningGraph
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.share import share
from tests.causal.guide_examples import NEWTON, PRINTED, newton


def chain(*names: str) -> ReasoningGraph:
    links = tuple(Link(causes=(cause,), effects=(effect,)) for cause, effect in pairwise(names))
    return ReasoningGraph(links=links)


# edges shared: 1 of 1 and 3, then 3 of 3 and 3
PROBLEMS = (
    Problem(id="1", graph=chain("a", "b"), reference=chain("a", "b", "c", "d")),
    Problem(id="2", graph=chain("a", "b", "c", "d"), reference=chain("a", "b", "c", "d")),
)


def test_the_mean_and_the_pooled_f1_of_edges() -> None:
    # F1 = 2/4 and 6/6; pooled 8/10
    rows = [graph_row(one, RECOMMENDED) for one in PROBLEMS]
    means = Options(tested=("edge_f1",))

    assert dict(batch(rows, means).scores)["edge_f1"].score == Defined(Fraction(3, 4))
    sums = evolve(means, pooling=Pooling.SUMS)
    assert dict(batch(rows, sums).scores)["edge_f1"].score == Defined(Fraction(4, 5))


def test_pooled_by_sums_f1_is_that_of_the_core_over_the_tallies() -> None:
    rows = [graph_row(one, RECOMMENDED) for one in PROBLEMS]
    found = dict(batch(rows, Options(tested=("edge_f1",), pooling=Pooling.SUMS)).scores)["edge_f1"]

    tallies = [dict(compare_graphs(one.graph, one.reference).tallies)["edge"] for one in PROBLEMS]
    samples = [Sample(id=str(n), counts=(("", one),)) for n, one in enumerate(tallies)]
    how = Observation(match=GivenCounts())
    micro = with_average(F(observation=how), Average())
    core = estimate(micro, pool(how, samples), Plan())

    assert found.score == core.score


def test_without_a_reference_there_are_the_measures_of_the_graph_alone() -> None:
    alone = graph_measures(newton(), RECOMMENDED)
    against = graph_measures(evolve(newton(), reference=NEWTON), RECOMMENDED)

    assert tuple(name for name, _ in alone) == ALONE
    assert tuple(name for name, _ in against) == (*ALONE, *AGAINST)


def test_the_measures_join_the_row_of_a_problem() -> None:
    problem = evolve(newton(), reference=NEWTON, answer="5")
    measures = graph_measures(problem, RECOMMENDED)

    found = row_of(problem, evaluate(problem, PRINTED, RECOMMENDED), measures)

    assert found.metric("cf") == share(Fraction(955, 1000))
    assert found.metric("shd") == share(0)
    assert found.metric("answer_reproduced") == share(1)


@pytest.mark.parametrize(("cost", "distance"), [("1/2", "1/2"), ("1", "1"), ("2", "2")])
def test_turning_an_edge_costs_what_the_options_say(cost: str, distance: str) -> None:
    turned = Problem(id="1", graph=chain("b", "a"), reference=chain("a", "b"))
    options = Options(against=Against(reversal=Fraction(cost)))

    assert graph_row(turned, options).metric("shd") == share(Fraction(distance))
