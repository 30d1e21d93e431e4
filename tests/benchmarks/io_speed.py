"""What reading and scoring lines costs: ours beside a bare loop, DuckDB, polars and json, at once.

Every case is a process of its own; its CPU is that of the process and all its workers, its memory
the largest of them. The numbers of all cases are held to each other.

python -m tests.benchmarks.io_speed --lines 3000000 [--items text|slots] [--rounds 1]
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.io_cases import CASES
from tests.benchmarks.measure import Cost, cost

BARE, OURS = "bare msgspec loop", "measurand"
WANTED, MEGABYTES = 1.5, 60
SLOW = {"json of the standard library"}


def io_ratio(lines: int, rounds: int, items: str = "text") -> Iterator[str]:
    """Time all cases in turn."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.jsonl"
        making = [sys.executable, "-m", "tests.benchmarks.make_lines", str(path)]
        subprocess.run([*making, "--lines", str(lines), "--items", items], check=True)
        size = path.stat().st_size
        yield f"reading {lines:,} lines of two systems, {size / lines:.0f} bytes each: {items}"
        found: dict[str, list[Cost]] = {name: [] for name in CASES}
        for _ in range(rounds):
            for name in CASES:
                command = [sys.executable, "-m", "tests.benchmarks.io_cases", name]
                found[name].append(cost([*command, str(path), items]))
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
