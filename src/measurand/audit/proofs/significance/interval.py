"""An interval against its estimate, and against the intervals of a rate that are known."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.finding import Clash, Finding, Witness
from measurand.audit.proofs.grain.cells import (
    MEANS,
    RATES,
    around,
    counted,
    is_whole,
    repeats,
    rounding_of,
    times,
    wholes,
)
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.inference.interval import Interval as Confidence
from measurand.inference.rates import clopper_pearson, wilson
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

CANDIDATES = 200
"""For how many counts the interval of a rate is computed."""

ESTIMATES = (*MEANS, *RATES, Role.PRECISION, Role.RECALL, Role.F, Role.JACCARD, Role.VALUE)


@frozen(cache_hash=True)
class Bounded:
    """An estimate with its interval, as printed, and where they stand."""

    row: Row
    columns: tuple[Column, Column, Column]
    cells: tuple[Printed, Printed, Printed]
    summands: int = 1

    @property
    def spans(self) -> tuple[Interval, Interval, Interval]:
        """Give the three as intervals; full floats may be off by what summing them costs."""
        low, estimate, high = (around(cell, self.summands) for cell in self.cells)
        return low, estimate, high

    @property
    def names(self) -> tuple[str, ...]:
        """Name the columns: the lower end, the estimate, the upper end."""
        return tuple(column.name for column in self.columns)

    @property
    def printed(self) -> str:
        """Write the estimate and its interval."""
        low, estimate, high = (cell.text for cell in self.cells)
        return f"{estimate} [{low}, {high}]"

    @property
    def roundings(self) -> tuple[str, ...]:
        """Say how the three numbers are taken to have been rounded."""
        return tuple(dict.fromkeys(map(rounding_of, self.cells)))


def bounded(sheet: Sheet) -> Iterator[Bounded]:
    """Walk the estimates that have both ends of an interval.

    An end belongs to the column that it names, else to the first estimate of its group.

    >>> list(bounded(Sheet(columns=(), rows=())))
    []
    """
    ends = {
        (_estimate(sheet, end), end.role): end for end in sheet.having(Role.LOW, Role.HIGH)[::-1]
    }
    for estimate in sheet.columns:
        low, high = ends.get((estimate, Role.LOW)), ends.get((estimate, Role.HIGH))
        if low is None or high is None:
            continue
        for row in sheet.rows:
            bottom, middle, top = (row.cell(column.name) for column in (low, estimate, high))
            if bottom is not None and middle is not None and top is not None:
                samples = counted(sheet, row, estimate.group, Fact.SAMPLES) or 1
                summands = samples * repeats(sheet, row, estimate.group)
                yield Bounded(row, (low, estimate, high), (bottom, middle, top), summands)


def _estimate(sheet: Sheet, end: Column) -> Column | None:
    if end.of:
        return sheet.column(end.of[0])
    own = (one for one in sheet.columns if one.group == end.group and one.role in ESTIMATES)
    return next(own, None)


def intervals(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each interval whether its ends are in order and the estimate lies between them.

    A resampled interval of what is no mean may miss its estimate: then nothing is decided.

    >>> columns = (Column(name="d", role=Role.MEAN), Column(name="low", role=Role.LOW),
    ...            Column(name="high", role=Role.HIGH))
    >>> cells = tuple((name, Printed.parse(text))
    ...               for name, text in (("d", "0.45"), ("low", "0.10"), ("high", "0.40")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),))
    >>> [found.because for found in intervals(sheet)]
    ['not reproducible under an interval around its estimate: 0.45 [0.10, 0.40]']
    """
    for one in bounded(sheet):
        verdict, because, clash = _between(one)
        yield Finding(
            rule="interval",
            question=f"interval: {one.row.label} / {', '.join(one.names)}",
            verdict=verdict,
            rows=(one.row.label,),
            columns=one.names,
            because=because,
            assumes=("the interval is one around this estimate", *one.roundings),
            grounds=(clash,) if clash else (),
        )


def _between(one: Bounded) -> tuple[Verdict, str, Clash | None]:
    low, estimate, high = one.spans
    if low.low > high.high:
        clash = Clash("the upper end", high, Interval(low.low, low.low))
        because = f"not reproducible under an interval that runs upwards: {one.printed}"
        return Verdict.REFUTED, because, clash
    if estimate.high >= low.low and estimate.low <= high.high:
        return Verdict.HOLDS, f"the estimate lies inside: {one.printed}", None
    clash = Clash("the estimate", estimate, Interval(low.low, high.high))
    if one.columns[1].role not in {*MEANS, *RATES}:
        because = "a resampled interval of what is no mean may miss its estimate"
        return Verdict.UNDECIDED, f"{because}: {one.printed}", None
    because = f"not reproducible under an interval around its estimate: {one.printed}"
    return Verdict.REFUTED, because, clash


_NAMED = (("wilson", wilson), ("clopper_pearson", clopper_pearson))


def rate_intervals(sheet: Sheet) -> Iterator[Finding]:
    """Ask of the 95% interval of a rate over known samples whether it is one of two known ones.

    They are computed as floats, and so nothing is refuted.

    >>> columns = (Column(name="acc", role=Role.RATE), Column(name="low", role=Role.LOW),
    ...            Column(name="high", role=Role.HIGH))
    >>> cells = tuple((name, Printed.parse(text))
    ...               for name, text in (("acc", "100%"), ("low", "94.0%"), ("high", "100%")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),),
    ...               facts=((Fact.SAMPLES, 60),))
    >>> [(found.reading, found.verdict.value) for found in rate_intervals(sheet)]
    [('interval=wilson', 'holds'), ('interval=clopper_pearson', 'holds')]
    """
    for one in bounded(sheet):
        column = one.columns[1]
        number = counted(sheet, one.row, column.group, Fact.SAMPLES)
        if not number or column.role not in RATES or not is_whole(column):
            continue
        counts = wholes(times(hull(one.cells[1]), number))
        hits = range(max(0, counts.start), min(counts.stop, number + 1))[:CANDIDATES]
        for name, compute in _NAMED:
            found = (k for k in hits if _prints(one, compute(k, number)))
            k = next(found, None)
            yield Finding(
                rule="rate-interval",
                question=f"rate interval: {one.row.label} / {', '.join(one.names)}",
                verdict=Verdict.UNDECIDED if k is None else Verdict.HOLDS,
                rows=(one.row.label,),
                columns=one.names,
                because=f"another interval than that of a count over {number}, or another level"
                if k is None
                else f"that of {k}/{number} prints so",
                reading=f"interval={name}",
                assumes=("level=95/100", *one.roundings),
                grounds=()
                if k is None
                else (Witness((("hits", Fraction(k)), ("of", Fraction(number)))),),
            )


def _prints(one: Bounded, interval: object) -> bool:
    return isinstance(interval, Confidence) and all(
        hull(cell).holds(Fraction(end))
        for cell, end in ((one.cells[0], interval.low), (one.cells[2], interval.high))
    )


INTERVAL_RULES = (
    Rule(
        id="interval",
        says="An interval runs upwards and holds its estimate.",
        assumes="The estimate is a mean, and the interval is one around it.",
        source="the definition of a confidence interval",
        check=intervals,
    ),
    Rule(
        id="rate-interval",
        says="The 95% interval of a rate over N samples is that of Wilson, or Clopper and Pearson.",
        assumes="Each sample counts 0 or 1; other intervals are not refuted.",
        source="Wilson 1927; Clopper and Pearson 1934",
        check=rate_intervals,
        cheap=False,
    ),
)
