"""A graph compared with its reference and with itself, as metrics of a row, and their definitions.

Every number of a row is scored by the core: as a mean over graphs, as a ratio of sums, or, for
precision, recall and F of edges, from tallies.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from measurand.evidence.matching import GivenCounts
from measurand.evidence.measurements import measured_sample
from measurand.evidence.observation import Observation
from measurand.evidence.pool import pool
from measurand.metrics.definitions import (
    Column,
    Definition,
    F,
    Precision,
    Ratio,
    Recall,
    Total,
    observing,
)
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.finalise import Finaliser, Scored, evaluate
from measurand.metrics.options import BY_SAMPLE, Average, Of, Summing
from measurand.studies.causal.comparing.distances import Empties
from measurand.studies.causal.comparing.measures import (
    AGAINST,
    ALONE,
    COUNTED,
    SCORED,
    SCORES,
    Compared,
    Comparing,
    compare_graphs,
)
from measurand.studies.causal.judging import Faithfulness
from measurand.studies.causal.options import GROUP, Options, Pooling
from measurand.studies.causal.rows import CausalRow, row_of, sample_of, tally_of, with_tally
from measurand.values.reasoning import Problem
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.share import Measured, Share
from measurand.values.tally import EMPTY, Tally

TALLIES = Observation(match=GivenCounts())
"""What precision, recall and F of edges observe: the one ready-made tally of a sample."""


def definition_of(
    metric: str, pooling: Pooling, empty: Empties | None = None, *, averaged: bool = False
) -> Definition:
    """Say what a number is: the mean over graphs, or the ratio of sums over all subjects.

    Precision, recall and F of edges are those of the core: the mean over graphs, or of the summed
    tallies; `empty` says what graphs without edges are. `averaged` samples have the mean of some
    graphs as a number, and no tally.

    >>> from measurand.metrics.signature import signature
    >>> signature(definition_of("cf", Pooling.SAMPLES))
    'column/1(name=cf,reduce=mean)'
    >>> definition_of("edge_f1", Pooling.SUMS).averaging.average.kind.value
    'micro'
    """
    if metric in SCORED and not (averaged and pooling is Pooling.SAMPLES):
        return edge_definition(metric, pooling, empty)
    if pooling is Pooling.SUMS:
        return Ratio(top=f"{metric}.top", bottom=f"{metric}.bottom")
    return Column(name=metric, reduce=Summing.MEAN)


def edge_definition(
    metric: str, pooling: Pooling, empty: Empties | None = None
) -> Precision | Recall | F:
    """Say which score of a tally a metric is, over graphs or over the sum of their tallies.

    Which tally that is, is a matter of the samples: see `sample_of`.

    >>> edge_definition("skeleton_recall", Pooling.SAMPLES).averaging.average.kind.value
    'macro'

    Raises KeyError for a metric that scores no tally.
    """
    _, score = SCORED[metric]
    how = Averaging(average=Average() if pooling is Pooling.SUMS else BY_SAMPLE)
    rules = (empty or Empties()).rules
    match score:
        case "precision":
            return Precision(observation=TALLIES, averaging=how, empty=rules)
        case "recall":
            return Recall(observation=TALLIES, averaging=how, empty=rules)
        case _:
            return F(observation=TALLIES, averaging=how, empty=rules)


def scored_rows(metric: str, rows: Iterable[CausalRow], options: Options) -> Scored:
    """Score rows by the definition of a metric: the number, its units, and those left out.

    >>> from measurand.values.share import share
    >>> rows = [CausalRow(sample=str(n), metrics=(("cf", share(n, 2)),)) for n in range(3)]
    >>> scored_rows("cf", rows, Options()).score
    Defined(value=Fraction(1, 2))
    """
    definition = definition_of(metric, options.pooling, options.against.empty)
    samples = (sample_of(row, metric) for row in rows)
    return Finaliser(pool(observing(definition), samples)).score(definition)


def problem_sample(name: str, metric: str, graphs: Sequence[CausalRow], options: Options) -> Sample:
    """Make one sample of the graphs of a problem: their mean, or their sums and summed tallies.

    >>> from measurand.values.share import share
    >>> rows = [CausalRow(sample=str(n), metrics=(("cf", share(n, 2)),)) for n in range(2)]
    >>> problem_sample("problem 1", "cf", rows, Options()).amount("cf")
    Fraction(1, 4)
    """
    metrics = ((metric, _over(metric, graphs, options)),)
    sample = measured_sample(name, metrics, groups=((GROUP, name),))
    if metric not in SCORED or options.pooling is Pooling.SAMPLES:
        return sample
    tallies = [tally_of(row, metric) for row in graphs]
    there = [one for one in tallies if isinstance(one, Tally)]
    lost = min((one.reason for one in tallies if isinstance(one, Undefined)), default="no graph")
    return with_tally(sample, metric, sum(there, EMPTY) if there else Undefined(lost))


def _over(metric: str, graphs: Sequence[CausalRow], options: Options) -> Measured:
    """Take the mean of a metric, or the ratio of its sums with both sums."""
    score = scored_rows(metric, graphs, options).score
    if isinstance(score, Undefined):
        return score
    if metric not in SCORED and options.pooling is Pooling.SUMS:
        top, bottom = (_sum(f"{metric}.{end}", graphs) for end in ("top", "bottom"))
        return Share(top, bottom)
    return Share(_rational(score))


def _sum(column: str, graphs: Iterable[CausalRow]) -> Fraction:
    samples = [sample_of(row) for row in graphs]
    return _rational(evaluate(Column(name=column, reduce=Summing.SUM), samples))


def _rational(found: Score) -> Fraction:
    """Take the number of a score that is defined: a mean, a ratio or a sum is rational."""
    match found:
        case Defined(Fraction() as value):
            return value
        case _:
            message = f"a mean, a ratio or a sum: got {found}"
            raise ValueError(message)


GRAPH_MEASURES = (*ALONE, *AGAINST)
"""The metrics that no judge is asked for, in the order of the reports."""


def graph_measures(problem: Problem, options: Options) -> Compared:
    """Take all measures of the graph of a problem; with a reference, also those against it.

    >>> from measurand.values.reasoning import Link, ReasoningGraph
    >>> graph = ReasoningGraph(links=(Link(causes=("F",), effects=("a",)),))
    >>> problem = Problem(id="1", graph=graph, reference=graph)
    >>> graph_measures(problem, Options()).measure("shd").value
    Fraction(0, 1)
    """
    how = Comparing(
        reading=options.reading, grammar=options.offline.grammar, against=options.against
    )
    return compare_graphs(problem.graph, problem.reference, how, answer=problem.answer)


def graph_row(problem: Problem, options: Options) -> CausalRow:
    """Make a row of these measures alone: no judge is asked.

    >>> from measurand.values.reasoning import ReasoningGraph
    >>> row = graph_row(Problem(id="1", graph=ReasoningGraph()), Options())
    >>> row.metric("unused_knowns").reason
    'no target'
    """
    measures = graph_measures(problem, options)
    return CausalRow(
        sample=problem.id,
        group=problem.group,
        metrics=measures.measures,
        edges=measures.edges,
        correct=problem.correct,
    )


def full_row(problem: Problem, found: Faithfulness, options: Options) -> CausalRow:
    """Make the row of a judged problem; with measures of its graph where the options test one.

    >>> from measurand.studies.causal.evaluate import unread
    >>> from measurand.values.reasoning import ReasoningGraph
    >>> problem = Problem(id="1", graph=ReasoningGraph())
    >>> tested = Options(tested=("cf", "unread_rules"))
    >>> full_row(problem, unread("no object", tested), tested).metric("unread_rules").reason
    'no link'
    """
    compares = not set(options.tested).isdisjoint(GRAPH_MEASURES)
    return row_of(problem, found, graph_measures(problem, options) if compares else None)


@frozen(kw_only=True)
class PooledEdges:
    """What is counted over all graphs together: the sums of the tallies, and their scores."""

    word: str
    hits: Score
    predicted: Score
    gold: Score
    scores: tuple[tuple[str, Score], ...]


def pooled_edges(rows: Sequence[CausalRow], options: Options) -> tuple[PooledEdges, ...]:
    """Count the edges of all graphs together, and score the sums.

    >>> from measurand.values.tally import Tally
    >>> rows = [CausalRow(sample=str(n), edges=(("edge", Tally(1, n, 3)),)) for n in (1, 2)]
    >>> edge = pooled_edges(rows, Options())[0]
    >>> edge.predicted, edge.scores[0]
    (Defined(value=Fraction(3, 1)), ('precision', Defined(value=Fraction(2, 3))))
    """
    sums = evolve(options, pooling=Pooling.SUMS)
    pooled = []
    for word in COUNTED:
        samples = (sample_of(row, f"{word}_{SCORES[0]}") for row in rows)
        counts = Finaliser(pool(TALLIES, samples))
        hits, predicted, gold = (
            counts.score(Total(of=of, observation=TALLIES)).score
            for of in (Of.HITS, Of.PREDICTED, Of.GOLD)
        )
        scores = tuple((name, scored_rows(f"{word}_{name}", rows, sums).score) for name in SCORES)
        pooled.append(
            PooledEdges(word=word, hits=hits, predicted=predicted, gold=gold, scores=scores)
        )
    return tuple(pooled)
