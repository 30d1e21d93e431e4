"""What rules, premises and notes say, in other languages: by the form of each sentence.

The sentences of the program are written in English where they arise, with names and numbers of the
table in them. `sentences.json` has their forms, each in every language:

    {name} is at least {least#}; printed {cell}

A place takes any text as it stands; one with `#` a number, one with `~` another sentence, which is
put into the language too. A text is read by the form that says most of it, and only where that can
be done in one way: a label with the words of the form in it would move what stands beside it. What
no form reads stays as it is, so a number is never lost, and none is ever made.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from attrs import frozen

from measurand.edges.report.document import Language

MOST_CHARACTERS = 500
"""What is longer stays in English; so does what lies deeper than `_DEPTH` sentences."""

_DEPTH = 4
_PLACE = re.compile(r"\{([a-z]+[#~]?)\}")
_NUMBER = r"(~?[-+−]?[0-9][-+0-9.,/%^e~]*)"


@frozen(eq=False)
class _Form:
    """A sentence with places: the words around them, their names, and it in other languages."""

    words: tuple[str, ...]
    places: tuple[str, ...]
    other: dict[str, str]

    def read(self, text: str) -> dict[str, str] | None:
        """Give what stands in each place, where the text is of this form in one way alone."""
        ends = text.startswith(self.words[0]) and text.endswith(self.words[-1])
        if not ends or not all(word in text for word in self.words):
            return None
        # Where what reads as little as it can, from the left, and what reads as much as it can
        # read the same, there is no other way.
        least, most = (_pattern(self, some).fullmatch(text) for some in ("(.+?)", "(.+)"))
        if least is None or most is None or least.groups() != most.groups():
            return None
        return dict(zip(self.places, least.groups(), strict=True))


@cache
def _forms() -> tuple[_Form, ...]:
    """Load the forms, those that say most first."""
    listed = (files(__package__) / "sentences.json").read_bytes()
    made = [_form(one) for one in msgspec.json.decode(listed, type=list[dict[str, str]])]
    return tuple(sorted(made, key=lambda one: -sum(map(len, one.words))))


def _form(written: dict[str, str]) -> _Form:
    words = _PLACE.split(written["en"])
    other = {name: text for name, text in written.items() if name != "en"}
    return _Form(tuple(words[::2]), tuple(words[1::2]), other)


@cache
def _pattern(form: _Form, some: str) -> re.Pattern[str]:
    read = [_NUMBER if place.endswith("#") else some for place in form.places]
    parts = (f"{re.escape(word)}{one}" for word, one in zip(form.words, [*read, ""], strict=True))
    return re.compile("".join(parts))


def translated(text: str, language: Language) -> str | None:
    """Put a sentence of the program into a language; None where no form of it is known.

    >>> translated("one run", "ko"), translated("F of P 60.0 and R 50.0 is 0.5; printed 99", "zh")
    ('한 번의 실행', 'P 60.0 与 R 50.0 的 F 为 0.5；印为 99')
    >>> translated("one run", "en"), translated("something else again", "ko")
    ('one run', None)
    """
    return text if language == "en" else _translated(text, language, _DEPTH)


def _translated(text: str, language: Language, depth: int) -> str | None:
    if not depth or len(text) > MOST_CHARACTERS:
        return None
    for form in _forms():
        there = form.read(text)
        if there is not None:
            put = {
                name: (_translated(part, language, depth - 1) or part) if "~" in name else part
                for name, part in there.items()
            }
            return _filled(form.other[language], put)
    return None


def _filled(text: str, put: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: put[place[1]], text)
