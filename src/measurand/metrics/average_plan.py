"""Averages, read once: which sums of units a score is made of, and how.

An average is a list of keys, the outermost first: `macro[run,sample]` is a mean over runs of means
over their samples. Each mean is one level of units with three sums (weight, total, squares), from
which mean and spread follow: the variance is E[x^2] - E[x]^2, which is safe here because sums are
exact. The innermost level has units that are pooled and scored by formula (`Pooled`), every
other one has units that are means themselves (`Nested`).

A mean that has no value (no unit with a score, or of means inside one without) is undefined with
the reason, or 0 where the policy says so.
"""

from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache

from attrs import evolve, frozen

from measurand.algebra.expression import (
    Expression,
    Formed,
    IfZero,
    Minus,
    Nothing,
    Over,
    Root,
    Times,
)
from measurand.evidence.evidence import Evidence
from measurand.metrics.averaged import Accuracy, Averaged, ExactMatch, F
from measurand.metrics.columns import (
    Book,
    Count,
    Counted,
    Means,
    NamedColumn,
    Scores,
    UnitKind,
    Units,
    UnitSum,
    tally_of,
)
from measurand.metrics.components import Component, by_sides, component, of_means
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Chosen,
    ChosenKind,
    Only,
    Policy,
    Statistic,
    by_sample,
)
from measurand.metrics.pooled import ONE, ZERO
from measurand.metrics.standard import PRECISION, RECALL
from measurand.values.english import with_article
from measurand.values.printed import Added


@frozen(eq=False)
class Level:
    """The units of a mean, of one class or of all: what sums over them are in a book."""

    of: Component
    how: Averaging
    book: Book
    label: Only

    @abstractmethod
    def sum(self, what: UnitSum) -> Expression:
        """Sum over units."""

    @property
    def lost(self) -> Expression:
        """Say what the score is where no unit has one."""
        if self.of.name == "exact":  # Each unit has one, so it is their weights that are lacking.
            return unknown(self.how, "no unit has a weight")
        return unknown(self.how, f"no unit has {with_article(self.of.name)}")

    @cached_property
    def mean(self) -> Expression:
        """Divide the sum of scores by their weight."""
        weight = self.sum(UnitSum.WEIGHT)
        return Over(self.sum(UnitSum.TOTAL), weight, self.lost)

    def kept(self, score: Expression, _otherwise: Expression) -> Expression:
        """Keep what is said of the units, where one that has no score does not take it away."""
        return score

    @property
    def units(self) -> Expression:
        """Count the units in the mean."""
        return self.kept(self.sum(UnitSum.SCORED), ZERO)

    @cached_property
    def score(self) -> Expression:
        """Take the mean, or the standard deviation."""
        return self.kept(self._statistic, self.lost)

    @property
    def _statistic(self) -> Expression:
        mean = self.mean
        if self.how.statistic is Statistic.MEAN:
            return mean
        weight = self.sum(UnitSum.WEIGHT)
        variance = Minus(Over(self.sum(UnitSum.SQUARES), weight, self.lost), Times(mean, mean))
        if self.how.statistic is Statistic.POPULATION:
            return Root(variance)
        one = unknown(self.how, "one unit has no sample standard deviation")
        spread = Root(Over(Times(variance, weight), Minus(weight, ONE), one))
        uneven = unknown(self.how, "weighted units have no sample standard deviation")
        return IfZero(self.sum(UnitSum.UNEVEN), spread, IfZero(weight, self.lost, uneven))


@frozen(eq=False)
class Pooled(Level):
    """Units that are pooled each: all samples as one, samples, classes, or groups."""

    units_of: Units

    def sum(self, what: UnitSum) -> Expression:
        """Sum over units."""
        return self.book.scores(Scores(self.of, self.units_of, what))


@frozen(eq=False)
class Nested(Level):
    """Groups or classes as units, with a mean inside each."""

    def sum(self, what: UnitSum) -> Expression:
        """Sum over units."""
        return self.book.means(Means(self.of, self.label, self.how, what))

    def kept(self, score: Expression, otherwise: Expression) -> Expression:
        """Keep nothing where a unit has no score, if that is the policy."""
        if self.how.undefined is Policy.PROPAGATE:
            return IfZero(self.sum(UnitSum.LOST), score, otherwise)
        return score


def level(of: Component, how: Averaging, book: Book, label: Only = None) -> Level:
    """Form the units of an average, of one class or of all."""
    units = _units(how, label)
    if units is None:
        return Nested(of, how, book, label)
    return Pooled(of, how, book, label, units)


@lru_cache(maxsize=1024)
def _units(how: Averaging, label: Only) -> Units | None:
    """Say which units are pooled each; None where there is a mean inside each."""
    match how.average.keys:
        case ():
            return Units(UnitKind.ALL, label)
        case ("sample",):
            return Units(UnitKind.SAMPLE, label, weighted=weighted(how))
        case ("class",):
            return Units(UnitKind.CLASS, label, over=how.over, weighted=weighted(how))
        case (key,):
            return Units(UnitKind.GROUP, label, key=key, weighted=weighted(how))
        case _:
            return None


def weighted(how: Averaging) -> bool:
    """Tell whether units are weighed by their gold items.

    >>> weighted(Averaging())
    False
    """
    return how.average.kind is AverageKind.WEIGHTED


def inside(how: Averaging) -> Averaging:
    """Say how the units of a nested average are averaged inside.

    >>> inside(Averaging(average=Average(AverageKind.MACRO, ("run", "sample")))).average.keys
    ('sample',)
    """
    average = Average(how.average.kind, how.average.keys[1:])
    return evolve(how, average=average, statistic=Statistic.MEAN)


def unknown(how: Averaging, why: str) -> Expression:
    """Write what stands for a score that does not exist.

    >>> unknown(Averaging(), "no sample")
    Nothing(why='no sample')
    """
    return ZERO if how.undefined is Policy.ZERO else Nothing(why)


Value = Callable[[Expression], Fraction]
"""What evaluates an expression that is defined, exactly."""


def nothing_added(_value: Value) -> Added:
    """Say that nothing is known of what a program adds beside the samples.

    >>> nothing_added(lambda one: Fraction(0)).number
    0
    """
    return Added(number=0)


def _nobody() -> Expression:
    return ZERO


@frozen(eq=False)
class Compiled:
    """A score as an expression of the sums of a book, and what is told beside it.

    A score of units has `levels`, the means that it is made of, and is undefined where its `guard`
    is not 0; a difference has `stages`; all
    others say the `number` of samples that take part, how many of these are `left_out` of a mean,
    what they are divided by, and what a program adds that computes them with floats. `counts` says
    that a score of nobody is one.
    """

    score: Expression
    levels: tuple[Level, ...] = ()
    guard: Expression = ZERO
    stages: tuple["Compiled", ...] = ()
    number: Callable[[], Expression] = _nobody
    left_out: Callable[[], Expression] = _nobody
    divisor: Expression | None = None
    added: Callable[[Value], Added] = nothing_added
    counts: bool = False


def averaged(definition: Averaged, book: Book) -> Compiled:
    """Write an averaged metric as an expression of the sums of a book."""
    how = definition.averaging
    if isinstance(definition, ExactMatch | Accuracy):
        how = evolve(how, average=by_sample(how.average))
    if isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC:
        levels = tuple(
            level(by_sides(one, definition.empty), how, book, how.only)
            for one in (PRECISION, RECALL)
        )
        args = tuple((one.of.name, _seen(how, book, one.score)) for one in levels)
        return Compiled(Formed(of_means(definition.beta), args, ZERO), levels)
    units = level(component(definition), how, book, how.only)
    score = _seen(how, book, units.score)
    if isinstance(definition, Accuracy):
        why = "a sample has more than one item: accuracy is of judgements"
        several = book.at(_SEVERAL)
        return Compiled(IfZero(several, score, Nothing(why)), (units,), several)
    return Compiled(score, (units,))


def _seen(how: Averaging, book: Book, score: Expression) -> Expression:
    """Leave a score undefined where it is of classes that no item has."""
    if how.only is None:
        return score
    items = book.at(Count(Counted.ITEMS, how.only))
    return IfZero(items, unknown(how, f"no item has {_classes(how.only)}"), score)


def _classes(only: str | Chosen) -> str:
    match only:
        case Chosen(kind, classes):
            listed = ", ".join(map(repr, classes))
            return f"{_CHOSEN[kind]} {listed}"
        case _:
            return f"the class {only!r}"


_CHOSEN = {ChosenKind.CLASS: "one of the classes", ChosenKind.BUT: "another class than"}


def _several(row: Evidence) -> Fraction:
    tally = tally_of(row, None)
    return Fraction(tally.gold > 1 or tally.predicted > 1)


_SEVERAL = NamedColumn("several items", _several, Fraction(0))
