"""A claims file that uses every part of the format, and ways to damage it."""

from returns.result import Failure

from measurand.auditing.claims.model import Claims
from measurand.edges.claims.load import claims_of

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

GROWN = """\
schema = 1
title = "A paper that grew"
pin = false

[definitions]
f = "f(average=micro)"

[data.runs]
path = "runs.jsonl"

[[table]]
name = "1"
data = "runs"
at = "main.tex:10-20"
facts = { samples = 8 }
rules = true

[table.columns.f1]
definition = "@f"
unit = "%"
group = "test"
tolerance = { value = 0.05, reason = "seeds" }

[table.columns.acc]
role = "accuracy"
unit = "%"

[table.columns.mean]
role = "average"
of = ["f1", "acc"]

[table.columns.f2]
role = "f"
beta = 2

[[table.rows]]
label = "a"
cells = { f1 = 63.3, acc = 50.0 }
tolerance = { f1 = { value = 0.1, reason = "by hand" } }

[[table.rows]]
label = "b"
cells = { f1 = 42.8, mean = 1.5 }
expect = { f1 = { mismatch = "micro in v1", review = 2027-03-01 } }
at = "main.tex:12"

[[table.rows]]
label = "mean"
kind = "average"
of = ["a", "b"]
weights = { a = 3, b = 5 }
facts = { gold = 13 }
cells = { f1 = 53.1 }

[[table.rows]]
label = "copied"
computed = false
cells = { f1 = 50.0 }

[[table]]
name = "2"

[table.columns.p]
role = "p"

[[table.rows]]
label = "x"
cells = { p = 0.012 }

[[claim]]
id = "n"
data = "runs"
where = { run = "a" }
definition = "total(of=gold)"
value = 13
at = "main.tex:3"

[[claim]]
id = "twice"
left = "1/a/f1"
right = "1/b/f1"
is = "ratio"
value = 1.5
tolerance = { value = 0.1, reason = "about" }

[[claim]]
id = "more"
left = "1/a/f1"
right = 50
is = "greater"
unit = "%"

[[claim]]
id = "phrase"
says = "about 1.5x"
left = "1/a/f1"
right = "1/b/f1"
expect = { mismatch = "erratum 3", review = 2027-03-01 }
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
