"""The five transforms as values: what each changes, what it leaves alone, and the orders they draw.

A faithful answer depends on the evidence that it cites, so changing that evidence should cost it:
each transform breaks one tie (between tokens and cells, tokens and embeddings, frames and
citations, or citations and tokens) and leaves all others alone. Orders are drawn within groups,
each with the same chance, with fixed points or as derangements.
"""

from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from functools import partial
from typing import TypeVar

from attrs import frozen

from measurand.algebra.draws import legacy_permutations, permutations
from measurand.studies.counterfactual.parts import Key, SamplePart
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
    drawn = draw(sizes) if fixed is FixedPoints.ALLOWED else derangements(sizes, draw)
    order = list(range(len(labels)))
    for group, drawn_order in zip(groups, drawn, strict=True):
        for at, other in zip(group, drawn_order, strict=True):
            order[at] = group[other]
    return tuple(order)


def derangements(sizes: Sequence[int], draw: Draw) -> Sequence[Order]:
    """Draw one order for each size (at least 2) in which no member stays.

    Takes the first of up to 512 draws for each size that has no fixed point. Should there be none
    (the chance is below 1e-90), every member moves on by one place.

    >>> derangements([2], lambda sizes: [(0, 1), (1, 0)][: len(sizes)])
    [(1, 0)]
    """
    # About 1/e of all orders have no fixed point. The stream starts anew with each call,
    # so that twice as many draws begin with those that were looked at, and the first still counts.
    orders: list[Order | None] = [None] * len(sizes)
    times = 1
    while None in orders and times <= _TRIES:
        drawn = draw([*sizes] * times)
        orders = [
            next(filter(_moves_all, drawn[at :: len(sizes)]), None) for at in range(len(sizes))
        ]
        times *= 2
    return [order or (*range(1, n), 0) for order, n in zip(orders, sizes, strict=True)]


def _moves_all(order: Order) -> bool:
    return all(at != other for at, other in enumerate(order))


def reorder(members: Sequence[T], order: Order) -> tuple[T, ...]:
    """Put every member where an order wants it.

    >>> reorder("abc", (1, 2, 0))
    ('b', 'c', 'a')
    """
    return tuple(members[other] for other in order)


def inverse(order: Order) -> Order:
    """Find the order that puts every member back.

    >>> reorder(reorder("abc", (1, 2, 0)), inverse((1, 2, 0)))
    ('a', 'b', 'c')
    """
    return tuple(sorted(range(len(order)), key=order.__getitem__))


class Within(Enum):
    """Which tokens change places with one another: those of one level, or all of the sample."""

    LEVEL = "level"
    ALL = "all"


class Lists(Enum):
    """How citations are swapped.

    WHOLE: lists change frames, so a frame may get a longer or a shorter one. DEALT: the citations
    of all frames are shuffled and dealt again, and every frame keeps the number of its citations.
    """

    WHOLE = "whole"
    DEALT = "dealt"


class Text(Enum):
    """Whether the text of an answer is kept when its citations change, or becomes empty."""

    KEPT = "kept"
    CLEARED = "cleared"


class CitedBy(Enum):
    """Which frames make a token a cited one: all, or those that claim a finding to be there.

    In both cases a refused frame is like any other.
    """

    ALL = "all"
    POSITIVE = "positive"


class Ids(Enum):
    """Whether the tokens that are left keep their ids, or are numbered from 0 again."""

    STABLE = "stable"
    RENUMBERED = "renumbered"


@frozen
class OmegaPerm:
    """Tokens change cells; scores, embeddings and the answer stay, so citations point elsewhere.

    They change `within` a level, or all; `fixed` says whether one may stay where it is.

    >>> OmegaPerm().within.value
    'level'
    """

    within: Within = Within.LEVEL
    fixed: FixedPoints = FixedPoints.ALLOWED


@frozen
class TokenPerm:
    """Tokens change embeddings, cells and scores stay, and the generator answers again.

    They change `within` a level, or all; `fixed` says whether one may stay where it is.

    >>> TokenPerm().within.value
    'all'
    """

    within: Within = Within.ALL
    fixed: FixedPoints = FixedPoints.ALLOWED


@frozen
class CiteSwap:
    """Frames change citations; a frame without an entry takes no part.

    With `fixed` NONE no list keeps its frame (WHOLE), or no citation its place (DEALT): a citation
    may then move within its frame, and equal lists or ids may stand for one another.
    An answer with fewer than two entries stays as it is, its text too.

    >>> CiteSwap(lists=Lists.DEALT).text.value
    'kept'
    """

    lists: Lists = Lists.WHOLE
    fixed: FixedPoints = FixedPoints.ALLOWED
    text: Text = Text.KEPT


@frozen
class EvidenceDrop:
    """Cited tokens are taken away, and the generator answers again from those that are left.

    `cited_by` says whose citations count.

    With RENUMBERED ids the places of the tokens that are left become their ids, so that an old id
    may name another token.

    >>> EvidenceDrop().ids.value
    'stable'
    """

    cited_by: CitedBy = CitedBy.ALL
    ids: Ids = Ids.STABLE


@frozen
class NoCite:
    """Every list of citations becomes empty; a frame without an entry still has none.

    >>> NoCite(text=Text.CLEARED).text.value
    'cleared'
    """

    text: Text = Text.KEPT


Transform = OmegaPerm | TokenPerm | CiteSwap | EvidenceDrop | NoCite
Reordering = OmegaPerm | TokenPerm | CiteSwap
"""The transforms that draw an order."""


def key_of(transform: Transform) -> Key:
    """Name a transform, whatever its options.

    >>> key_of(NoCite()).value
    'no_cite'
    """
    match transform:
        case OmegaPerm():
            return Key.OMEGA_PERM
        case TokenPerm():
            return Key.TOKEN_PERM
        case CiteSwap():
            return Key.CITE_SWAP
        case EvidenceDrop():
            return Key.EVIDENCE_DROP
        case NoCite():
            return Key.NO_CITE


_EVERY = frozenset(SamplePart)
_OF_THE_ANSWER = frozenset({SamplePart.FRAMES, SamplePart.CITATIONS, SamplePart.TEXT})


def invariant_parts(transform: Transform) -> frozenset[SamplePart]:
    """List the parts that are equal before and after, in every sample and for every draw.

    A metric that reads only these cannot change. Where the generator answers again, nothing of the
    answer is left alone.

    >>> sorted(part.value for part in invariant_parts(TokenPerm()))
    ['cells', 'levels', 'scores', 'tokens']
    """
    match transform:
        case OmegaPerm(within=Within.LEVEL):
            return _EVERY - {SamplePart.CELLS}
        case OmegaPerm():
            return _EVERY - {SamplePart.CELLS, SamplePart.LEVELS}
        case TokenPerm():
            return _EVERY - _OF_THE_ANSWER - {SamplePart.EMBEDDINGS}
        case CiteSwap(text=Text.KEPT) | NoCite(text=Text.KEPT):
            return _EVERY - {SamplePart.CITATIONS}
        case CiteSwap() | NoCite():
            return _EVERY - {SamplePart.CITATIONS, SamplePart.TEXT}
        case EvidenceDrop():
            return frozenset()


def invertible(transform: Transform) -> bool:
    """Decide whether what a transform changes can be put back, see `undo`.

    It can where an order was drawn and no text was cleared.

    >>> invertible(OmegaPerm()), invertible(CiteSwap(text=Text.CLEARED)), invertible(NoCite())
    (True, False, False)
    """
    match transform:
        case OmegaPerm() | TokenPerm() | CiteSwap(text=Text.KEPT):
            return True
        case _:
            return False
