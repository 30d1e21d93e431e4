"""`measurand score --like`: a number of another tool by its name."""

import pytest

from measurand.metrics.compat.named import named
from tests.cli.running import Shell

# F of the classes a, b and c is 2/3, 2/3 and 1; of the pooled labels 3 of 4 are right.
LABELS = (
    '{"id": 1, "gold": "a", "pred": "a"}\n'
    '{"id": 2, "gold": "b", "pred": "a"}\n'
    '{"id": 3, "gold": "b", "pred": "b"}\n'
    '{"id": 4, "gold": "c", "pred": "c"}\n'
)
BINARY = (
    '{"id": 1, "gold": "1", "pred": "1", "groups": {"system": "a"}}\n'
    '{"id": 2, "gold": "1", "pred": "0", "groups": {"system": "a"}}\n'
)


@pytest.mark.parametrize(
    ("name", "exactly"),
    [
        ("sklearn:f1:macro", "7/9"),
        ("sklearn:f1:micro", "3/4"),
        ("sklearn:accuracy", "3/4"),
        ("sklearn:precision:weighted", "7/8"),
    ],
)
def test_the_score_is_that_of_the_call(shell: Shell, name: str, exactly: str) -> None:
    shell.write("labels.jsonl", LABELS)

    ran = shell("score", "labels.jsonl", "--like", name)

    assert ran.code == 0
    assert f"  {exactly} " in ran.out


def test_several_names_are_several_definitions(shell: Shell) -> None:
    shell.write("labels.jsonl", BINARY)

    out = shell("score", "labels.jsonl", "--like", "squad:f1", "--like", "sklearn:recall").out

    assert "match=multiset" in out
    assert "over=declared[1]" in out


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("squad:f1:1.1", "both_empty=0+0"),
        ("squad:f1:2.0", "both_empty=1+1"),
        ("seqeval:f1:weighted", "average=weighted[class]"),
        ("nervaluate:partial:recall", "mode=partial"),
    ],
)
def test_a_name_has_the_options_of_its_call(name: str, expected: str) -> None:
    assert expected in named(name).signature


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sklaern:f1", "expected one of sklearn, seqeval, nervaluate, squad and what it computes"),
        ("sklearn", "expected sklearn:SCORE or sklearn:SCORE:AVERAGE"),
        ("sklearn:f1:macro:1", "expected sklearn:SCORE or sklearn:SCORE:AVERAGE"),
        ("sklearn:f1:marco", "average is binary, micro, macro, weighted, samples or None"),
        ("seqeval", "expected seqeval:SCORE or seqeval:SCORE:AVERAGE"),
        ("nervaluate:f1", "expected nervaluate:MODE:SCORE"),
        ("squad:f1:1:2", "expected squad:f1 or squad:f1:VERSION"),
        ("squad:exact_match", "expected squad:f1; whole texts are made by measurand.compat"),
        ("coco:masks", "expected one of sklearn, seqeval, nervaluate, squad and what it computes"),
        ("sklearn:accuracy:macro", "accuracy without options, as the tool has it: leave them out"),
        ("sklearn:fbeta", "a beta with fbeta, which has no default: say beta=, or ask for f1"),
    ],
)
def test_a_name_that_is_none_is_refused(shell: Shell, name: str, told: str) -> None:
    shell.write("labels.jsonl", LABELS)

    ran = shell("score", "labels.jsonl", "--like", name)

    assert (ran.code, ran.out) == (2, "")
    assert f"--like: expected a number of another tool, got {name}: {told}" in ran.err


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (LABELS, "two labels at most, as average='binary' asks for: got 3 ('a', 'b', 'c'); "),
        (
            LABELS.replace('"c"', '"a"'),
            "a pos_label that occurs, as average='binary' asks for: got '1' where 'a', 'b' occur; ",
        ),
        (
            '{"id": 1, "gold": ["1", "0"], "pred": "1"}\n',
            "one label on each side, as average='binary' asks for: got more; ",
        ),
    ],
)
def test_labels_that_are_not_binary_are_refused_as_the_tool_does(
    shell: Shell, lines: str, told: str
) -> None:
    shell.write("labels.jsonl", lines)

    ran = shell("score", "labels.jsonl", "--like", "sklearn:f1")

    assert (ran.code, ran.out) == (2, "")
    assert f"--like: expected binary labels, got sklearn:f1: {told}" in ran.err


def test_labels_are_binary_in_each_group(shell: Shell) -> None:
    other = BINARY.replace('"a"', '"b"').replace('"1"', '"x"')
    shell.write("binary.jsonl", BINARY)
    shell.write("both.jsonl", BINARY + other.replace('"id": ', '"id": 1'))

    assert shell("score", "binary.jsonl", "--like", "sklearn:f1", "--by", "system").code == 0
    ran = shell("score", "both.jsonl", "--like", "sklearn:f1", "--by", "system")
    assert ran.code == 2
    assert "got '1' where '0', 'x' occur" in ran.err
