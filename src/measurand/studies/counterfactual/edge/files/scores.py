"""Rows of scores as JSON: each metric an exact number, or why there is none.

The first line of their file is a header, which says under which options they were measured.
"""

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.described import (
    NAME,
    TEXTUAL,
    Field,
    Record,
    Tree,
    constant,
    filled,
    member,
    objects,
    or_null,
    rare,
    read_record,
    required,
    schema_text,
    whole,
)
from measurand.edges.files.json.fields import JsonObject, Opened, as_float, of_schema
from measurand.edges.files.json.metrics_json import METRICS
from measurand.edges.files.json.value import FaultError, Json, encode, float_number
from measurand.edges.files.lines import BUFFER, Line, read_lines
from measurand.edges.files.samples.record import record_of
from measurand.studies.counterfactual.edge.files.lesions import WIDEST
from measurand.studies.counterfactual.edge.files.samples import IDS, OLDER
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.options import DOCUMENTED, Options
from measurand.studies.counterfactual.parts import Key
from measurand.studies.counterfactual.rules import Issue, Kind, Numbers
from measurand.values.fault import Fault, shown
from measurand.values.option_paths import listed, with_values
from measurand.values.share import Measured, Share

ROW_SCHEMA = "cf-score/3"
HEADER = "cf-dataset/1"
READABLE = ("cf-score/2",)
"""Schemas of rows that are still read."""


def read_row(record: Json) -> ScoreRow | tuple[Fault, ...]:
    """Read a row, or say all that is wrong with it.

    >>> from measurand.edges.files.json.value import Number
    >>> read_row({"schema": "cf-score/2", "sample_id": "1", "key": "orig", "status": "ok",
    ...           "metrics": {"hit": Number("0.5")}}).metric("hit")
    Share(top=Fraction(1, 2), bottom=Fraction(1, 1))
    """

    def read(at: Opened) -> ScoreRow | None:
        return ROW.read(at) if of_schema(at, ROW_SCHEMA, OLDER, readable=READABLE) else None

    return read_record(record, read)


def row_json(row: ScoreRow) -> JsonObject:
    """Write a row as a record; reading it gives the same row.

    >>> from measurand.values.share import share
    >>> row_json(ScoreRow(sample="1", metrics=(("hit", share(1, 3)),)))["metrics"]["hit"]
    {'value': '1/3', 'decimal': '0.333333333333333', 'top': '1', 'bottom': '3'}

    Raises ValueError for a number that no float can hold, for a fraction of more than 4000 digits,
    and where the numbers behind an issue share a name.
    """
    return ROW.write(row)


def _as_numbers(value: Json) -> Numbers:
    if isinstance(value, list):
        return IDS.read(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return as_float(value)


def _evidence(at: Opened) -> tuple[tuple[str, Numbers], ...]:
    inner, nothing = at.under("evidence"), _NOTHING
    if inner is None:
        return ()
    return tuple((name, inner.need(name, _as_numbers, nothing)) for name in inner.value)


def _evidence_json(evidence: tuple[tuple[str, Numbers], ...]) -> JsonObject:
    numbers = {name: _numbers_json(value) for name, value in evidence}
    if len(numbers) < len(evidence):
        message = f"numbers behind an issue with names that differ: got {list(numbers)}"
        raise ValueError(message)
    return {"evidence": dict(numbers)} if numbers else {}


def _numbers_json(value: Numbers) -> Json:
    if isinstance(value, tuple):
        return list(value)
    return float_number(value) if isinstance(value, float) else value


def _metrics(at: Opened) -> tuple[tuple[str, Measured], ...]:
    found = METRICS.of(at)
    evaluated = at.value.get("status") != Status.NOT_EVALUATED.value
    if not evaluated and any(isinstance(one, Share) for _, one in found):
        at.wrong("metrics", "a number", "no numbers where nothing was evaluated")
    return found


_NOTHING: Numbers = 0
_NUMBERS: Tree = {"anyOf": [{"type": "number"}, {"type": "array", "items": {"type": "integer"}}]}
_RULE = filled("the id of a rule")
_KEY = filled("orig, or the name of a transform")
_KEYS = f"orig, or the name of a transform: {', '.join(key.value for key in Key)}."

ISSUE = Record(
    Issue,
    "issue",
    frame=required("frame", whole(0, WIDEST), 0, "The position of the frame, from 0."),
    kind=required("kind", member(Kind, near=True), Kind.UNSUPPORTED),
    severity=required("severity", whole(1, 3), 1),
    rule=required("rule", _RULE, ""),
    message=required("message", TEXTUAL, ""),
    evidence=Field(
        "evidence",
        _evidence,
        or_null({"type": "object", "additionalProperties": _NUMBERS}),
        written=_evidence_json,
    ),
)
ROW = Record(
    ScoreRow,
    "row",
    constant("schema", ROW_SCHEMA),
    sample=required("sample_id", NAME, ""),
    group=rare("group_id", NAME, None),
    key=required("key", _KEY, "", _KEYS),
    status=required("status", member(Status), Status.OK),
    metrics=evolve(METRICS, of=_metrics),
    issues=objects("issues", ISSUE),
    note=rare("note", TEXTUAL, ""),
)


def row_schema() -> Tree:
    """Describe a row of scores.

    >>> row_schema()["required"]
    ['schema', 'sample_id', 'key', 'status', 'metrics']
    """
    return ROW.document("The scores of a sample under one key, one a line of JSON Lines")


def row_schema_text() -> str:
    """Write the schema of score rows as the file in docs/reference holds it."""
    return schema_text(row_schema())


def row_text(row: ScoreRow) -> bytes:
    """Write a row as one line, with its end.

    >>> row_text(ScoreRow(sample="1"))[:38]
    b'{"schema":"cf-score/3","sample_id":"1"'

    Raises ValueError for a number that no float can hold, or a text that UTF-8 cannot.
    """
    return encode(row_json(row)) + b"\n"


@frozen
class Header:
    """What a file of score rows says of itself: how its reading is called, and all options."""

    profile: str
    options: Options


def header_line(header: Header) -> bytes:
    """Write a header as the first line of a file, with its end.

    >>> header_line(Header("documented", Options()))[:50]
    b'{"schema":"cf-dataset/1","profile":"documented","o'
    """
    options: Mapping[str, Json] = dict(listed(header.options))
    record: dict[str, Json] = {
        "schema": HEADER,
        "profile": header.profile,
        "options": {**options},
    }
    return encode(record) + b"\n"


def read_header(path: Path, options: ReadOptions) -> Header | Fault | None:
    """Read the header of a file; None where it has none, or cannot be read at all.

    >>> read_header(Path("no/such.jsonl"), ReadOptions()) is None
    True
    """
    try:
        with path.open("rb", buffering=BUFFER) as file:
            lines = read_lines(file, max_bytes=options.max_line_bytes)
            line = next((one for one in lines if isinstance(one, Line) and not one.blank), None)
        record = None if line is None else record_of(line, str(path), options).value
    except (OSError, ValueError, FaultError):
        return None
    if not isinstance(record, dict) or record.get("schema") != HEADER:
        return None
    return _header(record, str(path), 0 if line is None else line.number)


def _header(record: Mapping[str, Json], file: str, line: int) -> Header | Fault | None:
    values, profile = record.get("options"), record.get("profile")
    if values is None:
        return None
    place = Fault(file=file, line=line, path="$.options", got="", expected="")
    if not isinstance(values, dict):
        return _fault(place, shown(values), "an object of texts")
    texts = {name: text for name, text in values.items() if isinstance(text, str)}
    lost = next((name for name in values if name not in texts), None)
    if lost is not None:
        return _fault(place, f"{shown(values[lost])} for {shown(lost)}", "texts")
    try:
        return Header(profile if isinstance(profile, str) else "", with_values(DOCUMENTED, texts))
    except ValueError as error:
        return _fault(place, f"{len(texts)} of them", "options of a study", str(error))


def _fault(place: Fault, got: str, wanted: str, hint: str = "") -> Fault:
    found = Fault(path=place.path, got=got, expected=wanted, hint=hint)
    return found.at(file=place.file, line=place.line)
