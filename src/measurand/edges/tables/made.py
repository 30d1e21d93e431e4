"""What a column is made of, where its head says what it is and its numbers say of what.

A gain is the difference of two columns before it, a share that of the counts before it. Which ones
is read off the numbers: most rows must fit. So this is a guess, which makes nothing impossible, but
a row that does not fit where most do stands out.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.audit.proofs.sheet import COUNTS, Role
from measurand.edges.tables.guess import Guessed
from measurand.edges.tables.words import CHANGE
from measurand.values.printed import Printed, Unit

_SHARES = re.compile(
    r"%|(?:share|percent(?:age)?|proportion|fraction)s?\.?(?: ?\(?(?:in )?%\)?)?|占比|比例",
    re.IGNORECASE,
)
_FEWEST = 2
_HUNDRED = 100
Parts = Sequence[Fraction]


def made_of_others(found: Sequence[Guessed]) -> tuple[Guessed, ...]:
    """Tie gains to two columns before them, and shares to their counts, where most rows fit.

    >>> made_of_others(())
    ()
    """
    return tuple(_made(one, found[:at]) for at, one in enumerate(found))


def _made(one: Guessed, before: Sequence[Guessed]) -> Guessed:
    if one.role is not Role.VALUE or one.metric is not None:
        return one
    beside = [other for other in before if other.group == one.group]
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


def _difference(one: Guessed, beside: Sequence[Guessed]) -> tuple[str, ...]:
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


def _share(one: Guessed, beside: Sequence[Guessed]) -> tuple[str, ...]:
    """Find the counts whose shares they are: the nearest column of whole numbers."""
    whole = [other for other in beside if all(value.denominator == 1 for value in other.values)]
    counts = [other for other in whole if other.role in {*COUNTS, Role.VALUE}]
    if not counts:
        return ()
    total = sum(counts[-1].values, Fraction(0))
    # A last row may be the sum of the others.
    for sum_of in (total, total / 2):
        if sum_of and _most_fit(one, counts[-1:], _part_of(sum_of)):
            return (counts[-1].name,)
    return ()


def _part_of(whole: Fraction) -> Callable[[Parts], Iterator[Fraction]]:
    return lambda point: iter((point[0] / whole, point[0] / whole * _HUNDRED))


def _most_fit(
    one: Guessed, parts: Sequence[Guessed], formulas: Callable[[Parts], Iterator[Fraction]]
) -> bool:
    """Tell whether one formula gives two of three printed numbers, as far as they are rounded."""
    rows = 0
    fits: dict[int, int] = {}
    for at, cell in enumerate(one.column.cells):
        cells = (part.column.cells[at].printed for part in parts)
        given = [printed for printed in cells if printed is not None]
        if cell.printed is None or len(given) < len(parts):
            continue
        rows += 1
        ends = zip(*(formulas(corner) for corner in _corners(given)), strict=False)
        middles = formulas([part.value for part in given])
        for way, (value, found) in enumerate(zip(middles, ends, strict=False)):
            reach = max(abs(end - value) for end in found) + _unit(cell.printed)
            fits[way] = fits.get(way, 0) + (abs(cell.printed.value - value) <= reach)
    most = max(fits.values(), default=0)
    return most >= _FEWEST and most * 3 >= rows * 2


def _corners(given: Sequence[Printed]) -> Iterator[Parts]:
    """List what the numbers may be where a difference or a share is largest, and least."""
    for signs in ((-1, 1), (1, -1)):
        yield [
            part.value + sign * _unit(part) * bool(part.decimals)
            for part, sign in zip(given, signs, strict=False)
        ]


def _unit(printed: Printed) -> Fraction:
    """Give a unit of the last digit: twice what rounding to the nearest loses."""
    return Fraction(1, 10**printed.decimals)
