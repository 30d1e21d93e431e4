"""The laws of every kind are enough: each wrong function is caught, no right one is accused.

And each law is needed: some wrong function is caught by it alone, or a reason is written down. What
the laws catch, the search finds in its budget of a hundred examples.
"""

import pytest
from attrs import evolve

from measurand.edges.trials.suite import Suite
from measurand.edges.trials.suites import (
    BOX_IOU,
    CHANGE,
    CLUSTERED_ERROR,
    DECLARED_LABELS,
    GRAPH_DISTANCE,
    INTERVAL,
    LABEL_SCORE,
    NUMBER_SCORE,
    P_ADJUST,
    PAIRED_TEST,
    PROBABILITY_SCORE,
    RANKING,
    RATER_AGREEMENT,
    SCORE_TABLE,
    SET_F1,
    SIGNATURE,
    SPAN_COUNTS,
    SPAN_F1,
    SPAN_MODES,
    TAGS_F1,
    TEXT_SCORE,
    TRANSFORM,
    TUPLE_F1,
    WEIGHTED_LABELS,
)
from measurand.laws.kinds.subject import Subject
from measurand.laws.kinds.texts import (
    EMPTY_ONE,
    MEAN,
    OVERLAP,
    PRECISE,
    REPLICATED,
    SHORT,
    UNCASED,
    UNMARKED,
    WORDS,
    Texts,
    TextScore,
)
from measurand.studies.counterfactual.text_overlap import bleu, rouge_l
from measurand.values.score import Undefined
from measurand.values.share import Measured
from properties.laws.adequacy import Adequacy, killers
from properties.laws.adequate import assert_adequate, drawn, judged, overlooked
from properties.laws.mutants.every import MUTANTS

Tried = tuple[Suite[..., object], Adequacy, int]
KINDS = [
    pytest.param(one, id=one[0].kind_name)
    for one in (
        (SET_F1, 50, 40),
        (TUPLE_F1, 40, 50),
        (BOX_IOU, 120, 19),
        (CHANGE, 50, 19),
        (GRAPH_DISTANCE, 150, 19),
        (TRANSFORM, 50, 19),
        (SCORE_TABLE, 60, 19),
        (CLUSTERED_ERROR, 60, 19),
        (P_ADJUST, 70, 30),
        (PAIRED_TEST, 100, 30),
        (INTERVAL, 35, 30),
        (TEXT_SCORE, 150, 19),
        (RANKING, 75, 19),
        (SIGNATURE, 100, 19),
        (LABEL_SCORE, 100, 19),
        (DECLARED_LABELS, 100, len(DECLARED_LABELS.laws)),
        (WEIGHTED_LABELS, 50, len(WEIGHTED_LABELS.laws)),
        (RATER_AGREEMENT, 75, 24),
        (PROBABILITY_SCORE, 50, 24),
        (NUMBER_SCORE, 100, 28),
        (SPAN_F1, 120, 19),
        (SPAN_MODES, 60, 5),
        (SPAN_COUNTS, 60, 5),
        (TAGS_F1, 120, 5),
    )
]
"""Suites, how many cases it takes to catch all, and the least number of wrong functions."""


@pytest.fixture(scope="module", params=KINDS)
def tried(request: pytest.FixtureRequest) -> Tried:
    suite, cases, at_least = request.param
    return suite, judged(suite, cases), at_least


def test_every_wrong_function_is_caught_no_right_one_is_accused_and_every_law_is_needed(
    tried: Tried,
) -> None:
    _, found, at_least = tried

    assert_adequate(found, at_least=at_least)


def test_the_search_finds_every_wrong_function_in_its_budget(tried: Tried) -> None:
    suite, found, _ = tried

    assert overlooked(suite, found) == []


TEXTBOOK = (
    "range",
    "identity",
    "disjoint",
    "swap",
    "sample-order",
    "missing-prediction",
)


def test_six_textbook_laws_alone_catch_less_than_half_of_the_wrong_scores_of_sets() -> None:
    kind = evolve(SET_F1.kind, laws=tuple(law for law in SET_F1.laws if law.id in TEXTBOOK))
    cases, wrong = drawn(SET_F1.cases, 100), MUTANTS[kind.name].wrong

    caught = [one for one in wrong if killers(kind, one.subject, cases, enough=1)]

    # Research for this library measured 10 of 19, with six such laws on scores of tuples.
    assert (len(kind.laws), len(caught), len(wrong)) == (len(TEXTBOOK), 17, 47)


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

    cases = drawn(TEXT_SCORE.cases, 8)

    assert [killers(TEXT_SCORE.kind, one, cases) for one in own] == [frozenset()] * 2
