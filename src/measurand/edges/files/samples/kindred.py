"""Records of other commands, told by what they say of themselves."""

from collections.abc import Mapping
from types import MappingProxyType

from measurand.edges.files.json.value import Json
from measurand.values.fault import Fault

_ROWS = "rows of causal scores: see `measurand causal compare` and `validity`"
_CF_ROWS = "scores of a counterfactual study: see `measurand cf stats`"
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "causal-score/1": _ROWS,
        "causal-dataset/1": _ROWS,
        "causal-answer/1": "answers of a model: see `measurand causal run --judge replay`",
        "cf-score/1": _CF_ROWS,
        "cf-score/2": _CF_ROWS,
        "cf-dataset/1": "a counterfactual study: see `measurand cf`",
        "cf-sample/1": "samples of a counterfactual study: see `measurand cf`",
    }
)
_GRAPH = "graphs of reasoning: see `measurand causal run`"
_PARTS = ("target_variable", "causal_graph")


def kind_of(record: Mapping[str, Json]) -> str | None:
    """Say what a record is, and which command reads it; None where it says nothing of that.

    >>> kind_of({"schema": "cf-score/2"})
    'scores of a counterfactual study: see `measurand cf stats`'
    >>> kind_of({"id": 1, "dag": {}})
    'graphs of reasoning: see `measurand causal run`'
    """
    schema = record.get("schema")
    told = _KINDS.get(schema) if isinstance(schema, str) else None
    if told is None and (
        isinstance(record.get("dag"), dict | list) or all(name in record for name in _PARTS)
    ):
        return _GRAPH
    return told


def other_kind(record: Json) -> Fault | None:
    """Say that a record is of another command, by its schema.

    >>> other_kind({"schema": "causal-score/1"}).got
    'causal-score/1'
    """
    schema = record.get("schema") if isinstance(record, dict) else None
    if not isinstance(schema, str) or schema not in _KINDS:
        return None
    return Fault(path="$.schema", got=schema, expected="a sample", hint=_KINDS[schema])
