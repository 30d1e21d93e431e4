"""What scores of sets and of lists of items are, under every average and for one sample.

A score averages over samples, over items, or counts all first; one sample alone has the same score
under every average over samples, so the laws of what a score is ask for no average, and a score
that averages over items has its formula where one item alone occurs. In lists an item can be
repeated, and has a place.

Two kinds: `set-f1`, F1 and its relatives over sets of items, and `tuple-f1`, over lists.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from measurand.algebra.law import Algebra, Broken, Holds, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Check,
    claiming,
    needing,
    unchanged,
)
from measurand.laws.kinds.compare import answers, at_most, broken, close, is_number, same
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.set_scores import (
    BY_ITEM,
    EMPTY_ONE,
    EMPTY_SKIP,
    EMPTY_ZERO,
    GENERAL,
    MACRO,
    MERGEABLE,
    MICRO,
    MULTISET,
    SET,
    SYMMETRIC,
    UNDEFINED,
    Bags,
    Item,
    Lists,
    SetLaw,
    SetsCase,
    SetScore,
    apart,
    as_is,
    bags,
    counted,
    right,
    score,
    score_of,
    score_of_both,
    strictly_below,
    with_item,
)
from measurand.laws.kinds.subject import (
    IS_OTHER,
    OTHER,
    Call,
    Number,
    answered,
    call_in_batches,
    number,
)

Batches = list[tuple[Lists, Lists]]


@law(
    "mean of samples",
    "The score is the mean of the scores of the samples, each asked for alone.",
    Algebra.MERGE,
    MACRO,
)
def _of_samples(subject: SetScore, case: SetsCase) -> Outcome:
    return _mean(as_is(subject, case), _samples(subject, case))


def _samples(subject: SetScore, case: SetsCase) -> tuple[Call[Number], ...]:
    return tuple(
        score(subject, case, [gold], [predicted])
        for gold, predicted in zip(case.gold, case.predicted, strict=True)
        if gold or predicted or EMPTY_SKIP not in subject.claims
    )


def _mean(whole: Call[Number], parts: tuple[Call[Number], ...]) -> Outcome:
    lacking = "one of the parts, or the whole, has no number"
    found = answers(whole, *parts, lacking=lacking)
    if isinstance(found, Silent) or not parts:
        return found if isinstance(found, Silent) else Silent(lacking)
    score, *others = found
    mean = sum((Fraction(one) for one in others), Fraction(0)) / len(others)
    floats = any(isinstance(one, float) for one in found)
    if score == mean or (floats and close(score, mean)):
        return Holds()
    expected = answered(float(mean) if floats else mean)
    return broken(f"{answered(score)}, expected the mean {expected}", whole, *parts)


@law(
    "between",
    "The score lies between the lowest and the highest score of a sample.",
    Algebra.BOUNDS,
    MACRO,
)
def _between(subject: SetScore, case: SetsCase) -> Outcome:
    whole, parts = as_is(subject, case), _samples(subject, case)
    lacking = "some sample has no number"
    found = answers(*parts, lacking=lacking)
    if isinstance(found, Silent) or not parts:
        return found if isinstance(found, Silent) else Silent(lacking)
    least, most = (parts[found.index(end)] for end in (min(found), max(found)))
    outcomes = [at_most(subject, least, whole), at_most(subject, whole, most)]
    return next((one for one in outcomes if isinstance(one, Broken)), outcomes[0])


@law(
    "mean of items",
    "The score is the mean over the items that occur, each asked for alone in all samples.",
    Algebra.MERGE,
    BY_ITEM,
)
def _of_items(subject: SetScore, case: SetsCase) -> Outcome:
    items = dict.fromkeys(item for side in (*case.gold, *case.predicted) for item in side)
    columns = tuple(
        score(subject, case, _only(case.gold, item), _only(case.predicted, item)) for item in items
    )
    return _mean(as_is(subject, case), columns)


def _only(lists: Lists, wanted: object) -> Lists:
    return [[item for item in items if item == wanted] for items in lists]


@law(
    "merge",
    "Samples in batches, however cut and in whatever order, score as much as at once.",
    Algebra.MERGE,
    MERGEABLE,
)
def _merge(subject: SetScore, case: SetsCase) -> Outcome:
    whole = as_is(subject, case)
    outcome: Outcome = Silent("there is no function for batches: give Subject(batched=...)")
    for batches in _batchings(case):
        shaped = [(bags(case, gold), bags(case, predicted)) for gold, predicted in batches]
        call: Call[Number] | None = call_in_batches(subject, number, shaped)
        outcome = outcome if call is None else same(subject, whole, call)
        if not isinstance(outcome, Holds):
            return outcome
    return outcome


def _batchings(case: SetsCase) -> tuple[Batches, ...]:
    at = case.place % (len(case.gold) + 1)
    one: Batches = [
        ([gold], [predicted]) for gold, predicted in zip(case.gold, case.predicted, strict=True)
    ]
    two: Batches = [(case.gold[:at], case.predicted[:at]), (case.gold[at:], case.predicted[at:])]
    whole = [batch for batch in two if batch[0]]
    return (whole, whole[::-1], one[::-1])


def _as_one(_case: SetsCase, side: Lists) -> Lists:
    """Put all items into one sample, renamed so that those of two samples do not meet."""
    return [[item for at, items in enumerate(side) for item in apart([items], f"-{at}")[0]]]


AVERAGES: tuple[SetLaw, ...] = (
    _of_samples,
    _between,
    law(
        "pooled",
        "Samples whose items are renamed apart score as much as one sample with all their items.",
        Algebra.MERGE,
        MICRO,
    )(unchanged(as_is, score_of_both(_as_one))),
    law(
        "empty is inert",
        "In a pooled score a sample with nothing on either side changes nothing.",
        Algebra.EMPTY_RULES,
        MICRO,
    )(unchanged(as_is, score_of_both(lambda _, side: [[], *side]))),
    _of_items,
    _merge,
)
"""Laws of averages."""


F1, PRECISION, RECALL = "f1", "precision", "recall"
JACCARD, EXACT_MATCH = "jaccard", "exact-match"


Formula = Callable[[int, int, int], Fraction]


def _alone(subject: SetScore, case: SetsCase) -> tuple[Lists, Lists]:
    """Take one sample; under an average over items one item, in all samples."""
    if BY_ITEM not in subject.claims:
        at = case.place % len(case.gold)
        return [case.gold[at]], [case.predicted[at]]
    item = case.items[case.place % len(case.items)] if case.items else ""
    gold, predicted = (
        [[one for one in items if one == item] for items in side]
        for side in (case.gold, case.predicted)
    )
    return gold, predicted


@law(
    "wrong prediction costs",
    "Adding a wrong prediction to a sample with a right one lowers the F1.",
    Algebra.MONOTONE,
    F1,
)
def _wrong_lowers(subject: SetScore, case: SetsCase) -> Outcome:
    hits = {
        item
        for gold, predicted in zip(case.gold, case.predicted, strict=True)
        for item in set(gold) & set(predicted)
    }
    places = [
        (at, item)
        for at, (gold, predicted) in enumerate(zip(case.gold, case.predicted, strict=True))
        if set(gold) & set(predicted)
        for item in case.items
        if item not in gold and item not in predicted
        if BY_ITEM not in subject.claims or item in hits
    ]
    if not places:
        return Silent("no sample has something right and an item that is wrong in it")
    at, item = places[case.place % len(places)]
    more = score(subject, case, case.gold, with_item(case.predicted, at, item))
    return strictly_below(more, as_is(subject, case))


def _law(name: str, says: str, formula: Formula) -> SetLaw:
    @law(f"counts of {name}", says, Algebra.IDENTITY, name)
    def counts(subject: SetScore, case: SetsCase) -> Outcome:
        gold, predicted = _alone(subject, case)
        if not any(gold) or not any(predicted):
            return Silent("there is nothing on one side")
        repeats = any(len(set(items)) < len(items) for items in (*gold, *predicted))
        if {SET, MULTISET}.isdisjoint(subject.claims) and repeats:
            return Silent("an item is repeated, and neither set nor multiset is claimed")
        hits = sum(right(subject, *pair) for pair in zip(gold, predicted, strict=True))
        sizes = [sum(counted(subject, items).total() for items in x) for x in (gold, predicted)]
        return is_number(subject, score(subject, case, gold, predicted), formula(hits, *sizes))

    return counts


FORMS: tuple[SetLaw, ...] = (
    _law(
        F1,
        "One sample scores 2 right / (gold + predicted).",
        lambda hits, gold, predicted: Fraction(2 * hits, gold + predicted),
    ),
    _law(
        PRECISION,
        "One sample scores right / predicted.",
        lambda hits, _, predicted: Fraction(hits, predicted),
    ),
    _law(RECALL, "One sample scores right / gold.", lambda hits, gold, _: Fraction(hits, gold)),
    _law(
        JACCARD,
        "One sample scores right / (gold + predicted - right).",
        lambda hits, gold, predicted: Fraction(hits, gold + predicted - hits),
    ),
    _law(
        EXACT_MATCH,
        "One sample scores 1 where all is right, else 0.",
        lambda hits, gold, predicted: Fraction(hits == gold == predicted),
    ),
    _wrong_lowers,
)
"""Laws of what the score of one sample is."""


@law(
    "repeated prediction",
    "Repeating a prediction that is there as often as in gold never raises the score.",
    Algebra.MULTISET,
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


def _told_apart(lists: Lists) -> Lists:
    """Rename the second copy of an item within a sample, the third, and so on."""
    return [_numbered(items) for items in lists]


def _numbered(items: Sequence[Item]) -> list[Item]:
    seen: Counter[Item] = Counter()
    numbered: list[Item] = []
    for item in items:
        seen[item] += 1
        numbered.append(item if seen[item] == 1 else apart([[item]], f"-{seen[item]}")[0][0])
    return numbered


def _items_from(items: Sequence[Item], place: int) -> Sequence[Item]:
    at = place % len(items) if items else 0
    return [*items[at:], *items[:at]]


def _back(side: Lists) -> Lists:
    return [items[::-1] for items in side]


def _items_once(_case: SetsCase, side: Lists) -> Lists:
    return [list(dict.fromkeys(items)) for items in side]


def _repeating(check: Check[[Bags, Bags], SetsCase]) -> Check[[Bags, Bags], SetsCase]:
    return needing(
        lambda case: any(len({*items}) < len(items) for items in (*case.gold, *case.predicted)),
        "no item is repeated",
        check,
    )


_COPIES = _repeating(unchanged(as_is, score_of_both(lambda _, side: _told_apart(side))))
LISTED: tuple[SetLaw, ...] = (
    law("item order", "The order of the items of a sample does not matter.", Algebra.ORDER)(
        unchanged(
            as_is,
            score_of(lambda case: (case.gold, _back(case.predicted))),
            score_of(lambda case: (_back(case.gold), case.predicted)),
            score_of_both(lambda case, side: [_items_from(items, case.place) for items in side]),
        )
    ),
    _repeated,
    law(
        "repeats do not count",
        "Leaving out repeated items, in gold and predictions, changes nothing.",
        Algebra.MULTISET,
        SET,
    )(_repeating(unchanged(as_is, score_of_both(_items_once)))),
    law(
        "repeats count",
        "The second copy of an item scores as another item would, in gold and predictions.",
        Algebra.MULTISET,
        MULTISET,
    )(
        claiming(
            {BY_ITEM},
            lambda *_: Silent("the score is a mean over items, and copies would be other items"),
            _COPIES,
        )
    ),
)
"""Laws that need lists."""


CLAIMS: Mapping[str, str] = {
    F1: "one sample scores 2 right / (gold + predicted)",
    PRECISION: "one sample scores right / predicted",
    RECALL: "one sample scores right / gold",
    JACCARD: "one sample scores right / (gold + predicted - right)",
    EXACT_MATCH: "one sample scores 1 where predictions and gold are the same, else 0",
    OTHER: IS_OTHER,
    MACRO: "the score is the mean of the scores of the samples",
    MICRO: "right, gold and predicted are counted over all samples first",
    BY_ITEM: "the score is the mean over the items that occur, each counted over all samples",
    SYMMETRIC: "exchanging gold and predictions changes nothing",
    EMPTY_ONE: "a sample with nothing on either side scores 1",
    EMPTY_ZERO: "a sample with nothing on either side scores 0",
    EMPTY_SKIP: "a sample with nothing on either side is left out",
    UNDEFINED: "where a sample has nothing on some side, there may be no number: None or NaN",
    MERGEABLE: "samples can come in batches, cut anywhere and in any order",
}


APART = (
    frozenset({F1, PRECISION, RECALL, JACCARD, EXACT_MATCH, OTHER}),
    frozenset({MACRO, MICRO, BY_ITEM}),
    frozenset({EMPTY_ONE, EMPTY_ZERO, EMPTY_SKIP}),
)


SET_LAWS = (*GENERAL, *AVERAGES, *FORMS)
SET_F1: Kind[[Bags, Bags], SetsCase] = Kind(
    name="set-f1",
    takes="two equally long sequences of sets, gold and predicted, and gives a number",
    claims=CLAIMS,
    laws=SET_LAWS,
    apart=APART,
    names=F1,
)


TUPLE_LAWS = (*GENERAL, *LISTED, *AVERAGES, *FORMS)
TUPLE_F1: Kind[[Bags, Bags], SetsCase] = Kind(
    name="tuple-f1",
    takes=(
        "two equally long sequences of lists of tuples of two strings, gold and predicted, "
        "and gives a number"
    ),
    claims={
        **CLAIMS,
        SET: "a repeated item counts once",
        MULTISET: "the second copy of an item scores as another item would",
    },
    laws=TUPLE_LAWS,
    apart=(*APART, frozenset({SET, MULTISET})),
    names=F1,
)
