"""The command on data that are always the same, its processes, and how it ends."""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from attrs import frozen

MARK = "MEASURAND_CHAOS"
FILES, RECORDS = 6, 10_000
SHARD_BYTES = 40_000
SECONDS = 60
WORDS = ("bill", "late", "lost", "rude", "slow", "thanks", "wrong")


@frozen
class Ended:
    """How a run ended: its exit code (negative: the signal) and what it said."""

    code: int
    said: str

    @property
    def text(self) -> str:
        first = self.said.strip().splitlines()[:1] if self.code > 0 else []
        return " ".join((str(self.code), *first))[:100]


def make_data(folder: Path) -> None:
    """Write files of samples, plain and compressed: always the same ones."""
    chance = random.Random(8)  # noqa: S311 (examples, not secrets)
    for number in range(FILES):
        lines = [
            json.dumps({"id": f"{number}-{at}", "gold": _some(chance), "pred": _some(chance)})
            for at in range(RECORDS)
        ]
        raw = "".join(f"{line}\n" for line in lines).encode()
        (folder / f"{number}.jsonl").write_bytes(raw)
        (folder / f"{number}.jsonl.gz").write_bytes(gzip.compress(raw, mtime=0))


def _some(chance: random.Random) -> list[str]:
    return chance.sample(WORDS, chance.randrange(4))


@frozen
class Command:
    """The command on some data; `home` has what it writes, and nothing else."""

    data: Path
    home: Path
    engine: str
    pattern: str = "*.jsonl"

    @property
    def output(self) -> Path:
        return self.home / "scores.txt"

    @property
    def state(self) -> Path:
        return self.home / "state"

    def done(self) -> list[Path]:
        """List the shards that are kept."""
        return sorted(self.state.glob("shard-*")) if self.state.is_dir() else []

    def start(self, limit: Callable[[], None] | None = None) -> "subprocess.Popen[bytes]":
        words = ("score", str(self.data / self.pattern), "-d", "f(average=micro)", "-d", "f")
        ways = ("--engine", self.engine, *(() if self.engine == "serial" else ("--workers", "2")))
        kept = ("--resume", str(self.state), "--shard-bytes", str(SHARD_BYTES))

        def begin() -> None:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if limit is not None:
                limit()

        return subprocess.Popen(
            (sys.executable, "-m", "measurand", *words, *ways, *kept, "--output", self.output),
            env=os.environ | {MARK: str(self.home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=begin,  # noqa: PLW1509 (no threads are here)
        )

    def marked(self) -> list[int]:
        """List the processes that belong to a run, alive ones."""
        mark = f"{MARK}={self.home}".encode()
        found = []
        for place in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if mark in place.read_bytes():
                    found.append(int(place.parts[2]))
        return sorted(found)

    def workers(self) -> list[int]:
        """List the processes of a run that have none below them and read for it."""
        parents = {process: _parent(process) for process in self.marked()}
        leaves = [process for process in parents if process not in parents.values()]
        return [process for process in leaves if b"resource_tracker" not in _line(process)]


def _parent(process: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _line(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b"resource_tracker"


def finish(run: "subprocess.Popen[bytes]") -> Ended:
    """Wait until a run ends.

    Raises TimeoutExpired where it does not.
    """
    try:
        _, said = run.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        raise
    return Ended(run.returncode, said.decode(errors="replace"))


def undisturbed(data: Path, home: Path, pattern: str) -> bytes:
    """Give what the command writes where nothing happens, by one process."""
    home.mkdir()
    command = Command(data, home, "serial", pattern)
    ended = finish(command.start())
    if ended.code:
        message = f"a run that nobody disturbed: got {ended}"
        raise RuntimeError(message)
    return command.output.read_bytes()
