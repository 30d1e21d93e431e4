"""Polynomials in one variable over the integers, exactly.

A rational polynomial has the roots of its integer multiple, so integers are enough. Whatever can
grow takes a `Work` that counts down: a result never depends on a clock.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import gcd

from attrs import field, frozen

from measurand.algebra.interval import Interval


class SpentError(ArithmeticError):
    """More work than was allowed."""


class Work:
    """Arithmetic that may still be done, in products of two numbers of 64 bits.

    >>> work = Work(2)
    >>> work.spend(2)
    >>> work.spend(1)
    Traceback (most recent call last):
    measurand.algebra.polynomial.SpentError: more work than was allowed

    `spend` raises SpentError where nothing is left.
    """

    def __init__(self, left: int = 100_000) -> None:
        self.left = left

    def spend(self, units: int) -> None:
        """Count work down."""
        self.left -= units
        if self.left < 0:
            message = "more work than was allowed"
            raise SpentError(message)


@frozen
class Polynomial:
    """Integer coefficients, the lowest power first, the last one not 0; none at all for zero.

    >>> polynomial([-4, 0, 1]).degree
    2
    >>> Polynomial((1, 0))
    Traceback (most recent call last):
    ValueError: the last coefficient is not 0: got (1, 0)

    Raises ValueError where the last coefficient is 0.
    """

    coefficients: tuple[int, ...] = field()

    def __attrs_post_init__(self) -> None:
        if self.coefficients and not self.coefficients[-1]:
            message = f"the last coefficient is not 0: got {self.coefficients}"
            raise ValueError(message[:200])

    @property
    def degree(self) -> int:
        """Give the highest power; -1 for zero."""
        return len(self.coefficients) - 1

    @property
    def lead(self) -> int:
        """Give the coefficient of the highest power; 0 for zero."""
        return self.coefficients[-1] if self.coefficients else 0

    @property
    def is_zero(self) -> bool:
        """Tell whether it is 0 everywhere."""
        return not self.coefficients

    @property
    def bits(self) -> int:
        """Measure the largest coefficient."""
        return max((abs(one).bit_length() for one in self.coefficients), default=0)


ZERO = Polynomial(())
ONE = Polynomial((1,))
VARIABLE = Polynomial((0, 1))


def polynomial(coefficients: Iterable[int]) -> Polynomial:
    """Make a polynomial of coefficients, the lowest power first; zeros at the end are dropped.

    >>> polynomial([1, 2, 0])
    Polynomial(coefficients=(1, 2))
    """
    kept = list(coefficients)
    while kept and not kept[-1]:
        kept.pop()
    return Polynomial(tuple(kept))


def plus(one: Polynomial, other: Polynomial, work: Work) -> Polynomial:
    """Add.

    >>> plus(polynomial([1, 1]), polynomial([0, -1]), Work())
    Polynomial(coefficients=(1,))
    """
    size = max(len(one.coefficients), len(other.coefficients))
    work.spend(4 + size * (1 + max(one.bits, other.bits) // 64))
    left = one.coefficients + (0,) * (size - len(one.coefficients))
    right = other.coefficients + (0,) * (size - len(other.coefficients))
    return polynomial(a + b for a, b in zip(left, right, strict=True))


def times(one: Polynomial, other: Polynomial, work: Work) -> Polynomial:
    """Multiply.

    >>> times(polynomial([-2, 1]), polynomial([2, 1]), Work())
    Polynomial(coefficients=(-4, 0, 1))
    """
    if one.is_zero or other.is_zero:
        return ZERO
    cost = (1 + one.bits // 64) * (1 + other.bits // 64)
    work.spend(4 + len(one.coefficients) * len(other.coefficients) * cost)
    product = [0] * (one.degree + other.degree + 1)
    for i, a in enumerate(one.coefficients):
        for j, b in enumerate(other.coefficients):
            product[i + j] += a * b
    return polynomial(product)


def scaled(one: Polynomial, factor: int, work: Work) -> Polynomial:
    """Multiply by a number.

    >>> scaled(polynomial([1, 2]), -3, Work())
    Polynomial(coefficients=(-3, -6))
    """
    return times(one, polynomial([factor]), work)


def derivative(one: Polynomial) -> Polynomial:
    """Differentiate.

    >>> derivative(polynomial([5, 0, 3]))
    Polynomial(coefficients=(0, 6))
    """
    return polynomial(power * a for power, a in enumerate(one.coefficients) if power)


def primitive(one: Polynomial) -> Polynomial:
    """Divide by the greatest common divisor of the coefficients; signs stay.

    >>> primitive(polynomial([-4, 0, 6]))
    Polynomial(coefficients=(-2, 0, 3))
    """
    content = gcd(*one.coefficients) or 1
    return Polynomial(tuple(a // content for a in one.coefficients))


def divided(top: Polynomial, bottom: Polynomial, work: Work) -> tuple[Polynomial, Polynomial]:
    """Divide a positive multiple of `top`: quotient and rest, each up to a positive factor.

    >>> divided(polynomial([1, 0, 2]), polynomial([0, 4]), Work())
    (Polynomial(coefficients=(0, 1)), Polynomial(coefficients=(1,)))
    """
    lead, sign = abs(bottom.lead), 1 if bottom.lead > 0 else -1
    quotient = [0] * max(0, top.degree - bottom.degree + 1)
    rest = list(top.coefficients)
    while len(rest) >= len(bottom.coefficients):
        work.spend(
            (len(rest) + len(quotient))
            * (1 + bottom.bits // 64)
            * (1 + max(abs(one).bit_length() for one in rest) // 64)
        )
        factor, shift = sign * rest[-1], len(rest) - len(bottom.coefficients)
        quotient = [lead * one for one in quotient]
        quotient[shift] += factor
        rest = [lead * one for one in rest]
        for power, one in enumerate(bottom.coefficients, shift):
            rest[power] -= factor * one
        while rest and not rest[-1]:
            rest.pop()
    return primitive(polynomial(quotient)), primitive(polynomial(rest))


def common(one: Polynomial, other: Polynomial, work: Work) -> Polynomial:
    """Find the greatest common divisor, primitive, its first coefficient positive.

    >>> common(polynomial([-4, 0, 1]), polynomial([-2, 1]), Work())
    Polynomial(coefficients=(-2, 1))
    """
    while not other.is_zero:
        one, other = other, divided(one, other, work)[1]
    divisor = primitive(one)
    return divisor if divisor.lead >= 0 else scaled(divisor, -1, work)


def without(one: Polynomial, other: Polynomial, work: Work) -> Polynomial:
    """Take every root of `other` out of `one`, however often it is there.

    >>> without(polynomial([0, 0, -1, 1]), polynomial([0, 5]), Work())
    Polynomial(coefficients=(-1, 1))
    """
    while one.degree > 0 and not other.is_zero:
        shared = common(one, other, work)
        if shared.degree < 1:
            break
        one = divided(one, shared, work)[0]
    return one


def square_free(one: Polynomial, work: Work) -> Polynomial:
    """Keep every root, each once.

    >>> square_free(polynomial([0, 0, 0, 7]), Work())
    Polynomial(coefficients=(0, 1))
    """
    if one.degree < 1:
        return primitive(one)
    return divided(one, common(one, derivative(one), work), work)[0]


def sign_at(one: Polynomial, point: Fraction | None, end: int, work: Work) -> int:
    """Find the sign at a point; for None at the end of the line, on the side of `end` (1 or -1).

    >>> sign_at(polynomial([-4, 0, 1]), Fraction(3, 2), 1, Work())
    -1
    """
    if one.is_zero:
        return 0
    if point is None:
        return (1 if one.lead > 0 else -1) * (end if one.degree % 2 else 1)
    top, bottom = point.numerator, point.denominator
    size = 1 + max(top.bit_length(), bottom.bit_length()) // 64
    work.spend(len(one.coefficients) * size * (1 + one.bits // 64 + one.degree * size))
    total, power = 0, 1
    for a in reversed(one.coefficients):
        total = total * top + a * power
        power *= bottom
    return (total > 0) - (total < 0)


# Real roots. By Sturm's theorem the numbers of sign changes in a chain of remainders, taken at two
# points, differ by the number of different roots between them. So roots are counted without being
# computed, and an interval is halved until each part has one at most.

Chain = tuple[Polynomial, ...]


def _chain(one: Polynomial, work: Work) -> Chain:
    """Make Sturm's chain of a polynomial without repeated roots."""
    chain = [one, derivative(one)]
    while not chain[-1].is_zero:
        chain.append(scaled(divided(chain[-2], chain[-1], work)[1], -1, work))
    return tuple(chain[:-1])


def _changes(chain: Chain, point: Fraction | None, end: int, work: Work) -> int:
    signs = [sign for one in chain if (sign := sign_at(one, point, end, work))]
    return sum(a != b for a, b in pairwise(signs))


def count_roots(
    one: Polynomial, low: Fraction | None, high: Fraction | None, work: Work
) -> int | None:
    """Count the different real roots with low < x < high by Sturm's theorem; None is no bound.

    The count is None for zero, which is 0 everywhere.

    >>> from measurand.algebra.polynomial import polynomial
    >>> count_roots(polynomial([-4, 0, 1]), Fraction(0), None, Work())
    1
    """
    if one.is_zero:
        return None
    plain = square_free(one, work)
    chain = _chain(plain, work)
    within = _changes(chain, low, -1, work) - _changes(chain, high, 1, work)
    return within - (high is not None and not sign_at(plain, high, 1, work))


def roots(
    one: Polynomial, low: Fraction | None, high: Fraction | None, work: Work
) -> tuple[Interval, ...]:
    """Isolate the different real roots with low < x < high, in their order.

    A rational root is an interval of one point; every other root is alone inside its interval,
    the ends of which are no roots.

    >>> from measurand.algebra.polynomial import polynomial
    >>> [str(one.low) for one in roots(polynomial([-3, -5, 2]), None, None, Work())]
    ['-1/2', '3']

    Raises ValueError for zero.
    """
    if one.is_zero:
        message = "0 has every number as a root"
        raise ValueError(message)
    plain = square_free(one, work)
    chain = _chain(plain, work)
    # Cauchy: all roots lie within 1 + the largest coefficient over the first one.
    bound = Fraction(2 + max(map(abs, plain.coefficients)) // abs(plain.lead))
    start = -bound if low is None else low
    stop = bound if high is None else high
    waiting, points = [(start, stop)], []
    while waiting:
        left, right = waiting.pop()
        if left >= right:
            continue
        number = _changes(chain, left, -1, work) - _changes(chain, right, 1, work)
        narrow = (right - left) * abs(plain.lead) < 1
        if number == 1 and (narrow or not sign_at(plain, right, 1, work)):
            points.append(_exact(plain, left, right, work))
        elif number:
            middle = (left + right) / 2
            waiting += [(middle, right), (left, middle)]
    return tuple(point for point in points if high is None or point != Interval(high, high))


def _exact(one: Polynomial, low: Fraction, high: Fraction, work: Work) -> Interval:
    """Make a rational root a point: its denominator divides the first coefficient."""
    last = Fraction(high.numerator * abs(one.lead) // high.denominator, abs(one.lead))
    for point in (high, last):
        if low < point <= high and not sign_at(one, point, 1, work):
            return Interval(point, point)
    while not sign_at(one, low, 1, work):
        # The lower end may be a root itself (the interval is open there): move it up.
        middle = (low + high) / 2
        inside = sign_at(one, middle, 1, work) * sign_at(one, high, 1, work) < 0
        low, high = (middle, high) if inside else (low, middle)
    return Interval(low, high)
