"""The real roots of polynomials over the integers: counted by Sturm's theorem, and isolated."""

from fractions import Fraction
from itertools import pairwise

from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import (
    Polynomial,
    Work,
    derivative,
    divided,
    scaled,
    sign_at,
    square_free,
)

Chain = tuple[Polynomial, ...]


def _chain(one: Polynomial, work: Work) -> Chain:
    """Make Sturm's chain of a polynomial without repeated roots."""
    found = [one, derivative(one)]
    while not found[-1].is_zero:
        found.append(scaled(divided(found[-2], found[-1], work)[1], -1, work))
    return tuple(found[:-1])


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
    waiting, found = [(start, stop)], []
    while waiting:
        left, right = waiting.pop()
        if left >= right:
            continue
        number = _changes(chain, left, -1, work) - _changes(chain, right, 1, work)
        narrow = (right - left) * abs(plain.lead) < 1
        if number == 1 and (narrow or not sign_at(plain, right, 1, work)):
            found.append(_exact(plain, left, right, work))
        elif number:
            middle = (left + right) / 2
            waiting += [(middle, right), (left, middle)]
    return tuple(point for point in found if high is None or point != Interval(high, high))


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
