"""Judged pairs: how alike a predicted and a gold item are, as objects, triples or strings."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec
from attrs import evolve, frozen

from measurand.edges.files.json.value import FaultError, Json, Number, exact, expected
from measurand.edges.files.samples.items import read_item
from measurand.evidence.pattern import PairField, Pattern
from measurand.evidence.source import ItemKind
from measurand.values.fault import shown
from measurand.values.items import Item
from measurand.values.sample import Similarity

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
