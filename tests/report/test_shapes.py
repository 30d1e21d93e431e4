"""Shapes name fields that are there: each document's writer can be made."""

import pytest
from attrs import frozen

from measurand.edges.files.json.schema import schema_of
from measurand.edges.files.json.shapes import JsonDocument, Shapes, Writer, beside, keys
from measurand.edges.report.claims_json import AUDITS, CHECKS
from measurand.edges.report.inference_json import COMPARISONS, INTERVALS
from measurand.edges.report.laws_view import KINDS, LAWS
from measurand.edges.report.paper_view import TABLES
from measurand.edges.report.prove_json import CERTIFICATES, PROOFS, RULES
from measurand.edges.report.score_json import SCORES
from measurand.studies.causal.edge.page import json as causal
from measurand.studies.counterfactual.edge.page.json import STUDIES
from measurand.studies.review.edge.page.json import METRICS

DOCUMENTS = {
    "score": SCORES,
    "intervals": INTERVALS,
    "compare": COMPARISONS,
    "table": TABLES,
    "check": {**CHECKS, **RULES},
    "audit": AUDITS,
    "laws": {**LAWS, **KINDS},
    "prove": PROOFS,
    "certificates": CERTIFICATES,
    "review": METRICS,
    "cf": STUDIES,
    "causal run": causal.BATCHES,
    "causal compare": causal.COMPARISONS,
    "causal validity": causal.VALIDITIES,
    "causal graph": causal.GRAPHS,
    "causal explain": causal.EXPLAINED,
}


@pytest.mark.parametrize("shapes", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_every_key_names_a_field_that_is_there(shapes: Shapes) -> None:
    Writer(shapes)


def test_a_key_of_no_field_is_refused() -> None:
    @frozen
    class Point:
        x: int

    with pytest.raises(AttributeError, match="has no attribute 'z'"):
        Writer({Point: keys("x z")})


def test_a_class_inside_itself_is_drawn_once() -> None:
    @frozen
    class Tree:
        inner: "tuple[Tree, ...]"

    drawn = schema_of([JsonDocument("toy", {Tree: keys("inner")}, body=Tree)], "toy")

    assert drawn["$defs"] == {
        "Tree": {
            "type": "object",
            "required": ["inner"],
            "properties": {"inner": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
        }
    }


def test_a_type_that_no_rule_knows_is_not_drawn_as_anything() -> None:
    with pytest.raises(TypeError, match="a type that is written as JSON: got <class 'complex'>"):
        schema_of([JsonDocument("toy", {}, root=complex)], "toy")


def test_a_table_of_any_keys_does_not_stand_beside_others() -> None:
    @frozen
    class Counted:
        name: str
        counts: dict[str, int]

    shapes: Shapes = {Counted: (*keys("name"), *beside("counts"))}

    with pytest.raises(TypeError, match="beside the keys of Counted: got a table of any keys"):
        schema_of([JsonDocument("toy", shapes, body=Counted)], "toy")
