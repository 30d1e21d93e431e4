"""Many samples, made on the fly and piped to the reading code: memory over time, then a bootstrap.

Nothing is stored: a few blocks of lines are made once, and written to standard input of a process
that counts both systems and then compares them. What it holds in memory is looked at all the while.

python -m tests.benchmarks.many --samples 50000000 [--items text|slots]
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import IO

from tests.benchmarks.make_lines import BLOCK, blocks

LOOKS = 20
MADE = 10
MEGABYTES, SECONDS = 60, 2


def lines(samples: int, items: str) -> Iterator[tuple[int, bytes]]:
    """Give blocks of lines, and how many lines they are."""
    made = list(blocks(MADE * BLOCK, items=items))
    whole, rest = divmod(samples, BLOCK)
    yield from ((BLOCK, block) for block in islice(cycle(made), whole))
    if rest:
        yield rest, b"".join(made[0].splitlines(keepends=True)[:rest])


def megabytes(process: int | str, what: str = "VmRSS") -> float:
    """Read how much memory a process holds now, or held at most (VmHWM) (Linux)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    held = next(line for line in status.splitlines() if line.startswith(what))
    return int(held.split()[1]) / 1024


def feed(process: int, into: IO[bytes], samples: int, items: str) -> Iterator[tuple[int, float]]:
    """Write all lines; say now and then how many there were and what the process holds."""
    step, due, given = max(1, samples // LOOKS), 0, 0
    for number, block in lines(samples, items):
        into.write(block)
        given += number
        if given >= due:
            yield given, megabytes(process)
            due += step
    into.close()


def many(samples: int, items: str = "text") -> Iterator[str]:
    """Count so many samples in a process of its own, and compare the systems."""
    yield f"counting {samples:,} samples from a pipe: {items}"
    command = [sys.executable, "-m", "tests.benchmarks.many", "--read", "--items", items]
    start, held = time.perf_counter(), list[float]()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        if process.stdin is None or process.stdout is None:
            message = "a process with pipes"
            raise RuntimeError(message)
        for given, now in feed(process.pid, process.stdin, samples, items):
            held.append(now)
            yield f"  {given:>13,} samples  {time.perf_counter() - start:7.1f} s  {now:5.1f} MB"
        found = json.loads(process.stdout.read())
    good = max(held) < MEGABYTES and found["bootstrap"] < SECONDS
    yield (
        f"  {'as wanted' if good else 'NOT AS WANTED'}: {found['samples']:,} samples scored, "
        f"{found['distinct']:,} distinct rows, at most {max(held):.1f} MB while counting "
        f"(wanted {MEGABYTES}), {found['peak']:.1f} MB with the comparison, whose bootstrap took "
        f"{found['bootstrap']:.2f} CPU s (wanted {SECONDS}); {found['cpu']:.1f} CPU s in all"
    )


def read(items: str) -> None:
    """Count what comes by standard input, and compare the systems."""
    from tests.benchmarks.io_ours import gathered, scores

    pool = gathered("-", items)
    found = scores(pool, items)
    found["distinct"] = sum(bag.distinct for bag in pool.keyed.bags.values())
    found["peak"] = megabytes("self", "VmHWM")
    found["cpu"] = time.process_time()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=50_000_000)
    parser.add_argument("--items", choices=("text", "slots"), default="text")
    parser.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.read:
        read(asked.items)
    else:
        for line in many(asked.samples, asked.items):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
