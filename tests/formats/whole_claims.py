"""A claims file that uses every part of the format, and ways to damage it."""

from returns.result import Failure

from measurand.claims.model import Claims
from measurand.edges.formats.claims_toml import claims_of

WHOLE = """\
schema = 1
title = "A paper"

[data.final]
path = "samples.jsonl"
sha256 = "ABCDEFabcdef0123456789abcdef0123456789abcdef0123456789abcdef0123"
where = { task = "selection", step = [1, 2.50, true] }

[data.final.fields]
id = "run+sample_id"
groups = { run = "run" }

[data.first]
path = "first.jsonl"

[[table]]
name = "2"
source = "section 5"
data = "final"
options = { match = "greedy[threshold=0.7]", beta = 2 }

[table.columns.f1]
definition = "f(aggregate=harmonic)"
unit = "%"
decimals = 2
rounding = "half_up"

[table.columns.recall]
definition = "unknown"
metric = "recall(credit=binary)"

[table.columns.cost]
definition = "column(name=cost)"

[[table.rows]]
label = "CoT"
where = { run = "a", seed = 3 }
data = "first"
options = { average = "micro" }
cells = { f1 = 63.30, recall = 4, cost = "$0.0120" }

[[table.rows]]
label = "CoT"
cells = { f1 = -1.5, recall = 1.50e-3, cost = 1_000.0 }

[table.space]
columns = ["f1", "recall"]
data = ["final", "first"]

[[table.space.any]]
average = ["micro"]
"match.threshold" = [0.5, 0.7]

[[table.space.any]]
average = ["macro[sample]"]
both_empty = ["1+1", "drop"]
"""


def loaded(text: str) -> Claims:
    return claims_of(text.encode()).unwrap()


def faults(text: str) -> list[str]:
    found = claims_of(text.encode(), file="c.toml")
    assert isinstance(found, Failure)
    return [fault.text() for fault in found.failure()]


def changed(old: str, new: str) -> str:
    assert WHOLE.count(old) == 1
    return WHOLE.replace(old, new)
