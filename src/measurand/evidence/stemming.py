"""The stem of an English word, by the suffix rules of Porter 1980 with the departures of NLTK.

A word is vowels and consonants in turn, [C](VC)^m[V]; m is its measure, and most rules ask that of
what is left without a suffix. Of a step the first rule whose suffix a word has is applied if its
condition holds, and no other is tried. NLTK departs from the paper where that gives poor stems
(dies, died, fully, by); ROUGE, as most programs print it, has its stems, so they are the ones here.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

_VOWELS = frozenset("aeiou")
_SHORT = 2
_TIED = 4
_KNOWN = {
    form: stem
    for stem, forms in {
        "sky": "sky skies",
        "die": "dying",
        "lie": "lying",
        "tie": "tying",
        "news": "news",
        "inning": "inning innings",
        "outing": "outing outings",
        "canning": "canning cannings",
        "howe": "howe",
        "proceed": "proceed",
        "exceed": "exceed",
        "succeed": "succeed",
    }.items()
    for form in forms.split()
}


def _consonants(word: str) -> list[bool]:
    """Tell of each letter whether it is a consonant; y is one unless it follows one."""
    flags: list[bool] = []
    for letter in word:
        after = bool(flags) and flags[-1]
        flags.append(not after if letter == "y" else letter not in _VOWELS)
    return flags


def _measure(stem: str) -> int:
    flags = _consonants(stem)
    return sum(here and not before for before, here in pairwise(flags))


def _has_vowel(stem: str) -> bool:
    return not all(_consonants(stem))


def _is_double(stem: str) -> bool:
    return stem[-1:] == stem[-2:-1] != "" and _consonants(stem)[-1]


def _is_short(stem: str) -> bool:
    """Tell whether a stem ends in consonant, vowel, consonant (no w, x, y), or is vowel first."""
    match _consonants(stem)[-3:]:
        case [True, False, True]:
            return stem[-1] not in "wxy"
        case [False, True]:
            return len(stem) == _SHORT
        case _:
            return False


def _any(_stem: str) -> bool:
    return True


def _some(stem: str) -> bool:
    return _measure(stem) > 0


def _several(stem: str) -> bool:
    return _measure(stem) > 1


class _Rule(NamedTuple):
    suffix: str
    becomes: str
    where: Callable[[str], bool]


def _rules(where: Callable[[str], bool], text: str) -> Sequence[_Rule]:
    """Read rules as "suffix>what it becomes"."""
    pairs = (rule.partition(">") for rule in text.split())
    return [_Rule(suffix, becomes, where) for suffix, _, becomes in pairs]


def _apply(word: str, rules: Sequence[_Rule]) -> str:
    for suffix, becomes, where in rules:
        if word.endswith(suffix):
            stem = word[: len(word) - len(suffix)]
            return stem + becomes if where(stem) else word
    return word


_PLURALS = _rules(_any, "sses>ss ies>i ss>ss s>")
_AFTER_ED = (*_rules(_any, "at>ate bl>ble iz>ize"),)
_DOUBLE_SUFFIXES = (
    *_rules(
        _some, "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent"
    ),
    *_rules(_some, "eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive"),
    *_rules(_some, "fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful"),
    # The l belongs to the stem: so geo- and theo- are long enough.
    *_rules(lambda stem: _some(f"{stem}l"), "logi>log"),
)
_ENDINGS = _rules(_some, "icate>ic ative> alize>al iciti>ic ical>ic ful> ness>")
_SUFFIXES = (
    *_rules(_several, "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent>"),
    *_rules(lambda stem: _several(stem) and stem[-1] in "st", "ion>"),
    *_rules(_several, "ou> ism> ate> iti> ous> ive> ize>"),
)


def _without_ed(word: str) -> str:
    """Take away -ed and -ing, and mend what is left; -eed becomes -ee."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == _TIED else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _some(word[:-3]) else word
    cut = next((n for end, n in (("ed", 2), ("ing", 3)) if word.endswith(end)), 0)
    stem = word[: len(word) - cut]
    if not cut or not _has_vowel(stem):
        return word
    if any(stem.endswith(rule.suffix) for rule in _AFTER_ED):
        return _apply(stem, _AFTER_ED)
    if _is_double(stem):
        return stem if stem[-1] in "lsz" else stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _is_short(stem) else stem


def _without_double_suffix(word: str) -> str:
    while word.endswith("alli") and _some(word[:-4]):
        word = word[:-2]
    return _apply(word, _DOUBLE_SUFFIXES)


def _without_e(word: str) -> str:
    stem = word[:-1]
    if word.endswith("e") and (_several(stem) or (_measure(stem) == 1 and not _is_short(stem))):
        word = stem
    return word[:-1] if word.endswith("ll") and _several(word[:-1]) else word


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """Give the stem of a word in small letters.

    >>> [stem(word) for word in ("ponies", "hopping", "relational", "flies", "dies", "by")]
    ['poni', 'hop', 'relat', 'fli', 'die', 'by']
    """
    if word in _KNOWN or len(word) <= _SHORT:
        return _KNOWN.get(word, word)
    plain = word[:-1] if word.endswith("ies") and len(word) == _TIED else _apply(word, _PLURALS)
    plain = _without_ed(plain)
    if plain.endswith("y") and len(plain) > _SHORT and _consonants(plain)[-2]:
        plain = f"{plain[:-1]}i"
    return _without_e(_apply(_apply(_without_double_suffix(plain), _ENDINGS), _SUFFIXES))
