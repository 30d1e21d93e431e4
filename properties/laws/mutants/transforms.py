"""Transforms that are wrong on purpose, right ones, and the kind `transform`."""

from collections.abc import Callable
from functools import partial
from itertools import count
from math import factorial

from measurand.algebra.draws import permutations
from measurand.laws.kinds.subject import Subject
from measurand.laws.kinds.transforms import (
    DROPS,
    KEEPS,
    TRANSFORM_BLIND,
    TRANSFORM_DERANGES,
    TRANSFORM_DRAWS,
    TRANSFORM_KIND,
    TRANSFORM_MIXES,
    TRANSFORM_SETTLES,
    TRANSFORM_UNDOES,
    Items,
    Transform,
)
from measurand.studies.counterfactual.transforms import FixedPoints, reorder, shuffled
from properties.laws.adequacy import Mutants, Wrong

TransformFunction = Callable[[Items, int], object]
BLIND, DRAWS = frozenset({TRANSFORM_BLIND}), frozenset({TRANSFORM_DRAWS})
DERANGES = frozenset({TRANSFORM_DERANGES})
UNDOES, SETTLES = frozenset({TRANSFORM_UNDOES}), frozenset({TRANSFORM_SETTLES})
SHUFFLES = KEEPS | DRAWS | BLIND | {TRANSFORM_MIXES}
STEP = 7919
"""How far the order moves from seed to seed; a prime, so that no small list repeats soon."""


def _ordered(items: Items, rank: int) -> list[str]:
    """Give the order of a rank among all orders."""
    left, found = list(items), []
    for size in range(len(left), 0, -1):
        place, rank = divmod(rank, factorial(size - 1))
        found.append(left.pop(place % size))
    return found


def _shuffled(items: Items, seed: int) -> list[str]:
    return _ordered(items, (seed * STEP + 1) % factorial(len(items)))


def _rotated(items: Items, seed: int) -> list[str]:
    by = 1 + seed % (len(items) - 1) if len(items) > 1 else 0
    return [*items[by:], *items[:by]]


def _reversed(items: Items, _seed: int) -> list[str]:
    return [*reversed(items)]


def _drawn(items: Items, seed: int, fixed: FixedPoints) -> list[str]:
    draw = partial(permutations, (seed, "transform", ""))
    return list(reorder(items, shuffled([0] * len(items), draw, fixed)))


def _paired(items: Items, _seed: int) -> list[str]:
    found = list(items)
    for at in range(0, len(found) - 1, 2):
        found[at], found[at + 1] = found[at + 1], found[at]
    return found


def _sorted(items: Items, _seed: int) -> list[str]:
    return sorted(items)


def _without_repeats(items: Items, _seed: int) -> list[str]:
    return list(dict.fromkeys(items))


def _one_dropped(items: Items, seed: int) -> list[str]:
    return [item for at, item in enumerate(items) if at != seed % max(1, len(items))]


def _redrawn(items: Items, seed: int) -> list[str]:
    return [items[(at * seed + seed) % len(items)] for at in range(len(items))]


def _upper(items: Items, _seed: int) -> list[str]:
    return [item.upper() for item in items]


def _masked(items: Items, seed: int) -> list[str]:
    return ["*" if at == seed % len(items) else item for at, item in enumerate(items)]


def _first_kept(items: Items, seed: int) -> list[str]:
    return [*items[:1], *_shuffled(items[1:], seed)]


def _own_shuffle(items: Items, _seed: int) -> list[str]:
    return _shuffled(items, 3)


def _mutating(items: Items, seed: int) -> list[str]:
    found = items if isinstance(items, list) else list(items)
    found[:] = _shuffled(items, seed)
    return list(found)


def _going_on() -> TransformFunction:
    calls = count()
    return lambda items, seed: _shuffled(items, seed + next(calls))


def _padded(items: Items, seed: int) -> list[str]:
    return _shuffled(items, seed) or ["[EMPTY]"]


def _joined(items: Items, _seed: int) -> str:
    return " ".join(items)


def _raising(items: Items, seed: int) -> list[str]:
    return _rotated(items, seed % len(items))


def _by_text(items: Items, seed: int) -> list[str]:
    return sorted(items, key=lambda item: (ord(item[:1] or " ") * STEP * (seed + 1)) % 101)


def _a_stays(items: Items, _seed: int) -> list[str]:
    return ["" if item == "b" else item for item in items]


def _half(items: Items, _seed: int) -> list[str]:
    return list(items[: (len(items) + 1) // 2])


def _turned_rest(items: Items, _seed: int) -> list[str]:
    return [*reversed(items[1:])]


def _swap_two(items: Items, seed: int) -> list[str]:
    found = list(items)
    if len(found) > 1:
        at = seed % (len(found) - 1)
        found[at], found[at + 1] = found[at + 1], found[at]
    return found


def _dealt(items: Items, _seed: int) -> list[str]:
    return [*items[1::2], *items[::2]]


def _wrong(
    name: str, says: str, function: TransformFunction, claims: frozenset[str]
) -> Wrong[[Items, int]]:
    return Wrong(name, says, Subject(name, function, claims))


NONE: frozenset[str] = frozenset()
WRONG_TRANSFORMS = (
    _wrong("nothing moves", "the items as they were", lambda items, _: list(items), DERANGES),
    _wrong("empties", "nothing is left", lambda _items, _seed: [], KEEPS),
    _wrong("repeats dropped", "of equal items one is left", _without_repeats, KEEPS),
    _wrong("one dropped", "an item is lost", _one_dropped, KEEPS),
    _wrong("drawn with replacement", "some come twice, some not", _redrawn, KEEPS),
    _wrong("upper case", "the items are changed", _upper, KEEPS),
    _wrong("masked", "an item becomes *", _masked, KEEPS),
    _wrong("shuffle as derangement", "some stay by chance", _shuffled, DERANGES),
    _wrong("neighbours as derangement", "an odd last one stays", _paired, DERANGES),
    _wrong("reversed as derangement", "the middle one stays", _reversed, DERANGES),
    _wrong("rotation as involution", "twice goes further", _rotated, UNDOES),
    _wrong("sorting as involution", "twice is still sorted", _sorted, UNDOES),
    _wrong("dealt as involution", "odd places first", _dealt, UNDOES),
    _wrong("one dropped as idempotent", "each time another", _one_dropped, SETTLES),
    _wrong("half as idempotent", "each time half of it", _half, SETTLES),
    _wrong("turning as idempotent", "twice is back", _reversed, SETTLES),
    _wrong("rest turned round", "what is left is turned", _turned_rest, DROPS),
    _wrong("masked as deletion", "something new is there", _masked, DROPS),
    _wrong("by what they say", "the order comes from the texts", _by_text, BLIND),
    _wrong("sorted by name", "the order is that of the alphabet", _sorted, BLIND),
    _wrong("b removed", "one word is treated apart", _a_stays, BLIND),
    _wrong("its own seed", "the seed plays no part", _own_shuffle, DRAWS),
    _wrong("the first stays", "only the rest is shuffled", _first_kept, SHUFFLES),
    _wrong("changes what it is given", "the list itself is shuffled", _mutating, NONE),
    _wrong("going on", "a stream that never starts anew", _going_on(), NONE),
    _wrong("padded", "an empty list gets a word", _padded, NONE),
    _wrong("one text", "the items are joined", _joined, NONE),
    _wrong("raises on nothing", "no items, no result", _raising, NONE),
)


RIGHT_TRANSFORMS: tuple[Transform, ...] = (
    Subject("shuffle", _shuffled, SHUFFLES),
    Subject("orders of the library", partial(_drawn, fixed=FixedPoints.ALLOWED), SHUFFLES),
    Subject(
        "orders of the library in which none stays",
        partial(_drawn, fixed=FixedPoints.NONE),
        SHUFFLES | DERANGES,
    ),
    Subject("rotation", _rotated, KEEPS | BLIND | DRAWS | DERANGES),
    Subject("reversal", _reversed, KEEPS | BLIND | UNDOES),
    Subject("neighbours", _paired, KEEPS | BLIND | UNDOES),
    Subject("two neighbours", _swap_two, KEEPS | BLIND | UNDOES | DRAWS),
    Subject("sorting", _sorted, KEEPS | SETTLES),
    Subject("repeats dropped", _without_repeats, SETTLES | DROPS),
    Subject("half of it", _half, DROPS | BLIND),
)

TRANSFORM_KIND_MUTANTS = Mutants(
    kind=TRANSFORM_KIND.name, right=RIGHT_TRANSFORMS, wrong=WRONG_TRANSFORMS
)
