"""1 for any overlap: many laws of F1 hold for it, and it is no F1."""
# ruff: noqa: INP001 - an example, not part of a package

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def any_overlap(gold: Sequence[AbstractSet[str]], predicted: Sequence[AbstractSet[str]]) -> float:
    """Average 1 where a sample has anything right, or nothing on either side."""
    pairs = list(zip(gold, predicted, strict=True))
    right = [1.0 if mine & yours or not (mine or yours) else 0.0 for mine, yours in pairs]
    return sum(right) / len(right) if right else 1.0
