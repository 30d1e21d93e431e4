"""The pytest plugin as a user meets it: in a folder of its own, found by its entry point."""

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from measurand.edges.cli import main
from tests.testing import nested

CLAIMS = """\
schema = 1

[data.runs]
path = "runs.jsonl"

[[table]]
name = "1"
data = "runs"

[table.columns.F1]
definition = "f(average=macro[sample])"
unit = "%"

[table.columns.Hits]
definition = "total(of=hits)"

[[table.rows]]
label = "ours"
cells = { F1 = 66.7, Hits = 1 }

[[table.rows]]
label = "theirs"
where = { system = "theirs" }
cells = { Hits = 1 }
"""
RUNS = '{"id": "1", "gold": ["a"], "pred": ["a", "b"], "groups": {"system": "ours"}}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "runs.jsonl").write_text(RUNS, encoding="utf-8")
    (tmp_path / "claims.toml").write_text(CLAIMS, encoding="utf-8")
    return tmp_path


def run(project: Path, *options: str) -> tuple[int, str]:
    return nested.run(project, "-rs", "-v", *options)


def test_each_claim_is_a_test_and_an_undecided_one_is_skipped(project: Path) -> None:
    code, said = nested.run_apart(project, "-rs", "-v")

    assert "claims.toml::1/ours/F1 PASSED" in said
    assert "claims.toml::1/ours/Hits PASSED" in said
    assert "claims.toml::1/theirs/Hits SKIPPED" in said
    assert "no sample of runs has system=theirs (system is one of ours)" in said
    assert code == 0


def test_an_undecided_claim_fails_where_the_ini_option_says_so(project: Path) -> None:
    code, said = run(project, "-o", "measurand_undecided=fail")

    assert "1 failed, 2 passed" in said
    assert code == 1


def test_a_refuted_claim_fails_with_what_came_out_and_no_traceback(project: Path) -> None:
    file = project / "claims.toml"
    file.write_text(CLAIMS.replace("66.7", "63.3"), encoding="utf-8")

    code, said = run(project)

    assert "1/ours/F1: not reproduced\nprinted: 63.3%\ncomputed: 66.667%" in said
    assert "Traceback" not in said
    assert code == 1
    assert file.read_text(encoding="utf-8") == CLAIMS.replace("66.7", "63.3")


def test_a_faulty_claims_file_is_a_test_that_fails_and_names_the_line(project: Path) -> None:
    faulty = CLAIMS.replace("unit =", "unti =")
    (project / "claims.toml").write_text(faulty, encoding="utf-8")

    code, said = run(project)

    assert "claims.toml:12: table[0].columns.F1.unti: expected a known key" in said
    assert "1 failed" in said
    assert code == 1


def test_numbers_are_held_to_the_lock_where_the_ini_option_says_so(project: Path) -> None:
    with chdir(project):
        assert main(["lock", "claims.toml"]) == 0

    code, said = run(project, "-o", "measurand_locked=true")

    assert "claims.toml::1/ours/F1 PASSED" in said
    assert "claims.toml::1/ours/F1 (locked) PASSED" in said
    assert "claims.toml::the claims file (locked) PASSED" in said
    assert code == 0
    assert "(locked)" not in run(project)[1]

    # 0.6666 is still printed as 66.7, but the number is not the one that was locked.
    file = project / "claims.toml"
    file.write_text(CLAIMS.replace("macro[sample])", "macro[sample],beta=1.001)"), "utf-8")

    code, said = run(project, "-o", "measurand_locked=true")

    assert "claims.toml::1/ours/F1 PASSED" in said
    assert "claims.toml::1/ours/F1 (locked) FAILED" in said
    assert "definition changed: " in said
    assert code == 1


def test_a_label_of_control_characters_is_shown_escaped(project: Path) -> None:
    text = CLAIMS.replace('label = "ours"', r'label = "a\n::error::x\u001b[31m"').replace(
        "66.7", "1"
    )
    (project / "claims.toml").write_text(text, encoding="utf-8")

    _, said = run(project)

    assert r"claims.toml::1/a\n::error::x\x1b[31m/F1 FAILED" in said
    assert "\x1b[31m" not in said
    assert "\n::error" not in said


def test_a_lock_that_is_asked_for_and_is_not_there_fails(project: Path) -> None:
    code, said = run(project, "-o", "measurand_locked=true")

    assert "claims.lock.json: expected a file, got nothing of that name" in said
    assert "run `measurand lock` first" in said
    assert code == pytest.ExitCode.TESTS_FAILED


def test_files_of_other_names_are_found_by_the_ini_option(project: Path) -> None:
    (project / "claims.toml").rename(project / "paper.measures")

    assert run(project)[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    assert (
        "paper.measures::1/ours/F1 PASSED" in run(project, "-o", "measurand_claims=*.measures")[1]
    )


PASSES = "def test_x():\n    pass\n"


def test_a_file_of_another_program_that_is_only_called_so_is_left_alone(project: Path) -> None:
    other = project / "auth"
    other.mkdir()
    (other / "claims.toml").write_text('[jwt]\niss = "https://example.org"\nschema = 1\n', "utf-8")
    (other / "binary").mkdir()
    (other / "binary" / "claims.toml").write_bytes(b"\xff\x00schema = 1")
    (project / "test_x.py").write_text(PASSES, "utf-8")

    code, said = run(project)

    assert "auth" not in said
    assert "test_x.py::test_x PASSED" in said
    assert "claims.toml::1/ours/F1 PASSED" in said
    assert code == 0


def test_it_is_read_where_the_ini_option_names_it(project: Path) -> None:
    (project / "claims.toml").write_text("[jwt]\n", "utf-8")
    (project / "test_x.py").write_text(PASSES, "utf-8")

    code, said = run(project, "-o", "measurand_claims=claims.toml")

    assert "claims.toml::is read FAILED" in said
    assert "jwt: expected a known key" in said
    assert "test_x.py::test_x PASSED" in said
    assert code == 1


@pytest.mark.parametrize(
    "text",
    ["schema = 1\n", 'schema = 1\n[[claim]]\nid = "wards"\nvalue = 3\n'],
)
def test_a_file_in_which_nothing_is_checked_fails(project: Path, text: str) -> None:
    (project / "claims.toml").write_text(text, "utf-8")

    code, said = run(project)

    assert "claims.toml::is checked FAILED" in said
    assert "claims.toml: nothing is checked in it" in said
    assert code == 1


def test_a_pattern_that_matches_nothing_fails(project: Path) -> None:
    paper = project / "paper"
    paper.mkdir()
    (paper / "test_x.py").write_text(PASSES, "utf-8")
    (project / "claims.toml").rename(paper / "a.numbers.toml")
    (project / "runs.jsonl").rename(paper / "runs.jsonl")
    said_so = ("-o", "measurand_claims=papr/*.toml paper/*.numbers.toml")

    code, said = run(project, *said_so)
    part, said_of_part = run(project, *said_so, "paper/test_x.py")

    assert "paper/a.numbers.toml::1/ours/F1 PASSED" in said
    assert "measurand_claims: no file that is collected matches 'papr/*.toml'" in said
    assert said.count(" FAILED") == 1
    assert code == 1
    # A run of one file says nothing about the others.
    assert "FAILED" not in said_of_part
    assert part == 0
    assert run(project, *said_so, ".")[0] == 1
    # Nor is a setting without a pattern green.
    code, said = run(project, "-o", "measurand_claims=")
    assert (code, "measurand_claims is empty: nothing is checked" in said) == (1, True)
    # Nor does one of a folder of the project.
    (project / "pytest.ini").write_text("[pytest]\nmeasurand_claims = papr/*.toml\n", "utf-8")
    assert "papr" in run(project)[1]
    assert "papr" not in run(paper)[1]


def test_nothing_of_measurand_but_the_plugin_is_read_where_there_are_no_claims(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_x.py").write_text(
        """\
import sys

def test_x():
    heavy = {"attrs", "cattrs", "returns", "numpy", "scipy", "hypothesis", "msgspec"}
    assert not [name for name in heavy if name in sys.modules]
    ours = {name for name in sys.modules if name.split(".")[0] == "measurand"}
    assert len(ours) < 10
""",
        "utf-8",
    )

    # Other plugins bring what is theirs.
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = (sys.executable, "-P", "-m", "pytest", "-p", "measurand.edges.testing.plugin")
    done = subprocess.run(
        command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout


def test_another_word_for_undecided_is_refused(project: Path) -> None:
    code, said = nested.run(project, "-o", "measurand_undecided=pass")

    assert "measurand_undecided: skip or fail: got 'pass'" in said
    assert code == pytest.ExitCode.USAGE_ERROR
