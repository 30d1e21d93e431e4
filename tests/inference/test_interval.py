"""Intervals that cannot be are refused."""

from fractions import Fraction

import pytest

from measurand.inference.interval import Interval, point

LEVEL = Fraction(9, 10)


def test_the_ends_belong_to_an_interval() -> None:
    interval = Interval(0.0, 0.5, LEVEL)

    assert [interval.holds(value) for value in (-0.1, 0, Fraction(1, 2), 0.51)] == [
        False,
        True,
        True,
        False,
    ]


def test_an_interval_that_runs_down_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^an interval runs upwards: got \[0.5, 0.25\]$"):
        Interval(0.5, 0.25, LEVEL)


@pytest.mark.parametrize("end", [float("nan"), float("inf")])
def test_an_end_that_is_no_finite_number_is_refused(end: float) -> None:
    with pytest.raises(ValueError, match=r"^the ends of an interval are finite numbers: got "):
        Interval(0.0, end, LEVEL)


def test_a_flag_on_what_is_no_point_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a degenerate interval is a point: got \[0.0, 1.0\]$"):
        Interval(0.0, 1.0, LEVEL, "one sample")


def test_a_point_that_the_data_gave_need_not_be_flagged() -> None:
    assert Interval(1.0, 1.0, LEVEL).degenerate is None
    assert point(1.0, LEVEL, "one sample").degenerate == "one sample"
