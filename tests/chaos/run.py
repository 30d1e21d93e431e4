"""Forty runs of the command that are broken off in all ways, and what comes after: `make chaos`.

Every run is broken off (a worker killed, a gzip file cut, a full disk, files that may not grow,
SIGINT, SIGKILL, at moments that a seed chooses); then the same command is run again. It has to give
the bytes of a run that nobody disturbed, or to refuse in one line, and to leave nothing half
written. A full disk needs the right to mount; without it no file may grow instead.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

from tests.chaos.command import make_data, undisturbed
from tests.chaos.disturbed import Event, Told, Trial, disturb

RUNS = 40
ENGINES = ("processes", "dask")


def schedule() -> Iterator[Trial]:
    """Give trials, for ever: every event under every engine in turn."""
    seed = 0
    while True:
        for event, engine in product(Event, ENGINES):
            yield Trial(seed, _possible(event), engine)
            seed += 1


def _possible(event: Event) -> Event:
    return Event.FILE_LIMIT if event is Event.DISK_FULL and os.geteuid() != 0 else event


def line(told: Told) -> str:
    """Write a row of the table."""
    verdict = "; ".join(told.wrong) or "same bytes"
    trial = told.trial
    columns = (f"{trial.seed:3}", f"{trial.engine:9}", f"{trial.event.value:18}", f"{told.kept:4}")
    return f"{' '.join(columns)}  {verdict:14}  {told.first.text}"


def main(runs: int) -> int:
    """Do the runs; exit code 1 where one of them went wrong."""
    wrong = 0
    print("run engine    what happened       kept  after resuming  how the first ended")  # noqa: T201
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "data"
        data.mkdir()
        make_data(data)
        plain = undisturbed(data, folder / "plain", "*.jsonl")
        packed = undisturbed(data, folder / "packed", "*.jsonl.gz")
        for trial in islice(schedule(), runs):
            home = folder / f"run-{trial.seed}"
            expected = packed if trial.event is Event.CUT_GZIP else plain
            told = disturb(trial, data, home, expected)
            wrong += bool(told.wrong)
            shutil.rmtree(home)
            print(line(told), flush=True)  # noqa: T201
    print(f"{runs} runs: {runs - wrong} as they should be, {wrong} not")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else RUNS))
