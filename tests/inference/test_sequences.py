"""Confidence sequences: by the formulas of the paper, and over whole streams."""

import random
from itertools import pairwise

import numpy as np
import pytest

from measurand.inference.sequences import confidence_sequence


def test_the_first_interval_is_all_that_can_be() -> None:
    [found] = confidence_sequence([1])

    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize("rate", [0.05, 0.5, 0.9])
def test_they_are_those_of_the_paper(rate: float) -> None:
    draws = random.Random(22)  # noqa: S311  # inputs of a test
    x = np.array([float(draws.random() < rate) for _ in range(400)])
    t = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    before = np.concatenate([[0.25], variance[:-1]])
    stakes = np.minimum(np.sqrt(2 * np.log(2 / 0.05) / (before * t * np.log(1 + t))), 0.5)
    v = 4 * (x - np.concatenate([[0.5], mean[:-1]])) ** 2
    psi = (-np.log(1 - stakes) - stakes) / 4
    centre = np.cumsum(stakes * x) / np.cumsum(stakes)
    half = (np.log(2 / 0.05) + np.cumsum(v * psi)) / np.cumsum(stakes)
    low = np.maximum.accumulate(np.maximum(centre - half, 0))
    high = np.minimum.accumulate(np.minimum(centre + half, 1))

    found = confidence_sequence(x.tolist())

    assert [one.low for one in found] == pytest.approx(low.tolist())
    assert [one.high for one in found] == pytest.approx(high.tolist())


def test_each_interval_lies_in_the_one_before() -> None:
    found = confidence_sequence([0, 1, 1] * 60)

    assert all(a.low <= b.low and b.high <= a.high for a, b in pairwise(found))


def test_whole_streams_hold_the_mean() -> None:
    draws = random.Random(22)  # noqa: S311  # inputs of a test
    streams = [[float(draws.random() < 0.3) for _ in range(200)] for _ in range(60)]

    lost = sum(not all(i.holds(0.3) for i in confidence_sequence(one)) for one in streams)

    assert lost <= 5


def test_zeros_and_ones_mirror() -> None:
    values = [1.0, 0.0, 0.0, 1.0, 0.0] * 40

    found = confidence_sequence(values)[-1]
    other = confidence_sequence([1 - one for one in values])[-1]

    assert (other.low, other.high) == pytest.approx((1 - found.high, 1 - found.low))


def test_numbers_that_are_no_shares_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        confidence_sequence([2])
