"""What reading and scoring lines costs: ours beside a bare loop, DuckDB, polars and json, at once.

Every case is a process of its own; its CPU is that of the process and all its workers, its memory
the largest of them. The numbers of all cases are held to each other.

python -m tests.benchmarks.io_speed --lines 3000000 [--items text|slots] [--rounds 1]
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from attrs import frozen

from tests.benchmarks.io_cases import CASES

BARE, OURS = "bare msgspec loop", "measurand"
WANTED, MEGABYTES = 1.5, 60
SLOW = {"json of the standard library"}
_SUBREAPER = 36


@frozen
class Spent:
    """What one run cost, workers included, and what it printed."""

    cpu: float
    wall: float
    megabytes: float
    output: str


def adopt() -> None:
    """Take over processes whose parent ends (Linux), so that what workers cost is counted."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def spent(command: Sequence[str]) -> Spent:
    """Run a program, and wait for it and for all that it leaves behind.

    It is a process group of its own: other children of ours, such as the fork server of an engine
    that was timed before, live as long as we do, and are not waited for.

    Raises RuntimeError where it fails.
    """
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0) as process:
        output = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if process.returncode:
        message = f"{command} ended with {process.returncode}"
        raise RuntimeError(message)
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    while True:
        try:
            _, _, usage = os.wait4(-process.pid, 0)
        except ChildProcessError:
            return Spent(cpu, wall, peak / 1024, output)
        cpu, peak = cpu + usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss)


def io_ratio(lines: int, rounds: int, items: str = "text") -> Iterator[str]:
    """Time all cases in turn."""
    adopt()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.jsonl"
        # In a process of its own: what it holds would count as memory of the programs timed.
        making = [sys.executable, "-m", "tests.benchmarks.make_lines", str(path)]
        subprocess.run([*making, "--lines", str(lines), "--items", items], check=True)
        size = path.stat().st_size
        yield f"reading {lines:,} lines of two systems, {size / lines:.0f} bytes each: {items}"
        found: dict[str, list[Spent]] = {name: [] for name in CASES}
        for _ in range(rounds):
            for name in CASES:
                command = [sys.executable, "-m", "tests.benchmarks.io_cases", name]
                found[name].append(spent([*command, str(path), items]))
    expected = json.loads(found[BARE][0].output)
    cpu = {name: median(one.cpu for one in runs) for name, runs in found.items()}
    for name, runs in found.items():
        told = json.loads(runs[0].output)
        wall, peak = median(one.wall for one in runs), max(one.megabytes for one in runs)
        yield (
            f"  {name:30s} {cpu[name]:7.2f} CPU s {wall:7.2f} s {peak:6.0f} MB "
            f"{size / wall / 1e9:6.3f} GB/s  this / bare: {cpu[name] / cpu[BARE]:5.2f}  "
            f"{'same numbers' if same(told, expected) else f'OTHER NUMBERS {told}'}"
        )
    ours = json.loads(found[OURS][0].output)
    ratio, peak = cpu[OURS] / cpu[BARE], max(one.megabytes for one in found[OURS])
    good = ratio <= WANTED and peak < MEGABYTES
    yield (
        f"  {'as wanted' if good else 'NOT AS WANTED'}: {ratio:.2f} of the CPU of the bare loop "
        f"(wanted {WANTED}), {peak:.0f} MB (wanted {MEGABYTES}), with {ours['rules']} scores by "
        f"empty rules and a bootstrap of {ours['bootstrap']:.2f} CPU s"
    )


def same(told: dict[str, object], expected: dict[str, object]) -> bool:
    """Tell whether two cases found the same numbers."""
    if told["samples"] != expected["samples"]:
        return False
    pairs = ((told[name], expected[name]) for name in ("micro", "macro"))
    return all(
        isinstance(one, list)
        and isinstance(other, list)
        and all(abs(a - b) < 1e-9 for a, b in zip(one, other, strict=True))
        for one, other in pairs
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=3_000_000)
    parser.add_argument("--items", choices=("text", "slots"), default="text")
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    for line in io_ratio(asked.lines, asked.rounds, asked.items):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
