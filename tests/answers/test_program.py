"""Another program answers: how it is asked, read, and ended."""

import sys
from io import BytesIO
from pathlib import Path
from time import monotonic

import pytest
from attrs import evolve

from measurand.studies.counterfactual.asking import Origin, ask
from measurand.studies.counterfactual.edge.answers.program import Limits, Program
from measurand.studies.counterfactual.edge.answers.wire import question_line, serve
from measurand.studies.counterfactual.toy import Toy
from tests.answers.asked import (
    ANSWERS,
    SOON,
    program,
    questions,
    replies,
    said,
    sample,
    texts,
    words,
)


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
    words = (sys.executable, "-m", "measurand.studies.counterfactual.edge.answers.wire")

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
