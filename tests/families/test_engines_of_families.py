"""Corners of the two engines of functionals: units that repeat, roots below, what may be 0."""

from fractions import Fraction

import numpy as np
import pytest

from measurand.algebra.elementary import logarithm
from measurand.algebra.functional import Held, Rows
from measurand.algebra.functional_floats import float_values, left_out
from measurand.algebra.number import Exact, Number
from measurand.edges.files.json.exact import decimal_text
from measurand.values.quantity import Between, Quantity, Root, UndecidedError, decided, sign
from measurand.values.score import Defined, Undefined


class Shares:
    """The share of the weight that is of a: of weights of keys alone."""

    def value(self, rows: Rows[str]) -> Number:
        weights = rows.weights(lambda one: [(one, 1)])
        return weights["a"].over(sum(weights.values(), rows.zero), "nobody")

    def weigh(self, _thing: str) -> Fraction:
        return Fraction(1)

    def takes(self, _thing: str) -> bool:
        return True


@pytest.mark.parametrize("places", [[0, 1, 1], [0, 0, 1], [1, 0, 1]])
def test_units_that_hold_the_same_are_counted_each(places: list[int]) -> None:
    held = Held(((("a", 1),), (("b", 1),)), Shares())
    of_a = sum(2 for place in places if place == 0)

    found = held.resampled(places, np.full((1, 3), 2, dtype=np.int64), float_values)

    assert found.tolist() == [of_a / 6]


def test_a_logarithm_that_is_0_has_a_float_and_digits() -> None:
    nothing = logarithm(Fraction(2)) + logarithm(Fraction(1, 2))

    assert isinstance(nothing, Between)
    assert (float(nothing), decimal_text(nothing, 6)) == (0.0, "0.000000")
    with pytest.raises(UndecidedError):
        decided(nothing, sign)


@pytest.mark.parametrize(
    ("bottom", "expected"),
    [
        (Root(Fraction(2)), Defined(Root(Fraction(1, 2)))),
        (-Root(Fraction(2)), Defined(Root(Fraction(1, 2), negative=True))),
        (Fraction(0), Undefined("nobody")),
        (Between(Fraction(-1), Fraction(1)), Undefined("a number that may be 0, and may not")),
        (Between(Fraction(1), Fraction(2)), Defined(Between(Fraction(1, 2), Fraction(1)))),
    ],
)
def test_exact_numbers_divide_by_roots_and_by_what_lies_between(
    bottom: Quantity, expected: object
) -> None:
    assert Exact(Fraction(1)).over(Exact(bottom), "nobody").score == expected


def test_a_root_of_a_number_below_0_is_undefined() -> None:
    assert Exact(Fraction(-1)).root().score == Undefined("a root of a number below 0")
    below = Between(Fraction(4), Fraction(9))
    found = Exact(below).root().score

    assert isinstance(found, Defined)
    assert isinstance(found.value, Between)
    assert (found.value.low, found.value.high) == (Fraction(2), Fraction(3))


def test_columns_without_one_unit_are_those_of_the_rest() -> None:
    units, counts = ({"a": 1}, {"a": 2, "b": 1}, {"b": 3}), [3, 1, 2]
    rows = left_out(units, counts, lambda one: Fraction(1, 2) if one == "b" else Fraction(1))

    things, weights = rows.column(str.upper)

    # Of a there are 3 * 1 + 2 = 5, less 1, 2 or 0; of b 1 + 2 * 3 = 7 halves, less 0, 1 or 3.
    assert list(things) == ["A", "B"]
    assert weights.running().values.tolist() == [[0, 4, 7.5], [0, 3, 6], [0, 5, 7]]
