"""The command line in a folder of its own: write files, run commands, look at what came out."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from attrs import frozen

from measurand.edges.cli import main
from measurand.edges.cli.main import DEFECT

SECONDS = 60
RIGHT = b'{"id": "1", "gold": ["a"], "pred": ["a"]}\n'
WRONG = b'{"id": "2", "gold": ["a"], "pred": ["b"]}\n'
RUNS = RIGHT + WRONG
SEVERAL = """\
import json, sys
from measurand.edges.cli import main
for words in json.loads(sys.argv[1]):
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code
    for stream in (sys.stdout, sys.stderr):
        stream.write(f"\\0{code}\\0")
        stream.flush()
"""


ANSWERING = frozenset({"audit", "check", "compare", "lint", "prove", "score"})
STUDYING = frozenset({("cf", "run"), ("cf", "stats"), ("causal", "run")})
"""Commands that answer shortly where `--full` is not said."""


def in_full(words: Sequence[str]) -> Sequence[str]:
    """Ask for all of an answer, where a command has a short one."""
    if {"--help", "-h"} & set(words):
        return words
    named = 1 if words[:1] and words[0] in ANSWERING else 2 if tuple(words[:2]) in STUDYING else 0
    return (*words[:named], "--full", *words[named:]) if named else words


@frozen
class Ran:
    """What a command gave: its exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        tree = json.loads(self.out)
        assert isinstance(tree, dict)
        return tree

    @property
    def table(self) -> dict[str, object]:
        """Give the one table of a result in JSON."""
        tables = self.json["tables"]
        assert isinstance(tables, list)
        [table] = tables
        assert isinstance(table, dict)
        return table

    def cells(self, key: str = "cells") -> list[dict[str, object]]:
        """Give the cells of the one table of a result in JSON."""
        found = self.table[key]
        assert isinstance(found, list)
        return found


@frozen
class Shell:
    """Runs commands in a folder."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def names(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}

    def __call__(self, *words: str) -> Ran:
        """Run a command in this process; it says all that it has to say."""
        return self.short(*in_full(words))

    def short(self, *words: str) -> Ran:
        """Run a command in this process as it is written."""
        try:
            code: object = main(words)
        except SystemExit as stop:
            code = stop.code
        assert isinstance(code, int)
        told = self.capsys.readouterr()
        assert DEFECT not in told.err, told.err
        return Ran(code, told.out, told.err)

    def apart(self, *words: str, env: Mapping[str, str] | None = None) -> Ran:
        """Run a command in a process of its own; `env` is all that is set beside the path."""
        ran = self._python("-m", "measurand", *in_full(words), env=env)
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def several_apart(
        self, commands: Iterable[Sequence[str]], env: Mapping[str, str] | None = None
    ) -> list[Ran]:
        """Run commands one after another in one process of its own."""
        ran = self._python("-c", SEVERAL, json.dumps([*map(in_full, commands)]), env=env)
        assert ran.returncode == 0, ran.stderr
        *out, _ = ran.stdout.split("\0")
        *err, _ = ran.stderr.split("\0")
        return [Ran(int(out[at + 1]), out[at], err[at]) for at in range(0, len(out), 2)]

    def _python(
        self, *words: str, env: Mapping[str, str] | None
    ) -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(
            (sys.executable, *words),
            cwd=self.folder,
            env={"PATH": os.environ.get("PATH", ""), **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        assert DEFECT not in ran.stderr, ran.stderr
        return ran


def claims(
    printed: str = "50.0", *, definition: str = "f", row: str = "", table: str = "", data: str = ""
) -> str:
    """Write a claims file of one cell; what is passed beside it goes into its row, table or data.

    The two samples of `RUNS` have the F1 of 1 and 0: their mean is 50%.
    """
    return f"""\
schema = 1
[data.runs]
path = "runs.jsonl"
{data}
[[table]]
name = "1"
data = "runs"
columns.F1 = {{ definition = "{definition}", unit = "%" }}
rows = [{{ label = "ours", cells = {{ F1 = {printed} }}{row and ", "}{row} }}]
{table}
"""


OTHERS = '[data.others]\npath = "others.jsonl"'
SECOND = """\
[[table]]
name = "2"
data = "others"
columns.F1 = { definition = "f", unit = "%" }
rows = [{ label = "theirs", cells = { F1 = 50.0 } }]
"""


def with_row(text: str, row: str) -> str:
    """Add a row to a claims file of one row."""
    assert text.count("} }]") == 1
    return text.replace("} }]", f"}} }}, {row}]")


def of_two_sources(printed: str = "50.0") -> str:
    """Write a claims file of two rows, the second about another source."""
    row = f'{{ label = "theirs", data = "others", cells = {{ F1 = {printed} }} }}'
    return with_row(claims(data=OTHERS), row)
