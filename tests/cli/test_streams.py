"""Data that comes by standard input or a pipe is read once, or refused; never half, never empty."""

import gzip
import io
import os
import sys
from pathlib import Path

import pytest

from tests.cli.running import RUNS, Ran, Shell


def fed(shell: Shell, monkeypatch: pytest.MonkeyPatch, raw: bytes, *words: str) -> Ran:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    return shell(*words)


@pytest.mark.parametrize("raw", [RUNS, gzip.compress(RUNS, mtime=0)], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input_gives_the_number_of_the_file(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, raw: bytes, name: str
) -> None:
    shell.write("runs.jsonl", RUNS)

    found = fed(shell, monkeypatch, raw, "score", name, "-d", "f", "--format", "csv")
    expected = shell("score", "runs.jsonl", "-d", "f", "--format", "csv")

    assert (found.code, found.err) == (0, "")
    assert found.out == expected.out.replace("runs.jsonl", name)


def test_two_sides_of_a_comparison_do_not_share_standard_input(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = fed(shell, monkeypatch, RUNS, "compare", "-", "-", "-d", "f")

    assert (ran.code, ran.out) == (2, "")
    assert "got standard input for a second time: standard input can be read once" in ran.err


def test_two_pipes_are_compared_as_two_files_are(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    pipes = []
    for _ in range(2):
        reads, writes = os.pipe()
        os.write(writes, RUNS)
        os.close(writes)
        pipes.append(reads)
    first, second = (f"/dev/fd/{pipe}" for pipe in pipes)

    ran = shell("compare", first, second, "-d", "f", "--format", "csv")
    expected = shell("compare", "runs.jsonl", "runs.jsonl", "-d", "f", "--format", "csv")

    assert (ran.code, ran.err) == (expected.code, "")
    assert ran.out.partition("Sources")[0] == expected.out.partition("Sources")[0]
    for pipe in pipes:
        os.close(pipe)


@pytest.mark.parametrize("cut", [30, -1])
def test_input_that_was_cut_off_is_no_number(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    raw = gzip.compress(RUNS, mtime=0)[:cut]

    ran = fed(shell, monkeypatch, raw, "score", "-", "-d", "f", "--on-error", "skip")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(
        "-: expected a whole gzip file, got gzip data that ends too early: was it cut off?\n"
    )


def test_a_bomb_names_the_flag_that_lets_it_pass(shell: Shell) -> None:
    line = RUNS.splitlines(keepends=True)[0]
    Path("runs.gz").write_bytes(gzip.compress(line + b" " * 2**25 + b"\n"))

    ran = shell("score", "runs.gz", "-d", "f", "--max-expansion", "2")

    assert (ran.code, ran.out) == (2, "")
    assert "say more with --max-expansion" in ran.err
