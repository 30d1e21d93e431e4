"""A printed table as its texts: what every markup is read to, and how much may be read."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen
from returns.result import Failure, Result, Success

from measurand.edges.formats.files import check_file, unreadable
from measurand.edges.formats.json_value import not_utf8
from measurand.edges.formats.lines import BOM
from measurand.values.fault import Fault, shown

Markup = Literal["csv", "tsv", "markdown", "latex"]
Faults = tuple[Fault, ...]

MARKUPS: tuple[Markup, ...] = ("csv", "tsv", "markdown", "latex")
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
}


@frozen(kw_only=True)
class RawTable:
    """A table before anything is understood: texts without markup, and where they stand.

    `groups` has the heading that stands above each column, empty where there is none, and
    `other_groups` what else they may be, where the markup does not say over which columns a heading
    stands. `lines` has the line of each row, `notes` what the reader left out or filled in.

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
    """A row of a table as it is read: its texts and its line."""

    cells: tuple[str, ...]
    line: int


def markup_of(path: Path) -> Markup | None:
    """Tell the markup of a file by the end of its name; None for any other end.

    >>> markup_of(Path("table2.TEX")), markup_of(Path("table2.pdf"))
    ('latex', None)
    """
    return _SUFFIXES.get(path.suffix.lower())


def read_bytes(path: Path) -> Result[bytes, Faults]:
    """Read a file of at most 16 MiB.

    >>> read_bytes(Path("no/such.csv")).failure()[0].text()
    'no/such.csv: expected a file, got nothing of that name'
    """
    faults = check_file(path)
    if faults:
        return Failure(faults)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        return Failure((unreadable(error, str(path)),))
    return Success(raw)


def tables_of(
    raw: bytes, markup: Markup, *, file: str = ""
) -> Result[tuple[RawTable, ...], Faults]:
    r"""Read every table of a text; one that is too large, or no table at all, is a fault.

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
        .alt(lambda faults: tuple(fault.at(file=file) for fault in faults))
    )


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
    from measurand.edges.formats.table_csv import read_separated
    from measurand.edges.formats.table_latex import read_latex
    from measurand.edges.formats.table_markdown import read_markdown

    match markup:
        case "csv":
            return lambda text: read_separated(text, ",")
        case "tsv":
            return lambda text: read_separated(text, "\t")
        case "markdown":
            return read_markdown
        case "latex":
            return read_latex


def _some(
    markup: Markup,
) -> Callable[[tuple[RawTable, ...]], Result[tuple[RawTable, ...], Faults]]:
    def some(tables: tuple[RawTable, ...]) -> Result[tuple[RawTable, ...], Faults]:
        if tables:
            return Success(tables)
        return Failure((Fault(got=f"none in {markup}", expected="a table"),))

    return some


def table_of(
    heads: Sequence[TextRow],
    rows: Iterable[TextRow],
    *,
    title: str = "",
    caption: str = "",
    notes: Sequence[str] = (),
) -> Result[RawTable, Faults]:
    """Make a table of rows as they were read: the last head has the names, those above the groups.

    A short row is filled up, and that is noted; a long one is a fault.

    >>> rows = [TextRow(("ours", "63.3"), 3), TextRow(("theirs",), 4)]
    >>> table = table_of([TextRow(("", "dev"), 1), TextRow(("system", "F1"), 2)], rows).unwrap()
    >>> table.groups, table.rows[1], table.notes
    (('', 'dev'), ('theirs', ''), ('line 4: 1 of 2 cells are there: the rest is taken as empty',))
    """
    rows = list(rows)
    width = max((len(head.cells) for head in heads), default=0)
    faults = [fault for row in (*heads, *rows) for fault in _row_faults(row, width)]
    if width * (len(rows) + len(heads)) > MOST_CELLS:
        expected = f"a table of at most {MOST_CELLS} cells"
        got = f"{width * (len(rows) + len(heads))}"
        faults.append(Fault(line=heads[0].line, got=got, expected=expected))
    if faults:
        return Failure(tuple(faults[:100]))
    short = [row for row in rows if len(row.cells) < width]
    filled = [_filled(head.cells, width) for head in heads]
    names = tuple(_lowest(column) for column in zip(*filled, strict=True))
    return Success(
        RawTable(
            header=names,
            rows=tuple(_filled(row.cells, width) for row in rows),
            title=title,
            caption=caption,
            line=heads[0].line,
            groups=tuple(_above(column) for column in zip(*filled, strict=True)),
            lines=tuple(row.line for row in rows),
            notes=(*notes, *(_short(row, width) for row in short)),
        )
    )


def _short(row: TextRow, width: int) -> str:
    there = f"line {row.line}: {len(row.cells)} of {width} cells are there"
    return f"{there}: the rest is taken as empty"


def _row_faults(row: TextRow, width: int) -> Iterable[Fault]:
    if width > MOST_COLUMNS:
        expected = f"at most {MOST_COLUMNS} columns"
        yield Fault(line=row.line, got=str(width), expected=expected)
    elif len(row.cells) > width:
        yield Fault(line=row.line, got=str(len(row.cells)), expected=f"a row of {width} cells")
    for cell in row.cells:
        if len(cell) > MOST_CHARACTERS:
            expected = f"a cell of at most {MOST_CHARACTERS} characters"
            yield Fault(line=row.line, got=shown(cell, most=20), expected=expected)


def _filled(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return cells + ("",) * (width - len(cells))


def _lowest(column: tuple[str, ...]) -> str:
    """Name a column: by the lowest head that says something."""
    return next((text for text in reversed(column) if text), "")


def _above(column: tuple[str, ...]) -> str:
    """Name the group of a column: what stands above its name."""
    filled = [text for text in column if text]
    above = dict.fromkeys(filled[:-1])
    return " / ".join(text for text in above if text != filled[-1]) if filled else ""
