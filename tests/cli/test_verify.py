"""`measurand verify`: certificates of lint and prove are checked, and refused when changed."""

import json
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.edges.files.rank_certificates import write_certificates
from measurand.inference.rank_certificate import PairClaim, RankCertificate
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


# Six differences of one size and sign: all signs exchanged, 2 of 64 patterns are as far from 0.
PAIR = PairClaim(
    first=0,
    second=1,
    items=6,
    units=((Fraction(1), 6),),
    difference=Fraction(1),
    p_value=Fraction(1, 32),
    adjusted=Fraction(1, 32),
    exact=True,
    separated=True,
)
RANKING = RankCertificate(title="a", systems=("x", "y"), ranks=((1, 1), (2, 2)), pairs=(PAIR,))


@pytest.mark.parametrize(
    ("ranking", "code", "answer"),
    [
        (RANKING, 0, "holds"),
        (evolve(RANKING, ranks=((1, 2), (1, 2))), 1, "does not hold"),
        (evolve(RANKING, pairs=(evolve(PAIR, exact=False),)), 3, "taken as it stands"),
    ],
)
def test_the_certificate_of_a_ranking_is_checked_too(
    shell: Shell, ranking: RankCertificate, code: int, answer: str
) -> None:
    shell.write("ranks.json", json.dumps(write_certificates([ranking])))

    ran = shell("verify", "ranks.json", "--format", "json")

    assert ran.code == code
    assert json.loads(ran.out)["files"][0]["answer"] == answer


def test_of_several_files_the_worst_answer_is_the_exit_code(shell: Shell) -> None:
    drawn = evolve(RANKING, pairs=(evolve(PAIR, exact=False),))
    shell.write("drawn.json", json.dumps(write_certificates([drawn])))
    shell.write("wrong.json", json.dumps(write_certificates([evolve(RANKING, systems=("x",))])))

    assert shell("verify", "drawn.json", "wrong.json").code == 1


def test_the_name_of_a_ranking_in_another_kind_changes_nothing(shell: Shell) -> None:
    shell.write("c.json", '{"schema": "measurand-ranks/1"}')
    shell.write("d.json", '{"source": "measurand-ranks/1", "certificates": []}')

    assert shell("verify", "c.json").code == 2
    assert shell("verify", "d.json").code == 2


def test_a_file_without_certificates_says_why(shell: Shell) -> None:
    why = {"table": "1", "question": "average: Mean / IoU", "why": "found by a search"}
    shell.write("none.json", json.dumps({"schema": 2, "certificates": [], "without": [why]}))

    ran = shell("verify", "none.json", "--format", "json")

    assert ran.code == 2
    [file] = json.loads(ran.out)["files"]
    assert file["because"].endswith("average: Mean / IoU: found by a search")
