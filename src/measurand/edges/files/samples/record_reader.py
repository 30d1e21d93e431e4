"""From records to events: dropped, a sample, or bad with all that is wrong; and why one lacks some.

What a program did not write down has a reason (the run ended in an error, no answer was given): it
is excluded with that reason, and counted. Without a reason, what is missing is a fault.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

from attrs import evolve

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.json.value import FaultError, Json, encode, expected
from measurand.edges.files.json.walk import find
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.ratings import Raters
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.sample_of_record import Mapped
from measurand.evidence.paths import Key, Path
from measurand.values.fault import Fault
from measurand.values.sample import PREDICTED, Sample

_ABSENT = object()

_MOST_KNOWN, _LONGEST = 2**12, 200


class AlikeRecords:
    """Samples of records that differ in their ids alone, which are read once.

    A mapping reads the values under some keys, and what it makes of texts, integers, truth values
    and null hangs on nothing else: not on the id, the line, or other keys. What it notes of them
    (of which kinds labels are) is a set. So the second of two such records has the sample of the
    first, under its own id. Faults are never remembered, for they name their place.
    """

    def __init__(self, mapped: Mapped) -> None:
        """Start with none; where it is not plain which keys are read, none is ever known."""
        self._ids = mapped.read_id
        self._keys = _keys_read(mapped)
        self._known: dict[object, Sample] = {}
        self._key: object = None

    def sample(self, record: Json) -> Sample | None:
        """Give the sample of a record; None where none like it was read, or it has no id."""
        self._key = self._key_of(record)
        known = self._known.get(self._key) if self._key is not None else None
        if known is None:
            return None
        with suppress(FaultError):
            return evolve(known, id=self._ids(record))
        return None

    def note(self, sample: Sample) -> None:
        """Remember the sample of the record that was asked for last."""
        if self._key is not None and len(self._known) < _MOST_KNOWN:
            self._known[self._key] = sample

    def _key_of(self, record: Json) -> object:
        """Take what a mapping reads of a record, and its types: 1 and true are equal in Python."""
        if not self._keys or not isinstance(record, dict):
            return None
        values = [record.get(key, _ABSENT) for key in self._keys]
        if list in map(type, values):
            values = list(chain.from_iterable(map(_flat, values)))
        types = tuple(map(type, values))
        if not _PLAIN.issuperset(types):
            return None
        short = sum([len(one) for one in values if isinstance(one, str)]) <= _LONGEST
        return (types, tuple(values)) if short else None


def _flat(value: object) -> Sequence[object]:
    """Write a list as its length, as no value of a record is, and its elements."""
    return (_Length(len(value)), *value) if isinstance(value, list) else (value,)


class _Length(int):
    """How many elements follow."""


_PLAIN = frozenset((str, int, bool, type(None), object, _Length))


def _keys_read(mapped: Mapped) -> tuple[str, ...]:
    """List the keys of a record that a mapping reads beside the id; none where a path has no key.

    >>> from measurand.evidence.source import Source
    >>> _keys_read(Mapped.of(Source(path="a.jsonl")))
    ('gold', 'pred', 'pairs', 'sample_weight', 'groups')
    """
    named = (*mapped.groups, *mapped.amounts, *mapped.lists, *mapped.tallies)
    sides = [one for paths in mapped.joined.values() for one in paths]
    own = () if mapped.rater is None else (mapped.rater,)
    paths = [mapped.gold, mapped.pred, mapped.pairs, mapped.weight, *sides, *own]
    starts = [path.steps[0] for path in (*paths, *(path for _, path in named))]
    keys = [start.name for start in starts if isinstance(start, Key)]
    return tuple(dict.fromkeys((*keys, "groups"))) if len(keys) == len(starts) else ()


class RecordReader:
    """Reads records by the mapping of the source; remembers their ids."""

    def __init__(self, part: Part) -> None:
        """Begin a file."""
        self.mapped = Mapped.of(part.source, part.labels, part.shared.met)
        self.file = part.name
        self.where = part.where
        self.ids = part.ids
        self.alike = AlikeRecords(self.mapped)
        self.raters = Raters()
        self.asked = part.options.misfit

    def event(
        self, record: Record, number: int, what: str = "element", *, lacks: str = "", no: str = ""
    ) -> Event:
        """Give the event of a record, and of which number it is.

        `lacks` is why it has no answer and not all of its numbers; `no` why it has no answer.
        """
        try:
            if not isinstance(record.value, dict):
                raise expected("an object", record.value)
            dropped = self.where.drops(record)
            if dropped:
                return self.mapped.named(dropped, record)
            mapped = self._without(record.value) if lacks else self.mapped
            sample = mapped.sample(record, record) if lacks else self._sample(record)
        except FaultError as error:
            return self._bad(record, (record.placed(error.fault),))
        if not isinstance(sample, Sample):
            return self._bad(record, self.misfit(record, sample))
        if self.asked is not None and (wrong := self.asked(sample)):
            return self._bad(record, tuple(map(record.placed, wrong)))
        if mapped.rater is not None:
            misfit = self.raters.misfit(sample, number, what)
            return sample if misfit is None else self._bad(record, (record.placed(misfit),))
        before = self.ids.earlier(sample.id, number, what)
        if before is not None:
            return self.repeated(sample.id, before, record)
        return self._reasoned(sample, lacks, no) if lacks or no else sample

    def _sample(self, record: Record) -> Sample | tuple[Fault, ...]:
        known = self.alike.sample(record.value)
        if known is not None:
            return known
        made = self.mapped.sample(record, record)
        if isinstance(made, Sample):
            self.alike.note(made)
        return made

    def _bad(self, record: Record, faults: tuple[Fault, ...]) -> Bad:
        """Say what is wrong with a record; where it is one rating, also of which unit it is."""
        unit = ""
        if self.mapped.rater is not None:
            with suppress(FaultError):
                unit = self.mapped.read_id(record.value)
        return Bad(faults, raw_of(record), part_of=unit)

    def misfit(self, _record: Record, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
        """Say what is wrong with a record that is no sample by the mapping."""
        return faults

    def repeated(self, sample_id: str, before: str, record: Record) -> Bad:
        """Say that a record has the id of an earlier one, which stands at a place."""
        return Bad((record.placed(repeated(sample_id, before, self.mapped.ids)),), raw_of(record))

    def _without(self, record: Json) -> Mapped:
        """Leave out the numbers that a record lacks; a rating that it lacks is missing."""
        kept = tuple(one for one in self.mapped.amounts if _there(record, one[1]))
        unrated = self.mapped.rater is not None and not _there(record, self.mapped.gold)
        lacking = self.mapped.optional | {"gold"} if unrated else self.mapped.optional
        return evolve(self.mapped, amounts=kept, optional=lacking)

    def _reasoned(self, sample: Sample, lacks: str, no: str) -> Sample:
        named = {name for name, _ in sample.amounts}
        missing = [name for name, _ in self.mapped.amounts if name not in named]
        reasons = {name: lacks for name in missing if lacks}
        if sample.predicted is None:
            reasons[PREDICTED] = lacks or no
        return evolve(sample, reasons=tuple(sorted(reasons.items())))


def recorded(records: Iterable[Record | Bad], part: Part, *, before: int = 0) -> Iterator[Event]:
    """Give an event for every record, by the mapping of the source; what is bad already stays so.

    `before` counts the records of the file that stand before the first.
    """
    reader = RecordReader(part)
    for number, record in enumerate(records, before + 1):
        yield record if isinstance(record, Bad) else reader.event(record, number)


def raw_of(record: Record) -> bytes:
    r"""Give the bytes of a record for the quarantine, as one line.

    >>> raw_of(Record(value={"id": 1}, file="a.json"))
    b'{"id":1}\n'
    """
    return record.raw or encode(record.value) + b"\n"


def _there(record: Json, path: Path) -> bool:
    try:
        find(record, path)
    except FaultError:
        return False
    return True
