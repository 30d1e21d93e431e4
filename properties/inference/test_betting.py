"""Intervals by betting: against the capital multiplied up, mirrored, and exact by enumeration."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.betting import betting_interval
from properties.oracles import betting as oracle
from properties.strategies.effort import half

SLACK = 1e-9
LEVELS = (Fraction(1, 2), Fraction(9, 10), Fraction(19, 20), Fraction(9999, 10000))
halves = st.sampled_from((0.0, 0.5, 1.0))
quarters = st.integers(0, 4).map(lambda number: number / 4)


@st.composite
def weighted(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    values = draw(st.lists(st.one_of(halves, quarters, st.floats(0, 1)), min_size=1, max_size=12))
    sizes = st.sampled_from((0.25, 0.5, 1.0))
    return values, draw(st.lists(sizes, min_size=len(values), max_size=len(values)))


@half
@given(weighted(), st.sampled_from(LEVELS))
def test_the_lower_end_is_where_the_capital_is_what_it_has_to_be(
    drawn: tuple[list[float], list[float]], level: Fraction
) -> None:
    values, sizes = drawn
    missed = float(1 - level)
    wanted = 2 / missed

    low = betting_interval(values, level, weights=sizes).low

    if low > SLACK:
        assert oracle.capital(values, low - SLACK, missed, sizes) >= wanted * (1 - SLACK)
    if low + SLACK < 1:
        assert oracle.capital(values, low + SLACK, missed, sizes) <= wanted * (1 + SLACK)


@half
@given(st.lists(quarters, min_size=1, max_size=30), st.sampled_from(LEVELS))
def test_zeros_and_ones_mirror(values: list[float], level: Fraction) -> None:
    found = betting_interval(values, level)
    other = betting_interval([1 - one for one in values], level)

    # Mirrored, it is the same interval; where both ends crossed, the lower one stands.
    if found.low < found.high and other.low < other.high:
        assert (other.low, other.high) == (1 - found.high, 1 - found.low)


def missing(law: Sequence[Fraction], number: int, level: Fraction) -> Fraction:
    """Give the probability that the interval misses the mean, over all samples of a law."""
    worth = (Fraction(0), Fraction(1, 2), Fraction(1))
    mean = sum((p * x for p, x in zip(law, worth, strict=True)), start=Fraction(0))
    lost = Fraction(0)
    for sample in product(range(3), repeat=number):
        found = betting_interval([worth[one] for one in sample], level)
        if not found.low - SLACK <= mean <= found.high + SLACK:
            lost += prod((law[one] for one in sample), start=Fraction(1))
    return lost


@half
@given(
    st.tuples(*(st.integers(0, 9) for _ in range(3))).filter(any),
    st.integers(1, 4),
    st.sampled_from((Fraction(1, 5), Fraction(1, 2), Fraction(4, 5))),
)
def test_whatever_values_are_drawn_from_the_mean_is_missed_as_seldom_as_is_said(
    counts: tuple[int, int, int], number: int, level: Fraction
) -> None:
    law = [Fraction(one, sum(counts)) for one in counts]

    assert missing(law, number, level) <= 1 - level
