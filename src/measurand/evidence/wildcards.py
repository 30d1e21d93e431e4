"""What follows an alignment of equal items: wildcards, and items that do not count.

An item whose slot is empty (a wild one) answers any item that agrees on the other slots. Items with
other rests never meet, so each rest is a small problem of its own, solved without a search: equal
items that name something go first, then wild gold takes what is left, then wild answers do. No
pairing has more pairs. Where one pairs a named item with a wild one and leaves its equal free, the
equals may be paired instead, one for one; after that the named ones that are left have no equal,
and only a wild partner will do, of which the choice among alike ones does not matter.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from measurand.evidence.keying import slot_text
from measurand.evidence.matching import Key, Link, multiset_counts
from measurand.evidence.observation import Observation
from measurand.evidence.sides import Condition, Filling, Holds, Keep, WildKind
from measurand.values.items import Item


def wildcard_links(
    how: Observation, predicted: Sequence[Key], gold: Sequence[Key], equal: Sequence[Link]
) -> tuple[Link, ...]:
    """Pair equal items that name something, then what is left where an empty slot answers anything.

    `equal` are the pairs of equal items, wild ones too.

    >>> from measurand.evidence.sides import Wildcard
    >>> how = Observation(unit=("term", "polarity"), wildcard=Wildcard(WildKind.GOLD, "term"))
    >>> wildcard_links(how, [("price", "pos"), ("food", "neg")], [("", "neg")], ())
    (Link(predicted=1, gold=0, similarity=Fraction(1, 1), exact=True),)
    """
    at = how.unit.index(how.wildcard.slot)
    paired = [link for link in equal if _named(gold[link.gold], at)]
    free = _free(predicted, {link.predicted for link in paired}, at)
    wanted = _free(gold, {link.gold for link in paired}, at)
    for rest, (wild, named) in free.items():
        wild_gold, named_gold = wanted.get(rest, ([], []))
        paired += _paired(named, wild_gold)
        if how.wildcard.kind is WildKind.BOTH:
            paired += _paired(wild, named_gold)
        paired += _paired(wild, wild_gold)
    return tuple(paired)


def _paired(answers: list[int], others: list[int]) -> list[Link]:
    """Pair first with first, and take away what was paired."""
    number = min(len(answers), len(others))
    pairs = [Link(p, g) for p, g in zip(answers[:number], others[:number], strict=True)]
    del answers[:number], others[:number]
    return pairs


def _named(item_key: Key, at: int) -> bool:
    return isinstance(item_key, tuple) and bool(item_key[at])


def _free(
    keys: Sequence[Key], taken: set[int], at: int
) -> dict[tuple[object, ...], tuple[list[int], list[int]]]:
    """Part what is left by its other slots: the wild items, then those that name something."""
    by_rest: dict[tuple[object, ...], tuple[list[int], list[int]]] = {}
    for index, item_key in enumerate(keys):
        if index in taken or not isinstance(item_key, tuple):
            continue
        wild, named = by_rest.setdefault((*item_key[:at], *item_key[at + 1 :]), ([], []))
        (named if item_key[at] else wild).append(index)
    return by_rest


def counting(how: Observation, items: Sequence[Item], keep: Keep) -> list[Item]:
    """Keep the items that count on one side.

    >>> from measurand.evidence.sides import Filling
    >>> from measurand.values.items import Slots
    >>> filled = (Holds(Filling.FILLED, "term"),)
    >>> items = [Slots.of({"term": text}) for text in ("", "a")]
    >>> [item.get("term") for item in counting(Observation(), items, filled)]
    ['a']
    """
    return [item for item in items if all(_meets(how, condition, item) for condition in keep)]


def _meets(how: Observation, condition: Condition, item: Item) -> bool:
    text = slot_text(how, item, condition.slot)
    match condition:
        case Holds(filling):
            return bool(text) == (filling is Filling.FILLED)
        case _:
            return text not in condition.values


def wildcard_counts(
    how: Observation, predicted: Collection[Key], gold: Collection[Key]
) -> tuple[int, int, int]:
    """Count hits, predictions and gold items where an empty slot answers anything.

    As many hits as `wildcard_links` has pairs; of sets, the keys are given once each.

    >>> from measurand.evidence.sides import Wildcard
    >>> how = Observation(unit=("term", "polarity"), wildcard=Wildcard(WildKind.GOLD, "term"))
    >>> wildcard_counts(how, [("price", "pos"), ("food", "neg")], [("", "neg")])
    (1, 2, 1)
    """
    at = how.unit.index(how.wildcard.slot)
    both_wild = how.wildcard.kind is WildKind.BOTH
    if all(_named(key, at) for key in gold) and not (
        both_wild and not all(_named(key, at) for key in predicted)
    ):
        return multiset_counts(predicted, gold)
    mine, right = Counter(predicted), Counter(gold)
    hits = 0
    for key in mine.keys() & right.keys():
        if _named(key, at):
            both = min(mine[key], right[key])
            hits += both
            mine[key] -= both
            right[key] -= both
    free, wanted = _by_rest(mine, at), _by_rest(right, at)
    for rest, (wild, named) in free.items():
        wild_gold, named_gold = wanted.get(rest, (0, 0))
        here = min(named, wild_gold)
        there = min(wild, named_gold) if both_wild else 0
        hits += here + there + min(wild - there, wild_gold - here)
    return hits, len(predicted), len(gold)


def _by_rest(counts: Counter[Key], at: int) -> dict[tuple[object, ...], tuple[int, int]]:
    """Count what is left by its other slots: the wild items, then those that name something."""
    by_rest: dict[tuple[object, ...], tuple[int, int]] = {}
    for key, count in counts.items():
        if isinstance(key, tuple):
            rest = (*key[:at], *key[at + 1 :])
            wild, named = by_rest.get(rest, (0, 0))
            by_rest[rest] = (wild, named + count) if key[at] else (wild + count, named)
    return by_rest
