"""Check all that a claims file claims: its tables, its other claims, places in the paper.

Where a cell is not reproduced and the table names a space of admissible definitions, those that do
print it are named, nearest to the declared one first: the commonest cause is a definition that was
written down wrongly, not a wrong number.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from attrs import evolve, frozen

from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.claim_check import ClaimCheck, check_claims
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims, Column, Row, Table
from measurand.auditing.claims.space import (
    DATA,
    Candidate,
    admissible,
    candidate_places,
    space_columns,
    space_needs,
)
from measurand.auditing.claims.table_check import CellCheck, TableCheck, check, computed_cells
from measurand.auditing.claims.text_check import PrintedTables, TextCheck, Texts, check_texts
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import Value, write_value
from measurand.metrics.metric import Metric
from measurand.metrics.needs import Gathered, Need
from measurand.metrics.signature import option_values
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

MOST_NAMED = 3
_NO_TABLES: PrintedTables = MappingProxyType({})
MOST_COMPARED = 200_000
"""Comparisons of one table; cells behind them have no definition named."""


def unreproduced_tables(claims: Claims, tables: tuple[TableCheck, ...]) -> tuple[Table, ...]:
    """List the tables with a cell that is not reproduced, and a space that may know better.

    >>> unreproduced_tables(Claims(sources=(), tables=()), ())
    ()
    """
    return tuple(
        table
        for table, checked in zip(claims.tables, tables, strict=True)
        if any(_may_be_reproduced(table, cell) for cell in checked.cells)
    )


def _may_be_reproduced(table: Table, cell: CellCheck) -> bool:
    names = {column.name for column in space_columns(table)}
    return cell.verdict is Verdict.REFUTED and cell.column in names


def reproducer_needs(tables: tuple[Table, ...]) -> tuple[Need, ...]:
    """Say what evidence it takes to look.

    >>> reproducer_needs(())
    ()
    """
    return tuple(need for table in tables for need in space_needs(table))


def with_reproducers(table: Table, checked: TableCheck, judge: Judge) -> TableCheck:
    """Name, at each cell that is not reproduced, up to three definitions that print it.

    Those that depart least from the definition of the cell come first.

    >>> from measurand.metrics.needs import Gathered
    >>> one = Table(name="1", columns=(), rows=())
    >>> with_reproducers(one, TableCheck(name="1", source="", cells=()),
    ...                  Judge(Gathered({}, {}))).cells
    ()
    """
    unreproduced = [
        number for number, cell in enumerate(checked.cells) if _may_be_reproduced(table, cell)
    ]
    size = table.space.size if table.space else 1
    few = set(unreproduced[: MOST_COMPARED // size])
    known = tuple(
        evolve(cell, reproduced_by=_reproducers(table, spot, judge)) if number in few else cell
        for number, (cell, spot) in enumerate(
            zip(checked.cells, computed_cells(table), strict=True)
        )
    )
    return evolve(checked, cells=known)


def _reproducers(table: Table, spot: tuple[Row, Column, Printed], judge: Judge) -> tuple[str, ...]:
    row, column, printed = spot
    own = option_values(cell_definition(table, column, row))
    fitting = [
        _departures(own, candidate, place[1])
        for candidate, place in zip(
            admissible(table), candidate_places(table, row, column), strict=True
        )
        if judge.compare(*place, printed).verdict is Verdict.HOLDS
    ]
    ranked = sorted(dict.fromkeys(fitting), key=len)
    return tuple(", ".join(departures) for departures in ranked[:MOST_NAMED])


def _departures(
    own: Mapping[str, Value], candidate: Candidate, definition: Definition
) -> tuple[str, ...]:
    changed = tuple(
        f"{name}={write_value(value)}"
        for name, value in option_values(definition).items()
        if own.get(name) != value
    )
    return (f"{DATA}={candidate.data}", *changed) if candidate.data else changed


@frozen
class Checks:
    """The verdicts on all that is claimed, in the order of the file.

    >>> Checks().tables
    ()
    """

    tables: tuple[TableCheck, ...] = ()
    claims: tuple[ClaimCheck, ...] = ()
    texts: tuple[TextCheck, ...] = ()


def check_all(
    claims: Claims,
    gathered: Gathered,
    texts: Texts,
    own: Collection[Metric] = (),
    printed: PrintedTables = _NO_TABLES,
) -> Checks:
    """Check tables, claims and places; numbers of metrics of one's `own` lie in their range.

    `printed` are the tables of the texts.

    >>> check_all(Claims(sources=(), tables=()), Gathered({}, {}), {})
    Checks(tables=(), claims=(), texts=())
    """
    tables = check(claims, gathered, own)
    places = check_texts(claims, texts, printed)
    return Checks(tables, check_claims(claims, tables, Judge(gathered)), places)


def with_all_reproducers(claims: Claims, checks: Checks, gathered: Gathered) -> Checks:
    """Name definitions that reproduce what was not, from evidence that was gathered for them.

    >>> with_all_reproducers(Claims(sources=(), tables=()), Checks(), Gathered({}, {}))
    Checks(tables=(), claims=(), texts=())
    """
    judge = Judge(gathered)
    unreproduced = {table.name for table in unreproduced_tables(claims, checks.tables)}
    return evolve(
        checks,
        tables=tuple(
            with_reproducers(table, one, judge) if table.name in unreproduced else one
            for table, one in zip(claims.tables, checks.tables, strict=True)
        ),
    )
