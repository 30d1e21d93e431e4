"""Every definition as an expression of sums over rows: what resampling needs, and shards add."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from attrs import evolve

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    Linear,
    Minus,
    Nothing,
    Over,
)
from measurand.evidence.evidence import Amount, Evidence, Joint, Observed
from measurand.evidence.observation import Observation, Together
from measurand.metrics.areas import area
from measurand.metrics.averaged import Averaged, F
from measurand.metrics.columns import Reading, parts_of, weight_of
from measurand.metrics.components import Component, component, f_of
from measurand.metrics.definitions import (
    Auc,
    Column,
    Definition,
    Difference,
    Ratio,
    Shift,
    Total,
    Transition,
    observing,
)
from measurand.metrics.linear_averaged import averaged
from measurand.metrics.options import (
    SAMPLE,
    Aggregate,
    Among,
    Base,
    Change,
    Direction,
    Of,
    Statistic,
    Summing,
    Zero,
)
from measurand.metrics.units import row_tally
from measurand.values.tally import EMPTY, Tally

R = TypeVar("R")
Scored = Callable[[Evidence], bool]


def expression(definition: Definition, reading: Reading[R]) -> Expression | None:
    """Write a definition as an expression of sums over rows; None where it is none.

    The expression of a pool's sums is the definition's score of the pool, wherever some sample is
    scored. It is None for means over groups of samples: there groups are the rows.

    >>> from measurand.metrics.columns import Columns
    >>> columns = Columns[Evidence]()
    >>> reading = Reading(columns=columns, pick=lambda row: row)
    >>> expression(Column(name="cost"), reading), columns.vector(((Amount(Fraction(3)), 1),))
    (At(index=0), (Fraction(3, 1),))

    Raises ValueError where the reading has no such observation.
    """
    part = reading.part(observing(definition))
    match definition:
        case Column():
            return _column(definition, part)
        case Total():
            return _total(definition, part)
        case Ratio():
            return _ratio(definition, part)
        case Transition():
            return _transition(definition, part)
        case Shift():
            return _shift(definition, part)
        case Difference():
            return _difference(definition, part)
        case Auc():
            return area(definition, part)
        case _:
            return averaged(definition, part)


def is_scored(definition: Definition, row: Evidence) -> bool:
    """Decide whether a sample takes part in a score: its evidence is there, and no rule drops it.

    >>> from measurand.evidence.evidence import Excluded
    >>> is_scored(Column(name="cost"), Excluded("no number 'cost'"))
    False
    """
    rows = parts_of(row)
    match definition:
        case Column():
            return isinstance(row, Amount)
        case Shift():
            return isinstance(rows[0], Amount)
        case Transition(of=Change.NET_GAIN, over=Base.ALL):
            return True
        case Ratio() | Transition() | Difference() | Auc():
            return all(isinstance(one, Observed | Amount) for one in rows)
        case Total():
            return isinstance(row, Observed)
        case _:
            return isinstance(row, Observed) and gives_value(definition, row)


def _column(definition: Column, reading: Reading[R]) -> Expression:
    total = reading.at("amount", lambda row: _amount(row) * weight_of(row))
    if definition.reduce is Summing.SUM:
        return total
    return Over(total, reading.at("weight", weight_of), Nothing("all samples weigh nothing"))


def _amount(row: Evidence) -> Fraction:
    return row.value if isinstance(row, Amount) else Fraction(0)


def _total(definition: Total, reading: Reading[R]) -> Expression:
    only = definition.only

    def count(row: Evidence) -> Fraction:
        if not isinstance(row, Observed):
            return Fraction(0)
        found = _restricted(row, only)
        match definition.of:
            case Of.SAMPLES:
                return Fraction(1)
            case Of.TRUE_NEGATIVES:
                return row.weight * (found == EMPTY)
            case Of.HITS:
                number = found.hits
            case Of.PREDICTED:
                number = found.predicted
            case Of.GOLD:
                number = found.gold
            case Of.FALSE_POSITIVES:
                number = found.predicted - found.hits
            case Of.FALSE_NEGATIVES:
                number = found.gold - found.hits
        return row.weight * Fraction(number)

    return reading.at(("total", definition.of, only), count)


def _restricted(row: Observed, only: str | None) -> Tally:
    if only is None:
        return row_tally(row)
    return next((tally for name, tally in row.tallies if name == only), EMPTY)


def _divided(top: Expression, bottom: Expression, zero: Zero, why: str) -> Expression:
    return Over(top, bottom, Constant(Fraction(0)) if zero is Zero.ZERO else Nothing(why))


def _ratio(definition: Ratio, reading: Reading[R]) -> Expression:
    def side(at: int) -> Callable[[Evidence], Fraction]:
        def value(row: Evidence) -> Fraction:
            match parts_of(row):
                case (Amount() as top, Amount() as bottom):
                    return (top, bottom)[at].value * top.weight
                case _:
                    return Fraction(0)

        return value

    name = definition.bottom.partition("[")[0].partition("/")[0]
    top, bottom = reading.at("top", side(0)), reading.at("bottom", side(1))
    return _divided(top, bottom, definition.zero, f"{name} sums to 0")


_FIXED, _BROKEN, _STILL, _KEPT = (False, True), (True, False), (False, False), (True, True)
_COUNTED = {
    Change.FIX: _FIXED,
    Change.BREAK: _BROKEN,
    Change.STILL: _STILL,
    Change.KEEP: _KEPT,
}
_RATES = {
    Change.FIX_RATE: (_FIXED, _STILL, "no sample was wrong before"),
    Change.BREAK_RATE: (_BROKEN, _KEPT, "no sample was right before"),
}


def _transition(definition: Transition, reading: Reading[R]) -> Expression:
    def fate(which: tuple[bool, bool]) -> At:
        def value(row: Evidence) -> Fraction:
            match parts_of(row):
                case (Observed() as before, Observed() as after):
                    return before.weight * ((_right(before), _right(after)) == which)
                case _:
                    return Fraction(0)

        return reading.at(("fate", which), value)

    if definition.of in _COUNTED:
        return fate(_COUNTED[definition.of])
    if definition.of in _RATES:
        moved, stayed, why = _RATES[definition.of]
        return _divided(fate(moved), _sum(fate(moved), fate(stayed)), Zero.UNDEFINED, why)
    fixed, broken = fate(_FIXED), fate(_BROKEN)
    gain = Linear(tuple(sorted(((fixed.index, Fraction(1)), (broken.index, Fraction(-1))))))
    everything: Expression = (
        reading.at("read", _read)
        if definition.over is Base.ALL
        else _sum(fixed, broken, fate(_STILL), fate(_KEPT))
    )
    return _divided(gain, everything, Zero.UNDEFINED, "all samples weigh nothing")


def _right(row: Observed) -> bool:
    return row_tally(row).right


def _read(row: Evidence) -> Fraction:
    match parts_of(row):
        case (Observed() as before, Observed()):
            return before.weight
        case _:
            return Fraction(1)


def _sum(*parts: At) -> Linear:
    return Linear(tuple(sorted((part.index, Fraction(1)) for part in parts)))


def _shift(definition: Shift, reading: Reading[R]) -> Expression:
    of = f_of(definition.empty, definition.beta)
    sign = {Direction.IMPROVED: 1, Direction.DEGRADED: -1}[definition.of]

    def moved(row: Evidence) -> Fraction:
        match parts_of(row):
            case (Amount(value, weight), Observed() as before, Observed() as after) if value:
                first, last = of.value(row_tally(before)), of.value(row_tally(after))
                there = first is not None and last is not None and (last - first) * sign > 0
                return weight * there
            case _:
                return Fraction(0)

    def among(row: Evidence) -> Fraction:
        column = parts_of(row)[0]
        if not isinstance(column, Amount):
            return Fraction(0)
        inside = column.value != 0 or definition.over is Among.ALL
        return column.weight * inside

    name = definition.where.partition("[")[0].partition("/")[0]
    place = (definition.empty, definition.beta)
    top = reading.at(("moved", definition.of, place), moved)
    bottom = reading.at(("among", definition.over), among)
    return _divided(top, bottom, definition.zero, f"no sample is {name}")


def _difference(definition: Difference, reading: Reading[R]) -> Expression | None:
    if definition.f.averaging.statistic is not Statistic.MEAN:
        return Nothing("a spread has no difference")
    earlier, later = (_stage(definition.f, reading, at) for at in range(2))
    return None if earlier is None or later is None else Minus(later, earlier)


def _stage(f: F, reading: Reading[R], at: int) -> Expression | None:
    pick, whole = reading.pick, reading.observing
    held = whole.parts if isinstance(whole, Together) else ()
    how = held[at] if held else None

    def taken(row: R) -> Evidence:
        found = pick(row)
        return found.rows[at] if isinstance(found, Joint) and found.reason is None else found

    part = evolve(reading, tag=(reading.tag, at), pick=taken, observing=how)
    return averaged(evolve(f, observation=how) if isinstance(how, Observation) else f, part)


def gives_value(definition: Averaged, row: Observed) -> bool:
    """Decide whether a sample has a score of its own; true where samples are not the only units.

    >>> from measurand.metrics.signature import parse
    >>> gives_value(parse("f(both_empty=drop)"), Observed(()))
    False
    """
    skipping = _skipping(definition)
    return skipping is None or skipping.value(row_tally(row)) is not None


@lru_cache(maxsize=256)
def _skipping(definition: Averaged) -> Component | None:
    """Return what is scored of each sample, where some rule may skip samples; else None."""
    how, of = definition.averaging, component(definition)
    harmonic = isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC
    plain = how.average.keys == (SAMPLE,) and how.only is None and not harmonic
    skips = plain and how.statistic is Statistic.MEAN and None in of.constants.values()
    return of if skips else None
