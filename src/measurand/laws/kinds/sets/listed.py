"""Laws of scores of lists of items, in which an item can be repeated and has a place."""

from collections import Counter
from collections.abc import Sequence

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, same
from measurand.laws.kinds.sets.cases import (
    BY_ITEM,
    MULTISET,
    SET,
    Item,
    Lists,
    SetsCase,
    SetScore,
    apart,
    as_is,
    score,
    with_item,
)
from measurand.laws.kinds.sets.laws import SetLaw


def _item_order(subject: SetScore, case: SetsCase) -> Outcome:
    by = case.place
    turns = [
        [[*items[by % len(items) :], *items[: by % len(items)]] if items else [] for items in side]
        for side in (case.gold, case.predicted)
    ]
    back = [[items[::-1] for items in side] for side in (case.gold, case.predicted)]
    return same(
        subject,
        as_is(subject, case),
        score(subject, case, case.gold, back[1]),
        score(subject, case, back[0], case.predicted),
        score(subject, case, turns[0], turns[1]),
    )


def _repeated(subject: SetScore, case: SetsCase) -> Outcome:
    places = [
        (at, item)
        for at, (gold, predicted) in enumerate(zip(case.gold, case.predicted, strict=True))
        for item in dict.fromkeys(predicted)
        if predicted.count(item) >= gold.count(item)
    ]
    if not places:
        return Silent("no prediction is there as often as in gold")
    at, item = places[case.place % len(places)]
    more = score(subject, case, case.gold, with_item(case.predicted, at, item))
    return at_most(subject, more, as_is(subject, case))


def _once(subject: SetScore, case: SetsCase) -> Outcome:
    gold, predicted = (
        [list(dict.fromkeys(items)) for items in side] for side in (case.gold, case.predicted)
    )
    if [*gold, *predicted] == [*case.gold, *case.predicted]:
        return Silent("no item is repeated")
    return same(subject, as_is(subject, case), score(subject, case, gold, predicted))


def _copies(subject: SetScore, case: SetsCase) -> Outcome:
    if BY_ITEM in subject.claims:
        return Silent("the score is a mean over items, and copies would be other items")
    gold, predicted = _told_apart(case.gold), _told_apart(case.predicted)
    if [*gold, *predicted] == [*case.gold, *case.predicted]:
        return Silent("no item is repeated")
    return same(subject, as_is(subject, case), score(subject, case, gold, predicted))


def _told_apart(lists: Lists) -> Lists:
    """Rename the second copy of an item within a sample, the third, and so on."""
    return [_numbered(items) for items in lists]


def _numbered(items: Sequence[Item]) -> list[Item]:
    seen: Counter[Item] = Counter()
    found: list[Item] = []
    for item in items:
        seen[item] += 1
        found.append(item if seen[item] == 1 else apart([[item]], f"-{seen[item]}")[0][0])
    return found


ITEM_ORDER: SetLaw = Law(
    "item order",
    "The order of the items of a sample does not matter.",
    _item_order,
    Algebra.ORDER,
)
REPEATED: SetLaw = Law(
    "repeated prediction",
    "Repeating a prediction that is there as often as in gold never raises the score.",
    _repeated,
    Algebra.MULTISET,
)
ONCE: SetLaw = Law(
    "repeats do not count",
    "Leaving out repeated items, in gold and predictions, changes nothing.",
    _once,
    Algebra.MULTISET,
    frozenset({SET}),
)
COPIES: SetLaw = Law(
    "repeats count",
    "The second copy of an item scores as another item would, in gold and predictions.",
    _copies,
    Algebra.MULTISET,
    frozenset({MULTISET}),
)
LISTED: tuple[SetLaw, ...] = (ITEM_ORDER, REPEATED, ONCE, COPIES)
"""Laws that need lists."""
