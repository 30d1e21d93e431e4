"""Causal scores for machines: one long table, and a tree for JSON."""

from collections.abc import Iterable, Sequence

from measurand.edges.report.document import Grid
from measurand.edges.report.inferred import Tree, interval_plain, plan_plain
from measurand.inference.compare import Estimate
from measurand.studies.causal.edge.page.view import Told, found_in
from measurand.studies.causal.names import NAMES
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.studies.causal.study import Batch
from measurand.values.option_paths import listed
from measurand.values.score import Defined, Score, Undefined
from measurand.values.share import Measured

_FINDINGS = ("finding", "graphs", "first_in")
_ODD = ("expected", "count", "first_in", "path", "got")


def long_grid(rows: Iterable[CausalRow]) -> Grid:
    """Lay out all rows as one table: floats as they are, nothing where there is no number.

    >>> from measurand.values.share import share
    >>> long_grid([CausalRow(sample="1", metrics=(("cf", share(1, 2)),))]).rows[0][:6]
    ('1', '', '', '', '0.5', '')
    """
    columns = ("id", "group", "is_correct", "band", *NAMES)
    lines = []
    for row in rows:
        found = dict(row.metrics)
        right = "" if row.correct is None else str(row.correct).lower()
        numbers = (_cell(found.get(name)) for name in NAMES)
        lines.append((row.sample, row.group or "", right, row.band, *numbers))
    return Grid("", columns, tuple(lines))


def _cell(found: Measured | None) -> str:
    return "" if found is None or isinstance(found, Undefined) else str(float(found.value))


def batch_plain(found: Batch, rows: Sequence[CausalRow], told: Told) -> Tree:
    """Make a tree of a batch: every number with what it stands on, every graph, all options.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import batch
    >>> told = Told(judge="structural/1()", profile="recommended")
    >>> batch_plain(batch([], Options()), (), told)["graphs"]
    0
    """
    return {
        "judge": told.judge,
        "profile": told.profile,
        "options": dict(listed(found.options)),
        "graphs": found.samples,
        "problems": found.clusters,
        "scores": [{"score": name, **estimate_plain(one)} for name, one in found.scores],
        "bands": dict(found.bands),
        "decided": [count_plain(one) for one in found.layers],
        "rows": [row_plain(row) for row in rows],
        "findings": [dict(zip(_FINDINGS, one, strict=True)) for one in found_in(rows)],
        "calls": dict(told.calls),
        "odd": [dict(zip(_ODD, one, strict=True)) for one in told.odd],
        "plan": plan_plain(found.options.plan, tests=False),
        "notes": list(told.notes),
    }


def estimate_plain(found: Estimate) -> Tree:
    """Make a tree of a score with its interval."""
    return {
        **score_plain(found.score),
        "interval": interval_plain(found.interval),
        "n": found.units,
        "left_out": found.left_out,
    }


def score_plain(found: Score) -> Tree:
    """Make a tree of a score, or say why there is none.

    >>> score_plain(Undefined("no graph"))
    {'value': None, 'undefined': 'no graph'}
    """
    match found:
        case Defined(value):
            return {"value": float(value)}
        case Undefined(reason):
            return {"value": None, "undefined": reason}


def count_plain(one: VerdictCount) -> Tree:
    """Make a tree of how many subjects came to one outcome."""
    return {
        "component": one.part,
        "outcome": one.outcome,
        "layer": one.layer,
        "reason": one.reason,
        "count": one.count,
    }


def row_plain(row: CausalRow) -> Tree:
    """Make a tree of a row: its metrics by name, null where there is no number.

    >>> row_plain(CausalRow(sample="1", metrics=(("cf", Undefined("none")),)))["undefined"]
    {'cf': 'none'}
    """
    reasons = {name: one.reason for name, one in row.metrics if isinstance(one, Undefined)}
    return {
        "id": row.sample,
        "group": row.group,
        "is_correct": row.correct,
        "band": row.band or None,
        **{
            name: None if isinstance(one, Undefined) else float(one.value)
            for name, one in row.metrics
        },
        **({"undefined": reasons} if reasons else {}),
        **({"findings": list(row.findings)} if row.findings else {}),
        **({"note": row.note} if row.note else {}),
    }
