"""`measurand compare` on one file: the numbers of two files, to the bit, from one reading."""

import json
import random

import pytest

from tests.cli.comparing import EXACT, MICRO, Tree, comparisons, exactly, only, refused
from tests.cli.running import Shell

MEANS = f"{EXACT}(average=macro[document,sample])"
ROWS = 40


def write(shell: Shell) -> Shell:
    """Write two systems' answers beside each other, and each in a file of its own."""
    chance = random.Random(3)  # noqa: S311 - samples, not secrets
    both, second, third = list[Tree](), list[Tree](), list[Tree]()
    for at in range(ROWS):
        gold = chance.choices("abc", k=chance.randint(0, 3))
        first = None if at == 7 else [*gold[:2], *chance.choices("abcd", k=at % 2)]
        other = None if at in {7, 9} else chance.choices("abcd", k=at % 4)
        more = chance.choices("abcd", k=at % 3)
        row: Tree = {"id": at, "gold": gold, "groups": {"document": f"d{at // 4}"}}
        both.append({**row, "pred": first, "systems": {"b": other}, "other": more})
        second.append({**row, "pred": other})
        third.append({**row, "pred": more})
    for name, rows in (("both", both), ("a", both), ("b", second), ("c", third)):
        shell.write(f"{name}.jsonl", lines(rows))
    return shell


def lines(rows: list[Tree]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def files(shell: Shell) -> Shell:
    return write(shell)


def of_one(shell: Shell, first: str, second: str, *words: str) -> Tree:
    asked = ("--answer", first, "--answer", second, "--format", "json")
    ran = shell("compare", "both.jsonl", *asked, *words)
    assert ran.err == ""
    return ran.json


def of_two(shell: Shell, first: str, second: str, *words: str) -> Tree:
    ran = shell("compare", first, second, "--format", "json", *words)
    assert ran.err == ""
    return ran.json


@pytest.mark.parametrize(
    "words",
    [
        ("-d", EXACT),
        ("-d", MICRO, "-d", EXACT, "-d", "f", "-d", "f(match=multiset,missing=empty)"),
        ("-d", MICRO, "-d", MEANS, "--cluster", "document"),
        ("-d", "f(class=item,average=macro[class])", "--ends", "bca", "--level", ".9"),
        ("-d", EXACT, "--stream", "exact"),
        ("-d", MICRO, "--test", "bootstrap_sign", "--ids", "off", "--seed", "5"),
        (
            "-d",
            "f(match=greedy[similarity=char_jaccard])",
        ),
    ],
)
@pytest.mark.parametrize(
    ("answers", "pair"),
    [
        (("pred", "systems.b"), ("a.jsonl", "b.jsonl")),
        (("systems.b", "pred"), ("b.jsonl", "a.jsonl")),
        (("systems.b", "other"), ("b.jsonl", "c.jsonl")),
    ],
)
def test_one_file_gives_the_numbers_of_two_to_the_bit(
    files: Shell, answers: tuple[str, str], pair: tuple[str, str], words: tuple[str, ...]
) -> None:
    one, two = of_one(files, *answers, *words), of_two(files, *pair, *words)

    assert one["comparisons"] == two["comparisons"]
    assert one["plan"] == two["plan"]
    assert one["exit_code"] == two["exit_code"]
    assert one["alone"] == {"first": 0, "second": 0}


def test_the_answers_of_one_file_are_named(files: Shell) -> None:
    ran = files("compare", "both.jsonl", "--answer", "pred", "--answer", "systems.b", "-d", EXACT)

    assert "first: pred; second: systems.b; of both.jsonl." in ran.out
    assert "joined by id." not in ran.out
    assert "samples that lack what is scored in one of the answers" in " ".join(ran.out.split())
    found = of_one(files, "pred", "systems.b", "-d", EXACT)
    assert (found["first"], found["answers"]) == ("both.jsonl", ["pred", "systems.b"])
    assert of_two(files, "a.jsonl", "b.jsonl", "-d", EXACT)["answers"] is None


def test_a_sample_without_either_answer_is_left_out_of_both(files: Shell) -> None:
    test = only(of_one(files, "pred", "systems.b", "-d", EXACT))

    assert (test["units"], test["left_out"]) == (ROWS - 2, 2)


def test_exchanging_the_answers_turns_the_difference(files: Shell) -> None:
    here = comparisons(of_one(files, "pred", "other", "-d", EXACT, "-d", MICRO))
    there = comparisons(of_one(files, "other", "pred", "-d", EXACT, "-d", MICRO))

    for one, turned in zip(here, there, strict=True):
        assert exactly(one["difference"]) == -exactly(turned["difference"]) != 0
        assert one["p_value"] == turned["p_value"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            (),
            (
                "SECOND: expected a second file, got none: say where the two answers of one file "
                "stand: --answer pred --answer PATH; or which records are of which system: "
                "--system PATH=VALUE, twice"
            ),
        ),
        (
            ("--answer", "pred"),
            "--answer: expected two answers, that differ, got pred: --answer pred --answer PATH",
        ),
        (
            ("--answer", "pred", "--answer", "pred"),
            (
                "--answer: expected two answers, that differ, got pred and pred: "
                "--answer pred --answer PATH"
            ),
        ),
        (
            ("b.jsonl", "--answer", "pred", "--answer", "other"),
            "--answer: expected one file, which holds both answers, got two files",
        ),
        (
            ("--answer", "pred", "--answer", "other", "--number", "id"),
            (
                "--number: expected two files: the numbers of a record are the same for both its "
                "answers, got two answers of one file"
            ),
        ),
        (
            ("--answer", "pred", "--answer", "a["),
            (
                "--answer: expected fields.lists.second: a path such as a.b[0].c, got 'a[', where "
                "a name is due at character 3"
            ),
        ),
        (
            ("--answer", "pred", "--answer", "none"),
            (
                "both.jsonl:1: $: expected the key 'none', got an object with 6 keys: its keys are "
                "id, gold, groups, pred, systems, other; write null where no answer was given, [] "
                "for the empty answer"
            ),
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    files: Shell, words: tuple[str, ...], told: str
) -> None:
    ran = files("compare", "both.jsonl", *words, "-d", EXACT)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == told


@pytest.mark.parametrize(
    ("definition", "told"),
    [
        (
            "f(answer=other)",
            (
                "--definition: expected with --answer, gold and the prediction, got gold=gold, "
                "answer=other: leave out its gold and answer: --answer says what stands for the "
                "answer"
            ),
        ),
        (
            "difference(before=other)",
            (
                "--definition: expected with --answer, a definition of gold and one answer, got "
                "difference/1("
            ),
        ),
        (
            "f(match=greedy[similarity=given])",
            (
                "--definition: expected with --answer, similarities that are computed, got "
                "similarity=given: pairs of a record are judged for one answer: compare two files"
            ),
        ),
    ],
)
def test_definitions_of_more_than_gold_and_one_answer_are_refused(
    files: Shell, definition: str, told: str
) -> None:
    asked = ("--answer", "pred", "--answer", "other")

    assert refused(files("compare", "both.jsonl", *asked, "-d", definition)).startswith(told)


def test_a_column_is_refused(files: Shell) -> None:
    asked = ("--answer", "pred", "--answer", "other")

    told = refused(files("compare", "both.jsonl", *asked, "-d", "column(name=cost)"))

    assert told.startswith("--definition: expected ")
