"""Few systems with few scores, in quarters: means tie, and lie between two printed numbers."""

from hypothesis import strategies as st

from measurand.laws.kinds.tables import TableCase

_NAMES = ({"a": "b", "b": "a"}, {"a": "c", "c": "a"}, {"b": "d"})
_scores = st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0))


@st.composite
def table_cases(draw: st.DrawFn) -> TableCase:
    """Draw a case for tables of one to three systems.

    >>> from hypothesis import find
    >>> case = find(table_cases(), lambda case: len(case.systems) > 1)
    >>> len(case.systems) > 1
    True
    """
    size = draw(st.integers(1, 3))
    rows = st.lists(_scores, min_size=size, max_size=size)
    names = draw(st.permutations("abc"))[: draw(st.integers(1, 3))]
    systems = {name: draw(rows) for name in names}
    return TableCase(
        systems,
        draw(st.integers(0, 2)),
        draw(st.sampled_from(names)),
        draw(st.sampled_from(_NAMES)),
    )
