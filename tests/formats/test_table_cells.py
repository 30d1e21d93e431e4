"""Cells of tables: a number is read where it can be no other; everything else is told."""

import pytest

from measurand.edges.tables.cells import Cell, read_cell, read_ends, read_p_value


def shown(cell: Cell) -> tuple[str, ...]:
    assert cell.printed is not None
    return (cell.printed.text, *(f"{what.value} {one.text}" for what, one in cell.companions))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("63.3", ("63.3",)),
        ("63.30 %", ("63.30%",)),
        ("$0.012", ("$0.012",)),
        ("−0.5", ("-0.5",)),
        ("+1.2", ("1.2",)),
        (".050", ("0.050",)),
        ("1.2e-3", ("0.0012",)),
        ("1.2 ×10^{-3}", ("0.0012",)),
        ("1,234", ("1234",)),
        ("1,234,567.8", ("1234567.8",)),
        ("1\u2009234", ("1234",)),
        ("63.3 ± 0.4", ("63.3", "± 0.4")),
        ("63.3±0.4%", ("63.3%", "± 0.4%")),
        ("63.3 (±0.4)", ("63.3", "± 0.4")),
        ("63.3 +/- 0.4", ("63.3", "± 0.4")),
        ("63.3 (0.4)", ("63.3", "() 0.4")),
        ("63.3 (+1.2)", ("63.3", "(+-) 1.2")),
        ("63.3 [62.1, 64.5]", ("63.3", "low 62.1", "high 64.5")),
        ("63.3 (62.1–64.5)", ("63.3", "low 62.1", "high 64.5")),
        ("0.3 (-0.5, 1.2)", ("0.3", "low -0.5", "high 1.2")),
    ],
)
def test_forms_of_numbers_are_read(text: str, read: tuple[str, ...]) -> None:
    cell = read_cell(text)

    assert shown(cell) == read
    assert (cell.note, cell.marks) == ("", "")


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("63.3*", "*"),
        ("63.3**", "**"),
        ("63.3†", "†"),
        ("63.3^{a}", "^{a}"),
        ("63.3[^1]", "[^1]"),
        ("63.3²", "²"),
        ("63.3 ± 0.4*", "*"),
        ("↑63.3", "↑"),
    ],
)
def test_marks_are_left_out_and_kept_to_be_told(text: str, marks: str) -> None:
    cell = read_cell(text)

    assert shown(cell)[0] == "63.3"
    assert cell.marks == marks


@pytest.mark.parametrize("text", ["", "-", "–", "—", "--", "n/a", "N/A", "NaN", "...", "?"])
def test_signs_of_nothing_are_no_numbers(text: str) -> None:
    assert read_cell(text) == Cell(empty=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("< 0.001", "a bound is no number"),
        ("≤.05", "a bound is no number"),
        (">99", "a bound is no number"),
        ("~63", "about so much is no number"),
        ("63,3", "a comma may part decimals (--decimal-comma)"),
        ("0,123", "a comma may part decimals (--decimal-comma)"),
        ("1.234,5", "a comma may part decimals (--decimal-comma)"),
        ("12/124", "its form is not known"),
        ("62.1 - 64.5", "its form is not known"),
        ("63.3^{2}", "its form is not known"),
        ("GPT-4", "its form is not known"),
        ("2024-01-01", "its form is not known"),
        ("0012", "it starts with a zero"),
        ("3.", "a printed number such as 63.3, 63.3% or $0.0123: got '3.'"),
        ("1e999", "a number with its digits written out: got '1e999'"),
    ],
)
def test_what_may_be_something_else_is_not_read_and_told(text: str, why: str) -> None:
    assert read_cell(text) == Cell(note=f"{text!r} is not read: {why}")


def test_a_factor_is_read_without_its_sign_and_told() -> None:
    cell = read_cell("11×")

    assert shown(cell) == ("11",)
    assert cell.note == "'11×' is read as a factor, without its sign"


def test_a_decimal_comma_is_read_where_it_is_said() -> None:
    assert shown(read_cell("63,3", decimal_comma=True)) == ("63.3",)
    assert shown(read_cell("1.234,5", decimal_comma=True)) == ("1234.5",)
    assert shown(read_cell("62.0", decimal_comma=True)) == ("62.0",)
    assert read_cell("1.234", decimal_comma=True).note == (
        "'1.234' is not read: it has a point although decimals are parted by a comma"
    )


def test_thousands_are_not_read_where_other_commas_part_decimals() -> None:
    assert read_cell("1,234", commas=False).note == (
        "'1,234' is not read: its comma may part thousands or decimals, as others here do"
    )


@pytest.mark.parametrize(
    "text", ["9" * 10**6, "1," * 99, "(" * 190, "1 ± " * 40, "1" + " " * 190, "^{a}" * 45]
)
def test_hostile_cells_are_told(text: str) -> None:
    assert read_cell(text).printed is None or len(text) == 191


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("[44.0, 49.0]", ("44.0", "49.0")),
        ("(44.0; 49.0)*", ("44.0", "49.0")),
        ("44.0-49.0%", ("44.0%", "49.0%")),
        ("44.0--49.0", ("44.0", "49.0")),
        ("44.0 to 49.0", ("44.0", "49.0")),
        ("-0.5-0.1", ("-0.5", "0.1")),
        ("−0.5 – −0.1", ("-0.5", "-0.1")),
        ("(1,200; 3,400)", ("1200", "3400")),
    ],
)
def test_an_interval_has_two_ends(text: str, ends: tuple[str, str]) -> None:
    assert tuple(one.printed and one.printed.text for one in read_ends(text)) == ends


@pytest.mark.parametrize("text", ["-0.5--0.1", "-0.5---0.1", "-0.5 -0.1", "44,0-49,0", "1.2"])
def test_what_may_be_another_interval_is_not_read(text: str) -> None:
    low, high = read_ends(text)

    assert low.printed is None
    assert high.printed is None
    assert low.note


@pytest.mark.parametrize(
    ("text", "sign", "number"),
    [
        ("<.001", "<", "0.001"),
        ("p < .05*", "<", "0.05"),
        ("≤ 0.01", "<", "0.01"),
        ("**p <.05***", "<", "0.05"),
        ("P>0.99", ">", "0.99"),
        ("= .03", "", "0.03"),
        (".03**", "", "0.03"),
        ("n.s.", "", None),
        ("n.s.*", "", None),
        ("—", "", None),
    ],
)
def test_a_p_value_is_a_number_or_a_bound(text: str, sign: str, number: str | None) -> None:
    read, cell = read_p_value(text)

    assert (read, cell.printed and cell.printed.text) == (sign, number)


@pytest.mark.parametrize(
    ("text", "printed", "marks"),
    [
        ("93.3 \U0001f3c6", "93.3", "\U0001f3c6"),
        ("\U0001f947 93.3%", "93.3%", "\U0001f947"),
        ("93.3* \u2b50\ufe0f", "93.3", "* \u2b50\ufe0f"),
        ("93.3\u2705 \u00b1 0.4", None, ""),
        # A heavy minus may be the sign of the number: it is no mark.
        ("\u27960.5", None, ""),
        ("1\ufe0f\u20e3 93.3", None, ""),
    ],
)
def test_pictures_beside_a_number_are_marks(text: str, printed: str | None, marks: str) -> None:
    cell = read_cell(text)

    assert (cell.printed and cell.printed.text, cell.marks) == (printed, marks)
