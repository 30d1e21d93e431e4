"""`measurand check RUN...`: hold every number of the log of a harness to its samples."""

from collections.abc import Iterator, Sequence
from hashlib import file_digest
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.outcomes import Outcome
from measurand.auditing.lock.runs import LockedRun, locked_run, runs_against
from measurand.auditing.runs.check import RunCheck, check_run, outcomes_of
from measurand.edges.cli.exit_codes import exit_code
from measurand.edges.cli.faults import StopError
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import named_from, unreadable
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.run_locks import read_run_lock, write_run_lock
from measurand.edges.files.runs import Found, Log, logs_at, runs_of
from measurand.values.fault import Fault

_TOML = ".toml"


def logs_among(paths: Sequence[Path]) -> Found | None:
    """Find the logs that paths name; None where all are claims files, which are TOML.

    Raises StopError where some are logs and others are not, or a file cannot be opened.
    """
    try:
        each = [(path, None if path.suffix == _TOML else logs_at(str(path))) for path in paths]
    except OSError as error:
        raise StopError((unreadable(error, str(paths[0])),)) from error
    found = [logs for _, logs in each if logs is not None]
    if not found:
        _no_logs(paths)
        return None
    others = [path for path, logs in each if logs is None]
    if others:
        hint = "check claims files and logs with a command each"
        got = "no log of an evaluation harness"
        raise StopError(
            tuple(Fault(file=str(one), got=got, expected="one", hint=hint) for one in others)
        )
    unique = {log.path.resolve(): log for logs in found for log in logs.logs}
    return Found(tuple(unique.values()), sum(one.passed for one in found))


def logs_of(paths: Sequence[Path]) -> Found:
    """Find the logs that paths name.

    Raises StopError where a path names none.
    """
    found = logs_among(paths)
    if found is not None:
        return found
    got, expected = "no log of an evaluation harness", "one"
    raise StopError(tuple(Fault(file=str(path), got=got, expected=expected) for path in paths))


def _no_logs(paths: Sequence[Path]) -> None:
    """Refuse folders without a log in them: no claims file is a folder."""
    for path in paths:
        if path.is_dir() and path.suffix != _TOML:
            expected = "logs of an evaluation harness in it"
            hint = "see `measurand formats` for what is read"
            raise StopError(
                (Fault(file=str(path), got="a folder without any", expected=expected, hint=hint),)
            )


@frozen
class CheckedRuns:
    """Checked runs, their outcomes as claims have them, and the exit code."""

    runs: tuple[RunCheck, ...]
    outcomes: tuple[Outcome, ...]
    code: int


def checked_runs(logs: Sequence[Log], options: ReadOptions) -> CheckedRuns:
    """Read and check logs, one after the other.

    Raises StopError with the faults of all that cannot be read.
    """
    runs = tuple(_checked(logs, options))
    outcomes = tuple(outcome for one in runs for outcome in outcomes_of(one))
    return CheckedRuns(runs, outcomes, exit_code(one.verdict for one in outcomes))


def _checked(logs: Sequence[Log], options: ReadOptions) -> Iterator[RunCheck]:
    faults: list[Fault] = []
    for log in logs:
        try:
            yield from (_light(check_run(run)) for run in runs_of(log, options))
        except FaultError as error:
            faults.append(error.fault)
    if faults:
        raise StopError(tuple(faults))


def _light(checked: RunCheck) -> RunCheck:
    """Let go of the attempts of a run that is checked: there may be many logs."""
    return evolve(checked, run=evolve(checked.run, attempts=None, values={}))


_SUFFIX = ".lock.json"


def run_lock_path(path: Path) -> Path:
    """Name the lock of a log, beside it; of a folder, in it.

    >>> run_lock_path(Path("logs/a.eval")).as_posix()
    'logs/a.eval.lock.json'
    """
    return path / f"runs{_SUFFIX}" if path.is_dir() else path.with_name(path.name + _SUFFIX)


def locked_runs(checked: Sequence[RunCheck], lock: Path) -> tuple[LockedRun, ...]:
    """Make what a lock of checked runs holds; their files are named from where it stands.

    Raises StopError where a log cannot be read any more.
    """
    found = []
    for one in checked:
        path = Path(one.run.file)
        try:
            with path.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise StopError((unreadable(error, one.run.file),)) from error
        found.append(locked_run(one, file=named_from(path, lock.parent), sha256=digest))
    return tuple(found)


def lock_runs(checked: Sequence[RunCheck], lock: Path) -> int:
    """Write the lock of checked runs; give how many numbers it holds.

    Raises StopError where it cannot be written.
    """
    runs = locked_runs(checked, lock)
    written = write_run_lock(lock, runs)
    if not is_successful(written):
        raise StopError(written.failure())
    return sum(len(one.numbers) for one in runs)


def checked_against_lock(checked: Sequence[RunCheck], lock: Path) -> tuple[Outcome, ...]:
    """Hold checked runs to their lock.

    Raises StopError where it cannot be read.
    """
    read = read_run_lock(lock)
    if not is_successful(read):
        raise StopError(read.failure())
    return runs_against(read.unwrap(), locked_runs(checked, lock))
