"""Rows of causal scores as JSON, one for each problem, with the header of their file."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from measurand.edges.files.json.described import (
    NAME,
    TEXTUAL,
    TRUTH,
    Field,
    Kind,
    Record,
    Tree,
    constant,
    document_schema,
    object_schema,
    objects,
    optional,
    rare,
    required,
    schema_text,
    whole,
    word,
)
from measurand.edges.files.json.fields import (
    TEXT,
    EnoughError,
    JsonObject,
    Opened,
    as_list,
    of_schema,
)
from measurand.edges.files.json.fields import whole as as_whole
from measurand.edges.files.json.metrics_json import METRIC_SCHEMAS, METRICS, metrics_json
from measurand.edges.files.json.value import Json, encode, expected
from measurand.studies.causal.comparing.distances import scored
from measurand.studies.causal.comparing.measures import COUNTED, SCORED
from measurand.studies.causal.graph_scores import edge_definition
from measurand.studies.causal.judging import ComponentName
from measurand.studies.causal.options import DEFAULT, PROFILES, Options, Pooling
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.values.fault import Fault, shown
from measurand.values.option_paths import listed, with_values
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share
from measurand.values.tally import Count, Tally

ROW_SCHEMA = "causal-score/2"
READABLE = ("causal-score/1",)
"""Schemas of rows that are still read."""
HEADER = "causal-dataset/1"
OUTCOMES = ("decided", "undecided", "unscored", "unasked")
BANDS = ("excellent", "good", "fair", "poor", "open")
PARTS = tuple(part.value for part in ComponentName)
_MOST = 2**40
_TALLY = ("hits", "predicted", "gold")


@frozen
class Header:
    """What a file of rows says of itself: how its reading is called, who judged, all options."""

    profile: str
    judge: str
    options: Options


def read_row(record: Json) -> CausalRow | tuple[Fault, ...]:
    """Read a row, or say all that is wrong with it.

    >>> from measurand.edges.files.json.value import Number
    >>> read_row({"schema": "causal-score/1", "id": 7, "metrics": {"cf": Number("0.5")}}).sample
    '7'
    """
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    at = Opened(record, "$", [])
    try:
        row = _row(at) if of_schema(at, ROW_SCHEMA, readable=READABLE) else None
    except EnoughError:
        row = None
    return tuple(at.faults) if row is None or at.faults else row


_ID = required("id", NAME, "")
_GROUP = optional("group", NAME, None)
_CORRECT = optional("is_correct", TRUTH, None)
_BAND = optional("band", word(BANDS), "")
_NOTE = optional("note", TEXTUAL, "")


def _row(at: Opened) -> CausalRow:
    sample, group, metrics, edges = _ID.of(at), _GROUP.of(at), METRICS.of(at), _EDGES.of(at)
    _agree(at, dict(metrics), dict(edges))
    return CausalRow(
        sample=sample,
        group=group,
        metrics=metrics,
        edges=edges,
        verdicts=_VERDICTS.of(at),
        correct=_CORRECT.of(at),
        band=_BAND.of(at),
        findings=_FINDINGS.of(at),
        note=_NOTE.of(at),
    )


def _edges(at: Opened) -> Iterator[tuple[str, Tally | Undefined]]:
    """Read the tallies of edges, or why there are none; what is wrong is noted."""
    inner = at.under("edges")
    if inner is None:
        return
    for name in inner.value:
        if name not in COUNTED:
            wanted = f"one of {', '.join(COUNTED)}"
            inner.note(Fault(got=shown(name), expected=wanted), inner.place)
        elif (found := inner.maybe(name, _as_tally)) is not None:
            yield name, found


def _agree(
    at: Opened, metrics: Mapping[str, Measured], edges: Mapping[str, Tally | Undefined]
) -> None:
    """Note where a score is not that of its tally; what graphs without edges score is an option."""
    for name, (counted, _) in SCORED.items():
        found, tally = metrics.get(name), edges.get(counted)
        if not (isinstance(found, Share) and isinstance(tally, Tally)):
            continue
        told = scored(tally, edge_definition(name, Pooling.SUMS))
        if not (tally.predicted and tally.gold and isinstance(told, Share)):
            continue
        if float(told.value) != float(found.value):
            got, wanted = f"{float(found.value)}", f"{float(told.value)}, as edges say"
            at.note(Fault(got=got, expected=wanted), at.at(f"metrics.{name}"))


def _as_tally(value: Json) -> Tally | Undefined:
    if isinstance(value, str):
        return Undefined(value)
    if isinstance(value, list) and len(value) == len(_TALLY):
        hits, predicted, gold = map(as_whole(0, _MOST), value)
        if hits <= min(predicted, gold):
            return Tally(hits, predicted, gold)
    wanted = f"[{', '.join(_TALLY)}], hits within both, or a text why not"
    raise expected(wanted, value)


def _as_texts(value: Json) -> tuple[str, ...]:
    return tuple(TEXT(one) for one in as_list(value))


_TALLIES: Tree = {
    "description": "Hits, edges of the graph, edges of the reference.",
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 3,
    "maxItems": 3,
}
_EDGES = Field(
    "edges",
    lambda at: tuple(_edges(at)),
    {
        "description": "What precision, recall and F of edges are made of.",
        "type": ["object", "null"],
        "properties": {
            name: {"anyOf": [_TALLIES, {"type": ["string", "null"]}]} for name in COUNTED
        },
        "additionalProperties": False,
    },
)
_VERDICTS = objects(
    "verdicts",
    Record(
        VerdictCount,
        "verdicts",
        part=required("part", word(PARTS), PARTS[0]),
        outcome=required("outcome", word(OUTCOMES), OUTCOMES[0]),
        layer=rare("layer", TEXTUAL, ""),
        reason=rare("reason", TEXTUAL, ""),
        count=required("count", whole(1, _MOST), 1),
    ),
)
_FINDINGS = optional(
    "findings",
    Kind(_as_texts, {"type": "array", "items": {"type": "string"}}),
    (),
    "What is odd in the graph, by name.",
)
_ROW_FIELDS = (
    constant("schema", ROW_SCHEMA),
    *(_ID, _GROUP, _CORRECT, _BAND, METRICS, _EDGES, _VERDICTS, _FINDINGS, _NOTE),
)
_PROFILE = optional("profile", TEXTUAL, "")
_JUDGE = optional("judge", TEXTUAL, "", "The signature of whoever judged.")


def _texts(at: Opened) -> dict[str, str]:
    options = at.required("options")
    return {} if options is None else {name: options.need(name, TEXT, "") for name in options.value}


_OPTIONS = Field(
    "options",
    _texts,
    {"type": "object", "additionalProperties": {"type": "string"}},
    required=True,
)
_HEADER_FIELDS = (
    constant("schema", HEADER),
    *(_PROFILE, _JUDGE),
    _OPTIONS,
)


def row_schema() -> Tree:
    """Describe a row of scores, and the header that may be the first line.

    >>> [one["required"][0] for one in row_schema()["oneOf"]]
    ['schema', 'schema']
    """
    return document_schema(
        "The scores of a reasoning graph, one a line of JSON Lines",
        {"oneOf": [object_schema(_ROW_FIELDS), object_schema(_HEADER_FIELDS)]},
        {**METRIC_SCHEMAS, **_VERDICTS.parts},
    )


def row_schema_text() -> str:
    """Write the schema of rows as the file in docs/reference holds it."""
    return schema_text(row_schema())


def row_json(row: CausalRow) -> JsonObject:
    """Write a row as a record; reading it gives the same row.

    >>> from measurand.values.share import share
    >>> row_json(CausalRow(sample="1", group=None, metrics=(("cf", share(1, 4)),)))["metrics"]
    {'cf': {'value': '1/4', 'decimal': '0.25', 'top': '1', 'bottom': '4'}}

    Raises ValueError for a number that no float can hold, a fraction of more than 4000 digits, or
    a tally of parts of edges.
    """
    written: JsonObject = {"schema": ROW_SCHEMA, "id": row.sample}
    if row.group is not None:
        written["group"] = row.group
    if row.correct is not None:
        written["is_correct"] = row.correct
    if row.band:
        written["band"] = row.band
    written |= metrics_json(row.metrics)
    if row.edges:
        written["edges"] = {name: _tally_json(one) for name, one in row.edges}
    written |= _VERDICTS.written(row.verdicts)
    if row.findings:
        written["findings"] = list(row.findings)
    if row.note:
        written["note"] = row.note
    return written


def _tally_json(one: Tally | Undefined) -> Json:
    if isinstance(one, Undefined):
        return one.reason
    return [_counted(count) for count in (one.hits, one.predicted, one.gold)]


def _counted(count: Count) -> int:
    """Take a count of edges, which is whole.

    Raises ValueError for another one.
    """
    if int(count) != count:
        message = f"a whole number of edges: got {count}"
        raise ValueError(message)
    return int(count)


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
    profile, judge, texts = _PROFILE.of(at), _JUDGE.of(at), _OPTIONS.of(at)
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
    return isinstance(record, dict) and record.get("schema") in {ROW_SCHEMA, *READABLE, HEADER}
