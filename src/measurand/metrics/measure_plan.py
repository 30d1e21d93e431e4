"""Metrics of counted statistics: their formula over all samples, or a mean of it over units.

What has no empty rules is scored here: MCC, kappa, specificity and formulas of one's own, which may
count what was judged and left alone (true negatives). That is only known where a sample is one
judgement of a class, so each plan has a guard that counts samples which are more; where it is not
0 the score is undefined and says so.
"""

from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.expression import Expression, IfZero, Nothing
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.observation import ClassKind
from measurand.metrics.average_plan import Compiled, Level, level
from measurand.metrics.averaged import Measure
from measurand.metrics.columns import Book, NamedColumn, UnitSum, tally_of
from measurand.metrics.components import component
from measurand.metrics.metric import JUDGED
from measurand.metrics.options import CLASS, Only, Policy, Statistic
from measurand.metrics.pooled import ONE, THERE, ZERO, summed, together, unit
from measurand.values.tally import Tally


@frozen(eq=False)
class Alone(Level):
    """All samples as one unit, with a score of its own."""

    whole: Expression

    def sum(self, what: UnitSum) -> Expression:
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
    pooled = not how.average.keys and how.statistic is Statistic.MEAN
    each = CLASS in how.average.keys
    judges = JUDGED.name in metric.at().variables
    classes = definition.observation.classes.kind is not ClassKind.NONE
    if judges and classes and not isinstance(how.only, str) and not each:
        if metric.together is None or not pooled or how.only is not None:
            name = metric.name
            return _refused(f"{name} is of one class (only=class[NAME]), or of each (macro[class])")
        units = Alone(of, how, book, how.only, together(of, metric.together, book))
        several, why = book.at(_ONE_LABEL), _NO_LABEL
    elif pooled:
        units = Alone(of, how, book, how.only, unit(of, book, how.only))
        several = book.at(_guard(how.only, each=each, judges=judges))
        why = _NO_JUDGEMENT if classes else f"{_NO_JUDGEMENT}: {_way(definition)}"
    elif metric.at().rooted and how.statistic is not Statistic.MEAN:
        return _refused(f"{metric.name} is a root: a spread of roots is not computed exactly")
    else:
        mean = level(of, how, book, how.only)
        several, why = book.at(_guard(how.only, each=each, judges=judges)), _NO_JUDGEMENT
        return Compiled(IfZero(several, mean.score, Nothing(why)), (mean,), several)
    return Compiled(IfZero(several, units.alone, Nothing(why)), (units,), several)


_NO_LABEL = "a sample does not have one gold label and at most one prediction"
_NO_JUDGEMENT = (
    "a sample is no single judgement: it has several items of a class, or one on either side "
    "that do not match"
)


def _way(definition: Measure) -> str:
    """Say by which options labels are judged, one a sample."""
    if definition.metric.together is not None and definition.averaging.only is None:
        return "of one label a sample, say class=item"
    return "of labels, say class=item and average=macro[class], or only=class[NAME]"


def _refused(why: str) -> Compiled:
    return Compiled(Nothing(why), guard=ONE)


_NO, _YES = Fraction(0), Fraction(1)


def _guard(only: Only, *, each: bool, judges: bool) -> NamedColumn:
    """Say 1 of samples that are no single judgement of the class, of all, or of each of them."""

    def several(row: Evidence) -> Fraction:
        if not judges or not isinstance(row, Observed) or not row.weight:
            return _NO
        tallies = [tally for _, tally in row.tallies] if each else [tally_of(row, only)]
        return _YES if any(map(_more_than_one, tallies)) else _NO

    return NamedColumn(("judgement", only, each, judges), several, None if judges else _NO)


def _more_than_one(tally: Tally) -> bool:
    return tally.predicted + tally.gold - tally.hits > 1


def _no_label(row: Evidence) -> Fraction:
    """Say 1 of samples that do not have one gold label, and at most one that is predicted."""
    if not isinstance(row, Observed) or not row.weight:
        return _NO
    gold = sum([tally.gold for _, tally in row.tallies])
    predicted = sum([tally.predicted for _, tally in row.tallies])
    return _NO if gold == 1 and predicted <= 1 else _YES


_ONE_LABEL = NamedColumn("one label", _no_label, _NO)
