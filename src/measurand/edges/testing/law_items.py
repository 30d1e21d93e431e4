"""Laws as tests of a run, without a test file: `pytest --measurand-laws module:function`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from measurand.edges.testing.parametrize import LawTest

FUNCTION = "--measurand-laws"
KIND = "--measurand-laws-kind"
CLAIMS = "--measurand-laws-claims"
EXPECT = "--measurand-laws-expect"


def add_options(parser: pytest.Parser) -> None:
    """Add the options that name a function and what it claims."""
    group = parser.getgroup("measurand")
    group.addoption(FUNCTION, metavar="MODULE:FUNCTION", help="try laws on a function, each a test")
    group.addoption(KIND, metavar="KIND", help="its kind, or the name of a suite")
    group.addoption(
        CLAIMS, metavar="A,B", action="append", default=[], help="what it claims; repeatable"
    )
    group.addoption(
        EXPECT,
        metavar="LAW=REASON",
        action="append",
        default=[],
        help="a law that must break, and why; repeatable",
    )


def law_items(session: pytest.Session) -> Iterator["LawItem"]:
    """Give a test for every law that applies; nothing where no function is named.

    Raises pytest.UsageError where there is no such function, kind, claim or law.
    """
    text = session.config.getoption(FUNCTION)
    if text is None:
        return
    laws = Laws.from_parent(session, name=text, nodeid=text)
    for test in _tests(session.config, text):
        yield LawItem.from_parent(laws, name=test.law, test=test)


def _tests(config: pytest.Config, text: str) -> tuple["LawTest", ...]:
    try:
        from measurand.edges.testing.parametrize import law_tests
    except ModuleNotFoundError as missing:
        if missing.name != "hypothesis":
            raise
        message = f"{FUNCTION} needs hypothesis: pip install 'measurand[testing]'"
        raise pytest.UsageError(message) from missing
    from attrs import evolve
    from returns.pipeline import is_successful

    from measurand.edges.trials.load import load
    from measurand.edges.trials.suites import NEWEST
    from measurand.laws.kinds.subject import Subject

    kind = config.getoption(KIND)
    if kind is None:
        raise pytest.UsageError(f"{FUNCTION} needs {KIND}: one of {', '.join(NEWEST)}")
    found = load(text, Path(config.invocation_params.dir))
    if not is_successful(found):
        raise pytest.UsageError(found.failure().text())
    loaded = found.unwrap()
    claims = {word.strip() for words in config.getoption(CLAIMS) for word in words.split(",")}
    subject = Subject(loaded.name, loaded.function, claims - {""})
    try:
        tests = law_tests([subject], kind, dict(map(_expected, config.getoption(EXPECT))))
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
    return tuple(evolve(test, meant=EXPECT) for test in tests)


def _expected(text: str) -> tuple[str, str]:
    law, mark, reason = text.partition("=")
    if not mark:
        raise pytest.UsageError(f"{EXPECT} is LAW=REASON: got {text[:80]!r}")
    return law.strip(), reason.strip()


class Laws(pytest.Collector):
    """The laws of one function; they are given to the run, not collected."""

    def collect(self) -> Iterator[pytest.Item]:
        """Give nothing: `law_items` does."""
        return iter(())


class LawItem(pytest.Item):
    """One law, tried on the function."""

    def __init__(self, *, test: "LawTest", **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]  # pytest's own: name, parent, config
        self.test = test

    def runtest(self) -> None:
        """Pass where the law holds."""
        self.test()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], **_style: object) -> str:  # type: ignore[override]  # its style is not ours to choose
        """Show the counterexample, without a traceback."""
        from measurand.edges.testing.broken import LawBrokenError

        if isinstance(excinfo.value, LawBrokenError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say which law of which function it is."""
        return self.path, None, f"law {self.test.id}"
