"""Signed ranks and McNemar's test are sign-flip tests: of ranks, and of yes and no."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wilcoxon as by_scipy

from measurand.inference.ranks import Ranked, RankLaw, Zeros, mcnemar, wilcoxon
from properties.oracles import stats

differences = st.lists(st.integers(-6, 6).map(lambda k: Fraction(k, 3)), min_size=1, max_size=9)
zeros = st.sampled_from(Zeros)
laws = st.sampled_from(RankLaw)
pairs = st.integers(0, 40)


def made(drawn: list[Fraction], *, zeros: Zeros, law: RankLaw) -> Ranked:
    found = wilcoxon(drawn, zeros=zeros, law=law)
    assert isinstance(found, Ranked)
    return found


@given(differences, zeros)
def test_exact_signed_ranks_flip_every_sign(drawn: list[Fraction], how: Zeros) -> None:
    kept = [d for d in drawn if d] if how is Zeros.WILCOX else drawn
    sizes = sorted(abs(d) for d in kept)
    signed = [
        # Ties share the mean of their ranks: so many below, and half of those alike.
        Fraction(2 * sizes.index(abs(d)) + sizes.count(abs(d)) + 1, 2) * ((d > 0) - (d < 0))
        for d in kept
    ]

    assert made(drawn, zeros=how, law=RankLaw.EXACT).p_value == stats.sign_flip(signed)


@given(st.lists(st.integers(-9, 9).map(Fraction), min_size=14, max_size=40).filter(any), zeros)
def test_ties_and_zeros_of_many_are_those_of_scipy(drawn: list[Fraction], how: Zeros) -> None:
    expected = by_scipy([float(d) for d in drawn], zero_method=how.value, method="auto")

    found = made(drawn, zeros=how, law=RankLaw.AUTO)

    assert float(found.p_value) == pytest.approx(float(expected.pvalue), abs=1e-12)
    assert found.statistic == Fraction(float(expected.statistic))


@given(differences, zeros, laws)
def test_swapping_the_systems_keeps_the_p_value(
    drawn: list[Fraction], how: Zeros, law: RankLaw
) -> None:
    assert made([-d for d in drawn], zeros=how, law=law) == made(drawn, zeros=how, law=law)


@given(differences, zeros, laws, st.fractions(1, 9))
def test_the_unit_and_the_order_play_no_part(
    drawn: list[Fraction], how: Zeros, law: RankLaw, unit: Fraction
) -> None:
    scaled = [unit * d for d in reversed(drawn)]

    assert made(scaled, zeros=how, law=law) == made(drawn, zeros=how, law=law)


@given(differences, zeros, laws)
def test_a_p_value_of_ranks_is_above_0(drawn: list[Fraction], how: Zeros, law: RankLaw) -> None:
    assert 0 < made(drawn, zeros=how, law=law).p_value <= 1


@given(st.integers(1, 9), zeros, laws)
def test_a_system_against_itself_has_p_1(number: int, how: Zeros, law: RankLaw) -> None:
    assert made([Fraction(0)] * number, zeros=how, law=law).p_value == 1


@given(pairs, pairs)
def test_mcnemar_is_the_binomial_of_the_oracle_either_way(fixed: int, broken: int) -> None:
    assert mcnemar(fixed, broken) == mcnemar(broken, fixed) == stats.mcnemar(fixed, broken)


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2))
def test_mcnemar_flips_the_signs_of_yes_and_no(fixed: int, broken: int, same: int) -> None:
    signs = [Fraction(1)] * fixed + [Fraction(-1)] * broken + [Fraction(0)] * same

    assert mcnemar(fixed, broken) == stats.sign_flip(signs)
