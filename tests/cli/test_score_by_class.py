"""`score --by class`: a table of classes, as `by_class` gives it in Python."""

import json

import pytest

import measurand as m
from tests.cli.running import Shell

GOLD = ["spam", "ham", "ham", "eggs"]
SAID = ["spam", "ham", "spam", "eggs"]


def test_the_command_and_the_verb_say_the_same(shell: Shell) -> None:
    rows = [{"id": str(at), "gold": [one], "pred": [SAID[at]]} for at, one in enumerate(GOLD)]
    shell.write("t.jsonl", "\n".join(map(json.dumps, rows)))
    macro = "f(class=item,average=macro[class])"

    ran = shell("score", "t.jsonl", "-d", macro, "--by", "class")
    printed = shell("score", "t.jsonl", "-d", macro, "--by", "class", "--format", "json")

    assert ran.out.startswith(str(m.by_class(GOLD, SAID, "f1")))
    assert json.loads(printed.out)["scores"] == m.by_class(GOLD, SAID, "f1").to_dict()["scores"]


@pytest.mark.parametrize(
    "words",
    [
        ("-d", "f1"),
        ("-d", "f(class=item,average=macro[class])", "--curves"),
        ("--like", "sklearn:f1:macro"),
    ],
)
def test_the_command_refuses_what_has_no_table_of_classes(
    shell: Shell, words: tuple[str, ...]
) -> None:
    shell.write("t.jsonl", '{"id": "1", "gold": ["a"], "pred": ["a"]}\n')

    ran = shell("score", "t.jsonl", *words, "--by", "class")

    assert ran.code == 2
    assert ran.err.startswith("--by: expected")


def test_the_command_gives_classes_intervals(shell: Shell) -> None:
    rows = [{"id": str(at), "gold": ["a"], "pred": ["ab"[at % 2]]} for at in range(20)]
    shell.write("t.jsonl", "\n".join(map(json.dumps, rows)))

    ran = shell(
        *("score", "t.jsonl", "-d", "recall(class=item,average=micro)", "--by", "class"),
        *("--interval", "--replicates", "200"),
    )

    assert ran.code == 0
    assert "a                  0.5 [0." in ran.out
