"""Counting scorecards by their codes: where nothing is grouped, and pairs are equal keys.

Many scorecards of a run say the same but for their ids. A digest of everything that a scorecard is
read for tells them apart, so that each different one is read once. For it a line is opened into
parts, each kept as its bytes: those that a scorecard is read for are hashed. Nothing may be wrong
with the rest that reading the line would find.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import blake2b
from operator import attrgetter

import msgspec
from attrs import evolve, frozen
from msgspec import Raw
from msgspec.structs import fields

from measurand.edges.files.events import Bad, Event, ReadOptions
from measurand.edges.files.files import unreadable
from measurand.edges.files.json.value import depth
from measurand.edges.files.lines import ROOM
from measurand.edges.files.samples.part import Part
from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing
from measurand.evidence.source import Source
from measurand.metrics.needs import Need
from measurand.studies.review.edge.files.cards import CardReader, NewCard, refused
from measurand.studies.review.evidence_codes import Code, Coder, has_codes

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
    wire = _opened(line, max_depth)
    meta, runtime = wire.meta or _NO_META, wire.runtime
    parsed = runtime.parsed_output or _NO_OUTPUT
    inner = parsed.meta or _NO_META
    parts = (*_raws(wire), *_raws(meta), *_raws(runtime), *_raws(parsed), *_raws(inner))
    # No part holds a newline byte: within one line it parts them.
    return blake2b(b"\n".join(parts), digest_size=_DIGEST).digest()


def _opened(line: bytes, max_depth: int) -> _Wire:
    try:
        return _decode_whole(line)
    except msgspec.ValidationError:
        if not plain_line(line, max_depth=max_depth):
            message = "a line with something too deep, or too long, to be read"
            raise ValueError(message) from None
        return _decode(line)


@cache
def _getter(kind: type[msgspec.Struct]) -> Callable[[msgspec.Struct], tuple[Raw, ...]]:
    return attrgetter(*(one.name for one in fields(kind) if one.type is Raw))


def _raws(opened: msgspec.Struct) -> tuple[Raw, ...]:
    """Give what is kept of an object as its bytes."""
    return _getter(type(opened))(opened)


def plain_line(raw: bytes, *, max_depth: int) -> bool:
    """Tell whether nothing in a line can be too deep or too long for a reader, read or not.

    >>> plain_line(b"[[]]", max_depth=2), plain_line(b"[[]]", max_depth=1)
    (True, False)
    """
    if raw.count(b"{") + raw.count(b"[") > max_depth and depth(raw) > max_depth:
        return False
    return len(raw) <= _MOST_DIGITS or _DIGITS.search(raw) is None


def read_digests(part: Part, *, again: Callable[[bytes], bool]) -> Iterator[NewCard | Event]:
    """Give the scorecard of every line whose digest was not met before.

    `again` counts a digest that was met, and says whether it was. For a line that has no digest
    there is the event that reading it gives. A part without records gives nothing.
    """
    reader, options = CardReader(part), part.options
    most = options.max_line_bytes
    try:
        with part.open() as file:
            lines = iter(partial(file.readline, most + ROOM), b"")
            for number, raw in enumerate(lines, part.after + 1):
                try:
                    line = raw if len(raw) <= most else b""
                    digest = card_digest(line, max_depth=options.max_depth)
                except (ValueError, RecursionError):
                    digest = b""
                if digest and again(digest):
                    continue
                for found in reader.again(file, number, raw):
                    yield evolve(found, digest=digest) if isinstance(found, NewCard) else found
    except OSError as error:
        yield Bad((unreadable(error, part.name),))


_MOST = 2**17
_TICK = 10_000


def coded(source: Source, wanted: Sequence[Need], options: ReadOptions) -> Coder | None:
    """Make the coder of what is wanted of scorecards; None where whole samples are needed.

    >>> coded(Source(path="a.jsonl", format="scorecards"), (), ReadOptions(strict=True)) is None
    True

    Raises SignatureError where a definition names what no scorecard has.
    """
    if source.format != "scorecards" or source.where or options.strict:
        return None
    if options.sample is not None or options.limit is not None:
        return None
    if any(need.names or need.slice.where for need in wanted):
        return None
    observations = [need.slice.observing for need in wanted]
    return Coder.of(observations) if all(map(has_codes, observations)) else None


def _silent(_count: int) -> None:
    """Tell nobody."""


@frozen
class CardCounter:
    """Counts the scorecards of a part by their codes: each different line is read once."""

    coder: Coder
    observed: tuple[Observing, ...]

    def count_part(
        self, part: Part, note: Callable[[Event], None], tick: Callable[[int], None] = _silent
    ) -> tuple[int, list[dict[Evidence, int]]]:
        """Give the number of scorecards, and what is observed, need by need; note all else."""
        codes = Codes(tick)
        for event in read_digests(part, again=codes.again):
            if isinstance(event, NewCard):
                try:
                    codes.add(event.digest, self.coder.code(event.card))
                except UnfitSampleError as error:
                    note(refused(event, error, part.name))
            else:
                note(event)
        return len(codes), [codes.evidence(self.coder, one) for one in self.observed]


def card_counter(source: Source, needs: Sequence[Need], options: ReadOptions) -> CardCounter | None:
    """Make the counter for some needs; None where whole samples are needed.

    Raises SignatureError where a definition names what no scorecard has.
    """
    coder = coded(source, needs, options)
    observed = tuple(need.slice.observing for need in needs)
    return None if coder is None else CardCounter(coder, observed)


class Codes:
    """How often each code occurred; the codes of the lines met last are known by their digests.

    >>> codes = Codes()
    >>> codes.add(b"d", (1,))
    >>> codes.again(b"d"), codes.again(b"e")
    (True, False)
    >>> codes.counts
    {(1,): 2}
    """

    def __init__(self, tick: Callable[[int], None] = _silent) -> None:
        """Start with none; `tick` is told now and then how many there are."""
        self._tick = tick
        self._firsts = 0
        self.repeats = 0
        self._places: dict[bytes, int] = {}
        self._codes: list[Code] = []
        self._numbers: list[int] = []
        self._index: dict[Code, int] = {}

    @property
    def counts(self) -> dict[Code, int]:
        """Count every code."""
        return dict(zip(self._codes, self._numbers, strict=True))

    def add(self, digest: bytes, code: Code) -> None:
        """Count a code, and know it by the digest of its line, if it has one."""
        self._firsts += 1
        place = self._index.setdefault(code, len(self._codes))
        if place == len(self._codes):
            self._codes.append(code)
            self._numbers.append(0)
        self._numbers[place] += 1
        if digest:
            if len(self._places) >= _MOST:
                self._places.clear()
            self._places[digest] = place

    def again(self, digest: bytes) -> bool:
        """Count the code of a line that was met before; say whether it was."""
        place = self._places.get(digest)
        if place is None:
            return False
        self._numbers[place] += 1
        self.repeats += 1
        if not self.repeats % _TICK:
            self._tick(len(self))
        return True

    def __len__(self) -> int:
        """Count the scorecards."""
        return self.repeats + self._firsts

    def evidence(self, coder: Coder, observing: Observing) -> dict[Evidence, int]:
        """Make evidence of the codes, under one of the observations."""
        found: dict[Evidence, int] = {}
        for code, number in zip(self._codes, self._numbers, strict=True):
            row = coder.evidence(observing, code)
            found[row] = found.get(row, 0) + number
        return found
