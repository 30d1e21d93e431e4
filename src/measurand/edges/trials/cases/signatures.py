"""Choices of options by number, and texts that differ in case, order and repetition."""

from hypothesis import strategies as st

from measurand.laws.kinds.signatures import SignatureCase

lines = st.lists(st.sampled_from(("a", "b", "B", "cat")), max_size=5).map(" ".join)
picks = st.lists(st.integers(0, 5), min_size=6, max_size=6)


@st.composite
def signature_cases(draw: st.DrawFn, most: int = 2) -> SignatureCase:
    """Draw a case for signatures, of one to `most` pairs of texts.

    >>> from hypothesis import find
    >>> case = find(signature_cases(), lambda case: case.picks != case.others)
    >>> case.picks != case.others
    True
    """
    references = draw(st.lists(lines, min_size=1, max_size=most))
    return SignatureCase(
        draw(picks),
        draw(picks),
        draw(st.integers(0, 5)),
        references,
        [draw(lines) for _ in references],
    )
