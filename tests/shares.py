"""Run the tests on every core: one plain pytest for each share of the files.

`python -m tests.shares PATHS` starts `pytest -p tests.shares --share 1/2 PATHS`, and so on: each
leaves out the files of the others. A file stays together, since its examples build on each other;
one process only reads it, and each process loads what is large once. The longest files are dealt
out first, each to the share that has least so far: the division depends on the files and on the
number of shares only. Paths are relative to the root of the repository, where this is run.
"""

import re
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import define, frozen

from measurand.edges.engines.processes import cores

FENCES = ("```python", "```console")
SECONDS = {
    "properties/families/test_laws.py": 15.0,
    "properties/inference/test_expression_grid.py": 17.0,
    "properties/laws/test_adequacy.py": 30.0,
    "properties/laws/test_law_table.py": 17.0,
    "properties/oracles_agree/test_averages.py": 10.0,
    "properties/oracles_agree/test_review_as_run.py": 11.0,
    "properties/proofs/test_forged_certificates.py": 10.0,
    "tests/browser/test_without_packages.py": 14.0,
    "tests/cli/test_json_schemas.py": 25.0,
    "tests/cli/test_review_hostile.py": 13.0,
    "tests/cli/test_sniff_commands.py": 31.0,
    "tests/testing/test_laws_written.py": 16.0,
}
"""How long the longest files take."""
BYTES_A_SECOND = {"src": 200_000, "docs": 20_000, "tests": 20_000, "properties": 5_000}
"""How many bytes of a file run in a second, by its first folder."""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.shares")
OWN_PROGRESS = ("-o", "console_output_style=classic")
READ = (*OWN_PROGRESS, "--doctest-modules", "--ignore=tests/conformance", "--ignore=tests/logs")
PROGRESS = re.compile(r"[sxXFE]* *\[ *(\d+)%\]")
CLOSING = re.compile(r"(?:\d+ [a-z]+(?:, )?)+ in [\d.]+s\b.*")
COUNT = re.compile(r"(\d+) ([a-z]+?)s?\b")
STEPS = 10
"""How often a share says how far it is."""


def files(paths: Iterable[str]) -> set[str]:
    """List the files under the paths that may have tests or examples."""
    under = map(Path, paths)
    every = (one for path in under for one in (path.rglob("*") if path.is_dir() else [path]))
    return {one.as_posix() for one in every if one.suffix in {".py", ".md"}}


def weight(name: str) -> float:
    """Estimate the seconds that a file takes."""
    path = Path(name)
    room = name.partition("/")[0]
    if path.suffix == ".md":
        text = path.read_text(encoding="utf-8")
        runs = any(fence in text for fence in FENCES)
    else:
        runs = room == "src" or path.name.startswith("test_")
    rate = BYTES_A_SECOND.get(room, BYTES_A_SECOND["docs"])
    return SECONDS.get(name, path.stat().st_size / rate) if runs else 0.0


def divided(weights: Mapping[str, float], shares: int) -> list[list[str]]:
    """Deal out files, the heaviest first, each to the share that has least.

    >>> divided({"a": 1, "b": 2, "c": 4, "d": 2}, 2)
    [['c', 'a'], ['b', 'd']]
    """
    dealt: list[list[str]] = [[] for _ in range(min(shares, len(weights)))]
    loads = [0.0] * len(dealt)
    for file in sorted(weights, key=lambda one: (-weights[one], one)):
        least = loads.index(min(loads))
        dealt[least].append(file)
        loads[least] += weights[file]
    return dealt


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the number of a share, and how many there are."""
    parser.addoption("--share", default="1/1", help="run one share of the files only: 1/2")


_OTHERS = pytest.StashKey[frozenset[Path]]()


def pytest_configure(config: pytest.Config) -> None:
    """Find the files of the other shares, and drop those that are named one by one."""
    at, number = (int(part) for part in config.getoption("share").split("/"))
    shares = divided({name: weight(name) for name in files(config.args)}, number)
    others = {name for one in (*shares[: at - 1], *shares[at:]) for name in one}
    config.stash[_OTHERS] = frozenset(Path(name).absolute() for name in others)
    config.args[:] = [path for path in config.args if path not in others]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of the other shares; whoever else is asked may leave out more."""
    return collection_path in config.stash[_OTHERS] or None


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Count what passed without a dot of its own: each is a write, and there are many thousands."""
    in_silence = report.when == "call" and report.passed and not hasattr(report, "wasxfail")
    return ("passed", "", "") if in_silence else None


@define(eq=False)
class _Progress:
    """Say how far a share is, now and then."""

    session: pytest.Session
    ended: int = 0

    def pytest_runtest_logfinish(self) -> None:
        before, self.ended = self.ended, self.ended + 1
        every = self.session.testscollected
        if self.ended * STEPS // every > before * STEPS // every:
            out = self.session.config.get_terminal_writer()
            out.line(f" [{self.ended * 100 // every}%]", flush=True)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Begin to say how far the share is."""
    session.config.pluginmanager.register(_Progress(session))


@frozen
class Ran:
    """What one pytest printed, but for its progress, and its exit code."""

    lines: tuple[str, ...]
    code: int

    @property
    def counts(self) -> Counter[str]:
        """Count its tests by outcome, as its closing line does.

        >>> Ran(("tests/a.py:1: bad", "2 failed, 1 error in 0.50s"), 1).counts
        Counter({'failed': 2, 'error': 1})
        """
        closing = next(filter(CLOSING.fullmatch, reversed(self.lines)), "")
        return Counter({name: int(number) for number, name in COUNT.findall(closing)})

    @property
    def is_good(self) -> bool:
        """Say whether it came to its end and no test failed; it may have had none."""
        none = self.code == pytest.ExitCode.NO_TESTS_COLLECTED
        return none or (self.code == 0 and bool(self.counts))


def progress(lines: Iterable[str], share: str) -> Iterator[str]:
    """Tell how far a share is; give every other line."""
    for line in lines:
        if (far := PROGRESS.fullmatch(line.strip())) is None:
            yield line.rstrip("\n")
        else:
            say(f"share {share}: {far[1]}%")


def run(share: str, paths: Sequence[str], options: Sequence[str]) -> Ran:
    """Run a share of the files to its end."""
    with subprocess.Popen(
        (sys.executable, *PYTEST, *READ, "--share", share, *options, *paths),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        lines = tuple(progress(process.stdout, share))
    return Ran(lines, process.returncode)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def summary(counts: Counter[str]) -> str:
    """Say how many tests passed, failed and were skipped, and whatever else there was.

    >>> summary(Counter(passed=3, error=1))
    '3 passed, 0 failed, 0 skipped, 1 error'
    """
    first = ("passed", "failed", "skipped")
    others = (name for name in ("error", "xfailed") if counts[name])
    return ", ".join(f"{counts[name]} {name}" for name in (*first, *others))


def main(words: Sequence[str]) -> int:
    """Run everything under the paths; give 0 if there was a test and none failed in any share."""
    parser = ArgumentParser(prog="python -m tests.shares")
    parser.add_argument("-n", type=int, default=cores(), help="how many shares")
    parser.add_argument("paths", nargs="+")
    read, options = parser.parse_known_args(words)
    names = [f"{at}/{read.n}" for at in range(1, read.n + 1)]
    with ThreadPoolExecutor(read.n) as pool:
        ran = list(pool.map(lambda name: run(name, read.paths, options), names))
    for one in ran:
        if options or not one.is_good:
            say("\n".join(one.lines))
    counts = sum((one.counts for one in ran), Counter[str]())
    say(summary(counts))
    return 0 if all(one.is_good for one in ran) and counts["passed"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
