"""Averages, read once: which sums of units a score is made of, and how."""

from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from measurand.algebra.expression import (
    Constant,
    Expression,
    Formed,
    IfZero,
    Linear,
    Minus,
    Nothing,
    Over,
    Root,
    Times,
    Total,
)
from measurand.evidence.evidence import Evidence
from measurand.metrics.averaged import Accuracy, Averaged, ExactMatch, F
from measurand.metrics.columns import (
    Book,
    Count,
    Counted,
    Given,
    Groups,
    Said,
    Scores,
    tally_of,
    weight_of,
)
from measurand.metrics.components import Component, component, of_means, precision_of, recall_of
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    OverKind,
    Policy,
    Statistic,
    by_sample,
)
from measurand.metrics.options import Over as Classes
from measurand.metrics.parts import Averaging
from measurand.metrics.units import Case
from measurand.values.printed import Added

ONE, ZERO = Constant(Fraction(1)), Constant(Fraction(0))


@frozen(eq=False)
class Level:
    """The units of a mean, of one class or of all: what sums over them are in a book."""

    of: Component
    how: Averaging
    book: Book
    label: str | None

    @abstractmethod
    def sum(self, what: Said) -> Expression:
        """Sum over units."""

    @property
    def weighted(self) -> bool:
        """Tell whether units are weighed by their gold items."""
        return self.how.average.kind is AverageKind.WEIGHTED

    @property
    def lost(self) -> Expression:
        """Say what the score is where no unit has one."""
        return unknown(self.how, f"no unit has a {self.of.name}")

    @cached_property
    def mean(self) -> Expression:
        """Divide the sum of scores by their weight."""
        weight = self.sum(Said.WEIGHT)
        return Over(self.sum(Said.TOTAL), weight, self.lost)

    def kept(self, found: Expression, _otherwise: Expression) -> Expression:
        """Keep what is said of the units, where one that has no score does not take it away."""
        return found

    @property
    def units(self) -> Expression:
        """Count the units in the mean."""
        return self.kept(self.sum(Said.SCORED), ZERO)

    @cached_property
    def score(self) -> Expression:
        """Take the mean, or the standard deviation."""
        return self.kept(self._statistic, self.lost)

    @property
    def _statistic(self) -> Expression:
        mean = self.mean
        if self.how.statistic is Statistic.MEAN:
            return mean
        weight = self.sum(Said.WEIGHT)
        variance = Minus(Over(self.sum(Said.SQUARES), weight, self.lost), Times(mean, mean))
        if self.how.statistic is Statistic.POPULATION:
            return Root(variance)
        one = unknown(self.how, "one unit has no sample standard deviation")
        spread = Root(Over(Times(variance, weight), Minus(weight, ONE), one))
        uneven = unknown(self.how, "weighted units have no sample standard deviation")
        return IfZero(self.sum(Said.UNEVEN), spread, IfZero(weight, self.lost, uneven))


@frozen(eq=False)
class Samples(Level):
    """Samples as units."""

    def sum(self, what: Said) -> Expression:
        """Sum over samples."""
        return self.book.at(Scores(self.of, self.label, self.weighted, what))


@frozen(eq=False)
class Grouped(Level):
    """Groups of samples as units, each of one score or of a mean of its own."""

    def sum(self, what: Said) -> Expression:
        """Sum over groups."""
        return self.book.of_groups(Groups(self.of, self.label, self.how, what))

    def kept(self, found: Expression, otherwise: Expression) -> Expression:
        """Keep nothing where a group has no score, if that is the policy."""
        if self.how.undefined is Policy.PROPAGATE and self.how.average.keys[1:]:
            return IfZero(self.sum(Said.LOST), found, otherwise)
        return found


Part = tuple[Expression, Expression, Expression]
"""One of a few units: 1 where it is there, else 0; its weight; its score."""


@frozen(eq=False)
class Listed(Level):
    """A few units, each with an expression of its own; `inner` tells whether they are means."""

    parts: tuple[Part, ...]
    inner: bool = field(kw_only=True)

    @property
    def skip(self) -> bool:
        """Tell whether a unit without a score leaves the mean."""
        return not self.inner or self.how.undefined is not Policy.PROPAGATE

    def sum(self, what: Said) -> Expression:
        """Sum over the units."""
        match what:
            case Said.EVERY:
                return Total(tuple((there, ONE) for there, _, _ in self.parts), 0, skip=True)
            case Said.SCORED:
                return self._total(0, [self._counted(part) for part in self.parts])
            case Said.UNEVEN:
                return self._total(1, [self._uneven(part) for part in self.parts])
            case Said.WEIGHT | Said.TOTAL | Said.SQUARES:
                return self._total(what.value, [(weight, value) for _, weight, value in self.parts])
            case Said.LOST:
                return Minus(self.sum(Said.EVERY), self.sum(Said.SCORED))

    def _total(self, power: int, parts: list[tuple[Expression, Expression]]) -> Expression:
        return Total(tuple(parts), power, skip=self.skip)

    def _counted(self, part: Part) -> tuple[Expression, Expression]:
        there, weight, value = part
        return (IfZero(weight, ZERO, ONE) if self.inner else there), value

    def _uneven(self, part: Part) -> tuple[Expression, Expression]:
        """Say how far a weight is off 1; of means inside, only where they are defined."""
        there, weight, value = part
        off = Minus(weight, ONE)
        if not self.inner:
            return there, Times(off, off)
        return weight, Minus(Times(off, off), Times(value, ZERO))


def level(of: Component, how: Averaging, book: Book, label: str | None = None) -> Level:
    """Form the units of an average, of one class or of all."""
    match how.average.keys:
        case ():
            there = IfZero(book.at(_THERE), ZERO, ONE)
            part = there, there, unit(of, book, label)
            return Listed(of, how, book, label, (part,), inner=False)
        case ("sample",):
            return Samples(of, how, book, label)
        case ("class", *rest):
            parts = tuple(_of_class(of, how, book, one) for one in labels(how.over, book, label))
            return Listed(of, how, book, label, parts, inner=bool(rest))
        case _:
            return Grouped(of, how, book, label)


def inside(how: Averaging) -> Averaging:
    """Say how the units of an average are averaged inside.

    >>> inside(Averaging()).average.kind.value
    'micro'
    """
    rest = how.average.keys[1:]
    kind = how.average.kind if rest else AverageKind.MICRO
    return evolve(how, average=Average(kind, rest), statistic=Statistic.MEAN)


def labels(over: Classes, book: Book, only: str | None) -> tuple[str, ...]:
    """List the classes that a mean over classes may run over, sorted; at most the one of `only`."""
    every = over.classes if over.kind is OverKind.DECLARED else book.labels
    return tuple(one for one in every if only in {None, one})


def present(over: Classes, book: Book, label: str) -> Expression:
    """Write 1 where a class takes part in a mean over classes, and 0 where it does not."""
    gold, predicted = (book.at(Count(one, label)) for one in (Counted.GOLD, Counted.PREDICTED))
    match over.kind:
        case OverKind.DECLARED:
            return ONE
        case OverKind.GOLD:
            return IfZero(gold, ZERO, ONE)
        case OverKind.PREDICTED:
            return IfZero(predicted, ZERO, ONE)
        case OverKind.UNION:
            both = Linear(((gold.index, Fraction(1)), (predicted.index, Fraction(1))))
            return IfZero(both, ZERO, ONE)


def _of_class(of: Component, how: Averaging, book: Book, label: str) -> Part:
    there = weight = present(how.over, book, label)
    if how.average.kind is AverageKind.WEIGHTED:
        gold = book.at(Count(Counted.GOLD, label))
        weight = IfZero(there, ZERO, gold) if how.over.kind is OverKind.PREDICTED else gold
    if how.average.keys[1:]:
        return there, weight, level(of, inside(how), book, label).score
    return there, weight, unit(of, book, label)


def unit(of: Component, book: Book, label: str | None) -> Expression:
    """Score all samples as one unit, of one class or of all."""
    hits, predicted, gold = (
        book.at(Count(one, label)) for one in (Counted.HITS, Counted.PREDICTED, Counted.GOLD)
    )
    if of.terms is None:
        return Nothing(f"{of.name} is a score of samples")
    top, bottom = (
        Linear(
            tuple(
                sorted(
                    (at.index, Fraction(factor))
                    for at, factor in zip((hits, predicted, gold), factors, strict=True)
                    if factor
                )
            )
        )
        for factors in of.terms
    )
    regular = Over(top, bottom, ZERO)

    def case(which: Case) -> Expression:
        if which not in of.constants:
            return regular
        value = of.constants[which]
        return Nothing(f"no unit has a {of.name}") if value is None else Constant(value)

    return IfZero(
        gold,
        IfZero(predicted, case(Case.BOTH_EMPTY), case(Case.GOLD_EMPTY)),
        IfZero(predicted, case(Case.PRED_EMPTY), regular),
    )


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
    others say the `number` of samples that they are of, what they are divided by, and what a
    program adds that computes them with floats. `counts` says that a score of nobody is one.
    """

    score: Expression
    levels: tuple[Level, ...] = ()
    guard: Expression = ZERO
    stages: tuple["Compiled", ...] = ()
    number: Callable[[], Expression] = _nobody
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
            level(of(definition.empty), how, book, how.only) for of in (precision_of, recall_of)
        )
        names = "precision", "recall"
        args = tuple(
            (name, _seen(how, book, one.score)) for name, one in zip(names, levels, strict=True)
        )
        return Compiled(Formed(of_means(definition.beta), args, ZERO), levels)
    found = level(component(definition), how, book, how.only)
    score = _seen(how, book, found.score)
    if isinstance(definition, Accuracy):
        why = "a sample has more than one item: accuracy is of judgements"
        several = book.at(_SEVERAL)
        return Compiled(IfZero(several, score, Nothing(why)), (found,), several)
    return Compiled(score, (found,))


def _seen(how: Averaging, book: Book, found: Expression) -> Expression:
    """Leave a score undefined where it is of one class that no item has."""
    if how.only is None:
        return found
    items = book.at(Count(Counted.ITEMS, how.only))
    return IfZero(items, unknown(how, f"no item has the class {how.only!r}"), found)


def _several(row: Evidence) -> Fraction:
    tally = tally_of(row, None)
    return Fraction(tally.gold > 1 or tally.predicted > 1)


_SEVERAL = Given("several items", _several)
_THERE = Given("weighed", lambda row: Fraction(weight_of(row) != 0))
