"""The rules of SQuAD 1.1 and 2.0 as published, question by question, in plain floats.

Rajpurkar et al. 2016 (arXiv:1606.05250, section 6.1) and 2018 (arXiv:1806.03822, appendix): answers
are lowered, stripped of ASCII punctuation and English articles, and split at white space; the score
of a question is the best over its gold answers; numbers are in percent.
"""

import string
from collections import Counter
from collections.abc import Mapping, Sequence


def tokens(text: str) -> list[str]:
    """Normalise and split, character by character."""
    kept = "".join(letter for letter in text.lower() if letter not in set(string.punctuation))
    words, word = [], ""
    # A word ends where letters, digits and underscores change into anything else.
    for letter in [*kept, " "]:
        part = letter.isalnum() or letter == "_"
        if word and part != (word[-1].isalnum() or word[-1] == "_"):
            words.append(" " if word in {"a", "an", "the"} else word)
            word = ""
        word += letter
    words.append(word)
    return "".join(words).split()


def f1(prediction: str, gold: str, *, both_empty: float) -> float:
    """Score the tokens of one prediction against one gold answer."""
    mine, right = tokens(prediction), tokens(gold)
    if not mine or not right:
        return both_empty if mine == right else 0.0
    common = sum((Counter(mine) & Counter(right)).values())
    if not common:
        return 0.0
    precision, recall = 1.0 * common / len(mine), 1.0 * common / len(right)
    return (2 * precision * recall) / (precision + recall)


def exact(prediction: str, gold: str) -> bool:
    """Compare whole texts once normalised."""
    return tokens(prediction) == tokens(gold)


def squad(
    predictions: Mapping[str, str], answers: Mapping[str, Sequence[str]], *, version: str
) -> tuple[float, float]:
    """Score a data set: F1 and exact match in percent.

    In 1.1 a question without a prediction is wrong; in 2.0 it is left out, and only the answers
    that say something count, or the empty one where none does.
    """
    total, best, right = 0, 0.0, 0
    for number, given in answers.items():
        if number not in predictions:
            total += version == "1.1"
            continue
        total += 1
        golds = list(given)
        if version == "2.0":
            golds = [gold for gold in golds if tokens(gold)] or [""]
        nothing = 1.0 if version == "2.0" else 0.0
        best += max(f1(predictions[number], gold, both_empty=nothing) for gold in golds)
        right += max(exact(predictions[number], gold) for gold in golds)
    return 100.0 * best / total, 100.0 * right / total
