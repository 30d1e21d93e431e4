r"""Delimited text to rows of cells, as RFC 4180 writes them; quoted cells may hold line breaks.

A quote opens a cell only where the cell begins; inside, two quotes are one, and a line break is
text like any other. So where a row ends is known only when its quotes are closed: a line is no
row, and a table cannot be cut at line ends to be read by many. A line without a quote is a row at
once, which is most of them: that road is the fast one.

What is wrong with the bytes of a row does not change where its cells end, so that one bad row costs
one record. A quote that is never closed does: it would swallow the rest of the file, and stops it.

The csv module of Python would do but for its bound on the length of a cell, which holds for the
whole process. Here a row is bounded by its own bytes.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from measurand.edges.files.events import Rest
from measurand.edges.files.json.value import FaultError, not_utf8, wrong
from measurand.edges.files.lines import Line
from measurand.values.fault import Fault

MARKS = {"comma": ",", "tab": "\t", "semicolon": ";", "pipe": "|"}
_INSIDE = re.compile(r'[^"]*+(?:""[^"]*+)*+')
_QUOTED = re.compile(r'"[^"]*+"')
_STRAY = Fault(
    got="text behind a closing quote",
    expected="a delimiter or the end of the row",
    hint='a quote inside a quoted cell is written twice: ""',
)
_NUL = Fault(got="a NUL byte", expected="text", hint="save the file as UTF-8")
_RETURN = Fault(
    got="a carriage return inside a row",
    expected="lines that end with LF or CR LF",
    hint="put the cell in quotes",
)


@frozen
class Row:
    """A row: the number of its first line, its bytes, its cells, and what is wrong with it."""

    line: int
    raw: bytes
    cells: Sequence[str]
    fault: Fault | None = None


def marks_of(header: str) -> Sequence[str]:
    """Name the delimiters that stand in a header outside of quotes.

    >>> marks_of('id;"a, b"'), marks_of("id")
    (('semicolon',), ())
    """
    bare = _QUOTED.sub("", header)
    return tuple(name for name, mark in MARKS.items() if mark in bare)


def rows_of(lines: Iterator[Line | Rest], mark: str, *, max_bytes: int) -> Iterator[Row]:
    r"""Cut lines into rows; a line without anything on it is none.

    >>> lines = iter([Line(1, b'a,"b ""c""\n', b'a,"b ""c""'), Line(2, b'd",e\n', b'd",e')])
    >>> list(rows_of(lines, ",", max_bytes=99))[0].cells
    ['a', 'b "c"\nd', 'e']

    Raises FaultError where a row is too long, or where a quote is not closed.
    """
    for line in lines:
        if isinstance(line, Rest) or not line.whole:
            raise _too_long(max_bytes, line.number if isinstance(line, Line) else 0)
        if not line.content:
            continue
        text, fault = _decoded(line.content)
        if '"' not in text:
            yield Row(line.number, line.raw, text.split(mark), fault or _plain_fault(text))
            continue
        cutter = _Cutter(line, lines, mark, max_bytes)
        cells = cutter.cells(text, fault)
        yield Row(line.number, b"".join(cutter.raw), cells, cutter.fault)


def _plain_fault(text: str) -> Fault | None:
    return _RETURN if "\r" in text else None


def _decoded(content: bytes) -> tuple[str, Fault | None]:
    """Decode a line; what is wrong with its bytes does not change where its cells end."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        fault = _NUL if b"\0" in content else not_utf8(content)
        return content.decode(errors="surrogateescape"), fault
    return text, _NUL if "\0" in text else None


def _ending(raw: bytes) -> str:
    return next((end for end in ("\r\n", "\n", "\r") if raw.endswith(end.encode())), "")


def _too_long(most: int, line: int) -> FaultError:
    hint = "is this a table, one record a row?"
    return wrong("more", f"a row of at most {most} bytes", hint, line=line)


def _open(line: int, where: str) -> FaultError:
    return wrong(
        f"none before {where}",
        "a quote that closes the one in this row",
        'a cell that begins with a quote stands in quotes: """so"" it is"',
        line=line,
    )


class _Cutter:
    """Cuts the row that begins on a line, with as many lines as its quotes take."""

    def __init__(self, line: Line, more: Iterator[Line | Rest], mark: str, most: int) -> None:
        self.first = self.line = line
        self.more = more
        self.mark = mark
        self.most = most
        self.raw = [line.raw]
        self.size = len(line.raw)
        self.fault: Fault | None = None

    def cells(self, text: str, fault: Fault | None) -> list[str]:
        self.fault = fault
        cells: list[str] = []
        at = 0
        while True:
            if text.startswith('"', at):
                cell, text, at = self._quoted(text, at + 1)
                end = self._end(text, at)
                if end != at:
                    self.fault = self.fault or _STRAY
            else:
                end = self._end(text, at)
                cell = text[at:end]
                self.fault = self.fault or _plain_fault(cell)
            cells.append(cell)
            if end == len(text):
                return cells
            at = end + 1

    def _end(self, text: str, at: int) -> int:
        end = text.find(self.mark, at)
        return len(text) if end < 0 else end

    def _quoted(self, text: str, at: int) -> tuple[str, str, int]:
        """Take a cell behind its first quote; give the text it ends in, and where."""
        pieces: list[str] = []
        while True:
            inside = _INSIDE.match(text, at)
            end = inside.end() if inside else at
            pieces.append(text[at:end])
            if end < len(text):
                return "".join(pieces).replace('""', '"'), text, end + 1
            pieces.append(_ending(self.line.raw))
            text, at = self._next(), 0

    def _next(self) -> str:
        line = next(self.more, None)
        if line is None:
            raise _open(self.first.number, "the end of the file")
        if isinstance(line, Rest) or not line.whole or self.size + len(line.raw) > self.most:
            raise _open(self.first.number, f"{self.most} bytes")
        self.line = line
        self.size += len(line.raw)
        self.raw.append(line.raw)
        text, fault = _decoded(line.content)
        self.fault = self.fault or fault
        return text
