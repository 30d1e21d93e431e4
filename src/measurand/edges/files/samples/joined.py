"""Two files of records, joined by id: never by position."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.lines import Line, read_lines
from measurand.edges.files.samples.events import Bad, Event, Filtered, Rest
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.jsonl import record_of
from measurand.edges.files.samples.opened import opened
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.samples import Mapped, Record
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample


def read_joined(part: Part, predictions: Path) -> Iterator[Event]:
    """Read two files of JSON Lines: as `join` does."""
    return join(_lines(part), _lines(part, predictions), part)


def _lines(part: Part, beside: Path | None = None) -> Iterator[Line | Rest]:
    options = part.options
    with opened(beside, expansion=options.max_expansion) if beside else part.open() as file:
        yield from read_lines(file, max_bytes=options.max_line_bytes)


def join(
    first: Iterable[Line | Event], second: Iterable[Line | Event], part: Part
) -> Iterator[Event]:
    """Give what is bad in the second file, then the samples, then what was left over.

    Both give their records as lines of JSON; what they could not read is passed on.
    """
    source = part.source
    found = _Join(part)
    for line in second:
        if not isinstance(line, Line):
            yield found.passed(line, source.predictions)
        elif not line.blank and (event := found.hold(line)):
            yield event
    if not found.answers and found.second_where.absent:
        yield Bad((found.second_where.absent,))
    for line in first:
        if not isinstance(line, Line):
            yield found.passed(line, source.path)
        elif not line.blank:
            yield found.meet(line)
    yield from found.left_over()


@define
class _Answer:
    """A line of the second file, and the line of the first that took it (0: none yet)."""

    line: Line
    taken: int = 0


class _Join:
    def __init__(self, part: Part) -> None:
        source = part.source
        self.mapped = Mapped.of(source, part.labels)
        self.source = source
        self.where = part.where
        self.second_where = part.shared.second_where
        self.options = part.options
        self.answers: dict[str, _Answer] = {}
        self.unread = {source.path: 0, source.predictions: 0}

    def passed(self, event: Event, file: str) -> Event:
        """Count a record that could not be read, so that others can be explained by it."""
        self.unread[file] += isinstance(event, Bad)
        return event

    def hold(self, line: Line) -> Event | None:
        """Keep a line of the second file under its id."""
        file = self.source.predictions
        try:
            record = record_of(line, file, self.options)
            dropped = self.second_where.drops(record)
            if dropped:
                return dropped
            sample_id = self.mapped.read_id(record.value)
        except FaultError as error:
            return self._unread(error, line, file)
        before = self.answers.setdefault(sample_id, _Answer(line)).line
        if before is line:
            return None
        fault = repeated(sample_id, f"line {before.number}", self.mapped.ids)
        return Bad((record.placed(fault),), line.raw)

    def meet(self, line: Line) -> Event:
        """Join a line of the first file with the one of the second that has its id."""
        file = self.source.path
        try:
            record = record_of(line, file, self.options)
            dropped = self.where.drops(record)
            if dropped:
                return self._without(record, dropped)
            sample_id = self.mapped.read_id(record.value)
        except FaultError as error:
            return self._unread(error, line, file)
        answer = self._taken(sample_id, line.number)
        if isinstance(answer, Fault):
            return Bad((record.placed(answer),), line.raw)
        answers = record_of(answer, self.source.predictions, self.options)
        sample = self.mapped.sample(record, answers)
        return sample if isinstance(sample, Sample) else Bad(sample, line.raw)

    def _unread(self, error: FaultError, line: Line, file: str) -> Bad:
        """Count a line whose id is not known, so that others can be explained by it."""
        self.unread[file] += 1
        return Bad((error.fault.at(file=file, line=line.number),), line.raw)

    def _without(self, record: Record, dropped: Filtered) -> Filtered:
        """Drop a record, and its answer with it."""
        try:
            answer = self.answers.get(self.mapped.read_id(record.value))
        except FaultError:
            return dropped
        if answer:
            answer.taken = record.line
        return dropped

    def _taken(self, sample_id: str, number: int) -> Line | Fault:
        """Take the answer to an id, for a line of the first file."""
        answer = self.answers.get(sample_id)
        if answer is None:
            second = self.source.predictions
            return Fault(
                got=f"no answer to {shown(sample_id)} in {second}",
                expected="one for every id",
                path=self.mapped.ids[0].place,
                hint=self._unread_hint(second)
                or "write a prediction of null where no answer was given",
            )
        if answer.taken:
            return repeated(sample_id, f"line {answer.taken}", self.mapped.ids)
        answer.taken = number
        return answer.line

    def left_over(self) -> Iterator[Bad]:
        """Give the answers that no record asked for."""
        for sample_id, answer in self.answers.items():
            if not answer.taken:
                fault = Fault(
                    file=self.source.predictions,
                    line=answer.line.number,
                    got=f"an answer to {shown(sample_id)}, which is not there",
                    expected=f"only ids of {self.source.path}",
                    path=self.mapped.ids[0].place,
                    hint=self._unread_hint(self.source.path),
                )
                yield Bad((fault,), answer.line.raw)

    def _unread_hint(self, file: str) -> str:
        count = self.unread[file]
        return f"{count} of the lines of {file} could not be read" if count else ""
