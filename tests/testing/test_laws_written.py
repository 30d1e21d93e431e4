"""`measurand laws --write`: a test file that needs pytest and hypothesis alone."""

import builtins
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest
from hypothesis import Phase, settings
from hypothesis.errors import Unsatisfiable

from measurand.edges.cli import main
from measurand.edges.trials.load import Loaded
from measurand.edges.trials.search import Effort
from measurand.edges.trials.source import NotShippedError
from measurand.edges.trials.suite import Suite, Trying
from measurand.edges.trials.suites import SUITES
from measurand.edges.trials.write import plain_tests
from measurand.laws.kinds.subject import Subject
from properties.laws.mutants.every import MUTANTS
from tests.testing import nested
from tests.testing.law_suites import SIZE_1, size

FEW = settings(
    max_examples=9, derandomize=True, database=None, deadline=None, phases=[Phase.generate]
)
"""Few cases, and none is cut down: what breaks, breaks."""
FEWER = settings(FEW, max_examples=4)
"""For what is right, of which there is nothing to be found."""


@contextmanager
def drawing(few: settings) -> Iterator[None]:
    before = settings.get_current_profile_name()
    settings.register_profile("few", few)
    settings.load_profile("few")
    try:
        yield
    finally:
        settings.load_profile(before)


def apart(name: str, *rest: object, **more: object) -> ModuleType:
    """Import as a file would that cannot see measurand."""
    if name.partition(".")[0] == "measurand":
        raise ModuleNotFoundError(name)
    return REAL_IMPORT(name, *rest, **more)  # type: ignore[arg-type]  # passed on as they come


REAL_IMPORT = builtins.__import__


@contextmanager
def opened(text: str, few: settings = FEW) -> Iterator[dict[str, Callable[[], object]]]:
    """Give the tests of a file that cannot import measurand, to be run while it is open."""
    world: dict[str, object] = {
        "__builtins__": {**vars(builtins), "__import__": apart},
        "__name__": "written",
    }
    module = ModuleType("written")
    sys.modules["written"] = module
    vars(module).update(world)
    try:
        with drawing(few):
            exec(compile(text, "written.py", "exec"), vars(module))  # noqa: S102  # it is ours
            tests = {name: one for name, one in vars(module).items() if name.startswith("test_")}
            yield {name: one for name, one in tests.items() if callable(one)}
    finally:
        del sys.modules["written"]


def outcome(test: Callable[[], object]) -> str:
    try:
        test()
    except AssertionError as error:
        return f"failed: {error}"
    except Unsatisfiable:
        return "nothing to say"
    return "passed"


@contextmanager
def a_module(subject: Subject[...]) -> Iterator[tuple[Loaded, Loaded | None]]:
    """Let a subject's functions be imported from a module of their own."""
    module = ModuleType("their_metrics")
    vars(module).update(metric=subject.function, in_batches=subject.batched)
    sys.modules["their_metrics"] = module
    batched = subject.batched
    also = None if batched is None else Loaded("their_metrics", "in_batches", batched)
    try:
        yield Loaded("their_metrics", "metric", subject.function), also
    finally:
        del sys.modules["their_metrics"]


@contextmanager
def written(
    suite: Trying, subject: Subject[...], few: settings = FEW
) -> Iterator[tuple[str, dict[str, Callable[[], object]]]]:
    """Write the file for a subject; give it and its tests."""
    judgement = suite.judge(subject, Effort(few, 0))
    with a_module(subject) as (loaded, batched):
        text = plain_tests(suite, judgement, loaded, batched)
        with opened(text, few) as tests:
            yield text, tests


@pytest.mark.parametrize("name", sorted(SUITES))
def test_the_file_of_every_kind_runs_alone_and_tells_right_from_wrong(name: str) -> None:
    suite = SUITES[name]
    assert isinstance(suite, Suite)
    mutants = MUTANTS[suite.kind.name]

    with written(suite, mutants.right[0], FEWER) as (text, tests):
        told = {outcome(test) for test in tests.values()}

    assert "measurand." not in text.partition('"""\n\n')[2].replace("# --- ", "")
    assert ">>>" not in text
    assert "passed" in told
    assert told <= {"passed", "nothing to say"}
    assert any(_fails(suite, wrong.subject) for wrong in mutants.wrong)


def _fails(suite: Trying, subject: Subject[...]) -> bool:
    with written(suite, subject) as (_, tests):
        return any(outcome(test).startswith("failed") for test in tests.values())


def good(gold: Sequence[frozenset[str]], predicted: Sequence[frozenset[str]]) -> float:
    same = [one == other for one, other in zip(gold, predicted, strict=True)]
    return sum(same) / len(same) if same else 1.0


def test_laws_that_cannot_be_judged_are_named_in_a_comment() -> None:
    claims = {"symmetric", "mergeable"}
    suite = SUITES["SET_F1_2026_1"]
    judgement = suite.judge(Subject("good", good, claims), Effort(FEW, 0))

    text = plain_tests(suite, judgement, Loaded("mine", "good", good))

    assert "# Not tested, as no case had anything to say:\n# - merge: no case spoke: " in text
    assert "def test_merge(" not in text
    assert "def test_swap(case):" in text


def raises(_gold: object, _predicted: object) -> float:
    raise ArithmeticError


def test_a_law_that_has_nothing_to_say_of_any_case_is_no_pass() -> None:
    suite = SUITES["SET_F1_2026_1"]
    judgement = suite.judge(Subject("good", good), Effort(FEW, 0))
    text = plain_tests(suite, judgement, Loaded("their_metrics", "metric", good))

    with a_module(Subject("raises", raises)), opened(text) as tests:
        assert outcome(tests["test_defined"]).startswith("failed: ")
        assert outcome(tests["test_range"]) == "nothing to say"


def test_a_check_edited_to_give_no_outcome_is_an_error_in_the_file_too() -> None:
    suite = SUITES["SET_F1_2026_1"]
    judgement = suite.judge(Subject("good", good), Effort(FEW, 0))
    text = plain_tests(suite, judgement, Loaded("json", "dumps", good))

    edited = text.replace("    outcome = law.check(SUBJECT, case)\n", "    outcome = True\n")

    assert edited != text
    with (
        pytest.raises(TypeError, match="a check gives Holds, Broken or Silent: got True"),
        opened(edited) as tests,
    ):
        outcome(tests["test_range"])


def test_a_suite_of_ones_own_is_not_written() -> None:
    judgement = SIZE_1.judge(Subject("size", size), Effort(FEW, 0))

    with pytest.raises(
        NotShippedError, match="law never-below is no constant of a module of measurand"
    ):
        plain_tests(SIZE_1, judgement, Loaded("mine", "size", size))


PLAIN = {
    "right": """\
from math import fsum
def f1(gold, predicted):
    both = [len(a) + len(b) for a, b in zip(gold, predicted)]
    found = [2 * len(a & b) / n if n else 1.0 for (a, b), n in zip(zip(gold, predicted), both)]
    return fsum(found) / len(found) if found else 1.0
""",
    "wrong": """\
def f1(gold, predicted):
    hits = sum(len(a & b) for a, b in zip(gold, predicted))
    return hits / max(1, sum(map(len, gold)))
""",
}
BLOCKED = """\
import sys
sys.modules["measurand"] = None
"""


def test_from_the_command_to_pytest_in_a_folder_where_measurand_cannot_be_imported(
    tmp_path: Path,
) -> None:
    metric = tmp_path / "my_metrics.py"
    metric.write_text(PLAIN["right"], encoding="utf-8")
    words = ("laws", "my_metrics:f1", "--kind", "set-f1", "--claims", "symmetric,macro,empty=1")
    with chdir(tmp_path), patch.object(sys, "path", [*sys.path]):
        assert main([*words, "--examples", "20", "--write", "test_laws.py"]) == 0
    nested.forget(tmp_path)
    (tmp_path / "conftest.py").write_text(BLOCKED, encoding="utf-8")
    plain = ("-q", "-p", "no:measurand", "-k", "swap or range or defined")

    code, said = nested.run_apart(tmp_path, *plain)
    assert " passed" in said
    assert code == 0, said

    metric.write_text(PLAIN["wrong"], encoding="utf-8")
    code, said = nested.run_apart(tmp_path, *plain)
    assert "FAILED test_laws.py::test_swap" in said
    assert "Exchanging gold and predictions changes nothing." in said
    assert code == 1
