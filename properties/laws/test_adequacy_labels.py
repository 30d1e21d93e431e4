"""The laws of label scores are enough: each wrong score is caught, each law is needed."""

from functools import cache

import pytest

from measurand.edges.trials.cases.items import declared_cases, labels_cases, weighted_cases
from measurand.edges.trials.suite import Suite
from measurand.laws.kinds.labels import DECLARED_LABELS, LABEL_SCORE, WEIGHTED_LABELS
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked

LABELS = Suite("LABELS", LABEL_SCORE, labels_cases(), LABEL_SCORE.laws)
DECLARED = Suite("DECLARED", DECLARED_LABELS, declared_cases(), DECLARED_LABELS.laws)
WEIGHTED = Suite("WEIGHTED", WEIGHTED_LABELS, weighted_cases(), WEIGHTED_LABELS.laws)


@cache
def _found(name: str) -> Adequacy:
    every = {
        LABELS.name: lambda: judged(LABELS, 200),
        DECLARED.name: lambda: judged(DECLARED, 200),
        WEIGHTED.name: lambda: judged(WEIGHTED, 100),
    }
    return every[name]()


def test_the_laws_of_label_scores_catch_every_wrong_one() -> None:
    assert_adequate(_found("LABELS"))


def test_the_laws_of_declared_labels_catch_every_wrong_one() -> None:
    assert_adequate(_found("DECLARED"), at_least=len(DECLARED_LABELS.laws))


def test_the_laws_of_weights_catch_every_wrong_one() -> None:
    assert_adequate(_found("WEIGHTED"), at_least=len(WEIGHTED_LABELS.laws))


@pytest.mark.parametrize("suite", [LABELS, DECLARED, WEIGHTED], ids=lambda suite: suite.name)
def test_the_search_finds_every_wrong_one_in_its_budget(suite: Suite[..., object]) -> None:
    assert overlooked(suite, _found(suite.name)) == []
