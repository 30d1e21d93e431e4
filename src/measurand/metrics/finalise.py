"""From a pool to a score under one definition: the aggregation part."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from measurand.evidence.evidence import Amount, Observed
from measurand.evidence.pool import Pool
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Averaging,
    Column,
    Definition,
    EmptyRules,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
    Total,
)
from measurand.metrics.options import (
    Aggregate,
    Average,
    Drop,
    EmptyRule,
    Of,
    Over,
    Part,
    Policy,
    Statistic,
    Summing,
    by_sample,
)
from measurand.metrics.units import (
    Case,
    Moments,
    Ratio,
    Tree,
    Units,
    exact_sum,
    row_tally,
    total,
    tree,
)
from measurand.values.score import Defined, Score, Undefined, square_root
from measurand.values.tally import EMPTY, Count, Tally

Constants = Mapping[Case, Fraction | None]
"""What each empty case gives; None leaves the mean."""

NO_SAMPLE = Undefined("no sample was scored")


@frozen
class Component:
    """One score of a unit: its name, its ratio where nothing is missing, its empty cases."""

    name: object
    ratio: Ratio
    constants: Constants


@frozen
class Scored:
    """A score with the units in its mean and those that were left out.

    >>> Scored(Undefined("no sample was scored"), 0, 0).units
    0
    """

    score: Score
    units: int
    left_out: int


def f_measure(tally: Tally, *, beta: Fraction = Fraction(1)) -> Fraction:
    """Compute F of a tally with gold items or predictions: (1 + b^2) h / (b^2 gold + predicted).

    >>> f_measure(Tally(1, 2, 2))
    Fraction(1, 2)

    Raises ZeroDivisionError for the empty tally: that case has a rule, see `EmptyRules`.
    """
    square = beta * beta
    return (1 + square) * tally.hits / (square * tally.gold + tally.predicted)


def harmonic(precision: Fraction, recall: Fraction, *, beta: Fraction = Fraction(1)) -> Fraction:
    """Combine precision and recall: (1 + b^2) P R / (b^2 P + R), and 0 of nothing.

    >>> harmonic(Fraction(1, 2), Fraction(1)), harmonic(Fraction(0), Fraction(0))
    (Fraction(2, 3), Fraction(0, 1))
    """
    square = beta * beta
    bottom = square * precision + recall
    return (1 + square) * precision * recall / bottom if bottom else Fraction(0)


def _precision(tally: Tally) -> Fraction:
    return Fraction(tally.hits) / tally.predicted


def _recall(tally: Tally) -> Fraction:
    return Fraction(tally.hits) / tally.gold


def _jaccard(tally: Tally) -> Fraction:
    return Fraction(tally.hits) / (tally.predicted + tally.gold - tally.hits)


def _exact(tally: Tally) -> Fraction:
    return Fraction(tally.hits == tally.predicted == tally.gold)


def _cases(rules: EmptyRules, pick: Callable[[EmptyRule], Fraction | None]) -> Constants:
    return {
        Case.BOTH_EMPTY: pick(rules.both_empty),
        Case.GOLD_EMPTY: pick(rules.gold_empty),
        Case.PRED_EMPTY: pick(rules.pred_empty),
    }


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


def precision_of(rules: EmptyRules) -> Component:
    """Make the precision of units under empty rules.

    >>> precision_of(EmptyRules()).constants[Case.BOTH_EMPTY]
    Fraction(1, 1)
    """
    return Component(
        "precision", _precision, _cases(rules, lambda rule: _part(rule, of="precision"))
    )


def recall_of(rules: EmptyRules) -> Component:
    """Make the recall of units under empty rules.

    >>> recall_of(EmptyRules()).ratio(Tally(1, 1, 2))
    Fraction(1, 2)
    """
    return Component("recall", _recall, _cases(rules, lambda rule: _part(rule, of="recall")))


def f_of(rules: EmptyRules, beta: Fraction) -> Component:
    """Make the F of units under empty rules.

    >>> f_of(EmptyRules(), Fraction(1)).ratio(Tally(1, 2, 2))
    Fraction(1, 2)
    """
    return Component(
        ("f", beta),
        lambda tally: f_measure(tally, beta=beta),
        _cases(rules, lambda rule: _f_part(rule, beta)),
    )


_NOTHING = {Case.GOLD_EMPTY: Fraction(0), Case.PRED_EMPTY: Fraction(0)}


@frozen(eq=False)
class Finaliser:
    """Scores of one pool under any number of definitions, sharing units and sums.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.evidence.pool import pool
    >>> from measurand.values.sample import Sample
    >>> scores = Finaliser(pool(Observation(), [Sample(id="1", gold=("a",), predicted=("a", "b"))]))
    >>> scores.score(Precision()).score, scores.score(F()).score
    (Defined(value=Fraction(1, 2)), Defined(value=Fraction(2, 3)))
    """

    pool: Pool
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

        Raises ValueError where the pool was not grouped by a key that the average needs.
        """
        match definition:
            case Column():
                return _column(self.pool, definition)
            case Total():
                return _total(self.pool, definition)
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
    def _scored(self) -> int:
        return self.pool.scored()

    def _mean(self, how: Averaging, of: Component) -> Scored:
        level = self._tree(how)
        if not self._scored:
            return Scored(NO_SAMPLE, 0, 0)
        found = mean(level, of, how)
        if isinstance(found.score, Undefined) and how.undefined is Policy.ZERO:
            return Scored(Defined(Fraction(0)), found.units, found.left_out)
        return found

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
        return Scored(score, precision.units, max(precision.left_out, recall.left_out))


def component(definition: Averaged) -> Component:
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
            both = {Case.BOTH_EMPTY: part.value_or_none}
            return Component("jaccard", _jaccard, {**_NOTHING, **both})
        case ExactMatch() | Accuracy():
            return Component("exact", _exact, {**_NOTHING, Case.BOTH_EMPTY: Fraction(1)})


def mean(level: Tree, of: Component, how: Averaging) -> Scored:
    """Average over units, and over nested levels; or take the spread of the outermost level.

    >>> from measurand.algebra.bag import Bag
    >>> from measurand.metrics.units import Unit
    >>> mean(Units(Bag.of([Unit(Tally()), Unit(Tally(0, 1, 1))])), f_of(EmptyRules(), Fraction(1)),
    ...      Averaging())
    Scored(score=Defined(value=Fraction(1, 2)), units=2, left_out=0)
    """
    if isinstance(level, Units):
        sums, lost = _leaf(level, of)
        found = sum(level.counts.values())
        score = _statistic(sums, how.statistic, of, unweighted=level.unweighted)
        return Scored(score, found - lost, lost)
    inner = Averaging(average=how.average, only=how.only, over=how.over, undefined=how.undefined)
    parts = [(weight, mean(part, of, inner).score) for weight, part in level]
    return _outer(parts, of, how)


def _leaf(level: Units, of: Component) -> tuple[Moments, int]:
    sums, lost = level.moments(of.name, of.ratio), 0
    for case, value in of.constants.items():
        if value is None:
            lost += level.counts[case]
        elif level.weights[case]:
            sums += Moments.constant(value, level.weights[case])
    return sums, lost


def _outer(parts: Sequence[tuple[Count, Score]], of: Component, how: Averaging) -> Scored:
    values: list[tuple[Count, Fraction]] = []
    for weight, part in parts:
        match part:
            case Defined(Fraction() as value):
                values.append((weight, value))
            case Undefined() as lost if how.undefined is Policy.PROPAGATE:
                return Scored(lost, 0, len(parts))
            case _ if how.undefined is Policy.ZERO:
                values.append((weight, Fraction(0)))
            case _:
                pass
    sums = Moments(
        exact_sum(Fraction(weight) for weight, _ in values),
        exact_sum(weight * value for weight, value in values),
        exact_sum(weight * value**2 for weight, value in values),
    )
    plain = all(weight == 1 for weight, _ in values)
    score = _statistic(sums, how.statistic, of, unweighted=plain)
    return Scored(score, len(values), len(parts) - len(values))


def _statistic(sums: Moments, which: Statistic, of: Component, *, unweighted: bool) -> Score:
    if not sums.weight:
        name = of.name[0] if isinstance(of.name, tuple) else of.name
        return Undefined(f"no unit has a {name}")
    average = sums.total / sums.weight
    match which:
        case Statistic.MEAN:
            return Defined(average)
        case Statistic.POPULATION:
            return Defined(square_root(sums.squares / sums.weight - average**2))
        case Statistic.SAMPLE if not unweighted:
            return Undefined("weighted units have no sample standard deviation")
        case Statistic.SAMPLE if sums.weight <= 1:
            return Undefined("one unit has no sample standard deviation")
        case Statistic.SAMPLE:
            spread = sums.squares - sums.weight * average**2
            return Defined(square_root(spread / (sums.weight - 1)))


def _judgements(pool: Pool) -> bool:
    return all(
        row_tally(row).gold <= 1 and row_tally(row).predicted <= 1
        for bag in pool.keyed.bags.values()
        for row in bag.counts
        if isinstance(row, Observed)
    )


def _column(pool: Pool, definition: Column) -> Scored:
    rows = [
        (row, count)
        for bag in pool.keyed.bags.values()
        for row, count in bag.counts.items()
        if isinstance(row, Amount)
    ]
    weight = exact_sum(row.weight * count for row, count in rows)
    found = exact_sum(row.value * row.weight * count for row, count in rows)
    number = sum(count for _, count in rows)
    if not number:
        return Scored(Undefined(f"no sample has a number {definition.name!r}"), 0, 0)
    if definition.reduce is Summing.SUM:
        return Scored(Defined(found), number, 0)
    score: Score = Defined(found / weight) if weight else Undefined("all samples weigh nothing")
    return Scored(score, number, 0)


def _total(pool: Pool, definition: Total) -> Scored:
    kept = pool if definition.only is None else pool.only(definition.only)
    sums, number = total(kept), kept.scored()
    match definition.of:
        case Of.HITS:
            found = sums.hits
        case Of.PREDICTED:
            found = sums.predicted
        case Of.GOLD:
            found = sums.gold
        case Of.FALSE_POSITIVES:
            found = sums.predicted - sums.hits
        case Of.FALSE_NEGATIVES:
            found = sums.gold - sums.hits
        case Of.TRUE_NEGATIVES:
            found = _silent(kept)
        case Of.SAMPLES:
            found = number
    return Scored(Defined(Fraction(found)), number, 0)


def _silent(pool: Pool) -> Fraction:
    return exact_sum(
        row.weight * count
        for bag in pool.keyed.bags.values()
        for row, count in bag.counts.items()
        if isinstance(row, Observed) and row_tally(row) == EMPTY
    )


def score(definition: Definition, pool: Pool) -> Score:
    """Score a pool under one definition.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.evidence.pool import pool
    >>> from measurand.values.sample import Sample
    >>> score(Total(), pool(Observation(), [Sample(id="1", gold=("a",), predicted=("a",))]))
    Defined(value=Fraction(1, 1))

    Raises ValueError as `Finaliser.score` does.
    """
    return Finaliser(pool).score(definition).score
