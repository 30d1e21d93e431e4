"""Definitions are drawn of every kind and have corpora that they can score; numbers likewise."""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Shape
from measurand.evidence.matching import Greedy, MultisetMatch, Optimal, SetMatch, SimilarityKind
from measurand.evidence.normalise import Passes, Step
from measurand.evidence.observation import Charge, ClassKind, Credit, Missing, Observation
from measurand.evidence.sides import DroppedHits, Filling, First, Other, WildKind
from measurand.evidence.span_matching import Assign, Mode, Scope, SpanMatch
from measurand.laws.table import CATALOGUE
from measurand.metrics.definitions import (
    Auc,
    Column,
    Definition,
    Difference,
    Paired,
    Ratio,
    Shift,
    Total,
    Transition,
)
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import (
    Aggregate,
    Among,
    Base,
    Change,
    Direction,
    EmptyValue,
    Of,
    Policy,
    Statistic,
    Summing,
    Zero,
)
from measurand.metrics.signature import option_values, signature
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.sample import GOLD, PREDICTED
from measurand.values.score import Defined, Enclosed, Quantity, Root, Score, Undefined
from properties.meta.drawing import reached
from properties.strategies.cases import cases
from properties.strategies.definitions import (
    AVERAGES,
    METRICS,
    corpora_for,
    definitions,
    scorable,
)
from properties.strategies.numbers import printed, quantities
from properties.strategies.observations import observations

MATCHERS = (SetMatch, MultisetMatch, Greedy, Optimal, SpanMatch)
OPTIONS: tuple[type[Enum], ...] = (
    *(Step, Charge, ClassKind, Credit, Missing, SimilarityKind, Assign, Mode, Scope),
    *(Aggregate, Of, EmptyValue, Policy, Statistic, Summing),
    *(Passes, WildKind, Filling, DroppedHits),
    *(Zero, Change, Base, Direction, Among),
)
PAIRED = (Ratio, Transition, Shift, Difference, Auc)


def reaches(wanted: Callable[[Definition], bool]) -> bool:
    """Say whether a definition is drawn that satisfies what is wanted."""
    return reached(scorable, wanted)


@pytest.mark.parametrize("metric", [*METRICS, Total, Column, *PAIRED])
def test_every_metric_is_drawn(metric: type) -> None:
    assert reaches(lambda definition: isinstance(definition, metric))


@pytest.mark.parametrize("matcher", MATCHERS)
def test_every_matcher_is_drawn(matcher: type) -> None:
    assert reaches(
        lambda definition: (
            not isinstance(definition, Column | Paired)
            and isinstance(definition.observation.match, matcher)
        )
    )


OF_SLOTS = st.booleans().flatmap(
    lambda classed: observations(Shape.SLOTS, classed=classed, listed=True)
)
OBSERVED: dict[str, Callable[[Observation], bool]] = {
    "another list of answers": lambda how: how.sides.answer not in {GOLD, PREDICTED},
    "another list of gold": lambda how: how.sides.gold != GOLD,
    "a unit of the answers": lambda how: how.sides.answer_unit is not None,
    "the first of several slots": lambda how: any(
        isinstance(slot, First) for slot in how.sides.answer_unit or ()
    ),
    "two conditions": lambda how: len(how.sides.gold_keep) > 1,
    "forbidden values": lambda how: any(
        isinstance(condition, Other) for condition in how.sides.answer_keep
    ),
    "what is left out under a wildcard": lambda how: (
        how.sides.dropped_hits is DroppedHits.LEAVE_OUT
        and bool(how.sides.gold_keep)
        and how.wildcard.kind is not WildKind.OFF
    ),
    "a wildcard with classes": lambda how: (
        how.wildcard.kind is WildKind.BOTH and how.classes.kind is not ClassKind.NONE
    ),
}


@pytest.mark.parametrize("name", OBSERVED)
def test_observations_reach(name: str) -> None:
    assert reached(OF_SLOTS, OBSERVED[name])


@pytest.mark.parametrize("average", AVERAGES, ids=str)
def test_every_average_is_drawn(average: object) -> None:
    assert reaches(
        lambda definition: (
            not isinstance(definition, Total | Column | Paired)
            and definition.averaging.average == average
        )
    )


@pytest.mark.parametrize("value", [member for kind in OPTIONS for member in kind], ids=str)
def test_every_value_of_every_option_is_drawn(value: Enum) -> None:
    assert reaches(lambda definition: str(value.value) in said_of(definition))


@cache
def said_of(definition: Definition) -> str:
    """Write all options; each definition that was drawn is asked for every value of every one."""
    return str(option_values(definition))


SCORED = scorable.flatmap(
    lambda definition: corpora_for(definition).map(lambda corpus: evaluate(definition, corpus))
)
SCORES: dict[str, Callable[[Score], bool]] = {
    "0": lambda found: isinstance(found, Defined) and found.value == 0,
    "1": lambda found: isinstance(found, Defined) and found.value == 1,
    "something between": lambda found: (
        isinstance(found, Defined) and isinstance(found.value, Fraction) and 0 < found.value < 1
    ),
    "a root": lambda found: isinstance(found, Defined) and isinstance(found.value, Root),
    "undefined": lambda found: isinstance(found, Undefined),
}


@pytest.mark.parametrize("name", SCORES)
def test_scores_reach(name: str) -> None:
    assert reached(SCORED, SCORES[name])


@given(data=st.data(), definition=scorable)
def test_a_drawn_corpus_can_be_scored(data: st.DataObject, definition: Definition) -> None:
    evaluate(definition, data.draw(corpora_for(definition)))


@pytest.mark.parametrize("name", CATALOGUE)
@settings(max_examples=5)
@given(data=st.data())
def test_a_drawn_case_can_be_scored(name: str, data: st.DataObject) -> None:
    case = data.draw(cases(CATALOGUE[name]))

    evaluate(CATALOGUE[name], case.corpus + case.rest)


def test_names_are_drawn_that_a_signature_must_quote() -> None:
    assert reached(definitions, lambda definition: '\\"' in signature(definition))


NUMBERS: dict[str, Callable[[Printed], bool]] = {
    "a negative one": lambda number: number.value < 0,
    "zero": lambda number: number.value == 0,
    "one without decimals": lambda number: number.decimals == 0,
    "zeros at the end": lambda number: number.decimals > 1 and number.value.denominator == 1,
}


@pytest.mark.parametrize("name", NUMBERS)
def test_printed_numbers_reach(name: str) -> None:
    assert reached(printed, NUMBERS[name])


@pytest.mark.parametrize("rounding", Rounding)
@pytest.mark.parametrize("unit", Unit)
def test_printed_numbers_have_every_unit_and_rounding(unit: Unit, rounding: Rounding) -> None:
    assert reached(printed, lambda number: (number.unit, number.rounding) == (unit, rounding))


def test_quantities_reach_ties_and_roots() -> None:
    def tie(value: Quantity) -> bool:
        return isinstance(value, Fraction) and (value * 2000) % 2 == 1

    def root(value: Quantity) -> bool:
        return isinstance(value, Root) and not value.negative

    def negative_root(value: Quantity) -> bool:
        return isinstance(value, Root) and value.negative

    assert reached(quantities, tie)
    assert reached(quantities, root)

    def sum_of_roots(value: Quantity) -> bool:
        return isinstance(value, Enclosed) and bool(value.rational)

    assert reached(quantities, negative_root)
    assert reached(quantities, sum_of_roots)
