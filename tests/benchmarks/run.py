"""`make bench`: what ours costs, side by side with others in one run, as ratios with their spread.

MEASURAND_BENCH_ROWS sets the size (default 1,000,000 rows of about 1 KB), MEASURAND_BENCH_ROUNDS
the number of rounds (default 3). Where the reference script lies beside the repository, its methods
are run too: MEASURAND_BENCH_SCRIPT, default ../shared/bench/bench_io.py.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.benchmarks.audit_speed import audit_ratio
from tests.benchmarks.bootstrap import bootstrap_ratio, holm_ratio
from tests.benchmarks.clusters import compared
from tests.benchmarks.family_speed import family_ratio
from tests.benchmarks.generated_speed import generated_ratios
from tests.benchmarks.graphs import graph_ratio
from tests.benchmarks.io_speed import io_ratio
from tests.benchmarks.judged_speed import judged_ratios
from tests.benchmarks.label_speed import label_ratio, resample_ratio, ten_ratio
from tests.benchmarks.make_data import make
from tests.benchmarks.many import many
from tests.benchmarks.measure import Cost, in_turn, ratios
from tests.benchmarks.premises import accusations
from tests.benchmarks.review_speed import review_ratio
from tests.benchmarks.table_speed import table_ratio
from tests.benchmarks.voxels import voxel_ratio

HERE = Path(__file__).parent
ROWS = int(os.environ.get("MEASURAND_BENCH_ROWS", "1000000"))
GIGABYTES, WORKERS = 0.5, 2
ROUNDS = int(os.environ.get("MEASURAND_BENCH_ROUNDS", "3"))
SCRIPT = Path(os.environ.get("MEASURAND_BENCH_SCRIPT", HERE / "../../../shared/bench/bench_io.py"))
OURS = "measurand (no id index)"


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def commands(data: str) -> dict[str, list[str]]:
    """List the programs that score the file to micro F1 and mean F1 of the samples."""
    python = sys.executable
    unit = "unit=aspect+polarity"
    ours = [python, "-m", "measurand", "score", data, "--format", "json"]
    ours += ["-d", f"f({unit},average=micro)", "-d", f"f({unit},average=macro[sample])"]
    found = {
        OURS: [*ours, "--ids", "off"],
        "measurand": ours,
        "hand-written": [python, str(HERE / "baselines.py"), "hand-written", data],
        "scikit-learn": [python, str(HERE / "baselines.py"), "scikit-learn", data],
    }
    if SCRIPT.is_file():
        for method in ("msgspec_stream", "sklearn_mlb"):
            line = [python, str(SCRIPT), "one", "--data", data, "--method", method]
            found[f"reference script: {method}"] = line
    return found


def numbers(name: str, cost: Cost, rows: int) -> tuple[float, float]:
    """Read the two scores that a program printed."""
    if name.startswith("measurand"):
        scores = [line["score"]["decimal"] for line in json.loads(cost.output)["scores"]]
        return float(scores[0]), float(scores[1])
    if name.startswith("reference"):
        tp, fp, fn, total = json.loads(cost.output)["res"]
        return 2 * tp / (2 * tp + fp + fn), total / rows
    micro, mean = cost.output.split()
    return float(micro), float(mean)


def scoring(folder: Path) -> None:
    """Score one file with every program."""
    data = folder / "samples.jsonl"
    make(data, ROWS)
    say(f"scoring {ROWS:,} rows, {data.stat().st_size / ROWS:.0f} bytes each, {ROUNDS} rounds")
    found = in_turn(commands(str(data)), ROUNDS)
    ours = found[OURS]
    expected = numbers(OURS, ours[0], ROWS)
    say(f"micro F1 {expected[0]:.6f}, mean F1 {expected[1]:.6f}")
    for name, costs in found.items():
        got = numbers(name, costs[0], ROWS)
        same = max(abs(a - b) for a, b in zip(got, expected, strict=True)) < 1e-6
        cpu = median(cost.cpu for cost in costs)
        peak = max(cost.megabytes for cost in costs)
        against = ratios([cost.cpu for cost in ours], [cost.cpu for cost in costs])
        say(
            f"  {name:34s} {cpu:7.2f} CPU s  {peak:7.0f} MB peak  "
            f"ours / this: {against}  {'same numbers' if same else f'OTHER NUMBERS {got}'}"
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        scoring(Path(temporary))
        for line in review_ratio(Path(temporary), ROWS, ROUNDS):
            say(line)
        for line in compared(GIGABYTES, WORKERS, Path(temporary), spark=False):
            say(line)
    for line in io_ratio(ROWS, ROUNDS):
        say(line)
    for line in many(10 * ROWS):
        say(line)
    for line in audit_ratio(ROUNDS):
        say(line)
    for line in accusations():
        say(line)
    for line in (*label_ratio(), *ten_ratio(), *resample_ratio()):
        say(line)
    for line in family_ratio():
        say(line)
    for line in (*generated_ratios(), *judged_ratios()):
        say(line)
    for line in table_ratio(100):
        say(line)
    for line in voxel_ratio(ROUNDS):
        say(line)
    for line in bootstrap_ratio(ROUNDS):
        say(line)
    for line in holm_ratio(ROUNDS):
        say(line)
    for line in graph_ratio(ROUNDS):
        say(line)
