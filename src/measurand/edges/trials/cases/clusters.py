"""Few values in eighths, in two clusters or more: clusters of one value, and uneven ones."""

from hypothesis import strategies as st

from measurand.laws.kinds.clusters import ClusterCase

_NAMES = ({"a": "b", "b": "a"}, {"a": "c", "c": "a"}, {"b": "d"})
_eighths = st.integers(0, 8).map(lambda n: n / 8)


@st.composite
def cluster_cases(draw: st.DrawFn) -> ClusterCase:
    """Draw a case for standard errors of three to six values in two clusters at least.

    >>> from hypothesis import find
    >>> len(set(find(cluster_cases(), lambda case: True).clusters)) >= 2
    True
    """
    size = draw(st.integers(3, 6))
    rest = draw(st.lists(st.sampled_from("abc"), min_size=size - 2, max_size=size - 2))
    return ClusterCase(
        draw(st.lists(_eighths, min_size=size, max_size=size)),
        ["a", "b", *rest],
        draw(st.sampled_from(_NAMES)),
        draw(st.permutations(range(size))),
        draw(st.sampled_from((0.0, -0.5, -0.25, 2.0))),
        draw(st.sampled_from((1.0, 2.0, 0.5, -1.0))),
    )
