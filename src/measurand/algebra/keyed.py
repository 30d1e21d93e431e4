"""A bag for every key (document, cluster, run): a bag of bags once the keys are forgotten."""

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from attrs import field, frozen

from measurand.algebra.bag import Bag
from measurand.algebra.monoid import add_all

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)


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
