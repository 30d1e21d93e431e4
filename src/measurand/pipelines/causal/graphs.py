"""A graph held against its reference and against itself, as metrics of a row."""

from measurand.causal.comparing.measures import Comparing, compare_graphs
from measurand.pipelines.causal.options import Options
from measurand.pipelines.causal.rows import CausalRow
from measurand.values.reasoning import Problem
from measurand.values.share import Measured


def graph_measures(problem: Problem, options: Options) -> tuple[tuple[str, Measured], ...]:
    """Take all measures of the graph of a problem; with a reference, also those against it.

    Precision, recall and F keep what they are made of: pooled by sums, they are those of all edges
    of all graphs together.

    >>> from measurand.values.reasoning import Link, ReasoningGraph
    >>> graph = ReasoningGraph(links=(Link(causes=("F",), effects=("a",)),))
    >>> problem = Problem(id="1", graph=graph, reference=graph)
    >>> dict(graph_measures(problem, Options()))["shd"].value
    Fraction(0, 1)
    """
    how = Comparing(
        reading=options.reading,
        grammar=options.offline.grammar,
        alignment=options.against.alignment,
        reversal=options.against.reversal,
        pairs=options.against.pairs,
        tolerance=options.against.tolerance,
    )
    return compare_graphs(problem.graph, problem.reference, how, answer=problem.answer).measures


def graph_row(problem: Problem, options: Options) -> CausalRow:
    """Make a row of these measures alone: no judge is asked.

    >>> from measurand.values.reasoning import ReasoningGraph
    >>> row = graph_row(Problem(id="1", graph=ReasoningGraph()), Options())
    >>> row.metric("unused_knowns").reason
    'no target'
    """
    return CausalRow(
        sample=problem.id,
        group=problem.group,
        metrics=graph_measures(problem, options),
        correct=problem.correct,
    )
