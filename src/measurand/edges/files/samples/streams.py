"""Bytes that can be read once: standard input, and pipes or devices that have a name."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from measurand.edges.files.files import BrokenFileError

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
        found: bytes | None = self._file.read(size)
        if found is None:
            raise BrokenFileError("a stream that has nothing yet", "one that waits for its bytes")
        return found

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
    found = path.stat()
    key = (os.fspath(path), found.st_dev, found.st_ino)
    if key not in _STREAMS:
        called = "a pipe" if stat.S_ISFIFO(found.st_mode) else "a device"
        _STREAMS[key] = Stream(path.open("rb", buffering=0), called)
    return _STREAMS[key]
