"""What a page is told: the JSON of the command line, and nothing that is not in it."""

import json
from pathlib import Path

import pytest

from measurand.edges.cli import main
from measurand.edges.page.answer import Auditor
from tests.browser.build import cases_of_tables

TABLES = sorted(Path("docs/examples/tables").iterdir())


def asked(**request: object) -> dict[str, object]:
    found: dict[str, object] = json.loads(Auditor(Path()).answer(json.dumps(request)))
    return found


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_the_json_is_that_of_the_command_line(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(path.parent)
    code = main(["lint", path.name, "--format", "json"])

    answer = asked(do="lint", text=text, name=path.name)

    assert (answer["code"], answer["json"]) == (code, capsys.readouterr().out)


def test_what_is_said_is_what_options_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "model,P,R,F1,Avg\nours,60.0,50.0,54.5,55.0\nall,1.0,1.0,1.0,1.0\n"
    (tmp_path / "table.csv").write_text(text)
    monkeypatch.chdir(tmp_path)
    words = ("--column", "Avg=average[P,R]", "--row", "all=skip", "--fact", "ours:samples=20")
    code = main(["lint", "table.csv", *words, "--rounding", "half_up", "--format", "json"])

    answer = asked(
        do="lint",
        text=text,
        name="table.csv",
        columns={"Avg": "average[P,R]"},
        rows={"all": "skip"},
        facts={"ours:samples": "20"},
        rounding="half_up",
    )

    assert (answer["code"], answer["json"]) == (code, capsys.readouterr().out)


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({"do": "fly", "text": ""}, "expected one of lint, prove"),
        ({"do": "lint", "text": "a,F1\nb,1\n", "columns": {"F1": "fly"}}, "columns: expected"),
        ({"do": "lint", "text": "a,F1\nb,1\n", "facts": {"samples": "x"}}, "facts: expected"),
        ({"do": "lint", "text": "x" * 2_000_001}, "expected at most 2000000 bytes"),
        ({"do": "lint", "text": "hello world"}, "expected a table in Markdown"),
        ({"do": "lint", "text": "a,F1\nb,1\n", "name": "../../etc/passwd"}, "passwd: expected"),
    ],
)
def test_what_cannot_be_read_is_told(request_: dict[str, object], told: str) -> None:
    answer = asked(**request_)

    assert answer["code"] == 2
    assert told in str(answer["faults"])


def test_a_request_that_is_no_json_is_told() -> None:
    answer = json.loads(Auditor(Path()).answer("--help"))

    assert answer["code"] == 2


def test_a_certificate_that_is_saved_is_checked_again(tmp_path: Path) -> None:
    auditor = Auditor(tmp_path)
    case = next(files for name, _, files in cases_of_tables() if name == "gerbil-kore50")
    auditor.answer(json.dumps({"do": "lint", "text": case["claims.toml"], "name": "claims.toml"}))
    saved = json.loads(auditor.save("certificates"))["text"]
    changed = saved.replace("0.2095", "0.2569")

    answers = [
        json.loads(auditor.answer(json.dumps({"do": "verify", "text": text})))
        for text in (saved, changed, "{}")
    ]

    assert [one["code"] for one in answers] == [0, 1, 2]
