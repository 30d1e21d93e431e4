"""What several processes, Dask and Spark cost beside one process, on one large file of lines.

The file is written first, and taken away after. A cluster is started, and asked for a small file,
before the clock runs. All pools have to be the same.

python -m tests.benchmarks.clusters [--gigabytes 3.2] [--workers 2] [--folder DIR] [--spark]
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path

from attrs import evolve

from measurand.edges.engines.processes import processes
from measurand.edges.engines.run import Engine, Run
from measurand.edges.engines.serial import gather
from measurand.edges.files import ReadOptions
from measurand.evidence.observation import Observation, Together
from measurand.evidence.pool import Pool
from measurand.evidence.sides import Sides
from measurand.evidence.source import Fields, Source
from measurand.metrics.needs import Need, Slice
from tests.benchmarks.make_lines import BLOCK, blocks

HUNDRED = 100e9


def pooled(folder: Path, name: str, engine: Engine | None) -> Pool:
    """Count both answers of every line, without the ids."""
    how = Observation()
    both = Together((how, evolve(how, sides=Sides(answer="second"))))
    part = Slice("runs", (), both)
    source = Source(path=name, fields=Fields(lists=(("second", "pred_b"),)))
    run = Run(root=folder, options=ReadOptions(ids="off"), engine=engine)
    claims = {"runs": source}
    return gather(claims, [Need(part)], run).unwrap().pools[part]


def engines(workers: int, *, spark: bool) -> Iterator[tuple[str, AbstractContextManager[Engine]]]:
    """Give the engines that are compared, each as a block in which it is up."""
    from measurand.edges.engines.dask_engine import dask

    yield f"processes, {workers} workers", nullcontext(processes(workers))
    yield f"Dask, {workers} workers", dask(workers)
    if spark:
        from measurand.edges.engines.spark_engine import spark as sparked

        yield f"Spark, local[{workers}]", sparked(f"local[{workers}]")


def written(path: Path, size: float) -> int:
    """Write lines until the file is so long; give how many."""
    lines = 0
    with path.open("wb") as file:
        for block in blocks(10**10):
            lines += BLOCK
            if file.tell() >= size:
                break
            file.write(block)
    return lines


def compared(gigabytes: float, workers: int, folder: Path, *, spark: bool) -> Iterator[str]:
    """Write the file, read it by every engine, and say what that cost."""
    lines = written(folder / "large.jsonl", gigabytes * 1e9)
    size = (folder / "large.jsonl").stat().st_size
    (folder / "small.jsonl").write_bytes(b"".join(islice(blocks(BLOCK), 1)))
    yield f"{lines:,} lines, {size / 1e9:.2f} GB"
    start = time.perf_counter()
    right = pooled(folder, "large.jsonl", None)
    alone = time.perf_counter() - start
    yield _told("one process", alone, alone, size)
    several = 0.0
    for name, block in engines(workers, spark=spark):
        with block as engine:
            pooled(folder, "small.jsonl", engine)
            start = time.perf_counter()
            found = pooled(folder, "large.jsonl", engine)
            wall = time.perf_counter() - start
        if found != right:
            sys.exit(f"{name}: another pool")
        several = several or wall
        yield f"{_told(name, wall, alone, size)}, {wall / several:.2f} of the time of processes"


def _told(name: str, wall: float, alone: float, size: int) -> str:
    rate = size / wall
    hours = HUNDRED / rate / 60
    return (
        f"{name}: {wall:.1f} s, {rate / 1e6:.0f} MB/s, {alone / wall:.2f} times as fast as one; "
        f"100 GB would take {hours:.1f} min"
    )


def main() -> None:
    """Print a line for each engine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=3.2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--spark", action="store_true")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=said.folder) as folder:
        for line in compared(said.gigabytes, said.workers, Path(folder), spark=said.spark):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
