"""The stages of `measurand cf` one by one: emit, answer, score."""

import json
import subprocess
import sys

import pytest

from tests.cli.comparing import exactly
from tests.cli.running import SECONDS, Shell
from tests.cli.studying import (
    EXACT,
    FILE,
    answer,
    found_in,
    lines,
    samples,
    unanswered,
    verdicts,
)

ASKED = "questions.jsonl"
GIVEN = "answers.jsonl"
ROWS = "rows.jsonl"
TOY = ("--generator", "toy")


@pytest.fixture
def unasked(shell: Shell) -> Shell:
    shell.write(FILE, unanswered())
    return shell


def answered(shell: Shell) -> None:
    """Let the small generator answer the questions, in a process of its own."""
    ran = subprocess.run(
        (sys.executable, "-m", "measurand", "cf", "answer"),
        input=shell.read(ASKED),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    assert ran.stderr == b""
    shell.write(GIVEN, ran.stdout)


def given(shell: Shell, cited: int = 0) -> bytes:
    """Answer each question by hand: cite one token."""
    asked = map(json.loads, shell.read(ASKED).splitlines())
    names = ("sample_id", "key", "seed", "digest")
    return lines(
        {
            "schema": "cf-answer/1",
            **{name: question[name] for name in names},
            "gen": answer(cited),
        }
        for question in asked
    )


def test_emit_writes_two_questions_for_each_sample(unasked: Shell) -> None:
    ran = unasked("cf", "emit", FILE, "--output", ASKED)

    found = [json.loads(line) for line in unasked.read(ASKED).splitlines()]
    assert (ran.code, ran.err, len(found)) == (0, "", 16)
    assert {(one["schema"], one["key"]) for one in found} == {
        ("cf-question/1", "token_perm"),
        ("cf-question/1", "evidence_drop"),
    }
    assert ran.out == (
        f"Questions: {ASKED}\n"
        "key            questions  answered in the sample\n"
        "-------------- ---------- ----------------------\n"
        "token_perm             8                       0\n"
        "evidence_drop          8                       0\n"
    )


def test_emit_asks_nothing_that_a_sample_answers(shell: Shell) -> None:
    shell.write(FILE, samples(2) + unanswered(3).splitlines(keepends=True)[2])

    ran = shell("cf", "emit", FILE, "--output", ASKED, "--format", "json")

    assert len(shell.read(ASKED).splitlines()) == 2
    assert ran.json["rows"] == [
        {"key": key, "questions": "1", "answered in the sample": "2"}
        for key in ("token_perm", "evidence_drop")
    ]


def test_emit_shows_a_generator_nothing_of_the_truth(unasked: Shell) -> None:
    unasked("cf", "emit", FILE, "--output", ASKED)

    for line in unasked.read(ASKED).splitlines():
        asked = json.loads(line)["sample"]
        assert asked["gen"]["frames"] == []
        assert asked.get("lesions", []) == []


def test_questions_follow_the_options(unasked: Shell) -> None:
    unasked("cf", "emit", FILE, "--output", ASKED)
    unasked("cf", "emit", FILE, "--output", "again.jsonl")
    unasked("cf", "emit", FILE, "--set", "seed=1", "--output", "other.jsonl")

    assert unasked.read(ASKED) == unasked.read("again.jsonl")
    assert unasked.read(ASKED) != unasked.read("other.jsonl")


def test_three_ways_to_answer_give_the_same_rows(unasked: Shell) -> None:
    unasked("cf", "emit", FILE, "--output", ASKED)
    answered(unasked)
    program = f"{sys.executable} -m measurand cf answer"

    codes = [
        unasked("cf", "score", FILE, *way, "--output", name).code
        for way, name in (
            (TOY, "toy.jsonl"),
            (("--answers", GIVEN), "files.jsonl"),
            (("--program", program), "program.jsonl"),
        )
    ]

    assert codes == [0, 0, 0]
    assert unasked.read("toy.jsonl") == unasked.read("files.jsonl")
    assert unasked.read("toy.jsonl") == unasked.read("program.jsonl")


def test_answer_refuses_what_is_no_question(shell: Shell) -> None:
    ran = subprocess.run(
        (sys.executable, "-m", "measurand", "cf", "answer"),
        input=samples(1),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )

    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"stdin:1: $.schema: expected 'cf-question/1'")
    assert shell.names() == set()


def test_answer_to_nothing_is_nothing(shell: Shell) -> None:
    ran = shell.apart("cf", "answer")

    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_score_writes_six_rows_for_each_sample(unasked: Shell) -> None:
    ran = unasked("cf", "score", FILE, *TOY, "--output", ROWS)

    header, *rows = map(json.loads, unasked.read(ROWS).splitlines())
    assert (ran.code, ran.err, len(rows)) == (0, "", 48)
    assert header["options"]["plan.test"] == "bootstrap_sign"
    assert {row["status"] for row in rows} == {"ok"}
    assert ran.out.splitlines()[3] == "orig                   8              0"


def test_score_without_answers_exits_with_3(unasked: Shell) -> None:
    ran = unasked("cf", "score", FILE, "--output", ROWS, "--format", "json")

    found = {
        row["key"]: row["status"] for row in map(json.loads, unasked.read(ROWS).splitlines()[1:])
    }
    assert (ran.code, ran.json["exit_code"]) == (3, 3)
    assert [key for key, status in found.items() if status != "ok"] == [
        "token_perm",
        "evidence_drop",
    ]


def test_answers_from_a_file_are_used(unasked: Shell) -> None:
    unasked("cf", "emit", FILE, "--output", ASKED)
    unasked.write(GIVEN, given(unasked))

    ran = unasked("cf", "run", FILE, *EXACT, "--answers", GIVEN, "--format", "json")

    # Token 0 is dropped with the evidence: what cites it again cites nothing, 1 - 0.
    assert (ran.code, ran.err) == (0, "")
    assert [exactly(one["difference"]) for one in found_in(ran)] == [0, 0, 0, 1, 1]
    assert verdicts(ran)["evidence_drop"] == "expected"
