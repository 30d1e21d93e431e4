"""No command writes over a file that it reads, or two things to one file."""

import argparse
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from measurand.edges.cli.arguments import StopError, quarantine_of
from measurand.edges.files.samples.source_files import Place, places
from measurand.evidence.source import Source
from measurand.values.fault import Fault

Named = Iterable[tuple[str, Path | None]]
"""Files, each after the argument that names it; None where it names none."""


def check_files(arguments: argparse.Namespace, reads: Named, writes: Named = ()) -> None:
    """Refuse to write over what is read, or two things to one file, by whatever names.

    `--output`, the quarantine, `--record` and `--resume` of the arguments are written too.

    >>> check_files(argparse.Namespace(output=Path("a")), [("FILE", Path("b"))])

    Raises StopError naming the arguments.
    """
    taken = {mark: name for name, path in reads if path is not None for mark in _marks(path)}
    said = vars(arguments)
    own = (
        ("--on-error", quarantine_of(arguments)),
        ("--output", arguments.output),
        *((name, said.get(name.strip("-"))) for name in ("--record", "--resume")),
    )
    for name, path in (*writes, *own):
        if path is None:
            continue
        marks = tuple(_marks(path))
        other = next((taken[mark] for mark in marks if mark in taken), None)
        if other is not None:
            got = f"{path}, the file of {other}"
            raise StopError((Fault(path=name, got=got, expected="another file"),))
        taken |= dict.fromkeys(marks, name)


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
            expected = "a file in a folder that is there"
            raise StopError((Fault(path=name, got=str(path), expected=expected),))


def _marks(path: Path) -> Iterator[object]:
    """Give what two names of one file share: where links lead, and what samefile compares."""
    with suppress(OSError, ValueError):
        yield os.path.realpath(path)
        found = path.stat()
        yield found.st_dev, found.st_ino
