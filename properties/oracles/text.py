"""Normalisation steps, one character at a time, and the two text similarities."""

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction

from properties.oracles.squad import tokens

BRACKETS = {"(": ")", "[": "]", "\uff08": "\uff09", "\uff3b": "\uff3d", "\u3010": "\u3011"}
MARKS = (".", ",", ";", ":", "!", "?", '"', "'", "`", "(", ")", "[", "]", "{", "}")
ARTICLES = ("a", "an", "the")


def normalised(text: str, steps: Sequence[str]) -> str:
    """Apply the named steps from left to right, and all of them again until nothing changes."""
    after = once(text, steps)
    return text if text == after else normalised(after, steps)


def once(text: str, steps: Sequence[str]) -> str:
    """Apply the named steps from left to right."""
    for step in steps:
        text = apply(step, text)
    return text


def apply(step: str, text: str) -> str:
    """Apply one named step."""
    if step == "nfc":
        return unicodedata.normalize("NFC", text)
    if step == "nfkc":
        return unicodedata.normalize("NFKC", text)
    if step == "lower":
        return text.lower()
    if step == "casefold":
        return text.casefold()
    if step == "trim":
        return trimmed(text)
    if step == "squeeze":
        return squeezed(text)
    if step == "brackets":
        return unbracketed(text)
    if step == "punctuation":
        return "".join(c for c in text if not unicodedata.category(c).startswith("P"))
    if step == "articles":
        return without_articles(text)
    if step == "edges":
        return without_edges(text)
    if step == "squad":
        return " ".join(tokens(text))
    raise ValueError(f"unknown step {step!r}")


def without_edges(text: str) -> str:
    """Delete marks (stops, quotes, brackets of ASCII) at both ends; white space is none."""
    while text and text[0] in MARKS:
        text = text[1:]
    while text and text[-1] in MARKS:
        text = text[:-1]
    return text


def trimmed(text: str) -> str:
    """Delete white space at both ends."""
    while text and text[0].isspace():
        text = text[1:]
    while text and text[-1].isspace():
        text = text[:-1]
    return text


def squeezed(text: str) -> str:
    """Write each run of white space as one space, at the ends too."""
    out = ""
    for c in text:
        if not c.isspace():
            out += c
        elif not out.endswith(" "):
            out += " "
    return out


def unbracketed(text: str) -> str:
    """Delete the first bracketed part that is complete, innermost first; lone brackets stay."""
    for end, closing in enumerate(text):
        for opening, partner in BRACKETS.items():
            if partner == closing and opening in text[:end]:
                return unbracketed(text[: text.rindex(opening, 0, end)] + text[end + 1 :])
    return text


def without_articles(text: str) -> str:
    """Delete the words a, an and the, in any case, and leave the space around them."""
    out = ""
    word = ""
    for c in [*text, ""]:
        if c and (c.isalnum() or c == "_"):
            word += c
        else:
            out += ("" if word.lower() in ARTICLES else word) + c
            word = ""
    return out


def slot_key(
    fields: Mapping[str, str | None], unit: Sequence[str] | None, steps: Sequence[str]
) -> tuple[tuple[str, str | None], ...]:
    """Keep the fields of the unit (None: all of them) and normalise their values."""
    names = sorted(fields) if unit is None else sorted(name for name in fields if name in unit)
    kept = [(name, fields[name]) for name in names]
    return tuple(
        (name, None if value is None else normalised(value, steps)) for name, value in kept
    )


def char_jaccard(a: str, b: str) -> Fraction:
    """Compare the sets of characters of two normalised texts."""
    return jaccard(set(a), set(b))


def token_jaccard(a: str, b: str) -> Fraction:
    """Compare the sets of white-space tokens of two normalised texts."""
    return jaccard(set(a.split()), set(b.split()))


def jaccard(a: set[str], b: set[str]) -> Fraction:
    """Divide what is shared by what there is; two empty sets are alike."""
    return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)
