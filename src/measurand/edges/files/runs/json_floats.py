"""JSON as programs write it that compute with floats: NaN and infinities stand bare, and count.

Elsewhere NaN is read as null; here the two are apart, for a mean drops one and takes the other.
"""

from math import nan

from measurand.edges.files.json.constants import with_constants
from measurand.edges.files.json.value import Json, Number, decode, expected
from measurand.edges.files.lines import BOM
from measurand.evidence.runs import Value

_NAN = "0e-999999999"
_CONSTANTS = {b"NaN": _NAN.encode(), b"Infinity": b"1e999999999", b"-Infinity": b"-1e999999999"}
_LARGEST = 10**300


def spelled(raw: bytes) -> bytes:
    """Write NaN and infinities as numbers that JSON has, and no program writes.

    >>> spelled(b'{"NaN": NaN}')
    b'{"NaN": 0e-999999999}'
    """
    return with_constants(raw.removeprefix(BOM), _CONSTANTS)


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
