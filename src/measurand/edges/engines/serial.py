"""The serial engine: one pass over each source, one pool for each slice, or all its samples."""

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve
from returns.result import Failure, Result, Success
from toolz import groupby

from measurand.edges.engines.counting import Notes, Reader
from measurand.edges.engines.driver import sharded
from measurand.edges.engines.fast_counts import looked_at
from measurand.edges.engines.partial import MOST_FAULTS, Lost, Partial
from measurand.edges.engines.run import Run, Watch
from measurand.edges.engines.source_results import Given, gathered, reading_of
from measurand.edges.engines.tallies import Tallies
from measurand.edges.engines.tasks import Task
from measurand.edges.engines.work import misnamed, tried
from measurand.edges.files import (
    Bad,
    check_source,
    lost_labels,
    never_met,
    parts_of,
    read,
    settled,
    some_met,
    tied_labels,
)
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.filters import unmatched
from measurand.edges.files.samples.labels import are_single
from measurand.edges.files.samples.part import Shared
from measurand.edges.files.sources.recognition import unlike_lines, unnamed_tags
from measurand.evidence.observation import ColumnOf
from measurand.evidence.observe import by_place
from measurand.evidence.source import Source, Sources
from measurand.metrics.grammar import SignatureError
from measurand.metrics.needs import Gathered, Need, Reading
from measurand.values.fault import Fault
from measurand.values.sample import Sample

__all__ = ["MOST_FAULTS", "Counting", "Run", "collect", "gather", "serial"]

Counting = Callable[[Sequence[Need]], Tallies]
"""Makes what the samples of one source are counted in."""


def serial(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
    """Read shards one after the other, in this process.

    >>> from measurand.edges.engines.run import unwatched
    >>> list(serial((), unwatched))
    []
    """
    return map(tried, tasks)


def gather(
    sources: Sources,
    needs: Sequence[Need],
    run: Run,
    *,
    counting: Counting | None = None,
) -> Result[Gathered, tuple[Fault, ...]]:
    """Read every source that is needed, once, and pool what is observed.

    The engine of the run reads it, in shards; without one, every file is read here. With
    `counting`, whole samples are passed to it, one by one, whatever engine and road there is.

    >>> from pathlib import Path
    >>> gather({}, (), Run(root=Path("."))).unwrap().pools
    {}
    """
    try:
        meant = _settled(sources, needs, run)
        found = _gathered(meant, needs, run, counting)
    except FaultError as error:
        return Failure((error.fault,))
    return found.map(lambda all_: _shown(all_, sources))


def _settled(sources: Sources, needs: Sequence[Need], run: Run) -> Sources:
    """Say of sources whether ends are inside, as they show it, where definitions look at places.

    Raises FaultError where records are tags and nobody said so, or ends are shown both ways.
    """
    by_places: dict[str, bool] = {}
    for need in needs:
        how = need.slice.observing
        if not isinstance(how, ColumnOf):
            by_places[need.slice.data] = by_places.get(need.slice.data, False) or by_place(how)
    return {
        name: _meant(source, run, ends=by_places[name]) if name in by_places else source
        for name, source in sources.items()
    }


def _meant(source: Source, run: Run, *, ends: bool = True) -> Source:
    wrong = unlike_lines(source, run.root) or unnamed_tags(source, run.root)
    found = wrong or (settled(source, root=run.root, options=run.options) if ends else source)
    if isinstance(found, Fault):
        raise FaultError(found)
    return found


def _shown(found: Gathered, sources: Sources) -> Gathered:
    """Mark what nobody said."""
    readings = {name: _by(reading, sources[name]) for name, reading in found.readings.items()}
    return evolve(found, readings=readings)


def _by(reading: Reading, source: Source) -> Reading:
    """Mark what nobody said of a source, but its records show."""
    return evolve(reading, ends_by="shown") if reading.ends and not source.end else reading


def _gathered(
    sources: Sources, needs: Sequence[Need], run: Run, counting: Counting | None
) -> Result[Gathered, tuple[Fault, ...]]:
    by_source = groupby(lambda need: need.slice.data, needs)
    # Of a source that is read up to a limit, nobody knows which shards hold the first records.
    if run.sharded and counting is None and run.options.limit is None:
        return sharded(sources, by_source, run, run.engine or serial)
    parts = [
        _source(name, sources[name], wanted, run, counting) for name, wanted in by_source.items()
    ]
    return gathered(parts)


def _source(
    name: str, source: Source, wanted: Sequence[Need], run: Run, counting: Counting | None
) -> Given:
    checked = check_source(source, root=run.root)
    if checked:
        return Given(name, {}, Reading(), checked)
    tallies = Tallies(wanted, run.held) if counting is None else counting(wanted)
    notes = Notes(tallies.add, skips=run.skips, sink=run.sink, tick=run.tick)
    shared = Shared(source)
    try:
        whole = counting is not None
        reader = Reader(source, run.options, notes, tallies, whole=whole)
        for part in parts_of(source, root=run.root, options=run.options, shared=shared):
            reader.read(part)
    except SignatureError as error:
        return Given(name, {}, Reading(), (misnamed(error),)).at(source.path)
    notes.end(source.path, shared, looked_at(source, wanted))
    skipped = 0
    if run.options.limit is None:
        lost = lost_labels(source, run.root, shared.matched)
        skipped = len(lost) if run.skip and some_met(shared.matched) else 0
        notes.faults += () if skipped else lost
        notes.faults += never_met(source, run.root, shared.matched)
    tallies.kinds = shared.kinds
    found = evolve(
        reading_of(source, run.options, notes.total, notes.dropped, notes.skipped),
        labels_skipped=skipped,
        labels_tied=tied_labels(shared.matched),
        unmatched=unmatched(source, shared.matched),
        single=are_single(shared.kinds, source),
    )
    given = Given(name, tallies.pools(), found, tuple(notes.faults), tallies.unfit, tallies.lacking)
    return given.at(source.path)


def collect(
    source: Source, run: Run
) -> Result[tuple[tuple[Sample, ...], Reading], tuple[Fault, ...]]:
    """Read every sample of a source, and keep them all.

    >>> from pathlib import Path
    >>> collect(Source(path="missing.jsonl"), Run(root=Path("."))).failure()[0].file
    'missing.jsonl'
    """
    checked = check_source(source, root=run.root)
    if checked:
        return Failure(checked)
    try:
        meant = _meant(source, run)
    except FaultError as error:
        return Failure((error.fault,))
    samples: list[Sample] = []
    notes = Notes(samples.append, skips=run.skips, sink=run.sink, tick=run.tick)
    shared, skipped = Shared(meant), 0
    for event in read(meant, root=run.root, options=run.options, shared=shared):
        if isinstance(event, Bad) and event.lost_label and run.skip:
            skipped += 1
        else:
            notes.note(event)
    if notes.faults:
        return Failure(tuple(fault.at(file=source.path) for fault in notes.faults[:MOST_FAULTS]))
    found = reading_of(meant, run.options, notes.total, notes.dropped, notes.skipped)
    found = evolve(
        _by(found, source),
        labels_skipped=skipped,
        labels_tied=tied_labels(shared.matched),
        unmatched=unmatched(meant, shared.matched),
        single=are_single(shared.kinds, meant),
    )
    return Success((tuple(samples), found))
