"""JSON as programs write it that compute with floats: NaN and infinities stand bare.

What they become is for the reader to say: null where a value that is not there is meant, or a
number that nobody writes where the two have to be told apart, for a mean drops one and takes the
other. Texts stay as they are.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from math import nan

from measurand.edges.files.json.value import Json, Number, decode, expected
from measurand.evidence.runs import Value

# A string without its end runs to the end, so that no byte is looked at twice.
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_CONSTANT = re.compile(_STRING + rb"|-?Infinity|NaN", re.DOTALL)
AS_NULL = {b"NaN": b"null", b"Infinity": b'"Infinity"', b"-Infinity": b'"-Infinity"'}
"""NaN is null, and infinities are texts that are no number."""


def with_constants(raw: bytes, spellings: Mapping[bytes, bytes]) -> bytes:
    """Put something else where NaN and infinities stand outside of strings.

    >>> with_constants(b'{"a": NaN, "b": "NaN", "c": -Infinity}', AS_NULL)
    b'{"a": null, "b": "NaN", "c": "-Infinity"}'
    """
    if b"NaN" not in raw and b"Infinity" not in raw:
        return raw
    return _CONSTANT.sub(lambda found: spellings.get(found.group(), found.group()), raw)


_NAN = "0e-999999999"
_CONSTANTS = {b"NaN": _NAN.encode(), b"Infinity": b"1e999999999", b"-Infinity": b"-1e999999999"}
_LARGEST = 10**300


def spelled(raw: bytes) -> bytes:
    """Write NaN and infinities as numbers that JSON has, and no program writes.

    >>> spelled(b'{"NaN": NaN}')
    b'{"NaN": 0e-999999999}'
    """
    return with_constants(raw.removeprefix(BOM_UTF8), _CONSTANTS)


def decode_floats(raw: bytes, *, max_depth: int) -> Json:
    """Read one JSON text; NaN and infinities are numbers, for `value_of`.

    >>> value_of(decode_floats(b'[NaN, 0.5]', max_depth=9))
    [nan, 0.5]

    Raises FaultError as `decode` does.
    """
    return decode(spelled(raw), max_depth=max_depth)


def value_of(value: Json) -> Value:
    """Take numbers as floats, as programs do that compute with them.

    >>> value_of([Number("0.50"), 3, None])
    [0.5, 3, None]

    Raises FaultError for a whole number that no float has.
    """
    if isinstance(value, Number):
        return nan if value.text == _NAN else float(value.text)
    if isinstance(value, list):
        return [value_of(one) for one in value]
    if isinstance(value, dict):
        return {key: value_of(one) for key, one in value.items()}
    if isinstance(value, int) and abs(value) >= _LARGEST:
        raise expected("a number in the range of floats", value)
    return value
