"""The area under a ROC curve is that of all pairs, and the one that is measured, exactly."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.pool import pool
from measurand.metrics.definitions import Auc, observing
from measurand.metrics.finalise import Finaliser, evaluate
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from properties.oracles import areas
from properties.strategies.definitions import aucs, corpora_for
from properties.strategies.effort import twice

ONE = Fraction(1)


numbers = st.integers(-3, 3).map(lambda n: Fraction(n, 2))
labels = st.sampled_from((Fraction(0), Fraction(1)))
weights = st.sampled_from([Fraction(n, 2) for n in (0, 1, 2, 2, 3)])


def sample(score: Fraction | None, label: Fraction | None, weight: Fraction) -> Sample:
    """Make a sample that may lack one of its two numbers."""
    amounts = [("cf", score), ("right", label)]
    known = tuple((name, value) for name, value in amounts if value is not None)
    return Sample(id="1", weight=weight, amounts=known)


AREA = Auc(score="cf", label="right")
rated = st.lists(st.builds(sample, numbers, labels, weights), max_size=8).map(tuple)
some_rated = st.lists(
    st.builds(sample, st.none() | numbers, st.none() | labels, weights), max_size=8
).map(tuple)


def of_the_oracle(definition: Auc, corpus: Sequence[Sample]) -> list[areas.Rated]:
    """Write a corpus as the oracle reads it."""
    return [
        areas.Rated(sample.amount(definition.score), sample.amount(definition.label), sample.weight)
        for sample in corpus
    ]


def number(found: Score) -> Fraction | None:
    """Write a score as the oracle does."""
    match found:
        case Undefined():
            return None
        case Defined(value):
            assert isinstance(value, Fraction)
            return value


@twice
@given(some_rated)
@example((sample(Fraction(1), Fraction(1), Fraction(1)),))
@example(
    (sample(ONE, ONE, ONE), sample(ONE, Fraction(0), ONE), sample(Fraction(0), Fraction(0), ONE))
)
def test_an_area_is_that_of_all_pairs_and_the_one_under_the_curve(corpus: Corpus) -> None:
    found = number(evaluate(AREA, corpus))

    samples = of_the_oracle(AREA, corpus)
    assert found == areas.by_pairs(samples) == areas.by_trapezoids(samples)


@given(data=st.data(), definition=aucs)
def test_an_area_of_any_corpus_is_that_of_all_pairs(data: st.DataObject, definition: Auc) -> None:
    corpus = data.draw(corpora_for(definition))

    found = number(evaluate(definition, corpus))

    assert found == areas.by_pairs(of_the_oracle(definition, corpus))


def changed(corpus: Corpus, name: str, slope: Fraction, power: int) -> Corpus:
    """Change a number of every sample along a monotone line or curve."""
    return tuple(
        evolve(
            sample,
            amounts=tuple(
                (key, slope * value**power + 3 if key == name else value)
                for key, value in sample.amounts
            ),
        )
        for sample in corpus
    )


@given(corpus=rated, power=st.sampled_from((1, 3)), slope=st.sampled_from((1, 7)))
def test_only_the_order_of_scores_matters(corpus: Corpus, power: int, slope: int) -> None:
    definition = AREA

    found = evaluate(definition, changed(corpus, definition.score, Fraction(slope), power))

    assert found == evaluate(definition, corpus)


@given(corpus=rated, power=st.sampled_from((1, 3)))
def test_reversed_scores_have_the_rest_of_the_area(corpus: Corpus, power: int) -> None:
    definition = AREA
    area = number(evaluate(definition, corpus))

    found = number(evaluate(definition, changed(corpus, definition.score, Fraction(-1), power)))

    assert found == (None if area is None else 1 - area)


@given(corpus=rated)
def test_exchanged_labels_have_the_rest_of_the_area(corpus: Corpus) -> None:
    definition = AREA
    area = number(evaluate(definition, corpus))
    other = tuple(
        evolve(
            sample,
            amounts=tuple(
                (key, 1 - value if key == definition.label else value)
                for key, value in sample.amounts
            ),
        )
        for sample in corpus
    )

    found = number(evaluate(definition, other))

    assert found == (None if area is None else 1 - area)


@given(corpus=rated, size=st.integers(0, 6))
def test_the_divisor_and_the_area_of_two_shards_are_those_of_the_whole(
    corpus: Corpus, size: int
) -> None:
    definition = AREA
    how = observing(definition)
    whole = Finaliser(pool(how, corpus)).score(definition)

    found = Finaliser(pool(how, corpus[size:]) + pool(how, corpus[:size])).score(definition)

    assert found == whole
    weights = [
        sum((one.weight for one in corpus if one.amount(definition.label) == label), Fraction(0))
        for label in (0, 1)
    ]
    assert found.divisor == (weights[0] * weights[1] if corpus else None)
    assert found.units == len(corpus)
