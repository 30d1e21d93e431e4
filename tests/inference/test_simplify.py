"""Simpler expressions by hand: constants, equal sums, sums of sums."""

from fractions import Fraction

import pytest

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    Formed,
    IfZero,
    Linear,
    Minus,
    Nothing,
    Over,
    Root,
    Times,
    Total,
)
from measurand.algebra.formula import Stat
from measurand.algebra.quotient import normal
from measurand.algebra.simplify import (
    Sums,
    has_root,
    indices,
    less_second,
    linear_form,
    renumbered,
    shifted,
    simplify,
)

ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
NONE, OTHER = Nothing("nothing"), Nothing("other")
UNIT = Constant(ONE)
RATE = Over(At(0), At(1), NONE)


def mean(part: tuple[Expression, Expression], *, skip: bool) -> Expression:
    return Over(Total((part,), 1, skip=skip), Total((part,), 0, skip=skip), OTHER)


def product(first: Expression, second: Expression) -> Expression:
    return Formed(normal(Stat("a") * Stat("b")), (("a", first), ("b", second)), NONE)


@pytest.mark.parametrize(
    ("given", "known", "expected"),
    [
        (At(3), {3: TWO}, Constant(TWO)),
        (At(3), {3: 2, 2: 1}, At(1)),
        (At(3), {3: 2, 2: ONE}, UNIT),
        (NONE, {}, NONE),
        # 2 x - x is x, x - x is 0.
        (Minus(Linear(((0, TWO),)), At(0)), {}, At(0)),
        (Minus(At(0), At(4)), {4: 0}, Constant(ZERO)),
        (Linear(((0, TWO), (1, ONE)), ONE), {1: TWO}, Linear(((0, TWO),), Fraction(3))),
        (Linear(((0, TWO), (1, -TWO))), {1: 0}, Constant(ZERO)),
        # A ratio over a constant is a sum; over 0 it is what stands for it.
        (RATE, {1: TWO}, Linear(((0, Fraction(1, 2)),))),
        (RATE, {1: ZERO}, NONE),
        (RATE, {0: TWO}, Over(Constant(TWO), At(1), NONE)),
        # Ratios over one bottom are one ratio.
        (
            Minus(RATE, Over(At(2), At(3), OTHER)),
            {3: 1},
            Over(Linear(((0, ONE), (2, -ONE))), At(1), NONE),
        ),
        (
            Minus(RATE, Over(At(2), At(3), OTHER)),
            {},
            Minus(RATE, Over(At(2), At(3), OTHER)),
        ),
        (IfZero(At(0), UNIT, RATE), {0: ZERO}, UNIT),
        (IfZero(At(0), UNIT, At(2)), {0: TWO}, At(2)),
        (
            Minus(IfZero(At(0), UNIT, At(1)), IfZero(At(2), UNIT, At(1))),
            {2: 0},
            Constant(ZERO),
        ),
        (Minus(NONE, RATE), {}, NONE),
        (Minus(RATE, OTHER), {}, OTHER),
        # A mean of one part that is always there is that part.
        (mean((At(0), At(1)), skip=True), {0: ONE}, At(1)),
        (mean((UNIT, RATE), skip=False), {}, RATE),
        (mean((UNIT, RATE), skip=True), {}, mean((UNIT, RATE), skip=True)),
        (mean((At(0), At(1)), skip=True), {0: ZERO}, mean((Constant(ZERO), At(1)), skip=True)),
        # What is chosen does not matter where it is the same.
        (IfZero(At(0), NONE, OTHER), {}, IfZero(At(0), NONE, OTHER)),
        (IfZero(At(0), UNIT, UNIT), {}, UNIT),
        (IfZero(RATE, UNIT, UNIT), {}, IfZero(RATE, UNIT, UNIT)),
        (Times(At(0), At(1)), {0: TWO}, Times(Constant(TWO), At(1))),
        (Root(At(1)), {1: 0}, Root(At(0))),
        (product(At(1), At(2)), {1: 0, 2: ONE}, product(At(0), UNIT)),
    ],
)
def test_what_is_known_of_sums_makes_an_expression_simpler(
    given: Expression, known: Sums, expected: Expression
) -> None:
    assert simplify(given, known) == expected


EVERY = Over(
    Total(
        (
            (At(0), IfZero(At(1), Times(At(2), At(3)), Linear(((4, ONE), (5, TWO))))),
            (UNIT, Minus(product(At(6), At(7)), Over(At(8), At(9), At(10)))),
        ),
        1,
        skip=True,
    ),
    UNIT,
    Root(At(11)),
)


def test_all_sums_that_are_read_are_listed() -> None:
    assert indices(EVERY) == frozenset(range(12))
    assert indices(Minus(UNIT, NONE)) == frozenset()


def test_sums_get_other_numbers_everywhere() -> None:
    back = renumbered(EVERY, {at: 11 - at for at in range(12)})

    assert indices(back) == frozenset(range(12))
    assert renumbered(back, {at: 11 - at for at in range(12)}) == EVERY
    assert shifted(EVERY, 12) == renumbered(EVERY, {at: at + 12 for at in range(12)})


def test_factors_stay_sorted_when_sums_get_other_numbers() -> None:
    assert renumbered(Linear(((0, ONE), (1, TWO))), {0: 5, 1: 2}) == Linear(((2, TWO), (5, ONE)))


def test_only_sums_have_a_linear_form() -> None:
    assert linear_form(Constant(TWO)) == Linear((), TWO)
    assert linear_form(Linear(((1, TWO),))) == Linear(((1, TWO),))
    assert linear_form(RATE) is None


def test_a_difference_is_of_two_systems_side_by_side() -> None:
    assert less_second(RATE, 2) == Minus(RATE, Over(At(2), At(3), NONE))


@pytest.mark.parametrize(
    "spread", [Root(At(0)), IfZero(At(0), NONE, IfZero(At(1), Root(At(0)), NONE))]
)
def test_spreads_have_no_difference(spread: Expression) -> None:
    assert has_root(spread)
    assert less_second(spread, 2) == Nothing("a spread has no difference")
