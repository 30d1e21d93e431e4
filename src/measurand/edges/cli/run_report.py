"""What a run would be (`--dry-run`), and what it was (`--record`)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, process_time

from attrs import define, evolve, frozen
from toolz import groupby

from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import check_folders
from measurand.edges.cli.output import Output, show, write
from measurand.edges.cli.reading import Running, workers_of
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import serial
from measurand.edges.engines.shards import Planned, planned, starts
from measurand.edges.engines.tasks import Plan, Shard, Task
from measurand.edges.engines.work import work
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.format import Cut
from measurand.edges.files.samples.opening import is_stream, located
from measurand.edges.report import to_json
from measurand.edges.report.source_view import DryRun, PlannedSource, dry_run_document
from measurand.evidence.source import Sources
from measurand.metrics.needs import Gathered, Need
from measurand.values.fault import Fault

_PROBE = 8 * 2**20


@frozen(kw_only=True)
class Estimate:
    """What a probe of some bytes gave: records, and seconds of one processor.

    >>> Estimate(bytes=100, records=4, seconds=0.5).rate
    200.0
    """

    bytes: int
    records: int
    seconds: float

    @property
    def rate(self) -> float:
        """Give bytes in a second of one processor."""
        return self.bytes / max(self.seconds, 1e-6)


def probed(plan: Plan) -> Estimate | None:
    """Read the first 8 MiB of the first file of plain lines; None where there is none.

    >>> probed(Plan(())) is None
    True
    """
    task = next((task for task in plan.tasks if _plain(task)), None)
    if task is None:
        return None
    shard = _shortened(task)
    begun = process_time()
    partial = work(evolve(task, shard=shard, compared=False))
    seconds = process_time() - begun
    return Estimate(bytes=shard.size, records=partial.read, seconds=seconds)


def _plain(task: Task) -> bool:
    path = Path(task.root) / task.shard.place
    plain = FORMATS[task.source.format].cut is Cut.LINES and not task.source.predictions
    return plain and not is_stream(located(task.shard.place, Path(task.root))) and path.is_file()


def _shortened(task: Task) -> Shard:
    shard = task.shard
    if shard.size <= _PROBE:
        return shard
    with (Path(task.root) / shard.place).open("rb", buffering=0) as file:
        found = starts(file, shard.start + shard.size, _PROBE)
        end = next((at for at in found if at > shard.start), shard.start + shard.size)
    return evolve(shard, end=end, size=end - shard.start)


@frozen
class RunPlan:
    """What is read: sources, what is needed of them, how, and under which definitions.

    >>> RunPlan({}, (), Run(root=Path())).shards
    0
    """

    sources: Sources
    needs: Sequence[Need]
    how: Run
    definitions: Sequence[str] = ()

    @property
    def planned(self) -> Planned:
        """Cut the sources into shards."""
        by_source = groupby(lambda need: need.slice.data, self.needs)
        return planned(self.sources, by_source, evolve(self.how, engine=self.how.engine or serial))

    @property
    def shards(self) -> int:
        """Count the shards."""
        return len(self.planned.plan.tasks)


def dry_run(running: Running, output: Output, plan: RunPlan) -> int:
    """Print the plan instead of carrying it out.

    Raises StopError where a source cannot be planned.
    """
    shards = plan.planned
    if shards.faults:
        raise StopError(tuple(fault for faults in shards.faults.values() for fault in faults))
    by_name = groupby(lambda task: task.name, shards.plan.tasks)
    workers = workers_of(running)
    size = sum(task.shard.size for task in shards.plan.tasks)
    probe = probed(shards.plan)
    estimate = DryRun(
        sources=tuple(_source(name, tasks) for name, tasks in by_name.items()),
        observed=tuple(plan.definitions),
        engine=running.engine,
        workers=workers,
        digest=shards.plan.digest,
        records=None if probe is None else round(probe.records * size / max(1, probe.bytes)),
        seconds=None if probe is None else size / probe.rate / workers,
        rate=None if probe is None else probe.rate,
    )
    show(output, tree=lambda: estimate, document=lambda: dry_run_document(estimate))
    return 0


def _source(name: str, tasks: Sequence[Task]) -> PlannedSource:
    return PlannedSource(
        name=str(Path(name)),
        format=tasks[0].source.format,
        files=len({task.shard.place for task in tasks}),
        bytes=sum(task.shard.size for task in tasks),
        shards=len(tasks),
    )


@define
class Recorder:
    """Keeps what a record says until the run is done.

    >>> Recorder().gathered is None
    True
    """

    plan: RunPlan | None = None
    gathered: Gathered | None = None


@contextmanager
def recording(running: Running) -> Iterator[Recorder]:
    """Time what is done in the block, and write the record of it; also where it ends with faults.

    Raises StopError where the record cannot be written.
    """
    path = running.record
    check_folders([("--record", path)])
    recorder, started, begun = Recorder(), datetime.now(UTC), monotonic()
    faults: tuple[Fault, ...] = ()
    try:
        yield recorder
    except StopError as error:
        faults = error.faults
        raise
    except KeyboardInterrupt:
        faults = (Fault(got="an interrupt", expected="a run that ends by itself"),)
        raise
    finally:
        if path is not None:
            tree = {
                **_record(running, recorder, faults),
                "started": started.isoformat(timespec="seconds"),
                "seconds": round(monotonic() - begun, 3),
            }
            write(path, to_json(tree))


def _record(running: Running, kept: Recorder, faults: Sequence[Fault]) -> dict[str, object]:
    """Make the tree of a record, all but its times."""
    # A record reads the metadata of packages and writes JSON: other runs wait for neither.
    from measurand.edges.engines.record import RunRecord, inputs_of, plain_record, totals, versions

    by_name = {} if kept.gathered is None else kept.gathered.readings
    readings = tuple(by_name.values())
    plan = kept.plan
    counted = totals(readings)
    record = RunRecord(
        definitions=() if plan is None else tuple(plan.definitions),
        inputs=() if plan is None else inputs_of(plan.sources.values(), plan.how.root),
        ends={name: f"{one.ends}, {one.ends_by}" for name, one in by_name.items() if one.ends_by},
        engine=running.engine,
        workers=workers_of(running),
        shards=0 if plan is None else plan.shards,
        versions=versions(),
        faults=tuple(fault.text() for fault in faults),
        lost=tuple(place for reading in readings for place in reading.lost),
        read=counted["read"],
        dropped=counted["dropped"],
        skipped=counted["skipped"],
    )
    return plain_record(record)
