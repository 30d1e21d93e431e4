"""No command writes over a file that it reads, or two things to one file."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from measurand.edges.cli.faults import stop
from measurand.edges.cli.output import Target
from measurand.edges.cli.reading import FaultyRecords, Running
from measurand.edges.cli.request import Arguments, part_of
from measurand.edges.files.samples.source_files import Place, places
from measurand.evidence.source import Source

Named = Iterable[tuple[str, Path | None]]
"""Files, each after the argument that names it; None where it names none."""


def check_files(request: Arguments, reads: Named, writes: Named = ()) -> None:
    """Refuse to write over what is read, or two things to one file, by whatever names.

    The output, the quarantine, `--record` and `--resume` of the request are written too.

    >>> check_files(Target(file=Path("a")), [("FILE", Path("b"))])

    Raises StopError naming the arguments.
    """
    taken = {mark: name for name, path in reads if path is not None for mark in _marks(path)}
    for name, path in (*writes, *_written(request)):
        if path is None:
            continue
        marks = tuple(_marks(path))
        other = next((taken[mark] for mark in marks if mark in taken), None)
        if other is not None:
            raise stop(name, f"{path}, the file of {other}", "another file")
        taken |= dict.fromkeys(marks, name)


def _written(request: Arguments) -> Iterator[tuple[str, Path | None]]:
    if (reading := part_of(request, FaultyRecords)) is not None:
        yield "--on-error", reading.quarantine
    if (target := part_of(request, Target)) is not None:
        yield "--output", target.file
    if (running := part_of(request, Running)) is not None:
        yield "--record", running.record
        yield "--resume", running.resume


def files_of(name: str, path: Path) -> Iterator[tuple[str, Path]]:
    """Name what is read of samples: a file, or a folder or a pattern and every file of it.

    >>> [str(path) for _, path in files_of("FILE", Path("runs.jsonl"))]
    ['runs.jsonl']
    """
    yield name, path
    for place in places(Source(path=str(path)), Path()):
        if isinstance(place, Place) and place.path not in {None, path}:
            yield name, place.path


def check_folders(writes: Named) -> None:
    """Find early that a file cannot be written, as its folder is not there.

    Raises StopError naming the argument.
    """
    for name, path in writes:
        if path is not None and not Path(os.path.realpath(path)).parent.is_dir():
            raise stop(name, str(path), "a file in a folder that is there")


def _marks(path: Path) -> Iterator[object]:
    """Give what two names of one file share: where links lead, and what samefile compares."""
    with suppress(OSError, ValueError):
        yield os.path.realpath(path)
        status = path.stat()
        yield status.st_dev, status.st_ino
