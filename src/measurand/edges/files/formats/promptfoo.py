"""Results of promptfoo: a JSON document of version 3, or JSON Lines of the same rows.

A row that ended in an error has no answer and no score: what the file holds there is a filler, and
counting it as wrong would score the network. Versions differ in how they mark it, so several signs
are looked at.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, Filtered
from measurand.edges.files.json.value import FaultError, Json, expected, wrong
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess, parsed
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.edges.files.samples.record import Record
from measurand.edges.files.samples.record_reader import RecordReader, raw_of
from measurand.edges.files.samples.tool_logs import (
    decode_lenient,
    holding,
    places_of,
    reason,
    scalar_id,
    wants,
)
from measurand.evidence.formats import LABELS_AS_WRITTEN, Choice, Records, Stance
from measurand.evidence.source import Fields, Source
from measurand.values.fault import Fault, shown

_ERROR = 2
_KEYS = ("testIdx", "promptIdx", "success")
_ROW = "a row of promptfoo"
_SCORED = ("success", "score", "namedScores")
_WHERE = (("id", "testIdx"), ("pred", "response.output"))
_TABLE = "this is version 2, with a table: write the results anew with a newer promptfoo"


@telling
def read_promptfoo(part: Part) -> Iterator[Event]:
    """Give an event for every row of the one prompt and provider that is read; others are dropped.

    `id` is testIdx and `pred` the output; gold has no key of its own and is named by `fields`. A
    row that ended in an error has no answer and no score, and one whose grader failed no score.
    """
    given = _rows(part.whole().removeprefix(BOM), part)
    rows = [evolve(row, number=number) for number, row in enumerate(given, 1)]
    chosen = _chosen([row for row in rows if row.broken is None], part)
    numbers = {row.number for row in chosen}
    reader = RecordReader(part)
    _gold_named(chosen, part)
    for row in rows:
        record = Record(
            value=row.value,
            file=part.name,
            line=row.line,
            raw=row.raw,
            bases=places_of(_WHERE, row.place),
        )
        if row.broken is not None:
            yield Bad((record.placed(row.broken),), raw_of(record))
        elif row.number in numbers:
            yield _event(record, row, reader, part)
        else:
            yield Filtered(line=row.line, file=part.name)


@frozen(kw_only=True)
class _Row:
    """A row, where it stands, and what ran it; `broken` says why it cannot be read."""

    value: dict[str, Json]
    number: int = 0
    place: str = "$"
    line: int = 0
    raw: bytes = b""
    prompt: str = ""
    provider: str = ""
    label: str = ""
    broken: Fault | None = None

    @property
    def shown(self) -> str:
        return self.label or self.provider


def _rows(raw: bytes, part: Part) -> Iterator[_Row]:
    first = raw.lstrip().partition(b"\n")[0]
    short = len(first) <= part.options.max_line_bytes
    if short and "testIdx" in _keys(parsed(first)):
        for number, line in enumerate(raw.split(b"\n"), 1):
            if line.strip():
                yield _line(line, number, part)
        return
    document = decode_lenient(raw, part.options)
    results, path = _results(document)
    for at, value in enumerate(results):
        yield _row(value, f"{path}[{at}]")


def _keys(value: Json) -> Sequence[str]:
    return list(value) if isinstance(value, dict) else ()


def _results(document: Json) -> tuple[list[Json], str]:
    """Find the rows of a document.

    Raises FaultError where it is of another version, or no results.
    """
    summary, path = holding(document, ("results",), "results of promptfoo"), "$"
    inside = summary["results"]
    if isinstance(inside, dict):
        summary, path = inside, "$.results"
    if "table" in summary:
        raise expected("results of version 3", summary, path=path, hint=_TABLE)
    rows = summary.get("results")
    if not isinstance(rows, list):
        hint = f"its keys are {', '.join(map(shown, list(summary)[:8]))}" if summary else ""
        raise expected("a list of rows", rows, path=f"{path}.results", hint=hint)
    return rows, f"{path}.results"


def _line(line: bytes, number: int, part: Part) -> _Row:
    raw = line + b"\n"
    try:
        row = _row(decode_lenient(line, part.options), "$")
    except FaultError as error:
        return _Row(value={}, line=number, raw=raw, broken=error.fault)
    return evolve(row, line=number, raw=raw)


def _row(value: Json, place: str) -> _Row:
    try:
        held = holding(value, _KEYS, _ROW)
        prompt = scalar_id(held["promptIdx"], "$.promptIdx")
        return _provided(held, place, prompt)
    except FaultError as error:
        held = value if isinstance(value, dict) else {"row": value}
        return _Row(value=held, place=place, broken=error.fault)


def _provided(held: dict[str, Json], place: str, prompt: str) -> _Row:
    provider = held.get("provider")
    named = {"id": provider} if isinstance(provider, str) else provider
    texts = (named.get(key) if isinstance(named, dict) else None for key in ("id", "label"))
    name, label = (text if isinstance(text, str) else "" for text in texts)
    return _Row(value=held, place=place, prompt=prompt, provider=name, label=label)


def _chosen(rows: Sequence[_Row], part: Part) -> Sequence[_Row]:
    """Take the rows of one prompt and one provider.

    Raises FaultError where nothing was said of several.
    """
    prompt, provider = part.source.said("prompt"), part.source.said("provider")
    provided = [row for row in rows if provider in {"", row.provider, row.label}]
    if rows and not provided:
        raise undecided(part, "provider", _names(rows))
    taken = [row for row in provided if prompt in {"", row.prompt}]
    if provided and not taken:
        raise undecided(part, "prompt", _prompts(provided))
    if len(_prompts(taken)) < 2:  # noqa: PLR2004 # one prompt, or no row
        return taken
    if not provider and len(_names(taken)) > 1:
        raise undecided(part, "provider", _names(taken))
    raise undecided(part, "prompt", _prompts(taken))


def _names(rows: Sequence[_Row]) -> list[str]:
    return list(dict.fromkeys(row.shown for row in rows))


def _prompts(rows: Sequence[_Row]) -> list[str]:
    return list(dict.fromkeys(row.prompt for row in rows))


def _gold_named(rows: Sequence[_Row], part: Part) -> None:
    """Refuse to read gold where nobody said which variable it is.

    Raises FaultError listing them.
    """
    if not wants(part, "gold") or any("gold" in row.value for row in rows):
        return
    names = list(dict.fromkeys(key for row in rows for key in _keys(row.value.get("vars"))))
    listed = ", ".join(names[:8]) or "none"
    hint = (
        'say --field gold=vars.NAME, or fields = { gold = "vars.NAME" } in a claims file, or '
        f"--items none for scores alone: vars are {listed}"
    )
    raise wrong("nothing said", "the path of gold", hint, file=part.name)


def _event(record: Record, row: _Row, reader: RecordReader, part: Part) -> Event:
    value = row.value
    try:
        value["id"] = scalar_id(value["testIdx"], "$.testIdx")
        lacks = _lacks(value)
    except FaultError as error:
        return Bad((record.placed(error.fault),), raw_of(record))
    if wants(part, "pred"):
        response = value.get("response")
        output = response.get("output") if isinstance(response, dict) else None
        value["pred"] = None if _ended_in_error(value) else output
    nothing = "no output" if value.get("pred") is None else ""
    what = "line" if row.line else "element"
    at = row.line or row.number
    return reader.event(record, at, what, lacks=lacks, no=nothing)


def _lacks(value: dict[str, Json]) -> str:
    """Take away the scores of a row that has none, and say why."""
    if _ended_in_error(value):
        why = f"error: {reason(value.get('error'), 'no message')}"
    elif _grader_failed(value.get("gradingResult")):
        why = "the grader failed"
    else:
        return ""
    for name in _SCORED:
        held = value.get(name)
        value[name] = dict.fromkeys(held) if isinstance(held, dict) else None
    value["namedScores"] = value["namedScores"] or {}
    return why


def _ended_in_error(value: Mapping[str, Json]) -> bool:
    """Tell whether a row ended in an error; older versions give no reason, or 0, for that too."""
    why = value.get("failureReason")
    if why == _ERROR or (why is not None and why != 0) or value.get("success") is True:
        return why == _ERROR
    response = value.get("response")
    answered = isinstance(response, dict) and response.get("output") is not None
    return bool(value.get("error")) and not answered


def _grader_failed(grading: Json) -> bool:
    """Tell whether the grader of a row, or of one of its parts, gave no verdict."""
    left = [grading]
    while left:
        result = left.pop()
        if not isinstance(result, dict):
            continue
        metadata = result.get("metadata")
        if isinstance(metadata, dict) and metadata.get("graderError"):
            return True
        parts = result.get("componentResults")
        left.extend(parts if isinstance(parts, list) else [])
    return False


def sniff(head: Head) -> Guess | None:
    """Tell results of promptfoo by their keys.

    >>> document = {"evalId": "e", "results": {"version": 3, "results": []}}
    >>> sniff(Head(name="results.json", document=document)).source.format
    'promptfoo'
    """
    first = next((parsed(line) for line in head.lines if line.strip()), None)
    lined = isinstance(first, dict) and set(_KEYS) <= first.keys()
    start = head.raw.lstrip()[:400]
    keyed = b'"results"' in start and b'"evalId"' in start and start[:1] == b"{"
    if not (lined or keyed or _summary(head.document)):
        return None
    fields = Fields(amounts=(("score", "score"), ("success", "success")))
    said = (
        "these are results of promptfoo: id is testIdx, pred the output",
        "gold has no key of its own: name it, such as --field gold=vars.expected",
        "score and success are numbers; rows that ended in an error have none",
    )
    source = Source(path=head.name, format="promptfoo", items="none", fields=fields)
    return Guess(source=source, assumptions=said)


def _summary(document: Json) -> bool:
    inside: Mapping[str, Json] = document if isinstance(document, dict) else {}
    match inside.get("results"):
        case {"version": int(), "results": list()}:
            return True
        case _:
            return False


FORMAT = SampleFormat(
    name="promptfoo",
    about="results of promptfoo",
    files=".json, .jsonl",
    shape=('{"results": {"version": 3, "results": [{"testIdx": 0, "response": {...}}]}}',),
    gold="what fields.gold names, such as vars.expected",
    pred="response.output",
    traps=(
        "A row that ended in an error has no answer: it is no wrong one.",
        "Of several prompts and providers one is read: prompt and provider say which.",
    ),
    records=Records.MAPPED,
    own_choices=(
        Choice(
            "prompt", "what counts", "which prompt is read, by its index, where there are several"
        ),
        Choice("provider", "what counts", "which provider is read, where there are several"),
    ),
    stances={
        "list cells": (Stance("fixes", "an output is a text, or JSON"),),
        "label types": (LABELS_AS_WRITTEN,),
        "missing predictions": (Stance("fixes", "a row that ended in an error has no answer"),),
    },
    read=read_promptfoo,
    sniff=sniff,
    extent=Extent.DOCUMENT,
)
