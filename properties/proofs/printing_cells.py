"""Print exact values as a table does: by any mode, with few decimals, in percent or not."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.algebra.rounding import rounded
from measurand.auditing.proofs.sheet import Column, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding, Unit
from properties.strategies.numbers import NAMED_MODES

HOW = st.tuples(
    st.integers(0, 3),
    st.sampled_from((*NAMED_MODES, Rounding.PRINTF, Rounding.DECIMAL)),
    st.booleans(),
)
"""How many decimals, which rounding, and whether the reader is told only that it was any."""
How = tuple[int, Rounding, bool]


def shown(value: Fraction, how: How, unit: Unit = Unit.PERCENT) -> Printed:
    """Print a value."""
    places, mode, untold = how
    told = Rounding.ANY if untold else mode
    return Printed(rounded(value / unit.scale, places, mode), places, unit, told)


def sheet_of(cells: dict[str, tuple[Role, Printed]], **of: tuple[str, ...]) -> Sheet:
    """Make a table of one row."""
    columns = tuple(
        Column(name=name, role=role, of=of.get(name, ())) for name, (role, _) in cells.items()
    )
    row = Row(label="a", cells=tuple((name, cell) for name, (_, cell) in cells.items()))
    return Sheet(columns=columns, rows=(row,))


def column_of(
    printed: list[Printed], last: Printed, kind: Kind, weights: tuple[int, ...] = ()
) -> Sheet:
    """Make a table of one column whose last row is of the others."""
    rows = [Row(label=f"r{at}", cells=(("x", cell),)) for at, cell in enumerate(printed)]
    named = tuple((row.label, weight) for row, weight in zip(rows, weights, strict=False))
    end = Row(label="all", cells=(("x", last),), kind=kind, weights=named)
    return Sheet(columns=(Column(name="x"),), rows=(*rows, end))
