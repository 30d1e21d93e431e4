"""`measurand cf run --program`: generators that die, hang, say rubbish or answer twice."""

import json
import shlex
from pathlib import Path

import pytest

from tests.answers.asked import words
from tests.cli.running import Ran, Shell
from tests.cli.studying import EXACT, FILE, lines, refused, unanswered, verdicts

KEPT = "kept.jsonl"
ASKED = ("token_perm", "evidence_drop")
COUNTED = """\
for question in asked():
    with open("asked.txt", "a") as file:
        file.write(question["sample_id"] + " " + question["key"] + "\\n")
    say(answer(question))
"""
DIES = "    if question['sample_id'] == '2': sys.exit('out of memory')\n"


@pytest.fixture
def four(shell: Shell) -> Shell:
    shell.write(FILE, unanswered(4))
    return shell


def asked_of(shell: Shell, body: str, *more: str) -> Ran:
    """Run a study whose answers come from a program with this body."""
    program = shlex.join(words(shell.folder, body))
    return shell("cf", "run", FILE, *EXACT, "--program", program, *more)


def told(ran: Ran, shell: Shell) -> list[str]:
    """Give what stands on stderr, without the command."""
    named = shlex.join(words(shell.folder, ""))
    assert "Traceback" not in ran.err
    return [line.removeprefix(f"{named}: ") for line in ran.err.splitlines()]


def test_a_program_answers(four: Shell) -> None:
    ran = asked_of(four, "for question in asked():\n    say(answer(question))\n")

    # Its answers have no frames: what they cite has the IoU 0, the original 1.
    assert (ran.code, ran.err) == (3, "")
    assert "token_perm     4     1.0000" in ran.out


def test_a_program_that_dies_leaves_rows_that_are_not_evaluated(four: Shell) -> None:
    ran = asked_of(four, "sys.exit('no model here')", "--format", "json")

    assert ran.code == 3
    assert told(ran, four)[0] == (
        "sample '0', token_perm: expected an answer, got exit code 1: "
        "its stderr ends with 'no model here'"
    )
    assert set(verdicts(ran).values()) >= {"undecided"}
    without = ran.json["without_a_number"]
    assert isinstance(without, list)
    assert [sum(one["samples"] for one in without if one["key"] == key) for key in ASKED] == [4, 4]


def test_a_program_that_dies_at_one_sample_costs_that_sample_alone(four: Shell) -> None:
    body = "for question in asked():\n" + DIES + "    say(answer(question))\n"

    ran = asked_of(four, body, "--format", "json")

    assert ran.json["rows"] == [
        {"key": key, "evaluated": done, "not_evaluated": 4 - done}
        for key, done in (
            ("orig", 4),
            ("omega_perm", 4),
            ("token_perm", 3),
            ("cite_swap", 4),
            ("evidence_drop", 3),
            ("no_cite", 4),
        )
    ]
    assert all("sample '2'" in line for line in told(ran, four))


def test_a_program_that_hangs_is_stopped(shell: Shell) -> None:
    shell.write(FILE, unanswered(1))

    ran = asked_of(shell, "time.sleep(60)", "--seconds", "0.2")

    assert ran.code == 3
    assert told(ran, shell) == [
        f"sample '0', {key}: expected an answer, got nothing in 0.2 s" for key in ASKED
    ]


def test_a_program_that_says_rubbish_is_told_so(shell: Shell) -> None:
    shell.write(FILE, unanswered(1))

    ran = asked_of(shell, "for question in asked():\n    say('Loading the model')\n")

    assert ran.code == 3
    assert all("sample '0', " in line for line in told(ran, shell))
    assert "write everything else to stderr" in ran.err


def test_a_second_answer_that_differs_is_told_and_the_first_one_stands(four: Shell) -> None:
    body = "for question in asked():\n    say(answer(question))\n    say(answer(question, 'no'))\n"

    ran = asked_of(four, body, "--rows", "rows.jsonl")

    assert "expected one answer, got another one after it: the first one stands" in ran.err
    rows = [json.loads(line) for line in four.read("rows.jsonl").splitlines()[1:]]
    assert {row["status"] for row in rows} == {"ok"}


def test_a_program_that_is_not_there_is_refused_before_anything_is_done(four: Shell) -> None:
    ran = four("cf", "run", FILE, "--program", "no-such-program --fast", "--rows", "rows.jsonl")

    assert refused(ran) == ["--program: expected a program that is there, got no-such-program"]
    assert four.names() == {FILE}


@pytest.mark.parametrize(("command", "got"), [("", "nothing"), ("python 'my", '"python \'my"')])
def test_a_command_that_is_none_is_refused(four: Shell, command: str, got: str) -> None:
    [line] = refused(four("cf", "run", FILE, "--program", command))

    assert line.startswith(f"--program: expected a command, got {got}")


def test_answers_are_kept_and_nothing_is_asked_twice(four: Shell) -> None:
    first = asked_of(four, COUNTED, "--keep", KEPT)
    second = asked_of(four, COUNTED, "--keep", KEPT)

    assert (first.code, first.out) == (second.code, second.out)
    assert len(four.read("asked.txt").splitlines()) == 8
    assert len(four.read(KEPT).splitlines()) == 8


def test_what_was_answered_before_a_program_died_is_not_asked_again(four: Shell) -> None:
    good, bad = COUNTED, COUNTED.replace("    with open", DIES + "    with open", 1)
    asked_of(four, bad, "--keep", KEPT)
    before = len(four.read("asked.txt").splitlines())

    ran = asked_of(four, good, "--keep", KEPT)

    assert before == 6
    assert four.read("asked.txt").splitlines()[before:] == [b"2 token_perm", b"2 evidence_drop"]
    assert ran.err == ""


def test_what_another_generator_answered_is_not_used(four: Shell) -> None:
    four("cf", "run", FILE, "--generator", "toy", "--keep", KEPT)

    ran = asked_of(four, COUNTED, "--keep", KEPT)

    assert f"{KEPT}: expected answers by " in ran.err
    assert len(four.read("asked.txt").splitlines()) == 8


def test_a_kept_line_that_was_cut_off_is_told_and_asked_again(four: Shell) -> None:
    asked_of(four, COUNTED, "--keep", KEPT)
    four.write(KEPT, four.read(KEPT)[:-20])

    ran = asked_of(four, COUNTED, "--keep", KEPT)

    assert f"{KEPT}:8: expected a whole line" in ran.err
    assert len(four.read("asked.txt").splitlines()) == 9


def test_a_file_of_kept_answers_that_is_another_file_stays_as_it_is(four: Shell) -> None:
    four.write(KEPT, "my notes\n")

    [line] = refused(asked_of(four, COUNTED, "--keep", KEPT))

    assert line.startswith(f"{KEPT}:1: ")
    assert four.read(KEPT) == b"my notes\n"
    assert not Path("asked.txt").exists()


def test_nobody_is_asked_before_all_samples_are_known_to_be_good(four: Shell) -> None:
    four.write(FILE, unanswered(4) + b"{broken\n")

    assert len(refused(asked_of(four, COUNTED, "--rows", "rows.jsonl"))) == 1
    assert four.names() == {FILE, "generator.py"}


def test_nobody_is_asked_where_a_group_is_missing(four: Shell) -> None:
    ungrouped = [json.loads(line) for line in unanswered(4).splitlines()]
    del ungrouped[3]["group_id"]
    four.write(FILE, lines(ungrouped))

    found = refused(asked_of(four, COUNTED, "--set", "plan.cluster=group"))

    assert found == [
        (
            f"{FILE}: expected a group_id for every sample, as groups are resampled whole, "
            "got none for '3' (plan.cluster=none resamples samples)"
        )
    ]
    assert four.names() == {FILE, "generator.py"}


def test_a_cluster_that_is_none_is_refused(four: Shell) -> None:
    found = refused(asked_of(four, COUNTED, "--set", "plan.cluster=patient"))

    assert found == [f"{FILE}: expected plan.cluster=group or none, got 'patient'"]


def test_many_faults_are_counted(shell: Shell) -> None:
    shell.write(FILE, unanswered(30))

    ran = asked_of(shell, "sys.exit(1)")

    said = told(ran, shell)
    assert len(said) == 21
    assert said[-1].startswith("... and ")
