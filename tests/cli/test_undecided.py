"""`--undecided ok` lets pass what could not be decided, and never what was not looked at."""

import pytest

from tests.cli.running import RUNS, Shell, claims

OK = ("--undecided", "ok")
UNREAD = "{}\n"
TWO_TABLES = '[[table]]\nname = "2"\ncomputed = false\ncolumns = {}\nrows = []\n'
PLACE = '[[table]]\nname = "2"\ncomputed = false\nrules = false\nat = "paper.tex:1"\n'
CELLS = 'columns = { P = { role = "value" } }\nrows = [{ label = "q", cells = { P = 7 } }]\n'


def checked(shell: Shell, text: str, *words: str, runs: bytes = RUNS) -> tuple[int, int]:
    """Check as usual, and with what is undecided let pass."""
    shell.write("claims.toml", text)
    shell.write("runs.jsonl", runs)
    return (
        shell("check", "claims.toml", *words).code,
        shell("check", "claims.toml", *words, *OK).code,
    )


def test_what_could_not_be_decided_passes(shell: Shell) -> None:
    assert checked(shell, claims(definition="f(average=micro,statistic=sample_stdev)")) == (3, 0)


def test_a_file_whose_only_row_has_no_sample_does_not(shell: Shell) -> None:
    assert checked(shell, claims(row='where = { run = "none" }')) == (3, 3)


@pytest.mark.parametrize(
    "text",
    [
        "schema = 1\n",
        'schema = 1\n[[claim]]\nid = "n"\nvalue = 3\n',
        f"schema = 1\n{TWO_TABLES}",
        claims(definition='unknown", metric = "f'),
        f'schema = 1\n[[table]]\nname = "2"\ncomputed = false\n{CELLS}',
    ],
)
def test_a_file_in_which_nothing_is_checked_does_not(shell: Shell, text: str) -> None:
    assert checked(shell, text) == (3, 3)


def test_beside_a_file_in_which_something_is_checked_neither(shell: Shell) -> None:
    shell.write("empty.toml", "schema = 1\n")
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RUNS)

    assert shell("check", "claims.toml", *OK).code == 0
    assert shell("check", "claims.toml", "empty.toml", *OK).code == 3


@pytest.mark.parametrize("how", ["skip", "quarantine=bad.jsonl"])
def test_records_that_were_not_read_do_not(shell: Shell, how: str) -> None:
    runs = RUNS + UNREAD.encode()

    assert checked(shell, claims(), "--on-error", how, runs=runs) == (3, 3)


def test_shards_that_were_lost_do_not(shell: Shell) -> None:
    (shell.folder / "runs").mkdir()
    (shell.folder / "runs" / "a.jsonl").write_bytes(RUNS)
    (shell.folder / "runs" / "b.jsonl.gz").write_bytes(b"\x1f\x8b\x08 cut short")
    text = claims().replace("runs.jsonl", "runs/*")

    assert checked(shell, text, "--lost", "leave-out") == (3, 3)


@pytest.mark.parametrize("paper", [None, "7"])
def test_a_place_of_a_paper_that_is_not_there_does_not(shell: Shell, paper: str | None) -> None:
    if paper is not None:
        shell.write("paper.tex", paper)

    codes = checked(shell, claims(table=PLACE + CELLS))

    assert codes == ((3, 0) if paper else (3, 3))


NOTHING = "system,colour\na,7\nb,8\n"
POSSIBLE = "system,P,R,F1\na,80.0,60.0,68.6\n"


def test_a_table_of_which_no_rule_speaks_is_not_checked(shell: Shell) -> None:
    shell.write("nothing.csv", NOTHING)
    shell.write("possible.csv", POSSIBLE)

    assert shell("lint", "nothing.csv").code == 3
    assert shell("lint", "nothing.csv", *OK).code == 3
    assert shell("lint", "nothing.csv", "possible.csv", *OK).code == 0
    assert shell("prove", "nothing.csv", *OK).code == 3


ODD = """\
| Reader | TP | FP | FN | TN | Sens. | Spec. | Acc. |
|---|---|---|---|---|---|---|---|
| first | 42 | 7 | 8 | 93 | 84.0% | 93.0% | 90.0% |
| second | 38 | 4 | 12 | 96 | 76.0% | 96.0% | 88.7% |
"""


def test_what_is_odd_may_pass_and_what_is_undecided_beside_it_is_another_question(
    shell: Shell,
) -> None:
    shell.write("odd.md", ODD)
    shell.write("nothing.csv", NOTHING)

    assert shell("lint", "odd.md").code == 3
    assert shell("lint", "odd.md", "--odd", "ok").code == 0
    assert shell("lint", "odd.md", "--odd", "fail").code == 1
    assert shell("lint", "odd.md", "nothing.csv", "--odd", "ok").code == 3
    assert shell("lint", "odd.md", "nothing.csv", "--odd", "ok", *OK).code == 0
