"""Edges of tests and intervals, by hand."""

import re
from fractions import Fraction
from math import isqrt, log, sqrt

import numpy as np
import pytest

from measurand.algebra.draws import generator, philox, stream_key
from measurand.algebra.expression import At, Nothing, Over
from measurand.inference.adjustment import adjust_floats
from measurand.inference.comparison import Comparison
from measurand.inference.effects import Effect, effects
from measurand.inference.exact import OUTSIDE, axis
from measurand.inference.family import Hypothesis, judge
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan, Stream
from measurand.inference.pvalue import PValue
from measurand.inference.resample import raw_halves
from measurand.inference.sign_flip import MONTE_CARLO, sign_flip_sum
from measurand.inference.table import Table
from measurand.inference.table_intervals import Intervals
from measurand.values.score import Defined, Undefined


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

    found = sign_flip_sum(sizes, Plan(replicates=700, stream=Stream.NUMPY), ("all",))

    assert (found.value, found.how) == (Fraction(1), MONTE_CARLO)


RATE = Over(At(0), At(1), Nothing("no sample"))
EXACTLY = Plan(stream=Stream.EXACT)


def exactly(rows: tuple[tuple[Fraction, Fraction], ...]) -> object:
    """Ask for the exact interval of a ratio of sums; each row is there twice."""
    made = Table(rows, (2,) * len(rows), (RATE,))
    return Intervals(made, None, None, EXACTLY).of(0, Defined(Fraction(1, 2)))


def test_the_exact_law_of_a_ratio_takes_bottoms_that_are_not_negative() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    whole = exactly(((Fraction(1), Fraction(2)), (Fraction(2), Fraction(2))))

    # The same ratios with bottoms below 1.
    assert isinstance(whole, Interval)
    assert exactly(((quarter, half), (half, half))) == whole
    assert exactly(((quarter, half), (half, -half))) == Undefined(
        "not feasible: a bottom is negative"
    )


def test_a_score_of_equal_units_is_one_point_though_another_one_is_not() -> None:
    rows = ((Fraction(0), Fraction(3)), (Fraction(1), Fraction(3)))
    made = Table(rows, (1, 1), (At(0), At(1)))
    drawn = np.array([[0.0, 6.0], [1.0, 6.0], [2.0, 6.5]])
    found = Intervals(made, drawn, None, Plan(stream=Stream.NUMPY))

    spread, flat = found.of(0, Defined(Fraction(1))), found.of(1, Defined(Fraction(6)))

    assert isinstance(spread, Interval)
    assert spread.low < 1 < spread.high
    assert isinstance(flat, Interval)
    assert (flat.low, flat.high) == (6.0, 6.0)


def test_what_is_left_out_for_an_empty_reason_was_not_tested() -> None:
    tested = Comparison(
        first=Defined(Fraction(1)),
        second=Defined(Fraction(0)),
        difference=Defined(Fraction(1)),
        interval=Undefined("none"),
        p_value=PValue(Fraction(1, 100), "", Fraction(0)),
        effects=Undefined("none"),
        units=9,
        left_out=0,
    )
    [left_out] = judge([Hypothesis(name="one", found=tested, null="")], Plan())
    [cannot] = judge([Hypothesis(name="one", found=tested, null="the same answers")], Plan())

    assert left_out.adjusted == Undefined("not tested")
    assert cannot.adjusted == Undefined("the same answers")


def test_many_equal_units_are_drawn_as_one_number_but_from_raw_bits_where_the_stream_is_raw() -> (
    None
):
    sizes = [(Fraction(1), 1500), (Fraction(3), 1300)]
    signed = [(Fraction(1), 800), (Fraction(-1), 700), (Fraction(3), 680), (Fraction(-3), 620)]
    observed, words, number = 100 + 3 * 60, ("many",), 400
    counts = [count for _, count in sizes]
    raw = raw_halves(philox(stream_key(words)), counts, number)
    drawn = generator(words).binomial(counts, 0.5, size=(number, 2))

    def p_value(ups: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> Fraction:
        sums = (2 * ups - np.array(counts)) @ np.array([1, 3])
        return Fraction(1 + int((np.abs(sums) >= observed).sum()), number + 1)

    assert p_value(raw) != p_value(drawn)
    for stream, expected in ((Stream.RAW, p_value(raw)), (Stream.NUMPY, p_value(drawn))):
        assert (
            sign_flip_sum(signed, Plan(replicates=number, stream=stream), words).value == expected
        )
