"""Logs that were cut, swollen or spoilt: refused with a place and a way out, and never accused."""

import json
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from measurand.auditing.runs.check import Reproduction, RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.runs import logs_at, runs_of
from measurand.edges.files.samples.compression import CENTRAL
from measurand.evidence.runs import Run
from measurand.values.verdict import Verdict
from properties.oracles.inspect_ai import Tried, archive_bytes, document_bytes, log
from tests.formats.lm_eval_files import Task, write

SAMPLES = [Tried(id=f"s{at}", scores={"match": "CI"[at % 3 == 0]}) for at in range(6)]
HONEST = log(SAMPLES, {"match": [("accuracy", {}), ("stderr", {})]})
ARCHIVE = archive_bytes(HONEST)
FIRST, SECOND = [one for one in ZipFile(BytesIO(ARCHIVE)).namelist() if one.startswith("samples/")][
    :2
]


def checked(path: Path, raw: bytes) -> list[RunCheck]:
    path.write_bytes(raw)
    found = logs_at(str(path))
    logs = () if found is None else found.logs
    return [check_run(run) for one in logs for run in runs_of(one, ReadOptions())]


def with_members(raw: bytes, more: Mapping[str, bytes]) -> bytes:
    """Add members to an archive, or put others in place of those of the same name."""
    held = BytesIO()
    with ZipFile(BytesIO(raw)) as old, ZipFile(held, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in more:
                new.writestr(name, old.read(name))
        for name, content in more.items():
            new.writestr(name, content)
    return held.getvalue()


def spoilt(raw: bytes, name: str, at: int, number: bytes) -> bytes:
    """Write another number into the directory, so many bytes behind where the entry begins."""
    entry = raw.rindex(CENTRAL, 0, raw.rindex(name.encode()))
    return raw[: entry + at] + number + raw[entry + at + len(number) :]


PACKED, SIZE, START = 20, 24, 42


@pytest.mark.parametrize(
    ("made", "told"),
    [
        # A size of 4 GiB less one byte that is said of a few, and one that is too small.
        (spoilt(ARCHIVE, FIRST, SIZE, b"\xfe\xff\xff\xff"), "at most"),
        (spoilt(ARCHIVE, FIRST, SIZE, b"\x05\0\0\0"), "other bytes"),
        # Two entries at one place, and one that reaches into the next.
        (spoilt(ARCHIVE, SECOND, START, b"\0\0\0\0"), "do not overlap"),
        (spoilt(ARCHIVE, FIRST, PACKED, b"\xff\xff\0\0"), "do not overlap"),
        # An archive in an archive is no sample, and no member that a log has.
        (with_members(ARCHIVE, {FIRST: ARCHIVE}), FIRST),
        (with_members(ARCHIVE, {"inner.eval": ARCHIVE}), "members of a log of inspect_ai"),
        (with_members(ARCHIVE, {"../../etc/passwd": b"{}"}), "members of a log of inspect_ai"),
        (with_members(ARCHIVE, {"samples/s0/sample.json": b"{}"}), "members of a log"),
        (with_members(ARCHIVE, {"header.json": b"[" * 10**6}), "header.json.*nesting"),
    ],
)
def test_archives_that_swell_overlap_or_hold_others_are_refused(
    tmp_path: Path, made: bytes, told: str
) -> None:
    with pytest.raises(FaultError, match=told):
        checked(tmp_path / "a.eval", made)


def test_a_member_of_a_thousandfold_size_is_refused_where_less_is_allowed(tmp_path: Path) -> None:
    zeros = b'{"id": "s0", "epoch": 1, "x": "' + b"0" * 2**25 + b'"}'
    path = tmp_path / "a.eval"
    path.write_bytes(with_members(ARCHIVE, {FIRST: zeros}))
    found = logs_at(str(path))
    assert found is not None

    with pytest.raises(FaultError, match=r"bytes from .*extract it first"):
        runs_of(found.logs[0], ReadOptions(max_expansion=100))


def test_an_explanation_of_ten_megabytes_is_passed_over(tmp_path: Path) -> None:
    told = {"value": "I", "explanation": "so it is. " * 10**6}
    sample = {"id": "s0", "epoch": 1, "scores": {"match": told}}

    [found] = checked(
        tmp_path / "a.eval", with_members(ARCHIVE, {FIRST: json.dumps(sample).encode()})
    )

    assert found.verdict is Verdict.HOLDS


ROWS = [{"acc": float(at < 3)} for at in range(4)]
RIGHT = {"acc,none": 0.75, "acc_stderr,none": 0.25, "sample_len": 4}
KINDS = ["1", 1, 1.0, 1.5, True, None, [], ["s0"], {"a": 1}, "", " ", "\0", 10**30]


@pytest.mark.parametrize("name", KINDS, ids=repr)
def test_an_id_of_any_kind_is_an_id_or_refused_with_its_place(tmp_path: Path, name: object) -> None:
    document = json.loads(document_bytes(HONEST))
    document["samples"][0]["id"] = name
    document["eval"]["dataset"]["sample_ids"][0] = name

    found, told = judged(tmp_path / "a.json", document)

    assert (found is None) == told.startswith("$.samples[0]")
    assert found is None or found.verdict is not Verdict.REFUTED


def judged(path: Path, document: object) -> tuple[RunCheck | None, str]:
    """Check a log, or say where it is refused."""
    try:
        [found] = checked(path, json.dumps(document).encode())
    except FaultError as error:
        return None, error.fault.path
    return found, ""


@pytest.mark.parametrize("name", [1, 1.0, True], ids=repr)
def test_ids_that_become_one_text_are_told_and_not_accused(tmp_path: Path, name: object) -> None:
    both = [
        Tried(id=str(name).lower(), scores={"match": "C"}),
        Tried(id="a", scores={"match": "C"}),
    ]
    document = json.loads(document_bytes(log(both, {"match": [("accuracy", {})]})))
    document["samples"].append({**document["samples"][0], "id": name})
    document["results"] |= {"total_samples": 3, "completed_samples": 3}

    found, told = judged(tmp_path / "a.json", document)

    assert (found is None) == told.startswith("$.samples[2].id")
    if found is not None:
        assert found.verdict is not Verdict.REFUTED
        assert "ids alike" in {one.kind for one in found.remarks}


@pytest.mark.parametrize("version", [3, 99, "2", None, 2.5])
def test_a_layout_from_the_future_is_refused_with_a_way_out(
    tmp_path: Path, version: object
) -> None:
    raw = json.dumps({**json.loads(document_bytes(HONEST)), "version": version}).encode()

    with pytest.raises(FaultError, match=r"version 1 or 2.*inspect log convert"):
        checked(tmp_path / "a.json", raw)


# A row that is a whole line less cannot be seen in a file alone, but the hashes of results tell.
@pytest.mark.parametrize("share", [0, 0.03, 0.2, 0.4, 0.55, 0.7, 0.9, 0.99])
def test_files_of_other_harnesses_that_are_cut_are_not_accused(
    tmp_path: Path, share: float
) -> None:
    results = write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])
    rows = next(tmp_path.glob("samples_*.jsonl"))
    for one in (results, rows):
        whole = one.read_bytes()
        one.write_bytes(whole[: int(share * len(whole))])
        found = logs_at(str(results))
        runs: list[Run] = []
        with suppress(FaultError):
            logs = () if found is None else found.logs
            runs = [run for each in logs for run in runs_of(each, ReadOptions())]
        differ = [
            each.aggregate.name
            for run in runs
            for each in check_run(run).aggregates
            if each.outcome is Reproduction.DIFFERS
        ]
        assert differ == []
        one.write_bytes(whole)


@pytest.mark.parametrize("left", [0, 1, 3])
def test_numbers_are_not_held_to_rows_that_are_not_all(tmp_path: Path, left: int) -> None:
    results = write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])
    rows = next(tmp_path.glob("samples_*.jsonl"))
    rows.write_text("".join(rows.read_text().splitlines(keepends=True)[:left]))

    [found] = checked(results, results.read_bytes())

    told = {one.outcome for one in found.aggregates}
    assert Reproduction.DIFFERS not in told
    assert "other rows" in {one.kind for one in found.remarks}
