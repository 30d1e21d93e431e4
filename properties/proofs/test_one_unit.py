"""Shares among percent: what is rounded alike is in one unit, a share among its like is odd."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.rounding import rounded
from measurand.auditing.proofs.closed.ranges import shares_among_percent
from measurand.auditing.proofs.finding import Finding
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.verdict import TableVerdict
from properties.strategies.effort import third
from properties.strategies.numbers import NAMED_MODES

ROLES = st.sampled_from((Role.RATE, Role.F, Role.PRECISION, Role.MCC, Role.SHARE, Role.FPR))
RATES = st.fractions(0, 1, max_denominator=2000)
MODES = st.sampled_from((*NAMED_MODES, Rounding.DECIMAL))


def a_column(role: Role, cells: list[Printed]) -> Sheet:
    """Make a table of one column of scores."""
    rows = (Row(label=f"r{at}", cells=(("x", cell),)) for at, cell in enumerate(cells))
    return Sheet(columns=(Column(name="x", role=role),), rows=tuple(rows))


def in_percent(value: Fraction, places: int, mode: Rounding) -> Printed:
    """Print a number as it stands in a column of percent."""
    return Printed(rounded(value, places, mode), places, Unit.PERCENT, Rounding.DECIMAL)


def asked(sheet: Sheet) -> list[Finding]:
    """Ask the rule alone."""
    return list(shares_among_percent(sheet))


@third
@given(ROLES, st.lists(RATES, min_size=1, max_size=12), st.integers(0, 4), MODES)
def test_percent_that_are_rounded_alike_are_in_one_unit(
    role: Role, values: list[Fraction], places: int, mode: Rounding
) -> None:
    assert asked(a_column(role, [in_percent(100 * one, places, mode) for one in values])) == []


@third
@given(ROLES, st.lists(RATES, min_size=1, max_size=12), st.integers(2, 4), MODES)
def test_percent_without_their_last_zeros_are_in_one_unit_unless_two_digits_part_them(
    role: Role, values: list[Fraction], places: int, mode: Rounding
) -> None:
    full = [in_percent(100 * one, places, mode) for one in values]
    cells = [Printed.parse(f"{one.value.numerator / one.value.denominator:g}%") for one in full]

    found = asked(a_column(role, cells))

    large = {one.decimals for one in cells if abs(one.value) > 1}
    small = [one.decimals for one in cells if 0 < abs(one.value) <= 1]
    assert not found or (len(large) == 1 and max(small) >= large.pop() + 2)


@third
@given(
    ROLES,
    st.lists(st.fractions(Fraction(2, 5), Fraction(1, 2), max_denominator=900), min_size=2),
    st.integers(0, 2),
    MODES,
    st.data(),
)
def test_a_share_among_percent_of_its_size_is_odd_and_never_refuted(
    role: Role, values: list[Fraction], places: int, mode: Rounding, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(values) - 1))
    cells = [in_percent(100 * one, places, mode) for one in values]
    cells[at] = in_percent(values[at], places + 2, mode)
    sheet = a_column(role, cells)

    questions = lint(sheet).questions

    [one] = [one for one in questions if one.name.startswith("one unit")]
    assert one.outcome is TableVerdict.ODD
    assert one.findings[0].rows == (f"r{at}",)
