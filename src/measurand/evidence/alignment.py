"""Alignment: which answers are compared with which gold items, and which pairs that makes.

An alignment is a list of links between indices, and everything that is counted later is read off
it: hits, confusions, what was missed. Matchers that define a result by its links alone (equal keys,
the optimal pairing) get their items in the canonical order, so that the order of a file cannot
decide which of two equals is linked. Greedy matchers are defined by an order, so theirs is kept.

Items that do not count (`Sides.gold_keep`, `answer_keep`) are taken away before, not after: a gold
item that does not count must not use up an answer that another one could have had, unless the
definition says so (`DroppedHits`).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from measurand.algebra.order import order_key
from measurand.evidence.keying import UnfitSampleError, answer_key, key
from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    Key,
    Link,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
    greedy_links,
    multiset_links,
    optimal_links,
)
from measurand.evidence.observation import Observation
from measurand.evidence.sides import DroppedHits, WildKind
from measurand.evidence.span_matching import SpanMatch, span_links
from measurand.evidence.wildcards import counting, wildcard_links
from measurand.values.fault import shown
from measurand.values.items import Item, Span, item_text
from measurand.values.sample import Sample

Keyed = tuple[Item, Key]


def counted(
    how: Observation, sample: Sample, gold: Sequence[Item], predicted: Sequence[Item]
) -> tuple[Sequence[Item], Sequence[Item]]:
    """Keep what counts of gold and answers.

    Answers to gold that does not count may be left out too: once the gold that does is answered, or
    as an alignment with all gold has it, which takes what counts first among equals.

    >>> counted(Observation(), Sample(id="1"), ["a"], ["a", "b"])
    (['a'], ['a', 'b'])
    """
    sides = how.sides
    right = counting(how, gold, sides.gold_keep)
    mine = counting(how, predicted, sides.answer_keep)
    if sides.dropped_hits is DroppedHits.COUNT or len(right) == len(gold):
        return right, mine
    mine = [item for item, _ in _answers(how, mine)]
    rest = [item for item in gold if item not in right]
    if sides.dropped_hits is DroppedHits.SET_ASIDE:
        aside = _set_aside(how, sample, mine, (right, rest))
        return right, [item for index, item in enumerate(mine) if index not in aside]
    used = _used(how, sample, mine, right)
    free = [index for index in range(len(mine)) if index not in used]
    lost = {free[at] for at in _used(how, sample, [mine[index] for index in free], rest)}
    return right, [item for index, item in enumerate(mine) if index not in lost]


def _set_aside(
    how: Observation,
    sample: Sample,
    predicted: Sequence[Item],
    gold: tuple[Sequence[Item], Sequence[Item]],
) -> set[int]:
    """Find the answers that the second part of gold is paired with, aligned with both at once."""
    kept, rest = (keyed(how, part, [key(how, item) for item in part]) for part in gold)
    # What counts stands first: among equals a matcher takes the first.
    aligned = links(how, sample, _answers(how, predicted), [*kept, *rest])
    return {link.predicted for link in aligned if link.gold >= len(kept)}


def _answers(how: Observation, items: Sequence[Item]) -> list[Keyed]:
    return keyed(how, items, [answer_key(how, item) for item in items])


def _used(
    how: Observation, sample: Sample, predicted: Sequence[Item], gold: Sequence[Item]
) -> set[int]:
    """Find the answers that gold items take; they stand in the order of a matcher."""
    right = keyed(how, gold, [key(how, item) for item in gold])
    return {link.predicted for link in links(how, sample, _answers(how, predicted), right)}


def keyed(how: Observation, items: Sequence[Item], keys: Sequence[Key]) -> list[Keyed]:
    """Put items beside their keys, in the order in which a matcher takes them.

    >>> keyed(Observation(), ("b", "a", "b"), ("b", "a", "b"))
    [('a', 'a'), ('b', 'b')]
    """
    pairs = list(zip(items, keys, strict=True))
    if isinstance(how.match, Greedy | SpanMatch):
        return pairs
    # Equal keys may hide different classes or similarities: no order given may decide then.
    pairs.sort(key=lambda pair: order_key(pair[0]))
    if not isinstance(how.match, SetMatch):
        return pairs
    first: dict[Key, Item] = {}
    for item, item_key in pairs:
        first.setdefault(item_key, item)
    return [(item, item_key) for item_key, item in first.items()]


def links(
    how: Observation, sample: Sample, predicted: Sequence[Keyed], gold: Sequence[Keyed]
) -> tuple[Link, ...]:
    """Align predictions with gold items: the value from which tallies are taken.

    >>> links(Observation(), Sample(id="1"), [("a", "a")], [("a", "a")])
    (Link(predicted=0, gold=0, similarity=Fraction(1, 1), exact=True),)
    """
    mine, right = [k for _, k in predicted], [k for _, k in gold]
    match how.match:
        case SetMatch() | MultisetMatch() | GivenCounts():
            equal = multiset_links(mine, right)
            if how.wildcard.kind is WildKind.OFF:
                return equal
            return wildcard_links(how, mine, right, equal)
        case Greedy(similarity=kind, threshold=threshold):
            return greedy_links(mine, right, _alike(kind, sample, predicted, gold), threshold)
        case Optimal(similarity=kind, threshold=threshold):
            return optimal_links(mine, right, _alike(kind, sample, predicted, gold), threshold)
        case SpanMatch():
            return span_links(how.match, _spans(predicted), _spans(gold))


def _spans(items: Sequence[Keyed]) -> list[Span]:
    spans = [item for item, _ in items if isinstance(item, Span)]
    if len(spans) < len(items):
        strange = next(item for item, _ in items if not isinstance(item, Span))
        wanted = "items with start and end for match=spans"
        message = f"{wanted}: got {shown(item_text(strange))}"
        raise UnfitSampleError(message)
    return spans


def _alike(
    kind: SimilarityKind, sample: Sample, predicted: Sequence[Keyed], gold: Sequence[Keyed]
) -> Callable[[int, int], Fraction]:
    if kind is SimilarityKind.GIVEN:
        stated: dict[tuple[Item, Item], Fraction] = {}
        for pair in sample.similarities:
            place = (pair.predicted, pair.gold)
            stated[place] = max(pair.value, stated.get(place, Fraction(0)))
        return lambda p, g: stated.get((predicted[p][0], gold[g][0]), Fraction(0))
    mine = [_parts(kind, item_key) for _, item_key in predicted]
    right = [_parts(kind, item_key) for _, item_key in gold]
    return lambda p, g: jaccard(mine[p], right[g])


def _parts(kind: SimilarityKind, item_key: Key) -> frozenset[str]:
    text = item_key if isinstance(item_key, str) else " ".join(_words(item_key))
    return frozenset(text) if kind is SimilarityKind.CHARACTERS else frozenset(text.split())


def _words(item_key: Key) -> list[str]:
    if not isinstance(item_key, tuple):
        return [str(item_key)]
    # The key of a whole slot tuple holds (name, value) pairs: its text is the values.
    values = [part[1] if isinstance(part, tuple) else part for part in item_key]
    return [str(value) for value in values if value is not None]


def jaccard(a: frozenset[str], b: frozenset[str]) -> Fraction:
    """Divide what two sets share by what they hold; two empty sets are alike.

    >>> jaccard(frozenset("ab"), frozenset("bc"))
    Fraction(1, 3)
    """
    return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)
