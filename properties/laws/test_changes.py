"""What changed between two answers: bounds, time run backwards, and other roads to the number."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.observation import Observation
from measurand.laws.bounds import RANGE, SIGNED_RANGE
from measurand.laws.case import unchanged, with_items
from measurand.laws.exchange import REVERSAL, backwards
from measurand.metrics.definitions import (
    Difference,
    ExactMatch,
    Ratio,
    Shift,
    Total,
    Transition,
)
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Base, Change, Direction, Of
from measurand.values.sample import GOLD, Sample
from measurand.values.score import Defined, Score, Undefined
from properties.strategies.cases import cases
from properties.strategies.definitions import (
    corpora_for,
    differences,
    ratios,
    shifts,
    transitions,
)
from properties.strategies.observations import EARLIER, LATER

RATES = {Change.FIX_RATE, Change.BREAK_RATE}
reversible = transitions.filter(lambda d: d.of not in RATES) | shifts | differences


def number(found: Score) -> Fraction:
    """Read a number that must exist."""
    assert isinstance(found, Defined)
    assert isinstance(found.value, Fraction)
    return found.value


def earlier(how: Observation, before: str) -> Observation:
    """Compare gold with the earlier answers."""
    return evolve(how, sides=evolve(how.sides, answer=before))


def both(definition: Transition, corpus: Corpus) -> Corpus:
    """Keep the samples that are scored before and after."""
    later = definition.observation
    before = earlier(later, definition.before)
    count = Total(of=Of.SAMPLES)
    return tuple(
        sample
        for sample in corpus
        if all(
            evaluate(evolve(count, observation=how), (sample,)) == Defined(Fraction(1))
            for how in (before, later)
        )
    )


@given(data=st.data(), definition=transitions.filter(lambda d: d.of in RATES) | shifts)
def test_rates_and_shares_lie_between_0_and_1(
    data: st.DataObject, definition: Transition | Shift
) -> None:
    assert not isinstance(RANGE.check(definition, data.draw(cases(definition))), Broken)


@given(
    data=st.data(), definition=transitions.filter(lambda d: d.of is Change.NET_GAIN) | differences
)
def test_gains_and_differences_lie_between_minus_1_and_1(
    data: st.DataObject, definition: Transition | Difference
) -> None:
    assert not isinstance(SIGNED_RANGE.check(definition, data.draw(cases(definition))), Broken)


@given(data=st.data(), definition=reversible)
def test_time_run_backwards_turns_a_gain_into_a_loss(
    data: st.DataObject, definition: Transition | Shift | Difference
) -> None:
    assert REVERSAL.check(definition, data.draw(cases(definition))) == Holds()


@given(definition=transitions | shifts | differences)
def test_backwards_twice_is_the_definition(definition: Transition | Shift | Difference) -> None:
    assert backwards(backwards(definition)) == definition


def exchanged(sample: Sample) -> Sample:
    """Exchange the earlier and the later answers."""
    if sample.counts is not None:
        return sample
    before, after = sample.items(EARLIER), sample.items(LATER)
    return with_items(with_items(sample, EARLIER, after), LATER, before)


@given(data=st.data(), drawn=transitions)
def test_exchanging_the_names_of_the_lists_is_exchanging_the_lists(
    data: st.DataObject, drawn: Transition
) -> None:
    how = evolve(drawn.observation, sides=evolve(drawn.observation.sides, gold=GOLD, answer=LATER))
    definition = evolve(drawn, before=EARLIER, observation=how)
    other = evolve(definition, before=LATER, observation=earlier(how, EARLIER))
    corpus = data.draw(corpora_for(definition))

    found = evaluate(definition, tuple(map(exchanged, corpus)))

    assert unchanged(found, evaluate(other, corpus)) == Holds()


@given(data=st.data(), drawn=transitions)
def test_every_scored_sample_is_fixed_broken_still_wrong_or_kept(
    data: st.DataObject, drawn: Transition
) -> None:
    corpus = data.draw(corpora_for(drawn))
    fixed, broken, still, kept = (
        number(evaluate(evolve(drawn, of=of), corpus))
        for of in (Change.FIX, Change.BREAK, Change.STILL, Change.KEEP)
    )
    scored = sum((sample.weight for sample in both(drawn, corpus)), Fraction(0))
    rates: dict[Change, tuple[Fraction, Fraction]] = {
        Change.FIX_RATE: (fixed, fixed + still),
        Change.BREAK_RATE: (broken, broken + kept),
    }

    assert fixed + broken + still + kept == scored
    for of, (top, bottom) in rates.items():
        found = evaluate(evolve(drawn, of=of), corpus)
        assert found == Defined(top / bottom) if bottom else isinstance(found, Undefined)


@given(data=st.data(), drawn=transitions)
def test_the_net_gain_is_the_difference_of_two_shares_of_exact_matches(
    data: st.DataObject, drawn: Transition
) -> None:
    definition = evolve(drawn, of=Change.NET_GAIN, over=Base.SCORED)
    corpus = data.draw(corpora_for(definition))
    scored = both(definition, corpus)

    found = evaluate(definition, corpus)

    before, after = (
        evaluate(ExactMatch(observation=how), scored)
        for how in (
            earlier(definition.observation, definition.before),
            definition.observation,
        )
    )
    if isinstance(before, Undefined) or isinstance(after, Undefined):
        assert isinstance(found, Undefined)
    else:
        assert number(found) == number(after) - number(before)


@given(data=st.data(), drawn=shifts)
def test_no_sample_improves_and_degrades(data: st.DataObject, drawn: Shift) -> None:
    corpus = data.draw(corpora_for(drawn))
    found = [evaluate(evolve(drawn, of=of), corpus) for of in Direction]

    if all(isinstance(score, Defined) for score in found):
        assert sum(map(number, found)) <= 1
    else:
        assert all(isinstance(score, Undefined) for score in found)


@given(data=st.data(), definition=ratios)
def test_a_ratio_does_not_depend_on_the_unit_of_its_columns(
    data: st.DataObject, definition: Ratio
) -> None:
    corpus = data.draw(corpora_for(definition))
    scale = Fraction(1000)

    larger = tuple(
        evolve(sample, amounts=tuple((name, scale * value) for name, value in sample.amounts))
        for sample in corpus
    )

    assert evaluate(definition, corpus) == evaluate(definition, larger)


@given(data=st.data(), definition=differences)
def test_answers_that_stay_the_same_make_no_difference(
    data: st.DataObject, definition: Difference
) -> None:
    later = definition.f.observation.sides.answer

    def stayed(sample: Sample) -> Sample:
        if sample.counts is not None:
            return sample
        return with_items(sample, definition.before, sample.items(later))

    corpus = tuple(map(stayed, data.draw(corpora_for(definition))))

    found = evaluate(definition, corpus)

    if definition.before != definition.f.observation.sides.gold:
        assert isinstance(found, Undefined) or found == Defined(Fraction(0))
