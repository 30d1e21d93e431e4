"""What a judge is biased by: slopes and errors by hand, and by leaving out and fitting again."""

import random
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from measurand.inference.judge_bias import BiasEffect, bias_effects
from measurand.values.score import Undefined

Numbers = list[float]
OF_NO_ERROR = "the judge is nowhere off that line: nothing tells an error"


def effects(
    off: Numbers, covariates: dict[str, Numbers], clusters: list[int] | None = None
) -> tuple[BiasEffect, ...]:
    found = bias_effects(off, covariates, clusters=clusters)
    assert not isinstance(found, Undefined)
    return found


def test_two_groups_differ_by_their_means() -> None:
    # Means 1/4 and 3/4 of four each: leverages are 1/4, so HC3 is 16/9 of the squares, each half
    # 3/4 / 16: 2 * 3/4 * 16/9 / 16 = 1/6.
    [found] = effects([0, 0, 0, 1, 1, 1, 1, 0], {"long": [0, 0, 0, 0, 1, 1, 1, 1]})

    half = float(stats.t.ppf(0.975, 6)) * sqrt(1 / 6)
    assert found.slope == pytest.approx(0.5)
    assert (found.interval.low, found.interval.high) == pytest.approx((0.5 - half, 0.5 + half))
    assert float(found.p_value.value) == pytest.approx(2 * stats.t.sf(0.5 / sqrt(1 / 6), 6))


def refitted(rows: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.linalg.lstsq(rows, y, rcond=None)[0], dtype=np.float64)


def freedom(pulls: Numbers) -> float:
    """Take degrees of freedom as Satterthwaite does: 2 mean^2 / variance, of the sum of squares."""
    mean = sum(one**2 for one in pulls) / len(pulls)
    variance = sum((one**2 - mean) ** 2 for one in pulls)
    return 2 * (mean * len(pulls)) ** 2 / variance


@pytest.mark.parametrize("members", [1, 3])
def test_errors_are_those_of_leaving_out_and_fitting_again(members: int) -> None:
    draws = random.Random(22)  # noqa: S311  # inputs of a test
    number = 36
    length = [draws.gauss(200, 80) for _ in range(number)]
    own = [float(draws.random() < 0.5) for _ in range(number)]
    off = [float(draws.choice((-1, 0, 0, 1))) for _ in range(number)]
    groups = [at // members for at in range(number)]
    rows, y = np.stack([np.ones(number), length, own], axis=1), np.array(off)
    every = refitted(rows, y)
    names = np.array(groups)
    left = [refitted(rows[names != one], y[names != one]) - every for one in sorted(set(groups))]
    units = number // members
    share = 1.0 if members == 1 else (units - 1) / units
    squares = share * (np.array(left) ** 2).sum(axis=0)
    alike = ((y - rows @ every) ** 2).sum() / (number - 3) * np.diag(np.linalg.pinv(rows.T @ rows))

    found = effects(off, {"length": length, "own": own}, None if members == 1 else groups)

    expected = [
        float(np.sqrt(max(squares[at], alike[at])))
        * float(stats.t.ppf(0.975, min(units - 3, freedom([float(one[at]) for one in left]))))
        for at in (1, 2)
    ]
    halves = [(one.interval.high - one.interval.low) / 2 for one in found]
    assert halves == pytest.approx(expected, rel=1e-6)
    assert [one.slope for one in found] == pytest.approx([every[1], every[2]])


def test_p_values_are_adjusted_by_holm() -> None:
    found = effects([0, 1, 0, 1, 1, 0, 1, 1], {"a": [1, 2, 3, 4, 5, 6, 7, 9], "b": [0, 1] * 4})

    raw = [one.p_value.value for one in found]
    assert min(one.adjusted for one in found) == min(Fraction(1), 2 * min(raw))


@pytest.mark.parametrize(
    ("off", "covariates", "why"),
    [
        ([0, 1], {"a": [0, 1]}, "2 units for 2 coefficients"),
        ([0, 1, 1], {"a": [2, 2, 2]}, "a covariate is constant, or a line of the others"),
        ([0, 1, 1, 0], {"a": [1, 0, 0, 0]}, "a coefficient hangs on one unit alone"),
        # A judge that is off nowhere, or by just so much more for each: errors would be 0.
        ([0, 0, 0, 0], {"a": [1, 2, 3, 5]}, OF_NO_ERROR),
        ([1, 2, 3, 5], {"a": [3, 6, 9, 15]}, OF_NO_ERROR),
    ],
)
def test_what_no_line_can_tell_is_undefined(
    off: Numbers, covariates: dict[str, Numbers], why: str
) -> None:
    assert bias_effects(off, covariates) == Undefined(why)


def test_lengths_that_differ_are_refused() -> None:
    with pytest.raises(ValueError, match="got lengths"):
        bias_effects([0, 1], {"a": [0]})


def test_one_sample_that_is_off_is_no_certainty() -> None:
    # It stands at the mean of the covariate, so that no sample pulls: HC3 alone is near 0. By least
    # squares the error is sqrt(8 / 9 / 7 / 60), as squares of -4 to 4 add up to 60.
    [found] = effects([0, 0, 0, 0, 1, 0, 0, 0, 0], {"long": [-4, -3, -2, -1, 0, 1, 2, 3, 4]})

    assert found.slope == pytest.approx(0)
    assert found.interval.high > float(stats.t.ppf(0.975, 7)) * sqrt(8 / 9 / 7 / 60)
