"""The statistics oracle has the published values, and agrees with itself where two ways lead."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

from properties.oracles import stats, stats_multiple
from properties.oracles.mersenne import Mersenne

# Darwin's maize: crossed less self-fertilised, in eighths of an inch (Fisher, 1935).
MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

# The example of scipy's tests of BCa, from R's boot.
SKEWED = [
    Fraction(text)
    for text in "10 12 12.5 12.5 13.9 15 21 22 23 34 50 81 89 121 134 213".split()  # noqa: SIM905 - as printed
]
LEVEL = Fraction(95, 100)

# A line of ten raw p-values: R's multtest, and the test file of statsmodels.
RAW = [
    ".838541367553",
    ".642193923795",
    ".680845947633",
    ".967833824309",
    ".71626938238",
    ".177096952723",
    "5.23656777208e-5",
    ".0202732688798",
    ".00028140506198",
    ".0149877310796",
]
SMALLEST_FOUR = {
    6: ".00052365677720800005",
    8: ".0025326455578199999",
    9: ".11990184863680001",
    7: ".14191288215860001",
}


def fractions(*texts: str) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def whole(*numbers: int) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


@pytest.mark.parametrize("seed", [0, 1, 42, 3007, 2**32 - 1])
def test_the_generator_is_numpys(seed: int) -> None:
    sizes = (1, 2, 3, 0, 7, 10, 64, 700, 5)
    theirs = np.random.RandomState(seed)
    ours = Mersenne(seed)
    for size in sizes:
        assert ours.permutation(size) == theirs.permutation(size).tolist()
    for size in sizes[:2] + sizes[4:]:
        assert ours.integers(size, 50) == theirs.randint(0, size, size=50).tolist()


@pytest.mark.parametrize("n", [1, 2, 5, 13, 40])
def test_the_legacy_bootstrap_is_the_one_drawn_at_a_stroke(n: int) -> None:
    d = np.random.RandomState(n).normal(0.3, 1, size=n)
    stream = np.random.RandomState(7)
    boot = d[stream.randint(0, n, size=(500, n))].mean(axis=1)
    found = stats.legacy_bootstrap(d.tolist(), n_boot=500, seed=7)
    assert found.mean == d.mean()
    tail = (1 - 0.95) / 2  # a float a little above .025, which moves the last bits of the ends
    assert found.low == np.quantile(boot, tail)
    assert found.high == np.quantile(boot, 1 - tail)
    assert found.p == min(1, 2 * min((boot >= 0).mean(), (boot <= 0).mean()))


def test_the_legacy_bootstrap_keeps_the_quirks_that_it_is_known_for() -> None:
    assert stats.legacy_bootstrap([]) == (0, 0, 0, 1)
    assert stats.legacy_bootstrap([0.25], 50) == (0.25, 0.25, 0.25, 0)
    assert stats.legacy_bootstrap([0.0, 0.0, 0.0], 50) == (0, 0, 0, 1)
    assert stats.legacy_bootstrap([0.1, 0.1, 0.1], 50).p == 0
    assert stats.legacy_bootstrap([0.3 - (0.1 + 0.2)], 50).p == 0
    broken = stats.legacy_bootstrap([0.1, math.nan], 50)
    assert broken.p == 0
    assert math.isnan(broken.low)
    assert math.isnan(broken.high)
    with pytest.raises(IndexError):
        stats.legacy_bootstrap([0.1], 0)


def test_darwins_maize_has_the_count_that_fisher_gave() -> None:
    d = whole(*MAIZE)
    assert sum(d) == 314
    assert stats.sign_flip(d, "greater") == Fraction(863, 32768)
    assert stats.sign_flip(d) == Fraction(1726, 32768)


def test_ten_gains_are_two_patterns_of_1024() -> None:
    assert stats.sign_flip(whole(*range(1, 11))) == Fraction(2, 1024)
    assert stats.sign_flip(whole(1, 1, 1)) == Fraction(1, 4)
    assert stats.sign_flip(whole(0, 0)) == 1
    assert stats.sign_flip([]) == 1


def test_swapping_sides_is_flipping_signs_where_the_statistic_is_the_mean() -> None:
    left, right = whole(4, 1, 7, 7, 2), whole(1, 3, 2, 7, 0)
    d = [a - b for a, b in zip(left, right, strict=True)]
    for alternative in ("two_sided", "greater", "less"):
        swapped = stats.swap_test(left, right, stats.mean, alternative)
        assert swapped == stats.sign_flip(d, alternative)
        together = stats.swap_test(left, right, stats.mean, alternative, groups=(0, 1, 0, 2, 1))
        clusters = [[d[0], d[2]], [d[1], d[4]], [d[3]]]
        assert together == stats.cluster_sign_flip(clusters, alternative)


def test_swapping_reads_the_statistic_of_whole_sides() -> None:
    def largest(rows: object) -> Fraction:
        assert isinstance(rows, list)
        return Fraction(max(rows))

    # The four patterns: 9 - 2 as it is, 9 - 3, 3 - 9 and 2 - 9.
    assert stats.swap_test([9, 3], [1, 2], largest, "greater") == Fraction(1, 4)
    assert stats.swap_test([9, 3], [1, 2], largest, "less") == 1
    assert stats.swap_test([9, 3], [1, 2], largest) == Fraction(2, 4)


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (0, 0, Fraction(1)),
        (0, 1, Fraction(1)),  # an asymptotic test says .317
        (0, 5, Fraction(1, 16)),
        (0, 10, Fraction(2, 1024)),
        (1, 8, Fraction(20, 512)),
        (4, 4, Fraction(1)),
    ],
)
def test_mcnemar_is_the_flip_of_the_pairs_that_disagree(b: int, c: int, p: Fraction) -> None:
    assert stats.mcnemar(b, c) == stats.mcnemar(c, b) == p
    assert stats.sign_flip(whole(*[1] * b, *[-1] * c)) == p
    if b + c:
        assert float(p) == pytest.approx(binomtest(b, b + c).pvalue, rel=1e-12)


def test_every_resample_is_every_sequence() -> None:
    values = whole(3, -1, 4, 4)
    law: stats.Law = {}
    for chosen in product(values, repeat=4):
        value = stats.mean(chosen)
        law[value] = law.get(value, Fraction(0)) + Fraction(1, 4**4)
    assert stats.bootstrap_law(values, stats.mean) == law
    assert stats.mean_law(values) == law
    assert stats.cluster_law([[value] for value in values]) == law
    assert sum(law.values()) == 1


def test_two_values_have_the_binomial_law() -> None:
    law = stats.mean_law(whole(1, 1, 0, 0, 0, 0))
    for k in range(7):
        chance = math.comb(6, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (6 - k)
        assert law[Fraction(k, 6)] == chance


def test_clusters_are_drawn_whole_and_weigh_what_they_hold() -> None:
    law = stats.cluster_law([whole(1, 1, 1), whole(0)])
    quarter = Fraction(1, 4)
    assert law == {Fraction(1): quarter, Fraction(3, 4): 2 * quarter, Fraction(0): quarter}


def test_the_exact_intervals_of_the_skewed_example_are_the_published_ones() -> None:
    law = stats.mean_law(SKEWED)
    observed = stats.mean(SKEWED)
    assert stats.percentile(law, LEVEL) == (Fraction("28.8625"), Fraction("84.2375"))
    assert stats.basic(law, observed, LEVEL) == (Fraction("23.75"), Fraction("79.125"))
    assert stats.bca(SKEWED, stats.mean, LEVEL, law) == (Fraction("32.24375"), Fraction("91.4"))
    assert stats.bias(law, observed) == pytest.approx(0.0619299, abs=5e-8)
    a = stats.acceleration(stats.left_out(SKEWED, stats.mean))
    assert a == pytest.approx(0.0615289, abs=5e-8)


def test_the_acceleration_of_two_samples_is_the_published_one() -> None:
    y = whole(10, 27, 31, 40, 46, 50, 52, 104, 146)
    z = whole(16, 23, 38, 94, 99, 141, 197)
    of_y = [stats.mean(z) - value for value in stats.left_out(y, stats.mean)]
    of_z = [value - stats.mean(y) for value in stats.left_out(z, stats.mean)]
    assert stats.acceleration(of_z, of_y) == pytest.approx(0.011008228344026734, rel=1e-12)


def test_holm_adjusts_the_published_lines() -> None:
    found = stats.holm(fractions(*RAW))
    for at, p in enumerate(found):
        assert float(p) == pytest.approx(float(SMALLEST_FOUR.get(at, "1")), rel=1e-9)
    twelve = fractions(".002", ".004", ".006", ".008", ".010", ".012")
    wanted = fractions(".012", ".02", ".024", ".024", ".024", ".024")
    assert stats.holm(twelve) == wanted
    ten = fractions(*(f".00{k}" for k in range(1, 6)), *(f".0{k}" for k in range(5, 10)))
    assert stats.holm(ten) == fractions(".01", ".018", ".024", ".028", ".03", *[".25"] * 5)


def test_holm_is_the_closure_of_bonferroni() -> None:
    for line in (RAW[:6], RAW[4:], [".04", ".01", ".03", ".01"], ["1"], []):
        assert stats.holm(fractions(*line)) == stats_multiple.closed(fractions(*line))


def test_holm_of_a_larger_family_counts_the_tests_that_are_not_there() -> None:
    assert stats.holm(fractions(".01", ".03"), m=5) == fractions(".05", ".12")
    assert stats_multiple.bonferroni(fractions(".01", ".3"), m=5) == fractions(".05", "1")


def test_stepping_down_rejects_what_is_adjusted_to_the_level() -> None:
    # Floats as they are: .05 / 11 has been rejected and adjusted to more than .05 elsewhere.
    for alpha in (0.01, 0.05, 0.1):
        for m in range(1, 60):
            p_values = [Fraction(alpha / m), *[Fraction(1)] * (m - 1)]
            adjusted = stats.holm(p_values)
            level = Fraction(alpha)
            assert stats.holm_rejects(p_values, level) == [p <= level for p in adjusted]


def test_the_other_corrections_on_a_line_worked_by_hand() -> None:
    line = fractions(".01", ".04", ".03")
    assert stats.holm(line) == fractions(".03", ".06", ".06")
    assert stats_multiple.hochberg(line) == fractions(".03", ".04", ".04")
    assert stats_multiple.benjamini_hochberg(line) == fractions(".03", ".04", ".04")
    assert stats_multiple.bonferroni(line) == fractions(".03", ".12", ".09")
