"""Lists of few items for transforms: often all different, now and then alike or none."""

from hypothesis import strategies as st

from measurand.laws.kinds.transforms import TransformCase

_ITEMS = "abcde"


@st.composite
def transform_cases(draw: st.DrawFn) -> TransformCase:
    """Draw a case for transforms of up to five items.

    >>> from hypothesis import find
    >>> case = find(transform_cases(), lambda case: len(set(case.items)) > 1)
    >>> len(set(case.items)) > 1
    True
    """
    unlike = st.integers(0, len(_ITEMS)).map(lambda size: list(_ITEMS[:size]))
    items = draw(unlike | st.lists(st.sampled_from(_ITEMS), max_size=5))
    names = st.permutations(_ITEMS).map(lambda order: dict(zip(_ITEMS, order, strict=True)))
    return TransformCase(items, draw(st.integers(0, 9)), draw(st.just({}) | names))
