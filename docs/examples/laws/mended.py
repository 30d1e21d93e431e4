"""The same, with the empty samples said: nothing against nothing is right."""
# ruff: noqa: INP001 - an example, not part of a package

from math import fsum


def f1(gold: list[set[str]], predicted: list[set[str]]) -> float:
    """Give the mean F1 of samples: sets of items, gold and predicted."""
    scores = []
    for right, answer in zip(gold, predicted, strict=True):
        hits = len(right & answer)
        both = len(right) + len(answer)
        scores.append(2 * hits / both if both else 1.0)
    return fsum(scores) / len(scores)
