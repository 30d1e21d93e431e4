"""What `lint` and `prove` take for a table; `--against CHECKOUT` compares with another version.

    python -m tests.benchmarks.table_speed --tables 100 --against ../older

Random true tables (precision, recall, F1, accuracy; means over samples or pools; some with sizes)
are asked one after another, each by this checkout and by the other one in turn, so that drift hits
both alike. Seconds are of the processor, without the time to start.
"""

import argparse
import contextlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import ratios

ROOT = Path(__file__).parents[2]
COMMANDS = ("lint", "prove")


def table(chance: random.Random) -> str:
    """Write a table of up to 5 systems on one made-up test set."""
    samples, micro, sized = (
        chance.choice((6, 40, 244)),
        chance.random() < 0.5,
        chance.random() < 0.3,
    )
    gold = [chance.randint(1, 5) for _ in range(samples)]
    sizes = ("Pred", "Gold") if sized else ()
    heads = ("System", *sizes, "P", "R", "F1", "Acc")
    lines = [heads, ("---",) * len(heads)]
    for number in range(chance.randint(3, 5)):
        asked = [(chance.randint(1, 6), right) for right in gold]
        pairs = [(sum(chance.random() < 0.8 for _ in range(min(a, b))), a, b) for a, b in asked]
        if micro:
            pairs = [(sum(h for h, _, _ in pairs), sum(a for _, a, _ in pairs), sum(gold))]
        rates = [
            sum(h / a for h, a, _ in pairs),
            sum(h / b for h, _, b in pairs),
            sum(2 * h / (a + b) for h, a, b in pairs),
        ]
        scores = [f"{100 * rate / len(pairs):.1f}" for rate in rates]
        counts = (str(sum(a for a, _ in asked)), str(sum(gold))) if sized else ()
        lines.append((f"s{number}", *counts, *scores, f"{chance.uniform(60, 90):.1f}"))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def serve() -> None:
    """Answer each line (a command and a file) with the seconds it took."""
    from measurand.edges.cli.main import main

    for line in sys.stdin:
        start = time.process_time()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            main(json.loads(line))
        sys.stdout.write(f"{time.process_time() - start}\n")
        sys.stdout.flush()


class Server:
    """A checkout that waits for tables."""

    def __init__(self, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{checkout / 'src'}:{ROOT}"}
        line = [sys.executable, str(Path(__file__)), "--serve"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(line, stdin=pipe, stdout=pipe, text=True, env=environment)

    def seconds(self, words: Sequence[str]) -> float:
        """Run one command."""
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError(words)
        self.process.stdin.write(json.dumps(list(words)) + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End it."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.wait()


def table_ratio(tables: int, against: Path | None = None) -> Iterator[str]:
    """Say the median and the longest time of each command, and the ratio to another checkout."""
    servers = [Server(one) for one in (ROOT, *([against] if against else []))]
    chance = random.Random(17)  # noqa: S311 - benchmark data, not a secret
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.md"
        found: dict[tuple[str, int], list[float]] = {}
        for number in range(tables + 1):
            path.write_text(table(chance), encoding="utf-8")
            for command in COMMANDS:
                for at, server in enumerate(servers):
                    took = server.seconds((command, str(path)))
                    # the first table is not counted: it pays for what is imported late
                    found.setdefault((command, at), []).extend([took] if number else [])
    for server in servers:
        server.close()
    for command in COMMANDS:
        ours = found[command, 0]
        told = f"{command}, {tables} tables: median {median(ours):.3f} CPU s, most {max(ours):.2f}"
        if against:
            theirs = found[command, 1]
            told += f"; the other: median {median(theirs):.3f}, most {max(theirs):.2f}"
            told += f"; ours / the other: {ratios(ours, theirs)}"
        yield told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="time lint and prove on random tables")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve()
    else:
        for said in table_ratio(chosen.tables, chosen.against):
            sys.stdout.write(f"{said}\n")
