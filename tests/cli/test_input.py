"""What a file of samples is, said on the command line."""

import gzip
import io
import json
import sys

import pytest

from tests.cli.running import Shell

LOG = (
    '{"doc": 1, "run": "x", "truth": ["a"], "said": ["a"], "other": ["b"]}\n'
    '{"doc": 2, "run": "y", "truth": ["a"], "said": ["b"], "other": ["a"]}\n'
    '{"doc": 3, "run": "z", "truth": ["a"], "said": ["a"], "other": ["a"]}\n'
)
MAPPED = ("--field", "id=doc", "--field", "gold=truth", "--field", "pred=said")
LINE = '{"id": 1, "gold": ["a"], "pred": ["a"]}\n'
MISS = '{"id": 2, "gold": ["a"], "pred": ["b"]}\n'


def scored(shell: Shell, *words: str) -> str:
    """Score by micro F; give the exact value."""
    ran = shell("score", *words, "-d", "f(average=micro)", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    [line] = json.loads(ran.out)["scores"]
    return str(line["score"]["value"])


def test_fields_say_where_things_stand(shell: Shell) -> None:
    shell.write("log.jsonl", LOG)

    assert scored(shell, "log.jsonl", *MAPPED) == "2/3"


def test_a_definition_may_read_another_list(shell: Shell) -> None:
    shell.write("log.jsonl", LOG)

    ran = shell(
        "score",
        "log.jsonl",
        *MAPPED,
        "--field",
        "lists.second=other",
        "-d",
        "f(average=micro,answer=second)",
        "-d",
        "f(average=micro)",
        "--format",
        "csv",
    )

    assert ran.code == 0
    assert [line.split(",")[2] for line in ran.out.splitlines()[2:4]] == ["2/3", "2/3"]


def test_groups_are_fields_by_name(shell: Shell) -> None:
    shell.write("log.jsonl", LOG)

    ran = shell(
        "score", "log.jsonl", *MAPPED, "--field", "groups.run=run", "-d", "total", "--by", "run"
    )

    assert ran.code == 0
    assert [line.split()[1:3] for line in ran.out.splitlines()[3:6]] == [
        ["x", "1"],
        ["y", "0"],
        ["z", "1"],
    ]


def test_records_are_filtered_by_value(shell: Shell) -> None:
    shell.write("log.jsonl", LOG)

    some = ("--where", "run=x", "--where", "run=y")

    assert scored(shell, "log.jsonl", *MAPPED, *some) == "1/2"


def test_predictions_stand_in_a_second_file(shell: Shell) -> None:
    shell.write("gold.jsonl", '{"id": 1, "gold": ["a"]}\n{"id": 2, "gold": ["a"]}\n')
    shell.write("said.jsonl", '{"id": 2, "pred": ["a"]}\n{"id": 1, "pred": ["b"]}\n')

    assert scored(shell, "gold.jsonl", "--predictions", "said.jsonl") == "1/2"


def test_a_document_has_its_records_somewhere(shell: Shell) -> None:
    shell.write("all.json", json.dumps({"a": {"rows": [json.loads(LINE), json.loads(MISS)]}}))

    assert scored(shell, "all.json", "--input-format", "json", "--records", "a.rows") == "1/2"


def test_a_folder_and_a_pattern_are_several_files(shell: Shell) -> None:
    (shell.folder / "runs").mkdir()
    shell.write("runs/a.jsonl", LINE)
    shell.write("runs/b.jsonl.gz", gzip.compress(MISS.encode()))
    shell.write("runs/.hidden", "{")

    assert scored(shell, "runs") == scored(shell, "runs/*.jsonl*") == "1/2"


def test_an_id_is_compared_between_files(shell: Shell) -> None:
    shell.write("a.jsonl", LINE)
    shell.write("b.jsonl", MISS + LINE)

    ran = shell("score", "?.jsonl", "-d", "f")

    assert ran.code == 2
    assert ran.err.startswith(
        "b.jsonl:2: $.id: expected ids that differ, got the id '1' again, first in line 1 of a."
    )


def test_standard_input_is_a_file(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.TextIOWrapper(io.BufferedReader(io.BytesIO((LINE + MISS).encode())))
    monkeypatch.setattr(sys, "stdin", piped)

    assert scored(shell, "-") == "1/2"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--field", "god=truth"),
            "groups.NAME, lists.NAME, got god: did you mean 'gold'?\n",
        ),
        (
            ("--input-format", "lm-eval", "--input", "filter=a", "--input", "filter=b"),
            "--input: expected each name once, got filter twice\n",
        ),
        (
            ("--input-format", "lm-eval", "--input", "fliter=a"),
            "'fliter': did you mean 'filter'?\n",
        ),
        (
            ("--input-format", "coco", "--input", "box=xyxz"),
            "--input: expected box: xywh or xyxy, got 'xyxz': did you mean 'xyxy'?\n",
        ),
        (
            ("--field", "gold=a["),
            "--field: expected gold: a path such as a.b[0].c, got 'a[', where a name is due",
        ),
        (
            ("--input-format", "conll", "--where", "a=b"),
            "--input-format: expected where needs records, got format conll\n",
        ),
    ],
)
def test_what_does_not_fit_is_refused(shell: Shell, words: tuple[str, ...], told: str) -> None:
    shell.write("log.jsonl", LOG)

    ran = shell("score", "log.jsonl", "-d", "f", *words)

    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert told in ran.err


def test_a_word_without_a_value_is_refused(shell: Shell) -> None:
    shell.write("log.jsonl", LOG)

    ran = shell("score", "log.jsonl", "-d", "f", "--field", "gold")

    assert ran.code == 2
    assert "argument --field: NAME=VALUE: got 'gold'" in ran.err


TAGS = (
    '{"id": 1, "gold": ["B-PER", "I-PER", "O"], "pred": ["B-PER", "O", "O"]}\n'
    '{"id": 2, "gold": ["O"], "pred": ["O"]}\n'
)


def test_tags_are_not_taken_for_a_set_of_strings(shell: Shell) -> None:
    shell.write("tags.jsonl", TAGS)

    ran = shell("score", "tags.jsonl", "-d", "f(average=micro)")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "tags.jsonl: $.gold: expected to be told what they are, got tags such as 'B-PER': say "
        "--items iob2 (spans of tokens) or --items text (a set of strings)\n"
    )


def test_what_is_said_of_tags_is_done(shell: Shell) -> None:
    shell.write("tags.jsonl", TAGS)

    # As spans nothing is right; as strings 3 of 4 gold strings and 3 of 3 predicted ones are.
    assert scored(shell, "tags.jsonl", "--items", "iob2") == "0"
    assert scored(shell, "tags.jsonl", "--items", "text") == "6/7"
