"""Rows of evidence as bytes: one writing for equal rows, the same on every machine.

A row is MessagePack: `[version, place, row]`. A row of evidence is an array that starts with its
kind: 0 tallies, 1 an amount, 2 a sample left out, 3 several of these side by side. A whole number
is an integer, or its signed bytes, big end first, where 64 bits do not hold it; a fraction is its
numerator and its denominator in lowest terms. A text with half a surrogate pair, which is no UTF-8,
is an array of its bytes.
"""

from fractions import Fraction

import msgspec

from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.observe import whole
from measurand.evidence.pool import Place
from measurand.values.fault import shown
from measurand.values.tally import Count, Tally

VERSION = 1
MOST_BYTES = 2**14
"""The longest whole number that is read or written, in bytes."""

_LOW, _HIGH, _SHOWN = -(2**63), 2**64, 40
_THREE = b"\x93"
"""How an array of three begins in MessagePack."""

_encoder = msgspec.msgpack.Encoder()

_Whole = int | bytes
_Wire = int | bytes | tuple[_Whole, _Whole]
_Text = str | tuple[bytes]


class _Kind(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A kind of row; its tag comes first."""


class _Observed(_Kind, frozen=True, tag=0):
    tallies: tuple[tuple[_Text, _Wire, _Wire, _Wire], ...]
    weight: _Wire


class _Amount(_Kind, frozen=True, tag=1):
    value: _Wire
    weight: _Wire


class _Excluded(_Kind, frozen=True, tag=2):
    reason: _Text


class _Joint(_Kind, frozen=True, tag=3):
    rows: tuple[_Observed | _Amount | _Excluded, ...]


_Single = _Observed | _Amount | _Excluded
_decoder = msgspec.msgpack.Decoder(tuple[int, tuple[_Text, ...], _Single | _Joint])


def encode(place: Place, row: Evidence) -> bytes:
    """Write a row of evidence and its place: equal ones give equal bytes.

    >>> encode((), Amount(Fraction(1, 2))).hex()
    '930190930192010201'
    >>> encode((), Amount(Fraction(1))) == encode((), Amount(Fraction(2, 2), Fraction(1)))
    True

    Raises ValueError for a whole number of more than `MOST_BYTES` bytes.
    """
    return _encoder.encode((VERSION, [_text(name) for name in place], _row(row)))


def beginning(place: Place) -> bytes:
    """Write what all rows of a place begin with, and no others.

    >>> encode(("d1",), Excluded("no answer")).startswith(beginning(("d1",)))
    True
    """
    return _THREE + _encoder.encode(VERSION) + _encoder.encode([_text(name) for name in place])


def decode(data: bytes) -> tuple[Place, Evidence]:
    """Read a row of evidence and its place, whatever the bytes are.

    >>> decode(encode(("d1",), Excluded("no answer")))
    (('d1',), Excluded(reason='no answer'))

    Raises ValueError for bytes that `encode` does not write.
    """
    try:
        place, row = trusted(data)
    except (ValueError, ZeroDivisionError, TypeError) as error:
        message = f"a row of evidence of version {VERSION}: got {_told(data)} ({error})"
        raise ValueError(message) from None
    if encode(place, row) != data:
        message = f"the one writing of a row of evidence: got {_told(data)}"
        raise ValueError(message)
    return place, row


def trusted(data: bytes) -> tuple[Place, Evidence]:
    """Read what this program wrote itself: that it is the one writing is not checked.

    >>> trusted(encode((), Amount(Fraction(3))))
    ((), Amount(value=Fraction(3, 1), weight=Fraction(1, 1)))

    Raises ValueError or ZeroDivisionError for bytes that are no row.
    """
    version, place, row = _decoder.decode(data)
    if version != VERSION:
        message = f"version {VERSION}: got {version}"
        raise ValueError(message)
    return tuple(_string(name) for name in place), _evidence(row)


def _told(data: bytes) -> str:
    return f"{len(data)} bytes, {shown(data[:_SHOWN].hex())}"


def _text(text: str) -> _Text:
    try:
        text.encode()
    except UnicodeEncodeError:
        return (text.encode("utf-8", "surrogatepass"),)
    return text


def _string(text: _Text) -> str:
    return text if isinstance(text, str) else text[0].decode("utf-8", "surrogatepass")


def _number(value: Count) -> _Wire:
    top, bottom = value.numerator, value.denominator
    return _whole(top) if bottom == 1 else (_whole(top), _whole(bottom))


def _whole(value: int) -> _Whole:
    if _LOW <= value < _HIGH:
        return value
    size = (value if value > 0 else ~value).bit_length() // 8 + 1
    if size > MOST_BYTES:
        message = f"a whole number of at most {MOST_BYTES} bytes: got {size} bytes"
        raise ValueError(message)
    return value.to_bytes(size, "big", signed=True)


def _integer(value: _Whole) -> int:
    if isinstance(value, int):
        return value
    if len(value) > MOST_BYTES:
        message = f"a whole number of at most {MOST_BYTES} bytes: got {len(value)} bytes"
        raise ValueError(message)
    return int.from_bytes(value, "big", signed=True)


def _fraction(value: _Wire) -> Fraction:
    if isinstance(value, tuple):
        return Fraction(_integer(value[0]), _integer(value[1]))
    return Fraction(_integer(value))


def _tally(hits: _Wire, predicted: _Wire, gold: _Wire) -> Tally:
    return Tally(_count(hits), _count(predicted), _count(gold))


def _count(value: _Wire) -> Count:
    return value if isinstance(value, int) else whole(_fraction(value))


def _row(row: Evidence) -> tuple[object, ...]:
    match row:
        case Amount(value, weight):
            return 1, _number(value), _number(weight)
        case Observed(tallies, weight):
            found = [
                (_text(label), _number(one.hits), _number(one.predicted), _number(one.gold))
                for label, one in tallies
            ]
            return 0, found, _number(weight)
        case Excluded(reason):
            return 2, _text(reason)
        case Joint(rows):
            return 3, [_row(part) for part in rows]


def _evidence(row: _Single | _Joint) -> Evidence:
    if isinstance(row, _Joint):
        return Joint(tuple(_single(part) for part in row.rows))
    return _single(row)


def _single(row: _Single) -> Observed | Amount | Excluded:
    match row:
        case _Amount():
            return Amount(_fraction(row.value), _fraction(row.weight))
        case _Observed():
            tallies = tuple((_string(name), _tally(*counts)) for name, *counts in row.tallies)
            return Observed(tallies, _fraction(row.weight))
        case _Excluded():
            return Excluded(_string(row.reason))
