"""Logs of inspect_ai: one JSON document (.json), or an archive with a member a sample (.eval).

An archive is read member by member, so that a log of gigabytes needs the memory of one sample; a
document is held. A log says how many samples the run had: fewer would be a mean over those that
came through, and are refused unless it is said that a log of an unfinished run is read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import BinaryIO

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, Filtered
from measurand.edges.files.formats.inspect_samples import (
    ALL,
    Reading,
    attached,
    epoch_of,
    prepare,
    reading_of,
    undecided_words,
)
from measurand.edges.files.json.value import FaultError, Json, encode, expected, wrong
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.compression import END, LOCAL, Member, members_of, read_member
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.record_reader import RecordReader, raw_of
from measurand.edges.files.samples.tool_logs import (
    RefusedError,
    decode_lenient,
    holding,
)
from measurand.evidence.formats import LABELS_AS_WRITTEN, Choice, Records, Stance
from measurand.evidence.paths import Key
from measurand.evidence.source import Fields, Source
from measurand.values.fault import shown
from measurand.values.sample import Sample

_SAMPLE = re.compile(r"samples/.+_epoch_([0-9]{1,9})\.json", re.DOTALL)
_CHUNKED = re.compile(r"samples/.+_epoch_[0-9]{1,9}/sample\.json", re.DOTALL)
_HEADER, _START = "header.json", "_journal/start.json"
_LOG = "a log of inspect_ai"
_NO_SAMPLES = "samples: was the run told not to log them?"


@telling
def read_inspect(part: Part) -> Iterator[Event]:
    """Give an event for every sample of a log; samples of other epochs are dropped.

    `id` is that of the sample, `gold` its target, `pred` the completion or a scorer's answer;
    `numbers` holds the scores by the name of their scorer. All other keys keep their names.
    """
    log = _Log(part)
    with part.open() as file:
        if file.peek(4)[:4] not in {LOCAL, END}:
            yield from log.document(part.all_of(file))
        elif file.seekable():
            yield from log.archive(file)
        else:
            yield from log.archive(BytesIO(part.all_of(file)))


@frozen(kw_only=True)
class _Placed:
    """A sample, or how to read it: what it is called, and its epoch."""

    place: str
    epoch: int
    value: Json = None
    member: Member | None = None


class _Log:
    def __init__(self, part: Part) -> None:
        self.part = part
        self.reading: Reading = reading_of(part)
        self.reader = RecordReader(part)
        self.amounts = [path for _, path in self.reader.mapped.amounts]

    def document(self, raw: bytes) -> Iterator[Event]:
        log = holding(
            decode_lenient(raw.removeprefix(BOM), self.part.options), ("status", "eval"), _LOG
        )
        self._succeeded(log)
        samples = log.get("samples")
        if not isinstance(samples, list):
            raise expected(_NO_SAMPLES, samples, path="$.samples")
        found = [
            _Placed(place=f"$.samples[{at}]", epoch=_epoch(value), value=value)
            for at, value in enumerate(samples)
        ]
        self._complete(log, len(found))
        return self._chosen(found, None)

    def archive(self, file: BinaryIO) -> Iterator[Event]:
        members = {}
        for member in members_of(file):
            if member.name in members:
                raise wrong(f"{shown(member.name)} twice", "names that differ")
            members[member.name] = member
        header = self._header(file, members)
        self._succeeded(header)
        if chunked := next(filter(_CHUNKED.fullmatch, members), None):
            hint = "write the log anew with the version of inspect_ai that made it, one a sample"
            raise wrong(f"{shown(chunked)}, a sample in pieces", "a member for every sample", hint)
        named = sorted((name, int(m[1])) for name in members if (m := _SAMPLE.fullmatch(name)))
        if not named:
            raise wrong(f"none among {len(members)} members", _NO_SAMPLES)
        found = [_Placed(place=name, epoch=at, member=members[name]) for name, at in named]
        self._complete(header, len(found))
        return self._chosen(found, file)

    def _header(self, file: BinaryIO, members: Mapping[str, Member]) -> dict[str, Json]:
        if _HEADER in members:
            header = self._decoded(file, members[_HEADER])
            return holding(header, ("status", "eval"), f"{_HEADER} of {_LOG}")
        if _START in members:
            return {"status": "started"}
        names = ", ".join(shown(name) for name in sorted(members)[:5])
        raise wrong(f"an archive with {names or 'nothing'}", f"{_HEADER} of {_LOG}")

    def _decoded(self, file: BinaryIO, member: Member) -> Json:
        options = self.part.options
        most, expansion = options.max_document_bytes, options.max_expansion
        raw = read_member(file, member, most=most, expansion=expansion)
        try:
            return decode_lenient(raw.removeprefix(BOM), options)
        except FaultError as error:
            raise FaultError(evolve(error.fault, path=member.name)) from None

    def _succeeded(self, log: Mapping[str, Json]) -> None:
        """Refuse the log of a run that did not succeed, unless it is asked for."""
        status = log.get("status")
        if status != "success" and self.part.source.said("unfinished") != "read":
            raise undecided(self.part, "unfinished", got=f"the status {shown(status)}")

    def _complete(self, log: Mapping[str, Json], count: int) -> None:
        """Refuse a log that has fewer samples than its results count, unless it is asked for."""
        results = log.get("results")
        total = results.get("total_samples") if isinstance(results, dict) else None
        asked = self.part.source.said("unfinished") == "read"
        if isinstance(total, int) and count < total and not asked:
            raise undecided(self.part, "unfinished", got=f"{count} of {total} samples")

    def _chosen(self, found: Sequence[_Placed], file: BinaryIO | None) -> Iterator[Event]:
        """Give the events of one epoch, or of all."""
        epochs = sorted({one.epoch for one in found})
        said = self.reading.epoch
        if (len(epochs) > 1 and not said) or (
            said not in {"", ALL} and epochs and int(said) not in epochs
        ):
            raise undecided(self.part, "epoch", [str(epoch) for epoch in epochs])
        return self._given(found, file)

    def _given(self, found: Iterable[_Placed], file: BinaryIO | None) -> Iterator[Event]:
        said = self.reading.epoch
        for number, one in enumerate(found, 1):
            if said not in {"", ALL} and one.epoch != int(said):
                yield Filtered(line=0, file=self.part.name)
                continue
            value = one.value
            if one.member is not None and file is not None:
                value = self._decoded(file, one.member)
            yield self._event(value, one, number)

    def _event(self, value: Json, one: _Placed, number: int) -> Event:
        root = f"{one.place}: $" if one.member else one.place
        bases = (("$.gold", f"{root}.target"), ("$.pred", f"{root}.output"), ("$", root))
        record = Record(value=value, file=self.part.name, bases=bases)
        try:
            keys = ("id", "epoch", *(("target",) if self.reading.gold else ()))
            held = holding(value, keys, "a sample of inspect_ai")
            if epoch_of(held) != one.epoch:
                raise _other_epoch(held["epoch"], one.epoch)
            lacks = prepare(held, self.reading)
            undecided_words(held, self.amounts, self.reading)
        except RefusedError:
            raise
        except FaultError as error:
            return Bad((record.placed(error.fault),), raw_of(record))
        nothing = "no answer" if held.get("pred") is None else ""
        event = self.reader.event(record, number, lacks=lacks, no=nothing)
        return self._without_references(event, record)

    def _without_references(self, event: Event, record: Record) -> Event:
        """Refuse a sample of texts that refer to attachments that are not there."""
        if not isinstance(event, Sample):
            return event
        texts = [item for item in event.gold + (event.predicted or ()) if isinstance(item, str)]
        try:
            attached([*texts, *(group for _, group in event.groups)], "$")
        except FaultError as error:
            return Bad((record.placed(error.fault),), encode(record.value) + b"\n")
        return event


def _epoch(value: Json) -> int:
    """Take the epoch of a sample; what is no sample is told when it is read."""
    try:
        return epoch_of(value)
    except FaultError:
        return 1


def _other_epoch(got: Json, wanted: int) -> FaultError:
    return expected(f"the epoch {wanted}, as its name says", got, path="$.epoch")


def sniff(head: Head) -> Guess | None:
    """Tell a log of inspect_ai by its members, or by the first keys of the document.

    >>> sniff(Head(name="a.eval", entries=("header.json", "samples/1_epoch_1.json"))).source.format
    'inspect'
    """
    archived = any(_SAMPLE.fullmatch(name) or name == _START for name in head.entries)
    archived = archived or (not head.entries and head.raw.startswith(LOCAL))
    start = head.raw.lstrip()
    keyed = all(key in start[:400] for key in (b'"version"', b'"status"', b'"eval"'))
    if not archived and not (start[:1] == b"{" and keyed):
        return None
    scorers = _scorers(head.document)
    amounts = tuple((name, f"numbers{Key(name).text}") for name in scorers)
    source = Source(path=head.name, format="inspect", fields=Fields(amounts=amounts))
    return Guess(
        source=source,
        assumptions=(
            "this is a log of inspect_ai: gold is target, pred the completion of the model",
            "scores are the numbers of their scorers, such as numbers.match: C is 1, I is 0",
            f"scorers seen: {', '.join(scorers) or 'none looked at'}",
        ),
    )


def _scorers(document: Json) -> list[str]:
    match document:
        case {"samples": [{"scores": dict(scores)}, *_]}:
            return sorted(name for name in scores if name)
        case _:
            return []


FORMAT = SampleFormat(
    name="inspect",
    about="logs of inspect_ai",
    files=".eval, .json",
    shape=('{"version": 2, "status": "success", "eval": {...}, "samples": [...]}',),
    gold="target",
    pred="the completion, or the answer of a scorer",
    traps=(
        "A sample has as many rows as there were epochs: epoch says which is read.",
        "A log of a run that failed is refused, unless unfinished=read.",
    ),
    records=Records.MAPPED,
    own_choices=(
        Choice("epoch", "what counts", "which epoch is read, where there are several, or all"),
        Choice("scorer", "what counts", "whose answer is read, where there are several scorers"),
        Choice(
            "answer",
            "header and fields",
            "what was predicted: the completion, or the answer that a scorer took from it",
            among=("completion", "scorer"),
        ),
        Choice(
            "targets",
            "list cells",
            "what several targets are: all of them gold, or any of them right",
            among=("all", "any"),
        ),
        Choice("partial", "label types", "what the score P (partial) is: a number, or none"),
        Choice("noanswer", "label types", "what the score N (no answer) is: a number, or none"),
        Choice(
            "unfinished",
            "missing predictions",
            "whether a log of a run that did not succeed is read",
            among=("refuse", "read"),
            default="refuse",
        ),
    ),
    stances={
        "repeated ids": (Stance("fixes", "a sample counts once: the rows of one epoch, or each"),),
        "label types": (LABELS_AS_WRITTEN,),
        "missing predictions": (Stance("fixes", "a sample that ended in an error has no answer"),),
    },
    read=read_inspect,
    sniff=sniff,
    extent=Extent.DOCUMENT,
)
