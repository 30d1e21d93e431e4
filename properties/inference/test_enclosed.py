"""Means and differences of roots: beside sixty digits, beside floats, and from pairs of systems."""

from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import reduce
from math import isclose, isnan

import numpy as np
from hypothesis import event, given
from hypothesis import strategies as st

from measurand.algebra.expression import exact
from measurand.algebra.floats import floats
from measurand.algebra.interval import compare as order
from measurand.evidence.pairs import pairs
from measurand.evidence.pool import Pool, pool
from measurand.inference.comparison import compare
from measurand.inference.estimation import estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan, Stream
from measurand.inference.resampling_units import rows_of
from measurand.metrics.averaged import Measure
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.finalise import Finaliser
from measurand.metrics.options import Average, AverageKind, EmptyValue, Policy
from measurand.metrics.standard import MEASURES
from measurand.values.quantity import Quantity, bounds
from measurand.values.sample import Sample
from measurand.values.score import Defined, Enclosed, Undefined
from properties.inference.systems import sums
from properties.inference.test_measures import SEEN, cluster_of

NEAR, DIGITS = 1e-12, 40
PRECISE = Context(prec=60)
LAST = Decimal("1e-50")
Counts = tuple[Fraction, Fraction, Fraction, Fraction]
Corpus = Sequence[Sample]


def decimal(value: Fraction) -> Decimal:
    return PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator))


def root(top: Fraction, square: Fraction) -> Decimal | None:
    """Divide by a root."""
    if not square:
        return None
    return PRECISE.divide(decimal(top), PRECISE.sqrt(decimal(square)))


def mcc(tp: Fraction, fp: Fraction, fn: Fraction, tn: Fraction) -> Decimal | None:
    return root(tp * tn - fp * fn, (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def fowlkes_mallows(tp: Fraction, fp: Fraction, fn: Fraction, _tn: Fraction) -> Decimal | None:
    if not tp:
        # P and R are 0, or one of them is undefined.
        return Decimal(0) if tp + fp and tp + fn else None
    return root(tp, (tp + fp) * (tp + fn))


def g_mean(tp: Fraction, fp: Fraction, fn: Fraction, tn: Fraction) -> Decimal | None:
    if not (tp + fn and tn + fp):
        return None
    return PRECISE.sqrt(decimal(tp / (tp + fn) * (tn / (tn + fp))))


ORACLES: dict[str, Callable[[Fraction, Fraction, Fraction, Fraction], Decimal | None]] = {
    "mcc": mcc,
    "fowlkes_mallows": fowlkes_mallows,
    "g_mean": g_mean,
}


def counts(corpus: Corpus, label: str) -> Counts:
    """Count one class: what is found, too much, missed, and rightly left."""
    cells = dict.fromkeys(((True, True), (False, True), (True, False), (False, False)), Fraction(0))
    for one in corpus:
        cells[label in one.gold, label in (one.predicted or ())] += one.weight
    return tuple(cells.values())  # type: ignore[return-value]


def mean(parts: Sequence[tuple[Decimal | None, Fraction]], policy: Policy) -> Decimal | None:
    """Average what is there, weighed."""
    there = [(value, decimal(weight)) for value, weight in parts if value is not None and weight]
    lost = any(value is None and weight for value, weight in parts)
    if policy is Policy.PROPAGATE and lost:
        return None
    if not there:
        return Decimal(0) if policy is Policy.ZERO else None
    weight = reduce(PRECISE.add, (weight for _, weight in there))
    total = Decimal(0)
    for value, heavy in there:
        total = PRECISE.add(total, PRECISE.multiply(value, heavy))
    return PRECISE.divide(total, weight)


def expected(definition: Measure, corpus: Corpus) -> Decimal | None:
    how, of = definition.averaging, ORACLES[definition.metric.name]
    one = how.only if isinstance(how.only, str) else ""
    zero = definition.zero_division.value_or_none
    if zero is None and how.undefined is Policy.ZERO:
        zero = Fraction(0)
    weighed = [sample for sample in corpus if sample.weight]
    # What a pooled unit without a score does is said by `zero_division` alone.
    inner = Policy.SKIP if how.undefined is Policy.PROPAGATE else how.undefined

    def scored(part: Corpus, label: str) -> Decimal | None:
        value = of(*counts(part, label))
        return value if value is not None or zero is None else decimal(zero)

    def over_classes(part: Corpus) -> Decimal | None:
        items = [item for one in part for item in (*one.gold, *(one.predicted or ()))]
        labels = sorted({item for item in items if isinstance(item, str)})
        heavy = how.average.kind is AverageKind.WEIGHTED
        golds = [sum(counts(part, label)[::2], Fraction(0)) for label in labels]
        parts = [
            (scored(part, label), gold if heavy else Fraction(1))
            for label, gold in zip(labels, golds, strict=True)
        ]
        return mean(parts, inner)

    match how.average.keys:
        case ("class",):
            return over_classes(weighed)
        case ("document",):
            parts = [(scored(part, one), Fraction(1)) for part in split(weighed)]
            return mean(parts, inner)
        case _:
            return mean(
                [(over_classes(part), Fraction(1)) for part in split(weighed)], how.undefined
            )


def split(corpus: Corpus) -> list[Corpus]:
    names = sorted({one.groups for one in corpus})
    return [[one for one in corpus if one.groups == name] for name in names]


labels = st.sampled_from("abc").map(lambda one: (one,))
samples = st.builds(
    lambda gold, said, group, weight: Sample(
        id="", gold=gold, predicted=said, groups=(("document", group),), weight=weight
    ),
    labels,
    labels | st.just(()),
    st.sampled_from("de"),
    st.sampled_from((Fraction(1), Fraction(1), Fraction(2), Fraction(1, 3), Fraction(0))),
)
corpora = st.lists(samples, max_size=12)
averages = st.sampled_from(
    (
        Averaging(average=Average(AverageKind.MACRO, ("class",))),
        Averaging(average=Average(AverageKind.WEIGHTED, ("class",))),
        Averaging(average=Average(AverageKind.MACRO, ("document",)), only="a"),
        Averaging(average=Average(AverageKind.MACRO, ("document", "class"))),
    )
)
measures = st.builds(
    lambda name, how, policy, zero: Measure(
        metric=MEASURES[name],
        observation=SEEN,
        averaging=Averaging(average=how.average, only=how.only, undefined=policy),
        zero_division=zero,
    ),
    st.sampled_from(sorted(ORACLES)),
    averages,
    st.sampled_from(Policy),
    st.sampled_from(EmptyValue),
)


def pooled(corpus: Corpus) -> Pool:
    return pool(SEEN, corpus, names=("document",))


def holds(value: Quantity, number: Decimal) -> bool:
    low, high = bounds(value, DIGITS)
    above, below = PRECISE.subtract(number, decimal(low)), PRECISE.subtract(decimal(high), number)
    return min(above, below) >= -LAST


@given(measures, corpora)
def test_an_enclosure_holds_sixty_digits_worked_out_apart(
    definition: Measure, corpus: list[Sample]
) -> None:
    found, number = Finaliser(pooled(corpus)).score(definition).score, expected(definition, corpus)

    match found:
        case Defined(value):
            event(type(value).__name__)
            assert number is not None
            assert holds(value, number)
        case Undefined():
            assert number is None or definition.averaging.undefined is Policy.ZERO


@given(measures, corpora)
def test_floats_are_those_of_the_exact_number(definition: Measure, corpus: list[Sample]) -> None:
    evidence = pooled(corpus)
    rows = rows_of([definition], evidence, cluster_of(definition))
    if not rows.vectors:
        return
    total = sums(rows.vectors, rows.finish)
    score = Finaliser(evidence).score(definition).score

    (found,) = floats(rows.finish[0], np.array([total], dtype=np.float64))

    assert isinstance(score, Undefined) or exact(rows.finish[0], total) == score
    if isinstance(score, Defined):
        assert isclose(found, float(score.value), rel_tol=NEAR, abs_tol=NEAR)
    else:
        assert isnan(found)


@given(corpora.filter(len), st.integers(1, 30), st.sampled_from((None, "document")))
def test_means_over_samples_are_resampled_as_they_are_scored(
    corpus: list[Sample], more: int, cluster: str | None
) -> None:
    """Samples of several items have roots of their own: each has a column for its kind of root."""
    items = tuple("abcdefgh")
    several = [
        Sample(
            id="",
            gold=items[: 1 + (at * more) % 7],
            predicted=items[: 1 + (at + more) % 8],
            groups=one.groups,
            weight=one.weight,
        )
        for at, one in enumerate(corpus)
    ]
    keys = ("sample",) if cluster is None else ("document", "sample")
    how = Averaging(average=Average(AverageKind.MACRO, keys))
    definition = Measure(metric=MEASURES["fowlkes_mallows"], observation=SEEN, averaging=how)
    evidence, plan = pooled(several), Plan(seed=1, replicates=20, cluster=cluster)
    score = Finaliser(evidence).score(definition).score

    found = estimate(definition, evidence, plan)

    assert found.score == score or isinstance(score, Undefined)
    if isinstance(score, Defined):
        event(type(score.value).__name__)
        worked = [(root_of(one), one.weight) for one in several if one.weight]
        groups = [
            mean(
                [pair for one, pair in zip(kept(several), worked, strict=True) if one in part],
                Policy.SKIP,
            )
            for part in split(kept(several))
        ]
        number = mean(worked, Policy.SKIP)
        if cluster is not None:
            number = mean([(one, Fraction(1)) for one in groups], Policy.SKIP)
        assert number is not None
        assert holds(score.value, number)


def kept(corpus: Corpus) -> list[Sample]:
    return [one for one in corpus if one.weight]


def root_of(one: Sample) -> Decimal | None:
    hits = Fraction(len(set(one.gold) & set(one.predicted or ())))
    return root(hits, Fraction(len(one.gold) * len(one.predicted or ())))


@given(measures, corpora, corpora)
def test_a_difference_is_the_first_less_the_second(
    definition: Measure, first: list[Sample], second: list[Sample]
) -> None:
    number = min(len(first), len(second))
    one = [named(sample, at) for at, sample in enumerate(first[:number])]
    other = [
        Sample(
            id=mine.id,
            gold=mine.gold,
            predicted=said.predicted,
            groups=mine.groups,
            weight=mine.weight,
        )
        for mine, said in zip(one, second, strict=False)
    ]
    both = pairs(SEEN, one, other, names=("document",))
    plan = Plan(seed=1, replicates=20, cluster=cluster_of(definition))

    found, back = (
        compare(definition, each, plan)
        for each in (both, pairs(SEEN, other, one, names=("document",)))
    )

    match found.first, found.second, found.difference:
        case Defined(high), Defined(low), Defined(apart):
            event(type(apart).__name__)
            numbers = [expected(definition, each) for each in (one, other)]
            assert None not in numbers
            assert apart == high - low
            assert back.difference == Defined(-apart)
            exactly = PRECISE.subtract(*(number for number in numbers if number is not None))
            sign = (exactly > LAST) - (exactly < -LAST)
            assert order(high, low) == order(apart, Fraction(0)) == sign
            assert not isinstance(found.p_value, Undefined)
            assert found.p_value == back.p_value
        case _:
            assert isinstance(found.difference, Undefined)
            assert isinstance(found.p_value, Undefined)


def named(sample: Sample, at: int) -> Sample:
    return Sample(
        id=str(at),
        gold=sample.gold,
        predicted=sample.predicted,
        groups=sample.groups,
        weight=sample.weight,
    )


@given(measures, corpora)
def test_the_law_of_a_mean_of_roots_is_not_said_to_be_exact(
    definition: Measure, corpus: list[Sample]
) -> None:
    plan = Plan(stream=Stream.EXACT, cluster=cluster_of(definition))

    found = estimate(definition, pooled(corpus), plan)

    if isinstance(found.score, Defined) and isinstance(found.score.value, Enclosed):
        assert isinstance(found.interval, Undefined)
        assert found.interval.reason.startswith("not feasible: ")
    assert not isinstance(found.interval, Interval) or found.interval.level == plan.level
