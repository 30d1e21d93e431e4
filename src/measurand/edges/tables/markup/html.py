"""Tables of HTML: spans over columns and rows, entities, tables inside cells; pages are hostile.

Python's own parser reads the tags: it keeps lines and mends what is not closed. It is given one
outermost table at a time, so that nothing around a table can swallow it, and as much as a table of
so many cells may take; what is nested deeper than people nest is not followed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser

from attrs import evolve, field, frozen, mutable
from returns.result import Failure, Result, Success

from measurand.edges.files.json.value import FaultError
from measurand.edges.tables.grid import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_TABLES,
    Faults,
    RawTable,
    SpanningCell,
    TextRow,
    too_many_tables,
)
from measurand.edges.tables.heads import (
    FIRST_ROW,
    numeric,
    split_heads,
    table_of,
    table_or_unreadable,
    unreadable_table,
)
from measurand.values.fault import Fault

MOST_DEPTH = 10
MOST_LENGTH = 4 * 2**20
_EDGE = re.compile(r"<(/?)table(?=[\s/>])", re.IGNORECASE)
_HEADING = re.compile(r"<h[1-6](?:\s[^<>]{0,300})?>([^\n]{1,500}?)</h[1-6]", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,300}>")
_GAP = re.compile(r"[ \t\n\r\f]+")
_SPACED = frozenset({"br", "p", "div", "li", "hr"})
_UNSHOWN = frozenset({"script", "style", "template"})
_DIGITS = 5
_LOOK_BACK = 2000


@frozen
class Block:
    """A table and the lines of its text, from the first to the one after the last."""

    table: RawTable
    start: int
    end: int


def read_html(text: str) -> Result[tuple[RawTable, ...], Faults]:
    r"""Read the tables of a page; one inside a cell is a table of its own.

    Rows of `thead`, or else those of `th` alone before others, are heads.

    >>> [table] = read_html("<table><tr><th>system<th>F<sub>1</sub><tr><td>a<td>63.3").unwrap()
    >>> table.header, table.rows
    (('system', 'F1'), (('a', '63.3'),))
    """
    return html_blocks(text, closed=False).map(lambda found: tuple(one.table for one in found))


def html_blocks(text: str, *, closed: bool = True) -> Result[tuple[Block, ...], Faults]:
    """Read the tables of a text and where they stand; one that does not end may be no table.

    >>> [block] = html_blocks("a <table><tr><td>1</table> <table> tag").unwrap()
    >>> block.table.header, block.start, block.end
    (('1',), 0, 1)
    """
    blocks: list[Block] = []
    line, before = 0, 0
    for start, end in _outermost(text):
        if end < 0 and closed:
            continue
        line += text.count("\n", before, start)
        before = start
        inside = text[start : end if end >= 0 else len(text)]
        last = line + inside.count("\n") + 1
        heading = _title(text[max(0, start - _LOOK_BACK) : start])
        tables = _tables(inside, line)
        blocks += (Block(evolve(one, title=one.title or heading), line, last) for one in tables)
        if len(blocks) > MOST_TABLES:
            return Failure((too_many_tables(line=line + 1),))
    return Success(tuple(blocks))


def _outermost(text: str) -> Iterator[tuple[int, int]]:
    """Give the tables that are in no other, from begin to end; the end is -1 where there is none.

    Where one does not end, those after its begin are looked at without it.
    """
    begun: list[int] = []
    ended: list[tuple[int, int]] = []
    for edge in _EDGE.finditer(text):
        if not edge[1]:
            begun.append(edge.start())
        elif begun:
            start = begun.pop()
            while ended and ended[-1][0] > start:
                ended.pop()
            end = text.find(">", edge.end())
            ended.append((start, end + 1 if end >= 0 else len(text)))
    if begun and not ended:
        yield begun[0], -1
    yield from ended


def _title(before: str) -> str:
    headings = _HEADING.findall(before)
    return _GAP.sub(" ", _TAG.sub("", headings[-1])).strip() if headings else ""


def _tables(text: str, line: int) -> tuple[RawTable, ...]:
    if len(text) > MOST_LENGTH:
        expected = f"a table of at most {MOST_LENGTH // 2**20} MiB"
        return (unreadable_table((Fault(line=line + 1, got="a longer text", expected=expected),)),)
    parser = _Parser()
    try:
        parser.feed(text)
        parser.close()
    except FaultError as error:
        at = line + error.fault.line
        return (unreadable_table((evolve(error.fault, line=at),), line=at),)
    return tuple(_settled(one, line) for one in parser.tables if one.filled)


@mutable
class _Row:
    """A row as its tags come."""

    line: int
    head: bool
    cells: list[SpanningCell] = field(factory=list)
    named: bool = True


@mutable
class _Table:
    """A table as its tags come; `into` gathers the text of a cell or a caption."""

    line: int
    rows: list[_Row] = field(factory=list)
    caption: str = ""
    into: list[str] = field(factory=list)
    cell: SpanningCell | None = None
    captioned: bool = False
    in_head: bool = False

    @property
    def filled(self) -> bool:
        """Tell whether a cell has a text."""
        return any(cell.text for row in self.rows for cell in row.cells)


class _Parser(HTMLParser):
    """Gather tables from tags, however they are closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self._open: list[_Table] = []
        self._cells = 0
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin what a tag begins, and end what that ends."""
        if tag == "table":
            self._begin_table()
        if not self._open:
            return
        table = self._open[-1]
        if tag in _UNSHOWN:
            self._hidden += 1
        if tag in _SPACED:
            table.into.append(" ")
        match tag:
            case "caption":
                _end_cell(table)
                table.captioned, table.into = True, []
            case "thead" | "tbody" | "tfoot":
                _end_cell(table)
                table.in_head = tag == "thead"
            case "tr":
                _end_cell(table)
                table.rows.append(_Row(self.getpos()[0], table.in_head))
            case "td" | "th":
                self._begin_cell(table, tag, dict(attrs))
            case "sup":
                table.into.append("^{")
            case _:
                pass

    def _begin_table(self) -> None:
        if len(self._open) == MOST_DEPTH:
            expected = f"tables in one another at most {MOST_DEPTH} deep"
            raise self._too_much(expected)
        self._open.append(_Table(self.getpos()[0]))
        self.tables.append(self._open[-1])

    def _too_much(self, expected: str) -> FaultError:
        return FaultError(Fault(line=self.getpos()[0], got="more", expected=expected))

    def _begin_cell(self, table: _Table, tag: str, attrs: dict[str, str | None]) -> None:
        _end_cell(table)
        self._cells += 1
        if self._cells > MOST_CELLS:
            raise self._too_much(f"a table of at most {MOST_CELLS} cells")
        if not table.rows:
            table.rows.append(_Row(self.getpos()[0], table.in_head))
        table.rows[-1].named = table.rows[-1].named and tag == "th"
        columns, rows = _count(attrs.get("colspan")), _count(attrs.get("rowspan"))
        table.cell = SpanningCell("", min(columns, MOST_COLUMNS + 1), rows)

    def handle_endtag(self, tag: str) -> None:
        """End what a tag ends."""
        if tag in _UNSHOWN:
            self._hidden = max(self._hidden - 1, 0)
        if not self._open:
            return
        table = self._open[-1]
        match tag:
            case "td" | "th" | "tr" | "caption":
                _end_cell(table)
            case "thead":
                _end_cell(table)
                table.in_head = False
            case "table":
                _end_cell(table)
                self._open.pop()
            case "sup":
                table.into.append("}")
            case _:
                pass

    def handle_data(self, data: str) -> None:
        """Gather the text of the cell that is open."""
        if self._open and not self._hidden:
            self._open[-1].into.append(data)

    def close(self) -> None:
        """End what is still open."""
        super().close()
        for table in self._open:
            _end_cell(table)


def _end_cell(table: _Table) -> None:
    text = _GAP.sub(" ", "".join(table.into)).strip(" ")
    if table.captioned:
        table.caption = text
    elif table.cell is not None and table.rows:
        table.rows[-1].cells.append(evolve(table.cell, text=text))
    table.into, table.cell, table.captioned = [], None, False


def _count(text: str | None) -> int:
    digits = (text or "").strip()
    short = digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS
    return max(int(digits), 1) if short else 1


def _settled(table: _Table, line: int) -> RawTable:
    rows_filled = [row for row in table.rows if row.cells]
    heads = 0
    while heads < len(rows_filled) and (rows_filled[heads].head or rows_filled[heads].named):
        heads += 1
    rows = spread_out((row.cells, line + row.line) for row in rows_filled)
    top, body = ([row for row in part if any(row.cells)] for part in (rows[:heads], rows[heads:]))
    notes: tuple[str, ...] = ()
    if len(top) <= 1:
        top, body, guessed = split_heads([*top, *body])
        notes = (FIRST_ROW,) if guessed else ()
    read = table_of(top, body, caption=table.caption, notes=notes)
    return table_or_unreadable(read, caption=table.caption, line=line + table.line)


def spread_out(rows: Iterable[tuple[Sequence[SpanningCell], int]]) -> list[TextRow]:
    """Show cells where they stand: what spans columns is in each, what spans rows goes on below.

    A number that spans columns stands in the first of them alone.

    >>> first = [SpanningCell("a", rows=2), SpanningCell("dev", columns=2)]
    >>> rows = [(first, 1), ([SpanningCell("P")], 2)]
    >>> [row.cells for row in spread_out(rows)]
    [('a', 'dev', 'dev'), ('a', 'P')]
    """
    spread: list[TextRow] = []
    over: dict[int, tuple[int, str]] = {}
    shown = 0
    for row, line in rows:
        cells: list[str] = []
        for cell in row:
            cells += _from_above(over, len(cells))
            texts = [cell.text, *("" if numeric(cell.text) else cell.text,) * (cell.columns - 1)]
            if cell.rows > 1:
                over |= {len(cells) + at: (cell.rows - 1, text) for at, text in enumerate(texts)}
            cells += texts
            if len(cells) > MOST_COLUMNS:
                break
        while over and len(cells) <= max(over):
            cells += _from_above(over, len(cells)) or [""]
        spread.append(TextRow(tuple(cells), line, any(cell.columns > 1 for cell in row)))
        shown += len(cells)
        if shown > MOST_CELLS:
            break
    return spread


def _from_above(over: dict[int, tuple[int, str]], at: int) -> list[str]:
    """Take the texts of cells above that go down to a place and those right of it."""
    texts: list[str] = []
    while at in over:
        left, text = over.pop(at)
        if left > 1:
            over[at] = (left - 1, text)
        texts.append(text)
        at += 1
    return texts
