"""From JSON values to items: strings, slot tuples, spans, tags and labels."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from measurand.edges.files.json.value import FaultError, Json, Number, expected, label_text
from measurand.evidence.paths import Key
from measurand.evidence.source import ItemKind
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots, Span
from measurand.values.tagging import Scheme, read_tags

_SHORT = 256
_SPAN_KEYS = frozenset({"start", "end", "label", "type", "text"})


def read_items(value: Json, kind: ItemKind, end: str = "exclusive") -> tuple[Item, ...]:
    """Read the items of one side of a sample; `end` says whether that of a span is inside it.

    >>> read_items(["a", {"aspect": "battery", "stars": 3}], "auto")
    ('a', Slots(entries=(('aspect', 'battery'), ('stars', '3'))))
    >>> read_items(["B-PER", "I-PER", "O"], "iob2")
    (Span(start=0, end=2, label='PER'),)
    >>> read_items(True, "label")
    ('true',)

    Raises FaultError where the value is not of the kind.
    """
    if kind == "label" or (kind == "auto" and isinstance(value, bool | int | str | Number)):
        return (read_item(value, "label", "$", end),)
    if not isinstance(value, list):
        raise expected("a list", value, hint=_list_hint(value, kind))
    if kind == "iob2":
        return spans_of_tags([_tag(tag, f"$[{at}]") for at, tag in enumerate(value)])
    return tuple(read_item(item, kind, f"$[{at}]", end) for at, item in enumerate(value))


def _list_hint(value: Json, kind: ItemKind) -> str:
    if value is None:
        return "write [] where there is nothing"
    return 'a single value is read with items = "label"' if kind == "text" else ""


def read_item(value: Json, kind: ItemKind, path: str, end: str = "exclusive") -> Item:
    """Read one item.

    >>> read_item({"start": 0, "end": 5, "type": "PER"}, "spans", "$")
    Span(start=0, end=5, label='PER')
    >>> read_item({"start": 0, "end": 4, "type": "PER"}, "spans", "$", "inclusive")
    Span(start=0, end=5, label='PER')

    Raises FaultError where the value is not of the kind.
    """
    if kind == "auto":
        kind = _guessed(value)
    return _span(value, path, end) if kind == "spans" else _READERS[kind](value, path)


def _guessed(value: Json) -> ItemKind:
    if not isinstance(value, dict):
        return "text"
    return "spans" if is_span(value) else "slots"


def is_span(value: Json) -> bool:
    """Tell whether a value is a span where nothing says what items are.

    >>> is_span({"start": 0, "end": 5}), is_span({"start": 0, "end": 5, "from": "a"})
    (True, False)
    """
    if not isinstance(value, dict) or "start" not in value:
        return False
    whole = all(type(value.get(key)) is int for key in ("start", "end"))
    return whole and value.keys() <= _SPAN_KEYS


def _text(value: Json, path: str) -> Item:
    if isinstance(value, str):
        return value
    hint = "an item is a string: put it in quotes" if isinstance(value, int | Number) else ""
    raise expected("a string", value, path=path, hint=hint)


def _label(value: Json, path: str) -> Item:
    if isinstance(value, bool | int | str | Number):
        return label_text(value)
    raise expected("a string, a number, true or false", value, path=path)


def _slots(value: Json, path: str) -> Item:
    if not isinstance(value, dict):
        raise expected("an object of slots", value, path=path)
    entries = tuple([(name, _slot(held, name, path)) for name, held in value.items()])
    short = sum([len(name) + len(text or "") for name, text in entries]) <= _SHORT
    return _same_slots(entries) if short else Slots.of(dict(entries))


@lru_cache(maxsize=2**14)
def _same_slots(entries: tuple[tuple[str, str | None], ...]) -> Slots:
    """Make slots once for each of the short tuples that come again and again."""
    return Slots.of(dict(entries))


def _slot(value: Json, name: str, path: str) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list | dict):
        raise expected("a string or null", value, path=path + Key(name).text)
    return None if value is None else label_text(value)


def _span(value: Json, path: str, said: str) -> Item:
    if not isinstance(value, dict):
        raise expected("an object with start and end", value, path=path)
    start, end = (_position(value, key, path) for key in ("start", "end"))
    label = value.get("label", value.get("type"))
    if not (label is None or isinstance(label, str)):
        raise expected("a label that is a string", label, path=path)
    try:
        return Span(start, end + (said == "inclusive"), label or "")
    except ValueError:
        inside = said == "inclusive"
        got = f"[{start}, {end}{']' if inside else ')'}"
        hint = "say --input end=inclusive if its end is inside" if start == end else ""
        wanted = "that does not end before it starts" if inside else "that ends after it starts"
        fault = Fault(got=got, expected=f"a span {wanted}", path=path, hint=hint)
        raise FaultError(fault) from None


def _position(value: Mapping[str, Json], key: str, path: str) -> int:
    if key not in value:
        raise expected(f"a span with the key {key!r}", dict(value), path=path)
    at = value[key]
    if isinstance(at, bool) or not isinstance(at, int):
        hint = "a position stands without quotes" if isinstance(at, str) else ""
        raise expected("an integer", at, path=f"{path}.{key}", hint=hint)
    return at


_READERS: Mapping[ItemKind, Callable[[Json, str], Item]] = {
    "text": _text,
    "label": _label,
    "slots": _slots,
}


def _tag(value: Json, path: str) -> str:
    if isinstance(value, str) and is_tag(value):
        return value
    raise expected("an IOB2 tag (O, B-X or I-X)", value, path=path)


def is_tag(text: str) -> bool:
    """Tell whether a text is an IOB2 tag.

    >>> [is_tag(text) for text in ("O", "B-PER", "I", "S-PER", "PER")]
    [True, True, True, False, False]
    """
    return text == "O" or text[:2] in {"B-", "I-"} or text in {"B", "I"}


def tag_in(lists: Iterable[Sequence[object]]) -> str:
    """Give a tag where lists are made of tags of tokens, of any scheme; empty: they are not.

    >>> tag_in([["O", "B-PER"], ["O"]]), tag_in([["B-12", "C"]])
    ('B-PER', '')
    """
    found = [tag for one in lists for tag in one]
    plain = all(isinstance(tag, str) and (tag == "O" or tag[:2] in _OPENINGS) for tag in found)
    begun = next((tag for tag in found if isinstance(tag, str) and tag[1:2] == "-"), "")
    return begun if plain and "O" in found else ""


_OPENINGS = frozenset(f"{prefix}-" for prefix in "BIESLU") | frozenset("BIESLU")


def tags_unnamed(tag: str, gold: str, file: str) -> Fault:
    """Refuse lists of tags that nobody said what they are: spans, or a set of strings.

    >>> tags_unnamed("B-PER", "gold", "a.jsonl").got
    "tags such as 'B-PER'"
    """
    return Fault(
        file=file,
        path=f"$.{gold}",
        got=f"tags such as {shown(tag)}",
        expected="to be told what they are",
        hint="say --items iob2 (spans of tokens) or --items text (a set of strings)",
    )


def spans_of_tags(tags: Sequence[str], scheme: Scheme = Scheme.LENIENT) -> tuple[Span, ...]:
    """Read tags as spans over token indexes.

    Read leniently, an I- tag that continues nothing, or another type, opens a span, as conlleval
    reads it. In files a tag without a type (`B`) has the empty label, which `read_tags` writes as
    an underscore: this is the one place that says so.

    >>> spans_of_tags(["B-PER", "I-PER", "I-LOC", "O", "B-PER", "B-PER"])
    (Span(start=0, end=2, label='PER'), Span(start=2, end=3, label='LOC'), \
Span(start=4, end=5, label='PER'), Span(start=5, end=6, label='PER'))

    Raises ValueError for a tag without a prefix of the scheme.
    """
    return read_tags(tags, scheme, unnamed="").spans


def same_length(tags: Json, *, gold: Json) -> None:
    """Refuse predicted tags that are not one for each gold tag.

    Raises FaultError where the counts differ.
    """
    if isinstance(tags, list) and isinstance(gold, list) and len(tags) != len(gold):
        fault = Fault(got=str(len(tags)), expected=f"{len(gold)} tags, one for each tag of gold")
        raise FaultError(fault)
