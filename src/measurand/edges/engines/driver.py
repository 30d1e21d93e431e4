"""Reading in shards: an engine does the tasks of a plan, and what they give is what one file gives.

Most runs end after the first round. Where shards have ids of other shards, they are read again to
say which these are and where they stand, and the later ones once more, knowing them. Where shards
name lines in what a run tells, they are read again when it is known how many lines are before.

Counts add in whatever order they come. What has an order (faults, lines, bad records) is kept
apart by shard, and joined at the end; the bytes of bad records wait in scratch memory.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import reduce
from pathlib import Path
from struct import Struct
from typing import Self

from attrs import evolve
from returns.result import Failure, Result

from measurand.edges.engines.checkpoints import Checkpoints, RefusedError, checkpoints
from measurand.edges.engines.cluster import ClusterError
from measurand.edges.engines.fast_counts import looked_at
from measurand.edges.engines.partial import (
    MOST_FAULTS,
    Lack,
    Lost,
    Partial,
    either,
    joined_lacks,
)
from measurand.edges.engines.repeats import Digests, Met, Repeats, taken_of
from measurand.edges.engines.run import Engine, Progress, Run
from measurand.edges.engines.scratch import Scratch
from measurand.edges.engines.shards import lines_in, planned
from measurand.edges.engines.source_results import Given, gathered, reading_of
from measurand.edges.engines.spilled_counts import Held
from measurand.edges.engines.tasks import Plan, Task
from measurand.edges.engines.work import tried
from measurand.edges.files import (
    Bad,
    Rest,
    lost_labels,
    never_met,
    no_records,
    some_met,
    tied_labels,
)
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.filters import unmatched
from measurand.edges.files.samples.labels import are_single, doubt
from measurand.edges.files.samples.opening import is_stream, located
from measurand.evidence.pool import Pool
from measurand.evidence.source import Source, Sources
from measurand.metrics.needs import Gathered, Need, Reading, Slice
from measurand.values.fault import Fault

_FRAME = Struct("<?Q")


class Refuse:
    r"""Bad records of shards, each shard known by its index.

    >>> with Refuse() as refuse:
    ...     refuse.keep(Partial(index=1, bad=((1, (Bad((), b"{\n"),)),)))
    ...     refuse.keep(Partial(index=0, bad=((0, (Bad((), b"["), Rest(b"[\n"))),)))
    ...     refuse.hand(print)
    Bad(faults=(), raw=b'[', no_json=False, part_of='')
    Rest(raw=b'[\n')
    Bad(faults=(), raw=b'{\n', no_json=False, part_of='')
    """

    def __init__(self) -> None:
        """Start with none."""
        self._kept = Scratch()
        self._runs: dict[int, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Forget them."""
        self._kept.__exit__()

    def keep(self, partial: Partial) -> None:
        """Keep the bad records of a shard, in place of those of another reading of it."""
        self._runs.pop(partial.index, None)
        for index, events in partial.bad:
            start = self._kept.size
            for event in events:
                self._kept.add(_FRAME.pack(isinstance(event, Bad), len(event.raw)))
                self._kept.add(event.raw)
            self._runs[index] = (start, self._kept.size)

    def hand(self, sink: Callable[[Bad | Rest], None]) -> None:
        """Hand them on, in the order of the shards."""
        if not self._runs:
            return
        with self._kept.view() as whole:
            for _, (start, end) in sorted(self._runs.items()):
                for event in _events(whole, start, end):
                    sink(event)


def _events(whole: memoryview, at: int, end: int) -> Iterator[Bad | Rest]:
    while at < end:
        bad, length = _FRAME.unpack_from(whole, at)
        at += _FRAME.size + length
        raw = bytes(whole[at - length : at])
        yield Bad((), raw) if bad else Rest(raw)


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
        by_line = FORMATS[self.source.format].named_by_line
        named, first = 0, set[object]()
        for index, partial in sorted(self._told.items()):
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
        skipped = 0
        if not left:
            root = Path(next(iter(self.tasks.values())).root)
            lost_ones = lost_labels(self.source, root, matched)
            skips = next(iter(self.tasks.values())).skip and some_met(matched)
            skipped = len(lost_ones) if skips else 0
            faults += () if skipped else lost_ones
            faults += never_met(self.source, root, matched)
        kinds = {kind for partial in told for kind in partial.kinds}
        in_doubt = doubt(kinds, looked_at(self.source, self.wanted))
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
                labels_skipped=skipped,
                labels_tied=tied_labels(matched),
                single=are_single(kinds, self.source),
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


Results = Generator[Partial | Lost, None, None]
"""Results as they come; closed where something goes wrong, so that nobody goes on reading."""


def sharded(
    sources: Sources, by_source: Mapping[str, Sequence[Need]], run: Run, engine: Engine
) -> Result[Gathered, tuple[Fault, ...]]:
    """Read every source that is needed, in shards, and pool what is observed.

    >>> sharded({}, {}, Run(root=Path(".")), lambda tasks, watch: iter(
    ...     ())).unwrap().pools
    {}
    """
    found = planned(sources, by_source, run)
    sums = {
        name: Sum(
            name,
            sources[name],
            wanted,
            [task for task in found.plan.tasks if task.name == name],
            held=run.held,
        )
        for name, wanted in by_source.items()
    }
    with Digests() as digests, Refuse() as refuse:
        driver = _Driver(found.plan, sums, run, engine)
        try:
            driver.all(digests, refuse)
        except LostError as error:
            return Failure((error.lost.fault(),))
        except RefusedError as error:
            return Failure(error.faults)
        except ClusterError as error:
            return Failure((error.fault,))
        refuse.hand(run.sink)
    return gathered(
        [
            Given(name, {}, Reading(), found.faults[name])
            if name in found.faults
            else one.given(run.lost)
            for name, one in sums.items()
        ]
    )


class LostError(Exception):
    """A shard that was read once, and cannot be read again."""

    def __init__(self, lost: Lost) -> None:
        super().__init__(lost.because)
        self.lost = lost


class _Driver:
    def __init__(self, plan: Plan, sums: Mapping[str, Sum], run: Run, engine: Engine) -> None:
        self.plan = plan
        self.sums = sums
        self.run = run
        self.engine = engine
        self.tasks = {task.index: task for task in plan.tasks}
        self.size = sum(task.shard.size for task in plan.tasks)
        self.done = self.bytes = self.records = 0

    def all(self, digests: Digests, refuse: Refuse) -> None:
        """Read every shard, and again those of which more must be known."""
        if self.run.resume is None:
            with closing(self._results(self.plan.tasks)) as results:
                self.first(results, digests, refuse)
        else:
            with (
                checkpoints(self.run.resume, self.plan) as kept,
                closing(self._kept(kept)) as results,
            ):
                self.first(results, digests, refuse)
        self.again(digests.repeated(), digests, refuse)
        self.retell()

    def _kept(self, kept: Checkpoints) -> Results:
        """Give what shards gave that are done, then do the others and keep what they give."""
        done = [task for task in self.plan.tasks if kept.done(task.index)]
        yield from (kept.load(task.index) for task in done)
        known = {task.index for task in done}
        rest = [task for task in self.plan.tasks if task.index not in known]
        with closing(self._results(rest)) as results:
            for result in results:
                if isinstance(result, Partial):
                    kept.keep(result)
                yield result

    def first(self, results: Iterator[Partial | Lost], digests: Digests, refuse: Refuse) -> None:
        """Add up what every shard gave."""
        for result in results:
            match result:
                case Lost(task):
                    self.sums[task.name].lost[task.index] = result
                    self._tell(task, 0)
                case Partial(index=index):
                    task = self.tasks[index]
                    refuse.keep(result)
                    self.sums[task.name].add(result, digests)
                    self._tell(task, result.read)

    def again(self, repeats: Repeats, digests: Digests, refuse: Refuse) -> None:
        """Read shards again that have ids of others: those that come later must know them."""
        met: dict[str, list[Met]] = {name: [] for name in self.sums}
        seeking = [self.tasks[index].seeking(raw) for index, raw in sorted(repeats.sought.items())]
        for old in self._sure(seeking):
            task = self.tasks[old.index]
            total = self.sums[task.name]
            met[task.name] += _met(task, total.after(task), old)
            if old.index in repeats.later:
                total.forget(old)
        files = {index: task.shard.place for index, task in self.tasks.items()}
        exact = self.run.options.ids == "exact"
        knowing: list[Task] = []
        for name, found in met.items():
            taken = taken_of(found, files, exact=exact)
            total = self.sums[name]
            knowing += [
                task.again(after=total.after(task), taken=taken.get(index, ()))
                for index, task in total.tasks.items()
                if index in repeats.later
            ]
        for new in self._sure(knowing):
            total = self.sums[self.tasks[new.index].name]
            refuse.keep(new)
            total.add(new, digests)

    def retell(self) -> None:
        """Read shards again that name lines in what is told, when it is known which those are."""
        while wrong := [self._true(index) for one in self.sums.values() for index in one.untrue()]:
            for partial in self._sure(wrong):
                self.sums[self.tasks[partial.index].name].retell(partial)

    def _true(self, index: int) -> Task:
        task = self.tasks[index]
        return task.again(after=self.sums[task.name].after(task), taken=task.taken)

    def _sure(self, tasks: Sequence[Task]) -> Iterator[Partial]:
        """Read shards that were read before.

        Raises LostError where one cannot be.
        """
        for task in tasks:
            self.tasks[task.index] = self.sums[task.name].tasks[task.index] = task
        with closing(self._results(tasks)) as results:
            for result in results:
                if isinstance(result, Lost):
                    raise LostError(result)
                yield result

    def _results(self, tasks: Sequence[Task]) -> Results:
        """Do tasks: what can be read only once is read here."""
        here = [task for task in tasks if _streamed(task)]
        there = [task for task in tasks if not _streamed(task)]
        yield from (tried(task, times=1) for task in here)
        if there:
            yield from self.engine(there, self.run.watch)

    def _tell(self, task: Task, records: int) -> None:
        self.done += 1
        self.bytes += task.shard.size
        self.records += records
        self.run.tick(self.records)
        self.run.watch(
            Progress(
                done=self.done,
                shards=len(self.plan.tasks),
                bytes=self.bytes,
                size=self.size,
                records=self.records,
            )
        )


def _streamed(task: Task) -> bool:
    return is_stream(located(task.shard.place, Path(task.root)))


def _met(task: Task, after: int, partial: Partial) -> list[Met]:
    """Say where ids stand: lines are counted from the beginning of the file."""
    off = after - task.after
    return [
        Met(sample_id, index, task.shard.place, number + off, what)
        for index, sample_id, number, what in partial.found
    ]
