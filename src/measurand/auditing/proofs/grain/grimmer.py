"""GRIMMER: a mean with its standard deviation, of whole numbers or of 0 and 1.

n whole numbers with sum s have a sum of squares q that is whole, as odd as s, and at least that of
the even spread; `reachable` says exactly which q are left. The deviation is then one of few values,
for each sum that prints as the mean. Of zeros and ones q = s, and one number of ones decides both
(DEBIT). Divided by n - 1 or by n are two readings. Sources: Anaya (2016), The GRIMMER test; Allard
(2018); Heathers and Brown (2019), DEBIT.
"""

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import NamedTuple

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree, folded, square
from measurand.auditing.proofs.finding import Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import (
    RATES,
    counted,
    is_whole,
    rounding_of,
    scaled,
    summed,
    summed_span,
    wholes,
)
from measurand.auditing.proofs.sheet import Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Added, Printed, Unit
from measurand.values.verdict import Verdict

BUDGET = 10_000
"""How many sums, and sums of squares, are tried."""

_PAIR, _TRIPLE, _FOUR = 2, 3, 4
_SEVEN = 7


@frozen
class Moments:
    """What a search over sums found: one with its sum of squares, or how many there were.

    `ended` is false where the budget was spent before the last case.
    """

    sums: tuple[int, int] | None
    tried: int
    ended: bool = True


def least_squares(number: int, total: int) -> int:
    """Give the least sum of squares of `number` integers with a sum: the sum spread evenly.

    >>> least_squares(3, 7)
    17

    Raises ZeroDivisionError for no integers.
    """
    low, rest = divmod(total, number)
    return (number - rest) * low**2 + rest * (low + 1) ** 2


def reachable(number: int, total: int, squares: int) -> bool | None:
    """Decide whether so many integers (of either sign) have a sum and a sum of squares.

    Both are odd or both even, and the squares at least those of an even spread. From five integers
    on that is enough. For five: take x near total/5 such that total - x is odd; the other four
    exist by the next sentence as soon as squares - total**2/5 >= 5/4, and what is below that are
    the even spreads. For more: split off one number of the even spread. Four integers correspond to
    4*squares - total**2 as a sum of three squares, each as odd as the total (Gauss, Legendre): an
    odd total always, an even one unless squares - (total/2)**2 is 4**a * (8b + 7). Two and three
    are tried one by one. None where that takes more than `BUDGET` steps.

    >>> reachable(5, 3, 3), reachable(5, 3, 4), reachable(4, 0, 28), reachable(2, 2, 4)
    (True, False, False, True)

    Raises ZeroDivisionError for no integers.
    """
    if (total - squares) % 2 or squares < least_squares(number, total):
        return False
    if number == 1:
        return squares == total**2
    if number == _PAIR:
        gap = 2 * squares - total**2
        return isqrt(gap) ** 2 == gap
    if number == _TRIPLE:
        return _three(total, squares)
    return number > _FOUR or total % 2 == 1 or not _needs_four(squares - (total // 2) ** 2)


def _three(total: int, squares: int) -> bool | None:
    reach = isqrt(2 * (3 * squares - total**2)) + 1
    first = range((total - reach) // 3, (total + reach) // 3 + 2)
    if reach > BUDGET:
        return None
    rest = ((total - x, squares - x * x) for x in first)
    return any(
        2 * left >= sum_**2 and isqrt(2 * left - sum_**2) ** 2 == 2 * left - sum_**2
        for sum_, left in rest
    )


def _needs_four(number: int) -> bool:
    """Tell whether a number is no sum of three squares (it is one of four, as all are)."""
    while number and number % 4 == 0:
        number //= 4
    return number % 8 == _SEVEN


def whole_moments(number: int, mean: Interval, sd: Interval, divisor: int) -> Moments:
    """Search integers, `number` of them, with such a mean and a standard deviation.

    The squared deviations are summed and divided by `divisor`: number - 1 or number. Every sum that
    prints as the mean is tried. Sources: Anaya (2016), The GRIMMER test; Allard (2018).

    >>> from measurand.algebra.rounding import hull
    >>> mean, sd = hull(Printed.parse("3.44")), hull(Printed.parse("2.47"))
    >>> whole_moments(18, mean, sd, 17)
    Moments(sums=None, tried=1, ended=True)
    """
    left = BUDGET
    low, high = max(Fraction(0), sd.low) ** 2 * divisor, max(Fraction(0), sd.high) ** 2 * divisor
    sums = wholes(scaled(mean, number))
    for tried, total in enumerate(sums, start=1):
        base = Fraction(total**2, number)
        first = max(ceil(low + base), least_squares(number, total))
        # x and x^2 are both odd or both even, so a sum and its sum of squares are too.
        first += (first - total) % 2
        for squares in range(first, floor(high + base) + 1, 2):
            left -= 1
            possible = reachable(number, total, squares)
            if possible:
                return Moments((total, squares), tried)
            if possible is None or left < 0:
                return Moments(None, tried, ended=False)
        left -= 1
        if left < 0:
            return Moments(None, tried, ended=False)
    return Moments(None, len(sums))


def binary_moments(number: int, mean: Interval, sd: Interval, divisor: int) -> Moments:
    """Search how many of `number` zeros and ones are ones, given their mean and deviation.

    The squared deviations of k ones sum to k * (number - k) / number, and are divided by `divisor`.
    Source: Heathers and Brown (2019), DEBIT.

    >>> from measurand.algebra.rounding import hull
    >>> binary_moments(10, hull(Printed.parse("0.50")), hull(Printed.parse("0.53")), 9)
    Moments(sums=(5, 5), tried=1, ended=True)
    """
    ones = wholes(scaled(mean, number))
    ones = range(max(0, ones.start), min(number + 1, max(ones.stop, 0)))
    low, high = (max(Fraction(0), end) ** 2 * divisor * number for end in (sd.low, sd.high))
    # k (n - k) rises up to the half and falls after it: each side can be searched by halving.
    half = min(max(number // 2 + 1, ones.start), max(ones.stop, ones.start))
    rising, falling = range(ones.start, half), range(half, ones.stop)[::-1]
    for part in (rising, falling):
        at = bisect_left(part, low, key=lambda k: Fraction(k * (number - k)))
        if at < len(part) and part[at] * (number - part[at]) <= high:
            return Moments((part[at], part[at]), len(ones))
    return Moments(None, len(ones))


_HUNDREDTHS = frozenset({Unit.PERCENT, Unit.POINTS})


class _Cells(NamedTuple):
    row: Row
    mean: Printed
    sd: Printed
    columns: tuple[str, str]
    number: int
    items: int
    binary: bool
    kind: str | None
    unit: str = ""


def _cells(sheet: Sheet) -> Iterator[_Cells]:
    for group in sheet.groups():
        spread = sheet.within(group, Role.SD)
        named = {column.name: column for column in sheet.columns if column.group == group}
        of = [named.get(name) for name in spread.of] if spread else []
        means = [column for column in (of or named.values()) if column is not None]
        for column in means:
            known = dict(spread.options) if spread else {}
            over = known.get("over", "samples" if column.role is Role.MEAN else "")
            ones = column.role in RATES or dict(column.options).get("binary") == "true"
            usable = column.role in {Role.MEAN, *RATES} and (ones or is_whole(column))
            if spread is None or over != "samples" or not usable:
                continue
            for row in sheet.rows:
                mean, sd = row.cell(column.name), row.cell(spread.name)
                samples = counted(sheet, row, group, Fact.SAMPLES) or 0
                one_run = (counted(sheet, row, group, Fact.RUNS) or 1) == 1
                if mean and sd and samples > 1 and one_run and row.kind is Kind.BODY:
                    items = counted(sheet, row, group, Fact.ITEMS) or 1
                    names = (column.name, spread.name)
                    kind, binary = known.get("sd"), ones and items == 1
                    read = _Cells(row, mean, sd, names, samples, items, binary, kind)
                    yield read
                    yield from _other_units(read)


def _other_units(read: _Cells) -> Iterator[_Cells]:
    """Read a deviation without a unit in that of its mean; no shares deviate by more than 1."""
    if read.sd.unit is not Unit.NONE:
        return
    percent = read.binary and read.mean.unit is Unit.NONE and read.sd.value > 1
    unit = Unit.PERCENT if percent else read.mean.unit
    if unit in _HUNDREDTHS:
        mean, sd = evolve(read.mean, unit=unit), evolve(read.sd, unit=unit)
        yield read._replace(mean=mean, sd=sd, unit=f", in {unit.value}")


def deviations(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each mean and standard deviation whether whole numbers (or zeros and ones) have both.

    A mean needs the option `whole=true` or `binary=true`; a rate needs `over=samples` on the column
    of its standard deviation, which is often one over runs. With several runs nothing is asked.
    Whether the squares are divided by n - 1 or by n are two readings, unless the option `sd` of
    the column says `sample` or `population`; a deviation without a unit beside a mean in percent
    may be in percent as well.

    >>> from measurand.auditing.proofs.sheet import Column
    >>> columns = (Column(name="M", role=Role.MEAN, options=(("whole", "true"),)),
    ...            Column(name="SD", role=Role.SD))
    >>> cells = (("M", Printed.parse("3.44")), ("SD", Printed.parse("2.47")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),),
    ...               facts=((Fact.SAMPLES, 18),))
    >>> [(found.reading, found.verdict.value) for found in deviations(sheet)]
    [('sd=sample', 'refuted'), ('sd=population', 'refuted')]
    """
    for cells in _cells(sheet):
        for kind in ("sample", "population"):
            if cells.kind in {None, kind}:
                yield from _deviation(cells, kind)


def _deviation(cells: _Cells, kind: str) -> Iterator[Finding]:
    number, items = cells.number, cells.items
    sizes = (abs(cell.value) * cell.unit.scale for cell in (cells.mean, cells.sd))
    size = sum(sizes, Fraction(0))
    # Divided by n - 1 the squares come to more than their mean, at most to twice as much.
    squares = Added(number=number, size=size * Fraction(3, 2), squares=number)
    mean, sd = (
        scaled(summed_span(cells.mean, number), items),
        scaled(hull(cells.sd, squares), items),
    )
    divisor = number - 1 if kind == "sample" else number
    if not wholes(scaled(mean, number)):
        return  # no sum at all gives the mean: that is what "grim" says
    search = binary_moments if cells.binary else whole_moments
    moments = search(number, mean, sd, divisor)
    claim = _claim(cells, divisor, summed(number), squares)
    verdict, because, grounds = _verdict(cells, moments, f"{number} {_data(cells)}", claim)
    yield Finding(
        rule="debit" if cells.binary else "grimmer",
        question=f"deviation: {cells.row.label} / {', '.join(cells.columns)}",
        verdict=verdict,
        rows=(cells.row.label,),
        columns=cells.columns,
        because=because,
        reading=f"sd={kind}{cells.unit}",
        assumes=(
            f"the standard deviation is that of {number} samples, none of them left out",
            f"the samples are {_data(cells)}",
            *dict.fromkeys((rounding_of(cells.mean), rounding_of(cells.sd))),
        ),
        grounds=grounds,
    )


def _data(cells: _Cells) -> str:
    if cells.binary:
        return "zeros or ones"
    return "whole numbers" if cells.items == 1 else f"means of {cells.items} whole numbers"


def _claim(cells: _Cells, divisor: int, of_mean: Added, of_sd: Added) -> Claim:
    """Claim that whole numbers (or zeros and ones) have the mean and the deviation.

    The sum of squares is the sum and twice some whole number, and no less than that of an even
    spread: n `low` + `rest` is the sum, and (n - rest) low^2 + rest (low + 1)^2 are the squares.
    """
    name, sd = cells.columns
    number, items = Fraction(cells.number), Fraction(cells.items)
    deviation: Tree = ("*", Fraction(divisor) * items**2, square(sd))
    printed = (
        Given(name, cells.mean, added=of_mean),
        Given(sd, cells.sd, low=Fraction(0), added=of_sd),
    )
    if cells.binary:
        ones = Given("ones", low=Fraction(0), high=number, whole=True)
        spread: Tree = ("/", ("*", "ones", ("-", number, "ones")), number)
        of_ones: Relation = ("==", "ones", ("*", name, number))
        return Claim((*printed, ones), (of_ones, ("==", deviation, spread)))
    squares: Tree = ("+", deviation, ("/", square("sum"), number))
    rest, low = "rest", "low"
    even = folded("+", (("*", number, square(low)), ("*", Fraction(2), ("*", low, rest)), rest))
    whole = [Given(one, whole=True) for one in ("sum", low, "pairs")]
    relations: tuple[Relation, ...] = (
        ("==", "sum", ("*", name, number * items)),
        ("==", low, ("/", ("-", "sum", rest), number)),
        ("==", rest, ("-", "sum", ("*", number, low))),
        ("==", "pairs", ("/", ("-", squares, "sum"), Fraction(2))),
        ("<=", even, ("+", "sum", ("*", Fraction(2), "pairs"))),
    )
    rests = Given(rest, low=Fraction(0), high=number - 1, whole=True)
    return Claim((*printed, *whole, rests), relations)


def _verdict(
    cells: _Cells, moments: Moments, what: str, claim: Claim
) -> tuple[Verdict, str, tuple[Witness | Exhausted, ...]]:
    text = f"{cells.mean.text} and {cells.sd.text}"
    if moments.sums is not None:
        total, squares = moments.sums
        values = (("sum", Fraction(total)), ("sum of squares", Fraction(squares)))
        because = f"{what} with sum {total} and sum of squares {squares} print as {text}"
        return Verdict.HOLDS, because, (Witness(values),)
    if not moments.ended:
        return Verdict.UNDECIDED, f"not decided within {BUDGET} cases", ()
    sums = wholes(scaled(summed_span(cells.mean, cells.number), cells.number * cells.items))
    cases = f"sums {sums[0]}..{sums[-1]} of {what}, each with its sums of squares"
    because = f"not reproducible under {what}: no sum has a sum of squares that prints as {text}"
    return Verdict.REFUTED, because, (Exhausted(cases, moments.tried, claim),)


MOMENTS_RULES = (
    Rule(
        id="deviation",
        says="The mean and the standard deviation of whole numbers (or 0 and 1) come in steps.",
        assumes="Both are of the same samples, all counted, and whole as the options say.",
        source="Anaya 2016 and Allard 2018 (GRIMMER); Heathers and Brown 2019 (DEBIT)",
        check=deviations,
    ),
)
