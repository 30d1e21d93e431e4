"""Values of rules in enclosures: exact where they are rational, narrow elsewhere."""

import math
from fractions import Fraction

import pytest

from measurand.algebra.enclosure import OutsideError, point
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import SpentError, Work
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.text import FUNCTIONS
from measurand.studies.causal.rules.tree import Equation, Operator, Tree
from measurand.studies.causal.solving.bounds import Bounds, called, joined, power

HALF = Fraction(1, 2)
# An argument, and the value by the C library or by hand.
VALUES = {
    "sqrt": (Fraction(9, 4), 1.5),
    "cbrt": (Fraction(-8), -2.0),
    "exp": (HALF, math.exp(0.5)),
    "ln": (HALF, math.log(0.5)),
    "log": (HALF, math.log(0.5)),
    "log2": (Fraction(10), math.log2(10)),
    "log10": (Fraction(2), math.log10(2)),
    "sin": (HALF, math.sin(0.5)),
    "cos": (HALF, math.cos(0.5)),
    "tan": (HALF, math.tan(0.5)),
    "cot": (HALF, 1 / math.tan(0.5)),
    "sec": (HALF, 1 / math.cos(0.5)),
    "csc": (HALF, 1 / math.sin(0.5)),
    "asin": (HALF, math.asin(0.5)),
    "acos": (HALF, math.acos(0.5)),
    "atan": (HALF, math.atan(0.5)),
    "sinh": (-HALF, math.sinh(-0.5)),
    "cosh": (-HALF, math.cosh(-0.5)),
    "tanh": (-HALF, math.tanh(-0.5)),
    "asinh": (-HALF, math.asinh(-0.5)),
    "acosh": (Fraction(2), math.acosh(2)),
    "atanh": (HALF, math.atanh(0.5)),
    "abs": (Fraction(-3), 3.0),
    "sign": (Fraction(-3), -1.0),
    "floor": (Fraction(-5, 2), -3.0),
    "ceil": (Fraction(-5, 2), -2.0),
    "round": (Fraction(5, 2), 2.0),
    "factorial": (Fraction(5), 120.0),
}
PAIRS = {
    "log": (8, 2, 3.0),
    "atan2": (1, -1, 3 * math.pi / 4),
    "binomial": (5, 2, 10.0),
    "gcd": (12, 18, 6.0),
    "lcm": (4, 6, 12.0),
    "min": (4, 6, 4.0),
    "max": (4, 6, 6.0),
}


def tree(text: str) -> Tree:
    rule = read_rule(f"y = {text}")
    assert isinstance(rule, Equation)
    return rule.right


def near(found: Interval, value: float) -> bool:
    narrow = found.high - found.low <= Fraction(1, 10**20)
    return narrow and math.isclose(float(found.low), value, rel_tol=1e-14)


@pytest.mark.parametrize("function", VALUES)
def test_functions_of_one_number(function: str) -> None:
    argument, value = VALUES[function]

    assert near(called(function, point(argument)), value)


@pytest.mark.parametrize("function", PAIRS)
def test_functions_of_two_numbers(function: str) -> None:
    first, second, value = PAIRS[function]

    assert near(called(function, point(Fraction(first)), point(Fraction(second))), value)


def test_every_function_of_the_table_has_a_value() -> None:
    assert set(FUNCTIONS) == {*VALUES, *PAIRS}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", Fraction(14)),
        ("-2 ** 2", Fraction(-4)),
        ("(1/4) ** (1/2)", HALF),
        ("7 % 3", Fraction(1)),
        ("-7 // 2", Fraction(-4)),
        ("a - a / 3", Fraction(2)),
    ],
)
def test_rational_rules_are_exact(text: str, value: Fraction) -> None:
    assert Bounds({"a": Fraction(3)}, Work())(tree(text)) == point(value)


def test_the_size_of_what_may_have_either_sign_starts_at_zero() -> None:
    across = Interval(Fraction(-3), Fraction(2))

    assert called("abs", across) == Interval(Fraction(0), Fraction(3))
    assert called("cosh", across).low == 1


def test_a_power_that_is_not_rational_is_enclosed() -> None:
    # 2 ** sqrt(2), and a power the root of which is of a high degree.
    assert near(
        joined(Operator.POWER, point(Fraction(2)), called("sqrt", point(Fraction(2)))), 2**2**0.5
    )
    assert near(power(point(Fraction(2)), point(Fraction(333, 1000))), 2**0.333)


@pytest.mark.parametrize("text", ["1/(a - 3)", "ln(-a)", "asin(a)", "(0 - a)**(1/2)", "b", "a % 0"])
def test_rules_without_a_value_are_refused(text: str) -> None:
    with pytest.raises(OutsideError):
        Bounds({"a": Fraction(3)}, Work())(tree(text))


def test_steps_that_lie_too_near_are_refused() -> None:
    # ln(exp(3)) is 3, but its enclosure has both sides of 3.
    with pytest.raises(OutsideError, match="a step of a function lies too near"):
        Bounds({}, Work())(tree("floor(ln(exp(3)))"))


def test_values_cost_work() -> None:
    with pytest.raises(SpentError):
        Bounds({"a": Fraction(3)}, Work(10))(tree("a + a + a"))
