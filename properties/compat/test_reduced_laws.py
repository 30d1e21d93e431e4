"""An option that is reduced to its default has no say in any number."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.compat.canonical import reduced
from measurand.metrics.definitions import Averaged, Definition, F, Precision, Recall
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Statistic
from measurand.metrics.signature import parse, signature
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score
from properties.strategies.definitions import (
    averaged,
    averagings,
    corpora_for,
    rule_tables,
    scorable,
)
from properties.strategies.effort import third


def value(score: Score) -> object:
    """Take the number; reasons may name an option."""
    return score.value if isinstance(score, Defined) else None


@third
@given(data=st.data(), definition=averaged)
def test_a_reduced_definition_gives_the_same_number(
    data: st.DataObject, definition: Averaged
) -> None:
    corpus = data.draw(corpora_for(definition))

    assert value(evaluate(reduced(definition), corpus)) == value(evaluate(definition, corpus))


BY_ITEM = Observation(classes=ClassOf(ClassKind.ITEM))
# One sample of each kind: empty on both sides, on one, on none.
EACH_CASE = (
    Sample(id="1"),
    Sample(id="2", predicted=("a",)),
    Sample(id="3", gold=("b",)),
    Sample(id="4", gold=("a", "c"), predicted=("a",)),
)
by_rules = st.builds(
    lambda metric, rules, how: metric(observation=BY_ITEM, empty=rules, averaging=how),
    st.sampled_from((Precision, Recall, F)),
    rule_tables,
    averagings((Statistic.MEAN,), classed=True),
)


@given(definition=by_rules)
def test_rules_for_empty_units_are_reduced_to_what_they_give(definition: Averaged) -> None:
    for corpus in (EACH_CASE, EACH_CASE[:1], EACH_CASE[1:2], EACH_CASE[2:3]):
        grouped = [evolve(one, groups=(("document", one.id), ("run", "1"))) for one in corpus]

        assert value(evaluate(reduced(definition), grouped)) == value(evaluate(definition, grouped))


@third
@given(definition=scorable)
def test_reducing_twice_is_reducing_once(definition: Definition) -> None:
    once = reduced(definition)

    assert reduced(once) == once
    assert parse(signature(once)) == once
