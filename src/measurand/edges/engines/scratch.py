"""Bytes for the time of a run: in memory while they are few, then in a file without a name."""

import mmap
from typing import BinaryIO, Self

from measurand.edges.files.files import unreadable
from measurand.edges.files.json.value import FaultError

MOST = 2**24


class Scratch:
    """Bytes that are only added to.

    >>> with Scratch() as scratch:
    ...     scratch.add(b"ab"), scratch.add(b"cd"), bytes(scratch.view()[1:3])
    (0, 2, b'bc')

    Raises FaultError where there is no room for a file.
    """

    def __init__(self, most: int = MOST) -> None:
        """Start with none; `most` are held in memory."""
        self._most = most
        self._held = bytearray()
        self._file: BinaryIO | None = None
        self._map: mmap.mmap | None = None
        self.size = 0

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Forget them."""
        if self._map is not None:
            self._map.close()
        if self._file is not None:
            self._file.close()

    def add(self, raw: bytes) -> int:
        """Add bytes; say where they begin."""
        start = self.size
        self.size += len(raw)
        if self._file is None:
            self._held += raw
            if len(self._held) > self._most:
                self._spill()
        else:
            self._write(raw)
        return start

    def _spill(self) -> None:
        # tempfile loads compressors and random numbers: most runs need no such file.
        from tempfile import TemporaryFile

        try:
            self._file = TemporaryFile()  # noqa: SIM115 # it is closed by leaving
        except OSError as error:
            raise FaultError(unreadable(error, "temporary file")) from error
        self._write(bytes(self._held))
        self._held = bytearray()

    def _write(self, raw: bytes) -> None:
        try:
            if self._file is not None:
                self._file.write(raw)
        except OSError as error:
            raise FaultError(unreadable(error, "temporary file")) from error

    def view(self) -> memoryview:
        """Look at all bytes; whoever looks lets go before more are added."""
        if self._file is None:
            return memoryview(bytes(self._held))
        try:
            self._file.flush()
            if self._map is not None:
                self._map.close()
            self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise FaultError(unreadable(error, "temporary file")) from error
        return memoryview(self._map)
