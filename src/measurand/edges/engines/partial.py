"""What reading one shard gives: counts and first faults, never rows; partial results add."""

from collections.abc import Mapping
from operator import itemgetter
from typing import TypeVar

from attrs import evolve, field, frozen

from measurand.edges.engines.tasks import Task
from measurand.edges.files import Bad, Rest
from measurand.edges.files.samples.labels import Kind
from measurand.evidence.evidence import Evidence
from measurand.evidence.pool import Place
from measurand.values.fault import Fault

MOST_FAULTS = 1000
"""How many faults a run names."""

K = TypeVar("K")
P = TypeVar("P", bound=tuple[int, object] | tuple[int, str, int, str])
Counts = Mapping[Place, Mapping[Evidence, int]]
"""Evidence under the group keys of a need, counted."""


@frozen
class Lack:
    """What a sample lacks, in the first shard that has such a sample, and how many do in all.

    >>> fault = Fault(got="no run", expected="a run")
    >>> (Lack(4, fault, 2) + Lack(1, fault, 3)).number
    5
    """

    index: int
    fault: Fault
    number: int = 1

    def __add__(self, other: "Lack") -> "Lack":
        """Keep the first and count both."""
        first = self if self.index <= other.index else other
        return evolve(first, number=self.number + other.number)

    def told(self) -> Fault:
        """Say what is lacked, and how often."""
        if self.number == 1:
            return self.fault
        often = f"{self.number} samples lack it"
        return evolve(self.fault, hint=f"{self.fault.hint}; {often}" if self.fault.hint else often)


@frozen(kw_only=True)
class Partial:
    """What reading one shard gave, or several of one source.

    `counts` has an entry for each need. `read` counts records, `dropped` those that the filter
    dropped, `skipped` the bad ones, and `absent` those that lack what is filtered by; `matched` are
    the values that filters met, `kinds` those of labels, both as sets. `unfit` has
    an entry for each need that some sample does not fit, `lacking` for each need and group key that
    some sample lacks. Pairs begin with the index of a shard: `lines` are how many it has, `faults`
    those that fail the run, at most a thousand, `ids` its digests (8 bytes each, ascending), `bad`
    the bytes of its bad records, `found` the ids behind digests that were sought, with the number
    of the record and what it is a number of.

    Adding is associative and commutative: everything that has an order is kept by index.

    >>> one, two = Partial(index=0, read=2), Partial(index=1, read=3, dropped=1)
    >>> (two + one).index, (two + one).read, (one + two) == (two + one)
    (0, 5, True)
    """

    index: int
    counts: tuple[Counts, ...] = ()
    read: int = 0
    dropped: int = 0
    skipped: int = 0
    absent: Lack | None = None
    matched: frozenset[tuple[str, str]] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    lines: tuple[tuple[int, int], ...] = ()
    unfit: Mapping[int, Lack] = field(factory=dict)
    lacking: Mapping[tuple[int, str], Lack] = field(factory=dict)
    faults: tuple[tuple[int, Fault], ...] = ()
    ids: tuple[tuple[int, bytes], ...] = ()
    bad: tuple[tuple[int, tuple[Bad | Rest, ...]], ...] = ()
    found: tuple[tuple[int, str, int, str], ...] = ()

    def __add__(self, other: "Partial") -> "Partial":
        """Pool two shards of a source."""
        return Partial(
            index=min(self.index, other.index),
            counts=_both(self.counts, other.counts),
            read=self.read + other.read,
            dropped=self.dropped + other.dropped,
            skipped=self.skipped + other.skipped,
            absent=either(self.absent, other.absent),
            matched=self.matched | other.matched,
            kinds=self.kinds | other.kinds,
            lines=_ordered(self.lines, other.lines),
            unfit=joined_lacks(self.unfit, other.unfit),
            lacking=joined_lacks(self.lacking, other.lacking),
            faults=_ordered(self.faults, other.faults)[:MOST_FAULTS],
            ids=_ordered(self.ids, other.ids),
            bad=_ordered(self.bad, other.bad),
            found=_ordered(self.found, other.found),
        )

    @property
    def placed(self) -> bool:
        """Tell whether it says something of a line, which then should be the true one."""
        return bool(self.faults or self.unfit or self.lacking or self.absent)


@frozen
class Lost:
    """A shard that could not be read, however often it was tried, and why.

    >>> from measurand.evidence.source import Source
    >>> from measurand.edges.engines.tasks import Shard
    >>> shard = Shard(source="runs", place="a.jsonl")
    >>> task = Task(index=0, name="runs", source=Source(path="a.jsonl"), root=".", shard=shard)
    >>> Lost(task, "the worker was killed").fault().text()
    'a.jsonl: expected a shard that can be read, got a lost one: the worker was killed'
    """

    task: Task
    because: str

    def fault(self) -> Fault:
        """Say which bytes of which file are lost."""
        where = self.task.shard.text()
        return Fault(
            file=where, got="a lost one", expected="a shard that can be read", hint=self.because
        )


def _both(some: tuple[Counts, ...], others: tuple[Counts, ...]) -> tuple[Counts, ...]:
    if not some or not others:
        return some or others
    return tuple(_pooled(one, other) for one, other in zip(some, others, strict=True))


def _pooled(one: Counts, other: Counts) -> Counts:
    total = {place: dict(rows) for place, rows in one.items()}
    add_counts(total, other)
    return total


def add_counts(total: dict[Place, dict[Evidence, int]], more: Counts, times: int = 1) -> None:
    """Add counts to a total in place; `times` of -1 takes them away again.

    >>> from measurand.evidence.evidence import Excluded
    >>> total: dict[Place, dict[Evidence, int]] = {}
    >>> add_counts(total, {(): {Excluded("none"): 2}})
    >>> total
    {(): {Excluded(reason='none'): 2}}
    """
    for place, rows in more.items():
        bag = total.setdefault(place, {})
        for row, number in rows.items():
            bag[row] = bag.get(row, 0) + number * times


def either(one: Lack | None, other: Lack | None) -> Lack | None:
    """Add two lacks, of which there may be none.

    >>> either(None, None) is None
    True
    """
    return one + other if one and other else one or other


def joined_lacks(some: Mapping[K, Lack], others: Mapping[K, Lack]) -> dict[K, Lack]:
    """Add lacks key by key.

    >>> joined_lacks({}, {})
    {}
    """
    total = dict(some)
    for key, lack in others.items():
        total[key] = total[key] + lack if key in total else lack
    return total


def _ordered(some: tuple[P, ...], others: tuple[P, ...]) -> tuple[P, ...]:
    if not some or not others:
        return some or others
    return tuple(sorted((*some, *others), key=itemgetter(0)))
