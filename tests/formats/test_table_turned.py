"""Systems in columns, or a metric a row: turned where the table says so, and only there."""

import pytest

from measurand.edges.tables.grid import Overrides, RawTable
from measurand.edges.tables.markup.reader import tables_of
from measurand.edges.tables.orientation import systems_in_rows
from measurand.edges.tables.sheet import ReadTable, sheet_of


def table(text: str) -> RawTable:
    [found] = tables_of(text.encode(), "csv").unwrap()
    return found


def roles(read: ReadTable) -> list[str]:
    return [column.role.value for column in read.sheet.columns]


LYING = "Metric,BERT,Ours,Δ\nPrecision,80.0,82.0,+2.0\nRecall,70.0,75.0,+5.0\nF1,74.7,78.3,+3.6\n"


def test_metrics_in_rows_become_columns() -> None:
    read = sheet_of(table(LYING)).unwrap()

    assert roles(read) == ["precision", "recall", "f"]
    assert [row.label for row in read.sheet.rows] == ["BERT", "Ours"]
    assert any("systems stand in columns" in note.text for note in read.notes)


def test_labels_before_the_metrics_stand_above_them() -> None:
    found = systems_in_rows(table("Data,Metric,A,B\ndev,P,1,2\n,R,3,4\ntest,P,5,6\n,R,7,8\n"))

    assert found.header == ("Metric", "P", "R", "P", "R")
    assert found.groups == ("", "dev", "dev", "test", "test")
    assert found.rows == (("A", "1", "3", "5", "7"), ("B", "2", "4", "6", "8"))


@pytest.mark.parametrize(
    "text",
    [
        "System,P,R\nours,1,2\nbase,3,4\n",
        "Metric,Pearson,Spearman\nP,.3,.2\nR,.1,.2\nF1,.4,.5\n",
        "Metric,Mean,Median,Std\nP,.3,.2,.1\nR,.1,.2,.1\n",
        "Trained on,BLEU,ROUGE-L\nF1,30,20\nAccuracy,20,30\n",
        "Average,A,B\nmacro avg,30,20\nmicro avg,20,30\naccuracy,1,2\n",
        "Metric,A,B\nF1,30,20\n",
    ],
)
def test_what_does_not_say_that_it_lies_stands(text: str) -> None:
    found = table(text)

    assert systems_in_rows(found) == found


def test_a_head_that_says_metric_is_believed_of_one_system_too() -> None:
    read = sheet_of(table("Metric,Value\nDocuments read,12.5\nP,80.0\nR,70.0\nF1,74.7\n")).unwrap()

    assert roles(read) == ["value", "precision", "recall", "f"]
    assert [row.label for row in read.sheet.rows] == ["Value"]


def test_it_can_be_said() -> None:
    found = table("x,a,b\nP,1,2\nother,3,4\n")

    assert sheet_of(found, Overrides(transpose=True)).unwrap().sheet.rows[1].label == "b"
    assert roles(sheet_of(table(LYING), Overrides(transpose=False)).unwrap()) == [
        "value",
        "value",
        "difference",
    ]


HARNESS = """\
|  Tasks  |Version|     Filter     |n-shot|  Metric   |   |Value |   |Stderr|
|---------|------:|----------------|-----:|-----------|---|-----:|---|-----:|
|arc_easy |      1|none            |     0|acc        |↑  |0.6835|±  |0.0095|
|         |       |none            |     0|acc_norm   |↑  |0.6069|±  |0.0100|
|gsm8k    |      3|flexible-extract|     5|exact_match|↑  |0.3500|±  |0.0131|
|         |       |strict-match    |     5|exact_match|↑  |0.3472|±  |   N/A|
"""


def test_a_metric_a_row_becomes_a_column_for_each() -> None:
    [found] = tables_of(HARNESS.encode(), "markdown").unwrap()

    turned = systems_in_rows(found)

    pairs = [(name, f"{name}_stderr") for name in ("acc", "acc_norm", "exact_match")]
    assert turned.header == ("Tasks", *(name for pair in pairs for name in pair))
    assert turned.rows == (
        ("arc_easy", "0.6835", "0.0095", "0.6069", "0.0100", "", ""),
        ("gsm8k / flexible-extract", "", "", "", "", "0.3500", "0.0131"),
        ("gsm8k / strict-match", "", "", "", "", "0.3472", "N/A"),
    )
    assert turned.lines == (3, 5, 6)


def test_rows_that_nothing_tells_apart_are_left_as_they_are() -> None:
    found = table("Task,Metric,Value\na,acc,1\na,acc,2\n")

    assert systems_in_rows(found) == found
