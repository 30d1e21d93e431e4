"""A printed table as its texts: what every markup is read to, and how much may be read."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen
from returns.result import Failure, Result, Success

from measurand.edges.files.files import first_bytes
from measurand.edges.files.json.value import not_utf8
from measurand.edges.files.lines import BOM
from measurand.values.fault import Fault

Markup = Literal["csv", "tsv", "markdown", "latex", "html"]
Faults = tuple[Fault, ...]

MARKUPS: tuple[Markup, ...] = ("csv", "tsv", "markdown", "latex", "html")
MOST_BYTES = 16 * 2**20
MOST_CELLS = 100_000
MOST_COLUMNS = 500
MOST_TABLES = 200
MOST_CHARACTERS = 10_000
_SUFFIXES: dict[str, Markup] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".latex": "latex",
    ".html": "html",
    ".htm": "html",
}
_SIGNS: tuple[tuple[Markup, re.Pattern[str]], ...] = (
    (
        "markdown",
        re.compile(r"^[ \t>]{0,9}\|?[ \t]{0,9}:?-+:?[ \t]{0,9}\|[ \t:|-]*$", re.MULTILINE),
    ),
    ("markdown", re.compile(r"[│┃║]|^[ \t>]{0,9}[|+]?[-=:]+\+[-=+:]*\|?[ \t]*$", re.MULTILINE)),
    ("latex", re.compile(r"\\begin[ ]?\{(?:tab|longtab|NiceTab)")),
    ("html", re.compile(r"<table[\s>]", re.IGNORECASE)),
    ("tsv", re.compile(r"\t")),
    ("csv", re.compile(r"[,;]")),
)


@frozen(kw_only=True)
class RawTable:
    """A table before anything is understood: texts without markup, and where they stand.

    `groups` has the heading that stands above each column, empty where there is none, and
    `other_groups` what else they may be, where the markup does not say over which columns a heading
    stands. `lines` has the line of each row, `notes` what the reader left out or filled in. A table
    that cannot be read has `faults`, and nothing else but its place.

    >>> RawTable(header=("system", "F1"), rows=(("ours", "63.3"),), line=1).groups
    ('', '')

    Raises ValueError where a row, the groups or the lines have another length.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = field()
    title: str = ""
    caption: str = ""
    line: int = 0
    groups: tuple[str, ...] = field()
    lines: tuple[int, ...] = field()
    notes: tuple[str, ...] = ()
    other_groups: tuple[tuple[str, ...], ...] = ()
    faults: Faults = ()

    @groups.default
    def _no_groups(self) -> tuple[str, ...]:
        return ("",) * len(self.header)

    @lines.default
    def _no_lines(self) -> tuple[int, ...]:
        return (self.line,) * len(self.rows)

    @rows.validator
    def _rectangular(self, _attribute: object, value: tuple[tuple[str, ...], ...]) -> None:
        for at, row in enumerate(value):
            if len(row) != len(self.header):
                message = f"a row of {len(self.header)} cells: got {len(row)} in row {at}"
                raise ValueError(message)

    @groups.validator
    def _over_each(self, _attribute: object, value: tuple[str, ...]) -> None:
        if len(value) != len(self.header):
            message = f"groups of {len(self.header)} columns: got {len(value)}"
            raise ValueError(message)

    @lines.validator
    def _of_each(self, _attribute: object, value: tuple[int, ...]) -> None:
        if len(value) != len(self.rows):
            message = f"lines of {len(self.rows)} rows: got {len(value)}"
            raise ValueError(message)


@frozen
class TextRow:
    """A row of a table as it is read: its texts, its line, and whether its markup spans columns.

    A head that spans columns stands in each of them.
    """

    cells: tuple[str, ...]
    line: int
    spanned: bool = False


@frozen
class Spanning:
    """A cell as it shows, and over how many columns and rows it goes."""

    text: str
    columns: int = 1
    rows: int = 1


def markup_of(path: Path) -> Markup | None:
    """Tell the markup of a file by the end of its name; None for any other end.

    >>> markup_of(Path("table2.TEX")), markup_of(Path("table2.pdf"))
    ('latex', None)
    """
    return _SUFFIXES.get(path.suffix.lower())


def markup_in(raw: bytes) -> Markup | None:
    r"""Tell the markup of a text by what it holds, as of one that was pasted; None for no table.

    >>> markup_in(b"a\tF1\nb\t3\n"), markup_in(b"<table><tr><td>1"), markup_in(b"no table")
    ('tsv', 'html', None)
    """
    text = raw[:MOST_BYTES].decode(errors="replace")
    return next((markup for markup, sign in _SIGNS if sign.search(text)), None)


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
        .bind(_reader(markup))
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


def _reader(markup: Markup) -> Callable[[str], Result[tuple[RawTable, ...], Faults]]:
    from measurand.edges.tables.csv import read_separated
    from measurand.edges.tables.html import read_html
    from measurand.edges.tables.latex import read_latex
    from measurand.edges.tables.markdown import read_markdown

    match markup:
        case "csv":
            return lambda text: read_separated(text, ",")
        case "tsv":
            return lambda text: read_separated(text, "\t")
        case "markdown":
            return read_markdown
        case "latex":
            return read_latex
        case "html":
            return read_html


def _some(
    markup: Markup,
) -> Callable[[tuple[RawTable, ...]], Result[tuple[RawTable, ...], Faults]]:
    def some(tables: tuple[RawTable, ...]) -> Result[tuple[RawTable, ...], Faults]:
        if any(not table.faults for table in tables):
            return Success(tables)
        faults = tuple(fault for table in tables for fault in table.faults)
        return Failure(faults or (Fault(got=f"none in {markup}", expected="a table"),))

    return some
