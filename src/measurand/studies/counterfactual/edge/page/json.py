"""A counterfactual study for machines: one long table, and JSON."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made
from measurand.edges.report.document import Grid
from measurand.edges.report.inference_json import JUDGED, TESTS
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Judged
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.edge.page.words import LeftOut, each_test, left_out
from measurand.studies.counterfactual.evaluate import ScoreRow
from measurand.studies.counterfactual.options import Options
from measurand.studies.counterfactual.study import Family, Study
from measurand.values.option_paths import listed
from measurand.values.score import Defined, Score, Undefined

Plain = float | str | None


def long_grid(study: Study) -> Grid:
    """Lay out all tests as one table: floats as they are, nothing where there is no number.

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


@frozen
class _Study:
    study: Study
    lacking: tuple[LeftOut, ...]
    notes: tuple[str, ...]

    @property
    def rows(self) -> tuple["_Evaluated", ...]:
        """Count, for each key, the rows that were evaluated and those that were not."""
        return tuple(_Evaluated(*one) for one in self.study.evaluated)


@frozen
class _Evaluated:
    key: str
    evaluated: int
    not_evaluated: int


def _options(options: Options) -> dict[str, str]:
    return dict(listed(options))


STUDIES: Shapes = {
    **TESTS,
    _Study: (
        *keys("options samples", under="study"),
        *made(groups="study.clusters"),
        *keys("rows"),
        *made(without_a_number="lacking"),
        *keys("originals families", under="study"),
        *keys("notes"),
    ),
    Options: _options,
    LeftOut: keys("key metrics samples why"),
    Family: (*keys("metric orientation"), *made(m="size", tests="tests")),
    Judged: (
        *made(key="hypothesis.name"),
        *JUDGED,
        *made(structurally_null="hypothesis.null"),
    ),
}


_OF_STUDIES = {
    command: JsonDocument(command, STUDIES, body=_Study, profile=str, exit_code=int)
    for command in ("cf run", "cf stats")
}
# Neither has a number: what schema 2 changed is not in them.
FILES_WRITTEN = {
    command: JsonDocument(
        command,
        {},
        version=1,
        profile=str,
        exit_code=int,
        file=str,
        rows=tuple[Mapping[str, str], ...],
        notes=tuple[str, ...],
    )
    for command in ("cf score", "cf emit")
}
PROFILES_SHOWN = JsonDocument("cf profiles", {}, version=1, options=Mapping[str, Mapping[str, str]])
DOCUMENTS = (*_OF_STUDIES.values(), *FILES_WRITTEN.values(), PROFILES_SHOWN)


def study_json(
    study: Study,
    rows: Iterable[ScoreRow],
    notes: Sequence[str] = (),
    *,
    command: str = "cf run",
    **head: object,
) -> Tree:
    """Make a tree of a study: every number with what it stands on, and all options.

    >>> from measurand.studies.counterfactual.study import study
    >>> study_json(study([], Options()), (), command="cf stats")["samples"]
    0
    """
    body = _Study(study, left_out(study, rows), tuple(notes))
    return _OF_STUDIES[command].tree(body, **head)
