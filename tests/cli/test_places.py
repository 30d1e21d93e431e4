"""Where people see a check: JUnit and SARIF files, GitHub's lines, several files at once."""

import json
from xml.etree.ElementTree import fromstring

import pytest

from tests.cli.locking import CLAIMS, RUNS
from tests.cli.running import Shell

WRONG = CLAIMS.replace("F1 = 50.0", "F1 = 60.0")


def begin(shell: Shell, claims: str = CLAIMS) -> Shell:
    shell.write("claims.toml", claims)
    shell.write("runs.jsonl", RUNS)
    return shell


def test_every_claim_is_a_case_of_junit(shell: Shell) -> None:
    ran = begin(shell, WRONG)("check", "claims.toml", "--junit", "junit.xml")
    cases = {
        case.get("name"): case for case in fromstring(shell.read("junit.xml")).iter("testcase")
    }

    assert ran.code == 1
    assert set(cases) == {"1/ours/F1", "1/ours/n"}
    assert [told.tag for told in cases["1/ours/F1"]] == ["failure"]
    assert [told.tag for told in cases["1/ours/n"]] == []


def test_what_does_not_hold_is_a_result_of_sarif(shell: Shell) -> None:
    begin(shell, WRONG)("check", "claims.toml", "--sarif", "out.sarif")
    (run,) = json.loads(shell.read("out.sarif"))["runs"]

    assert [one["partialFingerprints"]["claim/v1"] for one in run["results"]] == ["1/ours/F1"]
    (place,) = run["results"][0]["locations"]
    assert place["physicalLocation"]["region"] == {"startLine": 9}


def test_on_github_lines_are_annotated_and_the_step_is_summarised(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.write("summary.md", "before\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")

    ran = begin(shell, WRONG)("check", "claims.toml", "--format", "json")

    assert ran.json["exit_code"] == 1
    assert ran.err.startswith("::error file=claims.toml,line=9,title=1/ours/F1%3A not reproduced::")
    assert shell.read("summary.md").startswith(
        b"before\n# measurand\n\n2 claims: 1 holds, 1 not reproduced, 0 undecided\n"
    )


def test_elsewhere_nothing_is_annotated(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    assert begin(shell, WRONG)("check", "claims.toml").err == ""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert shell("check", "claims.toml", "--github", "off").err == ""


def test_a_summary_that_cannot_be_written_is_bad_input(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "no/such/folder/summary.md")

    ran = begin(shell)("check", "claims.toml", "--github", "on")

    assert ran.code == 2
    assert "$GITHUB_STEP_SUMMARY: expected a file in a folder that is there" in ran.err


@pytest.mark.parametrize("option", ["--junit", "--sarif"])
@pytest.mark.parametrize("name", ["claims.toml", "runs.jsonl"])
def test_nothing_is_written_over_claims_or_data(shell: Shell, option: str, name: str) -> None:
    before = begin(shell).read(name)

    ran = shell("check", "claims.toml", option, name)

    assert ran.code == 2
    assert f"{option}: expected another file, got {name}, the file of" in ran.err
    assert shell.read(name) == before


def test_the_summary_of_a_step_is_not_appended_to_what_is_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = begin(shell).read("claims.toml")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "claims.toml")

    ran = shell("check", "claims.toml", "--github", "on")

    assert ran.code == 2
    assert "$GITHUB_STEP_SUMMARY: expected another file" in ran.err
    assert shell.read("claims.toml") == before


@pytest.mark.parametrize("option", ["--junit", "--sarif"])
def test_a_folder_that_is_not_there_is_found_before_anything_is_computed(
    shell: Shell, option: str
) -> None:
    ran = begin(shell)("check", "claims.toml", option, "no/such/file")

    assert (ran.code, ran.out) == (2, "")
    assert f"{option}: expected a file in a folder that is there" in ran.err


def test_two_reports_do_not_go_to_one_file(shell: Shell) -> None:
    ran = begin(shell)("check", "claims.toml", "--junit", "a", "--sarif", "a")

    assert ran.code == 2
    assert "expected another file, got a, the file of --sarif" in ran.err


def test_several_files_are_checked_at_once_and_one_finding_is_enough(shell: Shell) -> None:
    begin(shell).write("wrong.toml", WRONG)

    ran = shell("check", "claims.toml", "wrong.toml", "--format", "json", "--junit", "junit.xml")
    files = ran.json["files"]

    assert isinstance(files, list)
    assert (ran.code, [one["exit_code"] for one in files]) == (1, [0, 1])
    assert fromstring(shell.read("junit.xml")).get("tests") == "4"


@pytest.mark.parametrize("words", [("--lock", "a.json"), ("--on-error", "quarantine=bad.jsonl")])
def test_what_names_one_file_does_not_go_with_several(shell: Shell, words: tuple[str, str]) -> None:
    begin(shell).write("wrong.toml", WRONG)

    ran = shell("check", "claims.toml", "wrong.toml", *words)

    assert ran.code == 2
    assert "expected one claims file" in ran.err


def test_an_undecided_claim_may_be_let_pass_and_is_told(shell: Shell) -> None:
    none = 'rows = [{ label = "ours", where = { system = "x" }, cells = { n = 4 } },\n'
    some = '{ label = "theirs", where = { system = "y" }, cells = { n = 4 } }]\n'
    begin(shell, CLAIMS[: CLAIMS.index("rows")] + none + some)
    shell.write("runs.jsonl", RUNS.replace('"id"', '"groups": {"system": "y"}, "id"'))

    strict, lenient = (
        shell("check", "claims.toml"),
        shell("check", "claims.toml", "--undecided", "ok"),
    )

    assert (strict.code, lenient.code) == (3, 0)
    assert "4 ?" in lenient.out
