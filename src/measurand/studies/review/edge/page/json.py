"""Metrics of review runs, tests and means over seeds as JSON."""

from attrs import frozen

from measurand.edges.files.json.shapes import Shapes, Writer, beside, keys, made, rare
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


def metrics_writer() -> Writer:
    """Make what writes the metrics of a command.

    >>> metrics_writer().document({"run": "demo", "metrics": ()})
    {'schema': 2, 'run': 'demo', 'metrics': []}
    """
    return Writer(METRICS)
