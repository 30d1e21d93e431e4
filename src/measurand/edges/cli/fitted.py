"""Definitions that are found by the samples of a table: of what a column may mean, one that fits.

A definition is proposed where it alone, of what the head of the column often means, prints all its
cells that have samples. It is found and not known: a file that holds it says so.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

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
_MOST_NAMED = 3


@frozen
class _Cells:
    """The rows whose cells a definition prints, and those whose cells it does not."""

    printed: tuple[str, ...]
    off: tuple[str, ...]


@frozen
class Fitted:
    """The data with the definitions that were found, and what comes near in columns without one.

    >>> Fitted(TableData(sources=())).near
    ()
    """

    data: TableData
    near: tuple[str, ...] = ()


def with_fitted(title: str, tables: Sequence[ReadTable], data: TableData, run: Run) -> Fitted:
    """Try what each column often means on the samples, and keep what alone prints all its cells.

    The samples are read once for all that is tried. Paths of the data are relative to the root of
    the run.

    >>> from pathlib import Path
    >>> with_fitted("a.md", (), TableData(sources=()), Run(root=Path())).data.fitted
    ()

    Raises StopError where the samples cannot be read.
    """
    usual = {
        (at, column.name): proposed(column, data)
        for at, table in enumerate(tables)
        for column in table.sure.columns
    }
    found: dict[_Place, dict[str, _Cells]] = {place: {} for place in usual}
    turns = [
        {place: some[turn] for place, some in usual.items() if turn < len(some)}
        for turn in range(max(map(len, usual.values()), default=0))
    ]
    tried = [claims_made(title, tables, "", _with(data, turn))[1] for turn in turns]
    judge = _judge(tried, run)
    for turn, claims in zip(turns, tried, strict=True):
        for place, cells in _cells(claims, judge):
            if place in turn:
                found[place][turn[place]] = cells
    fits = {
        place: [text for text, one in some.items() if not one.off] for place, some in found.items()
    }
    alone = {place: some[0] for place, some in fits.items() if len(some) == 1}
    near = (_near(name, some) for (at, name), some in found.items() if (at, name) not in alone)
    return Fitted(_with(data, alone), tuple(filter(None, near)))


def _near(name: str, tried: Mapping[str, _Cells]) -> str:
    """Say what prints all cells of a column, of several; else what prints most; empty: nothing."""
    fits = [text for text, one in tried.items() if not one.off]
    if fits:
        return f"{name}: each of these prints all its cells: {' and '.join(fits)}"
    best = max(tried, key=lambda text: len(tried[text].printed), default="")
    if not best or not tried[best].printed:
        return ""
    printed, off = tried[best].printed, tried[best].off
    more = f" and {len(off) - _MOST_NAMED} more" if len(off) > _MOST_NAMED else ""
    count = f"{len(printed)} of {len(printed) + len(off)} cells"
    return f"{name}: {best} prints {count}, not that of {', '.join(off[:_MOST_NAMED])}{more}"


def _with(data: TableData, fitted: Mapping[_Place, str]) -> TableData:
    return evolve(data, fitted=tuple(fitted.items()))


def _judge(tried: Sequence[Claims], run: Run) -> Judge:
    """Gather what all claims need, which speak of the same samples."""
    needs = merged(need for claims in tried for need in check_needs(claims))
    return Judge(gathered(run, tried[0], (), tried=needs) if tried else Gathered({}, {}))


def _cells(claims: Claims, judge: Judge) -> Iterator[tuple[_Place, _Cells]]:
    """Say of each column with samples which of its cells its definition prints."""
    for at, table in enumerate(claims.tables):
        cells = check_table(table, judge).cells
        for column in table.columns:
            own = [cell for cell in cells if cell.column == column.name]
            printed = tuple(one.row for one in own if one.verdict is Verdict.HOLDS)
            off = tuple(one.row for one in own if one.verdict is not Verdict.HOLDS)
            if own:
                yield (at, column.name), _Cells(printed, off)
