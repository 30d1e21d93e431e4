"""JSON Lines: one record a line."""

from collections.abc import Iterator

from attrs import evolve

from measurand.edges.files.json.value import (
    CUT_SHORT,
    FaultError,
    Json,
    decode,
    expected,
    without_duplicates,
)
from measurand.edges.files.lines import Line, Lines, line_of, read_lines
from measurand.edges.files.samples.events import Bad, Event, ReadOptions, Rest
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.kindred import other_kind
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.samples import Mapped, Record
from measurand.values.fault import Fault
from measurand.values.sample import Sample

_CUT = "the last line has no end of line: was the file cut off?"


def read_jsonl(part: Part) -> Iterator[Event]:
    """Give an event for every line that is not blank."""
    reader = LineReader(part)
    with part.open() as file:
        yield from reader.events(file)


class LineReader:
    """Reads the lines of one file of samples; remembers their ids."""

    def __init__(self, part: Part) -> None:
        """Begin a file."""
        self.mapped = Mapped.of(part.source, part.labels)
        self.file = part.name
        self.where = part.where
        self.options = part.options
        self.after = part.after
        self.ids = part.ids

    def events(self, file: Lines) -> Iterator[Event]:
        """Give an event for every line that is not blank."""
        lines = read_lines(file, max_bytes=self.options.max_line_bytes, after=self.after)
        return (event for line in lines for event in self._part(line))

    def read_again(self, file: Lines, number: int, raw: bytes) -> Iterator[Event]:
        """Give the events of the line that begins with these bytes, which were just read."""
        lines = line_of(file, number, raw, max_bytes=self.options.max_line_bytes)
        return (event for line in lines for event in self._part(line))

    def _part(self, line: Line | Rest) -> Iterator[Event]:
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            yield self.event(line)

    def event(self, line: Line) -> Event:
        """Read one line."""
        try:
            record = record_of(line, self.file, self.options)
            dropped = self.where.drops(record)
            if dropped:
                return dropped
            sample = self.mapped.sample(record, record)
        except FaultError as error:
            return Bad((error.fault.at(file=self.file, line=line.number),), line.raw)
        if not isinstance(sample, Sample):
            other = other_kind(record.value)
            return Bad(sample if other is None else (record.placed(other),), line.raw)
        return self.met(sample, line.number, line.raw)

    def met(self, sample: Sample, number: int, raw: bytes) -> Event:
        """Remember the id of a sample; say so where an earlier one has it."""
        before = self.ids.earlier(sample.id, number)
        return sample if before is None else self.repeated(sample.id, before, number, raw)

    def repeated(self, sample_id: str, before: str, number: int, raw: bytes) -> Bad:
        """Say that a line has the id of an earlier one, which stands at a place."""
        fault = repeated(sample_id, before, self.mapped.ids)
        return Bad((fault.at(file=self.file, line=number),), raw)


def record_of(line: Line, file: str, options: ReadOptions) -> Record:
    """Decode a line to a record.

    Raises FaultError where it is too long, no JSON, or no object.
    """
    if not line.whole:
        raise FaultError(
            Fault(
                got="more",
                expected=f"a line of at most {options.max_line_bytes} bytes",
                hint="is this JSON Lines, one record a line?",
            )
        )
    value = _decoded(line, options)
    if not isinstance(value, dict):
        raise expected("an object", value)
    return Record(value=value, file=file, line=line.number, raw=line.raw)


def _decoded(line: Line, options: ReadOptions) -> Json:
    try:
        value = decode(line.content, max_depth=options.max_depth)
    except FaultError as error:
        cut = not line.ended and error.fault.expected == CUT_SHORT
        hint = _CUT if cut else error.fault.hint
        raise FaultError(evolve(error.fault, hint=hint)) from None
    if options.strict:
        without_duplicates(line.content)
    return value
