"""The markups that tables are read from, and which one a file or a pasted text is in.

A markup is a row of `_READERS`: how its files end, the sign that tells it, and what reads it.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.edges.files.files import first_bytes
from measurand.edges.files.json.value import not_utf8
from measurand.edges.files.lines import BOM
from measurand.edges.tables.grid import Faults, RawTable
from measurand.edges.tables.markup.csv import read_separated
from measurand.edges.tables.markup.html import read_html
from measurand.edges.tables.markup.latex import read_latex
from measurand.edges.tables.markup.markdown import read_markdown
from measurand.values.fault import Fault

Markup = Literal["csv", "tsv", "markdown", "latex", "html"]

MARKUPS: tuple[Markup, ...] = ("csv", "tsv", "markdown", "latex", "html")
MOST_BYTES = 16 * 2**20


@frozen
class _Reader:
    """How a markup is known, by the end of a file's name or by a sign in a text, and is read."""

    suffixes: frozenset[str]
    sign: re.Pattern[str]
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
        ),
        read_markdown,
    ),
    "latex": _Reader(
        frozenset({".tex", ".latex"}),
        re.compile(r"\\begin[ ]?\{(?:tab|longtab|NiceTab)"),
        read_latex,
    ),
    "html": _Reader(
        frozenset({".html", ".htm"}), re.compile(r"<table[\s>]", re.IGNORECASE), read_html
    ),
    "tsv": _Reader(
        frozenset({".tsv", ".tab"}), re.compile(r"\t"), lambda text: read_separated(text, "\t")
    ),
    "csv": _Reader(
        frozenset({".csv"}), re.compile(r"[,;]"), lambda text: read_separated(text, ",")
    ),
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
    return next((name for name, one in _READERS.items() if one.sign.search(text)), None)


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
        _decoded(raw)
        .bind(_READERS[markup].read)
        .bind(_some(markup))
        .map(lambda tables: tuple(_placed(table, file) for table in tables))
        .alt(lambda faults: tuple(fault.at(file=file) for fault in faults))
    )


def _placed(table: RawTable, file: str) -> RawTable:
    return evolve(table, faults=tuple(fault.at(file=file) for fault in table.faults))


def _decoded(raw: bytes) -> Result[str, Faults]:
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
