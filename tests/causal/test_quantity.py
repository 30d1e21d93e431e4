"""Numbers and units as people write them; most texts are values of real graphs."""

from fractions import Fraction

import pytest

from measurand.studies.causal.graphs.quantity import Amount, amount


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("20.3 m/s", Fraction(203, 10), "m/s"),
        ("1/3", Fraction(1, 3), ""),
        ("1/2 c", Fraction(1, 2), "c"),
        ("5,000 N", Fraction(5000), "N"),
        ("1,234.5", Fraction(2469, 2), ""),
        ("6.02e23", Fraction(602 * 10**21), ""),
        ("1.8e-5 kg m^-1 s^-1", Fraction(18, 10**6), "kg m^-1 s^-1"),
        ("35 deg", Fraction(35), "deg"),
        ("20°C", Fraction(20), "°C"),
        ("50%", Fraction(50), "%"),
        ("3 x 10^8 m/s", Fraction(3 * 10**8), "m/s"),
        ("8.99 × 10^9 N·m^2/C^2", Fraction(899 * 10**7), "N·m^2/C^2"),
        ("1.6×10⁻¹⁹ C", Fraction(16, 10**20), "C"),
        ("4 * 10**(-7) T", Fraction(4, 10**7), "T"),
        ("10^-6 C/m^2", Fraction(1, 10**6), "C/m^2"),
        ("2.4 \times 10^{16} kg", Fraction(24 * 10**15), "kg"),  # a tab, as JSON made it
        ("2.4 \\times 10^{16} kg", Fraction(24 * 10**15), "kg"),
        ("\u22125 m", Fraction(-5), "m"),  # the minus sign of typesetting
        ("-3", Fraction(-3), ""),
        ("+3", Fraction(3), ""),
        (".5", Fraction(1, 2), ""),
        ("5.", Fraction(5), ""),
        ("  7  ", Fraction(7), ""),
        ("10N", Fraction(10), "N"),
        ("5kg", Fraction(5), "kg"),
        ("0.05 Nm^{-1}", Fraction(1, 20), "Nm^{-1}"),
        ("$5.50", Fraction(11, 2), "$"),
        ("5 (given)", Fraction(5), "(given)"),
        ("0/4", Fraction(0), ""),
    ],
)
def test_a_number_is_read_exactly_with_its_unit(text: str, number: Fraction, unit: str) -> None:
    assert amount(text) == Amount(number=number, unit=unit)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        ".",
        "mass of the atom",
        "epsilon_0",
        "π rad/s",
        "2 * pi / omega",
        "4π × 10^-7 T·m/A",
        "2 π f",
        "2 pi",
        "4 N I pi r^2",
        "sqrt(80)",
        "T0/2",
        "1/R_0",
        "2x",
        "2x2",
        "2x_n + 1",
        "2 m_e",
        "2 f(x)",
        "3n - 6",
        "2^2017",
        "100x100",
        "4n-point configuration",
        "3rd",
        "(0, 0)",
        "10 cm, 1 mm",
        "10 km to 20 km",
        "0 or 2",
        "1-2",
        "1.2.3",
        "1,5",
        "1,234,56",
        "1/0",
        "1/2/3",
        "0x10",
        "1_000",
        "٣",
        "2 m 3",
        "$ 5 million",
        "NaN",
        "inf",
    ],
)
def test_more_than_one_number_with_a_unit_is_none(text: str) -> None:
    assert amount(text) == Amount()


@pytest.mark.parametrize("text", ["1" * 40, f"0.{'1' * 39}", "1e400", "1e-400", "10^400"])
def test_a_number_as_long_as_is_allowed_is_read(text: str) -> None:
    assert amount(text).number is not None


@pytest.mark.parametrize(
    "text",
    ["1" * 41, f"0.{'1' * 40}", "1e401", "1e-401", "10^401", "1/" + "1" * 41, "1e" + "9" * 5000],
)
def test_a_longer_one_is_refused_with_the_reason(text: str) -> None:
    assert amount(text) == Amount(refused="a number of more than 40 digits or too large a power")


def test_a_huge_text_is_read_at_once() -> None:
    for text in ("1" * 10**6, "1," * 10**6, "1 " + "a " * 10**6, "-" * 10**6, "1/" * 10**6):
        assert amount(text).number is None or amount(text).unit
