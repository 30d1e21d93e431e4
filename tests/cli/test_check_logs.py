"""`measurand check LOG` and `measurand lock LOG` on the command line, with invented logs."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.formats.json_schema import Validator, tree

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "logs"
HOLDS, FINDING, BAD_INPUT, OPEN = range(4)


@pytest.fixture
def logs(shell: Shell) -> Path:
    folder = shell.folder / "logs"
    folder.mkdir()
    for name in ("ferries.json", "edited.json", "bare.json"):
        (folder / name).write_bytes((EXAMPLES / name).read_bytes())
    return folder


def alone(logs: Path, name: str) -> None:
    for path in logs.iterdir():
        if path.name != name:
            path.unlink()


def test_exit_codes_are_those_of_all_commands(shell: Shell, logs: Path) -> None:
    (logs / "cut.json").write_bytes((logs / "ferries.json").read_bytes()[:2000])
    document = json.loads((logs / "ferries.json").read_bytes())
    document["eval"]["scorers"] = [{"name": "match", "metrics": [{"name": "toy/accuracy"}]}]
    (logs / "open.json").write_text(json.dumps(document))

    codes = {
        name: shell("check", f"logs/{name}.json").code
        for name in ("ferries", "edited", "bare", "cut", "open")
    }

    assert codes == {
        "ferries": HOLDS,
        "edited": FINDING,
        "bare": FINDING,
        "cut": BAD_INPUT,
        "open": OPEN,
    }


def test_a_folder_and_a_pattern_are_all_their_logs(shell: Shell, logs: Path) -> None:
    (logs / "notes.txt").write_text("no log")

    folder, pattern = shell("check", "logs"), shell("check", "logs/*.json")

    assert folder.out.startswith("3 logs: 1 hold, 2 do not, 0 undecided.\n")
    assert "1 other file" in folder.out
    assert pattern.out.startswith("3 logs: 1 hold, 2 do not, 0 undecided.\n")


def test_a_log_is_named_once_however_often_it_is_said(shell: Shell, logs: Path) -> None:
    name = f"{logs.name}/ferries.json"

    ran = shell("check", name, name, "--format", "json")

    runs = ran.json["runs"]
    assert isinstance(runs, list)
    assert len(runs) == 1


@pytest.mark.parametrize(
    "words",
    [("--table", "1"), ("--today", "2027-01-01"), ("--record", "r.json"), ("--dry-run",)],
)
def test_what_is_about_claims_is_refused(shell: Shell, logs: Path, words: tuple[str, ...]) -> None:
    ran = shell("check", f"{logs.name}/ferries.json", *words)

    assert ran.code == BAD_INPUT
    assert ran.err.startswith(f"{words[0]}: expected a claims file")


def test_a_log_beside_what_is_none_is_refused(shell: Shell, logs: Path) -> None:
    (shell.folder / "claims.toml").write_text("schema = 1\n")

    ran = shell("check", f"{logs.name}/ferries.json", "claims.toml")

    assert ran.code == BAD_INPUT
    assert "check claims files and logs with a command each" in ran.err


def test_a_folder_without_a_log_is_refused(shell: Shell) -> None:
    (shell.folder / "empty").mkdir()

    ran = shell("check", "empty")

    assert ran.code == BAD_INPUT
    assert "logs of an evaluation harness in it" in ran.err


def test_json_meets_its_schema(shell: Shell, logs: Path) -> None:
    ran = shell("check", str(logs.name), "--format", "json")

    schema = json.loads(shell("schema", "check").out)
    validator = Validator(tree(schema))
    assert validator.errors(ran.json) == []
    assert validator.unnamed(ran.json) == []
    assert ran.json["exit_code"] == FINDING


def test_where_people_work_each_number_is_told(shell: Shell, logs: Path) -> None:
    shell(
        *("check", f"{logs.name}/edited.json"),
        *("--junit", "j.xml", "--sarif", "s.json", "--html", "p.html"),
    )

    junit = (shell.folder / "j.xml").read_text()
    sarif = json.loads((shell.folder / "s.json").read_text())
    page = (shell.folder / "p.html").read_text()
    assert 'tests="9" failures="4"' in junit
    results = sarif["runs"][0]["results"]
    assert {one["ruleId"] for one in results} == {"aggregate"}
    assert len(results) == 4
    assert "stale: it is of before the edit of 1 score" in page


def test_a_page_of_claims_is_refused(shell: Shell) -> None:
    (shell.folder / "claims.toml").write_text("schema = 1\n")

    ran = shell("check", "claims.toml", "--html", "p.html")

    assert ran.code == BAD_INPUT
    assert ran.err.startswith("--html: expected a log of an evaluation harness")


def test_a_lock_names_the_number_that_moved(shell: Shell, logs: Path) -> None:
    alone(logs, "ferries.json")
    locked = shell("lock", "logs")

    same = shell("check", "logs", "--locked")
    (logs / "ferries.json").write_bytes((EXAMPLES / "edited.json").read_bytes())
    moved = shell("check", "logs", "--locked")

    assert locked.out == "logs/runs.lock.json: 9 numbers of 1 run are locked.\n"
    assert (same.code, moved.code) == (HOLDS, FINDING)
    assert same.out.startswith("As locked: 9 numbers.\n")
    assert moved.out.startswith("4 of 9 numbers do not stand as locked.\n")
    assert "the log is another" in moved.out


def test_a_run_that_is_gone_and_one_that_is_new_are_told(shell: Shell, logs: Path) -> None:
    alone(logs, "ferries.json")
    shell("lock", "logs")
    (logs / "ferries.json").rename(logs / "harbours.json")

    ran = shell("check", "logs", "--locked")

    assert ran.code == FINDING
    assert "the run is gone" in ran.out
    assert "the run is new: no lock has it" in ran.out


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"schema": "measurand-runs-lock/1"}', '{"schema": 7}']
)
def test_what_is_no_lock_of_runs_is_refused(shell: Shell, logs: Path, content: str) -> None:
    (shell.folder / "l.json").write_text(content)

    ran = shell("check", f"{logs.name}/ferries.json", "--lock", "l.json")

    assert ran.code == BAD_INPUT
    assert ran.err.startswith("l.json: ")


def test_a_lock_is_not_written_over_a_log(shell: Shell, logs: Path) -> None:
    before = (logs / "ferries.json").read_bytes()

    ran = shell("lock", "logs/ferries.json", "-o", "logs/ferries.json")

    assert ran.code == BAD_INPUT
    assert (logs / "ferries.json").read_bytes() == before
