"""Numbers of many things counted that are no sum over them: said once, exact and in floats.

A rank correlation, an average precision or an agreement is a function of how often each thing was
seen. It is written once, with the numbers of `number` and the rows of this module, and is evaluated
by two engines that know nothing of it: exactly for the score, in arrays with one number for each
resample (`functional_floats`) for its interval.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from attrs import field, frozen

from measurand.algebra.monoid import total
from measurand.algebra.number import Exact, ExactVector, Number, Vector
from measurand.algebra.rational_sums import united
from measurand.values.quantity import Quantity, kept
from measurand.values.score import Defined, Score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

T = TypeVar("T", bound=Hashable)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Rows(ABC, Generic[T]):
    """Distinct things that were seen, each with its weight.

    What is asked of them is a sum, or the weights of parts; things that weigh nothing may be there.
    """

    @abstractmethod
    def sum(self, what: Callable[[T], Quantity | int]) -> Number:
        """Add up what each thing gives, times its weight."""

    def sums(self, what: Callable[[T], Sequence[Fraction | int]], size: int) -> Sequence[Number]:
        """Add up so many numbers that each thing gives, each number by itself."""

        def at(place: int) -> Number:
            return self.sum(lambda one: what(one)[place])

        return [at(place) for place in range(size)]

    @abstractmethod
    def count(self, what: Callable[[T], bool]) -> Number:
        """Count the things themselves for which something holds, whatever they weigh."""

    @abstractmethod
    def weights(self, key: Callable[[T], Iterable[tuple[K, Fraction | int]]]) -> Mapping[K, Number]:
        """Weigh each key: what each thing gives to it, times the weight of the thing."""

    @abstractmethod
    def column(self, what: Callable[[T], K]) -> tuple[Sequence[K], Vector]:
        """List what each thing is, and its weight side by side; several may be the same."""

    def once(self, kind: type[V], name: Hashable, make: Callable[[], V]) -> V:
        """Make what several functionals need of the same rows: once, where the rows keep it.

        Only functionals that weigh and take things alike may share a name. `kind` is its class.
        """
        del kind, name
        return make()

    @property
    def weight(self) -> Number:
        """Weigh all."""
        return self.sum(lambda _: 1)

    @property
    def zero(self) -> Number:
        """Give 0, as a number to add to."""
        return self.sum(lambda _: 0)


class Functional(Protocol[T]):
    """A number that is a function of how often things were seen; equal ones are one."""

    def value(self, rows: Rows[T], /) -> Number:
        """Compute it of rows, in the numbers of their engine."""
        ...

    def weigh(self, thing: T, /) -> Fraction:
        """Weigh one thing."""
        ...

    def takes(self, thing: T, /) -> bool:
        """Tell whether a thing takes part."""
        ...


_INTEGERS = frozenset((int,))


@frozen(eq=False)
class ExactRows(Rows[T]):
    """Things with how often they were seen, read in as many passes as are asked for.

    What is whole is added up as integers, the rest denominator by denominator: a sum of fractions
    that takes a common denominator at each step costs many times as much.

    >>> rows = ExactRows(lambda: [("a", 2), ("b", 3)], lambda _: Fraction(1, 2))
    >>> rows.weight.score, rows.count(lambda one: one == "a").score
    (Defined(value=Fraction(5, 2)), Defined(value=Fraction(2, 1)))
    """

    start: Callable[[], Iterable[tuple[T, int]]]
    weigh: Callable[[T], Fraction]
    made: dict[Hashable, object] = field(factory=dict)

    def once(self, kind: type[V], name: Hashable, make: Callable[[], V]) -> V:
        """Make something once; rows of the same things that share `made` have it too.

        >>> rows = ExactRows(lambda: [("a", 2)], lambda _: Fraction(1))
        >>> rows.once(str, "name", lambda: "first"), rows.once(str, "name", lambda: "second")
        ('first', 'first')
        """
        made = self.made.get(name)
        if not isinstance(made, kind):
            self.made[name] = made = make()
        return made

    def sum(self, what: Callable[[T], Quantity | int]) -> Exact:
        """Add up what each thing gives, times its weight."""
        whole, tops, others = 0, dict[int, int](), list[Quantity]()
        for row, count in self.start():
            value, heavy = what(row), self._heavy(row, count)
            if type(value) is int and type(heavy) is int:
                # Most sums are such, and need no more steps.
                whole += value * heavy
            elif isinstance(value, int | Fraction):
                weight = value * heavy if heavy != 1 else value
                bottom = weight.denominator
                tops[bottom] = tops.get(bottom, 0) + weight.numerator
            else:
                others.append(value * Fraction(heavy) if heavy != 1 else value)
        parts = united(tops)
        if others:
            return Exact(total([*others, parts + whole]))
        return Exact(parts + whole if parts else whole)

    @property
    def zero(self) -> Exact:
        """Give 0."""
        return Exact(0)

    def sums(self, what: Callable[[T], Sequence[Fraction | int]], size: int) -> Sequence[Exact]:
        """Add up so many numbers that each thing gives, each number by itself.

        >>> rows = ExactRows(lambda: [("a", 2), ("b", 3)], lambda _: Fraction(1))
        >>> [one.score.value for one in rows.sums(lambda _: (1, Fraction(1, 2)), 2)]
        [Fraction(5, 1), Fraction(5, 2)]
        """
        # Whole numbers are added far sooner as such.
        whole, sums = [0] * size, [Fraction(0)] * size
        for row, count in self.start():
            weight, given = self.weigh(row), what(row)
            if weight == 1 and _INTEGERS.issuperset(map(type, given)):
                whole = [one + count * two.numerator for one, two in zip(whole, given, strict=True)]
            else:
                heavy = weight * count
                sums = [one + heavy * two for one, two in zip(sums, given, strict=True)]
        return [Exact(one + two) for one, two in zip(sums, whole, strict=True)]

    def count(self, what: Callable[[T], bool]) -> Exact:
        """Count the things themselves for which something holds, whatever they weigh."""
        return Exact(sum(count for row, count in self.start() if what(row)))

    def weights(self, key: Callable[[T], Iterable[tuple[K, Fraction | int]]]) -> Mapping[K, Number]:
        """Weigh each key: what each thing gives to it, times the weight of the thing."""
        whole: dict[K, int] = {}
        rest: dict[K, dict[int, int]] = {}
        for row, count in self.start():
            heavy = self._heavy(row, count)
            for name, share in key(row):
                weight = heavy * share if heavy != 1 else share
                if weight.denominator == 1:
                    whole[name] = whole.get(name, 0) + weight.numerator
                else:
                    whole.setdefault(name, 0)
                    tops, bottom = rest.setdefault(name, {}), weight.denominator
                    tops[bottom] = tops.get(bottom, 0) + weight.numerator
        parts = {name: united(tops) for name, tops in rest.items()}
        return {name: Exact(parts[name] + n if name in parts else n) for name, n in whole.items()}

    def column(self, what: Callable[[T], K]) -> tuple[Sequence[K], ExactVector]:
        """List what each thing is, and its weight side by side.

        >>> rows = ExactRows(lambda: [("a", 2), ("b", 3)], lambda _: Fraction(1))
        >>> rows.column(str.upper)
        (['A', 'B'], ExactVector(values=(2, 3)))
        """
        both = [(what(row), self._heavy(row, count)) for row, count in self.start()]
        return [one for one, _ in both], ExactVector(tuple([heavy for _, heavy in both]))

    def _heavy(self, row: T, count: int) -> int | Fraction:
        """Weigh so many things that are alike."""
        weight = self.weigh(row)
        return count if weight.numerator == weight.denominator else weight * count


def exact_value(
    of: Functional[T],
    things: Callable[[], Iterable[tuple[T, int]]],
    made: dict[Hashable, object] | None = None,
) -> Score:
    """Compute a functional exactly, of the things that take part and how often each was seen.

    `made` keeps what functionals of the same things share (`Rows.once`).

    Raises TypeError for one that mixes the numbers of engines.
    """
    rows = ExactRows(
        lambda: (one for one in things() if of.takes(one[0])),
        of.weigh,
        {} if made is None else made,
    )
    found = of.value(rows)
    if not isinstance(found, Exact):
        message = f"a number of its own rows: got {type(found).__name__}"
        raise TypeError(message)
    match found.score:
        case Defined(value):
            return Defined(kept(value))
        case undefined:
            return undefined


class Holding(Hashable, Protocol):
    """What units hold, by place, and a number that is a function of how often each is there."""

    def exact(self, counts: Mapping[int, int], /) -> Score:
        """Compute it exactly; `counts` say how often the unit of each place is there."""
        ...

    def resampled(
        self, places: Sequence[int], counts: "Integers", engine: "FloatEngine", /
    ) -> "Floats":
        """Compute it of many resamples of units of some places.

        `counts` have a row for each resample and a column for each place; the result has one number
        a row, NaN where it is undefined.
        """
        ...


class FloatEngine(Protocol):
    """What computes a functional of many resamples of things at once: `float_values`."""

    def __call__(
        self,
        of: Functional[T],
        things: Sequence[T],
        counts: "Integers",
        holders: "Holders | None" = None,
        /,
    ) -> "Floats":
        """Compute it: `counts` have a row for each resample and a column for each thing.

        Where `holders` say which units hold which things, there is a column for each unit.
        """
        ...


@frozen(cache_hash=True)
class Held(Generic[T]):
    """What units hold of things, and how often, by place; and the functional of all things.

    >>> class Weight:
    ...     def value(self, rows): return rows.weight
    ...     def weigh(self, thing): return Fraction(1)
    ...     def takes(self, thing): return True
    >>> held = Held(((("a", 1),), (("a", 2), ("b", 1))), Weight())
    >>> held.exact({0: 2, 1: 3})
    Defined(value=Fraction(11, 1))
    >>> import numpy as np
    >>> from measurand.algebra.functional_floats import float_values
    >>> held.resampled([0, 1], np.array([[2, 3], [5, 0]]), float_values).tolist()
    [11.0, 5.0]
    """

    book: tuple[tuple[tuple[T, int], ...], ...]
    of: Functional[T]

    def exact(self, counts: Mapping[int, int]) -> Score:
        """Compute it exactly; `counts` say how often the unit of each place is there."""
        things: Counter[T] = Counter()
        for place, count in counts.items():
            for thing, times in self.book[place]:
                things[thing] += times * count
        return exact_value(self.of, lambda: [(one, n) for one, n in things.items() if n])

    def resampled(self, places: Sequence[int], counts: "Integers", engine: FloatEngine) -> "Floats":
        """Compute it of many resamples of units of some places."""
        layout = _layout(self.book, tuple(places))
        if not layout.things:
            return engine(self.of, (), counts[:, :0])
        return engine(self.of, layout.things, counts, layout.holders)


class HashedOnce(tuple[T, ...]):  # noqa: SLOT001 # it remembers its hash
    """A tuple that is hashed once, however often what is known of it is looked up."""

    @cached_property
    def _hash(self) -> int:
        return tuple.__hash__(self)

    def __hash__(self) -> int:
        """Agree with equality."""
        return self._hash


@frozen(eq=False)
class Holders:
    """Which units hold a thing, and how often: those of one thing side by side, from its start on.

    Few units hold a thing, so that sums over these cost far less than a product with a matrix that
    is nearly empty.
    """

    owners: "Integers"
    often: "Integers"
    starts: "Integers"
    units: int

    def counted(self, units: "Integers") -> "Integers":
        """Count things in many resamples: a row of counts of units each, a row of things each.

        >>> import numpy as np
        >>> holders = Holders(np.array([0, 1, 1]), np.array([1, 2, 1]), np.array([0, 2]), 2)
        >>> holders.counted(np.array([[2, 3]])).tolist()
        [[8, 3]]
        """
        import numpy as np

        things: Integers = np.add.reduceat(units[:, self.owners] * self.often, self.starts, axis=1)
        return things

    def given(self, by_thing: "Floats") -> "Floats":
        """Add up what each unit gives, of what each thing gives: a row each.

        >>> import numpy as np
        >>> holders = Holders(np.array([0, 1, 1]), np.array([1, 2, 1]), np.array([0, 2]), 2)
        >>> holders.given(np.array([[1.0], [5.0]])).tolist()
        [[1.0], [7.0]]
        """
        import numpy as np

        held = np.diff(self.starts, append=len(self.owners))
        by_unit = np.zeros((self.units, by_thing.shape[1]))
        np.add.at(by_unit, self.owners, np.repeat(by_thing, held, axis=0) * self.often[:, None])
        return by_unit


@frozen(eq=False)
class _Layout(Generic[T]):
    """Things, and which units hold them; None where each holds one, once, and no other has it."""

    things: HashedOnce[T]
    holders: Holders | None


@lru_cache(maxsize=16)
def _layout(book: tuple[tuple[tuple[T, int], ...], ...], places: tuple[int, ...]) -> _Layout[T]:
    import numpy as np

    units = [book[place] for place in places]
    things = HashedOnce(dict.fromkeys(one for unit in units for one, _ in unit))
    columns = {thing: at for at, thing in enumerate(things)}
    held_by = sorted(
        (columns[thing], at, times) for at, unit in enumerate(units) for thing, times in unit
    )
    column, owners, often = np.array(held_by, dtype=np.int64).reshape(-1, 3).T
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    alone = [(at, at, 1) for at in range(len(units))] == held_by
    return _Layout(things, None if alone else Holders(owners, often, starts, len(units)))
