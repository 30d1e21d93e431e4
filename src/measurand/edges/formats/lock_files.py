"""Digests of the files of a source, read in pieces."""

from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.claims.source import Source
from measurand.edges.formats.files import BrokenFileError, Faults, unreadable
from measurand.edges.formats.inputs.places import Place, places
from measurand.edges.formats.inputs.streams import is_stream, located
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
        return _of_file(path)
    listed = sha256()
    for place in _files(evolve(source, path=name, predictions="", predictions_sha256=""), root):
        if place.path is not None:
            listed.update(f"{_of_file(place.path)}  {place.name}\n".encode())
    return listed.hexdigest()


def _files(source: Source, root: Path) -> Iterator[Place]:
    for place in places(evolve(source, sha256=""), root):
        if isinstance(place, Fault):
            raise FileNotFoundError(2, f"{place.got}")
        if place.path is not None and place.path.is_dir():
            inside = sorted(one for one in place.path.rglob("*") if one.is_file())
            yield from (Place(f"{place.name}/{one.relative_to(place.path)}", one) for one in inside)
        else:
            yield place


def _of_file(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
