"""The mean of F1 is never above the harmonic mean of averaged P and R, where nothing is skipped.

F1 is concave and homogeneous in (P, R): Opitz and Burst 2019, arXiv:1911.03347, prove the bound.
"""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Corpus, Shape
from measurand.evidence.matching import GivenCounts
from measurand.evidence.observation import Observation
from measurand.laws.case import at_most
from measurand.metrics.definitions import F
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Aggregate, EmptyValue, Parts, Statistic
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score
from measurand.values.tally import Tally
from properties.strategies.definitions import averagings, betas, corpora_for, full_tables
from properties.strategies.observations import observations


def both(definition: F, corpus: Corpus) -> tuple[Score, Score]:
    """Score by the mean of F and by F of the means."""
    means = evolve(definition, aggregate=Aggregate.HARMONIC)
    return evaluate(definition, corpus), evaluate(means, corpus)


never_skipping = st.one_of(
    [
        st.builds(
            F,
            beta=betas,
            observation=observations(shape, classed=classed),
            averaging=averagings((Statistic.MEAN,), classed=classed),
            empty=full_tables,
        )
        for shape in Shape
        for classed in (False, True)
    ]
)


@given(data=st.data(), definition=never_skipping)
def test_the_mean_of_f_is_at_most_f_of_the_means(data: st.DataObject, definition: F) -> None:
    corpus = data.draw(corpora_for(definition))

    mean, harmonic = both(definition, corpus)

    assert isinstance(mean, Defined) == isinstance(harmonic, Defined)
    if isinstance(mean, Defined) and isinstance(harmonic, Defined):
        assert at_most(mean.value, harmonic.value)


def test_skipping_breaks_the_bound() -> None:
    # P 0 and no R and no F, beside a perfect sample: mean F 1; P (0 + 1) / 2, R 1: F 2/3.
    skipping = EmptyRules(gold_empty=Parts(EmptyValue.ZERO, EmptyValue.SKIP))
    corpus = (
        Sample(id="silent gold", predicted=("a",)),
        Sample(id="perfect", gold=("a",), predicted=("a",)),
    )

    mean, harmonic = both(F(empty=skipping), corpus)

    assert mean == Defined(Fraction(1))
    assert harmonic == Defined(Fraction(2, 3))


def test_the_two_readings_of_the_seed_table_differ() -> None:
    # spec/publication.md, 1: P and R of six documents; 41.944 against 42.834, printed 42.8.
    counts = [("17/20", 2, 1), ("19/20", 1, 1), ("0", 1, 0), ("0", 0, 1), ("0", 0, 0), ("0", 3, 0)]
    corpus = tuple(
        Sample(id=str(at), counts=(("", Tally(Fraction(hits), predicted, gold)),))
        for at, (hits, predicted, gold) in enumerate(counts)
    )

    given = F(observation=Observation(match=GivenCounts()))
    mean, harmonic = both(given, corpus)

    assert mean == Defined(Fraction(151, 360))
    assert harmonic == Defined(Fraction(266, 621))
