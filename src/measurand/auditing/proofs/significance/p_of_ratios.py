"""The p-value beside an odds, hazard or rate ratio, against the interval of that ratio.

An interval by the normal law reaches z standard errors of the logarithm both ways, so its ends give
the error, and the estimate over it gives p. A p-value by likelihood ratio, score, log-rank or an
exact test is another one, and many tables print those: a row alone is odd only where the two are
far apart, and one of them is significant. Where the other rows fit to the last digit, one that does
not stands out.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.algebra.enclosure import OutsideError, point, product, total, whole_power
from measurand.algebra.enclosure import inverse as inverted
from measurand.algebra.formula import enclosed
from measurand.algebra.formula_text import read
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.algebra.tails import upper_gamma
from measurand.auditing.proofs.finding import Clash, Finding, Rule, Sharp
from measurand.auditing.proofs.sheet import Column, Kind, Role, Sheet
from measurand.auditing.proofs.significance.computed_intervals import level_of, square_of_z
from measurand.auditing.proofs.significance.intervals import Bounded, with_intervals
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

NORMAL = "both by the normal law"
OTHER = "p is of another test than the interval"
_LOG = read("log(x)")
_HALF, _ZERO = Fraction(1, 2), Fraction(0)


def p_of_ratios(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each ratio with an interval and a p-value whether one normal law gives both.

    >>> list(p_of_ratios(Sheet(columns=(), rows=())))
    []
    """
    for one in with_intervals(sheet):
        column = one.columns[1]
        p = sheet.within(column.group, Role.P)
        cell = None if p is None else one.row.cell(p.name)
        if column.role is not Role.EFFECT_RATIO or p is None or cell is None:
            continue
        try:
            allowed = _p_value(one)
        except OutsideError:
            continue
        if one.row.kind is Kind.BODY:
            yield from _held(one, p, cell, allowed)


def _held(one: Bounded, p: Column, cell: Printed, allowed: Interval) -> Iterator[Finding]:
    span = hull(cell)
    gives = f"{float(allowed.low):.4g} to {float(allowed.high):.4g}"
    because = f"{one.printed} gives p from {gives}; printed {cell.text}"
    miss = max(allowed.low - span.high, span.low - allowed.high, _ZERO)
    columns = (*one.names, p.name)
    found = Finding(
        rule="p-of-ratio",
        question=f"p of ratio: {one.row.label} / {', '.join(columns)}",
        verdict=Verdict.REFUTED if miss else Verdict.UNDECIDED,
        rows=(one.row.label,),
        columns=columns,
        because=f"not reproducible under {NORMAL}: {because}" if miss else because,
        reading=NORMAL,
        assumes=(f"level={level_of(one.columns[0].options)}", *one.roundings),
        grounds=(Clash(p.name, span, allowed),) if miss else (),
        sharp=Sharp(width=span.high - span.low + allowed.high - allowed.low, miss=miss),
    )
    yield found
    leaves_out_one = one.spans[0].low > 1 or one.spans[2].high < 1
    far = max(span.low - _TIMES * allowed.high, allowed.low - _TIMES * span.high) >= 0
    yield evolve(
        found,
        verdict=Verdict.UNDECIDED,
        because="a p-value of another test than the interval is another",
        reading=OTHER,
        grounds=(),
        sharp=None,
        unusual=far and leaves_out_one is not (span.high <= _ALPHA),
    )


_ALPHA, _TIMES = Fraction(1, 20), 5


def _p_value(one: Bounded) -> Interval:
    """Enclose the two-sided p-value of a ratio by its interval.

    Raises OutsideError where an end may be 0, or both ends may be one.
    """
    low, middle, high = (enclosed(_LOG, {"x": span}) for span in one.spans)
    reach = total(high, Interval(-low.high, -low.low))
    if reach.low <= 0:
        raise OutsideError("no interval")
    ratio = product(middle, inverted(reach))
    quantile = square_of_z(1 - level_of(one.columns[0].options))
    square = product(whole_power(ratio, 2), product(point(Fraction(4)), quantile))
    return upper_gamma(point(_HALF), Interval(square.low / 2, square.high / 2))


P_OF_RATIOS_RULES = (
    Rule(
        id="p-of-ratio",
        says="The interval of an odds, hazard or rate ratio gives its p-value, by the normal law.",
        assumes="Both are of one test by the normal law; the p-value of another test is another.",
        source="Altman and Bland 2011, How to obtain the P value from a confidence interval, "
        "doi:10.1136/bmj.d2304",
        check=p_of_ratios,
        local=True,
    ),
)
