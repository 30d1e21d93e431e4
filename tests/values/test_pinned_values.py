"""Printed numbers, faults, frames and grounded samples at their edges, in exact words."""

import re
from fractions import Fraction

import pytest

from measurand.values.cells import Box, Cell
from measurand.values.fault import Fault, shown, visible
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded, Lesion, Token, finite
from measurand.values.printed import Printed, Rounding, Unit, fixed, rounding_of, unit_of
from measurand.values.regions import Boxes

HALF = Fraction(1, 2)


def refused(kind: type[Exception], message: str) -> "pytest.RaisesExc[Exception]":
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


def token(which: int, *, embedding: tuple[float, ...] | None = None, score: float = 0.5) -> Token:
    return Token(id=which, cell=Cell(0, 0, 0, 0), score=score, uncertainty=0.5, embedding=embedding)


# Printed numbers.


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        ("1.25e1", Fraction(25, 2), 1),
        ("1.25e2", Fraction(125), 0),
        ("1.2e-3", Fraction(12, 10**4), 4),
        ("5e-1", HALF, 1),
        ("-0.5", -HALF, 1),
        ("\u22120.5", -HALF, 1),
        ("+0.5", HALF, 1),
        ("  7 ", Fraction(7), 0),
    ],
)
def test_a_printed_number_is_read_exactly(text: str, value: Fraction, decimals: int) -> None:
    printed = Printed.parse(text)

    assert (printed.value, printed.decimals) == (value, decimals)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.25e3", "a number with its digits written out: got '1.25e3'"),
        ("$5%", "one unit: got '$5%'"),
        ("x" * 41, f"a printed number such as 63.3, 63.3% or $0.0123: got {'x' * 40!r}"),
        (
            "1" * 40 + "e1",
            f"a number with its digits written out: got {'1' * 40!r}",
        ),
        ("$" + "1" * 40 + "%", f"one unit: got {'$' + '1' * 39!r}"),
    ],
)
def test_what_is_no_printed_number_is_shown_in_forty_characters(text: str, message: str) -> None:
    with refused(ValueError, message):
        Printed.parse(text)


def test_fewer_decimals_than_are_printed_are_refused() -> None:
    assert Printed.parse("0.41", decimals=2).decimals == 2
    with refused(ValueError, "at most 1 decimals: got '0.41'"):
        Printed.parse("0.41", decimals=1)
    with refused(ValueError, f"at most 1 decimals: got {'0.' + '1' * 38!r}"):
        Printed.parse("0." + "1" * 40, decimals=1)


def test_a_number_has_the_decimals_that_it_says() -> None:
    assert Printed(Fraction(5), 0).text == "5"
    with refused(ValueError, "a number with 1 decimals: got 1/4"):
        Printed(Fraction(1, 4), 1)
    with refused(ValueError, "a number with -1 decimals: got 10"):
        Printed(Fraction(10), -1)


@pytest.mark.parametrize(
    ("text", "rounding"),
    [
        ("0.12345678901", Rounding.DECIMAL),  # 11 significant digits
        ("0.123456789012", Rounding.FLOAT64),  # 12
        ("0.000123456789012", Rounding.FLOAT64),
        ("0.000000000000001", Rounding.DECIMAL),
    ],
)
def test_twelve_significant_digits_are_those_of_a_float(text: str, rounding: Rounding) -> None:
    assert Printed.parse(text).rounding is rounding
    assert Printed.parse(text, rounding=Rounding.AWAY).rounding is Rounding.AWAY


def test_digits_that_count_leave_zeros_in_front_out() -> None:
    assert [Printed.parse(text).digits for text in ("-63.30", "0.001", "0")] == [4, 1, 1]


@pytest.mark.parametrize(
    ("text", "unit", "written"),
    [
        ("-0.0120", None, "-0.0120"),
        ("-5%", None, "-5%"),
        ("-$5.10", None, "-$5.10"),
        ("€0", None, "€0"),
        ("-7", Unit.POINTS, "-7"),
    ],
)
def test_a_printed_number_is_written_as_it_was(text: str, unit: Unit | None, written: str) -> None:
    assert Printed.parse(text, unit=unit).text == written


def test_the_sign_of_the_text_wins_over_points_and_none_beside_it() -> None:
    for beside in (None, Unit.PERCENT, Unit.POINTS, Unit.NONE):
        assert Printed.parse("5%", unit=beside).unit is Unit.PERCENT
    assert Printed.parse("5").unit is Unit.NONE
    assert Printed.parse("5", unit=Unit.DOLLAR).unit is Unit.DOLLAR
    message = "one unit: got '%' in the text and <Unit.DOLLAR: '$'> beside it"
    with refused(ValueError, message):
        Printed.parse("5%", unit=Unit.DOLLAR)


def test_percent_and_points_are_hundredths_and_all_else_is_whole() -> None:
    hundredths = {unit for unit in Unit if unit.scale == Fraction(1, 100)}

    assert hundredths == {Unit.PERCENT, Unit.POINTS}
    assert {unit.scale for unit in Unit} == {Fraction(1, 100), Fraction(1)}


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(1, 1000), 3, "0.001"),
        (Fraction(1, 1000), 1, "0.0"),
        (Fraction(25, 2), 0, "12"),
        (Fraction(12345, 100), 2, "123.45"),
    ],
)
def test_numbers_are_written_with_zeros_in_front(value: Fraction, decimals: int, text: str) -> None:
    assert fixed(value, decimals) == text


def test_an_unknown_unit_or_rounding_is_refused_with_the_known_ones() -> None:
    with refused(ValueError, "unknown unit 'zzz' known: none, %, points, $, €, £, ¥"):
        unit_of("zzz")
    known = (
        "decimal, float64, half_up, half_down, half_even, truncate, away, floor, ceiling, printf, "
        "any"
    )
    message = f"unknown rounding 'half_upp': did you mean 'half_up'? known: {known}"
    with refused(ValueError, message):
        rounding_of("half_upp")


# Faults and what they show.


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (Fault(got="a", expected="b"), "expected b, got a"),
        (Fault(got="a", expected="b", file="f", hint="try c"), "f: expected b, got a: try c"),
        (Fault(got="a", expected="b", file="f", line=2), "f:2: expected b, got a"),
        (Fault(got="a", expected="b", line=2, path="$.x"), "$.x: expected b, got a"),
        (
            Fault(got="a\n", expected="b\t", file="f\r", path="\x1b", hint="h\x00"),
            r"f\r: \x1b: expected b\t, got a\n: h\x00",
        ),
    ],
)
def test_a_fault_is_one_line(fault: Fault, text: str) -> None:
    assert fault.text() == text


def test_a_place_is_named_only_where_it_is_not_known() -> None:
    fault = Fault(got="a", expected="b")

    assert fault.at(file="f", line=3) == Fault(got="a", expected="b", file="f", line=3)
    assert fault.at() == fault
    assert fault.at(file="f", line=3).at(file="g", line=4) == fault.at(file="f", line=3)
    with pytest.raises(ValueError, match="'line' must be >= 0: -1"):
        Fault(got="a", expected="b", line=-1)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("plain", "plain"), ("맛", "맛"), ("a\tb", r"a\tb"), ("\u200b맛", r"\u200b맛")],
)
def test_only_what_breaks_a_line_is_escaped(text: str, escaped: str) -> None:
    assert visible(text) == escaped


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (False, "false"),
        ({"a": 1, "b": 2}, "an object with 2 keys"),
        ([1, 2, 3], "a list of 3"),
        (2**255, str(2**255)[:60] + "… (77 characters)"),
        (2**256, "a number of 257 bits"),
        (0.5, "0.5"),
        ("a" * 58, repr("a" * 58)),
        ("a" * 59, "'" + "a" * 59 + "… (59 characters)"),
        ("é", "'é'"),
    ],
)
def test_a_value_is_shown_shortly(value: object, text: str) -> None:
    assert shown(value) == text


def test_how_much_is_shown_can_be_chosen() -> None:
    assert shown("abcdef", most=8) == "'abcdef'"
    assert shown("abcdef", most=7) == "'abcdef… (6 characters)"
    assert shown("a" * 99, most=3) == "'aa… (99 characters)"
    # The quotes are those of what is looked at: one character more than is shown.
    assert shown("ab'c", most=3) == '"ab… (4 characters)'
    assert shown("abcd'", most=3) == "'ab… (5 characters)"


# Frames and grounded samples.


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_the_numbers_of_a_frame_are_finite(value: float) -> None:
    with refused(ValueError, f"confidence is a finite number: got {value}"):
        Frame(finding="nodule", polarity="present", confidence=value)
    with refused(ValueError, f"q is a finite number: got {value}"):
        Frame(finding="nodule", polarity="present", q=value)


@pytest.mark.parametrize("value", [[1], (1, 2.0), (True,), "12"])
def test_citations_are_a_tuple_of_whole_numbers(value: object) -> None:
    with refused(TypeError, f"citations are a tuple of token ids, or None: got {value!r}"):
        Frame(finding="nodule", polarity="present", citations=value)  # type: ignore[arg-type]  # hostile


def test_many_citations_are_shown_in_sixty_characters() -> None:
    value = [12] * 30

    with refused(TypeError, f"citations are a tuple of token ids, or None: got {repr(value)[:60]}"):
        Frame(finding="nodule", polarity="present", citations=value)  # type: ignore[arg-type]  # hostile


def test_a_frame_without_an_entry_cites_nothing() -> None:
    one = Frame(finding="nodule", polarity="present")

    assert (one.citations, one.cited) == (None, ())
    assert Frame(finding="nodule", polarity="present", citations=(3, 3)).cited == (3, 3)


def test_finite_looks_at_every_number() -> None:
    assert finite([])
    assert finite([0.5, -1.0])
    assert not finite([float("inf"), 0.5])


@pytest.mark.parametrize("at", ["score", "uncertainty", "embedding"])
def test_the_numbers_of_a_token_are_finite(at: str) -> None:
    nan = float("nan")
    numbers = {"score": 0.5, "uncertainty": 0.5} | ({} if at == "embedding" else {at: nan})

    with refused(ValueError, "the numbers of token 7 are finite"):
        Token(
            id=7,
            cell=Cell(0, 0, 0, 0),
            embedding=(0.0, nan) if at == "embedding" else None,
            **numbers,
        )


def test_a_volume_has_voxels_along_every_axis() -> None:
    assert Grounded(id="1", shape=(1, 1, 1)).tokens == ()
    with refused(ValueError, "a volume has voxels along every axis: got (1, 0, 1)"):
        Grounded(id="1", shape=(1, 0, 1))


def test_token_ids_differ_and_the_smallest_that_does_not_is_named() -> None:
    with refused(ValueError, "token ids that differ: got 2 twice"):
        Grounded(id="1", shape=(1, 1, 1), tokens=tuple(map(token, (5, 2, 5, 2, 1))))


def test_embeddings_have_one_length() -> None:
    mixed = (token(1), token(2, embedding=(1.0,)), token(3, embedding=(1.0, 2.0)))

    assert Grounded(id="1", shape=(1, 1, 1), tokens=mixed[:2]).token(1) == mixed[0]
    with refused(ValueError, "embeddings of one length: got 1 and 2"):
        Grounded(id="1", shape=(1, 1, 1), tokens=mixed)


def test_lesions_lie_inside_the_volume() -> None:
    outside = Lesion(id=4, region=Boxes((Box(0, 1, 0, 1, 0, 2),)))

    with refused(ValueError, "lesion 4 has boxes inside (1, 1, 1): got (0, 1, 0, 1, 0, 2)"):
        Grounded(id="1", shape=(1, 1, 1), lesions=(outside,))


def test_the_query_of_a_finding_is_found_whatever_its_case() -> None:
    one = Grounded(id="1", shape=(1, 1, 1), relevance=(("cyst", (1.0,)), ("nodule", (2.0,))))

    assert [one.query(name) for name in ("NODULE", "cyst", "mass")] == [(2.0,), (1.0,), None]
    assert Grounded(id="1", shape=(1, 1, 1)).query("cyst") is None
