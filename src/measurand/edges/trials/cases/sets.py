"""Samples of sets: few items, so that they meet, miss and are empty often."""

from hypothesis import strategies as st

from measurand.laws.kinds.sets import SetsCase

items = st.sampled_from("abcd")
sets = st.sets(items, max_size=3)


@st.composite
def sets_cases(draw: st.DrawFn, most: int = 4) -> SetsCase:
    """Draw a case for scores of sets, of at most `most` samples.

    >>> from hypothesis import find
    >>> find(sets_cases(), lambda case: len(case.gold) > 1)
    SetsCase(gold=[set(), set()], predicted=[set(), set()])
    """
    gold = draw(st.lists(sets, max_size=most))
    return SetsCase(gold, [draw(st.just(side) | sets) for side in gold])
