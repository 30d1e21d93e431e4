"""Hits between two lists of keys: by set, by multiset, greedily, and by trying every alignment."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
Similarity = Callable[[K, K], Fraction] | Mapping[tuple[K, K], Fraction]
Pair = tuple[int, int, Fraction, bool]
Tally = tuple[Fraction, int, int]

ONE = Fraction(1)
ZERO = Fraction(0)


def similarity_of(similarity: Similarity[K], predicted: K, gold: K) -> Fraction:
    """Ask for the similarity of (predicted, gold); a table says 0 where it is silent."""
    if isinstance(similarity, Mapping):
        return similarity.get((predicted, gold), ZERO)
    return similarity(predicted, gold)


def set_tally(gold: Sequence[K], predicted: Sequence[K]) -> Tally:
    """Count (hits, predicted, gold) after duplicates collapse on each side."""
    kept_gold: list[K] = []
    for key in gold:
        if key not in kept_gold:
            kept_gold.append(key)
    kept_predicted: list[K] = []
    for key in predicted:
        if key not in kept_predicted:
            kept_predicted.append(key)
    hits = 0
    for key in kept_predicted:
        if key in kept_gold:
            hits += 1
    return Fraction(hits), len(kept_predicted), len(kept_gold)


def multiset_tally(gold: Sequence[K], predicted: Sequence[K]) -> Tally:
    """Count (hits, predicted, gold) when every gold item can be used once."""
    return Fraction(len(exact_pairs(gold, predicted))), len(predicted), len(gold)


def exact_pairs(gold: Sequence[K], predicted: Sequence[K]) -> list[Pair]:
    """Pair equal keys, earliest with earliest, each index at most once."""
    pairs: list[Pair] = []
    used: list[int] = []
    for p, key in enumerate(predicted):
        for g, other in enumerate(gold):
            if g not in used and other == key:
                pairs.append((g, p, ONE, True))
                used.append(g)
                break
    return pairs


def greedy_pairs(
    gold: Sequence[K], predicted: Sequence[K], similarity: Similarity[K], threshold: Fraction
) -> list[Pair]:
    """Pair equal keys first; then each prediction in order takes its most similar free gold item.

    It does so only above the threshold; of equally similar gold items the first is meant.
    """
    pairs = exact_pairs(gold, predicted)
    for p, key in enumerate(predicted):
        if p in [pair[1] for pair in pairs]:
            continue
        free = [g for g in range(len(gold)) if g not in [pair[0] for pair in pairs]]
        best: int | None = None
        for g in free:
            if best is None or similarity_of(similarity, key, gold[g]) > similarity_of(
                similarity, key, gold[best]
            ):
                best = g
        if best is not None and similarity_of(similarity, key, gold[best]) > threshold:
            pairs.append((best, p, similarity_of(similarity, key, gold[best]), False))
    return pairs


def edges(
    gold: Sequence[K], predicted: Sequence[K], similarity: Similarity[K], threshold: Fraction
) -> list[Pair]:
    """List what an alignment may choose from: equal keys at 1, others above the threshold."""
    found: list[Pair] = []
    for p, key in enumerate(predicted):
        for g, other in enumerate(gold):
            if key == other:
                found.append((g, p, ONE, True))
            elif similarity_of(similarity, key, other) > threshold:
                found.append((g, p, similarity_of(similarity, key, other), False))
    return found


def alignments(available: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Try every choice of edges in which no index of either side occurs twice."""
    if not available:
        yield []
        return
    first, rest = available[0], available[1:]
    yield from alignments(rest)
    for others in alignments([e for e in rest if e[0] != first[0] and e[1] != first[1]]):
        yield [first, *others]


def total(pairs: Sequence[Pair]) -> Fraction:
    """Add the similarities of an alignment."""
    return sum((pair[2] for pair in pairs), ZERO)


def optimal_total(
    gold: Sequence[K], predicted: Sequence[K], similarity: Similarity[K], threshold: Fraction
) -> Fraction:
    """Find the largest total similarity over all alignments; small lists only."""
    return max(
        total(choice) for choice in alignments(edges(gold, predicted, similarity, threshold))
    )


def optimal_alignments(
    gold: Sequence[K], predicted: Sequence[K], similarity: Similarity[K], threshold: Fraction
) -> list[list[Pair]]:
    """List every alignment that reaches the largest total: the tie rule chooses one of these."""
    best = optimal_total(gold, predicted, similarity, threshold)
    return [
        choice
        for choice in alignments(edges(gold, predicted, similarity, threshold))
        if total(choice) == best
    ]


def credited(pairs: Sequence[Pair], credit: str) -> Fraction:
    """Add up what an alignment earns under `similarity`, `binary`, `fuzzy` or `exact` credit."""
    hits = ZERO
    for _, _, value, exact in pairs:
        if credit == "similarity":
            hits += ONE if exact else value
        elif credit == "binary":
            hits += ONE
        elif credit == "fuzzy":
            hits += ZERO if exact else value
        elif credit == "exact":
            hits += ONE if exact else ZERO
        else:
            raise ValueError(f"a credit is similarity, binary, fuzzy or exact: got {credit!r}")
    return hits
