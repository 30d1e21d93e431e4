"""The header of a file of score rows."""

from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files.events import ReadOptions
from measurand.studies.counterfactual.edge.files.reader import read_rows
from measurand.studies.counterfactual.edge.files.scores import (
    Header,
    header_line,
    read_header,
    row_text,
)
from measurand.studies.counterfactual.evaluate import ScoreRow
from measurand.studies.counterfactual.options import PROFILES


@pytest.mark.parametrize("name", PROFILES)
def test_a_header_reads_back(tmp_path: Path, name: str) -> None:
    header = Header(f"{name} seed=3", evolve(PROFILES[name], seed=3))
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\n" + header_line(header) + row_text(ScoreRow(sample="1")))

    assert read_header(path, ReadOptions()) == header
    assert list(read_rows(path)) == [ScoreRow(sample="1")]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{broken",
        b"[]\n",
        b"\xff\n",
        row_text(ScoreRow(sample="1")),
        b'{"options": {}}',
        b'{"schema": "cf-dataset/1"}\n',
        b'{"schema": "cf-dataset/1", "options": null}\n',
    ],
)
def test_what_is_no_header_is_left_to_the_reader(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)

    assert read_header(path, ReadOptions()) is None


def test_a_folder_has_no_header(tmp_path: Path) -> None:
    assert read_header(tmp_path, ReadOptions()) is None
