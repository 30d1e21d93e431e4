"""The pytest plugin as a user meets it: in a folder and a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

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
    command = (
        sys.executable,
        "-P",
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-rs",
        "-v",
        *options,
    )
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_each_claim_is_a_test_and_an_undecided_one_is_skipped(project: Path) -> None:
    code, said = run(project)

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


def test_a_faulty_claims_file_is_an_error_that_names_the_line(project: Path) -> None:
    faulty = CLAIMS.replace("unit =", "unti =")
    (project / "claims.toml").write_text(faulty, encoding="utf-8")

    code, said = run(project)

    assert "claims.toml:12: table[0].columns.F1.unti: expected a known key" in said
    assert code == 2


def test_numbers_are_held_to_the_lock_where_the_ini_option_says_so(project: Path) -> None:
    lock = (sys.executable, "-P", "-m", "measurand", "lock", "claims.toml")
    subprocess.run(lock, cwd=project, capture_output=True, check=True)

    code, said = run(project, "-o", "measurand_locked=true")

    assert "claims.toml::1/ours/F1 PASSED" in said
    assert "claims.toml::1/ours/F1 (locked) PASSED" in said
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


def test_a_lock_that_is_asked_for_and_is_not_there_is_an_error(project: Path) -> None:
    code, said = run(project, "-o", "measurand_locked=true")

    assert "claims.lock.json: expected a file, got nothing of that name" in said
    assert "run `measurand lock` first" in said
    assert code == pytest.ExitCode.INTERRUPTED


def test_files_of_other_names_are_found_by_the_ini_option(project: Path) -> None:
    (project / "claims.toml").rename(project / "paper.measures")

    assert run(project)[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    assert (
        "paper.measures::1/ours/F1 PASSED" in run(project, "-o", "measurand_claims=*.measures")[1]
    )


def test_another_word_for_undecided_is_refused(project: Path) -> None:
    command = (sys.executable, "-P", "-m", "pytest", "-o", "measurand_undecided=pass")
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)

    assert "measurand_undecided: skip or fail: got 'pass'" in done.stderr
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
