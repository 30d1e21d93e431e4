"""What a command says without `--full`: the finding, and what was left out of a number."""

import pytest

from tests.cli.running import RUNS, Shell, claims

SPACE = """\
[table.space]
columns = ["F1"]
[[table.space.any]]
average = ["micro"]
[[table.space.any]]
average = ["macro[sample]"]
"""
TWO_TABLES = """\
Table: First

| system | P | R | F1 |
|---|---|---|---|
| ours | 50.0 | 50.0 | 50.0 |

Table: Second

| system | P | R | F1 |
|---|---|---|---|
| ours | 50.0 | 50.0 | 50.0 |
"""
UNANSWERED = b'{"id": "3", "gold": ["a"], "pred": null}\n'


@pytest.fixture
def ready(shell: Shell) -> Shell:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims("51.0"))
    return shell


def test_a_score_has_what_its_definition_says_beyond_the_defaults(ready: Shell) -> None:
    out = ready.short("score", "runs.jsonl", "-d", "f(average=micro)").out

    assert out.splitlines()[:4] == [
        "Scores",
        "definition          score  scored",
        "------------------- ------ ------",
        "f/1(average=micro)    0.5       2",
    ]
    assert "--full shows more: scores, definitions, sources." in out


def test_what_was_left_out_of_a_number_is_never_left_out(ready: Shell) -> None:
    ready.write("runs.jsonl", RUNS + UNANSWERED)

    out = ready.short("score", "runs.jsonl", "-d", "f(average=micro)").out

    assert "1 no answer" in out


def test_a_check_begins_with_the_sum_and_says_it_once(ready: Shell) -> None:
    ran = ready.short("check", "claims.toml")

    assert ran.code == 1
    assert ran.out.splitlines()[0] == "1 cell: 1 not reproduced."
    assert ran.out.count("1 not reproduced") == 1
    assert "Denominators" not in ran.out


def test_denominators_of_a_check_stand_there_where_something_was_left_out(ready: Shell) -> None:
    ready.write("runs.jsonl", RUNS + UNANSWERED)

    assert "1 no answer" in ready.short("check", "claims.toml").out


def test_a_refuted_table_shows_what_the_verdict_stands_on(shell: Shell) -> None:
    shell.write("t.csv", "system,P,R,F1\nours,50.0,50.0,60.0\n")

    out = shell.short("lint", "t.csv", "--column", "F1=f:average=micro").out

    assert "What is assumed" in out
    assert "Possible" not in out


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_programs_read_is_always_full(ready: Shell, form: str) -> None:
    words = ("score", "runs.jsonl", "-d", "f(average=micro)", "--format", form)

    assert ready.short(*words).out == ready(*words).out


def test_a_check_of_which_all_holds_is_one_line(ready: Shell) -> None:
    ready.write("claims.toml", claims("50.0"))

    first, _, hint = ready.short("check", "claims.toml").out.splitlines()

    assert first == "1 cell: 1 reproduced."
    assert hint.startswith("--full shows more: ")


def test_a_missed_cell_is_off_by_the_printed_unit(ready: Shell) -> None:
    out = ready.short("check", "claims.toml").out

    assert "Table 1: not reproduced" in out
    assert "-1.000" in out
    assert " verdict " not in out


def test_an_audit_of_one_table_begins_with_its_two_lines(ready: Shell) -> None:
    ready.write("claims.toml", claims("50.0", table=SPACE))

    out = ready.short("audit", "claims.toml").out

    assert out.startswith("1 of 1 cell is ")
    assert out.splitlines()[1].startswith("Verdict: holds. ")


def test_of_two_tables_each_is_named(shell: Shell) -> None:
    shell.write("a.md", TWO_TABLES)

    out = shell.short("lint", "a.md").out

    assert out.count("Verdict: possible.") == 2
    assert "Table 1 (a.md:3)" in out
    assert "Table 2 (a.md:9)" in out


def test_what_was_skipped_is_said_in_a_short_answer_too(shell: Shell) -> None:
    shell.write("dags.jsonl", b'{"id": "1"}\nnothing\n')

    out = shell.short("causal", "run", "dags.jsonl", "--on-error", "skip").out

    assert "2 bad records were left out (skipped)." in out


def test_what_a_stranger_writes_is_answered_with_what_to_write(ready: Shell) -> None:
    ready.write("t.md", "| system | F1 |\n|---|---|\n| ours | 50.0 |\n")

    table = ready.short("check", "t.md").err
    tool = ready.short("score", "runs.jsonl", "-d", "sklearn:f1:macro").err
    called = ready.short("score", "runs.jsonl", "-d", "macro-f1").err
    keyless = ready.short("score", "runs.jsonl", "-d", "f1(average=macro)").err

    assert "expected a claims file, got a table: `measurand lint t.md`" in table
    assert "--like sklearn:f1:macro" in tool
    assert "write f1(average=macro[class])" in called
    assert "average=macro[class] or macro[sample]" in keyless


def test_full_says_what_was_said_before(ready: Shell) -> None:
    out = ready.short("score", "runs.jsonl", "-d", "f(average=micro)", "--full").out

    assert "f/1(beta=1,unit=whole" in out
    assert "Sources" in out
