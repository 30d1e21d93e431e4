"""Scores of scikit-learn that read numbers of classes or documents, and agreements of raters.

`brier_score_loss`, `log_loss`, `average_precision_score` and `roc_auc_score` are of a label that is
0 or 1 and a score; `top_k_accuracy_score` and `ndcg_score` of graded lists. Of raters there are
statsmodels' Fleiss kappa and krippendorff's alpha. Where a tool takes logarithms of arrays or adds
in an order of the machine, the float is ours, which is the exact score, rounded, and `near` says
so; all others are repeated step by step.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import groupby
from math import nan

from attrs import field, frozen

from measurand.evidence.class_scores import Ties as ClassTies
from measurand.evidence.relevance import Ties
from measurand.metrics.compat.pairwise_sums import in_pairs, plain_mean
from measurand.metrics.compat.tool import Compatible, Refusal, nothing_refused
from measurand.metrics.definitions import Auc, Definition
from measurand.metrics.families.agreement import Alpha, FleissKappa, Level
from measurand.metrics.families.labels import TopKAccuracy
from measurand.metrics.families.ndcg import Ndcg
from measurand.metrics.families.probabilities import Brier, LogLoss
from measurand.metrics.families.thresholds import AveragePrecision
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import EmptyValue
from measurand.values.items import item_text
from measurand.values.sample import GOLD, PREDICTED, Sample
from measurand.values.score import Defined
from measurand.values.suggest import did_you_mean

Column = Sequence[float]
_EPSILON = Fraction(1, 2**52)
_ORDER = "up to some bits: the tool adds in an order of its own, or takes logarithms of arrays"
_TWO = 2


@frozen(kw_only=True)
class Rounded:
    """The exact score, rounded; `check` raises ValueError for samples that a tool refuses.

    >>> Rounded().says
    'the exact score, rounded'
    """

    check: Callable[[Sequence[Sample]], None] = field(default=lambda _samples: None, repr=False)

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return "the exact score, rounded"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Round the score; NaN where there is none."""
        self.check(samples)
        score = evaluate(definition, samples)
        return float(score.value) if isinstance(score, Defined) else nan


@frozen(kw_only=True)
class OfFloats:
    """Floats of labels and scores, in the order of samples.

    >>> OfFloats(columns=("rain", "p"), floats=_brier, says="squares; a mean").says
    'squares; a mean'
    """

    columns: tuple[str, str]
    floats: Callable[[Column, Column], float] = field(repr=False)
    about: str = field(alias="says")

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return self.about

    def number(self, _definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError where scores that differ are one float.
        """
        labels, exact = ([one.amount(name) or 0 for one in samples] for name in self.columns)
        scores = [*map(float, exact)]
        if len(set(scores)) < len(set(exact)):
            raise ValueError("scores that differ as floats: got two that are one")
        return self.floats([*map(float, labels)], scores)


def _brier(labels: Column, scores: Column) -> float:
    pairs = zip(labels, scores, strict=True)
    off = [((1 - label) - (1 - score), label - score) for label, score in pairs]
    return plain_mean([one * one + other * other for one, other in off]) * 0.5


def _average_precision(labels: Column, scores: Column) -> float:
    ranked = sorted(zip(scores, labels, strict=True), reverse=True)
    hits = called = 0.0
    curve: list[tuple[float, float]] = []
    positives = sum(labels)
    if not positives:
        return 0.0
    for _, same in groupby(ranked, lambda pair: pair[0]):
        tied = [label for _, label in same]
        hits, called = hits + sum(tied), called + len(tied)
        curve.append((hits / positives, hits / called))
    curve.reverse()
    below = [*(recall for recall, _ in curve[1:]), 0.0]
    steps = [(low - high) * precision for low, (high, precision) in zip(below, curve, strict=True)]
    return max(0.0, -in_pairs(steps))


def _both_labels(name: str) -> Callable[[Sequence[Sample]], None]:
    def check(samples: Sequence[Sample]) -> None:
        if len({one.amount(name) for one in samples}) < _TWO:
            raise ValueError("samples of both labels, as the tool asks for: got one label alone")

    return check


SCORES = ("brier_score_loss", "log_loss", "average_precision_score", "roc_auc_score")
"""The functions of a label and a score."""


def as_sklearn_scores(metric: str, label: str, score: str) -> Compatible:
    """Say a score of scikit-learn of two columns: labels that are 0 or 1, and numbers.

    >>> from measurand.values.sample import of_numbers
    >>> rows = of_numbers(p=("0.2", "0.3"), rain=(1, 1))
    >>> as_sklearn_scores("brier_score_loss", "rain", "p").number(rows)
    0.5650000000000001

    Raises ValueError for what is not known.
    """
    columns = label, score
    match metric:
        case "brier_score_loss":
            definition: Definition = Brier(score=score, label=label)
            how: Rounded | OfFloats = OfFloats(
                columns=columns, floats=_brier, says="squares; a mean, added pairwise, halved"
            )
        case "average_precision_score":
            definition = AveragePrecision(score=score, label=label)
            how = OfFloats(columns=columns, floats=_average_precision, says="steps, added pairwise")
        case "log_loss":
            definition = LogLoss(score=score, label=label, clip=_EPSILON)
            how = Rounded(check=_both_labels(label))
        case "roc_auc_score":
            definition = Auc(score=score, label=label)
            how = Rounded(check=_both_labels(label))
        case _:
            message = f"one of {', '.join(SCORES)}: got {metric!r}{did_you_mean(metric, SCORES)}"
            raise ValueError(message)
    return Compatible(
        tool="scikit-learn",
        call=f"{metric}(y_true, y_score)",
        versions=("1.9.1",),
        definition=definition,
        arithmetic=how,
        default=True,
        near=_ORDER if isinstance(how, Rounded) else "",
        refuses=_lacking(columns),
    )


def _lacking(columns: Collection[str]) -> Refusal:
    def refuses(sample: Sample) -> str:
        lost = next((name for name in columns if sample.amount(name) is None), None)
        return (
            "" if lost is None else f"a number {lost!r} in every sample: got none in {sample.id!r}"
        )

    return refuses


def as_sklearn_ndcg(k: int | None = None) -> Compatible:
    """Say `ndcg_score` of scikit-learn: a row a query, of which all documents are judged.

    `k` cuts each ranking off, from 1 on; None takes all of it.

    >>> as_sklearn_ndcg(5).says
    'scikit-learn: ndcg_score(y_true, y_score, k=5)'
    """
    return Compatible(
        tool="scikit-learn",
        call="ndcg_score(y_true, y_score)" if k is None else f"ndcg_score(y_true, y_score, k={k})",
        versions=("1.9.1",),
        definition=Ndcg(k=k, ties=Ties.AVERAGE, no_relevant=EmptyValue.ZERO),
        arithmetic=Rounded(check=_of_one_size),
        default=k is None,
        near=_ORDER,
        refuses=_not_a_row,
    )


def _not_a_row(sample: Sample) -> str:
    gold, run = sample.grades(GOLD), sample.grades(PREDICTED)
    if gold is None or run is None or {name for name, _ in gold} != {name for name, _ in run}:
        return f"a grade and a score of each document: got one alone of some in {sample.id!r}"
    if len(gold) < _TWO:
        return f"at least two documents in a query: got {len(gold)} in {sample.id!r}"
    low = next((grade for _, grade in gold if grade < 0), None)
    return "" if low is None else f"grades of at least 0: got {low} in {sample.id!r}"


def _of_one_size(samples: Sequence[Sample]) -> None:
    sizes = sorted({len(one.grades(GOLD) or ()) for one in samples})
    if len(sizes) > 1:
        message = f"as many documents in each query, as rows of a matrix have: got {sizes}"
        raise ValueError(message)


def as_sklearn_top_k(scores: str, k: int = 2) -> Compatible:
    """Say `top_k_accuracy_score` of scikit-learn, of three classes or more, sorted as text.

    `scores` names the column of numbers by class; a label is right among its `k` highest.

    >>> as_sklearn_top_k("p").says
    "scikit-learn's default: top_k_accuracy_score(y_true, y_score)"
    """
    said = "" if k == _TWO else f", k={k}"
    return Compatible(
        tool="scikit-learn",
        call=f"top_k_accuracy_score(y_true, y_score{said})",
        versions=("1.9.1",),
        definition=TopKAccuracy(scores=scores, k=k, ties=ClassTies.LAST),
        arithmetic=Rounded(check=lambda samples: _one_matrix(scores, samples)),
        default=k == _TWO,
    )


def _one_matrix(scores: str, samples: Sequence[Sample]) -> None:
    listed = {tuple(name for name, _ in one.grades(scores) or ()) for one in samples}
    if len(listed) != 1:
        raise ValueError("numbers of the same classes in each sample: got others in some")
    [names] = listed
    gold = {item_text(item) for one in samples for item in one.gold}
    if len(names) <= _TWO:
        raise ValueError(f"at least three classes: got {len(names)}")
    # The tool sorts the classes that are so, and takes columns in that order.
    if gold != set(names):
        missing = sorted(set(names) - gold)
        raise ValueError(
            f"each class as gold somewhere, as the tool has no names: got no {missing}"
        )


def as_krippendorff(level: str = "nominal", *, raters: Sequence[str] = (GOLD,)) -> Compatible:
    """Say `krippendorff.alpha` as a definition of ours; `raters` are the lists of ratings.

    `level` is nominal, ordinal, interval or ratio: how far two ratings are apart.

    >>> as_krippendorff("ordinal").says
    "krippendorff: alpha(reliability_data, level_of_measurement='ordinal')"

    Raises ValueError for another level.
    """
    known = {one.value: one for one in Level}
    if level not in known:
        message = f"a level among {', '.join(known)}: got {level!r}{did_you_mean(level, known)}"
        raise ValueError(message)
    return Compatible(
        tool="krippendorff",
        call=f"alpha(reliability_data, level_of_measurement={level!r})",
        versions=("0.9.0",),
        definition=Alpha(raters=tuple(raters), level=known[level]),
        arithmetic=Rounded(check=lambda samples: _differing(raters, samples)),
        near=_ORDER,
    )


def _differing(raters: Sequence[str], samples: Sequence[Sample]) -> None:
    lists = (one.items(name) or () for one in samples for name in raters)
    if len({item_text(item) for items in lists for item in items}) < _TWO:
        raise ValueError("ratings that differ, as the tool asks for: got one value alone")


@frozen(kw_only=True)
class OfTable:
    """Fleiss' kappa of a table of units and categories, these in the order of their names.

    >>> OfTable(raters=("gold",)).says
    'shares; a mean of units, added pairwise'
    """

    raters: tuple[str, ...]

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return "shares; a mean of units, added pairwise"

    def number(self, _definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN where all ratings are alike.

        Raises ValueError where units differ in how many ratings they have.
        """
        units = [self._unit(one) for one in samples]
        sizes = {unit.total() for unit in units}
        if len(sizes) > 1 or not units or min(sizes) < _TWO:
            message = f"as many ratings of each unit, at least two: got {sorted(sizes)}"
            raise ValueError(message)
        [size] = sizes
        every = sum(units, Counter[str]())
        shares = [every[name] / every.total() for name in sorted(every)]
        alike = [
            (sum(n * n for n in unit.values()) - float(size)) / (size * (size - 1.0))
            for unit in units
        ]
        chance = in_pairs([share * share for share in shares])
        return (plain_mean(alike) - chance) / (1 - chance) if chance != 1 else nan

    def _unit(self, sample: Sample) -> Counter[str]:
        lists = (sample.items(name) or () for name in self.raters)
        return Counter(item_text(item) for items in lists for item in items)


def as_statsmodels(metric: str, *, raters: Sequence[str] = (GOLD,)) -> Compatible:
    """Say `fleiss_kappa` of statsmodels as a definition of ours; `raters` are lists of ratings.

    >>> as_statsmodels("fleiss_kappa").says
    "statsmodels's default: fleiss_kappa(table)"

    Raises ValueError for another function.
    """
    if metric != "fleiss_kappa":
        message = f"fleiss_kappa: got {metric!r}{did_you_mean(metric, ('fleiss_kappa',))}"
        raise ValueError(message)
    return Compatible(
        tool="statsmodels",
        call="fleiss_kappa(table)",
        versions=("0.15.0",),
        definition=FleissKappa(raters=tuple(raters)),
        arithmetic=OfTable(raters=tuple(raters)),
        default=True,
        refuses=nothing_refused,
    )
