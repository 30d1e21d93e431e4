"""Rows of scores as JSON: each metric an exact number, or why there is none."""

from measurand.edges.files.json.described import (
    NAME,
    TEXTUAL,
    Field,
    Tree,
    constant,
    document_schema,
    filled,
    object_schema,
    objects,
    optional,
    or_null,
    required,
    whole,
    word,
)
from measurand.edges.files.json.fields import EnoughError, JsonObject, Opened, as_float, of_schema
from measurand.edges.files.json.metrics_json import METRIC_SCHEMAS, METRICS, metrics_json
from measurand.edges.files.json.value import Json, encode, expected, float_number
from measurand.studies.counterfactual.edge.files.frames import IDS, WIDEST
from measurand.studies.counterfactual.edge.files.samples import OLDER
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.parts import Key
from measurand.studies.counterfactual.rules import Issue, Kind, Numbers
from measurand.values.fault import Fault
from measurand.values.share import Share

ROW_SCHEMA = "cf-score/3"
READABLE = ("cf-score/2",)
"""Schemas of rows that are still read."""


def read_row(record: Json) -> ScoreRow | tuple[Fault, ...]:
    """Read a row, or say all that is wrong with it.

    >>> from measurand.edges.files.json.value import Number
    >>> read_row({"schema": "cf-score/2", "sample_id": "1", "key": "orig", "status": "ok",
    ...           "metrics": {"hit": Number("0.5")}}).metric("hit")
    Share(top=Fraction(1, 2), bottom=Fraction(1, 1))
    """
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    at = Opened(record, "$", [])
    try:
        row = _row(at) if of_schema(at, ROW_SCHEMA, OLDER, readable=READABLE) else None
    except EnoughError:
        row = None
    return tuple(at.faults) if row is None else row


_SAMPLE = required("sample_id", NAME, "")
_GROUP = optional("group_id", NAME, None)
_KEY = required(
    "key",
    filled("orig, or the name of a transform"),
    "",
    f"orig, or the name of a transform: {', '.join(key.value for key in Key)}.",
)
_STATUS = required("status", word([status.value for status in Status]), Status.OK.value)
_NOTE = optional("note", TEXTUAL, "")

_FRAME = required("frame", whole(0, WIDEST), 0, "The position of the frame, from 0.")
_KIND = required("kind", word([kind.value for kind in Kind], near=True), Kind.UNSUPPORTED.value)
_SEVERITY = required("severity", whole(1, 3), 1)
_RULE = required("rule", filled("the id of a rule"), "-")
_MESSAGE = required("message", TEXTUAL, "")


def _row(at: Opened) -> ScoreRow | None:
    sample, key, group, note = _SAMPLE.of(at), _KEY.of(at), _GROUP.of(at), _NOTE.of(at)
    status = Status(_STATUS.of(at))
    metrics, issues = METRICS.of(at), _ISSUES.of(at)
    if status is Status.NOT_EVALUATED and any(isinstance(found, Share) for _, found in metrics):
        at.wrong("metrics", "a number", "no numbers where nothing was evaluated")
    if at.faults:
        return None
    return ScoreRow(
        sample=sample,
        group=group,
        key=key,
        status=status,
        metrics=metrics,
        issues=tuple(issue for issue in issues if issue is not None),
        note=note,
    )


def _issue(at: Opened) -> Issue | None:
    before = len(at.faults)
    frame, kind, severity = _FRAME.of(at), Kind(_KIND.of(at)), _SEVERITY.of(at)
    rule, message, evidence = _RULE.of(at), _MESSAGE.of(at), _EVIDENCE.of(at)
    if len(at.faults) > before:
        return None
    return Issue(frame, kind, severity, rule, message, evidence)


def _evidence(at: Opened) -> tuple[tuple[str, Numbers], ...]:
    inner, nothing = at.under("evidence"), _NOTHING
    if inner is None:
        return ()
    return tuple((name, inner.need(name, _as_numbers, nothing)) for name in inner.value)


def _as_numbers(value: Json) -> Numbers:
    if isinstance(value, list):
        return IDS(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return as_float(value)


_NOTHING: Numbers = 0
_NUMBERS: Tree = {"anyOf": [{"type": "number"}, {"type": "array", "items": {"type": "integer"}}]}
_EVIDENCE = Field(
    "evidence", _evidence, or_null({"type": "object", "additionalProperties": _NUMBERS})
)
_ISSUES = objects("issues", "issue", _issue)
_ISSUE_FIELDS = (_FRAME, _KIND, _SEVERITY, _RULE, _MESSAGE, _EVIDENCE)
_ROW_FIELDS = (
    constant("schema", ROW_SCHEMA),
    *(_SAMPLE, _GROUP, _KEY, _STATUS, METRICS, _ISSUES, _NOTE),
)


def row_schema() -> Tree:
    """Describe a row of scores.

    >>> row_schema()["required"]
    ['schema', 'sample_id', 'key', 'status', 'metrics']
    """
    return document_schema(
        "The scores of a sample under one key, one a line of JSON Lines",
        object_schema(_ROW_FIELDS),
        {**METRIC_SCHEMAS, "issue": object_schema(_ISSUE_FIELDS)},
    )


def row_json(row: ScoreRow) -> JsonObject:
    """Write a row as a record; reading it gives the same row.

    >>> from measurand.values.share import share
    >>> row_json(ScoreRow(sample="1", metrics=(("hit", share(1, 3)),)))["metrics"]["hit"]
    {'value': '1/3', 'decimal': '0.333333333333333', 'top': '1', 'bottom': '3'}

    Raises ValueError for a number that no float can hold, for a fraction of more than 4000 digits,
    and where the numbers behind an issue share a name.
    """
    written: JsonObject = {"schema": ROW_SCHEMA, "sample_id": row.sample}
    if row.group is not None:
        written["group_id"] = row.group
    written["key"] = row.key
    written["status"] = row.status.value
    written |= metrics_json(row.metrics)
    written["issues"] = [_issue_json(issue) for issue in row.issues]
    if row.note:
        written["note"] = row.note
    return written


def _issue_json(issue: Issue) -> JsonObject:
    written: JsonObject = {
        "frame": issue.frame,
        "kind": issue.kind.value,
        "severity": issue.severity,
        "rule": issue.rule,
        "message": issue.message,
    }
    if issue.evidence:
        written["evidence"] = numbers = {n: _numbers_json(value) for n, value in issue.evidence}
        if len(numbers) < len(issue.evidence):
            message = f"numbers behind an issue with names that differ: got {list(numbers)}"
            raise ValueError(message)
    return written


def _numbers_json(value: Numbers) -> Json:
    if isinstance(value, tuple):
        return list(value)
    return float_number(value) if isinstance(value, float) else value


def row_text(row: ScoreRow) -> bytes:
    """Write a row as one line, with its end.

    >>> row_text(ScoreRow(sample="1"))[:38]
    b'{"schema":"cf-score/3","sample_id":"1"'

    Raises ValueError for a number that no float can hold, or a text that UTF-8 cannot.
    """
    return encode(row_json(row)) + b"\n"
