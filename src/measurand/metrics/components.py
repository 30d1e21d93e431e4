"""What a definition scores of one unit: the formula of its metric, and what empty cases give.

Precision divides by predictions and recall by gold items, so both, and whatever is made of them,
are 0/0 in three kinds of units: nothing on either side, gold items missing, predictions missing. A
component is the formula for all other units, and a constant for each of the three, worked out of
the empty rules once. Formulas whose top and bottom are linear in the counts are kept as whole
factors: scoring a unit is then a few integer products and one fraction.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import mul

from attrs import field, frozen

from measurand.algebra.quotient import Quotient
from measurand.algebra.terms import coefficients
from measurand.evidence.observe import plain_count
from measurand.metrics.averaged import (
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
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.metric import GOLD, HITS, JUDGED, PREDICTED, RIGHT, Metric
from measurand.metrics.options import Drop, EmptyRule
from measurand.metrics.standard import F as F_MEASURE
from measurand.metrics.units import Case, Ratio, case_of
from measurand.values.quantity import Quantity
from measurand.values.tally import EMPTY, Count, Tally

Factors = tuple[tuple[int, ...], tuple[int, ...]]
"""A ratio as data: the factors of hits, predicted and gold on top, and at the bottom."""

COUNTS = tuple(one.name for one in (HITS, PREDICTED, GOLD, JUDGED))

Cases = tuple[tuple[Case, Fraction | None], ...]
"""What each empty case gives; None leaves the mean."""


def by_identity(part: object) -> tuple[object]:
    """Compare a part of a value by whether it is the same object before comparing what it holds.

    A tuple asks that of its parts first, a frozen class does not, and most that are equal are one.

    >>> by_identity("a") == by_identity("a")
    True
    """
    return (part,)


@frozen(cache_hash=True)
class Component:
    """One score of a unit: its name, its formula, and what the empty cases give.

    Without `cases` it is scored by its formula alone, and a class that no item has is a unit too.
    `zero` is what it is where the formula divides by 0; None leaves the mean.
    """

    name: str
    form: Quotient = field(eq=by_identity)
    cases: Cases = ()
    zero: Fraction | None = None

    @cached_property
    def constants(self) -> Mapping[Case, Fraction | None]:
        """Say what each empty case gives; a case that is not there has the formula's value."""
        return dict(self.cases)

    @cached_property
    def ratio(self) -> Ratio:
        """Score units in which nothing is missing."""
        return _ratio(self.form)[0]

    @property
    def factors(self) -> Factors | None:
        """Give the formula as factors of hits, predictions and gold items; None if it has more."""
        return _ratio(self.form)[1] if self.cases else None

    @property
    def rooted(self) -> bool:
        """Tell whether scores of units may be roots."""
        return self.form.rooted

    def value(self, tally: Tally, judged: Count = 1) -> Quantity | None:
        """Score one unit of so many judgements; None where a rule skips it."""
        if not self.cases:
            return self._formed(tally, judged)
        case = case_of(tally)
        return self.constants[case] if case in self.constants else self.ratio(tally)

    def _formed(self, tally: Tally, judged: Count) -> Quantity | None:
        counts = tally.hits, tally.predicted, tally.gold, plain_count(judged)
        value = self.form.quantity(dict(zip(COUNTS, counts, strict=True)))
        return self.zero if value is None else value


def harmonic(precision: Fraction, recall: Fraction, *, beta: Fraction = Fraction(1)) -> Fraction:
    """Combine precision and recall into F.

    >>> harmonic(Fraction(1, 2), Fraction(1)), harmonic(Fraction(0), Fraction(0))
    (Fraction(2, 3), Fraction(0, 1))
    """
    return of_means(beta).value({"precision": precision, "recall": recall}) or Fraction(0)


def of_means(beta: Fraction) -> Quotient:
    """Make F of what is called precision and recall, whatever they are means of.

    >>> of_means(Fraction(1)).ratio({"precision": 1, "recall": 1})
    (2, 2)
    """
    return F_MEASURE.of_sides(beta=beta)


@lru_cache(maxsize=1024)
def _ratio(form: Quotient) -> tuple[Ratio, Factors | None]:
    """Make a function of a formula whose top and bottom are sums, and list their factors.

    A unit that is one sample is one judgement, which may be right.
    """
    names = (*COUNTS, RIGHT.name)
    above, below = (coefficients(side, names) for side in (form.top, form.bottom))
    (a, b, c, *of_sample), (d, e, f, *under) = above, below

    def ratio(tally: Tally) -> Fraction:
        hits, predicted, gold = tally.hits, tally.predicted, tally.gold
        return Fraction(a * hits + b * predicted + c * gold, d * hits + e * predicted + f * gold)

    def judgement(tally: Tally) -> Fraction:
        counts = (tally.hits, tally.predicted, tally.gold, 1, int(tally.right))
        top, bottom = (sum(map(mul, side, counts), Fraction(0)) for side in (above, below))
        return top / bottom

    if any((*of_sample, *under)):
        return judgement, None
    return ratio, (above[:3], below[:3])


EMPTY_UNITS: Mapping[Case, Tally] = {
    Case.BOTH_EMPTY: EMPTY,
    Case.GOLD_EMPTY: Tally(0, 1, 0),
    Case.PRED_EMPTY: Tally(0, 0, 1),
}
"""Units in which something is missing, one of each case: a metric of ratios tells no others."""


@lru_cache(maxsize=1024)
def by_sides(metric: Metric, rules: EmptyRules, **params: Fraction) -> Component:
    """Make a metric of precision and recall, which rules give to units that miss something.

    >>> from measurand.metrics.standard import PRECISION
    >>> by_sides(PRECISION, EmptyRules()).constants[Case.BOTH_EMPTY]
    Fraction(1, 1)
    """
    sides = metric.of_sides(**params)
    every = rules.both_empty, rules.gold_empty, rules.pred_empty
    cases = zip(EMPTY_UNITS, (_ruled(sides, rule) for rule in every), strict=True)
    return Component(metric.name, metric.at(**params), tuple(cases))


def _ruled(form: Quotient, rule: EmptyRule) -> Fraction | None:
    if isinstance(rule, Drop):
        return None
    parts = {"precision": rule.precision.value_or_none, "recall": rule.recall.value_or_none}
    sides = {name: value for name, value in parts.items() if value is not None}
    return form.value(sides) if form.variables <= set(sides) else None


@lru_cache(maxsize=1024)
def component(definition: Averaged | Measure) -> Component:
    """Return what a definition scores of each unit.

    >>> component(Jaccard()).ratio(Tally(1, 2, 2))
    Fraction(1, 3)
    """
    match definition:
        case Precision(empty=rules) | Recall(empty=rules):
            return by_sides(definition.metric, rules)
        case F(empty=rules, beta=beta):
            return by_sides(definition.metric, rules, beta=beta)
        case Jaccard(both_empty=part):
            form, both = definition.metric.at(), part.value_or_none
            return Component("jaccard", form, _own(form, both))
        case ExactMatch() | Accuracy():
            form = definition.metric.of_all()
            return Component("exact", form, _own(form, Fraction(EMPTY.right)))
        case Measure(metric=metric, zero_division=zero):
            name = "value" if isinstance(definition, Formula) else metric.name
            return Component(name, metric.at(), zero=zero.value_or_none)


def _own(form: Quotient, both_empty: Fraction | None) -> Cases:
    """Score units of which one side is empty by the formula, those of which both are by a rule."""
    ratio = _ratio(form)[0]
    return tuple(
        (case, both_empty if case is Case.BOTH_EMPTY else ratio(tally))
        for case, tally in EMPTY_UNITS.items()
    )
