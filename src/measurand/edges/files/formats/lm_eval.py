"""Samples of lm-evaluation-harness: JSON Lines, a row for every document and filter.

A document that was filtered in several ways stands there several times, and counts once: the rows
of one filter are read. All files of a source have the same one, so the first row of the first file
is looked at before any part is read: whichever part comes first, the answer is the same.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath

from attrs import evolve

from measurand.edges.files.events import Bad, Event, Filtered, Rest
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    decode,
    expected,
    is_scalar,
    json_text,
    wrong,
)
from measurand.edges.files.lines import Line, read_lines
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.guesses import Guess, parsed
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.edges.files.samples.python_literals import read_literal
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.record_reader import RecordReader
from measurand.edges.files.samples.source_files import Place, places
from measurand.edges.files.samples.tool_logs import (
    RefusedError,
    decode_lenient,
    holding,
    joined,
    places_of,
    refused,
    scalar_id,
    wants,
)
from measurand.evidence.formats import LABELS_AS_WRITTEN, Choice, Records, Stance
from measurand.evidence.source import Fields, Source
from measurand.values.fault import shown

_OF_WHOLE, _OF_CHOICES = (
    ("word_perplexity", "byte_perplexity", "bits_per_byte"),
    ("acc", "acc_norm"),
)
_PERPLEXITIES = frozenset(("word_perplexity", "byte_perplexity", "bits_per_byte", "perplexity"))


def response_of(value: Mapping[str, Json]) -> str:
    """Take the one answer of a row.

    >>> response_of({"filtered_resps": ["12"]})
    '12'

    Raises FaultError where it is no text; RefusedError for log-likelihoods, of choices or of whole
    texts, and for several answers: then the whole file is of another kind.
    """
    found, path = value["filtered_resps"], "$.filtered_resps"
    if not isinstance(found, list):
        raise expected("a list of responses", found, path=path)
    only = found[0] if len(found) == 1 else found
    generated = _generated(value)
    if generated is not True and (generated is False or _of_texts(value)) and _numeral(_bare(only)):
        raise refused(_no_answer(value, "log-likelihoods of whole texts", _OF_WHOLE))
    if isinstance(only, str) and (generated is True or not _pair(only)):
        return only
    pairs = found if len(found) > 1 or _pair(only) else only
    if isinstance(pairs, list) and pairs and all(map(_pair, pairs)):
        raise refused(_no_answer(value, "log-likelihoods of choices", _OF_CHOICES))
    if isinstance(only, list) and only and all(isinstance(one, str) for one in only):
        raise refused(
            expected(
                f"one answer, got {len(only)} of one document",
                only,
                path=path,
                hint="the filter keeps repeats: name the one that is read, such as"
                f" --field pred=filtered_resps{'[0]' if len(found) == 1 else ''}[0]",
            )
        )
    raise expected("a list of one text", found, path=path)


def _no_answer(value: Mapping[str, Json], what: str, usual: tuple[str, ...]) -> FaultError:
    """Say that a row holds what nobody answered, and which of its numbers can be read."""
    names = value.get("metrics")
    listed = [one for one in names if isinstance(one, str)] if isinstance(names, list) else []
    numbers = {one: _place(one, value.get(one)) for one in (*listed, *usual)}
    held = [one for one, place in numbers.items() if place]
    shown = f" ({', '.join(held[:8])})" if held else ""
    name, place = (held[0], numbers[held[0]]) if held else ("NAME", "PATH")
    return expected(
        "one answer that is a text",
        value["filtered_resps"],
        path="$.filtered_resps",
        hint=f"these are {what}: read the numbers of the row alone{shown}:"
        f" say --items none --number {name}={place}, or"
        f' items = "none" and amounts = {{ {name} = "{place}" }} in a claims file',
    )


def _place(name: str, value: Json) -> str:
    """Say where in a row a metric has its number; empty where the row has none."""
    inner = value[0] if isinstance(value, list) and value else value
    if not name.isidentifier() or isinstance(inner, bool) or not isinstance(inner, int | Number):
        return ""
    return f"{name}[0]" if isinstance(value, list) else name


def _generated(value: Mapping[str, Json]) -> bool | None:
    """Tell whether a row asked for a text, or how likely one is; None where it has no request.

    A request to generate holds how, as an object beside the prompt, or that as Python writes it.
    """
    requests = value.get("arguments")
    if isinstance(requests, dict):
        requests = list(requests.values())
    if not isinstance(requests, list) or not requests:
        return None
    parts = [list(one.values()) if isinstance(one, dict) else one for one in requests]
    beside = [part for one in parts if isinstance(one, list) for part in one[1:]]
    return any(isinstance(part, dict) or _braced(part) for part in beside)


def _braced(value: Json) -> bool:
    return isinstance(value, str) and value[:1] + value[-1:] == "{}"


def _of_texts(value: Mapping[str, Json]) -> bool:
    """Tell a row about whole texts by its metrics, or by a target that says nothing."""
    named = value.get("metrics")
    listed = named if isinstance(named, list) else []
    names = {*value, *(one for one in listed if isinstance(one, str))}
    return not names.isdisjoint(_PERPLEXITIES) or value.get("target") == ""


def _bare(value: Json) -> Json:
    """Take what stands alone in a list, and in a list of that."""
    while isinstance(value, list) and len(value) == 1:
        [value] = value
    return value


def _pair(value: Json) -> bool:
    """Tell a log-likelihood and whether it was the greediest: as texts, as one, or as they are."""
    match as_list(value) if isinstance(value, str) else value:
        case [first, "True" | "False" | bool()]:
            return _numeral(first)
        case _:
            return False


def _numeral(value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int | Number):
        return False
    try:
        float(str(value))
    except ValueError:
        return False
    return True


def as_list(text: str) -> Json:
    """Read an answer that is a list, as JSON or as Python writes it; null where it is none.

    >>> as_list("['rye']"), as_list("rye")
    (['rye'], None)
    """
    for read in (_json, read_literal):
        try:
            answer = read(text.strip())
        except FaultError:
            continue
        if isinstance(answer, list):
            return answer
    return None


def _json(text: str) -> Json:
    return decode(text.encode(), max_depth=100)


_NAMED = re.compile(r"samples_(?P<task>.+?)(?:_\d{4}-\d{2}-\d{2}T[^_]*)?\.jsonl")
_WHERE = (("id", "doc_id"), ("gold", "target"), ("pred", "filtered_resps[0]"))
_ROW = "a row of lm-evaluation-harness"
_NO_LIST = "an answer that is no list"


@telling
def read_lm_eval(part: Part) -> Iterator[Event]:
    """Give an event for every row; rows of another filter than the one asked for are dropped.

    `id` is doc_id, behind the task where the source has several files; `gold` is target and `pred`
    the one filtered response. All other keys of a row keep their names.
    """
    yield from _Reader(part).events()


class _Reader:
    def __init__(self, part: Part) -> None:
        self.part = part
        self.reader = RecordReader(part)
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
        with self.part.opened(first) as file:
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
                filters = (self.first, name)
                raise refused(_at(undecided(part, "filter", filters), line))
            value.setdefault("task", _task(part.name))
            nothing = self._canonical(value)
        except RefusedError as error:
            raise refused(_at(error, line)) from None
        except FaultError as error:
            return Bad((error.fault.at(file=part.name, line=line.number),), line.raw)
        record = Record(
            value=value, file=part.name, line=line.number, raw=line.raw, bases=places_of(_WHERE)
        )
        return self.reader.event(record, line.number, "line", no=nothing)

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
            items = read_literal(target)
        except FaultError as error:
            raise FaultError(evolve(error.fault, path="$.target")) from None
        if not isinstance(items, list):
            raise expected("a list as Python writes it", target, path="$.target")
        return items


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
    named = _NAMED.fullmatch(file)
    return named["task"] if named else PurePath(file).stem


def _decoded(line: Line, part: Part) -> Json:
    if not line.whole:
        most = part.options.max_line_bytes
        raise wrong("more", f"a line of at most {most} bytes")
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


def sniff(head: Head) -> Guess | None:
    """Tell rows of lm-evaluation-harness by their keys.

    >>> head = Head(name="samples_t.jsonl", lines=(
    ...     b'{"doc_id": 0, "target": "1", "filtered_resps": ["1"], "filter": "none"}',))
    >>> sniff(head).source.format
    'lm-eval'
    """
    row = next((parsed(line) for line in head.lines if line.strip()), None)
    if not isinstance(row, dict) or not {"doc_id", "filtered_resps", "target"} <= row.keys():
        return None
    rows = [one for one in map(parsed, head.lines) if isinstance(one, dict)]
    filters = sorted({str(one.get("filter", "none")) for one in rows})
    metrics = row.get("metrics")
    names = [name for name in metrics if isinstance(name, str)] if isinstance(metrics, list) else []
    amounts = tuple(sorted((name, name) for name in set(names) if name.isidentifier()))
    text = _answered(row)
    said = (
        "these are samples of lm-evaluation-harness: id is doc_id, gold is target",
        f"filters seen: {', '.join(filters)}" + ("" if len(filters) == 1 else ": say which"),
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


FORMAT = SampleFormat(
    name="lm-eval",
    about="samples of lm-evaluation-harness",
    files="samples_TASK_DATE.jsonl",
    shape=('{"doc_id": 0, "target": "4", "filtered_resps": ["4"], "filter": "none", ...}',),
    gold="target",
    pred="the one filtered response",
    traps=(
        "A document has a row for each filter, and counts once: filter says which is read.",
        "A target that is a list was written by Python: it is text, or a list if target says.",
    ),
    records=Records.MAPPED,
    own_choices=(
        Choice("filter", "what counts", "which filter's answers are read, where there are several"),
        Choice(
            "target",
            "list cells",
            "how target is read: as the text it is, or as a list written by Python",
            among=("text", "list"),
        ),
        Choice(
            "response",
            "list cells",
            "how the answer to a target that is a list is read: as one text, or as a list",
            among=("text", "list"),
        ),
    ),
    stances={
        "repeated ids": (
            Stance("fixes", "a document counts once: the rows of one filter are read"),
        ),
        "label types": (LABELS_AS_WRITTEN,),
        "missing predictions": (
            Stance("fixes", "an answer that is no list, where lists are read, is none"),
        ),
    },
    read=read_lm_eval,
    sniff=sniff,
)
