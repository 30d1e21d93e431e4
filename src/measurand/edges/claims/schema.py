"""The JSON Schema (draft 2020-12) of claims files, drawn from the classes that they are read by.

A class gives its keys, their types, and which are required; `Key` adds words and bounds. Values of
the core that a file holds as they are (sources, tolerances) know no JSON Schema: what their types
do not say stands here, by key. The order of keys is the one in which a reader meets them.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Literal, get_args, get_origin

import msgspec
from attrs import NOTHING, fields

from measurand.auditing.claims.model import Author, Relation, Tolerance
from measurand.auditing.proofs.sheet import Fact
from measurand.edges.claims.draft import DraftShape
from measurand.edges.claims.shapes import (
    FILLED,
    NUMBER,
    SCALAR,
    TEXT,
    WHOLE,
    ColumnShape,
    ExpectShape,
    FileShape,
    Key,
    MetricShape,
    RelatedShape,
    RowShape,
    SaidShape,
    ScalarShape,
    TableShape,
)
from measurand.edges.files.formats import FORMATS, shipped
from measurand.edges.files.json.converter import Scalar
from measurand.edges.files.json.described import DRAFT, Tree, list_of, map_of, ref, said, words_of
from measurand.evidence.source import ConllColumns, Fields, LabelFile, Raters, Source

_DIGEST = Key(schema={"type": "string", "pattern": "^([0-9a-fA-F]{64})?$"})
_FILTERS = Key(schema=ref("filters"))
_TYPES: Mapping[object, Tree] = {
    str: TEXT,
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Fraction: NUMBER,
    Scalar: SCALAR,
    Tolerance: ref("tolerance"),
    Fields: ref("fields"),
    ConllColumns: ref("conll"),
    LabelFile: ref("labels"),
}
_ORDER: Mapping[type, str] = {
    FileShape: "schema title include pin definitions",
    TableShape: "name data source at options facts computed rules",
    ColumnShape: "definition metric role of group options",
    RowShape: "label where data options cells kind of weights",
    ScalarShape: "id at expect",
    RelatedShape: "id at expect left right is",
    SaidShape: "id at expect left right",
    ConllColumns: "gold pred separator scheme",
    Fields: "id gold pred pairs weight hits predicted gold_count",
}
"""The keys that stand first, where another order than that of the class is easier to learn."""

_NO_KEYS: Mapping[str, Key] = MappingProxyType({})


def claims_schema() -> Tree:
    """Describe a claims file, as TOML that is read as JSON: a date is a text.

    >>> claims_schema()["required"]
    ['schema']
    """
    return {
        "$schema": DRAFT,
        "title": "A claims file: what was printed, from which data, under which definition",
        **_object(FileShape),
        "$defs": {
            **_sources(),
            "metric": _object(MetricShape),
            "unconfirmed": _object(DraftShape),
            "table": _object(TableShape),
            "column": {
                **_object(ColumnShape),
                "anyOf": [{"required": ["definition"]}, {"required": ["role"]}],
            },
            "row": _object(RowShape),
            "space": _space(),
            **_claims(),
            **_declared(),
        },
    }


def _object(kind: type, keys: Mapping[str, Key] = _NO_KEYS) -> Tree:
    """Describe a table by the class that it is read by.

    A key that is no field of it is one that the reader takes off before, and requires.
    """
    parts = {part.name: part for part in fields(kind)}
    first = _ORDER.get(kind, "").split()
    names = list(dict.fromkeys((*first, *keys, *parts)))
    return {
        "type": "object",
        "required": [n for n in names if n not in parts or parts[n].default is NOTHING],
        "properties": {
            name: _property(parts[name].type if name in parts else None, keys.get(name, Key()))
            for name in names
        },
        "additionalProperties": False,
    }


def _property(kind: object, key: Key) -> Tree:
    if get_origin(kind) is Annotated:
        kind, key = get_args(kind)
    schema = _of_type(kind) if key.schema is None else key.schema
    return said(key.says, schema)


def _of_type(kind: object) -> Tree:
    """Describe what the converter takes for a type."""
    arguments = get_args(kind)
    if kind in _TYPES:
        return _TYPES[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return words_of(kind)
    if isinstance(kind, UnionType):
        [some] = (one for one in arguments if one is not NoneType)
        return _of_type(some)
    if get_origin(kind) is Literal:
        return {"enum": list(arguments)}
    element = arguments[0]
    if get_origin(element) is tuple:
        return map_of(_of_type(get_args(element)[1]))
    return list_of(_of_type(element))


def _sources() -> Mapping[str, Tree]:
    source = {
        "path": Key("A file, a folder, a pattern or -, relative to the claims file.", FILLED),
        "sha256": _DIGEST,
        "format": Key(schema={"enum": list(shipped())}),
        "input": Key("What a file of the format leaves open.", _choices()),
        "predictions": Key("A second file, or folder, with the predictions."),
        "predictions_sha256": _DIGEST,
        "items": Key(),
        "where": _FILTERS,
        "predictions_where": _FILTERS,
        "pattern": Key("How a judged pair is written as a text."),
        "records": Key("json: the path of the list of records."),
        "columns": Key("json: aligned lists."),
    }
    labels = {
        "path": Key("A file, relative to the claims file.", FILLED),
        "sha256": _DIGEST,
        "format": Key(schema={"enum": list(shipped())}),
        "input": Key(schema=_choices()),
        "raters": Key("What becomes of several labels of one sample.", words_of(Raters)),
    }
    return {
        "source": _object(Source, source),
        "filters": map_of({"anyOf": [SCALAR, list_of(SCALAR, minItems=1)]}),
        "conll": _object(ConllColumns),
        "labels": said("Labels of some samples, joined by id.", _object(LabelFile, labels)),
        "fields": said("Where in a record things stand: paths.", _object(Fields)),
    }


def _choices() -> Tree:
    """Describe the choices of all formats; their words differ, and are held to by the reader."""
    names = dict.fromkeys(one.name for kind in shipped() for one in FORMATS[kind].choices)
    return {
        "type": "object",
        "properties": dict.fromkeys(names, FILLED),
        "additionalProperties": False,
    }


def _space() -> Tree:
    """Describe a space, whose keys are options: of those only the values can be described."""
    values = list_of(SCALAR, minItems=1)
    return {
        "type": "object",
        "required": ["columns"],
        "properties": {
            "columns": list_of(TEXT, minItems=1),
            "any": list_of(map_of(values), minItems=1),
            "author": said(
                "measurand: made up by a tool, so it refutes nothing.", words_of(Author)
            ),
        },
        "additionalProperties": values,
    }


def _claims() -> Mapping[str, Tree]:
    relation = {"is": Key(schema=words_of(Relation))}
    two = 'Two operands: "table/row/column", the id of a number, or a number.'
    kinds = {
        "number": said("One number.", _object(ScalarShape)),
        "relation": said(two, _object(RelatedShape, relation)),
        "prose": said("A phrase about two operands.", _object(SaidShape)),
    }
    return {"claim": {"oneOf": [ref(kind) for kind in kinds]}, **kinds}


def _declared() -> Mapping[str, Tree]:
    tolerance = {"value": Key("In printed units."), "reason": Key(schema=FILLED)}
    facts: Tree = {
        "type": "object",
        "required": [],
        "properties": {fact.value: WHOLE for fact in Fact},
        "additionalProperties": False,
    }
    return {
        "tolerance": said("Widens what a number may be.", _object(Tolerance, tolerance)),
        "expect": said("It is not reproduced, and why.", _object(ExpectShape)),
        "facts": said("Whole numbers that the paper states.", facts),
        "options": said("Options of definitions, by name.", map_of(SCALAR)),
        "at": said("Where the paper prints it: paper/main.tex:212, :3-9 or no line.", TEXT),
    }


def claims_schema_text() -> str:
    """Write the schema as the file in docs/reference holds it."""
    return msgspec.json.format(msgspec.json.encode(claims_schema()), indent=2).decode() + "\n"
