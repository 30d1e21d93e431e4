"""Averages of label scores: what micro, macro, weighted and balanced scores are, to the number."""

from collections.abc import Callable
from fractions import Fraction

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import is_number
from measurand.laws.kinds.labels.cases import LabelLaw, Labels, LabelsCase, LabelScore, label_score

MICRO, MACRO_F1 = "micro", "macro-f1"
WEIGHTED_F1, BALANCED = "weighted-f1", "balanced"


def share_right(gold: Labels, predicted: Labels) -> Fraction:
    """Divide the right predictions by the items; over all labels this is micro F1 too.

    >>> share_right(["a", "b"], ["a", "a"])
    Fraction(1, 2)
    """
    return Fraction(_hits(gold, predicted), len(gold))


def label_f1(label: str, gold: Labels, predicted: Labels) -> Fraction:
    """Give F1 of one label that occurs.

    >>> label_f1("a", ["a", "b"], ["a", "a"])
    Fraction(2, 3)
    """
    right = sum(1 for g, p in zip(gold, predicted, strict=True) if g == p == label)
    return Fraction(2 * right, list(gold).count(label) + list(predicted).count(label))


def mean_f1(gold: Labels, predicted: Labels) -> Fraction:
    """Average F1 over the labels that occur in gold or predictions.

    >>> mean_f1(["a", "b"], ["a", "a"])
    Fraction(1, 3)
    """
    labels = sorted({*gold, *predicted})
    return sum((label_f1(label, gold, predicted) for label in labels), Fraction(0)) / len(labels)


def weighted_f1(gold: Labels, predicted: Labels) -> Fraction:
    """Average F1 over the gold items, each with the F1 of its label.

    >>> weighted_f1(["a", "b", "b"], ["a", "a", "b"])
    Fraction(2, 3)
    """
    return sum((label_f1(g, gold, predicted) for g in gold), Fraction(0)) / len(gold)


def mean_recall(gold: Labels, predicted: Labels) -> Fraction:
    """Average recall over the labels that occur in gold.

    >>> mean_recall(["a", "b"], ["a", "a"])
    Fraction(1, 2)
    """
    labels = sorted(set(gold))
    pairs = list(zip(gold, predicted, strict=True))
    shares = [
        Fraction(sum(g == p == label for g, p in pairs), list(gold).count(label))
        for label in labels
    ]
    return sum(shares, Fraction(0)) / len(labels)


def _hits(gold: Labels, predicted: Labels) -> int:
    return sum(1 for g, p in zip(gold, predicted, strict=True) if g == p)


def _average(value: Callable[[Labels, Labels], Fraction]) -> Callable[..., Outcome]:
    def check(subject: LabelScore, case: LabelsCase) -> Outcome:
        if not case.gold:
            return Silent("there is no item")
        call = label_score(subject, case.gold, case.predicted)
        return is_number(subject, call, value(case.gold, case.predicted))

    return check


AVERAGE_LAWS: tuple[LabelLaw, ...] = (
    Law(
        "micro",
        "Micro F1 over all labels is accuracy: the share of right items.",
        _average(share_right),
        Algebra.MERGE,
        frozenset({MICRO}),
    ),
    Law(
        "macro f1",
        "Macro F1 is the mean of F1 over the labels in gold or predictions.",
        _average(mean_f1),
        Algebra.MERGE,
        frozenset({MACRO_F1}),
    ),
    Law(
        "weighted f1",
        "Weighted F1 is the mean over gold items of their label's F1.",
        _average(weighted_f1),
        Algebra.MERGE,
        frozenset({WEIGHTED_F1}),
    ),
    Law(
        "balanced",
        "Balanced accuracy is the mean of recall over the labels in gold.",
        _average(mean_recall),
        Algebra.MERGE,
        frozenset({BALANCED}),
    ),
)
