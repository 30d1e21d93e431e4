"""Every metric under every average gives the number of the oracle, exactly."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Corpus, Shape
from measurand.metrics.definitions import (
    Averaged,
    name_of,
    with_average,
)
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Average, AverageKind, Statistic
from measurand.values.score import Defined, Root, Score, Undefined
from properties.oracles import averages as oracle
from properties.oracles_agree import reading, wording
from properties.strategies.definitions import AVERAGED, AVERAGES, METRICS, corpora_for
from properties.strategies.effort import part

shapes = st.sampled_from(Shape)


def expected(definition: Averaged, corpus: Corpus) -> Fraction | None:
    """Let the oracle score it; a spread is squared."""
    cases = reading.cases(definition.observation, corpus)
    return oracle.score(name_of(definition), cases, wording.options(definition))


def squared(definition: Averaged, found: Score) -> Fraction | None:
    """Write a score as the oracle does."""
    match found:
        case Undefined():
            return None
        case Defined(Root(square)):
            return square
        case Defined(value):
            assert isinstance(value, Fraction)
            spread = definition.averaging.statistic is not Statistic.MEAN
            return value**2 if spread else value


def weighed(definition: Averaged, corpus: Corpus) -> bool:
    """Say whether units have weights: then no sentence defines a sample deviation."""
    return definition.averaging.average.kind is AverageKind.WEIGHTED or any(
        sample.weight != 1 for sample in corpus
    )


@pytest.mark.parametrize("average", AVERAGES, ids=lambda a: "-".join((a.kind.value, *a.keys)))
@pytest.mark.parametrize("metric", METRICS)
@part(4, least=20)
@given(data=st.data())
def test_a_score_is_the_oracles(
    metric: type[Averaged], average: Average, data: st.DataObject
) -> None:
    classed = "class" in average.keys or data.draw(st.booleans())
    kinds = AVERAGED[metric, data.draw(shapes), classed]
    definition = with_average(data.draw(kinds), average)
    corpus = data.draw(corpora_for(definition))
    if definition.averaging.statistic is Statistic.SAMPLE and weighed(definition, corpus):
        corpus = tuple(evolve(sample, weight=Fraction(1)) for sample in corpus)
        assume(not weighed(definition, corpus))

    found = evaluate(definition, corpus)

    assert squared(definition, found) == expected(definition, corpus)
