"""CSV and TSV: a header, and a record a row. A row is read as the JSON line that says the same.

So one reader gives a record its meaning, whatever file it stood in, and faults speak the same
words. A cell has no type: what it holds follows from its column's role (an id, a number, items)
and from what was said of cells. Rows of experiments repeat: the samples of sixteen thousand
different rows are remembered, and a row that says what an earlier one did, but for its id, is that
sample again.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from attrs import evolve

from measurand.edges.files.events import Bad, Event, Rest
from measurand.edges.files.formats.csv_rows import MARKS, Row, marks_of, rows_of
from measurand.edges.files.formats.jsonl import LineReader
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    decode,
    encode,
    expected,
    spelled_number,
    wrong,
)
from measurand.edges.files.lines import Line, Lines, read_lines
from measurand.edges.files.samples.columns import Column, Side, columns_of, id_alone, missing
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.guesses import Guess, guess_fields
from measurand.edges.files.samples.joined import join
from measurand.edges.files.samples.labels import cells_of
from measurand.edges.files.samples.opening import MOST_LINES, Head
from measurand.edges.files.samples.part import Part, undecided
from measurand.edges.files.samples.sample_of_record import what_means
from measurand.evidence.formats import LABELS, Choice, Predictions, Records, Stance
from measurand.evidence.paths import Key
from measurand.evidence.source import RATED, Source
from measurand.values.english import counted
from measurand.values.fault import shown
from measurand.values.sample import Sample

_MARKS = (";", "|")
_TRUTH = {"true": True, "false": False}
_PYTHON = "this is how Python writes a list, not JSON: write it with json.dumps"


class Cells:
    """Reads the rows of one file by the columns of its mapping."""

    def __init__(self, part: Part, columns: Sequence[Column], header: Sequence[str]) -> None:
        """Begin a file."""
        known = {column.name: column for column in columns}
        self.columns = [(name, known.get(name)) for name in header]
        self.part = part
        self.items = part.source.items
        self.lists = {
            "gold": cells_of(part.source, "gold"),
            "answer": cells_of(part.source, "pred"),
        }
        self.empty = part.source.said("empty")
        self.words = part.source.fields.meanings
        self.depth = part.options.max_depth

    def record(self, cells: Sequence[str]) -> bytes:
        """Write a row as the JSON line that says the same.

        Raises FaultError for a cell that is not what its column holds; UndecidedError where the
        file has to be explained first.
        """
        return encode(dict(self._values(cells)))

    def _values(self, cells: Sequence[str]) -> Iterator[tuple[str, Json]]:
        for (name, column), cell in zip(self.columns, cells, strict=True):
            if column is None or column.role == "text":
                yield name, cell
                continue
            try:
                value = self._value(column, cell)
            except FaultError as error:
                place = f"${Key(name).text}{error.fault.path.removeprefix('$')}"
                kind = type(error)
                raise kind(evolve(error.fault, path=place)) from None
            if value is not None or not column.droppable:
                yield name, value

    def _value(self, column: Column, cell: str) -> Json:
        match column.role:
            case "id" if column.whole:
                return cell or None
            case "number":
                return self._number(cell)
            case "gold" | "answer":
                return self._items(column, cell)
            case _:
                return self._json(cell) if cell.strip() else None

    def _number(self, cell: str) -> Json:
        word = cell.strip()
        if word in self.words:
            return word
        # A truth value, as programs that write tables spell it.
        if (truth := word.lower()) in _TRUTH:
            return _TRUTH[truth]
        try:
            return spelled_number(cell)
        except FaultError as error:
            hint = error.fault.hint or what_means(cell)
            raise FaultError(evolve(error.fault, hint=hint)) from None

    def _items(self, column: Column, cell: str) -> Json:
        if not cell.strip():
            return None if self.items in RATED else self._nothing(column)
        lists = self.lists[column.role]
        if lists == "json" or self.items in {"slots", "spans"}:
            return self._json(cell)
        if self.items == "label" or (self.items in RATED and not lists and not _opens(cell)):
            return cell
        if lists == "one":
            return [cell]
        if lists:
            return self._split(cell, lists)
        if self.items in {"iob2", *RATED} or _opens(cell) or _has_mark(cell):
            raise UndecidedError(undecided(self.part, "lists", got=shown(cell)).fault)
        return [cell]

    def _nothing(self, column: Column) -> Json:
        if not self.empty:
            raise UndecidedError(undecided(self.part, "empty", got="an empty cell").fault)
        return None if self.empty == "null" and column.role == "answer" else []

    def _split(self, cell: str, between: str) -> Json:
        if not between.strip():
            return list(cell.split())
        pieces = [piece.strip() for piece in cell.split(between)]
        if "" in pieces:
            what = f"an item on both sides of every {shown(between)}"
            raise expected(what, cell)
        return list(pieces)

    def _json(self, cell: str) -> Json:
        try:
            return decode(cell.encode(), max_depth=self.depth)
        except FaultError as error:
            python = cell.lstrip().startswith(("['", "[{'", "{'"))
            hint = _PYTHON if python else error.fault.hint
            raise FaultError(evolve(error.fault, hint=hint)) from None


class UndecidedError(FaultError):
    """Stops the reading of a file that leaves something open."""


def _opens(cell: str) -> bool:
    return cell.lstrip()[:1] in {"[", "{"}


def _has_mark(cell: str) -> bool:
    return any(mark in cell for mark in _MARKS)


_CAREFUL = 2**20
_PANDAS = "the first is empty: did pandas write its index? to_csv(index=False) leaves it out"
_CHANGED = re.compile(
    r"\d+\.0|\d(\.\d+)?E\+\d+|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}-[A-Z][a-z]{2}"
)


def read_csv(part: Part) -> Iterator[Event]:
    """Give an event for every row below the header, or for every pair of rows of two files."""
    beside = part.beside
    if beside is not None:
        first = _lines(part, "gold")
        second = _lines(part, "answers", beside)
        yield from join(first, second, part)
        return
    again = _Again(LineReader(part))
    for line in _lines(part, "both", again=again):
        yield again.event(line) if isinstance(line, Line) else line


MOST_KNOWN = 2**14
"""Of how many kinds of rows the samples are remembered."""


class _Again:
    """Reads rows; one that says what an earlier one did, but for its id, is that sample again."""

    def __init__(self, reader: LineReader) -> None:
        self.reader = reader
        self.known: dict[tuple[str, ...], Sample] = {}
        self.said: tuple[str, ...] = ()
        self.id = -1
        self.read: Sequence[int] = ()

    def begin(self, names: Sequence[str], columns: Sequence[Column]) -> None:
        """Look where the id stands, and what else is read, below this header."""
        own = id_alone(self.reader.mapped.source)
        read = {column.name for column in columns if column.name != own}
        self.id = names.index(own) if own in names else -1
        self.read = [at for at, name in enumerate(names) if name in read]

    def sample(self, cells: Sequence[str]) -> Sample | None:
        """Give the sample of a row that fits, where an earlier one said the same."""
        if self.id < 0 or not cells[self.id]:
            self.said = ()
            return None
        self.said = tuple([cells[at] for at in self.read])
        sample = self.known.get(self.said)
        return None if sample is None else evolve(sample, id=cells[self.id])

    def event(self, line: Line) -> Event:
        """Read a row of which there is no sample yet."""
        event = self.reader.of_line(line)
        if self.said and isinstance(event, Sample) and len(self.known) < MOST_KNOWN:
            self.known[self.said] = event
        return event


def _lines(
    part: Part, side: Side, beside: Path | None = None, again: _Again | None = None
) -> Iterator[Line | Event]:
    """Give the rows of a file as lines of JSON, and what is wrong with others.

    Rows that say what an earlier one did, but for the id, are samples at once.
    """
    name = part.source.predictions if beside else part.name
    here = evolve(part, name=name)
    with part.opened(beside) if beside else part.open() as file:
        try:
            yield from _rows(file, here, side, again)
        except FaultError as error:
            yield Bad((error.fault.at(file=name),))


def _rows(file: Lines, part: Part, side: Side, again: _Again | None) -> Iterator[Line | Event]:
    most = part.options.max_line_bytes
    lines = read_lines(file, max_bytes=most)
    first = next((line for line in lines if not isinstance(line, Line) or line.content), None)
    if first is None:
        return
    mark = _mark(part, first)
    rows = rows_of(_again(first, lines), mark, max_bytes=most)
    header = next(rows)
    names = _names(header)
    columns = columns_of(part.source, side)
    absent = missing(columns, names, part.name)
    if absent:
        yield Bad(tuple(fault.at(line=header.line) for fault in absent))
        return
    cells = Cells(part, columns, names)
    if again is not None:
        again.begin(names, columns)
    for row in rows:
        yield _line(row, cells, names, part.name, again)


def _again(first: Line | Rest, more: Iterator[Line | Rest]) -> Iterator[Line | Rest]:
    yield first
    yield from more


def _line(
    row: Row, cells: Cells, names: Sequence[str], file: str, again: _Again | None
) -> Line | Event:
    try:
        fitting = _fitting(row, names)
        known = None if again is None else again.sample(fitting)
        if again is not None and known is not None:
            return again.reader.met(known, row.line, row.raw)
        return Line(row.line, row.raw, cells.record(fitting))
    except UndecidedError as error:
        raise FaultError(error.fault.at(file=file, line=row.line)) from None
    except FaultError as error:
        return Bad((error.fault.at(file=file, line=row.line),), row.raw)


def _fitting(row: Row, names: Sequence[str]) -> Sequence[str]:
    if row.fault:
        raise FaultError(row.fault)
    count, width = len(row.cells), len(names)
    if row.cells == names:
        hint = "were several files put together? each can be read by itself"
        raise wrong("the header again", "a record", hint)
    if count != width:
        hint = "a cell that holds the delimiter stands in quotes" if count > width else ""
        raise wrong(str(count), f"{counted(width, 'cell')}, as in the header", hint)
    return row.cells


def _mark(part: Part, first: Line | Rest) -> str:
    """Tell what stands between cells: by what was said, or by the header."""
    said = part.source.said("delimiter")
    if said:
        return MARKS[said]
    header = first.content if isinstance(first, Line) else b""
    delimiters = marks_of(header[:_CAREFUL].decode(errors="replace"))
    if len(delimiters) == 1:
        return MARKS[delimiters[0]]
    got = "" if delimiters else f"the header {shown(header[:99].decode(errors='replace'))}"
    raise undecided(part, "delimiter", delimiters, got=got)


def _names(header: Row) -> Sequence[str]:
    """Give the names of the columns.

    Raises FaultError where one is empty, or stands there twice.
    """
    names = header.cells
    if header.fault:
        raise FaultError(header.fault.at(line=header.line))
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if "" in names:
        got, hint = "an empty one", _PANDAS if not names[0] else ""
    elif twice is not None:
        got, hint = f"twice {shown(twice)}", ""
    else:
        return names
    raise wrong(got, "a header of names that differ", hint, line=header.line)


def sniff(head: Head) -> Guess | None:
    r"""Guess the delimiter and the columns of a table of text.

    >>> sniff(Head(name="a.csv", lines=(b"id,gold,pred", b"1,a,b"))).source.format
    'csv'
    >>> sniff(Head(name="a.txt", lines=(b"one, two", b"three"))) is None
    True
    >>> sniff(Head(name="a.txt", lines=(b",id,gold,pred", b"0,1,a,a"))).source is None
    True
    """
    try:
        return _guessed(head)
    except FaultError:
        return None


def records_of(head: Head) -> Sequence[dict[str, Json]]:
    """Give the first rows of a table of text by the names of its columns; none of anything else.

    >>> records_of(Head(name="a.csv", lines=(b"id,kind", b"1,bug")))
    [{'id': '1', 'kind': 'bug'}]
    """
    try:
        rows = _records(head)
    except FaultError:
        return ()
    return () if rows is None or isinstance(rows, Guess) else rows[1]


def _guessed(head: Head) -> Guess | None:
    rows = _records(head)
    if rows is None or isinstance(rows, Guess):
        return rows
    mark, records = rows
    return _guess_of(head.name, mark, records)


def _records(head: Head) -> tuple[str, list[dict[str, Json]]] | Guess | None:
    raw = b"\n".join(head.lines[:MOST_LINES]) or head.raw[:_CAREFUL]
    lines = read_lines(BytesIO(raw), max_bytes=_CAREFUL)
    first = next((line for line in lines if isinstance(line, Line) and line.content), None)
    delimiters = marks_of(first.content.decode(errors="replace")) if first else ()
    if first is None or len(delimiters) != 1 or first.content[:1] in {b"{", b"["}:
        return None
    rows = list(
        _complete_rows(rows_of(_again(first, lines), MARKS[delimiters[0]], max_bytes=_CAREFUL))
    )
    if rows and _indexed(rows[0].cells):
        return Guess(source=None, assumptions=(_PANDAS,))
    names = _names(rows[0]) if rows else ()
    body = rows[1:]
    if not rows or any(len(row.cells) != len(names) for row in body[:-1]):
        return None
    records: list[dict[str, Json]] = [
        dict(zip(names, row.cells, strict=False)) for row in body if len(row.cells) == len(names)
    ]
    return delimiters[0], records or [dict.fromkeys(names)]


def _indexed(names: Sequence[str]) -> bool:
    """Tell a header as pandas writes it with its index: an empty name, then names that differ."""
    others = names[1:]
    return not names[0] and len(others) > 1 and len({"", *others}) == len(names)


def _complete_rows(rows: Iterator[Row]) -> Iterator[Row]:
    """Give rows up to the one that the look at the file cuts."""
    try:
        yield from rows
    except FaultError:
        return


def _guess_of(name: str, delimiter: str, records: Sequence[dict[str, Json]]) -> Guess | None:
    fields, said = guess_fields(records)
    stem = name.lower().removesuffix(".gz").removesuffix(".zst")
    if fields is None:
        return Guess(source=None, assumptions=said) if stem.endswith((".csv", ".tsv")) else None
    read = (fields.gold, fields.pred)
    json = [_are_json([str(record.get(key) or "") for record in records]) for key in read]
    sides = zip(json, ("gold", "pred"), strict=True)
    listed = ("lists",) if all(json) else [f"{side}_lists" for are, side in sides if are]
    source = Source(
        path=name, format="csv", fields=fields, input=tuple((one, "json") for one in listed)
    )
    notes = (
        f"cells are separated by one {delimiter}, as in the header",
        *said,
        *(f"cells are JSON lists: {one}=json" for one in listed),
        *_rewritten(fields.id.split("+")[-1], records),
    )
    return Guess(source=source, assumptions=notes)


def _are_json(cells: Sequence[str]) -> bool:
    return any(cells) and all(cell[:1] == "[" and cell[-1:] == "]" for cell in cells if cell)


def _rewritten(name: str, records: Sequence[dict[str, Json]]) -> Iterator[str]:
    """Tell of ids that a spreadsheet may have rewritten; that cannot be undone."""
    ids = (str(record.get(name) or "") for record in records)
    rewritten = next((text for text in ids if _CHANGED.fullmatch(text)), None)
    if rewritten:
        such = f"ids such as {shown(rewritten)}"
        yield f"{such} may be what a spreadsheet made of others: compare them"


FORMAT = SampleFormat(
    name="csv",
    about="a table of text with a header: CSV, TSV",
    files=".csv, .tsv",
    shape=("id,gold,pred", 'r1,"[""milk""]","[""milk"", ""egg""]"'),
    gold="the column gold, or what fields.gold names",
    pred="the column pred, or what fields.pred names",
    traps=(
        "A cell may be JSON, one item, or items with a text between them: lists says which.",
        "An empty cell may be no items or no answer: empty says which.",
    ),
    records=Records.MAPPED,
    predictions=Predictions.EITHER,
    text_cells=True,
    own_choices=(
        Choice(
            "delimiter",
            "header and fields",
            "what stands between cells",
            among=("comma", "tab", "semicolon", "pipe"),
        ),
        Choice(
            "lists",
            "list cells",
            "how a cell of gold or pred is written: json, one (the cell is "
            "one item), or the text between items",
        ),
        Choice("gold_lists", "list cells", "the same of gold alone", absent=True),
        Choice("pred_lists", "list cells", "the same of pred alone", absent=True),
        Choice(
            "empty",
            "missing predictions",
            "what an empty cell is: none (no items), or null (in pred no answer given)",
            among=("none", "null"),
        ),
        LABELS,
    ),
    stances={
        "header and fields": (
            Stance("refuses", "a header in which a column that is read stands twice or not"),
        ),
        "label types": (
            Stance("fixes", "a cell of one item is what it spells, as JSON spells it"),
        ),
    },
    read=read_csv,
    sniff=sniff,
    structure=frozenset(("delimiter",)),
    first_rows=records_of,
)
