"""Decompressing: gzip and Zstandard, member after member, to no more bytes than is allowed."""

import sys
import zlib
from collections.abc import Callable
from typing import Literal, Protocol

from measurand.edges.files.files import BrokenFileError

Compression = Literal["", "gzip", "zstd"]
Reads = Callable[[int], bytes]
MAGIC = 4
_GZIP, _ZSTD, _SKIPPED = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18"
_FREE = 2**24
_CHUNK = 2**18
_WITH_GZIP_HEADER = 31


class Frame(Protocol):
    """One compressed member of a file."""

    @property
    def eof(self) -> bool:
        """Tell whether its end has been met."""
        ...

    @property
    def unused_data(self) -> bytes:
        """Give what stands behind its end."""
        ...

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """Take bytes, and give at most so many; asked again with none, the rest."""
        ...


class _GzipFrame:
    def __init__(self) -> None:
        self._inner = zlib.decompressobj(_WITH_GZIP_HEADER)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, most: int, /) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, most)


def compression_of(head: bytes) -> Compression:
    r"""Tell the compression of a file by its first four bytes; empty: none. Names say nothing.

    >>> compression_of(b"\x1f\x8b\x08\x00"), compression_of(b'{"id')
    ('gzip', '')
    """
    if head[:3] == _GZIP:
        return "gzip"
    skipped = head[1:4] == _SKIPPED and head[0] >> 4 == _SKIPPABLE
    return "zstd" if skipped or head[:4] == _ZSTD else ""


_SKIPPABLE = 5


class Unpacked:
    """The decompressed bytes of a stream of compressed ones.

    They may be `expansion` times as many, beyond the first 16 MiB. Zeros behind a gzip member are
    padding; anything else that is no further member is a fault.

    >>> from io import BytesIO
    >>> import gzip
    >>> packed = BytesIO(gzip.compress(b"ab") + gzip.compress(b"c"))
    >>> unpacked = Unpacked(packed.read, "gzip", expansion=1000)
    >>> [unpacked.read(9), unpacked.read(9), unpacked.read(9)]
    [b'ab', b'c', b'']
    """

    def __init__(self, packed: Reads, kind: Literal["gzip", "zstd"], *, expansion: int) -> None:
        """Begin.

        Raises BrokenFileError where the package that reads Zstandard is not there.
        """
        self._packed, self._kind, self._expansion = packed, kind, expansion
        self._new = _GzipFrame if kind == "gzip" else _zstd_frames()
        self._frame = self._new()
        self._data, self._started = b"", False
        self._met = self._given = 0

    def read(self, size: int) -> bytes:
        """Give at most so many bytes, none at the end.

        Raises BrokenFileError where the data is cut, spoilt, or becomes more than is allowed.
        """
        while True:
            if self._frame.eof and not self._next_frame():
                return b""
            found = self._decompressed(size)
            if found:
                self._count(len(found))
                return found
            if not self._frame.eof:
                self._feed()

    def _next_frame(self) -> bool:
        rest = self._frame.unused_data
        while True:
            rest = rest.lstrip(b"\0") if self._kind == "gzip" else rest
            rest = rest or self._taken()
            if not rest:
                return False
            if self._kind == "zstd" or rest.strip(b"\0"):
                break
        self._frame, self._data, self._started = self._new(), rest, True
        return True

    def _feed(self) -> None:
        self._data = self._taken()
        if not self._data:
            got = f"{self._kind} data that ends too early"
            raise BrokenFileError(got, f"a whole {self._kind} file", "was it cut off?")

    def _taken(self) -> bytes:
        found = self._packed(_CHUNK)
        self._met += len(found)
        return found

    def _decompressed(self, size: int) -> bytes:
        data, self._data = self._data, b""
        try:
            return self._frame.decompress(data, size)
        except Exception as error:
            if not isinstance(error, zlib.error) and type(error).__name__ != "ZstdError":
                raise
            what = "bytes behind it that are" if self._started else "data that is"
            raise BrokenFileError(
                f"{self._kind} {what} not: {error}", f"a whole {self._kind} file"
            ) from None

    def _count(self, given: int) -> None:
        self._given += given
        if self._given > _FREE + self._expansion * self._met:
            raise BrokenFileError(
                f"more than {self._expansion} times as many bytes as the compressed ones",
                f"at most {self._expansion} times",
                "if you trust the file, say more with --max-expansion, or decompress it first",
            )


def _zstd_frames() -> Callable[[], Frame]:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        got = "a file compressed by Zstandard"
        raise BrokenFileError(got, "what reads it", "pip install backports.zstd") from None
    return zstd.ZstdDecompressor
