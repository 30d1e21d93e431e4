"""Rows of causal scores as JSON, one for each problem, with the header of their file."""

from collections.abc import Callable, Collection, Mapping

from attrs import frozen

from measurand.causal.components import Part
from measurand.edges.formats.cf_fields import (
    TEXT,
    EnoughError,
    Opened,
    as_name,
    as_truth,
    whole,
)
from measurand.edges.formats.cf_samples import of_schema
from measurand.edges.formats.json_value import Json, encode, expected
from measurand.edges.formats.metrics_json import metrics_json, read_metrics
from measurand.edges.formats.scorecard_fields import JsonObject
from measurand.pipelines.causal.options import Options
from measurand.pipelines.causal.profiles import DEFAULT, PROFILES
from measurand.pipelines.causal.rows import CausalRow, VerdictCount
from measurand.pipelines.settings import listed, with_values
from measurand.values.fault import Fault

ROW_SCHEMA = "causal-score/1"
HEADER = "causal-dataset/1"
OUTCOMES = ("decided", "undecided", "unscored", "unasked")
BANDS = ("excellent", "good", "fair", "poor")
PARTS = tuple(part.value for part in Part)
_MOST = 2**40


@frozen
class Header:
    """What a file of rows says of itself: how its reading is called, who judged, all options."""

    profile: str
    judge: str
    options: Options


def read_row(record: Json) -> CausalRow | tuple[Fault, ...]:
    """Read a row, or say all that is wrong with it.

    >>> from measurand.edges.formats.json_value import Number
    >>> read_row({"schema": "causal-score/1", "id": 7, "metrics": {"cf": Number("0.5")}}).sample
    '7'
    """
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    at = Opened(record, "$", [])
    try:
        row = _row(at) if of_schema(at, ROW_SCHEMA) else None
    except EnoughError:
        row = None
    return tuple(at.faults) if row is None or at.faults else row


def _row(at: Opened) -> CausalRow:
    return CausalRow(
        sample=at.need("id", as_name, ""),
        group=at.maybe("group", as_name),
        metrics=read_metrics(at),
        verdicts=tuple(_count(one) for one in at.each("verdicts") or ()),
        correct=at.maybe("is_correct", as_truth),
        band=at.maybe("band", _as_band) or "",
        note=at.maybe("note", TEXT) or "",
    )


def _one_of(words: Collection[str]) -> Callable[[Json], str]:
    def read(value: Json) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise expected(f"one of {', '.join(words)}", value)

    return read


_as_band, _as_outcome, _as_part = map(_one_of, (BANDS, OUTCOMES, PARTS))


def _count(at: Opened) -> VerdictCount:
    return VerdictCount(
        part=at.need("part", _as_part, PARTS[0]),
        outcome=at.need("outcome", _as_outcome, OUTCOMES[0]),
        layer=at.maybe("layer", TEXT) or "",
        reason=at.maybe("reason", TEXT) or "",
        count=at.need("count", whole(1, _MOST), 1),
    )


def row_json(row: CausalRow) -> JsonObject:
    """Write a row as a record; reading it gives the same row.

    >>> from measurand.values.share import share
    >>> row_json(CausalRow(sample="1", group=None, metrics=(("cf", share(1, 4)),)))["exact"]
    {'cf': [1, 4]}

    Raises ValueError for a number that no float can hold, or a fraction of more than 4000 digits.
    """
    written: JsonObject = {"schema": ROW_SCHEMA, "id": row.sample}
    if row.group is not None:
        written["group"] = row.group
    if row.correct is not None:
        written["is_correct"] = row.correct
    if row.band:
        written["band"] = row.band
    written |= metrics_json(row.metrics)
    written["verdicts"] = [_count_json(one) for one in row.verdicts]
    if row.note:
        written["note"] = row.note
    return written


def _count_json(one: VerdictCount) -> JsonObject:
    named = {"part": one.part, "outcome": one.outcome, "layer": one.layer, "reason": one.reason}
    kept: JsonObject = {name: text for name, text in named.items() if text}
    return {**kept, "count": one.count}


def row_text(row: CausalRow) -> bytes:
    """Write a row as one line, with its end.

    Raises ValueError for a number that no float can hold, or a text that UTF-8 cannot.
    """
    return encode(row_json(row)) + b"\n"


def header_text(header: Header) -> bytes:
    """Write a header as the first line of a file, with its end.

    >>> header_text(Header("recommended", "structural/1()", Options()))[:49]
    b'{"schema":"causal-dataset/1","profile":"recommend'
    """
    options: Mapping[str, Json] = dict(listed(header.options))
    record: dict[str, Json] = {
        "schema": HEADER,
        "profile": header.profile,
        "judge": header.judge,
        "options": {**options},
    }
    return encode(record) + b"\n"


def read_header(record: Json) -> Header | tuple[Fault, ...] | None:
    """Read a header; None where the record is none.

    >>> read_header({"schema": "causal-score/1"}) is None
    True
    """
    if not isinstance(record, dict) or record.get("schema") != HEADER:
        return None
    at = Opened(record, "$", [])
    profile, judge = (at.maybe(key, TEXT) or "" for key in ("profile", "judge"))
    options = at.required("options")
    if options is None:
        return tuple(at.faults)
    texts = {name: options.need(name, TEXT, "") for name in options.value}
    if at.faults:
        return tuple(at.faults)
    try:
        return Header(profile, judge, with_values(PROFILES[DEFAULT], texts))
    except ValueError as error:
        got, wanted = f"{len(texts)} of them", "options of a run"
        return (Fault(path="$.options", got=got, expected=wanted, hint=str(error)),)


def is_row(record: Json) -> bool:
    """Tell whether a record says that it is of a file of rows.

    >>> is_row({"schema": "causal-score/1"}), is_row({"dag": {}})
    (True, False)
    """
    return isinstance(record, dict) and record.get("schema") in {ROW_SCHEMA, HEADER}
