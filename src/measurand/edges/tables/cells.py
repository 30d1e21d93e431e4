"""One cell of a printed table: its number, those beside it, and what was not understood."""

import re
from enum import Enum

from attrs import evolve, frozen

from measurand.edges.tables.plain_text import latex_plain, western
from measurand.values.printed import Printed, Unit

Companions = tuple[tuple["Companion", Printed], ...]


class Companion(Enum):
    """What a number beside the first one is, as far as its form says."""

    SPREAD = "±"
    BRACKET = "()"
    CHANGE = "(+-)"
    LOW = "low"
    HIGH = "high"


@frozen(kw_only=True)
class Cell:
    """What was read in a cell. `marks` were left out; `note` says what was guessed or not read.

    >>> read_cell("63.3 ± 0.4*").marks
    '*'
    """

    printed: Printed | None = None
    companions: Companions = ()
    marks: str = ""
    note: str = ""
    empty: bool = False


_SIGN = "[-+\u2212]"
_GAPS = "\u2009\u202f\u00a0'\u2019"
_EXPONENT = rf"(?:[eE][-+]?[0-9]{{1,3}}|[ ]?[×·x][ ]?10\^?\{{?{_SIGN}?[0-9]{{1,2}}\}}?)"
_NUMBER = (
    rf"{_SIGN}?[ ]?[$€£¥]?[0-9.][0-9.,{_GAPS}]{{0,60}}(?<![,{_GAPS}]){_EXPONENT}?[ {_GAPS}]?%?"
)
_N = rf"({_NUMBER})"
_SPREAD = re.compile(rf"{_N}[ ]?[\[(]?[ ]?±[ ]?{_N}[ ]?[\])]?")
_NAMED_SPREAD = re.compile(
    rf"{_N}[ ]?[\[(][ ]?(?:s\.?d|s\.?e|std|sem|stdev|stderr)[ .:=]{{0,3}}{_N}[ ]?[\])]",
    re.IGNORECASE,
)
_NO_SPREAD = re.compile(rf"{_N}[ ]?[\[(]?[ ]?±[ ]?([^0-9]{{0,20}})")
_PLUS_MINUS = re.compile(
    rf"\+[ ]?/[ ]?{_SIGN}|\+{_SIGN}(?=[ ]?[0-9.])"
    r"|\u207a[\u2044/]\u208b|&plusmn;|&#177;|\\pm(?![A-Za-z])"
)
_WRAPPED = re.compile(rf"(?:np\.float64|tensor)\(({_NUMBER})(?:, ?dtype=[a-z0-9_.]{{1,20}})?\)")
_LOWERED = re.compile(r"[ ]?[_^](?:\{[ ]?(±[^{}]{1,60})\}|(?=±))")
_TOGETHER = re.compile(rf"[\[(]({_NUMBER})[ ]?±[ ]?({_NUMBER})[\])]({_EXPONENT})?([ ]?%)?")
_BRACKET = re.compile(rf"{_N}[ ]?[\[(][ ]?{_N}[ ]?[\])]")
_RANGE = re.compile(rf"{_N}[ ]?[\[(][ ]?{_N}[ ]?(?:[,;\u2013\u2014-]|to|\u2009)[ ]?{_N}[ ]?[\])]")
_UNSIGNED = r"(?![ ]?[-+\u2212])"
_DASHED = (
    r"(?P<dash>(?<=[0-9.%])-{1,3}|(?<=[0-9.%])[\u2013\u2014\u2212]|[ ][-\u2013\u2014\u2212][ ])"
)
_PARTED = (
    rf"(?:[ ]?(?:[,;]|to|\u2026|\.{{2,3}})[ ]?|{_DASHED}{_UNSIGNED}"
    rf"|[ ]?[\u2013\u2014][ ]?(?=[-\u2212][0-9.])|(?(open)[ ]{_UNSIGNED}|(?!)))"
)
_ENDS = re.compile(
    rf"(?P<open>[\[(])?[ ]?(?P<low>{_NUMBER}){_PARTED}(?P<high>{_NUMBER})[ ]?(?(open)[\])])"
    r"(?P<sign>[ ]?%)?"
)
"""Two numbers; where a dash parts them the second has no sign, and none is doubled after a sign."""
_P = re.compile(
    r"(?:[pP][ ]?(?=[=<>\u2264\u2265]))?(?P<sign>=|<=?|>=?|\u2264|\u2265)?[ ]?"
    r"(?P<number>[^=<>\u2264\u2265]{1,40})"
)
_NO_P = re.compile(
    r"(?:p[ ]?=?[ ]?)?n\.?[ ]?s\.?|not significant|[*\u2020\u2021]{1,4}|ref\.?|reference",
    re.IGNORECASE,
)
_ALONE = re.compile(_N)
_FACTOR = re.compile(rf"{_N}[ ]?[×x]")
_PICTURES = (
    r"\u2600-\u2794\u2798-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f300-\U0001f64f\U0001f680-\U0001faff"
)
"""Medals, stars and the like; not the heavy plus and minus, which may be signs of numbers."""
_MARKS = re.compile(
    r"(?:[ ]?(?:\^\{?[*†‡§¶a-z,]{1,6}\}?|[*†‡§¶↑↓▲▼✓\u1d43-\u1d5b\u02b0-\u02b8\u00b9\u00b2\u00b3"
    rf"{_PICTURES}]|\[\^[^\[\]\s]{{1,20}}\])){{1,6}}$"
)
_LEADING = re.compile(rf"^[*†‡§¶↑↓▲▼{_PICTURES}]{{1,3}}[ ]?")
_MISSING = frozenset(
    {
        "",
        "-",
        "–",
        "—",
        "−",
        "--",
        "---",
        "n/a",
        "na",
        "nan",
        "none",
        "null",
        "/",
        ".",
        "…",
        "...",
        "tbd",
        "?",
    }
)
_BOUND = re.compile(r"^[ ]?(?:[<>≤≥]|<=|>=)[ ]?=?[ ]?[0-9.]")
_ABOUT = re.compile(r"^[~≈][ ]?[0-9.]")
_COMMA = re.compile(r"^[1-9][0-9]{0,2}(?:,[0-9]{3}){1,12}(?:\.[0-9]{1,40})?$")
_POINT = re.compile(r"^[1-9][0-9]{0,2}(?:\.[0-9]{3}){1,12}(?:,[0-9]{1,40})?$")
_GAPPED = re.compile(rf"^[1-9][0-9]{{0,2}}(?:[{_GAPS}][0-9]{{3}}){{1,12}}(?:[.,][0-9]{{1,40}})?$")
_DECIMAL_COMMA = re.compile(r"(?<![0-9.,])[0-9]{1,40},[0-9]{1,40}(?![0-9.,])")
_POWER = re.compile(rf"[ ]?[×·x][ ]?10\^?\{{?({_SIGN}?[0-9]{{1,2}})\}}?")
_LONGEST = 200
_AFTER_ZERO = re.compile(r"^0[0-9]")


def read_cell(text: str, *, decimal_comma: bool = False, commas: bool = True) -> Cell:
    """Read a cell; nothing is taken for a number that may be something else.

    With `decimal_comma` 63,3 is a number and points part thousands; one that cannot, as in 62.0,
    parts decimals. Otherwise a comma parts
    thousands, and where `commas` is False (a column in which it may be either) it is not read.

    >>> read_cell("1,234").printed.text, read_cell("63,3").note
    ('1234', "'63,3' is not read: a comma may part decimals (--decimal-comma)")
    >>> [(what.value, number.text) for what, number in read_cell("63.3 [62.1, 64.5]").companions]
    [('low', '62.1'), ('high', '64.5')]
    >>> read_cell("np.float64(0.5)").printed.text
    '0.5'
    >>> read_cell("< 0.001").note
    "'< 0.001' is not read: a bound is no number"
    """
    text = western(text).strip().strip("\u2009 ")
    wrapped = _WRAPPED.fullmatch(text)
    text = wrapped[1] if wrapped else _one_sign(text)
    if text.lower() in _MISSING:
        return Cell(empty=True)
    if len(text) > _LONGEST:
        return Cell(note=f"a cell of {len(text)} characters is not read")
    if _BOUND.match(text) or _ABOUT.match(text):
        what = "a bound" if _BOUND.match(text) else "about so much"
        return Cell(note=f"{text!r} is not read: {what} is no number")
    bare, marks = _unmarked(text)
    try:
        return _formed(bare, marks, decimal_comma=decimal_comma, commas=commas)
    except ValueError as error:
        return Cell(note=f"{text!r} is not read: {error}")


def read_ends(text: str, *, decimal_comma: bool = False, commas: bool = True) -> tuple[Cell, Cell]:
    """Read a cell that is an interval, and nothing else: its two ends, in one unit.

    >>> [one.printed and one.printed.text for one in read_ends("[44.0, 49.0%]*")]
    ['44.0%', '49.0%']
    >>> [one.printed and one.printed.text for one in read_ends("-0.5 to -0.1")]
    ['-0.5', '-0.1']
    >>> read_ends("-0.5--0.1")[0].note, read_ends("n/a")[1].empty
    ("'-0.5--0.1' is not read: its form is not known", True)
    """
    text = western(text).strip().strip("\u2009 ")
    if text.lower() in _MISSING:
        return (Cell(empty=True),) * 2
    bare, marks = _unmarked(text[:_LONGEST])
    found = _ENDS.fullmatch(bare)
    if found is None or len(text) > _LONGEST or _is_doubled(found):
        return (Cell(note=f"{text[:_LONGEST]!r} is not read: its form is not known"),) * 2
    both = found["low"], found["high"]
    try:
        ends = [read_number(one, decimal_comma=decimal_comma, commas=commas) for one in both]
    except ValueError as error:
        return (Cell(note=f"{text!r} is not read: {error}"),) * 2
    if found["sign"]:
        ends = [evolve(one, unit=Unit.PERCENT) for one in ends]
    low, high = _one_unit(ends)
    return Cell(printed=low, marks=marks), Cell(printed=high, marks=marks)


def _is_doubled(found: re.Match[str]) -> bool:
    """Tell several dashes after a number below 0: the last one may be a sign."""
    return (found["dash"] or "").startswith("--") and found["low"].strip()[:1] in {"-", "\u2212"}


def read_p_value(
    text: str, *, decimal_comma: bool = False, commas: bool = True
) -> tuple[str, Cell]:
    """Read a cell under a p: a number, or one that p is said to be below or above.

    What is not significant at a level that is not printed is no number, nor are stars.

    >>> sign, cell = read_p_value("p < .001***")
    >>> sign, cell.printed and cell.printed.text, cell.marks
    ('<', '0.001', '***')
    >>> read_p_value("0.03*")[0], read_p_value("n.s.")[1].empty
    ('', True)
    """
    plain = western(text).strip().strip("\u2009 ")
    bare = _LEADING.sub("", plain)
    found = _P.fullmatch(bare)
    if _NO_P.fullmatch(plain) or _NO_P.fullmatch(_unmarked(plain)[0]):
        return "", Cell(empty=True)
    if found is None or not (found["sign"] or bare[:1] in {"p", "P"}):
        return "", read_cell(text, decimal_comma=decimal_comma, commas=commas)
    cell = read_cell(found["number"], decimal_comma=decimal_comma, commas=commas)
    sign = (found["sign"] or "=")[0]
    return {"\u2264": "<", "\u2265": ">", "=": ""}.get(sign, sign), cell


def paired(text: str, *, brackets: bool = False) -> tuple[Printed, Printed] | None:
    """Read two numbers of one cell: the second after ±, or in brackets where that is known.

    >>> [one.text for one in paired("63.3 +/- 0.4%") or ()], paired("63.3 (0.4)"), paired("63.3")
    (['63.3%', '0.4%'], None, None)
    """
    cell = read_cell(text)
    match cell.printed, cell.companions, cell.marks:
        case Printed() as first, ((Companion.SPREAD, second),), "":
            return first, second
        case Printed() as first, ((Companion.BRACKET, second),), "" if brackets:
            return first, second
        case _:
            return None


def _one_sign(text: str) -> str:
    r"""Write what stands for plus or minus as one sign, on the line, both numbers alike.

    >>> _one_sign(r"$12.34_{\pm 0.56}$"), _one_sign("(1.2 +/- 0.3)%"), _one_sign("+-1")
    ('12.34 ± 0.56', '1.2% ± 0.3%', '+-1')
    """
    if len(text) > _LONGEST or not ("±" in text or _PLUS_MINUS.search(text, 1)):
        return text
    if "\\" in text:
        text = latex_plain(text)[0]
    text = f"{text[:1]}{_PLUS_MINUS.sub('±', text[1:])}"
    text = _LOWERED.sub(lambda match: f" {match[1] or ''}", text)
    if match := _TOGETHER.fullmatch(text):
        tail = f"{match[3] or ''}{match[4] or ''}".strip()
        text = f"{match[1].strip()}{tail} ± {match[2].strip()}{tail}"
    return re.sub(r"\s*±\s*", " ± ", text)


def _unmarked(text: str) -> tuple[str, str]:
    if re.search(r"10\^\{?[-+\u2212]?[0-9]", text):
        return text, ""
    lead, tail = _LEADING.match(text), _MARKS.search(text)
    marks = (lead[0].strip() if lead else "") + (tail[0].strip() if tail else "")
    start, end = (lead.end() if lead else 0), (tail.start() if tail else len(text))
    return text[start:end].strip(), marks


def _formed(text: str, marks: str, *, decimal_comma: bool, commas: bool) -> Cell:
    def number(part: str) -> Printed:
        return read_number(part, decimal_comma=decimal_comma, commas=commas)

    companions: Companions = ()
    note = ""
    if _ALONE.fullmatch(text):
        main = number(text)
    elif match := _FACTOR.fullmatch(text):
        main, note = number(match[1]), f"{text!r} is read as a factor, without its sign"
    elif match := _SPREAD.fullmatch(text) or _NAMED_SPREAD.fullmatch(text):
        main = number(match[1])
        companions = ((Companion.SPREAD, number(match[2])),)
    elif match := _NO_SPREAD.fullmatch(text):
        main, note = number(match[1]), f"{text!r} is read without a number after ±"
    elif match := _BRACKET.fullmatch(text):
        main = number(match[1])
        signed = match[2].strip()[:1] in {"+", "-", "\u2212"}
        companions = ((Companion.CHANGE if signed else Companion.BRACKET, number(match[2])),)
    elif match := _RANGE.fullmatch(text):
        main = number(match[1])
        companions = ((Companion.LOW, number(match[2])), (Companion.HIGH, number(match[3])))
    else:
        raise ValueError("its form is not known")
    main, *others = _one_unit([main, *(one for _, one in companions)])
    kinds = [what for what, _ in companions]
    return Cell(
        printed=main, companions=tuple(zip(kinds, others, strict=True)), marks=marks, note=note
    )


def _one_unit(numbers: list[Printed]) -> list[Printed]:
    """Give the sign that one number has to those without, as in 63.3 ± 0.4%."""
    signs = {one.unit for one in numbers if one.unit is not Unit.NONE}
    if len(signs) != 1:
        return numbers
    [unit] = signs
    return [evolve(one, unit=unit) for one in numbers]


def read_number(text: str, *, decimal_comma: bool = False, commas: bool = True) -> Printed:
    """Read a number as tables print it: .63, 1,234.5, 1.2 × 10^-3.

    >>> read_number(".050").text, read_number("1.2×10^{-3}").text
    ('0.050', '0.0012')

    Raises ValueError saying why it is no number, or may be another one.
    """
    compact = text.replace(" ", "") if text[:1] in "+-\u2212" else text.strip()
    power = _POWER.search(compact)
    if power is not None:
        exponent = power[1].replace("\u2212", "-")
        compact = f"{compact[: power.start()]}e{exponent}{compact[power.end() :]}"
    compact = compact.replace("\u2009%", "%").replace("\u202f%", "%").replace("\u00a0%", "%")
    head, digits, tail = _parted(compact)
    plain = _pointed(digits, decimal_comma=decimal_comma, commas=commas)
    if _AFTER_ZERO.match(plain):
        raise ValueError("it starts with a zero")
    plain = f"0{plain}" if plain.startswith(".") else plain
    return Printed.parse(f"{head}{plain}{tail}")


def _parted(text: str) -> tuple[str, str, str]:
    """Part a number into its signs, its digits, and its exponent and unit."""
    start = next((at for at, char in enumerate(text) if char in "0123456789."), len(text))
    tail = re.search(r"(?:[eE][-+]?[0-9]{1,3})?[ ]?%?$", text)
    end = tail.start() if tail else len(text)
    return text[:start], text[start:end], text[end:]


def _pointed(digits: str, *, decimal_comma: bool, commas: bool) -> str:
    if _GAPPED.match(digits):
        digits = re.sub(f"[{_GAPS}]", "", digits)
        return digits.replace(",", ".") if decimal_comma else digits
    if decimal_comma:
        if _POINT.match(digits) and ("," in digits or digits.count(".") > 1):
            return digits.replace(".", "").replace(",", ".")
        if "." in digits and ("," in digits or digits.count(".") > 1 or _POINT.match(digits)):
            raise ValueError("it has a point although decimals are parted by a comma")
        return digits.replace(",", ".")
    if "," not in digits:
        return digits
    if not _COMMA.match(digits):
        raise ValueError("a comma may part decimals (--decimal-comma)")
    if not commas:
        raise ValueError("its comma may part thousands or decimals, as others here do")
    return digits.replace(",", "")


def decimal_commas(texts: tuple[str, ...]) -> bool:
    """Tell whether a comma parts decimals somewhere: one that cannot part thousands.

    >>> decimal_commas(("63,3",)), decimal_commas(("1,234",)), decimal_commas(("0,123",))
    (True, False, True)
    """
    decimals = (
        one[0] for text in texts for one in _DECIMAL_COMMA.finditer(western(text[:_LONGEST]))
    )
    return any(not _COMMA.match(one) for one in decimals)
