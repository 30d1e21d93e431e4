"""From a pool to a score under one definition: the aggregation part.

A score is its compiled expression (`compiler`) evaluated at the exact sums of the pool. What stands
beside it comes from the same sums: how many units are in the mean, how many were left out by a
rule, what a rate was divided by. A score of nobody is undefined with the reason, unless it counts:
a count of nothing is 0.

What a number was computed from are records of its source, samples of its slice and units of its
mean. They come from three places (the reading of the source, the pool, the score), and stand
together beside every number that is shown: a score is no more than what it was computed from.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from measurand.algebra.expression import At, Expression, exact
from measurand.evidence.pool import Pool, pool
from measurand.metrics.average_plan import Compiled, Level
from measurand.metrics.averaged import Averaged, Measure
from measurand.metrics.columns import UnitSum
from measurand.metrics.compiler import compiled
from measurand.metrics.definitions import (
    Column,
    Definition,
    Difference,
    group_keys,
    observing,
)
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.family import within_range
from measurand.metrics.needs import Reading
from measurand.metrics.options import CLASS, Chosen, Statistic, within
from measurand.metrics.pool_sums import Ledger
from measurand.metrics.signature import parse, signature
from measurand.values.printed import Added
from measurand.values.quantity import bounds, rational, square_root
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

NO_SAMPLE = Undefined("no sample was scored")


@frozen
class Scored:
    """A score with the units in its mean and those that were left out.

    `divisor` is what a rate was divided by, where that is not the number of units. `added` says
    what a program adds that computes it with floats, beside the samples. `absent` are the declared
    classes of a mean over classes that occur nowhere, which the rule for two empty sides scores,
    and those that several are chosen by (`only`).

    >>> Scored(Undefined("no sample was scored"), 0, 0).units
    0
    """

    score: Score
    units: int
    left_out: int
    divisor: Fraction | None = None
    added: Added = field(default=Added(number=0), repr=False)
    absent: tuple[str, ...] = field(default=(), repr=False)


@frozen(eq=False)
class Finaliser:
    """Scores of one pool under any number of definitions, which share their sums.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.metrics.definitions import F, Precision
    >>> scores = Finaliser(pool(Observation(), [Sample(id="1", gold=("a",), predicted=("a", "b"))]))
    >>> scores.score(Precision()).score, scores.score(F()).score
    (Defined(value=Fraction(1, 2)), Defined(value=Fraction(2, 3)))
    """

    pool: Pool

    @cached_property
    def ledger(self) -> Ledger:
        """Give the sums that all definitions share."""
        return Ledger(self.pool)

    def score(self, definition: Definition) -> Scored:
        """Score the pool, which must hold the evidence that the definition observes.

        Raises ValueError where the pool holds another observation, or was not grouped by a key that
        the average needs; OutsideRangeError where a metric is not in the range that it states.
        """
        if self.pool.observing not in {None, observing(definition)}:
            message = f"a pool of what {signature(definition)} observes: got another observation"
            raise ValueError(message)
        plan = compiled(definition, self.ledger)
        if isinstance(definition, Difference) and plan.stages:
            return self._difference(definition, plan)
        if isinstance(definition, Averaged | Measure):
            return self._averaged(definition, plan, self.pool)
        # Both are asked for before either is summed, so that one pass has them.
        taken, without = plan.number(), plan.left_out()
        number, left_out = int(self._value(taken)), int(self._value(without))
        divisor = None if plan.divisor is None else self._value(plan.divisor)
        if not number and (not plan.counts or divisor == 0):
            return Scored(_nobody(self.pool, definition), 0, 0)
        score = within_range(definition, self._score(plan))
        return Scored(score, number - left_out, left_out, divisor, plan.added(self._value))

    def _score(self, plan: Compiled) -> Score:
        return exact(plan.score, self.ledger)

    def _value(self, expression: Expression) -> Fraction:
        """Evaluate what is 0 where it is undefined."""
        if isinstance(expression, At):
            return rational(self.ledger[expression.index])
        match exact(expression, self.ledger):
            case Defined(Fraction() as value):
                return value
            case _:
                return Fraction(0)

    def _averaged(self, definition: Averaged | Measure, plan: Compiled, pool: Pool) -> Scored:
        how = definition.averaging
        if self._value(plan.guard):
            return Scored(self._score(plan), 0, 0)
        if not pool.scored():
            return Scored(_nobody(pool, definition), 0, 0)
        size = _size(definition)
        first, *rest = (self._units(level, how, size) for level in plan.levels)
        left_out = max([first.left_out, *(one.left_out for one in rest)])
        return evolve(first, score=self._score(plan), left_out=left_out)

    def _units(self, level: Level, how: Averaging, size: Fraction) -> Scored:
        """Say what there is to say beside the score of a mean."""
        units = int(self._value(level.units))
        left_out = int(self._value(level.sum(UnitSum.EVERY))) - units
        added = self._added(level, units, size)
        if (
            level.of.cases
            and how.only is not None
            and not any(within(how.only, one) for one in level.book.labels)
        ):
            units, left_out, added = 0, units, Added(number=0)
        declared = how.over.classes if CLASS in how.average.keys else ()
        named = how.only.classes if isinstance(how.only, Chosen) else ()
        absent = tuple(one for one in (*declared, *named) if one not in level.book.labels)
        return Scored(NO_SAMPLE, units, left_out, added=added, absent=absent)

    def _added(self, level: Level, number: int, size: Fraction) -> Added:
        """Say what is added for a mean of scores, which may come to `size`, or for their spread."""
        which = level.how.statistic
        weight = self._value(level.sum(UnitSum.WEIGHT)) if number else Fraction(0)
        if not weight:
            return Added(number=0)
        if which is Statistic.MEAN:
            return Added(number=number, size=size)
        if which is Statistic.SAMPLE and (weight <= 1 or self._value(level.sum(UnitSum.UNEVEN))):
            return Added(number=0)
        divisor = weight - 1 if which is Statistic.SAMPLE else weight
        _, size = bounds(square_root(self._value(level.sum(UnitSum.SQUARES)) / divisor), _DIGITS)
        return Added(number=number, size=size, squares=number)

    def _difference(self, definition: Difference, plan: Compiled) -> Scored:
        before, after = (
            self._averaged(definition.f, stage, self.ledger.of_stage(at).pool)
            for at, stage in enumerate(plan.stages)
        )
        match before.score, after.score:
            case Defined(Fraction() as low), Defined(Fraction() as high):
                score, size = self._score(plan), high + low
            case Undefined() as lost, _:
                score, size = lost, Fraction(0)
            case _, lost:
                score, size = lost, Fraction(0)
        return Scored(
            score,
            after.units,
            max(before.left_out, after.left_out),
            added=Added(number=before.added.number + after.added.number, size=size),
            absent=tuple(one for one in after.absent if one in before.absent),
        )


# A bound of a size, so any number of digits will do; rounded up it stays one.
_DIGITS = 20


def _size(definition: Averaged | Measure) -> Fraction:
    """Bound the scores of units that may have either sign; 0 of those that are never negative."""
    if not isinstance(definition, Measure) or definition.averaging.average.keys == ():
        return Fraction(0)
    low, high = definition.metric.low, definition.metric.high
    return Fraction(max(-low, high or 0)) if low is not None and low < 0 else Fraction(0)


def _nobody(pool: Pool, definition: Definition) -> Undefined:
    """Say that no sample was scored, and the one reason that all of them have, if they have one."""
    reasons = list(pool.excluded())
    if isinstance(definition, Column):
        lacking = f"no number {definition.name!r}"
        match [why for why in reasons if why != lacking]:
            case [why]:
                return Undefined(why)
            case _:
                return Undefined(f"no sample has a number {definition.name!r}")
    match reasons:
        case [why]:
            return Undefined(f"no sample was scored: {why}")
        case _:
            return NO_SAMPLE


def score(definition: Definition, pooled: Pool) -> Score:
    """Score a pool under one definition.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.metrics.definitions import Total
    >>> score(Total(), pool(Observation(), [Sample(id="1", gold=("a",), predicted=("a",))]))
    Defined(value=Fraction(1, 1))

    Raises ValueError as `Finaliser.score` does.
    """
    return Finaliser(pooled).score(definition).score


def evaluate(definition: Definition | str, samples: Iterable[Sample]) -> Score:
    """Score samples under one definition, or its text: observe, pool, finalise.

    >>> evaluate("recall", [Sample(gold=("a", "b"), predicted=("a",))])
    Defined(value=Fraction(1, 2))

    Raises UnfitSampleError where a sample does not have the shape that is asked for, SignatureError
    for a text that is no definition, and TypeError for what is neither.
    """
    if isinstance(definition, str):
        definition = parse(definition)
    return score(definition, pool(observing(definition), samples, names=group_keys(definition)))


@frozen(kw_only=True)
class Denominators:
    """The denominators of one number.

    `read`, `dropped` and `skipped` count records of the source; `scored` and `excluded` samples of
    the slice; `units` those in the mean and `left_out` those whose score was undefined or skipped.
    `lost` counts shards of the source that could not be read: the number says nothing of them.
    `absent` are classes that a mean declares, or that several are chosen by, and occur nowhere.

    >>> Denominators(read=6, scored=6, units=6).excluded
    {}
    """

    read: int = 0
    dropped: int = 0
    skipped: int = 0
    scored: int = 0
    excluded: Mapping[str, int] = field(factory=dict, hash=False)
    units: int = 0
    left_out: int = 0
    lost: int = 0
    absent: tuple[str, ...] = ()


def denominators(reading: Reading, pool: Pool, scored: Scored) -> Denominators:
    """Say what a score of a pool was computed from.

    >>> from measurand.values.score import Undefined
    >>> denominators(Reading(read=6), Pool(), Scored(Undefined("no sample"), 0, 0)).read
    6
    """
    return Denominators(
        read=reading.read,
        dropped=reading.dropped,
        skipped=reading.skipped,
        scored=pool.scored(),
        excluded=dict(pool.excluded()),
        units=scored.units,
        left_out=scored.left_out,
        lost=len(reading.lost),
        absent=scored.absent,
    )
