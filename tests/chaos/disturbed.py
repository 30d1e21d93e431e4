"""One run of the command that is disturbed, the same command again, and what is held of both."""

import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from attrs import frozen

from measurand.edges.cli.main import DEFECT
from tests.chaos.command import FILES, SECONDS, Command, Ended, finish

REFUSED = 2
SMALL, LARGE = "48k", "64m"
STATE = frozenset({"lock", "plan.json"})


class Event(Enum):
    """What happens to a run."""

    WORKER_KILLED = "a worker is killed"
    CUT_GZIP = "a gzip file is cut"
    DISK_FULL = "the disk is full"
    FILE_LIMIT = "no file may grow"
    INTERRUPT = "SIGINT"
    KILL = "SIGKILL"


@frozen
class Trial:
    """What is to happen to a run of an engine; the seed chooses when."""

    seed: int
    event: Event
    engine: str


@frozen
class Told:
    """What happened in a disturbed run; `wrong` is what should not have."""

    trial: Trial
    kept: int
    first: Ended
    second: Ended
    wrong: tuple[str, ...]


def disturb(trial: Trial, data: Path, home: Path, expected: bytes) -> Told:
    """Run the command, let something happen, and run it again."""
    chance = random.Random(trial.seed)  # noqa: S311 (a choice of moments)
    event = trial.event
    home.mkdir()
    pattern = "*.jsonl.gz" if event is Event.CUT_GZIP else "*.jsonl"
    command = Command(data, home, trial.engine, pattern)
    with _around(event, command, chance) as (limit, mend):
        first = _first(event, command, chance, limit)
        wrong = list(_left(command, expected, event, first))
        mend()
        before = {path: path.stat().st_mtime_ns for path in command.done()}
        second = finish(command.start())
        if event is Event.CUT_GZIP and second.code == REFUSED and "plan.json" in second.said:
            # The file is another one now: what is kept of the first is for nobody.
            shutil.rmtree(command.state)
            before = {}
            second = finish(command.start())
        wrong += _after(command, expected, second, before)
    return Told(trial, len(before), first, second, tuple(wrong))


@contextmanager
def _around(
    event: Event, command: Command, chance: random.Random
) -> Iterator[tuple[Callable[[], None] | None, Callable[[], None]]]:
    """Prepare what a run meets, and say how to mend it."""
    match event:
        case Event.CUT_GZIP:
            victim = command.data / f"{chance.randrange(FILES)}.jsonl.gz"
            raw = victim.read_bytes()
            victim.write_bytes(raw[: chance.randrange(20, len(raw) - 1)])
            try:
                yield None, lambda: _restore(victim, raw)
            finally:
                _restore(victim, raw)
        case Event.DISK_FULL:
            subprocess.run(
                ("mount", "-t", "tmpfs", "-o", f"size={SMALL}", "measurand", command.home),
                check=True,
            )
            more = ("mount", "-o", f"remount,size={LARGE}", command.home)
            try:
                yield None, lambda: _check(more)
            finally:
                subprocess.run(("umount", command.home), check=True)
        case Event.FILE_LIMIT:
            most = chance.choice((100, 400, 1000))
            yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)), _nothing
        case _:
            yield None, _nothing


def _nothing() -> None:
    """Mend nothing."""


def _check(words: tuple[str | Path, ...]) -> None:
    subprocess.run(words, check=True)


def _restore(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)


def _first(
    event: Event, command: Command, chance: random.Random, limit: Callable[[], None] | None
) -> Ended:
    run = command.start(limit)
    if event in {Event.WORKER_KILLED, Event.INTERRUPT, Event.KILL}:
        _wait(command, run, chance)
        _strike(event, command, run, chance)
    return finish(run)


def _wait(command: Command, run: "subprocess.Popen[bytes]", chance: random.Random) -> None:
    """Wait until some shards are done, or some time: any moment of a run may be the one."""
    wanted = chance.choice((0, 1, 5, 20, 60, 100))
    until = time.monotonic() + (SECONDS / 2 if wanted else 4 * chance.random())
    while time.monotonic() < until and run.poll() is None:
        if wanted and len(command.done()) >= wanted:
            return
        time.sleep(0.005)


def _strike(
    event: Event, command: Command, run: "subprocess.Popen[bytes]", chance: random.Random
) -> None:
    with suppress(ProcessLookupError):
        match event:
            case Event.WORKER_KILLED:
                workers = command.workers()
                # Before there are workers there is none to kill.
                others = [process for process in workers if process != run.pid]
                if others:
                    os.kill(chance.choice(others), signal.SIGKILL)
            case Event.INTERRUPT if chance.random() < 1 / 2:
                os.killpg(run.pid, signal.SIGINT)
            case Event.INTERRUPT:
                run.send_signal(signal.SIGINT)
            case _:
                run.kill()


def _left(command: Command, expected: bytes, event: Event, ended: Ended) -> Iterator[str]:
    """Say what is wrong with what a disturbed run left behind."""
    until = time.monotonic() + 10
    while command.marked() and time.monotonic() < until:
        time.sleep(0.05)
    if command.marked():
        yield "processes are left"
        for process in command.marked():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
    whole = command.output.exists()
    if whole and command.output.read_bytes() != expected:
        yield "the output is not whole"
    if ended.code == 0 and not whole:
        yield "no output, and no fault"
    if event is Event.WORKER_KILLED and ended.code:
        yield "a killed worker ended the run"
    faulty = {Event.CUT_GZIP, Event.DISK_FULL, Event.FILE_LIMIT}
    one = len(ended.said.splitlines()) == 1 and "expected" in ended.said
    if event in faulty and (ended.code != REFUSED or not one):
        yield f"no clear refusal: {ended.text}"
    if "Traceback" in ended.said:
        yield "a traceback"
    if DEFECT in ended.said:
        yield "an error that was not foreseen"


def _after(
    command: Command, expected: bytes, ended: Ended, before: Mapping[Path, int]
) -> Iterator[str]:
    """Say what is wrong when the command was run again."""
    if ended.code:
        yield f"it does not go on: {ended.text}"
    elif command.output.read_bytes() != expected:
        yield "other bytes"
    if {path.name for path in command.home.iterdir()} - {"scores.txt", "state"}:
        yield "files are left beside the output"
    kept = {path.name for path in command.state.iterdir()} - STATE
    if odd := sorted(name for name in kept if not name.removeprefix("shard-").isdigit()):
        yield f"files are left in the state: {odd[0]}"
    if any(path.stat().st_mtime_ns != when for path, when in before.items()):
        yield "a shard was done twice"
