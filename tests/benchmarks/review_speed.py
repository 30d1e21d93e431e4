"""All review metrics of a large run, beside a plain loop that computes one of them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import Cost, in_turn, ratios

HERE = Path(__file__).parent
DISTINCT = int(os.environ.get("MEASURAND_BENCH_DISTINCT", "50000"))
DATA = Path(os.environ.get("MEASURAND_DATA", HERE / "../../../shared/data")) / "cr"
OURS = "measurand review aggregate"
LOOP = "plain loop, tuple_f1_s2 only"


def printed(name: str, cost: Cost) -> float:
    """Read tuple_f1_s2 from what a program printed."""
    if name == LOOP:
        return float(cost.output)
    [run] = json.loads(cost.output)["runs"]
    return float(next(line["value"] for line in run["metrics"] if line["metric"] == "tuple_f1_s2"))


def review_ratio(folder: Path, rows: int, rounds: int) -> Iterator[str]:
    """Time both in turn; real runs must lie beside the repository."""
    if not DATA.is_dir():
        yield f"review: no runs at {DATA}; say where with MEASURAND_DATA"
        return
    path = folder / "bench__seed1_proposed.jsonl"
    making = [sys.executable, "-m", "tests.benchmarks.review_data", str(path), str(DATA)]
    subprocess.run([*making, str(rows), str(DISTINCT)], check=True)
    size = path.stat().st_size / rows
    yield f"review: {rows:,} scorecards, {DISTINCT:,} different, {size:.0f} bytes each"
    ours = [sys.executable, "-m", "measurand", "review", "aggregate", str(path)]
    ours += ["--profile", "as-run", "--format", "json", "--out", str(folder)]
    programs = {OURS: ours, LOOP: [sys.executable, str(HERE / "review_loop.py"), str(path)]}
    found = in_turn(programs, rounds)
    same = abs(printed(OURS, found[OURS][0]) - printed(LOOP, found[LOOP][0])) < 1e-9
    for name, costs in found.items():
        cpu = median(cost.cpu for cost in costs)
        peak = max(cost.megabytes for cost in costs)
        against = ratios([cost.cpu for cost in found[OURS]], [cost.cpu for cost in costs])
        yield (
            f"  {name:34s} {cpu:7.2f} CPU s  {peak:7.0f} MB peak  ours / this: {against}  "
            f"{'same numbers' if same else 'OTHER NUMBERS'}"
        )
