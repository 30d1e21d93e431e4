"""A metric on every small unit: its values, and how a unit breaks what is said of the metric.

Values are carried as squares with the sign of the value: these grow with it, and are rational where
the metric is a root. So all comparisons are exact.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import prod, sqrt
from operator import add

from attrs import frozen

from measurand.algebra.enclosure import OutsideError
from measurand.algebra.formula import Formula, enclosed, substituted
from measurand.algebra.interval import Interval
from measurand.algebra.quotient import Quotient
from measurand.algebra.terms import Terms
from measurand.metrics.metric import CELLS, Metric
from measurand.metrics.proven import Moves
from measurand.values.score import Root, exact_root

MOST_SAMPLES = 5
_NEAR = 1e-12
_AROUND = Fraction(1, 10)

Unit = tuple[int, int, int, int]
"""The counts tp, fp, fn and tn."""

UNITS: tuple[Unit, ...] = tuple(
    sorted(
        (
            (tp, fp, fn, tn)
            for tp, fp, fn, tn in product(range(MOST_SAMPLES + 1), repeat=4)
            if tp + fp + fn + tn <= MOST_SAMPLES
        ),
        key=lambda unit: (sum(unit), *(-count for count in unit)),
    )
)
"""Every unit of few samples, the smallest first."""


@frozen(eq=False)
class OnUnits:
    """A metric at its usual parameters, and the square with its sign of every small unit."""

    metric: Metric
    formula: Formula
    form: Quotient
    squares: Mapping[Unit, Fraction | None]


def on_units(metric: Metric) -> OnUnits:
    """Compute a metric on every small unit.

    >>> from measurand.metrics.standard import STANDARD
    >>> on_units(STANDARD["mcc"]).squares[2, 0, 1, 1]
    Fraction(1, 3)
    """
    form = metric.at()
    formula = substituted(metric.formula, dict(metric.params))
    return OnUnits(metric, formula, form, {unit: _square(form, unit) for unit in UNITS})


def _square(form: Quotient, unit: Unit) -> Fraction | None:
    """Give the square of the value with its sign: it grows with the value, and is rational."""
    if form.rooted:
        top, bottom = form.square(counts_of(unit))
        return Fraction(top, bottom) if bottom else None
    top, bottom = form.ratio(counts_of(unit))
    return _signed(Fraction(top, bottom)) if bottom else None


def counts_of(unit: Unit) -> Mapping[str, int]:
    """Count what formulas speak of.

    >>> counts_of((1, 2, 0, 4))
    {'hits': 1, 'predicted': 3, 'gold': 1, 'judged': 7}
    """
    tp, fp, fn, _ = unit
    return {"hits": tp, "predicted": tp + fp, "gold": tp + fn, "judged": sum(unit)}


def _signed(value: Fraction) -> Fraction:
    return value * abs(value)


def shown(square: Fraction) -> str:
    """Write the value of which this is the square with its sign.

    >>> shown(Fraction(-4, 9)), shown(Fraction(2))
    ('-2/3', 'sqrt(2)')
    """
    root = exact_root(abs(square))
    sign = "-" if square < 0 else ""
    return f"{sign}sqrt({abs(square)})" if root is None else f"{sign}{root}"


def named(unit: Unit) -> str:
    """Write the counts of a unit.

    >>> named((2, 0, 1, 0))
    'tp 2 fp 0 fn 1 tn 0'
    """
    return " ".join(f"{cell} {count}" for cell, count in zip(CELLS, unit, strict=True))


Check = Callable[[Unit, Fraction], str | None]
"""Say how a unit with a value breaks a law: empty where it does not, None where it says nothing."""


def below(low: int, _unit: Unit, square: Fraction) -> str:
    """Break the lower end of a range.

    >>> below(0, (1, 0, 0, 0), Fraction(-1, 4))
    '-1/2, below 0'
    """
    return f"{shown(square)}, below {low}" if square < low * abs(low) else ""


def above(high: int, _unit: Unit, square: Fraction) -> str:
    """Break the upper end of a range.

    >>> above(1, (1, 0, 0, 0), Fraction(2))
    'sqrt(2), above 1'
    """
    return f"{shown(square)}, above {high}" if square > high * abs(high) else ""


def against(subject: OnUnits, move: Moves, unit: Unit, square: Fraction) -> str | None:
    """Break a direction with one more of a cell."""
    cell = move.cell
    tp, fp, fn, tn = (count + (name == cell) for name, count in zip(CELLS, unit, strict=True))
    after = subject.squares.get((tp, fp, fn, tn))
    if after is None:
        return None
    wrong = after < square if move.up else after > square
    return f"{shown(square)}, and one {cell} more gives {shown(after)}" if wrong else ""


def unmirrored(other: OnUnits, unit: Unit, square: Fraction) -> str | None:
    """Break a mirror: the other metric of the exchanged unit has another value."""
    tp, fp, fn, tn = unit
    there = other.squares[tp, fn, fp, tn]
    if there is None:
        return None
    exchanged = f"{other.metric.name} of {named((tp, fn, fp, tn))} is {shown(there)}"
    return "" if there == square else f"{shown(square)}, and {exchanged}"


def off_formula(subject: OnUnits, unit: Unit, square: Fraction) -> str | None:
    """Leave the value that the formula has as it stands, where it has one."""
    held = _enclosed(subject.formula, unit, Fraction(0))
    if held is None:
        return None
    return (
        ""
        if _holds(held, square)
        else f"{shown(square)}, and the formula gives {held.low} to {held.high}"
    )


def off_enclosure(subject: OnUnits, unit: Unit, square: Fraction) -> str | None:
    """Leave the enclosure of all counts up to a tenth away, where there is one."""
    held = _enclosed(subject.formula, unit, _AROUND)
    if held is None:
        return None
    return (
        ""
        if _holds(held, square)
        else f"{shown(square)}, and the enclosure is {held.low} to {held.high}"
    )


def _enclosed(formula: Formula, unit: Unit, around: Fraction) -> Interval | None:
    try:
        return enclosed(formula, _box(unit, around))
    except OutsideError:
        return None


@lru_cache(maxsize=2 * len(UNITS))
def _box(unit: Unit, around: Fraction) -> Mapping[str, Interval]:
    return {
        name: Interval(max(Fraction(0), count - around), count + around)
        for name, count in counts_of(unit).items()
    }


def _holds(held: Interval, square: Fraction) -> bool:
    return _signed(held.low) <= square <= _signed(held.high)


def off_floats(subject: OnUnits, unit: Unit, square: Fraction) -> str | None:
    """Leave the value that floats give by more than 1e-12, of itself where that is above 1."""
    counts, form = counts_of(unit), subject.form
    if not form.bottom.value(counts):
        return None
    root = exact_root(abs(square))
    size = float(Root(abs(square)) if root is None else root)
    exact = -size if square < 0 else size
    try:
        under = _in_floats(form.root_top, counts) / _in_floats(form.root_bottom, counts)
        computed = _in_floats(form.top, counts) / _in_floats(form.bottom, counts) * sqrt(under)
    except (ZeroDivisionError, ValueError):
        return f"{shown(square)}, and nothing in floats"
    near = abs(computed - exact) <= _NEAR * max(1, abs(exact))
    return "" if near else f"{shown(square)}, and {computed!r} in floats"


def _in_floats(terms: Terms, counts: Mapping[str, int]) -> float:
    parts = (
        float(factor) * prod(float(counts[name]) ** power for name, power in monomial)
        for monomial, factor in terms.terms
    )
    # From 3.12 on Python's sum makes up for what adding floats loses, as no array does.
    return reduce(add, parts, 0.0)
