"""Small reasoning graphs whose scores can be worked out by hand.

`NEWTON` is the guide's worked example: a = F/m. Both knowns are critical and can be found again.
"""

import json
from collections.abc import Iterable, Mapping

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


def scores(tree: Mapping[str, object]) -> dict[str, object]:
    """Give the mean of each score of a result in JSON."""
    return {str(one["score"]): one["value"] for one in listed(tree, "scores")}


def listed(tree: Mapping[str, object], key: str) -> list[dict[str, object]]:
    """Give a list of objects of a result in JSON."""
    found = tree[key]
    assert isinstance(found, list)
    assert all(isinstance(one, dict) for one in found)
    return found
