"""The record of a run: inputs with digests, versions, and what was read."""

import hashlib
import json
from pathlib import Path

import pytest

from measurand.edges.engines import record
from measurand.edges.engines.record import (
    Input,
    RunRecord,
    inputs_of,
    plain_record,
    totals,
    versions,
)
from measurand.edges.files.samples import source_files as digests
from measurand.evidence.source import Source
from measurand.metrics.needs import Reading

TEXT = b'{"id": 1}\n'
WHOLE = hashlib.sha256(TEXT).hexdigest()


def test_every_file_of_a_source_is_described(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("b.jsonl", "a.jsonl", "pred.jsonl"):
        (tmp_path / "runs" / name).write_bytes(TEXT)

    assert inputs_of([Source(path="runs"), Source(path="runs/a.jsonl")], tmp_path) == (
        Input(name="runs/a.jsonl", bytes=10, digest=WHOLE, kind="sha256"),
        Input(name="runs/b.jsonl", bytes=10, digest=WHOLE, kind="sha256"),
        Input(name="runs/pred.jsonl", bytes=10, digest=WHOLE, kind="sha256"),
    )
    both = Source(path="runs/a.jsonl", predictions="runs/pred.jsonl")
    assert [one.name for one in inputs_of([both], tmp_path)] == ["runs/a.jsonl", "runs/pred.jsonl"]


def test_of_a_long_file_the_ends_are_digested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "WHOLE", 9)
    monkeypatch.setattr(record, "ENDS", 4)
    monkeypatch.setattr(digests, "ENDS", 4)
    (tmp_path / "a.jsonl").write_bytes(TEXT)

    [found] = inputs_of([Source(path="a.jsonl")], tmp_path)

    assert found.digest == hashlib.sha256(TEXT[:4] + TEXT[-4:]).hexdigest()
    assert found.kind == "sha256 of the first and last 4 bytes"


def test_what_is_not_there_has_no_digest(tmp_path: Path) -> None:
    found = inputs_of([Source(path="gone.jsonl"), Source(path="-")], tmp_path)

    assert found == (Input(name="-"),)


def test_a_record_is_plain_json() -> None:
    read = totals([Reading(read=3, dropped=1), Reading(read=1, skipped=1)])
    made = RunRecord(
        definitions=("total(of=hits)",),
        inputs=(Input(name="-"),),
        engine="processes",
        workers=2,
        shards=3,
        versions=versions(),
        started="2026-11-22T05:00:00+00:00",
        seconds=1.25,
        read=read["read"],
        dropped=read["dropped"],
        skipped=read["skipped"],
        lost=("a.jsonl (bytes 0 to 9)",),
    )

    tree = json.loads(json.dumps(plain_record(made)))

    assert tree["schema"] == "measurand-run/1"
    assert (tree["read"], tree["dropped"], tree["skipped"]) == (4, 1, 1)
    assert tree["seconds"] == 1.25
    assert tree["lost"] == ["a.jsonl (bytes 0 to 9)"]
    assert tree["inputs"] == [{"name": "-", "bytes": 0, "digest": "", "kind": "none"}]
    assert {"python", "measurand", "msgspec"} <= set(tree["versions"])
