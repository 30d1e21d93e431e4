"""Small runs of a two-stage review, made up for these tests."""

import csv
import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path

Tree = dict[str, object]

RUN = "demo__seed1_proposed"
RESULTS = f"results/{RUN}"
METRICS = f"{RESULTS}/derived/metrics/structural_metrics.csv"
TABLE = f"{RESULTS}/derived/metrics/structural_metrics_table.md"
DETAIL = f"{RESULTS}/derived/metrics/structural_metrics.json"
PAGE = f"reports/{RUN}/metric_report.html"
RESULT = "runtime.parsed_output.final_result"


def said(term: str, polarity: str) -> Tree:
    """Make a tuple."""
    return {"aspect_term": term, "polarity": polarity}


def card(number: int = 1, changes: Mapping[str, object] | None = None) -> Tree:
    """Make a scorecard whose first stage is wrong and whose final one is right.

    `changes` are values by their paths, such as `stage_delta.changed`.
    """
    record: Tree = {
        "run_id": RUN,
        "profile": "main",
        "meta": {
            "text_id": f"d{number}",
            "profile": "main",
            "protocol_mode": "conflict_review_v1",
            "input_text": "맛 좋은 soup",
        },
        "inputs": {"gold_tuples": [said("soup", "positive")]},
        "stage_delta": {"changed": True, "change_type": "guided_by_review"},
        "runtime": {
            "parsed_output": {
                "analysis_flags": {"review_actions": [{"action_type": "FLIP"}], "arb_actions": []},
                "final_result": {
                    "stage1_tuples": [said("soup", "negative")],
                    "final_tuples": [said("soup", "positive")],
                },
            }
        },
    }
    return changed(record, changes or {})


def output(number: int = 1, changes: Mapping[str, object] | None = None) -> Tree:
    """Make an output of which such a scorecard is made."""
    record: Tree = {
        "meta": {
            "run_id": RUN,
            "text_id": f"d{number}",
            "profile": "main",
            "protocol_mode": "conflict_review_v1",
            "input_text": "맛 좋은 soup",
        },
        "inputs": {"gold_tuples": [said("soup", "positive")]},
        "analysis_flags": {"review_actions": [{"action_type": "FLIP"}], "arb_actions": []},
        "final_result": {
            "label": "positive",
            "stage1_tuples": [said("soup", "negative")],
            "final_tuples": [said("soup", "positive")],
        },
    }
    return changed(record, changes or {})


def changed(record: Tree, changes: Mapping[str, object]) -> Tree:
    """Set values by their paths in a copy of a record; what lies above them is made."""
    made = deepcopy(record)
    for path, value in changes.items():
        *above, last = path.split(".")
        holder = made
        for key in above:
            inner = holder.setdefault(key, {})
            assert isinstance(inner, dict), path
            holder = inner
        holder[last] = value
    return made


def lines(records: Iterable[object], *, ascii_only: bool = False) -> bytes:
    """Write records, one a line."""
    return b"".join(
        json.dumps(record, ensure_ascii=ascii_only).encode() + b"\n" for record in records
    )


def rows_of(path: Path) -> list[dict[str, str]]:
    """Read the rows of a CSV file by their names."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def metrics_of(folder: Path, run: str = RUN) -> dict[str, str]:
    """Read the one row of the metrics of a run."""
    [row] = rows_of(folder / f"results/{run}/derived/metrics/structural_metrics.csv")
    return row
