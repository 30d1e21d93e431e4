"""Logs of inspect_ai as runs: `.eval` archives and `.json` documents, whole or without samples.

An archive is read sample by sample, so one of gigabytes needs the memory of one sample, and what
numbers are made of. A `.json` document is in memory as bytes.

Python writes NaN bare, and so it stands in scores, reductions and metrics. It is kept apart from
null here, for a metric drops NaN, and takes null for 0.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec
from attrs import evolve

from measurand.auditing.runs.inspect_metrics import HARNESS
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import read_within
from measurand.edges.files.json.floats import spelled
from measurand.edges.files.json.value import FaultError, Json, decode, depth, wrong
from measurand.edges.files.runs import RunFormat
from measurand.edges.files.runs.inspect_attempts import AttemptReader
from measurand.edges.files.runs.inspect_header import LOG, Header, header_of
from measurand.edges.files.runs.inspect_printed import aggregates_of, count_of, not_numbers
from measurand.edges.files.samples.compression import (
    END,
    LOCAL,
    Member,
    members_of,
    read_member,
)
from measurand.edges.files.samples.opening import Head, opened
from measurand.edges.files.samples.tool_logs import holding
from measurand.evidence.runs import Attempt, Remark, Run, Value
from measurand.values.fault import shown

_SAMPLE = re.compile(r"samples/.+_epoch_([0-9]{1,9})\.json", re.DOTALL)
_CHUNKED = re.compile(r"samples/.+_epoch_[0-9]{1,9}/sample\.json", re.DOTALL)
_HEADER, _START, _REDUCTIONS = "header.json", "_journal/start.json", "reductions.json"
_MEMBERS = frozenset((_HEADER, _REDUCTIONS, "summaries.json", "results.json"))
_TOP = ("version", "status", "eval", "results", "stats")


class _Document(msgspec.Struct):
    """A log as one document: its samples stay bytes."""

    version: msgspec.Raw = msgspec.Raw(b"1")
    status: msgspec.Raw = msgspec.Raw(b"null")
    eval: msgspec.Raw = msgspec.Raw(b"null")
    results: msgspec.Raw = msgspec.Raw(b"null")
    reductions: msgspec.Raw = msgspec.Raw(b"null")
    stats: msgspec.Raw = msgspec.Raw(b"null")
    samples: list[msgspec.Raw] | None = None


_DOCUMENTS = msgspec.json.Decoder(_Document)


def read_inspect_log(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read a log; it is one run.

    Raises FaultError for a log that is cut, of a later layout, or has samples in pieces; OSError
    where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        archived = file.peek(4)[:4] in {LOCAL, END}
        if not archived:
            raw = read_within(file, options.max_document_bytes)
    if archived:
        with path.open("rb") as packed:
            yield _of_archive(packed, name, options)
        return
    if len(raw) > options.max_document_bytes:
        got = f"more than {options.max_document_bytes} bytes"
        raise wrong(got, "a shorter document", "convert the log to .eval, which is read in pieces")
    yield _of_document(spelled(raw), name, options)


def _of_document(raw: bytes, name: str, options: ReadOptions) -> Run:
    try:
        parts = _DOCUMENTS.decode(raw)
    except (ValueError, RecursionError):
        holding(decode(raw, max_depth=options.max_depth), ("status", "eval"), LOG)
        raise wrong("keys of other types", LOG, "is this a log of another program?") from None
    _shallow(raw, options)
    held = {key: decode(bytes(getattr(parts, key)), max_depth=options.max_depth) for key in _TOP}
    header = header_of(held, "$")
    reader = AttemptReader(header, options)
    attempts = [
        reader.attempt(bytes(one), f"$.samples[{at}]") for at, one in enumerate(parts.samples or ())
    ]
    values = dict(reader.stored(bytes(parts.reductions)))
    return _run(header, name, attempts, {**values, **(reader.paired() if attempts else {})})


def _shallow(raw: bytes, options: ReadOptions) -> None:
    """Refuse what nests deeper than reading allows, wherever in the document it stands."""
    if (levels := depth(raw)) > options.max_depth:
        raise wrong(f"{levels} levels", f"nesting of at most {options.max_depth} levels")


class _Archive:
    """The members of a log, of which each is read where it is asked for."""

    def __init__(self, file: BinaryIO, options: ReadOptions) -> None:
        self._file, self._options = file, options
        self.members = members_of(file)
        self._named: dict[str, Member] = {}
        names: set[str] = set()
        for member in self.members:
            name = member.name
            if name in names:
                raise wrong(f"{shown(name)} twice", "names that differ")
            names.add(name)
            self._known(name)
            if _SAMPLE.fullmatch(name) is None:
                self._named[name] = member

    @staticmethod
    def _known(name: str) -> None:
        if _CHUNKED.fullmatch(name):
            hint = "write the log anew with the version of inspect_ai that made it, one a sample"
            raise wrong(f"{shown(name)}, a sample in pieces", "a member for every sample", hint)
        if not (name in _MEMBERS or name.startswith("_journal/") or _SAMPLE.fullmatch(name)):
            # A name that was spoilt would hide a sample, and all its numbers would be accused.
            hint = "was the archive spoilt, or is it of a later version?"
            raise wrong(shown(name), f"members of {LOG}", hint)

    def __contains__(self, name: str) -> bool:
        return name in self._named

    def content(self, member: Member) -> bytes:
        most, expansion = self._options.max_document_bytes, self._options.max_expansion
        return spelled(read_member(self._file, member, most=most, expansion=expansion))

    def raw(self, name: str) -> bytes:
        """Give a member that is no sample."""
        with _inside(name):
            return self.content(self._named[name])

    def header(self) -> Header:
        """Read the header, or of a log that did not end how it began."""
        if _HEADER in self:
            return header_of(self._decoded(_HEADER), _HEADER)
        if _START in self:
            held = holding(self._decoded(_START), ("eval",), LOG)
            return header_of({**held, "status": "started"}, _START)
        names = ", ".join(shown(one.name) for one in self.members[:5])
        raise wrong(f"an archive with {names or 'nothing'}", f"{_HEADER} of {LOG}")

    def _decoded(self, name: str) -> Json:
        with _inside(name):
            return decode(self.content(self._named[name]), max_depth=self._options.max_depth)


def _of_archive(file: BinaryIO, name: str, options: ReadOptions) -> Run:
    archive = _Archive(file, options)
    header = archive.header()
    reader = AttemptReader(header, options)
    attempts = []
    for member in archive.members:
        place = member.name
        if named := _SAMPLE.fullmatch(place):
            with _inside(place):
                attempts.append(reader.attempt(archive.content(member), place, int(named[1])))
    # Members stand in the order in which samples ended: epochs are put in theirs.
    attempts.sort(key=lambda one: one.epoch)
    raw = archive.raw(_REDUCTIONS) if _REDUCTIONS in archive else b"null"
    with _inside(_REDUCTIONS):
        values = dict(reader.stored(raw))
    return _run(header, name, attempts, {**values, **(reader.paired() if attempts else {})})


@contextmanager
def _inside(member: str) -> Iterator[None]:
    """Name the member of what is wrong in it."""
    try:
        yield
    except FaultError as error:
        path = error.fault.path
        inside = path if path.startswith(member) else f"{member}: {path or '$'}"
        raise FaultError(evolve(error.fault, path=inside)) from None


def _run(
    header: Header,
    name: str,
    attempts: Sequence[Attempt],
    values: Mapping[str, Sequence[tuple[str, Value]]],
) -> Run:
    """Put a run together of what was read."""
    results, evaluated = header.results, header.eval
    run = Run(
        file=name,
        harness=HARNESS,
        version=header.version,
        system=str(evaluated.get("model", "")),
        task=str(evaluated.get("task", "")),
        status=header.status,
        planned=count_of(results.get("total_samples")),
        completed=count_of(results.get("completed_samples")),
        logged=count_of(results.get("logged_samples")),
        items=header.items,
        epochs=header.epochs,
        attempts=tuple(attempts) or None,
        values=values,
        usage=header.usage,
        beyond=header.beyond,
    )
    if run.logged is not None and run.planned is not None and run.logged < run.planned:
        says = f"the run was ended after {run.logged} of {run.planned} samples"
        run = evolve(run, remarks=(Remark(kind="ended early", says=says),))
    aggregates = tuple(aggregates_of(header, run))
    return evolve(run, aggregates=aggregates, remarks=(*run.remarks, *not_numbers(run, aggregates)))


def recognises(head: Head) -> bool:
    """Tell a log by the members of an archive, or by the first keys of a document.

    >>> recognises(Head(name="a.json", raw=b'{"version": 2, "status": "success", "eval": {}}'))
    True
    """
    members = {_HEADER, _START}
    if head.raw.startswith(LOCAL):
        inside = any(one in members or _SAMPLE.fullmatch(one) for one in head.entries)
        return inside or not head.entries
    start = head.raw.lstrip()
    keyed = all(key in start[:400] for key in (b'"version"', b'"status"', b'"eval"'))
    return start[:1] == b"{" and keyed


FORMAT = RunFormat(
    name=HARNESS,
    about="logs of inspect_ai",
    files=".eval, .json",
    recognises=recognises,
    read=read_inspect_log,
)
