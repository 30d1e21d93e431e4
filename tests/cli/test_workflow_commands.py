"""Under GitHub Actions no command lets a text from data become a command to the runner."""

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from measurand.edges.cli.workflow_commands import Door
from tests.cli.running import Ran, Shell

ROOT = Path(__file__).parents[2]
STOP, GROUP = "::stop-commands::x", "##[group]y"
LONG = "a" * 34
RUNS = "".join(
    json.dumps({"id": f"{name}", "gold": [STOP, GROUP], "pred": pred, "groups": {STOP: GROUP}})
    + "\n"
    for name, pred in ((LONG, [STOP]), (STOP, [f" {STOP}"]), (GROUP, [GROUP]))
)
CLAIMS = f"""\
schema = 1
title = "{STOP}"
[data."{GROUP}"]
path = "runs.jsonl"
[[table]]
name = "{STOP}"
data = "{GROUP}"
columns."{STOP}" = {{ definition = "f(average=micro)" }}
columns."{GROUP}" = {{ definition = "f(class=item,average=macro[class])" }}
rows = [{{ label = "{STOP}", cells = {{ "{STOP}" = 0.9, "{GROUP}" = 0.8 }} }}]
"""
TABLE = f"""\
| {STOP} | P | R | F1 |
| --- | --- | --- | --- |
| {STOP} {GROUP} | 80.2 | 68.2 | 82.5 |
| {GROUP} | 0.5 | 0.6 | 0.9 |
"""
OWN = f"""\
[metrics.own]
formula = "hits / gold"
says = "{STOP}"
source = "{GROUP}"
"""
COMMANDS = (
    ("score", "runs.jsonl", "-d", "f(average=micro)", "--by", STOP),
    ("score", "runs.jsonl", "-d", f"f(over=declared[{STOP}],class=item,average=macro[class])"),
    ("score", "bad.jsonl", "-d", "f"),
    ("score", STOP, "-d", STOP),
    ("score", "runs.jsonl", "-d", f"\n{STOP}"),
    ("compare", "runs.jsonl", "others.jsonl", "-d", "f(average=micro)"),
    ("check", "claims.toml"),
    ("check", "claims.toml", "--locked"),
    ("check", "claims.toml", "--table", f"{STOP}"),
    ("audit", "claims.toml"),
    ("table", "claims.toml"),
    ("lint", "table.md"),
    ("prove", "table.md", "--steps", "100000"),
    ("init", "table.md"),
    ("init", "table.md", "--fact", f"\n{STOP}"),
    ("metrics", "own.toml"),
    ("metrics", "broken.toml"),
    ("sniff", "runs.jsonl"),
    ("sniff", "bad.jsonl"),
    ("causal", "run", "graphs.jsonl", "--judge", "equations"),
    ("causal", "run", "bad.jsonl"),
    ("cf", "run", "bad.jsonl"),
    ("review", "aggregate", "bad.jsonl"),
    (STOP,),
    ("score", f"\n{STOP}\n", f"\n{GROUP}"),
)
WIDTHS = (20, 41, 100)
WIDEST = max(WIDTHS)
# The first is the one that is laid out by the width.
SHAPES = {
    "check": ("text", "json", "md", "csv", "latex"),
    "table": ("text", "json", "md", "csv", "latex", "html"),
    "init": (),
}


def hostile(shell: Shell) -> Shell:
    """Write files all of whose texts are commands."""
    shell.write("runs.jsonl", RUNS)
    shell.write("others.jsonl", RUNS.replace(f'"pred": ["{STOP}"]', '"pred": []'))
    shell.write("bad.jsonl", f'{{"id": "{STOP}", "gold": ["{GROUP}\n{STOP}\n')
    shell.write("claims.toml", CLAIMS)
    shell.write("table.md", TABLE)
    shell.write("own.toml", OWN)
    shell.write("broken.toml", OWN.replace("hits", STOP))
    graphs = (ROOT / "docs/examples/reasoning/hasty.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in graphs.splitlines()[:3]]
    for line, name in zip(lines, (STOP, GROUP, f" {STOP}"), strict=True):
        line["id"] = name
    shell.write("graphs.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    shell("lock", "claims.toml")
    shell.write("runs.jsonl", RUNS.replace(f'"pred": ["{GROUP}"]', '"pred": []'))
    return shell


def commands(text: str) -> list[str]:
    """List the lines that the runner takes for commands, but for our own."""
    ours = ("::error file=claims.toml,line=", "::warning file=claims.toml,line=")
    return [
        line
        for line in text.splitlines()
        if (line.strip().startswith("::") and not line.startswith(ours)) or "##[" in line
    ]


def ran(shell: Shell, words: tuple[str, ...], shape: str) -> Ran:
    return shell(*words, "--format", shape) if shape else shell(*words)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_no_line_of_output_is_a_command(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], width: int
) -> None:
    hostile(shell)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("COLUMNS", str(width))

    shapes = SHAPES.get(words[0], ("text", "json", "csv", "md", "latex")) or ("",)
    for shape in shapes if width == WIDEST else shapes[:1]:
        found = ran(shell, words, shape)

        assert commands(found.out) == []
        assert commands(found.err) == []


@pytest.mark.parametrize("words", [("check", "claims.toml"), ("table", "claims.toml")])
def test_text_alone_is_laid_out_by_the_width(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    hostile(shell)
    by_width = []
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        by_width.append([ran(shell, words, shape).out for shape in SHAPES[words[0]]])

    texts, *others = zip(*by_width, strict=True)
    assert len(set(texts)) == len(WIDTHS)
    assert [len(set(one)) for one in others] == [1] * (len(SHAPES[words[0]]) - 1)


def test_our_own_annotations_are_written(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile(shell)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")

    found = shell("check", "claims.toml")

    assert found.code == 1
    assert found.err.startswith("::error file=claims.toml,line=10,title=")


def test_results_mean_what_they_mean_elsewhere(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile(shell)
    words = ("check", "claims.toml", "--locked")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    tree, table = shell(*words, "--format", "json").json, shell(*words, "--format", "csv").out
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    there, rows = shell(*words, "--format", "json"), shell(*words, "--format", "csv").out

    assert STOP in there.out
    assert there.json == tree
    assert list(csv.reader(StringIO(rows))) == [
        [cell.replace("##[", r"##\x5b") for cell in row] for row in csv.reader(StringIO(table))
    ]


def test_doors_stand_where_they_are_asked_for_alone(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile(shell)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    assert commands(shell("check", "claims.toml", "--locked").out)
    assert not commands(shell("check", "claims.toml", "--locked", "--github", "on").out)
    assert not isinstance(sys.stdout, Door)
    assert not isinstance(sys.stderr, Door)


def test_answers_of_the_toy_come_through_the_door(shell: Shell) -> None:
    env = {"GITHUB_ACTIONS": "true"}

    assert shell.apart("cf", "answer", env=env).code == 0
    assert shell.apart(STOP, env=env).code == 2


def test_a_closed_stream_is_a_fault_there_as_elsewhere(shell: Shell) -> None:
    hostile(shell)
    line = f"exec '{sys.executable}' -m measurand score runs.jsonl -d f >&-"
    ran = [
        subprocess.run(
            ("bash", "-c", line),
            cwd=shell.folder,
            env=os.environ | {"GITHUB_ACTIONS": on},
            capture_output=True,
            check=False,
        )
        for on in ("true", "false")
    ]

    assert [(one.returncode, one.stderr) for one in ran] == [(2, ran[1].stderr)] * 2
