"""Weights, classes and totals: what adds up, and what a weight means."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.edges.trials.strategies.samples import Shape
from measurand.evidence.observation import ClassOf, Observation
from measurand.evidence.pool import pool
from measurand.laws.invariance import REPLICATION, WEIGHT
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Column,
    Definition,
    F,
    Jaccard,
    Precision,
    Recall,
    Total,
    group_keys,
    observing,
)
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Average, Of, Over, OverKind, Statistic, Summing
from measurand.metrics.pool_sums import Ledger
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from properties.strategies.cases import cases
from properties.strategies.definitions import averaged, corpora_for, scorable, totals
from properties.strategies.observations import corpora_seen, observations

MICRO = Averaging(average=Average())


def number(found: Score) -> Fraction:
    """Read a number that must exist."""
    assert isinstance(found, Defined)
    assert isinstance(found.value, Fraction)
    return found.value


@given(data=st.data(), definition=averaged)
def test_listing_everything_twice_changes_nothing_but_a_sample_deviation(
    data: st.DataObject, definition: Averaged
) -> None:
    if definition.averaging.statistic is not Statistic.SAMPLE:
        assert REPLICATION.check(definition, data.draw(cases(definition))) == Holds()


@given(data=st.data(), definition=averaged)
def test_a_sample_of_weight_two_counts_like_two(data: st.DataObject, definition: Averaged) -> None:
    if definition.averaging.statistic is not Statistic.SAMPLE:
        assert not isinstance(WEIGHT.check(definition, data.draw(cases(definition))), Broken)


@given(data=st.data(), definition=scorable)
def test_a_sample_that_weighs_nothing_changes_no_score(
    data: st.DataObject, definition: Definition
) -> None:
    corpus = data.draw(corpora_for(definition))
    weights = data.draw(st.lists(st.sampled_from((0, 0, 1, 2)), min_size=len(corpus)))
    mixed = [
        evolve(sample, weight=Fraction(weight))
        for sample, weight in zip(corpus, weights, strict=False)
    ]
    heavy = [sample for sample in mixed if sample.weight]
    if isinstance(definition, Total) and definition.of is Of.SAMPLES:
        assert number(evaluate(definition, mixed)) == scored(definition, mixed)
    elif scored(definition, heavy):
        whole, weighing = evaluate(definition, mixed), evaluate(definition, heavy)
        fits = isinstance(definition, Accuracy) and whole != weighing
        assert whole == (MANY if fits else weighing)


MANY = Undefined("a sample has more than one item: accuracy is of judgements")


@given(data=st.data(), definition=scorable)
def test_where_all_that_is_scored_weighs_nothing_sums_are_zero_and_means_undefined(
    data: st.DataObject, definition: Definition
) -> None:
    corpus = [evolve(one, weight=Fraction(0)) for one in data.draw(corpora_for(definition))]

    found = evaluate(definition, corpus)

    if not scored(definition, corpus) or (
        isinstance(definition, Total) and definition.of is Of.SAMPLES
    ):
        return
    assert isinstance(found, Undefined) or found == Defined(Fraction(0))
    if isinstance(definition, Total) or (
        isinstance(definition, Column) and definition.reduce is Summing.SUM
    ):
        assert found == Defined(Fraction(0))


def scored(definition: Definition, corpus: Sequence[Sample]) -> int:
    """Count the samples that are scored."""
    names = group_keys(definition)
    return pool(observing(definition), corpus, names=names).scored()


@given(data=st.data(), total=totals)
def test_micro_scores_are_ratios_of_the_totals(data: st.DataObject, total: Total) -> None:
    how, only = total.observation, total.only
    corpus = data.draw(corpora_seen(how))
    h, p, g, wrong, missed = (
        number(evaluate(Total(of=of, observation=how, only=only), corpus))
        for of in (Of.HITS, Of.PREDICTED, Of.GOLD, Of.FALSE_POSITIVES, Of.FALSE_NEGATIVES)
    )
    micro = evolve(MICRO, only=only)

    assert (wrong, missed) == (p - h, g - h)
    if p and g:
        ratios: dict[Averaged, Fraction] = {
            Precision(observation=how, averaging=micro): h / p,
            Recall(observation=how, averaging=micro): h / g,
            F(observation=how, averaging=micro): 2 * h / (p + g),
            Jaccard(observation=how, averaging=micro): h / (p + g - h),
        }
        for definition, ratio in ratios.items():
            assert evaluate(definition, corpus) == Defined(ratio)


@given(data=st.data(), how=st.one_of([observations(shape, classed=True) for shape in Shape]))
def test_the_counts_of_all_classes_add_up_to_the_whole(
    data: st.DataObject, how: Observation
) -> None:
    corpus = data.draw(corpora_seen(how))
    seen = Ledger(pool(how, corpus)).classes(Over())

    for of in (Of.HITS, Of.PREDICTED, Of.GOLD, Of.FALSE_POSITIVES, Of.FALSE_NEGATIVES):
        total = Total(of=of, observation=how)
        parts = [number(evaluate(evolve(total, only=label), corpus)) for label in seen]
        assert sum(parts, Fraction(0)) == number(evaluate(total, corpus))


@given(data=st.data(), definition=averaged)
def test_declaring_just_the_classes_that_are_seen_is_the_union_of_them(
    data: st.DataObject, definition: Averaged
) -> None:
    corpus = data.draw(corpora_for(definition))
    how = definition.averaging
    flat = all(key not in {"document", "run"} for key in how.average.keys)
    seen = Ledger(pool(definition.observation, corpus)).classes(Over())
    if not seen or not flat or definition.observation.classes == ClassOf():
        return

    union, declared = (
        evaluate(evolve(definition, averaging=evolve(how, over=over)), corpus)
        for over in (Over(), Over(OverKind.DECLARED, seen))
    )

    assert union == declared
