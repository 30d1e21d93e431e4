"""Lines of a sentence and its tuples (`sentence####[...]`, ACOS): gold, and predicted beside."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.lines import BOM, Line, Lines, read_lines
from measurand.edges.files.samples.beside import alone, numbered
from measurand.edges.files.samples.events import Bad, Event, Rest
from measurand.edges.files.samples.guess import Guess
from measurand.edges.files.samples.head import Head
from measurand.edges.files.samples.opened import opened
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.tuples import (
    Told,
    UndecidedError,
    guessed,
    order_of,
    told_by,
    tuples_of,
)
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample

_LOOKED_AT = 50


@frozen(eq=False)
class _Row:
    """A line that is not blank, and what it tells or what is wrong with it.

    `stops` says that the same would be wrong with all others.
    """

    line: Line
    told: Told | Fault
    stops: bool = False


def read_quads(part: Part) -> Iterator[Event]:
    """Give an event for every line; its number is the id, and both files have its sentence.

    Lines that differ in their sentence, and tuples that cannot be read, are faults.
    """
    fault = alone(part)
    if fault:
        yield Bad((fault,))
    elif part.beside:
        expansion = part.options.max_expansion
        with part.open() as file, opened(part.beside, expansion=expansion) as second:
            yield from quad_events(file, second, part)


def quad_events(file: Lines, second: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every line of two open files, matched in order."""
    other = part.source.predictions
    answers = (row for row in _rows(second, other, part) if isinstance(row, _Row))
    for row in _rows(file, part.name, part):
        if isinstance(row, Rest):
            yield row
            continue
        answer = next(answers, None)
        open_one = next((one for one in (row, answer) if one and one.stops), None)
        if open_one and isinstance(open_one.told, Fault):
            yield Bad((open_one.told,))
            return
        yield _met(row, answer, part)
    for answer in answers:
        yield Bad((_lacking(answer, other, part.name),), answer.line.raw)


def gold_events(file: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every line of one open file, without predictions."""
    for row in _rows(file, part.name, part):
        if isinstance(row, Rest):
            yield row
        elif isinstance(row.told, Fault):
            yield Bad((row.told,), b"" if row.stops else row.line.raw)
        else:
            yield _sample(row, row.told.items, None, part)


def _rows(file: Lines, name: str, part: Part) -> Iterator[_Row | Rest]:
    most = part.options.max_line_bytes
    for line in read_lines(file, max_bytes=most):
        if isinstance(line, Rest):
            yield line
            continue
        if line.blank:
            continue
        if not line.whole:
            fault = Fault(got="more", expected=f"a line of at most {most} bytes")
            yield _Row(line, fault.at(file=name, line=line.number))
            continue
        try:
            yield _Row(line, told_by(line.content, order_of(part), part))
        except UndecidedError as error:
            yield _Row(line, error.fault.at(file=name, line=line.number), stops=True)
            return
        except FaultError as error:
            yield _Row(line, error.fault.at(file=name, line=line.number))


def _met(row: _Row, answer: _Row | None, part: Part) -> Event:
    """Join a line of gold with the one of the predictions that stands as far down."""
    other = part.source.predictions
    if answer is None:
        return Bad((_lacking(row, part.name, other),), row.line.raw)
    gold, predicted = row.told, answer.told
    if isinstance(gold, Fault) or isinstance(predicted, Fault):
        faults = tuple(one for one in (gold, predicted) if isinstance(one, Fault))
        return Bad(faults, row.line.raw)
    if gold.sentence != predicted.sentence:
        place = f"{other}:{answer.line.number}"
        got = f"{shown(gold.sentence)} here, {shown(predicted.sentence)} at {place}"
        fault = Fault(got=got, expected="the same sentence in both files")
        return Bad((fault.at(file=part.name, line=row.line.number),), row.line.raw)
    forms = _forms(gold.items) | _forms(predicted.items)
    if len(forms) > 1:
        place = f"{other}:{answer.line.number}"
        fault = Fault(
            got=f"positions for some and words for others, here or at {place}",
            expected="tuples that are all of positions, or all of words",
            hint="write the words in both files, or the positions in both",
        )
        return Bad((fault.at(file=part.name, line=row.line.number),), row.line.raw)
    return _sample(row, gold.items, predicted.items, part)


def _forms(items: Sequence[Item]) -> frozenset[frozenset[str]]:
    """Give the sets of names that tuples have: positions stand beside words under names of own."""
    return frozenset(
        frozenset(name for name, _ in item.entries) for item in items if isinstance(item, Slots)
    )


def _sample(
    row: _Row, gold: tuple[Item, ...], predicted: tuple[Item, ...] | None, part: Part
) -> Sample:
    return Sample(id=numbered(part, row.line.number), gold=gold, predicted=predicted)


def _lacking(row: _Row, file: str, other: str) -> Fault:
    got = f"a line more than {other} has"
    expected = "as many lines in both files"
    return Fault(file=file, line=row.line.number, got=got, expected=expected)


def seems(head: Head) -> Guess | None:
    """Say whether the first lines are a sentence and tuples each, and what the elements seem to be.

    >>> line = b"Boot time is fast .####[([0, 1], [3], 'POS')]"
    >>> seems(Head(name="a.txt", lines=(line,))).source.input
    (('order', 'aspect,opinion,polarity'),)
    """
    rows = []
    for line in [line for line in head.lines if line.strip()][:_LOOKED_AT]:
        try:
            rows += tuples_of(line.removeprefix(BOM).decode())[1]
        except (FaultError, UnicodeDecodeError):
            return None
    order, said = guessed(rows)
    source = Source(path=head.name, format="quads", input=(("order", order),) if order else ())
    about = "predictions stand in a second file of the same form: say --predictions FILE"
    return Guess(source=source, assumptions=(said, about)) if rows else None
