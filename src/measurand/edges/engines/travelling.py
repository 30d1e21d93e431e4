"""Partial results as bytes: with a digest, so that damage is seen, and without any pickle.

The first line names the format and the SHA-256 of the rest, which is MessagePack. Texts are UTF-8
in which half a surrogate pair, as names of files may have it, is written as three bytes.
"""

from hashlib import sha256

import msgspec

from measurand.edges.engines.encoded import decode, encode
from measurand.edges.engines.partial import Counts, Lack, Partial
from measurand.edges.files import Bad, Rest
from measurand.evidence.evidence import Evidence
from measurand.evidence.pool import Place
from measurand.values.fault import Fault

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
        lacking={(at, _text(key)): _read_lack(lack) for at, key, lack in wire.lacking},
        faults=tuple((at, _read_fault(fault)) for at, fault in wire.faults),
        ids=tuple(wire.ids),
        bad=tuple(
            (at, tuple(Bad((), part) if bad else Rest(part) for bad, part in events))
            for at, events in wire.bad
        ),
        found=tuple((at, _text(one), number, _text(what)) for at, one, number, what in wire.found),
        matched=frozenset((_text(path), _text(value)) for path, value in wire.matched),
        kinds=frozenset((_text(at), _text(slot), _text(kind)) for at, slot, kind in wire.kinds),
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


def _text(raw: bytes) -> str:
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
        got=_text(wire.got),
        expected=_text(wire.expected),
        file=_text(wire.file),
        line=wire.line,
        path=_text(wire.path),
        hint=_text(wire.hint),
    )


def _lack(lack: Lack) -> _Lack:
    return _Lack(index=lack.index, fault=_fault(lack.fault), number=lack.number)


def _read_lack(wire: _Lack) -> Lack:
    return Lack(wire.index, _read_fault(wire.fault), wire.number)
