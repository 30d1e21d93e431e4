"""The Spark engine in this machine gives what one process gives, whatever happens to it.

It needs pyspark and Java, and is skipped where they are absent: `make spark` brings pyspark.
"""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest
from attrs import evolve

from measurand.edges.engines import spark_engine
from measurand.edges.engines.cluster import ClusterError
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Engine, Run, unwatched
from measurand.edges.engines.serial import gather, serial
from measurand.edges.engines.spark_engine import spark
from measurand.edges.engines.tasks import Shard, Task
from measurand.evidence.observation import Missing, Observation
from measurand.evidence.source import Source
from measurand.metrics.needs import Need, Slice

pytest.importorskip("pyspark")
T = TypeVar("T")
NEEDS = tuple(
    Need(Slice("runs", (), how)) for how in (Observation(), Observation(missing=Missing.EMPTY))
)
LINE = '{{"id": {}, "gold": ["a"], "pred": ["a", "b"]}}\n'
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks for workers in /proc"),
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java"),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with spark("local[2]") as found:
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
    because = "its worker failed, twice: Python worker exited unexpectedly (crashed)"
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
    monkeypatch.setattr(spark_engine, "here", lambda: "9")
    [one] = write(tmp_path, LINE.format(1))

    [found] = engine([one], unwatched)

    assert isinstance(found, Lost)
    assert found.because.startswith("OtherVersionError: measurand 9 asks, measurand ")


def test_an_iterator_that_is_closed_leaves_spark_usable(tmp_path: Path, engine: Engine) -> None:
    tasks = write(tmp_path, *([LINE.format(1)] * 5))

    first = engine(tasks, unwatched)
    next(first)
    assert isinstance(first, Generator)
    first.close()

    assert ordered(engine(tasks, unwatched)) == list(serial(tasks, unwatched))


def test_a_second_spark_in_one_process_is_refused(tmp_path: Path, engine: Engine) -> None:
    tasks = write(tmp_path, LINE.format(1))
    list(engine(tasks, unwatched))

    with pytest.raises(ClusterError) as caught, spark("local[1]") as other:
        other(tasks, unwatched)

    expected = "a Spark that starts: it needs Java, and a master that answers"
    told = (
        f"local[1]: expected {expected}, got ValueError: Cannot run multiple SparkContexts at once"
    )
    assert caught.value.fault.text().startswith(told)
