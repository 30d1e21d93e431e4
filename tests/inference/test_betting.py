"""Intervals by betting: one value by hand, and what is refused."""

from fractions import Fraction
from math import log, sqrt

import pytest

from measurand.inference.betting import betting_interval


def test_one_value_is_bet_on_by_hand() -> None:
    # The capital after a 1 is 1 + s (1 - m), of the stake s = sqrt(2 log(4) / (1 / 4)): it is
    # 2 / (1 / 2) = 4 where m = 1 - 3 / s; 3/4 of m, the most that is staked, is beyond s there.
    stake = sqrt(2 * log(4) / 0.25)

    found = betting_interval([1], Fraction(1, 2))

    assert found.low == pytest.approx(1 - 3 / stake)
    assert found.high == 1


def test_many_values_that_are_alike_leave_little() -> None:
    widths = [
        (one.high - one.low) for n in (10, 100, 1000) for one in [betting_interval([0.5] * n)]
    ]

    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.006


@pytest.mark.parametrize(
    ("values", "weights", "told"),
    [
        ([], None, "at least one value"),
        ([2], None, "from 0 to 1"),
        ([1], [0], "above 0, up to 1"),
        ([1], [1.5], "above 0, up to 1"),
    ],
)
def test_what_cannot_be_bet_on_is_refused(
    values: list[float], weights: list[float] | None, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        betting_interval(values, weights=weights)
