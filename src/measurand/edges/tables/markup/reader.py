"""The markups that tables are read from, and which one a file or a pasted text is in.

A markup is a row of `_READERS`: how its files end, the sign that tells it, and what reads it.
Separated values have no markup, and are read here: cells as spreadsheets and programs write them,
in blocks that empty rows part.
"""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from itertools import dropwhile
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.edges.files.files import first_bytes
from measurand.edges.files.json.value import FaultError, not_utf8
from measurand.edges.files.lines import BOM
from measurand.edges.tables.grid import (
    MOST_CELLS,
    MOST_TABLES,
    Faults,
    RawTable,
    TextRow,
    too_many_tables,
)
from measurand.edges.tables.heads import (
    FIRST_ROW,
    has_names,
    has_worded_names,
    split_heads,
    table_of,
    table_or_unreadable,
)
from measurand.edges.tables.markup.copied_text import looks_copied, read_text
from measurand.edges.tables.markup.html import read_html
from measurand.edges.tables.markup.latex import bare_rows, read_latex
from measurand.edges.tables.markup.markdown import read_markdown
from measurand.values.fault import Fault

Markup = Literal["csv", "tsv", "markdown", "latex", "html", "text", "prose"]

MARKUPS: tuple[Markup, ...] = ("csv", "tsv", "markdown", "latex", "html", "text", "prose")
MOST_BYTES = 16 * 2**20


@frozen
class _Reader:
    """How a markup is known, by the end of a file's name or by a sign in a text, and is read."""

    suffixes: frozenset[str]
    sign: Callable[[str], object]
    read: Callable[[str], Result[tuple[RawTable, ...], Faults]]


# In the order in which signs are looked for: commas and tabs stand in texts of every markup, so
# what only one markup has comes first.
_READERS: dict[Markup, _Reader] = {
    "markdown": _Reader(
        frozenset({".md", ".markdown"}),
        re.compile(
            r"^[ \t>]{0,9}\|?[ \t]{0,9}:?-+:?[ \t]{0,9}\|[ \t:|-]*$"
            r"|[│┃║]|^[ \t>]{0,9}[|+]?[-=:]+\+[-=+:]*\|?[ \t]*$",
            re.MULTILINE,
        ).search,
        read_markdown,
    ),
    "latex": _Reader(
        frozenset({".tex", ".latex"}),
        lambda text: re.search(r"\\begin[ ]?\{(?:tab|longtab|NiceTab)", text) or bare_rows(text),
        read_latex,
    ),
    "html": _Reader(
        frozenset({".html", ".htm"}), re.compile(r"<table[\s>]", re.IGNORECASE).search, read_html
    ),
    "tsv": _Reader(
        frozenset({".tsv", ".tab"}),
        re.compile(r"\t").search,
        lambda text: read_separated(text, "\t"),
    ),
    "text": _Reader(frozenset(), looks_copied, read_text),
    "csv": _Reader(
        frozenset({".csv"}), re.compile(r"[,;]").search, lambda text: read_separated(text, ",")
    ),
    # Running text has no tables, and nothing tells it.
    "prose": _Reader(frozenset(), lambda _: False, lambda _: Success(())),
}


def markup_of(path: Path) -> Markup | None:
    """Tell the markup of a file by the end of its name; None for any other end.

    >>> markup_of(Path("table2.TEX")), markup_of(Path("table2.pdf"))
    ('latex', None)
    """
    suffix = path.suffix.lower()
    return next((name for name, one in _READERS.items() if suffix in one.suffixes), None)


def markup_in(raw: bytes) -> Markup | None:
    r"""Tell the markup of a text by what it holds, as of one that was pasted; None for no table.

    >>> markup_in(b"a\tF1\nb\t3\n"), markup_in(b"<table><tr><td>1"), markup_in(b"no table")
    ('tsv', 'html', None)
    """
    text = raw[:MOST_BYTES].decode(errors="replace")
    return next((name for name, one in _READERS.items() if one.sign(text)), None)


def read_bytes(path: Path) -> Result[bytes, Faults]:
    """Read a file of at most 16 MiB.

    >>> read_bytes(Path("no/such.csv")).failure()[0].text()
    'no/such.csv: expected a file, got nothing of that name'
    """
    return first_bytes(path, MOST_BYTES)


def tables_of(
    raw: bytes, markup: Markup, *, file: str = ""
) -> Result[tuple[RawTable, ...], Faults]:
    r"""Read every table of a text. One that cannot be read loses no other: it has faults.

    Where no table is there, or none can be read, that is a fault of the whole.

    >>> [table] = tables_of(b"system,F1\nours,63.3\n", "csv").unwrap()
    >>> table.header, table.rows
    (('system', 'F1'), (('ours', '63.3'),))
    >>> tables_of(b"no table", "markdown", file="a.md").failure()[0].text()
    'a.md: expected a table, got none in markdown'
    """
    return (
        decoded(raw)
        .bind(_READERS[markup].read)
        .bind(_some(markup))
        .map(lambda tables: tuple(_placed(table, file) for table in tables))
        .alt(lambda faults: tuple(fault.at(file=file) for fault in faults))
    )


def _placed(table: RawTable, file: str) -> RawTable:
    return evolve(table, faults=tuple(fault.at(file=file) for fault in table.faults))


def decoded(raw: bytes) -> Result[str, Faults]:
    r"""Read bytes as text of UTF-8 with plain ends of lines, of at most 16 MiB.

    >>> decoded(b"a\r\nb").unwrap()
    'a\nb'
    """
    if len(raw) > MOST_BYTES:
        expected = f"a table of at most {MOST_BYTES // 2**20} MiB"
        return Failure((Fault(got="a longer text", expected=expected),))
    raw = raw.removeprefix(BOM)
    try:
        return Success(raw.decode().replace("\r\n", "\n").replace("\r", "\n"))
    except UnicodeDecodeError as error:
        return Failure((evolve(not_utf8(raw), line=raw.count(b"\n", 0, error.start) + 1),))


def _some(
    markup: Markup,
) -> Callable[[tuple[RawTable, ...]], Result[tuple[RawTable, ...], Faults]]:
    def some(tables: tuple[RawTable, ...]) -> Result[tuple[RawTable, ...], Faults]:
        if any(not table.faults for table in tables):
            return Success(tables)
        faults = tuple(fault for table in tables for fault in table.faults)
        return Failure(faults or (Fault(got=f"none in {markup}", expected="a table"),))

    return some


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
    except FaultError as error:
        return Failure((error.fault,))
    tables = tuple(_table(block, notes) for block in _blocks(rows))
    if len(tables) > MOST_TABLES:
        return Failure((too_many_tables(got=str(len(tables))),))
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
    return table_or_unreadable(read, title=title, line=rows[0].line)


def _cut(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Leave out empty cells after the last column, as spreadsheets write them."""
    return cells if any(cells[width:]) else cells[:width]


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
            expected = f"a table of at most {MOST_CELLS} cells"
            raise FaultError(Fault(line=line, got="more", expected=expected))
        yield TextRow(tuple(_shown(cell) for cell in row) or ("",), line)
        line = reader.line_num + 1


def _shown(cell: str) -> str:
    text = " ".join(cell.split())
    guarded = text.startswith(_GUARD) and text[1:].lstrip().startswith(_FORMULA)
    return text[1:].lstrip() if guarded else text
