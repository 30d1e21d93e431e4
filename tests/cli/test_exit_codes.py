"""Exit codes: 0 all holds, 1 a finding, 2 bad input or usage, 3 undecided; never a silent pass."""

import pytest

from tests.cli.running import RUNS, Shell, claims, with_row

COMMANDS = pytest.mark.parametrize("command", ["check", "audit"])
EMPTY_SPACE = 'space = { columns = ["F1"], beta = [1] }'


def checked(shell: Shell, text: str, *more: str) -> int:
    """Check claims about the two runs in JSON; the exit code is also in the result."""
    shell.write("claims.toml", text)
    shell.write("runs.jsonl", RUNS)
    ran = shell("check", "claims.toml", "--format", "json", *more)
    assert ran.json["exit_code"] == ran.code
    return ran.code


def audited(shell: Shell, text: str) -> int:
    """Audit claims about the two runs in JSON; the exit code is also in the result."""
    shell.write("claims.toml", text)
    shell.write("runs.jsonl", RUNS)
    ran = shell("audit", "claims.toml", "--format", "json")
    assert ran.json["exit_code"] == ran.code
    return ran.code


def two_rows(first: str, second: str, *, where: str = "") -> str:
    row = f'{{ label = "theirs", cells = {{ F1 = {second} }}{where} }}'
    return with_row(claims(first), row)


def test_reproduced_cells_exit_with_0(shell: Shell) -> None:
    assert checked(shell, claims("50.0")) == 0


def test_a_cell_that_is_not_reproduced_exits_with_1(shell: Shell) -> None:
    assert checked(shell, claims("50.1")) == 1


def test_a_tie_is_reproduced_on_both_sides(shell: Shell) -> None:
    half = claims("50").replace('"%"', '"none"')

    codes = {digit: checked(shell, half.replace("50", digit)) for digit in "012"}

    assert codes == {"0": 0, "1": 0, "2": 1}


def test_one_cell_that_is_not_reproduced_among_others_exits_with_1(shell: Shell) -> None:
    assert checked(shell, two_rows("50.0", "49.0")) == 1


def test_an_undefined_score_exits_with_3(shell: Shell) -> None:
    assert checked(shell, claims(row='where = { run = "none" }')) == 3


def test_an_undecided_cell_is_not_hidden_by_those_that_hold(shell: Shell) -> None:
    assert checked(shell, two_rows("50.0", "50.0", where=', where = { run = "none" }')) == 3


def test_a_finding_outweighs_what_is_undecided(shell: Shell) -> None:
    assert checked(shell, two_rows("49.0", "50.0", where=', where = { run = "none" }')) == 1


def test_a_column_of_unknown_definition_exits_with_3(shell: Shell) -> None:
    assert checked(shell, claims(definition='unknown", metric = "f')) == 3


@COMMANDS
def test_a_file_without_tables_exits_with_3(shell: Shell, command: str) -> None:
    shell.write("claims.toml", "schema = 1\n")

    ran = shell(command, "claims.toml")

    assert ran.code == 3
    assert "undecided" in ran.out


@COMMANDS
def test_a_table_without_cells_exits_with_3(shell: Shell, command: str) -> None:
    shell.write("claims.toml", claims().replace("cells = { F1 = 50.0 }", "cells = {}"))

    ran = shell(command, "claims.toml")

    assert ran.code == 3
    assert "undecided" in ran.out.lower()


def test_a_table_without_rows_exits_with_3(shell: Shell) -> None:
    text = claims().partition("rows =")[0] + "rows = []\n"

    assert checked(shell, text) == 3


def test_a_table_that_holds_does_not_cover_for_an_empty_one(shell: Shell) -> None:
    empty = '[[table]]\nname = "2"\ndata = "runs"\ncolumns.F1 = { definition = "f" }\n'

    assert checked(shell, claims() + empty) == 3
    assert checked(shell, claims() + empty, "--table", "1") == 0
    assert checked(shell, claims() + empty, "--table", "2") == 3


def test_bad_usage_exits_with_2(shell: Shell) -> None:
    assert shell("check").code == 2
    assert shell().code == 2
    assert shell("chekc", "claims.toml").code == 2


def test_an_audit_with_a_definition_that_prints_all_exits_with_0(shell: Shell) -> None:
    assert audited(shell, claims(table=EMPTY_SPACE)) == 0


def test_an_audit_without_a_definition_that_prints_all_exits_with_1(shell: Shell) -> None:
    assert audited(shell, claims("51.0", table=EMPTY_SPACE)) == 1


def test_an_audit_of_undefined_scores_exits_with_3(shell: Shell) -> None:
    assert audited(shell, claims(row='where = { run = "none" }', table=EMPTY_SPACE)) == 3


def test_an_audit_holds_the_cells_outside_the_space_too(shell: Shell) -> None:
    both = claims(table=EMPTY_SPACE + '\ncolumns.hits = { definition = "total" }')

    assert audited(shell, both.replace("F1 = 50.0", "F1 = 50.0, hits = 1")) == 0
    assert audited(shell, both.replace("F1 = 50.0", "F1 = 50.0, hits = 2")) == 1


def test_an_audit_without_a_space_decides_nothing_but_what_a_check_refutes(shell: Shell) -> None:
    assert audited(shell, claims("50.0")) == 3
    assert audited(shell, claims("51.0")) == 1
    assert audited(shell, claims(definition='unknown", metric = "f')) == 3


def test_an_undefined_score_is_a_result_of_score(shell: Shell) -> None:
    shell.write("runs.jsonl", '{"id": 1, "gold": [], "pred": null}\n')

    ran = shell("score", "runs.jsonl", "-d", "f")

    assert ran.code == 0
    assert "undefined: no sample was scored" in ran.out


FILTERED = """\
score a.csv -d accuracy
compare a.csv b.csv -d accuracy
compare a.csv b.csv c.csv -d accuracy
compare a.csv --answer pred --answer other -d accuracy
gate a.csv --against b.csv -d accuracy
judge a.csv --judge judge --human human
judge a.csv --judge judge --human human --against b.csv
labels a.csv --human human
score a.csv -d ppi(judge=judge,human=human) --number judge --human human
arena battles.csv
"""


@pytest.mark.parametrize("words", FILTERED.splitlines())
def test_a_filter_that_no_record_meets_leaves_all_open(shell: Shell, words: str) -> None:
    rows = "1,x,x,y,1,1,t\n2,y,x,y,0,1,t\n3,y,y,y,1,,t\n"
    for name in "abc":
        shell.write(f"{name}.csv", f"id,gold,pred,other,judge,human,topic\n{rows}")
    shell.write("battles.csv", "question,model_a,model_b,winner,topic\nq,a,b,model_a,t\n")

    ran, met = shell(*words.split(), "--where", "topic=z"), shell(*words.split())

    assert ran.code == 3
    assert "topic=z" in ran.out + ran.err
    assert met.code in {0, 3}


@pytest.mark.parametrize(
    "words",
    [
        "check no.toml",
        "audit no.toml",
        "lint no.md",
        "prove no.md",
        "table no.md",
        "verify no.json",
        "score no.jsonl -d f",
        "compare no.jsonl no.jsonl -d f",
        "gate no.jsonl --against no.jsonl -d f",
        "arena no.jsonl",
        "labels no.jsonl",
        "causal run no.jsonl",
        "review score no.jsonl",
        "laws nothing",
        "formats nothing",
    ],
)
@pytest.mark.parametrize("style", ["text", "json"])
def test_faults_that_end_a_command_stand_on_standard_error_alone(
    shell: Shell, words: str, style: str
) -> None:
    ran = shell(*words.split(), "--format", style)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err
