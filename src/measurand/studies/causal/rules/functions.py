"""The functions that rules may call: one name each, numbers of arguments, and their inverses."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from attrs import frozen


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

    `one_to_one` says that different arguments of its real domain have different values; it is told
    of functions of one argument only. `angle` says that its argument is an angle in radians.
    """

    least: int = 1
    most: int = 1
    values: Values
    one_to_one: bool = False
    angle: bool = False


_MANY = 64


def _exact(least: int = 1, most: int = 1) -> Function:
    return Function(least=least, most=most, values=Values.RATIONAL)


_ROOT = Function(values=Values.ROOT, one_to_one=True)
_INTO = Function(values=Values.TRANSCENDENT, one_to_one=True)
_WAVE = Function(values=Values.TRANSCENDENT, angle=True)

FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "sqrt": _ROOT,
        "cbrt": _ROOT,
        "exp": _INTO,
        "ln": _INTO,
        "log2": _INTO,
        "log10": _INTO,
        "log": Function(most=2, values=Values.TRANSCENDENT, one_to_one=True),
        "sin": _WAVE,
        "cos": _WAVE,
        "tan": _WAVE,
        "cot": _WAVE,
        "sec": _WAVE,
        "csc": _WAVE,
        "asin": _INTO,
        "acos": _INTO,
        "atan": _INTO,
        "atan2": Function(least=2, most=2, values=Values.TRANSCENDENT),
        "sinh": _INTO,
        "cosh": Function(values=Values.TRANSCENDENT),
        "tanh": _INTO,
        "asinh": _INTO,
        "acosh": _INTO,
        "atanh": _INTO,
        "abs": _exact(),
        "sign": _exact(),
        "floor": _exact(),
        "ceil": _exact(),
        "round": _exact(),
        "factorial": _exact(),
        "binomial": _exact(2, 2),
        "gcd": _exact(2, _MANY),
        "lcm": _exact(2, _MANY),
        "min": _exact(1, _MANY),
        "max": _exact(1, _MANY),
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
    {
        "sin": "asin",
        "cos": "acos",
        "tan": "atan",
        "sinh": "asinh",
        "cosh": "acosh",
        "tanh": "atanh",
        "asin": "sin",
        "acos": "cos",
        "atan": "tan",
        "asinh": "sinh",
        "acosh": "cosh",
        "atanh": "tanh",
        "exp": "ln",
        "ln": "exp",
    }
)
"""Which function undoes which; sin, cos, tan and cosh only on a part of their domain."""


def function_named(name: str) -> str | None:
    """Find the one name of a function; None where there is none.

    >>> function_named("arctan"), function_named("getattr")
    ('atan', None)
    """
    known = ALIASES.get(name, name)
    return known if known in FUNCTIONS else None
