"""Polynomials that are nowhere below 0 while their variables are not, with a proof to check.

Twice such a polynomial is written as a sum of terms with coefficients above 0 and of squares of
differences, factor * shared * (one - other)^2. Both are plainly not below 0, so whoever multiplies
the sum out and finds the polynomial has checked the proof. Finding it is greedy: a term below 0 is
taken for the middle of a square of which both ends are there (a^2 - 2ab + b^2). What is not found
may still be true.
"""

from collections.abc import Iterator

from attrs import frozen

from measurand.algebra.terms import Monomial, Terms, number

_MOST_SQUARES = 1_000


@frozen(cache_hash=True)
class Square:
    """A product that is not below 0: `factor * shared * (one - other)^2`, `factor` above 0."""

    factor: int
    shared: Monomial
    one: Monomial
    other: Monomial

    @property
    def expanded(self) -> Terms:
        """Multiply out."""
        one, other, shared = (Terms(((part, 1),)) for part in (self.one, self.other, self.shared))
        return number(self.factor) * shared * (one - other) * (one - other)


@frozen(cache_hash=True)
class NotBelowZero:
    """A polynomial, and what twice of it is the sum of: terms with factors above 0, and squares.

    >>> NotBelowZero(number(3), number(6)).holds, NotBelowZero(number(-3), number(-6)).holds
    (True, False)
    """

    polynomial: Terms
    rest: Terms
    squares: tuple[Square, ...] = ()

    @property
    def holds(self) -> bool:
        """Check the proof: multiply it out."""
        total = self.rest
        for square in self.squares:
            total += square.expanded
        above = all(square.factor > 0 for square in self.squares) and self.rest.signs <= {1}
        return above and total == number(2) * self.polynomial


def not_below_zero(polynomial: Terms) -> NotBelowZero | None:
    """Prove that a polynomial is nowhere below 0 while no variable is; None where none is found.

    >>> from measurand.algebra.terms import variable
    >>> a, b = variable("a"), variable("b")
    >>> not_below_zero(a * a - number(2) * a * b + b * b).squares
    (Square(factor=2, shared=(), one=(('a', 1),), other=(('b', 1),)),)
    >>> not_below_zero(a - b) is None
    True
    """
    rest, squares = number(2) * polynomial, list[Square]()
    while -1 in rest.signs:
        square = next(_squares(rest), None)
        if square is None or len(squares) >= _MOST_SQUARES:
            return None
        squares.append(square)
        rest -= square.expanded
    return NotBelowZero(polynomial, rest, tuple(squares))


def _squares(rest: Terms) -> Iterator[Square]:
    """List squares with the first term below 0 as their middle, as large as their ends allow."""
    factors = dict(rest.terms)
    middle, lacking = next((one, -factor) for one, factor in rest.terms if factor < 0)
    twice = {name: 2 * power for name, power in middle}
    for end, factor in rest.terms:
        powers = dict(end)
        if factor < 0 or any(power > twice.get(name, 0) for name, power in end):
            continue
        other = {name: power - powers.get(name, 0) for name, power in twice.items()}
        most = min(factor, factors.get(_sorted(other), 0), lacking // 2)
        if most > 0 and other != powers:
            shared = {name: min(powers.get(name, 0), power) for name, power in other.items()}
            yield Square(most, _sorted(shared), _half(powers, shared), _half(other, shared))


def _half(powers: dict[str, int], shared: dict[str, int]) -> Monomial:
    return _sorted({name: (power - shared[name]) // 2 for name, power in powers.items()})


def _sorted(powers: dict[str, int]) -> Monomial:
    return tuple(sorted((name, power) for name, power in powers.items() if power))
