"""The fast road: lines decoded straight into frozen wire shapes, where the mapping is plain.

A wire shape has no validators. It reads only what a definition looks at: the id, and of each item
the fields of its unit. A line that does not fit it is read again by the general road, which gives
the sample or the fault. So both roads give the same numbers; but what is wrong with other slots,
pairs or groups, or with the bytes of keys that nobody reads, is not seen on the fast one. Strict
reading never takes it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from types import GenericAlias
from typing import Protocol, TypeVar

import msgspec

from measurand.edges.files.files import unreadable
from measurand.edges.files.lines import ROOM
from measurand.edges.files.samples.events import Bad, Event, ReadOptions
from measurand.edges.files.samples.jsonl import LineReader
from measurand.edges.files.samples.part import Part
from measurand.evidence.paths import Key, Path
from measurand.evidence.source import Fields, Source

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
    earlier, most, index = reader.ids.earlier, options.max_line_bytes, options.ids != "off"
    before = None
    try:
        with part.open() as file:
            lines = iter(partial(file.readline, most + ROOM), b"")
            for number, raw in enumerate(lines, part.after + 1):
                try:
                    fit = decode(raw if len(raw) <= most else b"")
                    if index:
                        before = earlier(str(fit.id), number)
                except (ValueError, RecursionError):
                    yield from reader.read_again(file, number, raw)
                else:
                    if before is None:
                        take(fit)
                    else:
                        yield reader.repeated(str(fit.id), before, number, raw)
                if not number % TICK:
                    tick(number - part.after)
    except OSError as error:
        yield Bad((unreadable(error, part.name),))
