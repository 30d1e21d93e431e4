"""The nearest known word to one that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Give the nearest known word; None where none is near.

    >>> nearest("marco", ["micro", "macro"])
    'macro'
    """
    near = get_close_matches(word[:80], list(known), n=1, cutoff=0.6)
    return near[0] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question naming the nearest known word, or nothing when none is near.

    >>> did_you_mean("marco", ["micro", "macro"])
    ": did you mean 'macro'?"
    >>> did_you_mean("zebra", ["micro", "macro"])
    ''
    """
    near = nearest(word, known)
    return "" if near is None else f": did you mean {near!r}?"
