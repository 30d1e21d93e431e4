"""What every claim of a file is called, and where it stands among the tables and claims."""

from collections.abc import Iterator
from itertools import count

from attrs import frozen

from measurand.audit.claims.claim import Reference, Related, Said, Scalar
from measurand.audit.claims.model import Claims

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
