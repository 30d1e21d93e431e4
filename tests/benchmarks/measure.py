"""Run programs in turn and compare what they cost: CPU seconds and peak memory."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from statistics import median

from attrs import frozen


@frozen
class Cost:
    """What one run cost, and what it printed."""

    cpu: float
    megabytes: float
    output: str


def cost(command: Sequence[str]) -> Cost:
    """Run a program to its end.

    Raises RuntimeError where it fails.
    """
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        output = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        message = f"{command} ended with {process.returncode}"
        raise RuntimeError(message)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


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
