"""Derive one printed number from others: intervals through formulas, and the finding of it.

A formula without jumps, monotone along each number, takes a box of inputs to the interval between
two corners. If that and the printed interval share no point, no values that print so fit: the pair
is the proof. If they meet, a point on the straight way between the corners is bisected for (a
continuous function takes every value between its ends), checked at both ends for whether they
belong to what prints so, and handed out as a witness. Intervals that only touch decide nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, claim_of, named_tree
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Sharp, Witness
from measurand.auditing.proofs.premises import Cause
from measurand.auditing.proofs.sheet import Column, Kind, Role, Row, Sheet
from measurand.auditing.proofs.stated import brief
from measurand.values.printed import Added, Printed, Rounding, Unit
from measurand.values.verdict import Verdict

_STEPS = 256
_UNIT = Interval(Fraction(0), Fraction(1))
Ends = tuple[tuple[Fraction, Fraction], ...]
Values = tuple[tuple[str, Fraction], ...]
Formula = Callable[[tuple[Fraction, ...]], Fraction]


@frozen(kw_only=True)
class Subject:
    """A question about cells, without its answer.

    >>> Subject(rule="f", what="f", rows=("IO",), columns=("P", "R", "F1")).question
    'f: IO / P, R, F1'
    """

    rule: str
    what: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    assumes: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """Name the question: what is asked of which cells."""
        return f"{self.what}: {', '.join(self.rows)} / {', '.join(self.columns)}"

    def holds(self, because: str, values: Values, reading: str = "") -> Finding:
        """Answer that the cells are possible, by values that print so."""
        return self._found(Verdict.HOLDS, because, reading, (Witness(values),))

    def refuted(
        self, because: str, proofs: tuple[Clash | Exhausted, ...], reading: str = ""
    ) -> Finding:
        """Answer that the cells are not reproducible: intervals share no point, or no case fits."""
        under = f" under {reading}" if reading else ""
        return self._found(Verdict.REFUTED, f"not reproducible{under}: {because}", reading, proofs)

    def undecided(self, because: str, reading: str = "", cause: Cause | None = None) -> Finding:
        """Answer that nothing speaks against the cells; with a cause, that nothing can be said."""
        return evolve(self._found(Verdict.UNDECIDED, because, reading, ()), cause=cause)

    def _found(
        self,
        verdict: Verdict,
        because: str,
        reading: str,
        grounds: tuple[Witness | Clash | Exhausted, ...],
    ) -> Finding:
        return Finding(
            rule=self.rule,
            question=self.question,
            verdict=verdict,
            rows=self.rows,
            columns=self.columns,
            because=because,
            reading=reading,
            assumes=self.assumes,
            grounds=grounds,
        )


@frozen(kw_only=True)
class Derived:
    """A printed number that follows from others by a formula without jumps.

    `ends` are, for each given number, where it makes the result smallest and where largest; `reach`
    is over what the result could range if it were made otherwise, where that is known. `added` says
    which floats a program adds for it; `known` names what was said, and is printed in no cell.
    """

    name: str
    printed: Printed
    given: tuple[tuple[str, Printed], ...]
    ends: Ends
    formula: Formula
    says: str
    reach: Fraction | None = None
    added: Added = field(factory=Added)
    known: tuple[str, ...] = ()

    @property
    def sharp(self) -> Sharp:
        """Measure how much the formula says of the printed number."""
        return self._sharp(hull(self.printed, self.added), self.allowed)

    def _sharp(self, span: Interval, allowed: Interval) -> Sharp:
        miss = max(allowed.low - span.high, span.low - allowed.high, Fraction(0))
        width = span.high - span.low + allowed.high - allowed.low
        return Sharp(width=width, miss=miss, reach=self.reach, below=span.high < allowed.low)

    @property
    def allowed(self) -> Interval:
        """Return what the formula gives on the way from the smallest result to the largest."""
        least, most = zip(*self.ends, strict=True)
        return Interval(self.formula(least), self.formula(most))

    @property
    def claim(self) -> Claim | None:
        """Say as data what was refuted: the printed number is that of the formula."""
        names = [name for name, _ in self.given]
        tree = named_tree(self.formula, names)
        spans = [Interval(min(ends), max(ends)) for ends in self.ends]
        cells = (*self.given, (self.name, self.printed))
        both = zip(cells, (*spans, hull(self.printed, self.added)), strict=True)
        shown = [(cell, span) for cell, span in both if cell[0] not in self.known]
        claim = claim_of(
            *([one for one, _ in shown], [span for _, span in shown]),
            None if tree is None else ("==", self.name, tree),
            added={self.name: self.added},
        )
        known = (
            Given(name, low=span.low, high=span.high)
            for name, span in zip(names, spans, strict=True)
            if name in self.known
        )
        return None if claim is None else Claim((*claim.unknowns, *known), claim.never)

    def settle(self, subject: Subject, reading: str = "", hint: str = "") -> Finding:
        """Decide whether some numbers that print as the given ones give the printed one."""
        span, allowed = hull(self.printed, self.added), self.allowed
        settled = self._settled(subject, span, allowed, reading, hint)
        return evolve(settled, sharp=self._sharp(span, allowed))

    def _settled(
        self, subject: Subject, span: Interval, allowed: Interval, reading: str, hint: str
    ) -> Finding:
        shown = f"{self.says} is {span_text(allowed)}; printed {self.printed.text}"
        if not span.meets(allowed):
            clash = Clash(self.name, span, allowed, self.claim)
            return subject.refuted(f"{shown}{hint}", (clash,), reading)
        point = point_between(self.formula, self.ends, span)
        values = None if point is None else self._witness(point)
        if values is None:
            return subject.undecided(
                f"{shown}: only the ends of what may be rounded so meet", reading
            )
        return subject.holds(shown, values, reading)

    def _witness(self, point: tuple[Fraction, ...]) -> Values | None:
        names = tuple(name for name, _ in self.given)
        values = (*zip(names, point, strict=True), (self.name, self.formula(point)))
        *parts, (_, result) = values
        same = all(
            prints(cell, value) for (_, cell), (_, value) in zip(self.given, parts, strict=True)
        )
        return values if same and preimage(self.printed, self.added).holds(result) else None


def prints(cell: Printed, value: Fraction) -> bool:
    """Decide whether a value prints as a cell does.

    >>> prints(Printed.parse("63.3%"), Fraction(19, 30))
    True
    """
    return preimage(cell).holds(value)


def point_between(formula: Formula, ends: Ends, target: Interval) -> tuple[Fraction, ...] | None:
    """Find a point on the way between two corners where a formula meets an interval.

    It halves the way at most 256 times; None where it meets none then, or only in a corner that
    does not belong to it.

    >>> point_between(sum, ((Fraction(0), Fraction(1)), (Fraction(0), Fraction(1))),
    ...       Interval(Fraction(1), Fraction(2)))
    (Fraction(3, 4), Fraction(3, 4))
    """
    first, last = formula(point_at(ends, Fraction(0))), formula(point_at(ends, Fraction(1)))
    low, high = max(first, target.low), min(last, target.high)
    if low > high:
        return None
    if low == high:
        corners = (point_at(ends, Fraction(step)) for step in (0, 1))
        return next((point for point in corners if target.holds(formula(point))), None)
    # A quarter away from both ends: a witness well inside convinces whatever the rounding of ends.
    quarter, left, right = (high - low) / 4, Fraction(0), Fraction(1)
    for _ in range(_STEPS):
        middle = (left + right) / 2
        point = point_at(ends, middle)
        value = formula(point)
        if low + quarter <= value <= high - quarter:
            return point
        left, right = (middle, right) if value < low + quarter else (left, middle)
    return None


def point_at(ends: Ends, share: Fraction) -> tuple[Fraction, ...]:
    """Walk a share of the way from the first corner to the last.

    >>> point_at(((Fraction(0), Fraction(4)),), Fraction(1, 4))
    (Fraction(1, 1),)
    """
    return tuple(low + (high - low) * share for low, high in ends)


def span_text(span: Interval) -> str:
    """Write an interval in words.

    >>> span_text(Interval(Fraction(1, 4), Fraction(1, 2)))
    'from 0.25 to 0.5'
    """
    if span.low == span.high:
        return brief(span.low)
    return f"from {brief(span.low)} to {brief(span.high)}"


def rate_span(cell: Printed) -> Interval | None:
    """Return what a printed rate may be, inside [0, 1]; None where it is outside.

    >>> rate_span(Printed.parse("100.0%")).high, rate_span(Printed.parse("63.3"))
    (Fraction(1, 1), None)
    """
    span = hull(cell)
    if not span.meets(_UNIT):
        return None
    return Interval(max(span.low, _UNIT.low), min(span.high, _UNIT.high))


def missing_unit(cells: Iterable[tuple[str, Printed]]) -> str:
    """Say which rates are above 1 and have no unit, so that they may be in percent; or nothing.

    >>> missing_unit([("P", Printed.parse("63.3"))])
    'P is 63.3 without a unit: say whether it is in percent'
    """
    for name, cell in cells:
        if cell.unit is Unit.NONE and rate_span(cell) is None:
            return f"{name} is {cell.text} without a unit: say whether it is in percent"
    return ""


def rate_spans(
    subject: Subject, cells: Sequence[tuple[str, Printed]]
) -> tuple[list[Interval], tuple[Finding, ...]]:
    """Return what printed rates may be, or no interval where one of them cannot be a rate.

    Then nothing is decided where it may be in percent, which a finding says; else nothing is asked.

    >>> asked = Subject(rule="f", what="f", rows=("a",), columns=("P",))
    >>> [one.because for one in rate_spans(asked, [("P", Printed.parse("63.3"))])[1]]
    ['P is 63.3 without a unit: say whether it is in percent']
    """
    spans = [span for _, cell in cells if (span := rate_span(cell)) is not None]
    if len(spans) == len(cells):
        return spans, ()
    because = missing_unit(cells)
    return [], (subject.undecided(because),) if because else ()


def count_span(cell: Printed) -> Interval:
    """Return what a printed count may be: exactly itself where it is printed without decimals.

    >>> count_span(Printed.parse("4")).high, count_span(Printed.parse("1.8")).high
    (Fraction(4, 1), Fraction(37, 20))
    """
    if cell.decimals == 0 and cell.rounding in {Rounding.DECIMAL, Rounding.FLOAT64}:
        return Interval(cell.value * cell.unit.scale, cell.value * cell.unit.scale)
    return hull(cell)


def rising_ends(*spans: Interval) -> Ends:
    """Take intervals as ends of a formula that grows with every number.

    >>> rising_ends(Interval(Fraction(1), Fraction(2)))
    ((Fraction(1, 1), Fraction(2, 1)),)
    """
    return tuple((span.low, span.high) for span in spans)


def rows_with(sheet: Sheet, *roles: Role) -> Iterator[tuple[Row, tuple[Column, ...]]]:
    """Walk rows and groups that print all of some roles; the first column of each role counts.

    >>> list(rows_with(Sheet(columns=(), rows=()), Role.F))
    []
    """
    for group in sheet.groups():
        of_roles = [sheet.within(group, role) for role in roles]
        columns = tuple(column for column in of_roles if column is not None)
        if len(columns) == len(roles):
            for row in sheet.rows:
                if all(row.cell(column.name) is not None for column in columns):
                    yield row, columns


def named_cells(row: Row, columns: Iterable[Column]) -> tuple[tuple[str, Printed], ...]:
    """List what a row prints in some columns, with their names.

    >>> named_cells(Row(label="a"), (Column(name="F1"),))
    ()
    """
    named = ((column.name, row.cell(column.name)) for column in columns)
    return tuple((name, cell) for name, cell in named if cell is not None)


def members(sheet: Sheet, row: Row) -> tuple[Row, ...]:
    """List the rows that an average or a total is made of.

    >>> body, total = Row(label="a"), Row(label="all", kind=Kind.TOTAL)
    >>> [row.label for row in members(Sheet(columns=(), rows=(body, total)), total)]
    ['a']
    """
    if row.of:
        return tuple(one for one in sheet.rows if one.label in row.of)
    above: list[Row] = []
    for one in sheet.rows[: sheet.rows.index(row)]:
        if one.kind is row.kind:
            above.clear()
        elif one.kind in {Kind.BODY, Kind.RUNS}:
            above.append(one)
    return tuple(above)
