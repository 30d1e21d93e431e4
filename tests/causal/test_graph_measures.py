"""Graphs against references, as rows of a study: pooled by the core's own definitions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve

from measurand.evidence.matching import GivenCounts
from measurand.evidence.observation import Observation
from measurand.evidence.pool import pool
from measurand.inference.comparison import estimate
from measurand.inference.plan import Plan
from measurand.metrics.definitions import F, with_average
from measurand.metrics.options import Average
from measurand.studies.causal.comparing.distances import Empties, Empty
from measurand.studies.causal.comparing.measures import AGAINST, ALONE, Against, compare_graphs
from measurand.studies.causal.evaluate import evaluate
from measurand.studies.causal.graph_scores import graph_measures, graph_row
from measurand.studies.causal.options import RECOMMENDED, Join, Options, Pooling
from measurand.studies.causal.rows import CausalRow, row_of
from measurand.studies.causal.study import StudyError, batch, compare_systems
from measurand.values.reasoning import Link, Problem, ReasoningGraph
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.share import share
from measurand.values.tally import Tally
from tests.causal.guide_examples import NEWTON, PRINTED, newton


def chain(*names: str) -> ReasoningGraph:
    links = tuple(Link(causes=(cause,), effects=(effect,)) for cause, effect in pairwise(names))
    return ReasoningGraph(links=links)


# edges shared: 1 of 1 and 3, then 3 of 3 and 3
PROBLEMS = (
    Problem(id="1", graph=chain("a", "b"), reference=chain("a", "b", "c", "d")),
    Problem(id="2", graph=chain("a", "b", "c", "d"), reference=chain("a", "b", "c", "d")),
)


BARE = Problem(id="3", graph=ReasoningGraph(links=()), reference=chain("a", "b", "c", "d"))


def score(rows: Sequence[CausalRow], options: Options) -> Score:
    [(_, found)] = batch(rows, options).scores
    return found.score


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

    tallies = [dict(compare_graphs(one.graph, one.reference).edges)["edge"] for one in PROBLEMS]
    samples = [
        Sample(id=str(n), counts=(("", one),))
        for n, one in enumerate(tallies)
        if isinstance(one, Tally)
    ]
    how = Observation(match=GivenCounts())
    micro = with_average(F(observation=how), Average())
    core = estimate(micro, pool(how, samples), Plan())

    assert found.score == core.score


# By hand: tallies 3/3/3 and 0/0/3. Pooled precision 3/3, recall 3/6, F 6/9; nothing is added for
# the graph without edges, whose own precision is 0 by its rule.
@pytest.mark.parametrize(
    ("metric", "pooled", "mean"),
    [
        ("edge_precision", Fraction(1), Fraction(1, 2)),
        ("edge_recall", Fraction(1, 2), Fraction(1, 2)),
        ("edge_f1", Fraction(2, 3), Fraction(1, 2)),
        ("skeleton_f1", Fraction(2, 3), Fraction(1, 2)),
    ],
)
def test_a_graph_without_edges_adds_its_tally_and_no_more(
    metric: str, pooled: Fraction, mean: Fraction
) -> None:
    rows = [graph_row(one, RECOMMENDED) for one in (PROBLEMS[1], BARE)]
    options = Options(tested=(metric,))

    assert score(rows, options) == Defined(mean)
    assert score(rows, evolve(options, pooling=Pooling.SUMS)) == Defined(pooled)


def test_what_graphs_without_edges_score_is_an_option_of_the_run() -> None:
    ones = Options(tested=("edge_precision",), against=Against(empty=Empties(graph=Empty.ONE)))
    rows = [graph_row(one, ones) for one in (PROBLEMS[1], BARE)]

    assert rows[1].metric("edge_precision") == share(1)
    assert score(rows, ones) == Defined(Fraction(1))
    left = evolve(ones, against=Against(empty=Empties(graph=Empty.LEFT_OUT)))
    assert score(rows, left) == Defined(Fraction(1))
    recall = evolve(left, tested=("edge_recall",))
    assert score(rows, recall) == Defined(Fraction(1))
    assert score(rows, evolve(recall, against=Against())) == Defined(Fraction(1, 2))


def test_a_graph_without_a_tally_is_left_out_with_its_reason() -> None:
    nothing = evolve(BARE, id="4", graph=ReasoningGraph())
    rows = [graph_row(one, RECOMMENDED) for one in (*PROBLEMS, nothing)]
    options = Options(tested=("edge_f1",), pooling=Pooling.SUMS)

    [(_, found)] = batch(rows, options).scores

    assert (found.score, found.left_out) == (Defined(Fraction(4, 5)), 1)
    alone = batch(rows[2:], options).scores[0][1].score
    assert alone == Undefined("no sample was scored: the graph has no causal graph")


@pytest.mark.parametrize("metric", ["edge_f1", "unread_rules"])
def test_what_no_row_has_is_not_tested(metric: str) -> None:
    rows = [CausalRow(sample="1", metrics=(("cf", share(1)),))]
    options = Options(tested=("cf", metric))

    for made in (lambda: batch(rows, options), lambda: compare_systems(rows, rows, options)):
        with pytest.raises(StudyError, match=f"a number '{metric}' in some row: got none"):
            made()


# Problem p: F1 1/2 and 1 (pooled 8/10); problem q: 0. Of the other system: 1 and 1.
@pytest.mark.parametrize(
    ("pooling", "first"), [(Pooling.SAMPLES, Fraction(3, 8)), (Pooling.SUMS, Fraction(8, 13))]
)
def test_problems_have_the_mean_of_their_graphs_or_the_sum_of_their_tallies(
    pooling: Pooling, first: Fraction
) -> None:
    ours = [evolve(graph_row(one, RECOMMENDED), group="p") for one in PROBLEMS]
    bare = evolve(graph_row(BARE, RECOMMENDED), group="q")
    best = graph_row(PROBLEMS[1], RECOMMENDED)
    theirs = [evolve(best, sample="a", group="p"), evolve(best, sample="b", group="q")]
    options = Options(tested=("edge_f1",), pooling=pooling, join=Join.GROUP)

    found = compare_systems([*ours, bare], theirs, options)

    test = found.tests[0].hypothesis.found
    assert (test.first, test.second) == (Defined(first), Defined(Fraction(1)))
    assert (found.joined, found.clusters) == (2, 2)


def test_without_a_reference_there_are_the_measures_of_the_graph_alone() -> None:
    alone = graph_measures(newton(), RECOMMENDED)
    against = graph_measures(evolve(newton(), reference=NEWTON), RECOMMENDED)

    assert tuple(name for name, _ in alone.measures) == ALONE
    assert tuple(name for name, _ in against.measures) == (*ALONE, *AGAINST)


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
