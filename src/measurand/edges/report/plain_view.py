"""Results as plain trees for JSON: verdict, exit code and every number with what it stands on."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isnan
from typing import TYPE_CHECKING

from measurand.algebra.preimage import band
from measurand.audit.claims.audit_result import CellAudit, End, Finding, Group, TableAudit
from measurand.audit.claims.outcomes import Outcome
from measurand.audit.claims.separating_sample import Separation
from measurand.audit.claims.space import Candidate
from measurand.audit.claims.table_check import CellCheck, TableCheck
from measurand.audit.claims.wording import off_text
from measurand.edges.files.json.converter import plain
from measurand.edges.report.audit_known import recognised_plain
from measurand.edges.report.audit_view import half_range, sample_text
from measurand.edges.report.audit_words import said
from measurand.edges.report.check_beside import outcomes_plain, rules_plain
from measurand.edges.report.score_view import Named, ScoreLine
from measurand.metrics.needs import Reading
from measurand.values.printed import Printed
from measurand.values.score import Defined

if TYPE_CHECKING:
    from measurand.inference.plan import Plan

SCHEMA = 1
_LARGE = 10**300
Tree = dict[str, object]


def check_plain(
    tables: Sequence[TableCheck],
    readings: Mapping[str, Reading],
    *,
    title: str,
    code: int,
    outcomes: Sequence[Outcome] | None = None,
) -> Tree:
    """Make a tree of a check; with every claim as one outcome, where they are given.

    >>> check_plain((), {}, title="", code=3)["exit_code"]
    3
    """
    return {
        "schema": SCHEMA,
        "command": "check",
        "title": title,
        "exit_code": code,
        "sources": plain(dict(readings)),
        "tables": [
            {
                "name": table.name,
                "source": table.source,
                "verdict": table.verdict.value,
                "cells": [_cell(cell) for cell in table.cells],
                **({} if table.proved is None else {"rules": rules_plain(table.proved)}),
            }
            for table in tables
        ],
        **({} if outcomes is None else {"outcomes": outcomes_plain(outcomes)}),
    }


def _cell(cell: CellCheck) -> Tree:
    return {
        "row": cell.row,
        "column": cell.column,
        "printed": _printed(cell.printed),
        "verdict": cell.verdict.value,
        "tie": cell.fit is not None and cell.fit.value == "tie",
        "computed": plain(cell.score),
        "off_in_last_digits": _off(cell.off),
        "because": cell.because,
        "definition": plain(cell.definition),
        "denominators": plain(cell.denominators),
        **_float(cell),
        **_declared(cell),
    }


def _float(cell: CellCheck) -> Tree:
    """Say how far off a printed float may be, on the scale of scores, and what was added for it."""
    wide = band(cell.printed, cell.added)
    if wide is None or cell.score is None:
        return {}
    return {
        "float": {
            "within": float(wide),
            "terms": cell.added.number,
            "size": float(cell.added.size or abs(cell.printed.value * cell.printed.unit.scale)),
        }
    }


def _off(off: Fraction | None) -> float | str | None:
    """Give a number, or a text where no float is as large."""
    if off is None:
        return None
    return float(off) if abs(off) < _LARGE else off_text(off)


def _declared(cell: CellCheck) -> Tree:
    """Say what was declared of a cell, and what else would print it; no key where nothing is."""
    told: Tree = {
        "tolerated": cell.tolerated and cell.tolerated.text,
        "expected_to_fail": cell.expect and cell.expect.mismatch,
        "reproduced_by": list(cell.reproduced_by),
    }
    return {key: value for key, value in told.items() if value}


def _printed(printed: Printed) -> Tree:
    return {
        "text": printed.text,
        "decimals": printed.decimals,
        "unit": printed.unit.value,
        "rounding": printed.rounding.value,
    }


def audit_plain(
    tables: Sequence[tuple[TableAudit, Separation | None]],
    readings: Mapping[str, Reading],
    *,
    title: str,
    code: int,
) -> Tree:
    """Make a tree of an audit.

    >>> audit_plain((), {}, title="", code=3)["tables"]
    []
    """
    return {
        "schema": SCHEMA,
        "command": "audit",
        "title": title,
        "exit_code": code,
        "sources": plain(dict(readings)),
        "tables": [_table(table, separation) for table, separation in tables],
    }


def _table(table: TableAudit, separation: Separation | None) -> Tree:
    return {
        "name": table.name,
        "source": table.source,
        "verdict": table.verdict.value,
        "definitions_tried": table.candidates,
        "definitions_that_survive": sum(len(group.candidates) for group in table.survivors),
        "groups": [_group(group) for group in (table.survivors or table.groups[:12])],
        "findings": [_finding(finding) for finding in table.findings],
        "rows_without_a_definition": list(table.without),
        "separating_sample": None if separation is None else _separation(separation),
        "cells": [_audited(cell) for cell in table.cells],
        "declared_cells": [_cell(cell) for cell in table.declared],
        "cells_outside_the_space": [_cell(cell) for cell in table.checked],
        "numbers_of_other_tools": recognised_plain(table.recognised),
        "tools_tried_beside_the_space": recognised_plain(table.tools),
        "space_by": table.author.value,
        "options_not_tried": list(table.untried),
        "said": list(said(table)),
    }


def _choices(candidates: Sequence[Candidate]) -> list[Mapping[str, str]]:
    return [candidate.texts for candidate in candidates]


def _group(group: Group) -> Tree:
    return {
        "explained": group.explained,
        "independent": group.independent,
        "missed": group.missed,
        "undecided": group.undecided,
        "definitions": _choices(group.candidates),
    }


def _finding(finding: Finding) -> Tree:
    return {
        "option": finding.option,
        "identified": finding.identified,
        "survive": list(finding.survive),
        "considered": list(finding.considered),
    }


def _separation(found: Separation) -> Tree:
    return {
        "row": found.row,
        "column": found.column,
        "origin": found.origin,
        "sample": sample_text(found.sample),
        "scores": [
            {"score": plain(score), "definitions": _choices(alike)} for score, alike in found.scores
        ],
    }


def _audited(cell: CellAudit) -> Tree:
    spread: Tree | None = None
    if cell.low is not None and cell.high is not None:
        spread = {
            "low": _end(cell.low),
            "high": _end(cell.high),
            "half_range": plain(half_range(cell.low.value, cell.high.value)),
        }
    nearest: Tree | None = None
    if cell.nearest is not None:
        candidate, score, off = cell.nearest
        nearest = {
            "definition": candidate.texts,
            "score": plain(score),
            "off_in_last_digits": _off(off),
        }
    return {
        "row": cell.row,
        "column": cell.column,
        "printed": _printed(cell.printed),
        "verdict": cell.verdict.value,
        "informative": cell.informative,
        "printed_by": cell.reproduced,
        "undecided": cell.undecided,
        "tried": cell.tried,
        "definitional_uncertainty": spread,
        "nearest": nearest,
    }


def _end(end: End) -> Tree:
    return {"score": plain(Defined(end.value)), "definitions": _choices(end.candidates[:4])}


def _like(named: Named) -> Tree:
    number = None if isnan(named.number) else named.number
    return {"name": named.name, "says": named.says, "number": number}


def score_plain(
    lines: Sequence[ScoreLine], readings: Mapping[str, Reading], plan: "Plan | None" = None
) -> Tree:
    """Make a tree of scores; with the plan by which intervals were made, where they were.

    >>> score_plain((), {})["scores"]
    []
    """
    from measurand.edges.report.inferred import interval_plain, plan_plain

    return {
        "schema": SCHEMA,
        "command": "score",
        **({} if plan is None else {"plan": plan_plain(plan, tests=False)}),
        "sources": plain(dict(readings)),
        "scores": [
            {
                "group": line.group or None,
                "definition": plain(line.definition),
                "score": plain(line.score),
                **({} if line.interval is None else {"interval": interval_plain(line.interval)}),
                "denominators": plain(line.denominators),
                **({} if line.like is None else {"like": _like(line.like)}),
            }
            for line in lines
        ],
    }
