"""What one sample counts is what an obvious matcher counts, for every matcher and credit."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.matching import Greedy, MultisetMatch, Optimal, SetMatch
from measurand.evidence.spans import SpanMatch
from properties.oracles_agree import reading
from properties.strategies.definitions import matchers, observations
from properties.strategies.samples import Shape, samples


@pytest.mark.parametrize("kind", [SetMatch, MultisetMatch, Greedy, Optimal])
@pytest.mark.parametrize("shape", Shape)
@given(data=st.data())
def test_pairs_of_equal_and_similar_items_are_those_of_the_oracle(
    shape: Shape, kind: type, data: st.DataObject
) -> None:
    matcher = data.draw(matchers(shape).filter(lambda match: isinstance(match, kind)))
    how = evolve(data.draw(observations(shape)), match=matcher)
    sample = data.draw(samples(shape))

    counts = reading.counted(how, sample)

    if counts is None:
        assert not reading.answered(how, sample)
    else:
        assert counts in map(reading.added, reading.allowed(how, sample))


@given(data=st.data())
def test_pairs_of_spans_are_those_of_the_oracle(data: st.DataObject) -> None:
    matcher = data.draw(matchers(Shape.SPANS).filter(lambda match: isinstance(match, SpanMatch)))
    how = evolve(data.draw(observations(Shape.SPANS)), match=matcher)
    sample = data.draw(
        samples(Shape.SPANS, counted=False).filter(lambda s: s.predicted is not None)
    )

    counts = reading.counted(how, sample)

    assert counts in map(reading.added, reading.allowed(how, sample))
