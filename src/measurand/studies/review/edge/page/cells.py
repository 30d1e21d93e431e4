"""Scores and samples as the texts of the report page's cells."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import compare
from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.studies.review.edge.page.labels import Labels
from measurand.studies.review.page import Kind, Outcome, SampleLine
from measurand.values.score import Defined, Quantity, Score, Undefined

_DECIMALS = 4
_SIGNED = frozenset({"delta_f1", "net_gain"})


class Mark(Enum):
    """What the review did to an item of a list; the value is the sign that is shown."""

    SAME = ""
    ADDED = "+"
    REMOVED = "−"


@frozen
class Item:
    """One item of a list, marked, and how many times it stands there so.

    >>> Item("battery +").mark
    <Mark.SAME: ''>
    """

    text: str
    mark: Mark = Mark.SAME
    times: int = 1


Items = tuple[Item, ...] | None


def value_text(score: Score, kind: Kind, *, name: str = "") -> str | None:
    """Write a score with four decimals, a count whole; None where it is undefined.

    >>> value_text(Defined(Fraction(2, 3)), Kind.SCORE)
    '0.6667'
    >>> value_text(Defined(Fraction(1, 8)), Kind.SCORE, name="delta_f1")
    '+0.1250'
    >>> value_text(Defined(Fraction(12)), Kind.COUNT), value_text(Undefined("none"), Kind.COUNT)
    ('12', None)
    """
    match score:
        case Defined(Fraction(denominator=1) as value) if kind is Kind.COUNT:
            return exact_text(value)
        case Defined(value):
            return _sign(value, name) + decimal_text(value, _DECIMALS)
        case Undefined():
            return None


def percent_text(score: Score, kind: Kind, *, name: str = "") -> str:
    """Write a rate in percent with two decimals; empty where it is none.

    >>> percent_text(Defined(Fraction(2, 3)), Kind.RATE)
    '66.67%'
    >>> percent_text(Defined(Fraction(3)), Kind.COUNT)
    ''
    """
    if kind is not Kind.RATE or not isinstance(score, Defined):
        return ""
    percent = decimal_text(score.value * Fraction(100), _DECIMALS - 2)
    return f"{_sign(score.value, name)}{percent}%"


def share_text(part: int, whole: int) -> str:
    """Write a part of a whole in percent; a dash where there is no whole.

    >>> share_text(1, 3), share_text(0, 0)
    ('33.3%', '–')
    """
    return f"{decimal_text(Fraction(100 * part, whole), 1)}%" if whole else "–"


def outcome_text(outcome: Outcome, words: Labels) -> str:
    """Name what became of a sample.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> outcome_text(Outcome.STILL, LABELS["en"])
    'still wrong'
    """
    match outcome:
        case Outcome.FIXED:
            return words.fixed
        case Outcome.BROKEN:
            return words.broken
        case Outcome.KEPT:
            return words.kept
        case Outcome.STILL:
            return words.still
        case Outcome.UNGRADED:
            return words.ungraded


def changed_text(changed: bool | None, words: Labels) -> str:  # noqa: FBT001 - a field's value
    """Name whether the review changed a sample.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> changed_text(None, LABELS["en"])
    'change not known'
    """
    if changed is None:
        return words.change_unknown
    return words.changed if changed else words.unchanged


def sides(sample: SampleLine) -> tuple[Items, Items]:
    """Mark what the final list drops of the first stage's, and what it adds; repeats count.

    >>> _, final = sides(SampleLine("1", None, ("a", "b"), ("b", "b"), Outcome.STILL, changed=True))
    >>> [(item.text, item.mark.name) for item in final or ()]
    [('b', 'SAME'), ('b', 'ADDED')]
    """
    first, last = sample.stage1, sample.final
    if first is None or last is None:
        return unmarked(first), unmarked(last)
    return _against(first, last, Mark.REMOVED), _against(last, first, Mark.ADDED)


def unmarked(texts: tuple[str, ...] | None) -> Items:
    """Take a list as it is; repeats stand once, with their number.

    >>> unmarked(None) is None, unmarked(())
    (True, ())
    """
    return None if texts is None else _grouped((text, Mark.SAME) for text in texts)


def _against(texts: tuple[str, ...], others: tuple[str, ...], mark: Mark) -> tuple[Item, ...]:
    left = Counter(others)
    items = []
    for text in texts:
        shared = left[text] > 0
        left[text] -= shared
        items.append((text, Mark.SAME if shared else mark))
    return _grouped(items)


def _grouped(items: Iterable[tuple[str, Mark]]) -> tuple[Item, ...]:
    return tuple(Item(text, mark, times) for (text, mark), times in Counter(items).items())


def _sign(value: Quantity, name: str) -> str:
    return "+" if name in _SIGNED and compare(value, Fraction(0)) > 0 else ""
