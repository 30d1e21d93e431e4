"""Shapes name fields that are there: each document's writer can be made."""

import pytest
from attrs import frozen

from measurand.edges.files.json.shapes import Shapes, Writer, keys
from measurand.edges.report.claims_json import AUDITS, CHECKS
from measurand.edges.report.inference_json import COMPARISONS, INTERVALS
from measurand.edges.report.laws_view import KINDS, LAWS
from measurand.edges.report.paper_view import TABLES
from measurand.edges.report.prove_json import CERTIFICATES, PROOFS, RULES
from measurand.edges.report.score_json import SCORES
from measurand.studies.causal.edge.page import json as causal
from measurand.studies.counterfactual.edge.page.json import STUDIES
from measurand.studies.review.edge.page.view import METRICS

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
