"""Spans (start, end, label), half-open: pair them first, judge the pairs afterwards."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

Span = tuple[int, int, str]
Pair = tuple[int, int]
Tally = tuple[Fraction, int, int]

ZERO = Fraction(0)
HALF = Fraction(1, 2)
ONE = Fraction(1)


class UnwrittenError(ValueError):
    """The definition has no sentence for this case, so there is no right answer to compare with."""


def shared(a: Span, b: Span) -> int:
    """Count the positions that lie in both spans."""
    return len([x for x in range(a[0], a[1]) if b[0] <= x < b[1]])


def iou(a: Span, b: Span) -> Fraction:
    """Divide the shared positions by the positions of either span."""
    return Fraction(shared(a, b), (a[1] - a[0]) + (b[1] - b[0]) - shared(a, b))


def pair_spans(
    gold: Sequence[Span],
    predicted: Sequence[Span],
    scope: str,
    least: Fraction = ZERO,
) -> list[Pair]:
    """Give the (gold index, predicted index) pairs of the greedy assignment.

    `least` is the IoU that a pair must reach (mode `iou`: its threshold).
    """
    pairs = identical_pairs(gold, predicted)
    for p in canonical(predicted):
        if p in [pair[1] for pair in pairs]:
            continue
        for g in canonical(gold):
            taken = g in [pair[0] for pair in pairs]
            if (
                not taken
                and allowed(gold[g], predicted[p], scope)
                and shared(gold[g], predicted[p]) > 0
                and iou(gold[g], predicted[p]) >= least
            ):
                pairs.append((g, p))
                break
    return pairs


def pair_nearest(
    gold: Sequence[Span],
    predicted: Sequence[Span],
    scope: str,
    least: Fraction = ZERO,
) -> list[Pair]:
    """Give the (gold index, predicted index) pairs where the nearest of the same label comes first.

    Every gold span that a prediction may take is ranked: those of its label before the others,
    these by how far their ends are off, the others not at all; then by their place in the text.
    """
    pairs = identical_pairs(gold, predicted)
    for p in canonical(predicted):
        if p in [pair[1] for pair in pairs]:
            continue
        ranked = []
        for place, g in enumerate(canonical(gold)):
            if g in [pair[0] for pair in pairs] or not allowed(gold[g], predicted[p], scope):
                continue
            if shared(gold[g], predicted[p]) == 0 or iou(gold[g], predicted[p]) < least:
                continue
            off = abs(gold[g][0] - predicted[p][0]) + abs(gold[g][1] - predicted[p][1])
            same = gold[g][2] == predicted[p][2]
            ranked.append((0, off, place, g) if same else (1, 0, place, g))
        if ranked:
            pairs.append((min(ranked)[3], p))
    return pairs


def canonical(spans: Sequence[Span]) -> list[int]:
    """Order the indices by (start, end, label)."""
    return sorted(range(len(spans)), key=lambda i: spans[i])


def allowed(gold: Span, predicted: Span, scope: str) -> bool:
    """Say whether two spans may be paired: under `by_type` only with the same label."""
    if scope == "joint":
        return True
    if scope == "by_type":
        return gold[2] == predicted[2]
    raise ValueError(f"a scope is joint or by_type: got {scope!r}")


def identical_pairs(gold: Sequence[Span], predicted: Sequence[Span]) -> list[Pair]:
    """Pair the spans that agree in boundaries and label, each used once."""
    pairs: list[Pair] = []
    for p in canonical(predicted):
        for g in canonical(gold):
            if gold[g] == predicted[p] and g not in [pair[0] for pair in pairs]:
                pairs.append((g, p))
                break
    return pairs


def optimal_pairings(
    gold: Sequence[Span],
    predicted: Sequence[Span],
    scope: str,
    mode: str,
    threshold: Fraction,
) -> list[list[Pair]]:
    """List the pairings that keep identical pairs and give the rest the largest total credit.

    Among those of one credit, the total IoU is the largest.
    """
    least = threshold if mode == "iou" else ZERO
    fixed = identical_pairs(gold, predicted)
    available = [
        (g, p)
        for p in canonical(predicted)
        for g in canonical(gold)
        if g not in [pair[0] for pair in fixed]
        and p not in [pair[1] for pair in fixed]
        and allowed(gold[g], predicted[p], scope)
        and shared(gold[g], predicted[p]) > 0
        and iou(gold[g], predicted[p]) >= least
    ]

    def worth(pairs: Sequence[Pair]) -> tuple[Fraction, Fraction]:
        earned = (credit(gold[g], predicted[p], mode, threshold) for g, p in pairs)
        return sum(earned, ZERO), total_iou(pairs, gold, predicted)

    best = max(worth(choice) for choice in choices(available))
    return [fixed + choice for choice in choices(available) if worth(choice) == best]


def choices(available: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Try every set of pairs in which no index of either side occurs twice."""
    if not available:
        yield []
        return
    first, rest = available[0], available[1:]
    for others in choices([pair for pair in rest if pair[0] != first[0] and pair[1] != first[1]]):
        yield [first, *others]
    yield from choices(rest)


def total_iou(pairs: Sequence[Pair], gold: Sequence[Span], predicted: Sequence[Span]) -> Fraction:
    """Add the IoU of the pairs."""
    return sum((iou(gold[g], predicted[p]) for g, p in pairs), ZERO)


def credit(gold: Span, predicted: Span, mode: str, threshold: Fraction) -> Fraction:
    """Judge one pair."""
    same_place = gold[:2] == predicted[:2]
    same_label = gold[2] == predicted[2]
    if mode == "strict":
        return ONE if same_place and same_label else ZERO
    if mode == "exact":
        return ONE if same_place else ZERO
    if mode == "partial":
        return ONE if same_place else HALF
    if mode == "type":
        return ONE if same_label else ZERO
    if mode == "iou":
        return ONE if same_label and iou(gold, predicted) >= threshold else ZERO
    raise ValueError(f"a mode is strict, exact, partial, type or iou: got {mode!r}")


def tallies_by_label(
    pairs: Sequence[Pair],
    gold: Sequence[Span],
    predicted: Sequence[Span],
    mode: str,
    threshold: Fraction,
    charge: str,
) -> dict[str, Tally]:
    """Count (hits, predicted, gold) of each label.

    Raise UnwrittenError where two labels share a credit and no sentence says whose it is.
    """
    tallies: dict[str, Tally] = {}

    def add(label: str, hits: Fraction, p: int, g: int) -> None:
        old = tallies.get(label, (ZERO, 0, 0))
        tallies[label] = (old[0] + hits, old[1] + p, old[2] + g)

    for g, p in pairs:
        earned = credit(gold[g], predicted[p], mode, threshold)
        if charge == "gold":
            add(gold[g][2], earned, 1, 1)
        elif charge == "predicted":
            add(predicted[p][2], earned, 1, 1)
        elif charge == "both":
            if gold[g][2] != predicted[p][2] and earned > 0:
                raise UnwrittenError("charge=both and credit for a pair of two labels")
            add(predicted[p][2], ZERO, 1, 0)
            add(gold[g][2], earned, 0, 1)
        else:
            raise ValueError(f"a charge is gold, predicted or both: got {charge!r}")
    for p, span in enumerate(predicted):
        if p not in [pair[1] for pair in pairs]:
            add(span[2], ZERO, 1, 0)
    for g, span in enumerate(gold):
        if g not in [pair[0] for pair in pairs]:
            add(span[2], ZERO, 0, 1)
    return tallies
