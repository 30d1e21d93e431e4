"""Reading in shards: an engine does the tasks of a plan, and what they give is what one file gives.

Most runs end after the first round. Where shards have ids of other shards, they are read again to
say which these are and where they stand, and the later ones once more, knowing them. Where shards
name lines in what a run tells, they are read again when it is known how many lines are before.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from returns.result import Failure, Result

from measurand.edges.engines.checkpoints import Checkpoints, RefusedError, checkpoints
from measurand.edges.engines.engine import Engine, Progress
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.planning import planned
from measurand.edges.engines.refuse import Refuse
from measurand.edges.engines.remote import ClusterError
from measurand.edges.engines.repeats import Digests, Met, Repeats, taken_of
from measurand.edges.engines.run import Run
from measurand.edges.engines.sources import Given, gathered
from measurand.edges.engines.sums import Sum
from measurand.edges.engines.tasks import Plan, Task
from measurand.edges.engines.work import tried
from measurand.edges.files.samples.opening import is_stream, located
from measurand.evidence.source import Sources
from measurand.metrics.needs import Gathered, Need, Reading
from measurand.values.fault import Fault

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
