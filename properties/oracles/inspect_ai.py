"""An oracle of logs of inspect_ai: from attempts to the document that the harness would write.

It is written from the description of the harness (version 0.3.285): rows with a score, one value an
item after its epochs, values that are NaN dropped, metrics of what is left. All is in plain loops
over exact fractions, and rounded once at the end.
"""

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from itertools import combinations
from zipfile import ZIP_DEFLATED, ZipFile

from attrs import field, frozen

Label = str | float | bool
Metric = tuple[str, dict[str, object]]
LETTERS = {"C": Fraction(1), "P": Fraction(1, 2), "I": Fraction(0), "N": Fraction(0)}
T_975 = {1: 12.706204736174694, 2: 4.302652729749462, 3: 3.182446305283708, 4: 2.7764451051977934}
"""Quantiles of Student's t at 0.975 by degrees of freedom, from tables (NIST, 1.3.6.7.2)."""


@frozen(kw_only=True)
class Tried:
    """One sample in one epoch: its scores by scorer, and whether it ended in an error."""

    id: str | int
    epoch: int = 1
    scores: Mapping[str, object] = field(factory=dict)
    error: str = ""
    limit: str = ""
    metadata: Mapping[str, object] = field(factory=dict)
    history: Mapping[str, object] = field(factory=dict)
    invalid: bool = False


def nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def as_number(value: object) -> Fraction:
    """Read a label, a truth value or a number; anything else is 0."""
    if isinstance(value, str) and value in LETTERS:
        return LETTERS[value]
    if isinstance(value, str):
        words = {"yes": 1, "true": 1, "no": 0, "false": 0}
        return Fraction(words.get(value.lower(), 0))
    return Fraction(value) if isinstance(value, int | float) else Fraction(0)


def reduced(values: Sequence[object], reducer: str) -> object:
    """Make one value of the epochs of an item, of which NaN ones are left out."""
    there = [one for one in values if not nan(one)]
    if not there:
        return math.nan
    numbers = [as_number(one) for one in there]
    right = [one for one in numbers if one >= 1]
    kind, _, k_text = reducer.rpartition("_")
    if reducer == "mean":
        return float(sum(numbers) / len(numbers))
    if reducer == "median":
        ordered = sorted(numbers)
        low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
        return float((low + high) / 2)
    if reducer == "max":
        return float(max(numbers))
    if reducer in {"mode", "majority"}:
        counts: list[tuple[object, int]] = []
        for one in there:
            if all(one != seen for seen, _ in counts):
                counts.append((one, sum(one == other for other in there)))
        best = max(count for _, count in counts)
        first = next(one for one, count in counts if count == best)
        return first if reducer == "mode" or 2 * best > len(values) else math.nan
    k = int(k_text)
    if kind == "at_least":
        return 1 if len(right) >= k else 0
    if len(there) < k:
        return math.nan
    draws = [[one >= 1 for one in drawn] for drawn in combinations(numbers, k)]
    good = sum(any(one) if kind == "pass_at" else all(one) for one in draws)
    return float(Fraction(good, len(draws)))


def by_item(
    tried: Sequence[Tried], scorer: str, reducer: str
) -> list[tuple[object, Mapping[str, object]]]:
    """List one value an item, with the metadata of the item."""
    rows: list[tuple[object, Mapping[str, object]]] = []
    for name in dict.fromkeys(str(one.id) for one in tried if scorer in one.scores):
        same = [one for one in tried if str(one.id) == name and scorer in one.scores]
        same.sort(key=lambda one: one.epoch)
        rows.append((reduced([one.scores[scorer] for one in same], reducer), same[0].metadata))
    return rows


def root(value: Fraction) -> float:
    return math.sqrt(value)


def average(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def spread(numbers: Sequence[Fraction]) -> Fraction:
    """Give the variance with n - 1, and 0 for one value."""
    if len(numbers) == 1:
        return Fraction(0)
    middle = average(numbers)
    return sum(((one - middle) ** 2 for one in numbers), Fraction(0)) / (len(numbers) - 1)


def clustered(numbers: Sequence[Fraction], clusters: Sequence[object]) -> Fraction:
    """Give the square of the clustered standard error: every pair in one cluster counts."""
    names = list(dict.fromkeys(clusters))
    if len(names) == 1:
        return Fraction(0)
    middle, total = average(numbers), Fraction(0)
    for one, mine in zip(numbers, clusters, strict=True):
        for other, its in zip(numbers, clusters, strict=True):
            if mine == its:
                total += (one - middle) * (other - middle)
    return total * len(names) / (len(names) - 1) / len(numbers) ** 2


def numbers_of(
    rows: Sequence[tuple[object, Mapping[str, object]]], metric: str, params: Mapping[str, object]
) -> list[tuple[str, str | None, float]]:
    """Give what a metric prints: a key, its group where it has several, and a float."""
    numbers = [as_number(value) for value, _ in rows]
    if not numbers:
        return [(metric, None, math.nan)]
    size = len(numbers)
    error = spread(numbers) / size
    if "cluster" in params:
        error = clustered(numbers, [data[str(params["cluster"])] for _, data in rows])
    match metric:
        case "accuracy" | "mean":
            return [(metric, None, float(average(numbers)))]
        case "var":
            return [(metric, None, float(spread(numbers)))]
        case "std":
            return [(metric, None, root(spread(numbers)))]
        case "stderr":
            return [(metric, None, root(error))]
        case "ci":
            half = T_975[size - 1] * root(error) if size > 1 else 0.0
            middle = float(average(numbers))
            return [("lower", "ci", middle - half), ("upper", "ci", middle + half)]
        case _:
            groups = list(dict.fromkeys(str(data[str(params["group_key"])]) for _, data in rows))
            parts = [
                (
                    group,
                    "grouped",
                    float(
                        average(
                            [
                                number
                                for number, (_, data) in zip(numbers, rows, strict=True)
                                if str(data[str(params["group_key"])]) == group
                            ]
                        )
                    ),
                )
                for group in groups
            ]
            if params.get("all") == "groups":
                every = sum(value for _, _, value in parts) / len(parts)
            else:
                every = float(average(numbers))
            return [*parts, ("all", "grouped", every)]


def row(
    tried: Sequence[Tried], scorer: str, reducer: str, named: str | None, metrics: Sequence[Metric]
) -> dict[str, object]:
    """Print one row of results: a scorer under a reducer."""
    rows = by_item(tried, scorer, reducer)
    scored = [one for one in rows if not nan(one[0])]
    printed: dict[str, object] = {}
    for metric, params in metrics:
        for name, group, value in numbers_of(scored, metric, params):
            key, number = name, 1
            while key in printed:
                number += 1
                key = f"{name}{number}"
            printed[key] = {"name": name, "value": value, "params": params}
            if group:
                printed[key] = {"name": name, "group": group, "value": value, "params": params}
    return {
        "name": scorer,
        "scorer": scorer,
        **({"reducer": named} if named else {}),
        "scored_samples": len(scored),
        "unscored_samples": len(rows) - len(scored),
        "params": {},
        "metrics": printed,
    }


def log(
    tried: Sequence[Tried],
    metrics: Mapping[str, Sequence[Metric]],
    reducers: Sequence[str] = (),
    **more: object,
) -> dict[str, object]:
    """Print a whole log of attempts; `more` replaces top keys of it."""
    epochs = max((one.epoch for one in tried), default=1)
    rows = [
        row(tried, scorer, reducer or "mean", reducer, mine)
        for scorer, mine in metrics.items()
        for reducer in (reducers or (None,))
    ]
    reductions = [
        {
            "scorer": scorer,
            **({"reducer": reducer} if reducer else {}),
            "samples": [
                {"value": value, "sample_id": name}
                for (value, _), name in zip(
                    by_item(tried, scorer, reducer or "mean"),
                    dict.fromkeys(str(one.id) for one in tried if scorer in one.scores),
                    strict=True,
                )
            ],
        }
        for scorer in metrics
        for reducer in (reducers or (None,))
    ]
    scorers = [
        {"name": scorer, "metrics": [{"name": f"inspect_ai/{name}"} for name, _ in mine]}
        for scorer, mine in metrics.items()
    ]
    document: dict[str, object] = {
        "version": 2,
        "status": "success",
        "eval": {
            "task": "ferries",
            "model": "mock/north",
            "dataset": {"sample_ids": list(dict.fromkeys(one.id for one in tried))},
            "config": {"epochs": epochs, "epochs_reducer": list(reducers) or None},
            "packages": {"inspect_ai": "0.3.285"},
            "scorers": scorers,
        },
        "results": {
            "total_samples": len(tried),
            "completed_samples": sum(not one.error for one in tried),
            "scores": rows,
        },
        "samples": [sample(one) for one in tried],
        "reductions": reductions,
    }
    return document | more


def sample(one: Tried) -> dict[str, object]:
    """Write an attempt as the log has it."""
    scores = {
        name: {"value": value, "history": [{"value": one.history[name]}, {"value": value}]}
        if name in one.history
        else {"value": value}
        for name, value in one.scores.items()
    }
    return {
        "id": one.id,
        "epoch": one.epoch,
        "input": f"How many boats at {one.id}?",
        "target": "3",
        "scores": scores,
        "metadata": dict(one.metadata),
        **({"error": {"message": one.error}} if one.error else {}),
        **({"limit": {"type": one.limit}} if one.limit else {}),
        **({"invalidation": {"reason": one.limit}} if one.invalid else {}),
    }


def document_bytes(document: Mapping[str, object]) -> bytes:
    """Write a log as a document, NaN bare."""
    return json.dumps(document, indent=2).encode()


def archive_bytes(document: Mapping[str, object]) -> bytes:
    """Write a log as an archive of members, packed by Deflate."""
    held = BytesIO()
    top = {key: value for key, value in document.items() if key not in {"samples", "reductions"}}
    samples = document.get("samples")
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", json.dumps({"eval": document["eval"]}))
        for at, one in enumerate(samples if isinstance(samples, list) else ()):
            name = zlib.crc32(f"{one['id']} {at}".encode())
            archive.writestr(f"samples/{name}_epoch_{one['epoch']}.json", json.dumps(one))
        archive.writestr("reductions.json", json.dumps(document.get("reductions")))
        archive.writestr("header.json", json.dumps(top))
    return held.getvalue()
