"""Files that would give a number without a word about what is wrong with them: refused, or told."""

import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from measurand.edges.files.events import Event
from measurand.edges.files.formats.arrow_values import values_of
from measurand.edges.files.formats.dataset import sniff
from measurand.edges.files.json.value import Number
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.sources.reading import read
from measurand.edges.files.sources.recognition import recognise, recognised
from measurand.evidence.source import Fields, Source
from measurand.frames import samples_of
from tests.formats.reading import faults, samples
from tests.formats.tables import LABELS, write_dataset

INTEGER = {"dtype": "int64", "_type": "Value"}


def found(folder: Path, source: Source, **files: str) -> list[Event]:
    """Write files by their names (a dot is two underscores), and read a source."""
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return list(read(source, root=folder))


def test_names_of_labels_are_not_compared_with_their_numbers(tmp_path: Path) -> None:
    rows = pa.table({"id": ["1"], "gold": [1], "pred": [1]})
    write_dataset(tmp_path / "d", rows, {"gold": LABELS, "pred": INTEGER})

    [fault] = faults(found(tmp_path, Source(path="d", format="dataset")))

    assert fault.endswith(
        "expected labels of one type, got gold as names of labels, pred as int64: cast pred to the"
        " ClassLabel of gold, or write the names"
    )


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["00000-of-00003", "00002-of-00003"], "the 3 files of the split 'train', got 2 files"),
        (["00000-of-00001-aa", "00000-of-00001-bb"], "the 1 files of the split 'train', got 2"),
        (["00001-of-00001"], "the 1 files of the split 'train', got 1 files"),
        (["00000-of-00001", ""], "the 1 files of the split 'train', got 2 files"),
        (["0-of-" + "9" * 99], "the " + "9" * 99),
        (["00000-of-00002", "00001-of-00002"], None),
    ],
)
def test_a_split_is_read_with_all_its_files_or_not_at_all(
    tmp_path: Path, names: list[str], told: str | None
) -> None:
    (tmp_path / "d").mkdir()
    for name in names:
        rows = pa.table({"id": [name], "gold": ["a"], "pred": ["a"]})
        parquet.write_table(rows, tmp_path / "d" / f"train-{name}.parquet".replace("-.", "."))

    read_rows = found(tmp_path, Source(path="d", format="dataset"))

    assert len(samples(read_rows)) == (len(names) if told is None else 0)
    assert told is None or told in faults(read_rows)[0]


@pytest.mark.parametrize(
    ("gold", "pred", "got"),
    [
        ([True], [1], "labels of one type, got gold with truth values; pred with numbers 0 or 1"),
        (
            [[{"a": 1}]],
            [[{"a": 1.0}]],
            "gold.a with integers, such as 1; pred.a with floats, such as 1.0",
        ),
        ([True], ["True"], "gold with truth values; pred with texts that spell truth values"),
        (
            ["1"],
            [1.0],
            'gold with texts that spell numbers, such as "1"; pred with floats, such as 1.0',
        ),
        ([1], ["1"], "gold with integers, such as 1; pred with texts that spell numbers"),
        ([[{"a": 1.0}]], [[{"a": "1"}]], "gold.a with floats, such as 1.0; pred.a with texts that"),
        (
            [1],
            pa.array(["1"]).dictionary_encode(),
            "gold with integers, such as 1; pred with texts that",
        ),
        (
            [1],
            pa.array([1], pa.decimal128(5, 2)),
            "gold with integers, such as 1; pred with floats, such as 1.0",
        ),
    ],
)
def test_numbers_of_two_types_are_not_compared(
    tmp_path: Path, gold: object, pred: object, got: str
) -> None:
    parquet.write_table(pa.table({"id": [1], "gold": gold, "pred": pred}), tmp_path / "a.parquet")

    [fault] = faults(found(tmp_path, Source(path="a.parquet", format="parquet")))

    assert fault.startswith("a.parquet: expected ")
    assert got in fault


@pytest.mark.parametrize("kind", [pa.null(), pa.float64(), pa.bool_()])
def test_a_column_of_nulls_alone_fits_any_other(tmp_path: Path, kind: pa.DataType) -> None:
    table = pa.table({"id": [1], "gold": ["a"], "pred": pa.nulls(1, kind)})
    parquet.write_table(table, tmp_path / "a.parquet")

    in_file = samples(found(tmp_path, Source(path="a.parquet", format="parquet")))

    assert [one.predicted for one in in_file] == [None]
    assert [one.predicted for one in samples_of(table.to_pandas()).unwrap()] == [None]


def test_values_inside_of_a_struct_are_not_compared_with_those_of_another_type(
    tmp_path: Path,
) -> None:
    table = pa.table({"id": [1], "gold": [True], "out": [{"label": "True"}]})
    parquet.write_table(table, tmp_path / "a.parquet")
    fields = Fields(pred="out.label")
    source = Source(path="a.parquet", format="parquet", fields=fields)

    told = "gold with truth values; out.label with texts that spell truth values"
    assert told in faults(found(tmp_path, source))[0]
    assert told in str(samples_of(table.to_pandas(), fields=fields))


@pytest.mark.parametrize(
    ("gold", "pred", "got"),
    [
        ([1, 1.0], [1, 1], "gold with integers, such as 1; gold with floats, such as 1.0"),
        ([1, 2], [1.0, 2], "gold with integers, such as 1; pred with floats, such as 1.0"),
        (
            [[{"a": 1}], []],
            [[{"a": 1.0}], []],
            "gold.a with integers, such as 1; pred.a with floats, such as 1.0",
        ),
        ([True, False], ["True", "False"], "gold with truth values; pred with texts that"),
        (
            [1.0, 2.0],
            ["1", "2"],
            "gold with floats, such as 1.0; pred with texts that spell numbers",
        ),
        ([1, 0.5], [1, 0.5], None),
        (["x", 1], ["x", 1], None),
        ([1, 2], ["x", None], None),
    ],
)
def test_cells_of_pandas_and_of_dicts_are_of_one_type(
    gold: list[object], pred: list[object], got: str | None
) -> None:
    cells = {"id": ["1", "2"], "gold": gold, "pred": pred}
    frame = pd.DataFrame(cells, dtype=object)

    told = samples_of(frame)

    assert str(told).startswith("<Success") if got is None else f"got='{got}" in str(told)
    assert samples_of(frame.to_dict("records")) == told


def test_files_that_differ_by_a_number_are_one_table(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for at in range(2):  # as DuckDB writes them, one by thread
        rows = pa.table({"id": [at], "gold": ["a"], "pred": ["a"]})
        parquet.write_table(rows, tmp_path / "d" / f"data_{at}.parquet")

    told = recognised(Path("d"), tmp_path)

    assert told == Source(path="d", format="parquet")
    assert [one.id for one in samples(found(tmp_path, told))] == ["0", "1"]
    [fault] = faults(found(tmp_path, Source(path="d", format="dataset")))
    assert fault.endswith(
        "got names that differ by a number: of files of one table say --input-format parquet, of"
        " splits --input split=NAME"
    )
    said = Source(path="d", format="dataset", input=(("split", "data_1"),))
    assert [one.id for one in samples(found(tmp_path, said))] == ["1"]


@pytest.mark.parametrize(
    ("names", "claimed"),
    [
        (("data_0.parquet", "data_1.parquet"), False),
        (("part.0.parquet", "part.1.parquet"), False),
        (("train.parquet", "test.parquet"), True),
        (("data/data_0.parquet", "data/data_1.parquet"), True),
        (("a-00000-of-00002.parquet", "a-00001-of-00002.parquet"), True),
        (("state.json", "data_0.parquet", "data_1.parquet"), True),
    ],
)
def test_names_tell_splits_from_files_of_one_table(names: tuple[str, ...], claimed: bool) -> None:  # noqa: FBT001 a parameter
    assert (sniff(Head(name="d", entries=names)) is not None) == claimed


def test_columns_of_pandas_are_found_by_what_their_names_say_and_once() -> None:
    fields = Fields(id="0", gold="1", pred="2")
    frame = pd.DataFrame([[1, "a", "b"]], columns=[0, 1, 2])
    twice = pd.DataFrame([[1, "a", "b", "c"]], columns=["id", "gold", "pred", "pred"])
    truth = pd.DataFrame({"id": [1], "gold": [True], "pred": [1]})

    assert "predicted=('b',)" in str(samples_of(frame, fields=fields))
    assert "twice 'pred'" in str(samples_of(twice))
    assert "gold with truth values; pred with numbers 0 or 1" in str(samples_of(truth))


def test_a_row_of_promptfoo_that_gives_no_reason_for_its_error_has_no_score(tmp_path: Path) -> None:
    def row(at: int, **more: object) -> dict[str, object]:
        return {"testIdx": at, "promptIdx": 0, "success": False, "score": 0, **more}

    error = {"error": "API error", "response": {"error": "API error"}}
    wrong = {"error": "Expected b", "response": {"output": "a"}, "failureReason": 1}
    rows = [row(0, **error), row(1, failureReason=0, **error), row(2, **wrong)]
    rows.append(row(3, failureReason=[], **error))
    text = json.dumps({"evalId": "e", "results": {"version": 3, "results": rows}})
    fields = Fields(amounts=(("score", "score"),))
    source = Source(path="a.json", format="promptfoo", items="none", fields=fields)

    told = samples(found(tmp_path, source, a__json=text))

    assert [len(one.amounts) for one in told] == [0, 0, 1, 1]
    assert dict(told[0].reasons)["score"] == "error: API error"


def test_a_question_that_is_answered_twice_is_a_fault(tmp_path: Path) -> None:
    asked_once = {"id": "1", "answers": [{"text": "a"}]}
    gold = {"version": "1.1", "data": [{"title": "t", "paragraphs": [{"qas": [asked_once]}]}]}
    source = Source(path="g.json", predictions="p.json", format="squad")

    read_rows = found(tmp_path, source, g__json=json.dumps(gold), p__json='{"1": "a", "1": "b"}')

    assert faults(read_rows) == [
        (
            "p.json: expected every key once, got twice '1': readers keep the last and drop the"
            " rest: keep one"
        )
    ]


def test_tuples_of_positions_are_not_compared_with_tuples_of_words(tmp_path: Path) -> None:
    said = (("order", "aspect,opinion,polarity"),)
    source = Source(path="g.txt", predictions="p.txt", format="quads", input=said)
    gold, words = "so good####[([0], [1], 'POS')]\n", "so good####[('so', 'good', 'POS')]\n"

    assert faults(found(tmp_path, source, g__txt=gold, p__txt=words)) == [
        (
            "g.txt:1: expected tuples that are all of positions, or all of words, got positions for"
            " some and words for others, here or at p.txt:1: write the words in both files, or the"
            " positions in both"
        )
    ]
    assert faults(found(tmp_path, source, g__txt=gold, p__txt="so good####[]\n")) == []


def test_a_line_of_acos_may_have_no_tuple_behind_its_tab(tmp_path: Path) -> None:
    source = Source(path="g.txt", predictions="p.txt", format="quads")

    [one] = samples(found(tmp_path, source, g__txt="ok\t-1,-1 R#G 1 0,1\n", p__txt="ok\t\n"))

    assert (len(one.gold), one.predicted) == (1, ())


def test_terms_with_places_are_not_compared_with_terms_without(tmp_path: Path) -> None:
    def xml(place: str) -> str:
        term = f'<aspectTerm term="soup" polarity="positive"{place}/>'
        inside = f"<text>soup</text><aspectTerms>{term}</aspectTerms>"
        return f'<sentences><sentence id="1">{inside}</sentence></sentences>'

    source = Source(path="g.xml", predictions="p.xml", format="absa-xml")
    trusted = Source(
        path="g.xml", predictions="p.xml", format="absa-xml", input=(("offsets", "trust"),)
    )
    files = {"g__xml": xml(' from="0" to="4"'), "p__xml": xml("")}

    assert faults(found(tmp_path, source, **files)) == [
        (
            "g.xml: expected from and to at all of them, or at none, got terms with them and"
            " without, in g.xml and p.xml: those are never equal; to compare without places, say"
            " --input offsets=trust and name what is compared, such as unit=term+polarity"
        )
    ]
    assert len(samples(found(tmp_path, trusted, **files))) == 1


def test_a_log_with_fewer_samples_than_its_results_count_is_refused(tmp_path: Path) -> None:
    sample = {"id": 1, "epoch": 1, "target": "a", "output": {"completion": "a"}}
    log = {"version": 2, "status": "success", "eval": {}, "results": {"total_samples": 2}}
    text = json.dumps({**log, "samples": [sample]})
    read_anyhow = (("unfinished", "read"),)

    [fault] = faults(found(tmp_path, Source(path="a.json", format="inspect"), a__json=text))
    anyhow = found(tmp_path, Source(path="a.json", format="inspect", input=read_anyhow))

    assert "got 1 of 2 samples: say --input unfinished=refuse|read" in fault
    assert len(samples(anyhow)) == 1


def test_an_archive_whose_members_cannot_be_listed_is_told_by_its_first_bytes() -> None:
    told = recognise(Head(name="-", raw=b"PK\x03\x04\x14\0"))

    assert told is not None
    assert told.format.name == "inspect"


def test_a_list_view_is_read_without_the_values_of_other_rows() -> None:
    starts, sizes = pa.array([0, 1, 0], pa.int32()), pa.array([1, 1, 0], pa.int32())
    values = pa.array([float("inf"), 0.5])  # what is infinite is refused where it is read
    views = pa.ListViewArray.from_arrays(starts, sizes, values)

    assert values_of(views.slice(1)) == [[Number("0.5")], []]


def test_the_results_that_stand_beside_samples_in_a_folder_are_no_samples(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    row = {"doc_id": 0, "target": "1", "filtered_resps": ["1"], "filter": "none"}
    (tmp_path / "out" / "results_2026-01-02T03-04-05.json").write_text('{"results": {}}')
    (tmp_path / "out" / "samples_sums_2026-01-02T03-04-05.jsonl").write_text(json.dumps(row))
    (tmp_path / "out" / "samples_odds_2026-01-02T03-04-05.jsonl").write_text(json.dumps(row))

    told = recognised(Path("out"), tmp_path)

    assert told is not None
    assert [one.id for one in samples(found(tmp_path, told))] == ["odds/0", "sums/0"]
