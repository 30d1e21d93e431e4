"""Tails by sums that end: binomial for the beta law, Poisson for the gamma law."""

from fractions import Fraction
from math import comb, factorial


def beta_below(x: Fraction, a: int, b: int) -> Fraction:
    """Say how likely the a-th smallest of a+b-1 uniform numbers is at most x."""
    number = a + b - 1
    return sum(
        (comb(number, k) * x**k * (1 - x) ** (number - k) for k in range(a, number + 1)),
        Fraction(0),
    )


def gamma_above(a: int, x: Fraction) -> tuple[Fraction, Fraction]:
    """Bound how likely fewer than a events come where x are expected."""
    head = sum((x**k / Fraction(factorial(k)) for k in range(a)), Fraction(0))
    last = 4 * (int(x) + 10)
    whole = sum((x**k / Fraction(factorial(k)) for k in range(last)), Fraction(0))
    # What is left of e^x is less than twice its first term, as each is at most half the one before.
    rest = 2 * x**last / Fraction(factorial(last))
    return head / (whole + rest), head / whole
