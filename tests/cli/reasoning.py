"""Small reasoning graphs whose scores can be worked out by hand.

`NEWTON` is the guide's worked example: a = F/m. Both knowns are critical and can be found again.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction

Tree = dict[str, object]
FILE = "dags.jsonl"


def link(causes: Iterable[str], effect: str, rule: str) -> Tree:
    return {"cause": list(causes), "effect": effect, "rule": rule}


def newton(name: object = "1", **changes: object) -> Tree:
    """Make a record of the worked example."""
    graph = {
        "target_variable": "acceleration",
        "knowns": {"F": 10, "m": 2},
        "causal_graph": [link("Fm", "acceleration", "a = F/m")],
    }
    return {"id": name, "dag": graph, **changes}


def idle(name: object = "1", **changes: object) -> Tree:
    """Make a record whose target no link speaks of: nothing matters, nothing can be found again.

    Graph quality: 0.3 acyclic, 0.2 * 1/2 (of F and v, F is linked), 0.4 ruled, 0.1 connected.
    """
    graph = {
        "target_variable": "v",
        "knowns": {"F": 10},
        "causal_graph": [link("F", "a", "a = F")],
    }
    return {"id": name, "dag": graph, **changes}


def lines(records: Iterable[Mapping[str, object]]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def scores(tree: Mapping[str, object], key: str = "scores") -> dict[str, float | None]:
    """Give the mean of each score of a result in JSON."""
    return {name: number(one["score"]) for name, one in named(tree, key).items()}


def number(tree: object) -> float | None:
    """Give the float of a number of a result in JSON; None where it is undefined."""
    assert isinstance(tree, dict)
    return float(Fraction(tree["value"])) if "value" in tree else None


def metrics(row: Mapping[str, object]) -> dict[str, float | None]:
    """Give the metrics of a row of a result in JSON."""
    return {name: number(one) for name, one in named(row, "metrics").items()}


def named(tree: Mapping[str, object], key: str) -> dict[str, dict[str, object]]:
    """Give the objects by name of a result in JSON."""
    found = tree[key]
    assert isinstance(found, dict)
    return found


def listed(tree: Mapping[str, object], key: str) -> list[dict[str, object]]:
    """Give a list of objects of a result in JSON."""
    found = tree[key]
    assert isinstance(found, list)
    assert all(isinstance(one, dict) for one in found)
    return found
