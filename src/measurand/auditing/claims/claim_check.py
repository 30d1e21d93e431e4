"""Check claims beside tables: numbers, relations and phrases about two numbers.

An operand is known exactly where it was computed; else it is any value that prints as its digits
do, and a claim on intervals holds if it holds for some of them, and fails only if it fails for all.
An order is the exception: that one system is better is not shown by numbers that may as well stand
the other way round, so a yes that only some of the values give is taken back to undecided.
"""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.algebra.interval import Interval, compare
from measurand.algebra.rounding import agreement, hull
from measurand.auditing.claims.ids import Cell, cell_ids
from measurand.auditing.claims.judge import Comparison, Judge, verdict_on
from measurand.auditing.claims.model import (
    Claim,
    Claims,
    Expectation,
    Operand,
    Related,
    Relation,
    Said,
    Scalar,
    Tolerance,
)
from measurand.auditing.claims.table_check import (
    CellCheck,
    TableCheck,
    check_number,
    tolerates,
    widened,
)
from measurand.auditing.claims.wording import claim_text, computed_text, terms_text, within_text
from measurand.auditing.proofs.stated import (
    Decision,
    Measure,
    Order,
    Within,
    decide,
    judge_prose,
    read_prose,
)
from measurand.metrics.finalise import Scored
from measurand.values.printed import Added, Printed
from measurand.values.quantity import Quantity, UndecidedError, bounds
from measurand.values.score import Defined, Undefined
from measurand.values.verdict import Verdict

COMPUTED, PRINTED = "computed numbers", "printed numbers"
_NARROW = 40
"""Decimals to which an irrational number is bounded."""


@frozen
class OperandValue:
    """What is known of one operand: an interval, and its `value` where that was computed.

    `added` is what a program adds that computes it with floats.

    >>> from fractions import Fraction
    >>> OperandValue(Interval(Fraction(1), Fraction(1))).exact
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
class KnownNumbers:
    """What every cell and every claim of one number comes to, by its id."""

    judge: Judge
    cells: Mapping[str, CellCheck]
    printed: Mapping[str, Printed]
    scalars: Mapping[str, Scalar] = field(factory=dict)

    def side(self, operand: Operand) -> OperandValue | str:
        """Look up an operand; a text says why it is not known."""
        if isinstance(operand, Printed):
            stated = operand.value * operand.unit.scale
            return OperandValue(Interval(stated, stated), shown=operand.text)
        if operand.id in self.scalars:
            claim = self.scalars[operand.id]
            if not claim.data:
                return OperandValue(hull(claim.printed), PRINTED, claim.printed.text)
            return _side_of(check_number(claim, self.judge), operand.id)
        if operand.id in self.cells and self.cells[operand.id].definition is not None:
            return _side_of(self.cells[operand.id], operand.id)
        printed = self.printed[operand.id]
        return OperandValue(hull(printed), PRINTED, printed.text)


def _side_of(cell: CellCheck, name: str) -> OperandValue | str:
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
            return OperandValue(Interval(low, high), COMPUTED, shown, cell.added.sum_of(low), value)
        case Undefined(reason):
            return f"{name} is undefined: {reason}"
        case _:
            return f"{name} was not computed"


def known_numbers(claims: Claims, tables: tuple[TableCheck, ...], judge: Judge) -> KnownNumbers:
    """Gather what is known after the tables were checked.

    >>> from measurand.metrics.needs import Gathered
    >>> known_numbers(Claims(sources=(), tables=()), (), Judge(Gathered({}, {}))).printed
    {}
    """
    names = {cell: name for name, cell in cell_ids(claims).items()}
    computed = {
        names[place]: cell
        for at, table in enumerate(tables)
        for place, cell in zip(computed_places(claims, at), table.cells, strict=True)
    }
    printed = {
        name: dict(claims.tables[cell.table].rows[cell.row].cells)[cell.column]
        for cell, name in names.items()
    }
    scalars = {claim.id: claim for claim in claims.claims if isinstance(claim, Scalar)}
    return KnownNumbers(judge, computed, printed, scalars)


def computed_places(claims: Claims, at: int) -> tuple[Cell, ...]:
    """List the cells of a table that are computed, in the order in which they are checked.

    >>> from measurand.auditing.claims.model import Table
    >>> computed_places(Claims(sources=(), tables=(Table(name="1", columns=(), rows=()),)), 0)
    ()
    """
    table = claims.tables[at]
    return tuple(
        Cell(at, place, name)
        for place, row in enumerate(table.rows)
        for name, _ in row.cells
        if table.computes(row, table.column(name))
    )


_ORDERS = {
    Relation.GREATER: Order.GREATER,
    Relation.LESS: Order.LESS,
    Relation.EQUAL: Order.EQUAL,
}
_MEASURES = {
    Relation.DIFFERENCE: Measure.DIFFERENCE,
    Relation.RATIO: Measure.RATIO,
    Relation.RELATIVE: Measure.CHANGE,
}


@frozen(kw_only=True)
class ClaimCheck:
    """The verdict on one claim beside the tables.

    `basis` says which numbers decided: computed ones, printed ones, or both. `computed` is what
    came out; `kind` is number, relation or prose; `cell` is there for a number. `because` is empty
    where it holds.

    >>> ClaimCheck(id="n", claimed="212", verdict=Verdict.HOLDS).basis
    ''
    """

    id: str
    claimed: str
    verdict: Verdict
    kind: str = "number"
    printed: str = ""
    computed: str = ""
    because: str = ""
    basis: str = ""
    cell: CellCheck | None = None
    tolerated: Tolerance | None = None
    expect: Expectation | None = None


def check_claims(
    claims: Claims, tables: tuple[TableCheck, ...], judge: Judge
) -> tuple[ClaimCheck, ...]:
    """Decide every claim beside the tables that claims something.

    A number without data claims nothing alone: it is what relations speak of.

    >>> from measurand.metrics.needs import Gathered
    >>> two = Related(id="a", left=Printed.parse("2"), right=Printed.parse("1"),
    ...               relation=Relation.GREATER)
    >>> [one] = check_claims(Claims(sources=(), tables=(), claims=(two,)), (),
    ...                      Judge(Gathered({}, {})))
    >>> one.verdict
    <Verdict.HOLDS: 'holds'>
    """
    known = known_numbers(claims, tables, judge)
    return tuple(
        _decided(claim, known)
        for claim in claims.claims
        if not isinstance(claim, Scalar) or claim.data
    )


def _decided(claim: Claim, known: KnownNumbers) -> ClaimCheck:
    match claim:
        case Scalar():
            return _scalar(claim, known.judge)
        case Related():
            return _related(claim, known)
        case Said():
            return _said(claim, known)


def _scalar(claim: Scalar, judge: Judge) -> ClaimCheck:
    cell = check_number(claim, judge)
    return ClaimCheck(
        id=claim.id,
        claimed=claim_text(claim),
        verdict=cell.verdict,
        printed=claim.printed.text,
        computed=computed_text(cell.score, claim.printed),
        because=cell.because,
        basis=COMPUTED,
        cell=cell,
        tolerated=cell.tolerated,
        expect=claim.expect,
    )


def _sides(claim: Related | Said, known: KnownNumbers) -> tuple[OperandValue, OperandValue] | str:
    left, right = known.side(claim.left), known.side(claim.right)
    if isinstance(left, str):
        return left
    return right if isinstance(right, str) else (left, right)


def _basis(left: OperandValue, right: OperandValue) -> str:
    kinds = {side.basis for side in (left, right)} - {""}
    return "computed and printed numbers" if len(kinds) > 1 else "".join(kinds)


def _undecided(claim: Related | Said, because: str) -> ClaimCheck:
    return ClaimCheck(
        id=claim.id,
        claimed=claim_text(claim),
        verdict=Verdict.UNDECIDED,
        kind=_kind(claim),
        printed=_printed(claim),
        because=because,
        expect=claim.expect,
    )


def _related(claim: Related, known: KnownNumbers) -> ClaimCheck:
    sides = _sides(claim, known)
    if isinstance(sides, str):
        return _undecided(claim, sides)
    left, right = sides
    divided = claim.value is not None and claim.relation is not Relation.DIFFERENCE
    if divided and left.exact is not None and right.exact == 0:
        return _undecided(claim, f"the second number is 0, so it has no {claim.relation.value}")
    exact = _exact(claim.relation, left.exact, right.exact)
    if claim.value is not None and exact is not None:
        return _valued(claim, claim.value, exact, left, right)
    if claim.value is None:
        return _of_decision(claim, _ordered(claim, left, right), _basis(left, right))
    added = _made_of(claim.relation, left, right)
    span = widened(claim.value, claim.tolerance, added)
    wanted = Within(_MEASURES[claim.relation], span.low, span.high)
    decision = decide(wanted, left.span, right.span)
    because = f"{decision.because}{_allowed(claim.value, added)}"
    return _of_decision(claim, evolve(decision, because=because), _basis(left, right))


def _ordered(claim: Related, left: OperandValue, right: OperandValue) -> Decision:
    """Decide an order; a yes that only some of the numbers give is taken back."""
    decision = decide(_ORDERS[claim.relation], *_places(left, right))
    shown = f"{left.shown} against {right.shown}"
    open_ = decision.verdict is Verdict.HOLDS and not decision.always
    if open_ and claim.relation is not Relation.EQUAL:
        return Decision(Verdict.UNDECIDED, f"{shown}: too close to tell")
    return Decision(decision.verdict, shown, decision.always)


def _places(left: OperandValue, right: OperandValue) -> tuple[Interval, Interval]:
    """Put two numbers in their order: where digits tell, exactly; else where they may lie."""
    try:
        if left.exact is not None and right.exact is not None:
            order = Fraction(compare(left.exact, right.exact))
            return Interval(order, order), _NOTHING
    except UndecidedError:
        pass
    return left.span, right.span


_NOTHING = Interval(Fraction(0), Fraction(0))


def _valued(
    claim: Related, value: Printed, exact: Quantity, left: OperandValue, right: OperandValue
) -> ClaimCheck:
    """Hold a printed difference or ratio against the exact one."""
    added = _made_of(claim.relation, left, right)
    fit = agreement(exact, value, added)
    verdict, open_ = verdict_on(fit.fit)
    comparison = Comparison(verdict, Scored(Defined(exact), 1, 0), fit.fit, fit.units, added=added)
    tolerance = claim.tolerance
    kept = tolerance if tolerance and tolerates(tolerance, comparison, value) else None
    text, allowed = computed_text(Defined(exact), value), _allowed(value, added)
    missed = verdict is Verdict.REFUTED and kept is None
    basis = _basis(left, right)
    return ClaimCheck(
        id=claim.id,
        claimed=claim_text(claim),
        verdict=Verdict.HOLDS if kept else verdict,
        kind=_kind(claim),
        printed=_printed(claim),
        computed=f"{text}{allowed}",
        because=f"it is {text}{_by(basis)}{allowed}" if missed else open_,
        basis=basis,
        tolerated=kept,
        expect=claim.expect,
    )


def _exact(relation: Relation, left: Quantity | None, right: Quantity | None) -> Quantity | None:
    """Work out a difference or a ratio; None where a number is not known, or divides by a root."""
    match left, right:
        case (None, _) | (_, None):
            return None
        case _ if relation is Relation.DIFFERENCE:
            return left - right
        case _, Fraction() if right:
            return left / right if relation is Relation.RATIO else (left - right) / abs(right)
        case _:
            return None


def _allowed(value: Printed, added: Added) -> str:
    within = within_text(value, added)
    return f" ({within}: {terms_text(value, added)})" if within else ""


def _made_of(relation: Relation, left: OperandValue, right: OperandValue) -> Added:
    """Say what floats a difference or a ratio is made of: of what cancels, little may be left."""
    # Summed as floats, each operand errs by as much as its own summands: what cancels between the
    # two does not cancel there, so the sizes are added even for a difference.
    sizes = [
        max(side.added.size, abs(side.span.low), abs(side.span.high)) for side in (left, right)
    ]
    number = left.added.number + right.added.number
    if relation is Relation.DIFFERENCE:
        return Added(number=number, size=sizes[0] + sizes[1])
    least = min(abs(right.span.low), abs(right.span.high))
    if not least:
        return Added(number=number)
    share = sizes[0] / least * (1 + sizes[1] / least)
    return Added(number=number, size=share + 1 if relation is Relation.RELATIVE else share)


def _said(claim: Said, known: KnownNumbers) -> ClaimCheck:
    sides = _sides(claim, known)
    prose = read_prose(claim.says)
    if isinstance(sides, str) or prose is None:
        return _undecided(claim, sides if isinstance(sides, str) else "these words are not known")
    left, right = sides
    return _of_decision(claim, judge_prose(prose, left.span, right.span), _basis(left, right))


def _of_decision(claim: Related | Said, decision: Decision, basis: str) -> ClaimCheck:
    holds = decision.verdict is Verdict.HOLDS
    return ClaimCheck(
        id=claim.id,
        claimed=claim_text(claim),
        verdict=decision.verdict,
        kind=_kind(claim),
        printed=_printed(claim),
        computed=decision.because if holds else "",
        because="" if holds else f"{decision.because}{_by(basis)}",
        basis=basis,
        expect=claim.expect,
    )


def _by(basis: str) -> str:
    return f" by the {basis}" if basis else ""


def _kind(claim: Related | Said) -> str:
    return "prose" if isinstance(claim, Said) else "relation"


def _printed(claim: Related | Said) -> str:
    if isinstance(claim, Said):
        return claim.says
    return "" if claim.value is None else claim.value.text
