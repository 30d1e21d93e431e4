"""The number in a value as people write it: `20.3 m/s`, `1/3`, `3 x 10^8 m/s`; prose has none."""

import re
from fractions import Fraction

from attrs import frozen

MOST_DIGITS = 40
"""A number of more digits is not read."""

MOST_EXPONENT = 400
"""A number with a larger power of ten, up or down, is not read."""

_BEYOND = 10 ** (MOST_DIGITS + 1)
"""Stands for a power of more digits: no power that is read brings it back below the limit."""

_SIGN = r"[+\-\u2212]?"  # the last is the minus sign of typesetting
_POWER = (
    rf"(?:(?:\^|\*\*)\s*(?:\{{\s*({_SIGN}[0-9]+)\s*\}}|\(?({_SIGN}[0-9]+)\)?)|([⁺⁻]?[⁰¹²³⁴-⁹]+))"
)
_MONEY = re.compile(r"[$€£¥]\s*")
_TEN = re.compile(rf"({_SIGN})10\s*{_POWER}")
_NUMBER = re.compile(
    rf"({_SIGN})\s*([0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])|[0-9]*)(?:\.([0-9]*))?"
    rf"(?:[eE]({_SIGN}[0-9]+))?"
)
# A tab and `imes` is what JSON makes of `\times` with a single backslash.
_TIMES_TEN = re.compile(rf"\s*(?:[xX×·⋅*]|\\times|\times|\\cdot)\s*10\s*{_POWER}")
_OVER = re.compile(r"\s*/\s*([0-9]+)(?:\.([0-9]+))?(?![0-9.])")
_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u2212", "+-0123456789-")

_WORD = re.compile(r"[^\W\d]+")
_NO_UNITS = frozenset(
    ("pi", "π", "sqrt", "sin", "cos", "tan", "log", "ln", "exp", "to", "or", "and", "x", "times")
)
_JOINS = re.compile(r"\b(?:to|or|and|pi)\b|[=<>≤≥≈~±+,;:√π?|]|(?<![\w^{.(⁻-])[0-9]")
_TOUCHING = re.compile(
    r"(?:da|[yzafpnuµμmcdhkMGTPE])?(?:m|g|s|A|K|mol|cd|N|J|W|V|C|F|H|T|Hz|Pa|eV|Ω|L|l|Wb|S|bar|cal)"
    r"|h|min|deg|degrees|rad|lb|ft|in|mi|mph|atm|u|yr|AU|pc|ly"
)


@frozen(kw_only=True)
class Amount:
    """The number in a text and its unit; `refused` says why a number that is there was not read.

    >>> Amount(number=Fraction(5), unit="kg").refused
    ''
    """

    number: Fraction | None = None
    unit: str = ""
    refused: str = ""


def amount(text: str) -> Amount:
    """Read a text that is one number and perhaps a unit; total, in time linear in the text.

    A decimal point, commas between thousands, powers of ten, fractions of two numbers, and a
    currency sign in front are read. A range, an expression (`2 * pi`), a list and prose have no
    number; nor has a number of more than 40 digits or a power of ten beyond 400 (`refused`). What
    touches the number without a space must be a well-known unit: `2x` is an expression.

    >>> amount("20.3 m/s")
    Amount(number=Fraction(203, 10), unit='m/s', refused='')
    >>> amount("-1/3").number, amount("5,000 N").number, amount("3 x 10^8 m/s").unit
    (Fraction(-1, 3), Fraction(5000, 1), 'm/s')
    >>> amount("mass of the atom").number is None, amount("2 * pi").number is None
    (True, True)
    """
    text = text.strip()
    money = _MONEY.match(text)
    lead = money.group().strip() if money else ""
    scaled = _scaled(text[money.end() :] if money else text)
    if scaled is None:
        return Amount()
    sign, whole, part, power, rest = scaled
    over = _OVER.match(rest)
    if over:
        rest = rest[over.end() :]
    unit = _unit(rest)
    if unit is None or (money and unit):
        return Amount()
    above = _exact(sign, whole, part, power)
    below = _exact("", over.group(1), over.group(2) or "", 0) if over else Fraction(1)
    if above is None or below is None:
        return Amount(refused=f"a number of more than {MOST_DIGITS} digits or too large a power")
    return Amount(number=above / below, unit=lead or unit) if below else Amount()


def _scaled(text: str) -> tuple[str, str, str, int, str] | None:
    """Find sign, whole digits, decimals, the power of ten, and what follows."""
    ten = _TEN.match(text)
    if ten:
        return ten.group(1), "1", "", _power(ten.group(2, 3, 4)), text[ten.end() :]
    found = _NUMBER.match(text)
    if found is None or not (found.group(2) or found.group(3)):
        return None
    sign, whole, part, exponent = found.groups("")
    power, end = _power((exponent,)), found.end()
    times = _TIMES_TEN.match(text, end)
    if times:
        power, end = power + _power(times.groups()), times.end()
    return sign, whole.replace(",", ""), part, power, text[end:]


def _power(written: tuple[str | None, ...]) -> int:
    digits = next(filter(None, written), "0").translate(_RAISED)
    # Long ones are beyond the limit anyway, unless zeros lead.
    return int(digits) if len(digits) <= MOST_DIGITS else _BEYOND


def _exact(sign: str, whole: str, part: str, power: int) -> Fraction | None:
    if len(whole) + len(part) > MOST_DIGITS or abs(power) > MOST_EXPONENT:
        return None
    number = Fraction(int(whole + part)) * Fraction(10) ** (power - len(part))
    return -number if sign.translate(_RAISED) == "-" else number


def _unit(rest: str) -> str | None:
    """Take what follows a number as its unit; None where it shows that there is more than that."""
    unit = rest.strip()
    if not unit:
        return ""
    word = _WORD.match(unit)
    if word is None:
        fine = unit[0] in "°%‰'\"" or (unit[0] == "(" and rest[0].isspace())
        return unit if fine and not _JOINS.search(unit) else None
    first, after = word.group(), unit[word.end() : word.end() + 1]
    if first.lower() in _NO_UNITS or "_" in first or after == "(" or _JOINS.search(unit):
        return None
    return unit if rest[0].isspace() or _TOUCHING.fullmatch(first) else None
