"""Named text normalisation steps, applied in order until nothing changes.

Steps are named and finite, so that a signature can say which were taken; there is no free code. A
sequence of steps need not be idempotent even where each of them is: a later step may bring back
what an earlier one removes. So it is repeated until normalising again changes nothing. (The
programs whose numbers are compared mostly make one pass: `Passes.ONCE` is theirs.)
"""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache

# Far above what real texts need; a bound, should steps ever undo one another in turn.
_ROUNDS = 16
# Longer texts rarely repeat, and would fill the memory of those that do.
_SHORT = 256
_MARKS = ".,;:!?\"'`()[]{}"
_OPEN = {"(": ")", "[": "]", "（": "）", "【": "】", "［": "］"}
_ARTICLE = re.compile(r"\b(?:a|an|the)\b", re.IGNORECASE)


class Step(Enum):
    """One step; the value is its name in a signature."""

    NFC = "nfc"
    NFKC = "nfkc"
    LOWER = "lower"
    CASEFOLD = "casefold"
    TRIM = "trim"
    SQUEEZE = "squeeze"
    BRACKETS = "brackets"
    PUNCTUATION = "punctuation"
    ARTICLES = "articles"
    EDGES = "edges"
    SQUAD = "squad"


class Passes(Enum):
    """How often the steps run: until nothing changes, or once."""

    SETTLE = "settle"
    ONCE = "once"


def squeeze(text: str) -> str:
    r"""Collapse every run of Unicode white space to one space; the ends keep theirs.

    >>> squeeze(" a \n b")
    ' a b'
    """
    body = " ".join(text.split())
    if not body:
        return " " if text else ""
    lead, tail = text[0].isspace(), text[-1].isspace()
    return f"{' ' if lead else ''}{body}{' ' if tail else ''}"


def drop_brackets(text: str) -> str:
    """Delete bracketed parts, nested ones too; a bracket without its partner stays.

    >>> drop_brackets("rate (old [very]) （新）x)"), drop_brackets("(a[b)c")
    ('rate  x)', 'c')
    """
    # One pass: `opened` are brackets that wait for their partner and where their part begins. A
    # closing one cuts back to its own opening; those opened inside without a partner go with it.
    kept: list[str] = []
    opened: list[tuple[str, int]] = []
    awaited: Counter[str] = Counter()
    for character in text:
        if awaited[character]:
            closing = ""
            while closing != character:
                closing, start = opened.pop()
                awaited[closing] -= 1
            del kept[start:]
            continue
        if character in _OPEN:
            opened.append((_OPEN[character], len(kept)))
            awaited[_OPEN[character]] += 1
        kept.append(character)
    return "".join(kept)


def drop_punctuation(text: str) -> str:
    """Delete every character of a Unicode punctuation category (P*).

    >>> drop_punctuation("it's 3.5, 好。")
    'its 35 好'
    """
    return "".join(c for c in text if not unicodedata.category(c).startswith("P"))


def drop_articles(text: str) -> str:
    """Delete the English words a, an and the; white space around them stays.

    >>> drop_articles("The room on a hill")
    ' room on  hill'
    """
    return _ARTICLE.sub("", text)


def strip_edges(text: str) -> str:
    """Strip ASCII marks (. , ; : ! ? quotes and brackets) from both ends; white space stays.

    >>> strip_edges("(taste!)"), strip_edges("( taste )")
    ('taste', ' taste ')
    """
    return text.strip(_MARKS)


_ASCII_MARKS = str.maketrans("", "", string.punctuation)
_SMALL_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def squad_text(text: str) -> str:
    """Normalise an answer as SQuAD's scripts: lower, no ASCII marks, no articles, single spaces.

    >>> squad_text("The  Cat's a-hat"), squad_text("An a.")
    ('cats ahat', '')
    """
    return " ".join(_SMALL_ARTICLE.sub(" ", text.lower().translate(_ASCII_MARKS)).split())


STEPS: Mapping[Step, Callable[[str], str]] = {
    Step.NFC: lambda text: unicodedata.normalize("NFC", text),
    Step.NFKC: lambda text: unicodedata.normalize("NFKC", text),
    Step.LOWER: str.lower,
    Step.CASEFOLD: str.casefold,
    Step.TRIM: str.strip,
    Step.SQUEEZE: squeeze,
    Step.BRACKETS: drop_brackets,
    Step.PUNCTUATION: drop_punctuation,
    Step.ARTICLES: drop_articles,
    Step.EDGES: strip_edges,
    Step.SQUAD: squad_text,
}


def normalise(steps: tuple[Step, ...], text: str, passes: Passes = Passes.SETTLE) -> str:
    """Apply the steps in order, and again until nothing changes.

    One pass alone need not be idempotent: `trim+brackets` leaves "a " of "a (b)". Repeating makes
    the pipeline idempotent; the steps shorten or settle the text, so a few rounds suffice.

    >>> normalise((Step.TRIM, Step.BRACKETS, Step.LOWER), "A (b)")
    'a'
    >>> normalise((Step.TRIM, Step.EDGES), "( a )", Passes.ONCE)
    ' a '
    """
    return normaliser(steps, passes)(text)


@lru_cache(maxsize=64)
def normaliser(steps: tuple[Step, ...], passes: Passes = Passes.SETTLE) -> Callable[[str], str]:
    """Make the function that normalises; it remembers short texts, which come again and again.

    >>> normaliser((Step.TRIM,))(" a ")
    'a'
    """
    if not steps:
        return str
    functions = [STEPS[step] for step in steps]
    rounds = 1 if passes is Passes.ONCE else _ROUNDS

    def settled(text: str) -> str:
        for _ in range(rounds):
            before = text
            for function in functions:
                text = function(text)
            if text == before:
                break
        return text

    kept = lru_cache(maxsize=2**16)(settled)
    return lambda text: kept(text) if len(text) <= _SHORT else settled(text)
