"""Evidence of gold crossed with predictions: many pairs of few sides, each side observed once.

Where items link by equal keys alone, two sides without a common key have no link, and what they
count is the sum of what each counts against nothing. So of K labels on each side K + K samples say
what most of the K * K pairs contribute; pairs with a common key are observed as they are. Sums over
all pairs need the sides alone; the evidence of each pair is made where somebody reads the rows.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import compress
from operator import eq, not_
from typing import TypeVar

from attrs import field, frozen

from measurand.algebra.lazy_counts import Deferred, united
from measurand.evidence.evidence import Evidence, Observed, Tallies
from measurand.evidence.keying import answer_keys, keys
from measurand.evidence.matching import Key, MultisetMatch, SetMatch
from measurand.evidence.number_rows import NumberRows
from measurand.evidence.observation import ClassKind, Observation
from measurand.evidence.observe import observe
from measurand.evidence.sides import Sides, WildKind
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.tally import EMPTY, Tally

T = TypeVar("T", bound=Hashable)
Items = tuple[Item, ...]
_ALIKE = Sides()
_ONE_EACH = 2
_ONE = Fraction(1)


Summed = tuple[Evidence, int, int]
"""A row, how often what it counts is added, and how many samples it is."""


@frozen(eq=False)
class Side:
    """The items of a side (None: no answer was given), by their keys, and what they count alone.

    `alone` tells whether keys say all: a side without a common key has no link to this one. Where
    each item has a key of its own (`single`), a side counts what its items count one by one.
    """

    items: Items | None
    by_key: Mapping[Key, Item] = field(factory=dict)
    count: Callable[[], Tallies] = tuple
    alone: bool = False

    @cached_property
    def tallies(self) -> Tallies:
        """Count the items against nothing."""
        return self.count()

    @property
    def single(self) -> bool:
        """Tell whether items link one by one, with those of another such side."""
        return self.alone and self.items is not None and len(self.by_key) == len(self.items)


@frozen
class Crossing:
    """Observes pairs of sides as `observe` does samples, from what each side is alone.

    >>> crossing = Crossing(Observation())
    >>> crossing.pair(crossing.gold(("a",)), crossing.answer(("b",))) == observe(
    ...     Observation(), Sample(id="1", gold=("a",), predicted=("b",)))
    True

    Raises UnfitSampleError where items do not have the shape that is asked for.
    """

    how: Observation
    _alone: bool = field(init=False)
    _keys: dict[tuple[bool, Item], Key] = field(init=False, factory=dict, eq=False, repr=False)

    @_alone.default
    def _by_keys_alone(self) -> bool:
        """Tell whether items are linked by equal keys and nothing else, all of both sides."""
        exact = isinstance(self.how.match, SetMatch | MultisetMatch)
        return exact and self.how.wildcard.kind is WildKind.OFF and self.how.sides == _ALIKE

    def gold(self, items: Items) -> Side:
        """Look at a gold side once."""
        if not self._alone:
            return Side(items)
        by_key = {self._key(item, answered=False): item for item in items}
        return Side(items, by_key, lambda: _tallies(self._whole(items, ())), alone=True)

    def answer(self, items: Items | None) -> Side:
        """Look at an answer once."""
        if not self._alone or items is None:
            return Side(items)
        by_key = {self._key(item, answered=True): item for item in items}
        return Side(items, by_key, lambda: _tallies(self._whole((), items)), alone=True)

    def _key(self, item: Item, *, answered: bool) -> Key:
        name = answered, item
        if name not in self._keys:
            [self._keys[name]] = (answer_keys if answered else keys)(self.how, (item,))
        return self._keys[name]

    def pair(self, gold: Side, answer: Side, weight: Fraction = _ONE) -> Evidence:
        """Give the evidence of a sample that has these sides and a weight."""
        if gold.alone and answer.alone and gold.by_key.keys().isdisjoint(answer.by_key):
            return Observed(added(gold.tallies, answer.tallies), weight)
        return self._whole(gold.items or (), answer.items, weight)

    def crossed(
        self, golds: Sequence[Side], answers: Sequence[Side], counts: Sequence[int]
    ) -> "Crossed":
        """Count the evidence of pairs of sides, each of which occurred so often.

        A pair without a common key counts its gold side, as a sample, and its answer beside it. One
        of several items that link one by one counts them so.
        """
        single = all(map(_one_item, {*golds, *answers}))
        rows: list[Summed] = []
        others = _Pairs(golds, answers, counts)
        if not single:
            one_by_one = list(map(_one_by_one, golds, answers))
            linked, others = others.parted(one_by_one)
            rows += self._by_item(linked)
        meeting, apart = others.parted(_meet(others, single=single))
        rows += [
            (self._whole(gold.items or (), answer.items), count, count)
            for gold, answer, count in meeting.listed()
        ]
        rows += [(Observed(side.tallies), n, n) for side, n in _added(apart.golds, apart.counts)]
        rows += [(Observed(side.tallies), n, 0) for side, n in _added(apart.answers, apart.counts)]
        every = _Pairs(golds, answers, counts)
        counted = sum(counts) if single else None
        return Crossed(rows, lambda: self._paired(every, single=single), counted)

    def _paired(self, pairs: "_Pairs", *, single: bool) -> Iterator[tuple[Evidence, int]]:
        """Make the evidence of pairs; without classes, once for all that count the same alone."""
        if self.how.classes.kind is not ClassKind.NONE:
            yield from ((self.pair(gold, answer), count) for gold, answer, count in pairs.listed())
            return
        meeting, apart = pairs.parted(_meet(pairs, single=single))
        yield from ((self.pair(gold, answer), count) for gold, answer, count in meeting.listed())
        known: dict[Tallies, int] = {}
        place = {
            side: known.setdefault(side.tallies, len(known))
            for side in {*apart.golds, *apart.answers}
        }
        alike = zip(
            map(place.__getitem__, apart.golds), map(place.__getitem__, apart.answers), strict=True
        )
        listed = list(known)
        for (one, other), count in _added(alike, apart.counts):
            yield Observed(added(listed[one], listed[other])), count

    def _by_item(self, linked: "_Pairs") -> Iterator[Summed]:
        """Count pairs item by item: links, items of either side without one, and the samples."""
        links: Counter[tuple[Item, Item]] = Counter()
        for gold, answer, count in linked.listed():
            here, there = gold.by_key, answer.by_key
            for key in here.keys() & there.keys():
                links[here[key], there[key]] += count
        golds, answers = (
            _items_of(_added(side, linked.counts)) for side in (linked.golds, linked.answers)
        )
        for (right, said), count in links.items():
            golds[right] -= count
            answers[said] -= count
            yield Observed(_tallies(self._whole((right,), (said,)))), count, 0
        for item, count in golds.items():
            yield Observed(_tallies(self._whole((item,), ()))), count, 0
        for item, count in answers.items():
            yield Observed(_tallies(self._whole((), (item,)))), count, 0
        if linked.counts:
            yield Observed(()), 0, sum(linked.counts)

    def _whole(self, gold: Items, answer: Items | None, weight: Fraction = _ONE) -> Evidence:
        return observe(self.how, Sample(id="", gold=gold, predicted=answer, weight=weight))


@frozen(eq=False)
class Crossed(Deferred[Evidence]):
    """How often each evidence of crossed sides occurred, which is made when somebody reads it.

    `summed` adds up to all of it, class by class, in far fewer rows.

    >>> crossing = Crossing(Observation())
    >>> gold, right, wrong = crossing.gold(("a",)), crossing.answer(("a",)), crossing.answer(("b",))
    >>> found = crossing.crossed([gold, gold], [right, wrong], [2, 3])
    >>> [(row.tallies[0][1].hits, count) for row, count in found.items()]
    [(1, 2), (0, 3)]
    """

    summed: Sequence[Summed]
    pairs: Callable[[], Iterable[tuple[Evidence, int]]]
    single: int | None = None
    """How many samples there are, where each has one item on either side."""

    def made(self) -> Mapping[Evidence, int]:
        """Make the evidence of each pair, once."""
        return self._made

    @cached_property
    def _made(self) -> Mapping[Evidence, int]:
        return united(self.pairs())

    def __bool__(self) -> bool:
        """Tell whether there is anything."""
        return bool(self.summed)


def summed(counts: Mapping[Evidence, int]) -> Iterator[Summed]:
    """Give rows whose tallies add up to those of all, class by class, in as few as are known.

    >>> list(summed({Observed(()): 2}))
    [(Observed(tallies=(), weight=Fraction(1, 1)), 2, 2)]
    """
    if isinstance(counts, Crossed):
        return iter(counts.summed)
    if isinstance(counts, NumberRows):
        # None of them has a tally.
        return iter(((Observed(()), 0, counts.samples),))
    return ((row, count, count) for row, count in counts.items())


def single_pairs(counts: Mapping[Evidence, int]) -> int | None:
    """Count samples that are known to have one item on either side, each; None: not known of all.

    >>> single_pairs({Observed(()): 2}) is None
    True
    """
    return counts.single if isinstance(counts, Crossed) else None


@frozen
class _Pairs:
    """Gold sides, answers, and how often each pair of them occurred, side by side."""

    golds: Sequence[Side]
    answers: Sequence[Side]
    counts: Sequence[int]

    def listed(self) -> Iterator[tuple[Side, Side, int]]:
        """List the pairs."""
        return zip(self.golds, self.answers, self.counts, strict=True)

    def parted(self, where: Sequence[bool]) -> tuple["_Pairs", "_Pairs"]:
        """Part pairs into those for which something holds, and all others."""
        elsewhere = list(map(not_, where))
        return self._of(where), self._of(elsewhere)

    def _of(self, where: Sequence[bool]) -> "_Pairs":
        return _Pairs(
            list(compress(self.golds, where)),
            list(compress(self.answers, where)),
            list(compress(self.counts, where)),
        )


def _meet(pairs: _Pairs, *, single: bool) -> Sequence[bool]:
    """Tell which pairs have something to do with each other; of single items, keys say so."""
    if single:
        key = {side: next(iter(side.by_key)) for side in {*pairs.golds, *pairs.answers}}
        keys = (map(key.__getitem__, side) for side in (pairs.golds, pairs.answers))
        return list(map(eq, *keys))
    return [
        not (gold.alone and answer.alone and gold.by_key.keys().isdisjoint(answer.by_key))
        for gold, answer, _ in pairs.listed()
    ]


def _added(things: Iterable[T], counts: Iterable[int]) -> Iterable[tuple[T, int]]:
    """Add up the counts of each thing."""
    return united(zip(things, counts, strict=True)).items()


def _one_by_one(gold: Side, answer: Side) -> bool:
    """Tell whether items of both sides link one by one, and there are several."""
    return gold.single and answer.single and len(gold.by_key) + len(answer.by_key) > _ONE_EACH


def _one_item(side: Side) -> bool:
    return side.alone and side.items is not None and len(side.items) == 1


def _items_of(sides: Iterable[tuple[Side, int]]) -> Counter[Item]:
    """Count the items of sides."""
    found: Counter[Item] = Counter()
    for side, count in sides:
        for item in side.items or ():
            found[item] += count
    return found


def _tallies(row: Evidence) -> Tallies:
    return row.tallies if isinstance(row, Observed) else ()


def added(some: Tallies, more: Tallies) -> Tallies:
    """Add tallies class by class.

    >>> added((("a", Tally(0, 0, 1)),), (("", Tally(0, 1, 0)), ("a", Tally(0, 1, 0))))
    (('', Tally(hits=0, predicted=1, gold=0)), ('a', Tally(hits=0, predicted=1, gold=1)))
    """
    if len(some) == len(more) == 1:
        (one,), (other,) = some, more
        if one[0] != other[0]:
            return (one, other) if one[0] < other[0] else (other, one)
    total = dict(some)
    for label, tally in more:
        total[label] = total.get(label, EMPTY) + tally
    return tuple(sorted(total.items(), key=_label))


def _label(entry: tuple[str, Tally]) -> str:
    return entry[0]
