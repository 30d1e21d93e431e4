"""Tails of the laws of test statistics, enclosed: incomplete beta and gamma functions.

All tails of t, F, chi-square, z and r are one of two functions, and each is a factor times a series
of positive terms:

    I_x(a, b) = G x^a (1-x)^b  sum (a+b)_n / (a+1)_n x^n,    G = Gamma(a+b) / Gamma(a+1) Gamma(b)
    P(a, x)   = x^a e^-x / Gamma(a+1)  sum x^n / (a+1)_n

Terms are whole multiples of 2**-160, summed rounded down and rounded up. The quotient of two terms
is x (a+b+n) / (a+1+n): it runs from where it is to x, so once the larger of the two, r, is below 1,
what is left is at most the last term times r / (1 - r). That of P falls, and bounds itself.

Parameters may be intervals (degrees of freedom that were printed rounded). The quotient and the
factor G are monotone in a, which way b - 1 says, and rise with b, since the digamma function rises;
so their extremes are at corners. P falls as a rises and rises with x.

log Gamma is Stirling's series above 32. By Binet's formula its rest is the integral of
2 arctan(t/z) / (e^(2 pi t) - 1), and partial sums of the series of arctan lie above and below it by
turns: so the rest lies between 0 and the first term that is left out.
"""

from fractions import Fraction
from functools import cache, lru_cache
from math import comb, floor

from measurand.algebra.elementary import exp, log, pi
from measurand.algebra.enclosure import OutsideError, negative, point, product, total
from measurand.algebra.interval import Interval

_PLACES = 160
_ONE = 1 << _PLACES
_REST = 110
_STIRLING = 32
_BERNOULLI = 17
_LEAST = Fraction(-1500)
MOST_TERMS = 20_000
"""How many terms are summed; a law that needs more is not enclosed."""
_FEW_TERMS = 3_000
LARGEST = 10**7
"""The largest parameter, about half the largest degrees of freedom."""

ZERO, WHOLE = point(Fraction(0)), Interval(Fraction(0), Fraction(1))


def incomplete_beta(x: Interval, a: Interval, b: Interval) -> Interval:
    """Enclose how likely a number of the beta law with parameters a, b > 0 is at most x.

    >>> half, one = point(Fraction(1, 2)), point(Fraction(1))
    >>> float(incomplete_beta(half, half, half).low), float(incomplete_beta(half, one, one).low)
    (0.5, 0.5)

    Raises OutsideError for parameters that are not above 0 or too large, x outside [0, 1], and
    where more than `MOST_TERMS` terms would be needed.
    """
    for one in (a, b):
        _parameter(one)
    if x.low < 0 or x.high > 1:
        message = "a share outside 0 to 1"
        raise OutsideError(message)
    low = _beta(x.low, a, b)
    return Interval(low.low, low.high if x.low == x.high else _beta(x.high, a, b).high)


def upper_gamma(a: Interval, x: Interval) -> Interval:
    """Enclose how likely a number of the gamma law with shape a > 0 and scale 1 is above x.

    >>> tail = upper_gamma(point(Fraction(1)), point(Fraction(1)))
    >>> float(tail.low), float(tail.high - tail.low) < 1e-25
    (0.36787944117144233, True)

    Raises OutsideError for a shape that is not above 0 or too large, x below 0, and where more
    than `MOST_TERMS` terms would be needed.
    """
    _parameter(a)
    if x.low < 0:
        message = "a number below 0"
        raise OutsideError(message)
    corner = _gamma(a.low, x.high)
    same = a.low == a.high and x.low == x.high
    return Interval(corner.low, corner.high if same else _gamma(a.high, x.low).high)


def _parameter(one: Interval) -> None:
    if one.low <= 0 or one.high > LARGEST:
        message = f"a parameter above 0 and at most {LARGEST}"
        raise OutsideError(message)


def _chance(low: Fraction, high: Fraction) -> Interval:
    return Interval(min(max(low, ZERO.low), WHOLE.high), min(max(high, ZERO.low), WHOLE.high))


def _beta(x: Fraction, a: Interval, b: Interval) -> Interval:
    if x in {0, 1}:
        return point(x)
    # Each road has an exact start; what is subtracted from 1 loses places near 0, and no more.
    try:
        return _beta_series(x, a, b, _FEW_TERMS)
    except OutsideError:
        other = _beta_series(1 - x, b, a, MOST_TERMS)
        return _chance(1 - other.high, 1 - other.low)


def _beta_series(x: Fraction, a: Interval, b: Interval, most: int) -> Interval:
    at_low = a.high if b.low >= 1 else a.low
    at_high = a.low if b.high >= 1 else a.high
    low = _summed(x, (at_low + b.low, at_low + 1), most, up=0)
    high = _summed(x, (at_high + b.high, at_high + 1), most, up=1)
    scale = total(
        total(_log_factor(a, b), product(a, log(point(x)))), product(b, log(point(1 - x)))
    )
    factor = _power(scale)
    return _chance(factor.low * low, factor.high * high)


def _summed(x: Fraction, start: tuple[Fraction, Fraction], most: int, *, up: int) -> Fraction:
    """Sum a series whose quotients are x (start + n) / (other start + n), rounded down or up."""
    scaled = (x.numerator << _PLACES) // x.denominator + up
    bottom = start[0].denominator * start[1].denominator
    above, below = (
        start[0].numerator * start[1].denominator,
        start[1].numerator * start[0].denominator,
    )
    term = series = _ONE
    for _ in range(most):
        ratio = (scaled * above) // below + up
        term = (term * ratio >> _PLACES) + up
        series += term
        above, below = above + bottom, below + bottom
        largest = max(ratio, scaled) + 1
        # (The quotients ahead lie between this one and x.)
        if largest < _ONE and term * largest // (_ONE - largest) <= series >> _REST:
            rest = term * largest // (_ONE - largest) + 1
            return Fraction(series + up * rest, _ONE)
    message = f"more than {most} terms"
    raise OutsideError(message)


def _log_factor(a: Interval, b: Interval) -> Interval:
    """Enclose log Gamma(a+b) - log Gamma(a+1) - log Gamma(b)."""
    low = _log_factor_at(a.low if b.low >= 1 else a.high, b.low)
    if a.low == a.high and b.low == b.high:
        return low
    return Interval(low.low, _log_factor_at(a.high if b.high >= 1 else a.low, b.high).high)


def _log_factor_at(a: Fraction, b: Fraction) -> Interval:
    below = total(log_gamma(a + 1), log_gamma(b))
    return total(log_gamma(a + b), negative(below))


def _power(one: Interval) -> Interval:
    """Raise e to a number; what is below e**-1500 has 0 as its lower end."""
    high = exp(point(max(one.high, _LEAST))).high
    return Interval(exp(point(one.low)).low if one.low >= _LEAST else Fraction(0), high)


def _gamma(a: Fraction, x: Fraction) -> Interval:
    """Enclose the upper tail at one place: 1 less the series, or Chernoff's bound where it is 0."""
    if not x:
        return point(Fraction(1))
    logs = total(product(point(a), log(point(x))), point(-x))
    if x > a:
        # P(X > x) <= (x/a)^a e^(a-x).
        bound = total(total(logs, point(a)), negative(product(point(a), log(point(a)))))
        if bound.high < -_REST:
            return Interval(Fraction(0), _power(bound).high)
    low, high = (_gamma_sum(a, x, up=up) for up in (0, 1))
    factor = _power(total(logs, negative(log_gamma(a + 1))))
    return _chance(1 - factor.high * high, 1 - factor.low * low)


def _gamma_sum(a: Fraction, x: Fraction, *, up: int) -> Fraction:
    term = series = _ONE
    below = a + 1
    top, bottom = x.numerator * below.denominator, below.numerator * x.denominator
    step = x.denominator * below.denominator
    for _ in range(MOST_TERMS):
        term = term * top // bottom + up
        series += term
        bottom += step
        if top < bottom and term * top // (bottom - top) <= series >> _REST:
            rest = term * top // (bottom - top) + 1
            return Fraction(series + up * rest, _ONE)
    message = f"more than {MOST_TERMS} terms"
    raise OutsideError(message)


@lru_cache(maxsize=2**12)
def log_gamma(value: Fraction) -> Interval:
    """Enclose the logarithm of the gamma function at a number above 0.

    >>> float(log_gamma(Fraction(5)).low) == float(log(point(Fraction(24))).low)
    True

    Raises OutsideError for a number that is not above 0.
    """
    if value <= 0:
        message = "the gamma function of a number that is not above 0"
        raise OutsideError(message)
    steps = max(0, _STIRLING - floor(value))
    large, shift = value + steps, Fraction(1)
    for step in range(steps):
        shift *= value + step
    series, rest = Fraction(0), Fraction(0)
    for k in range(1, _BERNOULLI + 1):
        rest = _bernoulli(2 * k) / (2 * k * (2 * k - 1) * large ** (2 * k - 1))
        series += rest if k < _BERNOULLI else 0
    ends = sorted((series, series + rest))
    parts = [
        product(point(large - Fraction(1, 2)), log(point(large))),
        product(point(Fraction(1, 2)), log(product(point(Fraction(2)), pi()))),
        Interval(ends[0] - large, ends[1] - large),
        negative(log(point(shift))),
    ]
    found = point(Fraction(0))
    for part in parts:
        found = total(found, part)
    return found


@cache
def _bernoulli(number: int) -> Fraction:
    if not number:
        return Fraction(1)
    earlier = (comb(number + 1, k) * _bernoulli(k) for k in range(number))
    return -sum(earlier, Fraction(0)) / (number + 1)
