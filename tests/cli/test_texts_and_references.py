"""Several references and several generations of a sample, in lists and in columns of their own."""

import csv
import json
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.cli.running import Ran, Shell

ROWS: list[dict[str, str | None]] = [
    {"id": "1", "ref1": "the cat sat down", "ref2": "a cat sat", "pred": "the cat sat up"},
    {"id": "2", "ref1": "hello there", "ref2": None, "pred": "hello there"},
]
TASKS = [
    {"task": "a", "passed": [True, False, False, True]},
    {"task": "b", "passed": [False, False]},
]


def score(shell: Shell, name: str, *more: str) -> Ran:
    return shell("score", name, *more, "--format", "json")


def value(run: Ran) -> object:
    assert run.code == 0, run.err
    match run.json["scores"]:
        case [{"score": {"value": found}}]:
            return found
        case other:
            return other


def written(shell: Shell, form: str) -> str:
    name = f"runs.{form}"
    if form == "jsonl":
        shell.write(name, lines(*ROWS))
    elif form == "parquet":
        parquet.write_table(pa.Table.from_pylist(ROWS), shell.folder / name)
    else:
        with (shell.folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(ROWS[0]))
            writer.writeheader()
            writer.writerows(ROWS)
    return name


def lines(*rows: object) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_references_may_stand_in_columns_of_their_own(shell: Shell, form: str) -> None:
    empty = ("--input", "empty=none") if form == "csv" else ()

    run = score(
        shell, written(shell, form), "--field", "gold=ref1+ref2", *empty, "-d", "rouge_n(n=1)"
    )

    # F of the better one: 3 of 4 and 4; then all.
    assert value(run) == "7/8"


def test_references_may_be_a_list_or_one_text(shell: Shell) -> None:
    path = "runs.jsonl"
    rows = [
        {"id": 1, "gold": ["the cat sat down", "a cat sat"], "pred": "the cat sat up"},
        {"id": 2, "gold": "hello there", "pred": "hello there"},
    ]
    shell.write(path, lines(*rows))

    assert value(score(shell, path, "-d", "rouge_n(n=1)")) == "7/8"


def test_a_reference_that_has_no_place_is_a_fault(shell: Shell) -> None:
    run = score(shell, written(shell, "jsonl"), "--field", "gold=ref1+ref3", "-d", "bleu")

    assert run.code == 2
    assert "runs.jsonl:1: $: expected the key 'ref3', got an object with 4 keys" in run.err


def test_several_texts_where_one_is_scored_are_a_fault(shell: Shell) -> None:
    path = written(shell, "jsonl")
    run = score(shell, path, "--field", "gold=ref1", "--field", "pred=pred+ref1", "-d", "bleu")

    assert run.code == 2
    assert "expected one text that was generated, got 2" in run.err


@pytest.mark.parametrize(
    ("definition", "expected"),
    [("pass_at_k(k=2)", "5/12"), ("pass_all_k(k=2)", "1/12"), ("pass_at_k(k=1)", "1/4")],
)
def test_generations_are_verdicts_in_a_list(shell: Shell, definition: str, expected: str) -> None:
    path = "runs.jsonl"
    shell.write(path, lines(*TASKS))

    run = score(shell, path, "--field", "id=task", "--field", "pred=passed", "-d", definition)

    assert value(run) == expected


def test_generations_may_be_counted_before(shell: Shell) -> None:
    path = "runs.csv"
    shell.write(path, "task,n,c\na,4,2\nb,4,0\n")
    asked = ("--field", "id=task", "--number", "n", "--number", "c")

    run = score(shell, path, *asked, "-d", "pass_at_k(k=2,total=n,correct=c)")

    assert value(run) == "5/12"


def test_a_task_with_fewer_generations_than_k_is_a_fault(shell: Shell) -> None:
    path = "runs.csv"
    shell.write(path, "task,n,c\na,4,2\nb,1,0\n")
    asked = ("--field", "id=task", "--number", "n", "--number", "c")

    refused = score(shell, path, *asked, "-d", "pass_at_k(k=2,total=n,correct=c)")
    left_out = score(shell, path, *asked, "-d", "pass_at_k(k=2,total=n,correct=c,few=left_out)")

    assert refused.code == 2
    assert "sample 'b': expected at least 2 generations, as k is, got 1" in refused.err
    assert value(left_out) == "5/6"


def test_one_row_a_generation_is_gathered_by_its_task(shell: Shell) -> None:
    path = "runs.csv"
    lines = ["task,try,passed", "a,1,true", "a,2,false", "b,1,false", "b,2,false"]
    shell.write(path, "\n".join([*lines, ""]))
    fields = ("id=task", "gold=passed", "rater=try", "lists=1+2")
    said = [word for one in fields for word in ("--field", one)]

    run = score(shell, path, *said, "--items", "ratings", "-d", "pass_at_k(k=2,generations=gold)")

    assert value(run) == "1/2"


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        # Soup and fish are right in one epoch of two; the second epoch of tart ended in an error.
        ("pass_at_k(k=1,generations=gold,right=1)", "2/3"),
        ("pass_at_k(k=2,generations=gold,right=1,few=left_out)", "1"),
        ("pass_all_k(k=2,generations=gold,right=1,few=left_out)", "0"),
    ],
)
def test_epochs_of_a_log_are_generations(shell: Shell, definition: str, expected: str) -> None:
    log = Path(__file__).parents[2] / "docs/examples/formats/inspect/dishes.json"
    shell.write("dishes.json", log.read_bytes())
    asked = ("--input", "epoch=all", "--items", "ratings", "--field", "rater=epoch")

    run = score(shell, "dishes.json", *asked, "--field", "gold=numbers.match", "-d", definition)

    assert value(run) == expected


def test_the_tokens_of_squad_are_no_texts(shell: Shell) -> None:
    questions = [
        {"id": "q", "question": "?", "answers": [{"text": "a big cat", "answer_start": 0}]}
    ]
    paragraph = {"context": "a big cat", "qas": questions}
    document = {"version": "1.1", "data": [{"title": "t", "paragraphs": [paragraph]}]}
    shell.write("gold.json", json.dumps(document))
    shell.write("said.json", json.dumps({"q": "cat"}))
    asked = ("--input-format", "squad", "--predictions", "said.json", "--input", "version=1.1")

    run = score(shell, "gold.json", *asked, "-d", "text_match")

    assert run.code == 2
    assert (
        "say --like squad:f1, or write records with all answers to a question under gold" in run.err
    )


def test_a_cell_of_gold_may_be_a_list_beside_predictions_that_are_texts(shell: Shell) -> None:
    shell.write("runs.jsonl", lines({"id": "1", "gold": ["a; b", "c"], "pred": "a; b"}))
    shell.write("runs.csv", 'id,gold,pred\n1,"[""a; b"", ""c""]",a; b\n')

    sides = ("--input", "gold_lists=json", "--input", "pred_lists=one")
    found = value(score(shell, "runs.csv", "-d", "token_f1", *sides))

    assert found == value(score(shell, "runs.jsonl", "-d", "token_f1")) == "1"


def test_a_cell_of_verdicts_that_may_be_a_list_is_not_taken_for_one(shell: Shell) -> None:
    shell.write("runs.csv", 'task,passed\na,"[true, false]"\n')
    words = ("--field", "id=task", "--field", "pred=passed", "-d", "pass_at_k(k=1)")

    assert score(shell, "runs.csv", *words).code == 2
    assert value(score(shell, "runs.csv", *words, "--input", "lists=json")) == "1/2"


@pytest.mark.parametrize("gold", [1, 42, ["42"], True])
def test_gold_that_is_not_read_is_of_any_type(shell: Shell, gold: object) -> None:
    shell.write("runs.jsonl", lines({"id": "1", "gold": gold, "passed": [True, False]}))
    said = ("--field", "pred=passed", "-d")

    assert value(score(shell, "runs.jsonl", *said, "pass_at_k(k=1)")) == "1/2"


def test_gold_that_is_read_is_of_the_type_of_answers(shell: Shell) -> None:
    shell.write("runs.jsonl", lines({"id": "1", "gold": 1, "passed": [True, False]}))
    asked = ("-d", "pass_at_k(k=1)", "-d", "pass_at_k(k=1,right=gold)")

    run = score(shell, "runs.jsonl", "--field", "pred=passed", *asked)

    assert run.code == 2
    assert "expected labels of one type, got gold with numbers 0 or 1" in run.err


def test_repeats_of_lm_eval_are_right_by_the_target_of_each(shell: Shell) -> None:
    # Of 2, 0 and 1 right ones of 3: 1 - C(1, 2) / C(3, 2), 0 and 1 - C(2, 2) / C(3, 2).
    said = {"4": ["4", "5", "4"], "7": ["6", "6", "6"], "9": ["8", "9", "8"]}
    row = {"filter": "keep", "arguments": [["q", {"until": []}]]}
    rows = [
        {**row, "doc_id": at, "target": target, "filtered_resps": repeats}
        for at, (target, repeats) in enumerate(said.items())
    ]
    shell.write("samples_t.jsonl", lines(*rows))
    said_where = ("--field", "pred=filtered_resps", "-d")

    run = score(shell, "samples_t.jsonl", *said_where, "pass_at_k(k=2,right=gold)")

    assert value(run) == "5/9"


@pytest.mark.parametrize("deep", [False, True])
def test_lm_eval_gives_all_repeats_of_a_document(shell: Shell, *, deep: bool) -> None:
    # Of 2, 0 and 3 right ones of 3: 1 - C(1, 2) / C(3, 2), 0 and 1.
    repeats = [["4", "5", "4"], ["6", "6", "6"], ["4", "4", "4"]]
    row = {"target": "4", "filter": "keep", "arguments": [["q", {"until": []}]]}
    rows = [
        {**row, "doc_id": at, "filtered_resps": [some] if deep else some}
        for at, some in enumerate(repeats)
    ]
    shell.write("samples_t.jsonl", lines(*rows))
    at = "filtered_resps[0]" if deep else "filtered_resps"

    run = score(shell, "samples_t.jsonl", "--field", f"pred={at}", "-d", "pass_at_k(k=2,right=4)")

    assert value(run) == "2/3"
