"""Lines of a sentence and its tuples (`sentence####[...]`, ACOS): gold, and predicted beside.

Papers on ASTE, ASQP and ACOS share the form of a line and differ in the order of the elements,
which nothing in the file says: it is guessed from what elements look like, and asked where that is
not clear. Tuples are Python literals, read by a reader of our own: nothing is evaluated.
"""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from measurand.edges.files.events import Bad, Event, Rest
from measurand.edges.files.json.value import FaultError, Json, json_text, not_utf8, wrong
from measurand.edges.files.lines import BOM, Line, Lines, read_lines
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.joined import numbered, without_predictions
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, undecided
from measurand.edges.files.samples.python_literals import read_literal
from measurand.evidence.formats import NUMBERED, TEXT_LABELS, Choice, Predictions, Stance
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample

MARK = "####"
_MOST_DEEP = 4
_MOST_READ = 2**22
_AT = "_at"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
_ACOS = ("aspect", "category", "polarity", "opinion")
_ACOS_TUPLE = re.compile(r"(-1,-1|\d{1,9},\d{1,9}) (\S+) (\S+) (-1,-1|\d{1,9},\d{1,9})", re.ASCII)
_POLARITIES = frozenset(("positive", "negative", "neutral", "pos", "neg", "neu"))
_TAGS = "ASTE-V1 writes tags behind each: write [([0], [2], 'POS')] behind one (ASTE-V2)"


class UndecidedError(FaultError):
    """Nobody said what the elements of tuples are: no line can be read."""


@frozen
class TupleLine:
    """What a line tells: a sentence and its tuples, which may come twice."""

    sentence: str
    items: tuple[Item, ...]


def order_of(part: Part) -> tuple[str, ...]:
    """Give the names of the elements as they were said; none: nothing was said.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> said = Source(path="a", format="quads", input=(("order", "aspect,opinion,polarity"),))
    >>> order_of(Part(source=said, root=Path(), name="a", path=None))
    ('aspect', 'opinion', 'polarity')

    Raises UndecidedError where what was said are no names that differ.
    """
    said = part.source.said("order")
    names = tuple(name.strip() for name in said.split(",")) if said else ()
    taken = {*names, *(name + _AT for name in names)}
    if all(map(_NAME.fullmatch, names)) and len(taken) == 2 * len(names):
        return names
    expected = "names that differ, with commas between them, none of them another's with _at"
    fault = Fault(got=shown(said), expected=expected, path="input.order")
    raise UndecidedError(fault)


def read_tuple_line(raw: bytes, order: Sequence[str], part: Part) -> TupleLine:
    """Read a line.

    Raises UndecidedError where the order of elements is needed and was not said; FaultError where
    the line is not UTF-8, of no dialect, or a tuple does not fit the order or the sentence.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise FaultError(not_utf8(raw)) from None
    sentence, rows = tuples_of(text)
    if rows and not order:
        if MARK in text:
            raise UndecidedError(undecided(part, "order", got=_example(rows[0])).fault)
        order = _ACOS
    reader = _Tuples(order, sentence.split())
    return TupleLine(
        sentence, tuple(reader.item(row, f"tuple {at}") for at, row in enumerate(rows, 1))
    )


def tuples_of(text: str) -> tuple[str, list[Json]]:
    """Cut a line into its sentence and its tuples, as they are written.

    >>> tuples_of("Great place .####[('place', 'ambience', 'positive')]")
    ('Great place .', [['place', 'ambience', 'positive']])

    Raises FaultError where the line is of no dialect.
    """
    if MARK in text:
        return _listed(text)
    if "\t" in text:
        return _tabbed(text)
    expected = f"a sentence, {MARK} and a list of tuples, or a sentence and tuples behind tabs"
    raise wrong(shown(text), expected)


def guessed(rows: Sequence[Json]) -> tuple[str, str]:
    """Guess the order of elements, where a dialect fixes it; say why.

    >>> guessed([["food", "food quality", "positive", "good"]])[0]
    'aspect,category,polarity,opinion'
    """
    kinds = {_kinds(row) for row in rows}
    if kinds == {("places", "places", "text")}:
        return "aspect,opinion,polarity", "tuples are read as those of ASTE: two lists, a polarity"
    if kinds == {("range", "text", "text", "range")}:
        return "", "tuples are those of ACOS: aspect, category, polarity, opinion"
    quads = [row for row in rows if isinstance(row, list) and _kinds(row) == ("text",) * 4]
    if quads and len(quads) == len(rows):
        third = {str(row[2]).lower() for row in quads}
        if third <= _POLARITIES:
            order = "aspect,category,polarity,opinion"
            return order, f"the third element is a polarity, so the order is that of ASQP: {order}"
    return "", "nothing says what the elements of a tuple are: say --input order=..."


def _kinds(row: Json) -> tuple[str, ...]:
    return tuple(map(_kind, row)) if isinstance(row, list) else ()


def _kind(value: Json) -> str:
    match value:
        case list():
            return "places"
        case dict():
            return "range"
        case str():
            return "text"
        case _:
            return ""


def _example(row: Json) -> str:
    size = f" of {len(row)} elements" if isinstance(row, list) else ""
    return f"tuples{size} whose order nobody said"


def _listed(text: str) -> tuple[str, list[Json]]:
    sentence, _, rest = text.partition(MARK)
    if MARK in rest:
        raise wrong(f"{1 + rest.count(MARK)} of them", f"one {MARK} in a line", _TAGS)
    rows = read_literal(text, len(sentence) + len(MARK), max_depth=_MOST_DEEP)
    if not isinstance(rows, list):
        raise wrong(shown(rows), f"a list of tuples behind {MARK}")
    for value in (value for row in rows if isinstance(row, list) for value in row):
        if isinstance(value, dict):
            raise wrong(shown(value), "a string, a number or a list of positions in a tuple")
    return sentence.strip(), rows


def _tabbed(text: str) -> tuple[str, list[Json]]:
    sentence, *tuples = text.split("\t")
    if len(tuples) == 1 and not tuples[0].strip():
        return sentence.strip(), []
    return sentence.strip(), [_quad(one, at) for at, one in enumerate(tuples, 1)]


def _quad(text: str, at: int) -> list[Json]:
    match = _ACOS_TUPLE.fullmatch(text.strip())
    if not match:
        expected = "start,end CATEGORY polarity start,end, such as 1,2 FOOD#QUALITY 2 3,4"
        raise wrong(shown(text), expected, path=f"tuple {at}")
    aspect, category, polarity, opinion = match.groups()
    return [_range(aspect), category, polarity, _range(opinion)]


def _range(text: str) -> Json:
    """Read `start,end`, half-open over words, as an object; -1,-1 says that nothing is there."""
    start, end = map(int, text.split(","))
    return {} if start < 0 else {"start": start, "end": end}


class _Tuples:
    """The names of the elements and the words of a sentence; what is read is bounded by `left`."""

    def __init__(self, order: Sequence[str], words: Sequence[str]) -> None:
        self.order = order
        self.words = words
        self.left = _MOST_READ

    def item(self, row: Json, path: str) -> Item:
        """Read one tuple."""
        order = self.order
        if not isinstance(row, list) or len(row) != len(order):
            got = f"{len(row)} elements" if isinstance(row, list) else shown(row)
            raise wrong(got, f"a tuple of {len(order)}: {', '.join(order)}", path=path)
        pairs = zip(order, row, strict=True)
        return Slots.of(dict(slot for pair in pairs for slot in self._slots(*pair, path)))

    def _slots(self, name: str, value: Json, path: str) -> Iterator[tuple[str, str | None]]:
        """Give what an element holds; positions become their words, and stay beside them."""
        if isinstance(value, list | dict):
            places = self._places(value, f"{path}: {name}")
            yield name, " ".join(self.words[at] for at in places) if places else None
            yield name + _AT, ",".join(map(str, places)) if places else None
        else:
            yield name, None if value is None else json_text(value)

    def _places(self, value: list[Json] | dict[str, Json], path: str) -> Sequence[int]:
        if isinstance(value, list):
            return [self._place(one, path) for one in value]
        start, end = value.get("start"), value.get("end")
        if not value:
            return []
        if not (isinstance(start, int) and isinstance(end, int) and start < end):
            raise wrong(f"{shown(start)},{shown(end)}", "a start before its end", path=path)
        self._place(end - 1, path)
        return [self._place(at, path) for at in range(start, end)]

    def _place(self, value: Json, path: str) -> int:
        size = len(self.words)
        if isinstance(value, bool) or not isinstance(value, int):
            raise wrong(shown(value), "positions of words: whole numbers", path=path)
        if not 0 <= value < size:
            expected = f"positions of words, from 0 to {size - 1}" if size else "no position"
            raise wrong(shown(value), expected, path=path)
        self.left -= 1 + len(self.words[value])
        if self.left < 0:
            expected = f"tuples of at most {_MOST_READ} characters of the sentence"
            raise wrong("more", expected, path=path)
        return value


_LOOKED_AT = 50


@frozen(eq=False)
class _Row:
    """A line that is not blank, and what it tells or what is wrong with it.

    `stops` says that the same would be wrong with all others.
    """

    line: Line
    content: TupleLine | Fault
    stops: bool = False


def read_quads(part: Part) -> Iterator[Event]:
    """Give an event for every line; its number is the id, and both files have its sentence.

    Lines that differ in their sentence, and tuples that cannot be read, are faults.
    """
    fault = without_predictions(part)
    if fault:
        yield Bad((fault,))
    elif part.beside:
        with part.open() as file, part.opened(part.beside) as second:
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
        if open_one and isinstance(open_one.content, Fault):
            yield Bad((open_one.content,))
            return
        yield _met(row, answer, part)
    for answer in answers:
        yield Bad((_lacking(answer, other, part.name),), answer.line.raw)


def read_gold(part: Part) -> Iterator[Event]:
    """Give an event for every line of a file of gold, without predictions."""
    with part.open() as file:
        yield from gold_events(file, part)


def gold_events(file: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every line of one open file, without predictions."""
    for row in _rows(file, part.name, part):
        if isinstance(row, Rest):
            yield row
        elif isinstance(row.content, Fault):
            yield Bad((row.content,), b"" if row.stops else row.line.raw)
        else:
            yield _sample(row, row.content.items, None, part)


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
            yield _Row(line, read_tuple_line(line.content, order_of(part), part))
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
    gold, predicted = row.content, answer.content
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


def sniff(head: Head) -> Guess | None:
    """Say whether the first lines are a sentence and tuples each, and what the elements seem to be.

    >>> line = b"Boot time is fast .####[([0, 1], [3], 'POS')]"
    >>> sniff(Head(name="a.txt", lines=(line,))).source.input
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


FORMAT = SampleFormat(
    name="quads",
    about="a sentence and its tuples a line: ASTE, ASQP, ACOS",
    files=".txt",
    shape=("The lamp is fast .####[([1], [3], 'POS')]",),
    gold="the tuples of a line",
    pred="those of the same line of a second file",
    traps=(
        "The order of the elements differs from data set to data set: order says it.",
        "Tuples are read by a reader of literals of our own: nothing is evaluated.",
    ),
    predictions=Predictions.SECOND,
    own_choices=(
        Choice(
            "order",
            "header and fields",
            "what the elements of a tuple are, in order, such as aspect,category,polarity,opinion",
        ),
    ),
    stances={
        "ids": (Stance("fixes", "the number of the line"),),
        "repeated ids": (NUMBERED,),
        "label types": (TEXT_LABELS,),
        "span ends": (
            Stance("fixes", "positions are slots: compared as texts, never as overlaps"),
        ),
        "missing predictions": (
            Stance("refuses", "a line whose sentence differs in the second file"),
        ),
    },
    read=read_quads,
    sniff=sniff,
    read_gold=read_gold,
)
