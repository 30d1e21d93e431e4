"""Metrics of review runs, tests and means over seeds as JSON."""

from collections.abc import Mapping

from attrs import frozen

from measurand.edges.files.json.shapes import (
    SCHEMA,
    JsonDocument,
    Shapes,
    Tree,
    Writer,
    beside,
    keys,
    made,
    rare,
)
from measurand.edges.report.inference_json import INTERVALS
from measurand.studies.review.page import Line
from measurand.studies.review.study import SeedStatistics


@frozen
class Tested:
    """A metric of a run that was tested."""

    run: str
    line: Line


METRICS: Shapes = {
    **INTERVALS,
    Line: (
        *made(metric="name"),
        *keys("score denominator"),
        *made(definition="signature"),
        *rare(keys("interval p_value")),
    ),
    SeedStatistics: (*made(metric="name"), *keys("seeds defined mean"), *made(std="deviation")),
    Tested: (*keys("run"), *beside("line")),
}
"""One line of metrics, what it was over seeds, and where it was tested."""


def run_json(run: object) -> Tree:
    """Make the tree of the file that is kept of a run.

    >>> run_json({"run": "demo", "metrics": ()})
    {'schema': 2, 'run': 'demo', 'metrics': []}
    """
    body = Writer(METRICS)(run)
    return {"schema": SCHEMA, **(body if isinstance(body, dict) else {})}


@frozen(kw_only=True)
class RunMetrics:
    """The metrics of a run, from which file, and how many rows were skipped."""

    run: str
    file: str
    skipped: int
    metrics: tuple[Line, ...]


@frozen(kw_only=True)
class SeedMetrics:
    """The metrics of a run over its seeds, and with all seeds merged."""

    run: str
    profile: str
    seeds: tuple[int, ...]
    skipped: tuple[int, ...]
    metrics: tuple[SeedStatistics, ...]
    merged: tuple[Line, ...]
    notes: tuple[str, ...]


_TEXTS = tuple[str, ...]
_ROWS = tuple[Mapping[str, str], ...]
AGGREGATED = JsonDocument(
    "review aggregate", METRICS, profile=str, set=_TEXTS, runs=tuple[RunMetrics, ...], notes=_TEXTS
)
REPORTED = JsonDocument(
    "review report",
    METRICS,
    profile=str,
    set=_TEXTS,
    pages=_ROWS,
    tests=tuple[Tested, ...],
    findings=_TEXTS,
    notes=_TEXTS,
)
SEEDED = JsonDocument(
    "review seeds", METRICS, profile=str, set=_TEXTS, runs=tuple[SeedMetrics, ...], notes=_TEXTS
)
# Neither has a number: what schema 2 changed is not in them.
SCORED = JsonDocument(
    "review score", {}, version=1, files=_ROWS, findings=_TEXTS, notes=_TEXTS, exit_code=int
)
PROFILES_SHOWN = JsonDocument(
    "review profiles", {}, version=1, options=Mapping[str, Mapping[str, str]]
)
DOCUMENTS = (AGGREGATED, REPORTED, SEEDED, SCORED, PROFILES_SHOWN)
