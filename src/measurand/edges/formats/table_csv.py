"""Tables of separated values, as spreadsheets and programs write them."""

import csv
from collections.abc import Iterator
from io import StringIO

from returns.result import Failure, Result, Success

from measurand.edges.formats.table_heads import split_heads
from measurand.edges.formats.table_text import MOST_CELLS, RawTable, TextRow, table_of
from measurand.values.fault import Fault

_GUARD = "'"
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def read_separated(text: str, separator: str) -> Result[tuple[RawTable, ...], tuple[Fault, ...]]:
    r"""Read the one table of a text; its first row that is not empty has the names.

    An apostrophe that keeps a spreadsheet from computing a cell is left out.

    >>> [table] = read_separated("system;F1\nours;63,3\n", ",").unwrap()
    >>> table.header, table.notes
    (('system', 'F1'), ('cells are separated by ;',))
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    other = ";" if separator == "," and "," not in first and ";" in first else separator
    notes = () if other == separator else (f"cells are separated by {other}",)
    try:
        rows = list(_rows(text, other))
    except csv.Error as error:
        got = f"an error: {error}"
        return Failure((Fault(got=got, expected="separated values"),))
    except _TooManyError as error:
        expected = f"a table of at most {MOST_CELLS} cells"
        return Failure((Fault(line=error.line, got="more", expected=expected),))
    if not rows:
        return Success(())
    heads, body, guessed = split_heads(rows)
    above = "the first row is read as headings over those of the second"
    told = (*notes, above) if guessed else notes
    return table_of(heads, body, notes=told).map(lambda table: (table,))


class _TooManyError(Exception):
    """More cells than are read; says the line."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _rows(text: str, separator: str) -> Iterator[TextRow]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    cells, line = 0, 1
    for row in reader:
        cells += len(row)
        if cells > MOST_CELLS:
            raise _TooManyError(line)
        if any(cell.strip() for cell in row):
            yield TextRow(tuple(_shown(cell) for cell in row), line)
        line = reader.line_num + 1


def _shown(cell: str) -> str:
    text = " ".join(cell.split())
    guarded = text.startswith(_GUARD) and text[1:].lstrip().startswith(_FORMULA)
    return text[1:].lstrip() if guarded else text
