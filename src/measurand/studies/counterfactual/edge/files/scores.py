"""Rows of scores as JSON: floats to read, and beside them what gives the same numbers exactly."""

from measurand.edges.files.fields import (
    TEXT,
    EnoughError,
    JsonObject,
    Opened,
    as_float,
    as_name,
    of_schema,
    whole,
)
from measurand.edges.files.json.metrics_json import metrics_json, read_metrics
from measurand.edges.files.json.value import Json, encode, expected, float_number
from measurand.edges.files.json.walk import near_key
from measurand.studies.counterfactual.edge.files.frames import IDS, WIDEST
from measurand.studies.counterfactual.edge.files.samples import OLDER
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.rules import Issue, Kind, Numbers
from measurand.values.fault import Fault
from measurand.values.share import Share

ROW_SCHEMA = "cf-score/2"
_STATUSES = {status.value: status for status in Status}
_KINDS = {kind.value: kind for kind in Kind}


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
        row = _row(at) if of_schema(at, ROW_SCHEMA, OLDER) else None
    except EnoughError:
        row = None
    return tuple(at.faults) if row is None else row


def _row(at: Opened) -> ScoreRow | None:
    sample, key = at.need("sample_id", as_name, ""), at.need("key", _as_key, "")
    group, note = at.maybe("group_id", as_name), at.maybe("note", TEXT)
    status = at.need("status", _as_status, Status.OK)
    metrics = read_metrics(at)
    issues = tuple(_issue(one) for one in at.each("issues") or ())
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
        note=note or "",
    )


def _as_key(value: Json) -> str:
    if isinstance(value, str) and value:
        return value
    raise expected("orig, or the name of a transform", value)


def _as_rule(value: Json) -> str:
    if isinstance(value, str) and value:
        return value
    raise expected("the id of a rule", value)


def _as_status(value: Json) -> Status:
    found = _STATUSES.get(value) if isinstance(value, str) else None
    if found is None:
        raise expected(f"one of {', '.join(_STATUSES)}", value)
    return found


def _as_kind(value: Json) -> Kind:
    found = _KINDS.get(value) if isinstance(value, str) else None
    if found is None:
        hint = near_key(value, _KINDS) if isinstance(value, str) else ""
        raise expected(f"one of {', '.join(_KINDS)}", value, hint=hint)
    return found


def _issue(at: Opened) -> Issue | None:
    before = len(at.faults)
    frame = at.need("frame", whole(0, WIDEST), 0)
    kind = at.need("kind", _as_kind, Kind.UNSUPPORTED)
    severity = at.need("severity", whole(1, 3), 1)
    rule = at.need("rule", _as_rule, "-")
    message = at.need("message", TEXT, "")
    evidence = at.under("evidence")
    numbers = () if evidence is None else tuple(_evidence(evidence))
    if len(at.faults) > before:
        return None
    return Issue(frame, kind, severity, rule, message, numbers)


def _evidence(at: Opened) -> list[tuple[str, Numbers]]:
    nothing: Numbers = 0
    return [(name, at.need(name, _as_numbers, nothing)) for name in at.value]


def _as_numbers(value: Json) -> Numbers:
    if isinstance(value, list):
        return IDS(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return as_float(value)


def row_json(row: ScoreRow) -> JsonObject:
    """Write a row as a record; reading it gives the same row.

    >>> from measurand.values.share import share
    >>> written = row_json(ScoreRow(sample="1", metrics=(("hit", share(1, 3)),)))
    >>> str(written["metrics"]["hit"]), written["exact"]
    ('0.3333333333333333', {'hit': [1, 3]})

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
    b'{"schema":"cf-score/2","sample_id":"1"'

    Raises ValueError for a number that no float can hold, or a text that UTF-8 cannot.
    """
    return encode(row_json(row)) + b"\n"
