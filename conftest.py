"""Run the examples of README.md and docs: Python blocks, and console blocks held to their output.

A console block shows commands after `$ ` and, under each, what it prints. `measurand` runs for real
in the root of the repository, both streams in one; a last line `[exit 1]` states an exit code other
than 0. What it writes goes to `build`. Commands that set things up (make, pip, git, cd) are shown,
not run. They run in this process, which is the same program without the time to start it; that it
starts, and what it does with its streams, is tested beside the command line.
"""

import difflib
import gc
import linecache
import os
import re
import shlex
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import cache, partial
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from attrs import frozen
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).parent
SHOWN_ONLY = frozenset({"cd", "git", "make", "pip"})
# Programs that a command names are those beside this Python first.
PLAIN_TERMINAL = {
    "COLUMNS": "100",
    "GITHUB_ACTIONS": "false",
    "NO_COLOR": "1",
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
    "PYTHONUNBUFFERED": "1",
    "PYTHONUTF8": "1",
}
PROGRAM = (sys.executable, "-m", "measurand")
SECONDS = 120
PROMPT = re.compile(r"^\$ ", re.MULTILINE)


def pytest_configure() -> None:
    """Look for circles seldom, and read the certificates that the machine trusts once.

    Nearly all garbage of a test has no circle, nor has what is collected. No test speaks TLS, but
    each client of an endpoint reads the certificates. No source changes while the tests run, but
    each example of a docstring asks that of all the files that were ever read.
    """
    gc.set_threshold(200_000, 20, 100)
    patch("linecache.checkcache", partial(_checked, linecache.checkcache)).start()
    patch("ssl.create_default_context", cache(ssl.create_default_context)).start()


def _checked(check: Callable[[str], None], filename: str | None = None) -> None:
    if filename is not None:
        check(filename)


def pytest_collection_finish() -> None:
    """Load the readers of formats, as every program does; look no more at what stays loaded."""
    import measurand.edges.files  # noqa: F401

    gc.freeze()


@frozen
class Command:
    """One command of a console block and what the page says that it prints."""

    line: str
    words: tuple[str, ...]
    expected: str

    @property
    def program(self) -> str:
        """Name the program, however it is reached (`.venv/bin/measurand`)."""
        return Path(self.words[0]).name


def commands(block: str) -> Iterator[Command]:
    r"""Read the commands of a console block.

    >>> [command] = commands("$ measurand check \\\n    a.toml\nall hold\n")
    >>> command.words, command.expected
    (('measurand', 'check', 'a.toml'), 'all hold')
    """
    before, *rest = PROMPT.split(block)
    if before.strip():
        msg = (
            f"a console block starts with a command: got {before.splitlines()[0]!r}, expected '$ '"
        )
        raise ValueError(msg)
    for text in rest:
        line, _, expected = text.replace("\\\n", " ").partition("\n")
        yield Command(line, tuple(shlex.split(line)), expected.rstrip("\n"))


@frozen
class Console:
    """Hold the commands of a console block to their output; `program` stands in for measurand."""

    program: tuple[str, ...] = ()
    cwd: Path = ROOT

    def __call__(self, example: Example) -> str | None:
        """Describe the first command that prints something else, as sybil asks an evaluator to."""
        differences = (self.difference(command) for command in commands(example.parsed))
        return next(filter(None, differences), None)

    def difference(self, command: Command) -> str | None:
        """Run a command and compare; None says that nothing differs or that it is only shown."""
        if command.program in SHOWN_ONLY:
            return None
        if command.program != "measurand":
            shown = ", ".join(sorted(SHOWN_ONLY))
            return f"cannot run {command.line!r}: expected measurand, or one only shown ({shown})"
        printed = self.printed(command)
        if printed == command.expected:
            return None
        lines = difflib.unified_diff(
            command.expected.splitlines(), printed.splitlines(), "the page", "the command", n=1
        )
        return "\n".join((f"$ {command.line}", *(line.rstrip("\n") for line in lines)))

    def printed(self, command: Command) -> str:
        """Run the command; its output ends with `[exit N]` when it exits with N other than 0."""
        (ROOT / "build").mkdir(exist_ok=True)
        # What a search for counterexamples draws depends on which modules are loaded.
        alone = self.program or "laws" in command.words[1:2]
        run = self.started if alone else self.called
        output, code = run(command)
        return "\n".join(filter(None, (output.rstrip("\n"), f"[exit {code}]" if code else "")))

    def called(self, command: Command) -> tuple[str, int]:
        """Run a command in this process; give both streams in one, and the exit code."""
        from measurand.edges.cli.main import main

        written = BytesIO()
        with (
            TextIOWrapper(written, encoding="utf-8", write_through=True) as stream,
            Path(os.devnull).open(encoding="utf-8") as nothing,
            chdir(self.cwd),
            patch.dict(os.environ, PLAIN_TERMINAL),
            patch.multiple(sys, stdin=nothing, stdout=stream, stderr=stream),
        ):
            try:
                code: object = main(command.words[1:])
            except SystemExit as stop:
                code = stop.code
            return written.getvalue().decode(), code if isinstance(code, int) else 1

    def started(self, command: Command) -> tuple[str, int]:
        """Run a command as a process of its own."""
        ran = subprocess.run(
            (*(self.program or PROGRAM), *command.words[1:]),
            cwd=self.cwd,
            env=os.environ | PLAIN_TERMINAL,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        return ran.stdout, ran.returncode


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), CodeBlockParser(language="console", evaluator=Console())],
    patterns=["docs/*.md", "docs/*/*.md", "docs/*/*/*.md"],
    filenames=["README.md"],
).pytest()
