"""Exact quantities and the digits that were printed of them."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.quantity import Quantity, added, signed_root

NAMED_MODES = (
    Rounding.HALF_UP,
    Rounding.HALF_DOWN,
    Rounding.HALF_EVEN,
    Rounding.TRUNCATE,
    Rounding.AWAY,
    Rounding.FLOOR,
    Rounding.CEILING,
)
"""The modes that the decimal module has too: exact, and one result for each value."""
HALF_MODES = (Rounding.HALF_UP, Rounding.HALF_DOWN, Rounding.HALF_EVEN)

decimals = st.integers(0, 6)
units = st.sampled_from(Unit)
ties = st.builds(
    lambda half, places: Fraction(2 * half + 1, 2 * 10**places),
    st.integers(-3000, 3000),
    st.integers(0, 4),
)
finite = ties | st.integers(-(10**9), 10**9).map(lambda n: Fraction(n, 10**7))
rationals = st.fractions(-3, 3, max_denominator=60) | finite | st.fractions(-1000, 1000)
scores = st.fractions(0, 1, max_denominator=400) | ties.filter(lambda tie: 0 <= tie <= 1)
roots: st.SearchStrategy[Quantity] = st.fractions(-9, 9, max_denominator=500).map(signed_root)
enclosed = st.lists(roots | st.integers(-3, 3).map(Fraction), min_size=2, max_size=6).map(added)
"""Sums of roots, some of which fall together; a few are rational, or one root."""
quantities = rationals | roots | enclosed
printed = st.builds(
    lambda digits, places, unit, rounding: Printed(
        Fraction(digits, 10**places), places, unit, rounding
    ),
    st.integers(-(10**4), 10**8) | st.integers(-2, 2),
    decimals,
    units,
    st.sampled_from(Rounding),
)
