"""What a cell of counts is: its interval, over how many it is a share, and what that assumes."""

from fractions import Fraction
from math import ceil, floor

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull, rounded
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Added, Printed, Rounding

RATES = (Role.RATE, Role.EXACT_MATCH, Role.ACCURACY)
MEANS = (Role.MEAN, Role.DIFFERENCE)
UNIT = Interval(Fraction(0), Fraction(1))
LARGEST = 10**12
"""The largest number of samples, runs or items that is taken for one."""

_POOLED = {"micro", "macro[sample]"}


def summed_span(printed: Printed, summands: int = 1) -> Interval:
    """Give what may print so, where the number may be a mean of differences.

    Summed as floats, what cancels leaves errors as large as those of its summands, here of size 1:
    the full representation of a small number is as uncertain as that of 0.

    >>> summed_span(Printed.parse("-5.551115123125783e-17")).holds(Fraction(0))
    True
    """
    return hull(printed, summed(summands))


def summed(summands: int) -> Added:
    """Say what is added for a mean of so many numbers of size 1.

    >>> summed(3).number
    3
    """
    return Added(number=summands, size=Fraction(1))


def wholes(interval: Interval) -> range:
    """List the whole numbers of an interval.

    >>> list(wholes(Interval(Fraction(1, 2), Fraction(3))))
    [1, 2, 3]
    """
    return range(ceil(interval.low), floor(interval.high) + 1)


def scaled(interval: Interval, factor: Fraction | int) -> Interval:
    """Multiply an interval by a number that is not negative.

    >>> scaled(Interval(Fraction(1), Fraction(2)), 3)
    Interval(low=Fraction(3, 1), high=Fraction(6, 1))
    """
    return Interval(interval.low * factor, interval.high * factor)


def printed_as(value: Fraction, like: Printed) -> str:
    """Write an exact value as another number was printed.

    >>> printed_as(Fraction(327, 374), Printed.parse("87.6%"))
    '87.4%'
    """
    in_unit = value / like.unit.scale
    if like.rounding is Rounding.FLOAT64:
        return repr(float(in_unit))
    digits = rounded(in_unit, like.decimals, like.rounding)
    return Printed(digits, like.decimals, like.unit).text


def counted(sheet: Sheet, row: Row, group: str, fact: Fact) -> int | None:
    """Find a count: the row's own fact, the cell of its column, or the fact of the sheet.

    A cell counts where it is a whole number without a unit; what is above `LARGEST` does not.

    >>> sheet = Sheet(columns=(Column(name="n", role=Role.SAMPLES),),
    ...               rows=(Row(label="a", cells=(("n", Printed.parse("124")),)),))
    >>> counted(sheet, sheet.rows[0], "", Fact.SAMPLES)
    124
    """
    number = _counted(sheet, row, group, fact)
    return number if number is not None and number <= LARGEST else None


def _counted(sheet: Sheet, row: Row, group: str, fact: Fact) -> int | None:
    own = dict(row.facts).get(fact)
    if own is not None:
        return own
    role = {Fact.SAMPLES: Role.SAMPLES, Fact.GOLD: Role.GOLD, Fact.PREDICTED: Role.PREDICTED}
    if fact in role:
        column = sheet.within(group, role[fact]) or sheet.within("", role[fact])
        cell = row.cell(column.name) if column else None
        if cell is not None and cell.unit.scale == 1 and cell.value.denominator == 1:
            return max(0, cell.value.numerator)
    return sheet.fact(row, fact)


def repeats(sheet: Sheet, row: Row, group: str) -> int:
    """Count the summands that each sample brings: its runs times its items, 1 if not stated.

    >>> repeats(Sheet(columns=(), rows=(), facts=((Fact.RUNS, 3),)), Row(label="a"), "")
    3
    """
    runs, items = (counted(sheet, row, group, fact) for fact in (Fact.RUNS, Fact.ITEMS))
    return (runs or 1) * (items or 1)


def is_whole(column: Column) -> bool:
    """Tell whether each sample adds a whole number to what a column averages.

    That is so for rates (0 or 1), unless the options say that they are weighted, averaged over
    classes or give partial credit; and for a mean with the option `whole=true`, never by itself.

    >>> is_whole(Column(name="acc", role=Role.RATE)), is_whole(Column(name="m", role=Role.MEAN))
    (True, False)
    """
    known = dict(column.options)
    if column.role in MEANS:
        return known.get("whole") == "true"
    pooled = known.get("average", "micro") in _POOLED
    return column.role in RATES and pooled and known.get("credit", "binary") == "binary"


def counts_in(cell: Interval, number: int, column: Column) -> range:
    """List the counts over `number` that a cell may be; those of a rate lie in [0, number].

    >>> list(counts_in(Interval(Fraction(1, 2), Fraction(2)), 4, Column(name="a", role=Role.RATE)))
    [2, 3, 4]
    """
    counts = wholes(scaled(cell, number))
    if column.role not in RATES:
        return counts
    return range(max(0, counts.start), min(counts.stop, number + 1))


def assumptions(sheet: Sheet, row: Row, column: Column) -> tuple[str, ...]:
    """Say what a finding on the grain of a cell stands on."""
    what = "0 or 1" if column.role in RATES else "a whole number"
    runs = counted(sheet, row, column.group, Fact.RUNS)
    items = counted(sheet, row, column.group, Fact.ITEMS)
    each = f"each of {items} items of a sample" if items else "each sample"
    return (
        f"{each} counts {what}, and none is left out or weighted",
        f"the mean of {runs} runs" if runs else "one run",
    )


def rounding_of(printed: Printed) -> str:
    """Say how a number is taken to have been rounded."""
    if printed.rounding is Rounding.DECIMAL:
        return "rounded once, to the nearest last digit"
    return f"rounding={printed.rounding.value}"
