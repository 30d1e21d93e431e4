"""Signed ranks and McNemar's test on published data and on counts made by hand."""

from fractions import Fraction

import pytest
from scipy.stats import binomtest
from scipy.stats import wilcoxon as by_scipy

from measurand.inference.ranks import LEAST, Ranked, RankLaw, Zeros, mcnemar, wilcoxon
from measurand.values.score import Undefined

# Darwin's maize in eighths of an inch, as in Fisher (1935).
MAIZE = [Fraction(d) for d in (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)]


def test_darwins_maize_has_the_ranks_that_scipy_documents() -> None:
    # scipy.stats.wilcoxon: statistic 24.0, p-value 0.041259765625.
    found = wilcoxon(MAIZE)

    assert found == Ranked(Fraction(24), Fraction("0.041259765625"), exact=True)


def test_the_normal_p_value_of_the_maize_is_that_of_scipy() -> None:
    expected = by_scipy([float(d) for d in MAIZE], method="auto").pvalue

    found = wilcoxon(MAIZE, law=RankLaw.NORMAL)

    # By hand: z = (120 - 2 * 24) / sqrt(sum of r^2 = 1240) = 2.0446, p = .04089.
    assert isinstance(found, Ranked)
    assert float(found.p_value) == pytest.approx(0.04089, abs=5e-6)
    assert float(found.p_value) != expected
    assert not found.exact


@pytest.mark.parametrize(
    ("zeros", "statistic", "p_value"),
    [
        # 0, 1, 1, -2, 3. Without the zero the ranks are 1.5 1.5 -3 4: sums 7 and 3, and of 16
        # patterns 3 + 3 + 1 reach 0, 1.5, 1.5, 3, 3 ... : 0; 1.5 twice; 3 twice, so 2 (5) / 16.
        (Zeros.WILCOX, Fraction(3), Fraction(10, 16)),
        # With the zero ranked 1: 2.5 2.5 -4 5. Sums up to 4: 0, 2.5 twice, 4, so 2 (4) / 16.
        (Zeros.PRATT, Fraction(4), Fraction(8, 16)),
        (Zeros.ZSPLIT, Fraction(9, 2), Fraction(8, 16)),
    ],
)
def test_zeros_are_left_out_ranked_or_split(
    zeros: Zeros, statistic: Fraction, p_value: Fraction
) -> None:
    found = wilcoxon([Fraction(d) for d in (0, 1, 1, -2, 3)], zeros=zeros)

    assert found == Ranked(statistic, p_value, exact=True)


def test_auto_counts_up_to_fifty_without_ties_and_thirteen_with() -> None:
    def exact(number: int, *more: int) -> bool:
        found = wilcoxon([Fraction(d) for d in (*range(1, number + 1), *more)])
        assert isinstance(found, Ranked)
        return found.exact

    assert (exact(50), exact(51)) == (True, False)
    assert (exact(12, -1), exact(13, -1)) == (True, False)
    assert (exact(12, 0), exact(13, 0)) == (True, False)


@pytest.mark.parametrize("number", [1, 14, 60])
def test_a_system_against_itself_has_p_1(number: int) -> None:
    for law in RankLaw:
        found = wilcoxon([Fraction(0)] * number, law=law)
        assert found == Ranked(Fraction(0), Fraction(1), exact=True)


def test_dust_is_not_a_difference_and_exact_numbers_have_none() -> None:
    # As floats 0.3 - (0.1 + 0.2) is -5.6e-17; as what was written it is 0.
    written = Fraction("0.3") - (Fraction("0.1") + Fraction("0.2"))

    found = wilcoxon([written, Fraction(1)])

    assert found == Ranked(Fraction(0), Fraction(1), exact=True)


def test_no_pair_has_no_p_value() -> None:
    assert wilcoxon([]) == Undefined("no pair")


def test_too_many_for_an_exact_count_are_refused() -> None:
    message = r"^exact ranks are counted for up to 250 differences: got 251$"

    with pytest.raises(ValueError, match=message):
        wilcoxon([Fraction(1)] * 251, law=RankLaw.EXACT)


def test_a_normal_p_value_that_underflows_is_not_0() -> None:
    found = wilcoxon([Fraction(1)] * 5000)

    assert found == Ranked(Fraction(0), LEAST, exact=False)


@pytest.mark.parametrize(
    ("fixed", "broken", "p_value"),
    [
        (0, 0, Fraction(1)),
        (0, 1, Fraction(1)),
        (5, 0, Fraction(2, 32)),
        # Ten gains of ten: the 2 of 1024 patterns of the audit.
        (10, 0, Fraction(2, 1024)),
        (1, 9, Fraction(2 * (1 + 10), 1024)),
        (8, 2, Fraction(2 * (1 + 10 + 45), 1024)),
        (4, 4, Fraction(1)),
    ],
)
def test_mcnemar_counts_patterns(fixed: int, broken: int, p_value: Fraction) -> None:
    assert mcnemar(fixed, broken) == p_value


@pytest.mark.parametrize(
    ("fixed", "broken"), [(24_800, 25_200), (24_801, 25_201), (60_000, 61_000)]
)
def test_many_pairs_have_the_binomial_of_scipy(fixed: int, broken: int) -> None:
    expected = binomtest(fixed, fixed + broken).pvalue

    assert float(mcnemar(fixed, broken)) == pytest.approx(expected, rel=1e-10)


def test_a_p_value_of_mcnemar_that_underflows_is_not_0() -> None:
    assert mcnemar(60_000, 0) == LEAST


def test_a_negative_number_of_pairs_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^pairs are counted from 0: got -1 and 2$"):
        mcnemar(-1, 2)
