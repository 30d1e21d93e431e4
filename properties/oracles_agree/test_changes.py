"""Ratios, transitions, shifts and differences are the oracle's, exactly."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.observation import Observation
from measurand.metrics.definitions import Difference, F, Ratio, Shift, Transition
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Change, Direction, Statistic
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from properties.oracles import averages, changes
from properties.oracles.units import Case, Tally, pooled
from properties.oracles_agree import reading, wording
from properties.strategies.definitions import corpora_for, differences, ratios, shifts, transitions
from properties.strategies.effort import twice


def number(found: Score) -> Fraction | None:
    """Write a score as the oracle does."""
    match found:
        case Undefined():
            return None
        case Defined(value):
            assert isinstance(value, Fraction)
            return value


def tally(how: Observation, sample: Sample) -> Tally | None:
    """Count a sample over all classes; None where it is left out."""
    if sample.counts is None and not reading.answered(how, sample):
        return None
    return pooled([weighing_one(how, sample)], None)


def weighing_one(how: Observation, sample: Sample) -> Case:
    """Write a sample as a case that weighs one."""
    return reading.case(how, evolve(sample, weight=Fraction(1)))


def earlier(how: Observation, before: str) -> Observation:
    """Compare gold with the earlier answers."""
    return evolve(how, sides=evolve(how.sides, answer=before))


def pair(definition: Transition | Shift, sample: Sample) -> changes.Pair:
    """Count a sample before and after."""
    how = definition.observation
    return changes.Pair(
        before=tally(earlier(how, definition.before), sample),
        after=tally(how, sample),
        weight=sample.weight,
        column=sample.amount(definition.where) if isinstance(definition, Shift) else None,
    )


@twice
@given(data=st.data(), definition=ratios)
def test_a_ratio_is_the_oracles(data: st.DataObject, definition: Ratio) -> None:
    corpus = data.draw(corpora_for(definition))

    found = evaluate(definition, corpus)

    tops, bottoms = (
        [sample.amount(name) for sample in corpus] for name in (definition.top, definition.bottom)
    )
    weights = [sample.weight for sample in corpus]
    assert number(found) == changes.ratio(tops, bottoms, weights, definition.zero.value)


@pytest.mark.parametrize("of", Change)
@given(data=st.data(), drawn=transitions)
def test_a_transition_is_the_oracles(of: Change, data: st.DataObject, drawn: Transition) -> None:
    definition = evolve(drawn, of=of)
    corpus = data.draw(corpora_for(definition))

    found = evaluate(definition, corpus)

    pairs = [pair(definition, sample) for sample in corpus]
    assert number(found) == changes.transition(of.value, pairs, definition.over.value)


@pytest.mark.parametrize("way", Direction)
@twice
@given(data=st.data(), drawn=shifts)
def test_a_shift_is_the_oracles(way: Direction, data: st.DataObject, drawn: Shift) -> None:
    definition = evolve(drawn, of=way)
    corpus = data.draw(corpora_for(definition))

    found = evaluate(definition, corpus)

    how = F(beta=definition.beta, empty=definition.empty)
    expected = changes.shift(
        way.value,
        [pair(definition, sample) for sample in corpus],
        over=definition.over.value,
        zero=definition.zero.value,
        options=wording.options(how),
    )
    assert number(found) == expected


@twice
@given(data=st.data(), definition=differences)
def test_a_difference_is_the_oracles(data: st.DataObject, definition: Difference) -> None:
    corpus = data.draw(corpora_for(definition))
    later = definition.f.observation
    sides = earlier(later, definition.before), later

    found = evaluate(definition, corpus)

    if definition.f.averaging.statistic is not Statistic.MEAN:
        assert isinstance(found, Undefined)
        return
    both = [s for s in corpus if all(tally(how, s) is not None for how in sides)]
    before, after = (
        averages.score(
            "f", [reading.case(how, sample) for sample in both], wording.options(definition.f)
        )
        for how in sides
    )
    assert number(found) == changes.difference(before, after)
