"""Agreement of raters is what its sources say, written out pair by pair."""

from fractions import Fraction
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from measurand.metrics.definitions import Definition
from measurand.metrics.families.agreement import (
    Alpha,
    FleissKappa,
    GwetAc1,
    Level,
    PercentAgreement,
    ScottPi,
    Shares,
    Single,
)
from measurand.metrics.families.weighted_kappa import Penalty, Steps, WeightedKappa
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Over, OverKind
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_agreement as oracle

WEIGHTS = st.sampled_from([Fraction(n) for n in (1, 1, 1, 2, 0)] + [Fraction(1, 3)])
WORDS = st.sampled_from("abc")
NUMBERS = st.sampled_from(("0", "1", "2", "0.5", "10"))


def units(rating: st.SearchStrategy[str]) -> st.SearchStrategy[list[tuple[list[str], Fraction]]]:
    return st.lists(st.tuples(st.lists(rating, max_size=5), WEIGHTS), max_size=7)


def score(definition: Definition, drawn: list[tuple[list[str], Fraction]]) -> object:
    found = evaluate(
        definition,
        [
            Sample(id=str(at), gold=tuple(ratings), weight=weight)
            for at, (ratings, weight) in enumerate(drawn)
        ],
    )
    return found.value if isinstance(found, Defined) else None


@given(units(WORDS))
def test_shares_of_pairs(drawn: list[tuple[list[str], Fraction]]) -> None:
    known = [(list[oracle.Rating](ratings), weight) for ratings, weight in drawn]

    assert score(PercentAgreement(), drawn) == oracle.percent_agreement(known)
    for shares in Shares:
        for single in Single:
            expected = oracle.fleiss(
                known, by_unit=shares is Shares.UNITS, single=single is Single.COUNT
            )
            assert score(FleissKappa(shares=shares, single=single), drawn) == expected
    for single in Single:
        many = Over(OverKind.DECLARED, ("a", "b", "c", "d"))
        counted = single is Single.COUNT
        assert score(GwetAc1(single=single), drawn) == oracle.gwet(known, single=counted)
        expected = oracle.gwet(known, 4, single=counted)
        assert score(GwetAc1(over=many, single=single), drawn) == expected


@given(st.sampled_from(Level), units(NUMBERS))
def test_alpha(level: Level, drawn: list[tuple[list[str], Fraction]]) -> None:
    known = [
        ([text if level is Level.NOMINAL else Fraction(text) for text in ratings], weight)
        for ratings, weight in drawn
    ]

    assert score(Alpha(level=level), drawn) == oracle.alpha(known, level.value)


PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS, WEIGHTS), max_size=7)


@given(PAIRS)
def test_scott(pairs: list[tuple[str, str, Fraction]]) -> None:
    known = [(list[oracle.Rating]((one, two)), weight) for one, two, weight in pairs]
    corpus = [
        Sample(id=str(at), gold=(one,), predicted=(two,), weight=weight)
        for at, (one, two, weight) in enumerate(pairs)
    ]

    found = evaluate(ScottPi(), corpus)

    assert (found.value if isinstance(found, Defined) else None) == oracle.fleiss(known)


@given(PAIRS, st.sampled_from(Penalty), st.sampled_from(Steps))
def test_weighted_kappa(
    pairs: list[tuple[str, str, Fraction]], weights: Penalty, steps: Steps
) -> None:
    there = sorted({Fraction(text) for *both, much in pairs if much for text in both})

    def place(label: oracle.Rating) -> Fraction:
        number = Fraction(label)
        return number if steps is Steps.VALUES else Fraction(sum(one <= number for one in there))

    corpus = [
        Sample(id=str(at), gold=(one,), predicted=(two,), weight=weight)
        for at, (one, two, weight) in enumerate(pairs)
    ]

    found = evaluate(WeightedKappa(weights=weights, steps=steps), corpus)

    power = 1 if weights is Penalty.LINEAR else 2
    expected = partial(oracle.weighted_kappa, pairs)(place, power)
    assert (found.value if isinstance(found, Defined) else None) == expected
