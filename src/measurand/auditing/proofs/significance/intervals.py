"""Intervals against their estimates, against known intervals of a rate, and against p-values.

Only a mean must lie inside its interval: a resampled interval of another quantity may miss it, as
the distribution of F or a ratio is shifted. An interval and a p-value may come from different
tests, so their disagreement is a note and never a refutation. A direction that was claimed is
contradicted only by an estimate of the other sign that is significant.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, claim_of
from measurand.auditing.proofs.finding import Clash, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import (
    MEANS,
    RATES,
    counted,
    is_whole,
    repeats,
    rounding_of,
    scaled,
    summed,
    summed_span,
    wholes,
)
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.inference.interval import Interval as Confidence
from measurand.inference.rates import clopper_pearson, wilson
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

CANDIDATES = 200
"""For how many counts the interval of a rate is computed."""

_OF_MODELS = (Role.COEFFICIENT, Role.EFFECT_RATIO)
ESTIMATES = (
    *(*MEANS, *RATES, Role.PRECISION, Role.RECALL, Role.F, Role.JACCARD),
    *(*_OF_MODELS, Role.VALUE),
)


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
        low, estimate, high = (summed_span(cell, self.summands) for cell in self.cells)
        return low, estimate, high

    @property
    def upwards(self) -> bool:
        """Tell whether the lower end may be below the upper one."""
        low, _, high = self.spans
        return low.low <= high.high

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


def with_intervals(sheet: Sheet) -> Iterator[Bounded]:
    """Walk the estimates that have both ends of an interval.

    An end belongs to the column that it names, else to the first estimate of its group.

    >>> list(with_intervals(Sheet(columns=(), rows=())))
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

    A resampled interval of what is no mean may miss its estimate, which is unusual: it is told
    where the level of confidence is said, or most rows of the columns hold theirs. Otherwise they
    may be no such intervals, but reference ranges or the like.

    >>> columns = (Column(name="d", role=Role.MEAN), Column(name="low", role=Role.LOW),
    ...            Column(name="high", role=Role.HIGH))
    >>> cells = tuple((name, Printed.parse(text))
    ...               for name, text in (("d", "0.45"), ("low", "0.10"), ("high", "0.40")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),))
    >>> [found.because for found in intervals(sheet)]
    ['not reproducible under an interval around its estimate: 0.45 [0.10, 0.40]']
    """
    every = [(one, _between(one)) for one in with_intervals(sheet)]
    around = Counter(one.names for one, found in every if found.verdict is Verdict.HOLDS)
    rows = Counter(one.names for one, _ in every)
    for one, found in every:
        sure = not one.upwards or one.columns[1].role in {*MEANS, *RATES}
        if sure or found.verdict is Verdict.HOLDS:
            yield found
            continue
        because = f"a resampled interval of what is no mean may miss its estimate: {one.printed}"
        missed = evolve(found, verdict=Verdict.UNDECIDED, because=because, grounds=())
        told = any("level" in column.known for column in one.columns)
        if told or 2 * around[one.names] > rows[one.names]:
            yield found
            missed = evolve(missed, reading=OTHERWISE, unusual=True)
        yield missed


OTHERWISE = "interval=another"


def _claim(one: Bounded, *never: Relation) -> Claim | None:
    cells = [(column.name, cell) for column, cell in zip(one.columns, one.cells, strict=True)]
    return claim_of(cells, [hull(cell) for cell in one.cells], *never)


def _between(one: Bounded) -> Finding:
    low, estimate, high = one.spans
    names = [column.name for column in one.columns]
    if not one.upwards:
        claim = _claim(one, ("<=", names[0], names[2]))
        clash = Clash("the upper end", high, Interval(low.low, low.low), claim)
        return _finding(one, f"an interval that runs upwards: {one.printed}", clash)
    if estimate.high >= low.low and estimate.low <= high.high:
        return _finding(one, f"the estimate lies inside: {one.printed}")
    bounds: tuple[Relation, ...] = (("<=", names[0], names[1]), ("<=", names[1], names[2]))
    clash = Clash("the estimate", estimate, Interval(low.low, high.high), _claim(one, *bounds))
    return _finding(one, f"an interval around its estimate: {one.printed}", clash)


def _finding(one: Bounded, says: str, clash: Clash | None = None) -> Finding:
    return Finding(
        rule="interval",
        question=f"interval: {one.row.label} / {', '.join(one.names)}",
        verdict=Verdict.HOLDS if clash is None else Verdict.REFUTED,
        rows=(one.row.label,),
        columns=one.names,
        because=says if clash is None else f"not reproducible under {says}",
        assumes=("the interval is one around this estimate", *one.roundings),
        grounds=() if clash is None else (clash,),
    )


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
    >>> [(printing.reading, printing.verdict.value) for printing in rate_intervals(sheet)]
    [('interval=wilson', 'holds'), ('interval=clopper_pearson', 'holds')]
    """
    for one in with_intervals(sheet):
        column = one.columns[1]
        number = counted(sheet, one.row, column.group, Fact.SAMPLES)
        if not number or column.role not in RATES or not is_whole(column):
            continue
        counts = wholes(scaled(hull(one.cells[1]), number))
        hits = range(max(0, counts.start), min(counts.stop, number + 1))[:CANDIDATES]
        for name, compute in _NAMED:
            printing = (k for k in hits if _prints(one, compute(k, number)))
            k = next(printing, None)
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


ALPHA = Fraction(1, 20)
"""Up to which p-value an estimate counts as significant."""


def interval_and_p(sheet: Sheet) -> Iterator[Finding]:
    """Note each interval that leaves out 0 where p is above 0.05, or holds 0 where it is not.

    That is possible: an interval and a p-value may come from different tests. Never a refutation.

    >>> list(interval_and_p(Sheet(columns=(), rows=())))
    []
    """
    for one in with_intervals(sheet):
        p = sheet.within(one.columns[1].group, Role.P)
        cell = one.row.cell(p.name) if p else None
        if p is None or cell is None or one.columns[1].role not in MEANS:
            continue
        low, _, high = one.spans
        inside, outside = low.high < 0 < high.low, low.low > 0 or high.high < 0
        if (outside and hull(cell).low > ALPHA) or (inside and hull(cell).high <= ALPHA):
            yield Finding(
                rule="interval-and-p",
                question=f"interval and p: {one.row.label} / {', '.join((*one.names, p.name))}",
                verdict=Verdict.HOLDS,
                rows=(one.row.label,),
                columns=(*one.names, p.name),
                because=f"{one.printed} {'holds' if inside else 'leaves out'} 0 with p = "
                f"{cell.text}: possible, since the two may come from different tests",
            )


def directions(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each estimate whether its sign is that of the option `direction` of its column.

    Refuted is an estimate of the other sign that is significant: adjusted p (else p) at most 0.05,
    or without one an interval that leaves out 0. Of the rest nothing is decided.

    >>> from measurand.values.printed import Printed
    >>> columns = (Column(name="d", role=Role.MEAN, options=(("direction", "positive"),)),
    ...            Column(name="p", role=Role.P))
    >>> cells = (("d", Printed.parse("-0.32")), ("p", Printed.parse("0.015")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),))
    >>> [found.because for found in directions(sheet)]
    ['not reproducible under a positive difference: -0.32, p 0.015']
    """
    for row, column, printed in sheet.cells(*ESTIMATES):
        claimed = dict(column.options).get("direction")
        if claimed not in {"positive", "negative"} or row.kind is not Kind.BODY:
            continue
        samples = counted(sheet, row, column.group, Fact.SAMPLES) or 1
        cell = summed_span(printed, samples * repeats(sheet, row, column.group))
        verdict, because = _sign_verdict(sheet, row, column, cell, claimed)
        zero = Fraction(0)
        up, down = Interval(zero, max(cell.high, zero)), Interval(min(cell.low, zero), zero)
        sign: Relation = (
            ("<=", zero, column.name) if claimed == "positive" else ("<=", column.name, zero)
        )
        added = summed(samples * repeats(sheet, row, column.group))
        claim = Claim((Given(column.name, printed, added=added),), (sign,))
        clash = Clash(column.name, cell, up if claimed == "positive" else down, claim)
        yield Finding(
            rule="direction",
            question=f"direction: {row.label} / {column.name}",
            verdict=verdict,
            rows=(row.label,),
            columns=(column.name,),
            because=because,
            assumes=(f"direction={claimed}", rounding_of(printed)),
            grounds=(clash,) if verdict is Verdict.REFUTED else (),
        )


def _sign_verdict(
    sheet: Sheet, row: Row, column: Column, cell: Interval, claimed: str
) -> tuple[Verdict, str]:
    text = dict(row.cells)[column.name].text
    up, down = cell.low > 0, cell.high < 0
    if claimed == "negative":
        up, down = down, up
    if up:
        return Verdict.HOLDS, f"{text} is {claimed}"
    if not down:
        return Verdict.UNDECIDED, f"{text} may be no difference at all"
    shown = _significance(sheet, row, column)
    if shown:
        because = f"not reproducible under a {claimed} difference: {text}, {shown}"
        return Verdict.REFUTED, because
    return Verdict.UNDECIDED, f"{text} is not {claimed}, but not significant either"


def _significance(sheet: Sheet, row: Row, column: Column) -> str:
    """Say what makes an estimate significant; nothing where nothing printed does."""
    for role, name in ((Role.P_HOLM, "adjusted p"), (Role.P, "p")):
        beside = sheet.within(column.group, role)
        cell = row.cell(beside.name) if beside else None
        if cell is not None:
            return f"{name} {cell.text}" if hull(cell).high <= ALPHA else ""
    own = (one for one in with_intervals(sheet) if one.row == row and one.columns[1] == column)
    shown = next(own, None)
    if shown is None or shown.spans[0].low <= 0 <= shown.spans[2].high:
        return ""
    return f"interval around {shown.printed}"


DIRECTION_RULES = (
    Rule(
        id="interval-and-p",
        says="Notes where an interval and a p-value do not speak of the same significance.",
        assumes="Nothing: it refutes nothing.",
        source="the duality of tests and intervals",
        check=interval_and_p,
    ),
    Rule(
        id="direction",
        says="A significant estimate has the sign that its column states.",
        assumes="The direction is one that was claimed (option direction).",
        source="the claim itself",
        check=directions,
    ),
)
