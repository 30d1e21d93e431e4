"""The laws of scores of sets and lists, on every corpus up to a stated size.

Sizes: every pair of subsets of three items as one sample (64 corpora) and every corpus of two
samples of subsets of two items (256), each at three places: 960 cases, for three right functions;
the 320 corpora for three definitions of this library; and every sample of lists of up to two out
of two items (49 corpora) at two places for two functions that take lists.
"""

from collections.abc import Collection, Sequence
from itertools import chain, combinations, product

import pytest

from measurand.algebra.law import Broken
from measurand.evidence.pool import pool
from measurand.laws.kinds.set_scores import Bags, Item, SetsCase, SetScore
from measurand.laws.kinds.sets import SET_F1, TUPLE_F1
from measurand.laws.kinds.subject import Subject
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.laws.adequacy import killers
from properties.laws.mutants.sets import RIGHT, WRONG
from properties.laws.mutants.tuples import RIGHT_TUPLES

OURS = {
    "f(average=macro[sample])": {"f1", "macro", "symmetric", "empty=1", "exact"},
    "f(average=micro)": {"f1", "micro", "symmetric", "empty=1", "exact"},
    "precision(average=macro[sample])": {"precision", "macro", "empty=1", "exact"},
}


def subsets(items: str) -> list[list[Item]]:
    return [
        list(chosen)
        for chosen in chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))
    ]


def corpora() -> list[tuple[list[list[Item]], list[list[Item]]]]:
    ones = [([gold], [predicted]) for gold, predicted in product(subsets("abc"), repeat=2)]
    twos = [
        ([one, two], [three, four]) for one, two, three, four in product(subsets("ab"), repeat=4)
    ]
    return [*ones, *twos]


def cases(places: Sequence[int]) -> list[SetsCase]:
    other: list[list[Item]] = [["b"]]
    return [
        SetsCase(gold, predicted, other, other, place)
        for gold, predicted in corpora()
        for place in places
    ]


def texts(items: Collection[Item]) -> tuple[str, ...]:
    return tuple(sorted(item for item in items if isinstance(item, str)))


def ours(name: str) -> SetScore:
    definition = parse(name)

    def score(gold: Bags, predicted: Bags) -> object:
        samples = [
            Sample(id=str(at), gold=texts(one), predicted=texts(other))
            for at, (one, other) in enumerate(zip(gold, predicted, strict=True))
        ]
        found = Finaliser(pool(observing(definition), samples)).score(definition).score
        return found.value if isinstance(found, Defined) else None

    return Subject(name, score, OURS[name])


@pytest.mark.parametrize("name", ["macro_f1_zero", "micro_jaccard", "by_item_precision"])
def test_no_law_breaks_for_a_right_score_in_all_960_small_cases(name: str) -> None:
    tried = cases(range(3))
    subject = next(one for one in RIGHT if one.name == name)

    assert killers(SET_F1, subject, tried) == frozenset()
    assert len(tried) == 960


@pytest.mark.parametrize("name", OURS)
def test_no_law_breaks_for_our_definitions_in_all_320_small_corpora(name: str) -> None:
    tried = cases([1])

    assert killers(SET_F1, ours(name), tried) == frozenset()
    assert len(tried) == 320


@pytest.mark.parametrize("name", ["micro_f1", "set_macro_f1"])
def test_no_law_breaks_for_a_right_score_of_lists_in_all_98_small_cases(name: str) -> None:
    lists: list[list[Item]] = [
        list(items) for size in range(3) for items in product((("a", "x"), ("b", "x")), repeat=size)
    ]
    tried = [
        SetsCase([gold], [predicted], [gold], [[]], place, listed=True)
        for gold, predicted, place in product(lists, lists, range(2))
    ]
    subject = next(one for one in RIGHT_TUPLES if one.name == name)

    assert killers(TUPLE_F1, subject, tried) == frozenset()
    assert len(tried) == 98


def test_all_320_small_corpora_catch_43_of_47_wrong_scores() -> None:
    tried = cases([1])
    left = {
        wrong.name
        for wrong in WRONG
        if not any(
            isinstance(law.check(wrong.subject, case), Broken)
            for case in tried
            for law in SET_F1.applying(frozenset(wrong.subject.claims))
        )
    }

    # Two need other names than a, b and c; two need three samples.
    assert left == {"by_length", "folded", "last_bit", "mean_of_batches"}
    assert len(WRONG) == 47
