"""Lines of counterfactual files that are longer than the bound: all their bytes are handed on."""

from pathlib import Path

from measurand.edges.files.events import Bad, ReadOptions, Rest
from measurand.edges.files.files import quarantined
from measurand.studies.counterfactual.edge.files.reader import (
    read_grounded,
    read_rows,
    row_events,
    sample_events,
)
from measurand.studies.counterfactual.edge.files.scores import row_text
from measurand.studies.counterfactual.evaluate import ScoreRow

SHORT = ReadOptions(max_line_bytes=200)
LONG = b'{"schema": "' + b"x" * 10**6 + b'"}\n'
ROW = row_text(ScoreRow(sample="1"))


def test_a_long_line_is_bad_and_kept_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(LONG + ROW)

    first, *others = row_events(path, options=SHORT)

    assert isinstance(first, Bad)
    assert others[-1] == ScoreRow(sample="1")
    kept: list[Bad | Rest] = [first, *(event for event in others if isinstance(event, Rest))]
    assert b"".join(quarantined(kept)) == LONG


def test_a_reader_of_records_gets_one_fault_for_a_long_line(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(LONG + ROW)

    [bad, row] = read_rows(path, options=SHORT)

    assert isinstance(bad, Bad)
    assert row == ScoreRow(sample="1")
    assert all(isinstance(event, Bad) for event in read_grounded(path, options=SHORT))
    assert any(isinstance(event, Rest) for event in sample_events(path, options=SHORT))
