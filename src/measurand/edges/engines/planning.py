"""From sources and needs to the plan of a run: the shards of every source, in order."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from measurand.edges.engines.run import Run, ignored
from measurand.edges.engines.shards import shards_of
from measurand.edges.engines.tasks import Plan, Shard, Task
from measurand.edges.engines.work import misnamed
from measurand.edges.files import check_source
from measurand.edges.files.files import unreadable
from measurand.edges.files.samples.reading import check_observed
from measurand.edges.files.samples.source_files import places
from measurand.evidence.source import Source, Sources
from measurand.metrics.grammar import SignatureError
from measurand.metrics.needs import Need
from measurand.values.fault import Fault


@frozen
class Planned:
    """The plan of a run, and what is wrong with sources, which then have no tasks.

    >>> Planned(Plan(()), {}).faults
    {}
    """

    plan: Plan
    faults: Mapping[str, tuple[Fault, ...]]


def planned(sources: Sources, by_source: Mapping[str, Sequence[Need]], run: Run) -> Planned:
    """Cut every source that is needed into shards.

    >>> from pathlib import Path
    >>> planned({}, {}, Run(root=Path("."))).plan.tasks
    ()
    """
    tasks: list[Task] = []
    wrong: dict[str, tuple[Fault, ...]] = {}
    for name, wanted in by_source.items():
        found = _shards(name, sources[name], wanted, run)
        match found:
            case [Fault(), *_]:
                wrong[name] = tuple(one for one in found if isinstance(one, Fault))
            case _:
                shards = [one for one in found if isinstance(one, Shard)]
                tasks += _tasks(sources[name], shards, wanted, run)
    plan = Plan(tuple(evolve(task, index=index) for index, task in enumerate(tasks)))
    return Planned(plan, wrong)


def _shards(
    name: str, source: Source, wanted: Sequence[Need], run: Run
) -> Sequence[Shard] | Sequence[Fault]:
    checked = check_source(source, root=run.root)
    if checked:
        return checked
    try:
        check_observed(source, [need.slice.observing for need in wanted])
        found = [place for place in places(source, run.root) if not isinstance(place, Fault)]
        return list(shards_of(name, source, found, run.shard_bytes))
    except SignatureError as error:
        return (misnamed(error).at(file=source.path),)
    except OSError as error:
        return (unreadable(error, source.path),)


def _tasks(
    source: Source, shards: Sequence[Shard], wanted: Sequence[Need], run: Run
) -> Iterator[Task]:
    for shard in shards:
        yield Task(
            index=0,
            name=shard.source,
            source=source,
            root=str(run.root.absolute()),
            shard=shard,
            needs=tuple(wanted),
            options=run.options,
            skip=run.skip,
            keep_bad=run.skip and run.sink is not ignored,
            # Where the true number is not known yet: a first line alone may have a byte order mark.
            after=1 if shard.after else 0,
            lose=run.lost == "leave_out",
            compared=run.options.ids != "off" and len(shards) > 1,
        )
