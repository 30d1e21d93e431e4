"""Precision, recall, F and accuracy from printed counts, and counts that must add up.

A whole count that is printed without decimals is exact; hits may be worth parts, so they are
rounded like anything else. The formulas are those of `metrics`, taken beyond their domain: the ends
of what rounded counts may be need not go together (more hits than predictions), and still bound the
rate. Counts are sums over all samples, so they say nothing of a mean over samples: that stays a
reading.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import claim_of, folded
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Formula,
    Subject,
    count_span,
    prints,
    rate_span,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Finding, Rule
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.metrics.metric import CELLS, FREE, Metric
from measurand.metrics.standard import ACCURACY, NPV, PRECISION, RECALL, SPECIFICITY, F
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

_HITS, _PREDICTED, _GOLD = (Role.HITS, True), (Role.PREDICTED, False), (Role.GOLD, False)
_TP, _FP, _FN, _TN = (Role.TP, True), (Role.FP, False), (Role.FN, False), (Role.TN, True)


@frozen
class Way:
    """How a rate follows from counts: for each count, whether more of it makes the rate larger.

    `bottom` says from which count on they are all below the line.

    >>> Way((_TP, _FP), of_counts(PRECISION, "tp", "fp"), "TP / (TP + FP)").bottom
    0
    """

    counts: tuple[tuple[Role, bool], ...]
    formula: Formula
    says: str
    bottom: int = 0


def of_counts(metric: Metric, *names: str, beta: Fraction = Fraction(1)) -> Formula:
    """Make a metric a function of cells (tp, fp, fn, tn), or of hits and both sides; 0 of nothing.

    It takes more hits than there are, too: the ends of what rounded counts may be need not go
    together.

    >>> of_counts(F, "hits", "predicted", "gold")((Fraction(1), Fraction(2), Fraction(2)))
    Fraction(1, 2)
    """
    form = metric.at(beta=beta) if "beta" in dict(metric.params) else metric.at()
    if set(names) <= set(CELLS):
        form = form.put(FREE)

    def value(point: tuple[Fraction, ...]) -> Fraction:
        ratio = form.value(dict(zip(names, point, strict=True)))
        return Fraction(0) if ratio is None else ratio

    return value


def ways(column: Column) -> tuple[Way, ...]:
    """List the ways in which a rate follows from counts; the first that can be used is.

    >>> [way.says for way in ways(Column(name="acc", role=Role.ACCURACY))]
    ['(TP + TN) / all']
    """
    return _ways_of(column.role, column.beta)


@lru_cache(maxsize=2**6)
def _ways_of(role: Role, beta: Fraction) -> tuple[Way, ...]:
    match role:
        case Role.PRECISION:
            return tuple(_shares(PRECISION, _FP, _PREDICTED))
        case Role.RECALL:
            return tuple(_shares(RECALL, _FN, _GOLD))
        case Role.F:
            return tuple(_f_ways(beta))
        case Role.ACCURACY:
            right = of_counts(ACCURACY, "tp", "tn", "fp", "fn")
            return (Way((_TP, _TN, _FP, _FN), right, "(TP + TN) / all"),)
        case Role.SPECIFICITY:
            return (Way((_TN, _FP), of_counts(SPECIFICITY, "tn", "fp"), "TN / (TN + FP)"),)
        case Role.NPV:
            return (Way((_TN, _FN), of_counts(NPV, "tn", "fn"), "TN / (TN + FN)"),)
        case _:
            return ()


def _shares(metric: Metric, wrong: tuple[Role, bool], all_: tuple[Role, bool]) -> Iterator[Way]:
    cell, side = wrong[0].value, all_[0].value
    of_side = of_counts(metric, "hits", side)
    yield Way((_TP, wrong), of_counts(metric, "tp", cell), f"TP / (TP + {cell.upper()})")
    yield Way((_HITS, all_), of_side, f"hits / {side}", 1)
    yield Way((_TP, all_), of_side, f"TP / {side}", 1)


def _f_ways(beta: Fraction) -> Iterator[Way]:
    of_sides = of_counts(F, "hits", "predicted", "gold", beta=beta)
    letter = "F" if beta == 1 else f"F(beta={beta})"
    of_errors = of_counts(F, "tp", "fp", "fn", beta=beta)
    yield Way((_TP, _FP, _FN), of_errors, f"{letter} of TP, FP and FN")
    yield Way((_HITS, _PREDICTED, _GOLD), of_sides, f"{letter} of hits and both sides", 1)
    yield Way((_TP, _PREDICTED, _GOLD), of_sides, f"{letter} of TP and both sides", 1)


POOLED = "average=micro"
AVERAGED = "average=macro"
_FULL = "whole counts are printed in full"
_COUNTS = (Role.HITS, Role.TP, Role.FP, Role.FN, Role.TN, Role.PREDICTED, Role.GOLD)
_ZERO = Fraction(0)
_Counts = Mapping[Role, tuple[str, Printed]]
_RATES = (
    Role.PRECISION,
    Role.RECALL,
    Role.F,
    Role.ACCURACY,
    Role.SPECIFICITY,
    Role.NPV,
)
_MATRIX = frozenset({Role.ACCURACY, Role.SPECIFICITY, Role.NPV})


@frozen
class _Rate:
    """What the counts of a row say of one of its rates, and whether it may be a mean instead."""

    row: Row
    column: Column
    cell: Printed
    finding: Finding
    open: bool

    @property
    def holds(self) -> bool:
        return self.finding.verdict is Verdict.HOLDS


def rates_of_counts(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each printed rate whether it is that of the counts beside it.

    Counts say nothing of a mean over samples, folds or classes: where the column may be one, a
    second reading is undecided. Where they deny the first, a note says that all hangs on this.

    >>> roles = {"M": Role.HITS, "Pred": Role.PREDICTED, "P": Role.PRECISION}
    >>> sheet = Sheet(columns=tuple(Column(name=name, role=role) for name, role in roles.items()),
    ...               rows=(Row(label="CoT", cells=(("M", Printed.parse("1.80")),
    ...                     ("Pred", Printed.parse("4")), ("P", Printed.parse("63.3%")))),))
    >>> [(found.reading, found.verdict.value) for found in rates_of_counts(sheet)]
    [('average=micro', 'refuted'), ('average=macro', 'undecided')]
    """
    for group in sheet.groups():
        columns = [one for one in sheet.having(*_RATES) if one.group == group]
        pairs = [(row, column) for column in columns for row in sheet.rows]
        rates = (_rate(sheet, row, column) for row, column in pairs)
        for one in filter(None, rates):
            yield from _readings(one)


def _readings(one: _Rate) -> Iterator[Finding]:
    if not one.open or (one.holds and one.column.role in _MATRIX and one.row.kind is Kind.BODY):
        yield one.finding
        return
    yield one.finding
    denied = f"the counts beside {one.column.name} deny it: possible only if it is a macro average"
    yield evolve(
        one.finding,
        note=denied if one.finding.verdict is Verdict.REFUTED else "",
        verdict=Verdict.UNDECIDED,
        because="totals do not say what a mean over samples, folds or classes is",
        reading=AVERAGED,
        assumes=(),
        grounds=(),
    )


def _counts(sheet: Sheet, row: Row, group: str) -> _Counts:
    """Find the counts of a row: those of the group, else those that all groups share."""
    counts = {}
    for role in _COUNTS:
        for column in (sheet.within(group, role), sheet.within("", role)):
            cell = None if column is None else row.cell(column.name)
            if column is not None and cell is not None and role not in counts:
                counts[role] = (column.name, cell)
    return counts


_PARTED = frozenset({Role.HITS, Role.TP, Role.FP, Role.FN})


def _span(role: Role, counts: _Counts, *, means: bool = False) -> Interval:
    """Return what a count may be: a whole one is printed in full.

    Hits may be worth parts, so their digits may have been cut off; if one of hits and misses is
    printed with decimals, that goes for all of them, and `means` says that it goes for all counts.
    """
    cell = counts[role][1]
    soft = any(counts[one][1].decimals for one in _PARTED & {*counts})
    loose = means or role is Role.HITS or (soft and role in _PARTED)
    span = hull(cell) if loose else count_span(cell)
    return Interval(max(span.low, _ZERO), max(span.high, _ZERO))


def _unusual_rule(options: Mapping[str, str]) -> str:
    """Say which rule gives a side without items something else than 0, though there are others."""
    for name, at in (("gold_empty", 0), ("pred_empty", 1)):
        parts = options.get(name, "0+0").split("+")
        if len(parts) <= at or parts[at] != "0":
            return f"{name}={options[name]}"
    return ""


def _rate(sheet: Sheet, row: Row, column: Column) -> _Rate | None:
    cell, average = row.cell(column.name), dict(column.options).get("average", "")
    averaged = average not in {"", "micro"} or row.kind is Kind.AVERAGE or column.pools_classes
    runs = sheet.fact(row, Fact.RUNS) or 1
    if cell is None or averaged or runs > 1 or rate_span(cell) is None:
        return None
    counts = tuple(_counts(sheet, row, column.group).items())
    finding = _rate_finding(row.label, column, cell, counts)
    if finding is None:
        return None
    # Nothing is measured where there may be no rate of one pooled set; it is no mean then either.
    may_be_mean = finding.sharp is not None and (row.kind is Kind.TOTAL or not average)
    return _Rate(row, column, cell, finding, open=may_be_mean)


# Worlds and slips change other cells most of the time, so an answer is kept for those that return.
@lru_cache(maxsize=2**12)
def _rate_finding(
    label: str, column: Column, cell: Printed, known: tuple[tuple[Role, tuple[str, Printed]], ...]
) -> Finding | None:
    counts, options = dict(known), dict(column.options)
    way = next((one for one in ways(column) if {role for role, _ in one.counts} <= {*counts}), None)
    if way is None or options.get("statistic", "mean") != "mean":
        return None
    given = tuple(counts[role] for role, _ in way.counts)
    spans = [(_span(role, counts), grows) for role, grows in way.counts]
    subject = Subject(
        rule="rates-of-counts",
        what="counts",
        rows=(label,),
        columns=(*(name for name, _ in given), column.name),
        assumes=(_FULL, "the counts and the rate are of one pooled set"),
    )
    unusual = _unusual_rule(options)
    if all(span.low == 0 for span, _ in spans[way.bottom :]):
        because = "nothing may be below the line, and there is no rate then"
        return subject.undecided(because, POOLED)
    if unusual and spans[0][0].low == 0:
        because = f"{unusual} may decide, where one side has no items"
        return subject.undecided(because, POOLED)
    derived = Derived(
        name=column.name,
        printed=cell,
        given=given,
        ends=tuple((s.low, s.high) if grows else (s.high, s.low) for s, grows in spans),
        formula=way.formula,
        says=way.says,
    )
    return derived.settle(subject, POOLED)


_SUMS: tuple[tuple[tuple[Role, ...], Role], ...] = (
    ((Role.TP, Role.FP), Role.PREDICTED),
    ((Role.TP, Role.FN), Role.GOLD),
    ((Role.HITS, Role.FP), Role.PREDICTED),
    ((Role.HITS, Role.FN), Role.GOLD),
)
_KNOWN: tuple[tuple[tuple[Role, ...], Fact], ...] = (
    ((Role.TP, Role.FN), Fact.POSITIVES),
    ((Role.FP, Role.TN), Fact.NEGATIVES),
    ((Role.TP, Role.FP, Role.FN, Role.TN), Fact.SAMPLES),
)


def sums_of_counts(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether counts add up: TP + FP = predicted, TP + FN = gold, all four = samples.

    >>> list(sums_of_counts(Sheet(columns=(), rows=())))
    []
    """
    for group in sheet.groups():
        for row in sheet.rows:
            counts = _counts(sheet, row, group)
            if not any(column.group == group for column in sheet.having(*_COUNTS)):
                continue
            for parts, total in _SUMS:
                if total in counts and {*parts} <= {*counts}:
                    means = row.kind is Kind.AVERAGE or (sheet.fact(row, Fact.RUNS) or 1) > 1
                    span = _span(total, counts, means=means)
                    yield _sum(sheet, row, (parts, counts), counts[total], span)
            for parts, fact in _KNOWN:
                known = sheet.fact(row, fact)
                if known is not None and {*parts} <= {*counts} and row.kind is Kind.BODY:
                    exact, number = Printed(Fraction(known), 0), Fraction(known)
                    span = Interval(number, number)
                    yield _sum(sheet, row, (parts, counts), (fact.value, exact), span)


def _sum(
    sheet: Sheet,
    row: Row,
    of: tuple[tuple[Role, ...], _Counts],
    said: tuple[str, Printed],
    printed: Interval,
) -> Finding:
    roles, counts = of
    parts, (name, stated) = [counts[role] for role in roles], said
    means = row.kind is Kind.AVERAGE or (sheet.fact(row, Fact.RUNS) or 1) > 1
    subject = Subject(
        rule="sums-of-counts",
        what="sum",
        rows=(row.label,),
        columns=(*(part for part, _ in parts), name),
        assumes=(_FULL, "the counts are of one set of samples"),
    )
    spans = [_span(role, counts, means=means) for role in roles]
    total = sum(spans[1:], spans[0])
    summands = " + ".join(part for part, _ in parts)
    shown = f"{summands} is {span_text(total)}; {name} is {stated.text}"
    if not total.meets(printed):
        added = folded("+", [part for part, _ in parts])
        claim = claim_of((*parts, said), [*spans, printed], ("==", name, added))
        return subject.refuted(shown, (Clash(name, printed, total, claim),))
    values = tuple((part, cell.value * cell.unit.scale) for part, cell in parts)
    result = sum((value for _, value in values), _ZERO)
    if prints(stated, result) and printed.holds(result):
        return subject.holds(shown, (*values, (name, result)))
    return subject.undecided(f"{shown}: possible as far as the rounding goes")


COUNTS_RULES = (
    Rule(
        id="rates-of-counts",
        says="Pooled precision, recall, F and accuracy are ratios of the counts beside them.",
        assumes="Whole counts are printed in full; the counts and the rate are of one pooled set: "
        "said by average=micro.",
        source="the definitions of the rates",
        check=rates_of_counts,
    ),
    Rule(
        id="sums-of-counts",
        says="TP + FP are the predictions, TP + FN the gold items, and all four the samples.",
        assumes="Whole counts are printed in full, and are of one set of samples.",
        source="the definitions of the counts",
        check=sums_of_counts,
    ),
)
