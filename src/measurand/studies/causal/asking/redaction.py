"""Keeping a removed value out of what is shown: numbers are compared by value, not by spelling.

Whether a model can recover a value is asked only if the prompt does not hold it. A value has many
spellings (`3e8`, `3 x 10^8`, `300,000,000`), so every number of a text is read in all ways that
fit, and equal numbers get one name: significant digits and a power of ten, or a reduced fraction.
All patterns are of bounded repetition, so that reading is linear in the text.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from unicodedata import decimal, numeric

from attrs import field, frozen

from measurand.values.reasoning import Known

_SPACES = " \u00a0\u2009\u202f"
_VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_SIGN = r"[+\-\u2212]?"
_NUMERAL = rf"(?:\d+(?:\.\d+)?|\.\d+)(?:[eE]{_SIGN}\d+)?"
_POWER = (
    rf"(?:(?:\^|\*\*)\s{{0,3}}(?:\{{\s?({_SIGN}\d+)\s?\}}|\(?({_SIGN}\d+)\)?)|([⁺⁻]?[⁰¹²³⁴-⁹]+))"
)
# A tab and `imes` is what JSON makes of `\times` with a single backslash.
_TIMES = r"\s{0,3}(?:[xX×·⋅*]|times\b|\\times|\times|\\cdot)\s{0,3}"

_START = re.compile(rf"\.?\d|[{_VULGAR}]|\\[dtc]?frac\b")
_PLAIN = re.compile(_NUMERAL)
_SCALED = re.compile(rf"({_NUMERAL}){_TIMES}10\s?{_POWER}")
_TEN = re.compile(rf"10\s?{_POWER}")
# At most 13 groups: a longer number is read as none.
_GROUPED = re.compile(rf"\d{{1,3}}(?:[,_'’]\d{{3}}){{1,13}}(?!\d)(?:\.\d+)?(?:[eE]{_SIGN}\d+)?")
_SPACED = re.compile(rf"\d{{1,3}}(?:[{_SPACES}]\d{{3}}){{1,13}}(?!\d)(?:[.,]\d+)?")
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{3}){1,13},\d+|\d{1,3}(?:\.\d{3}){2,13}(?![\d.])")
_COMMA = re.compile(r"\d+(?:,(?!\d{3}(?!\d))|·)\d+")
_OVER = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s?[/⁄÷]\s?(\d+(?:\.\d+)?|\.\d+)")
_FRAC = re.compile(r"\\[dtc]?frac\s?\{\s?(\d+)\s?\}\s?\{\s?(\d+)\s?\}")
_MIXED = re.compile(rf"(\d{{0,9}})\s?([{_VULGAR}])")
_MIXED_OVER = re.compile(r"(\d{1,9})[ -](\d{1,9})\s?[/⁄]\s?(\d{1,9})(?!\d)")
_PERCENT = re.compile(r"\s?(?:%|percent\b|per cent\b)")
# A sign that belongs to the number, and is not what joins it to another.
_SIGNED = re.compile(
    rf"(?:^|[=(\[{{,:;<>≈~→]|\b(?:is|equals|be|of))[{_SPACES}]{{0,3}}([+\-\u2212][{_SPACES}]?)$"
)
_EXPONENT = re.compile(r"(?:\^|\*\*)\s?[{(]?[+\-\u2212]?$")
_BINDING = ("√", "^", "/", "÷")
"""What binds the number behind it, so that 3/2 is no number there."""
_BEFORE, _LONGEST_POWER, _LONGEST_RATIO = 14, 9, 40
_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u2212", "+-0123456789-")


@frozen(kw_only=True)
class SpelledNumber:
    """One way to read a number at a place of a text; signs play no part in its values.

    `values` name what it may be worth: equal numbers have equal names. `digits` are its significant
    digits where it is a plain decimal, else empty. `begin` is before a sign that belongs to it,
    `start` behind. `inside` tells that it ends a name, as in `v20`; `raised` that it is an
    exponent.
    """

    text: str
    begin: int
    start: int
    end: int
    values: frozenset[str]
    digits: str = ""
    inside: bool = False
    raised: bool = False


def find_numbers(
    text: str, wanted: Callable[[SpelledNumber], bool] = lambda _: True
) -> Iterator[SpelledNumber]:
    """Find the numbers of a text that are wanted; of several ways to read one, the longest.

    Expressions are not worked out. It takes time linear in the text: no more than 13 groups of
    thousands are read as one number.

    >>> [(it.text, *it.values) for it in find_numbers("v = 3 x 10^8 m/s, 3/2 or -12,000")]
    [('3 x 10^8', '3e8'), ('3/2', '15e-1'), ('12,000', '12e3')]
    >>> [it.text for it in find_numbers("3/2 or 12,000", lambda it: it.text != "3/2")]
    ['3', '2', '12,000']
    """
    at = 0
    while match := _START.search(text, at):
        start = match.start()
        ways = _ways(text, start)
        chosen = next(filter(wanted, ways), None)
        if chosen is not None:
            yield chosen
        at = chosen.end if chosen else _behind(text, start, match.end())


def number_name(number: Fraction) -> str:
    """Name the absolute value of a number.

    >>> number_name(Fraction(-3, 2)), number_name(Fraction(1, 3)), number_name(Fraction(0))
    ('15e-1', '1/3', '0')
    """
    top, bottom = abs(number.numerator), number.denominator
    rest, places = bottom, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest //= prime
            count += 1
        places = max(places, count)
    if rest > 1:
        return f"{top}/{bottom}"
    return _name(str(top * 10**places // bottom), -places)


def _behind(text: str, start: int, least: int) -> int:
    """Give where to go on behind a number that is not wanted: its parts are none of their own."""
    for pattern in (_SCALED, _GROUPED, _TEN, _PLAIN):
        match = pattern.match(text, start)
        if match:
            return match.end()
    return least


def _ways(text: str, start: int) -> list[SpelledNumber]:
    """Read a number in all ways that fit, the longest first."""
    before = text[max(0, start - 2) : start]
    times = before[-1:] in ("x", "X") and before[:1].isdecimal()
    named = (before[-1:].isalpha() and not times) or before[-1:] == "_"
    inside = named and text[start].isdecimal()
    readings: list[SpelledNumber] = []
    readers = _READERS
    if inside:
        readers = (_AS_IT_STANDS,)
    elif _GROUPED.match(text, start):
        readers = (_BY_THOUSANDS,)
    elif before[-1:] in _BINDING:
        readers = (_AS_IT_STANDS, _TEN_RAISED)
    raised = _EXPONENT.search(text[max(0, start - _BEFORE) : start]) is not None
    for pattern, read in readers:
        match = pattern.match(text, start)
        worth = read(match) if match else None
        if not match or worth is None:
            continue
        end = match.end()
        values, digits = worth
        percent = _PERCENT.match(text, end) and "/" not in values
        readings.append(
            SpelledNumber(
                text=match.group(),
                begin=_begin(text, start),
                start=start,
                end=end,
                values=frozenset((values, _moved(values)) if percent else (values,)),
                digits=digits,
                inside=inside,
                raised=raised,
            )
        )
    return sorted(readings, key=lambda it: -it.end)


def _begin(text: str, start: int) -> int:
    before = text[max(0, start - _BEFORE) : start]
    sign = _SIGNED.search(before)
    return start - len(before) + sign.start(1) if sign else start


_Worth = tuple[str, str] | None


def _name(digits: str, power: int) -> str:
    """Name a number so that equal ones have one name."""
    significant = digits.strip("0")
    trailing = len(digits) - len(digits.rstrip("0"))
    return f"{significant}e{power + trailing}" if significant else "0"


def _moved(name: str) -> str:
    """Name a hundredth of a number."""
    digits, _, power = name.partition("e")
    return f"{digits}e{int(power) - 2}" if power else name


def _parts(number: str, more: int = 0) -> tuple[str, int] | None:
    """Take the digits of a decimal and the power of ten of the last one."""
    mantissa, _, power = number.lower().partition("e")
    power = power.translate(_RAISED)
    whole, _, part = mantissa.partition(".")
    if len(power) > _LONGEST_POWER:
        return None
    digits = "".join(str(decimal(c)) for c in whole + part if c.isdecimal())
    return digits, int(power or 0) - sum(c.isdecimal() for c in part) + more


def _plain(found: re.Match[str]) -> _Worth:
    parts = _parts(found.group())
    return (_name(*parts), parts[0].strip("0")) if parts else None


def _scaled(found: re.Match[str]) -> _Worth:
    power = _power(found.groups()[1:])
    parts = _parts(found.group(1), power) if power is not None else None
    return (_name(*parts), parts[0].strip("0")) if parts else None


def _ten(found: re.Match[str]) -> _Worth:
    power = _power(found.groups())
    return (_name("1", power), "") if power is not None else None


def _power(written: tuple[str | None, ...]) -> int | None:
    text = next(filter(None, written), "").translate(_RAISED)
    return int(text) if len(text) <= _LONGEST_POWER else None


def _other(found: re.Match[str]) -> _Worth:
    """Read a number with a decimal comma, or with points between its thousands."""
    whole, _, part = found.group().replace("·", ",").partition(",")
    parts = _parts(f"{whole.replace('.', '')}.{part}")
    return (_name(*parts), "") if parts else None


def _spaced(found: re.Match[str]) -> _Worth:
    parts = _parts(found.group().replace(",", "."))
    return (_name(*parts), "") if parts else None


def _over(found: re.Match[str]) -> _Worth:
    top, bottom = found.groups()
    if len(top) + len(bottom) > _LONGEST_RATIO:
        return None
    below = Fraction(_ascii(bottom))
    return (number_name(Fraction(_ascii(top)) / below), "") if below else None


def _ascii(number: str) -> str:
    return "".join(str(decimal(c)) if c.isdecimal() else c for c in number)


def _vulgar(found: re.Match[str]) -> _Worth:
    part = Fraction(numeric(found.group(2))).limit_denominator(10)
    return number_name(int(found.group(1) or 0) + part), ""


def _mixed(found: re.Match[str]) -> _Worth:
    whole, top, bottom = map(int, found.groups())
    return (number_name(whole + Fraction(top, bottom)), "") if bottom else None


_Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], _Worth]]
_AS_IT_STANDS: _Reader = (_PLAIN, _plain)
_BY_THOUSANDS: _Reader = (_GROUPED, _plain)
_TEN_RAISED: _Reader = (_TEN, _ten)
_READERS: tuple[_Reader, ...] = (
    _AS_IT_STANDS,
    (_SCALED, _scaled),
    _TEN_RAISED,
    (_SPACED, _spaced),
    (_DOTTED, _other),
    (_COMMA, _other),
    (_OVER, _over),
    (_FRAC, _over),
    (_MIXED, _vulgar),
    (_MIXED_OVER, _mixed),
)

HIDDEN = "[number not shown]"
"""Stands in a prompt for a number that would give away the removed value."""

_INSIDE = 3
_UNIT = re.compile(r"\s?(?!(?:π|pi|x|times)\b)([^\W\d_]+|[%°])")
_BETWEEN = r"[\s_]+"
_STATES = r"\s{0,3}(?:=|:=?|≈|→|\b(?:is|equals|be|of)\b)\s{0,3}[(\[]?[+\-\u2212]?\s?"


@frozen
class Redaction:
    """Hides a removed value wherever else it is written: in rules, in other values, in names.

    Spelled numbers are hidden that are worth the same, whatever their sign: 300000000, 3e8 and
    3 x 10^8; 1.5, 3/2 and 1½; 0.4 and 40%. Decimals of two significant digits or more are the same
    where these are, whatever the power of ten (units are converted so): 20.3, 0.0203 and 2.03e1. A
    single digit is an exponent or a half elsewhere, and is hidden only with the removed name and
    `=`, `:` or `is` before it, with the unit of the removed value behind it, or as the value of a
    known whose name holds the removed one. Inside a name (`v203`) three digits count.

    What may remain: a value in words ("twenty"), a rounded one (0.333 for 1/3), an expression that
    is worth as much (2 * 10.15), other units where there is one significant digit or more than a
    power of ten between them, and a single digit that is stated by another name (`m = 5` where the
    known is called mass).

    >>> hide = Redaction.of(Known(name="v", text="20.3 m/s"))
    >>> hide("x = 20.30 * t + 2 - v203"), hide("203/10 W"), hide("a 120.3")
    ('x = [number not shown] * t + 2 - v[number not shown]', '[number not shown] W', 'a 120.3')
    >>> Redaction.of(Known(name="n", text="5 kg"))("E = 5*n/2, where n = 5, or 5.0, or 5 kg")
    'E = 5*n/2, where n = [number not shown], or [number not shown], or [number not shown] kg'
    """

    name: str = ""
    values: frozenset[str] = frozenset()
    digits: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    _states: re.Pattern[str] | None = field(default=None, repr=False, eq=False)

    @classmethod
    def of(cls, known: Known) -> "Redaction":
        """Look at the value of a known; what is absent, or the name again, hides nothing."""
        text = known_text(known).strip()
        numbers = [
            it for it in find_numbers(text) if (not it.inside or _long(it)) and not it.raised
        ]
        if text == known.name.strip() and not (numbers and numbers[0].begin == 0):
            return cls(known.name)
        values = frozenset().union(*(it.values for it in numbers))
        units = (_UNIT.match(text, it.end) for it in numbers)
        words = [re.escape(word) for word in re.split(r"[\s_]+", known.name.strip()) if word]
        return cls(
            name=known.name,
            values=values if known.number is None else values | {number_name(known.number)},
            digits=frozenset(it.digits for it in numbers if len(it.digits) > 1),
            units=frozenset(unit.group(1) for unit in units if unit),
            states=re.compile(rf"(?<!\w){_BETWEEN.join(words)}{_STATES}") if words else None,
        )

    def names(self, name: str) -> bool:
        """Tell whether a name is the removed one with more words: `x` in `x_copy`."""
        words = re.split(r"[\W_]+", self.name.strip())
        return "".join(words) != "" and _holds(re.split(r"[\W_]+", name), words)

    def __call__(self, text: str, *, stated: bool = False) -> str:
        """Hide the value in a text; `stated` says that the text begins with the removed value."""
        if not self.values:
            return text
        stated_at = (
            {found.end() for found in self._states.finditer(text)} if self._states else set()
        )
        if stated:
            stated_at.add(0)

        def wanted(it: SpelledNumber) -> bool:
            if it.inside and not _long(it):
                return False
            if len(it.text) > 1 or not it.text.isdecimal():
                return it.digits in self.digits or not self.values.isdisjoint(it.values)
            if number_name(Fraction(int(it.text))) not in self.values:
                return not self.values.isdisjoint(it.values)  # 5% is 0.05
            unit = None if it.raised else _UNIT.match(text, it.end)
            by_unit = unit is not None and unit.group(1) in self.units
            return by_unit or it.start in stated_at or it.begin in stated_at

        shown, at = [], 0
        for it in find_numbers(text, wanted):
            shown += [text[at : it.begin], HIDDEN]
            at = it.end
        return "".join([*shown, text[at:]])


def _long(it: SpelledNumber) -> bool:
    """Tell whether a number inside a name has enough digits."""
    return sum(c.isdecimal() for c in it.text.lower().partition("e")[0]) >= _INSIDE


def _holds(words: list[str], part: list[str]) -> bool:
    size = len(part)
    return any(words[at : at + size] == part for at in range(len(words) - size + 1))


def known_text(known: Known) -> str:
    """Write the value of a known as a prompt shows it.

    >>> known_text(Known(name="m", text="2 kg")), known_text(Known(name="m", number=Fraction(1, 4)))
    ('2 kg', '0.25')
    """
    number = known.number
    if known.text or number is None:
        return known.text
    if number.denominator == 1:
        return str(number.numerator)
    return repr(float(number)) if abs(number) < 10**16 else ""


@frozen
class ShownNames:
    """The names of a graph as a prompt shows them: what is hidden keeps names apart.

    >>> names = ShownNames(Redaction.of(Known(name="v", text="20.3")))
    >>> names("v=20.3"), names("v=2.03"), names("v=20.3"), names("t")
    ('v=[number not shown]', 'v=[number not shown] (2)', 'v=[number not shown]', 't')
    """

    hide: Redaction
    given: dict[str, str] = field(factory=dict, repr=False)
    taken: set[str] = field(factory=set, repr=False)

    def __call__(self, name: str) -> str:
        """Show a name."""
        if name not in self.given:
            shown = base = self.hide(name)
            count = 1
            while shown in self.taken:
                count += 1
                shown = f"{base} ({count})"
            self.taken.add(shown)
            self.given[name] = shown
        return self.given[name]
