"""Run programs in turn and compare what they cost: seconds, and peak memory.

python -m tests.benchmarks.measure COMMAND...
"""

import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from statistics import median

from attrs import asdict, frozen

_SUBREAPER = 36


@frozen
class Cost:
    """What one run cost, workers included, and what it printed."""

    cpu: float
    wall: float
    megabytes: float
    output: str


def cost(command: Sequence[str]) -> Cost:
    """Run a program, and wait for it and for all that it leaves behind.

    A small process of its own starts it: the peak that the system tells of a program is at least
    what the process held that started it.

    Raises RuntimeError where it fails.
    """
    small = [sys.executable, "-m", "tests.benchmarks.measure", *command]
    ran = subprocess.run(small, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode:
        message = f"{command} ended with {ran.returncode}"
        raise RuntimeError(message)
    return Cost(**json.loads(ran.stdout))


def spent(command: Sequence[str]) -> Cost:
    """Run a program from this process, which has no other children, to the end of all its own.

    Raises SystemExit with its exit code where it fails.
    """
    if sys.platform == "linux":  # take over workers whose parent ends, so that they count
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        output = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(process.returncode)
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return Cost(cpu, wall, peak / 1024, output)
        cpu, peak = cpu + usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss)


def in_turn(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, list[Cost]]:
    """Run all programs, one after another, several times, so that drift hits all alike."""
    found: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(cost(command))
    return found


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """Say the ratio of paired runs: least, median, most."""
    pairs = sorted(a / b for a, b in zip(ours, theirs, strict=True))
    return f"{pairs[0]:.2f} .. {median(pairs):.2f} .. {pairs[-1]:.2f}"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(spent(sys.argv[1:]))))
