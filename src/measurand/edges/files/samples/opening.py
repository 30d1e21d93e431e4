"""Opening what is read: plain or compressed, a file or a stream, all of it or a range.

Compression is told by the first bytes, never by the name. A range of bytes makes sense in a plain
file alone: what a byte of a compressed one means depends on all before it. A stream is read once,
by one reader; a look at its beginning keeps those bytes for the reader that comes after.

The beginning (`Head`) is what formats are told by. A document that goes on behind what was looked
at is closed behind its last whole element, by counting brackets outside of strings: so its keys and
first records are known without the rest.
"""

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader, BytesIO, RawIOBase
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from attrs import evolve, frozen

from measurand.edges.files.files import BrokenFileError
from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.lines import BOM, BUFFER
from measurand.edges.files.samples.compression import (
    LOCAL,
    MAGIC,
    Reads,
    Unpacked,
    compression_of,
    members_of,
)
from measurand.edges.files.samples.guesses import parsed

STDIN = "-"
STDINS = frozenset((STDIN, "/dev/stdin", "/dev/fd/0"))
"""The names of standard input."""


class Stream:
    r"""A stream whose beginning can be looked at before it is read.

    >>> from io import BytesIO
    >>> stream = Stream(BytesIO(b"a\nb\n"))
    >>> stream.peek(2), stream.take()(9)
    (b'a\n', b'a\n')
    """

    def __init__(self, file: BinaryIO, called: str = "standard input") -> None:
        """Begin; `called` is what faults call it."""
        self._file = file
        self._called = called
        self._head = b""
        self._taken = False

    def peek(self, most: int) -> bytes:
        """Give the first bytes, and keep them: fewer only where there are no more.

        Raises BrokenFileError where the stream has been read.
        """
        self._untaken()
        while len(self._head) < most and (found := self._more(most - len(self._head))):
            self._head += found
        return self._head[:most]

    def take(self) -> Callable[[int], bytes]:
        """Give what reads the stream from its beginning, at most so many bytes a time.

        Raises BrokenFileError where the stream has been read.
        """
        self._untaken()
        self._taken = True
        return self._next

    def _next(self, size: int) -> bytes:
        if not self._head:
            return self._more(size)
        found, self._head = self._head[:size], self._head[size:]
        return found

    def _more(self, size: int) -> bytes:
        more: bytes | None = self._file.read(size)
        if more is None:
            raise BrokenFileError("a stream that has nothing yet", "one that waits for its bytes")
        return more

    def _untaken(self) -> None:
        if self._taken:
            raise BrokenFileError(
                f"{self._called} for a second time",
                "a file, which can be read again",
                f"{self._called} can be read once: write it to a file first",
            )


_STREAMS: dict[object, Stream] = {}
"""The streams of this process, so that nobody reads one twice and finds nothing."""


def located(name: str, root: Path) -> Path:
    """Lead from a name, relative to the root, to its path; standard input keeps its name.

    >>> str(located("a.jsonl", Path("data"))), str(located("-", Path("data")))
    ('data/a.jsonl', '-')
    """
    return Path(STDIN) if name in STDINS else root / name


def is_stream(path: Path) -> bool:
    """Tell whether a path names a pipe or a device, such as `/dev/fd/63`, or standard input.

    >>> is_stream(Path("-")), is_stream(Path("no/such"))
    (True, False)
    """
    if str(path) in STDINS:
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def stream_of(path: Path | None) -> Stream:
    """Give the stream of a path (None: standard input), the same one for the same path.

    Raises OSError where it cannot be opened.
    """
    if path is None or str(path) in STDINS:
        closed: object = None
        if sys.stdin is closed:
            raise BrokenFileError("a closed standard input", "one that is open")
        file: BinaryIO = sys.stdin.buffer
        return _STREAMS.setdefault(file, Stream(file))
    status = path.stat()
    key = (os.fspath(path), status.st_dev, status.st_ino)
    if key not in _STREAMS:
        called = "a pipe" if stat.S_ISFIFO(status.st_mode) else "a device"
        _STREAMS[key] = Stream(path.open("rb", buffering=0), called)
    return _STREAMS[key]


EXPANSION = 1000


class Window(RawIOBase):
    """Bytes as something to be read through a buffer: all of them, or so many.

    >>> from io import BytesIO
    >>> BufferedReader(Window(BytesIO(b"abc").read, 2)).read()
    b'ab'
    """

    def __init__(self, read: Callable[[int], bytes], most: int | None = None) -> None:
        """Begin; `read` gives at most so many bytes, none at the end."""
        self._read = read
        self._left = most

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # what io passes
        """Fill a buffer, as far as there are bytes.

        Raises BrokenFileError where there are fewer bytes than the window is long.
        """
        size = len(buffer) if self._left is None else min(len(buffer), self._left)
        taken = self._read(size) if size else b""
        if self._left is not None:
            if size and not taken:
                hint = "was it changed while it was read?"
                raise BrokenFileError("a file that became shorter", "all of the range", hint)
            self._left -= len(taken)
        buffer[: len(taken)] = taken
        return len(taken)


@contextmanager
def opened(
    path: Path | None, *, start: int = 0, end: int | None = None, expansion: int = EXPANSION
) -> Iterator[BufferedReader]:
    """Open a file (None or `-`: standard input), decompressed; of a plain one, a range of bytes.

    Pipes and devices can be opened by name, and are read once. Compressed bytes may become
    `expansion` times as many, beyond the first 16 MiB.

    Raises OSError where it cannot be opened, or read: BrokenFileError where it is cut or a bomb;
    ValueError where a range begins inside a compressed file.
    """
    if path is None or is_stream(path):
        stream = stream_of(path)
        head = stream.peek(MAGIC)
        yield unpacked(stream.take(), head, expansion=expansion)
        return
    with path.open("rb", buffering=0) as raw:
        head = raw.read(MAGIC)
        raw.seek(start)
        if compression_of(head):
            if start:
                message = f"a range from the beginning of a compressed file: got one from {start}"
                raise ValueError(message)
            yield unpacked(raw.read, head, expansion=expansion)
        elif end is None:
            yield BufferedReader(raw, BUFFER)
        else:
            yield BufferedReader(Window(raw.read, max(0, end - start)), BUFFER)


def unpacked(read: Reads, head: bytes, *, expansion: int = EXPANSION) -> BufferedReader:
    """Read bytes that begin so, decompressed if they are compressed.

    >>> from io import BytesIO
    >>> unpacked(BytesIO(b"plain").read, b"plai").read()
    b'plain'

    Raises BrokenFileError where the package that decompresses them is not there.
    """
    kind = compression_of(head)
    whole = Unpacked(read, kind, expansion=expansion).read if kind else read
    return BufferedReader(Window(whole), BUFFER)


def beginning(path: Path | None, most: int) -> tuple[bytes, bool]:
    """Give the first bytes of a file, decompressed, and whether more follow; a stream keeps them.

    Raises OSError where it cannot be opened, or read.
    """
    if path is None or is_stream(path):
        packed = stream_of(path).peek(most)
        return _of_bytes(packed, most, more=len(packed) == most)
    with opened(path) as file:
        return _taken(file, most)


def _of_bytes(packed: bytes, most: int, *, more: bool) -> tuple[bytes, bool]:
    """Decompress the first bytes of a stream, as far as they reach."""
    if not compression_of(packed):
        return packed, more
    if not more:
        return _taken(unpacked(BytesIO(packed).read, packed), most)
    first = b""
    unread = Unpacked(BytesIO(packed).read, compression_of(packed) or "gzip", expansion=EXPANSION)
    while len(first) < most:
        try:
            first += unread.read(most - len(first))
        except BrokenFileError:
            break
    return first, True


def _taken(file: BufferedReader, most: int) -> tuple[bytes, bool]:
    return file.read(most), bool(file.read(1))


MOST_LINES = 1000
_DEEP = 200
_MOST_ENTRIES, _MOST_FOLDERS = 10_000, 100
_MOST_OPENING = 2**20
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\],]', re.DOTALL)
_CLOSES = {b"{": b"}", b"[": b"]"}


@frozen(kw_only=True)
class Head:
    r"""The first bytes of a file, decompressed, and what they are.

    `lines` are its first lines; `document` is the value of the whole file, or of what is complete
    of its beginning where more follows, None where it is no JSON or one value a line; `entries` are
    the names of the files of a folder, or of the members of an archive; `more` tells whether bytes
    follow. `path` is where it may be read again, None of a stream and of bytes in memory.

    >>> Head(name="a.csv", raw=b"id,gold\n", lines=(b"id,gold",)).document is None
    True
    """

    name: str
    raw: bytes = b""
    lines: Sequence[bytes] = ()
    document: Json = None
    entries: Sequence[str] = ()
    more: bool = False
    path: Path | None = None


def head_of(path: Path | None, name: str, *, most: int) -> Head:
    """Look at so many bytes of a file (None: standard input), or at the names in a folder.

    Raises OSError where it cannot be opened, or read.
    """
    if path is not None and not is_stream(path):
        if path.is_dir():
            return Head(name=name, entries=_entries(path))
        entries = _members(path)
        if entries:
            return Head(name=name, raw=LOCAL, entries=entries)
    raw, more = beginning(path, most)
    again = None if path is None or is_stream(path) else path
    return evolve(head_of_bytes(raw, name, more=more), path=again)


def head_of_bytes(raw: bytes, name: str, *, more: bool) -> Head:
    r"""Take the first bytes of a file apart; `more` follow, or do not.

    >>> head_of_bytes(b'[{"id": 1}, {"id"', "a.json", more=True).document
    [{'id': 1}]
    """
    content = raw.removeprefix(BOM)
    lines = content.split(b"\n")
    first = lines[:-1] if more else lines
    return Head(
        name=name,
        raw=raw,
        lines=first[:MOST_LINES],
        document=_document(content, first, more=more),
        more=more,
    )


def _entries(folder: Path) -> Sequence[str]:
    """List what is in a folder, and in the folders in it."""
    inside = sorted(folder.iterdir())
    deeper = [sorted(one.iterdir()) for one in islice(filter(Path.is_dir, inside), _MOST_FOLDERS)]
    names = [str(one.relative_to(folder)) for group in (inside, *deeper) for one in group]
    return names[:_MOST_ENTRIES]


def _members(path: Path) -> Sequence[str]:
    with path.open("rb") as file:
        if file.read(len(LOCAL)) != LOCAL:
            return ()
        try:
            return [one.name for one in members_of(file)]
        except (FaultError, OSError):
            return ()


def _document(content: bytes, lines: Sequence[bytes], *, more: bool) -> Json:
    if content.lstrip()[:1] not in {b"{", b"["}:
        return parsed(content) if not more else None
    if not more:
        return parsed(content)
    filled = next((line for line in lines if line.strip()), b"")
    by_line = len(lines) > 1 and parsed(filled) is not None
    return None if by_line else parsed(opening(content[:_MOST_OPENING]))


def opening(raw: bytes) -> bytes:
    """Close the beginning of a JSON document behind its last whole element.

    >>> opening(b'{"a": [1, {"b": [2, 3], "c": "d')
    b'{"a": [1, {"b": [2, 3]}]}'
    """
    open_ones: list[bytes] = []
    whole, closing = 0, b""
    for found in _TOKEN.finditer(raw):
        mark = found[0]
        if mark in _CLOSES:
            open_ones.append(_CLOSES[mark])
            if len(open_ones) > _DEEP:
                break
        elif mark in {b"}", b"]"}:
            if not open_ones or open_ones.pop() != mark:
                break
        elif mark == b",":
            whole, closing = found.start(), b"".join(reversed(open_ones))
    return raw[:whole] + closing
