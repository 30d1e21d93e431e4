"""Scores of sets or lists of items, gold and predicted, one of each for every sample."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Holds, Outcome, Silent
from measurand.laws.kinds.compare import broken, silent
from measurand.laws.kinds.subject import Call, Number, Subject, answered, asked, number

Item = str | tuple[str, ...]
Bags = Sequence[Collection[Item]]
Lists = Sequence[Sequence[Item]]
SetScore = Subject[[Bags, Bags]]

SYMMETRIC, UNDEFINED, MERGEABLE = "symmetric", "undefined", "mergeable"
MACRO, MICRO, BY_ITEM = "macro", "micro", "by-item"
EMPTY_ONE, EMPTY_ZERO, EMPTY_SKIP = "empty=1", "empty=0", "empty=skip"
SET, MULTISET = "set", "multiset"


@frozen
class SetsCase:
    """Samples that a score is tried on: as many gold lists as predicted ones, at least one.

    `other_gold` and `other_predicted` are samples of another corpus, and `place` is some number: a
    law that needs one sample, one item or one order takes the one there. Where `listed` is False
    the function gets sets, else lists.

    >>> SetsCase([["a"]], [[]], [["c"]], [["b"]]).items
    ['a', 'b', 'c']
    """

    gold: Lists
    predicted: Lists
    other_gold: Lists = ([],)
    other_predicted: Lists = ([],)
    place: int = 0
    listed: bool = False

    @property
    def items(self) -> list[Item]:
        """Give every item that occurs in either corpus, in order."""
        sides = (*self.gold, *self.predicted, *self.other_gold, *self.other_predicted)
        return sorted({item for side in sides for item in side})


def score(subject: SetScore, case: SetsCase, gold: Lists, predicted: Lists) -> Call[Number]:
    """Ask for the score of samples, in the shape that the case has: sets or lists.

    >>> one = Subject("one", lambda gold, predicted: 1)
    >>> score(one, SetsCase([["a"]], [[]]), [["a"]], [[]]).line()
    "one([{'a'}], [set()])  # 1"
    """
    return asked(subject, number, bags(case, gold), bags(case, predicted))


def bags(case: SetsCase, lists: Lists) -> Bags:
    """Give samples the shape that the case has: sets or lists.

    >>> bags(SetsCase([["a"]], [[]]), [["a", "a"]])
    [{'a'}]
    """
    return [list(items) if case.listed else set(items) for items in lists]


def as_is(subject: SetScore, case: SetsCase) -> Call[Number]:
    """Ask for the score of the corpus of the case."""
    return score(subject, case, case.gold, case.predicted)


def counted(subject: SetScore, items: Sequence[Item]) -> Counter[Item]:
    """Count items as the subject does: each once, unless it claims to take multisets.

    >>> counted(Subject("f", lambda gold, predicted: 1), ["a", "a"])
    Counter({'a': 1})
    """
    return Counter(items if MULTISET in subject.claims else [*dict.fromkeys(items)])


def right(subject: SetScore, gold: Sequence[Item], predicted: Sequence[Item]) -> int:
    """Count the right predictions of a sample.

    >>> right(Subject("f", lambda gold, predicted: 1), ["a", "b"], ["b", "c"])
    1
    """
    return (counted(subject, gold) & counted(subject, predicted)).total()


def with_item(lists: Lists, place: int, item: Item) -> Lists:
    """Add an item to one of the samples.

    >>> with_item([["a"], []], 1, "b")
    [['a'], ['b']]
    """
    return [[*items, item] if at == place else items for at, items in enumerate(lists)]


def some_empty(*sides: Lists) -> bool:
    """Say whether some sample has nothing on some side.

    >>> some_empty([["a"]], [[]])
    True
    """
    return not all(items for side in sides for items in side)


def turned(things: Sequence[Sequence[Item]], by: int) -> Lists:
    """Begin at another sample; what was before it comes last.

    >>> turned([["a"], ["b"], ["c"]], 4)
    [['b'], ['c'], ['a']]
    """
    at = by % len(things)
    return [*things[at:], *things[:at]]


def mapped(lists: Lists, rename: Callable[[Item], Item]) -> Lists:
    """Rename every item.

    >>> mapped([["a"], []], lambda item: f"{item}!")
    [['a!'], []]
    """
    return [[rename(item) for item in items] for items in lists]


def named(item: Item, name: str) -> Item:
    """Give an item another name; of a tuple only the first part changes.

    >>> named("a", "x"), named(("food", "positive"), "x")
    ('x', ('x', 'positive'))
    """
    return name if isinstance(item, str) else (name, *item[1:])


def apart(lists: Lists, mark: str) -> Lists:
    """Rename items so that they meet no item with another mark.

    >>> apart([["a"], [("b", "c")]], "-1")
    [['a-1'], [('b-1', 'c')]]
    """
    return mapped(
        lists, lambda item: named(item, f"{item if isinstance(item, str) else item[0]}{mark}")
    )


def below(low: Call[Number], high: Call[Number]) -> Outcome:
    """Hold where the first answer is less than the second, not equal; silent where one lacks.

    >>> below(Call("f", (1,), 0.5), Call("f", (2,), 0.5)).because
    '0.5 is not below 0.5'
    """
    if raised := silent(low, high):
        return raised
    less, more = low.answer, high.answer
    if not isinstance(less, Fraction | float) or not isinstance(more, Fraction | float):
        return Silent("one of the answers is not there")
    if less < more:
        return Holds()
    return broken(f"{answered(less)} is not below {answered(more)}", high, low)
