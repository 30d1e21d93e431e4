"""Numbers of records as columns of definitions: `--number` of `score` and of `compare`."""

import json
from collections.abc import Iterable
from fractions import Fraction

import pytest

from tests.cli.comparing import exactly
from tests.cli.running import Shell

AUC = ("-d", "auc(score=cf,label=correct)")
NUMBERS = ("--number", "cf=scores.cf", "--number", "correct")
CFS = (9, 8, 8, 2, None, 1)


def rows(cfs: Iterable[int | None] = CFS) -> str:
    """Write records of numbers alone: the first, third and fifth are correct."""
    return "".join(
        json.dumps({"id": at, "scores": {"cf": cf}, "correct": at % 2 == 0}) + "\n"
        for at, cf in enumerate(cfs)
    )


@pytest.fixture
def two(shell: Shell) -> Shell:
    shell.write("ours.jsonl", rows())
    shell.write("theirs.jsonl", rows((1, 8, 2, 9, 5, 8)))
    return shell


def test_records_of_numbers_alone_have_an_area(two: Shell) -> None:
    # Correct: 9, 8 (and one without cf); not: 8, 2, 1. Five and a half of six pairs are in order.
    ran = two("score", "ours.jsonl", *AUC, *NUMBERS, "--interval", "--format", "json")

    assert (ran.code, ran.err) == (0, "")
    [line] = json.loads(ran.out)["scores"]
    assert line["score"]["value"] == "11/12"
    assert line["denominators"]["excluded"] == {"no number 'cf'": 1}
    assert line["denominators"]["scored"] == 5


def test_two_files_are_compared_on_the_rows_that_both_have(two: Shell) -> None:
    # 11/12 less the area of 1, 2 over 8, 9, 8: none of six pairs is in order.
    ran = two("compare", "ours.jsonl", "theirs.jsonl", *AUC, *NUMBERS, "--format", "json")

    assert (ran.err, ran.code) == ("", ran.json["exit_code"])
    [test] = json.loads(ran.out)["comparisons"]
    found = [exactly(test[name]) for name in ("first", "second", "difference")]
    assert found == [Fraction(11, 12), 0, Fraction(11, 12)]
    assert (test["units"], test["left_out"]) == (5, 1)
    assert test["p_value"]["how"] == "sign-flip, exact"


def test_items_are_read_beside_numbers_where_a_definition_asks_for_them(shell: Shell) -> None:
    shell.write("samples.jsonl", '{"id": 1, "gold": ["a"], "pred": ["a"], "usd": 0.25}\n')

    ran = shell("score", "samples.jsonl", "-d", "f", "-d", "column(name=c)", "--number", "c=usd")

    assert (ran.code, ran.err) == (0, "")
    assert "1/4" in ran.out


LOST = "--definition: expected a column that --number says where to find, got"
LACKING = "ours.jsonl: sample '0': expected a number 'cf' that is 0 or 1, got 9: 4 samples lack it"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((*AUC, "--number", "cf"), f"{LOST} correct: say --number correct=PATH"),
        (
            ("-d", "column(name=corect)", "--number", "correct"),
            f"{LOST} corect: say --number corect=PATH: did you mean 'correct'?",
        ),
        ((*AUC, *NUMBERS, "--number", "cf"), "--number: expected each name once, got cf twice"),
        (("-d", "auc(score=correct,label=cf)", *NUMBERS), LACKING),
    ],
)
def test_what_is_wrong_with_numbers_is_told(two: Shell, words: tuple[str, ...], text: str) -> None:
    ran = two("score", "ours.jsonl", *words)

    assert (ran.code, ran.out, ran.err) == (2, "", f"{text}\n")


def test_a_path_is_read_at_once(two: Shell) -> None:
    ran = two("score", "ours.jsonl", *AUC, "--number", "cf=scores[")

    assert (ran.code, ran.out) == (2, "")
    assert "a path such as a.b[0].c: got 'scores['" in ran.err
