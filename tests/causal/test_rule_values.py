import math
from fractions import Fraction

import pytest

from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tree import (
    Binary,
    Equation,
    Lack,
    Name,
    Number,
    Operator,
    Tree,
    Unvalued,
    is_larger,
    names_in,
    renamed,
    replaced,
    sides,
)
from measurand.studies.causal.rules.value import approximate, value

AT = {"x": Fraction(9, 4), "y": Fraction(-8), "n": Fraction(5), "z": Fraction(0)}


def tree(text: str) -> Tree:
    rule = read_rule(f"r = {text}", AT)
    assert isinstance(rule, Equation), rule
    return rule.right


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1 + 0.2", Fraction(3, 10)),
        ("x - y * 2", Fraction(73, 4)),
        ("y / x", Fraction(-32, 9)),
        ("y // x", Fraction(-4)),
        ("y % x", Fraction(1)),
        ("-x**2", Fraction(-81, 16)),
        ("x**-2", Fraction(16, 81)),
        ("x**0.5", Fraction(3, 2)),
        ("x**(-1/2)", Fraction(2, 3)),
        ("sqrt(x)", Fraction(3, 2)),
        ("cbrt(y)", Fraction(-2)),
        ("z**0", Fraction(1)),
        ("z**3", Fraction(0)),
        ("(-1)**n", Fraction(-1)),
        ("1**x", Fraction(1)),
        ("|y|", Fraction(8)),
        ("sign(y) + sign(x)", Fraction(0)),
        ("floor(x) + ceil(x)", Fraction(5)),
        ("round(x)", Fraction(2)),
        ("min(x, y, n)", Fraction(-8)),
        ("max(x, y, n)", Fraction(5)),
        ("n!", Fraction(120)),
        ("C(n, 2)", Fraction(10)),
        ("C(n, 7)", Fraction(0)),
        ("gcd(12, 18)", Fraction(6)),
        ("lcm(4, 6)", Fraction(12)),
        ("exp(z) + cos(z)", Fraction(2)),
        ("ln(1) + sin(z)", Fraction(0)),
        ("log2(8) + log10(0.01)", Fraction(1)),
        ("log(81, 3) + log(8, 1/2)", Fraction(1)),
    ],
)
def test_what_is_rational_has_its_exact_value(text: str, expected: Fraction) -> None:
    assert value(tree(text), AT) == expected
    assert approximate(tree(text), AT) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("text", "lack"),
    [
        ("q + 1", Lack.MISSING),
        ("x / z", Lack.ZERO),
        ("x // z", Lack.ZERO),
        ("x % z", Lack.ZERO),
        ("z**-1", Lack.ZERO),
        ("sqrt(y)", Lack.DOMAIN),
        ("y**0.5", Lack.DOMAIN),
        ("ln(z)", Lack.DOMAIN),
        ("log(x, -1)", Lack.DOMAIN),
        ("asin(n)", Lack.DOMAIN),
        ("acosh(z)", Lack.DOMAIN),
        ("atanh(1)", Lack.DOMAIN),
        ("x!", Lack.DOMAIN),
        ("y!", Lack.DOMAIN),
        ("C(x, 2)", Lack.DOMAIN),
        ("gcd(x, 2)", Lack.DOMAIN),
        ("factorial(171)", Lack.BUDGET),
        ("1e400**(n*n)", Lack.BUDGET),
        ("10**(n**n)", Lack.BUDGET),
    ],
)
def test_what_has_no_value_says_why(text: str, lack: Lack) -> None:
    close, found = approximate(tree(text), AT), value(tree(text), AT)

    assert isinstance(found, Unvalued)
    assert found.reason is lack
    assert isinstance(close, Unvalued)
    assert close.reason is lack


def test_a_power_that_would_be_too_large_is_never_computed() -> None:
    found = value(
        Binary(Operator.POWER, Name("x"), Name("n")), {"x": Fraction(7), "n": Fraction(10**30)}
    )

    assert found == Unvalued(reason=Lack.BUDGET, because="more than 4096 bits")


def test_a_float_that_overflows_has_no_value() -> None:
    found = approximate(tree("exp(1e6 * n)"), AT)

    assert found == Unvalued(reason=Lack.BUDGET, because="larger than a float")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pi", math.pi),
        ("sqrt(2)", 2**0.5),
        ("2**0.5", 2**0.5),
        ("cbrt(2)", 2 ** (1 / 3)),
        ("sin(1) + cot(1)", math.sin(1) + 1 / math.tan(1)),
        ("sec(1) - csc(1)", 1 / math.cos(1) - 1 / math.sin(1)),
        ("atan2(1, -1)", 3 * math.pi / 4),
        ("exp(1)", math.e),
        ("log(10)", math.log(10)),
        ("log(10, 3)", math.log(10) / math.log(3)),
        ("tanh(1) + asinh(2) + acosh(2)", math.tanh(1) + math.asinh(2) + math.acosh(2)),
    ],
)
def test_what_is_irrational_has_a_float_only(text: str, expected: float) -> None:
    found = value(tree(text), AT)

    assert isinstance(found, Unvalued)
    assert found.reason is Lack.IRRATIONAL
    assert approximate(tree(text), AT) == pytest.approx(expected, rel=1e-12)


def test_floats_that_are_no_numbers_have_no_value() -> None:
    assert approximate(Name("x"), {"x": math.nan}) == Unvalued(reason=Lack.DOMAIN)
    assert approximate(Name("x"), {"x": math.inf}) == Unvalued(
        reason=Lack.BUDGET, because="larger than a float"
    )
    assert approximate(Name("x"), {"x": Fraction(10) ** 400}) == approximate(
        Name("x"), {"x": -math.inf}
    )


def test_deep_trees_are_walked_without_recursion() -> None:
    deep: Tree = Name("x")
    for _ in range(4_000):
        deep = Binary(Operator.ADD, Number(Fraction(1)), deep)

    assert value(deep, {"x": Fraction(2)}) == 4_002
    assert approximate(deep, {"x": 2.0}) == 4_002
    assert names_in(deep) == ("x",)
    assert names_in(renamed(deep, {"x": "y"})) == ("y",)


def test_trees_that_share_their_parts_stay_within_the_budget() -> None:
    shared: Tree = Name("x")
    for _ in range(60):
        shared = Binary(Operator.MULTIPLY, shared, shared)

    too_many = Unvalued(reason=Lack.BUDGET, because="more than 10000 parts")
    assert is_larger(shared, 10_000)
    assert value(shared, {"x": Fraction(2)}) == too_many
    assert approximate(shared, {"x": 2.0}) == too_many


def test_names_come_in_order_of_first_appearance() -> None:
    rule = read_rule("c = b * a + c - b")
    assert isinstance(rule, Equation)

    assert names_in(rule) == ("c", "b", "a")
    assert names_in(rule.right) == ("b", "a", "c")
    assert [names_in(side) for side in sides(rule)] == [("c",), ("b", "a", "c")]


def test_names_change_all_at_once() -> None:
    swapped = renamed(tree("x / y"), {"x": "y", "y": "x"})

    assert swapped == tree("y / x")
    assert replaced(tree("x + 1"), {"x": tree("x * x")}) == tree("x * x + 1")
