"""The JSON Schema (draft 2020-12) of claims files, drawn from what the readers know."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import get_args

import msgspec

from measurand.audit.claims.model import Author, Relation
from measurand.audit.proofs.sheet import Fact, Kind, Role
from measurand.edges.claims.gathering import MOST_DECIMALS, SCHEMA
from measurand.edges.claims.load import MOST_FILES
from measurand.edges.claims.metrics import NAME
from measurand.edges.files.formats import FORMATS, shipped
from measurand.evidence.source import ItemKind, Separator, TagScheme
from measurand.metrics.metric import CELLS
from measurand.values.printed import Rounding, Unit

Tree = Mapping[str, object]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: Tree = {"type": "string"}
_NAME: Tree = {"type": "string", "minLength": 1}
_TRUTH: Tree = {"type": "boolean"}
_WHOLE: Tree = {"type": "integer", "minimum": 0}
_INDEX: Tree = {"type": "integer"}
_SCALAR: Tree = {"type": ["string", "number", "boolean"]}
_NUMBER: Tree = {"type": ["string", "number"]}
_DIGEST: Tree = {"type": "string", "pattern": "^([0-9a-fA-F]{64})?$"}
_WORD: Tree = {"type": "string", "pattern": f"^{NAME.pattern}$"}
_DATE: Tree = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}


def _said(what: str, schema: Tree) -> Tree:
    return {"description": what, **schema}


def _ref(name: str) -> Tree:
    return {"$ref": f"#/$defs/{name}"}


def _words(kind: Iterable[Enum]) -> Tree:
    return {"enum": [member.value for member in kind]}


def _list(items: Tree, **bounds: int) -> Tree:
    return {"type": "array", "items": items, **bounds}


def _map(values: Tree) -> Tree:
    return {"type": "object", "additionalProperties": values}


def _object(properties: Tree, *required: str) -> Tree:
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


def claims_schema() -> Tree:
    """Describe a claims file, as TOML that is read as JSON: a date is a text.

    >>> claims_schema()["required"]
    ['schema']
    """
    included = _said(
        f"Other claims files, relative to this one: at most {MOST_FILES} in all.", _list(_NAME)
    )
    properties: Tree = {
        "schema": {"const": SCHEMA},
        "title": _said("The heading of the report.", _TEXT),
        "include": included,
        "pin": _said("Demands complete definitions, and a digest for every source.", _TRUTH),
        "definitions": _said('Definitions that are used as "@name".', _map(_TEXT)),
        "metrics": _said("Metrics of one's own, by name.", _map(_ref("metric"))),
        "data": _said("Sources of samples, by name.", _map(_ref("source"))),
        "table": _said("Printed tables.", _list(_ref("table"))),
        "claim": _said("Claims beside the tables.", _list(_ref("claim"))),
    }
    return {
        "$schema": _DRAFT,
        "title": "A claims file: what was printed, from which data, under which definition",
        **_object(properties, "schema"),
        "$defs": {
            **_sources(),
            "metric": _metric(),
            "table": _table(),
            "column": _column(),
            "row": _row(),
            "space": _space(),
            **_claims(),
            **_declared(),
        },
    }


def _metric() -> Tree:
    cells = _list({"enum": list(CELLS)})
    properties: Tree = {
        "formula": _said("Of hits, predicted, gold, judged and parameters.", _NAME),
        "says": _said("What it is, in a line.", _TEXT),
        "source": _said("Where it is from.", _TEXT),
        "range": _said(
            'Two ends: whole numbers, "-inf" or "inf".', _list(_NUMBER, minItems=2, maxItems=2)
        ),
        "params": _said("The value of each parameter.", _map(_NUMBER)),
        "words": _said("Other names that tables print for it.", _list(_WORD)),
        "mirror": _said("What it is with gold and predictions exchanged.", _TEXT),
        "rises": _said("With which cells it never falls.", cells),
        "falls": _said("With which cells it never rises.", cells),
    }
    return _object(properties, "formula", "says")


def _sources() -> Tree:
    source: Tree = {
        "path": _said("A file, a folder, a pattern or -, relative to the claims file.", _NAME),
        "sha256": _DIGEST,
        "format": {"enum": list(shipped())},
        "input": _said("What a file of the format leaves open.", _choices()),
        "predictions": _said("A second file, or folder, with the predictions.", _TEXT),
        "predictions_sha256": _DIGEST,
        "items": {"enum": list(get_args(ItemKind))},
        "where": _ref("filters"),
        "predictions_where": _ref("filters"),
        "pattern": _said("How a judged pair is written as a text.", _TEXT),
        "records": _said("json: the path of the list of records.", _TEXT),
        "columns": _said("json: aligned lists.", _map(_TEXT)),
        "conll": _ref("conll"),
        "fields": _ref("fields"),
    }
    conll: Tree = {
        **dict.fromkeys(("gold", "pred"), _INDEX),
        "separator": {"enum": list(get_args(Separator))},
        "scheme": {"enum": list(get_args(TagScheme))},
        **dict.fromkeys(("document", "comment"), _TEXT),
    }
    texts = ("id", "gold", "pred", "pairs", "weight", "hits", "predicted", "gold_count")
    fields: Tree = {
        **dict.fromkeys(texts, _TEXT),
        **dict.fromkeys(("groups", "amounts", "lists"), _map(_TEXT)),
    }
    return {
        "source": _object(source, "path"),
        "filters": _map({"anyOf": [_SCALAR, _list(_SCALAR, minItems=1)]}),
        "conll": _object(conll),
        "fields": _said("Where in a record things stand: paths.", _object(fields)),
    }


def _choices() -> Tree:
    """Describe the choices of all formats; their words differ, and are held to by the reader."""
    names = dict.fromkeys(one.name for kind in shipped() for one in FORMATS[kind].choices)
    return {
        "type": "object",
        "properties": dict.fromkeys(names, _NAME),
        "additionalProperties": False,
    }


def _table() -> Tree:
    properties: Tree = {
        "name": _said("Differs from that of every other table.", _TEXT),
        "data": _said("The name of a source.", _TEXT),
        "source": _said("Where the table was printed.", _TEXT),
        "at": _ref("at"),
        "options": _ref("options"),
        "facts": _ref("facts"),
        "computed": _said("false: its cells are not computed.", _TRUTH),
        "rules": _said("Hold its numbers to what they alone prove.", _TRUTH),
        "columns": _map(_ref("column")),
        "rows": _list(_ref("row")),
        "space": _ref("space"),
    }
    return _object(properties, "name", "columns")


def _printing() -> Tree:
    return {
        "unit": _words(Unit),
        "decimals": {"type": "integer", "minimum": 0, "maximum": MOST_DECIMALS},
        "rounding": _words(Rounding),
    }


def _column() -> Tree:
    properties: Tree = {
        "definition": _said('A signature, "@name" or "unknown".', _NAME),
        "metric": _said('What is known beside definition = "unknown".', _TEXT),
        "role": _said("What the numbers are said to be.", _words(Role)),
        "of": _said("The columns that an average, difference or interval is of.", _list(_TEXT)),
        "group": _said("Columns of one group belong together.", _TEXT),
        "options": _said(
            "What is known of a column with a role alone, such as weights and equal.",
            _map(_SCALAR),
        ),
        "beta": _said("The beta of a role f; one with a definition has its own.", _NUMBER),
        **_printing(),
        "tolerance": _ref("tolerance"),
    }
    either = {"anyOf": [{"required": ["definition"]}, {"required": ["role"]}]}
    return {**_object(properties), **either}


def _row() -> Tree:
    properties: Tree = {
        "label": _TEXT,
        "where": _said("The groups of its samples.", _map(_SCALAR)),
        "data": _said("Another source than that of the table.", _TEXT),
        "options": _ref("options"),
        "cells": _said("Printed numbers by column.", _map(_NUMBER)),
        "kind": _words(Kind),
        "of": _said("The rows that an average or a total is of.", _list(_TEXT)),
        "weights": _said("Their weights.", _map(_WHOLE)),
        "facts": _ref("facts"),
        "computed": _said("false: its cells are not computed.", _TRUTH),
        "tolerance": _said("By column.", _map(_ref("tolerance"))),
        "expect": _said("By column.", _map(_ref("expect"))),
        "at": _ref("at"),
    }
    return _object(properties, "label")


def _space() -> Tree:
    values = _list(_SCALAR, minItems=1)
    properties: Tree = {
        "columns": _list(_TEXT, minItems=1),
        "any": _list(_map(values), minItems=1),
        "author": _said("measurand: made up by a tool, so it refutes nothing.", _words(Author)),
    }
    return {
        "type": "object",
        "required": ["columns"],
        "properties": properties,
        "additionalProperties": values,
    }


def _claims() -> Tree:
    common: Tree = {"id": _NAME, "at": _ref("at"), "expect": _ref("expect")}
    two: Tree = {"left": _NUMBER, "right": _NUMBER}
    scalar: Tree = {
        **common,
        "value": _NUMBER,
        "data": _TEXT,
        "where": _map(_SCALAR),
        "definition": _NAME,
        **_printing(),
        "tolerance": _ref("tolerance"),
    }
    related: Tree = {
        **common,
        **two,
        "is": _words(Relation),
        "value": _NUMBER,
        **_printing(),
        "tolerance": _ref("tolerance"),
    }
    said: Tree = {**common, **two, "says": _said('Such as "about 11x".', _NAME)}
    kinds = ("number", "relation", "prose")
    return {
        "claim": {"oneOf": [_ref(kind) for kind in kinds]},
        "number": _said("One number.", _object(scalar, "id", "value")),
        "relation": _said(
            'Two operands: "table/row/column", the id of a number, or a number.',
            _object(related, "id", "left", "right", "is"),
        ),
        "prose": _said(
            "A phrase about two operands.", _object(said, "id", "left", "right", "says")
        ),
    }


def _declared() -> Tree:
    at = {"type": "string"}
    tolerance: Tree = {"value": _said("In printed units.", _NUMBER), "reason": _NAME}
    expect: Tree = {"mismatch": _NAME, "review": _said("A date.", _DATE)}
    facts: Tree = {fact.value: _WHOLE for fact in Fact}
    return {
        "tolerance": _said("Widens what a number may be.", _object(tolerance, "value", "reason")),
        "expect": _said("It is not reproduced, and why.", _object(expect, "mismatch", "review")),
        "facts": _said("Whole numbers that the paper states.", _object(facts)),
        "options": _said("Options of definitions, by name.", _map(_SCALAR)),
        "at": _said("Where the paper prints it: paper/main.tex:212, :3-9 or no line.", at),
    }


def claims_schema_text() -> str:
    """Write the schema as the file in docs/reference holds it."""
    return msgspec.json.format(msgspec.json.encode(claims_schema()), indent=2).decode() + "\n"
