"""Adding the exact missing prediction never lowers F1; repeating a prediction never raises it."""

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Observation
from measurand.evidence.span_matching import Assign, Scope, SpanMatch
from measurand.laws.case import Case, DefinitionLaw
from measurand.laws.steps import MISSING_PREDICTION, REPEATED_PREDICTION, WRONG_PREDICTION
from measurand.metrics.definitions import Averaged, F, Jaccard, Precision, Recall
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Average, AverageKind
from measurand.metrics.signature import parse
from measurand.values.items import Span
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Defined
from properties.strategies.cases import cases
from properties.strategies.definitions import betas
from properties.strategies.observations import pipelines

EQUALS = st.sampled_from([SetMatch(), MultisetMatch()])
STRICT = st.builds(SpanMatch, scope=st.sampled_from(Scope), assign=st.sampled_from(Assign))
KEYS = ((), ("sample",), ("document",), ("document", "sample"))
SQUAD = (Step.SQUAD,)
LAWS = (MISSING_PREDICTION, REPEATED_PREDICTION, WRONG_PREDICTION)


observations = st.builds(Observation, match=EQUALS | STRICT, normalise=pipelines)
averagings = st.sampled_from(KEYS).map(
    lambda keys: Averaging(average=Average(AverageKind.MACRO if keys else AverageKind.MICRO, keys))
)
definitions = st.one_of(
    st.builds(F, beta=betas, observation=observations, averaging=averagings),
    *(
        st.builds(metric, observation=observations, averaging=averagings)
        for metric in (Precision, Recall, Jaccard)
    ),
)


def test_a_wrong_prediction_stays_one_where_articles_and_marks_are_dropped() -> None:
    definition = F(beta=Fraction(1), observation=Observation(match=SetMatch(), normalise=SQUAD))
    case = Case(corpus=(Sample(id="1", gold=("a",), predicted=()),), rest=(), at=0, item=0)

    assert WRONG_PREDICTION.check(definition, case) == Holds()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@given(data=st.data(), definition=definitions)
def test_under_matchers_of_equal_items_and_the_default_rules(
    law: DefinitionLaw, data: st.DataObject, definition: Averaged
) -> None:
    assert not isinstance(law.check(definition, data.draw(cases(definition))), Broken)


def test_a_repeated_prediction_counts_against_a_multiset() -> None:
    # shared/research/peers.md, 3.1, D3: [q, q] against [q] is F1 2/3, not 4/3.
    definition = parse("f(match=multiset)")
    case = Case(corpus=(Sample(id="1", gold=("q",), predicted=("q",)),))

    assert REPEATED_PREDICTION.check(definition, case) == Holds()
    assert evaluate(definition, (evolve(case.corpus[0], predicted=("q", "q")),)) == Defined(
        Fraction(2, 3)
    )


def test_an_exact_prediction_may_take_the_place_of_a_similar_one() -> None:
    # F1 of 9/10 of a hit, of one and one; then of one hit, of two predictions and one gold item.
    definition = parse("f(match=greedy[similarity=given,threshold=0.5])")
    alike = (Similarity("b", "a", Fraction(9, 10)),)
    case = Case(corpus=(Sample(id="1", gold=("a",), predicted=("b",), similarities=alike),))

    assert MISSING_PREDICTION.check(definition, case) == Broken("9/10 became 2/3")


def test_a_repeated_partial_span_may_find_another_partner() -> None:
    definition = parse("f(match=spans[mode=partial])")
    gold, predicted = (Span(0, 2), Span(2, 4)), (Span(1, 3),)
    case = Case(corpus=(Sample(id="1", gold=gold, predicted=predicted),))

    # 2 * 1/2 / (1 + 2), then 2 * 1 / (2 + 2)
    assert REPEATED_PREDICTION.check(definition, case) == Broken("1/3 became 1/2")
