"""P-values of a few tests: often equal, often at an end, seldom many."""

from hypothesis import strategies as st

from measurand.laws.kinds.adjust import AdjustCase

p_values = st.sampled_from((0.01, 0.0125, 0.015, 0.02, 0.03, 0.04, 0.3, 0.4, 0.5, 0.7, 1.0, 0.0))
ends = st.sampled_from((1.0, 0.0))


@st.composite
def adjust_cases(draw: st.DrawFn, most: int = 5) -> AdjustCase:
    """Draw a case for adjustments, of at most `most` tests.

    >>> from hypothesis import find
    >>> case = find(adjust_cases(), lambda case: len(case.p_values) > 1)
    >>> len(case.p_values) > 1
    True
    """
    listed = draw(st.lists(p_values, max_size=most))
    last = max(0, len(listed) - 1)
    order = draw(st.permutations(range(len(listed))))
    place = draw(st.integers(0, last))
    wild = draw(st.sampled_from((1.5, -0.1)))
    other = draw(ends | p_values)
    return AdjustCase(listed, tuple(order), place, other, wild)
