"""Shards that are lost: the run stops, or every number says what it leaves out."""

import gzip
import json
from pathlib import Path

import pytest
from returns.result import Failure, Success

from measurand.auditing.claims.judge import Judge
from measurand.edges.cli.checking import checked
from measurand.edges.engines.processes import processes
from measurand.edges.engines.run import Engine, OnLost, Run
from measurand.edges.engines.serial import gather, serial
from measurand.edges.files.json.converter import plain
from measurand.edges.report import render
from measurand.edges.report.check_view import check_document
from measurand.edges.report.claims_json import CheckReport, check_json
from measurand.edges.report.score_json import score_json
from measurand.edges.report.score_view import ScoreLine, score_document
from measurand.evidence.observation import Observation
from measurand.evidence.source import Source
from measurand.metrics.finalise import Finaliser, denominators
from measurand.metrics.needs import Gathered, Need, Reading, Slice
from measurand.metrics.signature import parse
from measurand.values.verdict import Verdict
from properties.engines.shards import losing

LINES = [json.dumps({"id": at, "gold": ["a"], "pred": ["a", "b"][: 1 + at % 2]}) for at in range(8)]
SLICE = Slice("runs", (), Observation())
CLAIMS = {"runs": Source(path="runs.jsonl")}
MICRO = parse("f(average=micro)")
LOST = "runs.jsonl (bytes 85 to 170)"
TOML = """
schema = 1

[data.runs]
path = "runs.jsonl"

[[table]]
name = "1"
data = "runs"

[table.columns.n]
definition = "total(of=gold)"

[[table.rows]]
label = "ours"
cells = { n = 8 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "runs.jsonl").write_text("\n".join(LINES) + "\n")
    return tmp_path


def run(folder: Path, lost: OnLost, *indexes: int) -> Run:
    return Run(root=folder, engine=losing(*indexes), shard_bytes=80, lost=lost)


def left_out(folder: Path, *indexes: int) -> Gathered:
    match gather(CLAIMS, [Need(SLICE)], run(folder, "leave_out", *indexes)):
        case Success(Gathered() as found):
            return found
        case other:
            pytest.fail(repr(other))


def test_a_lost_shard_stops_the_run_and_names_file_and_bytes(folder: Path) -> None:
    match gather(CLAIMS, [Need(SLICE)], run(folder, "stop", 1)):
        case Failure(faults):
            assert [fault.text() for fault in faults] == [
                f"{LOST}: expected a shard that can be read, got a lost one: it was dropped"
            ]
        case other:
            pytest.fail(repr(other))


def test_a_shard_that_is_left_out_is_counted_and_named(folder: Path) -> None:
    reading = left_out(folder, 1).readings["runs"]

    assert (reading.read, reading.lost) == (6, (LOST,))
    assert reading.missing == f"1 shard was lost: {LOST}"


def test_lines_behind_a_lost_shard_keep_their_numbers(folder: Path) -> None:
    (folder / "runs.jsonl").write_text("\n".join([*LINES, "{bad"]) + "\n")

    match gather(CLAIMS, [Need(SLICE)], run(folder, "leave_out", 1)):
        case Failure(faults):
            assert [fault.line for fault in faults] == [9]
        case other:
            pytest.fail(repr(other))


def test_ids_are_compared_across_a_lost_shard(folder: Path) -> None:
    (folder / "runs.jsonl").write_text("\n".join([*LINES, LINES[0], LINES[2]]) + "\n")

    match gather(CLAIMS, [Need(SLICE)], run(folder, "leave_out", 1)):
        case Failure(faults):
            assert [(fault.line, fault.got) for fault in faults] == [
                (9, "the id '0' again, first in line 1")
            ]
        case other:
            pytest.fail(repr(other))


def test_a_source_of_which_all_is_lost_has_no_numbers(folder: Path) -> None:
    match gather(CLAIMS, [Need(SLICE)], run(folder, "leave_out", 0, 1, 2, 3)):
        case Failure(faults):
            assert len(faults) == 4
            assert faults[1].text().startswith(f"{LOST}: expected a shard that can be read")
        case other:
            pytest.fail(repr(other))


@pytest.mark.parametrize("engine", [None, serial, processes(2)])
def test_a_file_that_is_cut_off_is_lost_where_files_may_be(
    tmp_path: Path, engine: Engine | None
) -> None:
    packed = gzip.compress(("\n".join(LINES) + "\n").encode())
    (tmp_path / "a.gz").write_bytes(packed[:-20])
    (tmp_path / "b.gz").write_bytes(gzip.compress(b'{"id": "x", "gold": ["a"], "pred": ["a"]}\n'))
    claims = {"runs": Source(path="?.gz")}

    kept = gather(claims, [Need(SLICE)], Run(root=tmp_path, engine=engine, lost="leave_out"))
    stopped = gather(claims, [Need(SLICE)], Run(root=tmp_path, engine=engine))

    match kept, stopped:
        case Success(Gathered() as found), Failure([fault]):
            assert found.readings["runs"].lost == ("a.gz",)
            assert found.pools[SLICE].scored() == found.readings["runs"].read == 1
            assert fault.text().startswith("a.gz: expected a whole gzip file")
        case others:
            pytest.fail(repr(others))


def test_a_shard_that_is_lost_when_it_is_read_again_stops_the_run(folder: Path) -> None:
    (folder / "runs.jsonl").write_text("\n".join([*LINES, LINES[0]]) + "\n")
    asked: list[int] = []

    def once(index: int) -> bool:
        asked.append(index)
        return asked.count(index) > 1

    match gather(
        CLAIMS,
        [Need(SLICE)],
        Run(root=folder, engine=losing(when=once), shard_bytes=80, lost="leave_out"),
    ):
        case Failure(faults):
            assert [fault.text() for fault in faults] == [
                (
                    "runs.jsonl (bytes 0 to 85): expected a shard that can be read, "
                    "got a lost one: it was dropped"
                )
            ]
        case other:
            pytest.fail(repr(other))


def test_every_number_of_a_report_says_what_is_lost(folder: Path) -> None:
    found = left_out(folder, 1)
    pool, reading = found.pools[SLICE], found.readings["runs"]
    scored = Finaliser(pool).score(MICRO)
    line = ScoreLine("", MICRO, scored.score, denominators(reading, pool, scored))

    text = render(score_document([line], found.readings), "text")

    header, _, row = text.splitlines()[1:4]
    assert header.split()[-2:] == ["lost", "shards"]
    assert row.split()[-1] == "1"
    assert f"lost, and in no number here: of runs, {LOST}" in text
    tree = score_json([line], found.readings)
    assert tree["sources"] == {"runs": {**told(reading), "lost": [LOST]}}
    assert "'lost': 1" in str(tree["scores"])


def told(reading: Reading) -> dict[str, object]:
    tree = plain(reading)
    assert isinstance(tree, dict)
    return tree


def test_a_report_of_everything_says_nothing_of_shards(folder: Path) -> None:
    found = left_out(folder)
    pool, reading = found.pools[SLICE], found.readings["runs"]
    scored = Finaliser(pool).score(MICRO)
    line = ScoreLine("", MICRO, scored.score, denominators(reading, pool, scored))

    assert "lost" not in render(score_document([line], found.readings), "text")
    assert "lost" not in str(score_json([line], found.readings))


def test_a_number_with_lost_shards_is_never_reproduced(folder: Path) -> None:
    (folder / "claims.toml").write_text(TOML)
    claims = folder / "claims.toml"
    assert checked(claims).unwrap().code == 0

    found = checked(claims, run=run(folder, "leave_out", 1)).unwrap()

    assert found.code == 3
    [cell] = found.checks.tables[0].cells
    assert cell.verdict is Verdict.UNDECIDED
    assert cell.because == f"1 shard was lost: {LOST}; without them: refuted"
    assert cell.denominators.lost == 1
    tree = check_json(
        CheckReport(exit_code=3, sources=found.gathered.readings, tables=found.checks.tables)
    )
    assert "'lost': 1" in str(tree["tables"])
    text = render(check_document(found.checks, found.gathered.readings), "text")
    assert f"lost, and in no number here: of runs, {LOST}" in text
    assert "lost shards" in text


def test_a_judge_decides_nothing_by_a_part(folder: Path) -> None:
    judge = Judge(left_out(folder, 3))

    assert judge.denominators(SLICE, judge.scored(SLICE, MICRO)).lost == 1
