"""Definitions that are found by the samples of a table: of what a column may mean, one that fits.

A definition is proposed where it alone, of what the head of the column often means, prints all its
cells that have samples. It is found and not known: a file that holds it says so.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_check import check_needs, check_table
from measurand.edges.claims.writer import TableData, proposed
from measurand.edges.cli.claims import gathered
from measurand.edges.cli.table_samples import claims_made
from measurand.edges.engines.run import Run
from measurand.edges.tables.sheet import ReadTable
from measurand.metrics.needs import Gathered, merged
from measurand.values.verdict import Verdict

_Place = tuple[int, str]
"""The number of a table, and the name of a column."""


def with_fitted(title: str, tables: Sequence[ReadTable], data: TableData, run: Run) -> TableData:
    """Try what each column often means on the samples, and keep what alone prints all its cells.

    The samples are read once for all that is tried. Paths of the data are relative to the root of
    the run.

    >>> from pathlib import Path
    >>> with_fitted("a.md", (), TableData(sources=()), Run(root=Path())).fitted
    ()

    Raises StopError where the samples cannot be read.
    """
    usual = {
        (at, column.name): proposed(column, data)
        for at, table in enumerate(tables)
        for column in table.sure.columns
    }
    fits: dict[_Place, list[str]] = {place: [] for place in usual}
    turns = [
        {place: some[turn] for place, some in usual.items() if turn < len(some)}
        for turn in range(max(map(len, usual.values()), default=0))
    ]
    tried = [claims_made(title, tables, "", _with(data, turn))[1] for turn in turns]
    judge = _judge(tried, run)
    for turn, claims in zip(turns, tried, strict=True):
        for place in _printed(claims, judge):
            if place in turn:
                fits[place].append(turn[place])
    return _with(data, {place: found[0] for place, found in fits.items() if len(found) == 1})


def _with(data: TableData, fitted: Mapping[_Place, str]) -> TableData:
    return evolve(data, fitted=tuple(fitted.items()))


def _judge(tried: Sequence[Claims], run: Run) -> Judge:
    """Gather what all claims need, which speak of the same samples."""
    needs = merged(need for claims in tried for need in check_needs(claims))
    return Judge(gathered(run, tried[0], (), needs) if tried else Gathered({}, {}))


def _printed(claims: Claims, judge: Judge) -> Iterator[_Place]:
    """Name the columns all of whose cells with samples are printed by their definition."""
    for at, table in enumerate(claims.tables):
        cells = check_table(table, judge).cells
        for column in table.columns:
            own = [cell.verdict for cell in cells if cell.column == column.name]
            if own and all(verdict is Verdict.HOLDS for verdict in own):
                yield at, column.name
