"""What a definition scores of one unit: the formula of its metric, and what empty cases give."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache

from attrs import frozen

from measurand.algebra.formula import Stat
from measurand.algebra.quotient import Quotient, normal
from measurand.algebra.terms import FormError, coefficients
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    ExactMatch,
    F,
    Formula,
    Jaccard,
    Measure,
    Precision,
    Recall,
)
from measurand.metrics.metric import GOLD, HITS, JUDGED, PREDICTED
from measurand.metrics.options import Drop, EmptyRule, Part
from measurand.metrics.parts import EmptyRules
from measurand.metrics.standard import JACCARD, PRECISION, RECALL
from measurand.metrics.standard import F as F_MEASURE
from measurand.metrics.units import Case, Ratio, case_of
from measurand.values.tally import Count, Tally

Terms = tuple[tuple[int, ...], tuple[int, ...]]
"""A ratio as data: the factors of hits, predicted and gold on top, and at the bottom."""

COUNTS = tuple(one.name for one in (HITS, PREDICTED, GOLD, JUDGED))

Constants = Mapping[Case, Fraction | None]
"""What each empty case gives; None leaves the mean."""


@frozen(cache_hash=True)
class Component:
    """One score of a unit: its name, its formula, and what the empty cases give.

    Without a formula it is 1 where all predictions are right and no gold item is missing, else 0.
    `zero` is what it is where the formula divides by 0; None leaves the mean.
    """

    name: str
    form: Quotient | None
    cases: tuple[tuple[Case, Fraction | None], ...] = ()
    zero: Fraction | None = None

    @cached_property
    def constants(self) -> Constants:
        """Say what each empty case gives; a case that is not there has the formula's value."""
        return dict(self.cases)

    @cached_property
    def ratio(self) -> Ratio:
        """Score units in which nothing is missing."""
        return _exact if self.form is None else _ratio(self.form)[0]

    @property
    def terms(self) -> Terms | None:
        """Give the formula as factors of sums of hits, predictions and gold items."""
        return None if self.form is None or not self.cases else _ratio(self.form)[1]

    def value(self, tally: Tally, judged: Count = 1) -> Fraction | None:
        """Score one unit of so many judgements; None where a rule skips it.

        Raises FormError for a formula with a root.
        """
        if not self.cases and self.form is not None:
            return self._formed(self.form, tally, judged)
        case = case_of(tally)
        return self.constants[case] if case in self.constants else self.ratio(tally)

    def _formed(self, form: Quotient, tally: Tally, judged: Count) -> Fraction | None:
        if form.rooted:
            message = f"a value without a root: got {self.name}"
            raise FormError(message)
        counts = zip(COUNTS, (tally.hits, tally.predicted, tally.gold, judged), strict=True)
        values = {name: Fraction(count) for name, count in counts}
        value = form.value(values)
        return self.zero if value is None else value


def harmonic(precision: Fraction, recall: Fraction, *, beta: Fraction = Fraction(1)) -> Fraction:
    """Combine precision and recall: (1 + b^2) P R / (b^2 P + R), and 0 of nothing.

    >>> harmonic(Fraction(1, 2), Fraction(1)), harmonic(Fraction(0), Fraction(0))
    (Fraction(2, 3), Fraction(0, 1))
    """
    square = beta * beta
    bottom = square * precision + recall
    return (1 + square) * precision * recall / bottom if bottom else Fraction(0)


@lru_cache(maxsize=1024)
def _ratio(form: Quotient) -> tuple[Ratio, Terms]:
    """Make a function of a formula whose top and bottom are sums, and list their factors."""
    names = HITS.name, PREDICTED.name, GOLD.name
    above, below = (coefficients(side, names) for side in (form.top, form.bottom))
    (a, b, c), (d, e, f) = above, below

    def ratio(tally: Tally) -> Fraction:
        hits, predicted, gold = tally.hits, tally.predicted, tally.gold
        return Fraction(a * hits + b * predicted + c * gold, d * hits + e * predicted + f * gold)

    return ratio, (above, below)


def _exact(tally: Tally) -> Fraction:
    return Fraction(tally.right)


Cases = tuple[tuple[Case, Fraction | None], ...]


def _cases(rules: EmptyRules, pick: Callable[[EmptyRule], Fraction | None]) -> Cases:
    return (
        (Case.BOTH_EMPTY, pick(rules.both_empty)),
        (Case.GOLD_EMPTY, pick(rules.gold_empty)),
        (Case.PRED_EMPTY, pick(rules.pred_empty)),
    )


def _part(rule: EmptyRule, *, of: str) -> Fraction | None:
    if isinstance(rule, Drop):
        return None
    part: Part = rule.precision if of == "precision" else rule.recall
    return part.value_or_none


def _f_part(rule: EmptyRule, beta: Fraction) -> Fraction | None:
    precision, recall = _part(rule, of="precision"), _part(rule, of="recall")
    if precision is None or recall is None:
        return None
    return harmonic(precision, recall, beta=beta)


@lru_cache(maxsize=1024)
def precision_of(rules: EmptyRules) -> Component:
    """Make the precision of units under empty rules.

    >>> precision_of(EmptyRules()).constants[Case.BOTH_EMPTY]
    Fraction(1, 1)
    """
    constants = _cases(rules, lambda rule: _part(rule, of="precision"))
    return Component("precision", PRECISION.at(), constants)


@lru_cache(maxsize=1024)
def recall_of(rules: EmptyRules) -> Component:
    """Make the recall of units under empty rules.

    >>> recall_of(EmptyRules()).ratio(Tally(1, 1, 2))
    Fraction(1, 2)
    """
    constants = _cases(rules, lambda rule: _part(rule, of="recall"))
    return Component("recall", RECALL.at(), constants)


@lru_cache(maxsize=1024)
def f_of(rules: EmptyRules, beta: Fraction) -> Component:
    """Make the F of units under empty rules.

    >>> f_of(EmptyRules(), Fraction(1)).ratio(Tally(1, 2, 2))
    Fraction(1, 2)
    """
    constants = _cases(rules, lambda rule: _f_part(rule, beta))
    return Component("f", F_MEASURE.at(beta=beta), constants)


_NOTHING = ((Case.GOLD_EMPTY, Fraction(0)), (Case.PRED_EMPTY, Fraction(0)))


@lru_cache(maxsize=256)
def of_means(beta: Fraction) -> Quotient:
    """Make F of what is called precision and recall, whatever they are means of.

    >>> of_means(Fraction(1)).ratio({"precision": 1, "recall": 1})
    (2, 2)
    """
    precision, recall, square = Stat("precision"), Stat("recall"), beta**2
    return normal((1 + square) * precision * recall / (square * precision + recall))


@lru_cache(maxsize=1024)
def component(definition: Averaged | Measure) -> Component:
    """Return what a definition scores of each unit.

    >>> component(Jaccard()).ratio(Tally(1, 2, 2))
    Fraction(1, 3)
    """
    match definition:
        case Precision(empty=rules):
            return precision_of(rules)
        case Recall(empty=rules):
            return recall_of(rules)
        case F(empty=rules, beta=beta):
            return f_of(rules, beta)
        case Jaccard(both_empty=part):
            both = (Case.BOTH_EMPTY, part.value_or_none)
            return Component("jaccard", JACCARD.at(), (both, *_NOTHING))
        case Measure(metric=metric, zero_division=zero):
            name = "value" if isinstance(definition, Formula) else metric.name
            return Component(name, metric.at(), zero=zero.value_or_none)
        case ExactMatch() | Accuracy():
            return Component("exact", None, ((Case.BOTH_EMPTY, Fraction(1)), *_NOTHING))
