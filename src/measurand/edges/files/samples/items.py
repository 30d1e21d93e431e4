"""From JSON values to items: strings, slot tuples, spans, tags and labels.

Values of slots are strings or null: numbers and booleans become their JSON text, so that 1 and "1"
are one slot value in every format, and 1.0 is another (what that means for labels is `labels`).
Pairs that were judged to be more or less alike stand as objects, triples or strings of a pattern.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec
from attrs import evolve, frozen

from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    exact,
    expected,
    label_text,
    wrong,
)
from measurand.evidence.paths import Key
from measurand.evidence.pattern import PairField, Pattern
from measurand.evidence.source import RATED, ItemKind
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Similarity
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
    >>> read_items([1, None, 2], "ratings"), read_items({"ann": "a", "bob": "b"}, "ratings")
    (('1', '2'), ('a', 'b'))
    >>> read_items([True, False], "verdicts")
    ('true', 'false')

    Raises FaultError where the value is not of the kind, as null is no verdict: a run that failed
    is one of those there were.
    """
    if kind in RATED:
        return _ratings(value, kind)
    if kind == "label" or (kind == "auto" and isinstance(value, bool | int | str | Number)):
        return (read_item(value, "label", "$", end),)
    if not isinstance(value, list):
        raise expected("a list", value, hint=_list_hint(value, kind))
    if kind == "iob2":
        return spans_of_tags(_tags(value))
    return tuple(read_item(item, kind, f"$[{at}]", end) for at, item in enumerate(value))


def _ratings(value: Json, kind: ItemKind) -> tuple[Item, ...]:
    """Read the labels that raters gave; null is one that is missing, and no verdict of a run."""
    if isinstance(value, dict):
        found = [(rating, Key(rater).text) for rater, rating in value.items()]
    elif isinstance(value, list):
        found = [(rating, f"[{at}]") for at, rating in enumerate(value)]
    else:
        found = [(value, "")]
    lost = next((place for rating, place in found if rating is None), None)
    if kind == "verdicts" and lost is not None:
        hint = "false for a run that failed, or leave out a run that is not to be counted"
        raise expected("a verdict", None, path=f"${lost}", hint=hint)
    return tuple(_label(rating, f"${place}") for rating, place in found if rating is not None)


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
        raise wrong(got, f"a span {wanted}", hint, path=path) from None


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


def _tags(value: list[Json]) -> list[str]:
    texts = [tag for tag in value if isinstance(tag, str)]
    # Tags are few and repeat: each is looked at once, unless one of them is to be named.
    if len(texts) == len(value) and all(map(is_tag, set(texts))):
        return texts
    return [_tag(tag, f"$[{at}]") for at, tag in enumerate(value)]


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
        raise wrong(str(len(tags)), f"{len(gold)} tags, one for each tag of gold")


_TRIPLE = 3
_MOST_PLACES = 64
_NUMERAL = frozenset("0123456789.eE+-")
_LONGEST_NUMERAL = 40


@frozen(kw_only=True)
class PairReader:
    """How pairs are written in one source, and the texts of the sample that they speak of."""

    kind: ItemKind
    pattern: Pattern | None = None
    end: str = "exclusive"

    def read(
        self, value: Json, gold: Collection[Item], predicted: Collection[Item]
    ) -> tuple[Similarity, ...]:
        """Read the pairs of one sample; null is no pair.

        >>> pattern = Pattern.parse("{pred} <-> {gold} ({similarity})")
        >>> reader = PairReader(kind="auto", pattern=pattern)
        >>> reader.read(["a <-> b (0.85)", ["a", "c", 1]], gold=["b", "c"], predicted=["a"])
        (Similarity(predicted='a', gold='b', value=Fraction(17, 20)), \
Similarity(predicted='a', gold='c', value=Fraction(1, 1)))

        Raises FaultError where an element is no pair.
        """
        if value is None:
            return ()
        if not isinstance(value, list):
            raise expected("a list of pairs", value)
        return tuple(self._pair(pair, f"$[{at}]", gold, predicted) for at, pair in enumerate(value))

    def _pair(
        self, value: Json, path: str, gold: Collection[Item], predicted: Collection[Item]
    ) -> Similarity:
        match value:
            case str():
                return self._matched(value, path, gold, predicted)
            case list() if len(value) == _TRIPLE:
                parts = dict(zip(("pred", "gold", "similarity"), value, strict=True))
                places = {"pred": f"{path}[0]", "gold": f"{path}[1]", "similarity": f"{path}[2]"}
            case dict():
                parts = value
                places = {name: f"{path}.{name}" for name in ("pred", "gold", "similarity")}
            case _:
                raise expected("a pair {pred, gold, similarity}", value, path=path)
        return self._of(parts, places, path)

    def _of(self, parts: Mapping[str, Json], places: Mapping[str, str], path: str) -> Similarity:
        for name in places:
            if name not in parts:
                raise expected(f"a pair with the key {name!r}", dict(parts), path=path)
        sides = [
            read_item(parts[name], self.kind, places[name], self.end) for name in ("pred", "gold")
        ]
        return _similarity(sides[0], sides[1], parts["similarity"], places["similarity"])

    def _matched(
        self, text: str, path: str, gold: Collection[Item], predicted: Collection[Item]
    ) -> Similarity:
        if self.pattern is None:
            hint = 'give a pattern, such as "{pred} <-> {gold} ({similarity})"'
            raise expected("a pair {pred, gold, similarity}", text, path=path, hint=hint)
        found = {
            (parts["pred"], parts["gold"], parts["similarity"])
            for parts in splits(text, self.pattern)
            if parts["pred"] in predicted and parts["gold"] in gold
        }
        if len(found) != 1:
            raise _unclear(text, self.pattern, len(found), path)
        predicted_item, gold_item, numeral = found.pop()
        return _similarity(predicted_item, gold_item, Number(numeral), path)


def _unclear(text: str, pattern: Pattern, readings: int, path: str) -> FaultError:
    return expected(
        f"one reading by {pattern.text} as a predicted and a gold item of the sample",
        Number(f"{readings or 'none'} of {shown(text)}"),
        path=path,
    )


def splits(text: str, pattern: Pattern) -> Iterator[Mapping[PairField, str]]:
    """Give every way to cut a text by a pattern so that its similarity is a numeral.

    A text in which a literal stands more than 64 times has none: it is no pair.

    >>> pattern = Pattern.parse("{pred} = {gold}, {similarity}")
    >>> [parts["pred"] for parts in splits("a = b = c, 0.5", pattern)]
    ['a', 'a = b']
    """
    first, second, third, last = pattern.literals
    if not (text.startswith(first) and text.endswith(last)):
        return
    end = len(text) - len(last)
    for left in _places(text, second, len(first), end):
        for right in _places(text, third, left + len(second), end):
            cut = (
                text[len(first) : left],
                text[left + len(second) : right],
                text[right + len(third) : end],
            )
            parts = dict(zip(pattern.fields, cut, strict=True))
            if is_numeral(parts["similarity"]):
                yield parts


def _places(text: str, literal: str, start: int, end: int) -> Sequence[int]:
    found: list[int] = []
    at = text.find(literal, start, end)
    while at >= 0 and len(found) <= _MOST_PLACES:
        found.append(at)
        at = text.find(literal, at + 1, end)
    return found if len(found) <= _MOST_PLACES else ()


def is_numeral(text: str) -> bool:
    """Tell whether a text is a number as JSON writes it.

    >>> [is_numeral(text) for text in ("0.85", "1", "1e-3", "nan", "", "0.8.5", ".5")]
    [True, True, True, False, False, False, False]
    """
    if not (0 < len(text) <= _LONGEST_NUMERAL and _NUMERAL.issuperset(text)):
        return False
    try:
        msgspec.json.decode(text)
    except ValueError:
        return False
    return True


def _similarity(predicted: Item, gold: Item, value: Json, path: str) -> Similarity:
    try:
        return Similarity(predicted, gold, exact(value))
    except FaultError as error:
        raise FaultError(evolve(error.fault, path=path)) from None
    except ValueError:
        raise expected("a similarity in [0, 1]", value, path=path) from None
