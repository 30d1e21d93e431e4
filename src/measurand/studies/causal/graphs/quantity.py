"""What a value says as people write it: its number and unit, its sign, and whether it is a vector.

A number is read where the text is one number and perhaps a unit: `20.3 m/s`, `1/3`,
`3 x 10^8 m/s`; prose has none. Without a number the words decide: those of the value (`width of the
well`), where it has some; else those of the name (`rest_mass`). What counts is the noun that they
are about, the last before `of`, `from`, `between` and the like: the momentum of a mass is no mass.

A length, a mass, a distance, a speed and a physical constant are above 0, as if a number were given
that is. Nothing else is taken for that, and neither are those that have a sign by convention (the
focal length of a lens) or compare two of their kind (a change of length).
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from measurand.values.reasoning import Known

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
    number = _NUMBER.match(text)
    if number is None or not (number.group(2) or number.group(3)):
        return None
    sign, whole, part, exponent = number.groups("")
    power, end = _power((exponent,)), number.end()
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


_NOUN_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_APART = re.compile(r"[,;:()\[\]{}]|\s[-–—]\s")
_FORMULA = re.compile(r"^\s*[-−–]|[<>^*+±√\\]")
_EQUATION = re.compile("[=/]")
_LONG = 3


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BOUND = _listed("""
    of from in to between for at on with per due along across under over by that which as where when
    through above below into
""")
_ABOVE = _listed("""
    length width height depth thickness radius diameter distance wavelength perimeter circumference
    circumradius inradius breadth altitude separation mass speed
""")
_PLURALS = {f"{word}s": word for word in _ABOVE} | {"masses": "mass", "radii": "radius"}
_SIGNED = _listed("""
    change changes difference differences signed negative minus sign delta variation excess
    deviation error correction shift increase decrease increment displacement offset relative focal
    image object virtual curvature scattering effective imaginary complex logarithm log exponent
    inverse reciprocal zero
""")
"""Words beside which a length, a mass or a speed may be 0 or below."""
_TOLD = re.compile(r"[a-z]{2,}(?:ed|en)|apart|away|run|gone")
"""What may stand after a noun and tell more of it: the distance travelled, or fallen."""
_ALTERED = _listed("""
    added removed subtracted gained lowered raised reduced stretched compressed extended shortened
    lengthened shifted changed transferred
""")
"""Of these, what tells of a change instead, which may be below 0: the mass added."""
_CONSTANTS = (
    r"(?:reduced )?planck(?:'s)? constant",
    r"boltzmann(?:'s)? constant",
    r"stefan[-– ]boltzmann constant",
    r"(?:universal |ideal |molar )*gas constant",
    r"(?:universal |newton's |newtonian )?(?:gravitational constant|constant of gravitation)",
    r"(?:newton's|atomic mass) constant",
    r"avogadro(?:'s)? (?:constant|number)",
    r"(?:coulomb|faraday|rydberg|wien|hubble)(?:'s)? constant",
    r"(?:fine[- ]structure|solar|electric|magnetic) constant",
    r"(?:vacuum |electric )?permittivity(?: of (?:free space|(?:the )?vacuum))",
    r"(?:vacuum |magnetic )?permeability(?: of (?:free space|(?:the )?vacuum))",
    r"vacuum (?:permittivity|permeability)",
    r"bohr (?:radius|magneton)",
    r"elementary charge",
    r"(?:speed|velocity) of (?:light|sound)(?= in\b| through\b|\W*\w{0,2}\W*$)",
)
_CONSTANT = re.compile(rf"(?:the |a )?(?:{'|'.join(_CONSTANTS)})\b")

_VECTORS = _listed("""
    vector vectors velocity velocities force forces acceleration momentum displacement torque field
    fields dipole impulse
""")
_TUPLE = re.compile(r"\s*[(\[⟨<]\s*[^()\[\]]*,[^()\[\]]*[)\]⟩>]\s*")
_UNITS_OF_SPACE = re.compile(
    r"(?<![a-z])[ijk](?![a-z_]).*[+-].*(?<![a-z])[ijk](?![a-z_])|[îĵ]|\b[ijkxyz]_?hat\b"
)
_ARROW = re.compile("\u20d7|\u20d1|(?:^|_)vec(?:_|$)|→")


def is_positive(known: Known) -> bool:
    """Tell whether a known is above 0: by its number, or by its words where it has none.

    >>> [is_positive(Known(name="L", text=text)) for text in ("width of the well", "well", "L")]
    [True, False, False]
    >>> [is_positive(Known(name=name)) for name in ("rest_mass", "charge", "speed of light")]
    [True, False, True]
    """
    if known.number is not None:
        return known.number > 0
    words = _words(known)
    if _FORMULA.search(words) or not _SIGNED.isdisjoint(_said(words)):
        return False
    return any(_CONSTANT.match(part) or _is_above(part) for part in _parts(words))


def is_vector(name: str, known: Known | None) -> bool:
    """Tell whether a quantity is said to be a vector; one with a number is none.

    >>> is_vector("B", Known(name="B", text="magnetic field")), is_vector("B", None)
    (True, False)
    >>> is_vector("v", Known(name="v", text="[1, 0, 2]")), is_vector("velocity", None)
    (True, True)
    """
    if known is None:
        known = Known(name=name)
    if known.number is not None or any(map(_CONSTANT.match, _parts(_words(known)))):
        return False
    if _ARROW.search(name) or _TUPLE.fullmatch(known.text) or _UNITS_OF_SPACE.search(known.text):
        return True
    words = set(_said(_words(known)))
    if words & {"vector", "vectors"} or words >= {"magnetic", "moment"}:
        return True
    heads = (_head(part) for part in _parts(_words(known)))
    return any(head in _VECTORS for head in heads)


def _words(known: Known) -> str:
    """Give the words of a value; of the name where the value has none."""
    long = [word for word in _said(known.text) if len(word) >= _LONG]
    text = known.text if long else known.name.replace("_", " ")
    return text.replace("’", "'").lower()


def _said(text: str) -> list[str]:
    return _NOUN_WORD.findall(text.lower())


def _parts(words: str) -> Iterator[str]:
    """Give the first part with a word in it, which says what the quantity is."""
    for part in _APART.split(words):
        if any(len(word) >= _LONG for word in _said(part)):
            yield part.strip()
            return


def _is_above(part: str) -> bool:
    head = _head(part).rpartition("-")[2]
    if head == "axis" and "semi" in part:
        return True
    return not _EQUATION.search(part) and _PLURALS.get(head, head) in _ABOVE


def _head(part: str) -> str:
    """Find the noun that a phrase is about; symbols after it (`mass m`) are none."""
    words = _said(part)
    end = next((at for at, word in enumerate(words) if word in _BOUND and at), len(words))
    nouns = [word for word in words[:end] if len(word) >= _LONG]
    while len(nouns) > 1 and _TOLD.fullmatch(nouns[-1]) and nouns[-1] not in _ALTERED | _ABOVE:
        nouns.pop()
    return nouns[-1] if nouns else ""
