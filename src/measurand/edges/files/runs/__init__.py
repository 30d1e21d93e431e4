"""Logs of evaluation harnesses as runs: the table of modules that read one harness each.

A harness is one frozen `RunFormat` (`FORMAT`) in one module. It tells its own logs by their
beginning, and gives the runs of a file; a file may hold several, and may need files beside it,
which then are no runs of their own. Recipes, by which a harness makes its numbers, are values of
`auditing/runs`: a module here says which recipe each printed number has, never how to compute it.

To add one: write its module, and its line in the table.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from glob import glob, has_magic
from importlib import import_module
from os.path import lexists
from pathlib import Path

from attrs import frozen

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import unreadable
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.opening import Head, head_of, is_stream
from measurand.evidence.runs import Run

_HOMES = (
    "inspect_ai",
    "lm_eval",
    "every_eval_ever",
    "alpaca_eval",
    "openai_evals",
    "promptfoo",
)
_LOOK = 2**20
_MOST_FILES = 100_000


@frozen(kw_only=True)
class RunFormat:
    """A harness whose logs are read: how one is recognised by its beginning, and what reads it.

    `read` gives the runs of a file. It takes the path, the name that the user gave it, and the
    bounds of reading, and may open files beside the path. It raises FaultError with the place and a
    way out for what it cannot read: a run is read whole or not at all.

    >>> toy = RunFormat(name="toy", about="logs of toys", files=".toy",
    ...                 recognises=lambda head: False, read=lambda path, name, options: iter(()))
    >>> toy.name
    'toy'
    """

    name: str
    about: str
    files: str
    recognises: Callable[[Head], bool]
    read: Callable[[Path, str, ReadOptions], Iterator[Run]]


@cache
def run_formats() -> tuple[RunFormat, ...]:
    """List the harnesses whose logs are read.

    >>> [one.name for one in run_formats()][:1]
    ['inspect_ai']
    """
    modules = (import_module(f"{__name__}.{home}") for home in _HOMES)
    found = tuple(getattr(module, "FORMAT", None) for module in modules)
    return tuple(one for one in found if isinstance(one, RunFormat))


def run_format_of(head: Head) -> RunFormat | None:
    """Tell of which harness a log is, by its beginning; None where of none.

    >>> run_format_of(Head(name="a.csv", raw=b"id,gold")) is None
    True
    """
    return next((one for one in run_formats() if one.recognises(head)), None)


@frozen
class Log:
    """A file that holds runs, as the user names it."""

    name: str
    path: Path
    format: RunFormat


@frozen
class Found:
    """The logs at a path; `passed` counts the other files of a folder or a pattern."""

    logs: tuple[Log, ...]
    passed: int = 0


def logs_at(name: str) -> Found | None:
    """Find the logs of a file, a folder and all in it, or a pattern; None where there is none.

    >>> logs_at("no/such/file") is None
    True

    Raises OSError where a file cannot be opened.
    """
    path = Path(name)
    if path.is_dir():
        files = [one for one in sorted(path.rglob("*")) if one.is_file()][:_MOST_FILES]
    elif has_magic(name) and not lexists(path):
        files = [one for one in map(Path, _matching(name)) if one.is_file()]
    else:
        files = [path] if path.is_file() and not is_stream(path) else []
    logs = tuple(filter(None, map(_log, files)))
    return Found(logs, len(files) - len(logs)) if logs else None


def _matching(pattern: str) -> list[str]:
    return sorted(glob(pattern, recursive=True))  # noqa: PTH207 # its folder may be a pattern too


def _log(path: Path) -> Log | None:
    head = head_of(path, str(path), most=_LOOK)
    kind = run_format_of(head)
    return None if kind is None else Log(str(path), path, kind)


def runs_of(log: Log, options: ReadOptions) -> Sequence[Run]:
    """Read the runs of a log.

    Raises FaultError naming the file where it cannot be read, or is not what it seems.
    """
    try:
        return tuple(log.format.read(log.path, log.name, options))
    except FaultError as error:
        raise FaultError(error.fault.at(file=log.name)) from None
    except OSError as error:
        raise FaultError(unreadable(error, log.name)) from None
