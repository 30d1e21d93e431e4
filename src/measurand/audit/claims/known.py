"""What the cells and numbers of a claims file come to: exact where computed, else as printed."""

from collections.abc import Mapping

from attrs import field, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.claims.check import CellCheck, TableCheck, scalar_place, tolerates
from measurand.audit.claims.claim import Operand, Scalar
from measurand.audit.claims.judge import Judge, settled
from measurand.audit.claims.model import Claims
from measurand.audit.claims.names import Cell, cell_ids
from measurand.audit.claims.wording import computed_text
from measurand.values.printed import Added, Printed
from measurand.values.quantity import Quantity, bounds
from measurand.values.score import Defined, Undefined
from measurand.values.verdict import Verdict

COMPUTED, PRINTED = "computed numbers", "printed numbers"
_NARROW = 40
"""Decimals to which an irrational number is bounded."""


@frozen
class Side:
    """What is known of one operand: an interval, and its `value` where that was computed.

    `added` is what a program adds that computes it with floats.

    >>> from fractions import Fraction
    >>> Side(Interval(Fraction(1), Fraction(1))).exact
    Fraction(1, 1)
    """

    span: Interval
    basis: str = ""
    shown: str = ""
    added: Added = field(factory=Added)
    value: Quantity | None = None

    @property
    def exact(self) -> Quantity | None:
        """Give the number where it is known exactly."""
        return self.span.low if self.span.low == self.span.high else self.value


@frozen
class Known:
    """What every cell and every claim of one number comes to, by its id."""

    judge: Judge
    cells: Mapping[str, CellCheck]
    printed: Mapping[str, Printed]
    scalars: Mapping[str, Scalar] = field(factory=dict)

    def side(self, operand: Operand) -> Side | str:
        """Look up an operand; a text says why it is not known."""
        if isinstance(operand, Printed):
            stated = operand.value * operand.unit.scale
            return Side(Interval(stated, stated), shown=operand.text)
        if operand.id in self.scalars:
            claim = self.scalars[operand.id]
            if not claim.data:
                return Side(hull(claim.printed), PRINTED, claim.printed.text)
            return _side_of(number(claim, self.judge), operand.id)
        if operand.id in self.cells and self.cells[operand.id].definition is not None:
            return _side_of(self.cells[operand.id], operand.id)
        printed = self.printed[operand.id]
        return Side(hull(printed), PRINTED, printed.text)


def _side_of(cell: CellCheck, name: str) -> Side | str:
    if cell.denominators.skipped:
        return f"{cell.denominators.skipped} faulty records of {name} were skipped"
    if cell.denominators.lost:
        return f"shards of the data of {name} were lost: {cell.denominators.lost}"
    if cell.denominators.absent and cell.verdict is Verdict.UNDECIDED:
        return f"{name}: {cell.because}"
    shown = computed_text(cell.score, cell.printed)
    match cell.score:
        case Defined(value):
            low, high = bounds(value, _NARROW)
            return Side(Interval(low, high), COMPUTED, shown, cell.added.sum_of(low), value)
        case Undefined(reason):
            return f"{name} is undefined: {reason}"
        case _:
            return f"{name} was not computed"


def known_of(claims: Claims, tables: tuple[TableCheck, ...], judge: Judge) -> Known:
    """Gather what is known after the tables were checked.

    >>> from measurand.metrics.needs import Gathered
    >>> known_of(Claims(sources=(), tables=()), (), Judge(Gathered({}, {}))).printed
    {}
    """
    names = {cell: name for name, cell in cell_ids(claims).items()}
    found = {
        names[place]: cell
        for at, table in enumerate(tables)
        for place, cell in zip(computed_places(claims, at), table.cells, strict=True)
    }
    printed = {
        name: dict(claims.tables[cell.table].rows[cell.row].cells)[cell.column]
        for cell, name in names.items()
    }
    scalars = {claim.id: claim for claim in claims.claims if isinstance(claim, Scalar)}
    return Known(judge, found, printed, scalars)


def computed_places(claims: Claims, at: int) -> tuple[Cell, ...]:
    """List the cells of a table that are computed, in the order in which they are checked.

    >>> from measurand.audit.claims.model import Table
    >>> computed_places(Claims(sources=(), tables=(Table(name="1", columns=(), rows=()),)), 0)
    ()
    """
    table = claims.tables[at]
    return tuple(
        Cell(at, number, name)
        for number, row in enumerate(table.rows)
        for name, _ in row.cells
        if table.computes(row, table.column(name))
    )


def number(claim: Scalar, judge: Judge) -> CellCheck:
    """Compute a claim of one number, and hold it to what is printed.

    >>> from measurand.metrics.needs import Gathered
    >>> one = Scalar(id="n", printed=Printed.parse("3"), data="runs", metric="total")
    >>> number(one, Judge(Gathered({}, {}))).because
    'undefined: runs is empty'
    """
    part, definition = scalar_place(claim)
    compared = judge.compare(part, definition, claim.printed)
    found = settled(compared, definition, dict(claim.options))
    tolerance = claim.tolerance
    kept = tolerance if tolerance and tolerates(tolerance, found, claim.printed) else None
    return CellCheck(
        row=claim.id,
        column="",
        printed=claim.printed,
        verdict=Verdict.HOLDS if kept else found.verdict,
        because=found.because,
        definition=definition,
        score=found.scored.score,
        fit=found.fit,
        off=found.off,
        denominators=judge.denominators(part, found.scored),
        tolerated=kept,
        expect=claim.expect,
        added=found.added,
    )
