"""Two files of records, joined by id: never by position.

The second file is read first and held by its ids, so the memory is that of the answers; then the
first file is streamed, in its order, which is the order of the samples. Each answer is taken once,
and those that nobody took are told at the end. Where a line could not be read its id is not known,
so what then seems to be missing is explained by the count of such lines. Formats that make samples
of both files join these: what is gold in the second is predicted in the first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define, evolve

from measurand.edges.files.events import Bad, Event, Filtered, Rest
from measurand.edges.files.json.value import FaultError, encode
from measurand.edges.files.lines import BOM, Line, read_lines
from measurand.edges.files.samples.guesses import parsed
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.opening import is_stream
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.record import Record, record_of
from measurand.edges.files.samples.sample_of_record import Mapped
from measurand.values.fault import Fault, shown
from measurand.values.items import Item
from measurand.values.sample import Sample


def read_joined(part: Part, predictions: Path) -> Iterator[Event]:
    """Read two files of JSON Lines: as `join` does."""
    return join(_lines(part), _lines(part, predictions), part)


def _lines(part: Part, beside: Path | None = None) -> Iterator[Line | Rest]:
    with part.opened(beside) if beside else part.open() as file:
        yield from read_lines(file, max_bytes=part.options.max_line_bytes)


def join(
    first: Iterable[Line | Event], second: Iterable[Line | Event], part: Part
) -> Iterator[Event]:
    """Give what is bad in the second file, then the samples, then what was left over.

    Both give their records as lines of JSON; what they could not read is passed on. A fault of a
    whole file ends both: what then seems to be missing has one cause.
    """
    source = part.source
    pairing = _LineJoin(part)
    if (unlike := _unlike(part)) is not None:
        yield Bad((unlike,))
        return
    for line in second:
        if not isinstance(line, Line):
            yield pairing.passed(line, source.predictions)
            if isinstance(line, Bad) and not line.raw:
                return
        elif not line.blank and (event := pairing.hold(line)):
            yield event
    if not pairing.answers:
        # What then seems to be missing has one cause, whatever gold there is.
        yield Bad((pairing.second_where.absent or pairing.nothing(),))
        return
    yield from _met(first, pairing, source.path)


def _met(first: Iterable[Line | Event], pairing: "_LineJoin", file: str) -> Iterator[Event]:
    for line in first:
        if not isinstance(line, Line):
            yield pairing.passed(line, file)
            if isinstance(line, Bad) and not line.raw:
                return
        elif not line.blank:
            yield pairing.meet(line)
    yield from pairing.left_over()


def _unlike(part: Part) -> Fault | None:
    """Say that the second file begins as one of another format does; None where it does not."""
    meant = part.source.format
    if part.beside is None or is_stream(part.beside) or meant not in _TOLD_APART:
        return None
    with part.opened(part.beside) as file:
        begun = file.read(_LOOK)
    found = _begun(begun, jsonl=meant == "jsonl")
    if found in {"", meant}:
        return None
    expected = f"predictions in the format of gold, which is {meant}"
    hint = "write both in one format: files of two are not joined"
    return Fault(
        file=part.source.predictions, got=f"what reads as {found}", expected=expected, hint=hint
    )


_TOLD_APART = frozenset({"jsonl", "csv"})
_MAGIC = ((b"PAR1", "parquet"), (b"ARROW1", "arrow"))
_LOOK = 2**14


def _begun(begun: bytes, *, jsonl: bool) -> str:
    r"""Tell how a file begins; empty where that is not clear.

    Where lines of JSON are meant, two lines that are no objects are a table.

    >>> _begun(b'{"id": 1}\n', jsonl=False), _begun(b"id,pred\n1,a\n", jsonl=True)
    ('jsonl', 'csv')
    >>> _begun(b"PAR1\x15", jsonl=True), _begun(b'{"id": 1\n{', jsonl=True)
    ('parquet', 'jsonl')
    """
    if magic := next((name for mark, name in _MAGIC if begun.startswith(mark)), ""):
        return magic
    lines = [line for line in begun.removeprefix(BOM).split(b"\n") if line.strip()][:2]
    objects = [line.lstrip()[:1] == b"{" for line in lines]
    if not jsonl:
        return "jsonl" if any(objects[:1]) and isinstance(parsed(lines[0]), dict) else ""
    if any(objects):
        return "jsonl"
    separated = len(lines) > 1 and all(any(mark in line for mark in b",;\t|") for line in lines)
    return "csv" if separated else ""


@define
class _Answer:
    """A line of the second file, and the line of the first that took it (0: none yet)."""

    line: Line
    taken: int = 0


class _LineJoin:
    def __init__(self, part: Part) -> None:
        source = part.source
        self.mapped = Mapped.of(source, part.labels, part.shared.met)
        self.source = source
        self.where = part.where
        self.second_where = part.shared.second_where
        self.options = part.options
        self.answers: dict[str, _Answer] = {}
        self.unread = {source.path: 0, source.predictions: 0}
        self.dropped = 0

    def passed(self, event: Event, file: str) -> Event:
        """Count a record that could not be read, so that others can be explained by it."""
        self.unread[file] += isinstance(event, Bad)
        return event

    def nothing(self) -> Fault:
        """Say why no record of the second file is an answer."""
        second = self.source.predictions
        if self.unread[second]:
            got = "no record that could be read"
        elif self.dropped:
            got = f"none that the filter keeps, of {self.dropped}"
        else:
            got = "a file without records"
        return Fault(file=second, got=got, expected="predictions")

    def hold(self, line: Line) -> Event | None:
        """Keep a line of the second file under its id."""
        file = self.source.predictions
        try:
            record = record_of(line, file, self.options)
            dropped = self.second_where.drops(record)
            if dropped:
                self.dropped += 1
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
        return self.mapped.named(dropped, record)

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


def numbered(part: Part, number: int) -> str:
    """Make the id of a sample that has only its number: the file's name goes before it, if several.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> runs = Source(path="runs/*.conll", format="conll")
    >>> numbered(Part(source=runs, root=Path(), name="runs/a.conll", path=None), 3)
    'runs/a.conll:3'
    """
    return str(number) if part.name == part.source.path else f"{part.name}:{number}"


def without_predictions(part: Part) -> Fault | None:
    """Refuse gold without predictions beside it.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> gold = Source(path="a.xml", format="absa-xml")
    >>> print(without_predictions(Part(source=gold, root=Path(), name="a.xml", path=None)).text())
    a.xml: expected predictions beside gold, got gold alone: say --predictions FILE, \
or predictions = "FILE" in a claims file
    """
    if part.beside:
        return None
    hint = 'say --predictions FILE, or predictions = "FILE" in a claims file'
    return Fault(file=part.name, got="gold alone", expected="predictions beside gold", hint=hint)


def second_of(part: Part) -> Path:
    """Name the file of predictions beside gold.

    Raises FaultError where the source names none.
    """
    second, fault = part.beside, without_predictions(part)
    if fault or second is None:
        raise FaultError(fault or Fault(got="one file", expected="two"))
    return second


def joined(first: Iterable[Event], second: Iterable[Event], part: Part) -> Iterator[Event]:
    """Give what is bad in the second stream, then the samples of the first, then what was left.

    A sample of the first takes its predictions from the gold list of the one with its id in the
    second; an id that is missing, is there twice, or is only in the second is a fault. The lists
    of the second are held in memory. A fault of a whole file ends both.
    """
    join = _SampleJoin(part)
    for side, events, take in (("second", second, join.hold), ("first", first, join.meet)):
        met = False
        for event in events:
            met = True
            if isinstance(event, Sample):
                yield from take(event)
                continue
            yield event
            if isinstance(event, Bad):
                if not event.raw:
                    return
                join.unread[side] += 1
        if not met and side == "second":
            yield Bad(
                (Fault(file=join.second, got="a file without records", expected="predictions"),)
            )
            return
    yield from join.left_over()


class _SampleJoin:
    """The answers by id, and the ids that took theirs."""

    def __init__(self, part: Part) -> None:
        self.file = part.name
        self.second = part.source.predictions
        self.answers: dict[str, tuple[Item, ...]] = {}
        self.taken: set[str] = set()
        self.unread = Counter[str]()

    def hold(self, sample: Sample) -> Iterator[Bad]:
        """Keep the list of a sample of the second stream."""
        if sample.id in self.answers:
            yield _bad(sample.id, self.second, "there twice", "every id once")
        self.answers.setdefault(sample.id, sample.gold)

    def meet(self, sample: Sample) -> Iterator[Event]:
        """Give a sample of the first stream its predictions."""
        answer = self.answers.get(sample.id)
        if sample.id in self.taken:
            yield _bad(sample.id, self.file, "there twice", "every id once")
        elif answer is None:
            got, hint = f"not in {self.second}", _hint(self.second, self.unread["second"])
            yield _bad(sample.id, self.file, got, "predictions for every id", hint)
        else:
            yield evolve(sample, predicted=answer)
        self.taken.add(sample.id)

    def left_over(self) -> Iterator[Bad]:
        """Give the ids that only the second stream has."""
        for name in self.answers:
            if name not in self.taken:
                got, hint = f"not in {self.file}", _hint(self.file, self.unread["first"])
                yield _bad(name, self.second, got, "only ids of the gold file", hint)


def _hint(file: str, unread: int) -> str:
    return f"{unread} of the records of {file} could not be read" if unread else ""


def _bad(name: str, file: str, got: str, expected: str, hint: str = "") -> Bad:
    fault = Fault(file=file, path=f"id {shown(name)}", got=got, expected=expected, hint=hint)
    return Bad((fault,), encode({"id": name}) + b"\n")
