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
    shell.write("labels.jsonl", LABELS)

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
        ("coco:masks", "jaccard/1("),
        ("coco:masks:crowd", "precision/1("),
    ],
)
def test_a_name_has_the_options_of_its_call(name: str, expected: str) -> None:
    assert expected in named(name).signature


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sklaern:f1", "expected one of sklearn, seqeval, nervaluate, squad, coco and what it"),
        ("sklearn", "expected sklearn:SCORE or sklearn:SCORE:AVERAGE"),
        ("sklearn:f1:macro:1", "expected sklearn:SCORE or sklearn:SCORE:AVERAGE"),
        ("sklearn:f1:marco", "average is binary, micro, macro, weighted, samples or None"),
        ("seqeval", "expected seqeval:SCORE or seqeval:SCORE:AVERAGE"),
        ("nervaluate:f1", "expected nervaluate:MODE:SCORE"),
        ("squad:f1:1:2", "expected squad:SCORE or squad:SCORE:VERSION"),
        ("coco:boxes", "expected coco:masks or coco:masks:crowd"),
    ],
)
def test_a_name_that_is_none_is_refused(shell: Shell, name: str, told: str) -> None:
    shell.write("labels.jsonl", LABELS)

    ran = shell("score", "labels.jsonl", "--like", name)

    assert (ran.code, ran.out) == (2, "")
    assert f"--like: expected a number of another tool, got {name}: {told}" in ran.err
