"""Frames as sentences: the template of the appendix, section 1.6."""

import pytest

from measurand.studies.counterfactual.evaluate import render, sentence
from measurand.studies.counterfactual.polarity import Polarity
from measurand.values.frames import Frame
from tests.counterfactual.scenes import WHOLE_DEMO


def test_the_demo_in_words() -> None:
    assert render(WHOLE_DEMO.generation.frames) == (
        "There is right nodule (6-8mm) in the RUL. No effusion. There is left opacity."
    )


@pytest.mark.parametrize("polarity", ["absent", "negative"])
def test_what_is_not_there_is_said_without_its_place(polarity: str) -> None:
    frame = Frame(finding="effusion", polarity=polarity, laterality="left", location="pleura")

    assert sentence(frame) == "No effusion."


@pytest.mark.parametrize("polarity", ["present", "positive", "possible", "Absent", ""])
def test_any_other_polarity_is_there(polarity: str) -> None:
    assert sentence(Frame(finding="mass", polarity=polarity)) == "There is mass."


def test_the_words_for_absence_can_be_others() -> None:
    frame = Frame(finding="mass", polarity="Absent")

    assert sentence(frame, Polarity(any_case=True)) == "No mass."
    assert render([frame], Polarity(any_case=True)) == "No mass."


def test_no_frames_are_no_text() -> None:
    assert render([]) == ""


def test_severity_and_doubt_are_not_said() -> None:
    frame = Frame(finding="mass", polarity="present", severity="mild", uncertain=True)

    assert sentence(frame) == "There is mass."


def test_white_space_is_one_blank() -> None:
    frame = Frame(finding=" ground \n glass ", polarity="present", location="RUL")

    assert render([frame, frame]) == (
        "There is ground glass in the RUL. There is ground glass in the RUL."
    )
