"""Computed numbers beside printed ones."""

from fractions import Fraction

import pytest

from measurand.edges.report.numbers import show_exact, show_interval, show_score
from measurand.values.printed import Printed, Unit
from measurand.values.score import Defined, Root, Undefined

PERCENT = Printed.parse("63.3%")
COUNT = Printed.parse("4")
COST = Printed.parse("$0.0123")
POINTS = Printed.parse("63.3", unit=Unit.POINTS)


@pytest.mark.parametrize(
    ("value", "printed", "expected"),
    [
        (Fraction(19, 30), PERCENT, "63.333%"),
        (Fraction(57, 80), PERCENT, "71.25%"),
        (Fraction(1, 2), PERCENT, "50.0%"),
        (Fraction(0), PERCENT, "0.0%"),
        (Fraction(4), COUNT, "4"),
        (Fraction(9, 2), COUNT, "4.5"),
        (Fraction(4_000_001, 1_000_000), COUNT, "4.00"),
        (Fraction(129, 20_000), COST, "$0.00645"),
        (Fraction(-1, 3), COST, "-$0.333333"),
        (Fraction(19, 30), POINTS, "63.333"),
        (Root(Fraction(2)), COUNT, "1.41"),
        (Root(Fraction(2, 10_000)), PERCENT, "1.414%"),
        (-Root(Fraction(2, 9)), PERCENT, "-47.140%"),
        (-Root(Fraction(2)), COST, "-$1.414214"),
    ],
)
def test_two_digits_more_than_printed(
    value: Fraction | Root, printed: Printed, expected: str
) -> None:
    assert show_score(Defined(value), printed) == expected


def test_an_undefined_score_says_why() -> None:
    assert show_score(Undefined("no sample"), PERCENT) == "undefined: no sample"
    assert show_exact(Undefined("no sample")) == "undefined: no sample"


def test_an_exact_score_is_a_ratio() -> None:
    assert [show_exact(Defined(value)) for value in (Fraction(1, 3), Fraction(3))] == ["1/3", "3"]


def test_the_ends_of_an_interval_are_rounded_outwards() -> None:
    assert show_interval(Fraction(1, 3), Fraction(1, 3), PERCENT) == "[33.333%, 33.334%]"
    assert show_interval(Fraction(0), Fraction(1, 2), PERCENT) == "[0.0%, 50.0%]"
    assert show_interval(Root(Fraction(2)), Root(Fraction(3)), COUNT) == "[1.41, 1.74]"
    assert show_interval(-Root(Fraction(3)), -Root(Fraction(2)), COUNT) == "[-1.74, -1.41]"
