"""Every tally up to a stated size: which there are, how they add, and what two lists tally to.

Sizes: 729 triples of counts from -1 to 7; 900 sums of two of the 30 tallies with counts up to 3;
1,296 pairs of lists with up to 3, 2 and 2 copies of three items, in two orders each.
"""

from itertools import product

import pytest

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.observe import tallies
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from properties.oracles.matching import multiset_tally, set_tally

SMALL = [
    Tally(hits, predicted, gold)
    for predicted, gold in product(range(4), repeat=2)
    for hits in range(min(predicted, gold) + 1)
]
COUNTS = list(product(range(4), range(3), range(3)))


def test_of_729_triples_those_are_tallies_whose_hits_fit_into_both_counts() -> None:
    triples = list(product(range(-1, 8), repeat=3))
    refused = set()
    for triple in triples:
        try:
            Tally(*triple)
        except ValueError:
            refused.add(triple)

    assert len(triples) == 729
    assert refused == {(h, p, g) for h, p, g in triples if h < 0 or h > p or h > g}


def test_the_sums_of_900_pairs_of_tallies_add_each_count_and_are_tallies() -> None:
    for one, other in product(SMALL, repeat=2):
        both = one + other
        assert both.hits == one.hits + other.hits
        assert both.predicted == one.predicted + other.predicted
        assert both.gold == one.gold + other.gold
        assert both == other + one

    assert len(SMALL) ** 2 == 900


@pytest.mark.parametrize("way", [1, -1])
def test_1296_pairs_of_lists_tally_as_sets_and_as_multisets_by_pairing_one_by_one(way: int) -> None:
    made = [
        tuple(name for name, times in zip("abc", counts, strict=True) for _ in range(times))
        for counts in COUNTS
    ]
    pairs = list(product(made, repeat=2))

    for gold, predicted in pairs:
        sample = Sample(id="1", gold=gold, predicted=predicted[::way])
        for match, oracle in ((SetMatch(), set_tally), (MultisetMatch(), multiset_tally)):
            found = tallies(Observation(match=match), sample)
            hits, size, gold_size = oracle(gold, predicted)
            assert list(found.values()) == [Tally(int(hits), size, gold_size)]

    assert len(pairs) == 1296
