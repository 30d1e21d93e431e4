"""Rows of scores as JSON: floats to read, and beside them what gives the same numbers exactly."""

from fractions import Fraction
from math import isfinite

from measurand.counterfactual.issues import Issue, Kind, Numbers
from measurand.edges.formats.cf_fields import TEXT, EnoughError, Opened, as_float, as_name, whole
from measurand.edges.formats.cf_frames import IDS, WIDEST, number
from measurand.edges.formats.cf_samples import of_schema
from measurand.edges.formats.exact import exact_text
from measurand.edges.formats.json_value import Json, encode, exact, expected
from measurand.edges.formats.scorecard_fields import JsonObject
from measurand.edges.formats.walk import near_key
from measurand.pipelines.counterfactual.rows import ScoreRow, Status
from measurand.values.fault import Fault, shown
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share

ROW_SCHEMA = "cf-score/1"
_STATUSES = {status.value: status for status in Status}
_KINDS = {kind.value: kind for kind in Kind}
_PLAIN = 2**53
_MOST_DIGITS = 4000


def read_row(record: Json) -> ScoreRow | tuple[Fault, ...]:
    """Read a row, or say all that is wrong with it.

    >>> from measurand.edges.formats.json_value import Number
    >>> read_row({"schema": "cf-score/1", "sample_id": "1", "key": "orig", "status": "ok",
    ...           "metrics": {"hit": Number("0.5")}}).metric("hit")
    Share(top=Fraction(1, 2), bottom=Fraction(1, 1))
    """
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    at = Opened(record, "$", [])
    try:
        row = _row(at) if of_schema(at, ROW_SCHEMA) else None
    except EnoughError:
        row = None
    return tuple(at.faults) if row is None else row


def _row(at: Opened) -> ScoreRow | None:
    sample, key = at.need("sample_id", as_name, ""), at.need("key", _as_key, "")
    group, note = at.maybe("group_id", as_name), at.maybe("note", TEXT)
    status = at.need("status", _as_status, Status.OK)
    metrics = _metrics(at)
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


def _metrics(at: Opened) -> tuple[tuple[str, Measured], ...]:
    metrics = at.required("metrics")
    if metrics is None:
        return ()
    shares, reasons = at.under("exact"), at.under("undefined")
    for inner in filter(None, (shares, reasons)):
        for name in inner.value:
            if name not in metrics.value:
                hint = near_key(name, metrics.value)
                inner.note(
                    Fault(got=shown(name), expected="a key of metrics", hint=hint), inner.place
                )
    return tuple(
        (name, found)
        for name in metrics.value
        if (found := _measured(metrics, shares, reasons, name)) is not None
    )


def _measured(
    metrics: Opened, shares: Opened | None, reasons: Opened | None, name: str
) -> Measured | None:
    if not name:
        metrics.note(Fault(got="an empty one", expected="the name of a metric"), metrics.place)
        return None
    if metrics.value[name] is None:
        reason = None if reasons is None else reasons.maybe(name, TEXT)
        if shares is not None and shares.value.get(name) is not None:
            shares.wrong(name, "an exact one", "no number, as in metrics")
        return Undefined(reason or "")
    if reasons is not None and reasons.value.get(name) is not None:
        reasons.wrong(name, "a reason", "none, for metrics has a number")
    printed = metrics.maybe(name, as_float)
    found = None if shares is None else shares.maybe(name, _as_share)
    if shares is not None and shares.value.get(name) is not None:
        if found is not None and printed is not None and _near(found.value) != printed:
            metrics.wrong(name, f"{printed}", f"{_near(found.value)}, as exact says")
        return found
    return None if printed is None else metrics.maybe(name, _as_plain)


def _as_plain(value: Json) -> Share:
    return Share(exact(value))


def _near(value: Fraction) -> float | None:
    """Round to a float; None where it lies beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return None


def _as_share(value: Json) -> Share:
    match value:
        case [top, bottom] if (below := _as_fraction(bottom)) > 0:
            return Share(_as_fraction(top), below)
        case _:
            raise expected("[top, bottom], the bottom above 0", value)


def _as_fraction(value: Json) -> Fraction:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 2 * _MOST_DIGITS:
        top, slash, bottom = value.partition("/")
        digits = (top.removeprefix("-"), bottom if slash else "1")
        if all(part.isascii() and part.isdigit() and len(part) <= _MOST_DIGITS for part in digits):
            above, below = int(top), int(digits[1])
            if below:
                return Fraction(above, below)
    raise expected('a whole number, or a text such as "1/3"', value)


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
    written["metrics"] = {name: _printed(name, found) for name, found in row.metrics}
    shares = {name: found for name, found in row.metrics if isinstance(found, Share)}
    reasons = {name: found for name, found in row.metrics if isinstance(found, Undefined)}
    if shares:
        written["exact"] = {
            name: [_fraction_json(found.top), _fraction_json(found.bottom)]
            for name, found in shares.items()
        }
    if reasons:
        written["undefined"] = {name: found.reason for name, found in reasons.items()}
    written["issues"] = [_issue_json(issue) for issue in row.issues]
    if row.note:
        written["note"] = row.note
    return written


def _printed(name: str, found: Measured) -> Json:
    if isinstance(found, Undefined):
        return None
    near = _near(found.value)
    if near is None or not isfinite(near):
        message = f"a number that a float can hold for {name!r}: got a larger one"
        raise ValueError(message)
    return number(near)


def _fraction_json(value: Fraction) -> Json:
    if max(abs(value.numerator), value.denominator) >= 10**_MOST_DIGITS:
        message = f"fractions of at most {_MOST_DIGITS} digits: got a longer one"
        raise ValueError(message)
    whole_one = value.denominator == 1 and abs(value) < _PLAIN
    return int(value) if whole_one else exact_text(value)


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
    return number(value) if isinstance(value, float) else value


def row_text(row: ScoreRow) -> bytes:
    """Write a row as one line, with its end.

    >>> row_text(ScoreRow(sample="1"))[:38]
    b'{"schema":"cf-score/1","sample_id":"1"'

    Raises ValueError for a number that no float can hold, or a text that UTF-8 cannot.
    """
    return encode(row_json(row)) + b"\n"
