"""Intervals in columns of their own, beside the columns of their estimates.

Of which estimate an interval is, is said by its head (`AUC 95% CI`), or by the layout: each
estimate is followed by its interval, or each has it before. Then the numbers are asked: where the
estimates of most rows, three at least, lie in their intervals, nothing is left to guess, and a row
that does not stands alone. Where few do, it is an interval of something else (of a difference, of
another group), and is held to none. Where the layout leaves several estimates for one interval, the
score beside it is a guess, and needs three rows; where it does not fit all rows and one other does,
that one is. Of B and β beside B, it is the one that lies in the middle in most rows, else B.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import evolve, frozen

from measurand.auditing.proofs.sheet import COUNTS, Role
from measurand.edges.tables.columns import LOW
from measurand.edges.tables.interval_words import interval_of, says_confidence
from measurand.edges.tables.roles import BOUNDS_OF_P, GuessedColumn, end_role, numbers_rows
from measurand.values.printed import Printed, Unit

_NO_ESTIMATES = frozenset(
    {
        *(Role.LOW, Role.HIGH, Role.SD, Role.SE, Role.VARIANCE, Role.P, Role.P_HOLM, *BOUNDS_OF_P),
        *(Role.T, Role.F_RATIO, Role.CHI2, Role.Z, Role.DF, Role.DF2, *COUNTS),
    }
)
_FEWEST, _ENOUGH, _OF, _MOST = 2, 3, 3, 2


@frozen
class _Pair:
    """Both ends of an interval, and where the first of them stands."""

    low: GuessedColumn
    high: GuessedColumn
    at: int


@frozen
class _Fit:
    """Of how many rows the estimate lies in its interval, with the ends in a unit."""

    rows: int
    fitting: int
    unit: Unit

    @property
    def most(self) -> bool:
        """Tell whether most rows fit, and some of them."""
        return self.fitting >= _FEWEST and _OF * self.fitting >= _MOST * self.rows

    @property
    def always(self) -> bool:
        """Tell whether all rows fit, and several do."""
        return self.fitting == self.rows >= _ENOUGH


def tied_intervals(guesses: Sequence[GuessedColumn], around: str) -> tuple[GuessedColumn, ...]:
    """Say of each end of an interval of which column it is one, and take it back where none is.

    Columns that are only called low and high are ends where the words `around` speak of them.

    >>> tied_intervals((), "")
    ()
    """
    if says_confidence(around):
        guesses = [_as_end(one) for one in guesses]
    tied = list(guesses)
    pairs = list(_pairs(guesses))
    for pair in pairs:
        tied[pair.at : pair.at + 2] = _tied(pair, pairs, guesses)
    paired = {at for pair in pairs for at in (pair.at, pair.at + 1)}
    for at, one in enumerate(tied):
        if one.role in {Role.LOW, Role.HIGH} and at not in paired:
            tied[at] = one.as_value("its other end does not stand beside it: no end of an interval")
    return tuple(tied)


def _as_end(one: GuessedColumn) -> GuessedColumn:
    role = end_role(one.column.head)
    return one if role is None or one.role is not Role.VALUE else evolve(one, role=role)


def _pairs(guesses: Sequence[GuessedColumn]) -> Iterator[_Pair]:
    for at, (one, other) in enumerate(pairwise(guesses)):
        if (one.role, other.role) == (Role.LOW, Role.HIGH):
            yield _Pair(one, other, at)


def _tied(
    pair: _Pair, pairs: Sequence[_Pair], guesses: Sequence[GuessedColumn]
) -> tuple[GuessedColumn, GuessedColumn]:
    estimates = [one for one in _beside(pair, guesses) if _may_be_estimate(one)]
    named = _named(pair, estimates)
    own = named or _own(pair, pairs, estimates, guesses)
    chosen = own or _of_several(pair, pairs, estimates, guesses)
    if chosen is None or not (named or _reach(pair, chosen, guesses)):
        return _untied(pair, "of which number it is an interval is not said")
    fit = _fit(pair, chosen)
    alone = own is not None and (named is not None or fit.fitting > 0)
    alone = alone and (fit.rows <= 1 or _MOST * fit.fitting >= fit.rows)
    if not alone and not (_known(chosen) and fit.most and fit.rows >= _ENOUGH):
        return _untied(pair, f"{fit.fitting} of {fit.rows} rows of {chosen.name!r} lie in it")
    sure = own is not None and fit.most and fit.fitting >= _ENOUGH and not pair.low.head.hint
    low, high = (
        evolve(
            end, of=(chosen.name,), group=chosen.group, unit=end.head.unit or fit.unit, sure=sure
        ).noted(f"an end of the interval of {chosen.name!r}")
        for end in (pair.low, pair.high)
    )
    return low, high


def _untied(pair: _Pair, why: str) -> tuple[GuessedColumn, GuessedColumn]:
    low, high = (
        end.as_value(f"{why}: held to none (`{what}[A]` says that it is one of A)")
        for what, end in (("low", pair.low), ("high", pair.high))
    )
    return low, high


def _beside(pair: _Pair, guesses: Sequence[GuessedColumn]) -> list[GuessedColumn]:
    """List the columns below the same head; below one that is of intervals alone, all."""
    above = pair.low.column.above
    if says_confidence(above) and interval_of(above) is not None:
        return list(guesses)
    return [one for one in guesses if one.column.above == above]


def _may_be_estimate(one: GuessedColumn) -> bool:
    return one.role not in _NO_ESTIMATES and not numbers_rows(one) and bool(one.values)


def _named(pair: _Pair, estimates: Sequence[GuessedColumn]) -> GuessedColumn | None:
    """Find the one column that the head of an interval, or the one above, names."""
    above, head = pair.low.column.above, pair.low.column.head.removesuffix(LOW)
    names = {interval_of(head), interval_of(above)} - {"", None}
    found = [
        one for one in estimates if _plain(one.column.head) in {_plain(n or "") for n in names}
    ]
    return found[0] if len(found) == 1 else None


def _plain(head: str) -> str:
    return "".join(filter(str.isalnum, head)).lower()


def _own(
    pair: _Pair,
    pairs: Sequence[_Pair],
    estimates: Sequence[GuessedColumn],
    guesses: Sequence[GuessedColumn],
) -> GuessedColumn | None:
    """Find the estimate of an interval where each has one beside it, all on the same side."""
    columns = {one.name: one for one in estimates}
    above = pair.low.column.above
    starts = {other.low.name for other in pairs if other.low.column.above == above}
    order = [one.name for one in guesses if one.name in {*columns, *starts}]
    for first in (0, 1):
        names, intervals = order[first::2], order[1 - first :: 2]
        if len(names) == len(intervals) and set(names) == {*columns}:
            return columns[names[intervals.index(pair.low.name)]]
    return None


def _last_before(
    pair: _Pair, estimates: Sequence[GuessedColumn], guesses: Sequence[GuessedColumn]
) -> GuessedColumn | None:
    """Find the last estimate before an interval that none follows."""
    before = {one.name for one in guesses[: pair.at]}
    return estimates[-1] if estimates and estimates[-1].name in before else None


def _of_several(
    pair: _Pair,
    pairs: Sequence[_Pair],
    estimates: Sequence[GuessedColumn],
    guesses: Sequence[GuessedColumn],
) -> GuessedColumn | None:
    """Choose among the estimates before an interval, as far back as the interval before it."""
    last = _last_before(pair, estimates, guesses)
    start = max((other.at for other in pairs if other.at < pair.at), default=0)
    before = {one.name for one in guesses[start : pair.at]}
    some = [one for one in estimates if one.name in before]
    slopes = [one for one in some if one.role is Role.COEFFICIENT]
    if last in slopes:
        tested = {name for one in guesses if one.role is Role.SE for name in one.of}
        return max(slopes, key=lambda one: (_middles(pair, one), one.name in tested))
    if last is None or last.role is Role.EFFECT_RATIO:
        return last
    inside = [one for one in some if _known(one) and _fit(pair, one).always]
    if last in inside or not inside:
        return last
    return inside[0] if len(inside) == 1 else None


def _known(one: GuessedColumn) -> bool:
    return one.role is not Role.VALUE or one.metric is not None


def _middles(pair: _Pair, estimate: GuessedColumn) -> int:
    """Count the rows whose estimate lies in the middle of the interval, as far as it is printed."""
    many = 0
    columns = (one.column.cells for one in (pair.low, estimate, pair.high))
    for low, middle, high in zip(*columns, strict=True):
        if low.printed and middle.printed and high.printed:
            ends = low.printed.value + high.printed.value
            last = min(one.decimals for one in (low.printed, middle.printed, high.printed))
            many += abs(2 * middle.printed.value - ends) <= Fraction(2, 10**last)
    return many


def _reach(pair: _Pair, estimate: GuessedColumn, guesses: Sequence[GuessedColumn]) -> bool:
    """Tell whether all columns between an estimate and its interval are read: none may be a score.

    One of which no cell is a number may be another estimate, or the interval of this one.
    """
    start, end = sorted((pair.low.column.at, estimate.column.at))
    return set(range(start, end)) <= {one.column.at for one in guesses}


def _fit(pair: _Pair, estimate: GuessedColumn) -> _Fit:
    """Find the unit of the ends in which most estimates lie between them, first that of these."""
    written = (one.unit for one in estimate.column.printed if one.unit is not Unit.NONE)
    own = next(written, estimate.unit)
    sizes = [Fraction(0), *(abs(size) for end in (pair.low, pair.high) for size in end.values)]
    # Ends up to 1 may be shares beside percent, and ends above 1 percent beside shares.
    as_shares = own is Unit.PERCENT and max(sizes) <= 1
    as_percent = own is Unit.NONE and max(sizes) > 1 >= max(map(abs, estimate.values))
    units = (own, *([Unit.NONE] if as_shares else [Unit.PERCENT] if as_percent else []))
    fits = [_fit_in(pair, estimate, unit) for unit in units]
    return next((fit for fit in fits if fit.most), fits[0])


def _fit_in(pair: _Pair, estimate: GuessedColumn, unit: Unit) -> _Fit:
    cells = zip(
        *(one.column.cells for one in (pair.low, estimate, pair.high)),
        strict=True,
    )
    rows = fitting = 0
    for low, middle, high in cells:
        if low.printed and middle.printed and high.printed:
            rows += 1
            least, most = _size(low.printed, unit, -1), _size(high.printed, unit, 1)
            ends = [_size(middle.printed, estimate.unit, sign) for sign in (-1, 1)]
            fitting += least <= ends[1] and ends[0] <= most
    return _Fit(rows, fitting, unit)


def _size(printed: Printed, unit: Unit, sign: int) -> Fraction:
    """Give a number as a share where it is percent, as far as half of its last digit off."""
    scale = (unit if printed.unit is Unit.NONE else printed.unit).scale
    return (printed.value + sign * Fraction(1, 2 * 10**printed.decimals)) * scale
