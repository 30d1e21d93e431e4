"""Scores of two systems on a few items; often one has the other's scores in another order."""

from hypothesis import strategies as st

from measurand.laws.kinds.paired import PairedCase

scores = st.sampled_from((0, 1, 2, 4))
added = st.sampled_from((0, 1, 8))


@st.composite
def paired_cases(draw: st.DrawFn, most: int = 6) -> PairedCase:
    """Draw a case for paired tests, of at least 1 and at most `most` items.

    >>> from hypothesis import find
    >>> case = find(paired_cases(), lambda case: len(case.first) > 1)
    >>> len(case.first) > 1
    True
    """
    first = draw(st.lists(scores, min_size=1, max_size=most))
    many = len(first)
    others = st.lists(scores, min_size=many, max_size=many)
    second = draw(st.one_of(others, others, others, st.permutations(first)))
    order = draw(st.permutations(range(many)))
    shifts = draw(st.lists(added, min_size=many, max_size=many))
    scale = draw(st.sampled_from((2, 0.5, 0.1)))
    return PairedCase(
        first, [*second], tuple(order), shifts, scale, draw(st.sampled_from((0, 1, 7)))
    )
