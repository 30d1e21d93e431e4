"""Every format is told by its content; what two could claim goes to the one that is asked first."""

import gzip
import io
import sys
from pathlib import Path

import pytest

from measurand.edges.files.samples.opening import head_of_bytes, opening
from measurand.edges.files.sources.recognition import claims, first_head, recognised
from measurand.edges.files.sources.sniff import sniff
from measurand.evidence.source import Source

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FORMATS = EXAMPLES / "formats"
CLAIMED = {
    "absa-xml/gold.xml": ("absa-xml",),
    "arrow/allergens.arrow": ("arrow",),
    "brat/gold": ("brat",),
    "brat/pred": ("brat",),
    "coco/instances.json": ("coco", "json"),
    "conll/gold.conll": ("conll",),
    "conll/pred.conll": ("conll",),
    "csv/allergens.csv": ("csv",),
    "dataset/spices": ("dataset",),
    "inspect/dishes.json": ("inspect", "json"),
    "lm-eval/samples_trays_2026-03-02T10-20-30.456789.jsonl": ("lm-eval", "jsonl"),
    "parquet/allergens.parquet": ("parquet",),
    "promptfoo/results.json": ("promptfoo", "json"),
    "quads/gold.txt": ("quads",),
    "squad/kitchen.json": ("squad", "json"),
    "trec/qrels.txt": ("trec",),
    "trec/run.txt": ("trec",),
    "trec-json/qrels.json": ("trec-json", "json"),
    "../places/places.conll": ("conll",),
    "../silence/menus.jsonl": ("jsonl",),
    "../mapped/tags.json": ("json",),
    "../mapped/log.jsonl": ("jsonl",),
    "../review/results/demo__seed1_proposed/scorecards.jsonl": ("scorecards",),
}
"""The formats that claim each example, the one it is first."""


@pytest.mark.parametrize("name", CLAIMED)
def test_an_example_is_told_for_what_it_is(name: str) -> None:
    found = claims(first_head(name, FORMATS, most=2**20))

    assert found == CLAIMED[name]
    source = recognised(Path(name), FORMATS)
    assert source is not None
    assert (source.format, source.path) == (found[0], name)


@pytest.mark.parametrize("name", [name for name in CLAIMED if not (FORMATS / name).is_dir()])
def test_neither_names_nor_compression_matter(tmp_path: Path, name: str) -> None:
    raw = (FORMATS / name).read_bytes()
    (tmp_path / "a.bin").write_bytes(gzip.compress(raw))

    assert claims(first_head("a.bin", tmp_path, most=2**20)) == CLAIMED[name]


@pytest.mark.parametrize(
    "name",
    sorted(
        {str(one.relative_to(EXAMPLES)) for one in (*FORMATS.rglob("*"), *EXAMPLES.glob("*/*"))}
    ),
)
def test_a_look_at_an_example_is_no_error(name: str) -> None:
    found = sniff(EXAMPLES / name, name="it")

    assert found.file == "it"
    assert found.format or found.faults


@pytest.mark.parametrize(
    ("raw", "kind", "said"),
    [
        (b"a B-X B-X\nb O O\n", "conll", (("separator", "space"),)),
        (b"a\tU-X\tU-X\n", "conll", (("scheme", "bilou"),)),
        (b"a\tB-X\tU-X\n", "conll", (("pred_scheme", "bilou"),)),
        (b'{"id": 1', "jsonl", ()),
        (b'\n\n{"id": 1}\n{"id": 2}\n', "jsonl", ()),
        (b'\xef\xbb\xbf[{"id": 1}]', "json", ()),
        (b"id;gold;pred\n1;a;b\n", "csv", None),
        (b"PAR1", "parquet", ()),
        (b"A good place .####[['place', 'ambience general', 'positive', 'good']]\n", "quads", ()),
    ],
)
def test_what_separates_columns_is_told_and_no_names_of_fields(
    tmp_path: Path, raw: bytes, kind: str, said: tuple[tuple[str, str], ...] | None
) -> None:
    (tmp_path / "a").write_bytes(raw)

    found = recognised(Path("a"), tmp_path)

    assert found is not None
    assert found.format == kind
    assert found == Source(path="a", format=found.format, input=found.input)
    assert said is None or found.input == said


def test_fields_that_are_called_otherwise_are_not_guessed_for_a_run(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b'{"id": 1, "target": [], "output": []}\n')

    assert recognised(Path("a"), tmp_path) == Source(path="a")


@pytest.mark.parametrize("raw", [b"", b"a poem\nof two lines", b"\x80\x04}q\x00."])
def test_what_is_not_clear_is_nothing(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a").write_bytes(raw)

    assert recognised(Path("a"), tmp_path) is None


@pytest.mark.parametrize("name", ["no such", "*.none", "cut"])
def test_what_cannot_be_opened_is_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "cut").write_bytes(gzip.compress(b"[1]")[:-9])

    assert recognised(Path(name), tmp_path) is None


def test_of_several_files_the_first_is_asked(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).write_bytes(b'{"id": 1}\n{"id": 2}\n' if name == "a" else b"poem")

    for path in ("*", "."):
        found = recognised(Path(path), tmp_path)
        assert found is not None
        assert found.format == "jsonl"


def test_standard_input_is_told_and_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = gzip.compress(b"a\tB-X\tO\n")

    class Input:
        buffer = io.BytesIO(raw)

    monkeypatch.setattr(sys, "stdin", Input())

    found = recognised(Path("-"))
    assert found is not None
    assert found.format == "conll"
    assert sniff(Path("-")).samples == ("0: gold X[0, 1) | predicted nothing",)


# Data sets of documents are often longer than what is looked at: COCO val2017 has 20 MB.
@pytest.mark.parametrize("name", ["squad/kitchen.json", "inspect/dishes.json"])
def test_a_document_is_told_by_its_beginning_alone(name: str) -> None:
    raw = (FORMATS / name).read_bytes()
    head = head_of_bytes(raw[: len(raw) * 2 // 3], name, more=True)

    assert claims(head)[0] == CLAIMED[name][0]


@pytest.mark.parametrize(
    ("raw", "closed"),
    [
        (b'{"a": 1, "b": [1, 2', b'{"a": 1, "b": [1]}'),
        (b'{"a": "x, ]", "b', b'{"a": "x, ]"}'),
        (b'{"a": "x\\", ]", "b": "\\', b'{"a": "x\\", ]"}'),
        (b"[[1], [2], 3", b"[[1], [2]]"),
        (b"[1}, 2", b""),
        (b"[" * 500 + b"1, 2", b""),
        (b'{"a', b""),
    ],
)
def test_a_beginning_is_closed_behind_its_last_whole_element(raw: bytes, closed: bytes) -> None:
    assert opening(raw) == closed


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("conll/gold.conll", "0: gold PER[0, 2); LOC[3, 4)"),
        ("quads/gold.txt", "1: gold (lamp, 1, fast, 3, POS)"),
        ("trec/qrels.txt", "tea: gold t1 2; t2 1; t3 0; t4 -1"),
        ("trec-json/qrels.json", "tea: gold t1 2; t2 1; t3 0; t4 -1"),
        ("brat/gold", "ward-1: gold Symptom[7, 17); "),
    ],
)
def test_gold_is_shown_where_predictions_stand_elsewhere(name: str, first: str) -> None:
    found = sniff(FORMATS / name)

    assert found.samples[0].startswith(first)
    assert not any(" | " in sample for sample in found.samples)
    assert any("say --predictions" in said for said in found.assumptions)
    assert not found.faults


def test_a_cell_that_goes_on_behind_what_was_looked_at_is_no_fault(tmp_path: Path) -> None:
    rows = b"".join(b'%d,[],"[""a"",\n""b""]"\n' % at for at in range(501))
    (tmp_path / "a.csv").write_bytes(b"id,gold,pred\n" + rows)

    found = sniff(tmp_path / "a.csv")

    assert (found.format, found.whole) == ("csv", False)
    assert not found.faults


def test_a_pickle_is_named_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.pkl").write_bytes(b"\x80\x04cos\nsystem\n(S'true'\ntR.")

    assert [fault.got for fault in sniff(tmp_path / "a.pkl").faults] == [
        "a pickle, which is never read: reading one runs what is in it"
    ]


def test_a_table_with_the_index_of_pandas_is_still_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b",id,gold,pred\n0,1,a,a\n")

    source = recognised(tmp_path / "a.csv")

    assert source is not None
    assert source.format == "csv"
    assert "to_csv(index=False)" in sniff(tmp_path / "a.csv").assumptions[0]


def test_what_has_to_be_said_is_said_with_the_words_that_say_it() -> None:
    found = sniff(FORMATS / "inspect" / "dishes.json")

    assert found.needed == (
        'which epoch is read: say --input epoch=..., or input = { epoch = "..." } in a claims file',
    )
    assert found.words[:2] == ("--input-format", "inspect")


# wandb/sdk/data_types/table.py: 10,000 rows are logged in a run, 200,000 in an artifact.
@pytest.mark.parametrize(("rows", "warned"), [(9_999, 0), (10_000, 1), (10_001, 0)])
def test_a_table_as_long_as_its_writer_allows_is_warned_of(
    tmp_path: Path, rows: int, warned: int
) -> None:
    lines = b"".join(b'{"id": %d, "gold": [], "pred": []}\n' % at for at in range(rows))
    (tmp_path / "a.jsonl").write_bytes(lines)

    found = sniff(tmp_path / "a.jsonl").warnings

    assert len(found) == warned
    assert all(text.startswith("exactly 10000 records: tables that W&B logs") for text in found)


def test_a_table_of_columns_and_rows_is_named_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b'{"columns": ["id", "gold"], "data": [["r0", ["a"]]]}')

    [said] = sniff(tmp_path / "a").assumptions
    assert said.startswith("a table of columns and rows, as W&B and MLflow write them, which is")
