"""A folder in which shards that are done are kept: a run that was broken off goes on there.

`plan.json` says what the run reads: another run, or other data, is refused. Each shard that is done
is a file, written whole or not at all. A file that is not as it was written is refused too: delete
it, and its shard is read again. One run at a time has the folder. It stays when the run is over.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from attrs import frozen
from returns.result import Failure

from measurand.edges.engines.cluster import here
from measurand.edges.engines.partial import Partial
from measurand.edges.engines.partial_bytes import FORMAT, decoded_partial, encoded_partial
from measurand.edges.engines.tasks import Plan, Task
from measurand.edges.files import atomic_write
from measurand.edges.files.files import Faults, unreadable
from measurand.edges.files.samples.opening import is_stream, located
from measurand.edges.files.samples.source_files import WHOLE, ends_digest, files_in, whole_digest
from measurand.values.fault import Fault

__all__ = ["Checkpoints", "RefusedError", "checkpoints", "decoded_partial", "encoded_partial"]

_PLAN, _LOCK, _SHARD = "plan.json", "lock", "shard-"
_MARK = 64 + 1
_OTHER = "say another folder, or delete this folder: then everything is read again"


class RefusedError(Exception):
    """A folder that a run cannot go on in, and why."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(faults[0].text())
        self.faults = faults


@frozen
class Checkpoints:
    """The shards that are done, in a folder that is locked; each begins with the mark of its run.

    >>> Checkpoints(Path("no such folder")).done(0)
    False
    """

    folder: Path
    mark: bytes = b""

    def done(self, index: int) -> bool:
        """Tell whether a shard is done."""
        return self._file(index).is_file()

    def load(self, index: int) -> Partial:
        """Give what a shard gave.

        Raises RefusedError where its file is not as it was written.
        """
        path = self._file(index)
        try:
            raw = path.read_bytes()
            if not raw.startswith(self.mark):
                other = FORMAT in raw[: _MARK + len(FORMAT)]
                raise RefusedError((_foreign(path) if other else _damaged(path),))
            found = decoded_partial(raw.removeprefix(self.mark))
        except OSError as error:
            raise RefusedError((unreadable(error, str(path)),)) from error
        except ValueError as error:
            raise RefusedError((_damaged(path),)) from error
        if found.index != index:
            raise RefusedError((_damaged(path),))
        return found

    def keep(self, partial: Partial) -> None:
        """Keep what a shard gave.

        Raises RefusedError where it cannot be written.
        """
        raw = (self.mark, encoded_partial(partial))
        match atomic_write(self._file(partial.index), raw):
            case Failure(faults):
                raise RefusedError(faults)
            case _:
                pass

    def _file(self, index: int) -> Path:
        return self.folder / f"{_SHARD}{index:07d}"


def _damaged(path: Path) -> Fault:
    return Fault(
        file=str(path),
        got="other bytes than were written",
        expected="a shard that is done",
        hint="delete the file, and its shard is read again",
    )


def _foreign(path: Path) -> Fault:
    got, expected = "a shard of another run, or of other data", "a shard of this one"
    return Fault(file=str(path), got=got, expected=expected, hint=_OTHER)


def _swept(folder: Path) -> None:
    """Take away what a run that was killed had begun to write."""
    for name in (_SHARD, _PLAN):
        for begun in folder.glob(f".{name}*"):
            begun.unlink()


@contextmanager
def checkpoints(folder: Path, plan: Plan) -> Iterator[Checkpoints]:
    """Open a folder for a plan, or go on in one where the same plan was begun.

    Raises RefusedError where another plan was, where data changed since, where another run has the
    folder, and where it cannot be read or written.
    """
    if streams := [task for task in plan.tasks if is_stream(_path(task, task.shard.place))]:
        got, expected = "a stream, which is read once", "files, where a run is to be gone on with"
        raise RefusedError((Fault(file=streams[0].shard.place, got=got, expected=expected),))
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _locked(stack.enter_context((folder / _LOCK).open("ab")), folder)
            _swept(folder)
            mark = _agree(folder / _PLAN, _told(plan))
        except OSError as error:
            raise RefusedError((unreadable(error, str(folder)),)) from error
        yield Checkpoints(folder, mark)


def _locked(lock: BinaryIO, folder: Path) -> None:
    try:
        import fcntl
    except ImportError:
        got, expected = "a system without file locks", "one that has them"
        raise RefusedError((Fault(file=str(folder), got=got, expected=expected),)) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fault = Fault(
            file=str(folder),
            got="a folder that another run has",
            expected="one for this run alone",
            hint="wait for the other run, or say another folder",
        )
        raise RefusedError((fault,)) from None


def _agree(path: Path, told: dict[str, object]) -> bytes:
    """Write the plan, or hold it to the one that is there; give the mark of its shards."""
    raw = json.dumps(told, indent=1, ensure_ascii=True).encode() + b"\n"
    if not path.exists():
        match atomic_write(path, [raw]):
            case Failure(faults):
                raise RefusedError(faults)
            case _:
                pass
    elif (kept := path.read_bytes()) != raw:
        raise RefusedError((_differing(path, kept, told),))
    return sha256(raw).hexdigest().encode() + b"\n"


def _differing(path: Path, kept: bytes, told: dict[str, object]) -> Fault:
    """Say what differs between two plans."""
    try:
        before = json.loads(kept)
    except (ValueError, RecursionError):
        before = None
    if not isinstance(before, dict):
        got, expected = "other bytes than were written", "the plan of a run"
        return Fault(file=str(path), got=got, expected=expected, hint=_OTHER)
    names = [name for name in told if before.get(name) != _plain(told[name])]
    name = names[0] if names else "more"
    mine, other = _first_other(_plain(told.get(name)), before.get(name))
    return Fault(file=str(path), path=name, got=mine, expected=other, hint=_OTHER)


def _plain(value: object) -> object:
    plain: object = json.loads(json.dumps(value))
    return plain


def _first_other(mine: object, other: object) -> tuple[str, str]:
    """Name the first entries of two lists that differ."""
    if isinstance(mine, list) and isinstance(other, list):
        for one, two in zip(mine, other, strict=False):
            if one != two:
                return _short(one), _short(two)
        return f"{len(mine)} of them", f"{len(other)}, as when the run began"
    return _short(mine), _short(other)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}…"  # noqa: PLR2004 # what a line holds


def _told(plan: Plan) -> dict[str, object]:
    """Write a plan, and what marks its files."""
    first = plan.tasks[:1]
    return {
        "format": FORMAT.decode().strip(),
        "measurand": here(),
        "sources": list(plan.sources),
        "observed": list(plan.signatures),
        "options": [repr((one.options, one.skip, one.keep_bad)) for one in first],
        "files": _marks(_files(plan)),
        "shards": [task.shard.text() for task in plan.tasks],
        "digest": plan.digest,
    }


def _path(task: Task, name: str) -> Path:
    return located(name, Path(task.root))


def _files(plan: Plan) -> dict[str, Path]:
    """List the files of a plan, those of folders too, each once."""
    return {
        name: path
        for task in plan.tasks
        for place in (task.shard.place, *(path for _, path in task.source.beside))
        for name, path in files_in(place, _path(task, place))
    }


def _marks(files: Mapping[str, Path]) -> list[str]:
    """Mark files by their sizes, times and digests: of all bytes, unless there are very many."""
    sizes = {name: path.stat().st_size for name, path in files.items()}
    digest = whole_digest if sum(sizes.values()) <= WHOLE else ends_digest
    return [
        f"{name}: {sizes[name]} bytes, time {path.stat().st_mtime_ns}, sha256 {digest(path)}"
        for name, path in files.items()
    ]
