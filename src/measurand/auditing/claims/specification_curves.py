"""Specification curves: how far numbers move over the definitions, and which rows change places.

All admissible definitions of a cell in the order of their scores, the curve of Simonsohn, Simmons
and Nelson (2020, Specification curve analysis, doi:10.1038/s41562-020-0912-z). Two rows flip where
some definition puts the one ahead and another the other; each pair is compared under the same
definition.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cmp_to_key
from itertools import combinations

from attrs import frozen

from measurand.algebra.interval import compare
from measurand.auditing.claims.judge import Comparison, Judge
from measurand.auditing.claims.model import Column, Row, Table
from measurand.auditing.claims.space import Candidate, admissible, candidate_places, space_columns
from measurand.auditing.claims.table_check import computed_cells
from measurand.values.printed import Printed
from measurand.values.score import Defined, Quantity, Score, Undefined
from measurand.values.verdict import Verdict

MOST_PAIRS = 2_000_000
"""How many times two rows are held against each other, over all definitions of a table."""


@frozen(kw_only=True)
class Point:
    """One outcome of a cell: a value, whether it prints as published, and what gives it."""

    value: Quantity
    verdict: Verdict
    candidates: tuple[Candidate, ...]


@frozen(kw_only=True)
class Curve:
    """Every outcome of a cell over the space, in order; equal ones are one point.

    `undefined` counts the candidates that give no number.

    >>> Curve(row="a", column="F1", printed=Printed.parse("63.3%"), points=()).tried
    0
    """

    row: str
    column: str
    printed: Printed
    points: tuple[Point, ...]
    undefined: int = 0

    @property
    def tried(self) -> int:
        """Count the candidates."""
        return self.undefined + sum(len(point.candidates) for point in self.points)


@frozen(kw_only=True)
class Flip:
    """Two rows of a column that change places: each is ahead under some definition.

    `first` and `second` are how many candidates put each ahead, `level` how many neither; `by` is a
    candidate for each of the two.

    >>> one = Candidate()
    >>> Flip(column="F1", rows=("a", "b"), first=2, second=1, level=0, by=(one, one)).first
    2
    """

    column: str
    rows: tuple[str, str]
    first: int
    second: int
    level: int
    by: tuple[Candidate, Candidate]


@frozen(kw_only=True)
class TableCurves:
    """The curves of a table, cell by cell, and the flips between its rows.

    `compared` counts the pairs of rows that were held against each other; None where there were
    more than may be tried, and then no flip is told.

    >>> TableCurves(name="1").flips
    ()
    """

    name: str
    curves: tuple[Curve, ...] = ()
    flips: tuple[Flip, ...] = ()
    compared: int | None = 0


def table_curves(table: Table, judge: Judge, *, most: int = MOST_PAIRS) -> TableCurves:
    """Follow every cell of a table over its space.

    >>> from measurand.metrics.needs import Gathered
    >>> table_curves(Table(name="1", data="d", columns=(), rows=()), Judge(Gathered({}, {}))).curves
    ()
    """
    columns = {column.name for column in space_columns(table)}
    spots = [spot for spot in computed_cells(table) if spot[1].name in columns]
    tried = admissible(table) if spots else ()
    lines = [_compared(spot, table, judge) for spot in spots]
    curves = tuple(_curve(spot, tried, line) for spot, line in zip(spots, lines, strict=True))
    scores = [[flipped.scored.score for flipped in line] for line in lines]
    pairs = list(_pairs(spots))
    if len(pairs) * len(tried) > most:
        return TableCurves(name=table.name, curves=curves, compared=None)
    flipped = (_flip(spots, pair, tried, scores) for pair in pairs)
    flips = tuple(flip for flip in flipped if flip is not None)
    return TableCurves(name=table.name, curves=curves, flips=flips, compared=len(pairs))


Spot = tuple[Row, Column, Printed]


def _compared(spot: Spot, table: Table, judge: Judge) -> tuple[Comparison, ...]:
    row, column, printed = spot
    return tuple(judge.compare(*place, printed) for place in candidate_places(table, row, column))


def _curve(spot: Spot, tried: Sequence[Candidate], line: Sequence[Comparison]) -> Curve:
    row, column, printed = spot
    by_value: dict[Quantity, list[Candidate]] = {}
    verdicts: dict[Quantity, Verdict] = {}
    for candidate, comparison in zip(tried, line, strict=True):
        if isinstance(comparison.scored.score, Defined):
            value = comparison.scored.score.value
            by_value.setdefault(value, []).append(candidate)
            if verdicts.get(value) is not Verdict.HOLDS:
                verdicts[value] = comparison.verdict
    return Curve(
        row=row.label,
        column=column.name,
        printed=printed,
        points=tuple(
            Point(value=value, verdict=verdicts[value], candidates=tuple(by_value[value]))
            for value in sorted(by_value, key=cmp_to_key(compare))
        ),
        undefined=sum(isinstance(comparison.scored.score, Undefined) for comparison in line),
    )


def _pairs(spots: Sequence[Spot]) -> Iterator[tuple[int, int]]:
    """Pair the cells of each column, in the order of the table."""
    columns: dict[str, list[int]] = {}
    for at, (_, column, _) in enumerate(spots):
        columns.setdefault(column.name, []).append(at)
    for places_ in columns.values():
        yield from combinations(places_, 2)


def _flip(
    spots: Sequence[Spot],
    pair: tuple[int, int],
    tried: Sequence[Candidate],
    scores: Sequence[Sequence[Score]],
) -> Flip | None:
    first, second = pair
    signs: dict[int, list[Candidate]] = {}
    for candidate, one, other in zip(tried, scores[first], scores[second], strict=True):
        if isinstance(one, Defined) and isinstance(other, Defined):
            signs.setdefault(compare(one.value, other.value), []).append(candidate)
    if not {1, -1} <= signs.keys():
        return None
    return Flip(
        column=spots[first][1].name,
        rows=(spots[first][0].label, spots[second][0].label),
        first=len(signs[1]),
        second=len(signs[-1]),
        level=len(signs.get(0, ())),
        by=(signs[1][0], signs[-1][0]),
    )


def rank_changes(curves: TableCurves) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Name, for each row and column, the rows that it changes places with.

    >>> rank_changes(TableCurves(name="1"))
    {}
    """
    changes: dict[tuple[str, str], list[str]] = {}
    for flip in curves.flips:
        one, other = flip.rows
        changes.setdefault((one, flip.column), []).append(other)
        changes.setdefault((other, flip.column), []).append(one)
    return {place: tuple(dict.fromkeys(rows)) for place, rows in changes.items()}
