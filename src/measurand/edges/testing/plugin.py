"""A pytest plugin: claims files are test files, and each claim is a test.

Files are found by the ini option `measurand_claims` (glob patterns): where nothing is said, those
called `*.claims.toml`, and a `claims.toml` that has the line `schema = 1` at its top, as others
have files of that name too. A refuted claim fails with what was printed and what came out; an
undecided one is skipped, or fails where the ini option `measurand_undecided` says so. Where the ini
option `measurand_locked` is true, each number is held to the lock beside the file too, as a test of
its own, and so is what else the file says. What cannot be read, a file in which nothing is checked,
and a pattern that matches nothing are a test that fails: no session stops for them, and none is
green. Files that match the ini option `measurand_logs` are logs of evaluation harnesses, and each
number that one prints is a test. Nothing here changes what a claim expects. With
`--measurand-laws module:function` each law of a kind is a test of that function.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from measurand.edges.testing.law_items import add_options, law_items

if TYPE_CHECKING:
    from returns.result import Result

    from measurand.auditing.claims.outcomes import Outcome
    from measurand.values.fault import Fault

CLAIMS = "measurand_claims"
UNDECIDED = "measurand_undecided"
LOCKED = "measurand_locked"
LOGS = "measurand_logs"
_SKIP, _FAIL = "skip", "fail"
_SHARED = "claims.toml"
_USUAL = ["*.claims.toml", _SHARED]
_SCHEMA = re.compile(rb"""\s*(schema|"schema"|'schema')\s*=\s*[0-9]""")
_MOST_BYTES = 2**20
_MATCHED = pytest.StashKey[set[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ini options of the plugin."""
    parser.addini(
        CLAIMS,
        "claims files, as glob patterns of names, or of paths where they have a slash",
        type="args",
        default=_USUAL,
    )
    parser.addini(UNDECIDED, "what an undecided claim does: skip or fail", default=_SKIP)
    parser.addini(
        LOCKED, "hold every number to the lock beside its file too", type="bool", default=False
    )
    parser.addini(
        LOGS,
        "logs of evaluation harnesses, as glob patterns: each number that one prints is a test",
        type="args",
        default=[],
    )
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse an option that says nothing."""
    word = config.getini(UNDECIDED)
    if word not in {_SKIP, _FAIL}:
        message = f"{UNDECIDED}: {_SKIP} or {_FAIL}: got {word!r}"
        raise pytest.UsageError(message)
    config.stash[_MATCHED] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add a test for each pattern that matches nothing, and the laws that are asked for.

    They come before -k and -m choose.
    """
    items.extend(_unmatched(session))
    items.extend(law_items(session))


def _unmatched(session: pytest.Session) -> Iterator["FailedItem"]:
    """Fail for each pattern that is written and matches no file, where all files were looked at."""
    if not _looks_everywhere(session.config):
        return
    for pattern in session.config.getini(LOGS):
        if pattern not in session.config.stash[_MATCHED]:
            says = f"{LOGS}: no file that is collected matches {pattern!r}: nothing is checked"
            yield FailedItem.from_parent(session, name=f"{LOGS}: {pattern}", says=says)
    patterns = session.config.getini(CLAIMS)
    if patterns is _USUAL:
        return
    if not patterns:
        says = f"{CLAIMS} is empty: nothing is checked; `-p no:measurand` switches this off"
        yield FailedItem.from_parent(session, name=f"{CLAIMS}:", says=says)
    for pattern in patterns:
        if pattern not in session.config.stash[_MATCHED]:
            says = f"{CLAIMS}: no file that is collected matches {pattern!r}: nothing is checked"
            yield FailedItem.from_parent(session, name=f"{CLAIMS}: {pattern}", says=says)


def _looks_everywhere(config: pytest.Config) -> bool:
    """Tell whether a run is of the whole project, and not of some files or folders of it."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        return True
    folder = config.invocation_params.dir
    named = {(folder / one).resolve() for one in config.args}
    root = config.rootpath.resolve()
    return any(one == root or one in root.parents for one in named)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """Collect a claims file, or a log.

    A file of another program that is only called as claims files are is left alone.
    """
    logs = [one for one in parent.config.getini(LOGS) if _matches(file_path, one)]
    parent.config.stash[_MATCHED].update(logs)
    if logs:
        log: ClaimsFile = LogFile.from_parent(parent, path=file_path)
        return log
    patterns = parent.config.getini(CLAIMS)
    found = [pattern for pattern in patterns if _matches(file_path, pattern)]
    parent.config.stash[_MATCHED].update(found)
    if not found or (patterns is _USUAL and found == [_SHARED] and not _is_ours(file_path)):
        return None
    file: ClaimsFile = ClaimsFile.from_parent(parent, path=file_path)
    return file


def _matches(path: Path, pattern: str) -> bool:
    if "/" not in pattern:
        return fnmatch(path.name, pattern)
    return fnmatch(path.as_posix(), pattern if Path(pattern).is_absolute() else f"*/{pattern}")


def _is_ours(path: Path) -> bool:
    """Tell whether a file has a schema before its first table; what cannot be read is no claim."""
    try:
        with path.open("rb") as file:
            lines = file.read(_MOST_BYTES).removeprefix(b"\xef\xbb\xbf").splitlines()
    except OSError:
        return False
    for line in lines:
        if line.lstrip().startswith(b"["):
            return False
        if _SCHEMA.match(line):
            return True
    return False


class FailedItem(pytest.Item):
    """A test that fails, and says why nothing was checked."""

    def __init__(self, *, says: str, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own: name, parent, config
        self.says = says

    def runtest(self) -> None:
        """Fail."""
        pytest.fail(self.says, pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say what is not checked."""
        return self.path, None, self.name


class ClaimsFile(pytest.File):
    """A claims file: it is checked once, when it is collected."""

    def collect(self) -> Iterator[pytest.Item]:
        """Check the file, and give each claim; a file with faults is one test, which fails."""
        from returns.pipeline import is_successful

        from measurand.auditing.claims.outcomes import unchecked
        from measurand.values.fault import visible

        try:
            found = self.checked()
        except Exception as error:  # noqa: BLE001  (as for the command: it is no finding either)
            says = f"an error that was not foreseen: {type(error).__name__}: {visible(str(error))}"
            yield self._failed("is read", says)
            return
        if not is_successful(found):
            yield self._failed("is read", "\n".join(fault.text() for fault in found.failure()))
            return
        outcomes = found.unwrap()
        for outcome in outcomes:
            yield ClaimItem.from_parent(self, name=visible(outcome.id), outcome=outcome)
        if why := unchecked(outcomes):
            yield self._failed("is checked", f"{self.path.name}: {visible(why)}")

    def checked(self) -> "Result[tuple[Outcome, ...], tuple[Fault, ...]]":
        """Check the file, against its lock where that is asked for."""
        return held(self.path) if self.config.getini(LOCKED) else checked_alone(self.path)

    def _failed(self, name: str, says: str) -> FailedItem:
        item: FailedItem = FailedItem.from_parent(self, name=name, says=says)
        return item


class LogFile(ClaimsFile):
    """The log of an evaluation harness: each number that it prints is a test."""

    def checked(self) -> "Result[tuple[Outcome, ...], tuple[Fault, ...]]":
        """Check the log against its own samples."""
        from returns.result import Failure, Success

        from measurand.edges.cli.check_runs import checked_runs, logs_of
        from measurand.edges.cli.faults import StopError
        from measurand.edges.files.events import ReadOptions

        try:
            found = checked_runs(logs_of([self.path]).logs, ReadOptions())
        except StopError as stopped:
            return Failure(stopped.faults)
        return Success(found.outcomes)


def checked_alone(path: Path) -> "Result[tuple[Outcome, ...], tuple[Fault, ...]]":
    """Check a claims file, without any lock.

    >>> checked_alone(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    from measurand.edges.cli.checking import checked

    return checked(path).map(lambda found: found.outcomes)


def held(path: Path) -> "Result[tuple[Outcome, ...], tuple[Fault, ...]]":
    """Check a claims file, and hold its numbers to the lock beside it; the data is read once.

    >>> held(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    from measurand.auditing.lock.messages import locked_outcomes
    from measurand.edges.claims.load import load_located
    from measurand.edges.cli.checking import checked_of
    from measurand.edges.cli.lock import lock_path, locked
    from measurand.edges.engines.serial import Run

    run = Run(root=path.parent)
    return load_located(path, run.root).bind(
        lambda located: locked(located.claims, run, lock_path(path)).bind(
            lambda found: checked_of(located, run, gathered=found.gathered).map(
                lambda now: (*now.outcomes, *locked_outcomes(found.compared, now.outcomes))
            )
        )
    )


class ClaimItem(pytest.Item):
    """One claim."""

    def __init__(self, *, outcome: "Outcome", **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own: name, parent, config
        self.outcome = outcome

    def runtest(self) -> None:
        """Pass where the claim holds."""
        from measurand.values.verdict import Verdict

        match self.outcome.verdict:
            case Verdict.HOLDS:
                return
            case Verdict.UNDECIDED if self.config.getini(UNDECIDED) == _SKIP:
                pytest.skip(self.outcome.because or "undecided")
            case _:
                raise ClaimError(self.outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], **_style: object) -> str:  # type: ignore[override]  # its style is not ours to choose
        """Show what was printed and what came out, without a traceback."""
        if isinstance(excinfo.value, ClaimError):
            from measurand.edges.cli.workflow_commands import said

            return said(str(excinfo.value))
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say where the claim stands: lines of pytest count from 0."""
        from measurand.values.fault import visible

        file = Path(self.outcome.file) if self.outcome.file else self.path
        line = self.outcome.line - 1 if self.outcome.line > 0 else None
        return file, line, f"claim {visible(self.outcome.id)}"


class ClaimError(Exception):
    """A claim does not hold."""

    def __init__(self, outcome: "Outcome") -> None:
        from measurand.edges.report.outcome_words import message_of, title_of

        super().__init__(f"{title_of(outcome)}\n{message_of(outcome)}")
