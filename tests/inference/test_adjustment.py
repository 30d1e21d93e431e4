"""Published adjusted p-values, and decisions where floating point contradicts itself."""

from fractions import Fraction
from itertools import pairwise

import pytest

from measurand.inference.adjustment import Correction, adjust, adjust_floats, rejected


def exactly(text: str) -> list[Fraction]:
    return [Fraction(word) for word in text.split()]


# The raw p-values and the adjusted ones of R's multtest, as in the tests of statsmodels
# (stats/tests/test_multi.py).
RAW = exactly(
    ".838541367553 .642193923795 .680845947633 .967833824309 .71626938238 .177096952723 "
    "5.23656777208e-5 .0202732688798 .00028140506198 .0149877310796"
)
HOLM = [1, 1, 1, 1, 1, 1, 0.00052365677720800005, 0.14191288215860001, 0.0025326455578199999]
HOLM = [*HOLM, 0.11990184863680001]
# Holm (1979) worked by hand: 6 (.002) = .012, 5 (.004) = .02, 4 (.006) = .024, 3 (.008) = .024,
# 2 (.01) = .02 and 1 (.012) below it, so .024 for both.
EVEN = exactly(".002 .004 .006 .008 .010 .012")
EVEN_HOLM = exactly(".012 .02 .024 .024 .024 .024")
# Also in the tests of statsmodels: 10 (.001), 9 (.002), ...; 5 (.05) = .25 is the most.
MIXED = exactly(".001 .002 .003 .004 .005 .05 .06 .07 .08 .09")
MIXED_HOLM = exactly(".01 .018 .024 .028 .03 .25 .25 .25 .25 .25")
# The 15 p-values of Benjamini and Hochberg (1995), as the documentation of scipy prints them
# (stats.false_discovery_control): Bonferroni at .05 rejects the first three, theirs the first four.
FIFTEEN = exactly(
    ".0001 .0004 .0019 .0095 .0201 .0278 .0298 .0344 .0459 .3240 .4262 .5719 .6528 .7590 1"
)


def test_ten_p_values_adjust_as_in_r() -> None:
    assert [float(p) for p in adjust(RAW)] == pytest.approx(HOLM, rel=1e-12, abs=0)


@pytest.mark.parametrize(("raw", "adjusted"), [(EVEN, EVEN_HOLM), (MIXED, MIXED_HOLM)])
def test_published_families_adjust_exactly(raw: list[Fraction], adjusted: list[Fraction]) -> None:
    assert list(adjust(raw)) == adjusted


@pytest.mark.parametrize(
    ("how", "adjusted"),
    [
        # p = .01, .02, .03, .04 by hand.
        (Correction.NONE, ".01 .02 .03 .04"),
        (Correction.BONFERRONI, ".04 .08 .12 .16"),
        (Correction.HOLM, ".04 .06 .06 .06"),
        (Correction.HOCHBERG, ".04 .04 .04 .04"),
        (Correction.BENJAMINI_HOCHBERG, ".04 .04 .04 .04"),
    ],
)
def test_every_correction_of_four_p_values(how: Correction, adjusted: str) -> None:
    assert list(adjust(exactly(".01 .02 .03 .04"), how)) == exactly(adjusted)


def test_the_false_discovery_rate_of_two_tests_is_below_hochberg() -> None:
    # By hand, p = .01, .02, .2: BH 3 (.01), 3/2 (.02), .2; Hochberg 3 (.01), 2 (.02), .2.
    raw = exactly(".01 .02 .2")

    assert list(adjust(raw, Correction.BENJAMINI_HOCHBERG)) == exactly(".03 .03 .2")
    assert list(adjust(raw, Correction.HOCHBERG)) == exactly(".03 .04 .2")


@pytest.mark.parametrize(
    ("how", "number"), [(Correction.BONFERRONI, 3), (Correction.BENJAMINI_HOCHBERG, 4)]
)
def test_the_example_of_1995_rejects_as_many(how: Correction, number: int) -> None:
    decisions = rejected(FIFTEEN, how, alpha=Fraction("0.05"))

    assert decisions == (True,) * number + (False,) * (15 - number)


def test_a_test_without_a_p_value_counts_when_the_family_is_said_to_hold_it() -> None:
    # p = .01, NaN, .03, .005: R's p.adjust drops the NaN, statsmodels counts it.
    told = exactly(".01 .03 .005")

    assert list(adjust(told)) == exactly(".02 .03 .015")
    assert list(adjust(told, m=4)) == exactly(".03 .06 .02")


def test_a_decision_is_that_of_the_adjusted_p_value_where_floats_contradict_themselves() -> None:
    # statsmodels: reject is True (p <= alpha / 11), the adjusted p is 0.05000000000000001 > alpha.
    p, alpha = 0.05 / 11, 0.05
    assert p <= alpha / 11
    assert p * 11 > alpha

    [decision] = rejected([p], m=11, alpha=alpha)

    assert decision is (Fraction(p) * 11 <= Fraction(alpha))
    assert decision is False
    assert rejected([Fraction("0.05") / 11], m=11, alpha=Fraction("0.05")) == (True,)


def test_floats_that_contradict_themselves_are_many_and_none_is_left() -> None:
    split = 0
    for m in range(1, 400):
        p, alpha = 0.05 / m, 0.05
        split += (p <= alpha / m) != (p * m <= alpha)
        assert rejected([p], m=m, alpha=alpha) == (adjust([Fraction(p)], m=m)[0] <= alpha,)

    assert split


def test_on_the_edge_is_rejected() -> None:
    assert rejected(exactly(".01 .0125"), m=5, alpha=Fraction("0.05")) == (True, True)
    assert rejected(exactly(".0100001 .0125"), m=5, alpha=Fraction("0.05")) == (False, False)


def test_an_empty_family_stays_empty() -> None:
    assert adjust([]) == ()
    assert rejected([], alpha=0.05) == ()
    assert adjust_floats([]).tolist() == []


@pytest.mark.parametrize("how", Correction)
@pytest.mark.parametrize(
    ("wrong", "shown"), [(float("nan"), "nan"), (-0.1, "-0.1"), (1.5, "1.5"), (float("inf"), "inf")]
)
def test_what_is_no_p_value_is_refused(how: Correction, wrong: float, shown: str) -> None:
    message = rf"^a p-value lies in \[0, 1\]: got {shown} at place 1$"

    with pytest.raises(ValueError, match=message):
        rejected([0.5, wrong], how, alpha=0.05)
    with pytest.raises(ValueError, match=message):
        adjust_floats([0.5, wrong], how)


def test_an_exact_number_outside_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a p-value lies in \[0, 1\]: got 3/2 at place 0$"):
        adjust([Fraction(3, 2)])


def test_a_family_smaller_than_its_p_values_is_refused() -> None:
    message = "^a family is at least as large as what is adjusted: got m=1 for 2$"

    with pytest.raises(ValueError, match=message):
        adjust(exactly(".1 .2"), m=1)
    with pytest.raises(ValueError, match=message):
        adjust_floats([0.1, 0.2], m=1)


@pytest.mark.parametrize("alpha", [float("nan"), -0.05, 1.01])
def test_an_alpha_that_is_no_probability_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match=rf"^alpha lies in \[0, 1\]: got {alpha}$"):
        rejected([0.5], alpha=alpha)


def test_a_table_of_p_values_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^p-values stand in one row: got .* shape \(1, 2\)$"):
        adjust_floats([[0.1, 0.2]])


def test_the_row_that_is_given_is_left_as_it_was() -> None:
    import numpy as np  # noqa: PLC0415 - the other tests need none

    for how in Correction:
        given = np.array([0.04, 0.01, 0.03])
        adjust_floats(given, how)[0] = 0.5
        assert given.tolist() == [0.04, 0.01, 0.03]


def test_a_hundred_thousand_floats_rise_with_the_p_values() -> None:
    raw = [((at * 7919) % 100_003) / 100_003 / 20_000 for at in range(100_000)]

    adjusted = adjust_floats(raw).tolist()

    both = sorted(zip(raw, adjusted, strict=True))
    assert all(one[1] <= other[1] for one, other in pairwise(both))
    assert max(adjusted) == 1.0
    assert both[1] == (both[1][0], both[1][0] * 99_999)
