"""Rank sets, certificates and errors of paired differences, by counting all there is."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product


def sets(names: Sequence[str], beats: Mapping[tuple[str, str], bool]) -> dict[str, tuple[int, int]]:
    """Count, for each system, who is better and who is worse in the list of pairs."""
    found = {}
    for name in names:
        better = worse = 0
        for (first, second), first_wins in beats.items():
            winner, loser = (first, second) if first_wins else (second, first)
            better += loser == name
            worse += winner == name
        found[name] = (1 + better, len(names) - worse)
    return found


def groups(order: Sequence[str], beats: Mapping[tuple[str, str], bool]) -> set[tuple[str, ...]]:
    """Take all runs of neighbours without a separated pair, and of these what is in no other."""
    tied = set()
    for start in range(len(order)):
        for end in range(start + 1, len(order) + 1):
            run = order[start:end]
            apart = any((a, b) in beats for a in run for b in run)
            if not apart:
                tied.add((start, end))
    longest = {
        (a, b) for a, b in tied if not any((c, d) != (a, b) and c <= a and b <= d for c, d in tied)
    }
    return {tuple(order[a:b]) for a, b in longest}


def sign_flip(differences: Sequence[Fraction]) -> Fraction:
    """Try every pattern of signs."""
    observed = abs(sum(differences, start=Fraction(0)))
    far = 0
    for signs in product((1, -1), repeat=len(differences)):
        total = sum((s * d for s, d in zip(signs, differences, strict=True)), start=Fraction(0))
        far += abs(total) >= observed
    return Fraction(far, 2 ** len(differences))


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Adjust by the definition: the largest of (m - rank + 1) p over those not above it."""
    m = len(p_values)
    return [
        max(min(Fraction(1), (m - sum(r < q for r in p_values)) * q) for q in p_values if q <= p)
        for p in p_values
    ]
