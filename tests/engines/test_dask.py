"""The Dask engine: a cluster of this machine gives what one process gives, whatever happens."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest
from attrs import evolve
from distributed import LocalCluster

from measurand.edges.engines import dask_engine
from measurand.edges.engines.cluster import ClusterError
from measurand.edges.engines.dask_engine import dask
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Engine, Run, unwatched
from measurand.edges.engines.serial import gather, serial
from measurand.edges.engines.tasks import Shard, Task
from measurand.evidence.observation import Missing, Observation
from measurand.evidence.source import Source
from measurand.metrics.needs import Need, Slice

T = TypeVar("T")
NEEDS = tuple(
    Need(Slice("runs", (), how)) for how in (Observation(), Observation(missing=Missing.EMPTY))
)
LINE = '{{"id": {}, "gold": ["a"], "pred": ["a", "b"]}}\n'
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for workers in /proc")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with dask(2) as found:
        yield found


def task(folder: Path, name: str, index: int = 0) -> Task:
    shard = Shard(source="runs", place=name)
    source = Source(path="*.jsonl")
    return Task(
        index=index, name="runs", source=source, root=str(folder), shard=shard, needs=NEEDS[:1]
    )


def write(folder: Path, *files: str) -> list[Task]:
    for index, text in enumerate(files):
        (folder / f"{index}.jsonl").write_text(text)
    return [task(folder, f"{index}.jsonl", index) for index in range(len(files))]


def ordered(found: Iterator[Partial | Lost]) -> list[Partial | Lost]:
    return sorted(found, key=lambda one: one.index if isinstance(one, Partial) else one.task.index)


def readers(pipe: Path) -> list[int]:
    """List the processes, other than this one, that have a pipe open."""
    found = set[int]()
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(link.readlink()) == str(pipe):
                found.add(int(link.parts[2]))
        except OSError:
            continue
    return sorted(found - {os.getpid()})


def kill_reader(pipe: Path) -> None:
    """Wait until somebody reads from a pipe, kill the process, and wait until it is gone."""
    with pipe.open("wb"):
        [reader] = awaited(lambda: readers(pipe))
        os.kill(reader, signal.SIGKILL)
        # A process of several threads closes what it read when the last of them is gone.
        awaited(lambda: not Path(f"/proc/{reader}").exists())


def awaited(look: Callable[[], T]) -> T:
    """Look again and again until there is something."""
    for _ in range(500):
        if found := look():
            return found
        time.sleep(0.01)
    message = "something to happen within seconds: nothing did"
    raise TimeoutError(message)


def meanwhile(*steps: Callable[[], object]) -> Thread:
    """Take steps one after the other, beside what goes on."""
    found = Thread(target=lambda: [step() for step in steps], daemon=True)
    found.start()
    return found


def test_a_cluster_gives_what_one_process_gives(tmp_path: Path, engine: Engine) -> None:
    for name in "ab":
        lines = [LINE.format(f'"{name}{number}"') for number in range(200)]
        (tmp_path / f"{name}.jsonl").write_text("".join(lines))
    claims = {"runs": Source(path="*.jsonl")}

    found = gather(claims, NEEDS, Run(root=tmp_path, engine=engine, shard_bytes=2000))

    assert found == gather(claims, NEEDS, Run(root=tmp_path))
    assert found.unwrap().pools[NEEDS[0].slice].scored() == 400


def test_a_cluster_finds_the_faults_that_one_process_finds(tmp_path: Path, engine: Engine) -> None:
    lines = [LINE.format(number % 150) for number in range(200)]
    lines[120] = '{"id": "x", "gold": null, "pred": []}\n'
    (tmp_path / "a.jsonl").write_text("".join(lines))
    (tmp_path / "b.jsonl").write_text(LINE.format(7))
    claims = {"runs": Source(path="*.jsonl")}

    found = gather(claims, NEEDS, Run(root=tmp_path, engine=engine, shard_bytes=1000))

    assert found == gather(claims, NEEDS, Run(root=tmp_path))
    texts = [fault.text() for fault in found.failure()]
    assert texts[0].startswith("a.jsonl:121: $.gold: expected a list, got null")
    assert texts[1].startswith("a.jsonl:151: $.id: expected ids that differ, got the id '0' again")
    assert texts[-1].startswith("b.jsonl:1: $.id: expected ids that differ, got the id '7' again")


def test_shards_are_read_again_where_a_worker_dies(tmp_path: Path, engine: Engine) -> None:
    tasks = write(tmp_path, *([LINE.format(1)] * 5))
    expected = list(serial(tasks, unwatched))
    (tmp_path / "2.jsonl").unlink()
    pipe = tmp_path / "2.jsonl"
    os.mkfifo(pipe)

    killed = meanwhile(lambda: kill_reader(pipe), lambda: pipe.write_text(LINE.format(1)))
    found = ordered(engine(tasks, unwatched))

    killed.join(10)
    assert found == expected


def test_a_shard_that_ends_its_worker_twice_is_lost(tmp_path: Path, engine: Engine) -> None:
    tasks = write(tmp_path, *([LINE.format(1)] * 5))
    expected = list(serial(tasks, unwatched))
    (tmp_path / "2.jsonl").unlink()
    pipe = tmp_path / "2.jsonl"
    os.mkfifo(pipe)

    killed = meanwhile(lambda: kill_reader(pipe), lambda: kill_reader(pipe))
    found = ordered(engine(tasks, unwatched))

    killed.join(10)
    because = "its worker ended, twice: was it killed for want of memory?"
    assert found[2] == Lost(tasks[2], because)
    assert found[:2] + found[3:] == expected[:2] + expected[3:]


def test_a_shard_that_raises_is_lost_with_its_reason(tmp_path: Path, engine: Engine) -> None:
    good, other = write(tmp_path, LINE.format(1), LINE.format(2))
    odd = evolve(other, sought=b"no digests")

    found = ordered(engine([good, odd], unwatched))

    because = "ValueError: bytes length not a multiple of item size"
    assert found == [*serial([good], unwatched), Lost(odd, because)]


def test_a_worker_of_another_version_reads_nothing(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_engine, "here", lambda: "9")
    [one] = write(tmp_path, LINE.format(1))

    [found] = engine([one], unwatched)

    assert isinstance(found, Lost)
    assert found.because.startswith("OtherVersionError: measurand 9 asks, measurand ")


def test_an_iterator_that_is_closed_leaves_the_cluster_usable(
    tmp_path: Path, engine: Engine
) -> None:
    tasks = write(tmp_path, *([LINE.format(1)] * 5))

    first = engine(tasks, unwatched)
    next(first)
    assert isinstance(first, Generator)
    first.close()

    assert ordered(engine(tasks, unwatched)) == list(serial(tasks, unwatched))


def test_the_workers_of_a_scheduler_at_an_address_read(tmp_path: Path) -> None:
    tasks = write(tmp_path, *([LINE.format(1)] * 5))
    cluster = LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    )

    with cluster, dask(address=cluster.scheduler_address) as engine:
        found = ordered(engine(tasks, unwatched))

    assert found == list(serial(tasks, unwatched))


@pytest.mark.parametrize(
    ("address", "got"),
    [
        ("tcp://127.0.0.1:9", "OSError: Timed out trying to connect to tcp://127.0.0.1:9"),
        ("no such thing://", "ValueError: unknown address scheme 'no such thing'"),
    ],
)
def test_a_scheduler_that_does_not_answer_is_named(
    address: str, got: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_engine, "_SECONDS", 1)
    tasks = write(tmp_path, LINE.format(1))

    with pytest.raises(ClusterError) as caught, dask(address=address) as engine:
        engine(tasks, unwatched)

    expected = "a Dask scheduler that answers, such as tcp://10.0.0.5:8786"
    assert caught.value.fault.text().startswith(f"{address}: expected {expected}, got {got}")


SCRIPT = """
import os, sys
from pathlib import Path
from measurand.auditing.claims.model import Claims
from measurand.metrics.needs import Need, Slice
from measurand.evidence.source import Source
from measurand.edges.engines.dask_engine import dask
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import gather
from measurand.evidence.observation import Observation

if __name__ == "__main__":
    claims = {"runs": Source(path="*.jsonl")}
    part = Slice("runs", (), Observation())
    with dask(2) as engine:
        run = Run(root=Path(sys.argv[1]), engine=engine)
        print(gather(claims, [Need(part)], run).unwrap().pools[part].scored())
"""


def test_a_cluster_says_nothing_and_leaves_nothing_behind(tmp_path: Path) -> None:
    data, scratch = tmp_path / "data", tmp_path / "scratch"
    data.mkdir()
    scratch.mkdir()
    write(data, LINE.format(1), LINE.format(2))
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)

    ran = subprocess.run(
        (sys.executable, script, data),
        env=os.environ | {"TMPDIR": str(scratch)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.stdout, ran.stderr, ran.returncode) == ("2\n", "", 0)
    assert list(scratch.iterdir()) == []
    assert not _mentioned(str(scratch))


def _mentioned(text: str) -> Sequence[Path]:
    """List the processes whose command line or environment names something."""
    found = []
    for place in (*Path("/proc").glob("[0-9]*/cmdline"), *Path("/proc").glob("[0-9]*/environ")):
        try:
            if text.encode() in place.read_bytes():
                found.append(place)
        except OSError:
            continue
    return found
