"""Bytes to lines: split at the newline byte only, each of bounded length, numbered from 1.

Only the byte 0A ends a line: what Unicode calls a line separator may stand in a JSON string, and
splitting there would tear records. A bound on the length is a bound on memory, so a longer line is
given cut, as one that is not whole, and the rest of it in pieces that nobody has to hold: the
quarantine still gets every byte, and the line numbers stay those of an editor.
"""

from collections.abc import Iterator
from functools import partial
from typing import Protocol

from attrs import frozen

from measurand.edges.files.events import Rest

BOM = b"\xef\xbb\xbf"
BUFFER = 2**18
# A line of just the allowed length still shows that it ends: the bound is on its content.
ROOM = len(BOM) + len(b"\r\n")


class Lines(Protocol):
    """What lines are read from: an open binary file."""

    def readline(self, size: int = -1, /) -> bytes:
        """Give the bytes up to and with the next newline, at most so many."""
        ...


@frozen
class Line:
    """A line as it stands in the file, and its content: without its end, and without a BOM.

    `whole` is False where the line is longer than the bound: then it is cut.
    """

    number: int
    raw: bytes
    content: bytes
    whole: bool = True

    @property
    def ended(self) -> bool:
        """Tell whether the line has its end; the last one may lack it."""
        return self.raw.endswith(b"\n")

    @property
    def blank(self) -> bool:
        """Tell whether there is nothing on the line."""
        return not self.content or self.content.isspace()


def read_lines(file: Lines, *, max_bytes: int, after: int = 0) -> Iterator[Line | Rest]:
    r"""Give every line, `after` so many; what exceeds the bound follows its line in pieces.

    >>> from io import BytesIO
    >>> lines = read_lines(BytesIO(b"\xef\xbb\xbfa\r\n\n\xe2\x80\xa8\nlonger\n"), max_bytes=3)
    >>> next(lines)
    Line(number=1, raw=b'\xef\xbb\xbfa\r\n', content=b'a', whole=True)
    >>> [line.raw for line in lines]
    [b'\n', b'\xe2\x80\xa8\n', b'longer\n']
    """
    for number, raw in enumerate(iter(partial(file.readline, max_bytes + ROOM), b""), after + 1):
        yield from line_of(file, number, raw, max_bytes=max_bytes)


def line_of(file: Lines, number: int, raw: bytes, *, max_bytes: int) -> Iterator[Line | Rest]:
    """Give the line that begins with these bytes, just read, and what exceeds the bound."""
    content = raw.removesuffix(b"\n").removesuffix(b"\r")
    if number == 1:
        content = content.removeprefix(BOM)
    if len(content) <= max_bytes:
        yield Line(number, raw, content)
        return
    yield Line(number, raw, content, whole=False)
    while raw and not raw.endswith(b"\n"):
        raw = file.readline(max_bytes)
        if raw:
            yield Rest(raw)
