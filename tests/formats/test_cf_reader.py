"""Files of grounded samples: one line at a time, whatever the bytes are."""

import json
import tracemalloc
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest

from measurand.edges.files.events import Bad, ReadOptions, Rest
from measurand.studies.counterfactual.edge.files.reader import (
    read_grounded,
    read_rows,
    sample_reader,
)
from measurand.values.grounded import Grounded
from tests.formats.grounding import RECORD, faults, line, one, read, read_in

HEADER = b'{"schema": "cf-dataset/1", "alpha": 0.05}\n'


def test_every_line_is_a_sample(tmp_path: Path) -> None:
    found = read_in(tmp_path, line() + b"\n" + line(("sample_id", "scan-2")))

    assert [sample.id for sample in found if isinstance(sample, Grounded)] == ["scan-1", "scan-2"]


def test_a_header_in_the_first_line_is_passed_over(tmp_path: Path) -> None:
    found = read_in(tmp_path, b"\n" + HEADER + line())

    assert one(found).id == "scan-1"


def test_a_header_elsewhere_is_a_fault(tmp_path: Path) -> None:
    found = read_in(tmp_path, line() + HEADER)

    assert faults(found) == ["a.jsonl:2: $.schema: expected 'cf-sample/1', got 'cf-dataset/1'"]


def test_an_id_that_stood_before_is_a_fault(tmp_path: Path) -> None:
    raw = line(("sample_id", 1)) + line(("sample_id", "1"))

    found = read_in(tmp_path, raw)

    assert isinstance(found[0], Grounded)
    assert faults(found) == [
        "a.jsonl:2: $.sample_id: expected names that differ, got '1' again, first in line 1"
    ]


def test_a_faulty_line_does_not_stop_the_reading(tmp_path: Path) -> None:
    found = read_in(tmp_path, b"{\n" + line(("axes", "xyz")) + line())

    assert [type(event) for event in found] == [Bad, Bad, Grounded]
    assert [bad.raw for bad in found if isinstance(bad, Bad)] == [
        b"{\n",
        line(("axes", "xyz")),
    ]


def test_a_file_that_is_not_there_is_one_fault(tmp_path: Path) -> None:
    assert faults(read_grounded(tmp_path / "gone.jsonl", name="gone.jsonl")) == [
        "gone.jsonl: expected a file, got nothing of that name"
    ]
    assert faults(read_rows(tmp_path, name="rows")) == ["rows: expected a file, got a directory"]


@pytest.mark.parametrize("raw", [b"", b"\n\n", HEADER])
def test_a_file_without_samples_is_one_fault(tmp_path: Path, raw: bytes) -> None:
    assert faults(read_in(tmp_path, raw)) == [
        "a.jsonl: expected records, got a file without records"
    ]


def test_strict_reading_refuses_citations_of_nothing_and_keys_that_stand_twice(
    tmp_path: Path,
) -> None:
    twice = b'{"schema": "cf-sample/1", ' + line().removeprefix(b"{")
    (tmp_path / "a.jsonl").write_bytes(line(("gen.frames.0.citations", [99])) + twice)

    found = list(read_grounded(tmp_path / "a.jsonl", name="a.jsonl", strict=True))

    assert faults(found) == [
        (
            "a.jsonl:1: $.gen.frames[0].citations[0]: "
            "expected the id of a token of this sample, got 99"
        ),
        (
            "a.jsonl:2: expected every key once, got twice 'schema': "
            "readers keep the last and drop the rest: keep one"
        ),
    ]


def test_a_line_that_is_too_long_is_given_in_pieces() -> None:
    reader = sample_reader("a.jsonl", options=ReadOptions(max_line_bytes=50))

    bad, *rest = reader.events(BytesIO(line()))

    assert isinstance(bad, Bad)
    assert bad.faults[0].text() == (
        "a.jsonl:1: expected a line of at most 50 bytes, got more: "
        "is this JSON Lines, one record a line?"
    )
    assert all(isinstance(one, Rest) for one in rest)
    assert bad.raw + b"".join(one.raw for one in rest if isinstance(one, Rest)) == line()


def test_a_line_that_nests_too_deep_is_a_fault() -> None:
    raw = line(("extra", 7)).replace(b"7}", b"[" * 9000 + b"]" * 9000 + b"}")

    assert faults(read(raw)) == [
        (
            "a.jsonl:1: expected nesting of at most 200 levels, got 9001 levels: "
            "a record of samples is flat: is this the right file?"
        )
    ]


def test_bytes_that_are_no_text_are_a_fault() -> None:
    [text] = faults(read(line(("sample_id", "x" * 9)).replace(b"xxxxxxxxx", b"\xff")))

    assert "expected UTF-8, got the byte 0xff" in text


def test_a_name_of_a_million_letters_is_shown_shortly() -> None:
    name = "n" * 10**6
    hostile = line(
        ("regenerated", {name: {"frames": []}}),
        ("stores", {name: 3}),
        ("relevance", {name: 3}),
        ("tokens.0.cell_id", name),
        ("axes", name),
    )

    found = faults(read(hostile))

    assert len(found) == 5
    assert all(len(text) < 300 for text in found)


def test_runs_that_claim_more_voxels_than_there_are_are_only_added_up() -> None:
    rle = {"counts": [2**31] * 1000}

    assert faults(read(line(("lesions.0", {"lesion_id": 1, "rle": rle})))) == [
        (
            "a.jsonl:1: $.lesions[0].rle.counts: expected runs of 192 voxels in all, "
            "got 2147483648000: outside comes first"
        )
    ]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    count = 3000
    with (tmp_path / "a.jsonl").open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps(RECORD | {"sample_id": str(number)}) + "\n")
    events = read_grounded(tmp_path / "a.jsonl", options=ReadOptions(ids="digest"))
    list(islice(events, 100))

    tracemalloc.start()
    read_on = sum(isinstance(event, Grounded) for event in events)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert read_on == count - 100
    # An id takes 8 bytes and its place in a set; a sample takes some thousands.
    assert peak < 1_500_000


def test_reading_may_stop_early(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(line() + b"{")

    events = read_grounded(tmp_path / "a.jsonl")

    assert isinstance(next(events), Grounded)
    del events
