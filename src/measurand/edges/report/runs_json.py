"""Checked runs as JSON: every printed number with what is computed, its definition and its chain.

NaN is no JSON: a number that is none is null there, and a text where it is infinite.
"""

from math import isfinite

from attrs import frozen

from measurand.auditing.claims.outcomes import Outcome
from measurand.auditing.runs.check import AggregateCheck, RunCheck
from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, rare
from measurand.edges.report.runs_view import Missing, headline, missing_of
from measurand.evidence.runs import Denominators, Remark, Total
from measurand.values.verdict import Verdict


@frozen(kw_only=True)
class RunsReport:
    """What a check of runs prints.

    `passed` counts files of a folder that are no logs, `locked` is what a lock says of each number.
    """

    exit_code: int
    runs: tuple[RunCheck, ...]
    passed: int = 0
    locked: tuple[Outcome, ...] = ()


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _printed(one: AggregateCheck) -> float | None:
    return _finite(one.aggregate.printed)


def _computed(one: AggregateCheck) -> float | None:
    return _finite(one.computed)


def _statistic(one: AggregateCheck) -> str:
    return one.aggregate.statistic.value


def _outcome(one: AggregateCheck) -> str:
    return one.outcome.value


def _weight(one: Remark) -> str:
    return one.weight.value


def _says(one: RunCheck) -> str:
    return headline(one)


def _verdict(one: RunCheck) -> Verdict:
    return one.verdict


def _missing(one: RunCheck) -> tuple[Missing, ...]:
    return missing_of(one)


RUNS: Shapes = {
    RunsReport: (*keys("exit_code runs passed"), *rare(keys("locked"))),
    Outcome: keys("id verdict printed because file"),
    RunCheck: (
        *keys("file part harness version system task status", under="run"),
        *made(verdict=_verdict, says=_says),
        *keys("planned completed", under="run"),
        *made(numbers="aggregates"),
        *keys("remarks"),
        *made(missing=_missing),
    ),
    AggregateCheck: (
        *keys("name metric place", under="aggregate"),
        *made(statistic=_statistic, printed=_printed, computed=_computed, outcome=_outcome),
        *keys("definition because denominators"),
    ),
    Denominators: rare(keys("planned logged completed with_score reduced scored")),
    Remark: (*keys("kind"), *made(weight=_weight), *keys("says place")),
    Missing: (*keys("name printed total"),),
    Total: (*keys("sum scored planned left_out as_wrong most"), *made(definition="signature")),
}

RUNS_CHECKED = JsonDocument("check", RUNS, body=RunsReport)


def runs_json(report: RunsReport) -> Tree:
    """Make a tree of checked runs.

    >>> runs_json(RunsReport(exit_code=3, runs=()))["runs"]
    []
    """
    return RUNS_CHECKED.tree(report)
