"""Edge cases of the values that are possible."""

from fractions import Fraction

import pytest

from measurand.algebra.rounding import Fit, agreement, hull, rounded
from measurand.values.fault import Fault, shown, visible
from measurand.values.items import Slots, Span, item_text
from measurand.values.printed import Printed, Rounding, Unit, fixed
from measurand.values.sample import Sample
from measurand.values.score import Defined, Root, Undefined, square_root
from measurand.values.suggest import did_you_mean
from measurand.values.tally import EMPTY, Tally


def test_spans_that_touch_share_nothing() -> None:
    assert Span(0, 3).overlap(Span(3, 4)) == 0
    assert Span(3, 4).overlap(Span(0, 3)) == 0


def test_spans_sort_by_start_end_and_label() -> None:
    spans = [Span(1, 2, "A"), Span(0, 9, "B"), Span(0, 3, "B"), Span(0, 3, "A")]

    assert sorted(spans) == [Span(0, 3, "A"), Span(0, 3, "B"), Span(0, 9, "B"), Span(1, 2, "A")]


def test_an_empty_slot_and_an_absent_one_are_different_items() -> None:
    assert Slots.of({"a": None}) != Slots.of({})
    assert Slots.of({"a": None}).get("a") is Slots.of({}).get("a") is None


def test_items_are_written_for_a_person() -> None:
    assert item_text("맛") == "맛"
    assert item_text(Slots.of({})) == "()"
    assert item_text(Span(0, 3)) == "[0, 3)"


def test_no_answer_is_not_the_empty_answer() -> None:
    assert Sample(id="1", predicted=None) != Sample(id="1", predicted=())


def test_a_sample_without_groups_has_none() -> None:
    assert Sample(id="1").group("run") is None
    assert Sample(id="1").amount("cost") is None


def test_tallies_with_equal_counts_are_equal_however_they_are_written() -> None:
    assert Tally(Fraction(1), 1, 1) == Tally(1, 1, 1)
    assert hash(Tally(Fraction(1), 1, 1)) == hash(Tally(1, 1, 1))
    assert Tally(1, 1, 1).scaled(0) == EMPTY


@pytest.mark.parametrize(
    ("square", "root"),
    [
        (Fraction(0), Fraction(0)),
        (Fraction(1, 4), Fraction(1, 2)),
        (Fraction(8, 18), Fraction(2, 3)),
        (Fraction(1, 2), Root(Fraction(1, 2))),
        (Fraction(10**40 + 1), Root(Fraction(10**40 + 1))),
    ],
)
def test_a_square_root_is_rational_where_it_can_be(square: Fraction, root: object) -> None:
    assert square_root(square) == root


def test_a_root_as_a_float_is_the_nearest() -> None:
    assert float(Root(Fraction(2))) == 2**0.5


def test_scores_are_equal_by_value_and_reasons_by_text() -> None:
    assert Defined(Fraction(1, 2)) == Defined(Fraction(2, 4))
    assert Undefined("a") != Undefined("b")


@pytest.mark.parametrize(
    ("text", "value", "decimals", "unit"),
    [
        ("63.30", "63.3", 2, Unit.NONE),
        ("63.3%", "63.3", 1, Unit.PERCENT),
        ("63.3 %", "63.3", 1, Unit.PERCENT),
        ("$0.0123", "0.0123", 4, Unit.DOLLAR),
        ("-$5", "-5", 0, Unit.DOLLAR),
        ("\u22120.5", "-0.5", 1, Unit.NONE),
        ("+1", "1", 0, Unit.NONE),
        (" 7 ", "7", 0, Unit.NONE),
        ("1.25e-3", "0.00125", 5, Unit.NONE),
        ("0", "0", 0, Unit.NONE),
    ],
)
def test_printed_numbers_are_read(text: str, value: str, decimals: int, unit: Unit) -> None:
    assert Printed.parse(text) == Printed(Fraction(value), decimals, unit)


def test_points_may_be_declared_for_a_bare_number_only() -> None:
    assert Printed.parse("63.3", unit=Unit.POINTS).unit is Unit.POINTS
    with pytest.raises(ValueError, match="one unit: got '%' in the text and"):
        Printed.parse("63.3%", unit=Unit.DOLLAR)


@pytest.mark.parametrize(
    ("value", "mode", "expected"),
    [
        ("2.5", Rounding.HALF_UP, "3"),
        ("2.5", Rounding.HALF_DOWN, "2"),
        ("2.5", Rounding.HALF_EVEN, "2"),
        ("3.5", Rounding.HALF_EVEN, "4"),
        ("2.9", Rounding.TRUNCATE, "2"),
        ("2.1", Rounding.AWAY, "3"),
        ("2.1", Rounding.CEILING, "3"),
        ("2.9", Rounding.FLOOR, "2"),
        ("-2.5", Rounding.HALF_UP, "-3"),
        ("-2.5", Rounding.HALF_DOWN, "-2"),
        ("-2.9", Rounding.TRUNCATE, "-2"),
        ("-2.1", Rounding.AWAY, "-3"),
        ("-2.1", Rounding.CEILING, "-2"),
        ("-2.9", Rounding.FLOOR, "-3"),
    ],
)
def test_named_modes_round_by_hand(value: str, mode: Rounding, expected: str) -> None:
    assert rounded(Fraction(value), 0, mode) == Fraction(expected)


@pytest.mark.parametrize(
    ("mode", "low", "high"),
    [
        (Rounding.DECIMAL, "0.25", "0.35"),
        (Rounding.TRUNCATE, "0.3", "0.4"),
        (Rounding.AWAY, "0.2", "0.3"),
        (Rounding.FLOOR, "0.3", "0.4"),
        (Rounding.CEILING, "0.2", "0.3"),
    ],
)
def test_the_hull_of_0_3(mode: Rounding, low: str, high: str) -> None:
    interval = hull(Printed.parse("0.3", rounding=mode))

    assert (interval.low, interval.high) == (Fraction(low), Fraction(high))


def test_the_hull_of_0_is_two_units_for_truncation_and_a_point_for_its_opposite() -> None:
    wide, point = (
        hull(Printed.parse("0.0", rounding=mode)) for mode in (Rounding.TRUNCATE, Rounding.AWAY)
    )

    assert (wide.low, wide.high) == (Fraction(-1, 10), Fraction(1, 10))
    assert point.low == point.high == 0


def test_the_ties_of_real_tables_are_ties() -> None:
    # spec/publication.md, 2: 71.25 printed 71.2, 63.75 printed 63.8, 0.00645 printed 0.0065.
    for value, text in (("0.7125", "71.2%"), ("0.6375", "63.8%"), ("0.00645", "$0.0065")):
        assert agreement(Fraction(value), Printed.parse(text)).fit is Fit.TIE


def test_digits_keep_their_zeros() -> None:
    assert fixed(Fraction(0), 3) == "0.000"
    assert fixed(Fraction(5, 100), 1) == "0.0"
    assert fixed(Fraction(12, 10), 0) == "1"


def test_a_fault_without_a_place_is_said_in_one_line() -> None:
    assert Fault(got="x", expected="y").text() == "expected y, got x"
    assert Fault(got="x\ny", expected="z", file="a", hint="do this").text() == (
        "a: expected z, got x\\ny: do this"
    )
    assert Fault(got="x", expected="y").at(file="a", line=2).text() == "a:2: expected y, got x"


def test_what_came_from_outside_is_shown_shortly_and_safely() -> None:
    assert shown([1, 2]) == "a list of 2"
    assert shown({"a": 1}) == "an object with 1 keys"
    assert shown(value=False) == "false"
    assert visible("\u2028") == "\\u2028"


def test_a_near_word_is_suggested_and_a_far_one_is_not() -> None:
    assert did_you_mean("recal", ["precision", "recall"]) == ": did you mean 'recall'?"
    assert did_you_mean("", ["precision"]) == ""
