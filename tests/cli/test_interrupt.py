"""Ctrl-C: one line, the exit code of a shell, and nobody left behind."""

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from measurand.edges.cli import score
from tests.answers.asked import words
from tests.cli.running import RUNS, SECONDS, Shell
from tests.cli.studying import FILE, unanswered

HANGS = """\
import os, time
with open("made", "w") as file:
    file.write(str(os.getpid()))
os.rename("made", "pid")
time.sleep(600)
"""


def test_an_interrupt_is_one_line(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **_named: object) -> None:
        raise KeyboardInterrupt

    shell.write("runs.jsonl", RUNS)
    monkeypatch.setattr(score, "gather", interrupted)

    ran = shell("score", "runs.jsonl", "-d", "f", "--output", "out.txt")

    assert (ran.code, ran.out, ran.err) == (130, "", "measurand: interrupted\n")
    assert shell.names() == {"runs.jsonl"}


def test_an_interrupt_ends_the_program_that_answers(shell: Shell) -> None:
    shell.write(FILE, unanswered(1))
    program = shlex.join(words(shell.folder, HANGS))
    command = (sys.executable, "-m", "measurand", "cf", "run", FILE, "--program", program)
    ran = subprocess.Popen(command, cwd=shell.folder, stdout=-1, stderr=-1, text=True)
    written = shell.folder / "pid"
    until = time.monotonic() + SECONDS
    while not written.exists() and time.monotonic() < until:
        time.sleep(0.02)

    ran.send_signal(signal.SIGINT)
    out, err = ran.communicate(timeout=SECONDS)

    assert (ran.returncode, out, err) == (130, "", "measurand: interrupted\n")
    assert not Path(f"/proc/{written.read_text()}").exists()
