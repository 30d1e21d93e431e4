"""A first try at F1: it looks right, and raises where a sample has nothing on one side."""
# ruff: noqa: INP001 - an example, not part of a package


def f1(gold: list[set[str]], predicted: list[set[str]]) -> float:
    """Give the mean F1 of samples: sets of items, gold and predicted."""
    scores = []
    for right, answer in zip(gold, predicted, strict=True):
        hits = len(right & answer)
        precision = hits / len(answer)
        recall = hits / len(right)
        both = precision + recall
        scores.append(2 * precision * recall / both if both else 0.0)
    return sum(scores) / len(scores)
