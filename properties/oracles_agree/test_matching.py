"""What one sample counts is what an obvious matcher counts, for every matcher and credit."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Shape, samples
from measurand.evidence.matching import Greedy, MultisetMatch, Optimal, SetMatch
from measurand.evidence.observation import ClassOf, Observation
from measurand.evidence.span_matching import SpanMatch
from measurand.values.sample import Sample
from properties.oracles_agree.reading import counted, countings
from properties.strategies.observations import observations, plain_matchers, span_matches

MATCHERS = (SetMatch, MultisetMatch, Greedy, Optimal)


@pytest.mark.parametrize("kind", MATCHERS)
@pytest.mark.parametrize("shape", [Shape.TEXTS, Shape.SLOTS, Shape.SPANS])
@given(data=st.data())
def test_pairs_of_equal_and_similar_items_are_the_oracles(
    shape: Shape, kind: type, data: st.DataObject
) -> None:
    matched = plain_matchers(shape)[kind]
    how = data.draw(observations(shape, classed=data.draw(st.booleans()), matched=matched))
    sample = data.draw(samples(shape))

    assert counted(how, sample) in countings(how, sample)


@given(how=observations(Shape.SPANS, classed=True), match=span_matches, sample=samples(Shape.SPANS))
def test_pairs_of_spans_are_the_oracles(how: Observation, match: SpanMatch, sample: Sample) -> None:
    spans = evolve(how, match=match)

    assert counted(spans, sample) in countings(spans, sample)


@given(how=observations(Shape.COUNTS, classed=True), sample=samples(Shape.COUNTS))
def test_ready_made_counts_are_taken_as_they_are(how: Observation, sample: Sample) -> None:
    whole = evolve(how, classes=ClassOf())

    assert counted(how, sample) in countings(how, sample)
    assert counted(whole, sample) in countings(whole, sample)
