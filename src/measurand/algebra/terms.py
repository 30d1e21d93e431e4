"""Polynomials in many variables with whole coefficients: the arithmetic that formulas need.

They are divided without a rest or not at all, differentiated, and given other polynomials in the
place of variables. Where the others are known, a polynomial in two variables is a table of
coefficients, which makes a fast function. What can grow is bounded by counting pairs of terms.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd
from operator import mul
from typing import TypeGuard

from attrs import frozen

from measurand.values.tally import Count

Monomial = tuple[tuple[str, int], ...]
"""Powers of statistics, sorted by name; the empty one is 1."""


class FormError(ValueError):
    """A formula without a normal form: a sum of different roots, or more terms than allowed."""


MOST_TERMS = 5_000
"""How many terms a polynomial may have, and a product of two may make."""


@frozen(cache_hash=True)
class Terms:
    """A polynomial in many variables with whole coefficients, sorted; none of them is 0.

    >>> (variable("a") + number(2)) * variable("a")
    Terms(terms=(((('a', 1),), 2), ((('a', 2),), 1)))
    """

    terms: tuple[tuple[Monomial, int], ...]

    def __add__(self, other: "Terms") -> "Terms":
        """Add."""
        return collected([*self.terms, *other.terms])

    def __neg__(self) -> "Terms":
        """Change all signs."""
        return Terms(tuple((monomial, -factor) for monomial, factor in self.terms))

    def __sub__(self, other: "Terms") -> "Terms":
        """Subtract."""
        return self + -other

    def __mul__(self, other: "Terms") -> "Terms":
        """Multiply.

        Raises FormError for a product of more than `MOST_TERMS` pairs.
        """
        if len(self.terms) * len(other.terms) > MOST_TERMS:
            message = f"a product of at most {MOST_TERMS} pairs of terms"
            raise FormError(message)
        return collected(
            (_product(one, two), a * b) for one, a in self.terms for two, b in other.terms
        )

    @property
    def signs(self) -> frozenset[int]:
        """List the signs of the coefficients: one alone is the sign of the polynomial.

        That holds wherever no statistic is below 0: the polynomial is then not of the other sign.
        """
        return frozenset(1 if factor > 0 else -1 for _, factor in self.terms)

    @property
    def variables(self) -> frozenset[str]:
        """Name the variables."""
        return frozenset(name for monomial, _ in self.terms for name, _ in monomial)

    def degree(self, names: Iterable[str]) -> int:
        """Give the highest power in some variables together; 0 for a number."""
        kept = frozenset(names)
        sums = (sum(power for name, power in one if name in kept) for one, _ in self.terms)
        return max(sums, default=0)

    def derivative(self, name: str) -> "Terms":
        """Differentiate in one variable."""
        return collected(
            (tuple((n, k - (n == name)) for n, k in one if k > (n == name)), factor * power)
            for one, factor in self.terms
            for n_, power in one
            if n_ == name
        )

    def value(self, values: Mapping[str, int]) -> int:
        """Compute the value at whole numbers; KeyError without one of the variables."""
        total = 0
        for monomial, factor in self.terms:
            term = factor
            for name, power in monomial:
                term *= values[name] ** power
            total += term
        return total

    def at(self, values: Mapping[str, Count]) -> Fraction:
        """Compute the value at rational numbers; KeyError without one of the variables.

        Formulas in the place of numbers give the formula, as any numbers do that add and multiply.
        """
        if not _are_fractions(values):
            return sum(
                (
                    reduce(mul, (values[name] ** power for name, power in one), Fraction(factor))
                    for one, factor in self.terms
                ),
                Fraction(0),
            )
        # Whole numbers above and below one line are reduced once, not after every step.
        top, bottom = 0, 1
        for monomial, factor in self.terms:
            above, below = factor, 1
            for name, power in monomial:
                above *= values[name].numerator ** power
                below *= values[name].denominator ** power
            shared = gcd(below, bottom)
            top = top * (below // shared) + above * (bottom // shared)
            bottom *= below // shared
        return Fraction(top, bottom)

    def put(self, values: Mapping[str, "Terms"]) -> "Terms":
        """Put polynomials in the place of variables."""
        total = NOTHING
        for monomial, factor in self.terms:
            powers = (values.get(name, variable(name)) for name, k in monomial for _ in range(k))
            total += reduce(Terms.__mul__, powers, number(factor))
        return total


def _are_fractions(values: Mapping[str, Count]) -> TypeGuard[Mapping[str, Fraction]]:
    return all(isinstance(one, Fraction) for one in values.values())


def _are_integers(values: Mapping[str, Count]) -> TypeGuard[Mapping[str, int]]:
    return all(type(one) is int for one in values.values())


def whole(values: Mapping[str, Count]) -> Mapping[str, int] | None:
    """Give values that all are whole as integers, which cost a small part; None where some are not.

    >>> whole({"hits": Fraction(2)}), whole({"hits": 2}), whole({"hits": Fraction(1, 2)})
    ({'hits': 2}, {'hits': 2}, None)
    """
    if _are_integers(values):
        return values
    if not _are_fractions(values) or any(one.denominator != 1 for one in values.values()):
        return None
    return {name: one.numerator for name, one in values.items()}


def _product(one: Monomial, other: Monomial) -> Monomial:
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def collected(terms: Iterable[tuple[Monomial, int]]) -> Terms:
    """Add terms up, those of one monomial together.

    >>> collected([((), 2), ((), -2)]) == NOTHING
    True
    """
    sums: dict[Monomial, int] = {}
    for monomial, factor in terms:
        sums[monomial] = sums.get(monomial, 0) + factor
    return Terms(tuple(sorted((one, factor) for one, factor in sums.items() if factor)))


NOTHING = Terms(())
ONE = Terms((((), 1),))


def number(value: int) -> Terms:
    """Make a polynomial of a whole number.

    >>> number(0) == NOTHING
    True
    """
    return Terms((((), value),)) if value else NOTHING


def variable(name: str) -> Terms:
    """Make a polynomial of one variable.

    >>> variable("hits").degree(["hits"])
    1
    """
    return Terms(((((name, 1),), 1),))


def divided(top: Terms, bottom: Terms) -> Terms | None:
    """Divide without a rest; None where a rest or a fraction would be left.

    >>> divided(variable("a") * variable("a") - ONE, variable("a") + ONE) == variable("a") - ONE
    True

    Raises ZeroDivisionError for a bottom of 0.
    """
    if not bottom.terms:
        message = "a polynomial divided by 0"
        raise ZeroDivisionError(message)
    names = sorted(top.variables | bottom.variables)
    lead, factor = _lead(bottom, names)
    quotient, rest = NOTHING, top
    # The leading monomial of the rest falls at each step, so this ends.
    while rest.terms:
        above, high = _lead(rest, names)
        powers = [a - b for a, b in zip(above, lead, strict=True)]
        if min(powers, default=0) < 0 or high % factor:
            return None
        monomial = tuple((name, k) for name, k in zip(names, powers, strict=True) if k)
        step = Terms(((monomial, high // factor),))
        quotient, rest = quotient + step, rest - step * bottom
    return quotient


def _lead(terms: Terms, names: Sequence[str]) -> tuple[tuple[int, ...], int]:
    """Find the first monomial in the order of powers, name by name, and its coefficient."""
    vectors = ((tuple(dict(one).get(name, 0) for name in names), k) for one, k in terms.terms)
    return max(vectors)


def coefficients(terms: Terms, names: Sequence[str]) -> tuple[int, ...]:
    """List the factors of a sum of variables, each alone.

    >>> coefficients(variable("b") + variable("b") + variable("a"), ["a", "b", "c"])
    (1, 2, 0)

    Raises ValueError for any other polynomial.
    """
    places = {((name, 1),): at for at, name in enumerate(names)}
    factors = [0] * len(names)
    for monomial, factor in terms.terms:
        if monomial not in places:
            message = f"a sum of {', '.join(names)}: got a term {monomial}"
            raise ValueError(message)
        factors[places[monomial]] = factor
    return tuple(factors)


Table = tuple[tuple[int, ...], ...]
"""Coefficients of a polynomial in two variables: by the power of the first, then of the second."""

Plane = Callable[[int, int], int]


def table(terms: Terms, first: str, second: str, known: Mapping[str, int]) -> Table:
    """Sort a polynomial by two variables, the others known.

    >>> table(variable("a") * variable("b") + variable("c"), "a", "b", {"c": 5})
    ((5, 0), (0, 1))

    Raises KeyError where another variable is not known.
    """
    cells: dict[tuple[int, int], int] = {}
    for monomial, factor in terms.terms:
        term, x, y = factor, 0, 0
        for name, power in monomial:
            if name == first:
                x = power
            elif name == second:
                y = power
            else:
                term *= known[name] ** power
        cells[x, y] = cells.get((x, y), 0) + term
    height, width = (max((cell[i] for cell in cells), default=0) + 1 for i in range(2))
    return tuple(tuple(cells.get((x, y), 0) for y in range(width)) for x in range(height))


def padded(coefficients: Table, size: int) -> Table:
    """Make a table a square of at least its size, by zeros.

    >>> padded(((1,),), 2)
    ((1, 0), (0, 0))
    """
    rows = tuple(row + (0,) * (size - len(row)) for row in coefficients)
    return rows + ((0,) * size,) * (size - len(rows))


def combined(one: Table, weight: int, other: Table, factor: int, offset: int) -> Table:
    """Make the table of `weight * one + factor * other + offset`, of two tables of one size.

    >>> combined(((1, 2), (0, 0)), 2, ((0, 0), (1, 0)), -1, 3)
    ((5, 4), (-1, 0))
    """
    (start, *row), *rest = (
        [weight * a + factor * b for a, b in zip(*pair, strict=True)]
        for pair in zip(one, other, strict=True)
    )
    return ((start + offset, *row), *map(tuple, rest))


def plane(coefficients: Table) -> Plane:
    """Make a fast function of two variables; no text is compiled for it.

    >>> plane(((1, 0), (0, 1)))(2, 3)
    7
    """
    size = max(len(coefficients), len(coefficients[0]))
    if size <= _PAIR:
        (none, one), (other, both) = padded(coefficients, _PAIR)
        return lambda x, y: none + one * y + (other + both * y) * x
    if size <= _TRIPLE:
        (a, b, c), (d, e, f), (g, h, i) = padded(coefficients, _TRIPLE)
        return lambda x, y: (
            a + (b + c * y) * y + (d + (e + f * y) * y + (g + (h + i * y) * y) * x) * x
        )
    rows = tuple(tuple(reversed(row)) for row in reversed(coefficients))

    def whole(x: int, y: int) -> int:
        total = 0
        for row in rows:
            inner = 0
            for factor in row:
                inner = inner * y + factor
            total = total * x + inner
        return total

    return whole


_PAIR, _TRIPLE = 2, 3
