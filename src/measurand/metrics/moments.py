"""Units by what is missing in them, and the sums of their scores.

A mean needs two moments of the scores of its units, weight and weighted sum; a spread needs the
weighted sum of squares too, which costs most and is made where somebody asks for it. Units with
gold items and predictions are scored by a formula; the rest by a rule that is a constant for each
of three cases. So units are parted by case once: the moments of the regular ones are kept by
formula, and each set of rules adds constants times weights. Definitions that differ in their rules
alone cost next to nothing more.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.rational_sums import Sums, exact_sum
from measurand.metrics.columns import UnitSum
from measurand.metrics.components import Component
from measurand.metrics.units import Case, case_of
from measurand.values.quantity import Quantity, added, rational
from measurand.values.tally import Count, Tally


@frozen
class Moments:
    """The weight and the weighted sum of unit scores.

    >>> Moments.constant(Fraction(1, 2), Fraction(2))
    Moments(weight=Fraction(2, 1), total=Fraction(1, 1))
    """

    weight: Fraction = Fraction(0)
    total: Quantity = Fraction(0)

    def __add__(self, other: "Moments") -> "Moments":
        """Add part by part."""
        return Moments(self.weight + other.weight, self.total + other.total)

    @staticmethod
    def constant(value: Fraction, weight: Fraction) -> "Moments":
        """Sum one value that carries all the weight."""
        return Moments(weight, value * weight)


Scored = tuple[Quantity, Count]
"""The score of units, and what they weigh."""
Unit = tuple[Tally, Count, Count, int]
"""What a unit counts, how much is judged in it, its weight, and how many there are of it."""


@frozen(eq=False)
class UnitsByCase:
    """Units parted by what is missing in them.

    Sums over the regular ones are kept by their formula: rules for the others cost nothing more.
    """

    counts: Mapping[Case, int]
    weights: Mapping[Case, Count]
    regular: Mapping[Tally, Count]
    judged: Mapping[tuple[Tally, Count], tuple[Count, int]]
    uneven: bool
    _moments: dict[object, Moments] = field(factory=dict, init=False, repr=False)
    _measured: dict[Component, tuple[Moments, int]] = field(factory=dict, init=False, repr=False)

    @staticmethod
    def of(units: Iterable[Unit]) -> "UnitsByCase":
        """Part units.

        >>> UnitsByCase.of([(Tally(1, 1, 2), 1, 3, 2)]).regular
        {Tally(hits=1, predicted=1, gold=2): 6}
        """
        judged: dict[tuple[Tally, Count], tuple[Count, int]] = {}
        uneven = False
        for tally, many, heavy, count in units:
            weight, number = judged.get((tally, many), _NONE)
            judged[tally, many] = weight + heavy * count, number + count
            uneven = uneven or heavy != 1
        counts = dict.fromkeys(Case, 0)
        # Most weights are whole: integers are added several times as fast as fractions.
        weights: dict[Case, Count] = dict.fromkeys(Case, 0)
        regular: dict[Tally, Count] = {}
        for (tally, _), (weight, number) in judged.items():
            case = case_of(tally)
            counts[case] += number
            weights[case] += weight
            if case is Case.REGULAR:
                regular[tally] = regular.get(tally, 0) + weight
        return UnitsByCase(counts, weights, regular, judged, uneven)

    def sum(self, of: Component, what: UnitSum) -> Quantity:
        """Sum over units what `unit_term` says of each."""
        every = sum(self.counts.values())
        match what:
            case UnitSum.EVERY:
                return Fraction(every)
            case UnitSum.UNEVEN:
                return Fraction(self.uneven)
            case UnitSum.LOST:
                return Fraction(self._all(of)[1])
            case UnitSum.SCORED:
                return Fraction(every - self._all(of)[1])
            case UnitSum.WEIGHT:
                return self._all(of)[0].weight
            case UnitSum.TOTAL:
                return self._all(of)[0].total
            case UnitSum.SQUARES:
                return exact_sum(
                    rational(value * (value * Fraction(weight)))
                    for value, weight in self._scored(of)
                )

    def _all(self, of: Component) -> tuple[Moments, int]:
        """Sum over the units that have a score, and count those that have none."""
        if of not in self._measured:
            self._measured[of] = self._ruled(of) if of.cases else self._each(of)
        return self._measured[of]

    def _ruled(self, of: Component) -> tuple[Moments, int]:
        moments = self._regular(of)
        for case, value in of.cases:
            if value is not None and self.weights[case]:
                moments += Moments.constant(value, Fraction(self.weights[case]))
        return moments, sum(self.counts[case] for case, value in of.cases if value is None)

    def _regular(self, of: Component) -> Moments:
        if of.form not in self._moments:
            self._moments[of.form] = _moments(self._by_formula(of))
        return self._moments[of.form]

    def _each(self, of: Component) -> tuple[Moments, int]:
        scored = list(self._by_judgement(of))
        lost = sum(count for value, _, count in scored if value is None)
        return _moments((value, heavy) for value, heavy, _ in scored if value is not None), lost

    def _scored(self, of: Component) -> Iterator[Scored]:
        """List the units that have a score."""
        if of.cases:
            yield from self._by_formula(of)
            for case, constant in of.cases:
                if constant is not None:
                    yield constant, self.weights[case]
            return
        for value, weight, _ in self._by_judgement(of):
            if value is not None:
                yield value, weight

    def _by_formula(self, of: Component) -> Iterator[Scored]:
        return ((of.ratio(tally), weight) for tally, weight in self.regular.items())

    def _by_judgement(self, of: Component) -> Iterator[tuple[Quantity | None, Count, int]]:
        for (tally, judged), (weight, count) in self.judged.items():
            yield of.value(tally, judged), weight, count


_NONE = 0, 0


def _moments(scores: Iterable[Scored]) -> Moments:
    sums, roots = Sums(2), []
    for value, weight in scores:
        if type(weight) is int and isinstance(value, Fraction):
            sums.add_times((_ONE, value), weight)
            continue
        total = value * Fraction(weight)
        if isinstance(total, Fraction):
            sums.add((weight, total))
        else:
            roots.append(total)
            sums.add((weight, _NOTHING))
    weight, rationals = sums.totals()
    return Moments(weight, added((rationals, *roots)) if roots else rationals)


_NOTHING, _ONE = Fraction(0), Fraction(1)
