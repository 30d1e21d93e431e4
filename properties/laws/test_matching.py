"""How matchers stand to each other: which of them finds at least as much as which."""

from fractions import Fraction

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Shape, samples
from measurand.evidence.matching import Greedy, MultisetMatch, Optimal, SetMatch, SimilarityKind
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Credit, Match, Observation
from measurand.evidence.observe import tallies
from measurand.evidence.span_matching import Mode, SpanMatch
from measurand.values.items import Span
from measurand.values.sample import Sample, Similarity
from measurand.values.tally import EMPTY, Tally
from properties.strategies.observations import (
    any_observation,
    kinds_of_similarity,
    pipelines,
    shape_of,
    span_matches,
    thresholds,
)

CROSSED = Sample(  # p-x is the best pair, but p-y and q-x are more together
    id="1",
    gold=("x", "y"),
    predicted=("p", "q"),
    similarities=(
        Similarity("p", "x", Fraction(18, 20)),
        Similarity("p", "y", Fraction(16, 20)),
        Similarity("q", "x", Fraction(17, 20)),
    ),
)


def counted(how: Observation, sample: Sample) -> Tally:
    """Count a sample over all classes."""
    return sum(tallies(how, sample).values(), EMPTY)


def hits(how: Observation, sample: Sample, match: Match) -> Fraction:
    """Count the hits of a sample under a matcher."""
    return Fraction(counted(evolve(how, match=match), sample).hits)


@given(data=st.data(), how=any_observation)
def test_hits_are_never_above_either_count(data: st.DataObject, how: Observation) -> None:
    sample = data.draw(samples(shape_of(how)))

    for tally in tallies(how, sample).values():
        assert 0 <= tally.hits <= min(tally.predicted, tally.gold)


@given(sample=samples(), steps=pipelines)
@example(sample=Sample(id="q", gold=("q",), predicted=("q", "q")), steps=())
def test_multiset_hits_are_never_above_the_lists(sample: Sample, steps: tuple[Step, ...]) -> None:
    how = Observation(normalise=steps, match=MultisetMatch())

    tally = counted(how, sample)

    assert tally.predicted == len(sample.predicted or ())
    assert tally.gold == len(sample.gold)
    assert tally.hits <= min(tally.predicted, tally.gold)


@given(sample=samples(), steps=pipelines)
def test_a_set_hits_no_more_than_a_multiset(sample: Sample, steps: tuple[Step, ...]) -> None:
    how = Observation(normalise=steps)

    assert hits(how, sample, SetMatch()) <= hits(how, sample, MultisetMatch())


@given(sample=samples(), steps=pipelines, kind=kinds_of_similarity, threshold=thresholds)
@example(sample=CROSSED, steps=(), kind=SimilarityKind.GIVEN, threshold=Fraction(1, 2))
def test_optimal_finds_at_least_what_greedy_finds_and_greedy_what_is_equal(
    sample: Sample, steps: tuple[Step, ...], kind: SimilarityKind, threshold: Fraction
) -> None:
    how = Observation(normalise=steps)
    greedy = Greedy(similarity=kind, threshold=threshold)
    optimal = Optimal(similarity=kind, threshold=threshold)

    assert (
        hits(how, sample, MultisetMatch())
        <= hits(how, sample, greedy)
        <= hits(how, sample, optimal)
    )


def test_optimal_finds_more_where_the_best_pairs_cross() -> None:
    greedy, optimal = Greedy(), Optimal()

    assert hits(Observation(), CROSSED, greedy) == Fraction(18, 20)
    assert hits(Observation(), CROSSED, optimal) == Fraction(33, 20)


@given(sample=samples(), kind=kinds_of_similarity, low=thresholds, high=thresholds)
def test_a_higher_threshold_finds_no_more(
    sample: Sample, kind: SimilarityKind, low: Fraction, high: Fraction
) -> None:
    loose, tight = (
        Optimal(similarity=kind, threshold=threshold) for threshold in sorted((low, high))
    )

    assert hits(Observation(), sample, tight) <= hits(Observation(), sample, loose)


@given(sample=samples(), steps=pipelines, kind=kinds_of_similarity, threshold=thresholds)
def test_credit_is_split_into_exact_and_fuzzy_and_is_at_most_one_a_pair(
    sample: Sample, steps: tuple[Step, ...], kind: SimilarityKind, threshold: Fraction
) -> None:
    matchers = (
        SetMatch(),
        MultisetMatch(),
        Greedy(similarity=kind, threshold=threshold),
        Optimal(similarity=kind, threshold=threshold),
    )

    for match in matchers:
        exact, fuzzy, similarity, binary = (
            hits(Observation(normalise=steps, credit=credit), sample, match)
            for credit in (Credit.EXACT, Credit.FUZZY, Credit.SIMILARITY, Credit.BINARY)
        )
        assert exact + fuzzy == similarity <= binary


@given(sample=samples(Shape.SPANS), match=span_matches)
@example(
    sample=Sample(id="D5", gold=(Span(0, 1, "A"),), predicted=(Span(0, 2, "A"), Span(0, 1, "A"))),
    match=SpanMatch(),
)
def test_strict_is_at_most_exact_at_most_partial_and_strict_at_most_type(
    sample: Sample, match: SpanMatch
) -> None:
    strict, exact, partial, same_type, iou = (
        hits(Observation(), sample, evolve(match, mode=mode))
        for mode in (Mode.STRICT, Mode.EXACT, Mode.PARTIAL, Mode.TYPE, Mode.IOU)
    )

    assert strict <= exact <= partial
    assert strict <= same_type
    assert strict <= iou


@given(sample=samples(Shape.SPANS), match=span_matches)
def test_strict_spans_of_any_pairing_are_the_equal_ones(sample: Sample, match: SpanMatch) -> None:
    strict = evolve(match, mode=Mode.STRICT)

    assert hits(Observation(), sample, strict) == hits(Observation(), sample, MultisetMatch())
