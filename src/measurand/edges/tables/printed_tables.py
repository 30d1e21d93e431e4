"""The tables of a file of the paper as they stand there, whatever the labels of rows say."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve
from returns.pipeline import is_successful

from measurand.auditing.claims.printed_table import PrintedRow, PrintedTable
from measurand.edges.tables.columns import DECIMAL_COMMA
from measurand.edges.tables.grid import Overrides, RawTable
from measurand.edges.tables.markup.reader import markup_in, markup_of, tables_of
from measurand.edges.tables.sheet import ReadTable, sheet_of


def printed_tables(path: Path, text: str) -> tuple[PrintedTable, ...]:
    r"""Read the tables of a text in the markup of its file; those that cannot be read are left out.

    >>> [table] = printed_tables(Path("a.md"), "| system | F1 |\n|---|---|\n| Median | 63.3 |\n")
    >>> table.first, table.last, table.rows[0].label, table.rows[0].cells[0][1].text
    (1, 3, 'Median', '63.3%')
    """
    raw = text.encode(errors="backslashreplace")
    markup = markup_of(path) or markup_in(raw)
    if markup is None:
        return ()
    return tuple(_of_tables(tables_of(raw, markup).value_or(())))


def _of_tables(tables: Sequence[RawTable]) -> Iterator[PrintedTable]:
    for table in tables:
        read = None if table.faults else _read(table, Overrides())
        if read is not None and any(DECIMAL_COMMA in one for one in read.cautions):
            read = _read(table, Overrides(decimal_comma=True)) or read
        if read is not None:
            lines = dict(read.lines)
            rows = (
                PrintedRow(label=row.label, line=lines[row.label], cells=row.cells)
                for row in read.sheet.rows
            )
            yield PrintedTable(first=read.line, last=read.last, rows=tuple(rows))


def _read(table: RawTable, said: Overrides) -> ReadTable | None:
    """Read a table with the rows too that seem to be of no system."""
    found = sheet_of(table, said)
    if is_successful(found) and (left := found.unwrap().unstated):
        systems = frozenset(one.label for one in left)
        found = sheet_of(table, evolve(said, systems=systems))
    return found.unwrap() if is_successful(found) else None
