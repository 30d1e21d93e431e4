"""A claims file of everything that may be claimed, over two samples, one right."""

import json

from tests.cli.running import RUNS, Shell

# Two samples, one right: total(of=hits) is 1, f(average=micro) 1/2.
FILE = """\
schema = 1
title = "Small"

[data.runs]
path = "runs.jsonl"

[[table]]
name = "1"
data = "runs"

[table.columns.F1]
definition = "f(average=micro)"
unit = "%"

[table.columns.hits]
definition = "total(of=hits)"

[[table.rows]]
label = "ours"
cells = { F1 = 50.0, hits = 1 }
"""
NUMBER = """
[[claim]]
id = "pairs"
data = "runs"
definition = "total(of=gold)"
value = 2
"""
MORE = """
[[claim]]
id = "more"
left = "1/ours/F1"
is = "greater"
right = 40
unit = "%"
"""
PHRASE = """
[[claim]]
id = "phrase"
says = "twice as much"
left = "pairs"
right = "1/ours/hits"
"""
EXPECTED = """
[[claim]]
id = "old"
data = "runs"
definition = "f(average=micro)"
value = {value}
unit = "%"
expect = {{ mismatch = "version 1", review = 2027-03-01 }}
"""
ALL = FILE + NUMBER + MORE + PHRASE


def write(shell: Shell, text: str) -> None:
    shell.write("claims.toml", text)
    shell.write("runs.jsonl", RUNS)


def outcomes(shell: Shell, *more: str) -> dict[str, dict[str, object]]:
    tree = json.loads(shell("check", "claims.toml", "--format", "json", *more).out)
    return {one["id"]: one for one in tree["outcomes"]}
