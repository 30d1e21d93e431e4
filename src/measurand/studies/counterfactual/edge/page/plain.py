"""A counterfactual study for machines: one long table, and a tree for JSON."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from measurand.edges.report.document import Grid
from measurand.inference.compare import Estimate
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Judged
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.edge.page.words import each_test, left_out
from measurand.studies.counterfactual.rows import ScoreRow
from measurand.studies.counterfactual.study import Family, Study
from measurand.values.option_paths import listed
from measurand.values.score import Defined, Score, Undefined

Tree = dict[str, object]
Plain = float | str | None


def long_grid(study: Study) -> Grid:
    """Lay out all tests as one table: floats as they are, nothing where there is no number.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> long_grid(study([], Options())).rows[0][:5]
    ('iou_union', 'omega_perm', 'orig - cf', '0', '0')
    """
    rows = [flat(family, test, study) for family, test in each_test(study)]
    columns = tuple(rows[0]) if rows else ("metric", "key")
    return Grid("", columns, tuple(tuple(map(_cell, row.values())) for row in rows))


def _cell(value: Plain) -> str:
    return "" if value is None else str(value)


def flat(family: Family, test: Judged, study: Study) -> dict[str, Plain]:
    """Name the numbers of one test; None where there is none."""
    found = test.hypothesis.found
    sizes = found.effects if isinstance(found.effects, Effects) else None
    ends = found.interval if isinstance(found.interval, Interval) else None
    p_value = found.p_value.value if isinstance(found.p_value, PValue) else None
    adjusted = test.adjusted if isinstance(test.adjusted, Fraction) else None
    return {
        "metric": family.metric,
        "key": test.hypothesis.name,
        "orientation": family.orientation.value,
        "n": found.units,
        "left_out": found.left_out,
        "mean_diff": _score(found.difference),
        "ci_low": None if ends is None else ends.low,
        "ci_high": None if ends is None else ends.high,
        "p_value": _number(p_value),
        f"p_value_{study.options.plan.correction.value}": _number(adjusted),
        "m": family.size,
        "verdict": test.verdict.value,
        "d_z": None if sizes is None else _value(sizes.standardised),
        "dominance": None if sizes is None else _value(sizes.dominance),
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _score(score: Score) -> float | None:
    return float(score.value) if isinstance(score, Defined) else None


def _value(found: Effect | Undefined) -> float | None:
    return found.value if isinstance(found, Effect) else None


def study_plain(study: Study, rows: Iterable[ScoreRow], notes: Sequence[str] = ()) -> Tree:
    """Make a tree of a study: every number with what it stands on, and all options.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> study_plain(study([], Options()), ())["samples"]
    0
    """
    return {
        "options": dict(listed(study.options)),
        "samples": study.samples,
        "groups": study.clusters,
        "rows": [
            {"key": key, "evaluated": done, "not_evaluated": lost}
            for key, done, lost in study.evaluated
        ],
        "without_a_number": [
            {
                "key": one.key,
                "metrics": list(one.metrics),
                "samples": one.samples,
                "why": one.why,
            }
            for one in left_out(study, rows)
        ],
        "originals": [{"metric": name, **_estimate(one)} for name, one in study.originals],
        "families": [
            {
                "metric": family.metric,
                "orientation": family.orientation.value,
                "m": family.size,
                "tests": [_test(family, test, study) for test in family.tests],
            }
            for family in study.families
        ],
        "notes": list(notes),
    }


def _estimate(found: Estimate) -> Tree:
    return {
        "n": found.units,
        "left_out": found.left_out,
        "value": _score(found.score),
        "interval": _interval(found.interval),
        **_reasons({"value": found.score, "interval": found.interval}),
    }


def _test(family: Family, test: Judged, study: Study) -> Tree:
    found = test.hypothesis.found
    p_value = found.p_value if isinstance(found.p_value, PValue) else None
    named = flat(family, test, study)
    kept = {name: value for name, value in named.items() if name not in {"metric", "orientation"}}
    sizes = found.effects if isinstance(found.effects, Effects) else None
    lacking: dict[str, object] = {
        "mean_diff": found.difference,
        "interval": found.interval,
        "p_value": found.p_value,
        "adjusted": test.adjusted,
        "effects": found.effects,
        "d_z": None if sizes is None else sizes.standardised,
    }
    return {
        **kept,
        "interval": _interval(found.interval),
        "p_value_by": None if p_value is None else p_value.how,
        "p_value_least": None if p_value is None else float(p_value.least),
        "d_z_interval": None if sizes is None else _size_interval(sizes.standardised),
        "dominance_interval": None if sizes is None else _size_interval(sizes.dominance),
        "structurally_null": test.hypothesis.null,
        **_reasons(lacking),
    }


def _size_interval(found: Effect | Undefined) -> Tree | None:
    return _interval(found.interval) if isinstance(found, Effect) else None


def _interval(found: Interval | Undefined) -> Tree | None:
    if isinstance(found, Undefined):
        return None
    return {
        "low": found.low,
        "high": found.high,
        "level": float(found.level),
        "degenerate": found.degenerate,
    }


def _reasons(found: Mapping[str, object]) -> Tree:
    """Say why there are no numbers; nothing where there are all."""
    lacking = {name: one.reason for name, one in found.items() if isinstance(one, Undefined)}
    return {"undefined": lacking} if lacking else {}
