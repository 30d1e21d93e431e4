"""Verdicts on files and tables from Python: the same as from the command line."""

import json
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from measurand import InvalidInputError, audit, check, gate, lint, lock, prove
from measurand.edges.cli.main import main

EXAMPLES = Path("docs/examples")
WRONG = "system,P,R,F1\nours,50.0,50.0,60.0\n"
MICRO = {"F1": "f:average=micro"}


@pytest.mark.parametrize("verb", [check, audit], ids=["check", "audit"])
def test_a_claims_file_has_one_verdict(verb, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    path = str(EXAMPLES / "silence" / "claims.toml")

    code = main([verb.__name__, path, "--format", "json"])
    found = verb(path)

    assert found.code == code
    assert json.loads(json.dumps(found.to_dict())) == json.loads(capsys.readouterr().out)


def test_a_run_is_held_to_its_base_as_the_command_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, base = (str(EXAMPLES / "gates" / f"{name}.csv") for name in ("third", "base"))
    words = ["gate", run, "--against", base, "-d", "exact_match", "--format", "json"]

    code = main([*words, "--history", str(tmp_path / "looks.json")])
    found = gate(run, base, definition="exact_match", history=tmp_path / "looks.json")

    assert (found.code, found.ok, found.verdict.value) == (code, False, "refuted")
    assert json.loads(json.dumps(found.to_dict())) == json.loads(capsys.readouterr().out)
    with pytest.raises(InvalidInputError, match="the reason why so much is tolerated"):
        gate(run, base, definition="exact_match", tolerance=0.1)


def test_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    check(EXAMPLES / "silence" / "claims.toml")

    assert capsys.readouterr() == ("", "")


def test_a_table_is_a_path_a_text_a_frame_or_rows(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(WRONG, encoding="utf-8")
    rows = [{"system": "ours", "P": "50.0", "R": "50.0", "F1": "60.0"}]
    tables = [path, str(path), WRONG, rows, pd.DataFrame(rows), pl.DataFrame(rows)]

    assert [lint(table, columns=MICRO).code for table in tables] == [1] * len(tables)
    assert prove(WRONG, columns=MICRO).verdict.value == "refuted"


def test_markup_is_told_from_a_text() -> None:
    table = "| system | P | R | F1 |\n|---|---|---|---|\n| ours | 50.0 | 50.0 | 60.0 |\n"

    assert lint(table, columns=MICRO).code == 1


def test_a_lock_is_written_beside_the_file_or_where_it_is_said(tmp_path: Path) -> None:
    to = tmp_path / "numbers.json"

    assert lock(EXAMPLES / "silence" / "claims.toml", to=to) == to
    assert to.exists()


def test_columns_are_audited_as_files_are() -> None:
    found = audit(
        "system,Accuracy\nours,75.0\ntheirs,50.0\n",
        gold=["a", "b", "b", "a"],
        predicted={"ours": ["a", "b", "a", "a"], "theirs": ["a", "a", "a", "a"]},
    )

    assert found.ok
    assert "/" not in json.dumps(found.to_dict()["title"])


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda: check("no/such.toml"), "expected a file, got nothing of that name"),
        (lambda: lint("a\nb"), "a table in any markup"),
        (lambda: lint(3), "a path, a text, a data frame"),
        (lambda: lint(WRONG, columns={"F1": "ff"}), "columns: expected NAME=ROLE"),
        (lambda: lint(WRONG, facts={"sample": 3}), "facts: expected FACT=NUMBER"),
        (lambda: audit(WRONG), "expected its samples beside it"),
    ],
)
def test_bad_input_is_refused(run, expected: str) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    with pytest.raises(InvalidInputError, match=expected):
        run()


def test_a_sentence_is_no_path() -> None:
    said = "Of 289 patients, 81 (28.0%) were readmitted."

    assert lint(said).code == lint(said, markup="prose").code
    with pytest.raises(InvalidInputError, match="the path of a file, or a table"):
        lint("my table 2.md")
