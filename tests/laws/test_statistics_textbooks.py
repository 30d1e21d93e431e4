"""The textbook forms that laws of statistics hold answers to, against printed values."""

from fractions import Fraction

import pytest

from measurand.laws.kinds.adjust import bh_of, by_of, hochberg_of, holm_of
from measurand.laws.kinds.interval import upper_tail
from measurand.laws.kinds.paired import exchangeable, flipped


def test_holm_multiplies_by_what_is_left_and_never_falls() -> None:
    # Six p-values .002, .004, ..., .012: the test file of statsmodels, after R multtest.
    found = holm_of([0.002, 0.004, 0.006, 0.008, 0.01, 0.012])

    assert [float(p) for p in found] == pytest.approx([0.012, 0.02, 0.024, 0.024, 0.024, 0.024])


def test_holm_of_values_in_another_order_stays_beside_its_tests() -> None:
    found = holm_of([0.2, 0.001, 0.03])

    assert [float(p) for p in found] == pytest.approx([0.2, 0.003, 0.06])


def test_hochberg_takes_the_smallest_from_the_largest_on() -> None:
    # By hand: 1 * .04, 2 * .03 and 3 * .01; from the largest on .04, .04, .03.
    found = hochberg_of([0.01, 0.04, 0.03])

    assert [float(p) for p in found] == pytest.approx([0.03, 0.04, 0.04])


def test_benjamini_yekutieli_is_benjamini_hochberg_times_the_harmonic_sum() -> None:
    # By hand: 3/1 * .01, 3/2 * .03, 3/3 * .04; the sum 1 + 1/2 + 1/3 is 11/6.
    plain, dependent = bh_of([0.01, 0.04, 0.03]), by_of([0.01, 0.04, 0.03])

    assert [float(p) for p in plain] == pytest.approx([0.03, 0.04, 0.04])
    assert [float(p) for p in dependent] == pytest.approx([0.055, 0.0733333333, 0.0733333333])


def test_darwins_maize_is_not_quite_significant() -> None:
    # Fisher (1935), ch. 3: 15 differences in eighths of an inch; 863 of 32768 are as large.
    maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

    assert flipped(maize, [0] * 15) == Fraction(1726, 32768)


def test_neither_of_exchangeable_rows_is_better() -> None:
    rows = exchangeable(300)

    ahead = sum(sum(first) > sum(second) for first, second in rows)
    behind = sum(sum(first) < sum(second) for first, second in rows)

    assert len(rows) == 300
    assert abs(ahead - behind) < 5 * 300**0.5


def test_the_upper_tail_at_the_end_of_clopper_and_pearson_is_half_of_alpha() -> None:
    # 60 of 60: .94037 (R, binom.test).
    assert upper_tail(60, 60, 0.94037) == pytest.approx(0.025, rel=1e-3)
