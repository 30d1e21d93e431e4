"""THE LAW of decimals: two intervals that do not meet do not meet as they are written, either."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.interval import Interval
from measurand.edges.report.doubts import decimals

ends = st.fractions(min_value=0, max_value=200, max_denominator=10**6)
widths = st.fractions(min_value=0, max_value=10, max_denominator=10**6)
gaps = st.builds(
    lambda part, power: Fraction(part, 10**power), st.integers(1, 10**6), st.integers(1, 40)
)


@given(
    low=ends,
    width=widths,
    gap=gaps,
    other=widths,
    below=st.booleans(),
    scale=st.sampled_from([Fraction(1), Fraction(100)]),
    digits=st.integers(0, 8),
)
def test_written_intervals_hold_the_real_ones_and_do_not_meet(  # noqa: PLR0913  # one of each
    *,
    low: Fraction,
    width: Fraction,
    gap: Fraction,
    other: Fraction,
    below: bool,
    scale: Fraction,
    digits: int,
) -> None:
    lower = Interval(low, low + width)
    upper = Interval(lower.high + gap, lower.high + gap + other)
    printed, allowed = (upper, lower) if below else (lower, upper)

    written = decimals(printed, allowed, scale=scale, digits=digits)

    for real, text in zip((printed, allowed), written, strict=True):
        assert Fraction(text[0]) <= real.low * scale
        assert real.high * scale <= Fraction(text[1])
    first, second = reversed(written) if below else written
    assert Fraction(first[1]) < Fraction(second[0])
