"""Boxes on a small grid: they meet, nest, touch and lie apart often."""

from hypothesis import strategies as st

from measurand.laws.kinds.boxes import Box, BoxesCase

LOW, HIGH = -2, 3


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Draw a box that covers something, with whole edges, around the origin or beside it.

    >>> from hypothesis import find
    >>> box = find(boxes(), lambda box: box[2] - box[0] > 1)
    >>> box[2] - box[0] > 1
    True
    """
    left, top = draw(st.integers(LOW, HIGH - 1)), draw(st.integers(LOW, HIGH - 1))
    return (left, top, draw(st.integers(left + 1, HIGH)), draw(st.integers(top + 1, HIGH)))


@st.composite
def boxes_cases(draw: st.DrawFn) -> BoxesCase:
    """Draw a case for overlaps of boxes; the second is often the first with one edge moved.

    >>> from hypothesis import find
    >>> case = find(boxes_cases(), lambda case: case.one != case.other)
    >>> case.one != case.other
    True
    """
    one = draw(boxes())
    near = st.sampled_from([(*one[:2], one[2] + 1, one[3]), (one[0], one[1] - 1, *one[2:])])
    moves, factors = st.integers(-3, 3), st.sampled_from((1, 2, 3, 4))
    return BoxesCase(
        one,
        draw(boxes() | near),
        draw(boxes()),
        (draw(moves), draw(moves)),
        (draw(factors), draw(factors)),
    )
