"""Logs that the harnesses write today: none of their numbers may be accused.

`python -m tests.logs.run PYTHON [SEED...]` has the tools write logs with mock models, several seeds
of each, by the Python of an environment of their own, and checks all of them. It counts what was
found, and exits with 1 where a log is refuted: the harness wrote it a moment ago, and nobody has
touched it.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from measurand.auditing.runs.check import RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.edges.report.runs_view import headline
from measurand.values.verdict import Verdict

HERE = Path(__file__).parent
MAKERS = ("inspect_tasks.py",)
SEEDS = (1, 2, 3, 4, 5)


def fresh(python: str, folder: Path, seeds: Sequence[int]) -> Iterator[RunCheck]:
    """Write logs of every seed, and check them."""
    for maker in MAKERS:
        for seed in seeds:
            words = [python, str(HERE / maker), str(folder / maker), str(seed)]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    found = logs_at(str(folder))
    for log in found.logs if found is not None else ():
        yield from map(check_run, runs_of(log, ReadOptions()))


def told(checked: Sequence[RunCheck]) -> str:
    """Count logs by their verdicts, and their numbers by what became of them."""
    logs = Counter(one.verdict.value for one in checked)
    numbers = Counter(one.outcome.value for run in checked for one in run.aggregates)
    lines = [
        f"{len(checked)} logs: {_counted(logs)}",
        f"{numbers.total()} numbers: {_counted(numbers)}",
    ]
    lines += [f"accused: {one.run.name}: {headline(one)}" for one in _refuted(checked)]
    return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def _refuted(checked: Sequence[RunCheck]) -> list[RunCheck]:
    return [one for one in checked if one.verdict is Verdict.REFUTED]


def main(python: str, *seeds: str) -> int:
    """Write, check and count."""
    with TemporaryDirectory() as folder:
        checked = list(fresh(python, Path(folder), [int(one) for one in seeds] or SEEDS))
    sys.stdout.write(f"{told(checked)}\n")
    return 1 if not checked or _refuted(checked) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
