"""The smallest cases in which a law breaks of formulas, and of F beside precision and recall."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from measurand.laws.small_samples import (
    ANOTHER_DOCUMENT,
    ONE_DOCUMENT,
    Refutation,
    case,
    change,
    opinion,
    sample,
)
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.tally import Tally


def priced(price: int, guess: int) -> Sample:
    """Make a sample of two numbers."""
    amounts = (("guess", Fraction(guess)), ("price", Fraction(price)))
    return Sample(id="1", groups=ONE_DOCUMENT, amounts=amounts)


HIT, MISS, ALARM, OTHER = sample("a", "a"), sample("a"), sample("", "a"), sample("b", "b")
CONFUSED, MISTAKEN = sample("b", "a"), sample("a", "b")
TOO_MUCH, TOO_LITTLE = sample("a", "ab"), sample("ab", "a")
FIRST, OTHER_LABEL = Span(0, 2, "A"), Span(4, 6, "B")
PRICE, FOOD = opinion("price"), opinion("food")
PRICE_OF_IT, FOOD_OF_IT = opinion("price", "it"), opinion("food", "it")
COUNTED_LITTLE, COUNTED_MUCH = (
    Sample(id="1", groups=ONE_DOCUMENT, counts=(("", tally),))
    for tally in (Tally(1, 1, 2), Tally(1, 2, 1))
)

FORMULAS: Mapping[str, tuple[Refutation, ...]] = {
    "range": (
        (case(priced(0, 2)), ("mae", "mse", "rmse", "bias")),
        (
            case(MISS, ALARM),
            (
                "mcc of a class",
                "informedness of a class",
                "markedness of a class",
                "kappa of a class",
            ),
        ),
        (case(priced(0, 0), priced(1, 0)), ("r2",)),
        (case(priced(0, 1), priced(1, 0)), ("pearson", "concordance")),
        (case(MISS, CONFUSED), ("mcc of all classes", "kappa of all classes")),
        (case(HIT, ALARM, OTHER), ("lr_positive of a class",)),
        (case(MISS, ALARM, OTHER), ("lr_negative of a class",)),
        (case(HIT, HIT, MISS, ALARM, OTHER), ("odds_ratio of a class",)),
    ),
    "signed range": (
        (case(priced(0, 2)), ("mae", "mse", "rmse", "bias")),
        (case(priced(0, 1), priced(1, 0)), ("r2",)),
        (case(HIT, ALARM, OTHER), ("lr_positive of a class",)),
        (case(MISS, ALARM, OTHER), ("lr_negative of a class",)),
        (case(HIT, HIT, MISS, ALARM, OTHER), ("odds_ratio of a class",)),
    ),
    "between": (
        (
            case(TOO_MUCH, TOO_LITTLE),
            (
                "macro F1",
                "F1 by sample by document",
                "macro F1, empty dropped",
                "macro F1, nothing is 0",
                "macro F1, undefined is 0",
                "macro F1, one pass",
                "SQuAD 1.1 F1",
                "SQuAD 2.0 F1",
            ),
        ),
        (case(TOO_MUCH, evolve(TOO_LITTLE, groups=ANOTHER_DOCUMENT)), ("F1 by document",)),
        (
            case(MISTAKEN, sample("ab", "ab")),
            ("F1 by class", "F1 by declared class", "sklearn F1, macro"),
        ),
        (
            case(
                sample([FIRST], [OTHER_LABEL]), sample([FIRST, OTHER_LABEL], [FIRST, OTHER_LABEL])
            ),
            ("strict spans, F1 by label", "spans by type, F1 by label", "seqeval F1, macro"),
        ),
        (
            case(COUNTED_LITTLE, evolve(COUNTED_MUCH, groups=ANOTHER_DOCUMENT)),
            ("F1 of given counts",),
        ),
        (
            case(
                sample([PRICE_OF_IT], [PRICE_OF_IT, FOOD_OF_IT]),
                sample([PRICE_OF_IT, FOOD_OF_IT], [PRICE_OF_IT]),
            ),
            (
                "macro F1, gold wild",
                "macro F1, both wild",
                "macro F1 of the filled, rest left out",
                "macro F1, bad on neither side",
            ),
        ),
        (
            case(change("", "ab", gold="a"), change("", "a", gold="ab")),
            ("macro F1 of the second answers",),
        ),
        (
            case(sample([PRICE], [PRICE, FOOD]), sample([PRICE, FOOD], [PRICE])),
            ("macro F1, target or aspect",),
        ),
        (
            case(sample("ab", "ab"), sample("ab", "b"), sample("", "b"), sample("", "b")),
            ("weighted F1 by class", "sklearn F1, weighted"),
        ),
        (
            case(
                sample([FIRST, OTHER_LABEL], [FIRST, OTHER_LABEL]),
                sample([FIRST, OTHER_LABEL], [OTHER_LABEL]),
                sample([], [OTHER_LABEL]),
                sample([], [OTHER_LABEL]),
            ),
            ("seqeval F1, weighted",),
        ),
    ),
    "identity": (
        (case(HIT), ("fnr of a class", "fdr of a class", "error_rate of a class")),
        (case(ALARM), ("fpr of a class", "for of a class")),
        (case(ALARM), ("prevalence of a class", "hits of what was judged, a formula")),
        (case(priced(0, 0)), ("mae", "mse", "rmse", "bias")),
        (case(HIT, ALARM), ("lr_negative of a class",)),
    ),
    "nothing": ((case(HIT), ("specificity by class",)),),
    "silence": (
        (
            case(HIT),
            (
                "fnr of a class",
                "fpr of a class",
                "fdr of a class",
                "for of a class",
                "error_rate of a class",
            ),
        ),
        (
            case(HIT),
            (
                "specificity of a class",
                "balanced_accuracy of a class",
                "fowlkes_mallows of a class",
                "g_mean of a class",
                "p4 of a class",
                "mcc of a class",
                "informedness of a class",
                "markedness of a class",
                "lr_positive of a class",
                "lr_negative of a class",
                "odds_ratio of a class",
                "prevalence of a class",
                "specificity of any item",
                "specificity by class",
                "balanced accuracy by class",
                "mcc of all classes",
            ),
        ),
    ),
    "missing prediction": (
        (case(MISS), ("fnr of a class", "error_rate of a class")),
        (case(MISS, ALARM), ("fdr of a class",)),
        (case(MISS, OTHER), ("for of a class",)),
        (case(MISS, OTHER), ("lr_negative of a class",)),
    ),
    "wrong prediction": (
        (case(HIT, ALARM), ("specificity by class",)),
        (case(MISS, MISS, CONFUSED), ("mcc of all classes",)),
    ),
    "swap": (
        (case(MISS), ("kappa of all classes",)),
        (case(MISS, OTHER), ("mcc of all classes",)),
    ),
    "empty sample": (
        (case(HIT), ("fpr of a class", "for of a class")),
        (case(MISS), ("error_rate of a class",)),
        (
            case(HIT),
            (
                "specificity of a class",
                "npv of a class",
                "balanced_accuracy of a class",
                "g_mean of a class",
                "p4 of a class",
                "mcc of a class",
                "informedness of a class",
                "markedness of a class",
                "lr_negative of a class",
                "kappa of a class",
                "prevalence of a class",
                "specificity of any item",
                "specificity by class",
                "balanced accuracy by class",
                "hits of what was judged, a formula",
            ),
        ),
        (
            case(MISS),
            (
                "npv by sample, nothing divided is 1",
                "kappa of all classes",
                "Dice as a formula, by sample",
            ),
        ),
        (case(HIT, ALARM), ("lr_positive of a class",)),
        (case(HIT, OTHER), ("mcc of all classes",)),
        (case(HIT, MISS, ALARM), ("odds_ratio of a class",)),
    ),
    "one sample": ((case(ALARM), ("specificity by class",)),),
    "decomposition": (
        (
            case(HIT, ALARM),
            (
                "balanced_accuracy of a class",
                "g_mean of a class",
                "informedness of a class",
                "lr_positive of a class",
                "balanced accuracy by class",
            ),
        ),
        (
            case(HIT, MISS),
            (
                "fowlkes_mallows of a class",
                "p4 of a class",
                "markedness of a class",
                "Dice as a formula",
            ),
        ),
        (
            case(HIT, OTHER),
            (
                "mcc of a class",
                "lr_negative of a class",
                "kappa of a class",
                "specificity by class",
                "mcc of all classes",
                "kappa of all classes",
            ),
        ),
        (case(MISS, ALARM), ("odds_ratio of a class",)),
        (case(priced(0, 0), priced(0, 1)), ("rmse",)),
        (case(priced(0, 0), priced(1, 0)), ("r2",)),
        (case(priced(0, 0), priced(1, 1)), ("pearson", "concordance")),
        (case(ALARM, MISTAKEN), ("specificity of any item",)),
    ),
}
"""Refutations by law."""
