"""What every claim of a file is called, what claims speak of, and in which unit that is.

A cell is `table/row/column`. A relation whose number has no unit takes it from its two operands, as
a reader does: points for a difference of percent, none for a ratio, percent for a relative change.
Where the operands do not agree nothing is guessed: `unclear_unit` says what to write.
"""

from collections.abc import Iterator, Mapping
from itertools import count

from attrs import evolve, frozen

from measurand.auditing.claims.model import Claims, Reference, Related, Relation, Said, Scalar
from measurand.values.printed import Printed, Unit

Within = tuple[str | int, ...]


@frozen
class Cell:
    """A printed cell by its place: the number of its table, of its row, and its column."""

    table: int
    row: int
    column: str


def cell_ids(claims: Claims) -> dict[str, Cell]:
    """Name every printed cell `table/row/column`; one that repeats is counted: ` (2)`.

    >>> cell_ids(Claims(sources=(), tables=()))
    {}
    """
    taken: dict[str, Cell] = {}
    counts: dict[str, Iterator[int]] = {}
    for at, table in enumerate(claims.tables):
        for number, row in enumerate(table.rows):
            for column, _ in row.cells:
                wanted = f"{table.name}/{row.label}/{column}"
                name = wanted
                while name in taken:
                    name = f"{wanted} ({next(counts.setdefault(wanted, count(2)))})"
                taken[name] = Cell(at, number, column)
    return taken


def ids_of(claims: Claims) -> dict[Cell, str]:
    """Give the id of every printed cell.

    >>> ids_of(Claims(sources=(), tables=()))
    {}
    """
    return {cell: name for name, cell in cell_ids(claims).items()}


def operands(claims: Claims) -> tuple[str, ...]:
    """List what a relation may speak of: the cells, and the claims of one number.

    >>> operands(Claims(sources=(), tables=()))
    ()
    """
    scalars = (claim.id for claim in claims.claims if isinstance(claim, Scalar))
    return (*cell_ids(claims), *scalars)


def references(claim: Related | Said) -> Iterator[tuple[str, str]]:
    """Walk what a claim speaks of: the side and the id.

    >>> list(references(Said(id="a", says="doubled", left=Reference("b"), right=Reference("c"))))
    [('left', 'b'), ('right', 'c')]
    """
    for side, operand in (("left", claim.left), ("right", claim.right)):
        if isinstance(operand, Reference):
            yield side, operand.id


_HUNDREDTHS = (Unit.PERCENT, Unit.POINTS)


def with_units(claims: Claims) -> Claims:
    """Give every relation that has no unit the one of its operands, where they tell one.

    A difference of percent is in points. A ratio is a plain number, a relative change in percent.
    What stays without a unit is for `unclear_unit` to name.

    >>> with_units(Claims(sources=(), tables=())).claims
    ()
    """
    units = _units(claims)
    with_unit = (
        _given(claim, units) if isinstance(claim, Related) and claim.unitless else claim
        for claim in claims.claims
    )
    return evolve(claims, claims=tuple(with_unit))


def unclear_unit(claim: Related, claims: Claims) -> str:
    """Say why a relation needs a unit of its own; empty where it has one, or an operand is unknown.

    >>> one = Related(id="a", left=Printed.parse("50%"), right=Printed.parse("$2"), unitless=True,
    ...               relation=Relation.DIFFERENCE, value=Printed.parse("7.7"))
    >>> unclear_unit(one, Claims(sources=(), tables=()))
    'left is in %, right in $'
    """
    if not claim.unitless:
        return ""
    units = _units(claims)
    known = all(name in units for _, name in references(claim))
    unit = _found(claim, units) if known else ""
    return unit if isinstance(unit, str) else ""


def _units(claims: Claims) -> Mapping[str, Unit]:
    cells = {
        name: dict(claims.tables[at.table].rows[at.row].cells)[at.column].unit
        for name, at in cell_ids(claims).items()
    }
    own = {one.id: one.printed.unit for one in claims.claims if isinstance(one, Scalar)}
    return {**own, **cells}


def _given(claim: Related, units: Mapping[str, Unit]) -> Related:
    if any(name not in units for _, name in references(claim)):
        return claim
    unit = _found(claim, units)
    if isinstance(unit, str):
        return claim
    value = None if claim.value is None else evolve(claim.value, unit=unit)
    return evolve(claim, value=value, unitless=False)


def _found(claim: Related, units: Mapping[str, Unit]) -> Unit | str:
    """Find the unit; a text says why there is none."""
    sides = [
        one.unit if isinstance(one, Printed) else units[one.id] for one in (claim.left, claim.right)
    ]
    for own, other in ((claim.left, sides[1]), (claim.right, sides[0])):
        bare = isinstance(own, Printed) and own.unit is Unit.NONE and own.value != 0
        if bare and other in _HUNDREDTHS and isinstance(own, Printed):
            return f"{own.text} is compared with a number in {other.value}"
    if claim.relation is Relation.RELATIVE:
        return Unit.PERCENT
    if claim.relation is not Relation.DIFFERENCE:
        return Unit.NONE
    left, right = (Unit.POINTS if unit in _HUNDREDTHS else unit for unit in sides)
    return left if left is right else f"left is in {sides[0].value}, right in {sides[1].value}"
