"""Scores of a file as JSON: each with its signature, its denominators and its interval."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.edges.files.json.shapes import (
    JsonDocument,
    Shapes,
    Tree,
    keys,
    made,
    or_null,
    rare,
)
from measurand.edges.report.score_view import Named, ScoreLine
from measurand.metrics.needs import Reading
from measurand.metrics.ruled import Ruled

if TYPE_CHECKING:
    from measurand.inference.plan import Plan


@frozen
class Scored:
    """Scores, the files that they are of, and the plan of the intervals where there are some."""

    plan: "Plan | None"
    sources: Mapping[str, Reading]
    scores: tuple[ScoreLine, ...]


def _number(named: Named) -> float | None:
    return None if isnan(named.number) else named.number


SCORES: Shapes = {
    Scored: (*rare(keys("plan")), *keys("sources scores")),
    ScoreLine: (
        *or_null(keys("group")),
        *keys("definition score"),
        *rare(keys("interval")),
        *keys("denominators"),
        *rare(keys("like curves counts ruled")),
    ),
    Ruled: keys("option value units"),
    Named: (*keys("name says"), *made(number=_number), *rare(keys("near"))),
}


SCORE = JsonDocument("score", SCORES, body=Scored)


def with_intervals() -> JsonDocument:
    """Say how scores are written that have intervals or curves, which are loaded for these alone.

    >>> with_intervals().command
    'score'
    """
    from measurand.edges.report.inference_json import INTERVALS
    from measurand.inference.score_curves import CalibrationBin, CalibrationCurve, ThresholdCurve

    of_class = or_null(made(**{"class": "label"}))
    curves: Shapes = {
        CalibrationCurve: (*of_class, *keys("bins")),
        CalibrationBin: keys("weight said happened interval"),
        ThresholdCurve: (*of_class, *keys("kind positives points")),
    }
    return JsonDocument("score", {**SCORES, **INTERVALS, **curves}, body=Scored)


def score_json(
    lines: Sequence[ScoreLine], readings: Mapping[str, Reading], plan: "Plan | None" = None
) -> Tree:
    """Make a tree of scores; with the plan by which intervals were made, where they were.

    >>> score_json((), {})
    {'schema': 2, 'command': 'score', 'sources': {}, 'scores': []}
    """
    plain = plan is None and not any(line.curves for line in lines)
    printed = SCORE if plain else with_intervals()
    return printed.tree(Scored(plan, readings, tuple(lines)))
