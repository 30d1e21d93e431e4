"""Orders drawn within groups, with or without members that stay where they are."""

from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from functools import partial
from typing import TypeVar

from measurand.algebra.draws import legacy_permutations, permutations
from measurand.studies.counterfactual.parts import Key
from measurand.values.grounded import Grounded

Order = tuple[int, ...]
"""For each place, the place that its new member comes from."""

Draw = Callable[[Sequence[int]], Sequence[Order]]
"""Draws one order for each size, in turn from one stream that starts anew with every call."""

T = TypeVar("T")


class FixedPoints(Enum):
    """Whether a drawn order may leave a member where it is."""

    ALLOWED = "allowed"
    NONE = "none"


class Stream(Enum):
    """What the draws are made from.

    SAMPLE: the seed given, the transform and the id of the sample, so that no sample shares its
    draws with another. LEGACY: the sample's own seed plus 1000, 2000 or 3000, as older programs
    did; the seed given plays no part, and samples of equal seeds share their draws.
    """

    SAMPLE = "sample"
    LEGACY = "legacy"


_ADDED = {Key.OMEGA_PERM: 1000, Key.TOKEN_PERM: 2000, Key.CITE_SWAP: 3000}
_TRIES = 512


def draw_for(sample: Grounded, key: Key, *, seed: int, stream: Stream) -> Draw:
    """Name the draws of one sample under one transform; only the first three transforms draw.

    >>> one = Grounded(id="demo-0001", seed=7, shape=(8, 8, 8))
    >>> draw_for(one, Key.CITE_SWAP, seed=0, stream=Stream.LEGACY)([3])
    ((0, 1, 2),)

    Raises KeyError for a legacy stream of a transform that draws nothing.
    """
    match stream:
        case Stream.SAMPLE:
            return partial(permutations, (seed, key.value, sample.id))
        case Stream.LEGACY:
            return partial(legacy_permutations, sample.seed + _ADDED[key])


def shuffled(labels: Sequence[Hashable], draw: Draw, fixed: FixedPoints) -> Order:
    """Draw an order in which every member stays within its label.

    Labels are taken in the order of their first appearance. A label of one member draws nothing,
    and its member stays; every other is in each of its orders with the same chance, or, where no
    member may stay, in each of those in which none does.

    >>> shuffled("aabba", lambda sizes: [(1, 2, 0), (1, 0)], FixedPoints.ALLOWED)
    (1, 4, 3, 2, 0)
    """
    places: dict[Hashable, list[int]] = {}
    for at, label in enumerate(labels):
        places.setdefault(label, []).append(at)
    groups = [group for group in places.values() if len(group) > 1]
    sizes = [len(group) for group in groups]
    drawn = draw(sizes) if fixed is FixedPoints.ALLOWED else deranged(sizes, draw)
    order = list(range(len(labels)))
    for group, found in zip(groups, drawn, strict=True):
        for at, other in zip(group, found, strict=True):
            order[at] = group[other]
    return tuple(order)


def deranged(sizes: Sequence[int], draw: Draw) -> Sequence[Order]:
    """Draw one order for each size (at least 2) in which no member stays.

    Takes the first of up to 512 draws for each size that has no fixed point. Should there be none
    (the chance is below 1e-90), every member moves on by one place.

    >>> deranged([2], lambda sizes: [(0, 1), (1, 0)][: len(sizes)])
    [(1, 0)]
    """
    found: list[Order | None] = [None] * len(sizes)
    times = 1
    while None in found and times <= _TRIES:
        drawn = draw([*sizes] * times)
        found = [
            next(filter(_moves_all, drawn[at :: len(sizes)]), None) for at in range(len(sizes))
        ]
        times *= 2
    return [order or (*range(1, n), 0) for order, n in zip(found, sizes, strict=True)]


def _moves_all(order: Order) -> bool:
    return all(at != other for at, other in enumerate(order))


def moved(members: Sequence[T], order: Order) -> tuple[T, ...]:
    """Put every member where an order wants it.

    >>> moved("abc", (1, 2, 0))
    ('b', 'c', 'a')
    """
    return tuple(members[other] for other in order)


def inverse(order: Order) -> Order:
    """Find the order that puts every member back.

    >>> moved(moved("abc", (1, 2, 0)), inverse((1, 2, 0)))
    ('a', 'b', 'c')
    """
    return tuple(sorted(range(len(order)), key=order.__getitem__))
