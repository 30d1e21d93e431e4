"""The one JSON object of a reply, wherever in its text it stands."""

import json
import re
from fractions import Fraction

from measurand.causal.asking.replies import GARBLED
from measurand.causal.judging import Unscored
from measurand.edges.formats.json_value import (
    FaultError,
    Json,
    Number,
    decode,
    depth,
    exact,
    without_duplicates,
)
from measurand.values.fault import Fault

_DEEPEST, _MOST_TRIES, _LONGEST, _WIDEST = 20, 200, 200_000, 1000
_OPENS = re.compile(r'\{\s*"')
_DECODER = json.JSONDecoder()


def tree_of(text: str) -> dict[str, object] | Unscored:
    r"""Read the JSON object of a reply; there is one, and it is sound JSON, or it is garbled.

    The object may stand in prose or in a code fence. Two objects are one too many: nobody can know
    which of them is meant. No NaN, no key twice, no deep nesting.

    >>> tree_of('Sure:\n```json\n{"share": 0.5}\n```')
    {'share': Fraction(1, 2)}
    >>> tree_of('{"share": 0} {"share": 1}').because
    'more than one JSON object'
    >>> tree_of('{"share": NaN}').because
    'expected JSON, got NaN: JSON has no NaN and no Infinity: write null where there is no number'
    """
    try:
        found = _cut_out(text)
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


def _cut_out(text: str) -> str:
    if len(text) > _LONGEST:
        message = f"more than {_LONGEST} characters"
        raise _GarbledError(message)
    if depth(text.encode(errors="replace")) > 10 * _DEEPEST:
        message = "brackets nest too deep"
        raise _GarbledError(message)
    found: list[tuple[int, int]] = []
    start = tries = 0
    while opened := _OPENS.search(text, start):
        tries += 1
        if tries > _MOST_TRIES:
            message = "too many braces"
            raise _GarbledError(message)
        end = _end(text, opened.start())
        found.append((opened.start(), end))
        start = end
    if not found:
        message = "no JSON object" if text.strip() else "an empty reply"
        raise _GarbledError(message)
    if len(found) > 1:
        message = "more than one JSON object"
        raise _GarbledError(message)
    [(begin, end)] = found
    return text[begin:end]


def _end(text: str, start: int) -> int:
    try:
        _, end = _DECODER.raw_decode(text, start)
    except ValueError as error:
        why = error.msg if isinstance(error, json.JSONDecodeError) else "a number without end"
        message = f"broken JSON: {why}"
        raise _GarbledError(message) from None
    return end


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
