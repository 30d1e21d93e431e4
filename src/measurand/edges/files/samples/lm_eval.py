"""Samples of lm-evaluation-harness: JSON Lines, a row for every document and filter."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from attrs import evolve

from measurand.edges.files.json.value import (
    FaultError,
    Json,
    expected,
    is_scalar,
    json_text,
)
from measurand.edges.files.lines import Line, read_lines
from measurand.edges.files.samples.asked import undecided
from measurand.edges.files.samples.events import Bad, Event, Filtered, Rest
from measurand.edges.files.samples.guess import Guess, parsed
from measurand.edges.files.samples.head import Head
from measurand.edges.files.samples.literal import read_literal
from measurand.edges.files.samples.lm_eval_answers import as_list, response_of
from measurand.edges.files.samples.logged import (
    Logged,
    LogReader,
    RefusedError,
    decode_lenient,
    holding,
    joined,
    places_of,
    refused,
    scalar_id,
    wants,
)
from measurand.edges.files.samples.opened import opened
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.places import Place, places
from measurand.edges.files.samples.samples import Record
from measurand.evidence.source import Fields, Source
from measurand.values.fault import Fault, shown

_NAMED = re.compile(r"samples_(?P<task>.+?)(?:_\d{4}-\d{2}-\d{2}T[^_]*)?\.jsonl")
_WHERE = (("id", "doc_id"), ("gold", "target"), ("pred", "filtered_resps[0]"))
_ROW = "a row of lm-evaluation-harness"
_NO_LIST = "an answer that is no list"


def read_lm_eval(part: Part) -> Iterator[Event]:
    """Give an event for every row; rows of another filter than the one asked for are dropped.

    `id` is doc_id, behind the task where the source has several files; `gold` is target and `pred`
    the one filtered response. All other keys of a row keep their names.
    """
    try:
        yield from _Reader(part).events()
    except RefusedError as error:
        yield Bad((error.fault.at(file=part.name),))


class _Reader:
    def __init__(self, part: Part) -> None:
        self.part = part
        self.reader = LogReader(part)
        self.said = part.source.said("filter")
        self.gold, self.pred = wants(part, "gold"), wants(part, "pred")
        self.keys = (
            "doc_id",
            *(("target",) if self.gold else ()),
            *(("filtered_resps",) if self.pred else ()),
        )
        self.files = _files(part)
        self.first = self.said or None
        self.others: dict[str, None] = {}
        self.matched = False

    def events(self) -> Iterator[Event]:
        part = self.part
        self._look_ahead()
        with part.open() as file:
            most = part.options.max_line_bytes
            for line in read_lines(file, max_bytes=most, after=part.after):
                if isinstance(line, Rest):
                    yield line
                elif not line.blank:
                    yield self._event(line)
        if self.said and self.others and not self.matched and not part.start and part.end is None:
            raise refused(undecided(part, "filter", tuple(self.others)))

    def _look_ahead(self) -> None:
        """Find the filter of the first row of the source, which those of all files must have."""
        first = self.files[0] if self.files else self.part.path
        if self.said or first is None or (first == self.part.path and not self.part.start):
            return
        with opened(first, expansion=self.part.options.max_expansion) as file:
            for line in read_lines(file, max_bytes=self.part.options.max_line_bytes):
                if isinstance(line, Rest) or line.blank:
                    continue
                try:
                    self.first = _filter(holding(_decoded(line, self.part), ("doc_id",), _ROW))
                except FaultError:
                    continue
                return

    def _event(self, line: Line) -> Event:
        part = self.part
        try:
            value = holding(_decoded(line, part), self.keys, _ROW)
            name = _filter(value)
            if self.said and name != self.said:
                self.others[name] = None
                return Filtered(line=line.number, file=part.name)
            self.matched = True
            if self.first is None:
                self.first = name
            elif name != self.first:
                found = (self.first, name)
                raise refused(_at(undecided(part, "filter", found), line))
            value.setdefault("task", _task(part.name))
            nothing = self._canonical(value)
        except RefusedError as error:
            raise refused(_at(error, line)) from None
        except FaultError as error:
            return Bad((error.fault.at(file=part.name, line=line.number),), line.raw)
        record = Record(
            value=value, file=part.name, line=line.number, raw=line.raw, bases=places_of(_WHERE)
        )
        logged = Logged(record=record, number=line.number, what="line", nothing=nothing)
        return self.reader.event(logged)

    def _canonical(self, value: dict[str, Json]) -> str:
        """Put the canonical keys into a row; say why there is no answer, where there is none."""
        name = scalar_id(value["doc_id"], "$.doc_id")
        value["id"] = joined(str(value["task"]), name) if len(self.files) > 1 else name
        if self.gold:
            value["gold"] = self._target(value)
        if not self.pred:
            return ""
        answer = response_of(value)
        listed = isinstance(value.get("gold"), list)
        how = self.part.source.said("response")
        if listed and not how:
            raise refused(undecided(self.part, "response", got=shown(answer)))
        value["pred"] = as_list(answer) if listed and how == "list" else answer
        return _NO_LIST if value["pred"] is None else ""

    def _target(self, value: dict[str, Json]) -> Json:
        target, how = value["target"], self.part.source.said("target")
        if not isinstance(target, str):
            return target if not is_scalar(target) or how == "list" else json_text(target)
        if how == "text":
            return target
        if not how:
            if target[:1] + target[-1:] in {"[]", "()"}:
                raise refused(undecided(self.part, "target", got=shown(target)))
            return target
        try:
            found = read_literal(target)
        except FaultError as error:
            raise FaultError(evolve(error.fault, path="$.target")) from None
        if not isinstance(found, list):
            raise expected("a list as Python writes it", target, path="$.target")
        return found


def _files(part: Part) -> list[Path | None]:
    """List the files of the source; one whose digest is known is alone."""
    if part.source.sha256:
        return [part.path]
    return [one.path for one in places(part.source, part.root) if isinstance(one, Place)]


def _task(name: str) -> str:
    """Name the task of a file.

    >>> _task("runs/samples_gsm8k_cot_2026-01-02T03-04-05.678901.jsonl.gz")
    'gsm8k_cot'
    """
    file = PurePath(name).name.removesuffix(".gz").removesuffix(".zst")
    found = _NAMED.fullmatch(file)
    return found["task"] if found else PurePath(file).stem


def _decoded(line: Line, part: Part) -> Json:
    if not line.whole:
        most = part.options.max_line_bytes
        raise FaultError(Fault(got="more", expected=f"a line of at most {most} bytes"))
    return decode_lenient(line.content, part.options)


def _filter(value: dict[str, Json]) -> str:
    """Name the filter of a row; rows of old versions have none."""
    name = value.get("filter", "none")
    if not isinstance(name, str):
        raise expected("the name of a filter", name, path="$.filter")
    return name


def _at(error: FaultError, line: Line) -> FaultError:
    return FaultError(error.fault.at(line=line.number))


def _answered(row: dict[str, Json]) -> bool:
    try:
        response_of(row)
    except FaultError:
        return False
    return True


def seems(head: Head) -> Guess | None:
    """Tell rows of lm-evaluation-harness by their keys.

    >>> head = Head(name="samples_t.jsonl", lines=(
    ...     b'{"doc_id": 0, "target": "1", "filtered_resps": ["1"], "filter": "none"}',))
    >>> seems(head).source.format
    'lm-eval'
    """
    row = next((parsed(line) for line in head.lines if line.strip()), None)
    if not isinstance(row, dict) or not {"doc_id", "filtered_resps", "target"} <= row.keys():
        return None
    rows = [one for one in map(parsed, head.lines) if isinstance(one, dict)]
    found = sorted({str(one.get("filter", "none")) for one in rows})
    metrics = row.get("metrics")
    names = [name for name in metrics if isinstance(name, str)] if isinstance(metrics, list) else []
    amounts = tuple(sorted((name, name) for name in set(names) if name.isidentifier()))
    text = _answered(row)
    said = (
        "these are samples of lm-evaluation-harness: id is doc_id, gold is target",
        f"filters seen: {', '.join(found)}" + ("" if len(found) == 1 else ": say which"),
        "pred is the one filtered response" if text else "rows have no one answer: numbers alone",
        f"the numbers of a row are {', '.join(names) or 'not named'}",
    )
    source = Source(
        path=head.name,
        format="lm-eval",
        items="auto" if text else "none",
        fields=Fields(amounts=amounts),
    )
    return Guess(source=source, assumptions=said)
