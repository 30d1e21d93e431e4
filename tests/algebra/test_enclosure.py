"""Enclosures of real numbers, against the digits of well-known constants."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest

from measurand.algebra.elementary import arcsin, arctan, cosine, exp, log, pi, sine
from measurand.algebra.enclosure import (
    OutsideError,
    inverse,
    point,
    product,
    root,
    sign,
    total,
    whole_power,
)
from measurand.algebra.interval import Interval

ACROSS = Interval(Fraction(-1), Fraction(2))


def at(text: str) -> Interval:
    return point(Fraction(text))


# Well-known digits; those of exp, log and roots are what the decimal module gives as well.
@pytest.mark.parametrize(
    ("found", "digits"),
    [
        (pi(), "3.14159265358979323846264338327"),
        (exp(at("1")), "2.71828182845904523536028747135"),
        (exp(at("-1")), "0.36787944117144232159552377016"),
        (log(at("2")), "0.69314718055994530941723212145"),
        (log(at("10")), "2.30258509299404568401799145468"),
        (root(at("2"), 2), "1.41421356237309504880168872420"),
        (root(at("-2"), 3), "-1.25992104989487316476721060727"),
        (sine(at("1")), "0.84147098480789650665250232163"),
        (cosine(at("1")), "0.54030230586813971740093660744"),
        (arctan(at("1")), "0.78539816339744830961566084581"),
        (arctan(at("-10")), "-1.47112767430373459185287557176"),
        (arcsin(at("1/2")), "0.52359877559829887307710723054"),
        (arcsin(at("-1")), "-1.57079632679489661923132169163"),
    ],
)
def test_a_constant_lies_inside_of_a_narrow_enclosure(found: Interval, digits: str) -> None:
    printed, last = Fraction(Decimal(digits)), Fraction(1, 10**29)

    assert found.low <= printed + last
    assert found.high >= printed - last
    assert 0 <= found.high - found.low < Fraction(1, 10**25)


def test_large_angles_are_brought_near_zero() -> None:
    # The C library brings large angles near zero exactly as well.
    assert abs(float(sine(at("1000000")).low) - math.sin(1_000_000)) < 1e-15


def test_short_rationals_stay_exact() -> None:
    assert total(at("1/3"), at("1/6")) == at("1/2")
    assert product(at("2/3"), at("3/2")) == at("1")
    assert root(at("49/4"), 2) == at("7/2")
    assert exp(at("0")) == at("1")
    assert log(at("1")) == sine(at("0")) == at("0")
    assert cosine(at("0")) == at("1")


def test_long_rationals_are_rounded_outwards() -> None:
    found = whole_power(at("123456789/1000000007"), 50)

    assert found.low < Fraction(123456789, 1000000007) ** 50 < found.high
    assert (found.high - found.low) / found.low < Fraction(1, 2**90)


def test_an_even_power_across_zero_starts_at_zero() -> None:
    assert whole_power(ACROSS, 2) == Interval(Fraction(0), Fraction(4))
    assert whole_power(ACROSS, 3) == Interval(Fraction(-1), Fraction(8))


def test_the_sign_across_zero_is_not_known() -> None:
    assert sign(ACROSS) is None
    assert [sign(at(text)) for text in ("-1", "0", "1/9")] == [-1, 0, 1]


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: inverse(ACROSS), "division by 0"),
        (lambda: root(at("-1"), 2), "an even root of a number below 0"),
        (lambda: log(at("0")), "a logarithm of a number that is not above 0"),
        (lambda: arcsin(at("2")), "an angle of a sine beyond 1"),
        (lambda: exp(at("2001")), "a number that is too large"),
        (lambda: whole_power(at("3/7"), 10**6), "a number that is too large"),
    ],
)
def test_what_has_no_value_is_refused(refused: Callable[[], Interval], message: str) -> None:
    with pytest.raises(OutsideError) as caught:
        refused()

    assert str(caught.value) == message
