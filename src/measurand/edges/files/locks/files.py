"""Digests of the files of a source, read in pieces."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.edges.files.files import BrokenFileError, Faults, unreadable
from measurand.edges.files.samples.opening import is_stream, located
from measurand.edges.files.samples.source_files import Place, files_in, places, whole_digest
from measurand.evidence.source import Source
from measurand.values.fault import Fault


def source_digests(source: Source, root: Path) -> Result[tuple[str, str], Faults]:
    """Digest both places of a source with SHA-256; the second is empty where there is none.

    For a folder or a pattern it is the digest of a list: of every file, by name, its digest, two
    blanks and its name on a line, as the program sha256sum writes them.

    >>> source_digests(Source(path="no/such.jsonl"), Path(".")).failure()[0].file
    'no/such.jsonl'
    """
    found = []
    for name in (source.path, source.predictions):
        try:
            found.append(_digest(source, name, root) if name else "")
        except (OSError, ValueError) as error:
            return Failure((unreadable(error, name),))
    return Success((found[0], found[1]))


def _digest(source: Source, name: str, root: Path) -> str:
    path = located(name, root)
    if is_stream(path):
        raise BrokenFileError("a stream", "a file, which can be read again")
    if path.is_file():
        return whole_digest(path)
    listed = sha256()
    for place in _places(evolve(source, path=name, predictions="", predictions_sha256=""), root):
        for called, one in files_in(place.name, located(place.name, root)):
            listed.update(f"{whole_digest(one)}  {called}\n".encode())
    return listed.hexdigest()


def _places(source: Source, root: Path) -> Iterator[Place]:
    for place in places(evolve(source, sha256=""), root):
        if isinstance(place, Fault):
            raise FileNotFoundError(2, place.got)
        yield place
