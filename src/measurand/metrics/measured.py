"""Metrics of counted statistics: their formula over all samples, or a mean of it over units."""

from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.expression import Expression, IfZero, Nothing
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.observation import ClassKind
from measurand.metrics.averaged import Measure
from measurand.metrics.columns import Book, Given, Said, tally_of
from measurand.metrics.components import component
from measurand.metrics.options import CLASS, Policy, Statistic
from measurand.metrics.plan import Compiled, Level, level
from measurand.metrics.pooled import ONE, THERE, ZERO, summed, together, unit
from measurand.values.tally import Tally


@frozen(eq=False)
class Alone(Level):
    """All samples as one unit, with a score of its own."""

    whole: Expression

    def sum(self, what: Said) -> Expression:
        """Sum over the one unit."""
        there = IfZero(self.book.at(THERE), ZERO, ONE)
        return summed(what, [(there, there, self.whole)])

    @property
    def alone(self) -> Expression:
        """Score the unit, if there is one."""
        return IfZero(self.book.at(THERE), self.lost, self.whole)


def measured(definition: Measure, book: Book) -> Compiled:
    """Write a metric of counted statistics as an expression of the sums of a book."""
    how, metric, of = definition.averaging, definition.metric, component(definition)
    if of.zero is None and how.undefined is Policy.ZERO:
        of = evolve(of, zero=Fraction(0))
    every = how.only is None and definition.observation.classes.kind is not ClassKind.NONE
    whole = metric.together if every and not how.average.keys else None
    several = book.at(_ONE_LABEL if whole else _guard(how.only, each=CLASS in how.average.keys))
    if not how.average.keys and how.statistic is Statistic.MEAN:
        score = unit(of, book, how.only) if whole is None else together(of, whole, book)
        found = Alone(of, how, book, how.only, score)
        return Compiled(_judged(metric.name, several, found.alone), (found,), several)
    if metric.at().rooted:
        why = f"{metric.name} is a root: a mean of roots is not computed exactly"
        return Compiled(Nothing(why), guard=ONE)
    units = level(of, how, book, how.only)
    return Compiled(_judged(metric.name, several, units.score), (units,), several)


def _judged(name: str, several: Expression, score: Expression) -> Expression:
    why = (
        f"a sample has more than one judgement: {name} is of one class (only=class[...]), "
        "of each (average=macro[class]), or of one label on either side"
    )
    return IfZero(several, score, Nothing(why))


def _guard(only: str | None, *, each: bool) -> Given:
    """Say 1 of samples that are no single judgement of the class, of all, or of each of them."""

    def several(row: Evidence) -> Fraction:
        if not isinstance(row, Observed):
            return Fraction(0)
        found = [tally for _, tally in row.tallies] if each else [tally_of(row, only)]
        return Fraction(any(map(_more_than_one, found)))

    return Given(("judgement", only, each), several)


def _more_than_one(tally: Tally) -> bool:
    return tally.predicted + tally.gold - tally.hits > 1


def _no_label(row: Evidence) -> Fraction:
    """Say 1 of samples that do not have one gold label, and at most one that is predicted."""
    tally = tally_of(row, None)
    return Fraction(isinstance(row, Observed) and (tally.gold != 1 or tally.predicted > 1))


_ONE_LABEL = Given("one label", _no_label)
