"""The one state from which every number comes: bags of evidence under group keys.

A pool is a sum over samples, in a commutative monoid. Hence the law that carries streaming, shards
and workers: for any partition of the samples, in any order, the sum of the pools of its parts is
the pool of all, to the bit. It holds because nothing in a pool depends on a neighbour: no ids, no
positions, no running means.

A place has one entry for each of `names`, in their order. Samples are kept apart by group only
where some definition or cluster asks for it; every name parts the bags further.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.evidence.cross_product import summed
from measurand.evidence.evidence import Evidence, Excluded, Joint, Observed
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Absent, ColumnOf, Observing, Together
from measurand.evidence.observe import observe
from measurand.values.items import Item
from measurand.values.sample import Sample, SpanEnds
from measurand.values.suggest import did_you_mean

Place = tuple[str, ...]


@frozen
class Pool:
    """Evidence counted by group; `names` says which group keys the places hold, in order.

    `observing` says what was observed: a definition that observes something else refuses the pool.
    Pools of the same names and observation add; any partition of the samples, in any order, gives
    the same pool.

    >>> from measurand.evidence.observation import Observation
    >>> sample = Sample(id="1", gold=("a",), predicted=("a",), groups=(("document", "d"),))
    >>> pool(Observation(), [sample, sample], names=("document",)).keyed.bags[("d",)].distinct
    1

    Raises ValueError where a place does not fit the names.
    """

    names: tuple[str, ...] = ()
    keyed: Keyed[Place, Evidence] = field(factory=lambda: Keyed[Place, Evidence]({}))
    observing: Observing | None = None

    @keyed.validator
    def _fits(self, _attribute: object, value: Keyed[Place, Evidence]) -> None:
        wrong = next((place for place in value.bags if len(place) != len(self.names)), None)
        if wrong is not None:
            message = f"a place for each of the names {self.names}: got {wrong}"
            raise ValueError(message)

    def __add__(self, other: "Pool") -> "Pool":
        """Pool two shards."""
        if self.names != other.names:
            message = f"pools of the same group keys add: got {self.names} and {other.names}"
            raise ValueError(message)
        known = {pool.observing for pool in (self, other) if pool.observing is not None}
        if len(known) > 1:
            message = f"pools of one observation add: got {self.observing} and {other.observing}"
            raise ValueError(message)
        return Pool(self.names, self.keyed + other.keyed, next(iter(known), None))

    @property
    def stored(self) -> bool:
        """Tell whether there is evidence outside memory, which is read in passes."""
        return any(bag.stored for bag in self.keyed.bags.values())

    @cached_property
    def _outcomes(self) -> Mapping[str | None, int]:
        """Count the samples by why they are excluded, in one pass; None is scored."""
        outcomes: Counter[str | None] = Counter()
        for bag in self.keyed.bags.values():
            for row, _, samples in summed(bag.counts):
                outcomes[_why(row)] += samples
        return outcomes

    def excluded(self) -> Mapping[str, int]:
        """Count the samples that were read but not scored, by reason."""
        outcomes = self._outcomes
        return dict(sorted((why, count) for why, count in outcomes.items() if why is not None))

    def scored(self) -> int:
        """Count the samples that give a number; of several observations, those that have all."""
        return self._outcomes.get(None, 0)

    def map(self, function: Callable[[Evidence], Evidence]) -> "Pool":
        """Change every piece of evidence, keep the groups."""
        return Pool(
            self.names,
            Keyed({place: bag.map(function) for place, bag in self.keyed.bags.items()}),
            self.observing,
        )

    def only(self, label: str) -> "Pool":
        """Keep one class; a sample without it stays, with nothing on either side.

        >>> sample = Sample(id="1", gold=("a", "b"), predicted=("a",))
        >>> from measurand.evidence.observation import ClassKind, ClassOf, Observation
        >>> by_item = Observation(classes=ClassOf(ClassKind.ITEM))
        >>> pool(by_item, [sample]).only("b").keyed.flat()
        Bag({Observed(tallies=(('b', Tally(hits=0, predicted=0, gold=1)),), \
weight=Fraction(1, 1)): 1})
        """
        return self.map(lambda row: _only(row, label))

    def project(self, index: int) -> "Pool":
        """Take one of several observations; a sample that lacks any of them is excluded.

        >>> from measurand.evidence.observation import ColumnOf, Together
        >>> both = Together((ColumnOf("cost"), ColumnOf("tokens")))
        >>> pool(both, [Sample(id="1")]).project(0).excluded()
        {"no number 'cost'": 1}
        """
        parts = self.observing.parts if isinstance(self.observing, Together) else ()
        part = self.map(lambda row: _part(row, index))
        return Pool(self.names, part.keyed, parts[index] if parts else None)

    def split(self, name: str) -> Mapping[str, "Pool"]:
        """Part by one group key, which then is gone."""
        at = self.names.index(name)
        rest = self.names[:at] + self.names[at + 1 :]
        parts: dict[str, dict[Place, Bag[Evidence]]] = {}
        for place, bag in self.keyed.bags.items():
            parts.setdefault(place[at], {})[place[:at] + place[at + 1 :]] = bag
        return {key: Pool(rest, Keyed(bags), self.observing) for key, bags in sorted(parts.items())}


def _why(row: Evidence) -> str | None:
    """Say why a sample is excluded; None where it is not."""
    return row.reason if isinstance(row, Excluded | Joint) else None


def _part(row: Evidence, index: int) -> Evidence:
    if not isinstance(row, Joint):
        return row
    return row.rows[index] if row.reason is None else Excluded(row.reason)


def _only(row: Evidence, label: str) -> Evidence:
    if not isinstance(row, Observed):
        return row
    kept = tuple((name, tally) for name, tally in row.tallies if name == label)
    return Observed(kept, row.weight)


def place_of(sample: Sample, names: tuple[str, ...]) -> Place:
    """Find the place of a sample under group keys.

    >>> place_of(Sample(id="1", groups=(("run", "a"),)), ("run",))
    ('a',)

    Raises UnfitSampleError where the sample has no such group.
    """
    return tuple(_group(sample, name) for name in names)


def _group(sample: Sample, name: str) -> str:
    group = sample.group(name)
    if group is None:
        known = [key for key, _ in sample.groups]
        near = did_you_mean(name, known).removeprefix(": ")
        hint = f" ({near})" if near else ""
        message = f"a group {name!r} of the sample{hint}: got groups {', '.join(known) or 'none'}"
        raise UnfitSampleError(message)
    return group


def observer(how: Observing) -> Callable[[Sample], Evidence]:
    """Make what observes samples as `observe` does, each kind of those that are often alike once.

    >>> from measurand.evidence.observation import Observation
    >>> seen = observer(Observation())
    >>> first, second = (seen(Sample(id=name, gold=("a",), predicted=("b",))) for name in "12")
    >>> first is second
    True
    """
    known: dict[_Labels | _Numbers, Evidence] = {}
    columns = _columns(how)

    def observed(sample: Sample) -> Evidence:
        # Classification has few kinds of samples and many of each, and so have verdicts; whatever
        # else a sample says (weights, lists) would have to be part of the key, so such are observed
        # anew.
        few = len(known) < MOST_NUMBERS
        kind = (_numbers(columns, sample) if few else None) if columns else _labels(sample)
        if kind is None:
            return observe(how, sample)
        if kind not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[kind] = observe(how, sample)
        return known[kind]

    return observed


MOST_KNOWN = 2**14
"""Of how many kinds of samples the evidence is remembered."""
MOST_NUMBERS = 2**10
"""The same of numbers: where there are more kinds they are not verdicts, and seldom alike."""
_Labels = tuple[tuple[Item, ...], tuple[Item, ...] | None]
_Numbers = tuple[tuple[int, int] | None, ...]


def _columns(how: Observing) -> tuple[ColumnOf, ...]:
    """List the columns, where several are all that is observed of a sample."""
    parts = how.parts if isinstance(how, Together) else ()
    columns = tuple(one for one in parts if isinstance(one, ColumnOf))
    return columns if len(columns) == len(parts) else ()


def _numbers(columns: Sequence[ColumnOf], sample: Sample) -> _Numbers | None:
    """Give the numbers of columns; None where one is not there that may not lack, or weights."""
    if sample.weight.numerator != 1 or sample.weight.denominator != 1:
        return None
    values = [sample.amount(one.name) for one in columns]
    for value, one in zip(values, columns, strict=True):
        if value is None and one.absent is not Absent.LACKING:
            return None
    # Not the fractions: the hash of one is a power modulo a large prime.
    return tuple([None if one is None else (one.numerator, one.denominator) for one in values])


def _labels(sample: Sample) -> _Labels | None:
    """Give the labels of a sample that has one text a side and nothing else; None of another."""
    gold, answer = sample.gold, sample.predicted
    if len(gold) != 1 or type(gold[0]) is not str:
        return None
    if answer is not None and (len(answer) != 1 or type(answer[0]) is not str):
        return None
    more = sample.similarities or sample.amounts or sample.lists or sample.reasons
    if more or sample.graded or sample.ends is not SpanEnds.STATED or sample.weight != 1:
        return None
    return gold, answer


def pool(how: Observing, samples: Iterable[Sample], *, names: tuple[str, ...] = ()) -> Pool:
    """Observe and pool samples, apart by the groups of these `names`.

    >>> from measurand.evidence.observation import Observation
    >>> pool(Observation(), [Sample(id="1", gold=("a",))]).scored()
    1

    Raises UnfitSampleError where a sample does not have the shape that is asked for.
    """
    counts: defaultdict[Place, Counter[Evidence]] = defaultdict(Counter)
    observed = observer(how)
    for sample in samples:
        counts[place_of(sample, names) if names else ()][observed(sample)] += 1
    return Pool(names, Keyed({place: Bag(rows) for place, rows in counts.items()}), how)
