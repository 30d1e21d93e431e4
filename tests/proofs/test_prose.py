"""What words say of two numbers."""

from fractions import Fraction

import pytest

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.stated import (
    Decision,
    Measure,
    Order,
    Within,
    between,
    decide,
    judge_prose,
    read_prose,
)
from measurand.values.verdict import Verdict

ONE = Interval(Fraction(1), Fraction(1))


def said(text: str, first: str, second: str = "1") -> str:
    """Judge words of two exact numbers."""
    prose = read_prose(text)
    assert prose is not None
    return judge_prose(prose, between(first, first), between(second, second)).verdict.value


@pytest.mark.parametrize(
    ("text", "holding", "failing"),
    [
        ("11x", "10.5 11.5", "10.49 11.51"),
        ("about 11x", "10.5 11.5", "10.49 11.51"),
        ("11-fold", "11", "12"),
        ("a factor of three", "2.5 3.5", "2.4 3.6"),
        ("doubled", "1.5 2.5", "1.49 2.51"),
        ("tripled", "3", "2"),
        ("halved", "0.5 0.4", "0.39 0.7"),
        ("half", "0.5", "0.3"),
        ("a third", "1/3 0.3", "0.5 0.2"),
        ("two thirds", "2/3", "1/3"),
        ("by a third", "4/3 2/3", "1/3 1"),
        ("cut by half", "0.5", "1.5"),
        ("an order of magnitude", "10 4 30", "3 33"),
        ("two orders of magnitude", "100", "10 1000"),
        ("at least 3x", "3 99", "2.9"),
        ("less than half", "0.5 0.1", "0.51"),
        ("5x fewer tokens", "0.2", "5"),
        ("3 times more", "3 4", "2 5"),
        ("2x faster", "2 0.5", "1 3"),
        ("12% of the tokens", "0.12", "1.12"),
        ("rose by 12%", "1.12", "0.88 1.13"),
        ("-12%", "0.88", "1.12"),
    ],
)
def test_words_hold_of_what_rounds_to_them(text: str, holding: str, failing: str) -> None:
    assert [said(text, number) for number in holding.split()] == ["holds"] * len(holding.split())
    assert [said(text, number) for number in failing.split()] == ["refuted"] * len(failing.split())


def test_percent_may_be_points_unless_it_is_said_to_be_relative() -> None:
    assert said("improves by 12%", "0.62", "0.50") == "holds"
    assert said("improves by 12% relative", "0.62", "0.50") == "refuted"
    assert said("improves by 12 points", "0.62", "0.50") == "holds"
    assert said("improves by 12 points", "62", "50") == "holds"
    assert said("drops by 12 points", "0.62", "0.50") == "refuted"


@pytest.mark.parametrize(
    "text", ["a clear gain", "F1 is 63.3", "from 20% to 40%", "1,000x", "third place", ""]
)
def test_words_that_say_nothing_known_are_not_read(text: str) -> None:
    assert read_prose(text) is None


def test_only_a_declared_tolerance_makes_words_wider() -> None:
    wider = read_prose("about 11x", tolerance=Fraction(1, 10))
    assert wider is not None
    assert wider.readings[0][1] == Within(Measure.RATIO, Fraction(47, 5), Fraction(63, 5))


def test_long_words_and_negative_tolerances_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 200 characters"):
        read_prose("9" * 201)
    with pytest.raises(ValueError, match="a tolerance of at least 0"):
        read_prose("11x", tolerance=Fraction(-1))


def test_a_ratio_to_what_may_be_zero_is_undecided() -> None:
    assert said("11x", "5", "0") == "undecided"
    change = Within(Measure.CHANGE, None, Fraction(0))
    assert decide(change, ONE, between("-1", "1")).verdict is Verdict.UNDECIDED


def test_a_relative_change_of_a_negative_number_is_towards_its_size() -> None:
    change = Within(Measure.CHANGE, Fraction(1, 2), Fraction(1, 2))
    assert decide(change, between("-1", "-1"), between("-2", "-2")).always


@pytest.mark.parametrize(
    ("order", "touching", "apart"),
    [
        (Order.GREATER, Verdict.REFUTED, Verdict.REFUTED),
        (Order.AT_LEAST, Verdict.HOLDS, Verdict.REFUTED),
        (Order.EQUAL, Verdict.HOLDS, Verdict.REFUTED),
        (Order.AT_MOST, Verdict.HOLDS, Verdict.HOLDS),
        (Order.LESS, Verdict.HOLDS, Verdict.HOLDS),
    ],
)
def test_orders_of_intervals_that_touch_or_do_not(
    order: Order, touching: Verdict, apart: Verdict
) -> None:
    assert decide(order, between("0", "1"), between("1", "2")).verdict is touching
    assert decide(order, between("0", "1"), between("3", "4")).verdict is apart


def test_what_holds_of_some_numbers_only_is_possible() -> None:
    found = decide(Order.GREATER, between("0", "2"), between("1", "1"))
    assert found == Decision(Verdict.HOLDS, "possibly >: from 0 to 2 against 1")
