"""Our order of additions is that of numpy, to the last bit."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.metrics.compat.pairwise_sums import (
    in_pairs,
    mean_of_numbers,
    plain_mean,
    weighted_mean,
)

finite = st.floats(-1e6, 1e6)
shares = st.floats(0, 1)


@given(st.lists(finite, max_size=40))
def test_sums_of_few_are_those_of_numpy(values: list[float]) -> None:
    assert in_pairs(values) == float(np.sum(np.array(values, dtype=np.float64)))


@pytest.mark.parametrize("size", [*range(120, 140), 255, 256, 257, 1000, 4099])
def test_sums_of_many_are_those_of_numpy(size: int) -> None:
    values = [1 / (number + 3) for number in range(size)]

    assert in_pairs(values) == float(np.sum(np.array(values)))


@given(st.lists(shares, min_size=1, max_size=40))
def test_means_are_those_of_numpy(values: list[float]) -> None:
    assert plain_mean(values) == float(np.mean(np.array(values)))


@given(st.lists(shares | st.just(float("nan")), min_size=1, max_size=40))
def test_means_of_numbers_are_those_of_numpy(values: list[float]) -> None:
    found = mean_of_numbers(values)

    if all(map(isnan, values)):
        assert isnan(found)
    else:
        assert found == float(np.nanmean(np.array(values)))


@given(st.lists(st.tuples(shares, st.integers(0, 99)), min_size=1, max_size=40))
def test_weighted_means_are_those_of_numpy(pairs: list[tuple[float, int]]) -> None:
    values, weights = [one for one, _ in pairs], [weight for _, weight in pairs]

    found = weighted_mean(values, [float(weight) for weight in weights])

    if any(weights):
        assert found == float(np.average(np.array(values), weights=np.array(weights)))
    else:
        assert found == plain_mean(values)
