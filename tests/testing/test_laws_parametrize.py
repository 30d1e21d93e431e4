"""parametrize_with_laws: one pytest test for every law, and what each does."""

from collections.abc import Mapping
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from measurand.testing import LawBrokenError, LawTest, Subject, law_tests, parametrize_with_laws
from tests.testing.law_suites import SIZE_1, same, size

SIZES = [Subject("size", size, {"even"}), Subject("same", same)]
BREAKS = {("same", "never-below"): "it is no size, see #12"}


@parametrize_with_laws(SIZES, suite=SIZE_1, expected_failures=BREAKS)
def test_laws(law: LawTest) -> None:
    law()


@parametrize_with_laws(SIZES, suite=SIZE_1, expected_failures=BREAKS)
def test_a_test_is_called_by_subject_and_law(law: LawTest, request: pytest.FixtureRequest) -> None:
    assert request.node.name.endswith(f"[{law.id}]")
    assert law.id in {"size-never-below", "size-even", "same-never-below"}


def tried(subject: Subject[[int]], law: str, expected: Mapping[str, str] | None = None) -> None:
    tests = law_tests([subject], SIZE_1, expected)
    [test] = (test for test in tests if test.law == law)
    test()


def test_a_broken_law_fails_with_its_counterexample() -> None:
    with pytest.raises(LawBrokenError) as caught:
        tried(Subject("same", same), "never-below")

    assert str(caught.value).startswith("same breaks a law of SIZE_1\n\nnever-below: A size")
    assert "same(-1)  # -1\n    # below 0" in str(caught.value)


def test_what_is_expected_to_break_is_an_expected_failure_with_its_reason() -> None:
    with pytest.raises(pytest.xfail.Exception, match="by design"):
        tried(Subject("same", same), "never-below", {"never-below": "by design"})


def test_what_is_expected_to_break_and_holds_fails() -> None:
    with pytest.raises(LawBrokenError, match="was expected to break: by design"):
        tried(Subject("size", size), "never-below", {"never-below": "by design"})


def test_what_cannot_be_judged_is_skipped_with_the_reason() -> None:
    subject = Subject("size", size, {"huge", "idle"})

    with pytest.raises(pytest.skip.Exception, match="untested: no case spoke: the number is small"):
        tried(subject, "at-a-million")
    with pytest.raises(
        pytest.skip.Exception, match="no law of SIZE_1 that applies needs the claim"
    ):
        tried(subject, "claim idle")


def test_a_law_alone_speaks_of_every_subject_that_it_applies_to() -> None:
    both = [Subject("one", same), Subject("two", same, {"even"})]

    tests = law_tests(both, SIZE_1, {"never-below": "by design", "even": "by design"})

    assert [test.id for test in tests if test.expected] == [
        "one-never-below",
        "two-never-below",
        "two-even",
    ]


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ({("sum", "even"): "why"}, r"no subject 'sum'; there are size, same"),
        ({("sise", "even"): "why"}, r"no subject 'sise': did you mean 'size'\?"),
        ({("same", "even"): "why"}, r"law 'even' does not apply"),
        ({("size", "evn"): "why"}, r"no law 'evn' in SIZE_1: did you mean 'even'\?"),
        ({("size", "even"): ""}, r"law 'even' is expected to break: say why"),
    ],
)
def test_what_cannot_break_cannot_be_expected_to(
    expected: Mapping[tuple[str, str], str], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        parametrize_with_laws(SIZES, suite=SIZE_1, expected_failures=expected)


def test_two_subjects_of_one_name_and_an_unknown_suite_are_refused() -> None:
    with pytest.raises(ValueError, match="two subjects are called 'size'"):
        parametrize_with_laws([SIZES[0], SIZES[0]], suite=SIZE_1)
    with pytest.raises(ValueError, match=r"no kind 'SIZE_1'"):
        parametrize_with_laws(SIZES, suite="SIZE_1")


SEEDED = """\
from pathlib import Path
from measurand.testing import Subject, parametrize_with_laws

def counted(gold, predicted):
    with Path("asked.txt").open("a") as file:
        print(gold, predicted, file=file)
    return float(sum(map(len, gold)) > 2) * 2

@parametrize_with_laws([Subject("counted", counted)], suite="SET_F1_2026_1")
def test_laws(law):
    law()
"""


def seeded(folder: Path, seed: str) -> tuple[str, list[str]]:
    """Run with a seed; give all that was asked, and what broke."""
    (folder / "test_seeded.py").write_text(SEEDED, encoding="utf-8")
    asked = folder / "asked.txt"
    asked.unlink(missing_ok=True)
    alone = ("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin")
    pytest_run = (executable, "-P", "-m", "pytest", "-q", *alone)
    done = run(
        (
            *pytest_run,
            f"--hypothesis-seed={seed}",
            "--tb=short",
            "-k",
            "range",
        ),
        cwd=folder,
        env={"PYTHONHASHSEED": "0", "PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in done.stdout.splitlines() if "counted([" in line]
    return asked.read_text(encoding="utf-8"), told


def test_the_seed_of_the_command_line_repeats_the_search(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()

    first, again, other = (
        seeded(folder, seed) for folder, seed in zip(folders, ("7", "7", "8"), strict=True)
    )

    assert first[1]
    assert first == again
    assert first[0] != other[0]
