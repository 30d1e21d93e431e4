"""Matchers: named values that say which prediction answers which gold item.

A matcher is a value in a definition, so two scores with one text were matched alike. All pair one
to one: an item that is linked is used up. Exact pairs are links of similarity 1. `SetMatch` drops
duplicates first, `MultisetMatch` pairs them first with first; for equal keys that is the best there
is, so no search is needed. `Greedy` follows the order of the predictions, as many programs do, and
may miss the largest total; `Optimal` solves the assignment problem for it.

A similarity must be strictly above the threshold, and a pair at or below it weighs 0 and is not
linked. Similarities are rationals: ties are exact, and are broken by order, never by rounding.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.assignment import assign
from measurand.algebra.order import order_key

Key = Hashable
Alike = Callable[[int, int], Fraction]
"""Similarity of a prediction and a gold item, by their indexes."""


@frozen
class Link:
    """One prediction paired with one gold item, by index; exact where their keys are equal.

    >>> Link(0, 1, Fraction(1, 2), exact=False).similarity
    Fraction(1, 2)
    """

    predicted: int
    gold: int
    similarity: Fraction = Fraction(1)
    exact: bool = field(default=True, kw_only=True)


class SimilarityKind(Enum):
    """Where the similarity of two different items comes from."""

    GIVEN = "given"
    CHARACTERS = "char_jaccard"
    TOKENS = "token_jaccard"


def _threshold(value: Fraction) -> Fraction:
    if not 0 <= value <= 1:
        message = f"a threshold lies in [0, 1]: got {value}"
        raise ValueError(message)
    return value


@frozen
class SetMatch:
    """Equal items match; duplicates collapse on both sides.

    >>> SetMatch()
    SetMatch()
    """


@frozen
class MultisetMatch:
    """Equal items match one to one; every duplicate counts.

    >>> MultisetMatch()
    MultisetMatch()
    """


@frozen
class GivenCounts:
    """Ready-made tallies are taken as they are: nothing is matched here.

    >>> GivenCounts()
    GivenCounts()
    """


@frozen(kw_only=True)
class Greedy:
    """Exact pairs first; then each prediction, in the order given, takes the likest free gold item.

    Of equally like gold items the first in the order given is taken. A pair must be strictly above
    the threshold. The outcome may depend on the order of the predictions.

    >>> Greedy(threshold=Fraction(7, 10)).similarity.value
    'given'
    """

    similarity: SimilarityKind = SimilarityKind.GIVEN
    threshold: Fraction = field(default=Fraction(1, 2), converter=_threshold)


@frozen(kw_only=True)
class Optimal:
    """The one-to-one pairing of largest total similarity; an exact pair weighs 1.

    Pairs at or below the threshold are struck out first. Ties are broken in canonical order, so the
    outcome does not depend on any order given.

    >>> Optimal(threshold=Fraction(7, 10)).threshold
    Fraction(7, 10)
    """

    similarity: SimilarityKind = SimilarityKind.GIVEN
    threshold: Fraction = field(default=Fraction(1, 2), converter=_threshold)


def multiset_links(predicted: Sequence[Key], gold: Sequence[Key]) -> tuple[Link, ...]:
    """Pair equal keys one to one, first with first.

    >>> multiset_links("aab", "ba")
    (Link(predicted=0, gold=1, similarity=Fraction(1, 1), exact=True), \
Link(predicted=2, gold=0, similarity=Fraction(1, 1), exact=True))
    """
    free: defaultdict[Key, list[int]] = defaultdict(list)
    for index in reversed(range(len(gold))):  # so that pop, from the end, gives the first
        free[gold[index]].append(index)
    return tuple(Link(i, free[key].pop()) for i, key in enumerate(predicted) if free.get(key))


def greedy_links(
    predicted: Sequence[Key], gold: Sequence[Key], alike: Alike, threshold: Fraction
) -> tuple[Link, ...]:
    """Pair exactly, then greedily in the order of the predictions.

    >>> greedy_links(["x", "y"], ["z"], lambda p, g: Fraction(3 + p, 5), Fraction(1, 2))
    (Link(predicted=0, gold=0, similarity=Fraction(3, 5), exact=False),)
    """
    links = list(multiset_links(predicted, gold))
    taken = {link.predicted for link in links}
    free = [index for index in range(len(gold)) if index not in {link.gold for link in links}]
    for index in range(len(predicted)):
        if index in taken or not free:
            continue
        best = max(free, key=lambda candidate: alike(index, candidate))
        similarity = alike(index, best)
        if similarity > threshold:
            links.append(Link(index, best, similarity, exact=False))
            free.remove(best)
    return tuple(links)


def optimal_links(
    predicted: Sequence[Key], gold: Sequence[Key], alike: Alike, threshold: Fraction
) -> tuple[Link, ...]:
    """Pair for the largest total similarity among pairs above the threshold.

    >>> sims = {(0, 0): Fraction(4, 5), (0, 1): Fraction(3, 5), (1, 0): Fraction(3, 4)}
    >>> [(link.predicted, link.gold) for link in optimal_links(
    ...     ["x", "y"], ["u", "v"], lambda p, g: sims.get((p, g), Fraction(0)), Fraction(1, 2))]
    [(0, 1), (1, 0)]
    """

    def weight(p: int, g: int) -> Fraction:
        if predicted[p] == gold[g]:
            return Fraction(1)
        similarity = alike(p, g)
        return similarity if similarity > threshold else Fraction(0)

    table = [[weight(p, g) for g in range(len(gold))] for p in range(len(predicted))]
    # Of equal totals the solver takes one by the order of rows and columns. So these are put in an
    # order of what they are: by key, then by similarities; only equals in both stay as given.
    rows = sorted(
        range(len(predicted)), key=lambda p: (order_key(predicted[p]), sorted(table[p]), p)
    )
    columns = sorted(
        range(len(gold)), key=lambda g: (order_key(gold[g]), sorted(row[g] for row in table), g)
    )
    pairs = assign([[table[p][g] for g in columns] for p in rows])
    linked = sorted((rows[row], columns[column]) for row, column in pairs)
    return tuple(Link(p, g, table[p][g], exact=predicted[p] == gold[g]) for p, g in linked)


def set_counts(predicted: AbstractSet[Key], gold: AbstractSet[Key]) -> tuple[int, int, int]:
    """Count hits, predictions and gold items as sets.

    >>> set_counts(set("aab"), set("bc"))
    (1, 2, 2)
    """
    return len(predicted & gold), len(predicted), len(gold)


def multiset_counts(predicted: Collection[Key], gold: Collection[Key]) -> tuple[int, int, int]:
    """Count hits, predictions and gold items with their duplicates.

    >>> multiset_counts("aab", "aac")
    (2, 3, 3)
    """
    hits = (Counter(predicted) & Counter(gold)).total()
    return hits, len(predicted), len(gold)
