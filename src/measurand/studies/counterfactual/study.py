"""From score rows to the study: a family of paired tests for every metric that is tested.

A sample is its own control: its metric as it is against its metric after a transform, the sign
taken so that a faithful answer makes the difference positive. The tests of one metric over all
transforms are one family, adjusted together; one that cannot differ by construction can be left out
of it. The legacy stream repeats the paired bootstrap of older programs, which drew row numbers from
one stream, so that the order of the rows decides there and only there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import fsum

from attrs import evolve, frozen

from measurand.algebra.draws import legacy_means
from measurand.algebra.rational_sums import exact_sum
from measurand.evidence.measurements import measured_sample
from measurand.evidence.pairs import pairs
from measurand.evidence.pool import pool
from measurand.inference.bootstrap_intervals import SAME, between, is_flat, sign_p
from measurand.inference.comparison import NO_UNIT, Comparison, Estimate, compare, estimate
from measurand.inference.effects import Effects
from measurand.inference.family import Expected, Hypothesis, Judged, judge
from measurand.inference.interval import Ends, Interval, point
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Column, Definition, Ratio, observing
from measurand.metrics.options import Summing
from measurand.studies.counterfactual.evaluate import ORIGINAL, ScoreRow, Status, null_reason
from measurand.studies.counterfactual.options import (
    NAMES,
    Nulls,
    Options,
    Orientation,
    Pooling,
    orientation,
)
from measurand.studies.counterfactual.transforms import key_of
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

NO_SIZE: Effects | Undefined = Undefined("older programs gave no sizes of effect")


def legacy_test(
    differences: Sequence[float], plan: Plan
) -> tuple[Interval | Undefined, PValue | Undefined]:
    """Resample the mean of differences from numpy's legacy stream, seeded by the plan's seed alone.

    The order of the differences moves the numbers: they are the ones that a program got which drew
    `plan.replicates` times n row numbers. Undefined without differences.

    >>> plan = Plan(replicates=1000, test=Test.BOOTSTRAP_SIGN)
    >>> interval, p = legacy_test([0.25, 0.5, 0.25], plan)
    >>> interval, p.value
    (Interval(low=0.25, high=0.5, level=Fraction(19, 20), degenerate=None), Fraction(0, 1))
    """
    if not differences:
        return NO_UNIT, NO_UNIT
    if plan.ends is Ends.BCA:
        message = "the legacy stream gives percentile and basic intervals: got bca"
        raise ValueError(message)
    drawn = legacy_means(plan.seed, differences, plan.replicates)
    observed = fsum(differences) / len(differences)
    sampled = plan.test in {Test.BOOTSTRAP_SIGN, Test.BOOTSTRAP_PLUS_ONE}
    wanted = Undefined(f"the legacy stream has no test {plan.test.value}")
    # As these programs rounded it: 1 - 0.95 is a little more than 0.05.
    tail = (1.0 - float(plan.level)) / 2.0
    flat = is_flat(drawn, observed)
    interval = (
        point(observed, plan.level, SAME) if flat else between(drawn, observed, plan, (tail, tail))
    )
    return interval, sign_p(drawn, plan) if sampled else wanted


def legacy_estimate(values: Sequence[Fraction | None], plan: Plan) -> Estimate:
    """Give the mean of the values that are there, with its interval, in the order of the values.

    >>> legacy_estimate([Fraction(1), None, Fraction(1)], Plan()).interval.degenerate
    'all resamples have one score'
    """
    there = [value for value in values if value is not None]
    interval, _ = legacy_test([float(value) for value in there], plan)
    return Estimate(
        score=_mean(there),
        interval=interval,
        units=len(there),
        left_out=len(values) - len(there),
    )


def legacy_compare(
    first: Sequence[Fraction | None], second: Sequence[Fraction | None], plan: Plan
) -> Comparison:
    """Compare the means of two aligned lists of values, as `compare` does, in their order.

    Differences are those of the nearest floats, as older programs took them.

    >>> one, half = Fraction(1), Fraction(1, 2)
    >>> plan = Plan(test=Test.BOOTSTRAP_SIGN)
    >>> legacy_compare([one, one, None], [half, half, half], plan).p_value.value
    Fraction(0, 1)
    """
    both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    interval, p_value = legacy_test([float(a) - float(b) for a, b in both], plan)
    return Comparison(
        first=_mean([a for a, _ in both]),
        second=_mean([b for _, b in both]),
        difference=_mean([a - b for a, b in both]),
        interval=interval,
        p_value=p_value,
        effects=NO_SIZE,
        units=len(both),
        left_out=len(first) - len(both),
    )


def _mean(values: Sequence[Fraction]) -> Score:
    return Defined(exact_sum(values) / len(values)) if values else NO_UNIT


GROUP = "group"
"""The group key of the samples of a study: the clusters of its plan."""


class StudyError(ValueError):
    """Score rows from which no study can be made."""


@frozen(kw_only=True)
class Family:
    """The tests of one metric, one for each transform, adjusted together."""

    metric: str
    orientation: Orientation
    tests: tuple[Judged, ...]

    @property
    def size(self) -> int:
        """Count the tests that the p-values were adjusted for."""
        return self.tests[0].tests if self.tests else 0


@frozen(kw_only=True)
class Study:
    """What came of the rows: originals with intervals, a family for each tested metric.

    `evaluated` says, for every key, how many samples were measured and how many were not, be it
    that they have no row; `clusters` how many groups the samples are of, None where not all of them
    name one.
    """

    samples: int
    clusters: int | None
    evaluated: tuple[tuple[str, int, int], ...]
    originals: tuple[tuple[str, Estimate], ...]
    families: tuple[Family, ...]
    options: Options


def definition_of(metric: str, pooling: Pooling) -> Definition:
    """Say what is compared: the mean over samples, or the ratio of sums.

    >>> from measurand.metrics.signature import signature
    >>> signature(definition_of("iou_union", Pooling.SAMPLES))
    'column/1(name=iou_union,reduce=mean)'
    """
    if pooling is Pooling.SUMS:
        return Ratio(top=f"{metric}.top", bottom=f"{metric}.bottom")
    return Column(name=metric, reduce=Summing.MEAN)


def sample_of(row: ScoreRow) -> Sample:
    """Make a sample of a row: its metrics are amounts, with their tops and bottoms.

    >>> from measurand.values.share import share
    >>> sample_of(ScoreRow(sample="1", metrics=(("hit", share(1, 2)),))).amounts[0]
    ('hit', Fraction(1, 2))
    """
    metrics = row.metrics
    if row.status is Status.NOT_EVALUATED:
        metrics = tuple((name, Undefined(row.note)) for name in NAMES)
    groups = () if row.group is None else ((GROUP, row.group),)
    return measured_sample(row.sample, metrics, groups=groups)


def study(rows: Iterable[ScoreRow], options: Options) -> Study:
    """Test every metric under every transform; the order of the rows moves nothing.

    (With the legacy stream it does: the rows are resampled in the order in which they come.)

    >>> from measurand.values.share import share
    >>> def row(number: int, key: str) -> ScoreRow:
    ...     value = share(int(key == "orig" or number > 8))
    ...     return ScoreRow(sample=str(number), key=key, metrics=(("iou_union", value),))
    >>> rows = [row(number, key) for number in range(10) for key in ("orig", "no_cite")]
    >>> [family] = study(rows, Options(tested=("iou_union",))).families
    >>> family.tests[-1].verdict.value, family.size
    ('expected', 5)

    Raises StudyError where a sample has two rows under a key or two groups, a key is not known, an
    original is lacking, or a sample has no group and the plan resamples groups.
    """
    by_key = _by_key(rows, options)
    originals = by_key[ORIGINAL]
    _checked_groups(originals, options)
    groups = {dict(one.groups).get(GROUP) for one in originals.values()}
    families = tuple(_family(metric, by_key, options) for metric in options.tested)
    return Study(
        samples=len(originals),
        clusters=None if None in groups else len(groups),
        evaluated=_evaluated(by_key),
        originals=tuple((name, _estimate(name, originals, options)) for name in options.tested),
        families=families,
        options=options,
    )


Samples = Mapping[str, Sample]


def _by_key(rows: Iterable[ScoreRow], options: Options) -> dict[str, dict[str, Sample]]:
    keys = [ORIGINAL, *(key_of(transform).value for transform in options.transforms)]
    samples: dict[str, dict[str, Sample]] = {key: {} for key in keys}
    for row in rows:
        if row.key not in samples:
            message = f"a key of {', '.join(keys)}: got {row.key[:40]!r} of {row.sample[:60]!r}"
            raise StudyError(message)
        if row.sample in samples[row.key]:
            message = f"one row under each key: got two of {row.sample[:60]!r} under {row.key}"
            raise StudyError(message)
        samples[row.key][row.sample] = sample_of(row)
    for key in keys[1:]:
        for name, one in samples[key].items():
            original = samples[ORIGINAL].get(name)
            if original is None:
                message = f"a row 'orig' of every sample: got {name[:60]!r} under {key} alone"
                raise StudyError(message)
            if one.groups != original.groups:
                message = f"one group_id in all rows of a sample: got two of {name[:60]!r}"
                raise StudyError(message)
    return samples


def _checked_groups(originals: Samples, options: Options) -> None:
    if options.plan.cluster is None:
        return
    if options.plan.cluster != GROUP:
        message = f"plan.cluster={GROUP} or none: got {options.plan.cluster!r}"
        raise StudyError(message)
    lost = next((name for name, one in originals.items() if not one.groups), None)
    if lost is not None:
        message = (
            f"a group_id for every sample, as groups are resampled whole: got none for "
            f"{lost[:60]!r} (plan.cluster=none resamples samples)"
        )
        raise StudyError(message)


def _evaluated(by_key: Mapping[str, Samples]) -> tuple[tuple[str, int, int], ...]:
    counts: Counter[str] = Counter()
    for key, samples in by_key.items():
        counts[key] = sum(1 for one in samples.values() if one.amounts)
    total = len(by_key[ORIGINAL])
    return tuple((key, counts[key], total - counts[key]) for key in by_key)


def _names(options: Options) -> tuple[str, ...]:
    return () if options.plan.cluster is None else (GROUP,)


def _estimate(metric: str, originals: Samples, options: Options) -> Estimate:
    definition = definition_of(metric, options.pooling)
    if options.plan.stream is Stream.LEGACY:
        return legacy_estimate([_value(one, metric) for one in originals.values()], options.plan)
    pooled = pool(observing(definition), originals.values(), names=_names(options))
    return estimate(definition, pooled, options.plan, key=f"{metric}/{ORIGINAL}")


def _family(metric: str, by_key: Mapping[str, Samples], options: Options) -> Family:
    way = orientation(metric)
    tests = [
        Hypothesis(
            name=key_of(transform).value,
            found=_comparison(metric, key_of(transform).value, by_key, options),
            expected=Expected.POSITIVE,
            null=null_reason(transform, metric, options),
        )
        for transform in options.transforms
    ]
    keep = options.nulls is Nulls.KEPT
    plan = evolve(options.plan, family=metric)
    return Family(metric=metric, orientation=way, tests=judge(tests, plan, keep_null=keep))


def _comparison(
    metric: str, key: str, by_key: Mapping[str, Samples], options: Options
) -> Comparison:
    plan = evolve(options.plan, family=metric)
    sides: Sequence[Samples] = (by_key[ORIGINAL], by_key[key])
    if orientation(metric) is Orientation.RISES:
        sides = sides[::-1]
    if plan.stream is Stream.LEGACY:
        both = [name for name in by_key[ORIGINAL] if name in by_key[key]]
        values = [tuple(_value(side[name], metric) for name in both) for side in sides]
        comparison = legacy_compare(values[0], values[1], options.plan)
        first, second = (len(side) - len(both) for side in sides)
        return evolve(comparison, alone=(first, second))
    definition = definition_of(metric, options.pooling)
    joined = pairs(
        observing(definition), sides[0].values(), sides[1].values(), names=_names(options)
    )
    return compare(definition, joined, plan, key=key)


def _value(sample: Sample, metric: str) -> Fraction | None:
    return dict(sample.amounts).get(metric)
