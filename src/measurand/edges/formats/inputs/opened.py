"""Opening what is read: plain or compressed, a file or standard input, all of it or a range."""

import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gzip import GzipFile
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from typing import BinaryIO

from measurand.edges.formats.lines import BUFFER

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_FREE = 2**24
_CHUNK = 2**18


class BrokenFileError(OSError):
    """Bytes that cannot be decompressed, or to more than is allowed; the text says what was got."""

    def __init__(self, got: str, hint: str = "") -> None:
        super().__init__(got)
        self.strerror = got
        self.hint = hint


class Window(RawIOBase):
    """The bytes of a raw source up to a number of them; `met` counts those given so far."""

    def __init__(self, read: Callable[[int], bytes], most: int | None = None) -> None:
        """Begin; `read` gives at most so many bytes, none at the end."""
        self._read = read
        self._most = most
        self.met = 0

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # what io passes
        """Fill a buffer, as far as there are bytes."""
        size = len(buffer) if self._most is None else min(len(buffer), self._most - self.met)
        found = self._read(size) if size > 0 else b""
        buffer[: len(found)] = found
        self.met += len(found)
        return len(found)


@contextmanager
def opened(
    path: Path | None, *, start: int = 0, end: int | None = None, expansion: int = 1000
) -> Iterator[BufferedReader]:
    """Open a file (None: standard input), decompressed; of a plain one, the bytes in a range.

    Compressed bytes may become `expansion` times as many, beyond the first 16 MiB.

    Raises OSError where it cannot be opened, or read: BrokenFileError where it is cut or a bomb.
    """
    if path is None:
        with _decompressed(sys.stdin.buffer, _head(sys.stdin.buffer), expansion) as file:
            yield file
        return
    with path.open("rb", buffering=0) as raw:
        head = raw.read(4)
        raw.seek(start)
        most = None if end is None else end - start
        if kind_of(head):
            with BufferedReader(raw, _CHUNK) as source, _decompressed(source, head, expansion) as f:
                yield f
        elif most is None:
            yield BufferedReader(raw, BUFFER)
        else:
            yield BufferedReader(Window(lambda size: raw.read(size) or b"", most), BUFFER)


def kind_of(head: bytes) -> str:
    r"""Name the compression of a file by its first four bytes; empty: none.

    >>> kind_of(b"\x1f\x8b\x08\x00"), kind_of(b'{"id')
    ('gzip', '')
    """
    return "gzip" if head[:2] == GZIP else "zstd" if head[:4] == ZSTD else ""


def _head(file: BinaryIO) -> bytes:
    return file.peek(4)[:4] if isinstance(file, BufferedReader) else b""


@contextmanager
def _decompressed(source: BinaryIO, head: bytes, expansion: int) -> Iterator[BufferedReader]:
    kind = kind_of(head)
    if not kind:
        yield (
            source
            if isinstance(source, BufferedReader)
            else BufferedReader(Window(source.read), BUFFER)
        )
        return
    read_from = Window(source.read)
    packed = BufferedReader(read_from, _CHUNK)
    inner = _gzip(packed) if kind == "gzip" else _zstd(packed)
    given = 0

    def read(size: int) -> bytes:
        nonlocal given
        try:
            found = inner(size)
        except EOFError:
            got = f"{kind} data that ends too early"
            raise BrokenFileError(got, "was the file cut off?") from None
        except (zlib.error, ValueError) as error:
            raise BrokenFileError(f"{kind} data that cannot be read: {error}") from None
        given += len(found)
        if given > _FREE + expansion * read_from.met:
            got = f"more than {expansion} times as many bytes as the compressed ones"
            raise BrokenFileError(got, "decompress it first, if you trust it")
        return found

    yield BufferedReader(Window(read), BUFFER)


def _gzip(packed: BinaryIO) -> Callable[[int], bytes]:
    return GzipFile(fileobj=packed, mode="rb").read1


def _zstd(packed: BinaryIO) -> Callable[[int], bytes]:
    try:
        from backports import zstd
    except ImportError:
        got = "a file compressed by Zstandard"
        raise BrokenFileError(got, "pip install 'measurand[zstd]'") from None

    file: BufferedIOBase = zstd.ZstdFile(packed, mode="rb")
    return file.read1
