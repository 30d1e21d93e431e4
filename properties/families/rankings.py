"""Queries with few documents: grades, ties of scores, documents that nobody judged, no answer."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.values.sample import Graded, Sample

_NAMES = [f"d{at}" for at in range(8)]
_GRADES = st.sampled_from([Fraction(n) for n in (0, 0, 1, 1, 2, 3, -1)])
_CLOSE = Fraction(1, 2) + Fraction(1, 10**9)
"""It differs from a half in 64 bits, and does not in 32."""
_SCORES = st.sampled_from([*(Fraction(n, 2) for n in (1, 1, 2, 2, 3, 4, -1)), _CLOSE])


_DOCUMENTS = st.lists(st.sampled_from(_NAMES), unique=True)
_PLAIN = _DOCUMENTS.map(tuple)
_PLAIN_OR_NONE = st.none() | _PLAIN


@st.composite
def _graded(draw: st.DrawFn, numbers: st.SearchStrategy[Fraction]) -> Graded:
    names = draw(_DOCUMENTS)
    return tuple((name, draw(numbers)) for name in sorted(names))


_GOLD, _RUN = _graded(_GRADES), _graded(_SCORES)
_THREE_IN_FOUR, _FIVE_IN_SIX = st.integers(0, 3), st.integers(0, 5)


@st.composite
def rankings(draw: st.DrawFn) -> Sample:
    """Draw a query; gold and the run are graded lists or plain ones."""
    graded: list[tuple[str, Graded]] = []
    gold: tuple[str, ...] = ()
    predicted: tuple[str, ...] | None = ()
    if draw(_THREE_IN_FOUR):
        graded.append(("gold", draw(_GOLD)))
    else:
        gold = draw(_PLAIN)
    match draw(_FIVE_IN_SIX):
        case 0:
            predicted = draw(_PLAIN_OR_NONE)
        case _:
            graded.append(("predicted", draw(_RUN)))
    return Sample(id="", gold=gold, predicted=predicted, graded=tuple(graded))
