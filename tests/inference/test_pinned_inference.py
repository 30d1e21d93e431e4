"""Edges of tests and intervals, by hand."""

import re
from fractions import Fraction
from math import isqrt, log, sqrt

import numpy as np
import pytest

from measurand.inference.effects import Effect, effects
from measurand.inference.lattice import OUTSIDE, axis
from measurand.inference.multiple import adjust_floats
from measurand.inference.plan import Plan, Stream
from measurand.inference.swap import MONTE_CARLO, flip


def refused(message: str) -> "pytest.RaisesExc[ValueError]":
    return pytest.raises(ValueError, match=f"^{re.escape(message)}$")


def test_two_differences_have_a_standardised_mean() -> None:
    # Differences 1 and 3: mean 2, standard deviation sqrt(((1-2)^2 + (3-2)^2) / 1) = sqrt(2).
    found = effects(np.array([[4.0, 10.0, 2.0]]), None, 2, Plan(stream=Stream.EXACT))

    assert isinstance(found.standardised, Effect)
    assert found.standardised.value == pytest.approx(2 / sqrt(2), abs=1e-12)
    assert found.dominance.value == 1.0


@pytest.mark.parametrize(
    ("p_values", "shown"),
    [
        ([0.0, 1.0, 2.0], "2.0 at place 2"),
        ([1.0, -0.5, 2.0], "-0.5 at place 1"),
        ([0.0, float("nan")], "nan at place 1"),
    ],
)
def test_the_first_p_value_outside_the_unit_interval_is_named(
    p_values: list[float], shown: str
) -> None:
    with refused(f"a p-value lies in [0, 1]: got {shown}"):
        adjust_floats(p_values)


def test_a_window_is_as_wide_as_bernstein_says() -> None:
    # 5,000 units of 0 and 5,000 of 1/2, in steps of 1/2: the spread is 5000 - 5000^2 / 10000.
    found = axis([Fraction(0), Fraction(1, 2)], [5000, 5000])
    nats = Fraction(-log(OUTSIDE / 2))
    half = int(nats / 3) + isqrt(int(2 * nats * 2500)) + 2

    assert (found.least, found.step, found.places) == (Fraction(0), Fraction(1, 2), (0, 1))
    assert (found.first, found.cells) == (5000 - half, 2 * half + 1)


def test_every_pattern_is_as_far_from_nothing_as_no_difference() -> None:
    # Each size is there once with either sign: the sum is 0, and no pattern comes nearer to 0.
    # So many sizes are drawn in several parts of a block.
    sizes = [(Fraction(sign * (2 * at + 1)), 1) for at in range(2_500) for sign in (1, -1)]

    found = flip(sizes, Plan(replicates=700, stream=Stream.NUMPY), ("all",))

    assert (found.value, found.how) == (Fraction(1), MONTE_CARLO)
