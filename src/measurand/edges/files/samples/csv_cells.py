"""What the cells of a table of text are: a list of items, a number, JSON, or the text as it is."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    decode,
    encode,
    expected,
)
from measurand.edges.files.samples.asked import undecided
from measurand.edges.files.samples.columns import Column
from measurand.edges.files.samples.part import Part
from measurand.evidence.paths import Key
from measurand.values.fault import Fault, shown

_DECIMAL = re.compile(r"([+-]?)0*+(\d*)(\.\d*)?([eE][+-]?\d+)?", re.ASCII)
_MARKS = (";", "|")
_PYTHON = "this is how Python writes a list, not JSON: write it with json.dumps"


class Cells:
    """Reads the rows of one file by the columns of its mapping."""

    def __init__(self, part: Part, columns: Sequence[Column], header: Sequence[str]) -> None:
        """Begin a file."""
        known = {column.name: column for column in columns}
        self.columns = [(name, known.get(name)) for name in header]
        self.part = part
        self.items = part.source.items
        self.lists = part.source.said("lists")
        self.empty = part.source.said("empty")
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
                return _number(cell)
            case "gold" | "answer":
                return self._items(column, cell)
            case _:
                return self._json(cell) if cell.strip() else None

    def _items(self, column: Column, cell: str) -> Json:
        if not cell.strip():
            return self._nothing(column)
        if self.lists == "json" or self.items in {"slots", "spans"}:
            return self._json(cell)
        if self.items == "label":
            return cell
        if self.lists == "one":
            return [cell]
        if self.lists:
            return self._split(cell)
        if self.items == "iob2" or cell.lstrip()[:1] in {"[", "{"} or _has_mark(cell):
            raise UndecidedError(undecided(self.part, "lists", got=shown(cell)).fault)
        return [cell]

    def _nothing(self, column: Column) -> Json:
        if not self.empty:
            raise UndecidedError(undecided(self.part, "empty", got="an empty cell").fault)
        return None if self.empty == "null" and column.role == "answer" else []

    def _split(self, cell: str) -> Json:
        if not self.lists.strip():
            return list(cell.split())
        pieces = [piece.strip() for piece in cell.split(self.lists)]
        if "" in pieces:
            what = f"an item on both sides of every {shown(self.lists)}"
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


def _has_mark(cell: str) -> bool:
    return any(mark in cell for mark in _MARKS)


def _number(cell: str) -> Json:
    """Read a decimal number exactly; an empty cell is none.

    >>> _number(" 0.850"), _number("+.5"), _number("007"), _number("")
    (Number('0.850'), Number('0.5'), Number('7'), None)
    """
    text = cell.strip()
    if not text:
        return None
    found = _DECIMAL.fullmatch(text)
    digits = f"{found[2]}{(found[3] or '')[1:]}" if found else ""
    if found is None or not (digits or "0" in text):
        hint = "write a point before the decimals, nothing between thousands" if "," in text else ""
        raise FaultError(Fault(got=shown(cell), expected="a decimal number", path="$", hint=hint))
    sign = found[1].removeprefix("+")
    decimals = found[3] if found[3] and found[3] != "." else ""
    return Number(f"{sign}{found[2] or '0'}{decimals}{found[4] or ''}")
