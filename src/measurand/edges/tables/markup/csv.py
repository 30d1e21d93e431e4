"""Tables of separated values, as spreadsheets and programs write them."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import dropwhile
from typing import Literal

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.edges.tables.grid import MOST_CELLS, MOST_TABLES, Faults, RawTable, TextRow
from measurand.edges.tables.heads import (
    FIRST_ROW,
    has_names,
    has_worded_names,
    split_heads,
    table_of,
    unreadable_table,
)
from measurand.values.fault import Fault

_AHEAD = 8
_NUMBERED = re.compile(
    r"(?:table|tab\.|표|表)[ \t]*([0-9a-z.]{1,8}[:.][ \t]?.{1,200}?)$", re.IGNORECASE
)
_GUARD = "'"
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def read_separated(text: str, separator: str) -> Result[tuple[RawTable, ...], Faults]:
    r"""Read the tables of a text, as programs write them or as they are pasted from a spreadsheet.

    The first row that is not empty has the names. Rows above it with nothing but their first cell
    are a title. After an empty row another table begins where names come again, and numbers after
    them. An apostrophe that keeps a spreadsheet from computing a cell is left out.

    >>> [table] = read_separated("system;F1\nours;63,3\n", ",").unwrap()
    >>> table.header, table.notes
    (('system', 'F1'), ('cells are separated by ;',))
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    other = ";" if separator == "," and "," not in first and ";" in first else separator
    notes = () if other == separator else (f"cells are separated by {other}",)
    try:
        rows = _read(text, other)
    except csv.Error as error:
        got = f"an error: {error}"
        return Failure((Fault(got=got, expected="separated values"),))
    except _TooManyError as error:
        expected = f"a table of at most {MOST_CELLS} cells"
        return Failure((Fault(line=error.line, got="more", expected=expected),))
    tables = tuple(_table(block, notes) for block in _blocks(rows))
    if len(tables) > MOST_TABLES:
        return Failure((Fault(got=str(len(tables)), expected=f"at most {MOST_TABLES} tables"),))
    return Success(tables)


def _blocks(rows: Sequence[TextRow]) -> Iterator[list[TextRow]]:
    """Part rows where a table begins after an empty row."""
    block: list[TextRow] = []
    gap = False
    for at, row in enumerate(rows):
        filled = any(row.cells)
        if filled and gap and len(block) > 1 and _begins(rows[at : at + _AHEAD]):
            yield block
            block = []
        if filled:
            block.append(row)
        gap = not filled
    if block:
        yield block


def _begins(rows: Sequence[TextRow]) -> bool:
    """Tell whether rows begin a table: names, perhaps below a title, and then numbers."""
    names = list(_untitled(rows))[:3]
    return (
        len(names) > 1
        and has_worded_names(names[0].cells)
        and not all(has_names(row.cells) for row in names[1:])
    )


def _untitled(rows: Sequence[TextRow]) -> Iterator[TextRow]:
    """Leave out the rows above the first one that has more than its first cell."""
    filled = (row for row in rows if any(row.cells))
    return dropwhile(lambda row: not any(row.cells[1:]), filled)


def _table(block: Sequence[TextRow], notes: Sequence[str]) -> RawTable:
    rows = list(_untitled(block)) or list(block)
    title = " ".join(row.cells[0] for row in block[: len(block) - len(rows)])
    named_in = _NUMBERED.match(title)
    heads, body, guessed = split_heads(rows)
    width = max(len(head.cells) for head in heads)
    body = [evolve(row, cells=_cut(row.cells, width)) for row in body]
    read = table_of(
        heads,
        body,
        title=named_in[1] if named_in else title,
        caption=title,
        notes=(*notes, FIRST_ROW) if guessed else notes,
    )
    return read.lash(
        lambda faults: Success(unreadable_table(faults, title=title, line=rows[0].line))
    ).unwrap()


def _cut(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Leave out empty cells after the last column, as spreadsheets write them."""
    return cells if any(cells[width:]) else cells[:width]


class _TooManyError(Exception):
    """More cells than are read; says the line."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _read(text: str, separator: str) -> list[TextRow]:
    """Read rows; between tabs a quotation mark may be a text, as in 5" disk."""
    try:
        return list(_rows(text, separator, csv.QUOTE_MINIMAL))
    except csv.Error:
        if separator != "\t":
            raise
        return list(_rows(text, separator, csv.QUOTE_NONE))


def _rows(text: str, separator: str, quoting: Literal[0, 3]) -> Iterator[TextRow]:
    file = StringIO(text, newline="")
    reader = csv.reader(file, delimiter=separator, strict=True, quoting=quoting)
    cells, line = 0, 1
    for row in reader:
        cells += len(row)
        if cells > MOST_CELLS:
            raise _TooManyError(line)
        yield TextRow(tuple(_shown(cell) for cell in row) or ("",), line)
        line = reader.line_num + 1


def _shown(cell: str) -> str:
    text = " ".join(cell.split())
    guarded = text.startswith(_GUARD) and text[1:].lstrip().startswith(_FORMULA)
    return text[1:].lstrip() if guarded else text
