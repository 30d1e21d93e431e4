"""Metrics of rankings against an oracle that goes through every order of what ties."""

from collections.abc import Callable, Mapping

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from numpy import float32

from measurand.evidence.relevance import Negative, Rounding
from measurand.metrics.definitions import Family
from measurand.metrics.families import ours
from measurand.metrics.families.ndcg import Gain, Ndcg
from measurand.metrics.families.ranking import (
    Bpref,
    Divisor,
    HitRate,
    Leveled,
    MeanAveragePrecision,
    PrecisionAt,
    Ranked,
    RecallAt,
    ReciprocalRank,
    RPrecision,
)
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import EmptyValue
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_ranking as oracle
from properties.families.rankings import rankings
from properties.families.samples import definitions

RANKED = [name for name, kind in ours().items() if issubclass(kind, Ranked)]


def grades_of(sample: Sample) -> Mapping[str, float]:
    graded = sample.grades("gold")
    if graded is None:
        return {str(name): 1.0 for name in sample.gold}
    return {name: float(grade) for name, grade in graded}


def scores_of(sample: Sample) -> Mapping[str, float] | None:
    graded = sample.grades("predicted")
    if graded is not None:
        return {name: float(score) for name, score in graded}
    if sample.predicted is None:
        return None
    return {str(name): -float(at) for at, name in enumerate(sample.predicted)}


def one_order(definition: Ranked, grades: Mapping[str, float]) -> Callable[[oracle.Order], float]:
    """Say what one order of documents scores, by the oracle."""
    level = float(definition.level) if isinstance(definition, Leveled) else 0.0
    right = oracle.relevant(grades, level)
    match definition:
        case PrecisionAt(k=k):
            return lambda order: oracle.precision(order, right, k)
        case RecallAt(k=k):
            return lambda order: oracle.recall(order, right, k)
        case HitRate(k=k):
            return lambda order: oracle.hit(order, right, k)
        case ReciprocalRank(k=cut):
            return lambda order: oracle.reciprocal_rank(order, right, cut)
        case MeanAveragePrecision(k=cut, divisor=divisor):
            reachable = divisor is Divisor.REACHABLE and cut is not None
            most = min(len(right), cut) if reachable and cut else len(right)
            return lambda order: oracle.average_precision(order, right, cut, most)
        case RPrecision():
            return lambda order: oracle.precision(order, right, len(right))
        case Bpref():
            return lambda order: oracle.bpref(order, right, set(grades))
        case Ndcg(k=cut, gain=gain):
            wide = gain is Gain.EXPONENTIAL
            return lambda order: oracle.ndcg(order, grades, cut, exponential=wide)
        case _:
            raise AssertionError(definition)


def expected(definition: Ranked, sample: Sample) -> float | None:
    grades, scores = grades_of(sample), scores_of(sample)
    if scores is None and definition.missing.value == "skip":
        return None
    if scores is not None and definition.rounding is Rounding.SINGLE:
        scores = {name: float(float32(score)) for name, score in scores.items()}
    if isinstance(definition, Bpref) and definition.negative is Negative.UNJUDGED:
        grades = {name: grade for name, grade in grades.items() if grade >= 0}
    top = max(grades.values(), default=0.0)
    if top <= 0 or (isinstance(definition, Leveled) and top < float(definition.level)):
        return (
            None
            if definition.no_relevant is EmptyValue.SKIP
            else float(definition.no_relevant.value)
        )
    orders = list(oracle.orders(scores or {}, definition.ties.value))
    if getattr(definition, "unjudged", None) is not None:
        unjudged = getattr(definition, "unjudged")  # noqa: B009 # not all of them have it
        if unjudged.value == "left_out":
            orders = [oracle.condensed(order, grades) for order in orders]
    return oracle.mean(lambda order, _: one_order(definition, grades)(order), orders, grades)


@pytest.mark.parametrize("name", RANKED)
def test_a_query_scores_as_the_oracle_says(name: str) -> None:
    @given(st.data())
    def agrees(data: st.DataObject) -> None:
        definition: Family = data.draw(definitions(ours()[name]))
        sample = data.draw(rankings())
        assert isinstance(definition, Ranked)
        definition = evolve(definition, rounding=data.draw(st.sampled_from(Rounding)))

        found = evaluate(definition, [sample])

        right = expected(definition, sample)
        match found:
            case Defined(value):
                assert right is not None
                assert float(value) == pytest.approx(right, rel=1e-12, abs=1e-12)
            case _:
                assert right is None

    agrees()


@given(st.lists(rankings(), max_size=4), st.data())
def test_queries_without_a_number_leave_the_mean(
    samples: list[Sample], data: st.DataObject
) -> None:
    definition = data.draw(definitions(Ndcg))
    assert isinstance(definition, Ndcg)

    found = evaluate(definition, samples)

    scores = [one for sample in samples if (one := expected(definition, sample)) is not None]
    match found:
        case Defined(value):
            assert float(value) == pytest.approx(sum(scores) / len(scores), rel=1e-12, abs=1e-12)
        case _:
            assert not scores
