"""The serial engine: one pass over each source, one pool for each slice, or all its samples."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen
from returns.result import Failure, Result, Success
from toolz import groupby

from measurand.claims.model import Claims
from measurand.claims.needs import Gathered, Need, Reading, Slice
from measurand.claims.source import Source
from measurand.edges.engines.cards import Codes, coded, names_wanted
from measurand.edges.engines.hot import Hot, hot
from measurand.edges.engines.tallies import Tallies
from measurand.edges.formats import (
    Bad,
    Filtered,
    NewCard,
    Part,
    ReadOptions,
    Rest,
    check_source,
    no_records,
    parts_of,
    read,
    read_digests,
    read_fast,
    refused,
)
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.pool import Pool
from measurand.metrics.grammar import SignatureError
from measurand.pipelines.review.coding import Coder
from measurand.values.fault import Fault
from measurand.values.sample import Sample

MOST_FAULTS = 1000
_TICK = 10_000


def _ignore(_event: object) -> None:
    """Do nothing with what is passed."""


@frozen(kw_only=True)
class Run:
    """How to read: the folder that paths are relative to, what to do with bad records.

    `skip` goes on behind bad records and counts them; otherwise they fail the run, all of them
    named, up to a thousand. `sink` is handed every bad record, `tick` the number of records so far.

    >>> Run(root=Path(".")).skip
    False
    """

    root: Path
    options: ReadOptions = field(factory=ReadOptions)
    skip: bool = False
    sink: Callable[[Bad | Rest], None] = _ignore
    tick: Callable[[int], None] = _ignore


Counting = Callable[[Sequence[Need]], Tallies]
"""Makes what the samples of one source are counted in."""


def gather(
    claims: Claims, needs: Sequence[Need], run: Run, *, counting: Counting | None = None
) -> Result[Gathered, tuple[Fault, ...]]:
    """Read every source that is needed, once, and pool what is observed.

    With `counting`, whole samples are passed to it, one by one, whatever faster road there is.

    >>> gather(Claims(sources=(), tables=()), (), Run(root=Path("."))).unwrap().pools
    {}
    """
    by_source = groupby(lambda need: need.slice.data, needs)
    parts = [
        _source(name, claims.source(name), wanted, run, counting)
        for name, wanted in by_source.items()
    ]
    faults = tuple(fault for part in parts for fault in part.faults)
    if faults:
        return Failure(faults[:MOST_FAULTS])
    pools = {place: pool for part in parts for place, pool in part.pools.items()}
    unfit = {place: fault for part in parts for place, fault in part.unfit.items()}
    lacking = {place: fault for part in parts for place, fault in part.lacking.items()}
    return Success(Gathered(pools, {part.name: part.reading for part in parts}, unfit, lacking))


def collect(
    source: Source, run: Run
) -> Result[tuple[tuple[Sample, ...], Reading], tuple[Fault, ...]]:
    """Read every sample of a source, and keep them all.

    >>> collect(Source(path="missing.jsonl"), Run(root=Path("."))).failure()[0].file
    'missing.jsonl'
    """
    checked = check_source(source, root=run.root)
    if checked:
        return Failure(checked)
    samples: list[Sample] = []
    notes = _Notes(run, samples.append, ids=run.options.ids, paired=bool(source.predictions))
    for event in read(source, root=run.root, options=run.options):
        notes.note(event)
    if notes.faults:
        return Failure(tuple(fault.at(file=source.path) for fault in notes.faults[:MOST_FAULTS]))
    return Success((tuple(samples), notes.reading))


@frozen
class _Part:
    """What one source gave."""

    name: str
    pools: Mapping[Slice, Pool]
    reading: Reading
    faults: tuple[Fault, ...]
    unfit: Mapping[Slice, Fault] = field(factory=dict)
    lacking: Mapping[tuple[Slice, str], Fault] = field(factory=dict)


def _source(
    name: str, source: Source, wanted: Sequence[Need], run: Run, counting: Counting | None
) -> _Part:
    checked = check_source(source, root=run.root)
    if checked:
        return _Part(name, {}, Reading(), checked)
    reader = _Reader(run, (counting or Tallies)(wanted), source)
    try:
        reader.read(wanted, whole=counting is not None)
    except SignatureError as error:
        known = "a list or a number that scorecards have"
        fault = Fault(path="definition", got="another", expected=known, hint=str(error))
        return _Part(name, {}, Reading(), (fault.at(file=source.path),))
    faults = tuple(fault.at(file=source.path) for fault in reader.faults[:MOST_FAULTS])
    tallies = reader.tallies
    unfit = {place: fault.at(file=source.path) for place, fault in tallies.unfit.items()}
    lacking = {place: fault.at(file=source.path) for place, fault in tallies.lacking.items()}
    return _Part(name, tallies.pools(), reader.reading, faults, unfit, lacking)


class _Notes:
    """Counts what reading gives, and passes the samples on."""

    def __init__(self, run: Run, take: Callable[[Sample], None], *, ids: str, paired: bool) -> None:
        self.run = run
        self.take = take
        self.ids = ids
        self.paired = paired
        self.total = self.dropped = self.skipped = 0
        self.faults: list[Fault] = []

    @property
    def reading(self) -> Reading:
        return Reading(self.total, self.dropped, self.skipped, self.ids, self.paired)

    def note(self, event: object) -> None:
        match event:
            case Sample():
                self.take(event)
            case Filtered():
                self.dropped += 1
            case Bad():
                self.skipped += 1
                # What is wrong with a whole file has no bytes, and cannot be skipped.
                if not (self.run.skip and event.raw) and len(self.faults) < MOST_FAULTS:
                    self.faults += event.faults
                self.run.sink(event)
            case Rest():
                self.run.sink(event)
                return
            case _:
                message = f"an event of reading: got {type(event).__name__}"
                raise TypeError(message)
        self._tick()

    def _tick(self) -> None:
        self.total += 1
        if self.total % _TICK == 0:
            self.run.tick(self.total)


class _Reader(_Notes):
    """Reads a source by the fastest road."""

    def __init__(self, run: Run, tallies: Tallies, source: Source) -> None:
        ids = "off" if source.format == "scorecards" else run.options.ids
        super().__init__(run, tallies.add, ids=ids, paired=bool(source.predictions))
        self.source = source
        self.tallies = tallies

    def read(self, wanted: Sequence[Need], *, whole: bool) -> None:
        """Read the source by the fastest road for what is wanted, or every sample as a whole.

        Raises SignatureError where a definition names what no scorecard has.
        """
        fast = None if whole else hot(self.source, wanted, self.run.options)
        coder = None if whole else coded(self.source, wanted, self.run.options)
        parts = parts_of(self.source, root=self.run.root, options=self.run.options)
        if fast is not None:
            for part in parts:
                self.count(part, fast)
        elif coder is not None:
            for part in parts:
                self.count_cards(part, coder, wanted)
        else:
            asked = names_wanted(self.source, wanted)
            for event in read(
                self.source, root=self.run.root, options=self.run.options, wanted=asked
            ):
                self.note(event)

    def count_cards(self, part: Part, coder: Coder, wanted: Sequence[Need]) -> None:
        """Count scorecards by their codes: each different line is read once."""
        kept = Codes(self.run.tick)
        for found in read_digests(part, again=kept.again):
            if isinstance(found, NewCard):
                try:
                    kept.add(found.digest, coder.code(found.card))
                except UnfitSampleError as error:
                    self.note(refused(found, error, part.name))
            else:
                self.note(found)
        self.total += len(kept)
        for index, need in enumerate(wanted):
            self.tallies.count(kept.evidence(coder, need.slice.observing), index)

    def count(self, part: Part, fast: Hot) -> None:
        """Run the hot loop: nothing of a record outlives its line."""
        counts: dict[tuple[int, int, int] | None, int] = {}
        shape, tally, number = fast.record, fast.count, 0
        empty = True
        for record in read_fast(part, shape):
            empty = False
            if type(record) is shape:
                place = tally(record)
                counts[place] = counts.get(place, 0) + 1
                number += 1
                if not number % _TICK:
                    self.run.tick(number + self.total)
            else:
                self.note(record)
        if empty:
            self.note(no_records(part.name))
        self.total += number
        self.tallies.count(fast.evidence(counts))
