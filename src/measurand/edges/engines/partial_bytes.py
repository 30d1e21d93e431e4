"""Partial results as bytes, without any pickle: equal results are equal bytes on every machine.

The first line names the format and the SHA-256 of the rest, so that damage is seen; the rest is
MessagePack. A row is `[version, place, row]`. A row of evidence is an array that starts with its
kind: 0 tallies, 1 an amount, 2 a sample left out, 3 several of these side by side. A whole number
is an integer, or its signed bytes, big end first, where 64 bits do not hold it; a fraction is its
numerator and its denominator in lowest terms. A text with half a surrogate pair, as names of files
may have it, is no UTF-8: in a row it is an array of its bytes, elsewhere each half is three bytes.
"""

from fractions import Fraction
from hashlib import sha256

import msgspec

from measurand.edges.engines.partial import Counts, Lack, Partial
from measurand.edges.files import Bad, Rest
from measurand.evidence.evidence import Amount, Evidence, Excluded, Facts, Joint, Observed
from measurand.evidence.facts import fact_text, read_fact
from measurand.evidence.observe import plain_count
from measurand.evidence.pool import Place
from measurand.values.fault import Fault, shown
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


class _Facts(_Kind, frozen=True, tag=4):
    text: str
    weight: _Wire


class _Joint(_Kind, frozen=True, tag=3):
    rows: tuple[_Observed | _Amount | _Facts | _Excluded, ...]


_Single = _Observed | _Amount | _Facts | _Excluded
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
    return value if isinstance(value, int) else plain_count(_fraction(value))


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
        case Facts(value, weight):
            return 4, fact_text(value), _number(weight)
        case Excluded(reason):
            return 2, _text(reason)
        case Joint(rows):
            return 3, [_row(part) for part in rows]


def _evidence(row: _Single | _Joint) -> Evidence:
    if isinstance(row, _Joint):
        return Joint(tuple(_single(part) for part in row.rows))
    return _single(row)


def _single(row: _Single) -> Observed | Amount | Facts | Excluded:
    match row:
        case _Amount():
            return Amount(_fraction(row.value), _fraction(row.weight))
        case _Observed():
            tallies = tuple((_string(name), _tally(*counts)) for name, *counts in row.tallies)
            return Observed(tallies, _fraction(row.weight))
        case _Facts():
            return Facts(read_fact(row.text), _fraction(row.weight))
        case _Excluded():
            return Excluded(_string(row.reason))


FORMAT = b"measurand-shard/2 "
_HEAD = len(FORMAT) + 64 + 1


class _Fault(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    got: bytes
    expected: bytes
    file: bytes
    line: int
    path: bytes
    hint: bytes


class _Lack(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    index: int
    fault: _Fault
    number: int


class _Partial(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    index: int
    counts: list[list[tuple[bytes, int]]]
    read: int
    dropped: int
    skipped: int
    absent: _Lack | None
    lines: list[tuple[int, int]]
    unfit: list[tuple[int, _Lack]]
    lacking: list[tuple[int, bytes, _Lack]]
    faults: list[tuple[int, _Fault]]
    ids: list[tuple[int, bytes]]
    bad: list[tuple[int, list[tuple[bool, bytes]]]]
    found: list[tuple[int, bytes, int, bytes]]
    matched: list[tuple[bytes, bytes]]
    kinds: list[tuple[bytes, bytes, bytes]]


_READ = msgspec.msgpack.Decoder(_Partial)


def encoded_partial(partial: Partial) -> bytes:
    """Write a partial result.

    >>> decoded_partial(encoded_partial(Partial(index=3, read=2))).read
    2
    """
    body = msgspec.msgpack.encode(
        _Partial(
            index=partial.index,
            counts=[_rows(counts) for counts in partial.counts],
            read=partial.read,
            dropped=partial.dropped,
            skipped=partial.skipped,
            absent=None if partial.absent is None else _lack(partial.absent),
            lines=list(partial.lines),
            unfit=[(at, _lack(lack)) for at, lack in partial.unfit.items()],
            lacking=[(at, _raw(key), _lack(lack)) for (at, key), lack in partial.lacking.items()],
            faults=[(at, _fault(fault)) for at, fault in partial.faults],
            ids=list(partial.ids),
            bad=[
                (at, [(isinstance(event, Bad), event.raw) for event in events])
                for at, events in partial.bad
            ],
            found=[(at, _raw(one), number, _raw(what)) for at, one, number, what in partial.found],
            matched=[(_raw(path), _raw(value)) for path, value in sorted(partial.matched)],
            kinds=[(_raw(at), _raw(slot), _raw(kind)) for at, slot, kind in sorted(partial.kinds)],
        )
    )
    return FORMAT + sha256(body).hexdigest().encode() + b"\n" + body


def decoded_partial(raw: bytes) -> Partial:
    """Read a partial result, whatever the bytes are.

    >>> decoded_partial(encoded_partial(Partial(index=0))[:-1])
    Traceback (most recent call last):
    ...
    ValueError: a shard as it was written: got other bytes

    Raises ValueError for bytes that `encoded_partial` does not write.
    """
    head, body = raw[:_HEAD], raw[_HEAD:]
    if head != FORMAT + sha256(body).hexdigest().encode() + b"\n":
        message = "a shard as it was written: got other bytes"
        raise ValueError(message)
    wire = _READ.decode(body)
    return Partial(
        index=wire.index,
        counts=tuple(_counts(rows) for rows in wire.counts),
        read=wire.read,
        dropped=wire.dropped,
        skipped=wire.skipped,
        absent=None if wire.absent is None else _read_lack(wire.absent),
        lines=tuple(wire.lines),
        unfit={at: _read_lack(lack) for at, lack in wire.unfit},
        lacking={(at, _read_text(key)): _read_lack(lack) for at, key, lack in wire.lacking},
        faults=tuple((at, _read_fault(fault)) for at, fault in wire.faults),
        ids=tuple(wire.ids),
        bad=tuple(
            (at, tuple(Bad((), part) if bad else Rest(part) for bad, part in events))
            for at, events in wire.bad
        ),
        found=tuple(
            (at, _read_text(one), number, _read_text(what)) for at, one, number, what in wire.found
        ),
        matched=frozenset((_read_text(path), _read_text(value)) for path, value in wire.matched),
        kinds=frozenset(
            (_read_text(at), _read_text(slot), _read_text(kind)) for at, slot, kind in wire.kinds
        ),
    )


def _rows(counts: Counts) -> list[tuple[bytes, int]]:
    rows = (
        (encode(place, row), number) for place, bag in counts.items() for row, number in bag.items()
    )
    return sorted(rows)


def _counts(rows: list[tuple[bytes, int]]) -> Counts:
    found: dict[Place, dict[Evidence, int]] = {}
    for raw, number in rows:
        place, row = decode(raw)
        found.setdefault(place, {})[row] = number
    return found


def _raw(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _read_text(raw: bytes) -> str:
    return raw.decode(errors="surrogatepass")


def _fault(fault: Fault) -> _Fault:
    return _Fault(
        got=_raw(fault.got),
        expected=_raw(fault.expected),
        file=_raw(fault.file),
        line=fault.line,
        path=_raw(fault.path),
        hint=_raw(fault.hint),
    )


def _read_fault(wire: _Fault) -> Fault:
    return Fault(
        got=_read_text(wire.got),
        expected=_read_text(wire.expected),
        file=_read_text(wire.file),
        line=wire.line,
        path=_read_text(wire.path),
        hint=_read_text(wire.hint),
    )


def _lack(lack: Lack) -> _Lack:
    return _Lack(index=lack.index, fault=_fault(lack.fault), number=lack.number)


def _read_lack(wire: _Lack) -> Lack:
    return Lack(wire.index, _read_fault(wire.fault), wire.number)
