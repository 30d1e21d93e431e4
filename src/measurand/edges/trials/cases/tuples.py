"""Samples of lists of tuples: few items, so that they meet, miss, repeat and are empty often."""

from itertools import product

from hypothesis.strategies import SearchStrategy

from measurand.edges.trials.cases.sets import Bag, cases_of
from measurand.laws.kinds.set_scores import Item, SetsCase

TUPLES: tuple[Item, ...] = (("a", "x"), ("a", "yy"), ("A", "x"))
"""Items of lists, such as aspects with a polarity; some begin alike or differ in case only."""

LISTS: tuple[Bag, ...] = (
    (),
    *(items for size in (1, 2) for items in product(TUPLES, repeat=size)),
    *((TUPLES[0], one, TUPLES[0]) for one in TUPLES),
)
"""Every list of up to two items, and some of three with copies."""


def tuples_cases() -> SearchStrategy[SetsCase]:
    """Draw cases for scores of lists of tuples.

    >>> from hypothesis import find
    >>> case = find(tuples_cases(), lambda case: case.gold != case.predicted)
    >>> case.gold != case.predicted
    True
    """
    return cases_of(LISTS, listed=True)
