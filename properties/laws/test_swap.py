"""Exchanging gold and predictions exchanges precision and recall; F1 and Jaccard stay."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Broken, Holds
from measurand.edges.trials.strategies.samples import Corpus, corpora
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.sides import DroppedHits, Wildcard
from measurand.laws.case import Case, unchanged
from measurand.laws.exchange import SWAP, exchanged, mirrored
from measurand.metrics.definitions import Averaged, Definition, F, Jaccard, Precision, Recall
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import AverageKind
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from properties.strategies.cases import cases
from properties.strategies.definitions import averaged, scorable

EQUALS = st.sampled_from([SetMatch(), MultisetMatch()])


def swapped(corpus: Corpus) -> Corpus:
    """Exchange the sides of every sample."""
    return tuple(exchanged(sample, Observation()) for sample in corpus)


@given(data=st.data(), definition=averaged, match=EQUALS)
def test_matchers_of_equal_items_are_symmetric_under_every_average_but_the_weighted(
    data: st.DataObject, definition: Averaged, match: SetMatch | MultisetMatch
) -> None:
    # An item's class may hide behind its unit, so a pair may cross classes: `charge` decides.
    # A wildcard, a unit of one side, and what is left out are not the same of both sides.
    seen = definition.observation
    sides = evolve(seen.sides, answer_unit=None, dropped_hits=DroppedHits.COUNT)
    how = evolve(seen, match=match, wildcard=Wildcard(), sides=sides)
    symmetric = evolve(definition, observation=how)
    if definition.averaging.average.kind is not AverageKind.WEIGHTED:
        assert SWAP.check(symmetric, data.draw(cases(symmetric))) == Holds()


@given(definition=scorable)
def test_mirroring_twice_changes_nothing(definition: Definition) -> None:
    assert mirrored(mirrored(definition)) == definition


@given(corpus=corpora())
def test_under_the_default_rules_precision_is_the_recall_of_the_other_side(corpus: Corpus) -> None:
    for definition, other in ((Precision(), Recall()), (F(), F()), (Jaccard(), Jaccard())):
        before, after = evaluate(definition, corpus), evaluate(other, swapped(corpus))

        assert unchanged(before, after) == Holds()


def test_a_weighted_mean_is_not_symmetric() -> None:
    # shared/research/peers.md, 3.2: gold 0 0, predicted 0 1: 2/3, swapped 1/3.
    definition = parse("f(class=item,average=weighted[class])")
    pairs = [("0", "0"), ("0", "1")]
    corpus = tuple(
        Sample(id=str(at), gold=(gold,), predicted=(predicted,))
        for at, (gold, predicted) in enumerate(pairs)
    )

    assert SWAP.check(definition, Case(corpus=corpus)) == Broken("2/3 became 1/3")


def test_f_two_becomes_f_one_half_and_the_rules_change_sides() -> None:
    definition = parse("f(beta=2,gold_empty=0+skip,pred_empty=1+0)")

    assert mirrored(definition) == parse(
        "f(beta=1/2,charge=predicted,gold_empty=0+1,pred_empty=skip+0)"
    )
