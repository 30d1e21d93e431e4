"""From the path of a source to the files it names: one, a folder of them, or those of a pattern."""

from collections.abc import Sequence
from glob import has_magic
from pathlib import Path

from attrs import frozen

from measurand.claims.source import Source
from measurand.edges.formats.files import Faults, check_file
from measurand.edges.formats.inputs.part import STDIN
from measurand.values.fault import Fault

FOLDERS = frozenset(("brat", "dataset"))
"""The formats of which a whole folder is one place."""


@frozen
class Place:
    """A file as the user names it, and where it is (None: standard input).

    >>> Place("-", None).path is None
    True
    """

    name: str
    path: Path | None


def places(source: Source, root: Path) -> Sequence[Place] | Faults:
    """List the files of a source, by name; faults where there is none, or not the one described.

    A path that is there is taken as it is, whatever its letters; else `*`, `?` and `[...]` are
    those of a pattern, and `**` any folders. Of a folder all files are read that are in it, but
    for those whose names begin with a dot or an underscore.

    >>> places(Source(path="-"), Path("."))
    (Place(name='-', path=None),)
    """
    name, path = source.path, root / source.path
    if name == STDIN and not path.exists():
        return (Place(name, None),)
    if source.format in FOLDERS:
        return (Place(name, path),)
    if path.is_dir():
        found = [one for one in sorted(path.iterdir()) if one.is_file() and one.name[0] not in "._"]
        return _several(source, root, found, "a folder without files in it")
    if has_magic(name) and not path.exists():
        matches = sorted(root.glob(name)) if not Path(name).is_absolute() else _absolute(name)
        found = [one for one in matches if one.is_file()]
        return _several(source, root, found, "a pattern that no file has")
    return check_file(path, source.sha256, name=name) or (Place(name, path),)


def _several(
    source: Source, root: Path, found: Sequence[Path], nothing: str
) -> Sequence[Place] | Faults:
    if not found:
        return (Fault(file=source.path, got=nothing, expected="samples"),)
    if source.sha256:
        got = f"a digest beside {len(found)} files"
        return (Fault(file=source.path, got=got, expected="a digest of one file"),)
    return tuple(Place(_named(one, root, source.path), one) for one in found)


def _absolute(pattern: str) -> Sequence[Path]:
    top = Path(Path(pattern).anchor)
    return sorted(top.glob(str(Path(pattern).relative_to(top))))


def _named(path: Path, root: Path, text: str) -> str:
    if Path(text).is_absolute() or not path.is_relative_to(root):
        return str(path)
    return str(path.relative_to(root))
