"""From a pool to a score under one definition: the aggregation part."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from measurand.evidence.evidence import Amount, Observed
from measurand.evidence.observation import Observation
from measurand.evidence.pool import Pool, pool
from measurand.metrics.components import (
    Component,
    component,
    harmonic,
    precision_of,
    recall_of,
)
from measurand.metrics.definitions import (
    Accuracy,
    Auc,
    Column,
    Definition,
    Difference,
    ExactMatch,
    F,
    Ratio,
    Shift,
    Total,
    Transition,
    group_keys,
    observing,
)
from measurand.metrics.joint import nobody, paired
from measurand.metrics.means import Scored, mean
from measurand.metrics.options import (
    CLASS,
    Aggregate,
    Average,
    Of,
    Over,
    Policy,
    Statistic,
    Summing,
    by_sample,
)
from measurand.metrics.parts import Averaging
from measurand.metrics.signature import signature
from measurand.metrics.sums import Sums, weighed
from measurand.metrics.units import (
    Tree,
    classes,
    exact_sum,
    row_tally,
    total,
    tree,
)
from measurand.values.printed import Added
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.tally import EMPTY


@frozen(eq=False)
class Finaliser:
    """Scores of one pool under any number of definitions, sharing units and sums.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.metrics.definitions import Precision
    >>> scores = Finaliser(pool(Observation(), [Sample(id="1", gold=("a",), predicted=("a", "b"))]))
    >>> scores.score(Precision()).score, scores.score(F()).score
    (Defined(value=Fraction(1, 2)), Defined(value=Fraction(2, 3)))
    """

    pool: Pool
    _parts: dict[int, "Finaliser"] = field(factory=dict, init=False, repr=False)
    _trees: dict[tuple[Average, Over, str | None], Tree] = field(
        factory=dict, init=False, repr=False
    )

    def _tree(self, how: Averaging) -> Tree:
        place = (how.average, how.over, how.only)
        if place not in self._trees:
            pool = self.pool if how.only is None else self.pool.only(how.only)
            self._trees[place] = tree(pool, how.average, how.over, only=how.only)
        return self._trees[place]

    def score(self, definition: Definition) -> Scored:
        """Score the pool, which must hold the evidence that the definition observes.

        Raises ValueError where the pool holds another observation, or was not grouped by a key that
        the average needs.
        """
        if self.pool.observing not in {None, observing(definition)}:
            message = f"a pool of what {signature(definition)} observes: got another observation"
            raise ValueError(message)
        match definition:
            case Column():
                return _column(self.pool, definition)
            case Total():
                return _total(self.pool, definition)
            case Ratio() | Transition() | Shift() | Auc():
                return paired(self.pool, definition)
            case Difference():
                return self._difference(definition)
            case F(aggregate=Aggregate.HARMONIC):
                return self._harmonic(definition)
            case Accuracy() if not _judgements(self.pool):
                reason = "a sample has more than one item: accuracy is of judgements"
                return Scored(Undefined(reason), 0, 0)
            case ExactMatch() | Accuracy():
                how = definition.averaging
                shares = evolve(how, average=by_sample(how.average))
                return self._mean(shares, component(definition))
            case _:
                return self._mean(definition.averaging, component(definition))

    @cached_property
    def _classes(self) -> frozenset[str]:
        return frozenset(classes(self.pool, Over()))

    @cached_property
    def _scored(self) -> int:
        return self.pool.scored()

    def _mean(self, how: Averaging, of: Component) -> Scored:
        level = self._tree(how)
        if not self._scored:
            return Scored(nobody(self.pool), 0, 0)
        found = mean(level, of, how)
        if how.only is not None and how.only not in self._classes:
            found = Scored(Undefined(f"no item has the class {how.only!r}"), 0, found.units)
        found = evolve(found, absent=self._absent(how))
        if isinstance(found.score, Undefined) and how.undefined is Policy.ZERO:
            return Scored(Defined(Fraction(0)), found.units, found.left_out, absent=found.absent)
        return found

    def _absent(self, how: Averaging) -> tuple[str, ...]:
        """List the declared classes that a mean runs over, and that no item has."""
        if CLASS not in how.average.keys:
            return ()
        return tuple(one for one in how.over.classes if one not in self._classes)

    def _harmonic(self, definition: F) -> Scored:
        how = definition.averaging
        precision = self._mean(how, precision_of(definition.empty))
        recall = self._mean(how, recall_of(definition.empty))
        match precision.score, recall.score:
            case Defined(Fraction() as p), Defined(Fraction() as r):
                score: Score = Defined(harmonic(p, r, beta=definition.beta))
            case Undefined() as lost, _:
                score = lost
            case _, lost:
                score = lost
        left_out = max(precision.left_out, recall.left_out)
        return evolve(precision, score=score, left_out=left_out)

    def _part(self, index: int) -> "Finaliser":
        if index not in self._parts:
            self._parts[index] = Finaliser(self.pool.project(index))
        return self._parts[index]

    def _difference(self, definition: Difference) -> Scored:
        if definition.f.averaging.statistic is not Statistic.MEAN:
            return Scored(Undefined("a spread has no difference"), 0, 0)
        earlier, later = (self._part(index) for index in range(2))
        first = evolve(definition.f, observation=_observation(earlier.pool, definition.f))
        before, after = earlier.score(first), later.score(definition.f)
        match before.score, after.score:
            case Defined(Fraction() as low), Defined(Fraction() as high):
                score: Score = Defined(high - low)
                size = high + low
            case Undefined() as lost, _:
                score, size = lost, Fraction(0)
            case _, lost:
                score, size = lost, Fraction(0)
        added = Added(number=before.added.number + after.added.number, size=size)
        left_out = max(before.left_out, after.left_out)
        absent = tuple(one for one in after.absent if one in before.absent)
        return Scored(score, after.units, left_out, added=added, absent=absent)


def _observation(pool: Pool, f: F) -> Observation:
    return pool.observing if isinstance(pool.observing, Observation) else f.observation


def _judgements(pool: Pool) -> bool:
    return all(
        row_tally(row).gold <= 1 and row_tally(row).predicted <= 1
        for bag in pool.keyed.bags.values()
        for row in bag.counts
        if isinstance(row, Observed)
    )


def _column(pool: Pool, definition: Column) -> Scored:
    sums, number = Sums(3), 0
    for bag in pool.keyed.bags.values():
        for row, count in bag.counts.items():
            if isinstance(row, Amount):
                times = weighed(row, count)
                sums.add((times, row.value * times, abs(row.value) * times))
                number += count
    weight, found, size = sums.found()
    if not number:
        return Scored(Undefined(_lacking(pool, definition.name)), 0, 0)
    if definition.reduce is Summing.SUM:
        return Scored(Defined(found), number, 0, added=Added(size=size))
    if not weight:
        return Scored(Undefined("all samples weigh nothing"), number, 0)
    return Scored(Defined(found / weight), number, 0, added=Added(size=size / weight))


def _lacking(pool: Pool, name: str) -> str:
    """Say why no sample has a number: the one reason that all of them give, if it says more."""
    match [why for why in pool.excluded() if why != f"no number {name!r}"]:
        case [why]:
            return why
        case _:
            return f"no sample has a number {name!r}"


def _total(pool: Pool, definition: Total) -> Scored:
    kept = pool if definition.only is None else pool.only(definition.only)
    sums, number, size = total(kept), kept.scored(), Fraction(0)
    match definition.of:
        case Of.HITS:
            found = sums.hits
        case Of.PREDICTED:
            found = sums.predicted
        case Of.GOLD:
            found = sums.gold
        case Of.FALSE_POSITIVES:
            found, size = sums.predicted - sums.hits, Fraction(sums.predicted + sums.hits)
        case Of.FALSE_NEGATIVES:
            found, size = sums.gold - sums.hits, Fraction(sums.gold + sums.hits)
        case Of.TRUE_NEGATIVES:
            found = _silent(kept)
        case Of.SAMPLES:
            found = number
    return Scored(Defined(Fraction(found)), number, 0, added=Added(size=size))


def _silent(pool: Pool) -> Fraction:
    return exact_sum(
        row.weight * count
        for bag in pool.keyed.bags.values()
        for row, count in bag.counts.items()
        if isinstance(row, Observed) and row_tally(row) == EMPTY
    )


def score(definition: Definition, pooled: Pool) -> Score:
    """Score a pool under one definition.

    >>> from measurand.evidence.observation import Observation
    >>> score(Total(), pool(Observation(), [Sample(id="1", gold=("a",), predicted=("a",))]))
    Defined(value=Fraction(1, 1))

    Raises ValueError as `Finaliser.score` does.
    """
    return Finaliser(pooled).score(definition).score


def evaluate(definition: Definition, samples: Iterable[Sample]) -> Score:
    """Score samples under one definition: observe, pool, finalise.

    >>> from measurand.metrics.signature import parse
    >>> evaluate(parse("recall"), [Sample(id="1", gold=("a", "b"), predicted=("a",))])
    Defined(value=Fraction(1, 2))

    Raises UnfitSampleError where a sample does not have the shape that is asked for.
    """
    return score(definition, pool(observing(definition), samples, names=group_keys(definition)))
