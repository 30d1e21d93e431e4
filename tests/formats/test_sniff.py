"""A first look says what it understood, what it assumed and what is wrong."""

from pathlib import Path

import pytest

from measurand.edges.files import Sniffed
from measurand.edges.files.sources.sniff import sniff


def seen(folder: Path, raw: bytes) -> Sniffed:
    path = folder / "file"
    path.write_bytes(raw)
    return sniff(path, name="file")


def test_canonical_lines_need_no_mapping(tmp_path: Path) -> None:
    raw = (
        b'\xef\xbb\xbf{"id": 1, "gold": [{"aspect": "a", "polarity": "b"}], "pred": null}\r\n'
        b'{"id": 2, "gold": [], "pred": [{"aspect": "a"}], "sample_weight": 2}\r\n'
    )

    found = seen(tmp_path, raw)

    assert found == Sniffed(
        file="file",
        format="jsonl",
        source=found.source,
        words=("--input-format", "jsonl"),
        looked=2,
        encoding=(
            "it starts with a byte order mark, which is dropped",
            "lines end with CR LF, of which CR is dropped",
        ),
        items="slots (aspect, polarity)",
        samples=("1: gold (a, b) | no answer", "2: gold nothing | predicted (a)"),
        assumptions=(
            "gold is the key 'gold', predictions are the key 'pred'",
            "the id is the key 'id': it differs in all 2 records looked at",
            "null says that no answer was given: 1 of the samples looked at",
            "1 of the samples looked at have a weight that is not 1",
        ),
    )


def test_an_id_that_repeats_is_joined_with_what_tells_the_records_apart(tmp_path: Path) -> None:
    lines = [
        f'{{"run": "{run}", "n": 1, "sample_id": {number}, "target": ["a"], "output": []}}\n'
        for run in "ab"
        for number in (1, 2)
    ]

    found = seen(tmp_path, "".join(lines).encode())

    assert found.source is not None
    assert found.source.fields.id == "run+sample_id"
    assert (found.source.fields.gold, found.source.fields.pred) == ("target", "output")
    assert found.faults == ()


def test_duplicate_keys_are_warned_of(tmp_path: Path) -> None:
    lines = b'{"id": 1, "gold": [], "pred": []}\n{"id": 2, "gold": ["a"], "gold": [], "pred": []}\n'

    assert seen(tmp_path, lines).warnings == ("line 2 has twice 'gold': only the last is read",)


def test_faults_are_told_with_their_lines(tmp_path: Path) -> None:
    lines = b'{"id": 1, "gold": [], "pred": []}\n{"id": 2, "gold": [], "pred"'

    found = seen(tmp_path, lines)

    assert [fault.line for fault in found.faults] == [2]
    assert found.looked == 2


def test_no_more_than_1000_lines_are_looked_at(tmp_path: Path) -> None:
    lines = [f'{{"id": {number}, "gold": [], "pred": []}}\n' for number in range(1001)]

    found = seen(tmp_path, "".join(lines).encode())

    assert (found.looked, found.whole) == (1000, False)


def test_a_line_longer_than_the_look_is_unknown(tmp_path: Path) -> None:
    found = seen(tmp_path, b'{"id": "' + b"x" * 9 * 2**20 + b'"}\n')

    assert found.faults[0].expected == "a format that `measurand formats` lists"


def test_columns_of_tags_are_conll(tmp_path: Path) -> None:
    found = seen(tmp_path, b"EU\tB-ORG\tI-ORG\nrejects\tO\tO\n\n")

    assert found.format == "conll"
    assert found.samples == ("0: gold ORG[0, 1) | predicted ORG[0, 1)",)
    assert found.items == "spans"
    assert "the last column but one is gold, the last is predicted" in found.assumptions


def test_a_document_with_a_list_of_records_is_found(tmp_path: Path) -> None:
    found = seen(tmp_path, b'{"meta": 1, "data": {"rows": [\n{"id": 1, "gold": [], "pred": []}]}}')

    assert found.source is not None
    assert (found.format, found.source.records) == ("json", "data.rows")
    assert found.assumptions[0] == "the records are at $.data.rows"


def test_a_document_with_aligned_lists_is_found(tmp_path: Path) -> None:
    found = seen(tmp_path, b'{"gold": [["B-X"]], "systems": {"a": [["O"]], "b": [["O"]]}}')

    assert found.source is not None
    assert found.source.columns == (("gold", "gold"), ("pred", "systems.a"))
    assert found.source.items == "iob2"
    assert "$.systems.b could be the predictions too" in found.assumptions


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (
            b'{"id": 1, "text": "a"}\n{"id": 2, "text": "b"}\n',
            "no key is named as gold are: the keys are id, text",
        ),
        (b"3", "no list of records with gold and predictions"),
        (b'{"gold": [[]], "other": []}', "no list is as long as $.gold"),
    ],
)
def test_what_is_not_understood_is_said(tmp_path: Path, raw: bytes, said: str) -> None:
    found = seen(tmp_path, raw)

    assert found.source is None
    assert (found.assumptions or (found.faults[0].expected,))[0] in {
        said,
        "a format that `measurand formats` lists",
    }


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", "file: expected a format that `measurand formats` lists, got an empty file"),
        (
            b"a poem\nof two lines",
            r"file: expected a format that `measurand formats` lists, got 'a poem\nof two lines'",
        ),
    ],
)
def test_what_is_no_data_is_a_fault(tmp_path: Path, raw: bytes, text: str) -> None:
    assert [fault.text() for fault in seen(tmp_path, raw).faults] == [text]


def test_a_directory_is_a_fault(tmp_path: Path) -> None:
    assert sniff(tmp_path, name="folder").faults[0].got == "a folder without files in it"
