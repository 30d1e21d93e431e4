"""The files that a source names, one by one, and digests of their bytes."""

from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path

from measurand.edges.files.samples.places import places
from measurand.edges.files.samples.streams import located
from measurand.evidence.source import Source
from measurand.values.fault import Fault

ENDS = 2**16
WHOLE = 2**30
"""Of more bytes only the ends go into a digest, where not all is asked for."""


def files_in(name: str, path: Path) -> Iterator[tuple[str, Path]]:
    """Give a file, or every file below a folder, by name and path.

    >>> list(files_in("no/such.jsonl", Path("no/such.jsonl")))
    [('no/such.jsonl', PosixPath('no/such.jsonl'))]
    """
    if not path.is_dir():
        yield name, path
        return
    for one in sorted(path.rglob("*")):
        if one.is_file():
            yield f"{name}/{one.relative_to(path)}", one


def files_of(source: Source, root: Path) -> dict[str, Path]:
    """Give every file that a source names, those of its predictions too, by name.

    >>> files_of(Source(path="-"), Path("data"))
    {'-': PosixPath('-')}
    """
    found = [place.name for place in places(source, root) if not isinstance(place, Fault)]
    names = [*found, *([source.predictions] if source.predictions else [])]
    return {name: path for one in names for name, path in files_in(one, located(one, root))}


def whole_digest(path: Path) -> str:
    """Digest all bytes of a file with SHA-256.

    Raises OSError where it cannot be read.
    """
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def ends_digest(path: Path) -> str:
    """Digest the first and the last 65,536 bytes of a file with SHA-256.

    Raises OSError where it cannot be read.
    """
    with path.open("rb") as file:
        told = sha256(file.read(ENDS))
        file.seek(max(0, path.stat().st_size - ENDS))
        told.update(file.read(ENDS))
    return told.hexdigest()
