"""How wide a text is, and labels that are cut to a width."""

from itertools import accumulate
from unicodedata import east_asian_width

from measurand.values.fault import visible


def clipped(text: str, most: int) -> str:
    """Cut a label to a width in half-width letters; a wide letter counts two.

    >>> clipped("battery life", 8), clipped("배터리 수명", 8)
    ('battery…', '배터리 …')
    """
    text = visible(text)
    if wide(text) <= most:
        return text
    ends = accumulate(map(wide, text))
    return "".join(letter for letter, end in zip(text, ends, strict=True) if end < most) + "…"


def wide(text: str) -> int:
    """Measure a text in half-width letters.

    >>> wide("F1"), wide("배터리")
    (2, 6)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
