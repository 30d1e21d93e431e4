"""The report of a counterfactual study as one HTML page that needs nothing else."""

from collections.abc import Iterable

from attrs import evolve, frozen

from measurand.edges.report.extra import MissingExtraError
from measurand.edges.report.numbers import count_text
from measurand.edges.report.page_template import written
from measurand.inference.effects import Effects
from measurand.inference.family import Judged, Verdict
from measurand.inference.interval import Interval
from measurand.studies.counterfactual.edge.page.cells import (
    chance_text,
    difference_text,
    effect_text,
    percent_text,
    range_text,
    value_text,
)
from measurand.studies.counterfactual.edge.page.counts import issues_by_rule, lacking
from measurand.studies.counterfactual.edge.page.forest import Line, forest, mark
from measurand.studies.counterfactual.edge.page.glosses import (
    KEYS,
    METRICS,
    RULES,
    TERMS,
    TESTS,
    VERDICTS,
)
from measurand.studies.counterfactual.edge.page.settings import settings
from measurand.studies.counterfactual.edge.page.words import (
    left_out,
    null_lines,
    odd_lines,
    plan_lines,
)
from measurand.studies.counterfactual.names import Orientation
from measurand.studies.counterfactual.options import Pooling
from measurand.studies.counterfactual.rows import ScoreRow
from measurand.studies.counterfactual.study import Family, Study
from measurand.values.score import Defined, Undefined

__all__ = ["MissingExtraError", "page"]

_LISTED = 50
"""Samples without a number that are named; the others are counted."""


@frozen(kw_only=True)
class _Verdict:
    word: str
    mark: str
    kind: str
    gloss: str


@frozen(kw_only=True)
class _Test:
    key: str
    difference: str
    interval: str
    p: str
    adjusted: str
    verdict: _Verdict
    n: str
    left_out: int
    m: str
    standardised: tuple[str, str]
    dominance: tuple[str, str]


@frozen(kw_only=True)
class _Metric:
    name: str
    gloss: str
    place: str
    way: str
    value: str
    interval: str
    n: str
    left_out: int
    plot: str
    size: int
    tests: tuple[_Test, ...]
    notes: tuple[str, ...]


def page(study: Study, rows: Iterable[ScoreRow], *, source: str) -> str:
    """Write the page of a study: equal studies, rows and sources give equal bytes.

    The order of the rows plays no part; all that is data is escaped and visible. `source` says
    where the rows come from.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> text = page(study([], Options()), [], source="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)

    Raises MissingExtraError where the extra `report` is not installed.
    """
    rows = tuple(rows)
    keys = [key for key, _, _ in study.evaluated]
    without = lacking(rows, study.options.tested, keys)
    verdicts = [test.verdict for family in study.families for test in family.tests]
    shown = [one for one in Verdict if one in _MAIN or one in verdicts]
    return written(
        "cf.html.j2",
        styles="cf.css",
        lang="en",
        study=study,
        source=source,
        settings=settings(study.options),
        summed=study.options.pooling is Pooling.SUMS,
        level=percent_text(study.options.plan.level),
        correction=study.options.plan.correction.value.replace("_", "-").capitalize(),
        unit="samples" if study.options.plan.cluster is None else "groups",
        plan=plan_lines(study),
        p_value=TESTS[study.options.plan.test],
        keys=[(key, KEYS.get(key, "")) for key in keys],
        verdicts=[(_verdict(one), count_text(verdicts.count(one))) for one in shown],
        metrics=[_metric(at, family, study) for at, family in enumerate(study.families, 1)],
        left_out=left_out(study, rows),
        without=without[:_LISTED],
        others=max(0, len(without) - _LISTED),
        issues=[
            (rule, RULES.get(rule, ""), [count_text(number) for number in numbers])
            for rule, numbers in issues_by_rule(rows, keys)
        ],
        terms=TERMS,
        meanings=[_verdict(one) for one in Verdict],
        count=count_text,
    )


_MAIN = frozenset({Verdict.EXPECTED, Verdict.OPPOSITE, Verdict.NOT_SIGNIFICANT})


def _verdict(verdict: Verdict) -> _Verdict:
    return _Verdict(
        word=verdict.value,
        mark=mark(verdict),
        kind=verdict.name.lower().replace("_", "-"),
        gloss=VERDICTS[verdict],
    )


def _metric(at: int, family: Family, study: Study) -> _Metric:
    alone = evolve(study, families=(family,))
    name = f"metric-{at}"
    original = dict(study.originals).get(family.metric)
    tests = tuple(_test(test) for test in family.tests)
    return _Metric(
        name=family.metric,
        gloss=METRICS.get(family.metric, ""),
        place=name,
        way=_WAYS[family.orientation],
        value="–" if original is None else value_text(original.score),
        interval="–" if original is None else range_text(original.interval, sign=False),
        n="–" if original is None else count_text(original.units),
        left_out=0 if original is None else original.left_out,
        plot=forest(
            [_line(test) for test in family.tests],
            name=f"{name}-plot",
            title=f"{family.metric}: differences with intervals",
            text=" ".join(_said(test) for test in tests),
        ),
        size=family.size,
        tests=tests,
        notes=tuple(
            note.replace(f"{family.metric}/", "")
            for note in (
                *null_lines(alone),
                *odd_lines(alone),
                *_unsized(family),
                *_unpaired(family),
            )
        ),
    )


_WAYS = {
    Orientation.FALLS: "original less changed: expected to be positive, as a change makes it fall",
    Orientation.RISES: "changed less original: expected to be positive, as a change makes it rise",
}


def _test(test: Judged) -> _Test:
    found = test.hypothesis.found
    sizes = found.effects if isinstance(found.effects, Effects) else None
    none = Undefined("no sizes of effect")
    return _Test(
        key=test.hypothesis.name,
        difference=difference_text(found.difference),
        interval=range_text(found.interval),
        p=chance_text(found.p_value),
        adjusted=chance_text(test.adjusted),
        verdict=_verdict(test.verdict),
        n=count_text(found.units),
        left_out=found.left_out,
        m=count_text(test.tests),
        standardised=effect_text(none if sizes is None else sizes.standardised),
        dominance=effect_text(none if sizes is None else sizes.dominance),
    )


def _line(test: Judged) -> Line:
    found = test.hypothesis.found
    ends = found.interval
    return Line(
        name=test.hypothesis.name,
        verdict=test.verdict,
        at=float(found.difference.value) if isinstance(found.difference, Defined) else None,
        ends=(ends.low, ends.high) if isinstance(ends, Interval) else None,
    )


def _said(test: _Test) -> str:
    """Say in words what one line of the plot shows."""
    return (
        f"{test.key}: difference {test.difference}, interval {test.interval}, {test.verdict.word}."
    )


def _unsized(family: Family) -> list[str]:
    """Say why there are no sizes of effect at all, where a difference might be."""
    told: dict[str, list[str]] = {}
    for test in family.tests:
        found = test.hypothesis.found
        if isinstance(found.effects, Undefined) and isinstance(found.difference, Defined):
            told.setdefault(found.effects.reason, []).append(test.hypothesis.name)
    return [f"No sizes of effect ({why}): {', '.join(names)}." for why, names in told.items()]


def _unpaired(family: Family) -> list[str]:
    found = [(test.hypothesis.name, test.hypothesis.found.alone) for test in family.tests]
    listed = [f"{name} ({sum(alone)})" for name, alone in found if sum(alone)]
    return [f"Samples that have a row on one side only: {', '.join(listed)}."] if listed else []
