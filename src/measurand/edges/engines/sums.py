"""The partial results of one source, added up as they come, in whatever order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path

from attrs import evolve

from measurand.edges.engines.hot import slots_of
from measurand.edges.engines.partial import (
    MOST_FAULTS,
    Lack,
    Lost,
    Partial,
    either,
    joined_lacks,
)
from measurand.edges.engines.repeats import Digests
from measurand.edges.engines.shards import lines_in
from measurand.edges.engines.sources import Given, reading_of
from measurand.edges.engines.spilled import Held
from measurand.edges.engines.tasks import Task
from measurand.edges.files import no_records
from measurand.edges.files.samples.labels import doubt
from measurand.edges.files.samples.opening import located
from measurand.edges.files.samples.records import unmatched
from measurand.evidence.formats import Records
from measurand.evidence.pool import Pool
from measurand.evidence.source import Source
from measurand.metrics.needs import Need, Slice


class Sum:
    """What the shards of a source gave so far: counts are added, what has an order is kept apart.

    >>> Sum("runs", Source(path="a.jsonl"), (), ()).read
    0
    """

    def __init__(
        self,
        name: str,
        source: Source,
        wanted: Sequence[Need],
        tasks: Sequence[Task],
        *,
        held: Callable[[], Held] = Held,
    ) -> None:
        """Start with nothing; `tasks` are those of the source, `held` starts counts."""
        self.name = name
        self.source = source
        self.wanted = wanted
        self.tasks = {task.index: task for task in tasks}
        self.read = self.dropped = self.skipped = 0
        self.lost: dict[int, Lost] = {}
        self._counts = [held() for _ in wanted]
        self._told: dict[int, Partial] = {}
        self._lines: dict[int, int] = {}
        self._before: dict[int, int] = {}

    def add(self, partial: Partial, digests: Digests) -> None:
        """Add what a shard gave, once."""
        for index, raw in partial.ids:
            digests.add(index, raw)
        self._lines.update(partial.lines)
        self._count(partial, 1)
        self.retell(partial)

    def retell(self, partial: Partial) -> None:
        """Take what a shard says of its lines from another reading of it, which counts the same."""
        self._told[partial.index] = evolve(partial, counts=(), lines=(), ids=(), bad=(), found=())

    def forget(self, partial: Partial) -> None:
        """Take away what a shard gave, which is to be read again."""
        self._count(partial, -1)
        del self._told[partial.index]

    def _count(self, partial: Partial, times: int) -> None:
        self.read += times * partial.read
        self.dropped += times * partial.dropped
        self.skipped += times * partial.skipped
        for total, more in zip(self._counts, partial.counts, strict=True):
            total.add(more, times)

    def after(self, task: Task) -> int:
        """Count the lines before a shard, in its file."""
        if not task.shard.after:
            return 0
        if task.index not in self._before:
            self._before = dict(self._counted())
        return self._before[task.index]

    def _counted(self) -> Iterator[tuple[int, int]]:
        """Count the lines before each shard: all have been read by now, but those that are lost."""
        place, before = "", 0
        for index, task in sorted(self.tasks.items()):
            before = before if task.shard.place == place else 0
            place = task.shard.place
            yield index, before
            before += self._lines[index] if index in self._lines else _counted(task)

    def untrue(self) -> Iterator[int]:
        """Name the shards that say something of a line, which the run will tell, by a wrong number.

        They are to be read again, as tasks that know how many lines there are before them.
        """
        by_line = self.source.kind.records is Records.OWN_RULES
        named, first = 0, set[object]()
        for index, partial in sorted(self._told.items()):
            # Of all that is cut, only such records are called by their lines where they do not fit.
            keys = {*partial.unfit, *partial.lacking} if by_line else set[object]()
            if partial.absent is not None:
                keys.add("absent")
            tells = (partial.faults and named < MOST_FAULTS) or not keys <= first
            named += len(partial.faults)
            first |= keys
            task = self.tasks[index]
            if tells and task.shard.after and task.after != self.after(task):
                yield index

    def given(self, lost: str) -> Given:
        """Say what the source gave; shards that are lost fail it, unless they are left out.

        Where all of them are lost there is nothing to speak of the rest, and they fail it too.
        """
        told = [partial for _, partial in sorted(self._told.items())]
        faults = [fault for partial in told for _, fault in partial.faults]
        left = [self.lost[index] for index in sorted(self.lost)]
        if lost == "stop" or len(left) == len(self.tasks):
            faults = [*(one.fault() for one in left), *faults]
        if not left and not self.read:
            faults += no_records(self.source.path).faults
        absent = _first(partial.absent for partial in told)
        if absent is not None and absent.number == self.read:
            faults.append(absent.fault)
        matched = frozenset[tuple[str, str]]().union(*(partial.matched for partial in told))
        kinds = {kind for partial in told for kind in partial.kinds}
        in_doubt = doubt(kinds, slots_of(self.source, self.wanted))
        if in_doubt is not None:
            faults.append(in_doubt)
        unfit: dict[int, Lack] = {}
        lacking: dict[tuple[int, str], Lack] = {}
        for partial in told:
            unfit = joined_lacks(unfit, partial.unfit)
            lacking = joined_lacks(lacking, partial.lacking)
        options = next(iter(self.tasks.values())).options
        reading = reading_of(self.source, options, self.read, self.dropped, self.skipped)
        return Given(
            self.name,
            self._pools(),
            evolve(
                reading,
                lost=tuple(one.task.shard.text() for one in left),
                unmatched=unmatched(self.source, matched),
            ),
            tuple(faults),
            {self.wanted[at].slice: lack.told() for at, lack in unfit.items()},
            {(self.wanted[at].slice, key): lack.told() for (at, key), lack in lacking.items()},
        ).at(self.source.path)

    def _pools(self) -> Mapping[Slice, Pool]:
        return {
            need.slice: counts.pool(need.names, need.slice.observing)
            for need, counts in zip(self.wanted, self._counts, strict=True)
        }


def _first(found: Iterable[Lack | None]) -> Lack | None:
    return reduce(either, found, None)


def _counted(task: Task) -> int:
    """Count the lines of a shard that is lost."""
    shard = task.shard
    path = located(shard.place, Path(task.root))
    return 0 if shard.end is None else lines_in(path, shard.start, shard.end)
