"""The arithmetic of tools that count hits, predictions and gold items, then divide and average.

Our score is an exact fraction; a tool rounds after every operation. To say that a number is the
tool's, to the last bit, its operations are repeated on floats in its order: whether F is one
division of sums or made of rounded precision and recall, in which order classes are added, and
pairwise as numpy adds. What is counted comes from our own observation, so a difference can only be
one of arithmetic.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from math import nan

from attrs import evolve, frozen

from measurand.evidence.evidence import Observed
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.observe import observe
from measurand.evidence.pool import pool
from measurand.metrics.columns import tally_of
from measurand.metrics.compat.pairwise_sums import in_pairs, mean_of_numbers, weighted_mean
from measurand.metrics.components import component
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Definition,
    ExactMatch,
    F,
    Precision,
    Recall,
    name_of,
    observing,
)
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.options import (
    CLASS,
    SAMPLE,
    ZEROES,
    Average,
    AverageKind,
    EmptyValue,
    OverKind,
    Parts,
    within,
)
from measurand.metrics.pool_sums import Ledger
from measurand.metrics.units import case_of, row_tally
from measurand.values.sample import Sample
from measurand.values.tally import Tally


class Division(Enum):
    """How the F of a unit is divided: once, of sums; or of precision and recall, both rounded."""

    ONCE = "one division of sums"
    OF_RATES = "F of rounded precision and recall"


class Sorting(Enum):
    """In which order classes are added: as texts, or as whole numbers."""

    TEXT = "text"
    NUMBER = "number"


@frozen(kw_only=True)
class Tallied:
    """Divide in each unit, then take a mean of floats over the units, added pairwise as numpy does.

    The classes of a mean are added in the order of `classes`: as listed, or sorted.

    >>> Tallied().says
    'one division of sums; a mean of floats, added pairwise, classes sorted as text'
    """

    division: Division = Division.ONCE
    classes: tuple[str, ...] | Sorting = Sorting.TEXT

    @property
    def says(self) -> str:
        """Say the operations in words."""
        match self.classes:
            case Sorting(value=how):
                order = f"classes sorted as {how}"
            case listed:
                order = f"classes in the order {', '.join(listed)}"
        return f"{self.division.value}; a mean of floats, added pairwise, {order}"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN where no unit has one.

        Raises ValueError without samples, for a definition that has no such units, and for
        classes that are no whole numbers where they are sorted as such.
        """
        if not samples:
            message = "at least one sample: got none"
            raise ValueError(message)
        if not isinstance(definition, Averaged):
            message = f"a share or a mean over units: got {name_of(definition)}"
            raise TypeError(message)
        if any(sample.weight != 1 for sample in samples):
            return self._weighed(definition, samples)
        if isinstance(definition, ExactMatch | Accuracy):
            rows = observed(definition, samples)
            return sum(row_tally(row).right for row in rows) / len(rows) if rows else nan
        average = definition.averaging.average
        units = self.units(definition, samples)
        values = [unit_value(definition, unit, self.division) for unit in units]
        return averaged(average, values, [float(unit.gold) for unit in units])

    def _weighed(self, definition: Averaged, samples: Sequence[Sample]) -> float:
        """Compute the number of samples with weights, which are added in their order."""
        micro = definition.averaging.average.kind is AverageKind.MICRO
        rows = observed(_by_item(definition) if micro else definition, samples)
        weights = [float(row.weight) for row in rows]
        if isinstance(definition, ExactMatch | Accuracy):
            return weighted_mean([float(row_tally(row).right) for row in rows], weights)
        average = definition.averaging.average
        if average.keys == (SAMPLE,):
            only = definition.averaging.only
            units = [Sides.of(tally_of(row, only), float(row.weight)) for row in rows]
            return weighted_mean([_value_of(definition, unit) for unit in units], weights)
        units = self._weighed_units(definition, rows)
        if micro:
            units = [Sides.summed(units)]
        values = [_value_of(definition, unit) for unit in units]
        return averaged(average, values, [unit.gold for unit in units])

    def _weighed_units(self, definition: Averaged, rows: Sequence[Observed]) -> list["Sides"]:
        sums: dict[str, list[float]] = {}
        for row in rows:
            for label, tally in row.tallies:
                counts = sums.setdefault(label, [0.0, 0.0, 0.0])
                for at, count in enumerate((tally.hits, tally.predicted, tally.gold)):
                    counts[at] += float(count) * float(row.weight)
        over, only = definition.averaging.over, definition.averaging.only
        every = over.classes if over.kind is OverKind.DECLARED else tuple(sums)
        seen = tuple(label for label in every if within(only, label))
        order = in_order(seen, self.classes)
        return [Sides.between(*sums.get(label, (0.0, 0.0, 0.0))) for label in order]

    def units(self, definition: Averaged, samples: Sequence[Sample]) -> tuple[Tally, ...]:
        """Tally the units of an average in the order in which they are added.

        Raises ValueError for an average over groups.
        """
        average, over = definition.averaging.average, definition.averaging.over
        if average.keys == (SAMPLE,):
            rows = observed(definition, samples)
            return tuple(tally_of(row, definition.averaging.only) for row in rows)
        counted, only = Ledger(pool(observing(definition), samples)), definition.averaging.only
        if average.kind is AverageKind.MICRO:
            return (counted.tally(only),)
        if average.keys != (CLASS,):
            message = f"a mean over samples or over classes: got over {', '.join(average.keys)}"
            raise ValueError(message)
        seen = in_order(counted.classes(over, only), self.classes)
        return tuple(map(counted.tally, seen))


def _by_item(definition: Averaged) -> Averaged:
    """Count by class, as a tool does that adds the classes only then."""
    seen = evolve(definition.observation, classes=ClassOf(ClassKind.ITEM))
    return evolve(definition, observation=seen)


@frozen
class Sides:
    """Weighed hits, predictions and gold items of a unit, and how many there are on any side.

    A tool that has weights counts what is wrong by a difference and adds it again: each is rounded.

    >>> Sides.between(1.0, 2.0, 1.0)
    Sides(hits=1.0, predicted=2.0, gold=1.0, either=2.0)
    """

    hits: float
    predicted: float
    gold: float
    either: float

    @staticmethod
    def between(hits: float, predicted: float, gold: float) -> "Sides":
        """Take what is wrong on each side as a difference."""
        spurious, missed = predicted - hits, gold - hits
        return Sides(hits, hits + spurious, hits + missed, hits + spurious + missed)

    @staticmethod
    def of(tally: Tally, weight: float) -> "Sides":
        """Weigh the tally of one sample."""
        hits, predicted, gold = (
            float(count) * weight for count in (tally.hits, tally.predicted, tally.gold)
        )
        return Sides.between(hits, predicted, gold)

    @staticmethod
    def summed(units: Sequence["Sides"]) -> "Sides":
        """Add units, each side pairwise."""
        return Sides(
            in_pairs([one.hits for one in units]),
            in_pairs([one.predicted for one in units]),
            in_pairs([one.gold for one in units]),
            in_pairs([one.either for one in units]),
        )


def observed(definition: Averaged, samples: Iterable[Sample]) -> tuple[Observed, ...]:
    """Observe samples in their order; those that are not scored are left out.

    >>> len(observed(F(), [Sample(id="1", gold=("a",)), Sample(id="2", predicted=None)]))
    1
    """
    rows = (observe(observing(definition), sample) for sample in samples)
    return tuple(row for row in rows if isinstance(row, Observed))


def in_order(labels: Sequence[str], order: tuple[str, ...] | Sorting) -> tuple[str, ...]:
    """Put classes in the order in which a tool adds them.

    >>> in_order(("10", "2"), Sorting.NUMBER), in_order(("10", "2"), Sorting.TEXT)
    (('2', '10'), ('10', '2'))

    Raises ValueError where a class is no whole number, or not listed.
    """
    match order:
        case Sorting.TEXT:
            return tuple(sorted(labels))
        case Sorting.NUMBER:
            return tuple(sorted(labels, key=int))
        case listed:
            return tuple(sorted(labels, key=listed.index))


def averaged(average: Average, values: Sequence[float], gold: Sequence[float]) -> float:
    """Take the mean of units, plain or weighted by their gold items; NaN leaves it.

    >>> averaged(Average(AverageKind.WEIGHTED, ("class",)), [0.5, 1.0], [3.0, 1.0])
    0.625
    """
    if average.kind is AverageKind.WEIGHTED:
        return weighted_mean(values, gold)
    return mean_of_numbers(values)


def unit_value(definition: Averaged, tally: Tally, division: Division = Division.ONCE) -> float:
    """Score one unit in floats; NaN where a rule for empty units skips it.

    >>> unit_value(F(), Tally(1, 2, 1)), unit_value(F(), Tally(1, 2, 1), Division.OF_RATES)
    (0.6666666666666666, 0.6666666666666666)
    """
    hits, predicted, gold = float(tally.hits), float(tally.predicted), float(tally.gold)
    if isinstance(definition, ExactMatch | Accuracy):
        return float(tally.right)
    return _value_of(definition, Sides(hits, predicted, gold, predicted + gold - hits), division)


def _value_of(definition: Averaged, unit: Sides, division: Division = Division.ONCE) -> float:
    rules = component(definition).constants
    case = case_of(Tally(0, int(unit.predicted > 0), int(unit.gold > 0)))
    if case in rules:
        ruled = rules[case]
        return nan if ruled is None else float(ruled)
    match definition:
        case Precision():
            return unit.hits / unit.predicted
        case Recall():
            return unit.hits / unit.gold
        case F(beta=beta):
            return _f(unit.hits, unit.predicted, unit.gold, float(beta), division)
        case _:
            return unit.hits / unit.either


def _f(hits: float, predicted: float, gold: float, beta: float, division: Division) -> float:
    square = beta**2
    if division is Division.ONCE:
        return (1 + square) * hits / (square * gold + predicted)
    precision, recall = hits / predicted, hits / gold
    below = square * precision + recall
    return (1 + square) * precision * recall / below if below else 0.0


def rate(
    metric: str,
    seen: Observation,
    how: Averaging,
    zero: EmptyValue,
    *,
    beta: Fraction = Fraction(1),
) -> Precision | Recall | F:
    """Say precision, recall, or else F, where 0 by 0 is `zero`; an F of a side alone is 0.

    That is the `zero_division` of many tools: one number wherever they would divide by zero.

    >>> recall = rate("recall", Observation(), Averaging(), EmptyValue.ONE)
    >>> recall.empty.gold_empty.recall, recall.empty.pred_empty.recall
    (<EmptyValue.ONE: '1'>, <EmptyValue.ZERO: '0'>)
    """
    both = Parts(zero, zero)
    match metric:
        case "precision":
            rules = EmptyRules(both_empty=both, pred_empty=Parts(zero, EmptyValue.ZERO))
            return Precision(observation=seen, averaging=how, empty=rules)
        case "recall":
            rules = EmptyRules(both_empty=both, gold_empty=Parts(EmptyValue.ZERO, zero))
            return Recall(observation=seen, averaging=how, empty=rules)
        case _:
            rules = EmptyRules(both_empty=both, gold_empty=ZEROES, pred_empty=ZEROES)
            return F(beta=beta, observation=seen, averaging=how, empty=rules)
