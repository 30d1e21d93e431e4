"""Every total and every column is the plain sum of the oracle; a weight of w counts w times."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Corpus, corpora
from measurand.evidence.observation import ColumnOf
from measurand.evidence.pool import pool
from measurand.metrics.definitions import Column
from measurand.metrics.finalise import score
from measurand.metrics.options import Of, Summing
from measurand.values.score import Defined, Undefined
from properties.oracles import totals as oracle
from properties.oracles_agree import reading, wording
from properties.strategies.definitions import corpora_for, totals

HALVES = 2  # weights are drawn in halves: doubled, they say how often a sample is repeated


def times(weight: Fraction) -> int:
    """Say how often a sample of a weight is repeated, when each repetition counts one half."""
    assert (HALVES * weight).denominator == 1
    return int(HALVES * weight)


@pytest.mark.parametrize("of", Of)
@given(data=st.data())
def test_a_total_is_the_oracles(of: Of, data: st.DataObject) -> None:
    definition = evolve(data.draw(totals), of=of)
    how = definition.observation
    corpus = data.draw(corpora_for(definition))
    cases = [
        (case, 1 if of is Of.SAMPLES else Fraction(times(sample.weight), HALVES))
        for sample in corpus
        for case in reading.cases(how, [sample])
    ]
    missing = how.missing.value

    found = score(definition, pool(how, corpus))

    assert found == Defined(
        sum(
            (
                weight
                * oracle.total(
                    of.value, [case], only=wording.only(definition.only), missing=missing
                )
                for case, weight in cases
            ),
            Fraction(0),
        )
    )


@pytest.mark.parametrize("statistic", Summing)
@given(corpus=corpora(most=1))
def test_a_column_is_the_oracles(statistic: Summing, corpus: Corpus) -> None:
    repeated = [
        amount
        for sample in corpus
        for _, amount in sample.amounts
        for _ in range(times(sample.weight))
    ]
    whole = Fraction(1, HALVES) if statistic is Summing.SUM else Fraction(1)
    expected = oracle.column(repeated, statistic.value)

    found = score(Column(name="cost", reduce=statistic), pool(ColumnOf("cost"), corpus))

    match found:
        case Defined(Fraction() as value) if expected is not None:
            assert value == expected * whole
        case Defined(value):
            assert value == 0
            assert all(not sample.weight for sample in corpus if sample.amounts)
        case Undefined():
            assert expected is None
