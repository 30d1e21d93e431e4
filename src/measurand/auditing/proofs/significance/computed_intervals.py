"""Intervals against the numbers that they are computed from: of a mean, and of a count of so many.

An end of an interval of a given level is where a test just reaches 1 less the level. So each end is
held to the tail of its own test, which is enclosed (`algebra.tails`), and no quantile is needed:

    t            (M - end)^2 / SE^2 is F with 1 and n - 1 degrees of freedom
    normal       the same is chi-square with 1
    wald         (k/n - end)^2 n / (p (1 - p)) with p = k/n is chi-square with 1
    wilson       the same with p = end
    clopper      k or more (at the upper end, k or fewer) of n has half of it
    jeffreys     the end is a quantile of the beta law of k + 1/2 and n - k + 1/2
    agresti      wald with z^2 more trials, half of them hits

Intervals of models, of resamples and of clusters are others; nothing in them follows from what
stands beside them, so that where none of these fits an interval is odd, and not refuted; in a table
of which most rows fit none of them, all are of another kind, and nothing is asked. Sources:
Wilson (1927); Clopper and Pearson (1934); Agresti and Coull (1998); Brown, Cai and DasGupta (2001),
Interval estimation for a binomial proportion, doi:10.1214/ss/1009213286.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, floor

from attrs import evolve, frozen

from measurand.algebra.enclosure import OutsideError, point
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.algebra.tails import incomplete_beta, upper_gamma
from measurand.auditing.proofs.claim import Claim, Given, exactly
from measurand.auditing.proofs.finding import Clash, Finding, Rule
from measurand.auditing.proofs.grain.cells import UNIT, counted, rounding_of
from measurand.auditing.proofs.premises import Cause
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.significance.intervals import OTHERWISE
from measurand.auditing.proofs.significance.tail_claims import (
    End,
    OfCount,
    end_of_count,
    end_of_mean,
)
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

LEVEL = Fraction(95, 100)
_ZERO, _ONE, _HALF = Fraction(0), Fraction(1), Fraction(1, 2)
_STEPS = 80
_MOST = 10**6
"""Up to how many trials an interval of a count is computed."""


@lru_cache(maxsize=64)
def square_of_z(alpha: Fraction) -> Interval:
    """Enclose the z^2 that a squared normal number exceeds with a probability.

    >>> round(float(square_of_z(Fraction(1, 20)).low) ** 0.5, 6)
    1.959964
    """
    low, high = _ZERO, Fraction(2000)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        tail = upper_gamma(point(_HALF), point(middle / 2))
        if tail.low > alpha:
            low = middle
        elif tail.high < alpha:
            high = middle
        else:
            break
    return Interval(low, high)


@frozen
class _Ends:
    """The printed ends of an interval, and where they stand."""

    row: Row
    columns: tuple[Column, ...]
    low: Printed
    high: Printed
    level: Fraction

    @property
    def alpha(self) -> Interval:
        return point(1 - self.level)

    def end(self, which: str, given: tuple[Given, ...]) -> End:
        """Give one end as data, with the numbers that it is computed from."""
        column, cell = (1, self.low) if which == "low" else (2, self.high)
        return End(Given(self.columns[column].name, cell), self.alpha.low, given)

    @property
    def text(self) -> str:
        return f"[{self.low.text}, {self.high.text}]"

    def finding(self, rule: str, verdict: Verdict, because: str, reading: str) -> Finding:
        names = tuple(one.name for one in self.columns)
        return Finding(
            rule=rule,
            question=f"interval of: {self.row.label} / {', '.join(names)}",
            verdict=verdict,
            rows=(self.row.label,),
            columns=names,
            because=because,
            reading=reading,
            assumes=(
                f"level={self.level}",
                *dict.fromkeys(rounding_of(one) for one in (self.low, self.high)),
            ),
        )


_Tail = Callable[[Interval], Interval]
_Two = tuple[Given, Given]
_Held = tuple[str, Interval, Interval]
"""An end by name, its tail, and what the tail has to be."""


def _ends(sheet: Sheet, of: Column) -> Iterator[_Ends]:
    low, high = (sheet.within(of.group, role) for role in (Role.LOW, Role.HIGH))
    if low is None or high is None:
        return
    for row in sheet.rows:
        bottom, top = row.cell(low.name), row.cell(high.name)
        if bottom is not None and top is not None and row.kind is Kind.BODY:
            yield _Ends(row, (of, low, high), bottom, top, level_of(low.options))


def level_of(options: tuple[tuple[str, str], ...]) -> Fraction:
    """Give the level of confidence that options say, else 95%.

    >>> level_of((("level", "0.9"),)), level_of(())
    (Fraction(9, 10), Fraction(19, 20))
    """
    text = dict(options).get("level", "")
    known = Fraction(text) if text.replace(".", "", 1).replace("/", "", 1).isdigit() else LEVEL
    return known if 0 < known < 1 else LEVEL


def intervals_of_means(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each interval of a mean whether its error, or its deviation and n, give its ends.

    The option `interval` of the mean says `t` or `normal`.

    >>> list(intervals_of_means(Sheet(columns=(), rows=())))
    []
    """
    yield from _unlike_siblings(_intervals_of_means(sheet))


def _intervals_of_means(sheet: Sheet) -> Iterator[tuple[Column, list[Finding]]]:
    for column in sheet.having(Role.MEAN):
        spreads = [sheet.within(column.group, role) for role in (Role.SE, Role.SD)]
        for ends in _ends(sheet, column):
            mean = ends.row.cell(column.name)
            number = counted(sheet, ends.row, column.group, Fact.SAMPLES) or 0
            for spread in filter(None, spreads):
                cell = ends.row.cell(spread.name)
                if mean is None or cell is None or cell.value <= 0 or number <= 1:
                    continue
                per = number if spread.role is Role.SD else 1
                span = hull(cell)
                square = Interval(max(span.low, _ZERO) ** 2 / per, span.high**2 / per)
                whole = evolve(ends, columns=(*ends.columns, spread))
                given = Given(column.name, mean), Given(spread.name, cell, low=_ZERO)
                yield column, [*_of_mean(whole, (hull(mean), square), number, (given, per))]
                break


def _of_mean(
    ends: _Ends, spans: tuple[Interval, Interval], number: int, said: tuple[_Two, int]
) -> Iterator[Finding]:
    mean, square = spans
    given, per = said
    if square.low <= 0:
        return
    df = point(Fraction(number - 1, 2))

    def by_t(ratio: Interval) -> Interval:
        least = Fraction(number - 1)
        share = Interval(least / (least + ratio.high), least / (least + ratio.low))
        return incomplete_beta(share, df, point(_HALF))

    def held(tail: _Tail) -> list[_Held]:
        return [
            (which, tail(_ratio(mean, hull(end), square)), ends.alpha)
            for which, end in (("low", ends.low), ("high", ends.high))
        ]

    ways = {"t": partial(held, by_t), "normal": partial(held, _normal)}
    known = dict(ends.columns[0].options).get("interval", "")
    chosen = {known: ways[known]} if known in ways else ways

    def claim(law: str, which: str) -> Claim | None:
        z = None if law == "t" else _quantile(ends)
        return end_of_mean(ends.end(which, given), per, number - 1, z)

    yield from _judged(
        "interval-of-mean", ends, chosen, (f"n = {number}", claim), closed=bool(known)
    )


def _normal(ratio: Interval) -> Interval:
    return upper_gamma(point(_HALF), Interval(ratio.low / 2, ratio.high / 2))


def _ratio(middle: Interval, end: Interval, square: Interval) -> Interval:
    """Give the squared distance of an end from the middle, over a squared error."""
    gaps = (middle.low - end.high, middle.high - end.low)
    least = _ZERO if gaps[0] <= 0 <= gaps[1] else min(gaps[0] ** 2, gaps[1] ** 2)
    most = max(gaps[0] ** 2, gaps[1] ** 2)
    return Interval(least / square.high, most / square.low)


def intervals_of_counts(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each interval of a share of counts whether one of the known intervals prints so.

    The share names its count and its total (`of`), and its option `interval` may say which it is:
    `wald`, `wilson`, `clopper`, `jeffreys` or `agresti`.

    >>> list(intervals_of_counts(Sheet(columns=(), rows=())))
    []
    """
    yield from _unlike_siblings(_intervals_of_counts(sheet))


def _intervals_of_counts(sheet: Sheet) -> Iterator[tuple[Column, list[Finding]]]:
    for column in sheet.having(Role.RATE):
        if len(column.of) != len(("count", "total")):
            continue
        for ends in _ends(sheet, column):
            count, total = (ends.row.cell(name) for name in column.of)
            if count is None or total is None or not 0 <= count.value <= total.value <= _MOST:
                continue
            k, n = int(count.value), int(total.value)
            if n and count.value.denominator == total.value.denominator == 1:
                names = zip(column.of, (count, total), strict=True)
                given = tuple(exactly(name, cell) for name, cell in names)
                yield column, [*_of_count(ends, k, n, given)]


def _unlike_siblings(asked: Iterable[tuple[Column, list[Finding]]]) -> Iterator[Finding]:
    """Leave out rows that fit no known interval where few of the others do, unless one was said."""
    rows = list(asked)
    held = Counter(column.name for column, found in rows if _fits(found))
    every = Counter(column.name for column, _ in rows)
    for column, found in rows:
        alike = every[column.name] == 1 or 2 * held[column.name] > every[column.name]
        said = all(one.reading != OTHERWISE for one in found)
        if alike or said or _fits(found):
            yield from found


def _fits(found: Iterable[Finding]) -> bool:
    return any(one.verdict is Verdict.HOLDS for one in found)


def _of_count(ends: _Ends, k: int, n: int, given: tuple[Given, ...]) -> Iterator[Finding]:
    low, high = (_within(hull(one)) for one in (ends.low, ends.high))
    ways: dict[str, Callable[[], list[_Held]]] = {
        "wald": lambda: _wald(Fraction(k, n), point(Fraction(n)), ends),
        "wilson": lambda: _wilson(Fraction(k, n), n, ends),
        "clopper": lambda: _beta_ends((k, n - k + 1), (k + 1, n - k), (low, high), ends),
        "jeffreys": lambda: _beta_ends(
            (k + _HALF, n - k + _HALF), (k + _HALF, n - k + _HALF), (low, high), ends, (k, n - k)
        ),
        "agresti": lambda: _agresti(k, n, ends),
    }
    said = dict(ends.columns[0].options).get("interval", "")
    chosen = {said: ways[said]} if said in ways else ways

    def claim(law: str, which: str) -> Claim | None:
        printed, edge = (ends.low, _ZERO) if which == "low" else (ends.high, _ONE)
        of = OfCount(k, n, upper=which == "high", cut=hull(printed).holds(edge))
        return end_of_count(law, ends.end(which, given), of, _quantile(ends))

    yield from _judged("interval-of-count", ends, chosen, (f"{k} of {n}", claim), closed=bool(said))


def _quantile(ends: _Ends) -> tuple[Fraction, Fraction]:
    """Give the square of the normal quantile by its ends, to twelve digits."""
    span = square_of_z(ends.alpha.low)
    return Fraction(floor(span.low * _FINE), _FINE), Fraction(ceil(span.high * _FINE), _FINE)


_FINE = 10**12


def _within(span: Interval) -> Interval:
    low, high = (min(max(end, UNIT.low), UNIT.high) for end in (span.low, span.high))
    return Interval(low, high)


def _wald(share: Fraction, number: Interval, ends: _Ends) -> list[_Held]:
    return _wald_of(point(share), number, ends)


def _wald_of(share: Interval, number: Interval, ends: _Ends) -> list[_Held]:
    products = [one * (1 - one) for one in (share.low, share.high)]
    most = Fraction(1, 4) if share.low <= _HALF <= share.high else max(products)
    square = Interval(min(products) / number.high, most / number.low)
    held: list[_Held] = []
    for which, printed, edge in (("low", ends.low, _ZERO), ("high", ends.high, _ONE)):
        end = hull(printed)
        if square.low <= 0:
            held.append((which, end, share))
            continue
        tail = _normal(_ratio(share, end, square))
        # Where it would lie beyond 0 or 1 it may have been cut there: then it is nearer, and its
        # tail is larger.
        low = min(tail.low, ends.alpha.low) if end.holds(edge) else tail.low
        held.append((which, Interval(low, tail.high), ends.alpha))
    return held


def _wilson(share: Fraction, n: int, ends: _Ends) -> list[_Held]:
    held: list[_Held] = []
    for which, printed in (("low", ends.low), ("high", ends.high)):
        end = _within(hull(printed))
        at = [_score(share, n, one) for one in (end.low, end.high)]
        ratios = Interval(_ZERO if end.holds(share) else min(at), max(at))
        if (share, which) in {(_ZERO, "low"), (_ONE, "high")}:
            held.append((which, end, point(share)))
        else:
            held.append((which, _normal(ratios), ends.alpha))
    return held


def _score(share: Fraction, n: int, at: Fraction) -> Fraction:
    spread = at * (1 - at)
    return n * (share - at) ** 2 / spread if spread else Fraction(2000)


def _beta_ends(
    lower: tuple[Fraction | int, Fraction | int],
    upper: tuple[Fraction | int, Fraction | int],
    spans: tuple[Interval, Interval],
    ends: _Ends,
    flat: tuple[int, int] | None = None,
) -> list[_Held]:
    """Hold both ends to quantiles of beta laws; at the edge they are 0 and 1."""
    tail = point(ends.alpha.low / 2)
    hits, misses = flat or (lower[0], upper[1])
    held: list[_Held] = []
    if hits:
        a, b = (point(Fraction(one)) for one in lower)
        held.append(("low", incomplete_beta(spans[0], a, b), tail))
    else:
        held.append(("low", spans[0], point(_ZERO)))
    if misses:
        a, b = (point(Fraction(one)) for one in upper)
        other = Interval(1 - spans[1].high, 1 - spans[1].low)
        held.append(("high", incomplete_beta(other, b, a), tail))
    else:
        held.append(("high", spans[1], point(_ONE)))
    return held


def _agresti(k: int, n: int, ends: _Ends) -> list[_Held]:
    square = square_of_z(ends.alpha.low)
    shares = [(k + one / 2) / (n + one) for one in (square.low, square.high)]
    number = Interval(n + square.low, n + square.high)
    return _wald_of(Interval(min(shares), max(shares)), number, ends)


def _judged(
    rule: str,
    ends: _Ends,
    ways: Mapping[str, Callable[[], list[_Held]]],
    said: tuple[str, Callable[[str, str], Claim | None]],
    *,
    closed: bool,
) -> Iterator[Finding]:
    of, claim = said
    found: list[Finding] = []
    for name, way in ways.items():
        try:
            held = way()
        except OutsideError as error:
            because = f"the interval {name} is not enclosed: {error}"
            open_one = ends.finding(rule, Verdict.UNDECIDED, because, f"interval={name}")
            found.append(evolve(open_one, cause=Cause.BUDGET))
            continue
        clash = next((one for one in held if not one[1].meets(one[2])), None)
        if clash is None:
            because = f"{ends.text} is the {name} interval of {of}"
            yield ends.finding(rule, Verdict.HOLDS, because, f"interval={name}")
            return
        which, tail, wanted = clash
        because = (
            f"not reproducible under interval={name}: the {which} end of {ends.text} of {of} has a "
            f"tail from {float(tail.low):.4g} to {float(tail.high):.4g}, not {float(wanted.low):g}"
        )
        refuted = ends.finding(rule, Verdict.REFUTED, because, f"interval={name}")
        ground = Clash(f"the tail of the {which} end", wanted, tail, claim(name, which))
        found.append(evolve(refuted, grounds=(ground,)))
    yield from found
    if not closed:
        because = "an interval of a model, of resamples or of clusters is another one"
        yield evolve(ends.finding(rule, Verdict.UNDECIDED, because, OTHERWISE), unusual=True)


COMPUTED_INTERVALS_RULES = (
    Rule(
        id="interval-of-mean",
        says="The interval of a mean follows from its error, or from its deviation and n.",
        assumes="It is one by t or by the normal law; of models and resamples there are others.",
        source="the definition of a confidence interval",
        check=intervals_of_means,
        slips=False,
    ),
    Rule(
        id="interval-of-count",
        says="The interval of k of n is that of Wald, Wilson, Clopper and Pearson, Jeffreys or "
        "Agresti and Coull.",
        assumes="Trials are independent, and count 0 or 1; other intervals are not refuted.",
        source="Brown, Cai and DasGupta 2001, Interval estimation for a binomial proportion",
        check=intervals_of_counts,
        slips=False,
    ),
)
