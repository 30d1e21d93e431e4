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
from measurand.evidence.observe import item_tallies, observe
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
    """The items of a side (None: no answer was given), by their keys, whatever their classes are.

    `alone` tells whether keys say all: a side without a common key has no link to this one. Where
    each item has a key of its own (`single`), a side counts what its items count one by one.
    """

    items: Items | None
    by_key: Mapping[Key, Item] = field(factory=dict)
    alone: bool = False

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
    _counted: dict[tuple[bool, Side], Tallies] = field(
        init=False, factory=dict, eq=False, repr=False
    )

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
        return Side(items, by_key, alone=True)

    def answer(self, items: Items | None) -> Side:
        """Look at an answer once."""
        if not self._alone or items is None:
            return Side(items)
        by_key = {self._key(item, answered=True): item for item in items}
        return Side(items, by_key, alone=True)

    def _key(self, item: Item, *, answered: bool) -> Key:
        name = answered, item
        if name not in self._keys:
            [self._keys[name]] = (answer_keys if answered else keys)(self.how, (item,))
        return self._keys[name]

    def pair(self, gold: Side, answer: Side, weight: Fraction = _ONE) -> Evidence:
        """Give the evidence of a sample that has these sides and a weight."""
        if gold.alone and answer.alone and gold.by_key.keys().isdisjoint(answer.by_key):
            return Observed(added(self._of_gold(gold), self._of_answer(answer)), weight)
        return self._observed(gold, answer, weight)

    def _of_gold(self, side: Side) -> Tallies:
        """Count a gold side against nothing, once."""
        name = False, side
        if name not in self._counted:
            self._counted[name] = self._tallies(side.items or (), ())
        return self._counted[name]

    def _of_answer(self, side: Side) -> Tallies:
        """Count an answer against nothing, once."""
        name = True, side
        if name not in self._counted:
            self._counted[name] = self._tallies((), side.items or ())
        return self._counted[name]

    def crossed(self, met: "Met") -> "Crossed":
        """Count the evidence of pairs of sides, each of which occurred so often.

        A pair without a common key counts its gold side, as a sample, and its answer beside it. One
        of several items that link one by one counts them so.
        """
        rows: list[Summed] = list(self._by_item(met.linked))
        rows += [
            (self._observed(gold, answer), count, count)
            for gold, answer, count in met.meeting.listed()
        ]
        rows += [(Observed(self._of_gold(side)), n, n) for side, n in met.golds]
        rows += [(Observed(self._of_answer(side)), n, 0) for side, n in met.answers]
        counted = sum(met.pairs.counts) if met.single else None
        return Crossed(rows, lambda: self._paired(met), counted)

    def _paired(self, met: "Met") -> Iterator[tuple[Evidence, int]]:
        """Make the evidence of pairs; without classes, once for all that count the same alone."""
        if self.how.classes.kind is not ClassKind.NONE:
            for gold, answer, count in met.pairs.listed():
                yield self.pair(gold, answer), count
            return
        meeting, apart = met.pairs.parted(_meet(met.pairs, single=met.single))
        yield from ((self.pair(gold, answer), count) for gold, answer, count in meeting.listed())
        golds = {side: self._of_gold(side) for side in {*apart.golds}}
        answers = {side: self._of_answer(side) for side in {*apart.answers}}
        if len({*golds.values()}) == len({*answers.values()}) == 1:
            both = added(next(iter(golds.values())), next(iter(answers.values())))
            yield Observed(both), sum(apart.counts)
            return
        sides = zip(apart.golds, apart.answers, strict=True)
        alike = [(golds[gold], answers[answer]) for gold, answer in sides]
        for (one, other), count in _added(alike, apart.counts):
            yield Observed(added(one, other)), count

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
            yield Observed(self._tallies((right,), (said,))), count, 0
        for item, count in golds.items():
            yield Observed(self._tallies((item,), ())), count, 0
        for item, count in answers.items():
            yield Observed(self._tallies((), (item,))), count, 0
        if linked.counts:
            yield Observed(()), 0, sum(linked.counts)

    def _observed(self, gold: Side, answer: Side, weight: Fraction = _ONE) -> Evidence:
        """Observe both sides together."""
        if gold.alone and answer.alone:
            return Observed(self._tallies(gold.items or (), answer.items or ()), weight)
        sample = Sample(id="", gold=gold.items or (), predicted=answer.items, weight=weight)
        return observe(self.how, sample)

    def _tallies(self, gold: Items, answer: Items) -> Tallies:
        """Count items that are linked by their keys alone."""
        return item_tallies(self.how, gold, answer)


@frozen(eq=False, kw_only=True)
class Met:
    """Pairs of sides by what they have in common, which is the same whatever their classes are.

    `linked` link item by item, `meeting` have a common key, or more to look at than keys. Of all
    others it is enough to count the `golds` and the `answers`. Where `single`, each side is of one
    item.
    """

    pairs: "_Pairs"
    single: bool
    linked: "_Pairs"
    meeting: "_Pairs"
    golds: Iterable[tuple[Side, int]]
    answers: Iterable[tuple[Side, int]]


def meet(golds: Sequence[Side], answers: Sequence[Side], counts: Sequence[int]) -> Met:
    """Part pairs of sides, each of which occurred so often, by what they have in common.

    >>> crossing = Crossing(Observation())
    >>> sides = [crossing.gold(("a",)), crossing.gold(("b",))]
    >>> meet(sides, [crossing.answer(("a",))] * 2, [3, 4]).meeting.counts
    [3]
    """
    pairs = others = _Pairs(golds, answers, counts)
    linked = _Pairs((), (), ())
    single = all(map(_one_item, {*golds, *answers}))
    if not single:
        linked, others = pairs.parted(list(map(_one_by_one, golds, answers)))
    meeting, apart = others.parted(_meet(others, single=single))
    return Met(
        pairs=pairs,
        single=single,
        linked=linked,
        meeting=meeting,
        golds=_added(apart.golds, apart.counts),
        answers=_added(apart.answers, apart.counts),
    )


@frozen(eq=False)
class Crossed(Deferred[Evidence]):
    """How often each evidence of crossed sides occurred, which is made when somebody reads it.

    `summed` adds up to all of it, class by class, in far fewer rows.

    >>> crossing = Crossing(Observation())
    >>> gold, right, wrong = crossing.gold(("a",)), crossing.answer(("a",)), crossing.answer(("b",))
    >>> found = crossing.crossed(meet([gold, gold], [right, wrong], [2, 3]))
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


def _added(things: Sequence[T], counts: Sequence[int]) -> Iterable[tuple[T, int]]:
    """Add up the counts of each thing."""
    total = dict.fromkeys(things, 0)
    for thing, count in zip(things, counts, strict=True):
        total[thing] += count
    return total.items()


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
