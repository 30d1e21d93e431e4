"""Averages and totals that a table prints of its own rows and columns.

By unknown weights of at least 0 an average may be anything between the smallest and the largest
part, and nothing outside: that is the one bound that needs no assumption on weights. Plain and
stated weights are sharper readings. F of an average row may be F of the averaged P and R as well.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Relation, claim_of, folded
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Subject,
    Values,
    count_span,
    members,
    prints,
    rising_ends,
    span_text,
)
from measurand.auditing.proofs.closed.f import f_of
from measurand.auditing.proofs.closed.mean_squares import mean_squares
from measurand.auditing.proofs.finding import Clash, Finding, Rule
from measurand.auditing.proofs.sheet import COUNTS, Column, Kind, Role, Row, Sheet
from measurand.values.printed import Added, Printed, Unit
from measurand.values.verdict import Verdict

EQUAL, STATED, SOME = "weights=equal", "weights=stated", "weights=some"
SUM, OF_MEANS = "sum", "F of the averaged P and R"
_WHOLE = COUNTS | {Role.DF}
_CLAIMS = (Role.P, Role.P_BELOW, Role.P_ABOVE, Role.P_HOLM)
_SPREADS = frozenset({Role.SD, Role.VARIANCE, Role.LOW, Role.HIGH, *_CLAIMS, Role.RATIO})
# A row of averages may print how many there are in all.
_NOT_AVERAGED = _SPREADS | _WHOLE | {Role.HITS}
_ADDED = COUNTS | {Role.HITS, Role.VALUE, Role.TOTAL, Role.SHARE}
_KINDS = {
    "average": "it is a mean of them: plain, or by weights of at least 0",
    "total": "it is their sum, or a mean of them where nothing is known of the column",
}
Cells = tuple[tuple[str, Printed], ...]


@frozen(kw_only=True)
class _Mean:
    """An average and what it is of; `weights` are given where they are stated."""

    subject: Subject
    name: str
    printed: Printed
    parts: Cells
    missing: tuple[str, ...] = ()
    weights: tuple[Fraction, ...] = ()
    only_equal: bool = False
    counts: bool = False

    def span(self, cell: Printed) -> Interval:
        """Return what a number may be; a whole count is printed in full."""
        return count_span(cell) if self.counts else hull(cell)


def averages(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each average in a table what it may be of the numbers that it is made of.

    With stated weights it is that average. Without, it is the plain one or one by weights that are
    not printed, which lies between the smallest and the largest: only outside of them it is
    refuted. An option `weights=equal` of the column leaves the plain one alone. Of means over runs
    it may be outside, which is unusual where most of the other rows are inside.

    >>> cells = (("A", Printed.parse("10.0")), ("B", Printed.parse("20.0")))
    >>> sheet = Sheet(columns=(Column(name="A"), Column(name="B"),
    ...                        Column(name="Avg", role=Role.AVERAGE, of=("A", "B"))),
    ...               rows=(Row(label="a", cells=(*cells, ("Avg", Printed.parse("16.0")))),))
    >>> [(found.reading, found.verdict.value) for found in averages(sheet)]
    [('weights=equal', 'refuted'), ('weights=some', 'holds')]
    """
    for column in sheet.columns:
        if column.role is Role.AVERAGE and column.of:
            yield from _of_column(sheet, column)
    for row, column, cell in sheet.cells(*(role for role in Role if role not in _NOT_AVERAGED)):
        if row.kind is Kind.AVERAGE:
            yield from _down(sheet, row, column, cell)


def _of_column(sheet: Sheet, column: Column) -> Iterator[Finding]:
    """Ask of the averages of one column; of means over runs by what most of its rows are."""
    rows = [one for one in sheet.rows if one.kind in {Kind.BODY, Kind.RUNS}]
    across = [
        (row.kind, tuple(_mean(_across(row, column, cell))))
        for row in rows
        if (cell := row.cell(column.name)) is not None
    ]
    outside = sum(all(one.verdict is Verdict.REFUTED for one in found) for _, found in across)
    runs = partial(_of_runs, unusual=2 * outside < len(across))
    for kind, found in across:
        yield from found if kind is Kind.BODY else map(runs, found)


def totals(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each total in a table whether the numbers above or beside it add up to it.

    Rates are not added. In a total row a number that nothing is known of may be a mean instead, and
    so may how many gold items there are in a row of averages.

    >>> list(totals(Sheet(columns=(), rows=())))
    []
    """
    for row, column, cell in sheet.cells(Role.TOTAL):
        if column.of:
            yield _sum(_across(row, column, cell, what="total"))
    for row, column, cell in sheet.cells(*_ADDED, Role.DF):
        if column.role is Role.DF and mean_squares(sheet, column.group) is None:
            continue
        if row.kind is Kind.TOTAL or (row.kind is Kind.AVERAGE and column.role is Role.GOLD):
            yield from _total(sheet, row, column, cell)


def _across(row: Row, column: Column, cell: Printed, what: str = "average") -> _Mean:
    parts = tuple((name, part) for name in column.of if (part := row.cell(name)) is not None)
    return _Mean(
        subject=Subject(
            rule=f"{what}s",
            what=what,
            rows=(row.label,),
            columns=(*column.of, column.name),
            assumes=(f"it is made of {', '.join(column.of)} and of nothing else", _KINDS[what]),
        ),
        name=column.name,
        printed=cell,
        parts=parts,
        missing=tuple(name for name in column.of if row.cell(name) is None),
        only_equal=dict(column.options).get("weights") == "equal",
    )


def _column(sheet: Sheet, row: Row, column: Column, cell: Printed, what: str) -> _Mean:
    rows = members(sheet, row)
    cells = [(one, one.cell(column.name)) for one in rows]
    stated = dict(row.weights)
    known = bool(stated) and all(one.label in stated for one in rows)
    weights = [Fraction(stated[one.label]) for one, part in cells if part is not None and known]
    of = f"the rows {', '.join(row.of)}" if row.of else "the rows above it"
    return _Mean(
        subject=Subject(
            rule=f"{what}s",
            what=what,
            rows=(row.label,),
            columns=(column.name,),
            assumes=(f"it is made of {of} and of nothing else", _KINDS[what]),
        ),
        name=row.label,
        printed=cell,
        parts=tuple((one.label, part) for one, part in cells if part is not None),
        missing=tuple(one.label for one, part in cells if part is None),
        weights=tuple(weights) if sum(weights) else (),
        only_equal=dict(column.options).get("weights") == "equal",
        counts=what == "total" and column.role in _WHOLE and not _rounded(row, rows),
    )


def _rounded(row: Row, rows: Sequence[Row]) -> bool:
    """Tell whether counts are means over runs or folds, which are rounded."""
    return row.kind is Kind.AVERAGE and any(one.kind is Kind.RUNS for one in rows)


def _down(sheet: Sheet, row: Row, column: Column, cell: Printed) -> Iterator[Finding]:
    mean = _column(sheet, row, column, cell, "average")
    yield from _mean(mean)
    sides = [sheet.within(column.group, role) for role in (Role.PRECISION, Role.RECALL)]
    given = tuple(
        (side.name, part) for side in sides if side and (part := row.cell(side.name)) is not None
    )
    if column.role is Role.F and len(given) == len(sides) and mean.parts and not mean.only_equal:
        zero = Fraction(0)
        spans = [hull(part) for _, part in given]
        raised = [Interval(max(span.low, zero), max(span.high, zero)) for span in spans]
        yield Derived(
            name=row.label,
            printed=cell,
            given=given,
            ends=rising_ends(*raised),
            formula=lambda point: f_of(point[0], point[1], column.beta),
            says="F of the averaged P and R",
        ).settle(mean.subject, OF_MEANS)


def _mean(mean: _Mean) -> Iterator[Finding]:
    if not mean.parts:
        return
    if any(part.unit is not mean.printed.unit for _, part in mean.parts) and _mixed(mean):
        yield mean.subject.undecided("the numbers and their average are of different units")
        return
    if mean.weights:
        total = sum(mean.weights, Fraction(0))
        shares = tuple(weight / total for weight in mean.weights)
        yield _unless_missing(mean, _weighted(mean, shares, STATED), STATED)
        return
    even = (Fraction(1, len(mean.parts)),) * len(mean.parts)
    yield _unless_missing(mean, _weighted(mean, even, EQUAL), EQUAL)
    if not mean.only_equal:
        yield _unless_missing(mean, _some(mean), SOME)


def _of_runs(finding: Finding, *, unusual: bool) -> Finding:
    """Leave open an average by weights that differ from run to run, which is bounded by nothing."""
    if finding.reading != SOME or finding.verdict is not Verdict.REFUTED:
        return finding
    because = "weights that differ between runs or folds may average to anything"
    return evolve(finding, verdict=Verdict.UNDECIDED, because=because, grounds=(), unusual=unusual)


def _mixed(mean: _Mean) -> bool:
    """Tell whether units differ in scale, so that an average would not be one of these numbers."""
    units = {part.unit for _, part in mean.parts} | {mean.printed.unit}
    return bool(units - {Unit.PERCENT, Unit.POINTS})


def _unless_missing(mean: _Mean, finding: Finding, reading: str) -> Finding:
    if not mean.missing or finding.verdict is not Verdict.REFUTED:
        return finding
    because = f"nothing is printed for {', '.join(mean.missing)}, which may count"
    return mean.subject.undecided(because, reading)


def _lower(span: Interval) -> Fraction:
    return span.low


def _upper(span: Interval) -> Fraction:
    return span.high


def _weighted(mean: _Mean, shares: tuple[Fraction, ...], reading: str) -> Finding:
    spans = [hull(part) for _, part in mean.parts]
    derived = Derived(
        name=mean.name,
        printed=mean.printed,
        given=mean.parts,
        ends=rising_ends(*spans),
        formula=lambda point: sum(
            (share * value for share, value in zip(shares, point, strict=True)), Fraction(0)
        ),
        says=f"the {'plain' if reading == EQUAL else 'weighted'} average of {len(shares)} numbers",
        reach=max(spans, key=_upper).high - min(spans, key=_lower).low,
        added=Added(number=len(spans), size=max(map(_size, spans))),
    )
    return derived.settle(mean.subject, reading)


def _some(mean: _Mean) -> Finding:
    """Decide whether an average by some weights lies between the least and the most."""
    spans = [(name, part, hull(part)) for name, part in mean.parts]
    low = min(spans, key=lambda one: one[2].low)
    high = max(spans, key=lambda one: one[2].high)
    allowed, printed = Interval(low[2].low, high[2].high), hull(mean.printed)
    shown = f"the numbers are {span_text(allowed)}; their average is {mean.printed.text}"
    if not printed.meets(allowed):
        names = [name for name, _ in mean.parts]
        cells, spans_ = (*mean.parts, (mean.name, mean.printed)), [one[2] for one in spans]
        least: Relation = ("<=", folded("min", names), mean.name)
        most: Relation = ("<=", mean.name, folded("max", names))
        claim = claim_of(cells, [*spans_, printed], least, most)
        return mean.subject.refuted(shown, (Clash(mean.name, printed, allowed, claim),), SOME)
    values = _weights(mean)
    if values is None:
        because = f"{shown}: only the ends of what may be rounded so meet"
        return mean.subject.undecided(because, SOME)
    return mean.subject.holds(shown, values, SOME)


def _weights(mean: _Mean) -> Values | None:
    """Find weights of the least and the most that give the average, and values that print so."""
    below = min(mean.parts, key=lambda one: hull(one[1]).low)
    above = max(mean.parts, key=lambda one: hull(one[1]).high)
    if below[0] == above[0]:
        pair: Cells = (below,)
    else:
        pair = (below, above)
    spans = [hull(part) for _, part in pair]
    target, low, high = hull(mean.printed), spans[0].low, spans[-1].high
    wanted = (max(low, target.low) + min(high, target.high)) / 2
    # Each of the two takes a value as near to the average as it may print, and shares the rest.
    first, last = _nearest(spans[0], wanted), _nearest(spans[-1], wanted)
    share = (wanted - first) / (last - first) if last != first else Fraction(0)
    values = (first, last)[: len(pair)]
    if not all(prints(part, value) for (_, part), value in zip(pair, values, strict=True)):
        return None
    if not 0 <= share <= 1 or not prints(mean.printed, wanted):
        return None
    named = tuple((name, value) for (name, _), value in zip(pair, values, strict=True))
    return (*named, (f"weight of {pair[-1][0]}", share), (mean.name, wanted))


def _nearest(span: Interval, wanted: Fraction) -> Fraction:
    """Take what is nearest to a number, and well inside where the number is outside."""
    if span.holds(wanted):
        return wanted
    return (span.low + span.high) / 2


def _sum(mean: _Mean) -> Finding:
    if mean.missing or not mean.parts:
        return mean.subject.undecided(
            f"nothing is printed for {', '.join(mean.missing) or 'it'}", SUM
        )
    spans, printed = [mean.span(part) for _, part in mean.parts], mean.span(mean.printed)
    allowed = sum(spans[1:], spans[0])
    if mean.counts and not printed.meets(allowed):
        shown = (
            f"the sum of {len(spans)} counts is {span_text(allowed)}; {mean.printed.text} printed"
        )
        cells = (*mean.parts, (mean.name, mean.printed))
        added = folded("+", [name for name, _ in mean.parts])
        claim = claim_of(cells, [*spans, printed], ("==", mean.name, added))
        return mean.subject.refuted(shown, (Clash(mean.name, printed, allowed, claim),), SUM)
    return Derived(
        name=mean.name,
        printed=mean.printed,
        given=mean.parts,
        ends=rising_ends(*spans),
        formula=lambda point: sum(point, Fraction(0)),
        says=f"the sum of {len(mean.parts)} numbers",
        reach=max(abs(allowed.low), abs(allowed.high)),
        added=Added(number=len(spans), size=sum(map(_size, spans), Fraction(0))),
    ).settle(mean.subject, SUM)


def _size(span: Interval) -> Fraction:
    return max(abs(span.low), abs(span.high))


def _total(sheet: Sheet, row: Row, column: Column, cell: Printed) -> Iterator[Finding]:
    mean = _column(sheet, row, column, cell, "total")
    if not mean.parts:
        return
    added = _sum(mean)
    known = column.role is not Role.VALUE and row.kind is Kind.TOTAL
    if known or added.verdict is Verdict.HOLDS:
        yield added
        return
    some = evolve(_unless_missing(mean, _some(mean), SOME), rule="totals")
    # A mean, a length or a number of classes stands beside sums: that those add up shows nothing.
    yield evolve(added, sharp=None) if some.verdict is Verdict.HOLDS else added
    yield some


AVERAGES_RULES = (
    Rule(
        id="averages",
        says="An average is that of its numbers: plain, by the weights that are stated, or by "
        "some weights, and then between the smallest and the largest.",
        assumes="It is an average of the numbers that the table prints, all in one unit.",
        source="arithmetic",
        check=averages,
    ),
    Rule(
        id="totals",
        says="A total is the sum of its numbers.",
        assumes="Every number that is added is printed.",
        source="arithmetic",
        check=totals,
    ),
)
