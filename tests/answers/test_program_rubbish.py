"""Another program says something, but not the one answer to its question."""

from pathlib import Path

import pytest
from attrs import evolve

from tests.answers.asked import (
    ANSWERS,
    SOON,
    program,
    questions,
    replies,
    said,
    texts,
)


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

    digest = questions(1)[0].place.digest
    assert found.generation is None
    assert said(found.faults, asked) == [
        (
            f"sample '0', token_perm: $.digest: expected '{digest[:12]}… (64 characters) "
            "(sample '0', token_perm), got '4f53': the answer is one to other tokens: write "
            "the questions again and answer those"
        )
    ]


def test_an_answer_to_other_tokens_after_a_right_one_is_a_fault_too(tmp_path: Path) -> None:
    asked = program(
        tmp_path,
        "for at, question in enumerate(asked()):\n"
        "    say(answer(question, digest='4f53') if at else answer(question))\n",
        evolve(SOON, tries=1),
    )

    first, second = replies(asked)

    assert texts([first, second]) == ["seen 0", None]
    assert [fault.path for fault in second.faults] == ["sample '1', token_perm: $.digest"]
    assert asked.noticed == ()


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


def test_a_line_beyond_the_bound_is_no_answer_even_if_it_ends(tmp_path: Path) -> None:
    asked = program(tmp_path, ANSWERS, evolve(SOON, tries=1, line_bytes=100))

    [found] = replies(asked, 1)

    assert found.generation is None
    assert found.why.startswith(
        f"{asked.name}: sample '0', token_perm: expected a line of at most 100 bytes, got more: "
        "on stdout"
    )


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
