"""Scorecards, one a line: to samples that hold what is wanted of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, ReadOptions, Rest
from measurand.edges.files.json.value import FaultError, no_json
from measurand.edges.files.lines import Line, Lines, line_of, read_lines
from measurand.edges.files.samples.filters import Filters
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.record import record_of
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.sides import Sides
from measurand.evidence.source import Source
from measurand.studies.review.edge.files.scorecards import read_scorecard
from measurand.studies.review.quantities import Quantities
from measurand.studies.review.reading import UnfitPartError
from measurand.studies.review.scorecard import Scorecard
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample


class CardReader:
    """Reads the lines of one file of scorecards."""

    def __init__(self, part: Part) -> None:
        """Begin a file."""
        self.file = part.name
        self.where = part.where
        self.options = part.options
        self.after = part.after

    def cards(self, file: Lines) -> "Iterator[NewCard | Event]":
        """Give a scorecard, or another event, for every line that is not blank."""
        lines = read_lines(file, max_bytes=self.options.max_line_bytes, after=self.after)
        return (found for line in lines for found in self._part(line))

    def again(self, file: Lines, number: int, raw: bytes) -> "Iterator[NewCard | Event]":
        """Give what the line that begins with these bytes, which were just read, holds."""
        lines = line_of(file, number, raw, max_bytes=self.options.max_line_bytes)
        return (found for line in lines for found in self._part(line))

    def _part(self, line: Line | Rest) -> "Iterator[NewCard | Event]":
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            yield self._card(line)

    def _card(self, line: Line) -> "NewCard | Event":
        try:
            record = record_of(line, self.file, self.options)
            dropped = self.where.drops(record)
        except FaultError as error:
            return bad_line(error, line, self.file)
        if dropped:
            return dropped
        found = read_scorecard(record.value, name=f"line {line.number}")
        if isinstance(found, Scorecard):
            return NewCard(found, line.number, line.raw)
        return Bad(tuple(fault.at(file=self.file, line=line.number) for fault in found), line.raw)


def bad_line(error: FaultError, line: Line, file: str) -> Bad:
    """Say what is wrong with a line of a review; whether it is JSON at all, where it is whole."""
    fault = error.fault.at(file=file, line=line.number)
    return Bad((fault,), line.raw, no_json=line.whole and no_json(line.content))


def read_cards(part: Part, observed: Iterable[Observing]) -> Iterator[Event]:
    """Give a sample of what is observed, or another event, for every line that is not blank."""
    wanted, reader = Quantities.of(observed), CardReader(part)
    with part.open() as file:
        for found in reader.cards(file):
            if not isinstance(found, NewCard):
                yield found
                continue
            try:
                yield wanted.sample(found.card)
            except UnfitSampleError as error:
                yield refused(found, error, part.name)


def preview_cards(part: Part) -> Iterator[Event]:
    """Give a sample of gold and final tuples for every line, as the default options read."""
    for event in read_cards(part, [SHOWN]):
        if isinstance(event, Sample):
            gold, answer = event.items(SHOWN.sides.gold), event.items(SHOWN.sides.answer)
            yield evolve(event, gold=gold or (), predicted=answer, lists=(), reasons=())
        else:
            yield event


SHOWN = Observation(sides=Sides(gold="gold_tuples", answer="final_tuples"))
"""What a look into a file of scorecards shows."""


def refused(found: "NewCard", error: UnfitSampleError, file: str) -> Bad:
    """Say that a scorecard is one that the options refuse.

    >>> card = NewCard(Scorecard(id="a"), 3, b"{}")
    >>> refused(card, UnfitSampleError("a polarity: got 'x'"), "f").faults[0].text()
    "f:3: sample 'a': expected a polarity, got 'x'"
    """
    if isinstance(error, UnfitPartError):
        return Bad((error.fault.at(file=file, line=found.number),), found.raw)
    wanted, _, got = str(error).partition(": got ")
    fault = Fault(path=f"sample {shown(found.card.id)}", got=got, expected=wanted)
    return Bad((fault.at(file=file, line=found.number),), found.raw)


@frozen
class NewCard:
    """A scorecard, the number and the bytes of its line, and its digest where it was asked for.

    >>> NewCard(Scorecard(id="1"), 3, b"{}").digest
    b''
    """

    card: Scorecard
    number: int
    raw: bytes
    digest: bytes = b""


def look_again(path: Path, filters: Filters, options: ReadOptions) -> Iterator[NewCard]:
    """Give the scorecards of a file that was read before; what cannot be read is passed over."""
    source, name = Source(path=str(path), format="scorecards", where=filters), str(path)
    part = Part(source=source, root=Path(), name=name, path=path, options=options)
    reader = CardReader(part)
    with part.open() as file:
        yield from (found for found in reader.cards(file) if isinstance(found, NewCard))
