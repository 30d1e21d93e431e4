"""Averaged metrics as expressions of sums over samples."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from attrs import evolve

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    Harmonic,
    IfZero,
    Linear,
    Mean,
    Minus,
    Nothing,
    Over,
    Root,
    Times,
)
from measurand.evidence.evidence import Evidence, Observed
from measurand.metrics.averaged import Accuracy as AccuracyOf
from measurand.metrics.averaged import Averaged, ExactMatch, F
from measurand.metrics.columns import Reading, weight_of
from measurand.metrics.components import Component, component, precision_of, recall_of
from measurand.metrics.options import (
    Aggregate,
    AverageKind,
    OverKind,
    Policy,
    Statistic,
    by_sample,
)
from measurand.metrics.parts import Averaging
from measurand.metrics.units import Case, row_tally
from measurand.values.tally import EMPTY, Tally

R = TypeVar("R")
ONE, ZERO = Constant(Fraction(1)), Constant(Fraction(0))


def averaged(definition: Averaged, reading: Reading[R]) -> Expression | None:
    """Write an averaged metric as an expression of sums; None where it is none over samples.

    That is so where units are groups of samples: then groups are the rows, see `by_group`.
    """
    if isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC:
        how = definition.averaging
        precision = _mean(precision_of(definition.empty), how, reading)
        recall = _mean(recall_of(definition.empty), how, reading)
        if precision is None or recall is None:
            return None
        return Harmonic(precision, recall, definition.beta)
    how = definition.averaging
    if isinstance(definition, ExactMatch | AccuracyOf):
        how = evolve(how, average=by_sample(how.average))
    found = _mean(component(definition), how, reading)
    return found if found is None else where_judged(definition, reading, found)


def where_judged(definition: Averaged, reading: Reading[R], found: Expression) -> Expression:
    """Leave accuracy undefined where a sample has more than one item on a side.

    >>> from measurand.metrics.columns import Columns
    >>> where_judged(F(), Reading(columns=Columns(), pick=lambda row: row), ONE) is ONE
    True
    """
    if not isinstance(definition, AccuracyOf):
        return found

    def several(row: Evidence) -> Fraction:
        tally = tally_of(row, None)
        return Fraction(tally.gold > 1 or tally.predicted > 1)

    why = "a sample has more than one item: accuracy is of judgements"
    return IfZero(reading.at("several items", several), found, Nothing(why))


def _mean(of: Component, how: Averaging, reading: Reading[R]) -> Expression | None:
    name = of.name[0] if isinstance(of.name, tuple) else of.name
    lost = unknown(how, f"no unit has a {name}")
    match how.average.keys:
        case ():
            weighed = reading.at("weighed", lambda row: Fraction(weight_of(row) != 0))
            there = IfZero(weighed, ZERO, ONE)
            found: Expression = _spread([(there, _ratio(of, how.only, reading))], how, lost)
        case ("sample",):
            found = _by_sample(of, how, how.only, reading, lost)
        case ("class",):
            labels = _labels(how, reading)
            parts = [(_weight(how, reading, label), _ratio(of, label, reading)) for label in labels]
            present = [_present(how, reading, label) for label in labels]
            found = _spread(parts, how, lost, present=present)
        case ("class", "sample"):
            found = _nested(of, how, reading, lost)
        case _:
            return None
    return where_seen(how, reading, found)


def where_seen(how: Averaging, reading: Reading[R], found: Expression) -> Expression:
    """Leave a score undefined where it is of one class that no item has.

    >>> from measurand.metrics.columns import Columns
    >>> where_seen(Averaging(), Reading(columns=Columns(), pick=lambda row: row), ONE) is ONE
    True
    """
    if how.only is None:
        return found
    seen = of_class(
        reading, how.only, "items", lambda tally: Fraction(tally.gold + tally.predicted)
    )
    return IfZero(seen, unknown(how, f"no item has the class {how.only!r}"), found)


def _nested(of: Component, how: Averaging, reading: Reading[R], lost: Expression) -> Expression:
    inner = evolve(how, statistic=Statistic.MEAN)
    parts = [
        (_weight(how, reading, label), _by_sample(of, inner, label, reading, lost))
        for label in _labels(how, reading)
    ]
    return _spread(parts, how, lost, skip=how.undefined is Policy.SKIP)


def _labels(how: Averaging, reading: Reading[R]) -> tuple[str, ...]:
    over = how.over
    every = over.classes if over.kind is OverKind.DECLARED else reading.labels
    return tuple(label for label in every if how.only in {None, label})


def _weight(how: Averaging, reading: Reading[R], label: str) -> Expression:
    """Say what a class weighs in the mean; 0 where it is not there."""
    present = _present(how, reading, label)
    if how.average.kind is not AverageKind.WEIGHTED:
        return present
    gold = of_class(reading, label, "gold", lambda tally: Fraction(tally.gold))
    return IfZero(present, ZERO, gold) if how.over.kind is OverKind.PREDICTED else gold


def _present(how: Averaging, reading: Reading[R], label: str) -> Expression:
    """Write 1 where a class takes part in the mean, and 0 where it does not."""
    gold = of_class(reading, label, "gold", lambda tally: Fraction(tally.gold))
    predicted = of_class(reading, label, "predicted", lambda tally: Fraction(tally.predicted))
    both = Linear(((gold.index, Fraction(1)), (predicted.index, Fraction(1))))
    match how.over.kind:
        case OverKind.DECLARED:
            return ONE
        case OverKind.GOLD:
            return IfZero(gold, ZERO, ONE)
        case OverKind.PREDICTED:
            return IfZero(predicted, ZERO, ONE)
        case OverKind.UNION:
            return IfZero(both, ZERO, ONE)


def tally_of(row: Evidence, label: str | None) -> Tally:
    """Take the tally of one class, or of all; the empty one where there is none.

    >>> tally_of(Observed((("a", Tally(1, 1, 1)),)), "b")
    Tally(hits=0, predicted=0, gold=0)
    """
    if not isinstance(row, Observed):
        return EMPTY
    if label is None:
        return row_tally(row)
    return next((tally for name, tally in row.tallies if name == label), EMPTY)


def of_class(
    reading: Reading[R], label: str | None, what: str, value: Callable[[Tally], Fraction]
) -> At:
    """Sum a value of the tallies of one class, or of all, samples weighed."""
    return reading.at((what, label), lambda row: weight_of(row) * value(tally_of(row, label)))


def _ratio(of: Component, label: str | None, reading: Reading[R]) -> Expression:
    """Score the pooled tally of all rows, or of one class."""
    hits = of_class(reading, label, "hits", lambda tally: Fraction(tally.hits))
    predicted = of_class(reading, label, "predicted", lambda tally: Fraction(tally.predicted))
    gold = of_class(reading, label, "gold", lambda tally: Fraction(tally.gold))
    if of.terms is None:
        return Nothing(f"{of.name} is a score of samples")
    top, bottom = of.terms
    regular = Over(
        _weighted(hits, predicted, gold, top), _weighted(hits, predicted, gold, bottom), ZERO
    )

    def case(which: Case) -> Expression:
        if which not in of.constants:
            return regular
        value = of.constants[which]
        return Nothing("the rule for empty units skips it") if value is None else Constant(value)

    return IfZero(
        gold,
        IfZero(predicted, case(Case.BOTH_EMPTY), case(Case.GOLD_EMPTY)),
        IfZero(predicted, case(Case.PRED_EMPTY), regular),
    )


def _weighted(hits: At, predicted: At, gold: At, factors: tuple[int, ...]) -> Linear:
    found = zip((hits, predicted, gold), factors, strict=True)
    return Linear(tuple(sorted((at.index, Fraction(factor)) for at, factor in found if factor)))


def _by_sample(
    of: Component, how: Averaging, label: str | None, reading: Reading[R], lost: Expression
) -> Expression:
    weighted = how.average.kind is AverageKind.WEIGHTED

    def weight(row: Evidence) -> Fraction:
        tally = tally_of(row, label)
        heavy = weight_of(row) * (tally.gold if weighted else 1)
        return heavy if heavy and of.value(tally) is not None else Fraction(0)

    def power(of_row: Evidence, exponent: int) -> Fraction:
        heavy = weight(of_row)
        value = of.value(tally_of(of_row, label)) if heavy else None
        return heavy * value**exponent if value is not None else Fraction(0)

    place = (of.name, tuple(of.constants.items()), label, weighted)
    weights = reading.at((place, "weight"), weight)
    total = reading.at((place, "total"), lambda row: power(row, 1))
    mean = Over(total, weights, lost)
    if how.statistic is Statistic.MEAN:
        return mean
    squares = reading.at((place, "squares"), lambda row: power(row, 2))
    spread = deviation(mean, Over(squares, weights, lost), weights, how)
    if how.statistic is Statistic.POPULATION:
        return spread

    def uneven(row: Evidence) -> Fraction:
        heavy = weight_of(row)
        return Fraction(heavy != 0 and heavy * (tally_of(row, label).gold if weighted else 1) != 1)

    return IfZero(reading.at(("uneven", label, weighted), uneven), spread, unknown(how, WEIGHTED))


WEIGHTED = "weighted units have no sample standard deviation"


def unknown(how: Averaging, why: str) -> Expression:
    """Write what stands for a score that does not exist.

    >>> unknown(Averaging(), "no sample")
    Nothing(why='no sample')
    """
    return ZERO if how.undefined is Policy.ZERO else Nothing(why)


def _spread(
    parts: list[tuple[Expression, Expression]],
    how: Averaging,
    lost: Expression,
    *,
    skip: bool = True,
    present: Sequence[Expression] = (),
) -> Expression:
    """Take the mean or the spread of parts; units that have no value are `present` all the same."""
    mean = Mean(tuple(parts), skip=skip, otherwise=lost)
    if how.statistic is Statistic.MEAN:
        return mean
    squares = Mean(
        tuple((weight, Times(part, part)) for weight, part in parts), skip=skip, otherwise=lost
    )
    # The mean of a 1 and of n zeros is 1 / (n + 1): it counts the parts that have a value.
    zeros = tuple((weight, Times(part, ZERO)) for weight, part in parts)
    number = Minus(Over(ONE, Mean((*zeros, (ONE, ONE)), skip=skip, otherwise=ONE), ONE), ONE)
    spread = deviation(mean, squares, number, how)
    if how.statistic is Statistic.POPULATION or how.average.kind is not AverageKind.WEIGHTED:
        return spread
    uneven = (
        [(there, _off_one(weight)) for there, (weight, _) in zip(present, parts, strict=True)]
        if present
        else [(weight, Minus(_off_one(weight), Times(part, ZERO))) for weight, part in parts]
    )
    test = Mean(tuple(uneven), skip=skip, otherwise=ZERO)
    return IfZero(test, spread, unknown(how, WEIGHTED))


def _off_one(weight: Expression) -> Expression:
    off = Minus(weight, ONE)
    return Times(off, off)


def deviation(mean: Expression, squares: Expression, n: Expression, how: Averaging) -> Expression:
    """Write a standard deviation of units, given their mean, mean square and number.

    >>> deviation(ONE, ONE, ONE, Averaging(statistic=Statistic.POPULATION)).square.first
    Constant(value=Fraction(1, 1))
    """
    variance = Minus(squares, Times(mean, mean))
    if how.statistic is Statistic.POPULATION:
        return Root(variance)
    one = unknown(how, "one unit has no sample standard deviation")
    return Root(Over(Times(variance, n), Minus(n, ONE), one))
