"""A run that was broken off goes on where it ended, or is refused with what differs."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from attrs import evolve, frozen
from returns.result import Failure, Success

from measurand.edges.engines.checkpoints import RefusedError, checkpoints
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Run, Watch
from measurand.edges.engines.serial import gather
from measurand.edges.engines.shards import planned
from measurand.edges.engines.tasks import Task
from measurand.edges.engines.work import work
from measurand.edges.files import ReadOptions
from measurand.evidence.observation import Missing, Observation
from measurand.evidence.source import Source
from measurand.metrics.needs import Gathered, Need, Slice

LINES = [json.dumps({"id": at, "gold": ["a"], "pred": ["a", "b"][: at % 3]}) for at in range(12)]
# A repeated id, a bad line and a group that nobody has: what a run tells of its lines.
TEXT = "\n".join([*LINES, "{bad", LINES[2]]) + "\n"
NEEDS = (Need(Slice("runs", (), Observation()), ("run",)),)


class BrokenOffError(Exception):
    """What ends a run in the middle."""


@frozen
class Study:
    """A file of samples and a folder of checkpoints, and what was read of it so far."""

    root: Path
    read: list[int]

    @property
    def kept(self) -> Path:
        return self.root / "kept"

    def run(self, breaks_at: int | None = None) -> Run:
        def engine(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
            for task in tasks:
                if task.index == breaks_at:
                    raise BrokenOffError
                self.read.append(task.index)
                yield work(task)

        return Run(root=self.root, engine=engine, shard_bytes=100, resume=self.kept, skip=True)

    def gather(self, run: Run, needs: Sequence[Need] = NEEDS) -> object:
        claims = {"runs": Source(path="runs.jsonl")}
        return gather(claims, needs, run)

    def whole(self) -> Gathered:
        match self.gather(Run(root=self.root, skip=True)):
            case Success(Gathered() as found):
                return found
            case other:
                pytest.fail(repr(other))

    def refused(self, run: Run, needs: Sequence[Need] = NEEDS) -> list[str]:
        match self.gather(run, needs):
            case Failure(faults):
                return [fault.text().replace(str(self.root), "ROOT") for fault in faults]
            case other:
                pytest.fail(repr(other))

    def shard(self, index: int) -> Path:
        return self.kept / f"shard-{index:07d}"


@pytest.fixture
def study(tmp_path: Path) -> Study:
    (tmp_path / "runs.jsonl").write_text(TEXT)
    return Study(tmp_path, [])


def test_a_run_that_was_broken_off_goes_on_where_it_ended(study: Study) -> None:
    with pytest.raises(BrokenOffError):
        study.gather(study.run(breaks_at=2))
    assert study.read == [0, 1]
    study.read.clear()

    found = study.gather(study.run())

    assert found == Success(study.whole())
    assert study.read[:3] == [2, 3, 4]


def test_a_run_that_is_over_reads_only_what_lines_must_be_told_of(study: Study) -> None:
    first = study.gather(study.run())
    study.read.clear()

    assert study.gather(study.run()) == first
    plain = [Need(Slice("runs", (), Observation()))]
    (study.root / "runs.jsonl").write_text("\n".join(LINES))
    other = evolve(study.run(), resume=study.root / "other")
    assert isinstance(study.gather(other, plain), Success)
    study.read.clear()
    study.gather(evolve(study.run(), resume=study.root / "other"), plain)
    assert study.read == []


def test_checkpoints_do_without_an_engine(study: Study) -> None:
    run = evolve(study.run(), engine=None)

    assert study.gather(run) == Success(study.whole())
    assert study.gather(study.run()) == Success(study.whole())


def test_bad_records_of_shards_that_are_done_are_handed_on_too(study: Study) -> None:
    kept: list[bytes] = []
    run = evolve(study.run(), sink=lambda event: kept.append(event.raw))
    study.gather(run)
    first = b"".join(kept)
    kept.clear()

    study.gather(run)

    assert b"".join(kept) == first == b"{bad\n" + LINES[2].encode() + b"\n"


WAY_OUT = "say another folder, or delete this folder: then everything is read again"


def test_another_plan_is_refused(study: Study) -> None:
    study.gather(study.run())

    assert study.refused(evolve(study.run(), shard_bytes=200)) == [
        (
            "ROOT/kept/plan.json: shards: expected runs.jsonl (bytes 0 to 122), "
            f"got runs.jsonl (bytes 0 to 244): {WAY_OUT}"
        )
    ]
    [options] = study.refused(evolve(study.run(), options=ReadOptions(ids="off")))
    assert "plan.json: options: " in options
    assert "ids='off'" in options
    [observed] = study.refused(
        study.run(), [Need(Slice("runs", (), Observation(missing=Missing.EMPTY)))]
    )
    assert "plan.json: observed: " in observed
    [stopping] = study.refused(evolve(study.run(), skip=False))
    assert "plan.json: options: " in stopping


def test_data_that_changed_is_refused(study: Study) -> None:
    study.gather(study.run())
    path = study.root / "runs.jsonl"
    before = path.stat()

    path.write_text(TEXT.replace('"a"', '"b"', 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    [found] = study.refused(study.run())
    assert found.startswith("ROOT/kept/plan.json: files: expected runs.jsonl: ")

    path.write_text(TEXT)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert isinstance(study.gather(study.run()), Success)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert len(study.refused(study.run())) == 1


def test_a_change_in_the_middle_of_a_long_file_is_noticed(study: Study) -> None:
    path = study.root / "runs.jsonl"
    long = TEXT + "".join(
        json.dumps({"id": f"more {at}", "gold": ["a"], "pred": ["a"]}) + "\n" for at in range(4000)
    )
    path.write_text(long)
    run = evolve(study.run(), shard_bytes=100_000)
    study.gather(run)
    before = path.stat()

    middle = long.index('"more 2000", "gold": ["a"]')
    path.write_text(long[:middle] + long[middle:].replace('["a"]', '["b"]', 1))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert before.st_size == path.stat().st_size > 3 * 2**16
    [found] = study.refused(run)
    assert found.startswith("ROOT/kept/plan.json: files: expected runs.jsonl: ")


@pytest.mark.parametrize("damage", [b"", b"nothing of the kind"])
def test_a_damaged_shard_is_refused_and_read_again_when_it_is_gone(
    study: Study, damage: bytes
) -> None:
    study.gather(study.run())
    study.shard(1).write_bytes(damage)
    study.read.clear()

    assert study.refused(study.run()) == [
        (
            "ROOT/kept/shard-0000001: expected a shard that is done, got other bytes than were "
            "written: delete the file, and its shard is read again"
        )
    ]

    study.shard(1).unlink()
    assert study.gather(study.run()) == Success(study.whole())
    assert study.read[0] == 1


def test_a_shard_in_the_place_of_another_is_refused(study: Study) -> None:
    study.gather(study.run())
    study.shard(1).write_bytes(study.shard(0).read_bytes())

    assert len(study.refused(study.run())) == 1


def test_shards_of_other_data_are_refused_without_their_plan_too(study: Study) -> None:
    study.gather(study.run())
    (study.root / "runs.jsonl").write_text(TEXT.replace('"b"', '"a"'))
    (study.kept / "plan.json").unlink()

    assert study.refused(study.run()) == [
        (
            "ROOT/kept/shard-0000000: expected a shard of this one, got a shard of another run, or "
            f"of other data: {WAY_OUT}"
        )
    ]


@pytest.mark.parametrize("plan", [b"", b"[", b"[]", b"{}", b"[" * 10**5])
def test_a_damaged_plan_is_refused(study: Study, plan: bytes) -> None:
    study.gather(study.run())
    (study.kept / "plan.json").write_bytes(plan)

    [found] = study.refused(study.run())
    assert found.startswith("ROOT/kept/plan.json: ")
    assert found.endswith(WAY_OUT)


def test_two_runs_at_once_are_refused(study: Study) -> None:
    claims = {"runs": Source(path="runs.jsonl")}
    plan = planned(claims, {"runs": NEEDS}, study.run()).plan

    with checkpoints(study.kept, plan):
        assert study.refused(study.run()) == [
            (
                "ROOT/kept: expected one for this run alone, got a folder that another run has: "
                "wait for the other run, or say another folder"
            )
        ]
    assert isinstance(study.gather(study.run()), Success)


def test_a_folder_that_cannot_be_made_is_a_fault(study: Study) -> None:
    [found] = study.refused(evolve(study.run(), resume=study.root / "runs.jsonl" / "below"))

    assert found == (
        "ROOT/runs.jsonl/below: expected a file that can be opened, got Not a directory"
    )


def test_standard_input_cannot_be_gone_on_with(tmp_path: Path) -> None:
    claims = {"runs": Source(path="-")}
    plan = planned(claims, {"runs": NEEDS}, Run(root=tmp_path)).plan

    with pytest.raises(RefusedError, match="a stream, which is read once"):
        checkpoints(tmp_path / "kept", plan).__enter__()


def test_a_shard_that_is_lost_is_not_kept(study: Study) -> None:
    def losing(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
        for task in tasks:
            yield Lost(task, "it went") if task.index == 1 else work(task)

    study.gather(evolve(study.run(), engine=losing))

    assert not study.shard(1).exists()
    assert study.shard(0).exists()
    assert study.gather(study.run()) == Success(study.whole())


def test_what_a_killed_run_had_begun_to_write_is_taken_away(study: Study) -> None:
    with pytest.raises(BrokenOffError):
        study.gather(study.run(breaks_at=2))
    begun = [study.kept / f".{name}.{'0' * 16}" for name in ("shard-0000002", "plan.json")]
    for path in begun:
        path.write_bytes(b"half of it")
    (study.kept / "notes").write_text("mine")

    found = study.gather(study.run())

    assert found == Success(study.whole())
    assert not any(path.exists() for path in begun)
    assert (study.kept / "notes").read_text() == "mine"
