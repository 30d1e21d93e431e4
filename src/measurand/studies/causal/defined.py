"""What each number of a row is in the core: its definition, by how graphs are pooled."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from measurand.evidence.matching import GivenCounts
from measurand.evidence.measured import measured_sample
from measurand.evidence.observation import Observation
from measurand.evidence.pool import pool
from measurand.metrics.definitions import Column, Definition, F, Precision, Ratio, Recall, observing
from measurand.metrics.finalise import Finaliser, Scored, evaluate
from measurand.metrics.options import BY_SAMPLE, Average, Summing
from measurand.metrics.parts import Averaging
from measurand.studies.causal.choices import Pooling
from measurand.studies.causal.comparing.edge_counts import Empties
from measurand.studies.causal.comparing.measures import SCORED
from measurand.studies.causal.options import GROUP, Options
from measurand.studies.causal.rows import CausalRow, sample_of, tally_of, with_tally
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
    found = measured_sample(name, metrics, groups=((GROUP, name),))
    if metric not in SCORED or options.pooling is Pooling.SAMPLES:
        return found
    tallies = [tally_of(row, metric) for row in graphs]
    there = [one for one in tallies if isinstance(one, Tally)]
    lost = min((one.reason for one in tallies if isinstance(one, Undefined)), default="no graph")
    return with_tally(found, metric, sum(there, EMPTY) if there else Undefined(lost))


def _over(metric: str, graphs: Sequence[CausalRow], options: Options) -> Measured:
    """Take the mean of a metric, or the ratio of its sums with both sums."""
    found = scored_rows(metric, graphs, options).score
    if isinstance(found, Undefined):
        return found
    if metric not in SCORED and options.pooling is Pooling.SUMS:
        top, bottom = (_sum(f"{metric}.{end}", graphs) for end in ("top", "bottom"))
        return Share(top, bottom)
    return Share(_rational(found))


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
