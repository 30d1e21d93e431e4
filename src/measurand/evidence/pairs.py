"""Two systems on the same samples: pairs of evidence, joined by id before they are pooled.

What a paired test needs is which two outcomes belong to one sample; ids are needed for that and for
nothing after it. So samples are joined first, and then pairs are counted like evidence is: pairs of
shards add, in any order. A sample must be the same for both systems (its gold, weight and groups),
else differences would be of data and not of systems: that is an error, never a choice of one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import evolve, field, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.evidence.evidence import Evidence, Excluded, Joint
from measurand.evidence.observation import Observation, Observing, Together
from measurand.evidence.observe import observe
from measurand.evidence.pool import Place, Pool, place_of
from measurand.values.fault import shown
from measurand.values.sample import GOLD, Sample

Pair = tuple[Evidence, Evidence]


class UnpairedError(ValueError):
    """Two lists of samples cannot be joined by id."""


@frozen
class Pairs:
    """Pairs of evidence counted by group; what one system alone has answered is counted beside.

    `keyed` counts the pairs under the values of the group keys `names`, `observing` says how both
    sides were observed. Pairs of the same names and observation add, like pools: shards of samples
    in any order give the same pairs, as long as both answers to a sample are in one shard.

    >>> from measurand.evidence.observation import ColumnOf
    >>> one = Sample(id="1", amounts=())
    >>> pairs(ColumnOf("cost"), [one], [one]).first().excluded()
    {"no number 'cost'": 1}
    """

    names: tuple[str, ...] = ()
    keyed: Keyed[Place, Pair] = field(factory=lambda: Keyed[Place, Pair]({}))
    observing: Observing | None = None
    alone: tuple[int, int] = (0, 0)

    def __add__(self, other: "Pairs") -> "Pairs":
        """Pool two shards."""
        if self.names != other.names:
            message = f"pairs of the same group keys add: got {self.names} and {other.names}"
            raise ValueError(message)
        known = {one.observing for one in (self, other) if one.observing is not None}
        if len(known) > 1:
            message = f"pairs of one observation add: got {self.observing} and {other.observing}"
            raise ValueError(message)
        alone = self.alone[0] + other.alone[0], self.alone[1] + other.alone[1]
        return Pairs(self.names, self.keyed + other.keyed, next(iter(known), None), alone)

    def first(self) -> Pool:
        """Take the pool of the first system."""
        return self._side(0)

    def second(self) -> Pool:
        """Take the pool of the second system."""
        return self._side(1)

    def _side(self, at: int) -> Pool:
        bags = {place: bag.map(lambda pair: pair[at]) for place, bag in self.keyed.bags.items()}
        return Pool(self.names, Keyed(bags), self.observing)

    def swapped(self) -> "Pairs":
        """Exchange the systems.

        >>> Pairs(alone=(1, 0)).swapped().alone
        (0, 1)
        """
        bags = {
            place: bag.map(lambda pair: (pair[1], pair[0]))
            for place, bag in self.keyed.bags.items()
        }
        return Pairs(self.names, Keyed(bags), self.observing, (self.alone[1], self.alone[0]))


def pairs(
    how: Observing,
    first: Iterable[Sample],
    second: Iterable[Sample],
    *,
    names: tuple[str, ...] = (),
) -> Pairs:
    """Observe the samples of two systems and join them by id; groups are the first system's.

    `names` are the group keys that averages, clusters and slices will ask for.

    >>> from measurand.evidence.observation import Observation
    >>> a = [Sample(id="1", gold=("x",), predicted=("x",)), Sample(id="2")]
    >>> b = [Sample(id="1", gold=("x",), predicted=())]
    >>> found = pairs(Observation(), a, b)
    >>> found.first().scored(), found.alone
    (1, (1, 0))

    Raises UnpairedError where an id repeats within a system, or the two systems have another gold
    list, weight or group of `names` for a sample (the second may name none); and UnfitSampleError
    where a sample does not have the shape that is asked for.
    """
    # One side must be held to be joined by id; the other one streams.
    others: dict[str, Sample] = {}
    for sample in second:
        if sample.id in others:
            message = f"ids that differ within the second system: got {shown(sample.id)} twice"
            raise UnpairedError(message)
        others[sample.id] = sample
    met: set[str] = set()
    alone = 0

    def joined() -> Iterator[tuple[Sample, Sample, int]]:
        nonlocal alone
        for sample in first:
            if sample.id in met:
                message = f"ids that differ within the first system: got {shown(sample.id)} twice"
                raise UnpairedError(message)
            met.add(sample.id)
            other = others.get(sample.id)
            if other is None:
                alone += 1
            else:
                yield sample, other, 1

    counted = counted_pairs(how, joined(), names=names)
    return evolve(counted, alone=(alone, len(others.keys() - met)))


def counted_pairs(
    how: Observing, both: Iterable[tuple[Sample, Sample, int]], *, names: tuple[str, ...] = ()
) -> Pairs:
    """Observe both systems' samples, which stand together with how often they occur.

    >>> from measurand.evidence.observation import Observation
    >>> right, wrong = (Sample(id="1", gold=("x",), predicted=(it,)) for it in "xy")
    >>> counted_pairs(Observation(), [(right, wrong, 3)]).first().scored()
    3

    Raises UnpairedError and UnfitSampleError as `pairs` does.
    """
    counts: dict[Place, Counter[Pair]] = {}
    for sample, other, times in both:
        pair = observe(how, sample), observe(how, other)
        why = _apart(sample, other, how, names)
        if why is not None:
            message = f"the same {why} in both systems: got two for sample {shown(sample.id)}"
            raise UnpairedError(message)
        counts.setdefault(place_of(sample, names), Counter())[pair] += times
    return Pairs(names, Keyed({place: Bag(rows) for place, rows in counts.items()}), how)


def _apart(one: Sample, other: Sample, how: Observing, names: tuple[str, ...]) -> str | None:
    """Say what differs that is a matter of the sample, and not of a system."""
    lists = {part.sides.gold for part in _parts(how) if isinstance(part, Observation)}
    for name in lists or {GOLD}:
        if Counter(one.items(name) or ()) != Counter(other.items(name) or ()):
            return "gold list"
        if one.grades(name) != other.grades(name):
            return "gold list"
    if one.weight != other.weight:
        return "weight"
    known = [name for name in names if None not in {one.group(name), other.group(name)}]
    moved = (name for name in known if other.group(name) != one.group(name))
    return next((f"group {name!r}" for name in moved), None)


def _parts(how: Observing) -> tuple[Observing, ...]:
    return how.parts if isinstance(how, Together) else (how,)


def paired_parts(pool: Pool, first: int, second: int) -> Pairs:
    """Pair two observations of the same samples, such as two stages of one system.

    The parts of the pool are numbered from 0. They may differ in nothing but the list of answers:
    so the observation of the first stands for both. A sample that lacks any part is excluded twice.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.evidence.sides import Sides
    >>> stages = Together((Observation(sides=Sides(answer="draft")), Observation()))
    >>> one = Sample(id="1", gold=("a",), predicted=("a",), lists=(("draft", ()),))
    >>> found = paired_parts(pool(stages, [one]), 1, 0)
    >>> [(a.tallies[0][1].hits, b.tallies[0][1].hits) for a, b in found.keyed.flat().counts]
    [(1, 0)]

    Raises ValueError where the pool has no such parts, or they differ in more.
    """
    parts = pool.observing.parts if isinstance(pool.observing, Together) else ()
    here = range(len(parts))
    if first not in here or second not in here:
        message = f"two of the parts 0 to {len(parts) - 1} of a pool: got {first} and {second}"
        raise ValueError(message if parts else "a pool of several observations: got one of one")
    how, other = parts[first], parts[second]
    if not _comparable(how, other):
        message = f"parts that differ in the list of answers alone: got {how} and {other}"
        raise ValueError(message)

    def pair(row: Evidence) -> Pair:
        if not isinstance(row, Joint):
            return row, row
        if row.reason is not None:
            return Excluded(row.reason), Excluded(row.reason)
        return row.rows[first], row.rows[second]

    bags = {place: bag.map(pair) for place, bag in pool.keyed.bags.items()}
    return Pairs(pool.names, Keyed(bags), how)


def _comparable(one: Observing, other: Observing) -> bool:
    if not isinstance(one, Observation) or not isinstance(other, Observation):
        return False
    return one == evolve(other, sides=evolve(other.sides, answer=one.sides.answer))
