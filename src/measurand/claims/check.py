"""Check: recompute every printed cell and say whether it is reproduced."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.rounding import Fit
from measurand.claims.judge import Judge
from measurand.claims.model import Claims, Column, Row, Table
from measurand.claims.needs import (
    Denominators,
    Gathered,
    Need,
    cell_definition,
    joined,
    slice_of,
)
from measurand.metrics.definitions import Definition
from measurand.values.printed import Printed
from measurand.values.score import Score
from measurand.values.verdict import Verdict, overall


@frozen(kw_only=True)
class CellCheck:
    """The verdict on one cell.

    `off` is computed minus printed in units of the last printed digit; `because` says why a cell is
    undecided. A tie is reproduced, and `fit` says so.

    >>> CellCheck(row="ours", column="f1", printed=Printed.parse("63.3%"),
    ...           verdict=Verdict.UNDECIDED, because="no definition").off is None
    True
    """

    row: str
    column: str
    printed: Printed
    verdict: Verdict
    because: str = ""
    definition: Definition | None = None
    score: Score | None = None
    fit: Fit | None = None
    off: Fraction | None = None
    denominators: Denominators = field(factory=Denominators)


@frozen(kw_only=True)
class TableCheck:
    """The verdicts on one table.

    >>> TableCheck(name="1", source="", cells=()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    name: str
    source: str
    cells: tuple[CellCheck, ...]

    @property
    def verdict(self) -> Verdict:
        """Join the cells: without any there is nothing that holds."""
        return overall(cell.verdict for cell in self.cells)


def check_needs(claims: Claims) -> tuple[Need, ...]:
    """Say what evidence a check needs.

    >>> check_needs(Claims(sources=(), tables=()))
    ()
    """
    return joined(
        (slice_of(table, row, definition), definition)
        for table in claims.tables
        for row, column, _ in cells(table)
        if column.known
        for definition in [cell_definition(table, column, row)]
    )


def cells(table: Table) -> Iterator[tuple[Row, Column, Printed]]:
    """Walk the printed cells of a table, row by row.

    >>> list(cells(Table(name="1", data="d", columns=(), rows=())))
    []
    """
    for row in table.rows:
        for name, printed in row.cells:
            yield row, table.column(name), printed


def check(claims: Claims, gathered: Gathered) -> tuple[TableCheck, ...]:
    """Hold every printed cell against its definition.

    >>> check(Claims(sources=(), tables=()), Gathered({}, {}))
    ()
    """
    judge = Judge(gathered)
    return tuple(check_table(table, judge) for table in claims.tables)


def check_table(table: Table, judge: Judge) -> TableCheck:
    """Hold the cells of one table against their definitions.

    >>> check_table(Table(name="1", data="d", columns=(), rows=()), Judge(Gathered({}, {}))).cells
    ()
    """
    found = tuple(
        _cell(table, row, column, printed, judge) for row, column, printed in cells(table)
    )
    return TableCheck(name=table.name, source=table.source, cells=found)


def _cell(table: Table, row: Row, column: Column, printed: Printed, judge: Judge) -> CellCheck:
    if not column.known:
        return CellCheck(
            row=row.label,
            column=column.name,
            printed=printed,
            verdict=Verdict.UNDECIDED,
            because="its definition is unknown: see the audit",
        )
    definition = cell_definition(table, column, row)
    part = slice_of(table, row, definition)
    found = judge.compare(part, definition, printed)
    return CellCheck(
        row=row.label,
        column=column.name,
        printed=printed,
        verdict=found.verdict,
        because=found.because,
        definition=definition,
        score=found.scored.score,
        fit=found.fit,
        off=found.off,
        denominators=judge.denominators(part, found.scored),
    )
