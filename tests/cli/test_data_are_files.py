"""What a claims file names as data is files: no device, pipe, socket or view of a process."""

import os
import socket
from pathlib import Path

import pytest

from measurand.edges.cli.checking import checked
from tests.cli.running import RUNS, Shell, claims

HERE = 'path = "runs.jsonl"'


def begin(shell: Shell, path: str) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims().replace(HERE, f'path = "{path}"'))


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("-", "standard input"),
        ("/dev/stdin", "standard input"),
        ("/dev/fd/0", "standard input"),
        ("/dev/zero", "a device"),
        ("/dev/null", "a device"),
        ("/proc/self/environ", "a view of a process"),
        ("/proc/self/fd/0", "a view of a process"),
        ("/proc/self/root/dev/zero", "a device"),
        ("pipe", "a pipe"),
        ("socket", "a socket"),
        ("to_pipe", "a pipe"),
        ("to_zero", "a device"),
        ("to_open", "a view of a process"),
        ("to_link", "a view of a process"),
        ("folder", "a view of a process"),
        ("folder/*.jsonl", "a view of a process"),
    ],
)
@pytest.mark.parametrize("command", ["check", "audit", "lock", "table"])
def test_only_files_are_data(shell: Shell, command: str, path: str, what: str) -> None:
    begin(shell, path)
    os.mkfifo(shell.folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
    (shell.folder / "folder").mkdir()
    for name, target in {
        "to_pipe": "pipe",
        "to_zero": "/dev/zero",
        "to_open": "/dev/stdin",
        "to_link": "to_open",
        "folder/a.jsonl": "/proc/self/status",
    }.items():
        (shell.folder / name).symlink_to(target)

    ran = shell(command, "claims.toml")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"claims.toml:3: data.runs.path: expected a file, or files, that can be read again, "
        f"got {path}, {what}: write it to a file first, or name it on the command line: "
        "measurand score\n"
    )


def test_links_to_files_are_data(shell: Shell) -> None:
    begin(shell, "to_link")
    Path("to_runs").symlink_to("runs.jsonl")
    Path("to_link").symlink_to(shell.folder / "to_runs")

    assert shell("check", "claims.toml").code == 0


def test_a_second_file_is_one_too_and_that_of_an_included_file(shell: Shell) -> None:
    shell.write("inner.toml", claims(data='predictions = "/dev/zero"'))
    shell.write("claims.toml", 'schema = 1\ninclude = ["inner.toml"]\n')

    assert "inner.toml:4: data.runs.predictions: " in shell("check", "claims.toml").err


def test_a_program_is_refused_a_device_too(shell: Shell) -> None:
    begin(shell, "/dev/zero")

    [fault] = checked(Path("claims.toml")).failure()

    assert fault.got == "/dev/zero, a device"
