"""A pytest plugin: claims files are test files, and each claim is a test.

Files are found by the ini option `measurand_claims` (glob patterns of file names). A refuted claim
fails with what was printed and what came out; an undecided one is skipped, or fails where the ini
option `measurand_undecided` says so. Where the ini option `measurand_locked` is true, each number
is held to the lock beside the file too, as a test of its own. Nothing here changes what a claim
expects. With `--measurand-laws module:function` each law of a kind is a test of that function.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from measurand.edges.testing.law_items import add_options, law_items

if TYPE_CHECKING:
    from returns.result import Result

    from measurand.claims.outcomes import Outcome
    from measurand.values.fault import Fault

CLAIMS = "measurand_claims"
UNDECIDED = "measurand_undecided"
LOCKED = "measurand_locked"
_SKIP, _FAIL = "skip", "fail"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ini options of the plugin."""
    parser.addini(
        CLAIMS,
        "file names of claims files, as glob patterns",
        type="args",
        default=["claims.toml", "*.claims.toml"],
    )
    parser.addini(UNDECIDED, "what an undecided claim does: skip or fail", default=_SKIP)
    parser.addini(
        LOCKED, "hold every number to the lock beside its file too", type="bool", default=False
    )
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse an option that says nothing."""
    word = config.getini(UNDECIDED)
    if word not in {_SKIP, _FAIL}:
        message = f"{UNDECIDED}: {_SKIP} or {_FAIL}: got {word!r}"
        raise pytest.UsageError(message)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the laws of the function that the command line names, before -k and -m choose."""
    items.extend(law_items(session))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ClaimsFile | None":
    """Collect a claims file."""
    patterns = parent.config.getini(CLAIMS)
    if any(fnmatch(file_path.name, pattern) for pattern in patterns):
        found: ClaimsFile = ClaimsFile.from_parent(parent, path=file_path)
        return found
    return None


class ClaimsFile(pytest.File):
    """A claims file: it is checked once, when it is collected."""

    def collect(self) -> Iterator["ClaimItem"]:
        """Check the file, and give each claim; a file with faults is an error of collection."""
        from returns.pipeline import is_successful

        from measurand.values.fault import visible

        found = held(self.path) if self.config.getini(LOCKED) else checked_alone(self.path)
        if not is_successful(found):
            raise self.CollectError("\n".join(fault.text() for fault in found.failure()))
        for outcome in found.unwrap():
            yield ClaimItem.from_parent(self, name=visible(outcome.id), outcome=outcome)


def checked_alone(path: Path) -> "Result[tuple[Outcome, ...], tuple[Fault, ...]]":
    """Check a claims file, without any lock.

    >>> checked_alone(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    from measurand.edges.cli.checked import checked

    return checked(path).map(lambda found: found.outcomes)


def held(path: Path) -> "Result[tuple[Outcome, ...], tuple[Fault, ...]]":
    """Check a claims file, and hold its numbers to the lock beside it; the data is read once.

    >>> held(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    from measurand.claims.lock_words import locked_outcomes
    from measurand.edges.cli.checked import checked_of
    from measurand.edges.cli.locked import lock_path, locked
    from measurand.edges.engines.serial import Run
    from measurand.edges.formats.claims_toml import load_located

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
            from measurand.edges.cli.door import said

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
