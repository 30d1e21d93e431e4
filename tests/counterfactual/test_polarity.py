"""Which words make a frame positive or negative: the appendix, sections 1.1 and 2 (A12)."""

import pytest

from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.values.frames import Frame


def said(polarity: str, *, refused: bool = False) -> Frame:
    return Frame(finding="nodule", polarity=polarity, refused=refused)


@pytest.mark.parametrize(
    ("word", "positive", "negative"),
    [
        ("present", True, False),
        ("positive", True, False),
        ("absent", False, True),
        ("negative", False, True),
        ("Present", False, False),
        ("Absent", False, False),
        (" present", False, False),
        ("", False, False),
    ],
)
def test_words_are_compared_exactly(word: str, *, positive: bool, negative: bool) -> None:
    assert POSITIVE.is_positive(said(word)) is positive
    assert POSITIVE.is_negative(said(word)) is negative


def test_in_any_case_both_the_words_and_the_frames_are_lowered() -> None:
    loose = Polarity(("Yes",), ("NO",), any_case=True)

    assert loose.is_positive(said("yES"))
    assert loose.is_negative(said("No"))
    assert not loose.is_positive(said("present"))


def test_a_refused_frame_is_positive_all_the_same() -> None:
    assert POSITIVE.is_positive(said("present", refused=True))


@pytest.mark.parametrize("any_case", [False, True])
def test_no_word_stands_for_both(*, any_case: bool) -> None:
    with pytest.raises(ValueError, match=r"^a word is positive or negative: got 'yes' as both$"):
        Polarity(("yes", "present"), ("no", "yes"), any_case=any_case)


def test_words_that_differ_in_case_clash_only_in_any_case() -> None:
    assert Polarity(("yes",), ("Yes",)).is_negative(said("Yes"))
    with pytest.raises(ValueError, match=r"^a word is positive or negative: got 'yes' as both$"):
        Polarity(("yes",), ("Yes",), any_case=True)
