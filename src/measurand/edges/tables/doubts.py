"""Which guesses are doubtful, by the words around a table and by the numbers beside them."""

import re
from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from measurand.audit.proofs.sheet import COUNTS, Role
from measurand.edges.tables.guess import ITEMS, Guessed
from measurand.edges.tables.text import RawTable

LONGEST = 4000
"""Characters of words that are looked at."""

_RESCALED = re.compile(r"bert[- ]?score|rescaled|bleurt|bart[- ]?score", re.IGNORECASE)
_NOT_WHOLE = re.compile(
    r"(?:in|of|[x×]|by) ?(?:thousands|millions|billions|hundreds|10\^?\{?[0-9]|1000|1,000)"
    r"|\((?:k|m|thousands|millions)\)|(?-i:\bK\b|\bM\b)",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\b(?:runs?|seeds?|folds?|averaged?|mean|cross[- ]?validation|cross[- ]?validated|shots?"
    r"|[a-z]+-shot|few|train(?:ed|ing)?|fine-?tun(?:ed|ing)|tun(?:ed|ing)|prompt(?:ed|s|ing)?"
    r"|trials?|repetitions?|bootstrap(?:ped)?)\b|±",
    re.IGNORECASE,
)
_EXACT = (COUNTS | {Role.HITS}) - {Role.SAMPLES}
_BITS = frozenset(Fraction(2**power) for power in range(1, 8))
_WHY = {
    Role.AVERAGE: "of which columns, and how they weigh, is not said",
    Role.TOTAL: "that these are all its parts, and that none overlap, is not said",
    Role.LOW: "of which number it is an end is not said",
    Role.HIGH: "of which number it is an end is not said",
    Role.P_HOLM: "that these rows are one family of tests is not said",
    Role.DIFFERENCE: "of which two columns, in points or relative, is not said",
    Role.SHARE: "of what these are the shares is not said",
    Role.SAMPLES: "that scores are of so many samples, in one run, is not said",
}


def about(table: RawTable) -> str:
    """Give what stands around the numbers: title and caption, not more of them than is needed.

    >>> about(RawTable(header=("", "P"), rows=(), caption="N = 12"))
    'N = 12'
    """
    return f"{table.title}\n{table.caption}"[:LONGEST].strip()


def joined(text: str) -> bool:
    """Tell whether a text speaks of runs, folds, shots or training: a number in it may be of those.

    >>> joined("mean over 5 seeds (N = 124)"), joined("on N = 124 menus")
    (True, False)
    """
    return _JOINED.search(text) is not None


def doubted(guesses: Sequence[Guessed], table: RawTable) -> tuple[Guessed, ...]:
    """Mark what is doubtful, and take back what the words around a table make unlikely.

    >>> doubted((), RawTable(header=(), rows=()))
    ()
    """
    text = about(table)
    heads = "\n".join((*table.header, *table.groups))[:LONGEST]
    found = [_named(one, f"{text}\n{heads}", text) for one in guesses]
    return tuple(evolve(one, doubt=_doubt(one, found, text)) for one in found)


def _named(one: Guessed, words: str, text: str) -> Guessed:
    if one.role in ITEMS and _RESCALED.search(words):
        return one.valued(f"a score that is no share of items: no {one.role.value}")
    if one.role in COUNTS | {Role.HITS} and _NOT_WHOLE.search(f"{text}\n{one.column.head}"):
        return one.valued(f"in thousands or so, and not whole: no {one.role.value}")
    return one


def _doubt(one: Guessed, found: Sequence[Guessed], text: str) -> str:
    beside = [other for other in found if other.group == one.group and other is not one]
    if one.doubt:
        return one.doubt
    if one.role in _WHY:
        return _WHY[one.role]
    if one.role is Role.SE and one.head.letter:
        return "two letters that may stand for something else"
    if one.role is Role.MSE and not any(other.role is Role.RMSE for other in beside):
        return "in some fields MSE is its root"
    if one.role in _EXACT and joined(text):
        return "counts may be sums or means over runs or folds"
    if one.role in _EXACT and _places(one) and not (one.role is Role.HITS and _whole(beside)):
        return "printed with decimals: it may be a mean of counts"
    others = [other for other in beside if other.role in ITEMS]
    bits = one.role is Role.PRECISION and {*one.values} <= _BITS
    if bits and others and all(map(_places, others)):
        return "its numbers may be bits"
    return ""


def _whole(beside: Sequence[Guessed]) -> bool:
    """Tell whether counts that cannot be parts are printed without decimals: then hits are sums."""
    return any(one.role in _EXACT - {Role.HITS} and not _places(one) for one in beside)


def _places(one: Guessed) -> int:
    cells = (cell.printed for cell in one.column.cells)
    return max((printed.decimals for printed in cells if printed is not None), default=0)
