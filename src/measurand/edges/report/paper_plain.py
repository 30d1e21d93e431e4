"""Tables to be printed as a tree for JSON: each number exactly, as printed, and its test."""

from collections.abc import Mapping, Sequence

from measurand.audit.claims.paper import PaperCell, PaperTable, Wanted
from measurand.edges.files.json.converter import plain
from measurand.edges.report.inferred import (
    Tree,
    fraction_plain,
    interval_plain,
    p_plain,
    plan_plain,
)
from measurand.edges.report.paper_layout import layout
from measurand.inference.family import Judged
from measurand.metrics.needs import Reading
from measurand.metrics.signature import signature

SCHEMA = 1


def paper_plain(
    tables: Sequence[PaperTable],
    wanted: Wanted,
    readings: Mapping[str, Reading],
    *,
    title: str,
    code: int,
) -> Tree:
    """Make a tree of tables.

    >>> paper_plain((), Wanted(), {}, title="", code=0)["tables"]
    []
    """
    inferred = wanted.intervals or bool(wanted.against)
    return {
        "schema": SCHEMA,
        "command": "table",
        "title": title,
        "exit_code": code,
        "sources": plain(dict(readings)),
        "against": wanted.against or None,
        "plan": plan_plain(wanted.plan, tests=bool(wanted.against)) if inferred else None,
        "tables": [
            {
                "name": table.name,
                "source": table.source,
                "caption": layout(table, wanted, readings).caption,
                "notes": list(layout(table, wanted, readings).notes),
                "columns": [{"name": name, "better": way.value} for name, way in table.columns],
                "cells": [_cell(cell) for cell in table.cells],
            }
            for table in tables
        ],
    }


def _cell(cell: PaperCell) -> Tree:
    return {
        "row": cell.row,
        "column": cell.column,
        "printed": None if cell.printed is None else cell.printed.text,
        "claimed": None if cell.given is None else cell.given.text,
        "computed": plain(cell.score),
        "interval": None if cell.interval is None else interval_plain(cell.interval),
        "best": cell.best,
        "test": None if cell.test is None else _test(cell.test),
        "definition": None if cell.definition is None else signature(cell.definition),
    }


def _test(test: Judged) -> Tree:
    found = test.hypothesis.found
    return {
        "difference": plain(found.difference),
        "p": p_plain(found.p_value),
        "adjusted": fraction_plain(test.adjusted),
        "tests": test.tests,
        "units": found.units,
        "verdict": test.verdict.value,
    }
