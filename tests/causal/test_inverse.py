"""Whether a rule leaves one value for a name, on rules worked out by hand."""

from fractions import Fraction

import pytest

from measurand.algebra.enclosure import OutsideError, point
from measurand.algebra.polynomial import Work
from measurand.studies.causal.rules.printing import print_tree
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tree import Equation, Name, Tree
from measurand.studies.causal.solving.bounds import Bounds, called
from measurand.studies.causal.solving.inverse import (
    Inverted,
    Open,
    Range,
    Several,
    Unique,
    invert,
)
from measurand.studies.causal.solving.preimages import Preimages, Step, other_preimages, preimages

Y = Name("y")


def tree(text: str) -> Tree:
    read = read_rule(f"y = {text}")
    assert isinstance(read, Equation)
    return read.right


def solved(text: str, within: Range = Range.REAL, **numbers: int | str) -> Inverted:
    at = {name: Fraction(number) for name, number in numbers.items()}
    return invert(tree(text), "x", Y, at, within)


def rival(text: str, within: Range = Range.REAL, **numbers: int | str) -> Fraction | None:
    """Solve, and give the other value that fits, if it is known exactly."""
    found = solved(text, within, **numbers)
    assert isinstance(found, Several)
    other = found.rival
    return other.low if other is not None and other.low == other.high else None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("x", "y"),
        ("-x", "-y"),
        ("x + a", "y - a"),
        ("a - x", "a - y"),
        ("x / a", "y * a"),
        ("a / x", "a / y"),
        ("x**3", "y**(1/3)"),
        ("sqrt(x)", "y**2"),
        ("exp(a * x)", "ln(y) / a"),
        ("2**x", "ln(y) / ln(2)"),
        ("atan(x + 1)", "tan(y) - 1"),
        ("log10(x)", "10**y"),
    ],
)
def test_a_rule_is_undone_step_by_step(text: str, answer: str) -> None:
    found = solved(text, x=3, a=5)

    assert isinstance(found, Unique)
    assert found.answer is not None
    assert print_tree(found.answer) == print_tree(tree(answer))
    assert found.through == "undoing"


def test_a_square_has_two_roots_on_the_line_and_one_above_zero() -> None:
    assert rival("x**2", x=2) == -2
    assert isinstance(solved("x**2", Range.POSITIVE, x=2), Unique)


def test_a_root_below_zero_is_given_back_with_its_sign() -> None:
    # x^3 = -8 at x = -2: the power of a negative number is not taken.
    found = solved("x**3", x=-2)

    assert isinstance(found, Unique)
    assert found.answer is not None
    assert print_tree(found.answer) == print_tree(tree("-((-y)**(1/3))"))


def test_the_square_of_zero_has_one_root() -> None:
    assert isinstance(solved("x**2", x=0), Unique)
    assert isinstance(solved("(x - 3)**2", x=3), Unique)


def test_a_shifted_square_may_have_its_other_root_above_zero_too() -> None:
    # (x - 5)^2 = 4 has 3 and 7, (x - 5)^2 = 225 has 20 and -10.
    assert rival("(x - 5)**2", Range.POSITIVE, x=7) == 3
    assert isinstance(solved("(x - 5)**2", Range.POSITIVE, x=20), Unique)


def test_a_product_with_zero_tells_nothing() -> None:
    found = solved("a * x", a=0, x=3)

    assert found == Several(because="every value fits: it is multiplied by 0")


def test_a_power_of_zero_or_of_one_tells_nothing() -> None:
    assert solved("x**0", x=3) == Several(because="every value fits: its power is 0")
    assert solved("1**x", x=3) == Several(because="every value fits: it is a power of 1")


@pytest.mark.parametrize("text", ["sin(x)", "cos(x)", "tan(x)", "a*sin(x/2) + 1", "sin(sqrt(x))"])
def test_waves_meet_a_value_again_and_again(text: str) -> None:
    assert isinstance(solved(text, Range.POSITIVE, x=1, a=5), Several)


def test_a_wave_of_a_bounded_angle_is_open() -> None:
    # sin(atan x) rises throughout, but that is not looked into.
    assert solved("sin(1/(1 + x))", Range.POSITIVE, x=1) == Open(
        reason="domain", because="what else fits is not all known"
    )


def test_a_root_of_a_square_forgets_the_sign() -> None:
    assert rival("sqrt(x**2)", x=3) == -3


def test_a_rival_that_no_inner_step_reaches_is_none() -> None:
    # (sqrt x - 1)^2 = 4 at x = 9: sqrt x = 3 or -1, and no root is -1.
    assert isinstance(solved("(sqrt(x) - 1)**2", x=9), Unique)
    # At x = 1/4 it is 1/4: sqrt x = 1/2 or 3/2, so 9/4 fits as well.
    assert rival("(sqrt(x) - 1)**2", x="1/4") == Fraction(9, 4)


def test_rounding_and_choosing_lose_the_number() -> None:
    assert isinstance(solved("floor(x)", x="5/2"), Several)
    assert isinstance(solved("x % 3", x=5), Several)
    assert isinstance(solved("sign(x)", x=5), Several)
    assert isinstance(solved("max(x, a)", x=2, a=5), Several)
    assert isinstance(solved("max(x, a)", x=7, a=5), Unique)
    assert isinstance(solved("min(x, a)", x=7, a=5), Several)


def test_a_name_on_both_sides_is_told_by_counting_roots() -> None:
    found = solved("x**2 + x", Range.POSITIVE, x=2)

    assert found == Unique(answer=None, through="roots")
    assert rival("x**2 + x", x=2) == -3


def test_a_root_that_is_a_pole_does_not_fit() -> None:
    # (x^2 - x)/(x - 1) = 0 at x = 0 alone: at 1 it has no value.
    assert solved("(x**2 - x)/(x - 1)", x=0) == Unique(answer=None, through="roots")
    assert isinstance(solved("x**2 - x", x=0), Several)


def test_a_pole_inside_of_a_quotient_counts_too() -> None:
    # x (x - 3) / (1/(1/x)) is x - 3 where x is not 0.
    assert isinstance(solved("x*(x - 3)/(1/(1/x))", x=3), Unique)


def test_a_name_that_cancels_out_tells_nothing() -> None:
    found = solved("x/x", x=3)

    assert found == Several(because="every value fits: it cancels out", through="roots")


def test_roots_are_counted_below_steps_that_can_be_undone() -> None:
    # sqrt(2 m g h / m): m cancels; exp(x^2 + x) on either side of 0.
    assert isinstance(solved("sqrt(2*x*a*3/x)", x=4, a=5), Several)
    assert isinstance(solved("exp(x**2 + x)", Range.POSITIVE, x=2), Unique)


def test_rivals_from_above_are_looked_for_in_the_roots_too() -> None:
    # (x^2 - 3x)^2: x^2 - 3x is 4 at 4, and never -4; it is 7/4 at 7/2, and -7/4 twice above 0.
    assert isinstance(solved("(x**2 - 3*x)**2", Range.POSITIVE, x=4), Unique)
    assert isinstance(solved("(x**2 - 3*x)**2", Range.POSITIVE, x="7/2"), Several)


def test_a_rival_may_come_through_a_square_that_is_zero() -> None:
    # ((x - 2)^2 - 8)^2 = 64 at 6; (x - 2)^2 = 0 gives 2, and -2 is not above 0.
    assert rival("((x - 2)**2 - 8)**2", Range.POSITIVE, x=6) == 2


def test_rising_rules_leave_one_value() -> None:
    assert solved("x + ln(x)", Range.POSITIVE, x=2) == Unique(answer=None, through="trend")
    assert solved("x * exp(x)", Range.POSITIVE, x=2) == Unique(answer=None, through="trend")
    assert solved("1/x + exp(-x)", Range.POSITIVE, x=2) == Unique(answer=None, through="trend")


def test_falling_together_leaves_one_value() -> None:
    assert solved("acos(x) - x", Range.POSITIVE, x="1/2") == Unique(answer=None, through="trend")


def test_what_may_rise_and_fall_is_open() -> None:
    # The first factor of the second rule has either sign.
    assert isinstance(solved("(x + ln(x))*exp(x)", Range.POSITIVE, x=2), Open)
    assert solved("x * exp(-x)", Range.POSITIVE, x=2) == Open(
        reason="several occurrences", because="exp is no polynomial"
    )


def test_signs_of_coefficients_bound_the_roots_where_they_are_not_rational() -> None:
    # sqrt(2) x^2 + x: one change of signs once the value is taken off, on either side of 0.
    assert solved("sqrt(2)*x**2 + x", Range.POSITIVE, x=3) == Unique(answer=None, through="signs")
    assert isinstance(solved("sqrt(2)*x**2 + x", x=3), Several)
    # The volume of a ball over its surface: r/3, with pi in both.
    assert solved("(4/3*pi*x**3)/(4*pi*x**2)", x=3) == Unique(answer=None, through="signs")


def test_a_name_cancels_out_beside_coefficients_that_are_not_rational() -> None:
    found = solved("sqrt(a*x)/(pi*sqrt(x))", x=3, a=2)

    assert found == Several(because="every value fits: it cancels out", through="signs")


def test_more_changes_of_signs_are_open() -> None:
    assert solved("x**2 - sqrt(2)*x", Range.POSITIVE, x="1/2") == Open(
        reason="several occurrences", because="a coefficient that is not rational"
    )


def test_a_pole_is_no_second_root_where_coefficients_are_not_rational() -> None:
    # pi x (x + 1)/(x + 1) has no value at -1, though -1 is a root of pi (x + 1)(x - 3).
    assert isinstance(solved("pi*x*(x + 1)/(x + 1)", x=3), Open)


def test_a_root_of_an_even_power_keeps_no_sign() -> None:
    # sqrt(pi x^2)/x is sqrt(pi) above 0 and its negative below.
    assert isinstance(solved("sqrt(pi*x**2)/x", Range.POSITIVE, x=3), Several)
    assert isinstance(solved("sqrt(pi*x**2)/x", x=3), Open)


def test_a_rule_without_a_value_is_open() -> None:
    assert solved("1/(a - 5) + x", x=3, a=5) == Open(reason="domain", because="division by 0")
    assert solved("ln(x)", x=-1).__class__ is Open


def test_a_number_outside_of_its_range_is_open() -> None:
    assert solved("x + x", Range.POSITIVE, x=-1) == Open(
        reason="domain", because="the number itself is not in the range"
    )


def test_a_high_degree_is_over_budget() -> None:
    assert solved("(x + 1)**40 * (x + 2)**40 - x", x=3) == Open(
        reason="budget", because="a degree above 40"
    )


def test_bounds_need_a_value_for_every_name() -> None:
    with pytest.raises(OutsideError, match="b has no value"):
        Bounds({}, Work())(Name("b"))


# Each is 2, but only enclosed by its digits.
TWOS = ["log10(100)", "log2(4)", "(2*sin(pi/2))", "exp(ln(2))", "(sqrt(2)*sqrt(2))"]


@pytest.mark.parametrize("two", TWOS)
def test_a_power_that_may_be_even_is_undone_above_zero_only(two: str) -> None:
    # The squares of -3 and of 3 are one.
    assert solved(f"x**{two}", x=3) == Open(
        reason="domain", because="what else fits is not all known"
    )
    assert isinstance(solved(f"x**{two}", Range.POSITIVE, x=3), Unique)
    assert isinstance(solved(f"(x + 5)**{two}", Range.POSITIVE, x=3), Unique)
    # (3 - 5)**2 is (7 - 5)**2, and 5 - x may be any side of 0.
    assert isinstance(solved(f"(5 - x)**{two}", Range.POSITIVE, x=3), Open)


@pytest.mark.parametrize("power", ["(3/2*sqrt(2)*sqrt(2))", "sqrt(2)", "pi", "log2(6)"])
def test_a_power_that_is_surely_not_even_has_one_root(power: str) -> None:
    assert isinstance(solved(f"x**{power}", x=3), Unique)


def test_a_doubtful_root_that_no_inner_step_reaches_is_none() -> None:
    # exp(3) - 5 is 15, and exp is never -10; exp(2) - 5 is 2.4, and exp is 2.6 at 0.96.
    assert isinstance(solved("(exp(x) - 5)**log2(4)", x=3), Unique)
    assert isinstance(solved("(exp(x) - 5)**log2(4)", x=2), Open)
    # The same where x is in two places: x**2 + x is never -12.
    assert isinstance(solved("(x**2 + x)**log2(4)", Range.POSITIVE, x=3), Unique)
    assert isinstance(solved("(x**2 - 5*x)**log2(4)", Range.POSITIVE, x=6), Open)


def test_a_rival_is_followed_through_a_power_that_may_be_even_or_odd() -> None:
    powers = {2: called("log2", point(Fraction(4))), 3: called("log2", point(Fraction(8)))}
    two, three = (Step(part=tree("x**a"), side=0, others=(one,)) for one in powers.values())

    for step, number in ((two, 4), (three, 8)):
        found = preimages(step, point(Fraction(number)))
        assert [round(float(one.low), 9) for one in found.some] == [2]
        assert [round(float(one.low), 9) for one in found.doubtful] == ([-2] if step is two else [])
    assert preimages(two, point(Fraction(-4))) == Preimages()
    assert [round(float(one.low), 9) for one in preimages(three, point(Fraction(-8))).doubtful] == [
        -2
    ]


def test_a_power_that_nobody_gave_may_be_even() -> None:
    # n has a number of no meaning, which is a fraction by chance.
    step = Step(part=tree("x**n"), side=0, others=(point(Fraction(7, 3)),), vague=True)

    assert other_preimages(step, point(Fraction(2))) == Preimages(doubtful=(point(Fraction(-2)),))
    assert preimages(step, point(Fraction(2))).doubtful
    assert preimages(step, point(Fraction(-2))).doubtful
