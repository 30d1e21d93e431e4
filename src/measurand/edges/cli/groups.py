"""The groups of a source, read where a claim found no sample in any of them."""

from collections.abc import Iterable, Mapping

from measurand.edges.engines.serial import Run
from measurand.edges.files import read
from measurand.evidence.formats import Records
from measurand.evidence.source import Source, Sources
from measurand.metrics.needs import Gathered, Groups, Need
from measurand.values.sample import Sample

_MOST_GROUPS = 100
_MOST_VALUES = 1000


def empty_sources(needs: Iterable[Need], gathered: Gathered) -> tuple[str, ...]:
    """Name the sources of which some slice found no sample, each once.

    >>> empty_sources((), Gathered({}, {}))
    ()
    """
    found = (
        need.slice.data
        for need in needs
        if need.slice.where and not _any(gathered, need) and not gathered.misfit(need.slice)
    )
    return tuple(dict.fromkeys(found))


def _any(gathered: Gathered, need: Need) -> bool:
    pool = gathered.pools.get(need.slice)
    return pool is not None and bool(pool.keyed.bags)


def groups_of(source: Source, run: Run) -> Groups:
    """Read the names and values of the groups of a source, up to a hundred and a thousand.

    Records that are read by rules of their own have none.

    >>> from pathlib import Path
    >>> groups_of(Source(path="missing.jsonl"), Run(root=Path()))
    {}
    """
    found: dict[str, dict[str, None]] = {}
    if source.kind.records is Records.OWN_RULES:
        return {}
    for event in read(source, root=run.root, options=run.options):
        for name, value in event.groups if isinstance(event, Sample) else ():
            if name in found or len(found) < _MOST_GROUPS:
                values = found.setdefault(name, {})
                if value in values or len(values) < _MOST_VALUES:
                    values[value] = None
    return {name: tuple(values) for name, values in found.items()}


def grouped(
    sources: Sources, needs: Iterable[Need], gathered: Gathered, run: Run
) -> Mapping[str, Groups]:
    """Read the groups of every source of which some slice found no sample.

    >>> from pathlib import Path
    >>> grouped({}, (), Gathered({}, {}), Run(root=Path()))
    {}
    """
    return {name: groups_of(sources[name], run) for name in empty_sources(needs, gathered)}
