"""Tables to be printed: every cell computed, at the precision at which its column is printed."""

from enum import Enum

from attrs import field, frozen

from measurand.algebra.rounding import rounded
from measurand.audit.claims.cells import cell_definition, slice_of
from measurand.audit.claims.model import Claims, Column, Row, Table
from measurand.inference.family import Judged
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, group_keys
from measurand.metrics.needs import Need, merged
from measurand.values.printed import Printed, Rounding
from measurand.values.quantity import Quantity, UndecidedError
from measurand.values.score import Score, Undefined

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
