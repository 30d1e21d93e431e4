"""Help and start: every command shows examples, and asking for help loads nothing heavy."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version

import pytest

from measurand.edges.cli.main import COMMANDS, command_entry, load
from measurand.edges.registry import ExtensionPoint, ours
from tests.cli.running import SECONDS, Shell

HEAVY = {"cattrs", "msgspec", "numpy", "pandas", "rich", "scipy", "sklearn"}
EVERY = {**COMMANDS, **{entry.name: entry.about for entry in ours(ExtensionPoint.COMMANDS)}}
HELP = """\
import json, sys
from measurand.edges.cli import main
for words in json.loads(sys.argv[1]):
    try:
        sys.exit(main(words))
    except SystemExit as stop:
        assert not stop.code
        print(*sys.modules, file=sys.stderr)
"""


STAGES = {
    "cf": ("run", "emit", "answer", "score", "stats", "profiles"),
    "causal": ("run", "compare", "explain", "graph", "validity", "profiles"),
    "review": ("score", "aggregate", "report", "seeds", "profiles"),
}
WORDS = [
    (),
    *((name,) for name in COMMANDS),
    *((name, stage) for name, stages in STAGES.items() for stage in stages),
    *((name,) for name in STAGES),
]


def loaded(commands: Sequence[Sequence[str]]) -> list[set[str]]:
    """Run commands in a process of its own; give the modules that it has loaded after each."""
    ran = subprocess.run(
        (sys.executable, "-c", HELP, json.dumps(commands)),
        env=dict(os.environ),
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=True,
    )
    assert ran.stdout.count("examples:") >= len(commands)
    return [set(line.split()) for line in ran.stderr.splitlines()]


def test_help_loads_nothing_heavy_and_that_of_a_command_no_numbers_and_no_tables() -> None:
    first, *rest = loaded([["--help"], *([command, "--help"] for command in EVERY)])

    assert HEAVY.isdisjoint(first)
    assert len(rest) == len(EVERY)
    for command, modules in zip(EVERY, rest, strict=True):
        assert {"numpy", "scipy", "rich"}.isdisjoint(modules), command


@pytest.mark.parametrize("command", EVERY)
def test_help_of_a_command_has_examples_of_it(shell: Shell, command: str) -> None:
    ran = shell(command, "--help")

    assert (ran.code, ran.err) == (0, "")
    assert f"examples:\n  measurand {command} " in ran.out


def test_help_says_what_each_exit_code_means(shell: Shell) -> None:
    ran = shell("--help")

    assert ran.code == 0
    for meaning in ("0  all holds", "1  a finding", "2  bad input", "3  nothing refuted"):
        assert meaning in ran.out


def test_help_lists_every_command(shell: Shell) -> None:
    ran = shell("--help")

    for command, what in EVERY.items():
        assert f"    {command}" in ran.out
        assert what.split(",", maxsplit=1)[0] in ran.out


def test_every_command_can_be_loaded() -> None:
    for name in COMMANDS:
        entry = command_entry(name)

        assert entry is not None
        assert f"measurand {name} " in load(entry).examples


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_help_fits_two_screens(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    assert len(shell(*words, "--help").out.splitlines()) <= 85


def test_rare_options_are_shown_where_all_are_asked_for(shell: Shell) -> None:
    assert "--shard-bytes" not in shell("score", "--help").out
    assert "--shard-bytes" in shell("score", "--help-all").out


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("chekc", "claims.toml"), "did you mean 'check'?"),
        (("cf", "rnu", "samples.jsonl"), "did you mean 'run'?"),
        (("score", "runs.jsonl", "-d", "f", "--fromat", "json"), "did you mean '--format'?"),
        (("score", "runs.jsonl", "--definiton", "f"), "did you mean '--definition'?"),
        (("score", "runs.jsonl", "-d", "f", "--format", "jsno"), "did you mean 'json'?"),
    ],
)
def test_a_slip_is_told_what_was_meant(shell: Shell, words: tuple[str, ...], near: str) -> None:
    ran = shell(*words)

    assert (ran.code, ran.out) == (2, "")
    assert near in ran.err


def test_the_version_is_that_of_the_package(shell: Shell) -> None:
    ran = shell("--version")

    assert (ran.code, ran.out) == (0, f"measurand {version('measurand')}\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("chekc", "claims.toml"), "invalid choice: 'chekc' (choose from 'check', 'audit'"),
        (("check",), "the following arguments are required: CLAIMS"),
        (("check", "claims.toml", "--tabel", "1"), "unrecognized arguments: --tabel 1"),
        (("check", "claims.toml", "--tab", "1"), "unrecognized arguments: --tab 1"),
        (("check", "claims.toml", "--format", "xml"), "invalid choice: 'xml' (choose from 'text'"),
        (("audit", "claims.toml", "--ids", "none"), "invalid choice: 'none' (choose from 'exact'"),
        (("score", "runs.jsonl"), "one of the arguments -d/--definition --like is required"),
        (("score", "runs.jsonl", "--by", "class"), "is required: `measurand sniff FILE` writes"),
        (("sniff", "a.jsonl", "b.jsonl"), "unrecognized arguments: b.jsonl"),
        (("--verbose", "check", "claims.toml"), "unrecognized arguments: --verbose"),
    ],
)
def test_bad_usage_says_what_is_wrong_with_it(
    shell: Shell, words: tuple[str, ...], told: str
) -> None:
    ran = shell(*words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: measurand")
    assert told in ran.err


def test_the_module_runs_as_the_program_does(shell: Shell) -> None:
    assert shell.apart("--version").out == shell("--version").out
