"""What is read at one go: a file of a source, or a range of it, and how."""

from contextlib import AbstractContextManager
from io import BufferedReader
from pathlib import Path

from attrs import field, frozen

from measurand.claims.source import Source
from measurand.edges.formats.events import ReadOptions
from measurand.edges.formats.filters import Where
from measurand.edges.formats.ids import Ids
from measurand.edges.formats.inputs.opened import opened

STDIN = "-"


@frozen(kw_only=True, eq=False)
class Part:
    """A file of a source, or a range of it.

    `name` is what faults call it, `path` where it is (None: standard input; formats of folders: the
    folder). `start` and `end` are the bounds of the range, in bytes for formats of lines (both at
    the beginning of a line), in row groups for Parquet; an `end` of None is that of the file.
    `after` counts the lines before the range. `where` and `ids` are shared by parts of a source
    that are read one after the other.
    """

    source: Source
    root: Path
    name: str
    path: Path | None
    start: int = 0
    end: int | None = None
    after: int = 0
    options: ReadOptions = field(factory=ReadOptions)
    where: Where = field(factory=lambda: Where(()))
    ids: Ids = field(factory=lambda: Ids("off"))

    def open(self) -> AbstractContextManager[BufferedReader]:
        """Open the bytes of the part, decompressed.

        Raises OSError where that cannot be done, then or while it is read.
        """
        return opened(
            self.path, start=self.start, end=self.end, expansion=self.options.max_expansion
        )

    def whole(self) -> bytes:
        """Read all bytes of a document.

        Raises OSError where it cannot be read; DocumentTooLongError where it is longer than the
        options allow.
        """
        most = self.options.max_document_bytes
        with self.open() as file:
            found = file.read(most + 1)
        if len(found) > most:
            raise DocumentTooLongError(most)
        return found

    @property
    def beside(self) -> Path | None:
        """Name the second file (or folder) of a source; None where it has none."""
        return self.root / self.source.predictions if self.source.predictions else None


class DocumentTooLongError(OSError):
    """A document that is held in memory, and is too long for that."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most} bytes")
        self.strerror = f"a document of more than {most} bytes"
