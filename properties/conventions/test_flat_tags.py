"""Tags in one flat column: nobody said whether O is a class, so they are asked about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand import InvalidInputError, compare, measure, score

MACRO = "f1(average=macro[class])"
TAGS = st.sampled_from(("B-PER", "I-PER", "E-LOC", "S-LOC", "L-ORG", "U-ORG", "O"))
FLAT = st.lists(st.tuples(TAGS, TAGS), max_size=6).map(
    lambda pairs: [("O", "O"), ("B-PER", "O"), *pairs]
)


@given(FLAT)
def test_flat_tags_are_asked_about(pairs: list[tuple[str, str]]) -> None:
    gold, predicted = ([pair[side] for pair in pairs] for side in (0, 1))

    for ask in (score, measure):
        with pytest.raises(InvalidInputError, match="kind='tags'; kind='labels'"):
            ask(gold, predicted, MACRO)
    with pytest.raises(InvalidInputError, match="kind='tags'; kind='labels'"):
        compare(gold, {"ours": predicted, "theirs": gold}, MACRO)


@given(FLAT)
def test_what_is_said_to_be_labels_scores_as_labels_of_other_names(
    pairs: list[tuple[str, str]],
) -> None:
    gold, predicted = ([pair[side] for pair in pairs] for side in (0, 1))
    other_gold, other = ([f"x{one}" for one in side] for side in (gold, predicted))

    assert score(gold, predicted, MACRO, kind="labels") == score(other_gold, other, MACRO)


@given(FLAT, st.integers(0, 6), st.sampled_from(("milk", "A", "PER")))
def test_one_label_that_is_no_tag_makes_labels_of_all(
    pairs: list[tuple[str, str]], at: int, label: str
) -> None:
    gold, predicted = ([pair[side] for pair in pairs] for side in (0, 1))
    gold[at:at], predicted[at:at] = [label], [label]

    found = score(gold, predicted, MACRO)

    assert found == score(gold, predicted, MACRO, kind="labels")
