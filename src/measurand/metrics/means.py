"""From units to one score: means of means, and spreads; exact throughout."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import field, frozen

from measurand.metrics.components import Component
from measurand.metrics.options import Policy, Statistic
from measurand.metrics.parts import Averaging
from measurand.metrics.units import Moments, Tree, Units, exact_sum
from measurand.values.printed import Added
from measurand.values.score import Defined, Root, Score, Undefined, square_root
from measurand.values.tally import Count

NO_SAMPLE = Undefined("no sample was scored")


@frozen
class Scored:
    """A score with the units in its mean and those that were left out.

    `divisor` is what a rate was divided by, where that is not the number of units. `added` says
    what a program adds that computes it with floats, beside the samples. `absent` are the declared
    classes of a mean over classes that occur nowhere: the rule for two empty sides scores them.

    >>> Scored(Undefined("no sample was scored"), 0, 0).units
    0
    """

    score: Score
    units: int
    left_out: int
    divisor: Fraction | None = None
    added: Added = field(default=Added(number=0), repr=False)
    absent: tuple[str, ...] = field(default=(), repr=False)


def mean(level: Tree, of: Component, how: Averaging) -> Scored:
    """Average over units, and over nested levels; or take the spread of the outermost level.

    >>> from measurand.algebra.bag import Bag
    >>> from measurand.metrics.components import f_of
    >>> from measurand.metrics.parts import EmptyRules
    >>> from measurand.metrics.units import Unit
    >>> from measurand.values.tally import Tally
    >>> mean(Units(Bag.of([Unit(Tally()), Unit(Tally(0, 1, 1))])), f_of(EmptyRules(), Fraction(1)),
    ...      Averaging())
    Scored(score=Defined(value=Fraction(1, 2)), units=2, left_out=0, divisor=None)
    """
    if isinstance(level, Units):
        sums, lost = _leaf(level, of)
        found = sum(level.counts.values())
        score = _statistic(sums, how.statistic, of, unweighted=level.unweighted)
        added = _added(sums, how.statistic, found - lost)
        return Scored(score, found - lost, lost, added=added)
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
        if not weight:
            continue
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
    added = _added(sums, how.statistic, len(values))
    return Scored(score, len(values), len(parts) - len(values), added=added)


def _added(sums: Moments, which: Statistic, number: int) -> Added:
    """Say what is added for a mean of scores, which are not negative, or for their spread."""
    if which is Statistic.MEAN or not sums.weight:
        return Added(number=number)
    divisor = sums.weight - 1 if which is Statistic.SAMPLE and sums.weight > 1 else sums.weight
    square = square_root(sums.squares / divisor)
    size = square.near(_DIGITS) + _LAST if isinstance(square, Root) else square
    return Added(number=number, size=size, squares=number)


_DIGITS = 20
_LAST = Fraction(1, 10**_DIGITS)


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
