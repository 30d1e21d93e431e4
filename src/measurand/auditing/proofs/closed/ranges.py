"""What numbers of a kind keep by definition alone: ranges, wholeness, complements.

The cheapest rules, which catch what no search has to: a rate above 1, a share of a run, a recall
that is not the TPR beside it. A rate above 1 without a unit may be in percent, so alone it decides
nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import floor

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Relation, claim_of, whole_claim
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Formula,
    Subject,
    named_cells,
    rate_spans,
    rows_with,
)
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Rule
from measurand.auditing.proofs.sheet import COUNTS, RATES, Column, Fact, Kind, Role, Sheet, ranged
from measurand.metrics.metric import Named
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.standard import STANDARD
from measurand.values.printed import Added, Printed, Unit, fixed

_ZERO, _ONE = Fraction(0), Fraction(1)
_SHARES = frozenset({*RATES, Role.SHARE})
_KNOWN = {**STANDARD, **NUMERIC}
_POSITIVE = (Role.SD, Role.SE, Role.VARIANCE, Role.HITS, *COUNTS)
SHARES, PERCENT = "shares, as most of the column", "all of the column in percent"
_OF_ONES = Added(number=1000, size=Fraction(1))
"""What floats in a range are made of: -2.2e-16 is what may be left of 0, as in 1 - 1."""
Bounds = tuple[Fraction | None, Fraction | None]
Cells = tuple[tuple[str, Printed], ...]


def _bounds(column: Column) -> Bounds | None:
    own = column.metric
    metric: Named | None = _KNOWN.get(column.role.value) if own is None else ranged(own)
    if metric is not None:
        low, high = (None if end is None else Fraction(end) for end in (metric.low, metric.high))
        return None if low is high is None else (low, high)
    if column.role in _SHARES:
        return _ZERO, _ONE
    return (_ZERO, None) if column.role in _POSITIVE else None


def ranges(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each column whether its numbers lie where numbers of their kind do.

    A rate above 1 without a unit may be in percent: then nothing is decided. But where most of the
    column are up to 1, that is unusual.

    >>> from measurand.auditing.proofs.sheet import Row
    >>> sheet = Sheet(columns=(Column(name="F1", role=Role.F),),
    ...               rows=(Row(label="a", cells=(("F1", Printed.parse("111.0%")),)),))
    >>> [found.because for found in ranges(sheet)]
    ['not reproducible: f is at most 1; a prints 111.0%']
    """
    for column in sheet.columns:
        bounds = _bounds(column)
        cells = _column(sheet, column)
        statistic = dict(column.options).get("statistic", "mean")
        if bounds is not None and cells and statistic == "mean":
            yield from _in_range(column, cells, bounds)


def within_range(sheet: Sheet, column: Column) -> Callable[[Printed], bool]:
    """Give what tells whether a number may stand in a column: in the range of its kind.

    Where most of a column without a unit lie outside, its numbers are taken to be in percent.

    >>> share = Column(name="share", role=Role.SHARE)
    >>> fits = within_range(Sheet(columns=(share,), rows=()), share)
    >>> fits(Printed.parse("0.2937")), fits(Printed.parse("2.0937"))
    (True, False)
    """
    if column.role is Role.DF:
        return lambda cell: cell.value > 0
    bounds = _bounds(column)
    if bounds is None or dict(column.options).get("statistic", "mean") != "mean":
        return lambda _cell: True
    cells = _column(sheet, column)
    outside = sum(not _reaches(cell, bounds) for _, cell in cells)
    percent = 2 * outside > len(cells)
    return lambda cell: _reaches(cell, bounds) or (percent and _may_be_percent(cell, bounds))


def _column(sheet: Sheet, column: Column) -> Cells:
    printed = ((row.label, row.cell(column.name)) for row in sheet.rows)
    return tuple((label, cell) for label, cell in printed if cell is not None)


def _in_range(column: Column, cells: Cells, bounds: Bounds) -> Iterator[Finding]:
    low, high = bounds
    outside = [(label, cell) for label, cell in cells if not _reaches(cell, bounds)]
    rows = tuple(label for label, _ in outside or cells)
    subject = Subject(rule="ranges", what="range", rows=rows, columns=(column.name,))
    name = column.what
    if outside:
        over = high is not None and any(hull(cell, _OF_ONES).low > high for _, cell in outside)
        side = f"at most {high}" if over else f"at least {low}"
        shown = ", ".join(f"{label} prints {cell.text}" for label, cell in outside)
        few = 2 * len(outside) < len(cells)
        percent = all(_may_be_percent(cell, bounds) for _, cell in outside)
        if percent:
            because = f"{name} is {side}; {shown}: without a unit, maybe in percent"
            yield evolve(subject.undecided(because, PERCENT if few else ""), unusual=few)
        if few or not percent:
            clashes = (_clash(label, cell, bounds) for label, cell in outside)
            kind = f"{column.name} prints {name}, in the unit beside its numbers"
            yield evolve(subject, assumes=(kind,)).refuted(
                f"{name} is {side}; {shown}",
                tuple(clash for clash in clashes if clash.holds),
                SHARES if percent else "",
            )
        return
    values = [(label, cell, _inside(cell, bounds)) for label, cell in cells]
    if not all(preimage(cell, _OF_ONES).holds(value) for _, cell, value in values):
        yield subject.undecided(f"{name}: only the ends of what may be rounded so are in range")
        return
    shown = f"every {name} is in its range"
    yield subject.holds(shown, tuple((label, value) for label, _, value in values))


def _reaches(cell: Printed, bounds: Bounds) -> bool:
    (low, high), span = bounds, hull(cell, _OF_ONES)
    return (low is None or span.high >= low) and (high is None or span.low <= high)


def _may_be_percent(cell: Printed, bounds: Bounds) -> bool:
    percent = Printed(cell.value, cell.decimals, Unit.PERCENT, cell.rounding)
    return cell.unit is Unit.NONE and bounds[1] is not None and _reaches(percent, bounds)


def _clash(label: str, cell: Printed, bounds: Bounds) -> Clash:
    low, high = bounds
    start = _ZERO if low is None else low
    span = hull(cell, _OF_ONES)
    allowed = Interval(start, max(start, span.high) if high is None else high)
    ends: list[Relation] = [] if low is None else [("<=", Fraction(low), label)]
    ends += [] if high is None else [("<=", label, Fraction(high))]
    claim = claim_of([(label, cell)], [span], *ends, added={label: _OF_ONES})
    return Clash(label, span, allowed, claim)


def _inside(cell: Printed, bounds: Bounds) -> Fraction:
    low, high = bounds
    value = cell.value * cell.unit.scale
    above = value if low is None else max(value, low)
    return above if high is None else min(above, high)


def whole_counts(sheet: Sheet) -> Iterator[Finding]:
    """Ask of counts that are printed with a part whether they are a mean over the runs.

    Where the number of runs is not known, nothing is decided.

    >>> list(whole_counts(Sheet(columns=(), rows=())))
    []
    """
    for row, column, cell in sheet.cells(*COUNTS):
        value = cell.value * cell.unit.scale
        if row.kind is Kind.BODY and value.denominator != 1:
            subject = Subject(
                rule="whole-counts",
                what="whole",
                rows=(row.label,),
                columns=(column.name,),
                assumes=("what is counted is whole, and a mean is over all runs",),
            )
            parted = column.role in {Role.FP, Role.FN} and bool(sheet.having(Role.HITS))
            yield _whole(subject, cell, None if parted else sheet.fact(row, Fact.RUNS))


def _whole(subject: Subject, cell: Printed, runs: int | None) -> Finding:
    if not runs:
        return subject.undecided(
            f"{cell.text} is no whole number: a mean over runs, or hits of parts"
        )
    totals = preimage(cell).wholes(runs)
    if totals:
        value = Fraction(totals[0], runs)
        return subject.holds(f"{totals[0]} over {runs} runs", ((subject.columns[0], value),))
    around = floor(preimage(cell).low * runs)
    claim = whole_claim(*(subject.columns[0], cell, Fraction(runs)), most=None, added=Added())
    tried = Exhausted(f"k/{runs} for k = {around}..{around + 1}", 2, claim)
    because = f"{cell.text} is no whole number over {runs} runs"
    return subject.refuted(because, (tried,))


RANGES_RULES = (
    Rule(
        id="ranges",
        says="Rates lie in [0, 1], correlations in [-1, 1], R2 is at most 1; errors, deviations "
        "and counts are at least 0; a metric of one's own lies in the range that it was given.",
        assumes="The number is of the kind that its column says, in the unit that it prints.",
        source="the definitions",
        check=ranges,
    ),
    Rule(
        id="whole-counts",
        says="A count that is a mean over runs is a multiple of 1 over their number.",
        assumes="What is counted is whole.",
        source="Brown and Heathers 2017",
        check=whole_counts,
    ),
)


# A share in a column of percent has two digits more than its neighbours, and is at home among them
# where it is taken times 100. What is rounded to so many significant digits has more digits too
# where it is small, but not beside numbers that all have as many.

_HUNDRED = 100
_NEAR = Fraction(3, 2)


def shares_among_percent(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each column in percent whether a number below 1 in it may be a share.

    It is odd where the others all have as many decimals, it has two more, and times 100 it is no
    more than half as much again as they are, and no less than two thirds.

    >>> from measurand.auditing.proofs.sheet import Row
    >>> cells = (("a", "0.885%"), ("b", "86.0%"), ("c", "84.2%"))
    >>> rows = tuple(Row(label=name, cells=(("F1", Printed.parse(text)),)) for name, text in cells)
    >>> sheet = Sheet(columns=(Column(name="F1", role=Role.F),), rows=rows)
    >>> [(found.rows, found.because) for found in shares_among_percent(sheet)]
    [(('a',), 'a prints 0.885 among percent (86.0, 84.2): as a share it is 88.5%')]
    """
    for column in sheet.columns:
        bounds, cells = _bounds(column), _column(sheet, column)
        if bounds is None or bounds[1] != 1 or any(c.unit is not Unit.PERCENT for _, c in cells):
            continue
        large = [cell for _, cell in cells if abs(cell.value) > 1]
        if len({cell.decimals for cell in large}) == 1:
            small = [(label, cell) for label, cell in cells if _is_share(cell, large)]
            if small:
                yield _as_shares(column, small, large)


def _is_share(cell: Printed, large: Sequence[Printed]) -> bool:
    """Tell whether a number is a share by its digits, and is at home among numbers in percent."""
    sizes = [abs(one.value) for one in large]
    least, most = min(sizes) / _NEAR, min(max(sizes) * _NEAR, Fraction(_HUNDRED))
    more = cell.decimals >= large[0].decimals + 2
    return more and cell.value != 0 and least <= abs(cell.value) * _HUNDRED <= most


def _as_shares(
    column: Column, small: Sequence[tuple[str, Printed]], large: Sequence[Printed]
) -> Finding:
    digits = [(label, cell.text.removesuffix("%"), cell.value * _HUNDRED) for label, cell in small]
    first, *_ = small
    beside = ", ".join(cell.text.removesuffix("%") for cell in large[:_TOLD])
    shown = ", ".join(f"{label} prints {text}" for label, text, _ in digits[:_TOLD])
    percent = fixed(digits[0][2], first[1].decimals - 2)
    as_share = f"as a share it is {percent}%" if len(small) == 1 else "as shares they fit"
    more = f" and {len(small) - _TOLD} more" if len(small) > _TOLD else ""
    subject = Subject(
        rule="shares-among-percent",
        what="one unit",
        rows=tuple(label for label, _ in small),
        columns=(column.name,),
    )
    because = f"{shown}{more} among percent ({beside}): {as_share}"
    return evolve(subject.undecided(because, f"{digits[0][1]} is below one percent"), unusual=True)


_TOLD = 3

SHARES_AMONG_PERCENT_RULES = (
    Rule(
        id="shares-among-percent",
        says="A column is in one unit: a number below 1 among percent, with two decimals more than "
        "they have, is a share.",
        assumes="The numbers of the column are rounded alike.",
        source="arithmetic",
        check=shares_among_percent,
        slips=False,
    ),
)


SAME = "both of the same class, or averaged alike"
OTHERWISE = "one of them is averaged over classes, and the other is not"
UNDEFINED = "of no samples at all"
_POOLED = frozenset({"average", "class"})
_AVERAGED = frozenset({Role.PRECISION, Role.RECALL})
_PAIRS: tuple[tuple[Role, Role, bool], ...] = (
    (Role.RECALL, Role.TPR, True),
    (Role.TPR, Role.FNR, False),
    *((Role(one.complement), Role(one.name), False) for one in STANDARD.values() if one.complement),
)


def complements(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether TPR is recall, and FPR what specificity lacks to 1, as FNR, FDR, FOR, error rate.

    They go together as means over runs, folds or classes too, as long as both are such means. Where
    nothing says that precision or recall is that of one class, it may be averaged alone.

    >>> from measurand.auditing.proofs.sheet import Row
    >>> cells = (("Recall", Printed.parse("89.06%")), ("TPR", Printed.parse("12.00%")))
    >>> columns = Column(name="Recall", role=Role.RECALL), Column(name="TPR", role=Role.TPR)
    >>> sheet = Sheet(columns=columns, rows=(Row(label="A", cells=cells),))
    >>> [(found.verdict.value, found.unusual) for found in complements(sheet)]
    [('refuted', False), ('undecided', True)]
    """
    for first, second, same in _PAIRS:
        for row, columns in rows_with(sheet, first, second):
            averages = {dict(column.options).get("average", "micro") for column in columns}
            alike = len(averages) == 1 and all(map(_is_mean, columns))
            if row.kind in {Kind.BODY, Kind.RUNS} and alike:
                cells = named_cells(row, columns)
                names = tuple(name for name, _ in cells)
                subject = Subject(
                    rule="complements", what="one rate", rows=(row.label,), columns=names
                )
                yield from _findings(subject, columns, cells, _equal if same else _rest)


def _is_mean(column: Column) -> bool:
    return dict(column.options).get("statistic", "mean") == "mean"


def _findings(
    subject: Subject,
    columns: tuple[Column, ...],
    cells: tuple[tuple[str, Printed], ...],
    formula: Formula,
) -> Iterator[Finding]:
    spans, open_ones = rate_spans(subject, cells)
    if not spans:
        yield from open_ones
        return
    (given, _), (name, printed) = cells
    span = spans[0]
    ends = (span.low, span.high) if formula is _equal else (span.high, span.low)
    derived = Derived(
        name=name,
        printed=printed,
        given=cells[:1],
        ends=(ends,),
        formula=formula,
        says=given if formula is _equal else f"1 - {given}",
    )
    yield derived.settle(subject, SAME)
    if all(span.holds(Fraction(0)) or span.holds(Fraction(1)) for span in spans):
        because = f"{given} and {name} may be undefined, and 0 or 1 printed for either"
        yield evolve(subject.undecided(because, UNDEFINED), unusual=True)
    if any(one.role in _AVERAGED and not _POOLED & {*dict(one.options)} for one in columns):
        because = f"nothing says of which class {given} and {name} are, or how they are averaged"
        yield evolve(subject.undecided(because, OTHERWISE), unusual=True)


def _equal(point: tuple[Fraction, ...]) -> Fraction:
    return point[0]


def _rest(point: tuple[Fraction, ...]) -> Fraction:
    return 1 - point[0]


COMPLEMENTS_RULES = (
    Rule(
        id="complements",
        says="TPR is recall; FNR, FPR, FDR, FOR and error rate are what recall, specificity, "
        "precision, NPV and accuracy lack to 1.",
        assumes="Both are of the same class, or averaged alike.",
        source="the definitions of the rates",
        check=complements,
    ),
)
