"""Scores of sets or lists of items, gold and predicted, one of each for every sample.

The laws here are of any such score, whatever its average: bounds, the empty rules, order, names and
swaps, and what a missing or a wrong prediction more may and may not do.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    equal_to,
    needing,
    repeated,
    unchanged,
)
from measurand.laws.kinds.compare import (
    answers,
    at_most,
    broken,
    defined,
    inside,
    is_number,
    same,
)
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


SetAsk = Ask[[Bags, Bags], SetsCase]
SetLaw = Law[SetScore, SetsCase]


def score_of(pick: Callable[[SetsCase], tuple[Lists, Lists]]) -> SetAsk:
    """Ask for the score of samples that are made of the case.

    >>> ask = score_of(lambda case: (case.gold, case.gold))
    >>> ask(Subject("one", lambda gold, predicted: 1), SetsCase([["a"]], [[]])).line()
    "one([{'a'}], [{'a'}])  # 1"
    """
    return lambda subject, case: score(subject, case, *pick(case))


def score_of_both(change: Callable[[SetsCase, Lists], Lists]) -> SetAsk:
    """Ask for the score of samples of which both sides are changed in the same way."""
    return score_of(lambda case: (change(case, case.gold), change(case, case.predicted)))


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


def strictly_below(low: Call[Number], high: Call[Number]) -> Outcome:
    """Hold where the first answer is less than the second, not equal; silent where one lacks.

    >>> strictly_below(Call("f", (1,), 0.5), Call("f", (2,), 0.5)).because
    '0.5 is not below 0.5'
    """
    found = answers(low, high, lacking="one of the answers is not there")
    if isinstance(found, Silent):
        return found
    less, more = found
    if less < more:
        return Holds()
    return broken(f"{answered(less)} is not below {answered(more)}", high, low)


_ITSELF = score_of(lambda case: (case.gold, case.gold))
_NOTHING = score_of_both(lambda case, _: [[] for _ in case.gold])


def _perfect(subject: SetScore, case: SetsCase) -> Call[Number]:
    """Ask for gold against itself; where no sample is empty, for samples that all are."""
    return (_ITSELF if some_empty(case.gold) else _NOTHING)(subject, case)


def _with_empty(case: SetsCase, side: Lists) -> Lists:
    at = case.place % (len(case.gold) + 1)
    return [*side[:at], [], *side[at:]]


def _renamed(case: SetsCase, side: Lists) -> Lists:
    names = {item: f"x{len(case.items) - at}" for at, item in enumerate(case.items)}
    return mapped(side, lambda item: named(item, names[item]))


MOST_PLACES = 3
"""At how many places of a case a prediction is added."""


@law("defined", "Samples get a number; the function does not raise.")
def _defined(subject: SetScore, case: SetsCase) -> Outcome:
    lacking = UNDEFINED in subject.claims and some_empty(case.gold, case.predicted)
    return defined(as_is(subject, case), absent=lacking)


@law("history", "What was asked before does not matter.", Algebra.IDENTITY)
def _independent(subject: SetScore, case: SetsCase) -> Outcome:
    here = as_is(subject, case)
    between = score(subject, case, case.other_gold, case.other_predicted)
    again = as_is(subject, case)
    if isinstance(same(subject, here, again), Broken):
        lines = (here.line(), between.line(), again.line())
        return Broken("the first answer is another after the second question", lines)
    return same(subject, here, again)


@law("range", "A score lies between 0 and 1.")
def _range(subject: SetScore, case: SetsCase) -> Outcome:
    outcome = inside(as_is(subject, case), 0, 1)
    if isinstance(outcome, Broken):
        return outcome
    perfect = inside(score(subject, case, case.gold, case.gold), 0, 1)
    return perfect if isinstance(perfect, Broken) else outcome


@law("disjoint", "Where no prediction is right the score is 0.", Algebra.IDENTITY)
def _disjoint(subject: SetScore, case: SetsCase) -> Outcome:
    wrong = [
        (gold, [item for item in predicted if item not in gold])
        for gold, predicted in zip(case.gold, case.predicted, strict=True)
    ]
    gold: Lists = [gold for gold, predicted in wrong if gold and predicted]
    predicted: Lists = [predicted for gold, predicted in wrong if gold and predicted]
    if not gold:
        return Silent("no sample has a wrong prediction beside something to find")
    if BY_ITEM in subject.claims:  # every item on both sides: one that lacks there may score 1
        gold, predicted = [*gold, *predicted], [*predicted, *gold]
    return is_number(subject, score(subject, case, gold, predicted), Fraction(0))


def _all(lists: Lists) -> set[Item]:
    return {item for items in lists for item in items}


@law(
    "missing prediction",
    "Adding a prediction that was missing never lowers the score.",
    Algebra.MONOTONE,
)
def _missing(subject: SetScore, case: SetsCase) -> Outcome:
    lists = zip(case.gold, case.predicted, strict=True)
    places = [
        (at, item)
        for at, (gold, predicted) in enumerate(lists)
        for item in counted(subject, gold) - counted(subject, predicted)
        if _speaks(subject, case, at, item)
    ]
    if not places:
        return Silent("nothing is missing")
    outcome = _each(subject, case, places, raises=True)
    if isinstance(outcome, Broken) or UNDEFINED in subject.claims:
        return outcome
    at, item = places[case.place % len(places)]
    alone = [[] if here == at else items for here, items in enumerate(case.gold)]
    one = with_item(alone, at, item)
    before, after = (score(subject, case, case.gold, side) for side in (alone, one))
    silence = at_most(subject, before, after)
    return silence if isinstance(silence, Broken) else outcome


def _each(
    subject: SetScore, case: SetsCase, places: list[tuple[int, Item]], *, raises: bool
) -> Outcome:
    """Add a prediction at some of the places, each alone."""
    here = as_is(subject, case)
    outcome: Outcome = Silent("no place")
    by = case.place % len(places)
    for at, item in [*places[by:], *places[:by]][:MOST_PLACES]:
        more = score(subject, case, case.gold, with_item(case.predicted, at, item))
        outcome = at_most(subject, here, more) if raises else at_most(subject, more, here)
        if isinstance(outcome, Broken):
            break
    return outcome


def _speaks(subject: SetScore, case: SetsCase, at: int, item: Item) -> bool:
    """Say whether the score has a number for the sample, or the item, before it is added."""
    if UNDEFINED not in subject.claims:
        return True
    if BY_ITEM in subject.claims:
        return item in _all(case.predicted)
    return bool(case.predicted[at])


@law("wrong prediction", "Adding a wrong prediction never raises the score.", Algebra.MONOTONE)
def _wrong(subject: SetScore, case: SetsCase) -> Outcome:
    in_gold = _all(case.gold)
    places = [
        (at, item)
        for at, (gold, predicted) in enumerate(zip(case.gold, case.predicted, strict=True))
        for item in case.items
        if item not in gold and item not in predicted
        if BY_ITEM not in subject.claims or item in in_gold
    ]
    if not places:
        return Silent("every item is somewhere")
    return _each(subject, case, places, raises=False)


GENERAL: tuple[SetLaw, ...] = (
    _defined,
    law("repeatable", "The same question gets the same answer, and the arguments are left alone.")(
        repeated(as_is)
    ),
    _independent,
    _range,
    law(
        "identity",
        "Gold against itself scores 1 where every sample has something to find.",
        Algebra.IDENTITY,
    )(
        needing(
            lambda case: not some_empty(case.gold),
            "some sample has nothing to find",
            equal_to(_ITSELF, 1),
        )
    ),
    law(
        "empty is one",
        "Gold against itself scores 1, also where samples have nothing to find.",
        Algebra.EMPTY_RULES,
        EMPTY_ONE,
    )(equal_to(_perfect, 1)),
    law(
        "empty is zero",
        "Samples with nothing on either side score 0.",
        Algebra.EMPTY_RULES,
        EMPTY_ZERO,
    )(equal_to(_NOTHING, 0)),
    law(
        "empty is skipped",
        "A sample with nothing on either side changes nothing.",
        Algebra.EMPTY_RULES,
        EMPTY_SKIP,
    )(
        needing(
            lambda case: any(case.gold) or any(case.predicted),
            "there is nothing in any sample",
            unchanged(as_is, score_of_both(_with_empty)),
        )
    ),
    _disjoint,
    law("swap", "Exchanging gold and predictions changes nothing.", Algebra.SYMMETRY, SYMMETRIC)(
        unchanged(as_is, score_of(lambda case: (case.predicted, case.gold)))
    ),
    law("sample order", "The order of the samples does not matter.", Algebra.ORDER)(
        needing(
            lambda case: len(case.gold) != 1,
            "there is one sample",
            unchanged(
                as_is,
                score_of_both(lambda _, side: side[::-1]),
                score_of_both(lambda case, side: turned(side, case.place)),
            ),
        )
    ),
    law("renaming", "Renaming items one to one changes nothing.", Algebra.SYMMETRY)(
        unchanged(as_is, score_of_both(_renamed))
    ),
    _missing,
    _wrong,
    law("replication", "Taking every sample twice changes nothing.", Algebra.MERGE)(
        unchanged(as_is, score_of_both(lambda _, side: [*side, *side]))
    ),
)
"""Laws that say nothing about an average, nor about what the score is."""
