"""The formats say of every convention what they do, and of each choice once."""

from collections import Counter

import pytest

from measurand.edges.files.formats import FORMATS, shipped
from measurand.evidence.formats import CONVENTIONS


@pytest.mark.parametrize("kind", shipped())
def test_every_choice_stands_in_the_table_once(kind: str) -> None:
    known = FORMATS[kind]
    found = Counter(
        one.choice for name in CONVENTIONS for one in known.stances_on(name) if one.choice
    )

    assert found == Counter(one.name for one in known.choices)


@pytest.mark.parametrize("kind", shipped())
def test_what_is_asked_is_what_has_no_default_or_says_so(kind: str) -> None:
    known = FORMATS[kind]
    asked = {
        one.choice
        for name in CONVENTIONS
        for one in known.stances_on(name)
        if one.choice and one.verb == "asks"
    }

    open_ones = {one.name for one in known.undecided}
    assert asked == open_ones | {one.name for one in known.choices if one.default == "ask"}


@pytest.mark.parametrize("kind", shipped())
def test_no_format_is_silent_about_ids_labels_weights_answers_and_texts(kind: str) -> None:
    always = ("ids", "repeated ids", "label types", "weights", "missing predictions", "texts")

    assert all(FORMATS[kind].stances_on(name) for name in CONVENTIONS if name in always)


@pytest.mark.parametrize("kind", shipped())
def test_a_format_is_listed_under_its_own_name(kind: str) -> None:
    assert FORMATS[kind].name == kind
