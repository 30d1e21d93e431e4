"""Datasets on disk: splits, names of labels, and folders that are not to be trusted."""

import json
import pickle
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from attrs import evolve
from pyarrow import parquet

from measurand.edges.files.formats.dataset import sniff
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Fields, Source
from tests.formats.reading import faults, samples
from tests.formats.tables import EXAMPLES, LABELS, TEXT, found, write_dataset, write_stream

FOLDER = Source(path="d", format="dataset")
ROWS = pa.table({"id": ["1", "2"], "gold": [["a"], []], "pred": [["b"], None]})
FEATURES = {"id": TEXT, "gold": {"feature": TEXT, "_type": "List"}}
FILE = "data-00000-of-00001.arrow"
SHARD = "train-00000-of-00001"


def answers(folder: Path, source: Source = FOLDER) -> list[tuple[object, object, object]]:
    read = found(folder, source)
    assert faults(read) == []
    return [(one.id, one.gold, one.predicted) for one in samples(read)]


def one_fault(folder: Path, source: Source = FOLDER) -> str:
    [fault] = faults(found(folder, source))
    return fault


def state_of(folder: Path, **entries: object) -> None:
    (folder / "state.json").write_text(json.dumps(entries))


def test_the_example_reads_the_names_of_its_labels() -> None:
    source = evolve(FOLDER, path="dataset/spices")

    assert answers(EXAMPLES, source) == [
        ("s1", ("mild",), ("mild",)),
        ("s2", ("hot",), ("mild",)),
        ("s3", ("hot",), None),
    ]


def test_polars_reads_the_same_numbers_of_the_example() -> None:
    folder = EXAMPLES / "dataset/spices/test"
    names = json.loads((folder / "dataset_info.json").read_text())["features"]["gold"]["names"]

    frame = pl.read_ipc_stream(folder / FILE)

    ours = [gold for _, gold, _ in answers(EXAMPLES, evolve(FOLDER, path="dataset/spices"))]
    assert [(names[number],) for number in frame["gold"]] == ours


def test_a_folder_of_save_to_disk_is_read_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "d"
    write_dataset(folder, ROWS, FEATURES)
    write_stream(folder / "more.arrow", ROWS)
    state_of(folder, _data_files=[{"filename": FILE}, {"filename": "more.arrow"}])

    read = found(tmp_path, FOLDER)

    assert [one.id for one in samples(read)] == ["1", "2"]
    assert faults(read) == [
        (
            f"d/more.arrow: $[{at}].id: expected ids that differ, got the id '{at + 1}' again, "
            f"first in record [{at}] of d/{FILE}: "
            "if an id may repeat, join it with what tells the records apart: "
            '--field id=run+id ("run+id" in a claims file)'
        )
        for at in range(2)
    ]


def test_of_several_splits_one_has_to_be_said(tmp_path: Path) -> None:
    for at, name in enumerate(("train", "test")):
        write_dataset(tmp_path / "d" / name, ROWS.slice(at, 1), FEATURES)
    (tmp_path / "d/dataset_dict.json").write_text('{"splits": ["train", "test"]}')

    assert one_fault(tmp_path) == (
        "d: expected to be told which split of a dataset is read, got 2: 'train', 'test': "
        'say --input split=..., or input = { split = "..." } in a claims file'
    )
    assert answers(tmp_path, evolve(FOLDER, input=(("split", "test"),))) == [("2", (), None)]
    assert one_fault(tmp_path, evolve(FOLDER, input=(("split", "dev"),))) == (
        "d: expected the split 'dev', got only 'train', 'test'"
    )


@pytest.mark.parametrize("splits", ['["../out"]', '[".."]', '["/"]', '["a\\\\b"]'])
def test_splits_are_named_plainly(tmp_path: Path, splits: str) -> None:
    write_dataset(tmp_path / "out", ROWS, FEATURES)
    (tmp_path / "d").mkdir()
    (tmp_path / "d/dataset_dict.json").write_text(f'{{"splits": {splits}}}')

    assert one_fault(tmp_path).startswith("d: $: expected the plain name of a folder in the folder")


@pytest.mark.parametrize("splits", ["[]", "[1]", '["a", null]', "{}", "null"])
def test_splits_that_are_no_names_are_refused(tmp_path: Path, splits: str) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/dataset_dict.json").write_text(f'{{"splits": {splits}}}')

    assert one_fault(tmp_path).startswith("d: $.splits: expected a list of the names of splits")


def test_a_digest_beside_a_folder_is_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)

    assert one_fault(tmp_path, evolve(FOLDER, sha256="0" * 64)) == (
        "d: expected a digest of one file, got a digest beside a folder"
    )


@pytest.mark.parametrize("place", [".", "data"])
def test_a_folder_as_the_hub_keeps_it_is_read_by_split(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "d" / place
    folder.mkdir(parents=True)
    for at in range(2):
        parquet.write_table(ROWS.slice(at, 1), folder / f"train-0000{at}-of-00002.parquet")
    parquet.write_table(ROWS, folder / "test-00000-of-00001-0123456789abcdef.parquet")

    assert "got 2: 'test', 'train'" in one_fault(tmp_path)
    assert answers(tmp_path, evolve(FOLDER, input=(("split", "train"),))) == [
        ("1", ("a",), ("b",)),
        ("2", (), None),
    ]


def test_the_names_of_labels_stand_in_the_metadata_of_parquet_too(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    info = {"info": {"features": {"gold": LABELS}}}
    rows = pa.table({"id": ["1"], "gold": [1], "pred": ["hot"]})
    told = rows.replace_schema_metadata({"huggingface": json.dumps(info)})
    parquet.write_table(told, tmp_path / "d/train.parquet")

    assert answers(tmp_path) == [("1", ("hot",), ("hot",))]


@pytest.mark.parametrize(
    ("feature", "value", "gold"),
    [
        (LABELS, 0, ("mild",)),
        ({"feature": LABELS, "_type": "Sequence"}, [1, 0], ("hot", "mild")),
        ([LABELS], [1], ("hot",)),
    ],
)
def test_labels_are_found_inside_lists(
    tmp_path: Path, feature: object, value: object, gold: tuple[str, ...]
) -> None:
    rows = pa.table({"id": ["1"], "gold": [value], "pred": [[""]]})
    write_dataset(tmp_path / "d", rows, {"gold": feature})

    assert answers(tmp_path)[0][1] == gold


def test_labels_are_found_inside_structs_and_structs_of_lists(tmp_path: Path) -> None:
    inside = {"aspect": TEXT, "heat": LABELS}
    old = {"feature": inside, "_type": "Sequence"}
    spread = {"aspect": ["soup"], "heat": [1]}
    rows = pa.table({"id": ["1"], "gold": [spread], "pred": [[{"aspect": "soup", "heat": 1}]]})
    write_dataset(tmp_path / "d", rows, {"gold": old, "pred": [inside]})

    [(_, gold, predicted)] = answers(tmp_path)

    assert gold == predicted
    assert str(gold) == "(Slots(entries=(('aspect', 'soup'), ('heat', 'hot'))),)"


def test_no_label_is_null_and_a_number_without_a_name_a_fault(tmp_path: Path) -> None:
    rows = pa.table({"id": ["1"], "gold": [1], "pred": [-1]})
    write_dataset(tmp_path / "d", rows, {"gold": LABELS, "pred": LABELS})
    assert answers(tmp_path) == [("1", ("hot",), None)]

    for number in (2, -2):
        odd = rows.set_column(2, "pred", [[number]])
        write_dataset(tmp_path / "d", odd, {"gold": LABELS, "pred": LABELS})
        assert one_fault(tmp_path) == (
            f"d/{FILE}: $.pred: expected a label from 0 to 1, or -1 for none, got {number}"
        )


def test_a_view_by_indices_is_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    files = [{"filename": FILE}]
    state_of(tmp_path / "d", _data_files=files, _indices_data_files=[{"filename": "i.arrow"}])

    assert one_fault(tmp_path) == (
        "d: expected a dataset whose rows stand as they are read, got a view: rows chosen or "
        "shuffled by a file of indices: save it with flatten_indices().save_to_disk(...)"
    )


@pytest.mark.parametrize(
    "name", ["../out.arrow", "/etc/passwd", "..", "", "a/b.arrow", "a\\b", "c:x", "a\0b", 3, None]
)
def test_files_that_are_named_lie_in_the_folder(tmp_path: Path, name: object) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    write_stream(tmp_path / "out.arrow", ROWS)
    state_of(tmp_path / "d", _data_files=[{"filename": name}])

    assert one_fault(tmp_path).startswith("d: $: expected the plain name of a file in the folder")


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    write_stream(tmp_path / "out.arrow", ROWS)
    (tmp_path / "d" / FILE).unlink()
    (tmp_path / "d" / FILE).symlink_to(tmp_path / "out.arrow")

    assert one_fault(tmp_path) == (
        f"d: $: expected a file inside the folder, got '{FILE}': "
        "it is a link to elsewhere: copy the folder with the files themselves (cp -rL)"
    )


def test_a_split_may_not_be_a_link_out_of_the_folder(tmp_path: Path) -> None:
    write_dataset(tmp_path / "out", ROWS, FEATURES)
    (tmp_path / "d").mkdir()
    (tmp_path / "d/test").symlink_to(tmp_path / "out")
    (tmp_path / "d/dataset_dict.json").write_text('{"splits": ["test"]}')

    assert "it is a link to elsewhere" in one_fault(tmp_path)


def test_links_inside_the_folder_are_followed(tmp_path: Path) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    (tmp_path / "d" / FILE).rename(tmp_path / "d/blob")
    (tmp_path / "d" / FILE).symlink_to("blob")

    assert len(answers(tmp_path)) == 2


def test_a_link_to_itself_is_a_fault(tmp_path: Path) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    (tmp_path / "d" / FILE).unlink()
    (tmp_path / "d" / FILE).symlink_to(FILE)

    assert f"expected the file '{FILE}'" in one_fault(tmp_path)


class Trap:
    """Leaves a file behind where it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, tuple[Path, ...]]:
        return Path.touch, (self.marker,)


def test_pickles_and_programs_in_the_folder_are_never_run(tmp_path: Path) -> None:
    marker = tmp_path / "run"
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    (tmp_path / "d/d.py").write_text(f"open({str(marker)!r}, 'w')")
    (tmp_path / "d/data.pkl").write_bytes(pickle.dumps(Trap(marker)))
    assert len(answers(tmp_path)) == 2

    state_of(tmp_path / "d", _data_files=[{"filename": "data.pkl"}])
    assert one_fault(tmp_path).startswith("d/data.pkl: expected an Arrow file or stream, got ")
    assert not marker.exists()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "d/state.json: expected the rest of a JSON value, got an end after '{'"),
        ("[]", "d: $._data_files: expected a list of files, got null"),
        ("{}", "d: $._data_files: expected a list of files, got null"),
        (
            '{"_data_files": [{"filename": "x.arrow"}]}',
            (
                "d: $: expected the file 'x.arrow', got nothing of that name: "
                "was the dataset copied whole?"
            ),
        ),
        ('{"_data_files": []}', "d: expected samples, got a file without records"),
    ],
)
def test_a_state_says_what_is_wrong_with_it(tmp_path: Path, text: str, fault: str) -> None:
    write_dataset(tmp_path / "d", ROWS, FEATURES)
    (tmp_path / "d/state.json").write_text(text)

    assert one_fault(tmp_path) == fault


def test_what_is_no_dataset_says_what_one_is(tmp_path: Path) -> None:
    what = (
        "expected a dataset: state.json, dataset_dict.json, or Parquet files such as "
        "train-00000-of-00001.parquet, got "
    )
    assert one_fault(tmp_path) == f"d: {what}no folder"
    (tmp_path / "d").mkdir()
    assert one_fault(tmp_path) == f"d: {what}a folder without such files"


def test_a_column_may_be_named(tmp_path: Path) -> None:
    write_dataset(tmp_path / "d", ROWS.rename_columns(["id", "gold", "guess"]), FEATURES)

    assert one_fault(tmp_path).startswith(f"d/{FILE}: expected the column 'pred'")
    assert len(answers(tmp_path, evolve(FOLDER, fields=Fields(pred="guess")))) == 2


@pytest.mark.parametrize(
    "entries", [("state.json", FILE), ("dataset_dict.json",), (f"data/{SHARD}.parquet",)]
)
def test_a_dataset_is_told_by_the_names_of_its_files(entries: tuple[str, ...]) -> None:
    guess = sniff(Head(name="d", entries=entries))

    assert guess is not None
    assert guess.source == FOLDER


def test_other_folders_are_not_taken_for_datasets() -> None:
    assert sniff(Head(name="d", entries=("a.ann", "a.txt", "b.parquet.bak"))) is None
