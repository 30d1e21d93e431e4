"""Each class by itself, as a table: the numbers of scikit-learn, and the means over them."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import classification_report, f1_score, precision_recall_fscore_support

import measurand as m

GOLD = ["spam", "ham", "ham", "eggs"]
SAID = ["spam", "ham", "spam", "eggs"]


def test_the_scores_of_classes_are_those_of_scikit_learn() -> None:
    draws = np.random.default_rng(7)
    gold, said = draws.integers(0, 5, 300), draws.integers(0, 5, 300)

    table = m.by_class(gold, said)

    theirs = precision_recall_fscore_support(gold, said)
    for name, column in zip(("precision", "recall", "f1", "gold"), theirs, strict=True):
        assert [row[name] for row in table.rows] == pytest.approx(list(column))
    report = classification_report(gold, said, output_dict=True)
    assert float(table.means["macro[class]"][2]) == pytest.approx(report["macro avg"]["f1-score"])
    weighted = report["weighted avg"]["f1-score"]
    assert float(table.means["weighted[class]"][2]) == pytest.approx(weighted)


def test_no_average_is_each_class() -> None:
    table = m.f1([0, 1, 1, 2], [0, 1, 2, 2], average=None)

    floats = [float(table[label, "f1"]) for label in (0, 1, 2)]
    assert floats == list(f1_score([0, 1, 1, 2], [0, 1, 2, 2], average=None))


def test_a_table_has_counts_of_each_class_by_hand() -> None:
    table = m.by_class(GOLD, SAID, ["recall"])

    assert table.rows == [
        {"class": "eggs", "recall": 1.0, "gold": 1, "predicted": 1, "hits": 1},
        {"class": "ham", "recall": 0.5, "gold": 2, "predicted": 1, "hits": 1},
        {"class": "spam", "recall": 1.0, "gold": 1, "predicted": 2, "hits": 1},
    ]
    assert table["ham"][0].value == Fraction(1, 2)


def test_a_class_is_found_as_it_was_written() -> None:
    table = m.precision([True, False], [True, True], average=None)

    assert table[True, "precision"] == Fraction(1, 2)
    assert table[False, "precision"].value == 0
    with pytest.raises(KeyError, match="no class 'flase': did you mean 'false'"):
        _ = table["flase"]
    with pytest.raises(KeyError, match="no column 'recall'"):
        _ = table[True, "recall"]


def test_a_class_without_a_number_says_why() -> None:
    table = m.by_class(["a", "a"], ["a", "a"], "npv")

    assert table.rows[0]["npv"] is None
    assert table["a"][0].reason == "no unit has a npv"
    assert "undefined: no unit has a npv" in str(table)


def test_spans_tags_and_sets_have_classes_too() -> None:
    spans = m.by_class([[m.Span(0, 2, "PER")]], [[m.Span(0, 2, "PER"), m.Span(3, 4, "ORG")]])
    tags = m.by_class([["B-PER", "O"]], [["B-PER", "B-ORG"]], "f1", kind="tags")
    sets = m.by_class([{"a", "b"}, {"a"}], [{"a"}, {"b"}], "f1")

    assert [spans["PER", "f1"], spans["ORG", "precision"]] == [1, 0]
    assert [tags["PER", "f1"], tags["ORG", "f1"]] == [1, 0]
    assert sets["a", "f1"] == Fraction(2, 3)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        ("sklearn:f1:macro", "definition: expected a definition, which has classes, got"),
        ("f1(class=item,average=macro[sample])", "a mean over classes, or pools them"),
        ("f1(class=item,average=macro[class],only=class[a])", "a mean over classes"),
        ("mae", "a mean over classes"),
    ],
)
def test_what_has_no_classes_is_refused(definition: str, said: str) -> None:
    with pytest.raises(m.InvalidInputError) as caught:
        m.by_class([0, 1], [0, 1], definition)

    assert said in str(caught.value)


def test_a_positive_label_is_none_of_a_table() -> None:
    with pytest.raises(m.InvalidInputError, match="positive: expected nothing"):
        m.f1([0, 1], [0, 1], average=None, positive=1)


@pytest.mark.parametrize("average", ["macr", ["macro"], 3])
def test_another_average_is_refused(average: object) -> None:
    with pytest.raises(m.InvalidInputError, match="None for each class by itself"):
        m.f1([0, 1], [0, 1], average=average)  # type: ignore[call-overload]  # as is refused


def test_a_table_shows_itself() -> None:
    table = m.by_class(GOLD, [*SAID[:3], None])

    assert repr(table) == "<Classes ham, spam: precision, recall, f1>"
    assert "left out: 1 no answer" in str(table)
    assert "<table" in table._repr_html_()


def test_an_empty_label_is_seen() -> None:
    table = m.by_class(["", "a"], ["a", "a"])

    assert "\n''  " in str(table)
    assert "" in table
