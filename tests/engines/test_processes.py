"""Worker processes: the same numbers, killed workers replaced, nobody left behind."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pytest
from returns.result import Success

from measurand.edges.engines import processes as module
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.processes import processes
from measurand.edges.engines.run import Run, unwatched
from measurand.edges.engines.serial import gather
from measurand.edges.engines.tasks import Shard, Task
from measurand.edges.engines.work import work
from measurand.evidence.observation import Observation
from measurand.evidence.source import Source
from measurand.inference.comparison import estimate
from measurand.inference.plan import Plan
from measurand.metrics.needs import Need, Slice
from measurand.metrics.signature import parse

CLAIMS = {"runs": Source(path="runs.jsonl")}
MICRO = parse("f(average=micro)")
NEEDS = (Need(Slice("runs", (), Observation())),)
POISON = 3


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    lines = [
        json.dumps({"id": number, "gold": ["a", "b"], "pred": ["a", "c"][: number % 3]})
        for number in range(300)
    ]
    # A repeated id, far behind the first.
    text = "\n".join([*lines[:299], lines[7]]) + "\n"
    (tmp_path / "runs.jsonl").write_text(text)
    return tmp_path


def tasks(number: int, root: Path) -> list[Task]:
    """Make tasks that read one file, each as a whole."""
    return [
        Task(
            index=index,
            name="runs",
            source=Source(path="runs.jsonl"),
            root=str(root),
            shard=Shard(source="runs", place="runs.jsonl"),
            needs=NEEDS,
        )
        for index in range(number)
    ]


def dying(task: Task) -> Partial:
    """Kill the process that reads one of the shards, as the system does that lacks memory."""
    if task.index == POISON:
        os.kill(os.getpid(), signal.SIGKILL)
    return work(task)


def dying_once(task: Task) -> Partial:
    """Kill the process that reads one of the shards for the first time."""
    mark = Path(task.root) / "killed"
    if task.index == POISON and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return work(task)


def failing(task: Task) -> Partial:
    """Fail on one of the shards."""
    if task.index == POISON:
        message = "out of everything"
        raise MemoryError(message)
    return work(task)


def dawdling(task: Task) -> Partial:
    """Take very long over all shards but the first."""
    time.sleep(60 if task.index else 0)
    return work(task)


def loaded(_task: Task) -> Partial:
    """Say what a worker has loaded."""
    heavy = ("numpy", "scipy", "cattrs", "rich", "pyarrow", "duckdb", "networkx")
    return told(", ".join(name for name in heavy if name in sys.modules))


def told(text: str) -> Partial:
    return Partial(index=0, found=((0, text, 0, ""),))


def held(_task: Task) -> Partial:
    """Say how many bytes of memory a worker holds."""
    status = Path("/proc/self/status").read_text()
    [line] = [one for one in status.splitlines() if one.startswith("VmRSS:")]
    return told(line.split()[1])


def children() -> list[int]:
    """List the workers of this process that are alive."""
    return [one.pid or 0 for one in multiprocessing.active_children()]


def test_processes_give_what_one_process_gives(runs: Path) -> None:
    run = Run(root=runs, skip=True)
    shards = Run(root=runs, skip=True, engine=processes(2), shard_bytes=2000)

    here, there = gather(CLAIMS, NEEDS, run), gather(CLAIMS, NEEDS, shards)

    assert isinstance(here, Success)
    assert there == here
    pools = [found.unwrap().pools[NEEDS[0].slice] for found in (here, there)]
    first, second = (estimate(MICRO, pool, Plan(), key="f").interval for pool in pools)
    assert first == second


def test_faults_are_those_of_one_process(runs: Path) -> None:
    shards = Run(root=runs, engine=processes(2), shard_bytes=2000)

    assert gather(CLAIMS, NEEDS, shards) == gather(CLAIMS, NEEDS, Run(root=runs))
    [fault] = gather(CLAIMS, NEEDS, shards).failure()
    assert fault.text().startswith(
        "runs.jsonl:300: $.id: expected ids that differ, got the id '7' again, first in line 8"
    )


def test_a_shard_that_kills_its_worker_twice_is_lost_and_no_other_is(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "work", dying)

    found = list(processes(2)(tasks(8, runs), unwatched))

    assert sorted(one.index for one in found if isinstance(one, Partial)) == [0, 1, 2, 4, 5, 6, 7]
    [lost] = [one for one in found if isinstance(one, Lost)]
    assert lost.task.index == POISON
    assert lost.because == (
        "the process that read it ended, twice: was it killed for want of memory?"
    )


def test_a_shard_whose_worker_was_killed_is_tried_again(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "work", dying_once)

    found = list(processes(2)(tasks(8, runs), unwatched))

    assert all(isinstance(one, Partial) for one in found)
    assert sorted(one.index for one in found if isinstance(one, Partial)) == list(range(8))


def test_a_shard_that_fails_twice_is_lost_and_says_why(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "work", failing)

    found = list(processes(2)(tasks(5, runs), unwatched))

    assert [one.because for one in found if isinstance(one, Lost)] == [
        "MemoryError: out of everything"
    ]
    assert len(found) == 5


def starting(failures: list[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the executor fail to start workers, as where the fork server was killed."""
    submit = ProcessPoolExecutor.submit

    def failing_first(
        self: ProcessPoolExecutor, work: Callable[[Task], Partial], task: Task
    ) -> Future[Partial]:
        if task.index == POISON and failures:
            raise failures.pop()
        return submit(self, work, task)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", failing_first)


def test_workers_that_cannot_be_started_are_started_again(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting([EOFError("unexpected EOF"), ConnectionRefusedError("refused")], monkeypatch)

    found = list(processes(2)(tasks(8, runs), unwatched))

    assert sorted(one.index for one in found if isinstance(one, Partial)) == list(range(8))


def test_a_shard_for_which_no_worker_can_be_started_is_lost(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PAUSE", 0)
    starting([OSError("no memory")] * 100, monkeypatch)

    found = list(processes(2)(tasks(8, runs), unwatched))

    assert [one.because for one in found if isinstance(one, Lost)] == [
        "no process could be started to read it: no memory"
    ]
    assert len(found) == 8
    assert children() == []


def test_workers_load_little(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "work", loaded)

    assert list(processes(1)(tasks(1, runs), unwatched)) == [told("")]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_hold_little_memory(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "work", held)

    [found] = processes(1)(tasks(1, runs), unwatched)

    assert isinstance(found, Partial)
    [(_, kilobytes, _, _)] = found.found
    assert int(kilobytes) < 60 * 1024


def test_nobody_is_left_when_results_are_not_wanted_any_more(runs: Path) -> None:
    results = processes(2)(tasks(50, runs), unwatched)
    assert isinstance(results, Generator)
    next(results)

    results.close()

    assert children() == []


def test_nobody_is_waited_for_when_results_are_not_wanted_any_more(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "work", dawdling)
    results = processes(2)(tasks(9, runs), unwatched)
    assert isinstance(results, Generator)
    next(results)

    before = time.monotonic()
    results.close()

    assert time.monotonic() - before < 30
    assert children() == []


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(ValueError, match="at least one worker: got 0"):
        processes(0)


PROGRAM = """
import sys, time
from pathlib import Path
from measurand.auditing.claims.model import Claims
from measurand.metrics.needs import Need, Slice
from measurand.evidence.source import Source
from measurand.edges.engines.processes import processes
from measurand.edges.engines.serial import Run, gather
from measurand.evidence.observation import Observation

claims = {"runs": Source(path="runs.jsonl")}
run = Run(root=Path(sys.argv[1]), engine=processes(2), shard_bytes=200, skip=True,
          tick=lambda records: print(records, flush=True))
print(gather(claims, (Need(Slice("runs", (), Observation())),), run).unwrap().readings["runs"].read)
"""


def test_a_program_without_a_main_guard_can_use_processes(runs: Path) -> None:
    program = runs / "program.py"
    program.write_text(PROGRAM)

    done = subprocess.run(
        [sys.executable, program, runs], capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stdout.splitlines()[-1] == "300"
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_program_that_started_them(runs: Path, how: signal.Signals) -> None:
    program = runs / "program.py"
    program.write_text(PROGRAM + "time.sleep(60)\n")
    many = (runs / "runs.jsonl").read_text() * 200
    (runs / "runs.jsonl").write_text(many)
    running = subprocess.Popen(
        [sys.executable, program, runs],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert running.stdout is not None
    running.stdout.readline()
    assert in_session(running.pid) > 1

    running.send_signal(how)
    running.wait(timeout=60)
    running.stdout.close()

    deadline = time.monotonic() + 20
    while in_session(running.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert in_session(running.pid) == 0


def in_session(leader: int) -> int:
    """Count the processes of a session that are alive."""
    found = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        found += fields[0] != "Z" and int(fields[3]) == leader
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_interrupt_of_all_is_left_to_the_program(runs: Path) -> None:
    program, said = runs / "program.py", runs / "said"
    program.write_text(PROGRAM)
    (runs / "runs.jsonl").write_text((runs / "runs.jsonl").read_text() * 200)
    with said.open("wb") as errors:
        running = subprocess.Popen(
            [sys.executable, program, runs],
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    assert running.stdout is not None
    for _ in range(50):
        running.stdout.readline()

    os.killpg(running.pid, signal.SIGINT)
    running.wait(timeout=60)
    running.stdout.close()

    assert said.read_text().count("Traceback") == 1
    assert running.returncode == -signal.SIGINT
