"""Samples with gold and three answers in turn: few items, so that answers agree often."""

from hypothesis import strategies as st

from measurand.laws.kinds.changes import ChangesCase

_answers = st.sets(st.sampled_from("abc"), max_size=2)
_NAMES = ({"a": "b", "b": "c", "c": "a"}, {"a": "c", "c": "a"}, {"a": "b", "b": "a"})


@st.composite
def changes_cases(draw: st.DrawFn, most: int = 3) -> ChangesCase:
    """Draw a case for changes, of at most `most` samples.

    >>> from hypothesis import find
    >>> case = find(changes_cases(), lambda case: case.before != case.after)
    >>> case.before != case.after
    True
    """
    gold = draw(st.lists(_answers, max_size=most))

    def side() -> list[set[str]]:
        return [set(draw(st.just(right) | _answers)) for right in gold]

    return ChangesCase(
        gold,
        side(),
        side(),
        side(),
        draw(st.integers(0, 2)),
        draw(st.permutations(range(len(gold)))),
        draw(st.sampled_from(_NAMES)),
    )
