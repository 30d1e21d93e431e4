"""Scorecards, one a line: to samples that hold what is wanted of them, or to digests of lines.

Many scorecards of a run say the same but for their ids. A digest of everything that a scorecard is
read for tells them apart, so that each different one is read once.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path

import msgspec
from attrs import evolve, frozen
from msgspec import Raw

from measurand.claims.source import Source
from measurand.edges.formats.events import Bad, Event, ReadOptions, Rest
from measurand.edges.formats.files import unreadable
from measurand.edges.formats.filters import Where
from measurand.edges.formats.json_value import FaultError, depth
from measurand.edges.formats.jsonl import record_of
from measurand.edges.formats.lines import BUFFER, ROOM, Line, Lines, line_of, read_lines
from measurand.edges.formats.scorecards import read_scorecard
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation
from measurand.evidence.sides import Sides
from measurand.pipelines.review.quantities import Wanted
from measurand.pipelines.review.scorecard import Scorecard
from measurand.values.fault import Fault, shown

_DIGEST = 16
_MOST_DIGITS = 4300
_DIGITS = re.compile(rb"[0-9]{4301}")


class CardReader:
    """Reads the lines of one file of scorecards."""

    def __init__(self, source: Source, where: Where, options: ReadOptions) -> None:
        """Begin a file."""
        self.file = source.path
        self.where = where
        self.options = options

    def cards(self, file: Lines) -> "Iterator[NewCard | Event]":
        """Give a scorecard, or another event, for every line that is not blank."""
        lines = read_lines(file, max_bytes=self.options.max_line_bytes)
        return (found for line in lines for found in self._part(line))

    def again(self, file: Lines, number: int, raw: bytes) -> "Iterator[NewCard | Event]":
        """Give what the line that begins with these bytes, which were just read, holds."""
        lines = line_of(file, number, raw, max_bytes=self.options.max_line_bytes)
        return (found for line in lines for found in self._part(line))

    def _part(self, line: Line | Rest) -> "Iterator[NewCard | Event]":
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            yield self._card(line)

    def _card(self, line: Line) -> "NewCard | Event":
        try:
            record = record_of(line, self.file, self.options)
            dropped = self.where.drops(record)
        except FaultError as error:
            return Bad((error.fault.at(file=self.file, line=line.number),), line.raw)
        if dropped:
            return dropped
        found = read_scorecard(record.value, name=f"line {line.number}")
        if isinstance(found, Scorecard):
            return NewCard(found, line.number, line.raw)
        return Bad(tuple(fault.at(file=self.file, line=line.number) for fault in found), line.raw)


def read_cards(
    source: Source, path: Path, where: Where, options: ReadOptions, wanted: Wanted
) -> Iterator[Event]:
    """Give a sample, or another event, for every line that is not blank."""
    reader = CardReader(source, where, options)
    with path.open("rb", buffering=BUFFER) as file:
        for found in reader.cards(file):
            if not isinstance(found, NewCard):
                yield found
                continue
            try:
                yield wanted.sample(found.card)
            except UnfitSampleError as error:
                yield refused(found, error, source.path)


def card_events(file: Lines, source: Source, options: ReadOptions) -> Iterator[Event]:
    """Give a sample of gold, first and final tuples for every line, as the default options read."""
    asked = Wanted.of([SHOWN])
    for found in CardReader(source, Where(()), options).cards(file):
        if not isinstance(found, NewCard):
            yield found
            continue
        sample = asked.sample(found.card)
        gold, answer = sample.items(SHOWN.sides.gold), sample.items(SHOWN.sides.answer)
        yield evolve(sample, gold=gold or (), predicted=answer, lists=(), reasons=())


SHOWN = Observation(sides=Sides(gold="gold_tuples", answer="final_tuples"))
"""What a look into a file of scorecards shows."""


def refused(found: "NewCard", error: UnfitSampleError, file: str) -> Bad:
    """Say that a scorecard is one that the options refuse.

    >>> card = NewCard(Scorecard(id="a"), 3, b"{}")
    >>> refused(card, UnfitSampleError("a polarity: got 'x'"), "f").faults[0].text()
    "f:3: sample 'a': expected a polarity, got 'x'"
    """
    wanted, _, got = str(error).partition(": got ")
    fault = Fault(path=f"sample {shown(found.card.id)}", got=got, expected=wanted)
    return Bad((fault.at(file=file, line=found.number),), found.raw)


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


_NO_META = _Meta()
_NO_OUTPUT = _Parsed()
_decode = msgspec.json.Decoder(_Wire).decode


def card_digest(line: bytes) -> bytes:
    r"""Digest what a line is read for; lines that differ in ids alone have the same digest.

    >>> a, b = (b'{"meta": {"text_id": "%s"}, "runtime": {}}' % text for text in (b"a", b"b"))
    >>> card_digest(a) == card_digest(b) != card_digest(b'{"runtime": {"error": "x"}}')
    True

    Raises ValueError where the line does not have the shape of a scorecard, or cannot be read.
    """
    line.decode()  # What is passed over must be UTF-8, too.
    wire = _decode(line)
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
    )
    # No part holds a newline byte: within one line it parts them.
    return blake2b(b"\n".join(parts), digest_size=_DIGEST).digest()


@frozen
class NewCard:
    """A scorecard, the number and the bytes of its line, and its digest where it was asked for.

    >>> NewCard(Scorecard(id="1"), 3, b"{}").digest
    b''
    """

    card: Scorecard
    number: int
    raw: bytes
    digest: bytes = b""


def plain_line(raw: bytes, *, max_depth: int) -> bool:
    """Tell whether nothing in a line can be too deep or too long for a reader, read or not.

    >>> plain_line(b"[[]]", max_depth=2), plain_line(b"[[]]", max_depth=1)
    (True, False)
    """
    if raw.count(b"{") + raw.count(b"[") > max_depth and depth(raw) > max_depth:
        return False
    return len(raw) <= _MOST_DIGITS or _DIGITS.search(raw) is None


def read_digests(
    source: Source, *, again: Callable[[bytes], bool], root: Path, options: ReadOptions
) -> Iterator[NewCard | Event]:
    """Give the scorecard of every line whose digest was not met before.

    `again` counts a digest that was met, and says whether it was. For a line that has no digest
    there is the event that reading it gives.
    """
    reader = CardReader(source, Where(()), options)
    most, empty = options.max_line_bytes, True
    try:
        with (root / source.path).open("rb", buffering=BUFFER) as file:
            for number, raw in enumerate(iter(partial(file.readline, most + ROOM), b""), 1):
                try:
                    digest = card_digest(raw if len(raw) <= most else b"")
                    if not plain_line(raw, max_depth=options.max_depth):
                        digest = b""
                except (ValueError, RecursionError):
                    digest = b""
                if digest and again(digest):
                    continue
                for found in reader.again(file, number, raw):
                    empty = False
                    yield evolve(found, digest=digest) if isinstance(found, NewCard) else found
    except OSError as error:
        yield Bad((unreadable(error, source.path),))
    if empty:
        yield Bad((Fault(file=source.path, got="a file without records", expected="samples"),))
