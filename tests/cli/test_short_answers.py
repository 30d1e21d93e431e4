"""What a command says without `--full`: the finding, and what was left out of a number."""

import pytest

from tests.cli.running import RUNS, Shell, claims

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
    assert "--full shows more: scores in full, definitions, sources." in out


def test_what_was_left_out_of_a_number_is_never_left_out(ready: Shell) -> None:
    ready.write("runs.jsonl", RUNS + UNANSWERED)

    out = ready.short("score", "runs.jsonl", "-d", "f(average=micro)").out

    assert "1 no answer" in out


def test_a_check_begins_with_the_sum_and_says_it_once(ready: Shell) -> None:
    ran = ready.short("check", "claims.toml")

    assert ran.code == 1
    assert ran.out.splitlines()[3] == "1 cells: 0 reproduced, 1 not reproduced, 0 undecided."
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


def test_full_says_what_was_said_before(ready: Shell) -> None:
    out = ready.short("score", "runs.jsonl", "-d", "f(average=micro)", "--full").out

    assert "f/1(beta=1,unit=whole" in out
    assert "Sources" in out
