"""From rows to a batch with intervals, to two systems compared, and to how scores meet answers.

Two systems are compared in pairs, by graph or by problem, each on the same components: a mean over
more of them is another number. Graphs of one problem may be alike, so that a plan can resample
problems whole. How scores meet answers is the area under the ROC curve: the chance that a graph
with a right answer scores above one with a wrong answer.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from measurand.evidence.pairs import pairs
from measurand.evidence.pool import pool
from measurand.inference.comparison import Comparison, Estimate, compare, estimate
from measurand.inference.family import Hypothesis, Judged, judge
from measurand.metrics.definitions import Auc, Definition, observing
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import signature
from measurand.studies.causal.graph_scores import definition_of, problem_sample
from measurand.studies.causal.judging import ComponentName
from measurand.studies.causal.options import (
    CF,
    GROUP,
    JUDGED,
    SHORT,
    TESTED,
    UNHELD,
    Common,
    Join,
    Options,
)
from measurand.studies.causal.rows import (
    CORRECT,
    CausalRow,
    VerdictCount,
    cluster_of,
    measured_names,
    sample_of,
    tallied,
)
from measurand.values.sample import Sample
from measurand.values.score import Score, Undefined
from measurand.values.share import Measured, Share

NONE = "no component has a score in both"


def by_common_parts(
    first: Sequence[CausalRow], second: Sequence[CausalRow], options: Options
) -> tuple[tuple[CausalRow, ...], tuple[CausalRow, ...], int]:
    """Take `cf` anew over the components that both systems have scores of, graph by graph.

    Joined by problem, these are the components that all graphs of the problem have scores of. The
    number says in how many graphs, or problems, some mean stood over more. A row without a `cf`, or
    without components, plays no part and stays as it is.

    >>> from measurand.values.share import share
    >>> graph, abductive = ("graph", share(1)), ("abductive", share(0))
    >>> more = CausalRow(sample="1", metrics=(("cf", share(1, 2)), abductive, graph))
    >>> less = CausalRow(sample="1", metrics=(("cf", share(1)), graph))
    >>> [one], [other], fewer = by_common_parts([more], [less], Options())
    >>> one.metric("cf").value, other.metric("cf").value, fewer
    (Fraction(1, 1), Fraction(1, 1), 1)
    """
    common: dict[str, frozenset[ComponentName]] = {}
    most: dict[str, frozenset[ComponentName]] = {}
    for row in (*first, *second):
        if parts := _parts(row, options):
            unit = _resampled_unit(row, options)
            common[unit] = common.get(unit, parts) & parts
            most[unit] = most.get(unit, parts) | parts
    both = {_resampled_unit(row, options) for row in first} & {
        _resampled_unit(row, options) for row in second
    }
    sides = [
        tuple(
            _over(common[unit], row, options)
            if (unit := _resampled_unit(row, options)) in both and _parts(row, options)
            else row
            for row in side
        )
        for side in (first, second)
    ]
    fewer = sum(1 for unit in both if common.get(unit) != most.get(unit))
    return sides[0], sides[1], fewer


def _resampled_unit(row: CausalRow, options: Options) -> str:
    return row.sample if options.join is Join.ID else cluster_of(row)


def _parts(row: CausalRow, options: Options) -> frozenset[ComponentName]:
    """Name what the mean of a row stands over; nothing where the row has none."""
    metrics = dict(row.metrics)
    if not isinstance(metrics.get(CF), Share):
        return frozenset()
    return frozenset(
        part
        for part, name in SHORT.items()
        if options.weights.of(part) and isinstance(metrics.get(name), Share)
    )


def _over(parts: frozenset[ComponentName], row: CausalRow, options: Options) -> CausalRow:
    scores = {
        part: one.value
        for part in parts
        if isinstance(one := dict(row.metrics)[SHORT[part]], Share)
    }
    mean = options.weights.mean(scores)
    cf: Measured = Undefined(NONE) if mean is None else Share(mean)
    metrics = tuple((name, cf if name == CF else one) for name, one in row.metrics)
    return evolve(row, metrics=metrics)


_BOUNDED = (CF, *(SHORT[part] for part in JUDGED))


class StudyError(ValueError):
    """Rows from which no study can be made."""


@frozen(kw_only=True)
class Batch:
    """What came of a batch: every tested metric with its interval, and who decided what.

    `clusters` counts the problems; `lowest` and `highest` are those of the scores that are defined;
    `bands` counts the graphs in each, from the best to the poorest. `bounds` are the means of the
    bounds of what judges may leave open: where a mean over what was decided lies near one of them,
    what was left out is not like the rest.
    """

    samples: int
    clusters: int
    scores: tuple[tuple[str, Estimate], ...]
    lowest: Measured
    highest: Measured
    bounds: tuple[tuple[str, Score, Score], ...]
    bands: tuple[tuple[str, int], ...]
    layers: tuple[VerdictCount, ...]
    options: Options


@frozen(kw_only=True)
class Compared:
    """Two systems under every tested metric, adjusted together; a difference is first less second.

    `samples` counts the graphs of each, `joined` what both have: graphs, or problems; `fewer` those
    of them where `cf` was taken over fewer components than one of the systems has scores of.
    """

    samples: tuple[int, int]
    joined: int
    fewer: int
    clusters: int
    tests: tuple[Judged, ...]
    options: Options


@frozen(kw_only=True)
class Validity:
    """How well each score tells right answers from wrong ones: the area under the curve.

    `known` counts the graphs of which it is known whether their answer is right, `right` those that
    are.
    """

    samples: int
    known: int
    right: int
    clusters: int
    scores: tuple[tuple[str, Estimate], ...]
    options: Options


def batch(rows: Iterable[CausalRow], options: Options) -> Batch:
    """Score a batch; the order of the rows moves nothing.

    >>> from measurand.values.share import share
    >>> rows = [CausalRow(sample=str(n), metrics=(("cf", share(n, 4)),)) for n in range(5)]
    >>> found = batch(rows, Options(tested=("cf",)))
    >>> found.scores[0][1].score.value, found.lowest.value, found.highest.value
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 1))

    Raises StudyError where two rows have one sample, or no row has a number that is tested.
    """
    listed = _checked(rows)
    _check_tested(listed, options)
    samples = [sample_of(row) for row in listed]
    scores = [one for row in listed if (one := _score(row)) is not None]
    nothing = Undefined("no graph has a score")
    bands = Counter(row.band for row in listed)
    return Batch(
        samples=len(listed),
        clusters=_clusters(listed),
        scores=tuple(
            (name, _estimate(_defined(name, options), _samples(name, listed, options), options))
            for name in options.tested
        ),
        lowest=Share(min(scores)) if scores else nothing,
        highest=Share(max(scores)) if scores else nothing,
        bounds=tuple(
            (
                name,
                _mean(f"{name}_low", samples, options),
                _mean(f"{name}_high", samples, options),
            )
            for name in _BOUNDED
        ),
        bands=tuple((name, bands[name]) for name in options.bands.names),
        layers=layers(listed),
        options=options,
    )


def layers(rows: Iterable[CausalRow]) -> tuple[VerdictCount, ...]:
    """Count over all rows what was decided by which layer, and why the rest was not.

    >>> layers([])
    ()
    """
    return tallied(one for row in rows for one in row.verdicts)


def compare_systems(
    first: Iterable[CausalRow], second: Iterable[CausalRow], options: Options
) -> Compared:
    """Compare two systems on what both have; the improvement is the first less the second.

    `cf` is taken over the components that both have scores of, unless `options.common` says each
    system's own. Joined by problem, each system has the mean of its graphs on a problem (or its
    ratio of sums), so that every problem counts once. A metric that neither side has anywhere is
    not tested.

    >>> from measurand.values.share import share
    >>> def rows(right: int) -> list[CausalRow]:
    ...     values = [share(int(n < right)) for n in range(12)]
    ...     return [CausalRow(sample=str(n), metrics=(("cf", v),)) for n, v in enumerate(values)]
    >>> [test] = compare_systems(rows(10), rows(4), Options(tested=("cf",))).tests
    >>> test.hypothesis.found.difference.value, test.adjusted
    (Fraction(1, 2), Fraction(1, 32))

    Raises StudyError where two rows of a system have one sample, the systems share none, or no row
    has a number that is tested.
    """
    one, other = _checked(first), _checked(second)
    fewer = 0
    if options.common is Common.PARTS:
        one, other, fewer = by_common_parts(one, other, options)
    listed = one, other
    _check_tested((*one, *other), options)
    units = [dict(_unit(row, options) for row in rows) for rows in listed]
    both = units[0].keys() & units[1].keys()
    if not both and all(listed):
        hint = " (join=group joins them by problem)" if options.join is Join.ID else ""
        message = f"graphs that both systems have: got none with the same id{hint}"
        raise StudyError(message)
    tests = [_test(metric, listed, options) for metric in options.tested]
    return Compared(
        samples=(len(listed[0]), len(listed[1])),
        joined=len(both),
        fewer=fewer,
        clusters=len({units[0][name] for name in both}),
        tests=judge(tests, options.plan),
        options=options,
    )


def validity(rows: Iterable[CausalRow], options: Options) -> Validity:
    """Find how often a graph with a right answer scores above one with a wrong answer.

    >>> from measurand.values.share import share
    >>> rows = [
    ...     CausalRow(sample=str(n), metrics=(("cf", share(n, 9)),), correct=n > 4)
    ...     for n in range(10)
    ... ]
    >>> [(name, found)] = validity(rows, Options(tested=("cf",))).scores
    >>> name, found.score.value
    ('cf', Fraction(1, 1))

    Raises StudyError where two rows have one sample.
    """
    listed = _checked(rows)
    samples = [sample_of(row) for row in listed]
    known = [row for row in listed if row.correct is not None]
    return Validity(
        samples=len(listed),
        known=len(known),
        right=sum(1 for row in known if row.correct),
        clusters=_clusters(known),
        scores=tuple(
            (name, _estimate(Auc(score=name, label=CORRECT), samples, options))
            for name in options.tested
        ),
        options=options,
    )


def _checked(rows: Iterable[CausalRow]) -> tuple[CausalRow, ...]:
    listed = tuple(rows)
    counts = Counter(row.sample for row in listed)
    twice = next((name for name, count in counts.items() if count > 1), None)
    if twice is not None:
        message = f"one row for each sample: got two of {twice[:60]!r}"
        raise StudyError(message)
    return listed


def _check_tested(rows: Sequence[CausalRow], options: Options) -> None:
    """Refuse to test what nobody measured; components that were not asked for are none of that."""
    there = {name for row in rows for name in measured_names(row)}
    lost = next((name for name in options.tested if name not in {*there, *TESTED}), None)
    if rows and lost is not None:
        message = f"a number {lost!r} in some row: got none{UNHELD.get(lost, '')}"
        raise StudyError(message)


def _clusters(rows: Iterable[CausalRow]) -> int:
    return len({cluster_of(row) for row in rows})


def _score(row: CausalRow) -> Fraction | None:
    score = dict(row.metrics).get(CF)
    return score.value if isinstance(score, Share) else None


def _mean(metric: str, samples: Sequence[Sample], options: Options) -> Score:
    return evaluate(definition_of(metric, options.pooling), samples)


def _names(options: Options) -> tuple[str, ...]:
    return () if options.plan.cluster is None else (GROUP,)


def _estimate(definition: Definition, samples: Sequence[Sample], options: Options) -> Estimate:
    pooled = pool(observing(definition), samples, names=_names(options))
    return estimate(definition, pooled, options.plan, key=signature(definition))


def _defined(metric: str, options: Options, *, joined: bool = False) -> Definition:
    averaged = joined and options.join is Join.GROUP
    return definition_of(metric, options.pooling, options.against.empty, averaged=averaged)


def _samples(
    metric: str, rows: Sequence[CausalRow], options: Options, *, joined: bool = False
) -> tuple[Sample, ...]:
    """Make the samples that have a metric: one for each graph, or for each problem."""
    if not joined or options.join is Join.ID:
        return tuple(sample_of(row, metric) for row in rows)
    problems: dict[str, list[CausalRow]] = {}
    for row in rows:
        problems.setdefault(cluster_of(row), []).append(row)
    return tuple(
        problem_sample(name, metric, graphs, options) for name, graphs in sorted(problems.items())
    )


def _unit(row: CausalRow, options: Options) -> tuple[str, str]:
    """Name what a row is joined by, and its problem."""
    problem = cluster_of(row)
    return (row.sample if options.join is Join.ID else problem), problem


def _test(metric: str, rows: Sequence[Sequence[CausalRow]], options: Options) -> Hypothesis:
    sides = [_samples(metric, side, options, joined=True) for side in rows]
    known = any(one.amount(metric) is not None for side in sides for one in side)
    return Hypothesis(
        name=metric,
        found=_comparison(metric, sides, options),
        null=None if known else "neither system has a score",
    )


def _comparison(metric: str, sides: Sequence[Sequence[Sample]], options: Options) -> Comparison:
    definition = _defined(metric, options, joined=True)
    joined = pairs(observing(definition), sides[0], sides[1], names=_names(options))
    return compare(definition, joined, options.plan, key=signature(definition))
