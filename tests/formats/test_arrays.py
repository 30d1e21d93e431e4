"""Columns of labels, of 0 and 1, and of numbers: pooled by counting, refused as frames are."""

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from measurand import Defined, observing, parse, pool
from measurand.edges.files.sources import distinct_rows
from measurand.evidence.cross_product import Met, meet
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import ColumnOf, Observation
from measurand.frames import pool_of, pool_of_indicators, pool_of_labels, pool_of_numbers
from measurand.metrics.finalise import score

MACRO = parse("f(average=macro[class],class=item)")
PLAIN = Observation()


def texts(*columns: object) -> list[str]:
    gold, predicted = (column if isinstance(column, list) else [column] for column in columns)
    return [fault.text() for fault in pool_of_labels(PLAIN, gold, predicted).failure()]


def test_macro_f1_of_two_columns_by_hand() -> None:
    # a: 1 of 1 predicted, of 2 gold; b: 1 of 2, of 1: both 2/3.
    found = pool_of_labels(observing(MACRO), ["a", "a", "b"], ["a", "b", "b"]).unwrap()

    assert score(MACRO, found) == Defined(Fraction(2, 3))


def test_a_null_among_predictions_is_no_answer_and_in_gold_a_fault() -> None:
    gap = pd.Series([1, None], dtype="Int64")

    assert pool_of_labels(PLAIN, [1, 1], gap).unwrap().excluded() == {"no answer": 1}
    assert texts([None], ["a"]) == [
        "the frame: $[0].gold: expected a string, a number, true or false, got null"
    ]


def test_labels_of_two_types_are_refused_unless_it_is_said_how_they_compare() -> None:
    refused = pool_of_labels(PLAIN, [1, 0], np.array([1.0, 0.0])).failure()[0]
    by_value = pool_of_labels(PLAIN, [1, 0], np.array([1.0, 0.0]), labels="value").unwrap()

    assert refused.got == "gold with integers, such as 1; pred with floats, such as 1.0"
    assert score(parse("f(average=micro)"), by_value) == Defined(Fraction(1))


def test_true_and_1_are_two_labels_although_python_has_them_equal() -> None:
    found = pool_of_labels(PLAIN, [True, 1], [1, True], labels="text").unwrap()

    assert score(parse("f(average=micro)"), found) == Defined(Fraction(0))


def test_columns_of_two_lengths_are_refused() -> None:
    assert texts(["a", "b"], ["a"]) == ["the columns: $.pred: expected 2, as in $.gold, got 1 cell"]


def test_a_list_among_labels_is_refused_by_its_row() -> None:
    assert texts(["a", "b"], ["a", ["b"]]) == [
        "the frame: $[1].pred: expected a string, a number, true or false, got a list of 1"
    ]


def test_labels_without_slots_are_refused_where_slots_are_asked_for() -> None:
    with pytest.raises(UnfitSampleError, match="items with named slots for unit=aspect: got 'a'"):
        pool_of_labels(Observation(unit=("aspect",)), ["a"], ["a"])


def test_weights_and_groups_are_columns_too() -> None:
    found = pool_of_labels(
        PLAIN, ["a", "a"], ["a", "b"], weights=[0.5, 2], groups={"document": ["x", "y"]}
    ).unwrap()

    assert found.names == ("document",)
    assert {place: len(bag) for place, bag in found.keyed.bags.items()} == {("x",): 1, ("y",): 1}
    assert {row.weight for row, _ in found.keyed.bags["x",]} == {Fraction(1, 2)}  # type: ignore[union-attr]  # all are observed


def test_a_cell_of_a_matrix_is_0_or_1() -> None:
    found = pool_of_indicators(PLAIN, np.array([[1, 0]]), [[1, 2]], ["a", "b"]).failure()

    assert [fault.text() for fault in found] == [
        "the columns: $.pred[0][1]: expected 0 or 1, got '2'"
    ]


def test_a_row_of_a_matrix_has_a_cell_for_each_class() -> None:
    found = pool_of_indicators(PLAIN, [[1, 0], [1]], [[1, 0], None], ["a", "b"]).failure()

    assert [fault.text() for fault in found] == [
        "the columns: $.gold[1]: expected 2, one for each class, got 1 cell"
    ]


def test_numbers_are_exact_and_a_gap_is_none() -> None:
    found = pool_of_numbers(ColumnOf("cost"), {"cost": np.array([0.1, np.nan, 0.1])}).unwrap()

    assert score(parse("column(name=cost,reduce=mean)"), found) == Defined(Fraction(1, 10))
    assert found.excluded() == {"no number 'cost'": 1}


def test_a_frame_of_labels_is_counted_and_one_of_lists_is_read_by_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    labels = pa.table({"id": [1, 2, 3], "gold": ["a", "a", "b"], "pred": ["a", "a", None]})
    lists = pa.table({"id": [1], "gold": [["a"]], "pred": [["a", "b"]]})
    seen: list[Met] = []

    def noted(*given: object) -> Met:
        seen.append(meet(*given))  # type: ignore[arg-type]  # handed on as they come
        return seen[-1]

    # Which road was taken shows nowhere else.
    monkeypatch.setattr(distinct_rows, "meet", noted)

    assert pool_of(PLAIN, labels).unwrap().scored() == 2
    assert len(seen) == 1
    assert pool_of(PLAIN, lists).unwrap().scored() == 1
    assert len(seen) == 1


def test_an_id_that_stands_twice_in_a_frame_is_refused() -> None:
    twice = pd.DataFrame({"id": [1, 1], "gold": ["a", "b"], "pred": ["a", "b"]})

    assert "differ" in pool_of(PLAIN, twice).failure()[0].text()


def test_no_rows_give_the_empty_pool() -> None:
    assert pool_of_labels(PLAIN, [], []).unwrap() == pool(PLAIN, [])


def test_lists_are_pooled_without_numpy() -> None:
    program = (
        "import sys; from measurand import Observation; from measurand.frames import *;"
        "pool_of_labels(Observation(), ['a', 'b'], ['a', 'a']).unwrap();"
        "print('numpy' in sys.modules)"
    )

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout

    assert loaded == "False\n"
