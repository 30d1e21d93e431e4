"""`measurand verify`: certificates of lint and prove are checked, and refused when changed."""

import json

import pytest

from tests.cli.running import Shell

TABLE = "system,P,R,F1\nours,80.1,70.2,99.8\ntheirs,60.0,60.0,60.0\n"
POOLED = ("--column", "F1=f:average=micro")


@pytest.mark.parametrize("command", ["lint", "prove"])
def test_a_refutation_is_saved_and_checked_again(shell: Shell, command: str) -> None:
    shell.write("t.csv", TABLE)

    wrote = shell(command, "t.csv", *POOLED, "--certificates", "c.json")
    checked = shell("verify", "c.json", "--format", "json")

    assert (wrote.code, checked.code) == (1, 0)
    first = json.loads(shell.read("c.json"))["certificates"][0]
    assert [cell["printed"] for cell in first["cells"]] == ["80.1%", "70.2%", "99.8%"]
    assert first["by"].startswith("measurand ")
    assert "F is made of this P and R" in first["premises"]


def test_a_cell_that_was_changed_is_refused(shell: Shell) -> None:
    shell.write("t.csv", TABLE)
    shell("lint", "t.csv", *POOLED, "--certificates", "c.json")
    shell.write("c.json", shell.read("c.json").decode().replace("99.8%", "74.8%"))

    ran = shell("verify", "c.json")

    assert ran.code == 1
    assert "does not hold" in ran.out


def test_what_is_no_certificate_exits_with_2(shell: Shell) -> None:
    shell.write("c.json", '{"certificates": []}')
    shell.write("t.csv", "system,P,R,F1\nours,60.0,60.0,60.0\n")
    shell("lint", "t.csv", "--certificates", "none.json")

    assert shell("verify", "c.json").code == 2
    assert shell("verify", "none.json").code == 2
    assert shell("verify", "nowhere.json").code == 2
