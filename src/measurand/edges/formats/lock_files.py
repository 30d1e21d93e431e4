"""Digests of the files of a source, read in pieces."""

from hashlib import file_digest
from pathlib import Path

from returns.result import Failure, Result, Success

from measurand.claims.source import Source
from measurand.edges.formats.files import Faults, unreadable


def source_digests(source: Source, root: Path) -> Result[tuple[str, str], Faults]:
    """Digest both files of a source with SHA-256; the second is empty where there is none.

    >>> source_digests(Source(path="no/such.jsonl"), Path(".")).failure()[0].file
    'no/such.jsonl'
    """
    found = []
    for name in (source.path, source.predictions):
        try:
            found.append(_digest(root / name) if name else "")
        except (OSError, ValueError) as error:
            return Failure((unreadable(error, name),))
    return Success((found[0], found[1]))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
