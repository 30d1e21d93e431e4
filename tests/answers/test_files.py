"""Questions go out in a file, and answers come back in another."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.lines import Line
from measurand.studies.counterfactual.asking import Question, ask
from measurand.studies.counterfactual.edge.answers.wire import (
    Read,
    answer_line,
    emit,
    read_answers,
    read_question,
)
from measurand.values.frames import Frame, Generation
from tests.answers.asked import questions, sample

ANSWER = Generation(
    (
        Frame(finding="nodule", polarity="present", citations=(4, 4, 99), confidence=0.1, q=0.3),
        Frame(finding="mass", polarity="absent", citations=(), refused=True),
        Frame(finding="opacity", polarity="absent"),
    ),
    "결절",
)


def read(folder: Path, *lines: bytes) -> Read:
    """Write lines to a file of answers, and read it."""
    (folder / "answers.jsonl").write_bytes(b"".join(lines))
    return read_answers(folder / "answers.jsonl", name="answers.jsonl")


def answer(question: Question, text: str = "") -> bytes:
    """Write an answer to a question."""
    return answer_line(question.place, Generation(text=text or f"seen {question.place.sample_id}"))


def test_the_questions_are_written_with_all_that_an_answer_must_name(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"

    length = emit(path, questions(2))

    lines = path.read_bytes().splitlines(keepends=True)
    assert length.unwrap() == sum(map(len, lines))
    first = json.loads(lines[0])
    assert list(first) == ["schema", "sample_id", "key", "seed", "digest", "sample"]
    assert [first["schema"], first["sample_id"], first["key"], first["seed"]] == [
        "cf-question/1",
        "0",
        "token_perm",
        7,
    ]


def test_anyone_can_compute_the_digest_of_the_tokens_of_a_question(tmp_path: Path) -> None:
    one = sample("0", score=1e-7)
    both = (one.tokens[0], evolve(one.tokens[0], id=1, embedding=None, score=3.0))
    emit(tmp_path / "questions.jsonl", [ask(evolve(one, tokens=both), "token_perm")])

    found = json.loads((tmp_path / "questions.jsonl").read_bytes())

    text = json.dumps(found["sample"]["tokens"], sort_keys=True, separators=(",", ":"))
    assert sha256(text.encode()).hexdigest() == found["digest"]


def test_a_question_reads_back_as_it_was(tmp_path: Path) -> None:
    [question] = questions(1)
    emit(tmp_path / "questions.jsonl", [question])

    raw = (tmp_path / "questions.jsonl").read_bytes()

    assert read_question(Line(1, raw, raw), "", ReadOptions()) == question


def test_what_is_wrong_with_the_sample_of_a_question_is_placed_in_it(tmp_path: Path) -> None:
    emit(tmp_path / "questions.jsonl", questions(1))
    raw = (tmp_path / "questions.jsonl").read_bytes().replace(b"L0:0,0,0", b"L0:0,0,1")

    found = read_question(Line(1, raw, raw), "q.jsonl", ReadOptions())

    assert isinstance(found, tuple)
    assert [fault.text() for fault in found] == [
        (
            "q.jsonl:1: $.sample.tokens[0].cell_id: expected a cell, got 'L0:0,0,1': "
            "a cell of level 0 has indices from 0 to 0"
        )
    ]


def test_a_question_holds_no_answer_and_no_truth() -> None:
    whole = evolve(
        sample("0"), generation=ANSWER, gold=ANSWER.frames, regenerated=(("token_perm", ANSWER),)
    )

    shown = ask(whole, "token_perm").sample

    assert shown == evolve(sample("0"), report=None)


def test_answers_are_found_whatever_their_order(tmp_path: Path) -> None:
    asked = questions(3)

    found = read(tmp_path, *(answer(question) for question in reversed(asked)))

    replies = [found.answers.reply(question) for question in asked]
    assert [one.generation for one in replies] == [Generation(text=f"seen {at}") for at in range(3)]
    assert found.faults == ()
    assert found.answers.unasked(asked) == ()


def test_an_answer_comes_back_whole(tmp_path: Path) -> None:
    [asked] = questions(1)

    found = read(tmp_path, answer_line(asked.place, ANSWER))

    assert found.answers.reply(asked).generation == ANSWER


def test_a_question_without_an_answer_is_not_evaluated_and_no_fault(tmp_path: Path) -> None:
    found = read(tmp_path)

    reply = found.answers.reply(questions(1)[0])

    assert reply.generation is None
    assert reply.why == "there is no answer"
    assert reply.faults == ()


def test_two_answers_that_are_equal_are_one(tmp_path: Path) -> None:
    [asked] = questions(1)

    reply = read(tmp_path, answer(asked), b"\n", answer(asked)).answers.reply(asked)

    assert reply.generation == Generation(text="seen 0")
    assert reply.faults == ()


def test_two_answers_that_differ_are_a_fault_and_none_is_used(tmp_path: Path) -> None:
    [asked] = questions(1)

    reply = read(tmp_path, answer(asked), answer(asked), answer(asked, "no")).answers.reply(asked)

    assert reply.generation is None
    assert [fault.text() for fault in reply.faults] == [
        (
            "answers.jsonl:3: expected one answer (sample '0', token_perm), got another one than "
            "in line 1: which one is right cannot be told: keep one"
        )
    ]


def test_an_answer_to_other_tokens_is_a_fault_once(tmp_path: Path) -> None:
    [asked] = questions(1)
    other = ask(sample("0", score=0.25), "token_perm", seed=7)

    found = read(tmp_path, answer(other))

    reply = found.answers.reply(asked)
    assert reply.generation is None
    assert [fault.text() for fault in reply.faults] == [
        (
            f"answers.jsonl:1: $.digest: expected '{asked.place.digest[:12]}… (64 characters) "
            f"(sample '0', token_perm), got '{other.place.digest[:12]}… (64 characters): the "
            "answer is one to other tokens: write the questions again and answer those"
        )
    ]
    assert found.answers.unasked([asked]) == ()


def test_an_answer_under_another_seed_is_a_fault(tmp_path: Path) -> None:
    found = read(tmp_path, answer(questions(1, seed=8)[0]))

    reply = found.answers.reply(questions(1)[0])

    assert reply.why == ("answers.jsonl:1: $.seed: expected 7 (sample '0', token_perm), got 8")


def test_an_answer_to_no_question_is_a_fault(tmp_path: Path) -> None:
    asked, other = questions(2)

    found = read(tmp_path, answer(other), answer(asked), answer(questions(1, seed=8)[0]))

    assert found.answers.reply(asked).generation is not None
    assert [fault.text() for fault in found.answers.unasked([asked])] == [
        (
            "answers.jsonl:1: expected an answer to a question that was asked, got one to sample "
            f"'1', token_perm, seed 7, digest {other.place.digest[:12]}"
        ),
        (
            "answers.jsonl:3: expected an answer to a question that was asked, got one to sample "
            f"'0', token_perm, seed 8, digest {asked.place.digest[:12]}"
        ),
    ]


def test_rubbish_between_answers_costs_no_answer(tmp_path: Path) -> None:
    first, second = questions(2)

    found = read(tmp_path, b"{,\n", answer(first), b"\xff\n", b"[]\n", answer(second)[:-3])

    assert found.answers.reply(first).generation is not None
    assert found.answers.reply(second).generation is None
    assert [fault.text() for fault in found.faults] == [
        "answers.jsonl:1: expected one JSON value, got object keys must be strings at byte 2: ','",
        "answers.jsonl:3: expected UTF-8, got the byte 0xff at byte 1: save the file as UTF-8",
        "answers.jsonl:4: $: expected an object, got a list of 0",
        (
            "answers.jsonl:5: expected the rest of a JSON value, got an end after "
            '\'":{"frames":[],"text":"seen 1"\': the last line has no end of line: '
            "was the file cut off?"
        ),
    ]


def test_all_that_is_wrong_with_an_answer_is_said(tmp_path: Path) -> None:
    line = b'{"schema": "cf-answer/1", "sample_id": 3, "seed": -1, "digests": "4f", "gen": []}\n'

    found = read(tmp_path, line)

    assert [fault.text() for fault in found.faults] == [
        "answers.jsonl:1: $: expected the key 'key', got an object with 5 keys",
        "answers.jsonl:1: $.seed: expected a whole number from 0 to 18446744073709551615, got -1",
        (
            "answers.jsonl:1: $: expected the key 'digest', got an object with 5 keys: "
            "did you mean 'digests'?"
        ),
        "answers.jsonl:1: $.gen: expected an object, got a list of 0",
    ]


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    found = read_answers(tmp_path / "none.jsonl", name="none.jsonl")

    assert [fault.text() for fault in found.faults] == [
        "none.jsonl: expected a file, got nothing of that name"
    ]


@pytest.mark.parametrize(
    "hurt",
    [
        b'{"schema": ' + b"[" * 9000,
        b'{"seed": ' + b"9" * 9000 + b"}",
        b'{"schema": "cf-answer/1", "seed": NaN}',
        b'{"schema": "cf-answer/1", "gen": {"frames": [{"confidence": 1e999}]}}',
        b'{"schema": "cf-answer/1", "gen": {"frames": [' + b"3," * 9000 + b"3]}}",
        b'{"sample_id": "\\ud800"}',
        b"\x00" * 100,
        b"x" * 9000,
    ],
)
def test_hostile_lines_are_faults_and_cost_no_answer(tmp_path: Path, hurt: bytes) -> None:
    [asked] = questions(1)
    (tmp_path / "a").write_bytes(hurt + b"\n" + answer(asked))
    most = 8000 if hurt.startswith(b"x") else 2**20

    found = read_answers(tmp_path / "a", ReadOptions(max_line_bytes=most))

    assert found.answers.reply(asked).generation is not None
    assert found.faults
    assert {fault.line for fault in found.faults} == {1}
    assert max(len(fault.text()) for fault in found.faults) < 400
