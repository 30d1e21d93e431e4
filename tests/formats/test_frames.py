"""Data frames: what pandas, polars, pyarrow and duckdb hold is read as JSON Lines would be."""

import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from measurand.edges.files import Bad
from measurand.evidence.source import Fields
from measurand.frames import events_of, samples_of
from measurand.values.items import Slots
from measurand.values.sample import Sample
from tests.formats.tables import FIELDS, ROWS

MIXED = (
    {"id": 1, "gold": [{"aspect": "food", "stars": 4}], "pred": [{"aspect": "food", "stars": 4}]},
    {"id": 2, "gold": [], "pred": None},
)


LIBRARIES = ("rows", "pandas", "polars", "pyarrow", "reader", "duckdb", "other")


class Offered:
    """A frame of some other library: all that it offers is an Arrow stream."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


def frames_of(rows: Sequence[object]) -> dict[str, object]:
    """Give the same rows as frames of all libraries."""
    table = pa.Table.from_pylist(list(rows))
    return {
        "rows": list(rows),
        "pandas": pd.DataFrame(rows),
        "polars": pl.DataFrame(rows),
        "pyarrow": table,
        "reader": table.to_reader(),
        "duckdb": duckdb.from_arrow(table),
        "other": Offered(table),
    }


def texts(frame: object, fields: Fields | None = None) -> list[str]:
    return [fault.text() for fault in samples_of(frame, fields=fields).failure()]


@pytest.mark.parametrize("name", LIBRARIES)
def test_frames_of_all_libraries_give_the_same_samples(name: str) -> None:
    four = (Slots((("aspect", "food"), ("stars", "4"))),)

    assert samples_of(frames_of(MIXED)[name]).unwrap() == (
        Sample(id="1", gold=four, predicted=four),
        Sample(id="2", gold=(), predicted=None),
    )


@pytest.mark.parametrize("name", LIBRARIES)
def test_columns_are_mapped_as_keys_are(name: str) -> None:
    rows = [{**row, "grams": Decimal(str(row["grams"]))} for row in ROWS]

    found = samples_of(
        frames_of(rows)[name], fields=FIELDS, where=(("kitchen", ("south",)),)
    ).unwrap()

    assert [(one.id, one.groups, one.amounts) for one in found] == [
        ("d2", (("kitchen", "south"),), (("grams", Fraction(6, 5)),)),
        ("d3", (("kitchen", "south"),), (("grams", Fraction(1, 10)),)),
    ]


@pytest.mark.parametrize("missing", [None, float("nan"), np.nan, pd.NA, pd.NaT])
def test_what_is_missing_is_no_answer(missing: object) -> None:
    frame = pd.DataFrame({"id": ["a"], "gold": ["x"], "pred": pd.Series([missing], dtype=object)})

    assert samples_of(frame).unwrap()[0].predicted is None


def test_what_is_missing_in_gold_is_a_fault_by_row() -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "gold": [["x"], float("nan")], "pred": [[], []]})

    assert texts(frame) == [
        "the frame: $[1].gold: expected a list, got null: write [] where there is nothing"
    ]


def test_arrays_in_cells_are_lists() -> None:
    # pandas reads lists of structs from Parquet as arrays of dicts.
    gold = np.array([{"aspect": "food"}, {"aspect": "staff"}], dtype=object)
    frame = pd.DataFrame({"id": ["a"], "gold": [gold], "pred": [("x", "y")]})

    [found] = samples_of(frame).unwrap()

    assert found.gold == (Slots((("aspect", "food"),)), Slots((("aspect", "staff"),)))
    assert found.predicted == ("x", "y")


def test_a_frame_that_pandas_read_from_parquet_gives_what_the_file_gives() -> None:
    table = pa.Table.from_pylist(list(MIXED))

    assert samples_of(table.to_pandas()) == samples_of(table)


def test_dicts_of_pandas_keep_the_keys_that_they_have() -> None:
    frame = pd.DataFrame({"id": [1, 2], "gold": [[{"a": "x"}], [{"b": "y"}]], "pred": [[], []]})

    assert [one.gold for one in samples_of(frame).unwrap()] == [
        (Slots((("a", "x"),)),),
        (Slots((("b", "y"),)),),
    ]


def test_items_of_a_row_of_pandas_have_the_slots_of_both_sides() -> None:
    # pandas.read_parquet gives every dict of a column the keys of all in that column.
    gold = np.array([{"a": "x", "b": None}], dtype=object)
    frame = pd.DataFrame({"id": [1], "gold": [gold], "pred": [[{"a": "x"}]]})
    table = pa.table({"id": [1], "gold": [[{"a": "x", "b": None}]], "pred": [[{"a": "x"}]]})
    both = (Slots((("a", "x"), ("b", None))),)

    assert [(one.gold, one.predicted) for one in samples_of(frame).unwrap()] == [(both, both)]
    assert samples_of(table.to_pandas()) == samples_of(table) == samples_of(pl.from_arrow(table))


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_a_weight_that_is_missing_is_a_fault(missing: object) -> None:
    row = {"id": "1", "gold": ["a"], "pred": ["a"], "sample_weight": missing}
    fault = "the frame: $[0].sample_weight: expected a number, got null"

    assert texts([row]) == [fault]
    assert texts(pd.DataFrame([row], dtype=object)) == [fault]
    assert texts(pa.table({**{k: [v] for k, v in row.items()}, "sample_weight": [None]})) == [fault]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (0.1, "0.1"),
        (np.float64(0.1), "0.1"),
        (np.float32(0.1), "0.1"),
        (np.int8(3), "3"),
        (np.bool_(True), "true"),  # noqa: FBT003 the value under test
        (True, "true"),
        (Decimal("1.50"), "1.5"),
        (2**70, str(2**70)),
        (1e22, "1e+22"),
        (np.str_("x"), "x"),
        (pa.scalar("x"), "x"),
        (pl.Series(["x"])[0], "x"),
    ],
)
def test_scalars_are_what_json_would_say(value: object, label: str) -> None:
    assert samples_of([{"id": 1, "gold": value, "pred": value}]).unwrap()[0].gold == (label,)


@pytest.mark.parametrize("kind", ["float32", "int16", "bool", "str", "category", "Int64"])
def test_columns_of_pandas_and_polars_give_the_same_labels(kind: str) -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "gold": [1, 0], "pred": [0, 1]})
    frame[["gold", "pred"]] = frame[["gold", "pred"]].astype(kind)
    frame = frame.astype({"gold": kind, "pred": kind})

    assert samples_of(frame) == samples_of(pl.from_pandas(frame))


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (
            datetime(2026, 1, 1, tzinfo=UTC),
            (
                "$[0].gold[0]: expected a text, a number, true or false, a list or a dict, got the "
                "type datetime: make it a text: how it is written decides what is equal"
            ),
        ),
        (b"x", "the type bytes"),
        ({"a"}, "the type set"),
        (np.datetime64("2026-01-01"), "the type datetime64"),
        ({1: "a"}, "$[0].gold[0]: expected keys that are texts, got the type int"),
        (float("-inf"), "$[0].gold[0]: expected a finite number, got -Infinity"),
    ],
)
def test_values_that_are_no_json_are_faults(value: object, fault: str) -> None:
    rows = [{"id": 1, "gold": [value], "pred": []}]

    assert fault in texts(rows)[0]


def test_integers_of_which_pandas_made_floats_are_refused() -> None:
    # Without this 0 and 0.0 were two labels, and every answer wrong.
    frame = pd.DataFrame({"id": ["a", "b"], "gold": [0, 1], "pred": [0, None]})
    fault = (
        "the frame: expected labels of one type, got gold with integers, such as 1; pred with "
        "floats, such as 1.0: "
    )

    assert [told.startswith(fault) for told in texts(frame)] == [True]
    assert texts(pa.Table.from_pandas(frame)) == texts(frame)
    by_value = samples_of(frame, labels="value").unwrap()
    assert [one.predicted for one in by_value] == [("0",), None]
    assert [one.predicted for one in samples_of(frame.astype({"pred": "Int64"})).unwrap()] == [
        ("0",),
        None,
    ]


def test_times_of_pandas_are_no_numbers() -> None:
    frame = pd.DataFrame({"id": pd.to_datetime(["2026-01-01"]), "gold": ["a"], "pred": ["a"]})

    assert "$[0].id: expected a text" in texts(frame)[0]


def test_lists_that_hold_themselves_are_faults() -> None:
    endless: list[object] = []
    endless.append(endless)

    assert "nest less deep" in texts([{"id": 1, "gold": endless, "pred": []}])[0]


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        (
            pd.DataFrame({"id": [1], "gold": ["a"], "preds": ["a"]}),
            (
                "the frame: expected the column 'pred', got the columns 'id', 'gold', 'preds': "
                "did you mean 'preds'?"
            ),
        ),
        (
            pl.LazyFrame({"id": [1]}),
            "the frame: expected a frame, got a lazy frame: call collect() first",
        ),
        (
            "a.csv",
            (
                "the frame: expected a data frame, an Arrow table, or a list of dicts, "
                "got the type str"
            ),
        ),
        ([1], "the frame: $[0]: expected a dict, got the type int"),
        (
            pl.DataFrame({"id": [datetime(2026, 1, 1)], "gold": ["a"], "pred": ["a"]}),  # noqa: DTZ001
            (
                "the frame: $.id: expected texts, numbers, truth values, lists or structs of "
                "them, got the type timestamp[us]: cast it to text: how a time is written decides "
                "what is equal"
            ),
        ),
    ],
)
def test_a_frame_says_what_is_wrong_with_it(frame: object, fault: str) -> None:
    assert texts(frame) == [fault]


def test_slices_of_tables_are_read_from_where_they_begin() -> None:
    rows = [{"id": n, "gold": [{"a": str(n)}] * n, "pred": ["x"] * 2} for n in range(9)]
    table = pa.Table.from_pylist(rows)

    found = samples_of(table.slice(3, 4)).unwrap()

    assert [(one.id, len(one.gold)) for one in found] == [(str(n), n) for n in range(3, 7)]
    assert [one.gold[0] for one in found] == [Slots((("a", str(n)),)) for n in range(3, 7)]


def test_ids_that_repeat_are_found() -> None:
    rows = [{"id": "a", "gold": ["x"], "pred": ["x"]}] * 2

    assert "got the id 'a' again, first in record [0]" in texts(rows)[0]


def test_events_come_one_by_one() -> None:
    events = events_of([*MIXED, {"id": 3, "gold": None, "pred": []}])

    assert isinstance(next(events), Sample)
    assert isinstance(list(events)[-1], Bad)


def test_importing_frames_loads_none_of_the_libraries() -> None:
    program = "import sys, measurand.frames; print(*sys.modules)"

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.split()

    assert {"pandas", "polars", "pyarrow", "duckdb", "numpy"}.isdisjoint(loaded)


def test_without_pyarrow_pandas_and_rows_are_read_and_others_name_the_extra() -> None:
    program = """
import sys
sys.modules["pyarrow"] = None
from measurand.frames import samples_of

LIBRARIES = ("rows", "pandas", "polars", "pyarrow", "reader", "duckdb", "other")


class Offered:
    def __arrow_c_stream__(self, requested_schema=None):
        raise AssertionError

print(len(samples_of([{"id": 1, "gold": ["a"], "pred": []}]).unwrap()))
print(samples_of(Offered()).failure()[0].text())
"""

    told = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.splitlines()

    assert told == [
        "1",
        "the frame: expected pyarrow to read it, got a frame: pip install 'measurand[arrow]'",
    ]


def test_a_mapping_and_filters_may_be_written_as_in_a_claims_file() -> None:
    rows = [{"doc": at, "lang": "ab"[at % 2], "gold": ["x"], "said": ["x"]} for at in range(4)]
    fields = {"id": "doc", "pred": "said", "groups": {"language": "lang"}}

    found = samples_of(rows, fields=fields, where={"lang": "a"}).unwrap()
    both = samples_of(rows, fields=fields, where={"lang": ["a", "b"]}).unwrap()

    assert [(one.id, one.predicted, one.group("language")) for one in found] == [
        ("0", ("x",), "a"),
        ("2", ("x",), "a"),
    ]
    assert len(both) == 4


def test_a_mapping_that_names_what_is_not_there_is_refused() -> None:
    [wrong] = samples_of([], fields={"god": "truth"}).failure()
    [absent] = samples_of([{"id": 1, "gold": [], "pred": []}], where={"language": "de"}).failure()

    assert wrong.text().startswith("the frame: fields.god: expected a known key, got 'god'")
    assert absent.text().startswith("the frame: $[0]: expected the key 'language', got an object")
