"""The fast road: lines decoded straight into frozen wire shapes, where the mapping is plain.

A wire shape has no validators. It reads only what a definition looks at: the id, and of each item
the fields of its unit. A line that does not fit it is read again by the general road, which gives
the sample or the fault. So both roads give the same numbers; but what is wrong with other slots,
pairs or groups, or with the bytes of keys that nobody reads, is not seen on the fast one. Strict
reading never takes it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from keyword import iskeyword
from operator import attrgetter
from types import GenericAlias

import msgspec
from attrs import frozen

from measurand.claims.source import Fields, Source
from measurand.edges.formats.events import Bad, ReadOptions
from measurand.edges.formats.files import unreadable
from measurand.edges.formats.inputs.part import Part
from measurand.edges.formats.jsonl import LineReader
from measurand.edges.formats.lines import ROOM

_SPAN_KEYS = frozenset({"start", "end", "label", "type", "text"})


def record_type(unit: tuple[str, ...], fields: Fields) -> type | None:
    """Make the wire shape of a record whose items count by these fields (none: the whole string).

    Its attributes are named as the mapping names the keys. No line may have a weight, so that a
    record which has one takes the general road; mapped groups are strings. None where the mapping
    is not made of plain keys.

    >>> record = record_type(("aspect", "polarity"), Fields())
    >>> line = b'{"id": 1, "gold": [{"aspect": "screen", "polarity": null}], "pred": null}'
    >>> msgspec.json.decode(line, type=record)
    Record(id=1, gold=[Item(aspect='screen', polarity=None)], pred=None, sample_weight=UNSET)
    >>> record_type((), Fields(id="run+id")) is None
    True
    """
    item = _item(unit)
    groups = [path for _, path in fields.groups]
    names = [fields.id, fields.gold, fields.pred, *groups]
    plain = _plain([*names, fields.weight]) and not fields.amounts and not fields.tallied
    if item is None or not plain or not fields.is_default("pairs"):
        return None
    items = GenericAlias(list, item)
    types = [str | int, items, items | None, *[str] * len(groups)]
    return _shape("Record", dict(zip(names, types, strict=True)), fields.weight)


def _item(unit: tuple[str, ...]) -> type | None:
    """Make the wire shape of an item; None where it could be taken for a span."""
    if not unit:
        return str
    if not _plain(unit) or not _SPAN_KEYS.isdisjoint(unit):
        return None
    return _shape("Item", dict.fromkeys(unit, str | None))


def _shape(name: str, types: Mapping[str, object], absent: str = "") -> type:
    """Make a frozen class by its annotations, and one attribute that no line may have."""
    body: dict[str, object] = {absent: msgspec.UNSET} if absent else {}
    annotations = {**types, **dict.fromkeys(body, msgspec.UnsetType)}
    return frozen(type(name, (), {"__annotations__": annotations, **body}))


def _plain(names: Collection[str]) -> bool:
    """Tell whether names can be the attributes of one class, as they are."""
    good = all(name.isidentifier() and not iskeyword(name) and name[0] != "_" for name in names)
    return good and len(set(names)) == len(names)


def fast_type(source: Source, unit: tuple[str, ...], options: ReadOptions) -> type | None:
    """Give the wire shape in which a source can be read fast; None where it cannot.

    >>> fast_type(Source(path="a.jsonl"), (), ReadOptions()).__name__
    'Record'
    >>> fast_type(Source(path="a.jsonl", items="label"), (), ReadOptions()) is None
    True
    """
    kinds = {"auto", "slots"} if unit else {"auto", "text"}
    one_file = source.format == "jsonl" and not source.predictions
    if not one_file or source.where or options.strict or source.items not in kinds:
        return None
    return record_type(unit, source.fields)


def read_fast(part: Part, record: type) -> Iterator[object]:
    """Read a part by a wire shape of `fast_type`: a record of it for every line that fits.

    For any other line there is the event that `read` gives, which may be a sample. A part without
    records gives nothing.
    """
    options = part.options
    decode: Callable[[bytes], object] = msgspec.json.Decoder(record).decode
    reader = LineReader(part)
    id_of, earlier = attrgetter(part.source.fields.id), reader.ids.earlier
    most, index = options.max_line_bytes, options.ids != "off"
    before = None
    try:
        with part.open() as file:
            lines = iter(partial(file.readline, most + ROOM), b"")
            for number, raw in enumerate(lines, part.after + 1):
                try:
                    fit = decode(raw if len(raw) <= most else b"")
                    if index:
                        before = earlier(str(id_of(fit)), number)
                except (ValueError, RecursionError):
                    yield from reader.read_again(file, number, raw)
                else:
                    yield (
                        fit
                        if before is None
                        else reader.repeated(str(id_of(fit)), before, number, raw)
                    )
    except OSError as error:
        yield Bad((unreadable(error, part.name),))
