"""What is written while records are read: kept aside, and put in its place when all went well."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Protocol

from returns.result import Failure

from measurand.edges.cli.arguments import StopError
from measurand.edges.files import atomic_write

_CHUNK = 2**20


class Writing(Protocol):
    """Takes bytes for a file."""

    def __call__(self, chunk: bytes, /) -> None:
        """Add to the file."""
        ...


@contextmanager
def spooled(path: Path | None) -> Iterator[Writing | None]:
    """Give what takes the bytes of a file; None where no file was asked for.

    The file is written, whole or not at all, when the block ends well.

    >>> with spooled(None) as write:
    ...     write is None
    True

    Raises StopError where it cannot be written.
    """
    if path is None:
        yield None
        return
    with TemporaryFile() as kept:

        def write(chunk: bytes, /) -> None:
            kept.write(chunk)

        yield write
        kept.seek(0)
        write_file(path, iter(lambda: kept.read(_CHUNK), b""))


def write_file(path: Path, chunks: Iterator[bytes]) -> None:
    """Write a file whole or not at all.

    Raises StopError where it cannot be written.
    """
    match atomic_write(path, chunks):
        case Failure(faults):
            raise StopError(faults)
        case _:
            pass
