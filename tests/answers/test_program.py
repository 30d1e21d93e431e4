"""Another program answers: well, or in all the ways in which programs fail."""

import os
import signal
import sys
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep

import pytest
from attrs import evolve

from measurand.counterfactual.toy import Toy
from measurand.edges.answers.process import Limits
from measurand.edges.answers.program import Program
from measurand.edges.answers.serving import serve
from measurand.edges.answers.wire import question_line
from measurand.pipelines.counterfactual.asking import Origin, Reply, ask
from tests.answers.asked import SOON, program, questions, said, sample, texts, words

ANSWERS = "for question in asked():\n    say(answer(question))\n"
HASTY = evolve(SOON, seconds=0.3, tries=1)


def replies(asked: Program, number: int = 2) -> list[Reply]:
    """Ask a program about some samples, and let it end."""
    with asked:
        return [asked.reply(question) for question in questions(number)]


def test_every_question_gets_its_own_answer(tmp_path: Path) -> None:
    asked = program(tmp_path, ANSWERS)

    found = replies(asked, 5)

    assert texts(found) == ["seen 0", "seen 1", "seen 2", "seen 3", "seen 4"]
    assert {one.origin for one in found} == {Origin.ASKED}
    assert not [fault for one in found for fault in one.faults]
    assert asked.noticed == ()


def test_the_program_sees_tokens_and_no_truth(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for question in asked():\n"
        "    say(answer(question, ' '.join(sorted(question['sample']))))\n",
    )

    [found] = texts(replies(asked, 1))

    assert found == "axes gen lesions sample_id schema seed tokens volume_shape"


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


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            "Loading the model ...",
            (
                "sample '0', token_perm: expected one JSON value, got invalid character at byte 1: "
                "'Loading the model ...': on stdout stand answers alone, one a line: "
                "write everything else to stderr"
            ),
        ),
        (
            '{"schema":',
            (
                "sample '0', token_perm: expected the rest of a JSON value, got an end after "
                "'{\"schema\":': on stdout stand answers alone, one a line: "
                "write everything else to stderr"
            ),
        ),
        (
            "[1]",
            (
                "sample '0', token_perm: $: expected an object, got a list of 1: on stdout stand "
                "answers alone, one a line: write everything else to stderr"
            ),
        ),
        (
            (
                '{"schema": "cf-answer/1", "sample_id": "0", "key": "token_perm", "seed": 7, '
                '"digest": "4f", "gen": {"frames": [{"finding": "mass", "polarity": 3}]}}'
            ),
            (
                "sample '0', token_perm: $.gen.frames[0].polarity: expected a string, got 3: on "
                "stdout stand answers alone, one a line: write everything else to stderr"
            ),
        ),
        (
            (
                '{"schema": "cf-answer/1", "sample_id": "0", "key": "token_perm", "seed": 7, '
                '"digest": "4f", "gen": null}'
            ),
            (
                "sample '0', token_perm: $.gen: expected an object, got null: on stdout stand "
                "answers alone, one a line: write everything else to stderr"
            ),
        ),
    ],
)
def test_rubbish_is_no_answer(tmp_path: Path, line: str, fault: str) -> None:
    asked = program(tmp_path, f"asked()\nsay({line!r})\ntime.sleep(60)", evolve(SOON, tries=1))

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [fault]


def test_an_answer_that_echoes_the_question_is_named_as_that(tmp_path: Path) -> None:
    asked = program(tmp_path, "for line in sys.stdin:\n    say(line, '')\n", evolve(SOON, tries=1))

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        (
            "sample '0', token_perm: $.schema: expected 'cf-answer/1', got 'cf-question/1': "
            "this is a question: give what answers it"
        )
    ]


def test_an_answer_to_other_tokens_is_a_fault_and_not_used(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for question in asked():\n    say(answer(question, digest='4f53'))\n",
        evolve(SOON, tries=1),
    )

    [found] = replies(asked, 1)

    digest = questions(1)[0].digest
    assert found.generation is None
    assert said(found.faults, asked) == [
        (
            f"sample '0', token_perm: $.digest: expected '{digest[:12]}… (64 characters) "
            "(sample '0', token_perm), got '4f53': the answer is one to other tokens: write "
            "the questions again and answer those"
        )
    ]


def test_a_second_answer_that_differs_is_noticed_and_the_first_one_stands(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for question in asked():\n    say(answer(question))\n    say(answer(question, 'no'))\n",
    )

    found = replies(asked, 3)

    assert texts(found) == ["seen 0", "seen 1", "seen 2"]
    assert said(asked.noticed, asked) == [
        f"sample '{at}', token_perm: expected one answer, got another one after it: "
        "the first one stands"
        for at in range(3)
    ]


def test_a_second_answer_that_is_the_same_is_none(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for question in asked():\n    say(answer(question))\n    say(answer(question))\n",
    )

    found = replies(asked, 3)

    assert texts(found) == ["seen 0", "seen 1", "seen 2"]
    assert asked.noticed == ()


def test_much_on_stderr_blocks_nothing_and_its_end_is_kept(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for at, question in enumerate(asked()):\n"
        "    sys.stderr.write('x' * 300_000 + ' the end')\n    sys.stderr.flush()\n"
        "    if at:\n        sys.exit(5)\n"
        "    say(answer(question))\n",
        evolve(SOON, stderr_bytes=20, tries=1),
    )

    found = replies(asked)

    assert texts(found) == ["seen 0", None]
    assert said(found[1].faults, asked) == [
        (
            "sample '1', token_perm: expected an answer, got exit code 5: "
            "its stderr ends with 'xxxxxxxxxxxx the end'"
        )
    ]


def test_a_half_line_before_the_end_is_no_answer(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for question in asked():\n    say(answer(question)[:20], '')\n    sys.exit(6)\n",
        evolve(SOON, tries=1),
    )

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        (
            "sample '0', token_perm: expected a whole line, "
            'got exit code 6 behind \'{"schema": "cf-answe\''
        )
    ]


def test_a_whole_last_line_without_its_end_is_an_answer(tmp_path: Path) -> None:
    asked = program(
        tmp_path, "for question in asked():\n    say(answer(question), '')\n    break\n"
    )

    assert texts(replies(asked, 2)) == ["seen 0", "seen 1"]


def test_a_line_without_end_is_not_held(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "asked()\nwhile True:\n    say('x' * 10_000, '')\n",
        evolve(SOON, tries=1, line_bytes=100_000),
    )

    [found] = replies(asked, 1)

    assert said(found.faults, asked) == [
        (
            "sample '0', token_perm: expected a line of at most 100000 bytes, got more: on stdout "
            "stand answers alone, one a line: write everything else to stderr"
        )
    ]


def test_questions_beyond_a_pipe_and_answers_before_they_are_read_block_nothing(
    tmp_path: Path,
) -> None:
    many = sample("0").tokens[0]
    tokens = tuple(evolve(many, id=at, embedding=(0.125,) * 50) for at in range(2000))
    question = ask(evolve(sample("0"), tokens=tokens), "token_perm")
    asked = program(
        tmp_path,
        "for question in asked():\n"
        "    sys.stderr.write('y' * 200_000)\n    say(answer(question, 'z' * 200_000))\n",
    )

    with asked:
        found = [asked.reply(question), asked.reply(evolve(question))]

    assert [len(text or "") for text in texts(found)] == [200_000, 200_000]


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


def test_a_bad_end_after_the_last_answer_is_noticed_and_costs_no_answer(tmp_path: Path) -> None:
    asked = program(tmp_path, f"{ANSWERS}sys.exit(9)")

    found = replies(asked)

    assert texts(found) == ["seen 0", "seen 1"]
    assert said(asked.noticed, asked) == ["expected exit code 0 at the end, got exit code 9"]


def test_a_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    asked = program(tmp_path, f"{ANSWERS}time.sleep(60)", evolve(SOON, grace=0.1))

    found = replies(asked)

    assert texts(found) == ["seen 0", "seen 1"]
    assert said(asked.noticed, asked) == [
        (
            "expected a program that ends when its input does, "
            "got one that still ran 0.1 s later: it was stopped"
        )
    ]


def test_what_is_said_after_the_last_answer_is_noticed(tmp_path: Path) -> None:
    asked = program(tmp_path, f"{ANSWERS}say('all done')")

    found = replies(asked, 1)

    assert texts(found) == ["seen 0"]
    assert said(asked.noticed, asked) == [
        (
            "expected nothing after the last answer, got 'all done': on stdout stand answers "
            "alone, one a line: write everything else to stderr"
        )
    ]


def test_a_program_is_ended_at_once_where_something_is_raised(tmp_path: Path) -> None:
    asked = program(tmp_path, f"{ANSWERS}time.sleep(60)", evolve(SOON, grace=30.0))
    start = monotonic()

    def interrupted() -> None:
        with asked:
            asked.reply(questions(1)[0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    assert monotonic() - start < 5


def test_nothing_is_started_where_nothing_is_asked() -> None:
    with Program(("/no/such/program",)) as asked:
        pass

    assert asked.noticed == ()


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    asked = Program((*words(tmp_path, ANSWERS), "; touch hurt", "$(touch hurt)"), SOON)

    found = replies(asked, 1)

    assert texts(found) == ["seen 0"]
    assert "'; touch hurt' '$(touch hurt)'" in asked.name


def test_the_toy_is_a_program_too() -> None:
    words = (sys.executable, "-m", "measurand.edges.answers.serving")

    with Program(words, evolve(SOON, seconds=30.0)) as asked:
        found = [asked.reply(question) for question in questions(2)]

    assert [one.generation for one in found] == [Toy()(one.sample) for one in questions(2)]
    assert asked.noticed == ()


def test_a_generator_that_serves_ends_at_what_is_no_question() -> None:
    said = BytesIO()
    [question] = questions(1)
    raw = question_line(question) + b"\n{}\n" + question_line(question)

    code = serve(Toy(), BytesIO(raw), said)

    assert code == 2
    assert said.getvalue().count(b"\n") == 1


def test_limits_leave_time() -> None:
    with pytest.raises(ValueError, match="'seconds' must be > 0"):
        Limits(seconds=0)
