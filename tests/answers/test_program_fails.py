"""Another program does not answer: it dies, hangs, or never starts."""

import os
import signal
from pathlib import Path
from time import monotonic, sleep

import pytest
from attrs import evolve

from measurand.studies.counterfactual.edge.answers.program import Program
from tests.answers.asked import (
    ANSWERS,
    HASTY,
    SOON,
    program,
    replies,
    said,
    texts,
)


def test_a_program_that_cannot_be_started_is_not_tried_again() -> None:
    asked = Program(("/no/such/program",), SOON)

    first, second = replies(asked)

    assert said(first.faults, asked) == [
        (
            "sample '0', token_perm: expected a program that can be started, "
            "got No such file or directory"
        )
    ]
    assert said(second.faults, asked) == [
        first.faults[0].text().partition(": ")[2].replace("0", "1")
    ]


def test_a_program_that_dies_at_once_names_its_exit_code_and_its_stderr(tmp_path: Path) -> None:
    asked = program(tmp_path, "sys.exit('no model here')")

    [found] = replies(asked, 1)

    one = (
        "sample '0', token_perm: expected an answer, got exit code 1: "
        "its stderr ends with 'no model here'"
    )
    assert said(found.faults, asked) == [one, one]
    assert found.why.endswith("no model here'")


def test_a_program_that_always_dies_is_given_up(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        f"open({str(tmp_path / 'starts')!r}, 'a').write('x')\nsys.exit(3)",
        evolve(SOON, restarts=4),
    )

    found = replies(asked, 9)

    assert (tmp_path / "starts").read_text(encoding="utf-8") == "xxxxx"
    assert texts(found) == [None] * 9
    assert said(found[-1].faults, asked) == [
        (
            "sample '8', token_perm: expected an answer, "
            "got 5 starts in a row without one: nothing is asked any more"
        )
    ]


def test_a_program_that_dies_after_three_answers_is_started_again_and_again(
    tmp_path: Path,
) -> None:
    asked = program(
        tmp_path,
        "for at, question in enumerate(asked()):\n"
        "    if at == 3:\n        sys.exit(7)\n"
        "    say(answer(question))\n",
        evolve(SOON, restarts=1),
    )

    found = replies(asked, 10)

    assert texts(found) == [f"seen {at}" for at in range(10)]
    assert [len(one.faults) for one in found] == [0, 0, 0, 1, 0, 0, 1, 0, 0, 1]
    assert said(found[3].faults, asked) == [
        "sample '3', token_perm: expected an answer, got exit code 7"
    ]


def test_a_program_that_fails_at_its_first_start_is_asked_again(tmp_path: Path) -> None:
    first = tmp_path / "first"
    asked = program(
        tmp_path,
        f"if not os.path.exists({str(first)!r}):\n    open({str(first)!r}, 'w')\n    sys.exit(1)\n"
        f"{ANSWERS}",
    )

    found = replies(asked)

    assert texts(found) == ["seen 0", "seen 1"]
    assert [len(one.faults) for one in found] == [1, 0]


def test_one_question_that_kills_the_program_costs_no_other_answer(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for question in asked():\n"
        "    if question['sample_id'] == '1':\n        os.kill(os.getpid(), 11)\n"
        "    say(answer(question))\n",
    )

    found = replies(asked, 4)

    assert texts(found) == ["seen 0", None, "seen 2", "seen 3"]
    assert (
        said(found[1].faults, asked)
        == ["sample '1', token_perm: expected an answer, got an end by SIGSEGV"] * 2
    )


def test_an_end_with_exit_code_0_is_no_answer(tmp_path: Path) -> None:
    asked = program(tmp_path, "sys.stdin.readline()", evolve(SOON, tries=1))

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        "sample '0', token_perm: expected an answer, got exit code 0"
    ]


def test_a_program_that_hangs_is_stopped(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)",
        evolve(HASTY, seconds=1.0),
    )

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        "sample '0', token_perm: expected an answer, got nothing in 1 s"
    ]
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), 0)


def test_what_a_hanging_program_has_started_is_stopped_too(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "child = os.fork()\nif child:\n"
        f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(child))\n"
        "time.sleep(60)",
        evolve(HASTY, seconds=1.0),
    )

    replies(asked, 1)

    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    soon = monotonic() + 3
    while running(pid) and monotonic() < soon:
        sleep(0.01)
    assert not running(pid)


def running(pid: int) -> bool:
    """Tell whether a process runs; one that nobody has waited for yet does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] not in {"Z", "X"}


def test_a_program_that_dies_while_its_child_holds_the_pipe_is_not_waited_for(
    tmp_path: Path,
) -> None:
    asked = program(
        tmp_path,
        "child = os.fork()\nif child:\n"
        f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(child))\n"
        "    sys.exit(4)\ntime.sleep(60)",
        evolve(SOON, seconds=30.0, tries=1, grace=0.1),
    )

    start = monotonic()
    [found] = replies(asked, 1)
    os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), signal.SIGKILL)

    assert said(found.faults, asked) == [
        "sample '0', token_perm: expected an answer, got exit code 4"
    ]
    assert monotonic() - start < 5


def test_a_program_that_closes_its_input_and_answers_nothing_is_a_fault(tmp_path: Path) -> None:
    asked = program(tmp_path, "os.close(0)\ntime.sleep(60)", HASTY)

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        "sample '0', token_perm: expected an answer, got nothing in 0.3 s"
    ]


def test_a_program_that_closes_its_output_and_runs_on_is_stopped(tmp_path: Path) -> None:
    asked = program(
        tmp_path, "os.close(1)\ntime.sleep(60)", evolve(SOON, tries=1, seconds=30.0, grace=0.1)
    )

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        "sample '0', token_perm: expected an answer, got a closed output"
    ]
