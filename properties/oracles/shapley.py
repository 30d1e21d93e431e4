"""Shapley values by walking every order of the players: slow, and straight from the definition."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

Worth = Callable[[frozenset[int]], Fraction]


def by_orders(players: int, worth: Worth) -> tuple[Fraction, ...]:
    """Average what each player adds to those who came before, over all orders."""
    added = [Fraction(0)] * players
    orders = 0
    for order in permutations(range(players)):
        orders += 1
        there: frozenset[int] = frozenset()
        for player in order:
            more = there | {player}
            added[player] += worth(more) - worth(there)
            there = more
    return tuple(total / orders for total in added)


def of_counts(
    hits: int, predicted: int, gold: int, edits: Sequence[tuple[str, str]], empty: Fraction
) -> tuple[Fraction, ...]:
    """Value edits such as ("add", "hit") on counts; gold holds no more hits than it has items."""

    def worth(some: frozenset[int]) -> Fraction:
        h, p = hits, predicted
        for at in some:
            what, kind = edits[at]
            step = 1 if what == "add" else -1
            p += step
            if kind == "hit":
                h += step
        h = min(h, gold)
        if p == 0 and gold == 0:
            return empty
        if h == 0:
            return Fraction(0)
        precision, recall = Fraction(h, p), Fraction(h, gold)
        return 2 * precision * recall / (precision + recall)

    return by_orders(len(edits), worth)


def of_sets(
    gold: frozenset[str], before: frozenset[str], after: frozenset[str], empty: Fraction
) -> dict[str, Fraction]:
    """Value the pairs that come or go, each set in between scored as it stands."""
    edits = sorted(before ^ after)

    def worth(some: frozenset[int]) -> Fraction:
        stage = before ^ {edits[at] for at in some}
        if not stage and not gold:
            return empty
        return Fraction(2 * len(stage & gold), len(stage) + len(gold))

    return dict(zip(edits, by_orders(len(edits), worth), strict=True))
