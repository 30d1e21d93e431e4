"""What a line of tuples tells: the dialects of ASTE, ASQP and ACOS, and the elements' names."""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from measurand.edges.files.json.value import FaultError, Json, json_text, not_utf8
from measurand.edges.files.samples.asked import undecided
from measurand.edges.files.samples.literal import read_literal
from measurand.edges.files.samples.part import Part
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots

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
class Told:
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


def told_by(raw: bytes, order: Sequence[str], part: Part) -> Told:
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
    return Told(sentence, tuple(reader.item(row, f"tuple {at}") for at, row in enumerate(rows, 1)))


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
    raise FaultError(Fault(got=shown(text), expected=expected))


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
        got = f"{1 + rest.count(MARK)} of them"
        raise FaultError(Fault(got=got, expected=f"one {MARK} in a line", hint=_TAGS))
    rows = read_literal(text, len(sentence) + len(MARK), max_depth=_MOST_DEEP)
    if not isinstance(rows, list):
        raise FaultError(Fault(got=shown(rows), expected=f"a list of tuples behind {MARK}"))
    for value in (value for row in rows if isinstance(row, list) for value in row):
        if isinstance(value, dict):
            expected = "a string, a number or a list of positions in a tuple"
            raise FaultError(Fault(got=shown(value), expected=expected))
    return sentence.strip(), rows


def _tabbed(text: str) -> tuple[str, list[Json]]:
    sentence, *tuples = text.split("\t")
    if len(tuples) == 1 and not tuples[0].strip():
        return sentence.strip(), []
    return sentence.strip(), [_quad(one, at) for at, one in enumerate(tuples, 1)]


def _quad(text: str, at: int) -> list[Json]:
    found = _ACOS_TUPLE.fullmatch(text.strip())
    if not found:
        expected = "start,end CATEGORY polarity start,end, such as 1,2 FOOD#QUALITY 2 3,4"
        raise FaultError(Fault(got=shown(text), expected=expected, path=f"tuple {at}"))
    aspect, category, polarity, opinion = found.groups()
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
            expected = f"a tuple of {len(order)}: {', '.join(order)}"
            raise FaultError(Fault(got=got, expected=expected, path=path))
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
            got = f"{shown(start)},{shown(end)}"
            raise FaultError(Fault(got=got, expected="a start before its end", path=path))
        self._place(end - 1, path)
        return [self._place(at, path) for at in range(start, end)]

    def _place(self, value: Json, path: str) -> int:
        size = len(self.words)
        if isinstance(value, bool) or not isinstance(value, int):
            expected = "positions of words: whole numbers"
            raise FaultError(Fault(got=shown(value), expected=expected, path=path))
        if not 0 <= value < size:
            expected = f"positions of words, from 0 to {size - 1}" if size else "no position"
            raise FaultError(Fault(got=shown(value), expected=expected, path=path))
        self.left -= 1 + len(self.words[value])
        if self.left < 0:
            expected = f"tuples of at most {_MOST_READ} characters of the sentence"
            raise FaultError(Fault(got="more", expected=expected, path=path))
        return value
