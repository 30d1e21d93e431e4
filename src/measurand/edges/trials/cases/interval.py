"""Values between 0 and 1, few and often equal."""

from hypothesis import strategies as st

from measurand.laws.kinds.interval import IntervalCase

values = st.sampled_from((0, 1, 0.5, 0.25))


@st.composite
def interval_cases(draw: st.DrawFn, most: int = 6) -> IntervalCase:
    """Draw a case for intervals, of at least 1 and at most `most` values.

    >>> from hypothesis import find
    >>> case = find(interval_cases(), lambda case: len(case.values) > 1)
    >>> len(case.values) > 1
    True
    """
    listed = draw(st.lists(values, min_size=1, max_size=most))
    order = draw(st.permutations(range(len(listed))))
    return IntervalCase(listed, tuple(order), draw(st.sampled_from((0, 1, 7))))
