"""Means over groups of samples as expressions of sums over the groups."""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from attrs import evolve, frozen

from measurand.algebra.expression import Expression, Harmonic, IfZero, Nothing, Over
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.pool import Pool
from measurand.metrics.averaged import Accuracy, Averaged, ExactMatch, F, Precision, Recall
from measurand.metrics.columns import Reading, Unit
from measurand.metrics.components import component
from measurand.metrics.linear_averaged import WEIGHTED, deviation, unknown, where_judged, where_seen
from measurand.metrics.means import NO_SAMPLE, mean
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Policy,
    Statistic,
    by_sample,
)
from measurand.metrics.parts import Averaging
from measurand.metrics.units import total, tree
from measurand.values.score import Defined, Score, Undefined

R = TypeVar("R")
PoolOf = Callable[[Unit[R]], Pool]


def grouped(definition: Averaged, reading: Reading[R], pool_of: PoolOf[R]) -> Expression:
    """Write a mean over groups as an expression of sums, where a unit is one of these groups.

    `pool_of` pools the samples of a unit under the group keys that are left.

    >>> from measurand.metrics.columns import Columns
    >>> from measurand.metrics.signature import parse
    >>> by_document = parse("f(average=macro[document])")
    >>> reading = Reading(columns=Columns(), pick=lambda row: row)
    >>> grouped(by_document, reading, lambda unit: Pool())
    Over(top=At(index=1), bottom=At(index=0), otherwise=Nothing(why='no unit has a f'))
    """
    if isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC:
        how, observation, empty = definition.averaging, definition.observation, definition.empty
        precision = Precision(observation=observation, averaging=how, empty=empty)
        recall = Recall(observation=observation, averaging=how, empty=empty)
        return Harmonic(
            grouped(precision, reading, pool_of),
            grouped(recall, reading, pool_of),
            definition.beta,
        )
    how = definition.averaging
    if isinstance(definition, ExactMatch | Accuracy):
        how = evolve(how, average=by_sample(how.average))
    groups = _Groups(definition, how, pool_of)

    def at(name: str, value: Callable[[Unit[R]], Fraction]) -> Expression:
        return reading.columns.of_unit((reading.tag, name, definition), value)

    name = type(definition).__name__.lower()
    nothing = unknown(how, f"no unit has a {name}")
    weights = at("weight", groups.weight)
    found: Expression = Over(at("total", lambda unit: groups.power(unit, 1)), weights, nothing)
    if how.statistic is not Statistic.MEAN:
        squares = Over(at("squares", lambda unit: groups.power(unit, 2)), weights, nothing)
        found = deviation(found, squares, weights, how)
    if how.statistic is Statistic.SAMPLE:
        found = IfZero(at("uneven", groups.uneven), found, unknown(how, WEIGHTED))
    if groups.policy is Policy.PROPAGATE:
        found = IfZero(at("lost", groups.lost), found, Nothing(f"a group has no {name}"))
    return where_judged(definition, reading, where_seen(how, reading, found))


@frozen(eq=False)
class _Groups(Generic[R]):
    """The weight and the score of a group."""

    definition: Averaged
    how: Averaging
    pool_of: PoolOf[R]

    @property
    def _rest(self) -> tuple[str, ...]:
        return self.how.average.keys[1:]

    @property
    def policy(self) -> Policy:
        """What no group has a score of leaves the mean; a mean inside has the policy asked for."""
        return self.how.undefined if self._rest else Policy.SKIP

    @cached_property
    def _inner(self) -> Averaging:
        kind = self.how.average.kind if self._rest else AverageKind.MICRO
        return evolve(self.how, average=Average(kind, self._rest), statistic=Statistic.MEAN)

    def _scored(self, unit: Unit[R]) -> tuple[Fraction, Score]:
        """Weigh and score a group; without a sample that weighs something it is not there."""
        pool, only, inner = self.pool_of(unit), self.how.only, self._inner
        kept = pool if only is None else pool.only(only)
        if not any(_weighs(row) for bag in kept.keyed.bags.values() for row in bag.counts):
            return Fraction(0), NO_SAMPLE
        weighted = self.how.average.kind is AverageKind.WEIGHTED
        weight = Fraction(total(kept).gold if weighted else 1)
        units = tree(kept, inner.average, inner.over, only=only)
        found = mean(units, component(self.definition), inner).score
        if isinstance(found, Undefined) and self.policy is Policy.ZERO:
            found = Defined(Fraction(0))
        return weight, found

    def weight(self, unit: Unit[R]) -> Fraction:
        weight, score = self._scored(unit)
        return weight if isinstance(score, Defined) else Fraction(0)

    def power(self, unit: Unit[R], exponent: int) -> Fraction:
        match self._scored(unit):
            case (weight, Defined(Fraction() as value)):
                return weight * value**exponent
            case _:
                return Fraction(0)

    def lost(self, unit: Unit[R]) -> Fraction:
        weight, score = self._scored(unit)
        return Fraction(weight != 0 and isinstance(score, Undefined))

    def uneven(self, unit: Unit[R]) -> Fraction:
        """Say whether a unit does not weigh 1; of means inside, only those that have a score."""
        weight, score = self._scored(unit)
        if self._rest:
            return Fraction(weight not in {0, 1} and isinstance(score, Defined))
        return Fraction(weight != 1 and score != NO_SAMPLE)


def _weighs(row: Evidence) -> bool:
    return isinstance(row, Observed) and row.weight != 0
