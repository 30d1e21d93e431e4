"""Digests of lines of scorecards: equal where two lines say the same but for their ids.

A line is opened into parts, each kept as its bytes: those that a scorecard is read for are hashed.
Nothing may be wrong with the rest that reading the line would find.
"""

import re
from hashlib import blake2b

import msgspec
from msgspec import Raw

from measurand.edges.files.json.value import depth

_DIGEST = 16
_MOST_DIGITS = 4300
_DIGITS = re.compile(rb"[0-9]{4301}")

_Id = str | int | None


class _Meta(msgspec.Struct, gc=False):
    text_id: _Id = None
    case_id: _Id = None
    uid: _Id = None
    profile: Raw = Raw()
    protocol_mode: Raw = Raw()
    run_id: Raw = Raw()
    input_text: Raw = Raw()
    debate_override_stats: Raw = Raw()


class _Parsed(msgspec.Struct, gc=False):
    meta: _Meta | None = None
    process_trace: Raw = Raw()
    analysis_flags: Raw = Raw()
    final_result: Raw = Raw()


class _Runtime(msgspec.Struct, gc=False):
    uid: _Id = None
    parsed_output: _Parsed | None = None
    process_trace: Raw = Raw()
    flags: Raw = Raw()
    error: Raw = Raw()


class _Wire(msgspec.Struct, gc=False):
    """What a scorecard is read for, each part as its bytes; of ids, that they are ids."""

    runtime: _Runtime
    meta: _Meta | None = None
    run_id: Raw = Raw()
    profile: Raw = Raw()
    inputs: Raw = Raw()
    gold_tuples: Raw = Raw()
    gold_triplets: Raw = Raw()
    process_trace: Raw = Raw()
    ate: Raw = Raw()
    atsa: Raw = Raw()
    validator: Raw = Raw()
    moderator: Raw = Raw()
    stage_delta: Raw = Raw()
    stage1_ate: Raw = Raw()
    stage2_ate: Raw = Raw()
    stage1_structural_risk: Raw = Raw()
    stage2_structural_risk: Raw = Raw()
    flags: Raw = Raw()
    debate: Raw = Raw()


_Scalar = str | int | float | bool | None


class _WholeMeta(_Meta, gc=False, forbid_unknown_fields=True):
    label: _Scalar = None
    adopt_decision: _Scalar = None
    adopt_reason: _Scalar = None
    polarity_repair_count: _Scalar = None
    polarity_invalid_count: _Scalar = None
    latency_ms: _Scalar = None


class _WholeParsed(_Parsed, gc=False, forbid_unknown_fields=True):
    meta: _WholeMeta | None = None


class _WholeRuntime(_Runtime, gc=False, forbid_unknown_fields=True):
    parsed_output: _WholeParsed | None = None


class _Whole(_Wire, gc=False, forbid_unknown_fields=True):
    """A scorecard of which nothing is passed over but ids and plain values."""

    runtime: _WholeRuntime
    meta: _WholeMeta | None = None
    memory: Raw = Raw()
    aux_signals: Raw = Raw()


_NO_META = _Meta()
_NO_OUTPUT = _Parsed()
_decode = msgspec.json.Decoder(_Wire).decode
_decode_whole = msgspec.json.Decoder(_Whole).decode


def card_digest(line: bytes, *, max_depth: int = 200) -> bytes:
    r"""Digest what a line is read for; lines that differ in ids alone have the same digest.

    Where parts of the line are passed over, what is too deep or too long in them to be read is
    looked for: such a line has no digest.

    >>> a, b = (b'{"meta": {"text_id": "%s"}, "runtime": {}}' % text for text in (b"a", b"b"))
    >>> card_digest(a) == card_digest(b) != card_digest(b'{"runtime": {"error": "x"}}')
    True

    Raises ValueError where the line does not have the shape of a scorecard, or cannot be read.
    """
    line.decode()  # What is passed over must be UTF-8, too.
    wire, rest = _opened(line, max_depth)
    meta, runtime = wire.meta or _NO_META, wire.runtime
    parsed = runtime.parsed_output or _NO_OUTPUT
    inner = parsed.meta or _NO_META
    parts = (
        wire.run_id,
        wire.profile,
        wire.inputs,
        wire.gold_tuples,
        wire.gold_triplets,
        wire.process_trace,
        wire.ate,
        wire.atsa,
        wire.validator,
        wire.moderator,
        wire.stage_delta,
        wire.stage1_ate,
        wire.stage2_ate,
        wire.stage1_structural_risk,
        wire.stage2_structural_risk,
        wire.flags,
        wire.debate,
        meta.profile,
        meta.protocol_mode,
        meta.run_id,
        meta.input_text,
        meta.debate_override_stats,
        runtime.process_trace,
        runtime.flags,
        runtime.error,
        parsed.process_trace,
        parsed.analysis_flags,
        parsed.final_result,
        inner.profile,
        inner.protocol_mode,
        inner.run_id,
        inner.input_text,
        *rest,
    )
    # No part holds a newline byte: within one line it parts them.
    return blake2b(b"\n".join(parts), digest_size=_DIGEST).digest()


def _opened(line: bytes, max_depth: int) -> tuple[_Wire, tuple[Raw, ...]]:
    try:
        whole = _decode_whole(line)
    except msgspec.ValidationError:
        if not plain_line(line, max_depth=max_depth):
            message = "a line with something too deep, or too long, to be read"
            raise ValueError(message) from None
        return _decode(line), ()
    return whole, (whole.memory, whole.aux_signals)


def plain_line(raw: bytes, *, max_depth: int) -> bool:
    """Tell whether nothing in a line can be too deep or too long for a reader, read or not.

    >>> plain_line(b"[[]]", max_depth=2), plain_line(b"[[]]", max_depth=1)
    (True, False)
    """
    if raw.count(b"{") + raw.count(b"[") > max_depth and depth(raw) > max_depth:
        return False
    return len(raw) <= _MOST_DIGITS or _DIGITS.search(raw) is None
