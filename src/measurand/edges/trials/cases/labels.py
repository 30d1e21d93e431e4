"""Items with labels: few labels and items, so that they agree, miss and are absent often."""

from hypothesis import strategies as st

from measurand.laws.kinds.labels import DeclaredCase, LabelsCase, WeightedCase

label_names = ("a", "b", "A", "c")
labels = st.sampled_from(label_names)
_turned = st.sampled_from([False, False, False, True])
_pairs = st.tuples(labels, st.none() | labels)


@st.composite
def labels_cases(draw: st.DrawFn, most: int = 5) -> LabelsCase:
    """Draw a case for scores of labels, of at most `most` items.

    >>> from hypothesis import find
    >>> case = find(labels_cases(), lambda case: case.gold != case.predicted)
    >>> case.gold != case.predicted
    True
    """
    gold, predicted = draw(_items(most))
    last = max(0, len(gold) - 1)
    one, other = draw(labels), draw(labels)
    return LabelsCase(
        gold,
        predicted,
        one=draw(st.integers(0, last)),
        other=draw(st.integers(0, last)),
        names={one: other, other: one},
        cuts=draw(st.lists(st.integers(0, len(gold)), max_size=2)),
        times=draw(st.integers(2, 3)),
    )


@st.composite
def _items(draw: st.DrawFn, most: int = 5) -> tuple[list[str], list[str]]:
    pairs = draw(st.lists(_pairs, max_size=most))
    gold = [gold for gold, _ in pairs]
    if draw(_turned):
        return gold, [*gold[1:], *gold[:1]]
    return gold, [gold if label is None else label for gold, label in pairs]


@st.composite
def declared_cases(draw: st.DrawFn, most: int = 4) -> DeclaredCase:
    """Draw a case for scores over a declared list of labels, which differ.

    >>> from hypothesis import find
    >>> case = find(declared_cases(), lambda case: len(case.declared) > 1)
    >>> len(case.declared) > 1
    True
    """
    gold, predicted = draw(_items(most))
    declared = draw(st.lists(labels, min_size=1, max_size=3, unique=True))
    return DeclaredCase(gold, predicted, declared, one=draw(st.integers(0, len(declared) - 1)))


@st.composite
def weighted_cases(draw: st.DrawFn, most: int = 4) -> WeightedCase:
    """Draw a case for scores of labels with a whole number as the weight of each item.

    >>> from hypothesis import find
    >>> case = find(weighted_cases(), lambda case: sum(case.weights) > 1)
    >>> sum(case.weights) > 1
    True
    """
    gold, predicted = draw(_items(most))
    weights = st.lists(st.integers(0, 2), min_size=len(gold), max_size=len(gold))
    return WeightedCase(gold, predicted, draw(weights))
