"""The one JSON object of a reply, wherever in its text it stands."""

import json
import re
from collections.abc import Collection, Iterator
from fractions import Fraction

from attrs import frozen

from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    decode,
    depth,
    exact,
    without_duplicates,
)
from measurand.studies.causal.asking.replies import GARBLED
from measurand.studies.causal.judging import Unscored
from measurand.values.fault import Fault

_DEEPEST, _MOST_TRIES, _LONGEST, _WIDEST = 20, 200, 200_000, 1000
_OPENS = re.compile(r'\{\s*"')
_THINKS = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_DECODER = json.JSONDecoder()


def tree_of(text: str, keys: Collection[str] = ()) -> dict[str, object] | Unscored:
    r"""Read the JSON object of a reply; there is one, and it is sound JSON, or it is garbled.

    The object may stand in prose or in a code fence. What stands in tags of thinking is passed
    over, and so are braces before it that hold no JSON. Of several objects the one is read that has
    all `keys`, where no other one has; else they are too many: nobody can know which of them is
    meant. No NaN, no key twice, no deep nesting.

    >>> tree_of('Sure:\n```json\n{"share": 0.5}\n```')
    {'share': Fraction(1, 2)}
    >>> tree_of('{"share": 0} {"share": 1}').because
    'more than one JSON object'
    >>> tree_of('<think>{"share": 0}?</think> {"a"}, {"b": 1}: {"share": 1}', ["share"])
    {'share': Fraction(1, 1)}
    >>> tree_of('{"share": NaN}').because
    'expected JSON, got NaN: JSON has no NaN and no Infinity: write null where there is no number'
    """
    try:
        found = _cut_out(text, frozenset(keys))
        raw = found.encode()
        value = decode(raw, max_depth=_DEEPEST)
        without_duplicates(raw)
        tree = _plain(value)
    except FaultError as error:
        return Unscored(reason=GARBLED, because=error.fault.text())
    except _GarbledError as error:
        return Unscored(reason=GARBLED, because=str(error))
    except UnicodeEncodeError:
        return Unscored(reason=GARBLED, because="half a surrogate pair")
    return tree if isinstance(tree, dict) else Unscored(reason=GARBLED, because="no JSON object")


class _GarbledError(Exception):
    """Says why no object can be cut out of a text."""


@frozen
class _Braces:
    """What begins like an object: to where it is read, its keys, and what is wrong with it."""

    start: int
    end: int
    keys: frozenset[str] = frozenset()
    wrong: str = ""

    def holds(self, place: int) -> bool:
        return self.start <= place < self.end


def _cut_out(text: str, keys: frozenset[str]) -> str:
    if len(text) > _LONGEST:
        message = f"more than {_LONGEST} characters"
        raise _GarbledError(message)
    if depth(text.encode(errors="replace")) > 10 * _DEEPEST:
        message = "brackets nest too deep"
        raise _GarbledError(message)
    there = list(_braces(text))
    begin, end = _answer(text, [one for one in there if not one.wrong])
    there = [one for one in there if begin <= one.start < end]
    broken = [one for one in there if one.wrong]
    # What a broken object holds is a part of it, and no reply by itself.
    sound = [
        one
        for one in there
        if not one.wrong
        and not any(more.start < one.start < one.end <= more.end for more in broken)
    ]
    last = max((one.end for one in sound), default=-1)
    wrong = next((one.wrong for one in broken if one.start >= last), "")
    if wrong:
        raise _GarbledError(wrong)
    if not sound:
        message = "no JSON object" if text.strip() else "an empty reply"
        raise _GarbledError(message)
    whole = [one for one in sound if keys and keys <= one.keys]
    chosen = whole if len(sound) > 1 and len(whole) == 1 else sound
    if len(chosen) > 1:
        message = "more than one JSON object"
        raise _GarbledError(message)
    return text[chosen[0].start : chosen[0].end]


def _braces(text: str) -> Iterator[_Braces]:
    start = tries = 0
    while opened := _OPENS.search(text, start):
        tries += 1
        if tries > _MOST_TRIES:
            message = "too many braces"
            raise _GarbledError(message)
        found = _read(text, opened.start())
        yield found
        start = found.start + 1 if found.wrong else found.end


def _read(text: str, start: int) -> _Braces:
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return _Braces(start, error.pos, wrong=f"broken JSON: {error.msg}")
    except ValueError:
        return _Braces(start, len(text), wrong="broken JSON: a number without end")
    return _Braces(start, end, frozenset(value))


def _answer(text: str, sound: list[_Braces]) -> tuple[int, int]:
    """Find where a reply begins after its thinking, and where the next thinking begins.

    A server may take the first tag away. A tag inside of a sound object is a part of its text.
    """
    tags = [
        tag for tag in _THINKS.finditer(text) if not any(one.holds(tag.start()) for one in sound)
    ]
    begin = max((tag.end() for tag in tags if tag[1]), default=0)
    opened = [tag.start() for tag in tags if not tag[1] and tag.start() >= begin]
    return begin, min(opened, default=len(text))


def _plain(value: Json) -> object:
    match value:
        case Number():
            return exact(value)
        case int() if not isinstance(value, bool):
            return _small(value)
        case list():
            return [_plain(one) for one in value]
        case dict():
            return {key: _plain(one) for key, one in value.items()}
        case _:
            return value


def _small(value: int) -> Fraction:
    if value.bit_length() > _WIDEST:
        raise FaultError(Fault(got="an absurdly long one", expected="numbers of some digits"))
    return Fraction(value)
