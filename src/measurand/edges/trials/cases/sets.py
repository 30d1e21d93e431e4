"""Samples of sets: few items, so that they meet, miss and are empty often."""

from collections.abc import Sequence
from itertools import combinations, product

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from measurand.laws.kinds.set_scores import Item, SetsCase

Bag = tuple[Item, ...]
Pair = tuple[Bag, Bag]

ITEMS: tuple[Item, ...] = ("a", "b", "A", "bb")
"""Items of sets; some differ in case or in length only."""

SETS: tuple[Bag, ...] = tuple(
    chosen for size in range(len(ITEMS) + 1) for chosen in combinations(ITEMS, size)
)
"""Every set of items, the smallest first."""


def cases_of(bags: Sequence[Bag], *, listed: bool) -> SearchStrategy[SetsCase]:
    """Draw cases of one to five samples, whose sides are among `bags`.

    >>> from hypothesis import find
    >>> case = find(cases_of([("a",)], listed=True), lambda case: len(case.gold) == 1)
    >>> len(case.gold) == 1
    True
    """
    sample = st.sampled_from(pairs(bags))
    several = st.lists(sample, min_size=1, max_size=5)
    few = st.lists(sample, min_size=1, max_size=2)
    return st.builds(_case, several, few, st.integers(0, 59), listed=st.just(listed))


def pairs(bags: Sequence[Bag]) -> tuple[Pair, ...]:
    """Pair each with each, the smallest first; a tenth has nothing on either side.

    >>> pairs([("a",), ("b", "b")])[:3]
    (((), ()), (('a',), ('a',)), (('a',), ('b', 'b')))
    """
    each = sorted(product(bags, bags), key=lambda pair: len(pair[0]) + len(pair[1]))
    nothing: list[Pair] = [((), ())] * max(1, len(each) // 10)
    return (*nothing, *each)


def _case(here: list[Pair], there: list[Pair], place: int, *, listed: bool) -> SetsCase:
    gold, predicted, other_gold, other_predicted = (
        [list(sample[side]) for sample in samples] for samples in (here, there) for side in (0, 1)
    )
    return SetsCase(gold, predicted, other_gold, other_predicted, place, listed)


def sets_cases() -> SearchStrategy[SetsCase]:
    """Draw cases for scores of sets.

    >>> from hypothesis import find
    >>> case = find(sets_cases(), lambda case: len(case.gold) > 1)
    >>> len(case.gold) > 1
    True
    """
    return cases_of(SETS, listed=False)
