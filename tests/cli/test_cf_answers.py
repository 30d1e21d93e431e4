"""`measurand cf run --answers`: answers that fit, and such that do not."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.cli.comparing import exactly
from tests.cli.reviewing import Tree
from tests.cli.running import Shell
from tests.cli.studying import (
    EXACT,
    FILE,
    answer,
    asking,
    found_in,
    lines,
    refused,
    sample,
    unanswered,
)

ASKED, GIVEN = "questions.jsonl", "answers.jsonl"
WRITTEN = ("--rows", "rows.jsonl", "--html", "page.html", "--output", "out.txt")
OTHERS = {"token_perm": answer(1), "evidence_drop": answer(1)}
Change = Callable[[list[Tree]], list[object]]


def given(shell: Shell) -> list[Tree]:
    """Ask about the samples, and answer every question."""
    shell("cf", "emit", FILE, "--output", ASKED)
    names = ("sample_id", "key", "seed", "digest")
    return [
        {"schema": "cf-answer/1", **{name: asked[name] for name in names}, "gen": answer(0)}
        for asked in map(json.loads, shell.read(ASKED).splitlines())
    ]


def other_text(one: Tree) -> Tree:
    return {**one, "gen": {**answer(0), "text": "Another mass."}}


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (
            lambda all_: [*all_, {**all_[0], "sample_id": "99"}],
            f"{GIVEN}:17: expected an answer to a question that was asked, got one to sample '99'",
        ),
        (
            lambda all_: [{**all_[0], "seed": 5}, *all_[1:]],
            f"{GIVEN}:1: $.seed: expected 0 (sample '0', token_perm), got 5",
        ),
        (
            lambda all_: [{**all_[0], "digest": "4f53"}, *all_[1:]],
            f"{GIVEN}:1: $.digest: expected '",
        ),
        (
            lambda all_: [*all_, other_text(all_[0])],
            f"{GIVEN}:17: expected one answer (sample '0', token_perm), got another one than in",
        ),
        (lambda all_: ["rubbish", *all_], f"{GIVEN}:1: $: expected an object, got 'rubbish'"),
    ],
)
def test_answers_that_fit_no_question_are_refused(
    shell: Shell, change: Change, wanted: str
) -> None:
    shell.write(FILE, unanswered())
    shell.write(GIVEN, lines(change(given(shell))))

    told = refused(shell("cf", "run", FILE, "--answers", GIVEN, *WRITTEN))

    assert len(told) == 1
    assert told[0].startswith(wanted)
    assert shell.names() == {FILE, ASKED, GIVEN}


def test_answers_that_are_refused_may_be_skipped(shell: Shell) -> None:
    shell.write(FILE, unanswered())
    first, *others = given(shell)
    shell.write(GIVEN, lines([first, other_text(first), *others]))

    ran = shell("cf", "run", FILE, *EXACT, "--answers", GIVEN, "--on-error", "skip")

    assert ran.code == 3
    assert ran.err.startswith(f"{GIVEN}:2: expected one answer (sample '0', token_perm), ")
    assert "token_perm             7              1" in ran.out


def test_two_equal_answers_are_one(shell: Shell) -> None:
    shell.write(FILE, unanswered())
    answers = given(shell)
    shell.write(GIVEN, lines([*answers, answers[0]]))

    ran = shell("cf", "run", FILE, *EXACT, "--answers", GIVEN)

    assert (ran.code, ran.err) == (0, "")


def test_a_question_without_an_answer_is_not_evaluated(shell: Shell) -> None:
    shell.write(FILE, unanswered())
    shell.write(GIVEN, lines(given(shell)[1:]))

    ran = shell("cf", "run", FILE, *EXACT, "--answers", GIVEN)

    assert (ran.code, ran.err) == (3, "")
    assert "there is no answer" in ran.out


def test_an_answer_in_the_sample_comes_before_any_other(shell: Shell) -> None:
    shell.write(FILE, unanswered())
    shell.write(GIVEN, lines(given(shell)))
    shell.write(FILE, lines(sample(str(at), {"regenerated": OTHERS}) for at in range(8)))

    ran = shell("cf", "run", FILE, *EXACT, "--answers", GIVEN, "--format", "json")

    # The answers of the file cite token 0 (difference 0), those of the samples token 1: 1 - 1/8.
    assert exactly(found_in(ran)[1]["difference"]) == Fraction(7, 8)


def test_who_is_asked_answers_what_the_samples_do_not(shell: Shell) -> None:
    mixed = [sample(str(at)) for at in range(7)]
    shell.write(FILE, lines([*mixed, asking("7")]))

    ran = shell("cf", "run", FILE, *EXACT, "--generator", "toy", "--format", "json")

    assert ran.json["without_a_number"] == []
    assert [one["units"] for one in found_in(ran)] == [8] * 5
