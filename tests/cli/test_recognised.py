"""An audit names the numbers of other tools, in every format."""

import pytest

from tests.cli.running import Shell, claims

# Hits, predictions, gold items: (1, 1, 2), (0, 0, 0), (0, 2, 1), (1, 1, 1). The mean of F over the
# samples is 41.7% where the empty one counts as 0: that is what scikit-learn has by default.
FOUR = (
    '{"id": 1, "gold": ["a", "b"], "pred": ["a"]}\n'
    '{"id": 2, "gold": [], "pred": []}\n'
    '{"id": 3, "gold": ["a"], "pred": ["b", "c"]}\n'
    '{"id": 4, "gold": ["a"], "pred": ["a"]}\n'
)
SPACE = """\
[table.space]
columns = ["F1"]
[[table.space.any]]
average = ["macro[sample]"]
both_empty = ["1+1", "0+0", "drop"]
aggregate = ["mean", "harmonic"]
"""
SAMPLES = "f1_score(y_true, y_pred, average='samples')"


@pytest.fixture
def audited(shell: Shell) -> Shell:
    shell.write("runs.jsonl", FOUR)
    shell.write("claims.toml", claims("41.7") + SPACE)
    return shell


def test_the_text_names_the_tool_and_its_call(audited: Shell) -> None:
    out = audited("audit", "claims.toml").out

    assert "Numbers of other tools that print cells" in out
    assert f"F1      scikit-learn: {SAMPLES}" in out
    assert "1 of 1" in out


def test_the_tree_has_the_tool_its_call_and_the_definitions(audited: Shell) -> None:
    [found] = audited("audit", "claims.toml", "--format", "json").cells("numbers_of_other_tools")

    assert found == {
        "column": "F1",
        "tool": "scikit-learn",
        "call": SAMPLES,
        "default": False,
        "on_these_data": False,
        "versions": ["1.7.2", "1.9.1"],
        "printed": 1,
        "cells": 1,
        "definitions": [
            {"average": "macro[sample]", "both_empty": "0+0", "aggregate": "mean"},
        ],
    }


def test_the_markdown_names_it_too(audited: Shell) -> None:
    out = audited("audit", "claims.toml", "--format", "md").out

    assert "Numbers of other tools that print cells" in out
    assert "average='samples'" in out.replace("\\", "")


def test_the_page_names_it_escaped(audited: Shell) -> None:
    audited("audit", "claims.toml", "--html", "audit.html")

    page = audited.read("audit.html").decode()
    assert "Numbers of other tools that print cells" in page
    assert "average=&#x27;samples&#x27;" in page


def test_a_default_is_named_as_one(shell: Shell) -> None:
    shell.write("runs.jsonl", FOUR)
    shell.write("claims.toml", claims("50.0", definition="exact_match"))

    out = shell("audit", "claims.toml").out

    assert "scikit-learn's default: accuracy_score(Y_true, Y_pred) of label sets" in out
    assert "as declared" in out


def test_nothing_is_named_where_no_tool_has_the_number(shell: Shell) -> None:
    shell.write("runs.jsonl", FOUR)
    shell.write("claims.toml", claims("57.1") + SPACE)

    out = shell("audit", "claims.toml").out

    assert "other tools" not in out
