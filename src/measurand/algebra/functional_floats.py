"""The door to numpy for functionals: one number for each of many resamples.

See `functional`. A number is an array, NaN where it is undefined. Numbers that are equal exactly
differ in floats by units of their last place; so a difference that is no more than 1e-14 of what it
is a difference of is taken for 0, as in `floats`. No score is read from here, only resampled ones.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from attrs import frozen

from measurand.algebra.functional import Functional, Holders, Rows
from measurand.algebra.number import Number, Plain, Vector
from measurand.values.quantity import Quantity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Integers = NDArray[np.int64]

T = TypeVar("T", bound=Hashable)
K = TypeVar("K", bound=Hashable)

_DUST = 1e-14
_NEAR = 1e-12
"""How far a quotient of sums may be off a whole number, as a share of it, to be taken for it."""
_SQUARE = 2
_EXACT = 2.0**53
_CELLS = 2**21
"""Counts that are held at once: things times resamples."""


@frozen(eq=False)
class Floats(Number):
    """Numbers in floats, one for each resample.

    >>> one = Floats(np.array([1.0, 0.0]))
    >>> one.over(one, "nobody").values.tolist(), one.if_zero(5, one).values.tolist()
    ([1.0, nan], [1.0, 5.0])
    """

    values: "Array"

    def __add__(self, other: Plain) -> "Floats":
        """Add; what cancels but for rounding is 0."""
        return self._less(-self._of(other))

    def __sub__(self, other: Plain) -> "Floats":
        """Subtract; numbers that differ by no more than rounding are equal."""
        return self._less(self._of(other))

    def _less(self, other: "Array") -> "Floats":
        rest = self.values - other
        return Floats(np.where(np.abs(rest) <= _DUST * np.abs(other), 0.0, rest))

    def __mul__(self, other: Plain) -> "Floats":
        """Multiply."""
        return Floats(self.values * self._of(other))

    def over(self, bottom: Plain, _why: str) -> "Floats":
        """Divide; undefined where the bottom is 0."""
        below = self._of(bottom)
        with np.errstate(divide="ignore", invalid="ignore"):
            return Floats(np.where(below == 0, np.nan, self.values / below))

    def root(self, degree: int = 2) -> "Floats":
        """Take the root of a degree; what rounding left below 0 is 0.

        >>> Floats(np.array([16.0, -1e-20])).root(4).values.tolist()
        [2.0, 0.0]
        """
        above = np.maximum(self.values, 0.0)
        return Floats(np.sqrt(above) if degree == _SQUARE else above ** (1 / degree))

    def exp(self) -> "Floats":
        """Raise e to it."""
        return Floats(np.exp(self.values))

    def __abs__(self) -> "Floats":
        """Take away the sign."""
        return Floats(np.abs(self.values))

    def if_zero(self, then: Plain, otherwise: Plain) -> "Floats":
        """Take one number where this is 0, and another where it is not."""
        chosen = np.where(self.values == 0, self._of(then), self._of(otherwise))
        return Floats(np.where(np.isnan(self.values), np.nan, chosen))

    def larger(self, other: Plain) -> "Floats":
        """Take the larger of two."""
        return Floats(np.maximum(self.values, self._of(other)))

    def floor(self) -> "Floats":
        """Round down to a whole number; what lacks one by no more than rounding is that one.

        >>> Floats(np.array([3 * (1 / 3), 0.3 / 0.1, -0.5])).floor().values.tolist()
        [1.0, 3.0, -1.0]
        """
        near = np.rint(self.values)
        whole = np.abs(self.values - near) <= _NEAR * np.abs(near)
        return Floats(np.where(whole, near, np.floor(self.values)))

    def nothing(self, _why: str) -> "Floats":
        """Say that there is no number."""
        return Floats(np.full(self.values.shape, np.nan))

    def _of(self, other: Plain) -> "Array":
        if isinstance(other, Floats):
            return other.values
        if isinstance(other, Number):
            message = f"numbers of one engine: got {type(other).__name__}"
            raise TypeError(message)
        return np.full(self.values.shape, float(other))


@frozen(eq=False)
class FloatVector(Vector):
    """Numbers in floats: a row for each resample, a column for each place.

    >>> some = FloatVector(np.array([[1.0, 2.0, 4.0]]))
    >>> some.running().values.tolist(), some.grouped([1, 0, 1], 2).values.tolist()
    ([[0.0, 1.0, 3.0, 7.0]], [[2.0, 5.0]])
    """

    values: "Array"

    def __sub__(self, other: Vector) -> "FloatVector":
        """Subtract; numbers that differ by no more than rounding are equal."""
        second = self._of(other)
        rest = self.values - second
        return FloatVector(np.where(np.abs(rest) <= _DUST * np.abs(second), 0.0, rest))

    def __mul__(self, other: Vector) -> "FloatVector":
        """Multiply."""
        return FloatVector(self.values * self._of(other))

    def running(self) -> "FloatVector":
        """Sum the first 0, 1, 2 ... all numbers."""
        sums = np.zeros((len(self.values), self.values.shape[1] + 1))
        np.cumsum(self.values, axis=1, out=sums[:, 1:])
        return FloatVector(sums)

    def taken(self, places: Sequence[int]) -> "FloatVector":
        """Take the numbers of some places."""
        return FloatVector(self.values[:, np.array(places, dtype=np.int64)])

    def grouped(self, groups: Sequence[int], size: int) -> "FloatVector":
        """Sum the numbers of each group."""
        sums, places = np.zeros((len(self.values), size)), np.array(groups, dtype=np.int64)
        order = np.argsort(places, kind="stable")
        there, starts = np.unique(places[order], return_index=True)
        if len(there):
            sums[:, there] = np.add.reduceat(self.values[:, order], starts, axis=1)
        return FloatVector(sums)

    def sum(self) -> Floats:
        """Sum all."""
        return Floats(np.asarray(self.values.sum(axis=1)))

    @staticmethod
    def _of(other: Vector) -> "Array":
        if isinstance(other, FloatVector):
            return other.values
        message = f"numbers of one engine: got {type(other).__name__}"
        raise TypeError(message)


@frozen(eq=False)
class FloatRows(Rows[T]):
    """Things with how often they are in each resample: a row each, a column a thing.

    Where `holders` say which units hold which things, `drawn` has a column for each unit.

    >>> rows = FloatRows(("a", "b"), np.array([[2, 3], [0, 5]]), lambda _: Fraction(1))
    >>> rows.sum(lambda one: 1 if one == "a" else 0).values.tolist()
    [2.0, 0.0]
    """

    things: Sequence[T]
    drawn: "Integers"
    weigh: Callable[[T], Fraction]
    holders: Holders | None = None

    @cached_property
    def counts(self) -> "Integers":
        """Count things: a row for each resample, a column for each thing."""
        return self.drawn if self.holders is None else self.holders.counted(self.drawn)

    def sum(self, what: Callable[[T], Quantity | int]) -> Floats:
        """Add up what each thing gives, times its weight."""
        given = [_float(what(one)) * _float(self.weigh(one)) for one in self.things]
        return _added(self.counts, given)

    @property
    def zero(self) -> Floats:
        """Give 0."""
        return Floats(np.zeros(len(self.drawn)))

    def column(self, what: Callable[[T], K]) -> tuple[Sequence[K], FloatVector]:
        """List what each thing is, and its weight side by side."""
        weights = np.array([_float(self.weigh(one)) for one in self.things], dtype=np.float64)
        return [what(one) for one in self.things], FloatVector(self.counts * weights)

    def sums(self, what: Callable[[T], Sequence[Fraction | int]], size: int) -> Sequence[Floats]:
        """Add up so many numbers that each thing gives, each number by itself."""
        things = self.things if isinstance(self.things, tuple) else tuple(self.things)
        counted = _of_units(what, things, self.weigh, size, self.holders)
        if counted.most * int(self.drawn.sum(axis=1).max(initial=0)) < _EXACT:
            # Whole and small: exact in any order, of units or of things. One thread, which spins
            # less than those of a product.
            found = np.einsum("bu,wu->bw", self.drawn.astype(np.float64), counted.given)
        else:
            found = self.counts.astype(np.float64) @ _each(what, things, self.weigh, size)
        return [Floats(np.ascontiguousarray(found[:, at])) for at in range(size)]

    def count(self, what: Callable[[T], bool]) -> Floats:
        """Count the things themselves for which something holds, whatever they weigh."""
        given = [float(what(one)) for one in self.things]
        return _added(self.counts, given)

    def weights(self, key: Callable[[T], Iterable[tuple[K, Fraction | int]]]) -> Mapping[K, Number]:
        """Weigh each key: what each thing gives to it, times the weight of the thing."""
        places: dict[K, tuple[list[int], list[float]]] = {}
        for at, one in enumerate(self.things):
            heavy = _float(self.weigh(one))
            for name, share in key(one):
                owners, shares = places.setdefault(name, ([], []))
                owners.append(at)
                shares.append(heavy * _float(share))
        return {
            name: _added(self.counts[:, owners], shares)
            for name, (owners, shares) in places.items()
        }


@lru_cache(maxsize=16)
def _each(
    what: Callable[[T], Sequence[Fraction | int]],
    things: tuple[T, ...],
    weigh: Callable[[T], Fraction],
    size: int,
) -> "Array":
    """List what each thing gives, times its weight: many blocks of resamples ask for the same."""
    given = np.zeros((len(things), size))
    for at, one in enumerate(things):
        given[at] = [_float(value) for value in what(one)]
        given[at] *= _float(weigh(one))
    return given


@frozen(eq=False)
class _Counted:
    """What each unit gives to sums, a row for each sum; the most, infinite if some is no count."""

    given: "Array"
    most: float


@lru_cache(maxsize=16)
def _of_units(
    what: Callable[[T], Sequence[Fraction | int]],
    things: tuple[T, ...],
    weigh: Callable[[T], Fraction],
    size: int,
    holders: Holders | None,
) -> _Counted:
    given = _each(what, things, weigh, size)
    counts = bool(((given >= 0) & (given == np.floor(given))).all())
    by_unit = given if holders is None else holders.given(given)
    most = float(by_unit.max(initial=0.0)) if counts else np.inf
    return _Counted(np.ascontiguousarray(by_unit.T), most)


_SMALL = 2**14
"""Products of more cells would be shared out to threads, which spin."""


def _added(counts: "Integers", given: Sequence[float]) -> Floats:
    weights, numbers = counts.astype(np.float64), np.array(given, dtype=np.float64)
    if len(numbers) == 1:
        return Floats(weights[:, 0] * numbers[0])
    if weights.size <= _SMALL:
        return Floats(np.asarray(weights @ numbers))
    return Floats(np.asarray(np.einsum("bk,k->b", weights, numbers), dtype=np.float64))


def _float(value: Quantity | int) -> float:
    """Give the nearest float; nothing (NaN) for what is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return float("nan")


def float_values(
    of: Functional[T], things: Sequence[T], counts: "Integers", holders: Holders | None = None
) -> "Array":
    """Compute a functional of many resamples: one row of counts each, one number each.

    All things take part: what does not is in no resample. Counts are of things, or of the units
    that hold them.

    >>> class Weight:
    ...     def value(self, rows): return rows.weight
    ...     def weigh(self, thing): return Fraction(1)
    >>> float_values(Weight(), "ab", np.array([[1, 2], [0, 5]])).tolist()
    [3.0, 5.0]

    Raises TypeError for one that mixes the numbers of engines.
    """
    return np.concatenate([np.zeros(0), *_blocks(of, things, counts, holders)])


def _blocks(
    of: Functional[T], things: Sequence[T], counts: "Integers", holders: Holders | None
) -> "Iterator[Array]":
    step = max(1, _CELLS // (len(things) + 1))
    for start in range(0, len(counts), step):
        found = of.value(FloatRows(things, counts[start : start + step], of.weigh, holders))
        if not isinstance(found, Floats):
            message = f"a number of its own rows: got {type(found).__name__}"
            raise TypeError(message)
        yield found.values


@frozen(eq=False)
class LeftOutRows(Rows[T]):
    """Things that units hold, without one unit in each of many sums: a number for each unit.

    `owner` and `thing` say by place which unit holds which thing, `times` how often; `counts` how
    often there is such a unit, and `heavy` what each thing weighs. What a sum loses is what its
    unit gives to it, so that all of them cost as much as one.

    >>> units = {"a": 1}, {"a": 2, "b": 1}
    >>> left_out(units, [3, 1], lambda _: Fraction(1)).weight.values.tolist()
    [5.0, 3.0]
    """

    things: Sequence[T]
    owner: "Integers"
    thing: "Integers"
    times: "Array"
    counts: "Array"
    heavy: Sequence[float]

    def sum(self, what: Callable[[T], Quantity | int]) -> Floats:
        """Add up what each thing gives, times its weight."""
        both = zip(self.things, self.heavy, strict=True)
        return self._less_own([_float(what(one)) * heavy for one, heavy in both])

    @property
    def zero(self) -> Floats:
        """Give 0."""
        return Floats(np.zeros(len(self.counts)))

    def column(self, what: Callable[[T], K]) -> tuple[Sequence[K], FloatVector]:
        """List what each thing is, and its weight side by side."""
        weights = np.array(self.heavy, dtype=np.float64)
        own = np.zeros((len(self.counts), len(self.things)))
        np.add.at(own, (self.owner, self.thing), self.times * weights[self.thing])
        return [what(one) for one in self.things], FloatVector(self.counts @ own - own)

    def count(self, what: Callable[[T], bool]) -> Floats:
        """Count the things themselves for which something holds, whatever they weigh."""
        return self._less_own([float(what(one)) for one in self.things])

    def weights(self, key: Callable[[T], Iterable[tuple[K, Fraction | int]]]) -> Mapping[K, Number]:
        """Weigh each key: what each thing gives to it, times the weight of the thing."""
        shares: dict[K, list[float]] = {}
        for at, (one, heavy) in enumerate(zip(self.things, self.heavy, strict=True)):
            for name, share in key(one):
                shares.setdefault(name, [0.0] * len(self.things))[at] += heavy * _float(share)
        return {name: self._less_own(given) for name, given in shares.items()}

    def _less_own(self, given: Sequence[float]) -> Floats:
        each = np.array(given, dtype=np.float64)[self.thing] * self.times
        own = np.bincount(self.owner, each, minlength=len(self.counts))
        return Floats(np.asarray(float(self.counts @ own) - own, dtype=np.float64))


def left_out(
    units: Sequence[Mapping[T, int]], counts: Sequence[int], weigh: Callable[[T], Fraction]
) -> LeftOutRows[T]:
    """Make rows without each unit in turn; `counts` say how often there is each.

    A unit that is there 0 times gives the sums of all.
    """
    places: dict[T, int] = {}
    held = [
        (at, places.setdefault(one, len(places)), number)
        for at, unit in enumerate(units)
        for one, number in unit.items()
    ]
    owner, thing, times = np.array(held, dtype=np.int64).reshape(len(held), 3).T
    numbers = np.array(counts, dtype=np.float64)
    heavy = [_float(weigh(one)) for one in places]
    return LeftOutRows(tuple(places), owner, thing, times.astype(np.float64), numbers, heavy)
