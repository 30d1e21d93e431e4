"""Characters, words and functions that rules are made of, and how large a rule may be.

The limits bound all work on a rule, whoever wrote it: they lie well above what formulas need.
"""

import math
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from unicodedata import category

from attrs import evolve, frozen

MOST_LETTERS = 400
"""How many characters a rule has at most."""
MOST_TOKENS = 200
"""How many tokens."""
MOST_DEPTH = 40
"""How deep brackets, calls, signs and exponents go."""
MOST_NODES = 200
"""How many nodes the tree of a side has."""
MOST_DIGITS = 40
"""How many digits a number has."""
MOST_POWER = 64
"""How large an exponent that does not vary is, either way."""
MOST_TEN = 400
"""How large a power of ten in a number is, either way."""

DIGITS = frozenset("0123456789")
SUPERSCRIPTS: Mapping[str, str] = MappingProxyType(
    dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))
)
SUBSCRIPTS: Mapping[str, str] = MappingProxyType(dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)))
FRACTIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "½": (1, 2),
        "⅓": (1, 3),
        "⅔": (2, 3),
        "¼": (1, 4),
        "¾": (3, 4),
        "⅕": (1, 5),
        "⅖": (2, 5),
        "⅗": (3, 5),
        "⅘": (4, 5),
        "⅙": (1, 6),
        "⅚": (5, 6),
        "⅛": (1, 8),
        "⅜": (3, 8),
        "⅝": (5, 8),
        "⅞": (7, 8),
    }
)
ROOTS: Mapping[str, str] = MappingProxyType({"√": "sqrt", "∛": "cbrt"})
OPERATORS: Mapping[str, str] = MappingProxyType(
    {
        "+": "+",
        "-": "-",
        "−": "-",
        "–": "-",
        "*": "*",
        "×": "*",
        "·": "*",
        "⋅": "*",
        "∙": "*",
        "∗": "*",
        "/": "/",
        "∕": "/",
        "⁄": "/",
        "÷": "/",
        "^": "**",
        "%": "%",
    }
)
"""Operators of one character, in the spelling of trees."""
RELATIONS = ("<=>", "<=", ">=", "!=", "=>", "->", "<-", "<<", ">>", ":=", "~=", "==")
"""Relations of several characters; `==` is `=`, and `~=` is nearly equal."""
RELATION = frozenset("<>≤≥≠≡∝~∼≪≫∈∉⊂⊆→⇒⟹⇔↔←↦∥⊥∣±∓∧∨∩∪∀∃")
"""Relations of one character that are no equality, and the signs of several values."""
NEARLY = frozenset("≈≃≅≐")
CALCULUS = frozenset("∂∇∫∬∭∮∑∏∞…")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_GREEK = _listed("""
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu
    nu xi omicron pi rho sigma tau upsilon phi chi psi omega
""")
_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
GREEK: Mapping[str, str] = MappingProxyType(
    dict(zip(_LETTERS, _GREEK, strict=True))
    | dict(zip(_LETTERS.upper(), (name.capitalize() for name in _GREEK), strict=True))
    | {"ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "µ": "mu", "ħ": "hbar", "ℏ": "hbar", "Ω": "Omega"}
)
"""Greek letters with their names."""
GREEK_NAMES = frozenset(GREEK.values()) | {"varepsilon", "varphi", "hbar", "nabla"}

PROSE = frozenset(
    _listed("""
        is are was be been being the an of and or not to from by with in on for as that this these
        those which when while if then else than per its it must has have can so we use using used
        given gives let via because since until each every all any both same between after before
        into onto over under at where there their equals equal times plus minus divided multiplied
        squared cubed constant const maximum minimum maximal minimal least unknown true false none
        null yes no undefined infinity infinite always never only also may should would will do does
        solve find substitute apply calculate compute count number set law such about due
    """)
)
"""Words that no formula holds: where one stands, a rule is prose."""

PYTHON = frozenset(
    _listed("""
        False None True and as assert async await break class continue def del elif else except
        finally for from global if import in is nonlocal not or pass raise return try while with
        yield
    """)
)
"""Words that are no names in strict rules; `lambda` is one, as it is a wave length here."""

CHANGES = frozenset({"d", "δ", "Δ", "delta", "Delta"})
"""Symbols that, before another one, are rather a change of it than a factor: `dE`, `Δt`."""

SERIES = frozenset(
    _listed("""
        integral integrate int derivative diff lim limit sum summation prod product grad div curl
        laplacian range d_dt
    """)
)
"""Words that, called or with a subscript, are calculus or series."""

UNITS = frozenset(
    _listed("""
        m s g A K N J W V C F T H L h Pa Hz kHz MHz GHz kg mg mm cm km nm um μm ms ns us μs min hr
        hrs hour hours minute minutes second seconds sec kJ MJ kW MW mW eV keV MeV GeV TeV mol rad
        deg degree degrees ohm ohms kPa MPa GPa atm bar mbar torr mL ml kN MN mA mV kV kK mT Wb Nm
        meter meters metre metres gram grams liter liters litre litres joule joules watt watts volt
        volts newton newtons kelvin percent cents dollars day days year years yr yrs mile miles mph
        kmh feet foot ft inch inches cal kcal Å
    """)
)
"""What may follow a number as its unit."""

_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LATIN = (0x00C0, 0x024F)
_HELLENIC = (0x0370, 0x03FF)
_NO_LETTERS = frozenset("×÷;·")
_MORE_LETTERS = frozenset("ℏℓµΩÅ")


def refused(letter: str) -> bool:
    r"""Say whether a character is a control, a format, a surrogate or not assigned.

    >>> refused("\x00"), refused("\u202e"), refused("π")
    (True, True, False)
    """
    return category(letter) in _REFUSED


def is_letter(letter: str) -> bool:
    r"""Say whether a character starts a symbol: Latin and Greek letters, no look-alikes.

    >>> is_letter("v"), is_letter("ω"), is_letter("\u0430"), is_letter("\uff41")
    (True, True, False, False)
    """
    if letter.isascii():
        return letter.isalpha()
    code = ord(letter)
    known = _LATIN[0] <= code <= _LATIN[1] or _HELLENIC[0] <= code <= _HELLENIC[1]
    return (known and letter.isalpha() and letter not in _NO_LETTERS) or letter in _MORE_LETTERS


def is_differential(word: str) -> bool:
    """Say whether a word is d and one letter, in Latin or Greek: `dx`, `dθ`, `dtheta`.

    >>> [is_differential(word) for word in ("dx", "dtheta", "d", "dim")]
    [True, True, False, False]
    """
    rest = word.removeprefix("d")
    return rest != word and ((len(rest) == 1 and is_letter(rest)) or rest in GREEK_NAMES)


def continues(letter: str) -> bool:
    """Say whether a character goes on with a symbol.

    >>> [continues(letter) for letter in "a1_₀'"]
    [True, True, True, True, False]
    """
    return is_letter(letter) or letter in DIGITS or letter in SUBSCRIPTS or letter in "_⊙⊕☉"


def decimal(text: str) -> Fraction | None:
    """Read a number of digits, a point and a power of ten; None where it is too large.

    >>> decimal("6.02e23") == 602 * 10**21, decimal(".5"), decimal("1e999")
    (True, Fraction(1, 2), None)
    """
    digits, _, power = text.lower().partition("e")
    whole, _, rest = digits.partition(".")
    if len(whole) + len(rest) > MOST_DIGITS or len(power) > len(str(MOST_TEN)) + 1:
        return None
    ten = int(power or "0")
    if abs(ten) > MOST_TEN:
        return None
    return Fraction(int(whole + rest)) * Fraction(10) ** (ten - len(rest))


class Values(Enum):
    """What a function makes of rational numbers."""

    RATIONAL = "rational"
    """Always rational: abs, min, floor."""
    ROOT = "root"
    """Rational for perfect powers only: sqrt, cbrt."""
    TRANSCENDENT = "transcendent"
    """As good as never rational: exp, sin."""


@frozen(kw_only=True)
class Function:
    """One function: the least and the most arguments, and what is known of it.

    `near` is the function in floats, for those that are not rational. `rational` is where one of
    these is rational all the same, and what it is there. `inverse` names what undoes it; sin, cos,
    tan and cosh only on a part of their domain. `one_to_one` says that different arguments of its
    real domain have different values; it is told of functions of one argument only. `angle` says
    that its argument is an angle in radians.
    """

    least: int = 1
    most: int = 1
    values: Values = Values.RATIONAL
    near: Callable[[float], float] = float
    rational: tuple[int, int] | None = None
    inverse: str = ""
    one_to_one: bool = False
    angle: bool = False


_MANY = 64


def _root(near: Callable[[float], float]) -> Function:
    return Function(values=Values.ROOT, near=near, one_to_one=True)


def _into(
    near: Callable[[float], float], rational: tuple[int, int], inverse: str = "", *, most: int = 1
) -> Function:
    return evolve(_plain(near, rational), inverse=inverse, one_to_one=True, most=most)


def _wave(
    near: Callable[[float], float], rational: tuple[int, int] | None = None, inverse: str = ""
) -> Function:
    return evolve(_plain(near, rational), inverse=inverse, angle=True)


def _plain(near: Callable[[float], float], rational: tuple[int, int] | None) -> Function:
    return Function(values=Values.TRANSCENDENT, near=near, rational=rational)


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "sqrt": _root(math.sqrt),
        "cbrt": _root(math.cbrt),
        "exp": _into(math.exp, (0, 1), "ln"),
        "ln": _into(math.log, (1, 0), "exp"),
        "log2": _into(math.log2, (1, 0)),
        "log10": _into(math.log10, (1, 0)),
        "log": _into(math.log, (1, 0), most=2),
        "sin": _wave(math.sin, (0, 0), "asin"),
        "cos": _wave(math.cos, (0, 1), "acos"),
        "tan": _wave(math.tan, (0, 0), "atan"),
        "cot": _wave(lambda angle: 1 / math.tan(angle)),
        "sec": _wave(lambda angle: 1 / math.cos(angle), (0, 1)),
        "csc": _wave(lambda angle: 1 / math.sin(angle)),
        "asin": _into(math.asin, (0, 0), "sin"),
        "acos": _into(math.acos, (1, 0), "cos"),
        "atan": _into(math.atan, (0, 0), "tan"),
        "atan2": Function(least=2, most=2, values=Values.TRANSCENDENT),
        "sinh": _into(math.sinh, (0, 0), "asinh"),
        "cosh": evolve(_plain(math.cosh, (0, 1)), inverse="acosh"),
        "tanh": _into(math.tanh, (0, 0), "atanh"),
        "asinh": _into(math.asinh, (0, 0), "sinh"),
        "acosh": _into(math.acosh, (1, 0), "cosh"),
        "atanh": _into(math.atanh, (0, 0), "tanh"),
        **dict.fromkeys(("abs", "sign", "floor", "ceil", "round", "factorial"), Function()),
        "binomial": Function(least=2, most=2),
        "gcd": Function(least=2, most=_MANY),
        "lcm": Function(least=2, most=_MANY),
        "min": Function(most=_MANY),
        "max": Function(most=_MANY),
    }
)
"""All functions by name; `log` of one argument is natural, of two is to the base of the second."""

ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "cube_root": "cbrt",
        "square_root": "sqrt",
        "log_2": "log2",
        "log_10": "log10",
        "log_e": "ln",
        "lg": "log10",
        "arcsin": "asin",
        "arccos": "acos",
        "arctan": "atan",
        "arctan2": "atan2",
        "arcsinh": "asinh",
        "arccosh": "acosh",
        "arctanh": "atanh",
        "cotan": "cot",
        "cosec": "csc",
        "sgn": "sign",
        "ceiling": "ceil",
        "comb": "binomial",
        "binom": "binomial",
        "nCr": "binomial",
        "choose": "binomial",
    }
)
"""Other spellings."""

INVERSES: Mapping[str, str] = MappingProxyType(
    {name: one.inverse for name, one in FUNCTIONS.items() if one.inverse}
)
"""Which function undoes which."""


def function_named(name: str) -> str | None:
    """Find the one name of a function; None where there is none.

    >>> function_named("arctan"), function_named("getattr")
    ('atan', None)
    """
    known = ALIASES.get(name, name)
    return known if known in FUNCTIONS else None
