"""F from precision and recall: pooled, of means, or as a mean of the samples' F."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.proofs.asked import (
    Asked,
    Derived,
    Ends,
    Values,
    along,
    at,
    grouped,
    members,
    named,
    prints,
    rate,
    spanned,
    unitless,
    upwards,
)
from measurand.proofs.finding import Clash, Finding
from measurand.proofs.rule import Rule
from measurand.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

MICRO = "average=micro"
OF_MEANS = "average=macro,aggregate=harmonic"
MEAN_OF_F = "average=macro,aggregate=mean"
_EMPTY_RULES = ("both_empty", "gold_empty", "pred_empty")
_SAME = "P, R and F are of the same samples, and F is made of this P and R"
_NONE_SKIPPED = "no sample is left out of one of the means"
_LEAVES = "leaves a sample out of one mean and not of another"
_HALF = Fraction(1, 2)


def f_of(precision: Fraction, recall: Fraction, beta: Fraction = Fraction(1)) -> Fraction:
    """Take the weighted harmonic mean of precision and recall; 0 where both are 0.

    >>> f_of(Fraction(1), Fraction(1, 2))
    Fraction(2, 3)
    """
    bottom = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / bottom if bottom else Fraction(0)


def mean_f_bounds(precision: Interval, recall: Interval, beta: Fraction = Fraction(1)) -> Interval:
    """Return what the mean of the samples' F may be, given the means of their P and R.

    It is from max(0, P + R - 1) to F(P, R), whatever beta is. F is concave on the unit square and F
    of a multiple is that multiple of F, so its mean is at most F of the means (Jensen). F is 0 in
    three corners of the square and 1 in the fourth; being concave it lies above max(0, P + R - 1),
    which joins the corners by two triangles and is convex, so the mean does too. Mixtures of those
    corners and of samples that are all alike reach both ends and all between.

    >>> found = mean_f_bounds(Interval(Fraction(3, 4), Fraction(3, 4)),
    ...                       Interval(Fraction(1, 2), Fraction(1, 2)))
    >>> found.low, found.high
    (Fraction(1, 4), Fraction(3, 5))
    """
    low = max(Fraction(0), precision.low + recall.low - 1)
    return Interval(low, f_of(precision.high, recall.high, beta))


@frozen(kw_only=True)
class _Cells:
    """The cells of one row, as the readings see them."""

    asked: Asked
    given: tuple[tuple[str, Printed], ...]
    f: tuple[str, Printed]
    ends: Ends
    beta: Fraction
    skipped: str

    def formula(self, point: tuple[Fraction, ...]) -> Fraction:
        precision, recall = point
        return f_of(precision, recall, self.beta)


def _readings(options: Mapping[str, str], *, of_one: bool) -> Iterator[str]:
    """List what F may be, as far as its options leave it open.

    They speak of one system in one run. What is printed of several may be the mean of their F,
    whatever that is.
    """
    average, aggregate = options.get("average", ""), options.get("aggregate", "")
    if not of_one:
        yield from (MICRO, OF_MEANS, MEAN_OF_F)
        return
    if average in {"", "micro"}:
        yield MICRO
    if average != "micro" and aggregate in {"", "harmonic"}:
        yield OF_MEANS
    if average != "micro" and aggregate in {"", "mean"}:
        yield MEAN_OF_F


def _skipped(columns: tuple[Mapping[str, str], ...]) -> str:
    """Say which option leaves a sample out of one mean and not of another; or nothing."""
    for options in columns:
        for name in _EMPTY_RULES:
            parts = options.get(name, "").split("+")
            if "skip" in parts and len(set(parts)) > 1:
                return f"{name}={options[name]} {_LEAVES}"
        if options.get("undefined") == "skip":
            return f"undefined=skip {_LEAVES}"
    return ""


def _gap(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> str:
    """Say which row is in one average and not in another, as it does not print all; or nothing."""
    for one in () if row.kind is Kind.BODY else members(sheet, row):
        printed = [one.cell(column.name) is not None for column in columns]
        if any(printed) and not all(printed):
            return f"{one.label} prints some of {', '.join(column.name for column in columns)}"
    return ""


def f_from_p_and_r(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each printed F whether it can be made of the P and R beside it.

    >>> cells = (("P", "34.0%"), ("R", "12.5%"), ("F1", "29.4%"))
    >>> roles = (Role.PRECISION, Role.RECALL, Role.F)
    >>> sheet = Sheet(columns=tuple(Column(name=name, role=role)
    ...                             for (name, _), role in zip(cells, roles)),
    ...               rows=(Row(label="a", cells=tuple((name, Printed.parse(text))
    ...                                                for name, text in cells)),))
    >>> [(found.reading, found.verdict.value) for found in f_from_p_and_r(sheet)]
    [('average=micro', 'refuted'), ('average=macro,aggregate=harmonic', 'refuted'), \
('average=macro,aggregate=mean', 'refuted')]
    """
    for row, (precision, recall) in grouped(sheet, Role.PRECISION, Role.RECALL):
        for column in sheet.having(Role.F):
            cell = row.cell(column.name)
            if column.group == precision.group and cell is not None:
                yield from _asked(sheet, row, (precision, recall, column), cell)


def _asked(
    sheet: Sheet, row: Row, columns: tuple[Column, Column, Column], cell: Printed
) -> Iterator[Finding]:
    *first, column = columns
    options = tuple(dict(one.options) for one in columns)
    averages = {one["average"] for one in options if "average" in one}
    if any(one.get("statistic", "mean") != "mean" for one in options) or len(averages) > 1:
        return
    asked = Asked(
        rule="f-from-p-and-r",
        what="f",
        rows=(row.label,),
        columns=tuple(one.name for one in columns),
        assumes=(_SAME,),
    )
    given = named(row, first)
    spans = [span for _, one in given if (span := rate(one)) is not None]
    if len(spans) < len(given) or rate(cell) is None:
        because = unitless((*given, (column.name, cell)))
        if because:
            yield asked.undecided(because)
        return
    cells = _Cells(
        asked=asked,
        given=given,
        f=(column.name, cell),
        ends=upwards(*spans),
        beta=column.beta,
        skipped=_skipped(options) or _gap(sheet, row, columns),
    )
    of_one = row.kind is Kind.BODY and (sheet.fact(row, Fact.RUNS) or 1) == 1
    found = [_under(cells, reading) for reading in _readings(options[-1], of_one=of_one)]
    refuted = all(finding.verdict is Verdict.REFUTED for finding in found)
    yield from (_hinted(cells, finding) if refuted else finding for finding in found)


def _hinted(cells: _Cells, finding: Finding) -> Finding:
    """Say that the arithmetic mean prints so, where it does and nothing else can."""
    (low_p, high_p), (low_r, high_r) = cells.ends
    mean = Interval((low_p + low_r) / 2, (high_p + high_r) / 2)
    if not mean.meets(hull(cells.f[1])):
        return finding
    return evolve(finding, because=f"{finding.because}; (P + R)/2 would print so")


def _under(cells: _Cells, reading: str) -> Finding:
    if reading == MEAN_OF_F:
        return _mean_of_f(cells)
    name, cell = cells.f
    letter = "F" if cells.beta == 1 else f"F(beta={cells.beta})"
    says = f"{letter} of {' and '.join(f'{one} {printed.text}' for one, printed in cells.given)}"
    derived = Derived(
        name=name,
        printed=cell,
        given=cells.given,
        ends=cells.ends,
        formula=cells.formula,
        says=says,
    )
    return derived.settle(cells.asked, reading)


def _mean_of_f(cells: _Cells) -> Finding:
    asked = evolve(cells.asked, assumes=(*cells.asked.assumes, _NONE_SKIPPED))
    if cells.skipped:
        because = f"not applicable: {cells.skipped}"
        return asked.undecided(because, MEAN_OF_F)
    (low_p, high_p), (low_r, high_r) = cells.ends
    allowed = mean_f_bounds(Interval(low_p, high_p), Interval(low_r, high_r), cells.beta)
    name, cell = cells.f
    shown = f"the mean of F is {spanned(allowed)} (P + R - 1 to F of P and R); printed {cell.text}"
    if not hull(cell).meets(allowed):
        return asked.refuted(shown, (Clash(name, hull(cell), allowed),), MEAN_OF_F)
    values = _mixture(cells)
    if values is None:
        because = f"{shown}: only the ends of what may be rounded so meet"
        return asked.undecided(because, MEAN_OF_F)
    return asked.holds(shown, values, MEAN_OF_F)


def _mixture(cells: _Cells) -> Values | None:
    """Find P, R and a mean of F between its bounds that print as the cells do."""
    span = hull(cells.f[1])
    middle = at(cells.ends, _HALF)
    low, high = _least(middle), cells.formula(middle)
    if span.high < low:
        point = along(_least, cells.ends, span)
        value = None if point is None else _least(point)
    elif span.low > high:
        point = along(cells.formula, cells.ends, span)
        value = None if point is None else cells.formula(point)
    else:
        point = middle
        value = (max(low, span.low) + min(high, span.high)) / 2
    if point is None or value is None:
        return None
    names = (*(name for name, _ in cells.given), cells.f[0])
    printed = (*(one for _, one in cells.given), cells.f[1])
    values = tuple(zip(names, (*point, value), strict=True))
    same = all(prints(one, number) for one, (_, number) in zip(printed, values, strict=True))
    return values if same else None


def _least(point: tuple[Fraction, ...]) -> Fraction:
    return max(Fraction(0), sum(point, Fraction(-1)))


RULES = (
    Rule(
        id="f-from-p-and-r",
        says="F is that of P and R (pooled, or of means), or the mean of F lies between "
        "max(0, P + R - 1) and F of P and R.",
        assumes="P, R and F are of the same samples; for the mean of F, no sample is left out of "
        "one of the means.",
        source="van Rijsbergen 1979; Opitz and Burst 2019 for the upper bound, this library for "
        "the lower",
        check=f_from_p_and_r,
    ),
)
