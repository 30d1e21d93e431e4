"""Tables to be printed as JSON: each number exactly, as printed, and its test."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from measurand.audit.claims.paper import PaperCell, PaperTable, Wanted, Way
from measurand.edges.files.json.shapes import Shapes, Tree, Writer, keys, made, or_null
from measurand.edges.report.inference_json import INTERVALS, TESTS
from measurand.edges.report.paper_layout import layout
from measurand.inference.plan import Plan
from measurand.metrics.needs import Reading


@frozen
class _Column:
    name: str
    better: Way


@frozen
class _Table:
    name: str
    source: str
    caption: str
    notes: tuple[str, ...]
    columns: tuple[_Column, ...]
    cells: tuple[PaperCell, ...]


@frozen
class _Tables:
    sources: Mapping[str, Reading]
    against: str
    plan: Plan | None
    tables: tuple[_Table, ...]


TABLES: Shapes = {
    _Tables: (*keys("sources"), *or_null(keys("against")), *keys("plan tables")),
    PaperCell: (
        *keys("row column printed"),
        *made(claimed="given", computed="score"),
        *keys("interval best test definition"),
    ),
}


def paper_json(
    tables: Sequence[PaperTable],
    wanted: Wanted,
    readings: Mapping[str, Reading],
    *,
    title: str,
    code: int,
) -> Tree:
    """Make a tree of tables.

    >>> paper_json((), Wanted(), {}, title="", code=0)["tables"]
    []
    """
    document = _Tables(
        sources=readings,
        against=wanted.against,
        plan=wanted.plan if wanted.intervals or wanted.against else None,
        tables=tuple(_table(table, wanted, readings) for table in tables),
    )
    writer = Writer({**(TESTS if wanted.against else INTERVALS), **TABLES})
    return writer.document(document, command="table", title=title, exit_code=code)


def _table(table: PaperTable, wanted: Wanted, readings: Mapping[str, Reading]) -> _Table:
    laid = layout(table, wanted, readings)
    return _Table(
        name=table.name,
        source=table.source,
        caption=laid.caption,
        notes=tuple(laid.notes),
        columns=tuple(_Column(*column) for column in table.columns),
        cells=table.cells,
    )
