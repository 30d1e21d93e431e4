"""Opening what is read: plain or compressed, a file or a stream, all of it or a range."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path

from measurand.edges.files.files import BrokenFileError
from measurand.edges.files.lines import BUFFER
from measurand.edges.files.samples.packed import MAGIC, Reads, Unpacked, compression_of
from measurand.edges.files.samples.streams import is_stream, stream_of

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
        found = self._read(size) if size else b""
        if self._left is not None:
            if size and not found:
                hint = "was it changed while it was read?"
                raise BrokenFileError("a file that became shorter", "all of the range", hint)
            self._left -= len(found)
        buffer[: len(found)] = found
        return len(found)


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
    found = b""
    unread = Unpacked(BytesIO(packed).read, compression_of(packed) or "gzip", expansion=EXPANSION)
    while len(found) < most:
        try:
            found += unread.read(most - len(found))
        except BrokenFileError:
            break
    return found, True


def _taken(file: BufferedReader, most: int) -> tuple[bytes, bool]:
    return file.read(most), bool(file.read(1))
