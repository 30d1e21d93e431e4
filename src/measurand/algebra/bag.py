"""A bag: how often each thing occurred. Adding bags is the only way to combine.

Bags under addition are a commutative monoid, exactly: counts are integers. That is why samples may
be read in any order, in any number of shards and by any number of workers, and why equal evidence
is scored once, times its count. Iteration is in the canonical order (`order`), so what is computed
from a bag depends on what lies in it and not on how it came there.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Generic, TypeVar

from attrs import field, frozen

from measurand.algebra.lazy_counts import Deferred, Stored, joined, loaded, mapped
from measurand.algebra.monoid import add_all
from measurand.algebra.order import canonical

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


def _positive(counts: Mapping[T, int]) -> Mapping[T, int]:
    if isinstance(counts, Stored | Deferred):
        return counts
    least = min(counts.values(), default=1)
    if least < 0:
        wrong = next(count for count in counts.values() if count < 0)
        message = f"a bag counts from 0 upwards: got {wrong}"
        raise ValueError(message)
    if least:
        # dict of a dict copies the hashes that it has; a comprehension would compute them again.
        return MappingProxyType(dict(counts))
    return MappingProxyType({thing: count for thing, count in counts.items() if count})


@frozen(eq=False, repr=False)
class Bag(Generic[T]):
    """A multiset, immutable and hashable; it iterates in the canonical order.

    Addition is associative and commutative, and the empty bag is its nothing, to the bit. Counts
    that are stored elsewhere are not copied: sums, maps and plain passes leave them there, but
    what needs an order, a hash or equality loads them.

    >>> Bag.of("abba") + Bag.of("c")
    Bag({'a': 2, 'b': 2, 'c': 1})
    >>> Bag.of("ab") == Bag.of("ba"), len(Bag.of("abba"))
    (True, 4)

    Raises ValueError for a negative count.
    """

    counts: Mapping[T, int] = field(converter=_positive)

    @staticmethod
    def of(things: Iterable[U]) -> "Bag[U]":
        """Count things."""
        return Bag(Counter(things))

    def __add__(self, other: "Bag[T]") -> "Bag[T]":
        """Pool two bags."""
        if isinstance(self.counts, Stored) or isinstance(other.counts, Stored):
            return Bag(joined([self.counts, other.counts]))
        total = dict(loaded(self.counts))
        for thing, count in other.counts.items():
            total[thing] = total.get(thing, 0) + count
        return Bag(total)

    def __eq__(self, other: object) -> bool:
        """Hold the same things equally often."""
        return isinstance(other, Bag) and loaded(self.counts) == loaded(other.counts)

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(loaded(self.counts).items()))

    def __hash__(self) -> int:
        """Agree with equality."""
        return self._hash

    def __len__(self) -> int:
        """Count the things, each as often as it occurred."""
        return sum(self.counts.values())

    @cached_property
    def ordered(self) -> tuple[tuple[T, int], ...]:
        """List the distinct things with their counts, in canonical order."""
        counts = loaded(self.counts)
        return tuple((thing, counts[thing]) for thing in canonical(counts))

    def ordered_parts(self) -> tuple[tuple[T, int], ...]:
        """Say how bags of bags compare."""
        return self.ordered

    def __iter__(self) -> Iterator[tuple[T, int]]:
        """Iterate over distinct things with their counts, in canonical order."""
        return iter(self.ordered)

    @property
    def distinct(self) -> int:
        """Count the different things; of stored ones, no fewer than there are."""
        return len(self.counts)

    @property
    def stored(self) -> bool:
        """Tell whether the counts are stored elsewhere, too many to be copied."""
        return isinstance(self.counts, Stored)

    @property
    def once(self) -> bool:
        """Tell whether it is certain that a pass over the counts meets each thing once."""
        return not isinstance(self.counts, Stored) or self.counts.once

    def map(self, function: Callable[[T], U]) -> "Bag[U]":
        """Replace each thing; things that become equal are counted together.

        >>> Bag.of([1, -1, 2]).map(abs)
        Bag({1: 2, 2: 1})
        """
        if isinstance(self.counts, Stored):
            return Bag(mapped(self.counts, function))
        total: dict[U, int] = {}
        for thing, count in self.counts.items():
            image = function(thing)
            total[image] = total.get(image, 0) + count
        return Bag(total)

    def __reduce__(self) -> tuple[type["Bag[T]"], tuple[dict[T, int]]]:
        """Travel between processes as what it counts."""
        return Bag, (dict(loaded(self.counts)),)

    def __repr__(self) -> str:
        """Show it in canonical order."""
        return f"Bag({dict(self.ordered)})"


# A bag for every key (document, cluster, run). Keys are kept until all shards are added, since one
# document may lie in several; only then are they forgotten, which leaves a bag of bags.

K = TypeVar("K", bound=Hashable)


def _filled(bags: Mapping[K, Bag[T]]) -> Mapping[K, Bag[T]]:
    return MappingProxyType({key: bag for key, bag in bags.items() if bag.counts})


@frozen(eq=False)
class Keyed(Generic[K, T]):
    """Bags under keys; adding adds key by key, so a document may lie in several shards.

    >>> a = Keyed({"d1": Bag.of("x")}) + Keyed({"d1": Bag.of("y"), "d2": Bag.of("x")})
    >>> a.flat()
    Bag({'x': 2, 'y': 1})
    >>> a.forget()
    Bag({Bag({'x': 1}): 1, Bag({'x': 1, 'y': 1}): 1})
    """

    bags: Mapping[K, Bag[T]] = field(converter=_filled)

    def __add__(self, other: "Keyed[K, T]") -> "Keyed[K, T]":
        """Pool key by key."""
        total = dict(self.bags)
        for key, bag in other.bags.items():
            total[key] = total[key] + bag if key in total else bag
        return Keyed(total)

    def __eq__(self, other: object) -> bool:
        """Hold equal bags under equal keys."""
        return isinstance(other, Keyed) and self.bags == other.bags

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(frozenset(self.bags.items()))

    def __reduce__(self) -> tuple[type["Keyed[K, T]"], tuple[dict[K, Bag[T]]]]:
        """Travel between processes as its bags."""
        return Keyed, (dict(self.bags),)

    def flat(self) -> Bag[T]:
        """Pool everything, whatever its key."""
        return add_all(self.bags.values(), Bag[T]({}))

    def forget(self) -> Bag[Bag[T]]:
        """Keep the bags, drop the keys."""
        return Bag.of(self.bags.values())
