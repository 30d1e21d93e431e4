"""The table of formats and conventions holds every choice, once."""

from collections import Counter

import pytest

from measurand.edges.files.samples.conventions import CONVENTIONS, stances
from measurand.edges.files.samples.known import undecided_of
from measurand.evidence.inputs import FORMATS, INPUTS, Format


@pytest.mark.parametrize("kind", FORMATS)
def test_every_choice_stands_in_the_table_once(kind: Format) -> None:
    found = Counter(one.choice for name in CONVENTIONS for one in stances(kind, name) if one.choice)

    assert found == Counter(one.name for one in INPUTS[kind])


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_asked_is_what_has_no_default_or_says_so(kind: Format) -> None:
    asked = {
        one.choice
        for name in CONVENTIONS
        for one in stances(kind, name)
        if one.choice and one.verb == "asks"
    }

    open_ones = {one.name for one in undecided_of(kind)}
    assert asked == open_ones | {one.name for one in INPUTS[kind] if one.default == "ask"}


@pytest.mark.parametrize("kind", FORMATS)
def test_no_format_is_silent_about_ids_labels_weights_answers_and_texts(kind: Format) -> None:
    always = ("ids", "repeated ids", "label types", "weights", "missing predictions", "texts")

    assert all(stances(kind, name) for name in CONVENTIONS if name in always)
