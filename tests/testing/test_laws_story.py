"""From an empty project to a metric that keeps its laws, as a user meets it."""

import subprocess
import sys
from pathlib import Path

import pytest

import measurand.testing
from measurand.edges.trials import suites
from tests.testing import nested

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "laws"
METRIC = (EXAMPLES / "hasty.py").read_text(encoding="utf-8")
MENDED = (EXAMPLES / "mended.py").read_text(encoding="utf-8")
TEST = """\
from measurand.testing import check_laws
from my_metrics import f1

def test_f1_keeps_its_laws():
    check_laws(f1, kind="set-f1", declares={"macro", "symmetric", "empty=1"})
"""


def test_a_metric_of_ten_lines_fails_readably_is_mended_and_is_green(tmp_path: Path) -> None:
    (tmp_path / "my_metrics.py").write_text(METRIC, encoding="utf-8")
    (tmp_path / "test_f1.py").write_text(TEST, encoding="utf-8")

    code, said = nested.run(tmp_path, "-q")

    assert code == 1
    assert "f1 breaks " in said
    assert "defined: " in said
    assert "from my_metrics import f1" in said
    assert "raises ZeroDivisionError: " in said
    assert "expected_failures={'defined': 'the reason'}" in said
    assert "hypothesis/core.py" not in said
    counterexample = next(line for line in said.splitlines() if "    f1([" in line)
    call = counterexample.removeprefix("E").strip()
    with pytest.raises(ZeroDivisionError):
        exec(f"{METRIC}\n{call}", {})  # noqa: S102  # the counterexample is code that runs

    (tmp_path / "my_metrics.py").write_text(MENDED, encoding="utf-8")
    code, said = nested.run(tmp_path, "-q")

    assert "1 passed" in said
    assert code == 0


def test_importing_what_tests_need_loads_neither_hypothesis_nor_pytest() -> None:
    program = (
        "import sys, measurand.testing as t; t.assert_reproduces, t.Subject; print(*sys.modules)"
    )

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.split()

    assert "measurand.testing" in loaded
    assert {"hypothesis", "pytest", "numpy", "scipy"}.isdisjoint(loaded)


def without_hypothesis(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    missing = "import sys\nsys.modules['hypothesis'] = None\n"
    return subprocess.run(
        (sys.executable, "-c", missing + program),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_hypothesis_numbers_are_asserted_and_laws_name_the_extra(tmp_path: Path) -> None:
    told = without_hypothesis(
        tmp_path,
        "from measurand import Sample\n"
        "from measurand.testing import assert_reproduces\n"
        "assert_reproduces('0.5', 'f', [Sample(id='1', gold=('a',), predicted=('a', 'b', 'c'))])\n"
        "from measurand.testing import check_laws\n",
    ).stderr

    assert told.splitlines()[-1] == (
        "ImportError: check_laws needs hypothesis: pip install 'measurand[testing]'"
    )


def test_without_hypothesis_the_command_names_the_extra(tmp_path: Path) -> None:
    program = "from measurand.edges.cli import main\nsys.exit(main(['laws'] + {}))"

    listed = without_hypothesis(tmp_path, program.format([]))
    tried = without_hypothesis(tmp_path, program.format(["my:f", "--kind", "set-f1"]))

    assert listed.returncode == 0
    assert tried.returncode == 2
    assert tried.stderr == (
        "laws: expected what draws the cases, got no hypothesis: pip install 'measurand[testing]'\n"
    )


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'check_lows'"):
        _ = getattr(measurand.testing, "check_lows")  # noqa: B009  # the name is not there


def test_every_public_name_is_there() -> None:
    for name in measurand.testing.__all__:
        assert getattr(measurand.testing, name) is not None
    newest = {name.partition("_20")[0] for name in suites.SUITES}
    assert {*suites.SUITES, *newest} <= {*measurand.testing.__all__}
