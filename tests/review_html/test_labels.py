"""The words of the page: every language has every one, with the same places to fill in."""

import re
from string import Formatter

import attrs
import pytest

from measurand.studies.review.edge.page.html import _KEY
from measurand.studies.review.edge.page.labels import GLOSSES, LABELS, Labels, Lang, gloss

WORDS = [one.name for one in attrs.fields(Labels)]
HANGUL, HAN = re.compile("[가-힣]"), re.compile("[一-鿿]")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_there_are_three_languages() -> None:
    assert list(LABELS) == ["en", "ko", "zh"]


@pytest.mark.parametrize("lang", list(LABELS))
def test_every_language_has_every_word(lang: Lang) -> None:
    said = attrs.asdict(LABELS[lang])

    assert list(said) == WORDS
    assert all(text.strip() for text in said.values())


@pytest.mark.parametrize("word", WORDS)
def test_every_language_fills_in_the_same(word: str) -> None:
    asked = [places(getattr(labels, word)) for labels in LABELS.values()]

    assert asked[0] == asked[1] == asked[2]


@pytest.mark.parametrize("word", [word for word in WORDS if word != "m_of_n"])
def test_every_word_is_in_its_language(word: str) -> None:
    english, korean, chinese = (getattr(labels, word) for labels in LABELS.values())

    assert english.replace("“", "").replace("”", "").replace("−", "").isascii()
    assert HANGUL.search(korean)
    assert HAN.search(chinese)
    assert not HANGUL.search(chinese)


@pytest.mark.parametrize("name", sorted(GLOSSES))
def test_every_gloss_is_in_three_languages(name: str) -> None:
    english, korean, chinese = GLOSSES[name]

    assert english.isascii()
    assert HANGUL.search(korean) or "tuple_f1" in korean or korean.endswith("F1")
    assert HAN.search(chinese)


def test_the_key_numbers_have_their_gloss() -> None:
    assert all(gloss(name, "ko") for name in _KEY)
