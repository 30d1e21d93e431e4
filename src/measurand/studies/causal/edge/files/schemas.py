"""JSON Schemas (draft 2020-12) of records with graphs and of rows of causal scores."""

from measurand.edges.files.json.described import (
    TEXTUAL,
    Tree,
    document_schema,
    ref,
    said,
    schema_text,
)
from measurand.studies.causal.edge.files.scores import row_schema

_MAYBE_NAME: Tree = {"type": ["string", "integer", "null"]}
_MAYBE_TEXT: Tree = {"type": ["string", "null"]}
_MAYBE_TRUTH: Tree = {"type": ["boolean", "null"]}
_NAMES: Tree = {"anyOf": [TEXTUAL.schema, {"type": "array", "items": TEXTUAL.schema}]}


def _object(required: tuple[str, ...], properties: Tree) -> Tree:
    return {"type": "object", "required": list(required), "properties": properties}


def record_schema() -> Tree:
    """Describe a record; what is read beyond this is read with a note.

    >>> record_schema()["anyOf"]
    [{'required': ['enhanced_dag']}, {'required': ['dag']}]
    """
    text = {"anyOf": [_MAYBE_TEXT, {"type": "array"}]}
    properties: Tree = {
        "id": said(
            "Differs from every other one; the number of the line without one.", _MAYBE_NAME
        ),
        "group": said("The problem that the graph answers: what graphs share.", _MAYBE_NAME),
        "problem_id": said("The same, where there is no group.", _MAYBE_NAME),
        "run": _MAYBE_NAME,
        "method": _MAYBE_NAME,
        "enhanced_dag": said("The graph; it is taken before dag.", ref("graph")),
        "dag": ref("graph"),
        "problem_text": _MAYBE_TEXT,
        "reasoning_trajectory": said("The text; the parts of a list are joined.", text),
        "answer": said("The answer that was stated.", {}),
        "prediction": said("The same, where there is no answer.", {}),
        "is_correct": _MAYBE_TRUTH,
        "reference": {"anyOf": [ref("graph"), {"type": "null"}]},
    }
    graphs = {"anyOf": [{"required": ["enhanced_dag"]}, {"required": ["dag"]}]}
    return document_schema(
        "A reasoning graph with what it is about, one a line of JSON Lines",
        {**_object((), properties), **graphs},
        {"graph": _graph(), "link": _link(), "step": _step()},
    )


def _graph() -> Tree:
    properties: Tree = {
        "target_variable": said("What is asked for: a name, or several.", _NAMES),
        "knowns": said("What is given: names and values, null for a symbol.", {"type": "object"}),
        "causal_graph": {"type": "array", "items": ref("link")},
        "computation_plan": {"type": "array", "items": ref("step")},
        "expected_answer_type": _MAYBE_TEXT,
    }
    return _object((), properties)


def _link() -> Tree:
    properties: Tree = {
        "cause": _NAMES,
        "effect": _NAMES,
        "rule": said("An equation, or prose.", TEXTUAL.schema),
    }
    return _object(("cause", "effect"), properties)


def _step() -> Tree:
    ref = _object(("ref",), {"ref": said("The id of an earlier step.", TEXTUAL.schema)})
    properties: Tree = {
        "id": TEXTUAL.schema,
        "target": _NAMES,
        "inputs": {"type": "array", "items": {"anyOf": [TEXTUAL.schema, ref]}},
        "description": _MAYBE_TEXT,
    }
    return _object(("target",), properties)


def record_schema_text() -> str:
    """Write the schema of records as the file in docs/reference holds it."""
    return schema_text(record_schema())


def row_schema_text() -> str:
    """Write the schema of rows as the file in docs/reference holds it."""
    return schema_text(row_schema())
