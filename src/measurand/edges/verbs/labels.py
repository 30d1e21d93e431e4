"""The usual metrics of labels as verbs: each is `score` with the definition of its name."""

from collections.abc import Mapping
from typing import Literal, Unpack, overload

from measurand.edges.verbs.cells import Column
from measurand.edges.verbs.classes import Classes, classes_of
from measurand.edges.verbs.columns import Columns, Said, columns_of, in_our_words
from measurand.edges.verbs.definitions import BALANCED_ACCURACY, DefinitionLike
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.results import Number
from measurand.edges.verbs.scoring import every_number
from measurand.values.suggest import did_you_mean

Averaging = Literal["macro", "micro", "weighted", "samples"]
_AVERAGES: Mapping[str, str] = {
    "macro": "macro[class]",
    "micro": "micro",
    "weighted": "weighted[class]",
    "samples": "macro[sample]",
}


class SaidOfLabels(Said, total=False):
    """What is said of columns of labels, and of the average over them."""

    average: Averaging


@overload
def precision(
    gold: Column, predicted: Column, *, average: None, **said: Unpack[Said]
) -> Classes: ...


@overload
def precision(gold: Column, predicted: Column, **said: Unpack[SaidOfLabels]) -> Number: ...


@in_our_words
def precision(
    gold: Column,
    predicted: Column,
    *,
    average: Averaging | Literal[""] | None = "",
    **said: Unpack[Said],
) -> Number | Classes:
    """Score the share of predictions that are right; arguments are those of `f1`.

    >>> print(precision([1, 0, 1], [1, 1, 1], positive=1))
    0.666667
    """
    return _of_classes("precision", columns_of(gold, predicted, said), average)


@overload
def recall(gold: Column, predicted: Column, *, average: None, **said: Unpack[Said]) -> Classes: ...


@overload
def recall(gold: Column, predicted: Column, **said: Unpack[SaidOfLabels]) -> Number: ...


@in_our_words
def recall(
    gold: Column,
    predicted: Column,
    *,
    average: Averaging | Literal[""] | None = "",
    **said: Unpack[Said],
) -> Number | Classes:
    """Score the share of gold items that are found; arguments are those of `f1`.

    >>> print(recall([1, 0, 1], [1, 1, 0], positive=1))
    0.5
    """
    return _of_classes("recall", columns_of(gold, predicted, said), average)


@overload
def f1(gold: Column, predicted: Column, *, average: None, **said: Unpack[Said]) -> Classes: ...


@overload
def f1(gold: Column, predicted: Column, **said: Unpack[SaidOfLabels]) -> Number: ...


@in_our_words
def f1(
    gold: Column,
    predicted: Column,
    *,
    average: Averaging | Literal[""] | None = "",
    **said: Unpack[Said],
) -> Number | Classes:
    """Score F1 of labels: of one class (`positive`), or an `average` over classes.

    `macro` is the mean over the classes that occur on either side, `weighted` weighs them by their
    gold labels, `micro` pools all, `samples` is the mean over samples (of sets of labels). None is
    no average: it gives each class by itself, as a table (`Classes`). There is no default: which F1
    it is has to be said. All else is as in `score`.

    >>> print(f1([0, 1, 1, 2], [0, 1, 2, 2], average="macro"))
    0.777778
    >>> print(f1([0, 1, 1], [0, 1, 0], positive=1))
    0.666667
    >>> each = f1([0, 1, 1, 2], [0, 1, 2, 2], average=None)
    >>> [float(each[label, "f1"]) for label in each]
    [1.0, 0.6666666666666666, 0.6666666666666666]

    Raises InvalidInputError as `score` does.
    """
    return _of_classes("f1", columns_of(gold, predicted, said), average)


@overload
def jaccard(gold: Column, predicted: Column, *, average: None, **said: Unpack[Said]) -> Classes: ...


@overload
def jaccard(gold: Column, predicted: Column, **said: Unpack[SaidOfLabels]) -> Number: ...


@in_our_words
def jaccard(
    gold: Column,
    predicted: Column,
    *,
    average: Averaging | Literal[""] | None = "",
    **said: Unpack[Said],
) -> Number | Classes:
    """Score the share of what is on either side that is on both; arguments are those of `f1`.

    >>> print(jaccard([0, 1, 1], [0, 1, 0], positive=1))
    0.5
    """
    return _of_classes("jaccard", columns_of(gold, predicted, said), average)


def _of_classes(name: str, columns: Columns, average: object) -> Number | Classes:
    if average is None:
        return classes_of(columns, (name,))
    if average == "":
        return _one(columns, name)
    if not isinstance(average, str) or average not in _AVERAGES:
        hint = did_you_mean(str(average), _AVERAGES).removeprefix(": ")
        hint = hint or "positive=LABEL gives that of one class"
        expected = f"one of {', '.join(_AVERAGES)}, or None for each class by itself"
        raise invalid("average", repr(average), expected, hint)
    if columns.positive is not None:
        raise invalid("average", f"{average!r} and positive", "one of the two")
    return _one(columns, f"{name}(average={_AVERAGES[average]})")


def _one(columns: Columns, definition: DefinitionLike) -> Number:
    return every_number(columns, (definition,))[0]


@in_our_words
def accuracy(gold: Column, predicted: Column, **said: Unpack[Said]) -> Number:
    """Score the share of samples whose label is right; arguments are those of `score`.

    >>> print(accuracy(["a", "b"], ["a", "a"]))
    0.5
    """
    return _one(columns_of(gold, predicted, said), "accuracy")


@in_our_words
def balanced_accuracy(gold: Column, predicted: Column, **said: Unpack[Said]) -> Number:
    """Score the mean over gold classes of the share that is found (Brodersen et al. 2010).

    >>> print(balanced_accuracy(["a", "a", "b"], ["a", "b", "b"]))
    0.75
    """
    return _one(columns_of(gold, predicted, said), BALANCED_ACCURACY)


@in_our_words
def mcc(gold: Column, predicted: Column, **said: Unpack[Said]) -> Number:
    """Score Matthews' correlation of labels, of two classes or of many (Gorodkin 2004).

    >>> print(mcc([1, 1, 0, 0], [1, 0, 0, 0]))
    0.57735
    """
    return _one(columns_of(gold, predicted, said), "mcc(class=item)")


@in_our_words
def kappa(gold: Column, predicted: Column, **said: Unpack[Said]) -> Number:
    """Score Cohen's kappa of two columns of labels (Cohen 1960).

    >>> print(kappa(["a", "a", "b", "b"], ["a", "b", "b", "b"]))
    0.5
    """
    return _one(columns_of(gold, predicted, said), "kappa(class=item)")
