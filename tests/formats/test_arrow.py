"""Parquet and Arrow: types, columns, row groups, and files that are broken."""

import gzip
import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from attrs import evolve
from pyarrow import feather, parquet

from measurand.edges.files import Bad, ReadOptions, part_events, parts_of
from measurand.edges.files.formats.arrow import sniff_arrow, sniff_parquet, splits
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Fields, Source
from measurand.frames import samples_of
from measurand.values.items import Slots, Span
from tests.formats.reading import faults, samples
from tests.formats.tables import EXAMPLES, FIELDS, found, table, write_file, write_stream

PARQUET = Source(path="a.parquet", format="parquet")
ARROW = Source(path="a.arrow", format="arrow")
Writer = Callable[[Path, pa.Table], None]


def write_parquet(path: Path, written: pa.Table) -> None:
    parquet.write_table(written, path)


def write_feather(path: Path, written: pa.Table) -> None:
    feather.write_feather(written, str(path))


WRITERS: tuple[tuple[Source, Writer], ...] = (
    (PARQUET, write_parquet),
    (ARROW, write_file),
    (ARROW, write_stream),
    (ARROW, write_feather),
)
everywhere = pytest.mark.parametrize(("source", "write"), WRITERS)


@pytest.mark.parametrize(("source", "name"), [(PARQUET, "parquet"), (ARROW, "arrow")])
def test_the_examples_read_as_their_rows(source: Source, name: str) -> None:
    path = f"{name}/allergens.{name}"

    read = samples(found(EXAMPLES, evolve(source, path=path, fields=FIELDS)))

    assert [(one.id, one.gold, one.predicted, one.groups, one.amounts) for one in read] == [
        (
            "d1",
            ("egg", "milk"),
            ("milk",),
            (("kitchen", "north"),),
            (("grams", Fraction(17, 20)),),
        ),
        ("d2", (), None, (("kitchen", "south"),), (("grams", Fraction(6, 5)),)),
        ("d3", ("nut",), ("nut", "soy"), (("kitchen", "south"),), (("grams", Fraction(1, 10)),)),
    ]


def test_other_readers_find_the_same_in_the_examples() -> None:
    path = EXAMPLES / "parquet/allergens.parquet"

    read = samples(found(EXAMPLES, evolve(PARQUET, path="parquet/allergens.parquet")))

    ours = [(one.id, list(one.gold), one.predicted and list(one.predicted)) for one in read]
    assert pl.read_parquet(path).select("id", "gold", "pred").rows() == ours
    rows = duckdb.read_parquet(str(path)).project("id, gold, pred").fetchall()
    assert rows == ours
    assert pl.read_ipc(EXAMPLES / "arrow/allergens.arrow").select("id", "gold").rows() == [
        row[:2] for row in ours
    ]
    assert parquet.read_table(path).equals(table())


KINDS = (
    ("text", pa.large_string(), "a", ("a",)),
    ("text", pa.string_view(), "a", ("a",)),
    ("text", pa.dictionary(pa.int8(), pa.string()), "a", ("a",)),
    ("label", pa.int64(), 2**53 + 1, ("9007199254740993",)),
    ("label", pa.uint8(), 200, ("200",)),
    ("label", pa.bool_(), True, ("true",)),
    ("label", pa.float64(), 0.1, ("0.1",)),
    ("label", pa.float64(), 3.0, ("3.0",)),
    ("label", pa.float32(), 0.1, ("0.1",)),
    ("label", pa.float32(), 3.0, ("3.0",)),
    ("label", pa.decimal128(5, 2), Decimal("1.50"), ("1.5",)),
    ("label", pa.decimal256(5, -2), Decimal("1E+2"), ("100.0",)),
)


@pytest.mark.parametrize(("items", "kind", "value", "expected"), KINDS)
def test_scalars_are_read_as_json_would_write_them(
    tmp_path: Path, items: str, kind: pa.DataType, value: object, expected: tuple[str, ...]
) -> None:
    whole = pa.list_(kind) if items == "text" else kind
    cell = [value] if items == "text" else value
    columns = {"id": pa.array([7]), "gold": pa.array([cell], whole), "pred": pa.nulls(1, whole)}
    write_file(tmp_path / "a.arrow", pa.table(columns))

    [read] = samples(found(tmp_path, ARROW))

    assert (read.id, read.gold, read.predicted) == ("7", expected, None)


@pytest.mark.parametrize(
    "kind",
    [
        pa.list_(pa.string()),
        pa.large_list(pa.string()),
        pa.list_(pa.string(), 2),
        pa.list_view(pa.string()),
        pa.large_list_view(pa.string()),
    ],
)
def test_lists_of_all_kinds_are_read_whole_and_in_slices(tmp_path: Path, kind: pa.DataType) -> None:
    cells = pa.array([["a", "b"], ["c", "d"], None, ["e", "f"]], kind)
    columns = pa.table({"id": ["1", "2", "3", "4"], "gold": [["x"]] * 4, "pred": cells})
    with pa.ipc.new_file(tmp_path / "a.arrow", columns.schema) as writer:
        writer.write_batch(columns.to_batches()[0].slice(1, 3))

    read = samples(found(tmp_path, ARROW))

    assert [one.predicted for one in read] == [("c", "d"), None, ("e", "f")]


@everywhere
def test_lists_of_structs_and_structs_of_lists_are_the_same(
    tmp_path: Path, source: Source, write: Writer
) -> None:
    # datasets before 4.0 write Sequence({...}) as a struct of lists, later ones List({...}).
    items = [{"aspect": "food", "stars": 4}, {"aspect": "staff", "stars": None}]
    spread = {"aspect": ["food", "staff"], "stars": [4, None]}
    columns = {"id": ["1", "2"], "gold": [items, []], "pred": [spread, {"aspect": [], "stars": []}]}
    write(tmp_path / source.path, pa.table(columns))

    first, second = samples(found(tmp_path, source))

    assert (
        first.gold
        == first.predicted
        == (
            Slots((("aspect", "food"), ("stars", "4"))),
            Slots((("aspect", "staff"), ("stars", None))),
        )
    )
    assert (second.gold, second.predicted) == ((), ())


@everywhere
def test_spans_and_paths_into_structs_are_read(
    tmp_path: Path, source: Source, write: Writer
) -> None:
    meta = {"site": "x", "answers": {"text": ["a"], "start": [3]}}
    columns = {"id": [1], "gold": [[{"start": 0, "end": 2, "label": "PER"}]], "meta": [meta]}
    write(tmp_path / source.path, pa.table(columns))
    fields = Fields(pred="meta.answers.text", groups=(("site", "meta.site"),))

    [read] = samples(found(tmp_path, evolve(source, fields=fields)))

    assert (read.gold, read.predicted) == ((Span(0, 2, "PER"),), ("a",))
    assert read.groups == (("site", "x"),)


def test_lists_of_a_struct_have_one_length(tmp_path: Path) -> None:
    columns = {"id": [1, 2], "gold": [["a"], ["b"]]}
    spread = [{"a": ["x"], "b": ["y", "z"]}, {"a": [], "b": []}]
    write_parquet(tmp_path / "a.parquet", pa.table({**columns, "pred": spread}))

    read = found(tmp_path, PARQUET)

    assert faults(read) == [
        "a.parquet: $[0].pred: expected lists of one length, got 'lengths 1, 2'"
    ]
    assert len(samples(read)) == 1


def test_nulls_are_no_answer_in_pred_and_a_fault_in_gold(tmp_path: Path) -> None:
    gold = pa.array([["a"], None, ["b"]])
    pred = pa.array([None, ["a"], [None]], pa.list_(pa.string()))
    write_parquet(tmp_path / "a.parquet", pa.table({"id": [1, 2, 3], "gold": gold, "pred": pred}))

    read = found(tmp_path, PARQUET)

    assert [one.predicted for one in samples(read)] == [None]
    assert faults(read) == [
        "a.parquet: $[1].gold: expected a list, got null: write [] where there is nothing",
        "a.parquet: $[2].pred[0]: expected a string, got null",
    ]


def test_a_number_that_is_none_is_null_and_an_infinite_one_a_fault(tmp_path: Path) -> None:
    cost = pa.array([float("nan"), float("inf"), 0.5])
    columns = pa.table({"id": [1, 2, 3], "gold": [["a"]] * 3, "pred": [["a"]] * 3, "cost": cost})
    source = evolve(PARQUET, fields=Fields(amounts=(("cost", "cost"),)))

    write_parquet(tmp_path / "a.parquet", columns.take([0, 2]))
    read = samples(found(tmp_path, source))
    assert [one.amounts for one in read] == [(), (("cost", Fraction(1, 2)),)]

    write_parquet(tmp_path / "a.parquet", columns)
    assert faults(found(tmp_path, source)) == [
        "a.parquet: $.cost: expected a finite number, got Infinity"
    ]


def test_optional_columns_may_be_null(tmp_path: Path) -> None:
    columns = {
        "id": [1, 2],
        "gold": [["a"]] * 2,
        "pred": [["a"]] * 2,
        "pairs": pa.nulls(2),
        "groups": [None, {"site": "x"}],
    }
    write_parquet(tmp_path / "a.parquet", pa.table(columns))

    read = samples(found(tmp_path, PARQUET))

    assert [one.groups for one in read] == [(), (("site", "x"),)]


@pytest.mark.parametrize("none", [None, float("nan")])
def test_a_weight_that_is_null_is_a_fault_as_in_json_lines(
    tmp_path: Path, none: float | None
) -> None:
    weight = pa.array([none, 2.0])
    columns = {"id": [1, 2], "gold": [["a"]] * 2, "pred": [["a"]] * 2, "sample_weight": weight}
    write_parquet(tmp_path / "a.parquet", pa.table(columns))

    read = found(tmp_path, PARQUET)

    assert faults(read) == ["a.parquet: $[0].sample_weight: expected a number, got null"]
    assert [one.weight for one in samples(read)] == [2]


WIDE = pa.array([[{"a": "x", "b": None}], [{"a": "x", "b": "y"}]])
NARROW = pa.array([[{"a": "x"}], [{"a": "x"}]])
OLD = pa.array([{"a": ["x"]}, {"a": ["x"]}])  # a list of structs, as older datasets write it


@pytest.mark.parametrize(("gold", "pred"), [(WIDE, NARROW), (NARROW, WIDE), (WIDE, OLD)])
def test_items_of_both_sides_have_the_slots_of_both(
    tmp_path: Path, gold: pa.Array, pred: pa.Array
) -> None:
    # pandas and pyarrow give every struct of a column the fields of all in that column.
    write_parquet(tmp_path / "a.parquet", pa.table({"id": [1, 2], "gold": gold, "pred": pred}))

    first, second = samples(found(tmp_path, PARQUET))

    assert first.gold == first.predicted == (Slots((("a", "x"), ("b", None))),)
    assert {second.gold, second.predicted} == {
        (Slots((("a", "x"), ("b", None))),),
        (Slots((("a", "x"), ("b", "y"))),),
    }


def test_items_of_more_lists_and_inside_of_structs_have_the_slots_of_all(tmp_path: Path) -> None:
    columns = {"id": [1, 2], "gold": NARROW, "pred": NARROW}
    out = pa.StructArray.from_arrays([WIDE], ["items"])
    write_parquet(tmp_path / "a.parquet", pa.table({**columns, "out": out}))
    fields = Fields(lists=(("b", "out.items"),))

    first = samples(found(tmp_path, evolve(PARQUET, fields=fields)))[0]

    assert first.gold == first.predicted == dict(first.lists)["b"]
    assert first.gold == (Slots((("a", "x"), ("b", None))),)


def test_items_of_pairs_are_those_of_gold_and_pred(tmp_path: Path) -> None:
    pairs = [[{"pred": {"a": "x"}, "gold": {"a": "x", "b": None}, "similarity": 1}], None]
    columns = {"id": [1, 2], "gold": WIDE, "pred": NARROW, "pairs": pairs}
    write_parquet(tmp_path / "a.parquet", pa.table(columns))

    read = samples(found(tmp_path, PARQUET))
    in_frame = samples_of(pa.table(columns).to_pandas()).unwrap()

    for first in (read[0], in_frame[0]):
        [pair] = first.similarities
        assert ((pair.gold,), (pair.predicted,)) == (first.gold, first.predicted)


def test_spans_whose_labels_are_called_otherwise_stay_spans(tmp_path: Path) -> None:
    gold = [[{"start": 0, "end": 2, "label": "PER"}]]
    pred = [[{"start": 0, "end": 2, "type": "PER"}]]
    write_parquet(tmp_path / "a.parquet", pa.table({"id": [1], "gold": gold, "pred": pred}))

    [read] = samples(found(tmp_path, PARQUET))

    assert read.gold == read.predicted == (Span(0, 2, "PER"),)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (
            pa.timestamp("s"),
            datetime(2026, 1, 1, tzinfo=UTC),
            "timestamp[s]: cast it to text: how a time is written decides what is equal",
        ),
        (pa.binary(), b"a", "binary: cast it to text (UTF-8)"),
        (pa.map_(pa.string(), pa.string()), [("a", "b")], "map<string, string>: make it a struct"),
        (pa.float16(), 0.5, "halffloat: cast it to float32"),
    ],
)
def test_types_that_are_no_json_are_refused(
    tmp_path: Path, kind: pa.DataType, value: object, text: str
) -> None:
    inside = pa.array([[{"a": value}]], pa.list_(pa.struct({"a": kind})))
    write_file(tmp_path / "a.arrow", pa.table({"id": [1], "gold": inside, "pred": [["a"]]}))

    assert faults(found(tmp_path, ARROW)) == [
        (
            "a.arrow: $.gold.a: expected texts, numbers, truth values, lists or structs of them, "
            f"got the type {text}"
        )
    ]


def test_a_type_that_nobody_reads_may_be_there(tmp_path: Path) -> None:
    columns = {"id": [1], "gold": [["a"]], "pred": [["a"]], "when": [datetime.now(tz=UTC)]}
    write_parquet(tmp_path / "a.parquet", pa.table(columns))

    assert len(samples(found(tmp_path, PARQUET))) == 1


@everywhere
def test_a_column_that_is_missing_is_named_with_the_nearest(
    tmp_path: Path, source: Source, write: Writer
) -> None:
    write(tmp_path / source.path, pa.table({"id": [1], "gold": [["a"]], "preds": [["a"]]}))

    assert faults(found(tmp_path, source)) == [
        (
            f"{source.path}: expected the column 'pred', got the columns 'id', 'gold', 'preds': "
            "did you mean 'preds'?"
        )
    ]


def test_a_column_with_a_dot_in_its_name_is_quoted(tmp_path: Path) -> None:
    columns = {"id": [1], "gold": [["a"]], "gold.raw": [["b"]], "pred": [["a"]]}
    write_parquet(tmp_path / "a.parquet", pa.table(columns))
    fields = Fields(gold='["gold.raw"]')

    assert samples(found(tmp_path, PARQUET))[0].gold == ("a",)
    assert samples(found(tmp_path, evolve(PARQUET, fields=fields)))[0].gold == ("b",)


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    gold = pa.array([["a"]])
    twice = pa.Table.from_arrays([pa.array([1]), gold, gold, gold], ["id", "gold", "gold", "pred"])
    write_file(tmp_path / "a.arrow", twice)

    assert faults(found(tmp_path, ARROW)) == [
        "a.arrow: expected columns whose names differ, got twice 'gold'"
    ]


def test_row_groups_are_read_apart_and_keep_the_numbers_of_their_rows(tmp_path: Path) -> None:
    gold = [["a"], ["b"], ["c"], None, ["d"]]
    columns = pa.table({"id": list(range(5)), "gold": gold, "pred": [["a"]] * 5})
    parquet.write_table(columns, tmp_path / "a.parquet", row_group_size=2)
    [part] = parts_of(PARQUET, root=tmp_path, options=ReadOptions())

    ranges = splits(tmp_path / "a.parquet")
    apart = [list(part_events(evolve(part, start=start, end=end))) for start, end in ranges]

    assert ranges == ((0, 1), (1, 2), (2, 3))
    assert [event for events in apart for event in events] == found(tmp_path, PARQUET)
    assert faults(apart[1]) == [
        "a.parquet: $[3].gold: expected a list, got null: write [] where there is nothing"
    ]


def test_repeated_ids_are_found_by_row(tmp_path: Path) -> None:
    columns = pa.table({"id": ["a", "b", "a"], "gold": [["x"]] * 3, "pred": [["x"]] * 3})
    write_parquet(tmp_path / "a.parquet", columns)

    assert "got the id 'a' again, first in record [0]" in faults(found(tmp_path, PARQUET))[0]


@everywhere
def test_compressed_files_are_read(tmp_path: Path, source: Source, write: Writer) -> None:
    write(tmp_path / "plain", pa.table({"id": [1], "gold": [["a"]], "pred": [["a"]]}))
    packed = evolve(source, path=f"{source.path}.gz")
    (tmp_path / packed.path).write_bytes(gzip.compress((tmp_path / "plain").read_bytes()))

    assert len(samples(found(tmp_path, packed))) == 1


@pytest.mark.parametrize(
    ("source", "raw", "text"),
    [
        (PARQUET, b"", "expected a Parquet file, got an empty file"),
        (PARQUET, b'{"id": 1}\n', "expected a Parquet file, got '{\"id\": 1'"),
        (
            PARQUET,
            b"PARE" + b"\0" * 20,
            ("expected a Parquet file, got an encrypted Parquet file: write it without encryption"),
        ),
        (
            PARQUET,
            b"ARROW1\0\0",
            "expected a Parquet file, got an Arrow file: say --input-format arrow",
        ),
        (ARROW, b"", "expected an Arrow file or stream, got an empty file"),
        (
            ARROW,
            b"PAR1....",
            "expected an Arrow file or stream, got a Parquet file: say --input-format parquet",
        ),
        (
            ARROW,
            b"FEA1....",
            (
                "expected an Arrow file or stream, got a Feather file of version 1: "
                "write it as version 2"
            ),
        ),
    ],
)
def test_another_file_is_told_by_its_first_bytes(
    tmp_path: Path, source: Source, raw: bytes, text: str
) -> None:
    (tmp_path / source.path).write_bytes(raw)

    assert faults(found(tmp_path, source)) == [f"{source.path}: {text}"]


@everywhere
def test_a_file_that_is_cut_anywhere_is_a_fault_of_the_whole_file(
    tmp_path: Path, source: Source, write: Writer
) -> None:
    rows = pa.table({"id": list(range(9)), "gold": [["a"]] * 9, "pred": [["b"]] * 9})
    write(tmp_path / source.path, rows)
    whole = (tmp_path / source.path).read_bytes()

    for length in range(0, len(whole) - 12, 97):
        (tmp_path / source.path).write_bytes(whole[:length])
        read = found(tmp_path, source)
        assert isinstance(read[-1], Bad), length
        assert read[-1].raw == b"", length


@everywhere
def test_bytes_that_were_changed_never_stop_the_reader(
    tmp_path: Path, source: Source, write: Writer
) -> None:
    rows = pa.table({"id": list(range(9)), "gold": [["a", "bc"]] * 9, "pred": [["b"]] * 9})
    write(tmp_path / source.path, rows)
    whole = (tmp_path / source.path).read_bytes()

    for at in range(0, len(whole), max(1, len(whole) // 150)):
        changed = bytearray(whole)
        changed[at] ^= 0xFF
        (tmp_path / source.path).write_bytes(changed)
        assert isinstance(found(tmp_path, source), list)


def test_a_row_group_that_says_it_holds_too_much_is_refused(tmp_path: Path) -> None:
    bomb = pa.table({"id": [1], "gold": [["a"]], "pred": [["x" * 20 * 2**20]]})
    parquet.write_table(bomb, tmp_path / "a.parquet", compression="zstd", use_dictionary=False)

    assert faults(found(tmp_path, PARQUET)) == [
        (
            "a.parquet: expected at most 1000 times as many bytes as the file has, "
            "got 20971684 bytes when decompressed"
        )
    ]


def test_text_that_is_no_utf8_is_a_fault(tmp_path: Path) -> None:
    bad = pa.array([b"\xff"]).view(pa.string())
    write_parquet(tmp_path / "a.parquet", pa.table({"id": bad, "gold": [["a"]], "pred": [["a"]]}))

    [fault] = faults(found(tmp_path, PARQUET))

    assert "Invalid UTF8 sequence" in fault
    assert fault.startswith("a.parquet: expected a table that can be read, got ")


def test_parquet_and_arrow_are_told_by_their_first_bytes() -> None:
    raw = {
        name: (EXAMPLES / f"{name}/allergens.{name}").read_bytes() for name in ("parquet", "arrow")
    }
    heads = {name: Head(name=name, raw=head) for name, head in raw.items()}
    other = Head(name="a", raw=json.dumps({"id": 1}).encode())

    for sniff, kind in ((sniff_parquet, "parquet"), (sniff_arrow, "arrow")):
        guesses = {name: sniff(head) for name, head in heads.items()}
        sources = {name: guess.source for name, guess in guesses.items() if guess is not None}
        assert sources == {kind: Source(path=kind, format=kind)}
        assert sniff(other) is None


def test_what_is_no_parquet_has_no_row_groups(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1")

    assert splits(tmp_path / "a.parquet") == ()
    assert splits(tmp_path / "b.parquet") == ()
