"""Logs that the harnesses write today: none of their numbers may be accused.

`python -m tests.logs.run PYTHON [SEED...]` has the tools write logs with mock models, several seeds
of each, by the Python of an environment of their own, and checks all of them. What was found is
counted in a table, and the exit code is 1 where a log is refuted: the harness wrote it a moment
ago, and nobody has touched it. A tool that is not installed there is named, and passed over.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from measurand.auditing.runs.check import Reproduction, RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.edges.report.document import Grid
from measurand.edges.report.runs_view import headline
from measurand.edges.report.text import text
from measurand.values.verdict import Verdict

HERE = Path(__file__).parent
SEEDS = (1, 2, 3, 4, 5)
MAKERS: Mapping[str, str] = {
    "inspect_ai": "inspect_ai",
    "lm_eval": "lm_eval",
    "alpaca_eval": "alpaca_eval",
    "openai_evals": "evals",
    "promptfoo": "",
}
"""What makes logs, each with the module that has to be installed for it; promptfoo is a program."""
OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "MEASURAND_INSPECT_CHECK": "off"}
OUTCOMES = {
    Reproduction.REPRODUCED: "reproduced",
    Reproduction.DRAWN: "as drawn",
    Reproduction.NOT_RECOMPUTABLE: "not recomputable",
    Reproduction.DIFFERS: "differs",
}


@frozen
class Fresh:
    """What a tool wrote: its version, and its checked logs; None where it is not installed."""

    tool: str
    version: str = ""
    checked: tuple[RunCheck, ...] | None = None

    @property
    def refuted(self) -> list[RunCheck]:
        return [one for one in self.checked or () if one.verdict is Verdict.REFUTED]


def fresh(python: str, tool: str, folder: Path, seeds: Sequence[int]) -> Fresh:
    """Have a tool write logs of every seed, and check them."""
    version = version_of(python, tool)
    if not version:
        return Fresh(tool)
    for seed in seeds:
        made(python, str(HERE / f"{tool}_tasks.py"), str(folder), str(seed))
    found = logs_at(str(folder))
    runs = [run for log in found.logs for run in runs_of(log, ReadOptions())] if found else []
    return Fresh(tool, version, tuple(map(check_run, runs)))


def version_of(python: str, tool: str) -> str:
    """Say which version is installed; nothing where none is."""
    program = os.environ.get("PROMPTFOO", "")
    asked = "from importlib.metadata import version; print(version({!r}))"
    words = [python, "-c", asked.format(MAKERS[tool])] if MAKERS[tool] else [program, "--version"]
    if not MAKERS[tool] and not Path(program).is_file():
        return ""
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 else ""


def made(*words: str) -> None:
    """Run a maker of logs, which says much; that is shown where it fails."""
    ran = subprocess.run(
        words,
        env=os.environ | OFFLINE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.stderr.write(ran.stdout)
        raise SystemExit(f"{' '.join(words)} ended with {ran.returncode}")


def table(every: Sequence[Fresh]) -> Grid:
    """Count the logs of each tool by their verdicts, and their numbers by what became of them."""
    heads = ("tool", "version", "logs", "hold", "open", "accused", "numbers", *OUTCOMES.values())
    return Grid("Fresh logs", heads, tuple(map(row, every)))


def row(one: Fresh) -> tuple[str, ...]:
    """Count the logs of a tool."""
    if one.checked is None:
        return one.tool, "not installed", *[""] * (5 + len(OUTCOMES))
    logs = Counter(check.verdict for check in one.checked)
    numbers = Counter(number.outcome for check in one.checked for number in check.aggregates)
    counts = (
        len(one.checked),
        *(logs[verdict] for verdict in (Verdict.HOLDS, Verdict.UNDECIDED, Verdict.REFUTED)),
        numbers.total(),
        *(numbers[outcome] for outcome in OUTCOMES),
    )
    return one.tool, one.version, *map(str, counts)


def told(every: Sequence[Fresh]) -> Iterator[str]:
    """Give the table, and the first line of each log that is accused or left open."""
    yield text((table(every),))
    for one in every:
        for check in one.checked or ():
            if check.verdict is not Verdict.HOLDS:
                yield f"{check.verdict.value}: {check.run.name}: {headline(check)}"


def main(python: str, *seeds: str) -> int:
    """Write, check and count."""
    chosen = [int(one) for one in seeds] or SEEDS
    with TemporaryDirectory() as folder:
        every = [fresh(python, tool, Path(folder) / tool, chosen) for tool in MAKERS]
    sys.stdout.write("\n".join(told(every)) + "\n")
    empty = [one for one in every if one.checked is not None and not one.checked]
    return 1 if empty or any(one.refuted for one in every) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
