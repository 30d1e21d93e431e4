"""Files of reasoning graphs: lines, documents, and what one bad record does."""

import json
from pathlib import Path

import pytest

from measurand.edges.files import Bad, ReadOptions, Rest
from measurand.studies.causal.edge.files.items import Item
from measurand.studies.causal.edge.files.reader import holds_rows, read_items, read_rows
from measurand.studies.causal.edge.files.scores import Header
from measurand.studies.causal.rows import CausalRow

KEPT = "readers keep the last and drop the rest: keep one"
GRAPH = {"target_variable": "a", "knowns": {}, "causal_graph": []}
ONE = json.dumps({"id": "1", "dag": GRAPH}).encode()
TWO = json.dumps({"id": "2", "dag": GRAPH}).encode()


def write(folder: Path, content: bytes, name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def ids(path: Path, options: ReadOptions | None = None) -> list[str]:
    events = read_items(path, name="a", options=options or ReadOptions())
    return [event.problem.id if isinstance(event, Item) else text(event) for event in events]


def text(event: Bad | Rest) -> str:
    return "; ".join(fault.text() for fault in event.faults) if isinstance(event, Bad) else "rest"


def test_every_line_is_a_record(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbf" + ONE + b"\r\n\n" + TWO)

    assert ids(path) == ["1", "2"]


def test_a_bad_line_leaves_the_others_alone(tmp_path: Path) -> None:
    path = write(tmp_path, ONE + b'\n{"id": \n[1]\n' + TWO + b"\n")

    assert ids(path) == [
        "1",
        "a:2: expected the rest of a JSON value, got an end after '{\"id\":'",
        "a:3: $: expected an object, got a list of 1",
        "2",
    ]


@pytest.mark.parametrize("first", [b"{", b"[1]", b"[", b"[{}]"])
def test_a_first_line_that_is_bad_spoils_no_other(tmp_path: Path, first: bytes) -> None:
    path = write(tmp_path, first + b"\n" + ONE + b"\n" + TWO)

    fault, *others = ids(path)

    assert fault.startswith("a:1: ")
    assert others == ["1", "2"]


def test_a_list_of_records_is_a_document(tmp_path: Path) -> None:
    path = write(tmp_path, b" [" + ONE + b",\n" + TWO + b", 3]", "a.json")

    assert ids(path) == ["1", "2", "a: $[2]: expected an object, got 3"]


def test_records_of_a_document_without_an_id_are_numbered(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps([{"dag": GRAPH}, {"dag": GRAPH}]).encode())

    assert ids(path) == ["1", "2"]


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("record", [{"dag": GRAPH}, GRAPH])
def test_a_file_may_hold_one_record_or_one_graph(
    tmp_path: Path, name: str, indent: int | None, record: object
) -> None:
    path = write(tmp_path, json.dumps(record, indent=indent).encode(), name)

    [found] = read_items(path)
    assert isinstance(found, Item)
    assert found.problem.graph.targets == ("a",)
    assert b"\n" not in found.raw
    assert json.loads(found.raw) == record


def test_a_document_that_is_cut_off_is_a_fault_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, b"[" + ONE, "a.json")

    [found] = read_items(path, name="a")
    assert isinstance(found, Bad)
    assert found.raw == b""
    assert text(found).startswith("a: expected the rest of a JSON value")


def test_an_id_that_comes_again_is_a_fault(tmp_path: Path) -> None:
    lines = write(tmp_path, ONE + b"\n" + ONE)
    listed = write(tmp_path, b"[" + ONE + b"," + ONE + b"]", "a.json")

    assert ids(lines)[1] == (
        "a:2: $.id: expected ids that differ, got the id '1' again, first in line 1"
    )
    assert ids(listed)[1] == (
        "a: $[1].id: expected ids that differ, got the id '1' again, first in record 1"
    )


def test_a_number_that_stands_for_an_id_may_be_taken(tmp_path: Path) -> None:
    path = write(tmp_path, TWO + b"\n" + json.dumps({"dag": GRAPH}).encode())

    assert ids(path)[1] == (
        "a:2: $.id: expected ids that differ, got the id '2' again, first in line 1"
    )


def test_strict_reading_refuses_what_is_odd(tmp_path: Path) -> None:
    record = {"dag": {**GRAPH, "causal_graph": [3]}}
    path = write(tmp_path, json.dumps(record).encode() + b'\n{"id": 3, "id": 3, "dag": {}}\n')

    assert ids(path, ReadOptions(strict=True)) == [
        "a:1: $.dag.causal_graph[0]: expected a link: an object with cause and effect, got 3",
        f"a:2: expected every key once, got twice 'id': {KEPT}",
    ]


def test_a_document_with_a_key_twice_is_refused_where_reading_is_strict(tmp_path: Path) -> None:
    path = write(tmp_path, b'[{"id": 3, "id": 3, "dag": {"target_variable": "a"}}]', "a.json")

    assert ids(path) == ["3"]
    assert ids(path, ReadOptions(strict=True)) == [
        f"a: expected every key once, got twice 'id': {KEPT}"
    ]


def test_a_line_that_is_too_long_is_bad_and_the_next_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, b'{"id": "' + b"a" * 200 + b'"}\n' + ONE)

    found = ids(path, ReadOptions(max_line_bytes=100))

    assert found[0].startswith("a:1: expected a line of at most 100 bytes, got more")
    assert found[-1] == "1"


def test_a_document_that_is_too_long_is_a_fault(tmp_path: Path) -> None:
    path = write(tmp_path, b"[\n" + ONE + b"]", "a.json")

    assert ids(path, ReadOptions(max_line_bytes=10)) == [
        "a: expected a document of at most 10 bytes, got more: write one record a line"
    ]


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_a_file_without_records_is_a_fault(tmp_path: Path, content: bytes) -> None:
    assert ids(write(tmp_path, content)) == ["a: expected records, got a file without records"]


def test_a_list_without_records_is_a_fault(tmp_path: Path) -> None:
    assert ids(write(tmp_path, b"[]")) == ["a: expected records, got a file without records"]


ROW = b'{"schema": "causal-score/1", "id": "1", "metrics": {"cf": 0.5}}'


def test_rows_are_read_with_their_header(tmp_path: Path) -> None:
    header = b'{"schema": "causal-dataset/1", "judge": "j", "options": {"missing": "half"}}'
    path = write(tmp_path, header + b"\n" + ROW)

    first, second = read_rows(path)

    assert isinstance(first, Header)
    assert (first.judge, first.options.missing.value) == ("j", "half")
    assert isinstance(second, CausalRow)
    assert holds_rows(path)


def test_rows_under_options_that_cannot_be_read_are_a_fault_of_the_file(tmp_path: Path) -> None:
    header = b'{"schema": "causal-dataset/1", "options": {"missing": "hal"}}'
    path = write(tmp_path, header + b"\n" + ROW)

    first, second = read_rows(path, name="a")

    assert isinstance(first, Bad)
    assert first.raw == b""
    assert text(first).startswith("a:1: $.options: expected options of a run, got 1 of them: ")
    assert isinstance(second, CausalRow)


def test_a_header_is_the_first_record(tmp_path: Path) -> None:
    path = write(tmp_path, ROW + b'\n{"schema": "causal-dataset/1", "options": {}}')

    _, second = read_rows(path, name="a")

    assert isinstance(second, Bad)
    assert text(second) == "a:2: $.schema: expected 'causal-score/2', got 'causal-dataset/1'"


def test_a_row_that_comes_again_is_a_fault(tmp_path: Path) -> None:
    path = write(tmp_path, ROW + b"\n" + ROW)

    _, second = read_rows(path)

    assert isinstance(second, Bad)


def test_a_file_of_graphs_holds_no_rows(tmp_path: Path) -> None:
    assert not holds_rows(write(tmp_path, ONE))
    assert not holds_rows(write(tmp_path, b"{"))
    assert not holds_rows(tmp_path)
