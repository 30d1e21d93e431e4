"""Units parted by what is missing in them, and the sums of their scores."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import field, frozen

from measurand.metrics.columns import Said
from measurand.metrics.components import Component
from measurand.metrics.sums import Sums
from measurand.metrics.units import Case, case_of
from measurand.values.tally import Count, Tally


@frozen
class Moments:
    """The weight, the weighted sum and the weighted sum of squares of unit scores.

    >>> Moments.constant(Fraction(1, 2), Fraction(2))
    Moments(weight=Fraction(2, 1), total=Fraction(1, 1), squares=Fraction(1, 2))
    """

    weight: Fraction = Fraction(0)
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def __add__(self, other: "Moments") -> "Moments":
        """Add part by part."""
        return Moments(
            self.weight + other.weight, self.total + other.total, self.squares + other.squares
        )

    @staticmethod
    def constant(value: Fraction, weight: Fraction) -> "Moments":
        """Sum one value that carries all the weight."""
        return Moments(weight, value * weight, value**2 * weight)


@frozen(eq=False)
class Parted:
    """Units parted by what is missing in them.

    Sums over the regular ones are kept by their formula: rules for the others cost nothing more.
    """

    counts: Mapping[Case, int]
    weights: Mapping[Case, Fraction]
    regular: Mapping[Tally, Fraction]
    uneven: bool
    _moments: dict[object, Moments] = field(factory=dict, init=False, repr=False)

    @staticmethod
    def of(units: Iterable[tuple[Tally, Count, int]]) -> "Parted":
        """Part units, given with their weights, and how many there are of each."""
        counts, weights = dict.fromkeys(Case, 0), dict.fromkeys(Case, Fraction(0))
        regular: dict[Tally, Fraction] = {}
        uneven = False
        for tally, heavy, count in units:
            case, weight = case_of(tally), heavy * count
            counts[case] += count
            weights[case] += weight
            uneven = uneven or heavy != 1
            if case is Case.REGULAR:
                regular[tally] = regular.get(tally, Fraction(0)) + weight
        return Parted(counts, weights, regular, uneven)

    def sum(self, of: Component, what: Said) -> Fraction:
        """Sum over units what `said` says of each."""
        lost = sum(self.counts[case] for case, value in of.cases if value is None)
        every = sum(self.counts.values())
        match what:
            case Said.EVERY:
                return Fraction(every)
            case Said.UNEVEN:
                return Fraction(self.uneven)
            case Said.LOST:
                return Fraction(lost)
            case Said.SCORED:
                return Fraction(every - lost)
            case Said.WEIGHT:
                return self._all(of).weight
            case Said.TOTAL:
                return self._all(of).total
            case Said.SQUARES:
                return self._all(of).squares

    def _all(self, of: Component) -> Moments:
        found = self._regular(of)
        for case, value in of.cases:
            if value is not None and self.weights[case]:
                found += Moments.constant(value, self.weights[case])
        return found

    def _regular(self, of: Component) -> Moments:
        if of.form not in self._moments:
            sums = Sums(3)
            for tally, weight in self.regular.items():
                value = of.ratio(tally)
                total = value * weight
                sums.add((weight, total, value * total))
            self._moments[of.form] = Moments(*sums.found())
        return self._moments[of.form]
