"""What was observed of one sample as a short text, and back: exactly, and without names of classes.

Texts of samples are never kept. Names of classes may be such texts, so they are kept as digests.
"""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from measurand.evidence.evidence import PLAIN, Amount, Evidence, Excluded, Joint, Observed
from measurand.values.tally import Count, Tally

_MARK = "#"
_LENGTH = 24
_NUMBER = r"-?[0-9]{1,4300}(?:/[0-9]{1,4300})?"
_EXACT = re.compile(_NUMBER)
_TALLY = re.compile(
    rf"(?:({_MARK}[0-9a-f]{{{_LENGTH}}})=)?({_NUMBER}),([0-9]{{1,18}}),([0-9]{{1,18}})"
)
_WEIGHED = re.compile(rf"([^x]*)(?: x({_NUMBER}))?")
_MOST_PARTS = 8


def digest(text: str) -> str:
    """Give the digest that stands for a name: 24 hexadecimal digits of its SHA-256.

    It hides a name from view. Whoever guesses the name can check the guess.

    >>> digest("urgent")
    '#f9d37c23fcc0f03c15a86aba'
    """
    found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return _MARK + found[:_LENGTH]


@lru_cache(maxsize=2**16)
def row_text(row: Evidence) -> str:
    """Write what was observed of one sample as a short text, exactly.

    Tallies are hits, predictions, gold items, after the digest of their class if it has one; a
    weight other than 1 follows.

    >>> row_text(Observed((("", Tally(1, 2, 2)),), Fraction(1, 2)))
    '1,2,2 x1/2'
    >>> row_text(Observed(())), row_text(Amount(Fraction(1, 8))), row_text(Excluded("no answer"))
    ('-', '=1/8', '!no answer')
    >>> row_text(Joint((Amount(Fraction(3)), Excluded("no answer"))))
    '["=3", "!no answer"]'
    """
    match row:
        case Observed(tallies, weight):
            parts = sorted(_tally_text(label, tally) for label, tally in tallies)
            return (" ".join(parts) or "-") + _weight(weight)
        case Amount(value, weight):
            return f"={value}{_weight(weight)}"
        case Excluded(reason):
            return f"!{reason}"
        case Joint(rows):
            return json.dumps([row_text(part) for part in rows])


def _weight(weight: Fraction) -> str:
    return "" if weight == 1 else f" x{weight}"


def _tally_text(label: str, tally: Tally) -> str:
    lead = "" if label == PLAIN else f"{digest(label)}="
    return f"{lead}{tally.hits},{tally.predicted},{tally.gold}"


def row_of(text: str, labels: Mapping[str, str]) -> Evidence:
    """Read what was observed; classes whose names are not known keep their digests.

    >>> row_of("1,2,2 x1/2", {})
    Observed(tallies=(('', Tally(hits=1, predicted=2, gold=2)),), weight=Fraction(1, 2))

    Raises ValueError for any other text.
    """
    if not text.startswith("["):
        return _single(text, labels)
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list) or not 0 < len(parts) <= _MOST_PARTS:
        raise unreadable(text)
    if not all(isinstance(part, str) for part in parts):
        raise unreadable(text)
    return Joint(tuple(_single(part, labels) for part in parts))


def _single(text: str, labels: Mapping[str, str]) -> Observed | Amount | Excluded:
    if text.startswith("!"):
        return Excluded(text[1:])
    found = _WEIGHED.fullmatch(text)
    if found is None:
        raise unreadable(text)
    weight = _fraction(found[2] or "1")
    if found[1].startswith("="):
        return Amount(_fraction(found[1][1:]), weight)
    tallies = () if found[1] == "-" else tuple(_tally(part, labels) for part in found[1].split(" "))
    return Observed(tuple(sorted(tallies, key=lambda pair: pair[0])), weight)


def _tally(text: str, labels: Mapping[str, str]) -> tuple[str, Tally]:
    found = _TALLY.fullmatch(text)
    if found is None:
        raise unreadable(text)
    label = labels.get(found[1], found[1]) if found[1] else PLAIN
    return label, Tally(_count(found[2]), int(found[3]), int(found[4]))


def _count(text: str) -> Count:
    return _fraction(text) if "/" in text else int(text)


def _fraction(text: str) -> Fraction:
    if _EXACT.fullmatch(text) is None:
        raise unreadable(text)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise unreadable(text) from None


def unreadable(text: str) -> ValueError:
    """Make the error of a text that is not what a lock keeps of a sample.

    >>> str(unreadable("a"))
    "what was observed of a sample, such as 1,2,2: got 'a'"
    """
    return ValueError(f"what was observed of a sample, such as 1,2,2: got {text[:60]!r}")
