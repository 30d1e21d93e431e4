"""From the path of a source to the files it names: one, a folder of them, or those of a pattern.

Files are in the order of their names, so that a source gives the same samples in the same order on
every disk. A digest of a source is that of its bytes as they stand, compressed ones too.
"""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from glob import has_magic
from hashlib import file_digest, sha256
from os.path import lexists, realpath
from pathlib import Path
from stat import S_IFBLK, S_IFCHR, S_IFIFO, S_IFMT, S_IFSOCK

from attrs import frozen

from measurand.edges.files.files import A_DIRECTORY, Faults, check_file, kind_of, unreadable
from measurand.edges.files.samples.opening import STDINS, is_stream, located
from measurand.evidence.formats import format_named
from measurand.evidence.source import Source
from measurand.values.fault import Fault

_DEEPER = "**"
_HIDDEN = (".", "_")
_SAMPLES, _RESULTS = "samples_*.jsonl*", "results_*.json"


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

    `-` is standard input, and a pipe or a device may be named too. A path that is there is taken as
    it is, whatever its letters; else `*`, `?` and `[...]` are those of a pattern, and `**` any
    folders. Of a folder all files are read that are in it. Names that begin with a dot or an
    underscore are left out, unless the pattern begins so too; so are, in a folder, `results_*.json`
    beside `samples_*.jsonl`: what lm-evaluation-harness says of all samples together.

    >>> places(Source(path="-"), Path("."))
    (Place(name='-', path=None),)
    """
    try:
        return _places(source, root)
    except (OSError, ValueError) as error:
        return (unreadable(error, source.path),)


def second_faults(source: Source, root: Path) -> Faults:
    """Say what is wrong with the second file of a source.

    >>> [fault.got for fault in second_faults(Source(path="a", predictions="no/such"), Path())]
    ['nothing of that name']
    """
    name, digest = source.predictions, source.predictions_sha256
    path = located(name, root)
    return _streamed(name, digest) if is_stream(path) else check_file(path, digest, name=name)


def fleeting(name: str, root: Path) -> str:
    """Say what a path names, or what it leads to, that is no file to come back to; empty: nothing.

    That is standard input, a pipe, a device, a socket, or a view of a process (/proc, /dev/fd). Of
    a folder or a pattern, folders and links are looked at: what else is no file is refused later.

    >>> fleeting("-", Path()), fleeting("no/such", Path())
    ('standard input', '')
    """
    try:
        first = located(name, root)
        listed = () if is_stream(first) else places(Source(path=name), root)
        inside = [one.path for one in listed if isinstance(one, Place) and one.path is not None]
        folders = dict.fromkeys(one.parent for one in inside)
        links = (one for one in inside if one.is_symlink())
        return next(filter(None, map(_fleeting, (first, *folders, *links))), "")
    except (OSError, ValueError):
        # What cannot be looked at cannot be read either.
        return ""


def _fleeting(path: Path) -> str:
    if str(path) in STDINS:
        return "standard input"
    if any(_OPEN & {one, *one.parents} for one in _led(path)):
        return "a view of a process"
    mode = path.stat().st_mode if path.exists() else 0
    kinds = {S_IFIFO: "a pipe", S_IFCHR: "a device", S_IFBLK: "a device", S_IFSOCK: "a socket"}
    return kinds.get(S_IFMT(mode), "")


_OPEN = {Path("/proc"), Path("/dev/fd")}
_MOST_LINKS = 40


def _led(path: Path) -> Iterator[Path]:
    """Give a path, and where it leads, link after link."""
    for _ in range(_MOST_LINKS):
        path = Path(realpath(path.parent), path.name)
        yield path
        if not path.is_symlink():
            return
        path = path.parent / path.readlink()


def _places(source: Source, root: Path) -> Sequence[Place] | Faults:
    name, path = source.path, located(source.path, root)
    if is_stream(path):
        found = None if name in STDINS else path
        return _streamed(name, source.sha256) or (Place(name, found),)
    if format_named(source.format).whole_folders:
        return (Place(name, path),)
    if kind_of(path) == A_DIRECTORY:
        files = [one for one in sorted(path.iterdir()) if not one.is_dir() and _shown(one.name)]
        inside = _without_results(files)
        return _several(source, root, inside, "a folder without files in it")
    if has_magic(name) and not lexists(path):
        matches = dict.fromkeys(sorted(_matches(*_pattern(name, root))))
        files = [one for one in matches if not one.is_dir()]
        return _several(source, root, files, "a pattern that no file has")
    return check_file(path, source.sha256, name=name) or (Place(name, path),)


def _streamed(name: str, digest: str) -> Faults:
    if not digest:
        return ()
    hint = "write it to a file first, or leave out the digest"
    return (Fault(file=name, got="a digest", expected="none: it is read once", hint=hint),)


def _several(
    source: Source, root: Path, found: Sequence[Path], nothing: str
) -> Sequence[Place] | Faults:
    if not found:
        return (Fault(file=source.path, got=nothing, expected="samples"),)
    if source.sha256 and len(found) > 1:
        got = f"a digest beside {len(found)} files"
        return (Fault(file=source.path, got=got, expected="a digest of one file"),)
    if source.predictions and len(found) > 1:
        got = f"predictions beside {len(found)} files"
        hint = "put the files together, or name each with its own predictions"
        return (Fault(file=source.path, got=got, expected="one file", hint=hint),)
    named = [(_named(one, root, source.path), one) for one in found]
    faults = [fault for name, one in named for fault in check_file(one, source.sha256, name=name)]
    return tuple(faults) or tuple(Place(name, one) for name, one in named)


def _without_results(files: Sequence[Path]) -> Sequence[Path]:
    """Leave out the results that lm-evaluation-harness writes into the folder of its samples."""
    if not any(fnmatchcase(one.name, _SAMPLES) for one in files):
        return files
    return [one for one in files if not fnmatchcase(one.name, _RESULTS)]


def _shown(name: str) -> bool:
    return not name.startswith(_HIDDEN)


def _pattern(name: str, root: Path) -> tuple[Path, tuple[str, ...]]:
    """Part a pattern from the folder that it starts in."""
    pattern = Path(name)
    start = Path(pattern.anchor) if pattern.is_absolute() else root
    return start, tuple(part for part in pattern.parts if part != pattern.anchor)


def _matches(folder: Path, parts: Sequence[str]) -> Iterator[Path]:
    """Give what is in a folder under a pattern, part for part; links are not followed by `**`."""
    if not parts:
        yield folder
        return
    first, *rest = parts
    if first != _DEEPER and (lexists(folder / first) or not has_magic(first)):
        yield from _matches(folder / first, rest) if lexists(folder / first) else ()
        return
    if first == _DEEPER:
        yield from _matches(folder, rest)
    for one in folder.iterdir() if folder.is_dir() else ():
        if first == _DEEPER:
            if not _shown(one.name):
                continue
            if one.is_dir() and not one.is_symlink():
                yield from _matches(one, parts)
            elif not rest:
                yield one
        elif fnmatchcase(one.name, first) and (_shown(one.name) or first.startswith(_HIDDEN)):
            yield from _matches(one, rest)


def _named(path: Path, root: Path, text: str) -> str:
    if Path(text).is_absolute() or not path.is_relative_to(root):
        return str(path)
    return str(path.relative_to(root))


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
    """Give every file that a source names, those of its predictions and labels too, by name.

    >>> files_of(Source(path="-"), Path("data"))
    {'-': PosixPath('-')}
    """
    found = [place.name for place in places(source, root) if not isinstance(place, Fault)]
    names = [*found, *(path for _, path in source.beside)]
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
        digest = sha256(file.read(ENDS))
        file.seek(max(0, path.stat().st_size - ENDS))
        digest.update(file.read(ENDS))
    return digest.hexdigest()
