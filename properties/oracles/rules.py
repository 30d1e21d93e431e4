"""Rules by other roads: Python's own reading, and arithmetic step by step."""

import ast
import math
from collections.abc import Mapping
from fractions import Fraction

from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
)

_OPERATORS: Mapping[type[ast.operator], Operator] = {
    ast.Add: Operator.ADD,
    ast.Sub: Operator.SUBTRACT,
    ast.Mult: Operator.MULTIPLY,
    ast.Div: Operator.DIVIDE,
    ast.Pow: Operator.POWER,
    ast.Mod: Operator.MODULO,
    ast.FloorDiv: Operator.FLOOR,
}


def as_python(text: str) -> Tree:
    """Read an expression as Python does; it is only parsed."""
    return _tree(ast.parse(text, mode="eval").body)


def _tree(node: ast.expr) -> Tree:
    match node:
        case ast.Constant(value=int() | float() as number):
            return Number(Fraction(str(number)))
        case ast.Name(id=name):
            return Constant("pi") if name == "pi" else Name(name)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return Negative(_tree(inner))
        case ast.UnaryOp(op=ast.UAdd(), operand=inner):
            return _tree(inner)
        case ast.BinOp(left=left, op=sign, right=right):
            return Binary(_OPERATORS[type(sign)], _tree(left), _tree(right))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return Call(name, tuple(map(_tree, arguments)))
        case _:
            message = f"no expression of rules: {ast.dump(node)}"
            raise TypeError(message)


def evaluated(tree: Tree, at: Mapping[str, Fraction]) -> Fraction | None:
    """Evaluate what has an obvious value; None for anything else."""
    match tree:
        case Number(number):
            return number
        case Name(text):
            return at.get(text)
        case Negative(inner):
            found = evaluated(inner, at)
            return None if found is None else -found
        case Binary(operator, left, right):
            one, other = evaluated(left, at), evaluated(right, at)
            return None if one is None or other is None else _joined(operator, one, other)
        case Call(function, arguments):
            found_all = [evaluated(argument, at) for argument in arguments]
            numbers = [number for number in found_all if number is not None]
            return _called(function, numbers) if len(numbers) == len(arguments) else None
        case Constant():
            return None


def _joined(operator: Operator, one: Fraction, other: Fraction) -> Fraction | None:
    if operator is Operator.ADD:
        return one + other
    if operator is Operator.SUBTRACT:
        return one - other
    if operator is Operator.MULTIPLY:
        return one * other
    if operator is Operator.POWER:
        return _power(one, other)
    if not other:
        return None
    if operator is Operator.DIVIDE:
        return one / other
    whole = Fraction(math.floor(one / other))
    return whole if operator is Operator.FLOOR else one - whole * other


def _power(base: Fraction, exponent: Fraction) -> Fraction | None:
    if not base and exponent <= 0:
        return None if exponent else Fraction(1)
    if exponent.denominator == 1 and abs(exponent) <= 64:
        found = Fraction(1)
        for _ in range(abs(exponent.numerator)):
            found *= base
        return found if exponent >= 0 else 1 / found
    if base > 0 and exponent.denominator == 2 and abs(exponent) <= 64:
        root = Fraction(math.isqrt(base.numerator), math.isqrt(base.denominator))
        return _power(root, Fraction(exponent.numerator)) if root * root == base else None
    return Fraction(1) if base == 1 else None


def _called(function: str, numbers: list[Fraction]) -> Fraction | None:
    first = numbers[0]
    if function in ("min", "max"):
        return sorted(numbers)[0 if function == "min" else -1]
    if function == "abs":
        return first if first > 0 else -first
    if function == "floor":
        return Fraction(first.numerator // first.denominator)
    if function == "ceil":
        return Fraction(-(-first.numerator // first.denominator))
    return _power(first, Fraction(1, 2)) if function == "sqrt" and first >= 0 else None


def is_steady(tree: Tree) -> bool:
    """Say whether floats lose few digits: products, quotients and roots, but no sums."""
    match tree:
        case Binary(operator, left, right):
            joins = (Operator.MULTIPLY, Operator.DIVIDE, Operator.POWER)
            return operator in joins and is_steady(left) and is_steady(right)
        case Negative(inner):
            return is_steady(inner)
        case Call(function, arguments):
            return function in ("abs", "min", "max") and all(map(is_steady, arguments))
        case Number() | Name() | Constant():
            return True
