"""The exact bootstrap on published values, on laws worked by hand, and where it gives up."""

from fractions import Fraction
from statistics import NormalDist

import pytest
from scipy.stats import binom

from measurand.inference.bootstrap_intervals import acceleration, bca_tails
from measurand.inference.exact import axis, exact_mean, exact_ratio, law
from measurand.inference.interval import Ends, Interval, point
from measurand.values.score import Undefined

LEVEL = Fraction(95, 100)
ONE, NONE = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(0))
MISS = (Fraction(0), Fraction(1))
# The sample of the tests of scipy.stats.bootstrap (there from R's boot, by simulation); the ends
# are those of the exact law, found by a 16-fold convolution in our audit of the peers.
SIXTEEN = "10 12 12.5 12.5 13.9 15 21 22 23 34 50 81 89 121 134 213"


def each(text: str) -> list[tuple[Fraction, int]]:
    return [(Fraction(word), 1) for word in text.split()]


@pytest.mark.parametrize(
    ("ends", "low", "high"),
    [
        (Ends.PERCENTILE, 28.8625, 84.2375),
        (Ends.BASIC, 23.75, 79.125),
        (Ends.BCA, 32.24375, 91.4),
    ],
)
def test_the_published_sample_has_the_ends_of_its_exact_law(
    ends: Ends, low: float, high: float
) -> None:
    assert exact_mean(each(SIXTEEN), ends=ends) == Interval(low, high, LEVEL)


def test_the_published_sample_is_near_what_r_simulates() -> None:
    # A million resamples by R's boot, as in the tests of scipy: 28.86 84.21 and 32.31 91.43.
    for ends, low, high in ((Ends.PERCENTILE, 28.86, 84.21), (Ends.BCA, 32.31, 91.43)):
        found = exact_mean(each(SIXTEEN), ends=ends)
        assert isinstance(found, Interval)
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.1)


def test_the_published_sample_has_the_published_acceleration() -> None:
    # u of a mean is (x - mean) / (n - 1); the audit has z0 = .0619299 and a = .0615289.
    values = [value for value, _ in each(SIXTEEN)]
    mean = sum(values) / len(values)

    found = acceleration([(float(value - mean) / 15, 1) for value in values])

    assert found == pytest.approx(0.0615289, abs=5e-8)


def test_the_acceleration_of_two_samples_is_that_of_scipys_tests() -> None:
    # Efron and Tibshirani's mice, difference of means: u scaled as (n - 1) u / n in each sample.
    control = (10, 27, 31, 40, 46, 50, 52, 104, 146)
    treated = (16, 23, 38, 94, 99, 141, 197)
    pulls = [
        (sign * (value - sum(mice) / len(mice)) / len(mice), 1)
        for sign, mice in ((1, control), (-1, treated))
        for value in mice
    ]

    assert abs(acceleration(pulls)) == pytest.approx(0.011008228344026734, rel=1e-12)


def test_bca_moves_both_quantiles_by_bias_and_acceleration() -> None:
    # Efron (1987) for z0 = 0: z / (1 - a z) with z = -+1.959964 and a = .1 is
    # -1.959964 / 1.1959964 = -1.638771 and 1.959964 / .8040036 = 2.437755.
    normal = NormalDist()

    low, high = bca_tails(LEVEL, 0.5, 0.1)

    assert low == pytest.approx(normal.cdf(-1.638771), abs=1e-7)
    assert high == pytest.approx(normal.cdf(-2.437755), abs=1e-7)


def test_bca_moves_both_quantiles_up_where_more_lies_below() -> None:
    # For a = 0 the quantiles are 2 z0 + z: z0 = 1 for a share of .8413447 below.
    normal = NormalDist()

    low, high = bca_tails(LEVEL, normal.cdf(1), 0.0)

    assert low == pytest.approx(normal.cdf(2 - 1.959963985), abs=1e-9)
    assert high == pytest.approx(normal.cdf(-2 - 1.959963985), abs=1e-9)


def test_bca_takes_everything_where_its_formula_runs_over() -> None:
    # 1 - a z <= 0: the quantile has passed every bound.
    assert bca_tails(Fraction(999_999, 1_000_000), 0.5, 0.25)[1] == 0
    assert bca_tails(Fraction(999_999, 1_000_000), 0.5, -0.25)[0] == 0


@pytest.mark.parametrize("below", [0.0, 1.0])
def test_bca_of_one_side_is_refused(below: float) -> None:
    message = rf"^some resampled numbers lie on either side: got {below} of 1 below$"

    with pytest.raises(ValueError, match=message):
        bca_tails(LEVEL, below, 0.0)


def test_an_acceleration_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^an influence that is not 0: got none"):
        acceleration([(0.0, 3)])


def test_two_values_have_a_law_of_three_means() -> None:
    # 0, 1/2, 1 with 1/4, 1/2, 1/4: a tail of 1/4 is met exactly and taken outwards on both sides.
    values = [(Fraction(0), 1), (Fraction(1), 1)]

    assert exact_mean(values, level=Fraction(1, 2)) == Interval(0.0, 1.0, Fraction(1, 2))
    assert exact_mean(values, level=Fraction(49, 100)) == Interval(0.5, 0.5, Fraction(49, 100))


def test_a_ratio_of_two_rows_has_three_ratios() -> None:
    # (1, 1) twice, both, (0, 1) twice: 1, 1/2, 0.
    assert exact_ratio([(ONE, 1), (MISS, 1)], level=Fraction(1, 2)) == Interval(
        0.0, 1.0, Fraction(1, 2)
    )


def test_a_ratio_weighs_samples_by_their_bottoms() -> None:
    # (3, 4) and (0, 1): 3/4 with 1/4, 3/5 with 1/2, 0 with 1/4; tails of 3/10 leave 3/5 alone.
    rows = [((Fraction(3), Fraction(4)), 1), (MISS, 1)]

    assert exact_ratio(rows, level=Fraction(2, 5)) == Interval(0.6, 0.6, Fraction(2, 5))


@pytest.mark.parametrize(("hits", "n"), [(3, 10), (20, 1000), (33_333, 100_000), (1, 1_000_000)])
def test_yes_and_no_have_the_quantiles_of_the_binomial(hits: int, n: int) -> None:
    found = exact_mean([(Fraction(1), hits), (Fraction(0), n - hits)])

    low, high = (int(binom.ppf(tail, n, hits / n)) for tail in (0.025, 0.975))
    assert found == Interval(low / n, high / n, LEVEL)


@pytest.mark.parametrize("n", [1000, 100_000, 1_000_000])
def test_probabilities_are_as_near_as_is_said(n: int) -> None:
    counts = (n - n // 3, n // 3)
    sums = axis([Fraction(0), Fraction(1)], counts)

    chances = law(sums, axis([Fraction(1), Fraction(1)], counts), counts)[:, 0]

    exact = binom.cdf(range(sums.first, sums.first + sums.cells), n, counts[1] / n)
    assert sums.cells < n
    assert float(abs(chances.cumsum() - exact).max()) < 1e-12 + 1e-15 * n


def test_a_hundred_thousand_differences_take_a_window_only() -> None:
    counts = [3000, 94_500, 2500]

    sums = axis([Fraction(-1), Fraction(0), Fraction(1)], counts)

    assert sums.cells < 2000
    assert isinstance(
        exact_mean(zip((Fraction(-1), Fraction(0), Fraction(1)), counts, strict=True)), Interval
    )


def test_nothing_has_no_interval() -> None:
    assert exact_mean([]) == Undefined("no sample")
    assert exact_ratio([]) == Undefined("no sample")


@pytest.mark.parametrize("ends", Ends)
@pytest.mark.parametrize("count", [1, 60])
def test_samples_that_are_all_equal_give_a_flagged_point(ends: Ends, count: int) -> None:
    # scipy's BCa gives nan, nan here.
    found = exact_mean([(Fraction(1, 2), count)], ends=ends)

    assert found == point(0.5, LEVEL, "all samples are equal")


@pytest.mark.parametrize("ends", Ends)
def test_samples_of_one_ratio_give_a_flagged_point(ends: Ends) -> None:
    rows = [((Fraction(1), Fraction(2)), 3), ((Fraction(2), Fraction(4)), 1)]

    assert exact_ratio(rows, ends=ends) == point(0.5, LEVEL, "all samples have one ratio")


def test_a_resample_that_divides_by_nothing_needs_a_value() -> None:
    rows = [(ONE, 1), (NONE, 1)]

    assert exact_ratio(rows) == Undefined("a resample divides by 0 with probability 0.25")
    assert exact_ratio(rows, nothing=Fraction(0)) == Interval(0.0, 1.0, LEVEL)
    assert exact_ratio(rows, nothing=Fraction(1)) == point(1.0, LEVEL, "all samples have one ratio")


def test_a_resample_that_divides_by_nothing_once_in_ages_plays_no_part() -> None:
    rows = [(ONE, 100), (MISS, 100), (NONE, 5)]

    found = exact_ratio(rows)

    assert isinstance(found, Interval)
    assert found == exact_ratio(rows, nothing=Fraction(1, 2))


def test_bottoms_of_0_give_a_ratio_only_if_it_is_said() -> None:
    why = "the bottoms of all samples are 0"

    assert exact_ratio([(NONE, 4)]) == Undefined(why)
    assert exact_ratio([(NONE, 4)], nothing=Fraction(1)) == point(1.0, LEVEL, why)


def test_bca_needs_something_left_without_each_sample() -> None:
    found = exact_ratio([(ONE, 1), (NONE, 1)], ends=Ends.BCA, nothing=Fraction(0))

    assert found == Undefined("without one of the samples the ratio divides by 0")


def test_a_lattice_that_is_too_fine_is_not_feasible() -> None:
    # In steps of 1 / (10,007 x 10,009) the largest is 10,009, and three of it 30,027.
    fine = [(Fraction(1, 10_007), 1), (Fraction(1, 10_009), 1), (Fraction(0), 1)]

    found = exact_mean(fine, cells=30_027)

    assert found == Undefined("not feasible: 30028 cells, and 30027 are the most")
    assert isinstance(exact_mean(fine, cells=30_028), Interval)


def test_floats_of_any_size_are_refused_in_words() -> None:
    wild = [(Fraction(value), 1) for value in (5e-324, 0.1, 1e308)]

    found = exact_mean(wild)

    assert isinstance(found, Undefined)
    assert found.reason.startswith("not feasible: about 2^")


def test_ratios_beyond_what_floats_order_are_not_feasible() -> None:
    rows = [((Fraction(0), Fraction(10**8)), 2), ((Fraction(1), Fraction(10**8 + 1)), 2)]

    assert exact_ratio(rows) == Undefined("not feasible: sums of 400000004 lattice steps")


def test_a_tail_below_rounding_is_not_feasible() -> None:
    level = 1 - Fraction(1, 10**10)

    found = exact_mean([(Fraction(0), 50), (Fraction(1), 50)], level=level)

    assert found == Undefined("not feasible: a tail of 5e-11 is below what floats tell")


def test_rows_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^a row is there at least once: got 0$"):
        exact_mean([(Fraction(1), 0)])
    with pytest.raises(ValueError, match=r"^a bottom is not negative: got -1$"):
        exact_ratio([((Fraction(1), Fraction(-1)), 1)])
    with pytest.raises(ValueError, match=r"^a level of confidence lies between 0 and 1: got 1,"):
        exact_mean([(Fraction(1), 1)], level=Fraction(1))
