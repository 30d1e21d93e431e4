"""JSON Lines: one record a line.

A line is a record whatever stands in the others, so that a bad one costs itself alone, and a file
may be cut at any newline and read by many. There are two roads. The general one decodes a line and
reads it by the mapping of its source, with a fault for all that is wrong. The fast one, below, is
for plain mappings; what does not fit it takes the general one.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from types import GenericAlias
from typing import Protocol, TypeVar

import msgspec

from measurand.edges.files.events import Bad, Event, ReadOptions, Rest
from measurand.edges.files.files import unreadable
from measurand.edges.files.json.value import FaultError, Json, is_shallow
from measurand.edges.files.json.walk import value_at
from measurand.edges.files.lines import ROOM, Line, Lines, line_of, read_lines
from measurand.edges.files.samples.format import Cut, SampleFormat
from measurand.edges.files.samples.guesses import Guess, guess_jsonl, json_form, other_kind, parsed
from measurand.edges.files.samples.joined import read_joined
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.record import Record, record_of
from measurand.edges.files.samples.record_reader import RecordReader
from measurand.evidence.formats import LABELS, Predictions, Records, Stance
from measurand.evidence.paths import Key, Path, parse_joined
from measurand.evidence.source import Fields, Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample


def read_jsonl(part: Part) -> Iterator[Event]:
    """Give an event for every line that is not blank, or for every pair of lines of two files."""
    if part.beside is not None:
        yield from read_joined(part, part.beside)
        return
    reader = LineReader(part)
    with part.open() as file:
        yield from reader.events(file)


class LineReader(RecordReader):
    """Reads the lines of one file of samples."""

    def __init__(self, part: Part) -> None:
        """Begin a file."""
        super().__init__(part)
        self.options = part.options
        self.after = part.after

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
            yield self.of_line(line)

    def of_line(self, line: Line) -> Event:
        """Read one line."""
        try:
            record = record_of(line, self.file, self.options)
        except FaultError as error:
            return Bad((error.fault.at(file=self.file, line=line.number),), line.raw)
        return self.event(record, line.number, "line")

    def misfit(self, record: Record, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
        """Say so where a line is a record of another command."""
        other = other_kind(record.value)
        return faults if other is None else (record.placed(other),)

    def met(self, sample: Sample, number: int, raw: bytes) -> Event:
        """Remember the id of a sample; say so where an earlier one has it, or it is refused."""
        if self.asked is not None and (wrong := self.asked(sample)):
            record = Record(value=None, file=self.file, line=number, raw=raw)
            return Bad(tuple(map(record.placed, wrong)), raw)
        before = self.ids.earlier(sample.id, number)
        return sample if before is None else self.again(sample.id, before, number, raw)

    def again(self, sample_id: str, before: str, number: int, raw: bytes) -> Bad:
        """Say that a line has the id of an earlier one."""
        record = Record(value=None, file=self.file, line=number, raw=raw)
        return self.repeated(sample_id, before, record)


# The fast road: lines decoded straight into frozen wire shapes, where the mapping is plain.
#
# A wire shape has no validators. It reads only what a definition looks at: the id, and of each item
# the fields of its unit. A line that does not fit it is read again by the general road, which gives
# the sample or the fault. So both roads give the same numbers; but what is wrong with other slots,
# pairs or groups, or with the bytes of keys that nobody reads, is not seen on the fast one. Strict
# reading never takes it.

Attribute = tuple[str, object] | tuple[str, object, object]
"""An attribute of a wire shape: its name, its type, what it is where it is absent."""

TICK = 10_000
_SPAN_KEYS = frozenset({"start", "end", "label", "type", "text"})


class Wire(Protocol):
    """A record as it stands in a line: `answer0` is the prediction, `answer1`... the other lists.

    Items are strings, or have attributes named by the places in the unit: `slot0`, `slot1`...
    """

    @property
    def id(self) -> str | int:
        """Give the id."""
        ...

    @property
    def gold(self) -> Collection[object]:
        """Give the gold items."""
        ...

    @property
    def answer0(self) -> Collection[object] | None:
        """Give the predicted items, None where there are none."""
        ...


W = TypeVar("W", bound=Wire)


def record_type(
    unit: tuple[str, ...], fields: Fields, kind: type = list, *, spans: bool = True
) -> type | None:
    """Make the wire shape of a record whose items count by these fields (none: the whole string).

    The items stand in a list, or in what `kind` is: in a set, equal ones fall together. No line may
    have a weight, so that a record which has one takes the general road; mapped groups are strings.
    None where the mapping is not made of plain keys, or an item might be a span.

    >>> record = record_type(("aspect",), Fields(lists=(("second", "pred_b"),)))
    >>> line = b'{"id": 1, "gold": [{"aspect": "screen"}], "pred": null, "pred_b": []}'
    >>> msgspec.json.decode(line, type=record)
    Record(id=1, gold=[Item(slot0='screen')], answer0=None, answer1=[], weight=UNSET)
    >>> record_type((), Fields(id="run+id")) is None
    True
    """
    item = _item(unit, spans=spans)
    answers = [fields.pred, *(path for _, path in fields.lists)]
    groups = [path for _, path in fields.groups]
    paths = (fields.id, fields.gold, *answers, *groups, fields.weight)
    keys = [key for path in paths if (key := _key(path)) is not None]
    plain = len(set(keys)) == len(paths) and fields.is_default("pairs")
    if item is None or not plain or fields.amounts or fields.tallied:
        return None
    items = GenericAlias(kind, item)
    types: list[Attribute] = [
        ("id", str | int),
        ("gold", items),
        *((f"answer{at}", items | None) for at in range(len(answers))),
        *((f"group{at}", str) for at in range(len(groups))),
        ("weight", msgspec.UnsetType, msgspec.UNSET),
    ]
    return _shape("Record", types, keys)


def _key(path: str) -> str | None:
    """Read a path of one plain key; None where it is any other."""
    match Path.parse(path).steps if "+" not in path else ():
        case (Key(name),) if _plain(name):
            return name
        case _:
            return None


def _plain(name: str) -> bool:
    """Tell whether a key needs no escape in JSON."""
    return name.isprintable() and '"' not in name and "\\" not in name


def _item(unit: tuple[str, ...], *, spans: bool) -> type | None:
    """Make the wire shape of an item; None where it could be taken for a span."""
    if not unit:
        return str
    plain = all(map(_plain, unit)) and len(set(unit)) == len(unit)
    if not plain or (spans and not _SPAN_KEYS.isdisjoint(unit)):
        return None
    return _shape("Item", [(f"slot{at}", str | None) for at in range(len(unit))], unit)


def _shape(name: str, types: Sequence[Attribute], keys: Sequence[str]) -> type:
    """Make a frozen class of attributes and their types, whose values stand under some keys."""
    names = dict(zip((one[0] for one in types), keys, strict=True))
    made: type = msgspec.defstruct(name, types, rename=names, frozen=True, gc=False)
    return made


def fast_type(
    source: Source, unit: tuple[str, ...], options: ReadOptions, kind: type = list
) -> type | None:
    """Give the wire shape in which a source can be read fast; None where it cannot.

    >>> fast_type(Source(path="a.jsonl"), (), ReadOptions()).__name__
    'Record'
    >>> fast_type(Source(path="a.jsonl", items="label"), (), ReadOptions()) is None
    True
    """
    kinds = {"auto", "slots"} if unit else {"auto", "text"}
    one_file = source.format == "jsonl" and not source.predictions
    if (
        not one_file
        or source.said("labels") == "value"
        or source.where
        or options.strict
        or source.items not in kinds
    ):
        return None
    return record_type(unit, source.fields, kind, spans=source.items != "slots")


def _ignore(_number: int) -> None:
    """Do nothing with a number of lines."""


def read_fast(
    part: Part,
    record: type,
    take: Callable[[W], None],
    tick: Callable[[int], None] = _ignore,
) -> Iterator[Event]:
    """Read a part by a wire shape of `fast_type`: every line that fits is handed to `take`.

    For any other line this gives the events that `read` gives, which may be a sample. A part
    without records gives nothing. `tick` is handed the number of lines so far, now and then.
    """
    options = part.options
    decode: Callable[[bytes], W] = msgspec.json.Decoder(record).decode
    reader = LineReader(part)
    earlier, index = reader.ids.earlier, options.ids != "off"
    most, levels = options.max_line_bytes, options.max_depth
    # What is JSON has two bytes for each level: in a short line there is nothing to count.
    flat = min(most, 2 * levels)
    before = None
    try:
        with part.open() as file:
            lines = iter(partial(file.readline, most + ROOM), b"")
            for number, raw in enumerate(lines, part.after + 1):
                try:
                    size = len(raw)
                    fits = size <= flat or (size <= most and is_shallow(raw, levels))
                    fit = decode(raw if fits else b"")
                    if index:
                        before = earlier(str(fit.id), number)
                except (ValueError, RecursionError):
                    yield from reader.read_again(file, number, raw)
                else:
                    if before is None:
                        take(fit)
                    else:
                        yield reader.again(str(fit.id), before, number, raw)
                if not number % TICK:
                    tick(number - part.after)
    except OSError as error:
        yield Bad((unreadable(error, part.name),))


def sniff(head: Head) -> Guess | None:
    """Say how JSON of a record a line seems to be meant.

    >>> sniff(Head(name="a.jsonl", lines=(b'{"id": 1, "gold": [], "pred": []}',))).source.format
    'jsonl'
    """
    if json_form(head.lines, head.document) != "jsonl":
        return None
    # Of a line that goes on behind what was looked at the document is what is complete of it.
    values = [*map(parsed, head.lines)] or [head.document]
    return guess_jsonl([row for row in values if isinstance(row, dict)], head.name)


def first_gold(head: Head, source: Source) -> Sequence[Json]:
    """Give the values of gold of the first lines.

    >>> first_gold(Head(name="a", lines=(b'{"gold": ["O"]}', b"")), Source(path="a"))
    [['O'], None]
    """
    at = parse_joined(source.fields.gold)[0]
    return [value_at(row, at) for row in map(parsed, head.lines)]


FORMAT = SampleFormat(
    name="jsonl",
    about="JSON Lines, a record a line",
    files=".jsonl",
    shape=('{"id": "r1", "gold": ["milk"], "pred": ["milk", "egg"]}',),
    gold="the key gold, or what fields.gold names",
    pred="the key pred, or what fields.pred names",
    traps=(
        "null is no answer, [] is the empty one: they are counted apart.",
        "Two files are joined by id, never by position.",
    ),
    records=Records.MAPPED,
    predictions=Predictions.EITHER,
    own_choices=(LABELS,),
    stances={"list cells": (Stance("fixes", "a list is a list of items, a scalar is a label"),)},
    read=read_jsonl,
    sniff=sniff,
    cut=Cut.LINES,
    first_gold=first_gold,
)
