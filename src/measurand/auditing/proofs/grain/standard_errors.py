"""Standard errors of shares and of means: they follow from the number of samples.

The standard error of a share p of n samples is the root of p (1 - p) / (n - 1), or over n. Scores
that lie between 0 and 1 and have the mean p vary most where each is 0 or 1, so that no plain
standard error of theirs is larger; and it is 0 only where all scores are one and the same. Samples
that are clustered or resampled have errors of another kind, and so have means over runs: those are
never held to the number of samples. Everything is compared in squares, which are exact.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree, square
from measurand.auditing.proofs.finding import Clash, Finding, Rule, Sharp, Witness
from measurand.auditing.proofs.grain.cells import UNIT, counted, is_whole
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Added, Printed, Rounding, Unit
from measurand.values.verdict import Verdict

BY_SAMPLES, BY_ONE_LESS = "of a share, over n", "of a share, over n - 1"
OF_SCORES = "of a mean of scores between 0 and 1"
OF_DEVIATION = "the deviation over the root of n"
OF_CORRECTED = "the deviation over the root of n - 1"
ALL_ALIKE = "all samples have one score"
COARSE = "rounded to fewer digits than the score"
OTHERWISE = "it is of clusters, by resampling or of another quantity"
POOLED = "pooled over the groups that make up its samples"
OVER_RUNS = "the error of a mean over runs"
_ZERO, _HALF, _ONE = Fraction(0), Fraction(1, 2), Fraction(1)
_FINE = 10**12
_LEAST = 2
_TINY = 100
"""An error is as good as 0 whose square is smaller by this: scores vary more than so."""

_SHOWN = 6


@frozen
class _Cells:
    """A standard error with what it is of, in the units in which both are printed."""

    row: Row
    columns: tuple[Column, Column]
    score: Printed
    error: Printed
    number: int

    @property
    def coarse(self) -> bool:
        """Tell whether a 0 has fewer digits than its mean: then small errors print so too."""
        loose = self.error.rounding is not Rounding.FLOAT64 and not self.error.value
        alike = self.error.unit is self.score.unit
        return loose and alike and self.error.decimals < self.score.decimals

    @property
    def added(self) -> Added:
        # The squares of 0 and 1 come to 1 at most, and are divided by their number once more.
        size = Fraction(1, isqrt(self.number))
        return Added(number=self.number, size=size, squares=self.number)

    @property
    def squares(self) -> Interval:
        span = hull(self.error, self.added)
        return Interval(max(span.low, _ZERO) ** 2, max(span.high, _ZERO) ** 2)

    def finding(self, verdict: Verdict, because: str, reading: str) -> Finding:
        names = tuple(column.name for column in self.columns)
        return Finding(
            rule="standard-error",
            question=f"standard error: {self.row.label} / {', '.join(names)}",
            verdict=verdict,
            rows=(self.row.label,),
            columns=names,
            because=because,
            reading=reading,
            assumes=(
                f"{names[1]} is the standard error of {names[0]}, over {self.number} samples",
            ),
        )


def standard_errors(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each standard error whether the share beside it has it, over the known samples.

    >>> columns = (Column(name="acc", role=Role.RATE),
    ...            Column(name="stderr", role=Role.SE, of=("acc",)))
    >>> cells = (("acc", Printed.parse("0.8567")), ("stderr", Printed.parse("0.0000")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),),
    ...               facts=((Fact.SAMPLES, 307),))
    >>> [(found.reading, found.verdict.value) for found in standard_errors(sheet)]
    [('of a share, over n', 'refuted'), ('of a share, over n - 1', 'refuted')]
    """
    for column in sheet.having(Role.SE):
        of = _scored(sheet, column)
        if of is None:
            continue
        sizes = [counted(sheet, row, column.group, Fact.SAMPLES) or 0 for row in sheet.rows]
        grouped = groups(sizes)
        for at, (row, number) in enumerate(zip(sheet.rows, sizes, strict=True)):
            score, error = row.cell(of.name), row.cell(column.name)
            known = number >= _LEAST and row.kind in {Kind.BODY, Kind.RUNS}
            if score is not None and error is not None and known and error.value >= 0:
                cells = _Cells(row, (of, column), score, error, number)
                runs = row.kind is Kind.RUNS or (sheet.fact(row, Fact.RUNS) or 1) > 1
                yield from _over_runs(cells) if runs else _of_share(cells)
                if at in grouped and not runs:
                    yield _of_groups(cells)


def _scored(sheet: Sheet, column: Column) -> Column | None:
    """Find the one score whose error a column is.

    Beside a column of t or z it is a coefficient, unless its own name says that it is a score.
    """
    beside = [one for one in sheet.columns if one.group == column.group]
    if column.of:
        scored = [one for one in sheet.columns if one.name in column.of]
    else:
        scored = [one for one in beside if is_whole(one)]
    if len(scored) != 1 or len(column.of) > 1:
        return None
    ratios = any(one.role in _RATIOS or one.name.casefold() in _RATIO_NAMES for one in beside)
    own = scored[0].role
    return None if own is Role.COEFFICIENT or (ratios and own is Role.VALUE) else scored[0]


_RATIOS = frozenset({Role.T, Role.Z, Role.CHI2})
_RATIO_NAMES = frozenset(
    {"t", "z", "wald", "t value", "z value", "t-value", "z-value", "t stat", "t-stat", "χ²"}
)


def groups(sizes: Sequence[int]) -> frozenset[int]:
    """Find the rows that may be groups: they have as many samples as some rows beside them.

    Those stand below it, and may be groups themselves; or all rows above it are its parts.

    >>> sorted(groups((7, 3, 2, 1, 4))), sorted(groups((3, 4, 7))), sorted(groups((5, 5, 5)))
    ([0, 1], [2], [])
    """
    ends: dict[int, int] = {}
    for at in reversed(range(len(sizes))):
        total, many, below = 0, 0, at + 1
        while below < len(sizes) and total < sizes[at]:
            total, many, below = total + sizes[below], many + 1, ends.get(below, below + 1)
        if total == sizes[at] and many >= _LEAST:
            ends[at] = below
    totals = (at for at in range(_LEAST, len(sizes)) if sizes[at] == sum(_leaves(sizes, at, ends)))
    return frozenset((*ends, *totals))


def _leaves(sizes: Sequence[int], end: int, ends: Mapping[int, int]) -> Iterator[int]:
    return (sizes[at] for at in range(end) if at not in ends)


def _of_groups(cells: _Cells) -> Finding:
    """Leave open what was pooled: the deviations inside of groups are smaller than over them."""
    because = f"{cells.number} samples are those of other rows: their errors may have been pooled"
    finding = cells.finding(Verdict.UNDECIDED, because, POOLED)
    return evolve(finding, sharp=Sharp(width=_ZERO, miss=_ZERO))


def _over_runs(cells: _Cells) -> Iterator[Finding]:
    because = f"how {cells.score.text} varies between runs does not show in the number of samples"
    finding = cells.finding(Verdict.UNDECIDED, because, OVER_RUNS)
    yield evolve(finding, unusual=not cells.error.value)


def _of_share(cells: _Cells) -> Iterator[Finding]:
    share = hull(cells.score, Added(number=cells.number))
    if not UNIT.meets(share) or (cells.columns[0].role is Role.VALUE and _loose(cells.score)):
        return
    share = Interval(max(share.low, _ZERO), min(share.high, Fraction(1)))
    if cells.coarse:
        because = f"{cells.error.text} may stand for an error that shows with more digits"
        yield evolve(cells.finding(Verdict.UNDECIDED, because, COARSE), unusual=True)
        cells = evolve(cells, error=evolve(cells.error, decimals=cells.score.decimals))
    ends = sorted((share.low, share.high), key=_spread)
    widest = _HALF if share.holds(_HALF) else ends[1]
    for reading, below in ((BY_SAMPLES, cells.number), (BY_ONE_LESS, cells.number - 1)):
        allowed = Interval(_spread(ends[0]) / below, _spread(widest) / below)
        yield _held(cells, reading, allowed, below, (ends[0], widest))
    most = _spread(widest) / (cells.number - 1)
    likely = cells.squares.high * _TINY >= most
    if likely:
        yield _bounded(cells, most)
    if cells.error.value:
        because = "samples that hang together, or are drawn again, have errors of another size"
        yield evolve(cells.finding(Verdict.UNDECIDED, because, OTHERWISE), unusual=True)
    elif not likely and not is_whole(cells.columns[0]):
        because = "scores that are one and the same have no error"
        yield evolve(cells.finding(Verdict.UNDECIDED, because, ALL_ALIKE), unusual=True)


def _loose(cell: Printed) -> bool:
    """Tell whether a number of which nothing is said may be something else than a share."""
    return cell.unit is Unit.NONE and not 0 <= cell.value <= 1


def _spread(share: Fraction) -> Fraction:
    return share * (1 - share)


def _claim(cells: _Cells, relation: str, below: int) -> Claim:
    """Claim that the square of an error is that of a share, or at most that."""
    score, error = (one.name for one in cells.columns)
    spread: Tree = ("*", score, ("-", _ONE, score))
    share = Given(score, cells.score, low=_ZERO, high=_ONE, added=Added(number=cells.number))
    square_: Relation = (relation, square(error), ("/", spread, Fraction(below)))
    return Claim((share, Given(error, cells.error, low=_ZERO, added=cells.added)), (square_,))


def _held(
    cells: _Cells, reading: str, allowed: Interval, below: int, ends: tuple[Fraction, Fraction]
) -> Finding:
    """Hold an error to that of a share, in squares."""
    squares = cells.squares
    name = cells.columns[1].name
    shown = (
        f"the standard error {reading}, of {cells.score.text} with n = {cells.number}, is "
        f"{_rooted(allowed)}; printed {cells.error.text}"
    )
    if not squares.meets(allowed):
        finding = cells.finding(Verdict.REFUTED, f"not reproducible: {shown}", reading)
        clash = Clash(f"the square of {name}", squares, allowed, _claim(cells, "==", below))
        finding = evolve(finding, grounds=(clash,))
    else:
        point = _between(squares, allowed, ends)
        values = () if point is None else (Witness(((cells.columns[0].name, point),)),)
        verdict = Verdict.HOLDS if values else Verdict.UNDECIDED
        finding = evolve(cells.finding(verdict, shown, reading), grounds=values)
    return evolve(finding, sharp=_sharp(squares, allowed))


def _between(
    squares: Interval, allowed: Interval, ends: tuple[Fraction, Fraction]
) -> Fraction | None:
    """Find a share on the way to the widest whose error prints so."""
    below = _spread(ends[1]) / allowed.high if allowed.high else None
    if below is None:
        return ends[0]
    left, right = ends
    # p (1 - p) is monotone on either side of 1/2, and the way does not cross it.
    for _ in range(64):
        middle = (left + right) / 2
        square = _spread(middle) / below
        if squares.holds(square):
            return middle
        left, right = (middle, right) if square < squares.low else (left, middle)
    return None


def _bounded(cells: _Cells, most: Fraction) -> Finding:
    squares = cells.squares
    allowed = Interval(_ZERO, most)
    shown = f"the standard error is at most {_rooted(Interval(most, most))}"
    shown = f"{shown}; printed {cells.error.text}"
    if squares.low > most:
        finding = cells.finding(Verdict.REFUTED, f"not reproducible: {shown}", OF_SCORES)
        name = cells.columns[1].name
        claim = _claim(cells, "<=", cells.number - 1)
        clash = Clash(f"the square of {name}", squares, allowed, claim)
        return evolve(finding, grounds=(clash,))
    return cells.finding(Verdict.UNDECIDED, shown, OF_SCORES)


def _sharp(squares: Interval, allowed: Interval) -> Sharp:
    """Measure on the scale of errors, whose roots are taken to twelve digits."""
    span, other = (Interval(_root(one.low), _root(one.high)) for one in (squares, allowed))
    miss = max(other.low - span.high, span.low - other.high, _ZERO)
    if squares.meets(allowed):
        miss = _ZERO
    return Sharp(width=span.high - span.low + other.high - other.low, miss=miss)


def _root(value: Fraction) -> Fraction:
    return Fraction(isqrt(value.numerator * _FINE**2 // value.denominator), _FINE)


def _rooted(span: Interval) -> str:
    low, high = (
        f"~{float(_root(end)):.{_SHOWN}f}" if end else "0" for end in (span.low, span.high)
    )
    return low if low == high else f"from {low} to {high}"


def errors_of_deviations(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether a standard error is the deviation beside it over the root of n.

    >>> list(errors_of_deviations(Sheet(columns=(), rows=())))
    []
    """
    for column in sheet.having(Role.SE):
        spread = sheet.within(column.group, Role.SD)
        if spread is None or (column.of and spread.of and column.of != spread.of):
            continue
        for row in sheet.rows:
            error, deviation = row.cell(column.name), row.cell(spread.name)
            number = counted(sheet, row, column.group, Fact.SAMPLES) or 0
            usual = row.kind is Kind.BODY and (sheet.fact(row, Fact.RUNS) or 1) == 1
            if error is not None and deviation is not None and number >= _LEAST and usual:
                yield from _of_deviation(_Cells(row, (spread, column), deviation, error, number))


def _of_deviation(cells: _Cells) -> Iterator[Finding]:
    span = hull(cells.score)
    for reading, below in ((OF_DEVIATION, cells.number), (OF_CORRECTED, cells.number - 1)):
        low, high = (max(end, _ZERO) ** 2 / below for end in (span.low, span.high))
        finding = _of_square(cells, reading, Interval(low, high), below)
        yield finding
    because = f"{cells.columns[0].name} and {cells.columns[1].name} are of different samples"
    yield evolve(cells.finding(Verdict.UNDECIDED, because, OTHERWISE), unusual=True)


def _of_square(cells: _Cells, reading: str, allowed: Interval, below: int) -> Finding:
    squares = cells.squares
    shown = f"{reading} is {_rooted(allowed)} of {cells.number} samples"
    shown = f"{shown}; printed {cells.error.text}"
    sharp = _sharp(squares, allowed)
    if squares.meets(allowed):
        return evolve(cells.finding(Verdict.UNDECIDED, shown, reading), sharp=sharp)
    finding = cells.finding(Verdict.REFUTED, f"not reproducible: {shown}", reading)
    spread, error = (one.name for one in cells.columns)
    given = (
        Given(spread, cells.score, low=_ZERO),
        Given(error, cells.error, low=_ZERO, added=cells.added),
    )
    share: Relation = ("==", square(error), ("/", square(spread), Fraction(below)))
    clash = Clash(f"the square of {error}", squares, allowed, Claim(given, (share,)))
    return evolve(finding, sharp=sharp, grounds=(clash,))


STANDARD_ERRORS_RULES = (
    Rule(
        id="standard-error",
        says="The standard error of a share p of n samples is the root of p (1 - p) / (n - 1), or "
        "over n; of scores between 0 and 1 it is at most that, and 0 only where all are one.",
        assumes="It is that of the score beside it, over all samples of one run; errors of "
        "clusters, by resampling and of pooled groups are another quantity.",
        source="the definition; the variance of numbers in [0, 1] is at most p (1 - p)",
        check=standard_errors,
    ),
    Rule(
        id="error-of-deviation",
        says="The standard error of a mean is the deviation over the root of n, or of n - 1.",
        assumes="Both are of the same samples, in one run.",
        source="the definition",
        check=errors_of_deviations,
    ),
)
