"""Counts of evidence in the making: the only mutable thing of the engines."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from toolz import groupby

from measurand.algebra.bag import Bag, Keyed
from measurand.edges.engines.partial import Lack
from measurand.edges.engines.spilled_counts import Held
from measurand.edges.files.samples.labels import Kind
from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing
from measurand.evidence.pool import Place, Pool, observer, place_of
from measurand.metrics.needs import Need, Slice
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

K = TypeVar("K")
_SHARE = 8
"""What part of the rows that memory may hold is counted before it is handed over."""

Lacks = dict[K, tuple[Fault, int]]
"""What the first sample lacks, and how many samples do."""


class Tallies:
    """Evidence counted for some needs of one source.

    >>> Tallies(()).pools()
    {}
    """

    def __init__(self, wanted: Sequence[Need], held: Callable[[], Held] | None = None) -> None:
        """Start with nothing counted; past what `held` holds in memory, rows go where it says."""
        self._held = [] if held is None else [held() for _ in wanted]
        self._distinct = 0
        self.kinds: frozenset[Kind] = frozenset()
        """Of what kinds the labels of the source are, once all of it is read."""
        self._unfit: Lacks[int] = {}
        self._lacking: Lacks[tuple[int, str]] = {}
        self._wanted = wanted
        self._observers = [observer(need.slice.observing) for need in wanted]
        self._counts: list[dict[Place, dict[Evidence, int]]] = [{} for _ in wanted]
        by_keys = groupby(
            lambda at: tuple(key for key, _ in wanted[at].slice.where), range(len(wanted))
        )
        self._routes = [
            (keys, groupby(lambda at: _values(wanted[at]), indexes))
            for keys, indexes in by_keys.items()
        ]

    def add(self, sample: Sample) -> None:
        """Observe a sample once for each observation, and count it wherever it belongs."""
        groups = dict(sample.groups)
        seen: dict[Observing, Evidence] = {}
        for keys, routes in self._routes:
            here = tuple(groups[key] for key in keys if key in groups)
            for index in routes.get(here, ()):
                try:
                    self._add(index, sample, seen)
                except UnfitSampleError as error:
                    _note(self._unfit, index, sample, error)

    @property
    def wanted(self) -> Sequence[Need]:
        """Give the needs for which evidence is counted."""
        return self._wanted

    @property
    def counts(self) -> tuple[dict[Place, dict[Evidence, int]], ...]:
        """Give what was counted, need by need."""
        return tuple(self._counts)

    @property
    def unfits(self) -> Lacks[int]:
        """Say which needs, by their places, cannot be met, and by how many samples."""
        return self._unfit

    @property
    def lacks(self) -> Lacks[tuple[int, str]]:
        """Say which group keys of needs samples do not have, and how many of them."""
        return self._lacking

    @property
    def unfit(self) -> dict[Slice, Fault]:
        """Say which slices cannot be observed: the first sample's lack, and how many have it."""
        return {
            self._wanted[index].slice: Lack(0, *lack).told() for index, lack in self._unfit.items()
        }

    @property
    def lacking(self) -> dict[tuple[Slice, str], Fault]:
        """Say which group keys samples of a slice do not have: definitions without them go on."""
        return {
            (self._wanted[index].slice, name): Lack(0, *lack).told()
            for (index, name), lack in self._lacking.items()
        }

    def _add(self, index: int, sample: Sample, seen: dict[Observing, Evidence]) -> None:
        need = self._wanted[index]
        how = need.slice.observing
        if how not in seen:
            seen[how] = self._observers[index](sample)
        bag = self._counts[index].setdefault(self._place(index, sample), {})
        before = len(bag)
        bag[seen[how]] = bag.get(seen[how], 0) + 1
        self._grow(len(bag) - before)

    def _place(self, index: int, sample: Sample) -> Place:
        names = self._wanted[index].names
        try:
            return place_of(sample, names)
        except UnfitSampleError:
            return tuple(self._group(index, sample, name) for name in names)

    def _group(self, index: int, sample: Sample, name: str) -> str:
        try:
            [group] = place_of(sample, (name,))
        except UnfitSampleError as error:
            _note(self._lacking, (index, name), sample, error)
            return ""
        return group

    def count(self, found: Mapping[Evidence, int], index: int = 0) -> None:
        """Count evidence that was observed elsewhere, for a need that has no groups."""
        bag = self._counts[index].setdefault((), {})
        before = len(bag)
        for row, number in found.items():
            bag[row] = bag.get(row, 0) + number
        self._grow(len(bag) - before)

    def _grow(self, rows: int) -> None:
        self._distinct += rows
        if self._held and self._distinct > self._held[0].most_rows // _SHARE:
            self._hand_over()

    def _hand_over(self) -> None:
        for held, counts in zip(self._held, self._counts, strict=True):
            held.add(counts)
            counts.clear()
        self._distinct = 0

    def pools(self) -> dict[Slice, Pool]:
        """Freeze the counts."""
        if any(held.started for held in self._held):
            self._hand_over()
            return {
                need.slice: held.pool(need.names, need.slice.observing)
                for need, held in zip(self._wanted, self._held, strict=True)
            }
        return {
            need.slice: Pool(
                need.names,
                Keyed({place: Bag(bag) for place, bag in counts.items()}),
                need.slice.observing,
            )
            for need, counts in zip(self._wanted, self._counts, strict=True)
        }


def _note(lacks: Lacks[K], key: K, sample: Sample, error: UnfitSampleError) -> None:
    first, number = lacks.get(key, (unfit(sample, error), 0))
    lacks[key] = (first, number + 1)


def _values(need: Need) -> tuple[str, ...]:
    return tuple(value for _, value in need.slice.where)


def unfit(sample: Sample, error: UnfitSampleError) -> Fault:
    """Make a fault of a sample that a definition cannot observe.

    >>> unfit(Sample(id="7"), UnfitSampleError("items with named slots: got 'a'")).text()
    "sample '7': expected items with named slots, got 'a'"
    """
    wanted, _, got = str(error).partition(": got ")
    return Fault(path=f"sample {shown(sample.id)}", got=got, expected=wanted, hint=error.hint)
