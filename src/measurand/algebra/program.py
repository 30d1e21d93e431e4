"""Linear programs over the rationals with whole-number unknowns, and proofs that they have none.

The question is whether there is a point, and nothing is optimised. Either answer can be checked by
hand, without the solver: a point by putting it into the bounds, and that there is none by a
certificate. Over the rationals a system of bounds without a point always has non-negative weights
whose sum of bounds is a contradiction (J. Farkas 1902). Whole unknowns need more: the
line is cut at k and k + 1, between which no whole number lies, and each half has its own weights.

Sums of counts, printed rates and totals of tables are all linear, which is why one such question is
enough for tables of results.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import field, frozen

Terms = tuple[tuple[int, Fraction], ...]
"""A linear form: the index of each unknown that stands in it, and its coefficient."""


@frozen(kw_only=True, cache_hash=True)
class Unknown:
    """One unknown: its name, its limits (None: unbounded above), and whether it is whole.

    >>> Unknown(name="n[1,2]").low
    Fraction(0, 1)

    Raises ValueError where its bounds are swapped.
    """

    name: str
    low: Fraction = Fraction(0)
    high: Fraction | None = field(default=None)
    whole: bool = True

    @high.validator
    def _upwards(self, _attribute: object, value: Fraction | None) -> None:
        if value is not None and value < self.low:
            message = f"bounds run upwards: got [{self.low}, {value}] of {self.name}"
            raise ValueError(message)


@frozen(cache_hash=True)
class Bound:
    """A constraint: the linear form is at most `most`. An equation is two of them.

    >>> Bound(((0, Fraction(2)),), Fraction(5), "twice the first").met_by([Fraction(2)])
    True
    """

    terms: Terms
    most: Fraction
    name: str = ""

    def value(self, point: Sequence[Fraction]) -> Fraction:
        """Evaluate the linear form."""
        return sum((factor * point[at] for at, factor in self.terms), Fraction(0))

    def met_by(self, point: Sequence[Fraction]) -> bool:
        """Decide exactly whether a point meets it."""
        return self.value(point) <= self.most


def between(low: Fraction, terms: Terms, high: Fraction, name: str = "") -> tuple[Bound, Bound]:
    """Give low <= form <= high as two bounds.

    >>> [bound.most for bound in between(Fraction(1), ((0, Fraction(2)),), Fraction(3))]
    [Fraction(3, 1), Fraction(-1, 1)]
    """
    turned = tuple((place, -factor) for place, factor in terms)
    return Bound(terms, high, name), Bound(turned, -low, name)


def equal(terms: Terms, value: Fraction, name: str = "") -> tuple[Bound, Bound]:
    """Give form = value as two bounds.

    >>> all(bound.met_by([Fraction(3)]) for bound in equal(((0, Fraction(2)),), Fraction(6)))
    True
    """
    return between(value, terms, value, name)


@frozen(cache_hash=True)
class Program:
    """Is there a point that meets every bound? `whole` unknowns take whole numbers.

    >>> one = Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(1)),))
    >>> one.met_by((Fraction(0),)), one.met_by((Fraction(1, 2),))
    (True, False)

    Raises ValueError where a bound speaks of an unknown that is not there.
    """

    unknowns: tuple[Unknown, ...]
    bounds: tuple[Bound, ...] = field()

    @bounds.validator
    def _known(self, _attribute: object, value: tuple[Bound, ...]) -> None:
        places = {at for bound in value for at, _ in bound.terms}
        if not places <= set(range(len(self.unknowns))):
            message = f"unknowns 0 to {len(self.unknowns) - 1}: got {sorted(places)}"
            raise ValueError(message)

    def met_by(self, point: Sequence[Fraction]) -> bool:
        """Decide exactly whether a point is a solution."""
        within = all(
            one.low <= value
            and (one.high is None or value <= one.high)
            and (not one.whole or value.denominator == 1)
            for one, value in zip(self.unknowns, point, strict=True)
        )
        return within and all(bound.met_by(point) for bound in self.bounds)


@frozen(cache_hash=True)
class Leaf:
    """A Farkas vector: a weighted sum of bounds that nothing meets.

    `weights` are positive, by the index of a bound: those of the program first, and after them
    the halves that were taken on the way down to this leaf, in order. The sum of those bounds, each
    times its weight, is a linear form whose least value over the unknowns' own limits is still
    above what the sum allows.
    """

    weights: tuple[tuple[int, Fraction], ...]


@frozen(cache_hash=True)
class Split:
    """A form that takes whole numbers is at most `at`, or at least `at` + 1: a proof for each half.

    The form has whole coefficients on whole unknowns: often one unknown alone, times 1.

    >>> half = Split(((0, Fraction(2)),), 3, Leaf(()), Leaf(()))
    >>> half.halves[1].most
    Fraction(-4, 1)
    """

    form: Terms
    at: int
    below: "Certificate"
    above: "Certificate"

    @property
    def halves(self) -> tuple[Bound, Bound]:
        """Give the two halves as bounds: form <= at, and -form <= -(at + 1)."""
        turned = tuple((place, -factor) for place, factor in self.form)
        return Bound(self.form, Fraction(self.at)), Bound(turned, Fraction(-self.at - 1))


Certificate = Leaf | Split
"""A proof that a program has no solution: a tree of halves whose leaves are Farkas vectors."""


@frozen
class Feasible:
    """A solution, exact, whole where it must be."""

    point: tuple[Fraction, ...]

    def named(self, program: Program) -> Mapping[str, Fraction]:
        """Give the solution by the names of the unknowns."""
        return {one.name: value for one, value in zip(program.unknowns, self.point, strict=True)}


@frozen
class Infeasible:
    """There is no solution, and a proof that says why."""

    certificate: Certificate


@frozen
class Open:
    """It could not be decided: within the budget of nodes, or exactly."""

    because: str


Solution = Feasible | Infeasible | Open
