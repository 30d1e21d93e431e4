"""Counts that are not held in memory: read in passes, or made when somebody first asks for them.

Two promises let a `Bag` hold such counts in the place of a dict. `Stored`: every pass gives the
same things in one order, so folds can be repeated and sums, maps and joins stay passes themselves;
a thing may come up more than once, and counts as the sum. `Deferred`: the mapping is made once and
then is an ordinary one. What needs all of it at once (an order, a hash, equality) calls `loaded`.
"""

from abc import abstractmethod
from collections.abc import (
    Callable,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    Mapping,
    ValuesView,
)
from itertools import chain
from typing import TypeVar

from attrs import frozen

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Stored(Mapping[T, int]):
    """How often each thing occurred, too often to be copied: all counts are positive, for good.

    A thing may come up more than once in a pass; it occurred as often as all of these say. So the
    length is that of a pass, which no number of different things exceeds.
    """

    @abstractmethod
    def passed(self) -> Iterator[tuple[T, int]]:
        """Start a pass; all passes give the same, in one order."""

    @property
    def once(self) -> bool:
        """Tell whether it is certain that a thing comes up once in a pass."""
        return False

    def __iter__(self) -> Iterator[T]:
        """List the things of a pass."""
        return (thing for thing, _ in self.passed())

    def __len__(self) -> int:
        """Measure a pass."""
        return sum(1 for _ in self.passed())

    def __bool__(self) -> bool:
        """Tell whether there is anything, by the start of a pass."""
        return next(self.passed(), None) is not None

    def __getitem__(self, thing: T) -> int:
        """Count a thing.

        Raises KeyError where it never occurred.
        """
        occurred = sum(count for other, count in self.passed() if other == thing)
        if not occurred:
            raise KeyError(thing)
        return occurred

    def __eq__(self, other: object) -> bool:
        """Hold the same things equally often; both sides are loaded for that."""
        return isinstance(other, Mapping) and loaded(self) == loaded(other)

    __hash__ = None  # type: ignore[assignment]  # as every mapping with equality has it

    def items(self) -> ItemsView[T, int]:
        """Read things with their counts in one pass."""
        return _Items(self)

    def values(self) -> ValuesView[int]:
        """Read counts in one pass."""
        return _Values(self)


class _Items(ItemsView[T, int]):
    def __init__(self, stored: Stored[T]) -> None:
        super().__init__(stored)
        self._passed = stored.passed

    def __iter__(self) -> Iterator[tuple[T, int]]:
        return self._passed()


class _Values(ValuesView[int]):
    def __init__(self, stored: Stored[T]) -> None:
        super().__init__(stored)
        self._passed = stored.passed

    def __iter__(self) -> Iterator[int]:
        return (count for _, count in self._passed())


@frozen(eq=False)
class Again(Stored[T]):
    """What a function gives anew, each time that it is called; `once` vouches for its things.

    >>> letters = Again(lambda: iter([("a", 2), ("b", 1), ("a", 1)]))
    >>> letters["a"], list(letters), loaded(letters)
    (3, ['a', 'b', 'a'], {'a': 3, 'b': 1})
    """

    start: Callable[[], Iterator[tuple[T, int]]]
    once: bool = False

    def passed(self) -> Iterator[tuple[T, int]]:
        """Call the function."""
        return self.start()


class Deferred(Mapping[T, int]):
    """How often each thing occurred, which is found when it is first asked for: all are positive.

    >>> class Letters(Deferred[str]):
    ...     def made(self) -> Mapping[str, int]:
    ...         return {"a": 3}
    >>> Letters()["a"], dict(Letters())
    (3, {'a': 3})
    """

    @abstractmethod
    def made(self) -> Mapping[T, int]:
        """Count the things; the same counts each time."""

    def __iter__(self) -> Iterator[T]:
        """List the things."""
        return iter(self.made())

    def __len__(self) -> int:
        """Count the different things."""
        return len(self.made())

    def __getitem__(self, thing: T) -> int:
        """Count a thing.

        Raises KeyError where it never occurred.
        """
        return self.made()[thing]

    def items(self) -> ItemsView[T, int]:
        """List things with their counts."""
        return self.made().items()

    def values(self) -> ValuesView[int]:
        """List counts."""
        return self.made().values()


def mapped(counts: Stored[T], function: Callable[[T], U]) -> Stored[U]:
    """Replace each thing in every pass.

    >>> loaded(mapped(Again(lambda: iter([("a", 2), ("b", 1)])), len))
    {1: 3}
    """
    return Again(lambda: ((function(thing), count) for thing, count in counts.passed()))


def joined(parts: Iterable[Mapping[T, int]]) -> Stored[T]:
    """Read one part after the other in every pass.

    >>> loaded(joined([{"a": 1}, {"a": 2}]))
    {'a': 3}
    """
    kept = tuple(parts)
    return Again(lambda: chain.from_iterable(part.items() for part in kept))


def loaded(counts: Mapping[T, int]) -> Mapping[T, int]:
    """Take counts into memory, where they are not there already.

    >>> loaded({"a": 1})
    {'a': 1}
    """
    if isinstance(counts, Deferred):
        return counts.made()
    if not isinstance(counts, Stored):
        return counts
    return united(counts.passed())


def united(counts: Iterable[tuple[T, int]]) -> dict[T, int]:
    """Unite the counts of things that may come more than once.

    >>> united([("a", 2), ("b", 1), ("a", 1)])
    {'a': 3, 'b': 1}
    """
    total: dict[T, int] = {}
    for thing, count in counts:
        total[thing] = total.get(thing, 0) + count
    return total
