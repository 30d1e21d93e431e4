"""Columns that speak of others: averages and ends of intervals, gains and shares.

Of which columns an average, a total, an error or an end speaks is told by where they stand: before
it, in its group, all of one role. A gain is the difference of two columns before it, a share that
of the counts before it, and which ones is read off the numbers: most rows must fit. So this is a
guess, which makes nothing impossible, but a row that does not fit where most do stands out.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from attrs import evolve

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.sheet import COUNTS, Role
from measurand.edges.tables.columns import NumberColumn
from measurand.edges.tables.interval_columns import tied_intervals
from measurand.edges.tables.roles import (
    BOUNDS_OF_P,
    MEAN_SQUARES,
    GuessedColumn,
    guess_roles,
    numbers_rows,
    with_unit,
)
from measurand.edges.tables.vocabulary import CHANGE, OwnMetrics
from measurand.values.printed import Printed, Rounding, Unit

_SHARES = re.compile(
    r"%|(?:share|percent(?:age)?|proportion|fraction)s?\.?(?: ?\(?(?:in )?%\)?)?|占比|比例",
    re.IGNORECASE,
)
_SUMS = re.compile(r"ss|(?:type i{1,3} )?(?:sums? of squares|sum sq\.?|ss)", re.IGNORECASE)
_RATE = re.compile(r"(?:[a-z]{2,20}[ -]){0,2}rate\.?(?: ?\(?%\)?)?", re.IGNORECASE)
_FEWEST = 2
_HUNDRED = 100
Parts = Sequence[Fraction]


def guess_columns(
    columns: Sequence[NumberColumn], own: OwnMetrics = ()
) -> tuple[GuessedColumn, ...]:
    """Guess what columns are, of which others they speak, and what they are counted in.

    >>> from measurand.edges.tables.cells import read_cell
    >>> cells = (read_cell("63.3"),)
    >>> columns = [NumberColumn(at=at, name=name, head=name, above="", cells=cells)
    ...            for at, name in enumerate(["P", "R", "F1", "Acc"])]
    >>> [(one.role.value, one.unit.value) for one in guess_columns(columns)]
    [('precision', '%'), ('recall', '%'), ('f', '%'), ('rate', '%')]
    """
    guesses = guess_roles(columns, own)
    guesses = tuple(_of(one, guesses[:at], guesses) for at, one in enumerate(guesses))
    return tuple(with_unit(one, guesses) for one in guesses)


def _of(
    one: GuessedColumn, before: Sequence[GuessedColumn], guesses: Sequence[GuessedColumn]
) -> GuessedColumn:
    """Find which columns an average, a total or an end of an interval speaks of."""
    match one.role:
        case Role.AVERAGE:
            beside = any(o.role is Role.SD and o.group == one.group for o in guesses)
            if one.column.head.strip().lower().startswith("mean") and beside:
                return evolve(one, role=Role.MEAN).noted("a mean beside its standard deviation")
            if any(other.column.above == one.column.above for other in guesses[len(before) + 1 :]):
                return one.as_value(
                    "columns follow it: of which it is is not said (`average[A,B]`)"
                )
            alike = _alike(one, before)
            counts = all(other.whole for other in alike) and not one.whole
            return _joined(one, () if counts else alike)
        case Role.TOTAL:
            return _joined(one, tuple(o for o in _alike(one, before) if o.whole))
        case Role.SE:
            return _error_of(one, before)
        case Role.P_HOLM:
            raw = [o for o in guesses if o.role is Role.P and o.group == one.group]
            if any(_unread_both(one, other) for other in raw):
                return one.as_value("some p-values of its family are bounds: held to none")
            return evolve(one, of=(raw[0].name,)) if len(raw) == 1 else one
        case Role.SD if not any(o.role in _MEANS and o.group == one.group for o in guesses):
            return one.as_value("no mean stands beside it: no standard deviation is held to one")
        case _:
            return one


def _unread_both(one: GuessedColumn, raw: GuessedColumn) -> bool:
    """Tell whether a test has neither its raw nor its adjusted p-value as a number."""
    both = zip(one.column.cells, raw.column.cells, strict=True)
    return any(not (a.printed or b.printed) and not (a.empty and b.empty) for a, b in both)


def _error_of(one: GuessedColumn, before: Sequence[GuessedColumn]) -> GuessedColumn:
    """Find the number whose standard error this is: the last score before it in its group."""
    scored = [
        other
        for other in before
        if other.group == one.group and other.role not in _ENDS and not numbers_rows(other)
    ]
    if not scored:
        return one.as_value("no estimate stands before it: no standard error")
    name = scored[-1].name
    return evolve(one, of=(name,)).noted(f"the standard error of {name!r}")


_ENDS = BOUNDS_OF_P | {Role.LOW, Role.HIGH, Role.SD, Role.SE, Role.P, Role.P_HOLM, *COUNTS}
_MEANS = frozenset({Role.MEAN, Role.AVERAGE})


def _alike(one: GuessedColumn, before: Sequence[GuessedColumn]) -> tuple[GuessedColumn, ...]:
    """List the columns before one, back to the last of its kind, if they all are of one role."""
    run: list[GuessedColumn] = []
    for other in reversed(before):
        if other.role is one.role or other.column.above != one.column.above:
            break
        run.insert(0, other)
    roles = {other.role for other in run}
    kinds = {(other.role, other.metric) for other in run}
    numbered = any(map(numbers_rows, run))
    counted = one.role is Role.AVERAGE and bool(roles & {*COUNTS, Role.HITS})
    return () if len(kinds) != 1 or numbered or counted else tuple(run)


def _joined(one: GuessedColumn, of: tuple[GuessedColumn, ...]) -> GuessedColumn:
    what = one.role.value
    if len(of) <= 1:
        return one.as_value(f"of which columns is not said: `{what}[A,B]` says it")
    names = tuple(other.name for other in of)
    return evolve(one, of=names).noted(f"the {what} of {', '.join(names)}, all weighing alike")


def composed_columns(
    guesses: Sequence[GuessedColumn], around: str = ""
) -> tuple[GuessedColumn, ...]:
    """Tie gains to two columns, shares to their counts, intervals to estimates: as most rows fit.

    >>> composed_columns(())
    ()
    """
    made = [_made(one, guesses[:at]) for at, one in enumerate(guesses)]
    return tied_intervals([_counted(one, made) for one in made], around)


def _counted(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Tie a rate, or a column of percent, to the two columns whose quotients its numbers are."""
    head = one.column.head.strip()
    called = _SHARES.fullmatch(head) or _RATE.fullmatch(head)
    if one.of or not (one.role is Role.RATE or (one.role is Role.VALUE and called)):
        return one
    above = one.unit is Unit.NONE and any(value > 1 for value in one.values)
    unit = Unit.PERCENT if above else one.unit
    counts = [
        other
        for other in guesses
        if other is not one and other.group == one.group and other.whole and other.values
        if other.role in {Role.VALUE, Role.HITS, *COUNTS} and min(other.values) >= 0
    ]
    for count, total in permutations(counts[:_MOST_COUNTS], 2):
        if _are_quotients(one.column, unit, count.column, total.column):
            names = count.name, total.name
            told = one.noted(f"the share of {count.name!r} in {total.name!r}, as most rows fit")
            return evolve(told, role=Role.RATE, of=names, unit=unit)
    return one


_MOST_COUNTS, _QUOTIENTS, _RARE = 8, 3, 4


def _are_quotients(
    shares: NumberColumn, unit: Unit, counts: NumberColumn, totals: NumberColumn
) -> bool:
    """Tell whether shares are quotients in three different rows, and miss in one of four at most.

    None and all of a total are shares of any.
    """
    rows = missing = 0
    fitting: set[Fraction] = set()
    for cells in zip(shares.cells, counts.cells, totals.cells, strict=True):
        share, count, total = (cell.printed for cell in cells)
        if share is None or count is None or total is None:
            continue
        if not 0 <= count.value <= total.value or not total.value:
            return False
        quotient = count.value / total.value
        known = unit if share.unit is Unit.NONE else share.unit
        held = hull(evolve(share, unit=known, rounding=Rounding.ANY)).holds(quotient)
        rows += 1
        missing += not held
        fitting |= {quotient} if held and 0 < quotient < 1 else set()
    return len(fitting) >= _QUOTIENTS and missing <= max(1, rows // _RARE)


def _made(one: GuessedColumn, before: Sequence[GuessedColumn]) -> GuessedColumn:
    if one.role is not Role.VALUE or one.metric is not None:
        return one
    beside = [other for other in before if other.group == one.group]
    if MEAN_SQUARES.fullmatch(one.column.head.strip()):
        return _mean_square(one, beside)
    if one.head.hint == CHANGE:
        scored = [other for other in beside if other.head.hint != CHANGE]
        made, role = _difference(one, scored), Role.DIFFERENCE
    elif _SHARES.fullmatch(one.column.head.strip()):
        made, role = _share(one, beside), Role.SHARE
    else:
        return one
    if not made:
        return one
    names = " and ".join(map(repr, made))
    text = f"read as the {role.value} of {names}, as most rows fit"
    percent = role is Role.SHARE and one.unit is Unit.NONE and any(v > 1 for v in one.values)
    unit = Unit.PERCENT if percent else one.unit
    return evolve(one, role=role, of=made, unit=unit, notes=(text,))


def _mean_square(one: GuessedColumn, beside: Sequence[GuessedColumn]) -> GuessedColumn:
    """Tie mean squares to sums of squares and their degrees of freedom, by their heads alone."""
    sums = [other.name for other in beside if _SUMS.fullmatch(other.column.head.strip())]
    dfs = [other.name for other in beside if other.role is Role.DF]
    if len(sums) != 1 or len(dfs) != 1:
        return one
    of = (sums[0], dfs[0])
    doubt = "that it is the sum of squares over its degrees of freedom is not said"
    notes = (f"read as the ratio of {of[0]!r} to {of[1]!r}: a mean square",)
    return evolve(one, role=Role.RATIO, of=of, notes=notes, doubt=doubt)


def _difference(one: GuessedColumn, beside: Sequence[GuessedColumn]) -> tuple[str, ...]:
    if len(beside) < _FEWEST:
        return ()
    last = beside[-1]
    for other in dict.fromkeys((beside[-2].name, beside[0].name)):
        base = next(some for some in beside if some.name == other)
        for pair in ((last, base), (base, last)):
            if _most_fit(one, pair, _changes):
                return pair[0].name, pair[1].name
    return ()


def _changes(point: Parts) -> Iterator[Fraction]:
    """List what is printed as a change: in units, in hundredths, or relative to either in %."""
    first, second = point
    change = first - second
    yield from (change, change * _HUNDRED)
    yield from (change / one * _HUNDRED for one in point if one)


def _share(one: GuessedColumn, beside: Sequence[GuessedColumn]) -> tuple[str, ...]:
    """Find the counts whose shares they are: the nearest column of whole numbers."""
    counts = [o for o in beside if o.whole and o.role in {*COUNTS, Role.VALUE}]
    if not counts:
        return ()
    total = sum(counts[-1].values, Fraction(0))
    # A last row may be the sum of the others.
    for sum_of in (total, total / 2):
        if sum_of and _most_fit(one, counts[-1:], _part_of(sum_of)):
            return (counts[-1].name,)
    return ()


def _part_of(total: Fraction) -> Callable[[Parts], Iterator[Fraction]]:
    return lambda point: iter((point[0] / total, point[0] / total * _HUNDRED))


def _most_fit(
    one: GuessedColumn,
    parts: Sequence[GuessedColumn],
    formulas: Callable[[Parts], Iterator[Fraction]],
) -> bool:
    """Tell whether one formula gives two of three printed numbers, as far as they are rounded."""
    rows = 0
    fits: dict[int, int] = {}
    for at, cell in enumerate(one.column.cells):
        cells = (part.column.cells[at].printed for part in parts)
        operands = [printed for printed in cells if printed is not None]
        if cell.printed is None or len(operands) < len(parts):
            continue
        rows += 1
        ends = zip(*(formulas(corner) for corner in _corners(operands)), strict=False)
        middles = formulas([part.value for part in operands])
        for way, (value, corners) in enumerate(zip(middles, ends, strict=False)):
            reach = max(abs(end - value) for end in corners) + _unit(cell.printed)
            fits[way] = fits.get(way, 0) + (abs(cell.printed.value - value) <= reach)
    most = max(fits.values(), default=0)
    return most >= _FEWEST and most * 3 >= rows * 2


def _corners(operands: Sequence[Printed]) -> Iterator[Parts]:
    """List what the numbers may be where a difference or a share is largest, and least."""
    for signs in ((-1, 1), (1, -1)):
        yield [
            part.value + sign * _unit(part) * bool(part.decimals)
            for part, sign in zip(operands, signs, strict=False)
        ]


def _unit(printed: Printed) -> Fraction:
    """Give a unit of the last digit: twice what rounding to the nearest loses."""
    return Fraction(1, 10**printed.decimals)
