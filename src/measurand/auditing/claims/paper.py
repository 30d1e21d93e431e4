"""Tables to be printed: every cell computed, at the precision at which its column is printed.

Beside scores stand intervals, the best numbers, and tests against one row.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.algebra.rounding import rounded
from measurand.auditing.claims.cells import cell_definition, slice_of
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims, Column, Row, Table
from measurand.auditing.proofs.sheet import Kind
from measurand.evidence.pairs import Pairs
from measurand.evidence.pool import Pool
from measurand.inference.comparison import Comparison, compare, estimate
from measurand.inference.family import Hypothesis, Judged, judge
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.definitions import (
    Auc,
    Averaged,
    Definition,
    Measure,
    Numeric,
    group_keys,
    metric_of,
)
from measurand.metrics.needs import Need, merged
from measurand.metrics.options import Statistic
from measurand.metrics.signature import signature
from measurand.values.printed import Printed, Rounding
from measurand.values.quantity import Quantity, UndecidedError
from measurand.values.score import Defined, Score, Undefined

_HALF_EVEN = frozenset({Rounding.DECIMAL, Rounding.FLOAT64, Rounding.ANY})


class Way(Enum):
    """Which numbers of a column are better; `none` where nobody said."""

    HIGHER = "higher"
    LOWER = "lower"
    NONE = "none"


@frozen(kw_only=True)
class Wanted:
    """What is asked of a table: intervals, tests against a row, and which way columns go.

    `complete` computes cells too that the claims file does not print.

    >>> Wanted().against
    ''
    """

    plan: Plan = field(factory=Plan)
    intervals: bool = False
    against: str = ""
    lower: tuple[str, ...] = ()
    higher: tuple[str, ...] = ()
    complete: bool = False


@frozen(kw_only=True)
class PaperCell:
    """One cell: its score, how it prints, whether it is the best of its column, and its test.

    `printed` is None where the score is undefined; `given` is what the claims file prints.
    """

    row: str
    column: str
    score: Score
    definition: Definition | None = None
    given: Printed | None = None
    printed: Printed | None = None
    interval: Interval | Undefined | None = None
    ends: tuple[Printed, Printed] | None = None
    best: bool = False
    test: Judged | None = None


@frozen(kw_only=True)
class PaperTable:
    """A table to be printed: rows of cells, None where nothing is asked.

    >>> PaperTable(name="1", source="", columns=(), rows=()).tests
    ()
    """

    name: str
    source: str
    columns: tuple[tuple[str, Way], ...]
    rows: tuple[tuple[str, tuple[PaperCell | None, ...]], ...]
    left: tuple[str, ...] = ()
    against: str = ""

    @property
    def cells(self) -> tuple[PaperCell, ...]:
        """List the cells, row by row."""
        return tuple(cell for _, cells in self.rows for cell in cells if cell is not None)

    @property
    def tests(self) -> tuple[Judged, ...]:
        """List the tests, row by row."""
        return tuple(cell.test for cell in self.cells if cell.test is not None)


def paper_needs(claims: Claims, wanted: Wanted) -> tuple[Need, ...]:
    """Say what evidence the cells need, under the groups that are resampled whole.

    >>> paper_needs(Claims(sources=(), tables=()), Wanted())
    ()
    """
    cluster = wanted.plan.cluster
    more = (cluster,) if wanted.intervals and cluster is not None else ()
    return merged(
        Need(slice_of(table, row, definition), (*group_keys(definition), *more))
        for table in claims.tables
        for row in table.rows
        for column in table.columns
        for definition in [wanted_definition(table, row, column, wanted)]
        if definition is not None
    )


def printed_as(value: Quantity, like: Printed) -> Printed | Undefined:
    """Print a value with the decimals, unit and rounding of a number; without one, half to even.

    >>> from fractions import Fraction
    >>> printed_as(Fraction(19, 30), Printed.parse("63.3%")).text
    '63.3%'
    >>> printed_as(Fraction(1, 8), Printed.parse("0.12", rounding=Rounding.HALF_UP)).text
    '0.13'
    """
    scaled = value / like.unit.scale
    mode = Rounding.HALF_EVEN if like.rounding in _HALF_EVEN else like.rounding
    try:
        return Printed(rounded(scaled, like.decimals, mode), like.decimals, like.unit, mode)
    except OverflowError:
        return Undefined(f"{mode.value} rounds doubles, and it is too large for one")
    except UndecidedError as error:
        return Undefined(str(error))


def wanted_definition(table: Table, row: Row, column: Column, wanted: Wanted) -> Definition | None:
    """Give the definition of a cell; None where it is not computed, or not known.

    >>> table = Table(name="1", data="d", columns=(Column(name="n", metric="total"),), rows=())
    >>> row, column = Row(label="a"), table.columns[0]
    >>> wanted_definition(table, row, column, Wanted()) is None
    True
    >>> wanted_definition(table, row, column, Wanted(complete=True)).of.value
    'hits'
    """
    asked = wanted.complete or any(name == column.name for name, _ in row.cells)
    if not asked or not column.known or not table.computes(row, column):
        return None
    return cell_definition(table, column, row)


UNKNOWN = Undefined("its definition is not known")
Pairing = Callable[[Table, Row, Row, Definition], Pairs | Undefined]
"""Pairs the samples of a row with those of the reference row, or says why it cannot."""

Grid = list[list[PaperCell | None]]


def paper_table(table: Table, judge_: Judge, wanted: Wanted, pairing: Pairing) -> PaperTable:
    """Compute a table.

    Rows and columns of which nothing is computed are left out, and named in `left`.

    >>> from measurand.metrics.needs import Gathered
    >>> empty = Table(name="1", data="d", columns=(), rows=())
    >>> paper_table(empty, Judge(Gathered({}, {})), Wanted(), lambda *_: UNKNOWN).rows
    ()
    """
    grid = [
        [_cell(table, row, column, judge_, wanted) for column in table.columns]
        for row in table.rows
    ]
    tested = _tested(table, grid, wanted, pairing)
    grid = [
        [
            None if cell is None else evolve(cell, test=tested.get((at, place)))
            for place, cell in enumerate(line)
        ]
        for at, line in enumerate(grid)
    ]
    ways = [
        _way(column, [line[at] for line in grid], wanted) for at, column in enumerate(table.columns)
    ]
    for at, way in enumerate(ways):
        _mark_best(grid, at, way, table.rows)
    shown = [at for at in range(len(table.columns)) if any(line[at] for line in grid)]
    kept = [(row.label, line) for row, line in zip(table.rows, grid, strict=True) if any(line)]
    left = (
        *(f"column {one.name}" for at, one in enumerate(table.columns) if at not in shown),
        *(f"row {row.label}" for row, line in zip(table.rows, grid, strict=True) if not any(line)),
    )
    return PaperTable(
        name=table.name,
        source=table.source,
        columns=tuple((table.columns[at].name, ways[at]) for at in shown),
        rows=tuple((label, tuple(line[at] for at in shown)) for label, line in kept),
        left=left,
        against=wanted.against,
    )


def _cell(
    table: Table, row: Row, column: Column, judge_: Judge, wanted: Wanted
) -> PaperCell | None:
    given = dict(row.cells).get(column.name)
    definition = wanted_definition(table, row, column, wanted)
    if definition is None:
        unknown = given is not None and table.computes(row, column)
        return (
            PaperCell(row=row.label, column=column.name, score=UNKNOWN, given=given)
            if unknown
            else None
        )
    part = slice_of(table, row, definition)
    score = judge_.scored(part, definition).score
    like = _style(table, column, given)
    printed = printed_as(score.value, like) if isinstance(score, Defined) else score
    cell = PaperCell(
        row=row.label,
        column=column.name,
        definition=definition,
        score=printed if isinstance(printed, Undefined) else score,
        given=given,
        printed=None if isinstance(printed, Undefined) else printed,
    )
    pool = judge_.gathered.pools.get(part)
    if not wanted.intervals or pool is None or cell.printed is None:
        return cell
    return _with_interval(cell, definition, like, (pool, wanted.plan))


def _with_interval(
    cell: PaperCell, definition: Definition, like: Printed, drawn: tuple[Pool, Plan]
) -> PaperCell:
    pool, plan = drawn
    try:
        found = estimate(definition, pool, plan, key=signature(definition)).interval
    except ValueError as error:
        if not group_keys(definition):
            raise
        found = Undefined(str(error))
    if isinstance(found, Undefined):
        return evolve(cell, interval=found)
    low, high = (printed_as(Fraction(end), like) for end in (found.low, found.high))
    if isinstance(low, Undefined) or isinstance(high, Undefined):
        return evolve(cell, interval=Undefined("an end is too large to be printed"))
    return evolve(cell, interval=found, ends=(low, high))


def _style(table: Table, column: Column, given: Printed | None) -> Printed:
    """Say how a column prints: its most decimals, the unit of the cell, the rounding named."""
    cells = [one for row in table.rows for name, one in row.cells if name == column.name]
    first = given or next(iter(cells), None)
    unit = first.unit if first is not None else column.unit
    most = max((one.decimals for one in cells), default=column.decimals or 0)
    mode = column.rounding or (first.rounding if first is not None else Rounding.DECIMAL)
    return Printed(Fraction(0), most, unit, mode)


def _tested(
    table: Table, grid: Sequence[Sequence[PaperCell | None]], wanted: Wanted, pairing: Pairing
) -> Mapping[tuple[int, int], Judged]:
    """Test every row against the reference row: one family, all tests of the table."""
    labels = [row.label for row in table.rows]
    if not wanted.against or labels.count(wanted.against) != 1:
        return {}
    base = labels.index(wanted.against)
    places = list(_places(table, grid, base))
    found = [
        Hypothesis(
            name=f"{labels[at]} / {table.columns[place].name}",
            found=_compared(table, (at, base, place), grid, wanted, pairing),
        )
        for at, place in places
    ]
    return dict(zip(places, judge(found, wanted.plan), strict=True))


def _places(
    table: Table, grid: Sequence[Sequence[PaperCell | None]], base: int
) -> Iterator[tuple[int, int]]:
    for at, row in enumerate(table.rows):
        for place in range(len(table.columns)):
            here, there = grid[at][place], grid[base][place]
            known = here is not None and here.definition is not None
            body = row.kind == Kind.BODY.value and at != base
            if body and known and there is not None and there.definition is not None:
                yield at, place


def _compared(
    table: Table,
    where: tuple[int, int, int],
    grid: Sequence[Sequence[PaperCell | None]],
    wanted: Wanted,
    pairing: Pairing,
) -> Comparison:
    at, base, place = where
    here, there = grid[at][place], grid[base][place]
    if here is None or there is None or here.definition is None:
        return _nothing(UNKNOWN)
    if here.definition != there.definition:
        return _nothing(Undefined("the two rows have different definitions"))
    paired = pairing(table, table.rows[at], table.rows[base], here.definition)
    if isinstance(paired, Undefined):
        return _nothing(paired)
    try:
        return compare(here.definition, paired, wanted.plan, key=signature(here.definition))
    except ValueError as error:
        if not group_keys(here.definition):
            raise
        return _nothing(Undefined(str(error)))


def _nothing(why: Undefined) -> Comparison:
    """Count as a test that was asked, and has no p-value."""
    return Comparison(
        first=why,
        second=why,
        difference=why,
        interval=why,
        p_value=why,
        effects=why,
        units=0,
        left_out=0,
    )


def _way(column: Column, cells: Sequence[PaperCell | None], wanted: Wanted) -> Way:
    if column.name in wanted.lower:
        return Way.LOWER
    if column.name in wanted.higher:
        return Way.HIGHER
    known = {_way_of(one.definition) for one in cells if one is not None and one.definition}
    return known.pop() if len(known) == 1 else Way.NONE


def _way_of(definition: Definition) -> Way:
    """Tell whether more is better, by what the metric is; of a spread, nothing is."""
    if isinstance(definition, Averaged | Measure):
        if definition.averaging.statistic is not Statistic.MEAN:
            return Way.NONE
    elif not isinstance(definition, Numeric | Auc):
        return Way.NONE
    return _WAYS[metric_of(definition).better]


_WAYS = {1: Way.HIGHER, 0: Way.NONE, -1: Way.LOWER}


def _mark_best(grid: Grid, at: int, way: Way, rows: Sequence[Row]) -> None:
    """Mark what prints as the best number of a column, where there are two to choose from."""
    body = [line for line, row in zip(grid, rows, strict=True) if row.kind == Kind.BODY.value]
    numbers = {id(line): _size(cell) for line in body if (cell := line[at]) and cell.printed}
    if way is Way.NONE or len(numbers) < _TWO:
        return
    best = (max if way is Way.HIGHER else min)(numbers.values())
    for line in body:
        cell = line[at]
        if cell is not None and numbers.get(id(line)) == best:
            line[at] = evolve(cell, best=True)


_TWO = 2


def _size(cell: PaperCell) -> Fraction:
    return cell.printed.value * cell.printed.unit.scale if cell.printed else Fraction(0)
