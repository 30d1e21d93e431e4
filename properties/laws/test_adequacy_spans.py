"""The laws of span scores are enough: each wrong score is caught, each law is needed."""

from functools import cache

import pytest

from measurand.edges.trials.cases.shapes import spans_cases, tags_cases
from measurand.edges.trials.suite import Suite
from measurand.laws.kinds.spans import SPAN_COUNTS, SPAN_F1, SPAN_MODES
from measurand.laws.kinds.tags import TAGS_F1
from properties.laws.adequacy import Adequacy
from properties.laws.adequate import assert_adequate, judged, overlooked

SPANS = Suite("SPANS", SPAN_F1, spans_cases(), SPAN_F1.laws)
MODES = Suite("MODES", SPAN_MODES, spans_cases(), SPAN_MODES.laws)
COUNTS = Suite("COUNTS", SPAN_COUNTS, spans_cases(), SPAN_COUNTS.laws)
TAGS = Suite("TAGS", TAGS_F1, tags_cases(), TAGS_F1.laws)


@cache
def _found(name: str) -> Adequacy:
    every = {
        SPANS.name: lambda: judged(SPANS, 120),
        MODES.name: lambda: judged(MODES, 120),
        COUNTS.name: lambda: judged(COUNTS, 120),
        TAGS.name: lambda: judged(TAGS, 120),
    }
    return every[name]()


def test_the_laws_of_span_scores_catch_every_wrong_one() -> None:
    assert_adequate(_found("SPANS"))


@pytest.mark.parametrize("suite", [MODES, COUNTS, TAGS], ids=lambda suite: suite.name)
def test_the_laws_of_modes_counts_and_tags_catch_every_wrong_one(
    suite: Suite[..., object],
) -> None:
    assert_adequate(_found(suite.name), at_least=5)


@pytest.mark.parametrize("suite", [SPANS, MODES, COUNTS, TAGS], ids=lambda suite: suite.name)
def test_the_search_finds_every_wrong_one_in_its_budget(suite: Suite[..., object]) -> None:
    assert overlooked(suite, _found(suite.name)) == []
