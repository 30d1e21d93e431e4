"""What reading one source gives, whole or in shards, and how sources become what was gathered.

One fault anywhere is a failure of all: a number on half of its data would be another number.
"""

from collections.abc import Mapping, Sequence

from attrs import field, frozen
from returns.result import Failure, Result, Success

from measurand.edges.engines.partial import MOST_FAULTS
from measurand.edges.files import ReadOptions
from measurand.evidence.conll import schemes_of
from measurand.evidence.pool import Pool
from measurand.evidence.source import Source
from measurand.metrics.needs import Gathered, Reading, Slice
from measurand.values.fault import Fault


@frozen
class Given:
    """What one source gave.

    >>> Given("runs", {}, Reading()).faults
    ()
    """

    name: str
    pools: Mapping[Slice, Pool]
    reading: Reading
    faults: tuple[Fault, ...] = ()
    unfit: Mapping[Slice, Fault] = field(factory=dict)
    lacking: Mapping[tuple[Slice, str], Fault] = field(factory=dict)

    def at(self, file: str) -> "Given":
        """Name the file in faults that name none; keep as many of them as a run names.

        A file of which every record was skipped is at fault too: nothing of it was read.
        """
        known = self.faults or _nothing_read(self.reading)
        faults = tuple(fault.at(file=file) for fault in known[:MOST_FAULTS])
        unfit = {place: fault.at(file=file) for place, fault in self.unfit.items()}
        lacking = {place: fault.at(file=file) for place, fault in self.lacking.items()}
        return Given(self.name, self.pools, self.reading, faults, unfit, lacking)


def _nothing_read(reading: Reading) -> tuple[Fault, ...]:
    if not reading.skipped or reading.kept or reading.dropped:
        return ()
    got = f"faulty records alone ({reading.skipped}), all skipped"
    hint = "without skipping, each says what is wrong with it"
    return (Fault(got=got, expected="samples", hint=hint),)


def gathered(given: Sequence[Given]) -> Result[Gathered, tuple[Fault, ...]]:
    """Join what sources gave; the faults of all of them, where there are any.

    >>> gathered(()).unwrap().readings
    {}
    """
    faults = tuple(fault for one in given for fault in one.faults)
    if faults:
        return Failure(faults[:MOST_FAULTS])
    pools = {place: pool for one in given for place, pool in one.pools.items()}
    unfit = {place: fault for one in given for place, fault in one.unfit.items()}
    lacking = {place: fault for one in given for place, fault in one.lacking.items()}
    return Success(Gathered(pools, {one.name: one.reading for one in given}, unfit, lacking))


def reading_of(
    source: Source, options: ReadOptions, read: int, dropped: int, skipped: int
) -> Reading:
    """Say how a source was read.

    >>> reading_of(Source(path="a.jsonl"), ReadOptions(), 5, 1, 1).kept
    3
    """
    ids = "off" if source.kind.ids_unchecked else options.ids
    return Reading(
        read,
        dropped,
        skipped,
        ids,
        bool(source.predictions),
        only=_only(options),
        ends=source.end,
        ends_by="said" if "end" in dict(source.input) else "",
        tags=_tags(source),
    )


def _only(options: ReadOptions) -> str:
    parts = []
    if options.limit is not None:
        parts.append(f"the first {options.limit} records")
    if options.sample is not None:
        parts.append(f"{options.sample} of the samples, chosen by their ids")
    return ", of these ".join(parts)


def _tags(source: Source) -> str:
    try:
        gold, pred = schemes_of(source)
    except ValueError:
        return ""
    lenient = gold == pred == "lenient" or not source.kind.tagged
    return "" if lenient else gold if gold == pred else f"{gold} in gold, {pred} in predictions"
