"""`--dry-run`: what a command would read, and how long that may take."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve
from toolz import groupby

from measurand.edges.cli.arguments import StopError, emit
from measurand.edges.engines.estimate import probed
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import serial
from measurand.edges.engines.shards import Planned, planned
from measurand.edges.engines.tasks import Task
from measurand.edges.report import render, to_json
from measurand.edges.report.plan_view import DryRun, PlannedSource, dry_run_document
from measurand.evidence.source import Sources
from measurand.metrics.needs import Need


def dry_run(
    arguments: argparse.Namespace,
    sources: Sources,
    needs: Sequence[Need],
    run: Run,
    definitions: Sequence[str] = (),
) -> int:
    """Print the plan instead of carrying it out.

    Raises StopError where a source cannot be planned.
    """
    found = _planned(sources, needs, run)
    if found.faults:
        raise StopError(tuple(fault for faults in found.faults.values() for fault in faults))
    by_name = groupby(lambda task: task.name, found.plan.tasks)
    workers = workers_of(arguments)
    size = sum(task.shard.size for task in found.plan.tasks)
    probe = probed(found.plan)
    told = DryRun(
        sources=tuple(_source(name, tasks) for name, tasks in by_name.items()),
        observed=tuple(definitions),
        engine=arguments.engine,
        workers=workers,
        digest=found.plan.digest,
        records=None if probe is None else round(probe.records * size / max(1, probe.bytes)),
        seconds=None if probe is None else size / probe.rate / workers,
        rate=None if probe is None else probe.rate,
    )
    if arguments.format == "json":
        emit(arguments, to_json(told))
    else:
        emit(arguments, render(dry_run_document(told), arguments.format))
    return 0


def _planned(sources: Sources, needs: Sequence[Need], run: Run) -> Planned:
    by_source = groupby(lambda need: need.slice.data, needs)
    return planned(sources, by_source, evolve(run, engine=run.engine or serial))


def shards_of(sources: Sources, needs: Sequence[Need], run: Run) -> int:
    """Count the shards of a run.

    >>> shards_of({}, (), Run(root=Path()))
    0
    """
    return len(_planned(sources, needs, run).plan.tasks)


def workers_of(arguments: argparse.Namespace) -> int:
    """Count the processes that read.

    >>> workers_of(argparse.Namespace(engine="serial"))
    1
    """
    if arguments.engine == "serial":
        return 1
    from measurand.edges.engines.processes import cores

    found: int | None = arguments.workers
    return found or cores()


def _source(name: str, tasks: Sequence[Task]) -> PlannedSource:
    return PlannedSource(
        name=str(Path(name)),
        format=tasks[0].source.format,
        files=len({task.shard.place for task in tasks}),
        bytes=sum(task.shard.size for task in tasks),
        shards=len(tasks),
    )
