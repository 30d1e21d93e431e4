"""How the records of a part are counted: by the fastest counter that gives the same numbers.

Three ways, chosen in one place (`Reader`): the counter of a format that has one of its own (such as
scorecards, by their codes); rows of counts without samples (`fast_counts`, which pushes columns of
Parquet down to DuckDB where that is asked for); and sample by sample, which reads everything. Each
gives the bags of evidence that the last one gives; faults are always those of the last one.
"""

from collections.abc import Callable

from measurand.edges.engines.fast_counts import hot
from measurand.edges.engines.partial import MOST_FAULTS
from measurand.edges.engines.run import ignored
from measurand.edges.engines.tallies import Tallies
from measurand.edges.files import (
    Bad,
    Filtered,
    Part,
    ReadOptions,
    Rest,
    no_records,
    part_events,
)
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.format import PartCounter
from measurand.edges.files.samples.labels import Looked
from measurand.edges.files.samples.part import Shared
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample

TICK = 10_000


def stopped(_bad: Bad) -> bool:
    """Tell that a run does not go on behind a bad record."""
    return False


class Notes:
    """Counts what reading gives, and passes the samples on.

    >>> notes = Notes(ignored)
    >>> notes.note(Sample(id="1"))
    >>> notes.total
    1
    """

    def __init__(
        self,
        take: Callable[[Sample], None],
        *,
        skips: Callable[[Bad], bool] = stopped,
        sink: Callable[[Bad | Rest], None] = ignored,
        tick: Callable[[int], None] = ignored,
    ) -> None:
        """Start with nothing read; `take` gets samples, `sink` what is bad, `skips` judges it."""
        self._take = take
        self._skips = skips
        self._sink = sink
        self.tick = tick
        self.total = self.dropped = self.skipped = self.absent = 0
        self.faults: list[Fault] = []
        self.broken: Fault | None = None

    def note(self, event: object) -> None:
        """Count an event of reading."""
        match event:
            case Sample():
                self._take(event)
            case Filtered():
                self.dropped += 1
                self.absent += bool(event.absent)
            case Bad():
                self.skipped += 1
                # What is wrong with a whole file has no bytes, and cannot be skipped.
                if not event.raw and event.faults:
                    self.broken = event.faults[0]
                if not (event.raw and self._skips(event)) and len(self.faults) < MOST_FAULTS:
                    self.faults += event.faults
                self._sink(event)
            case Rest():
                self._sink(event)
                return
            case _:
                message = f"an event of reading: got {type(event).__name__}"
                raise TypeError(message)
        self.total += 1
        if self.total % TICK == 0:
            self.tick(self.total)

    def end(self, file: str, shared: Shared, looked: Looked | None = None) -> None:
        """Say so where a source had no records, or none that has what is filtered by.

        Or where its labels are in doubt, of those that are looked at.
        """
        if not self.total:
            self.note(no_records(file))
        elif shared.where.absent is not None and self.absent == self.total:
            self.note(Bad((shared.where.absent,)))
        if (doubt := shared.doubt(looked)) is not None:
            self.note(Bad((doubt,)))


class Reader:
    """Reads parts of one source by the fastest road for what is wanted of it.

    Raises SignatureError where a definition names what no record of the format has.
    """

    def __init__(
        self,
        source: Source,
        options: ReadOptions,
        notes: Notes,
        tallies: Tallies,
        *,
        whole: bool = False,
    ) -> None:
        """Choose the road to what the tallies want; `whole` is the one that passes samples on."""
        self.notes = notes
        self.tallies = tallies
        self._observed = [need.slice.observing for need in tallies.wanted]
        road = FORMATS[source.format].own_road
        if road is not None:
            road.check(self._observed)
        part_only = options.sample is not None or options.limit is not None
        self._counter: PartCounter | None = None
        if not (whole or part_only or source.labels is not None):
            count = hot if road is None else road.counter
            self._counter = count(source, tallies.wanted, options)

    def read(self, part: Part) -> None:
        """Count the records of a part.

        Raises SignatureError where a definition names what no record of the format has.
        """
        if self._counter is None:
            for event in part_events(part, self._observed):
                self.notes.note(event)
        else:
            self._count(part, self._counter)

    def _count(self, part: Part, counter: PartCounter) -> None:
        """Run the counter: nothing of a record outlives its line."""
        notes = self.notes
        number, bags = counter.count_part(
            part, notes.note, lambda lines: notes.tick(notes.total + lines)
        )
        notes.total += number
        for index, bag in enumerate(bags):
            self.tallies.count(bag, index)
