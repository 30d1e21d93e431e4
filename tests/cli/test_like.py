"""`measurand score --like`: a number of another tool by its name."""

import json

import pytest

import measurand
from measurand.metrics.compat.short_names import named
from tests.cli.running import Shell

# F of the classes a, b and c is 2/3, 2/3 and 1; of the pooled labels 3 of 4 are right.
LABELS = (
    '{"id": 1, "gold": "a", "pred": "a"}\n'
    '{"id": 2, "gold": "b", "pred": "a"}\n'
    '{"id": 3, "gold": "b", "pred": "b"}\n'
    '{"id": 4, "gold": "c", "pred": "c"}\n'
)
BINARY = (
    '{"id": 1, "gold": 1, "pred": 1, "groups": {"system": "a"}}\n'
    '{"id": 2, "gold": 1, "pred": 0, "groups": {"system": "a"}}\n'
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

    assert "token_f1/1(" in out
    assert "over=declared[1]" in out
    assert "SQuAD's default: evaluate-v2.0.py, f1 of normalised tokens    50.0" in out


def test_a_definition_and_a_name_stand_together(shell: Shell) -> None:
    shell.write("labels.jsonl", LABELS)
    words = ("-d", "accuracy", "--like", "sklearn:f1:macro", "--format", "json")

    lines = json.loads(shell("score", "labels.jsonl", *words).out)["scores"]

    assert [line["score"]["value"] for line in lines] == ["3/4", "7/9"]
    assert ["like" in line for line in lines] == [False, True]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("squad:f1:1.1", "both_empty=0"),
        ("squad:f1:2.0", "both_empty=1"),
        ("seqeval:f1:weighted", "average=weighted[class]"),
        ("nervaluate:partial:recall", "mode=partial"),
    ],
)
def test_a_name_has_the_options_of_its_call(name: str, expected: str) -> None:
    assert expected in named(name).signature


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sklaern:f1", "expected one of sklearn, seqeval, nervaluate, squad, "),
        (
            "sklearn",
            "expected sklearn:SCORE, sklearn:SCORE:AVERAGE or sklearn:SCORE:AVERAGE:text|number",
        ),
        (
            "sklearn:f1:macro:1",
            "expected sklearn:SCORE, sklearn:SCORE:AVERAGE or sklearn:SCORE:AVERAGE:text|number",
        ),
        ("sklearn:f1:marco", "average is binary, micro, macro, weighted, samples or None"),
        (
            "seqeval",
            "expected seqeval:SCORE, seqeval:SCORE:AVERAGE or seqeval:SCORE:AVERAGE:SCHEME",
        ),
        ("nervaluate:f1", "expected nervaluate:MODE:SCORE"),
        ("squad:f1:1:2", "expected squad:f1, squad:exact_match or squad:SCORE:VERSION"),
        ("coco:masks", "expected one of sklearn, seqeval, nervaluate, squad, "),
        ("sklearn:accuracy:macro", "accuracy without options, as the tool has it: leave them out"),
        ("sklearn:fbeta", "a beta with fbeta, which has no default: ask for f1, or say beta= to"),
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
        (LABELS, "two labels at most, as average='binary' asks for, got 3 ('a', 'b', 'c'); "),
        (
            LABELS.replace('"c"', '"a"'),
            "a pos_label that occurs, as average='binary' asks for, got '1' where 'a', 'b' occur; ",
        ),
        (
            '{"id": 1, "gold": ["1", "0"], "pred": "1"}\n',
            "one label on each side, as average='binary' asks for, got more; ",
        ),
    ],
)
def test_labels_that_are_not_binary_are_refused_as_the_tool_does(
    shell: Shell, lines: str, told: str
) -> None:
    shell.write("labels.jsonl", lines)

    ran = shell("score", "labels.jsonl", "--like", "sklearn:f1")

    assert (ran.code, ran.out) == (2, "")
    assert f"--like sklearn:f1: expected {told}" in ran.err


WEIGHED = (
    '{"id": "a", "gold": "x", "pred": "x", "sample_weight": 1}\n'
    '{"id": "b", "gold": "y", "pred": "x", "sample_weight": 0}\n'
    '{"id": "c", "gold": "z", "pred": "z", "sample_weight": 2}\n'
)
TAGS = '{"id": "0", "gold": ["B-PER", "O"], "pred": ["B-PER", "O"], "sample_weight": 3}\n'
SPANS = (
    '{"id": "0", "gold": [{"label": "PER", "start": 0, "end": 1}], '
    '"pred": [{"label": "PER", "start": 1, "end": 2}]}\n'
)
TEXTS = '{"id": "q1", "gold": "the cat", "pred": "Cat."}\n'


@pytest.mark.parametrize(
    ("lines", "options", "told"),
    [
        (
            TAGS,
            ["seqeval:f1", "--items", "iob2"],
            "expected samples without weights, as seqeval has none, got 3 in '0'",
        ),
        (
            WEIGHED,
            ["squad:f1"],
            "expected samples without weights, as SQuAD has none, got 0 in 'b'",
        ),
        (
            TAGS.replace("3}", "1}"),
            ["seqeval:f1:micro:iob2", "--items", "iob2"],
            (
                "expected samples of samples_of_tags(y_true, y_pred, Scheme.IOB2), as the call "
                "reads tags, got '0' read as lenient"
            ),
        ),
        (
            SPANS,
            ["nervaluate:strict:f1"],
            "expected spans whose ends are known to be inside or not, since nervaluate has them in",
        ),
        (
            TEXTS.replace('"the cat"', '["the", "cat"]').replace("Cat.", "A"),
            ["squad:f1"],
            "expected references of which none, or all, are empty once normalised, as those of an",
        ),
        (
            WEIGHED,
            ["sklearn:f1:samples"],
            "expected sets of labels, as average='samples' asks for",
        ),
    ],
)
def test_what_a_tool_does_not_take_has_no_number_of_its(
    shell: Shell, lines: str, options: list[str], told: str
) -> None:
    shell.write("data.jsonl", lines)

    ran = shell("score", "data.jsonl", "--like", *options)

    assert (ran.code, ran.out) == (2, "")
    assert f"--like {options[0]}: {told}" in ran.err


@pytest.mark.parametrize(("end", "number"), [("inclusive", 0.5), ("exclusive", 0.0)])
def test_ends_that_are_said_are_honoured(shell: Shell, end: str, number: float) -> None:
    shell.write("data.jsonl", SPANS)
    words = ("--like", "nervaluate:partial:f1", "--input", f"end={end}", "--format", "json")

    [score] = json.loads(shell("score", "data.jsonl", *words).out)["scores"]

    assert score["like"]["number"] == number


def test_the_types_of_labels_in_a_file_are_those_of_the_tool(shell: Shell) -> None:
    texts = BINARY.replace('": 1,', '": "1",').replace('": 0,', '": "0",')
    shell.write("numbers.jsonl", BINARY)
    shell.write("texts.jsonl", texts)
    shell.write("cells.csv", "id,gold,pred\n1,1,1\n2,1,0\n")
    words = ("--like", "sklearn:f1")

    assert shell("score", "numbers.jsonl", *words).code == 0
    assert shell("score", "cells.csv", *words).code == 0
    refused = shell("score", "texts.jsonl", *words)
    assert refused.code == 2
    assert "since to the tool 1 is not '1', got '1' of numbers where the labels are" in refused.err
    assert shell("score", "texts.jsonl", *words, "--input", "labels=value").code == 0


def test_whole_numbers_are_sorted_as_such(shell: Shell) -> None:
    # The recall of the classes 2, 9 and 10 is 2/3, 1/2 and 1/3: the last bit is of their order.
    rows = zip([2, 2, 2, 9, 9, 10, 10, 10], [2, 2, 9, 9, 2, 10, 9, 9], strict=True)
    shell.write(
        "ten.jsonl",
        "".join(
            json.dumps({"id": at, "gold": true, "pred": predicted}) + "\n"
            for at, (true, predicted) in enumerate(rows)
        ),
    )
    words = ("--like", "sklearn:recall:macro", "--format", "json")

    [score] = json.loads(shell("score", "ten.jsonl", *words).out)["scores"]

    assert score["like"]["number"] == ((2 / 3 + 1 / 2) + 1 / 3) / 3


def test_a_label_counts_also_at_weight_0(shell: Shell) -> None:
    shell.write("data.jsonl", WEIGHED)

    out = shell("score", "data.jsonl", "--like", "sklearn:f1:macro", "--format", "json").out

    [score] = json.loads(out)["scores"]
    assert score["score"]["value"] == "2/3"
    assert score["like"]["number"] == 2 / 3


def test_labels_are_binary_in_each_group(shell: Shell) -> None:
    other = BINARY.replace('"a"', '"b"').replace(": 1,", ": 7,").replace('"id": 7', '"id": 3')
    shell.write("binary.jsonl", BINARY)
    shell.write("both.jsonl", BINARY + other.replace('"id": 2', '"id": 4'))

    assert shell("score", "binary.jsonl", "--like", "sklearn:f1", "--by", "system").code == 0
    ran = shell("score", "both.jsonl", "--like", "sklearn:f1", "--by", "system")
    assert ran.code == 2
    assert "got '1' where '0', '7' occur" in ran.err


@pytest.mark.parametrize(
    "said",
    [
        ["scheme=iob2"],
        ["gold_scheme=iob2", "pred_scheme=lenient"],
        ["gold_scheme=lenient", "pred_scheme=bilou"],
    ],
)
def test_nervaluate_has_no_number_of_tags_read_in_a_scheme(shell: Shell, said: list[str]) -> None:
    shell.write("tags.conll", "a\tB-PER\tB-PER\nb\tI-PER\tO\n\nc\tO\tO\n")
    named = ["--like", "nervaluate:partial:f1", "--input-format", "conll"]

    ran = shell("score", "tags.conll", *named, *(word for one in said for word in ("--input", one)))

    assert (ran.code, ran.out) == (2, "")
    assert "expected tags read as lenient, as nervaluate reads them, got " in ran.err
    assert shell("score", "tags.conll", *named, "--input", "scheme=lenient").code == 0


@pytest.mark.parametrize("tag", ["S-PER", "E-PER", "B"])
def test_nervaluate_has_no_number_of_tags_beyond_iob(shell: Shell, tag: str) -> None:
    text = "a\tB-PER\tB-PER\nb\tI-PER\tI-PER\n\nc\tO\tO\n"
    shell.write("tags.conll", text)
    shell.write("beyond.conll", text.replace("I-PER", tag, 1))

    ran, good = (
        shell("score", file, "--like", "nervaluate:partial:f1")
        for file in ("beyond.conll", "tags.conll")
    )

    assert (ran.code, ran.out) == (2, "")
    assert f"since nervaluate reads no others, got {tag!r} in '0'" in ran.err
    assert good.code == 0
    assert shell("score", "beyond.conll", "--like", "seqeval:f1").code == 0


def test_nervaluate_has_no_number_of_lists_of_tags_without_a_label(shell: Shell) -> None:
    shell.write("tags.jsonl", '{"id": 1, "gold": ["B-A", "I-A"], "pred": ["B", "I"]}\n')

    ran = shell("score", "tags.jsonl", "--items", "iob2", "--like", "nervaluate:partial:f1")

    assert (ran.code, ran.out) == (2, "")
    assert "since nervaluate reads no others, got 'B' in '1'" in ran.err


def test_the_call_of_weighted_samples_has_their_weights(shell: Shell) -> None:
    shell.write("data.jsonl", WEIGHED)

    out = shell("score", "data.jsonl", "--like", "sklearn:accuracy").out

    assert "scikit-learn: accuracy_score(y_true, y_pred, sample_weight=...)" in out


@pytest.mark.parametrize("name", ["sklearn:f1:macro", "sklearn:accuracy"])
def test_fractions_are_no_classes(shell: Shell, name: str) -> None:
    shell.write("data.jsonl", '{"id": 1, "gold": 1.5, "pred": 2.5}\n')

    ran = shell("score", "data.jsonl", "--like", name)

    assert (ran.code, ran.out) == (2, "")
    assert "(continuous is not supported), got 1.5 and 2.5 in '1'" in ran.err
    assert shell("score", "data.jsonl", "--like", name, "--input", "labels=text").code == 0


@pytest.mark.parametrize("labels", [("true", "false"), ("1.0", "0.0"), ("1", "0")])
def test_truth_values_and_whole_floats_are_whole_numbers(
    shell: Shell, labels: tuple[str, str]
) -> None:
    yes, no = labels
    rows = [(yes, yes), (yes, no), (no, no)]
    shell.write(
        "data.jsonl",
        "".join(f'{{"id": {at}, "gold": {g}, "pred": {p}}}\n' for at, (g, p) in enumerate(rows)),
    )
    words = ("--like", "sklearn:f1", "--interval", "--format", "json")

    [score] = json.loads(shell("score", "data.jsonl", *words).out)["scores"]

    assert score["like"]["number"] == 2 / 3
    assert float(score["interval"]["high"]) == 1


# `paris.` is `Paris` to SQuAD; of `In 1789` one token of two is right: (1 + 2/3) / 2.
GOLD, SAID = [["Paris", "the city of Paris"], ["1789"]], ["paris.", "In 1789"]


@pytest.mark.parametrize(
    ("name", "exactly"),
    [("squad:f1", "5/6"), ("squad:f1:1.1", "5/6"), ("squad:exact_match", "1/2")],
)
def test_texts_have_a_number_of_squad_from_both_doors(
    shell: Shell, name: str, exactly: str
) -> None:
    pairs = enumerate(zip(GOLD, SAID, strict=True))
    lines = (json.dumps({"id": at, "gold": gold, "pred": said}) for at, (gold, said) in pairs)
    shell.write("qa.jsonl", "\n".join(lines))

    [line] = json.loads(shell("score", "qa.jsonl", "--like", name, "--format", "json").out)[
        "scores"
    ]

    assert line["score"]["value"] == exactly
    assert "normalise=squad" in line["definition"]
    assert line["like"]["number"] == float(measurand.score(GOLD, SAID, name))


def test_a_lost_answer_is_wrong_in_the_first_version_and_left_out_in_the_second(
    shell: Shell,
) -> None:
    shell.write("qa.jsonl", TEXTS + TEXTS.replace("q1", "q2").replace('"Cat."', "null"))
    words = ("score", "qa.jsonl", "--like", "squad:f1:1.1", "--like", "squad:f1:2.0")

    found = json.loads(shell(*words, "--format", "json").out)["scores"]

    assert [line["like"]["number"] for line in found] == [50.0, 100.0]
