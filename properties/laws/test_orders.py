"""No order plays a part: not that of the samples, nor that of items, but for the greedy matcher."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.evidence.matching import Greedy
from measurand.laws.case import Case, comparing
from measurand.laws.invariance import ITEM_ORDER, SAMPLE_ORDER
from measurand.metrics.definitions import Definition
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Defined
from properties.strategies.cases import cases
from properties.strategies.definitions import scorable


def takes_no_turn(definition: Definition) -> bool:
    """Say whether a definition matches in no order given."""
    how = comparing(definition)
    return how is None or not isinstance(how.match, Greedy)


@given(data=st.data(), definition=scorable)
def test_the_order_of_samples_plays_no_part(data: st.DataObject, definition: Definition) -> None:
    assert SAMPLE_ORDER.check(definition, data.draw(cases(definition))) == Holds()


def slotted(polarity: str) -> Slots:
    """Make an opinion on one aspect."""
    return Slots.of({"aspect": "price", "polarity": polarity})


# Items that are compared by their aspect alone, but differ in their class.
HIDDEN = Case(
    corpus=(Sample(id="1", gold=(slotted("bad"), slotted("good")), predicted=(slotted("good"),)),)
)


@given(data=st.data(), definition=scorable.filter(takes_no_turn))
def test_the_order_of_items_plays_no_part(data: st.DataObject, definition: Definition) -> None:
    assert not isinstance(ITEM_ORDER.check(definition, data.draw(cases(definition))), Broken)


@pytest.mark.parametrize("match", ["set", "multiset"])
def test_the_order_of_items_that_hide_their_class_plays_no_part(match: str) -> None:
    definition = parse(f"f(unit=aspect,class=field[polarity],match={match},average=macro[class])")

    assert ITEM_ORDER.check(definition, HIDDEN) == Holds()


def test_the_class_of_an_item_is_normalised_whichever_came_first() -> None:
    # Found by the oracle: the class of a slot tuple was the text of the first one, as written.
    definition = parse("f(normalise=lower,class=item,average=macro[class],over=gold)")
    upper, lower = (Slots.of({"aspect": text}) for text in "Aa")

    corpora = [
        (Sample(id="1", gold=(upper,), predicted=items),)
        for items in ((upper, lower), (lower, upper))
    ]

    assert [evaluate(definition, corpus) for corpus in corpora] == 2 * [Defined(Fraction(1))]


@pytest.mark.parametrize("mode", ["strict", "exact", "partial", "type", "iou"])
@pytest.mark.parametrize("assign", ["greedy", "optimal"])
def test_spans_that_nervaluate_counts_by_list_order_count_alike(mode: str, assign: str) -> None:
    # shared/research/peers.md, 3.1, D4
    definition = parse(f"f(match=spans[mode={mode},assign={assign}],average=micro)")
    gold = (Span(0, 2, "A"), Span(2, 3, "A"))
    predicted = (Span(1, 3, "A"), Span(0, 1, "A"))
    case = Case(corpus=(Sample(id="1", gold=gold, predicted=predicted),))

    assert ITEM_ORDER.check(definition, case) == Holds()


def test_the_greedy_matcher_depends_on_the_order_of_predictions() -> None:
    definition = parse("recall(match=greedy[similarity=given,threshold=0.5])")
    alike = [("p", "x", "0.9"), ("p", "y", "0.8"), ("q", "x", "0.85")]
    sample = Sample(
        id="1",
        gold=("x", "y"),
        predicted=("p", "q"),
        similarities=tuple(Similarity(p, g, Fraction(value)) for p, g, value in alike),
    )

    # p takes x, q is left out: 0.9 of 2; the other way round q takes x and p takes y: 1.65 of 2.
    assert ITEM_ORDER.check(definition, Case(corpus=(sample,))) == Broken("9/20 became 33/40")
