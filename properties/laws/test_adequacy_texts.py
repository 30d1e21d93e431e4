"""The laws of scores of texts catch every wrong one, and accuse no right one."""

import pytest

from measurand.edges.trials.suites import TEXT_SCORE_2026_1
from measurand.laws.kinds.subject import Subject
from measurand.laws.kinds.texts import (
    EMPTY_ONE,
    MEAN,
    OVERLAP,
    PRECISE,
    REPLICATED,
    SHORT,
    TEXT_SCORE,
    UNCASED,
    UNMARKED,
    WORDS,
    Texts,
    TextScore,
)
from measurand.studies.counterfactual.edge.text_overlap import bleu, rouge_l
from measurand.values.score import Undefined
from measurand.values.share import Measured
from properties.laws.adequacy import Adequacy, killers
from properties.laws.adequate import assert_adequate, drawn, judged, overlooked


@pytest.fixture(scope="module")
def found() -> Adequacy:
    return judged(TEXT_SCORE_2026_1, 150)


def test_every_wrong_score_of_texts_is_caught_and_no_right_one(found: Adequacy) -> None:
    assert_adequate(found)


def test_the_search_finds_every_wrong_score_of_texts(found: Adequacy) -> None:
    assert overlooked(TEXT_SCORE_2026_1, found) == []


def _mean_of(measured: list[Measured]) -> float:
    values = [0 if isinstance(one, Undefined) else one.value for one in measured]
    return float(sum(values) / len(values))


def _rouge(references: Texts, hypotheses: Texts) -> float:
    return _mean_of([rouge_l(b, a) for a, b in zip(references, hypotheses, strict=True)])


def _bleu(references: Texts, hypotheses: Texts) -> float:
    return _mean_of([bleu(b, a) for a, b in zip(references, hypotheses, strict=True)])


def test_our_own_scores_of_texts_break_no_law_that_they_claim() -> None:
    claims = {MEAN, REPLICATED, SHORT, OVERLAP, EMPTY_ONE, WORDS}
    own: tuple[TextScore, ...] = (
        Subject("rouge_l", _rouge, claims | {PRECISE, UNCASED, UNMARKED}),
        Subject("bleu", _bleu, claims),
    )

    cases = drawn(TEXT_SCORE_2026_1.cases, 8)

    assert [killers(TEXT_SCORE, one, cases) for one in own] == [frozenset()] * 2
