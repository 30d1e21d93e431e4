"""A graph held against its reference and against itself, as metrics of a row."""

from collections.abc import Sequence

from attrs import evolve, frozen

from measurand.evidence.pool import pool
from measurand.metrics.definitions import Total
from measurand.metrics.finalise import Finaliser
from measurand.metrics.options import Of
from measurand.studies.causal.choices import Pooling
from measurand.studies.causal.comparing.measures import (
    AGAINST,
    ALONE,
    COUNTED,
    SCORES,
    Compared,
    Comparing,
    compare_graphs,
)
from measurand.studies.causal.components import Faithfulness
from measurand.studies.causal.defined import TALLIES, scored_rows
from measurand.studies.causal.options import Options
from measurand.studies.causal.rows import CausalRow, row_of, sample_of
from measurand.values.reasoning import Problem
from measurand.values.score import Score

GRAPH_MEASURES = (*ALONE, *AGAINST)
"""The metrics that no judge is asked for, in the order of the reports."""


def comparing(options: Options) -> Comparing:
    """Say how the options compare graphs.

    >>> comparing(Options()) == Comparing()
    True
    """
    return Comparing(
        reading=options.reading,
        grammar=options.offline.grammar,
        alignment=options.against.alignment,
        empty=options.against.empty,
        reversal=options.against.reversal,
        pairs=options.against.pairs,
        tolerance=options.against.tolerance,
        steps=options.against.steps,
    )


def graph_measures(problem: Problem, options: Options) -> Compared:
    """Take all measures of the graph of a problem; with a reference, also those against it.

    >>> from measurand.values.reasoning import Link, ReasoningGraph
    >>> graph = ReasoningGraph(links=(Link(causes=("F",), effects=("a",)),))
    >>> problem = Problem(id="1", graph=graph, reference=graph)
    >>> graph_measures(problem, Options()).measure("shd").value
    Fraction(0, 1)
    """
    how = comparing(options)
    return compare_graphs(problem.graph, problem.reference, how, answer=problem.answer)


def graph_row(problem: Problem, options: Options) -> CausalRow:
    """Make a row of these measures alone: no judge is asked.

    >>> from measurand.values.reasoning import ReasoningGraph
    >>> row = graph_row(Problem(id="1", graph=ReasoningGraph()), Options())
    >>> row.metric("unused_knowns").reason
    'no target'
    """
    held = graph_measures(problem, options)
    return CausalRow(
        sample=problem.id,
        group=problem.group,
        metrics=held.measures,
        edges=held.edges,
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
    asked = not set(options.tested).isdisjoint(GRAPH_MEASURES)
    return row_of(problem, found, graph_measures(problem, options) if asked else None)


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
    found = []
    for word in COUNTED:
        samples = (sample_of(row, f"{word}_{SCORES[0]}") for row in rows)
        counts = Finaliser(pool(TALLIES, samples))
        hits, predicted, gold = (
            counts.score(Total(of=of, observation=TALLIES)).score
            for of in (Of.HITS, Of.PREDICTED, Of.GOLD)
        )
        scores = tuple((name, scored_rows(f"{word}_{name}", rows, sums).score) for name in SCORES)
        found.append(
            PooledEdges(word=word, hits=hits, predicted=predicted, gold=gold, scores=scores)
        )
    return tuple(found)
