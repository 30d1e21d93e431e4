"""Trees as text that reads back as the same tree.

Brackets stand only where precedence would read something else (see `parse`): reading what was
printed is the law that is tested.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction

from measurand.studies.causal.rules.text import MOST_DIGITS, PYTHON, function_named
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Equation,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
    folded,
    names_in,
    sides,
)

_SUM, _PRODUCT, _SIGN, _POWER, _PART = 50, 60, 75, 80, 100
_BINDING: Mapping[Operator, int] = {
    Operator.ADD: _SUM,
    Operator.SUBTRACT: _SUM,
    Operator.MULTIPLY: _PRODUCT,
    Operator.DIVIDE: _PRODUCT,
    Operator.MODULO: _PRODUCT,
    Operator.FLOOR: _PRODUCT,
    Operator.POWER: _POWER,
}

_Printed = tuple[str, int]


def print_rule(equation: Equation, names: Collection[str] = ()) -> str:
    """Write an equation: read with the names in it, it is the same again.

    Names that are not plain ASCII symbols stand between back quotes. Where it is to be read with
    more `names`, what would look like one of them (`a + b`) is written with another space.

    >>> print_rule(Equation(left=Name("x"), right=Negative(Name("net mass"))))
    'x = -`net mass`'
    """
    taken = frozenset(names) | {*names_in(equation)}
    return " = ".join(print_tree(side, taken) for side in sides(equation))


def print_tree(tree: Tree, names: Collection[str] = ()) -> str:
    """Write a tree with no more brackets than it needs; `names` are as for `print_rule`.

    >>> print_tree(Binary(Operator.POWER, Negative(Name("x")), Number(Fraction(1, 2))))
    '(-x) ** 0.5'
    """
    taken = frozenset(names) | {*names_in(tree)}
    return folded(tree, lambda node, parts: _apart(node, *_printed(node, parts), taken))[0]


def _apart(node: Tree, text: str, binding: int, taken: frozenset[str]) -> _Printed:
    """Write a part with another space where it looks like a name."""
    while text in taken and not isinstance(node, Name | Number | Constant):
        match node:
            case Negative():
                text = f"- {text[1:]}"
            case Call(function):
                text = f"{function} {text[len(function) :]}"
            case Binary():
                text = text.replace(" ", "  ", 1)
    return text, binding


def _printed(node: Tree, parts: tuple[_Printed, ...]) -> _Printed:
    match node:
        case Number(number):
            return _number(number)
        case Name(text):
            return _name(text), _PART
        case Constant(text):
            return text, _PART
        case Negative():
            return f"-{_above(parts[0], _SIGN)}", _SIGN
        case Binary(operator):
            return _joined(operator, *parts), _BINDING[operator]
        case Call(function):
            return f"{function}({', '.join(text for text, _ in parts)})", _PART


def _joined(operator: Operator, left: _Printed, right: _Printed) -> str:
    if operator is Operator.POWER:
        return f"{_above(left, _POWER)} ** {_above(right, _SIGN - 1)}"
    binding = _BINDING[operator]
    signed = (right[0], 0) if right[1] == _SIGN else right
    behind = _above(signed, binding)
    if operator is Operator.MODULO and left[0][-1].isdigit() and not behind[0].isdigit():
        # A number before the sign would be a percentage.
        left = left[0], 0
    return f"{_above(left, binding - 1)} {operator.value} {behind}"


def _above(part: _Printed, binding: int) -> str:
    """Put brackets around what binds no tighter than this."""
    text, own = part
    return text if own > binding else f"({text})"


def _name(text: str) -> str:
    symbol = text.isascii() and text.isidentifier() and text not in PYTHON
    return text if symbol and function_named(text) is None else f"`{text}`"


def _number(number: Fraction) -> _Printed:
    """Write a number with digits, where it has finitely many; any other as a quotient."""
    if number < 0:
        text, binding = _number(-number)
        return f"-{text if binding > _SIGN else f'({text})'}", _SIGN
    tens = _tens(number.denominator)
    if tens is None:
        return f"{number.numerator} / {number.denominator}", _PRODUCT
    digits = str(number.numerator * 10**tens // number.denominator)
    bare = digits.rstrip("0") or "0"
    tens -= len(digits) - len(bare) if number else 0
    if max(len(bare) - min(tens, 0), tens + 1) > MOST_DIGITS:
        return f"{bare}e{-tens}", _PART
    if tens <= 0:
        return bare + "0" * -tens, _PART
    padded = bare.rjust(tens + 1, "0")
    return f"{padded[:-tens]}.{padded[-tens:]}", _PART


def _tens(denominator: int) -> int | None:
    """Find the least power of ten that a denominator divides; None where there is none."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None
