"""Expressions of sums by hand: exactly, in floats, simplified."""

from fractions import Fraction
from math import isnan, sqrt

import numpy as np
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
    exact,
)
from measurand.algebra.floats import floats
from measurand.metrics.components import of_means
from measurand.values.quantity import Root as SquareRoot
from measurand.values.score import Defined, Score, Undefined, square_root

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
NONE = Nothing("nothing")
UNDEFINED = Undefined("nothing")


def number(value: int | Fraction) -> Constant:
    return Constant(Fraction(value))


def f_of(precision: Expression, recall: Expression, beta: Fraction) -> Expression:
    args = (("precision", precision), ("recall", recall))
    return Formed(of_means(beta), args, number(0))


WORKED: list[tuple[Expression, Score]] = [
    # The sums are 3, 0, 1/2.
    (At(2), Defined(HALF)),
    (NONE, UNDEFINED),
    (Linear(((0, TWO), (2, Fraction(-4))), ONE), Defined(Fraction(5))),
    (Minus(At(0), At(2)), Defined(Fraction(5, 2))),
    (Minus(At(0), NONE), UNDEFINED),
    (Times(At(0), At(2)), Defined(Fraction(3, 2))),
    (Times(number(0), NONE), UNDEFINED),
    (Over(At(0), At(2), NONE), Defined(Fraction(6))),
    (Over(At(0), At(1), NONE), UNDEFINED),
    (Over(At(0), At(1), number(7)), Defined(Fraction(7))),
    # What is not chosen need not exist.
    (Over(NONE, At(1), number(7)), Defined(Fraction(7))),
    (IfZero(At(1), At(0), NONE), Defined(Fraction(3))),
    (IfZero(At(0), NONE, At(2)), Defined(HALF)),
    (IfZero(NONE, number(1), number(1)), UNDEFINED),
    (f_of(number(1), number(HALF), ONE), Defined(Fraction(2, 3))),
    # (1 + 4) (1) (1/2) / (4 + 1/2).
    (f_of(number(1), number(HALF), TWO), Defined(Fraction(5, 9))),
    (f_of(number(0), number(0), ONE), Defined(Fraction(0))),
    (f_of(number(0), NONE, ONE), UNDEFINED),
    (Root(number(9)), Defined(Fraction(3))),
    (Root(number(2)), Defined(square_root(TWO))),
    (IfZero(At(1), Root(number(2)), NONE), Defined(square_root(TWO))),
    # 3 . 1 + 1/2 . 0, and 3 . 2^2 + 1/2 . 3^2.
    (Total(((At(0), number(1)), (At(2), number(0))), 1, skip=True), Defined(Fraction(3))),
    (Total(((At(0), number(1)), (At(2), number(0))), 0, skip=True), Defined(Fraction(7, 2))),
    (Total(((At(0), number(2)), (At(2), number(3))), 2, skip=True), Defined(Fraction(33, 2))),
    # What weighs nothing does not count, whether it exists or not.
    (Total(((At(1), NONE), (At(0), number(5))), 1, skip=False), Defined(Fraction(15))),
    (Total(((At(0), NONE), (At(0), number(5))), 1, skip=True), Defined(Fraction(15))),
    (Total(((At(0), NONE), (At(0), number(5))), 1, skip=False), UNDEFINED),
    (Total(((At(0), NONE), (At(0), number(5))), 0, skip=False), UNDEFINED),
    (Total(((At(0), NONE),), 0, skip=True), Defined(Fraction(0))),
    (Total((), 1, skip=True), Defined(Fraction(0))),
    (Total(((NONE, NONE), (At(0), At(0))), 1, skip=True), UNDEFINED),
]


@pytest.mark.parametrize(("expression", "expected"), WORKED)
def test_an_expression_is_evaluated_exactly_and_in_floats(
    expression: Expression, expected: Score
) -> None:
    sums = [Fraction(3), Fraction(0), HALF]

    # A second row shows that rows do not mix.
    found = floats(expression, np.array([[3.0, 0.0, 0.5], [1.0, 1.0, 1.0]]))

    assert exact(expression, sums) == expected
    assert found.shape == (2,)
    match expected:
        case Defined(value):
            assert found[0] == pytest.approx(float(value), rel=1e-15)
        case Undefined():
            assert isnan(found[0])


def test_a_root_inside_an_expression_is_added_exactly() -> None:
    assert exact(Minus(Root(At(0)), At(0)), [TWO]) == Defined(SquareRoot(TWO) - TWO)
    assert exact(Times(Root(At(0)), Root(At(0))), [TWO]) == Defined(TWO)
    assert exact(Total(((number(1), Root(At(0))),), 2, skip=True), [TWO]) == Defined(TWO)


def test_a_root_or_a_bottom_that_is_irrational_is_refused() -> None:
    for one in (Root(Root(At(0))), Over(At(0), Root(At(0)), At(0))):
        with pytest.raises(ValueError, match="a rational number: got an irrational one"):
            exact(one, [TWO])


def test_the_root_of_a_negative_number_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a number that is not negative: got -1"):
        exact(Root(At(0)), [Fraction(-1)])


def test_floats_that_differ_by_rounding_alone_differ_by_nothing() -> None:
    # 0.1 + 0.2 is not 0.3 in floats; a variance of equal numbers is no negative dust.
    close = np.array([[0.1 + 0.2, 0.3]])
    assert floats(Minus(At(0), At(1)), close).tolist() == [0.0]
    spread = Root(Minus(At(0), Times(At(1), At(1))))
    assert floats(spread, np.array([[0.1 * 0.1 * (1 + 4e-16), 0.1]])).tolist() == [0.0]


def test_floats_that_differ_by_more_keep_their_difference() -> None:
    found = floats(Minus(At(0), At(1)), np.array([[1.0 + 1e-12, 1.0], [0.0, 1e-300]]))

    assert found.tolist() == [(1.0 + 1e-12) - 1.0, -1e-300]


def test_the_root_in_floats_is_the_nearest() -> None:
    assert floats(Root(At(0)), np.array([[2.0]])).tolist() == [sqrt(2.0)]
