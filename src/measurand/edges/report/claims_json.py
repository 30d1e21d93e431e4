"""A check and an audit as JSON: verdict, exit code and every number with what it stands on."""

from collections.abc import Mapping, Sequence
from types import GenericAlias

from attrs import frozen

from measurand.algebra.preimage import band
from measurand.auditing.claims.audit_result import (
    CellAudit,
    Choosing,
    End,
    Finding,
    Group,
    Recognised,
    TableAudit,
)
from measurand.auditing.claims.outcomes import Outcome
from measurand.auditing.claims.separating_sample import Separation
from measurand.auditing.claims.space import Candidate
from measurand.auditing.claims.table_check import CellCheck, TableCheck
from measurand.auditing.lock.moves import LockCheck
from measurand.edges.files.json.shapes import (
    JsonDocument,
    Shapes,
    Tree,
    keys,
    made,
    rare,
)
from measurand.edges.report.audit_view import half_range, sample_text
from measurand.edges.report.audit_words import said
from measurand.edges.report.lock_view import LOCKS
from measurand.metrics.needs import Reading
from measurand.values.quantity import Quantity
from measurand.values.score import Score

_MOST_GROUPS, _MOST_ALIKE = 12, 4


@frozen
class _Band:
    """How far off a printed float may be, on the scale of scores, and what was added for it."""

    within: float
    terms: int
    size: float


def _band(cell: CellCheck) -> _Band | None:
    wide = band(cell.printed, cell.added)
    if wide is None or cell.score is None:
        return None
    size = cell.added.size or abs(cell.printed.value * cell.printed.unit.scale)
    return _Band(float(wide), cell.added.number, float(size))


def _tie(cell: CellCheck) -> bool:
    return cell.fit is not None and cell.fit.value == "tie"


def _expected(cell: CellCheck) -> str:
    return cell.expect.mismatch if cell.expect else ""


def _tolerated(cell: CellCheck) -> str:
    return cell.tolerated.text if cell.tolerated else ""


@frozen(kw_only=True)
class CheckReport:
    """What a check prints: every table, every claim as one outcome, and what a lock says."""

    title: str = ""
    exit_code: int
    sources: Mapping[str, Reading]
    tables: tuple[TableCheck, ...]
    outcomes: tuple[Outcome, ...] = ()
    lock: LockCheck | None = None


CHECKS: Shapes = {
    **LOCKS,
    CheckReport: (*keys("title exit_code sources tables outcomes"), *rare(keys("lock"))),
    TableCheck: (*keys("name source verdict cells"), *rare(made(rules="proved"))),
    CellCheck: (
        *keys("row column printed verdict"),
        *made(tie=_tie, computed="score", off_in_last_digits="off"),
        *keys("because definition denominators"),
        *rare(made(float=_band, tolerated=_tolerated, expected_to_fail=_expected)),
        *rare(keys("reproduced_by")),
    ),
    Outcome: (
        *keys("id kind verdict title printed computed definition because file line where"),
        *keys("expected_to_fail tolerated note"),
    ),
}


CHECK = JsonDocument("check", CHECKS, body=CheckReport)


def with_rules() -> JsonDocument:
    """Say how a check is written whose tables were held to rules; else no proof is loaded.

    >>> with_rules().command
    'check'
    """
    from measurand.edges.report.prove_json import RULES

    return JsonDocument("check", {**CHECKS, **RULES}, body=CheckReport)


def of_files(one: JsonDocument) -> JsonDocument:
    """Say how the checks of several files are written, each as it is alone.

    >>> of_files(CHECK).tree(exit_code=0, files=())
    {'schema': 2, 'command': 'check', 'exit_code': 0, 'files': []}
    """
    return JsonDocument("check", {}, exit_code=int, files=GenericAlias(tuple, (one, ...)))


def check_json(checked: CheckReport) -> Tree:
    """Make a tree of a check.

    >>> check_json(CheckReport(exit_code=3, sources={}, tables=()))["exit_code"]
    3
    """
    proved = any(table.proved is not None for table in checked.tables)
    return (with_rules() if proved else CHECK).tree(checked)


@frozen
class _Spread:
    low: End
    high: End
    half_range: Quantity


@frozen
class _Nearest:
    definition: Candidate
    score: Score
    off_in_last_digits: Quantity


@frozen
class _Alike:
    score: Score
    definitions: tuple[Candidate, ...]


def _spread(cell: CellAudit) -> _Spread | None:
    if cell.low is None or cell.high is None:
        return None
    return _Spread(cell.low, cell.high, half_range(cell.low.value, cell.high.value))


def _nearest(cell: CellAudit) -> _Nearest | None:
    return None if cell.nearest is None else _Nearest(*cell.nearest)


def _few(end: End) -> tuple[Candidate, ...]:
    return end.candidates[:_MOST_ALIKE]


def _sample(one: Separation) -> str:
    return sample_text(one.sample)


def _scores(one: Separation) -> tuple[_Alike, ...]:
    return tuple(_Alike(*alike) for alike in one.scores)


@frozen
class _Audited:
    table: TableAudit
    separation: Separation | None

    @property
    def surviving(self) -> int:
        """Count the definitions that print every cell."""
        return sum(len(group.candidates) for group in self.table.survivors)

    @property
    def groups(self) -> tuple[Group, ...]:
        """List the groups that print every cell, or the first that print most."""
        return self.table.survivors or self.table.groups[:_MOST_GROUPS]

    @property
    def said(self) -> tuple[str, ...]:
        """Say in sentences what was found."""
        return said(self.table)


def _texts(candidate: Candidate) -> dict[str, str]:
    return candidate.texts


AUDITS: Shapes = {
    **CHECKS,
    _Audited: (
        *keys("name source verdict", under="table"),
        *made(definitions_tried="table.candidates", definitions_that_survive="surviving"),
        *keys("groups"),
        *keys("findings choices", under="table"),
        *made(rows_without_a_definition="table.without", separating_sample="separation"),
        *keys("cells", under="table"),
        *made(declared_cells="table.declared", cells_outside_the_space="table.checked"),
        *made(numbers_of_other_tools="table.recognised"),
        *made(tools_tried_beside_the_space="table.tools", space_by="table.author"),
        *made(options_not_tried="table.untried", rows_without_data="table.no_data"),
        *keys("said"),
    ),
    Candidate: _texts,
    Group: (
        *keys("explained independent missed undecided"),
        *made(definitions="candidates"),
    ),
    Finding: keys("option identified survive considered"),
    Choosing: (*keys("option columns standing value"), *made(by="because"), *keys("others")),
    Separation: (*keys("row column origin"), *made(sample=_sample, scores=_scores)),
    CellAudit: (
        *keys("row column printed verdict informative"),
        *made(printed_by="reproduced"),
        *keys("undecided tried"),
        *made(definitional_uncertainty=_spread, nearest=_nearest),
    ),
    End: made(score="value", definitions=_few),
    Recognised: (
        *keys("column"),
        *keys("tool call default", under="number"),
        *made(on_these_data="here"),
        *keys("versions", under="number"),
        *keys("printed cells"),
        *made(definitions="candidates"),
    ),
}


AUDIT = JsonDocument(
    "audit",
    AUDITS,
    title=str,
    exit_code=int,
    sources=Mapping[str, Reading],
    tables=tuple[_Audited, ...],
)


def audit_json(
    tables: Sequence[tuple[TableAudit, Separation | None]],
    readings: Mapping[str, Reading],
    *,
    title: str,
    code: int,
) -> Tree:
    """Make a tree of an audit.

    >>> audit_json((), {}, title="", code=3)["tables"]
    []
    """
    audited = tuple(_Audited(*table) for table in tables)
    return AUDIT.tree(title=title, exit_code=code, sources=readings, tables=audited)
