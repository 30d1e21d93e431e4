"""However a corpus is cut into shards, they add up to the same bits and the same score."""

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Holds
from measurand.evidence.pool import Pool, pool
from measurand.laws.invariance import PARTITION
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser, evaluate
from properties.strategies.cases import cases
from properties.strategies.definitions import corpora_for, scorable


@given(data=st.data(), definition=scorable)
def test_two_shards_are_the_whole(data: st.DataObject, definition: Definition) -> None:
    assert PARTITION.check(definition, data.draw(cases(definition))) == Holds()


@given(data=st.data(), definition=scorable)
def test_shards_dealt_out_like_cards_are_the_whole(
    data: st.DataObject, definition: Definition
) -> None:
    corpus = data.draw(corpora_for(definition, size=5))
    hands = data.draw(st.lists(st.integers(0, 3), min_size=len(corpus), max_size=len(corpus)))
    how, names = observing(definition), group_keys(definition)

    shards = [
        pool(how, [s for s, to in zip(corpus, hands, strict=True) if to == hand], names=names)
        for hand in data.draw(st.permutations(range(4)))
    ]

    whole = pool(how, corpus, names=names)
    together = sum(shards, Pool(names))
    assert together == whole
    assert repr(together.keyed.flat()) == repr(whole.keyed.flat())
    assert Finaliser(together).score(definition) == Finaliser(whole).score(definition)


@given(data=st.data(), definitions=st.lists(scorable, min_size=2, max_size=4))
def test_a_finaliser_that_scored_others_before_gives_the_same(
    data: st.DataObject, definitions: list[Definition]
) -> None:
    corpus = data.draw(corpora_for(definitions[0]))
    shared = [d for d in definitions if observing(d) == observing(definitions[0])]
    names = tuple(sorted({key for d in shared for key in group_keys(d)}))

    finaliser = Finaliser(pool(observing(definitions[0]), corpus, names=names))
    found = [finaliser.score(definition).score for definition in [*shared, *shared]]

    assert found == 2 * [evaluate(definition, corpus) for definition in shared]
