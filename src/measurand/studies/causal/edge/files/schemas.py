"""JSON Schemas (draft 2020-12) of records with graphs and of rows of causal scores."""

from collections.abc import Mapping

import msgspec

from measurand.studies.causal.edge.files.scores import row_schema

Tree = Mapping[str, object]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NAME: Tree = {"type": ["string", "integer"]}
_MAYBE_NAME: Tree = {"type": ["string", "integer", "null"]}
_TEXT: Tree = {"type": "string"}
_MAYBE_TEXT: Tree = {"type": ["string", "null"]}
_MAYBE_TRUTH: Tree = {"type": ["boolean", "null"]}
_NAMES: Tree = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}


def _said(what: str, schema: Tree) -> Tree:
    return {"description": what, **schema}


def _ref(name: str) -> Tree:
    return {"$ref": f"#/$defs/{name}"}


def _object(required: tuple[str, ...], properties: Tree) -> Tree:
    return {"type": "object", "required": list(required), "properties": properties}


def record_schema() -> Tree:
    """Describe a record; what is read beyond this is read with a note.

    >>> record_schema()["anyOf"]
    [{'required': ['enhanced_dag']}, {'required': ['dag']}]
    """
    text = {"anyOf": [_MAYBE_TEXT, {"type": "array"}]}
    properties: Tree = {
        "id": _said(
            "Differs from every other one; the number of the line without one.", _MAYBE_NAME
        ),
        "group": _said("The problem that the graph answers: what graphs share.", _MAYBE_NAME),
        "problem_id": _said("The same, where there is no group.", _MAYBE_NAME),
        "run": _MAYBE_NAME,
        "method": _MAYBE_NAME,
        "enhanced_dag": _said("The graph; it is taken before dag.", _ref("graph")),
        "dag": _ref("graph"),
        "problem_text": _MAYBE_TEXT,
        "reasoning_trajectory": _said("The text; the parts of a list are joined.", text),
        "answer": _said("The answer that was stated.", {}),
        "prediction": _said("The same, where there is no answer.", {}),
        "is_correct": _MAYBE_TRUTH,
        "reference": {"anyOf": [_ref("graph"), {"type": "null"}]},
    }
    return {
        "$schema": _DRAFT,
        "title": "A reasoning graph with what it is about, one a line of JSON Lines",
        "description": "null is what is absent. Other keys are allowed and not read.",
        **_object((), properties),
        "anyOf": [{"required": ["enhanced_dag"]}, {"required": ["dag"]}],
        "$defs": {"graph": _graph(), "link": _link(), "step": _step()},
    }


def _graph() -> Tree:
    properties: Tree = {
        "target_variable": _said("What is asked for: a name, or several.", _NAMES),
        "knowns": _said("What is given: names and values, null for a symbol.", {"type": "object"}),
        "causal_graph": {"type": "array", "items": _ref("link")},
        "computation_plan": {"type": "array", "items": _ref("step")},
        "expected_answer_type": _MAYBE_TEXT,
    }
    return _object((), properties)


def _link() -> Tree:
    properties: Tree = {
        "cause": _NAMES,
        "effect": _NAMES,
        "rule": _said("An equation, or prose.", _TEXT),
    }
    return _object(("cause", "effect"), properties)


def _step() -> Tree:
    ref = _object(("ref",), {"ref": _said("The id of an earlier step.", _TEXT)})
    properties: Tree = {
        "id": _TEXT,
        "target": _NAMES,
        "inputs": {"type": "array", "items": {"anyOf": [_TEXT, ref]}},
        "description": _MAYBE_TEXT,
    }
    return _object(("target",), properties)


def record_schema_text() -> str:
    """Write the schema of records as the file in docs/reference holds it."""
    return _text(record_schema())


def row_schema_text() -> str:
    """Write the schema of rows as the file in docs/reference holds it."""
    return _text(row_schema())


def _text(schema: Tree) -> str:
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
