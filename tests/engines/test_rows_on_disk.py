"""Counts that go to a file where there are too many rows, and what is left of the file."""

import gc
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.engines.run import Engine
from measurand.edges.engines.serial import Run, gather, serial
from measurand.edges.engines.spilled_counts import MOST_ROWS, Held
from measurand.edges.files.json.value import FaultError
from measurand.evidence.evidence import Amount, Evidence, Excluded
from measurand.evidence.observation import ColumnOf
from measurand.evidence.pool import Pool
from measurand.evidence.source import Fields, Source
from measurand.metrics.definitions import Column
from measurand.metrics.finalise import Finaliser
from measurand.metrics.needs import Need, Slice
from measurand.metrics.options import Summing
from measurand.values.score import Defined

MEAN = Column(name="cost", reduce=Summing.MEAN)


def amounts(*values: int) -> dict[Evidence, int]:
    return {Amount(Fraction(value, 10)): 1 for value in values}


def held(folder: Path, *parts: dict[Evidence, int], most_rows: int = 5) -> Held:
    found = Held(most_rows=most_rows, folder=folder)
    for part in parts:
        found.add({(): part})
    return found


def made(counts: Held) -> Pool:
    return counts.pool((), ColumnOf("cost"))


def test_a_million_rows_are_held_in_memory_where_nothing_is_said() -> None:
    assert MOST_ROWS == 1_048_576


def test_up_to_the_bound_there_is_no_file(tmp_path: Path) -> None:
    counts = held(tmp_path, amounts(1, 2, 3), amounts(3, 4, 5))

    assert not counts.spilled
    assert not made(counts).stored


def test_past_the_bound_the_rows_lie_in_a_file(tmp_path: Path) -> None:
    counts = held(tmp_path, amounts(1, 2, 3), amounts(3, 4, 5, 6), amounts(1, 2))

    assert counts.spilled
    assert made(counts).stored
    assert made(counts) == made(
        held(tmp_path, amounts(1, 2, 3), amounts(3, 4, 5, 6), amounts(1, 2), most_rows=99)
    )


def test_a_row_that_comes_again_after_it_was_put_away_is_counted_on(tmp_path: Path) -> None:
    pool = made(held(tmp_path, amounts(*range(6)), amounts(*range(6)), amounts(3)))

    [bag] = pool.keyed.bags.values()
    assert bag.counts[Amount(Fraction(3, 10))] == 3
    assert (bag.distinct, len(bag)) == (6, 13)
    with pytest.raises(KeyError):
        bag.counts[Excluded("another")]


def test_scores_are_those_of_the_rows_in_memory(tmp_path: Path) -> None:
    pool = made(held(tmp_path, amounts(*range(9)), amounts(*range(4))))

    # (36 + 6) / 10 over 13 samples
    assert Finaliser(pool).score(MEAN).score == Defined(Fraction(42, 130))
    assert pool.scored() == 13


def test_rows_are_read_in_one_order_however_they_came(tmp_path: Path) -> None:
    one = made(held(tmp_path, amounts(1, 2, 3, 4, 5, 6)))
    other = made(held(tmp_path, amounts(6, 5, 4), amounts(3, 2, 1)))

    assert list(one.keyed.bags[()].counts) == list(other.keyed.bags[()].counts)


def test_places_keep_apart(tmp_path: Path) -> None:
    counts = Held(most_rows=1, folder=tmp_path)
    counts.add({("a",): amounts(1, 2), ("ab",): amounts(2)})
    counts.add({("",): amounts(2), ("a",): amounts(2)})

    pool = counts.pool(("run",), ColumnOf("cost"))

    assert {place: dict(bag.counts) for place, bag in pool.keyed.bags.items()} == {
        ("",): amounts(2),
        ("a",): {**amounts(1), Amount(Fraction(1, 5)): 2},
        ("ab",): amounts(2),
    }


def test_more_cannot_be_taken_away_than_was_there(tmp_path: Path) -> None:
    counts = Held(most_rows=0, folder=tmp_path)
    counts.add({(): amounts(1)}, times=-1)

    with pytest.raises(ValueError, match="a bag counts from 0 upwards: got -1"):
        made(counts)


def test_nothing_is_left_in_the_folder_while_the_rows_are_read(tmp_path: Path) -> None:
    pool = made(held(tmp_path, amounts(*range(9))))

    assert not list(tmp_path.iterdir())
    assert pool.scored() == 9


def test_the_file_is_closed_with_the_last_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: list[sqlite3.Connection] = []

    class Noted(sqlite3.Connection):
        def __init__(self, database: Path, *, isolation_level: None) -> None:
            super().__init__(database, isolation_level=isolation_level)
            files.append(self)

    monkeypatch.setattr(sqlite3, "connect", Noted)
    pool = made(held(tmp_path, amounts(*range(9))))
    rows = iter(pool.keyed.bags[()].counts)
    next(rows)
    assert [one.execute("SELECT 1").fetchone() for one in files] == [(1,)]

    del pool, rows
    gc.collect()

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        files[0].execute("SELECT 1")


_SLEEPER = """
import sys, time
from fractions import Fraction
from pathlib import Path
from measurand.edges.engines.spilled_counts import Held
from measurand.evidence.evidence import Amount
held = Held(most_rows=0, folder=Path(sys.argv[1]))
held.add({(): {Amount(Fraction(1)): 1}})
print(held.spilled, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_a_process_that_is_ended(tmp_path: Path, sent: signal.Signals) -> None:
    command = [sys.executable, "-c", _SLEEPER, str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        process.send_signal(sent)

    assert not list(tmp_path.iterdir())


LINES = b"".join(
    b'{"id": "s%d", "gold": [], "pred": [], "cost": 0.%d, "run": "%s"}\n'
    % (n, 10**15 + n * n % 17, b"xy"[n % 2 : n % 2 + 1])
    for n in range(60)
)
SOURCE = Source(
    path="runs.jsonl", fields=Fields(amounts=(("cost", "cost"),), groups=(("run", "run"),))
)
CLAIMS = {"runs": SOURCE}
EVERY = Slice("runs", (), ColumnOf("cost"))


@pytest.mark.parametrize("engine", [None, serial])
@pytest.mark.parametrize("names", [(), ("run",)])
def test_a_run_gives_the_same_pool_whatever_it_holds_in_memory(
    tmp_path: Path, engine: Engine | None, names: tuple[str, ...]
) -> None:
    (tmp_path / "runs.jsonl").write_bytes(LINES)
    run = Run(root=tmp_path, engine=engine, shard_bytes=500)

    inside = gather(CLAIMS, [Need(EVERY, names)], run).unwrap().pools[EVERY]
    outside = gather(CLAIMS, [Need(EVERY, names)], evolve(run, most_rows=5)).unwrap().pools[EVERY]

    assert (inside.stored, outside.stored) == (False, True)
    assert outside == inside
    assert Finaliser(outside).score(MEAN) == Finaliser(inside).score(MEAN)
    assert sum(bag.distinct for bag in outside.keyed.bags.values()) > 5


@pytest.mark.parametrize("engine", [None, serial])
def test_a_run_without_room_ends_with_a_fault(tmp_path: Path, engine: Engine | None) -> None:
    (tmp_path / "runs.jsonl").write_bytes(LINES)
    missing = tmp_path / "missing"
    run = Run(root=tmp_path, engine=engine, most_rows=5, folder=missing)

    [fault] = gather(CLAIMS, [Need(EVERY)], run).failure()

    assert fault.file == str(missing)
    assert fault.expected == "room for the rows that memory does not hold"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "missing"

    with pytest.raises(FaultError) as error:
        held(missing, amounts(*range(9)))

    assert error.value.fault.file == str(missing)
    assert error.value.fault.expected == "room for the rows that memory does not hold"
    assert "No such file or directory" in error.value.fault.got


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Stand in for a full disk: no file grows past so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    counts = held(tmp_path, amounts(*range(9)))

    with files_of_at_most(20_000), pytest.raises(FaultError) as error:
        counts.add({(): amounts(*range(3000))})

    fault = error.value.fault
    assert fault.got in {"database or disk is full", "disk I/O error"}
    assert fault.hint == (
        "free some, name another folder for temporary files, or let memory hold more rows"
    )
