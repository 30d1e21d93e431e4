"""Whether a table of the paper prints, cell by cell, what a table of claims says.

A row is found by its label and a column by its head, as they are read when a claims file is made of
the table. A file that says which rows it leaves out was made so: where less than half of labels or
heads is there, it is another table. Other files may call things by names of their own: where not
all of these are printed, nothing is said.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from measurand.auditing.claims.model import Row, Table
from measurand.values.printed import Printed


@frozen(kw_only=True)
class PrintedRow:
    """A row of the paper: its label, its line, and its numbers by the heads of their columns."""

    label: str
    line: int
    cells: tuple[tuple[str, Printed], ...]

    @property
    def heads(self) -> frozenset[str]:
        """List the heads that it has a number below."""
        return frozenset(name for name, _ in self.cells)


@frozen(kw_only=True)
class PrintedTable:
    """A table of the paper, from its first line to its last.

    >>> PrintedTable(first=5, last=9, rows=()).meets(9, 12)
    True
    """

    first: int
    last: int
    rows: tuple[PrintedRow, ...]

    def meets(self, first: int, last: int) -> bool:
        """Tell whether it stands in some of these lines; 0 stands for all lines."""
        return not first or (self.first <= last and first <= self.last)


def differences(
    table: Table, rows: Sequence[Row], here: Sequence[PrintedTable]
) -> tuple[str, ...] | None:
    """List what is printed otherwise than rows of a table of claims say; None where nothing tells.

    Of several tables `here`, the one is meant that has most of the labels and heads.

    >>> row = Row(label="ours", cells=(("F1", Printed.parse("63.3")),))
    >>> there = PrintedRow(label="ours", line=7, cells=(("F1", Printed.parse("64.3")),))
    >>> claimed = Table(name="1", columns=(), rows=(row,))
    >>> differences(claimed, claimed.rows, [PrintedTable(first=5, last=7, rows=(there,))])
    ("line 7: 'ours' / 'F1' is 64.3, not 63.3",)
    """
    labels = {row.label for row in rows}
    heads = {name for row in rows for name, _ in row.cells}
    share = 1 if table.left is None else 2
    alike = [one for one in here if heads and _is_it(one, labels, heads, share)]
    most = max((_alike(one, labels, heads) for one in alike), default=0)
    # Of tables with the same rows and columns, one that prints all of it is the one.
    tried = (
        tuple(_differences(table, rows, one)) for one in alike if _alike(one, labels, heads) == most
    )
    return min(tried, key=len, default=None)


def _found(one: PrintedTable, labels: set[str], heads: set[str]) -> tuple[int, int]:
    known = {row.label for row in one.rows}
    below = frozenset[str]().union(*(row.heads for row in one.rows))
    return len(labels & known), len(heads & below)


def _alike(one: PrintedTable, labels: set[str], heads: set[str]) -> int:
    rows, columns = _found(one, labels, heads)
    return rows * columns


def _is_it(one: PrintedTable, labels: set[str], heads: set[str], share: int) -> bool:
    rows, columns = _found(one, labels, heads)
    return share * rows >= len(labels) and share * columns >= len(heads)


def _differences(table: Table, rows: Sequence[Row], there: PrintedTable) -> Iterator[str]:
    printed = {row.label: row for row in there.rows}
    heads = frozenset[str]().union(*(row.heads for row in there.rows))
    for name in dict.fromkeys(name for row in rows for name, _ in row.cells):
        if name not in heads:
            yield f"no column {name!r}"
    for row in rows:
        if row.label not in printed:
            yield f"no row {row.label!r}"
        else:
            yield from _of_row(table, row, printed[row.label], heads)
    yield from _added(table, rows, there)


def _of_row(table: Table, row: Row, there: PrintedRow, heads: frozenset[str]) -> Iterator[str]:
    found = dict(there.cells)
    for name, claimed in row.cells:
        number = found.get(name)
        if name in heads and (number is None or not _same(table, name, claimed, number)):
            text = "empty" if number is None else _digits(number)
            yield f"line {there.line}: {row.label!r} / {name!r} is {text}, not {_digits(claimed)}"


def _added(table: Table, rows: Sequence[Row], there: PrintedTable) -> Iterator[str]:
    """List the rows of which nothing is said, where the claims say which they leave out."""
    if table.left is None or len(rows) < len(table.rows):
        return
    known = {row.label for row in table.rows} | {label for label, _ in table.left}
    for row in there.rows:
        if row.cells and row.label not in known:
            yield f"line {row.line}: row {row.label!r} is not in the claims"


def _same(table: Table, name: str, claimed: Printed, number: Printed) -> bool:
    """Compare digits and sign; units stand beside numbers here and above columns there."""
    if _digits(claimed) == _digits(number):
        return True
    dropped = any(one.name == name and one.decimals is not None for one in table.columns)
    return dropped and _bare(claimed) == _bare(number)


def _digits(number: Printed) -> str:
    return number.text.translate(_UNITS)


def _bare(number: Printed) -> str:
    text = _digits(number)
    return text.rstrip("0").rstrip(".") if "." in text else text


_UNITS = str.maketrans("", "", "%$€£¥")
