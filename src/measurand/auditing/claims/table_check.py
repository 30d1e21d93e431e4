"""Check a table: recompute every printed cell, and say whether it is reproduced.

A cell is reproduced where the exact score lies among the values that print as its digits do, under
the rounding it was printed with; no float and no tolerance comes in, unless one is declared with a
reason. A cell stays open, and is not refuted, where its definition is not known, its score is
undefined, or records could not be read. The printed numbers of a table without data are held to
each other instead, by the rules of `proofs`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from measurand.auditing.claims.model import Table
from measurand.metrics.metric import Metric

if TYPE_CHECKING:
    from measurand.auditing.proofs.prove import Proved
from collections.abc import Collection, Iterator
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import Fit, hull
from measurand.auditing.claims.cells import cell_definition, slice_of, written_options
from measurand.auditing.claims.judge import Comparison, Judge, leave_absent_open
from measurand.auditing.claims.model import Claims, Column, Expectation, Row, Scalar, Tolerance
from measurand.auditing.proofs.sheet import Role
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.finalise import Denominators
from measurand.metrics.needs import Gathered, Need, Slice, joined
from measurand.metrics.signature import define
from measurand.values.printed import Added, Printed
from measurand.values.score import Defined, Score
from measurand.values.verdict import Verdict, overall


def lint_table(table: Table, own: Iterable[Metric] = ()) -> "Proved":
    """Ask the cheap rules about the numbers of a table; metrics of one's `own` lie in their range.

    >>> lint_table(Table(name="1", columns=(), rows=())).findings
    ()
    """
    from measurand.auditing.claims.table_sheet import sheet_of
    from measurand.auditing.proofs.prove import lint

    return lint(sheet_of(table, own))


_ALONE = Added()


@frozen(kw_only=True)
class CellCheck:
    """The verdict on one cell.

    `off` is computed minus printed in units of the last printed digit; `because` says why a cell is
    undecided. A tie is reproduced, and `fit` says so. `tolerated` is the declared tolerance where
    only that makes it hold; `expect` says that it is not to hold. `reproduced_by` names what else
    would print it, where it is not reproduced and the table says what is admissible. `added` is
    what a program adds for it.

    >>> CellCheck(row="ours", column="f1", printed=Printed.parse("63.3%"),
    ...           verdict=Verdict.UNDECIDED, because="no definition").off is None
    True
    """

    row: str
    column: str
    printed: Printed
    verdict: Verdict
    because: str = ""
    definition: Definition | None = None
    score: Score | None = None
    fit: Fit | None = None
    off: Fraction | None = None
    denominators: Denominators = field(factory=Denominators)
    tolerated: Tolerance | None = None
    expect: Expectation | None = None
    reproduced_by: tuple[str, ...] = ()
    added: Added = field(factory=Added)


@frozen(kw_only=True)
class TableCheck:
    """The verdicts on one table; `proved` is what its numbers alone prove, where that is asked.

    `unheld` are the columns of which nothing is declared but that they hold values, a name a cell.
    `left` are rows of the printed table that are left out, with how many numbers each.

    >>> TableCheck(name="1", source="", cells=()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    name: str
    source: str
    cells: tuple[CellCheck, ...]
    proved: "Proved | None" = None
    unheld: tuple[str, ...] = ()
    left: tuple[tuple[str, int], ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Join the cells, and what was proven: without any there is nothing that holds."""
        parts = [cell.verdict for cell in self.cells]
        ruled = self.proved is not None and (self.proved.findings or not parts)
        return overall([*parts, self.proved.verdict] if ruled and self.proved else parts)


def check_needs(claims: Claims) -> tuple[Need, ...]:
    """Say what evidence a check needs.

    >>> check_needs(Claims(sources=(), tables=()))
    ()
    """
    tables = (
        (slice_of(table, row, definition), definition)
        for table in claims.tables
        for row, column, _ in computed_cells(table)
        if column.known
        for definition in [cell_definition(table, column, row)]
    )
    scalars = (
        scalar_place(claim) for claim in claims.claims if isinstance(claim, Scalar) and claim.data
    )
    return joined((*tables, *scalars))


def scalar_place(claim: Scalar) -> tuple[Slice, Definition]:
    """Say from what a claim of one number is computed, and how.

    >>> claim = Scalar(id="n", printed=Printed.parse("3"), data="runs", metric="total")
    >>> scalar_place(claim)[0].data
    'runs'

    Raises SignatureError where it has no definition.
    """
    definition = define(claim.metric, dict(claim.options))
    return Slice(claim.data, claim.where, observing(definition)), definition


def computed_cells(table: Table) -> Iterator[tuple[Row, Column, Printed]]:
    """Walk the printed cells of a table that are computed, row by row.

    >>> list(computed_cells(Table(name="1", data="d", columns=(), rows=())))
    []
    """
    for row in table.rows:
        for name, printed in row.cells:
            column = table.column(name)
            if table.computes(row, column):
                yield row, column, printed


def check(
    claims: Claims, gathered: Gathered, own: Collection[Metric] = ()
) -> tuple[TableCheck, ...]:
    """Hold every printed cell against its definition, and tables against their own numbers.

    Numbers of metrics of one's `own` lie in the range of these.

    >>> check(Claims(sources=(), tables=()), Gathered({}, {}))
    ()
    """
    judge = Judge(gathered)
    return tuple(
        evolve(check_table(table, judge), proved=lint_table(table, own) if table.rules else None)
        for table in claims.tables
    )


def check_table(table: Table, judge: Judge) -> TableCheck:
    """Hold the cells of one table against their definitions.

    >>> check_table(Table(name="1", data="d", columns=(), rows=()), Judge(Gathered({}, {}))).cells
    ()
    """
    checked = tuple(
        _cell(table, row, column, printed, judge) for row, column, printed in computed_cells(table)
    )
    values = {one.name for one in table.columns if one.role == Role.VALUE.value}
    unheld = tuple(name for row in table.rows for name, _ in row.cells if name in values)
    return TableCheck(
        name=table.name,
        source=table.source,
        cells=checked,
        unheld=unheld,
        left=table.left or (),
    )


def _cell(table: Table, row: Row, column: Column, printed: Printed, judge: Judge) -> CellCheck:
    unknown = CellCheck(
        row=row.label,
        column=column.name,
        printed=printed,
        verdict=Verdict.UNDECIDED,
        because="its definition is unknown: see the audit",
        expect=dict(row.expected).get(column.name),
    )
    if not column.known:
        return unknown
    definition = cell_definition(table, column, row)
    place = slice_of(table, row, definition), definition
    tolerance = dict(row.tolerances).get(column.name, column.tolerance)
    return _computed(unknown, place, written_options(table, column, row), tolerance, judge)


def check_number(claim: Scalar, judge: Judge) -> CellCheck:
    """Compute a claim of one number, and hold it to what is printed.

    >>> one = Scalar(id="n", printed=Printed.parse("3"), data="runs", metric="total")
    >>> check_number(one, Judge(Gathered({}, {}))).because
    'undefined: runs is empty'
    """
    unknown = CellCheck(
        row=claim.id,
        column="",
        printed=claim.printed,
        verdict=Verdict.UNDECIDED,
        expect=claim.expect,
    )
    return _computed(unknown, scalar_place(claim), dict(claim.options), claim.tolerance, judge)


def _computed(
    unknown: CellCheck,
    place: tuple[Slice, Definition],
    said: Collection[str],
    tolerance: Tolerance | None,
    judge: Judge,
) -> CellCheck:
    """Compute a cell and hold it to what is printed: exactly first, then within a tolerance."""
    part, definition = place
    compared = judge.compare(part, definition, unknown.printed)
    comparison = leave_absent_open(compared, definition, said)
    within = tolerance is not None and tolerates(tolerance, comparison, unknown.printed)
    return evolve(
        unknown,
        verdict=Verdict.HOLDS if within else comparison.verdict,
        because=comparison.because,
        definition=definition,
        score=comparison.scored.score,
        fit=comparison.fit,
        off=comparison.off,
        denominators=judge.denominators(part, comparison.scored),
        tolerated=tolerance if within else None,
        added=comparison.added,
    )


def tolerates(tolerance: Tolerance, comparison: Comparison, printed: Printed) -> bool:
    """Tell whether a number that is not reproduced lies within a declared tolerance.

    >>> from measurand.metrics.finalise import Scored
    >>> off = Comparison(Verdict.REFUTED, Scored(Defined(Fraction(64, 100)), 6, 0))
    >>> small = Tolerance(value=Fraction(1), reason="another tokenizer")
    >>> tolerates(small, off, Printed.parse("63.3%")), tolerates(small, off, Printed.parse("62.9%"))
    (True, False)
    """
    if comparison.verdict is not Verdict.REFUTED or not isinstance(
        comparison.scored.score, Defined
    ):
        return False
    return widened(printed, tolerance, comparison.added).holds(comparison.scored.score.value)


def widened(printed: Printed, tolerance: Tolerance | None, added: Added = _ALONE) -> Interval:
    """Widen the interval of a printed number, made of what is added, by what is tolerated.

    >>> widened(Printed.parse("2.0"), Tolerance(value=Fraction(1), reason="seeds"))
    Interval(low=Fraction(19, 20), high=Fraction(61, 20))
    """
    slack = tolerance.value * printed.unit.scale if tolerance else Fraction(0)
    span = hull(printed, added)
    return Interval(span.low - slack, span.high + slack)
