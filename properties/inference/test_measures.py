"""Metrics of counted statistics: one score from a pool, from sums over rows, and from shards."""

from fractions import Fraction
from math import isclose, isnan

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.expression import exact
from measurand.algebra.floats import floats
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.pool import Pool, pool
from measurand.inference.estimation import estimate
from measurand.inference.plan import Plan
from measurand.inference.resampling_units import rows_of
from measurand.laws.exchange import mirrored
from measurand.metrics.averaged import Measure
from measurand.metrics.finalise import Finaliser
from measurand.metrics.metric import COUNTED
from measurand.metrics.options import (
    Average,
    AverageKind,
    Chosen,
    ChosenKind,
    EmptyValue,
    Over,
    OverKind,
    Policy,
    Statistic,
)
from measurand.metrics.signature import parse, signature
from measurand.metrics.standard import MEASURES
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from properties.inference.systems import sums
from properties.strategies.definitions import averaging_of

NEAR = 1e-9
LABELS = "abc"
SEEN = Observation(classes=ClassOf(ClassKind.ITEM))
AVERAGES = (
    Average(),
    Average(AverageKind.MACRO, ("class",)),
    Average(AverageKind.WEIGHTED, ("class",)),
    Average(AverageKind.MACRO, ("sample",)),
    Average(AverageKind.MACRO, ("document",)),
    Average(AverageKind.MACRO, ("document", "class")),
)
SEVERAL = (Chosen(ChosenKind.CLASS, ("a", "b")), Chosen(ChosenKind.BUT, ("a",)))
OVERS = (Over(), Over(OverKind.GOLD), Over(OverKind.DECLARED, ("a", "z")))

measures = st.builds(
    lambda metric, how, zero: Measure(
        metric=metric, observation=SEEN, averaging=how, zero_division=zero
    ),
    st.sampled_from(sorted(MEASURES.values(), key=lambda one: one.name)),
    st.builds(
        averaging_of,
        st.sampled_from(AVERAGES),
        st.sampled_from((None, None, "a", "z", *SEVERAL)),
        st.sampled_from(OVERS),
        st.sampled_from(Policy),
        st.sampled_from((Statistic.MEAN, Statistic.MEAN, Statistic.POPULATION)),
    ),
    st.sampled_from(EmptyValue),
)
sides = st.sampled_from([*((one,) for one in LABELS), (), ("a", "b")])
samples = st.builds(
    lambda gold, said, group, weight: Sample(
        id="", gold=gold, predicted=said, groups=(("document", group),), weight=weight
    ),
    st.sampled_from([(one,) for one in LABELS]) | sides,
    st.sampled_from([(one,) for one in LABELS]) | sides,
    st.sampled_from(("d", "e")),
    st.sampled_from((Fraction(1), Fraction(1), Fraction(2), Fraction(1, 3), Fraction(0))),
)
corpora = st.lists(samples, max_size=8)


def pooled(definition: Measure, corpus: list[Sample]) -> Pool:
    return pool(definition.observation, corpus, names=("document",))


def cluster_of(definition: Measure) -> str | None:
    return "document" if "document" in definition.averaging.average.keys else None


def same(found: Score, expected: Score) -> bool:
    return found == expected or (isinstance(found, Undefined) and isinstance(expected, Undefined))


@given(measures, corpora)
def test_sums_over_rows_have_the_score_of_the_pool(
    definition: Measure, corpus: list[Sample]
) -> None:
    evidence = pooled(definition, corpus)
    rows = rows_of([definition], evidence, cluster_of(definition))
    if not rows.vectors:
        return
    total = sums(rows.vectors, rows.finish)

    expected = Finaliser(evidence).score(definition).score

    assert same(exact(rows.finish[0], total), expected)
    (found,) = floats(rows.finish[0], np.array([total], dtype=np.float64))
    match expected:
        case Defined(value):
            assert isclose(found, float(value), rel_tol=NEAR, abs_tol=NEAR)
        case Undefined():
            assert isnan(found)


@given(measures, corpora, corpora)
def test_shards_add_up_to_the_whole(
    definition: Measure, first: list[Sample], second: list[Sample]
) -> None:
    whole = pooled(definition, [*first, *second])
    parts = pooled(definition, first) + pooled(definition, second)

    assert Finaliser(parts).score(definition) == Finaliser(whole).score(definition)


@given(measures, corpora)
def test_gold_and_predictions_exchanged_score_as_the_mirror_does(
    definition: Measure, corpus: list[Sample]
) -> None:
    turned = [
        Sample(
            id=one.id,
            gold=one.predicted or (),
            predicted=one.gold,
            groups=one.groups,
            weight=one.weight,
        )
        for one in corpus
    ]
    weighted = definition.averaging.average.kind is AverageKind.WEIGHTED
    if weighted or definition.metric.together is not None:
        return
    other = mirrored(definition)
    assert isinstance(other, Measure)

    found = Finaliser(pooled(definition, corpus)).score(definition).score
    expected = Finaliser(pooled(other, turned)).score(other).score

    assert same(found, expected)


@given(measures, corpora)
def test_ranges_that_are_said_are_kept(definition: Measure, corpus: list[Sample]) -> None:
    metric = definition.metric
    if definition.averaging.statistic is not Statistic.MEAN:
        return
    match Finaliser(pooled(definition, corpus)).score(definition).score:
        case Defined(value):
            assert metric.low is None or float(value) >= metric.low - NEAR
            bound = 1 if metric.high is None else metric.high
            assert metric.high is None or float(value) <= bound + NEAR
        case Undefined():
            pass


@given(measures, corpora)
def test_intervals_are_told_or_a_reason_is(definition: Measure, corpus: list[Sample]) -> None:
    evidence = pooled(definition, corpus)
    plan = Plan(seed=1, replicates=20, cluster=cluster_of(definition))

    found = estimate(definition, evidence, plan)

    expected = Finaliser(evidence).score(definition).score
    assert same(found.score, expected)


@given(measures)
def test_signatures_are_read_again(definition: Measure) -> None:
    assert parse(signature(definition)) == definition
    assert definition.metric.at().variables - {"k"} <= COUNTED
